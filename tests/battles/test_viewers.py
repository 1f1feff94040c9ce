"""Who may do what with a battle? Every address under one battle, asked by every viewer.

The table is the contract's; the addresses come from the URL configuration, and one without a row
fails. What an address answers to who may ask it is tested elsewhere: here it only turns him not
away.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern

from setup_app.battles import urls_api, urls_pages
from setup_app.battles.models import Battle, Visibility
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from tests.battles.callers import SKIRMISH, Caller, Table, begin
from tests.battles.pages.sitting import sit

pytestmark = pytest.mark.django_db

TURNED_AWAY = (401, 403, 404)
VIEWERS = ("stranger", "other account", "spectator", "umpire", "creator", "seat 0", "seat 1")

# Each row: what the stranger, the spectator, the umpire, the creator and a seat get of a private
# battle. `ok` is anything but being turned away.
READS = ("GET", 404, "ok", "ok", "ok", "ok")
PLAYS = ("POST", 404, 403, 403, 403, "ok")
FOR_CREATOR = ("POST", 404, 403, 403, "ok", 403)

API = {
    "battle": READS,
    "battle-events": READS,
    "battle-proof": READS,
    # There is no table yet: that, and not who asks, is what is said.
    **{f"battle-layout-{kind}": ("GET", 404, 404, 404, 404, 404) for kind in ("json", "svg")},
    **{f"battle-layout-{kind}": ("GET", 404, 404, 404, 404, 404) for kind in ("png", "pdf")},
    **{f"battle-position-{kind}": ("GET", 404, 404, 404, 404, 404) for kind in ("json", "svg")},
    **{f"battle-position-{kind}": ("GET", 404, 404, 404, 404, 404) for kind in ("png", "pdf")},
    "battle-messages": ("GET", 404, 403, 403, 403, "ok"),
    "battle-moves": PLAYS,
    "battle-suggest": PLAYS,
    "battle-hints": PLAYS,
    "battle-zones": PLAYS,
    "battle-plan": PLAYS,
    "battle-undo": PLAYS,
    "battle-proposals": PLAYS,
    # There is no such proposal, nor envelope: a seat is told that, who has none is turned away.
    "battle-proposal-accept": ("POST", 404, 403, 403, 403, 404),
    "battle-proposal-decline": ("POST", 404, 403, 403, 403, 404),
    "battle-open-envelope": ("POST", 404, 403, 403, 403, 404),
    "battle-close": PLAYS,
    "battle-resign": PLAYS,
    "battle-rematch": FOR_CREATOR,
    "battle-links": ("GET", 404, 403, 403, "ok", 403),
    # The seat is free: its creator may, and who holds it.
    "battle-reissue": ("POST", 404, 403, 403, "ok", "ok"),
    "battle-take": ("POST", 404, 403, 403, 403, "ok"),
    "battle-device-link": ("POST", 404, 403, 403, 403, "ok"),
}
NOT_UNDER_ONE = {"battles", "stream", "challenges-api", "challenge-api", "challenge-accept-api"}
PARTS = {"proposal": "7", "envelope": "orders", "seat": "0"}


def paths(patterns: list[URLPattern]) -> dict[str, str]:
    return {str(each.name): str(each.pattern) for each in patterns}


def test_every_address_of_the_api_has_its_row() -> None:
    assert set(paths(urls_api.urlpatterns)) - NOT_UNDER_ONE == set(API)


@pytest.fixture
def table() -> Table:
    return begin(SKIRMISH, umpire=True)


def callers(table: Table) -> dict[str, Caller]:
    row = Battle.objects.get(public_id=table.id)
    other = Client()
    other.force_login(User.objects.get_or_create(username="other")[0])
    return {
        "stranger": Caller(),
        "other account": Caller(client=other),
        "spectator": Caller(tokens.token(row, Seat.SPECTATOR)),
        "umpire": Caller(tokens.token(row, Seat.UMPIRE)),
        "creator": table.creator,
        "seat 0": table.seats[0],
        "seat 1": table.seats[1],
    }


def expected(row: tuple[Any, ...], viewer: str) -> Any:
    _method, stranger, spectator, umpire, creator, seat = row
    return {
        "stranger": stranger,
        "other account": stranger,
        "spectator": spectator,
        "umpire": umpire,
        "creator": creator,
    }.get(viewer, seat)


def asked(caller: Caller, row: tuple[Any, ...], path: str) -> Any:
    status = caller.get(path).status_code if row[0] == "GET" else caller.post(path, {}).status_code
    assert status < 500
    return status if status in TURNED_AWAY else "ok"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_who_may_ask_the_api(viewer: str) -> None:
    found = {}
    for name, row in API.items():
        table = begin(SKIRMISH, umpire=True)
        path = paths(urls_api.urlpatterns)[name].replace("<str:battle>", table.id)
        for part, value in PARTS.items():
            path = path.replace(f"<number:{part}>", value).replace(f"<str:{part}>", value)
        found[name] = asked(callers(table)[viewer], row, path)

    wanted = {name: expected(row, viewer) for name, row in API.items()}
    if viewer == "seat 1":
        # It is the other seat that is meant.
        wanted |= dict.fromkeys(("battle-reissue", "battle-take", "battle-device-link"), 403)
    assert found == wanted


def test_with_the_link_whoever_has_it_watches_as_a_spectator(table: Table) -> None:
    Battle.objects.update(visibility=Visibility.LINK)
    stranger = Caller()

    assert asked(stranger, READS, table.path) == "ok"
    assert asked(stranger, PLAYS, f"{table.path}undo/") == 403
    assert asked(stranger, READS, f"{table.path}links/") == 403


def test_a_token_of_another_battle_opens_none(table: Table) -> None:
    other = begin(SKIRMISH)

    for caller in (*other.seats, other.creator):
        assert caller.get(table.path).status_code == 401


# Pages: a browser that holds nothing, the creator's, and one that sits at a side.
PAGES: dict[str, Any] = {
    "battle": ("GET", 404, "ok", "ok"),
    "battle-screen": ("GET", 404, "ok", "ok"),
    "battle-state": ("GET", 404, "ok", "ok"),
    "battle-links": ("GET", 404, "ok", "ok"),
    "battle-own-proof": ("GET", 404, "ok", "ok"),
    "battle-said": ("GET", 404, 404, "ok"),
    "battle-table": ("GET", 404, "ok", "ok"),
    "battle-print": ("GET", 404, "ok", "ok"),
    "battle-sheet": ("GET", 404, "ok", "ok"),
    "battle-position-page": ("GET", 404, "ok", "ok"),
    **{
        f"battle-{act}": ("POST", 404, 404, "ok")
        for act in (
            *("move", "place", "suggest", "hints", "nearest", "zones", "sit-down", "say"),
            *("undo", "back", "reply", "close", "resign", "another-device", "alone", "leave"),
            *("stop", "open", "plan", "plans"),
        )
    },
    # One browser that holds both seats may these alone.
    "battle-take-up": ("POST", 404, 404, 404),
    "battle-give": ("POST", 404, 404, 404),
    # For who began it and sits there himself.
    "battle-rematch": ("POST", 404, 404, 404),
    "battle-replace": ("POST", 404, "ok", 404),
    "battle-forget": ("POST", "ok", "ok", "ok"),
}
BY_LINKS = {
    *("battle-seat", "battle-device", "battle-watch", "battle-picture", "battle-watch-screen"),
    *("battle-watch-table", "battle-watch-proof", "battle-watch-print", "battle-watch-sheet"),
    "battle-watch-position",
}
PAGES_NOT_UNDER_ONE = {
    *("battles", "battle-new", "battle-try", "challenges", "challenge-new", "challenge"),
    *("challenge-state", "challenge-accept", "challenge-withdraw"),
}


def test_every_page_has_its_row() -> None:
    assert set(paths(urls_pages.urlpatterns)) - PAGES_NOT_UNDER_ONE == {*PAGES, *BY_LINKS}


def browser(table: Table, holds: str) -> Client:
    """One that holds nothing, the creator's link, or a side's seat."""
    row = Battle.objects.get(public_id=table.id)
    client = Client()
    if holds == "creator":
        client.post(f"/b/{table.id}/seat/{tokens.token(row, Seat.CREATOR)}/")
    elif holds == "seat":
        sit(client, table.id, 0)
    return client


@pytest.mark.parametrize(("place", "holds"), [(1, "nothing"), (2, "creator"), (3, "seat")])
def test_who_may_ask_for_a_page(place: int, holds: str) -> None:
    found = {}
    for name, row in PAGES.items():
        table = begin(SKIRMISH, umpire=True)
        path = "/" + paths(urls_pages.urlpatterns)[name].replace("<slug:battle>", table.id)
        path = path.replace("<slug:kind>", "pdf")
        asking = browser(table, holds)
        act = asking.get if row[0] == "GET" else asking.post
        status = act(path, {"side": "0"}).status_code
        assert status < 500, name
        found[name] = status if status in TURNED_AWAY else "ok"

    assert found == {name: row[place] for name, row in PAGES.items()}
