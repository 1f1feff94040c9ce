"""How does a test get a table? As a browser does: by the form, and a worker's run of the job."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from django.test import Client

from setup_app.jobs import tasks
from setup_app.layouts.models import SavedTable

FORM = {
    "rulebook": "pbs-2023.1",
    "territory": "mountains",
    "box-mountains": "1-2",
    "seed": "7",
    # The usual way compares several tables; one is enough to be looked at.
    "policy": "random",
}

_LAID: dict[str, str] = {}


def asked(client: Client, **fields: Any) -> SavedTable:
    """The table that a sent form asked for; no worker has seen it yet."""
    answer = client.post("/tables/", {**FORM, **fields})
    assert answer.status_code == 302, words(answer)
    return SavedTable.objects.get(public_id=answer.url.strip("/").rpartition("/")[2])


def worked(row: SavedTable) -> SavedTable:
    """The same after a worker has done its job."""
    assert row.job is not None
    tasks.run(row.job)
    row.refresh_from_db()
    return row


def laid(client: Client, **fields: Any) -> SavedTable:
    """A finished table. The same wish is laid once: its seed gives the same table every time."""
    row = asked(client, **fields)
    wish = json.dumps(row.wish, sort_keys=True)
    if wish not in _LAID:
        row = worked(row)
        assert row.finished, row.refused
        outcome = {name: getattr(row, name) for name in ("layout", "log", "lost", "audit")}
        _LAID[wish] = json.dumps(outcome)
        return row
    for name, value in json.loads(_LAID[wish]).items():
        setattr(row, name, value)
    row.save()
    return row


def followed(answer: Any) -> SavedTable:
    """The table to which an answer leads, after its worker's run."""
    assert answer.status_code == 302, words(answer)
    return worked(SavedTable.objects.get(public_id=answer.url.strip("/").rpartition("/")[2]))


def page(client: Client, row: SavedTable, query: str = "") -> str:
    answer = client.get(f"/t/{row.public_id}/{query}")
    assert answer.status_code == 200
    return words(answer)


def words(answer: Any) -> str:
    """What a page says, on one line, without its tags."""
    body = re.sub(r"<(script|svg)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def changes_in(answer: Any) -> str:
    """What the editor's form keeps of all changes."""
    found = re.search(r'name="changes" value="([^"]*)"', answer.content.decode())
    assert found
    return html.unescape(found[1])


def pressed(client: Client, row: SavedTable, do: str, **fields: Any) -> Any:
    answer = client.post(f"/t/{row.public_id}/edit/", {"do": do, **fields})
    assert answer.status_code in (200, 302, 422)
    return answer


def piece_in(row: SavedTable, name: str) -> dict[str, Any]:
    return next(piece for piece in row.layout["pieces"] if piece["id"] == name)
