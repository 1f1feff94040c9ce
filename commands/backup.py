"""Write a backup to one file while battles are being played."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from commands import archive, postgres
from commands.places import Home, home
from commands.stop import Stop

DATABASE = "metator.sqlite3"
SECRET_KEY = "secret_key"
DUMP = "database.dump"


def main(words: list[str]) -> int:
    """Write the backup and print its path."""
    if len(words) != 1:
        raise Stop("Name a file: ./metator backup FILE")
    file = Path(words[0]).expanduser().absolute()
    if file.exists():
        raise Stop(f"{file} already exists. Choose another name.")
    address = postgres.wanted()
    with tempfile.TemporaryDirectory(prefix=".metator-backup-", dir=_folder(file)) as folder:
        if address:
            members = {DUMP: Path(folder) / DUMP}
            postgres.dump(address, to=members[DUMP])
            archive.write(file, members, kind="postgresql")
        else:
            members = _embedded(home(), Path(folder))
            archive.write(file, members, kind="sqlite")
    print(f"Backup saved to {file}. It contains secrets: store it where only you can read it.")
    if address:
        print("SECRET_KEY is not included. Back it up as well.")
    return 0


def copy_database(source: Path, target: Path) -> None:
    """Copy with SQLite's online backup: one consistent snapshot, taken without stopping any
    writer.
    """
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=20)) as live,
        closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise Stop(f"{source} is damaged. Restore an older backup.")
        copy.execute("PRAGMA journal_mode=DELETE")


def _embedded(place: Home, folder: Path) -> dict[str, Path]:
    if not place.database.exists():
        raise Stop(f"There is nothing to back up in {place.path}.")
    members = {DATABASE: folder / DATABASE}
    try:
        copy_database(place.database, members[DATABASE])
    except sqlite3.OperationalError as error:
        if "full" in str(error):
            raise Stop("The disk is full. Free some space and try again.") from None
        raise Stop(f"Cannot read {place.database}: {error}") from None
    if place.secret_key.exists():
        members[SECRET_KEY] = place.secret_key
    return members


def _folder(file: Path) -> Path:
    if not file.parent.is_dir():
        raise Stop(f"Folder {file.parent} does not exist.")
    return file.parent
