"""A seat's token decides what its holder sees and does; for others the visibility decides."""

from typing import Any

import pytest
from django.test import override_settings

from setup_app.battles.models import Battle
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from tests.battles.callers import SKIRMISH, Caller, Table, begin

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def statuses(table: Table, caller: Caller) -> list[int]:
    """What this caller gets: the battle, its log, and an answer to a prompt."""
    return [
        caller.get(table.path).status_code,
        caller.get(f"{table.path}events/").status_code,
        caller.post(f"{table.path}undo/").status_code,
    ]


@pytest.mark.parametrize(
    ("visibility", "expected"),
    [("private", [404, 404, 404]), ("link", [200, 200, 403]), ("public", [200, 200, 403])],
)
def test_a_stranger_watches_by_visibility_and_never_plays(
    visibility: str, expected: list[int]
) -> None:
    table = begin(SKIRMISH, visibility=visibility)

    assert statuses(table, Caller()) == expected


def test_a_private_battle_looks_like_none_at_all() -> None:
    private = Caller().get(begin(SKIRMISH).path)
    missing = Caller().get("battles/23456789abcdef/")

    assert (private.status_code, private.json()) == (missing.status_code, missing.json())


def wrong_tokens(table: Table) -> dict[str, str]:
    first, second = (seat.token or "" for seat in table.seats)
    other = begin(SKIRMISH).seats[0].token or ""
    battle, _, code = first.rsplit("-", 2)
    return {
        "empty": "",
        "words": "let me in",
        "not ASCII": "ä" * 20,
        "cut short": first[:-1],
        "one letter changed": first[:-1] + ("a" if first[-1] != "a" else "b"),
        "of another battle": other,
        "of another seat, renamed": second.replace(f"{battle}-1-", f"{battle}-0-"),
        "of a seat that is none": f"{battle}-2-{code}",
    }


def test_a_wrong_token_is_401_whatever_is_wrong_with_it() -> None:
    table = begin(SKIRMISH, visibility="public")

    answers = {
        what: statuses(table, Caller(token)) for what, token in wrong_tokens(table).items() if token
    }

    assert answers == {what: [401, 401, 401] for what in answers}


def test_a_token_of_another_battle_does_not_tell_whether_there_is_this_one() -> None:
    other = begin(SKIRMISH).seats[0]

    hidden = other.get(begin(SKIRMISH).path)
    missing = other.get("battles/23456789abcdef/")

    assert (hidden.status_code, hidden.json()) == (missing.status_code, missing.json())
    assert hidden.status_code == 401


def test_a_reissued_seat_voids_its_old_token_alone() -> None:
    table = begin(SKIRMISH)
    old = table.seats[0]

    answer = table.creator.post(f"{table.path}seats/0/reissue/")

    assert answer.status_code == 201
    new = Caller(answer.json()["token"])
    assert old.get(table.path).status_code == 401
    assert new.get(table.path).json()["version"] == table.view(table.seats[1])["version"]
    assert [event["kind"] for event in table.events(new)][-1] == "seat_reissued"


def test_the_creator_holds_links_for_an_umpire_and_a_spectator() -> None:
    table = begin(SKIRMISH, umpire=True)

    links = table.creator.get(f"{table.path}links/").json()

    assert sorted(links) == ["spectator", "umpire"]
    assert [Caller(token).get(table.path).status_code for token in links.values()] == [200, 200]
    assert table.seats[0].get(f"{table.path}links/").status_code == 403


def test_only_a_seat_plays() -> None:
    table = begin(SKIRMISH, umpire=True)
    links = table.creator.get(f"{table.path}links/").json()
    prompt = table.asked(0)
    assert prompt
    move = {
        "prompt": prompt["id"],
        "expected_version": table.version(),
        "answer": prompt["options"][0],
    }

    answers = [
        caller.post(f"{table.path}moves/", move)
        for caller in (table.creator, Caller(links["umpire"]), Caller(links["spectator"]))
    ]

    assert [(a.status_code, a.json()["code"]) for a in answers] == [(403, "not_your_prompt")] * 3


def test_tokens_outlive_a_change_of_the_servers_secret(settings: Any) -> None:
    table = begin(SKIRMISH)
    before = settings.SECRET_KEY

    with override_settings(SECRET_KEY="another, and long enough", SECRET_KEY_FALLBACKS=[before]):
        kept = table.seats[0].get(table.path).status_code
    with override_settings(SECRET_KEY="another, and long enough", SECRET_KEY_FALLBACKS=[]):
        lost = table.seats[0].get(table.path).status_code

    assert (kept, lost) == (200, 401)


def test_no_token_is_stored() -> None:
    table = begin(SKIRMISH)
    row = Battle.objects.get(public_id=table.id)

    kept = repr(list(Battle.objects.values())) + repr(list(row.log.values()))

    for seat in Seat:
        assert tokens.token(row, seat).rsplit("-", 1)[1] not in kept


def test_what_a_seat_sees_is_kept_by_no_cache() -> None:
    table = begin(SKIRMISH)

    paths = ["", "events/", "proof/", "layout.json"]

    assert {
        path: table.seats[0].get(f"{table.path}{path}").headers["Cache-Control"] for path in paths
    } == dict.fromkeys(paths, "no-store")


def test_public_battles_are_listed_page_by_page() -> None:
    for visibility in ("private", "link", "public", "public", "public"):
        begin(SKIRMISH, visibility=visibility)

    page = Caller().get("battles/?page_size=2").json()

    assert (page["count"], len(page["results"])) == (3, 2)
    assert {line["visibility"] for line in page["results"]} == {"public"}
