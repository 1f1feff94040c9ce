"""Is a list's commitment what everybody can reckon, and is what is late or too large told right?"""

from __future__ import annotations

import hashlib
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from setup_app.events.event.lists.commitment import commitment
from setup_app.events.event.lists.findings import Finding, findings
from setup_app.events.event.lists.penalties import penalty
from setup_app.events.event.lists.problems import problems
from setup_app.events.event.wording import problem_words
from setup_app.rulebooks import registry
from tests.armies.lists import SMALL

CLOSES = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def test_a_commitment_is_the_hash_of_salt_newline_and_sorted_members() -> None:
    stated = "a" * 32 + '\n{"a":"Ö","b":1}'

    assert commitment("a" * 32, {"b": 1, "a": "Ö"}) == hashlib.sha256(stated.encode()).hexdigest()


@pytest.mark.parametrize(
    ("per", "after", "points"),
    [
        ("event", timedelta(), 0),
        ("event", SECOND, 2),
        ("event", 9 * DAY, 2),
        ("round", SECOND, 6),
        ("day", -SECOND, 0),
        ("day", timedelta(), 0),
        ("day", SECOND, 2),
        ("day", DAY - SECOND, 2),
        ("day", DAY, 2),
        ("day", DAY + SECOND, 4),
    ],
)
def test_what_a_late_list_costs(per: str, after: timedelta, points: int) -> None:
    terms = {"points": 2, "per": per}

    assert penalty(terms, closes=CLOSES, submitted=CLOSES + after, rounds=3) == points


def test_without_terms_being_late_costs_nothing() -> None:
    assert penalty(None, closes=CLOSES, submitted=CLOSES + DAY, rounds=3) == 0


def told(limits: dict[str, Any], **changes: Any) -> tuple[Finding, ...]:
    army = {**deepcopy(SMALL), **changes}
    return findings(army, limits=limits, rulebook=registry.known_or_first(SMALL["rulebook"]))


@pytest.mark.parametrize(
    ("what", "has"),
    [
        *(("points", 10000), ("units", 2), ("tugs", 1), ("sugs", 1), ("bases", 12)),
        *(("generals", 1), ("pbs_cards", 6), ("scouting", 4)),
    ],
)
def test_a_limit_holds_up_to_itself(what: str, has: int) -> None:
    assert told({what: {"least": has, "most": has}}) == ()
    assert told({what: {"most": has - 1}}) == (Finding("over_limit", what, has, has - 1),)
    assert told({what: {"least": has + 1}}) == (Finding("under_limit", what, has, has + 1),)


def test_homes_outside_are_named() -> None:
    assert told({"home": {"among": ["plains", "desert"]}}) == ()
    assert told({"home": {"among": ["plains"]}}) == (
        Finding("not_among", "home", ["desert"], ["plains"]),
    )


def test_rows_that_come_to_more_than_the_list_states_are_told() -> None:
    assert told({}, points=700) == ()
    assert told({}, points=699) == (Finding("points_differ", "points", 700, 699),)


@pytest.mark.parametrize("per", ["day", "round"])
def test_what_is_taken_off_can_be_kept_however_late_a_list_is(per: str) -> None:
    terms, late = {"points": 1_000_000, "per": per}, CLOSES + 3000 * DAY

    assert penalty(terms, closes=CLOSES, submitted=late, rounds=3000) == 2_000_000_000


def test_a_battery_that_is_not_artillery_is_noted_and_refuses_nothing() -> None:
    guns = {**SMALL["units"][0], "name": "Guns", "flags": ["battery"]}
    army = {**SMALL, "units": [{**guns, "arm": "foot"}, {**guns, "arm": "artillery"}], "points": 0}
    rulebook = registry.rulebook(SMALL["rulebook"])

    found = problems((), army, rulebook=rulebook, player=SMALL["player"])

    (noted,) = [each for each in found if each.code == "unusual"]
    assert noted.params == {"what": "battery_not_artillery", "found": "Guns"}
    assert problem_words(noted, rulebook) == "Guns is a battery but not artillery."
