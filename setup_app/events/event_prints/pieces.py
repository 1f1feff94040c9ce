"""What a worker needs to print some sheets of an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from setup_app.events.event_prints.orders import PrintOrder, Sheet
from setup_app.events.event_prints.places import PrintAddress
from setup_app.events.models import Event

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class PrintPart:
    """Some sheets of an order, and the addresses to which their codes lead."""

    event: Event
    order: PrintOrder
    sheets: tuple[Sheet, ...]
    place: PrintAddress
    progress: Progress

    def url(self, page: str, *places: object) -> str:
        """Return the whole address of one of our pages."""
        return f"{self.place.base}{reverse(page, args=places)}"

    @property
    def rounds(self) -> tuple[int, ...]:
        """Return the rounds of its sheets, if the keys begin with one."""
        return tuple(sorted({sheet[0] for sheet in self.sheets}))
