"""What the pages show while every form on them is sent with hostile values."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from setup_app.armies import urls_pages as army_urls
from setup_app.armies.services import load_samples
from setup_app.battles import urls_pages as battle_urls
from setup_app.events import urls_pages as event_urls
from setup_app.events.models import Kind
from setup_app.layouts import urls_pages as layout_urls
from setup_app.maps import services as maps
from tests import stock
from tests.api_answers import an_event
from tests.api_answers.a_battle import SQUARE, polygon
from tests.armies.lists import SMALL
from tests.armies.test_plans import PLAN, TROOPS
from tests.battles.pages.hands import Browser
from tests.battles.test_challenges import PBS
from tests.events.callers import Meeting, answered, begin
from tests.events.ground_runs import run
from tests.events.test_pages import sitting
from tests.layouts.pages.laying import FORM, laid
from tests.mutations.forms import Form, crawl

FIELDS: Final = (
    *(("side", "0"), ("proposal", "1"), ("envelope", "orders"), ("do", "accept"), ("to", "5")),
    *(("version", "1"), ("prompt", "1-sit_down-0"), ("text", "x"), ("entry", "1"), ("due", "")),
    *(("name", "x"), ("token", "x"), ("list", "1"), ("anyway", "yes")),
)
"""Field names of forms that a stage does not show at its moment."""


def unreached(client: Client, found: list[Form], urls: Any, **named: Any) -> list[Form]:
    """Return a form for each address that accepts one and that no form of the stage leads to."""
    reached = {each.name for each in found if each.method == "POST"}
    forms = []
    for each in urls.urlpatterns:
        if each.name in reached:
            continue
        kwargs = {name: named.get(name, "x" * 20) for name in each.pattern.converters}
        path = reverse(each.name, kwargs=kwargs)
        if Client().post(path).status_code != 405:
            forms.append(Form(each.name, client, "POST", path, FIELDS, brief=True))
    return forms


def event_before(who: Kind) -> list[Form]:
    """The pages of one who has a part in an event that is being prepared."""
    meeting, _recording = an_event.prepared()
    return _of_event(meeting, who)


def event_after(who: Kind) -> list[Form]:
    """The same while a round is played and lists are public."""
    meeting = begin(**{**an_event.TERMS, "lists": {"closes": an_event.FUTURE, "peers": True}})
    for caller, entry in ((meeting.player, 1), (meeting.other_player, 2)):
        answered(caller.put(f"{meeting.path}entries/{entry}/list/", SMALL), 200)
        answered(caller.post(f"{meeting.path}entries/{entry}/list/submit/", {}), 201)
    closed = {"lists": {"closes": an_event.PAST, "peers": True}}
    answered(meeting.organiser.patch(meeting.path, closed), 200)
    order = {"rounds": [1], "ground": {"kind": "battle"}}
    run(answered(meeting.organiser.post(f"{meeting.path}prepare/", order), 202)["job"])
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    pairs = {"pairings": [{"table": 1, "entries": [1, 2]}]}
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", pairs), 200)
    answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/", {}), 200)
    return _of_event(meeting, who)


def _of_event(meeting: Meeting, who: Kind) -> list[Form]:
    number = {Kind.ORGANISER: 1, Kind.CHECKER: 2, Kind.DESK: 3, Kind.PLAYER: 4}[who]
    client = sitting(meeting, number)
    own = f"/e/{meeting.id}/r{number}/"
    starts = [own, f"{own}rounds/", f"{own}tables/", f"{own}list/", f"{own}lists/", "/events/new/"]
    found = crawl(client, starts)
    if who is Kind.ORGANISER:
        sent = (("chosen", "a"), ("outline", json.dumps(polygon(SQUARE))), ("changes", "{}"))
        named: dict[str, Any] = {"event": meeting.id, "role": 1, "number": 1, "table": 1}
        found += [
            Form(name, client, "POST", reverse(name, kwargs=named), sent)
            for name in ("event-ground-hints", "event-ground-nearest")
        ]
        named |= {"entry": 1, "version": 1, "what": "enter"}
        found += unreached(client, found, event_urls, **named)
    return found


def prompt(kind: str) -> list[Form]:
    """The page of a battle that asks a kind of prompt, and what its script asks."""
    browser = Browser.asked_for(kind)
    path = f"/b/{browser.battle}/"
    found = crawl(browser.client, [path], within=path)
    asking = browser.asking(kind)
    sent: dict[str, Any] = {
        "prompt": asking,
        "version": str(browser.row.version),
        "answer": json.dumps({"about": [1, 2], "degrees": 5, "outline": polygon(SQUARE)}),
        "outline": json.dumps(polygon(SQUARE)),
        "x": "12",
        "y": "8",
        "degrees": "10",
    }
    outline = {**sent, "from": "defender", "unit": "0"}
    plan = {**sent, "plan": json.dumps(PLAN), "mirror": "yes", "across": "1", "ahead": "1"}
    plans = {**plan, "do": "save", "name": "lines", "to": "other"}
    by_script = {
        "battle-move": sent,
        "battle-place": {**sent, "do": "place"},
        "battle-back": {**sent, "to": "5"},
    }
    if kind in ("place_piece", "turn_piece", "move_piece", "deploy"):
        by_script |= {
            "battle-hints": outline,
            "battle-nearest": outline,
            "battle-zones": outline,
            "battle-suggest": sent,
            "battle-plan": plan,
            "battle-plans": plans,
            "battle-say": {"text": "Yes.", "word": ""},
        }
    return found + [
        Form(
            name, browser.client, "POST", reverse(name, args=(browser.battle,)), tuple(each.items())
        )
        for name, each in by_script.items()
    ]


def battle_over() -> list[Form]:
    """The page of a battle that is over, for its creator and both seats."""
    browser = Browser.at(stock.kept(stock.SERVED))
    found = crawl(browser.client, [f"/b/{browser.battle}/"], within=f"/b/{browser.battle}/")
    named = {"battle": browser.battle, "kind": "svg"}
    return found + unreached(browser.client, found, battle_urls, **named)


def new_battles() -> list[Form]:
    """The forms that begin a battle or a challenge, and the pages of one of each."""
    load_samples()
    browser = Browser()
    browser.begin(opponent="two")
    client = browser.client
    made = answered(
        client.post(
            "/api/v1/challenges/",
            {**PBS, "listed": True, "points": {"least": 0, "most": 100_000}},
            content_type="application/json",
        ),
        201,
    )
    starts = [f"/challenges/{made['challenge']['id']}/", "/challenges/", "/challenges/new/"]
    starts += ["/battles/new/", "/battles/", f"/b/{browser.battle}/", "/", "/hosting/"]
    stranger = crawl(Client(), starts[:4])
    found = crawl(client, starts) + [each for each in stranger if each.method == "POST"]
    named = {"challenge": made["challenge"]["id"], "battle": browser.battle, "kind": "svg"}
    return found + unreached(client, found, battle_urls, **named)


def tables() -> list[Form]:
    """Tables without a battle: the form, a table, its editor, a set."""
    client = Client()
    row = laid(client)
    answer = client.post("/tables/", {**FORM, "tables": "2"})
    assert answer.status_code == 302
    path = f"/t/{row.public_id}/"
    found = crawl(client, ["/tables/", "/tables/mine/", path, f"{path}edit/", answer.url])
    piece = row.layout["pieces"][0]
    sent = (
        ("chosen", piece["id"]),
        ("outline", json.dumps(piece["outline"])),
        ("changes", json.dumps({"pieces": {piece["id"]: [1, 2, 3, 4, 5, None]}, "gone": []})),
        ("from", "invader"),
        ("script", "1"),
    )
    chosen = crawl(client, [f"{path}edit/?piece={piece['id']}"], within=path)
    found += unreached(client, found, layout_urls, table=row.public_id, job=uuid.UUID(int=0))
    return [
        *found,
        *(each for each in chosen if each.method == "POST"),
        *(
            Form(name, client, "POST", reverse(name, args=(row.public_id,)), sent)
            for name in ("table-hints", "table-nearest")
        ),
    ]


def lists_and_maps() -> list[Form]:
    """Army lists with plans, and maps, as their owner sees them."""
    maps.sync_official_maps()
    load_samples()
    client = Client()
    kind = "application/json"
    army = {**SMALL, "units": TROOPS, "points": 300}
    own = answered(client.post("/api/v1/armies/", army, content_type=kind), 201)["id"]
    answered(client.put(f"/api/v1/armies/{own}/plans/lines/", PLAN, content_type=kind), 201)
    copied = answered(
        client.post(
            "/api/v1/maps/pbs-2023-1-plains/copy/", json.dumps({"name": "Club"}), content_type=kind
        ),
        201,
    )
    starts = [f"/armies/{own}/", f"/armies/{own}/edit/", "/armies/new/", "/armies/import/"]
    starts += ["/armies/", f"/maps/{copied['id']}/", f"/maps/{copied['id']}/edit/", "/maps/"]
    found = crawl(client, starts)
    change = next(each for each in found if each.operation == "POST map-edit")
    drawing = reverse("map-drawing", args=(copied["id"],))
    plans = reverse("army-plans", args=(own,))
    found += unreached(client, found, army_urls, public_id=own, plan=1)
    return [
        *found,
        Form("map-drawing", client, "POST", drawing, change.fields),
        Form("army-plans", client, "POST", plans, (("name", "other"),), ("file",)),
        Form("set_language", client, "POST", "/i18n/setlang/", (("language", "de"), ("next", "/"))),
        Form(
            "login",
            client,
            "POST",
            "/admin/login/?next=/admin/",
            (("username", "x"), ("password", "x"), ("next", "/")),
        ),
    ]


STAGES: Final[Mapping[str, Callable[[], list[Form]]]] = {
    **{
        f"an event before, {who}": (lambda who=who: event_before(who))  # type: ignore[misc]
        for who in Kind
    },
    **{
        f"an event after, {who}": (lambda who=who: event_after(who))  # type: ignore[misc]
        for who in Kind
    },
    "new battles": new_battles,
    "a battle over": battle_over,
    "tables": tables,
    "lists and maps": lists_and_maps,
    **{
        f"prompt {kind}": (lambda kind=kind: prompt(kind))  # type: ignore[misc]
        for kind in (*stock.KINDS, *stock.DEPLOYING)
    },
}
