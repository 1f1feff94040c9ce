"""API views for the players of an event."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.events.api.answers import render_with_tokens, role_token_placeholder
from setup_app.events.api.endpoint import EventEndpoint, EventListEndpoint, checked
from setup_app.events.api.serializers import (
    CreatedEntrySerializer,
    EntryChangeSerializer,
    EntryImportSerializer,
    EntrySerializer,
    ImportedEntriesSerializer,
    NewEntrySerializer,
)
from setup_app.events.event import queries, services
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.entry_table import EntryLine, read_entries
from setup_app.events.models import Kind
from setup_app.idempotency.services import run_idempotent
from setup_app.spreadsheets.parsers import TEXT_OR_SHEET, import_notes


class EntriesView(EventListEndpoint):
    """The players of an event."""

    @extend_schema(operation_id="event_entries", responses=EntrySerializer(many=True))
    def get(self, request: Request, event: str) -> Response:
        """List every entry, by its number."""
        return self.listed(queries.entries_view(self.standing(request, event)))

    @extend_schema(
        operation_id="enter_event",
        request=NewEntrySerializer,
        responses={201: CreatedEntrySerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Enter a player; for organisers and desks, and for everyone while registration is open."""
        standing = self.standing(request, event)
        asked = checked(NewEntrySerializer(data=request.data))

        def act() -> Any:
            role = services.enter(standing=standing, line=EntryLine(**asked))
            mine = EventAccess(role.event, Kind.PLAYER, role)
            shown = standing if standing.kind else mine
            entry = role.entry
            assert entry is not None
            view = queries.new_entry_view(shown, entry)
            return {"entry": view, "token": role_token_placeholder(role)}

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


class EntriesImportView(EventEndpoint):
    """The import of several players."""

    parser_classes = TEXT_OR_SHEET

    @extend_schema(
        operation_id="import_event_entries",
        request=EntryImportSerializer,
        responses={201: ImportedEntriesSerializer},
    )
    def post(self, request: Request, event: str) -> Response:
        """Enter every player of a CSV text, or none; each error names its line."""
        standing = self.standing(request, event)
        standing.needs(*RUNS_ROUNDS)
        asked = checked(EntryImportSerializer(data=request.data))
        table = read_entries(asked["text"])

        def act() -> Any:
            roles = services.import_entries(standing=standing, lines=table.lines)
            made = [
                {
                    "entry": role.entry.number,
                    "name": role.name,
                    "token": role_token_placeholder(role),
                }
                for role in roles
                if role.entry is not None
            ]
            return {"entries": made, **import_notes(request.data, table.ignored)}

        return run_idempotent(request, act, render=partial(render_with_tokens, status=201))


class EntryView(EventEndpoint):
    """One player."""

    @extend_schema(
        operation_id="change_event_entry", request=EntryChangeSerializer, responses=EntrySerializer
    )
    def patch(self, request: Request, event: str, entry: int) -> Response:
        """Change a player's data or check them in. Players themselves may only drop out."""
        standing = self.standing(request, event)
        changes = checked(EntryChangeSerializer(data=request.data))

        def act() -> Any:
            changed = services.change_entry(standing=standing, number=entry, changes=changes)
            return queries.entry_view(standing, changed)

        return run_idempotent(request, act, render=Response)

    @extend_schema(operation_id="remove_event_entry", responses={204: None})
    def delete(self, request: Request, event: str, entry: int) -> Response:
        """Remove an entry that was never paired and whose list is not public; for organisers."""
        standing = self.standing(request, event)
        standing.needs(Kind.ORGANISER)

        def act() -> None:
            services.remove_entry(standing=standing, number=entry)

        return run_idempotent(request, act, render=partial(Response, status=204))
