"""Import an exported battle after replaying it; a false log is refused."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from setup_app.battles import services
from setup_app.battles.models import Visibility
from setup_app.engine.errors import DomainError


class Command(BaseCommand):
    """A command that imports the `log.json` of `autoplay` and prints the stored battle's id."""

    help = "Store a battle from a log.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log", type=Path)
        parser.add_argument(
            "--visibility", choices=Visibility.values, default=str(Visibility.PRIVATE)
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            exported = json.loads(options["log"].read_text(encoding="utf-8"))
            row = services.store_log(exported=exported, visibility=options["visibility"])
        except OSError as missing:
            raise CommandError(f"{options['log']} cannot be read: {missing.strerror}") from missing
        except (KeyError, TypeError, ValueError) as unreadable:
            raise CommandError(f"{options['log']} is not an exported battle.") from unreadable
        except DomainError as refused:
            raise CommandError(f"{options['log']} does not replay: {refused}") from refused
        self.stdout.write(row.public_id)
