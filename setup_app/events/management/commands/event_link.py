"""Management command that prints a link to an event whose links are lost."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext

from setup_app.events.event.tokens import token_of
from setup_app.events.models import Kind, Role


class Command(BaseCommand):
    """A command for the owner of the server that prints the path of an organiser's link, or of
    another role's.
    """

    help = "Print the path of the link of an event's first organiser, or of one of its roles."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event")
        parser.add_argument("--role", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        found = Role.objects.select_related("event").filter(event__public_id=options["event"])
        if options["role"] is None:
            found = found.filter(kind=Kind.ORGANISER)
        else:
            found = found.filter(number=options["role"])
        role = found.order_by("number").first()
        if role is None:
            raise CommandError(gettext("No such event, or no such role in it."))
        self.stdout.write(reverse("event-as", args=(role.event.public_id, token_of(role))))
