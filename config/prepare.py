"""Prepare an installation before the first request. `./metator run` and the deployment call it.

It applies migrations, replays stored battles if the rules' code is new, and loads the sample armies
if there are none. Scripts and style sheets that cannot be bundled are found here, not by the first
visitor; each web process then builds its own bundles. Messages for the caller go to stdout; after a
failure, the last line on stderr gives the reason.
"""

import hashlib
import io
import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from config import memory
from setup_app.web.assets.bundles import put_together
from setup_app.web.assets.source import UnusableAsset

RULES = ("setup_app/engine", "setup_app/rulebooks", "terrain/core")


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    memory.put_off()
    django.setup()
    memory.set_aside()
    try:
        foreign = find_foreign_migrations()
        if foreign:
            sys.stderr.write(
                f"The database was made by a Metator with other migrations ({', '.join(foreign)}); "
                "this version cannot use it.\n"
            )
            return 1
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_samples", verbosity=0)
    except (CommandError, DatabaseError) as failed:
        why = f"{type(failed).__name__}: {failed}"
        sys.stderr.write(f"Cannot prepare the database: {why}\n")
        return 1
    try:
        put_together()
    except UnusableAsset as unusable:
        sys.stderr.write(f"Cannot build the pages. {unusable}\n")
        return 1
    replay_where_rules_are_new(settings.METATOR_HOME / "replayed")
    return 0


def find_foreign_migrations() -> list[str]:
    """Return recorded migrations that this version does not have, as `app.name`, sorted."""
    loader = MigrationLoader(connection)
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    )


def replay_where_rules_are_new(stamp: Path) -> None:
    """Replay every stored battle with this version before play continues.

    A battle with a different outcome becomes read-only from there, and the log says so; other
    battles are unaffected. Without a persistent home, as in a container, this runs on every start.
    """
    digest = rules_digest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    said = io.StringIO()
    try:
        call_command("replay_all", stdout=said)
    except CommandError as mismatch:
        sys.stdout.write(f"{said.getvalue()}{mismatch} They are now read-only.\n")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest)


def rules_digest() -> str:
    """Return a hash over every file that could change the course of a battle."""
    whole = hashlib.sha256()
    for room in RULES:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            if path.suffix in {".py", ".toml"}:
                whole.update(f"{path.relative_to(settings.BASE_DIR)}\0".encode())
                whole.update(path.read_bytes())
    return whole.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
