"""Are the sample armies here? Run as often as you like: what is right already stays untouched."""

from typing import Any

from django.core.management.base import BaseCommand

from setup_app.armies.services import load_samples


class Command(BaseCommand):
    help = "Store the sample armies as this version of the program has them."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = load_samples()
        self.stdout.write(f"Sample armies stored: {', '.join(changed) or 'all were there'}.")
