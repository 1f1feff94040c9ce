"""Does a mark in what is hidden show anywhere? Every address, asked by every kind of caller."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from setup_app.events import urls_api, urls_pages
from setup_app.events.models import Event, EventTable
from setup_app.layouts import queries as layouts
from tests.armies.lists import SMALL
from tests.events.callers import RULEBOOK, Asking, Meeting, answered, begin
from tests.events.test_lists import FUTURE, PAST, handed_in, list_of
from tests.events.test_pages import sitting
from tests.events.test_rounds import paired

pytestmark = pytest.mark.django_db

SUBMITTED, DRAFT, COMMENT, REMARK = "Ablative", "Gerundive", "Supine", "Optative"
GROUND, SEED, ASKED = "Deponent", "Aorist", "Subjunctive"
"""A piece that lies at a table of that round, the seed of its ground, and that of another which is
about to be laid."""
MARKS = (SUBMITTED, DRAFT, COMMENT, REMARK, GROUND, SEED, ASKED)
UNSHOWN = "table 977"
"""At that table two are paired in a round that is not out."""
AT_TABLE = re.compile(r"(?<![\w.:-])977(?![\w.:-])")
PLACES = {
    "number": 1,
    "table": 1,
    "entry": 1,
    "peer": 1,
    "line": 1,
    "version": 1,
    "token": "x",
    "what": "none",
}
ROLES = {"organiser": 1, "checker": 2, "desk": 3, "player": 4, "other_player": 5}
MAY = {
    # Its player sees all of it; who checks sees what is in and what was said of it.
    "player": {SUBMITTED, DRAFT, COMMENT},
    "checker": {SUBMITTED, COMMENT, REMARK},
    "organiser": {SUBMITTED, COMMENT, REMARK, UNSHOWN, GROUND, SEED},
    "desk": {UNSHOWN},
    # He was given the list to read, without a name.
    "other_player": {SUBMITTED},
}


def hiding() -> Meeting:
    """An event with a mark in a list that is in, in its player's draft, in a comment, in another
    player's remark, in a round that is paired and not out and in the ground of a table of it."""
    meeting = begin(lists={"closes": FUTURE, "peers": True}, tables=1000)
    first, *rest = SMALL["units"]
    named = {**SMALL["commander"], "name": SUBMITTED}
    units = [{**first, "name": SUBMITTED}, *rest]
    handed_in(meeting, army={**SMALL, "commander": named, "units": units})
    handed_in(meeting, meeting.other_player)
    closed = {"lists": {"closes": PAST, "peers": True}}
    answered(meeting.organiser.patch(meeting.path, closed), 200)
    answered(meeting.other_player.get(f"{meeting.path}peers/"), 200)
    answered(meeting.other_player.post(f"{meeting.path}peers/1/", {"remark": REMARK}), 201)
    paired(meeting)
    draft = {"pairings": [{"table": 977, "entries": [1, 2]}]}
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", draft), 200)
    laid_at_first_table(meeting)
    body = {"version": 1, "decision": "sent_back", "comment": COMMENT}
    answered(meeting.checker.post(f"{list_of(meeting)}decisions/", body), 201)
    answered(meeting.player.put(list_of(meeting), {**SMALL, "name": DRAFT}), 200)
    return meeting


def laid_at_first_table(meeting: Meeting) -> None:
    """Let a ground lie at table 1 of round 1, and another be asked for."""
    wish = {
        "rulebook": RULEBOOK,
        "territory": "cultivated",
        "cell": [0, 0],
        "policy": "random",
        "table": {"width": 45, "depth": 30},
        "settings": {},
        "base_width_mm": 40,
        "seed": SEED,
    }
    made = layouts.generate_layout(wish)
    first, *rest = made["layout"]["pieces"]
    layout = {**made["layout"], "pieces": [{**first, "id": GROUND}, *rest]}
    EventTable.objects.create(
        event=Event.objects.get(public_id=meeting.id),
        round=1,
        table=1,
        terms={"kind": "generated"},
        seed=SEED,
        base_seed=SEED,
        layout=layout,
        audit=layouts.audited(layout, to_keep=True),
        asked={"seed": ASKED, "base": ASKED, "terms": {"kind": "generated"}, "wish": wish},
    )


def addresses(meeting: Meeting, role: int) -> list[str]:
    """Everything under the event that is read."""
    found = ["/api/v1/events/", "/events/"]
    for pattern in (*urls_api.urlpatterns, *urls_pages.urlpatterns):
        wanted = pattern.pattern.converters
        values = {**PLACES, "event": meeting.id, "role": role}
        try:
            found.append(reverse(pattern.name, kwargs={name: values[name] for name in wanted}))
        except NoReverseMatch as missing:
            raise AssertionError(pattern.name) from missing
    return found


def marks(caller: Client, headers: dict[str, str], paths: list[str]) -> set[str]:
    found = set()
    for path in paths:
        answer = caller.get(path, headers=headers)
        text = answer.content.decode(errors="replace")
        found |= {mark for mark in MARKS if mark in text}
        found |= {UNSHOWN} if AT_TABLE.search(text) else set()
    return found


def test_a_mark_is_seen_by_whom_it_is_for() -> None:
    meeting, found = hiding(), {}
    for who in ("stranger", *ROLES):
        caller: Asking = getattr(meeting, who)
        found[who] = marks(caller.client, caller.headers(), addresses(meeting, 1))

    assert found == {who: MAY.get(who, set()) for who in found}


def test_so_it_is_on_pages() -> None:
    meeting = hiding()

    found = {
        who: marks(sitting(meeting, role), {}, addresses(meeting, role))
        for who, role in ROLES.items()
    }

    assert found == {who: MAY.get(who, set()) for who in ROLES}


def test_nothing_hidden_stands_in_the_journal_or_in_what_is_public() -> None:
    meeting = hiding()
    for path in ("journal/", "commitments/", "looks/", "entries/", "roles/"):
        answer: Any = answered(meeting.organiser.get(f"{meeting.path}{path}"), 200)
        assert not {mark for mark in MARKS if mark in json.dumps(answer)}
    assert answered(meeting.player.get(f"{meeting.path}rounds/"), 200)["results"] == []
