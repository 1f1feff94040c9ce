"""Backup files: a tar with a manifest that lists every file with its checksum."""

import hashlib
import io
import json
import os
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from commands.stop import Stop

FORMAT = "metator-backup/1"
MANIFEST = "manifest.json"
MAX_MANIFEST = 64 * 1024


def write(file: Path, members: Mapping[str, Path], *, kind: str) -> None:
    """Write `file` whole or not at all, readable only by its owner: it holds secrets.

    Raises Stop if it exists already: a backup is never overwritten.
    """
    manifest = {
        "format": FORMAT,
        "kind": kind,
        "made": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "sha256": {name: _digest(path) for name, path in members.items()},
    }
    text = json.dumps(manifest, indent=1).encode()
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            with tarfile.open(fileobj=raw, mode="w:gz") as tar:
                entry = tarfile.TarInfo(MANIFEST)
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text))
                for name, path in members.items():
                    tar.add(path, arcname=name)
            raw.flush()
            os.fsync(raw.fileno())
        os.link(part, file)
    except FileExistsError:
        raise Stop(f"{file} already exists. Choose another name.") from None
    except (FileNotFoundError, NotADirectoryError):
        raise Stop(f"Folder {file.parent} does not exist.") from None
    finally:
        part.unlink(missing_ok=True)


def unpack_archive(file: Path, *, into: Path) -> dict[str, Any]:
    """Unpack into the folder and return the manifest. Raises Stop unless all of it is valid."""
    try:
        with tarfile.open(file, mode="r:gz") as tar:
            manifest = _manifest(tar)
            for name, digest in manifest["sha256"].items():
                _unpack(tar, name, digest=digest, into=into)
    except FileNotFoundError:
        raise Stop(f"File {file} does not exist.") from None
    except (tarfile.TarError, EOFError, ValueError, KeyError, TypeError, AttributeError, OSError):
        raise Stop(f"{file} is not a valid Metator backup. Nothing was changed.") from None
    return manifest


def _manifest(tar: tarfile.TarFile) -> dict[str, Any]:
    entry = tar.next()
    if entry is None or entry.name != MANIFEST or entry.size > MAX_MANIFEST:
        raise ValueError
    source = tar.extractfile(entry)
    manifest: dict[str, Any] = json.loads(source.read() if source else b"")
    if manifest["format"] != FORMAT:
        raise ValueError
    return manifest


def _unpack(tar: tarfile.TarFile, name: str, *, digest: str, into: Path) -> None:
    """Unpack one member, by a name without folders: a foreign tar cannot write anywhere else."""
    source = tar.extractfile(name)
    if source is None or "/" in name or name.startswith("."):
        raise ValueError
    target = into / name
    with target.open("xb") as file:
        target.chmod(0o600)
        while chunk := source.read(1 << 20):
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if _digest(target) != digest:
        raise ValueError


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
