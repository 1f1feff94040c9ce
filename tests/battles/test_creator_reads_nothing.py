"""Does the creator ever read his guest's hand? He keeps every link, address and page that he had.

He set the battle up, and so he held the guest's seat before the guest did. After each step all that
he kept is tried again: tokens at every address of the API that reads, links in a browser without
cookies, his own browser at every page that it was ever shown.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.battles.repository import load
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.services.moves import read_move
from tests.battles.callers import Caller
from tests.battles.pages.fast import sample
from tests.battles.pages.hands import colours_shown
from tests.battles.pages.sitting import sit_by_link

pytestmark = pytest.mark.django_db

MARK = "Cohors Occulta"
"""What stands in the closed part of the guest's list alone."""

READS = (
    *(
        "",
        "events/",
        "proof/",
        "links/",
        "messages/",
        "layout.json",
        "layout.svg",
        "?at=2",
        "?at=5",
    ),
)
PAGES = (
    *("", "links/", "screen/", "print/", "table/", "proof/", "state/", "said/", "?at=2", "?at=5"),
)
ADDRESS = re.compile(r'(?:href|action|value|data-[a-z-]+|src)="(?:http://testserver)?(/[^"]+)"')
LINKS = ("seat", "watch", "screen", "table", "print", "proof", "device")
OURS = re.compile(r"/(b|challenges|api/v1)/")
TOKEN = re.compile(r"[2-9a-z]{14}-[01cus](?:d[0-9]+)?-[a-z2-7]{32}")


def lists() -> list[dict[str, Any]]:
    guest = sample("marian_romans", "Ben")
    units = [{**unit, "name": f"{MARK} {number}"} for number, unit in enumerate(guest["units"])]
    return [sample("numidians", "Anna"), {**guest, "units": units}]


@dataclass
class Creator:
    """Keeps all that he was ever given, shown or told, and tries it again and again.

    `elsewhere` is a browser that keeps no cookies: to make a new one each time costs as much again
    as what it asks.
    """

    browser: Client = field(default_factory=Client)
    elsewhere: Client = field(default_factory=Client)
    battles: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    mine: dict[str, int] = field(default_factory=dict)
    read: int = 0

    def new(self) -> Client:
        """A browser that was never here."""
        self.elsewhere.cookies.clear()
        return self.elsewhere

    def program(self, token: str | None) -> Caller:
        return Caller(token, self.new())

    def keeps(self, answer: Any) -> Any:
        """Remember every token and address that an answer holds."""
        text = html.unescape(answer.content.decode(errors="replace"))
        self.tokens |= set(TOKEN.findall(text))
        found = {*ADDRESS.findall(text), *re.findall(r"http://testserver(/[^\s\"<]+)", text)}
        self.addresses |= {each for each in found if OURS.match(each)}
        return answer

    def looks(self, path: str) -> Any:
        return self.keeps(self.browser.get(path))

    def tries_all(self) -> None:
        """Nothing that he has shows the guest's hand or the closed part of his list."""
        for text, who in self._answers():
            self.read += 1
            assert MARK not in text, who
        for battle in self.battles:
            own = self.mine[battle]
            for token in sorted(self.tokens):
                view = self.program(token).get(f"battles/{battle}/")
                if view.status_code == 200:
                    self._sees_at_most_his_own(view.json(), battle, token)
            page = self.browser.get(f"/b/{battle}/")
            shown = colours_shown(html.unescape(page.content.decode()))
            played = load(Battle.objects.get(public_id=battle))
            hands = getattr(played.run.situation, "hands", None)
            if hands is not None and page.status_code == 200:
                assert set(shown) <= set(hands[own].value), battle
                assert len(shown) <= 2 * len(hands[own].value), battle

    def _sees_at_most_his_own(self, view: dict[str, Any], battle: str, token: str) -> None:
        theirs = 1 - self.mine[battle]
        if view["hands"] is not None:
            assert view["hands"][theirs]["cards"] is None, token
        assert view["seats"][theirs]["devices"] is None, token
        asked = [p for p in view["prompts"] if p["side"] == theirs]
        assert all(each["waiting"] for each in asked), token

    def _answers(self) -> Iterator[tuple[str, str]]:
        for battle in self.battles:
            for token in (*sorted(self.tokens), None):
                # One that lets nobody in does so at the door, whatever is behind it.
                true = self.program(token).get(f"battles/{battle}/").status_code == 200
                for path in READS if true else READS[1:2]:
                    answer = self.program(token).get(f"battles/{battle}/{path}")
                    yield answer.content.decode(errors="replace"), f"{token} {path}"
                for kind in LINKS if token and token.startswith(battle) else ():
                    link = f"/b/{battle}/{kind}/{token}/"
                    yield html.unescape(self.new().get(link).content.decode()), link
            for path in PAGES:
                answer = self.browser.get(f"/b/{battle}/{path}")
                yield html.unescape(answer.content.decode(errors="replace")), path
        for address in sorted(self.addresses):
            for who in (self.browser, self.new()):
                answer = who.get(address)
                body = b"".join(answer) if answer.streaming else answer.content
                yield html.unescape(body.decode(errors="replace")), address

    def tries_to_act(self, battle: str, seat: int) -> None:
        """Nor does he come to hold a seat that somebody sits at."""
        path = f"battles/{battle}/seats/{seat}/"
        for token in sorted(self.tokens):
            for act in ("take/", "device/", "reissue/"):
                answer = self.program(token).post(path + act)
                assert answer.status_code in (401, 403), (token, act, answer.content)
        for act in ("replace", "give", "another-device", "alone", "take-up"):
            sent = {"side": str(seat), "version": "1"}
            answer = self.keeps(self.browser.post(f"/b/{battle}/{act}/", sent, follow=True))
            assert MARK not in answer.content.decode(), act


def play_until(battle: str, kind: str) -> None:
    """Both play on at random, past all doors."""
    chooser = random.Random(4)
    while True:
        played = load(Battle.objects.get(public_id=battle))
        open_ = [each for each in played.askings() if each.answered_by is None]
        if not open_ or kind in {each.prompt.kind for each in open_}:
            return
        asking = open_[0]
        side = asking.side or 0
        answer = played.suggest(side, asking.id, chooser).answer
        move = read_move(prompt=asking.id, expected_version=played.version, answer=answer)
        services.play(battle=battle, side=side, move=move)


def begun(creator: Creator) -> str:
    """A battle that he sets up as a program does; his browser has his link and his own seat."""
    wanted = {"rulebook": "pbs-2023.1", "table": {"width": 45, "depth": 30}, "sides": lists()}
    made = creator.keeps(Caller().post("battles/", wanted)).json()
    battle = str(made["battle"]["id"])
    creator.battles.append(battle)
    creator.mine[battle] = 0
    owner = Caller(made["creator"])
    creator.keeps(owner.get(f"battles/{battle}/links/"))
    creator.keeps(owner.post(f"battles/{battle}/seats/1/reissue/"))
    creator.looks(f"/b/{battle}/seat/{made['creator']}/")
    sit_by_link(creator.browser, battle, made["seats"][0]["token"])
    # What an umpire's link was before umpires came by agreement.
    row = Battle.objects.get(public_id=battle)
    creator.tokens.add(tokens.token(row, Seat.UMPIRE))
    for path in ("links/", ""):
        creator.looks(f"/b/{battle}/{path}")
    return battle


def test_the_creator_never_reads_his_guests_hand() -> None:
    creator, guest = Creator(), Client()
    battle = begun(creator)
    row = Battle.objects.get(public_id=battle)
    link = tokens.token(row, Seat.SECOND)
    assert link in creator.tokens

    sit_by_link(guest, battle, link)
    creator.tries_all()
    creator.tries_to_act(battle, 1)

    play_until(battle, "play_territory_card")
    for path in ("", "links/"):
        creator.looks(f"/b/{battle}/{path}")
    guest.post(f"/b/{battle}/another-device/")
    creator.tries_all()
    creator.tries_to_act(battle, 1)
    shown = set(colours_shown(html.unescape(guest.get(f"/b/{battle}/").content.decode())))
    assert shown, "the guest himself sees his hand: the test looks at what is there"

    services.resign(battle=battle, side=0)
    creator.tries_all()
    owner = next(token for token in creator.tokens if token.startswith(f"{battle}-c-"))
    again = creator.keeps(Caller(owner).post(f"battles/{battle}/rematch/")).json()
    second = str(again["battle"]["id"])
    creator.battles.append(second)
    creator.mine[second] = 1
    creator.tokens.add(tokens.token(Battle.objects.get(public_id=second), Seat.UMPIRE))
    creator.looks(f"/b/{second}/seat/{again['creator']}/")
    creator.looks(f"/b/{second}/links/")
    creator.looks(f"/b/{second}/")
    creator.tries_all()
    creator.tries_to_act(second, 0)

    assert guest.get(f"/b/{second}/").status_code == 200
    play_until(second, "play_territory_card")
    creator.tries_all()
    creator.tries_to_act(second, 0)
    assert creator.read > 300


def test_nor_does_who_challenged_or_accepted_read_the_others() -> None:
    own, theirs = lists()
    wanted = {"rulebook": "pbs-2023.1", "table": {"width": 45, "depth": 30}, "side": own}
    challenger = Creator()
    made = challenger.keeps(Caller().post("challenges/", wanted)).json()
    path = f"challenges/{made['challenge']['id']}/"
    challenger.tokens.add(made["token"])
    came = Caller().post(f"{path}accept/", {"army": theirs}).json()
    battle = str(came["battle"]["id"])
    challenger.battles.append(battle)
    challenger.mine[battle] = 0
    challenger.keeps(Caller(made["token"]).get(path))
    creator = next(token for token in challenger.tokens if token.startswith(f"{battle}-c-"))
    challenger.keeps(Caller(creator).get(f"battles/{battle}/links/"))
    challenger.looks(f"/b/{battle}/seat/{creator}/")
    challenger.looks(f"/b/{battle}/links/")
    assert came["seat"]["token"] not in challenger.tokens

    play_until(battle, "play_territory_card")

    challenger.tries_all()
    challenger.tries_to_act(battle, 1)
    assert Caller(came["seat"]["token"]).get(f"battles/{battle}/").status_code == 200
