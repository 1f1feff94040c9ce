"""Load the sample armies and the official maps where they are missing or outdated."""

from typing import Any

from django.core.management.base import BaseCommand

from setup_app.armies.services import load_samples
from setup_app.maps.services import sync_official_maps


class Command(BaseCommand):
    help = "Store this version's sample armies and official maps."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = (*load_samples(), *sync_official_maps())
        if options["verbosity"]:
            self.stdout.write(f"Stored: {', '.join(changed) or 'nothing new'}.")
