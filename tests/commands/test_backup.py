"""Is a backup whole, and does a restore give back exactly that, while it runs?"""

import http.client
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from commands import archive, restore
from commands.places import Home
from commands.stop import Stop
from tests.house import Metator, running_metator, say
from tests.processes import ROOT, test_database_url, until


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with one fact in it, and nothing running."""
    place = Home(tmp_path / "home")
    place.make()
    write(place, "before")
    place.secret_key.write_text("a secret that is long enough to be one")
    return place


def write(place: Home, fact: str) -> None:
    with closing(sqlite3.connect(place.database)) as opened, opened:
        opened.execute("CREATE TABLE IF NOT EXISTS django_migrations (app, name)")
        opened.execute("CREATE TABLE IF NOT EXISTS fact (text)")
        opened.execute("DELETE FROM fact")
        opened.execute("INSERT INTO fact VALUES (?)", (fact,))


def fact(place: Home) -> str:
    with closing(sqlite3.connect(place.database)) as opened:
        return str(opened.execute("SELECT text FROM fact").fetchone()[0])


def test_what_was_backed_up_comes_back_and_what_was_there_is_kept(
    home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    assert say("backup", str(file), home=home.path).returncode == 0
    write(home, "after")
    home.secret_key.write_text("another")

    assert say("restore", str(file), home=home.path).returncode == 0

    assert (fact(home), home.secret_key.read_text()[:8]) == ("before", "a secret")
    [kept] = home.path.glob("before-restore-*")
    assert sorted(each.name for each in kept.iterdir()) == ["metator.sqlite3", "secret_key"]
    assert fact(Home(kept)) == "after"


def test_a_backup_is_for_its_owners_eyes_and_never_written_over(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    say("backup", str(file), home=home.path)
    first = file.read_bytes()

    again = say("backup", str(file), home=home.path)

    assert file.stat().st_mode & 0o777 == 0o600
    assert (again.returncode, again.stderr) == (
        1,
        f"{file} already exists. Choose another name.\n",
    )
    assert file.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_backup_into_nowhere_or_of_nothing_is_one_sentence(home: Home, tmp_path: Path) -> None:
    nowhere = say("backup", str(tmp_path / "no" / "file"), home=home.path)
    nothing = say("backup", str(tmp_path / "file"), home=tmp_path / "elsewhere")

    assert nowhere.stderr == f"Folder {tmp_path}/no does not exist.\n"
    assert nothing.stderr == f"There is nothing to back up in {tmp_path}/elsewhere.\n"


def damaged_backups(folder: Path, sound: Path) -> dict[str, Path]:
    cut = folder / "cut"
    cut.write_bytes(sound.read_bytes()[:-200])
    text = folder / "text"
    text.write_text("not a tar")
    empty = folder / "empty"
    empty.write_bytes(b"")
    changed = folder / "changed"
    with tarfile.open(sound) as source, tarfile.open(changed, "w:gz") as target:
        for member in source.getmembers():
            content = source.extractfile(member)
            assert content is not None
            if member.name == "secret_key":
                target.addfile(member, io.BytesIO(b"\0" * member.size))
            else:
                target.addfile(member, content)
    outside = folder / "outside"
    manifest = {"format": archive.FORMAT, "kind": "sqlite", "sha256": {"../escaped": "0"}}
    write_tar(outside, {"manifest.json": json.dumps(manifest).encode(), "../escaped": b"x"})
    listing = folder / "listing"
    write_tar(listing, {"manifest.json": b"[]"})
    return {each.name: each for each in (cut, text, empty, changed, outside, listing)}


def write_tar(path: Path, members: dict[str, bytes]) -> None:
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))


@pytest.mark.parametrize("which", ["cut", "text", "empty", "changed", "outside", "listing"])
def test_a_damaged_backup_changes_nothing(home: Home, tmp_path: Path, which: str) -> None:
    sound = tmp_path / "sound"
    say("backup", str(sound), home=home.path)
    file = damaged_backups(tmp_path, sound)[which]

    said = say("restore", str(file), home=home.path)

    assert (said.returncode, said.stderr) == (
        1,
        f"{file} is not a valid Metator backup. Nothing was changed.\n",
    )
    assert fact(home) == "before"
    assert not home.staged.exists()
    assert not (tmp_path / "escaped").exists()


def test_a_backup_with_migrations_that_this_version_lacks_is_refused(
    home: Home, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    with closing(sqlite3.connect(home.database)) as opened, opened:
        opened.execute("INSERT INTO django_migrations VALUES ('jobs', '9999_from_the_future')")
    say("backup", str(file), home=home.path)

    said = say("restore", str(file), home=home.path)

    assert said.stderr == (
        "The backup was made by a Metator with other migrations (jobs.9999_from_the_future); "
        "this version cannot use it.\n"
    )
    assert fact(home) == "before"


def test_a_restore_that_was_cut_short_is_finished_later(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    say("backup", str(file), home=home.path)
    write(home, "after")
    restore.stage(home, file)
    os.replace(home.staged / "metator.sqlite3", home.database)

    restore.apply_staged(home)

    assert fact(home) == "before"
    assert not home.staged.exists()


def test_two_restores_at_once_do_not_mix(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    say("backup", str(file), home=home.path)
    restore.stage(home, file)

    with pytest.raises(Stop, match="already running"):
        restore.stage(home, file)


def all_is_well(started: Metator) -> bool:
    """Nothing is, while the web server is away."""
    try:
        return b'"status": "ok"' in started.get("/healthz")[1]
    except (OSError, http.client.HTTPException):
        return False


def is_backed_up_and_restored(started: Metator, file: Path) -> None:
    """While it runs, as the test of `run` does, which has one that runs."""
    place = Home(started.home)
    write(place, "before")
    kept = say("backup", str(file), home=started.home)
    write(place, "after")
    before = started.group()

    restored = say("restore", str(file), home=started.home)

    assert (kept.returncode, restored.returncode) == (0, 0), restored.stderr
    until(lambda: all_is_well(started), what="its health")
    assert fact(place) == "before"
    assert started.group() != before
    assert started.process.poll() is None


@pytest.mark.soak
def test_asked_to_restore_at_the_moment_at_which_its_redis_dies_it_goes_on(tmp_path: Path) -> None:
    with running_metator(tmp_path / "home", tmp_path / "output") as started:
        os.kill(started.redis() or 0, signal.SIGKILL)
        started.process.send_signal(signal.SIGHUP)

        until(lambda: all_is_well(started), what="all to be well")

        assert started.process.poll() is None


@pytest.mark.postgresql
@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_dumped_and_loaded(tmp_path: Path) -> None:
    from django.contrib.auth.models import User

    User.objects.create_user("ann")
    file = tmp_path / "backup"
    surroundings = {**os.environ, "DATABASE_URL": test_database_url()}

    def metator(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, ROOT / "metator", *words],
            env=surroundings,
            capture_output=True,
            text=True,
            check=False,
        )

    kept = metator("backup", str(file))
    User.objects.create_user("bob")
    connection.close()
    restored = metator("restore", str(file))

    assert (kept.returncode, restored.returncode) == (0, 0), kept.stderr + restored.stderr
    assert [user.username for user in User.objects.all()] == ["ann"]
