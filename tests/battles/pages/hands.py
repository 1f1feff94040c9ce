"""How do tests without a browser sit at a battle's page? With Django's client and its forms."""

import html
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from setup_app.armies.services import load_samples
from setup_app.battles.models import Battle
from setup_app.battles.repository import load
from setup_app.battles.services import store_log
from setup_app.engine.values import SIDES
from tests import stock
from tests.battles.pages.sitting import sit
from tests.stock import Log


@dataclass
class Browser:
    """One browser with its session, at one battle."""

    client: Client = field(default_factory=Client)
    battle: str = ""

    @classmethod
    def at(cls, log: Log, *sides: int) -> "Browser":
        """At a battle that lies ready: in these seats, or in both."""
        row = store_log(exported=log)
        browser = cls(battle=row.public_id)
        return browser.sit(*(sides or SIDES))

    @classmethod
    def asked_for(cls, kind: str, *sides: int, **which: Any) -> "Browser":
        """The same at the first question of a kind."""
        return cls.at(stock.asked(kind, **which), *sides)

    def asking(self, kind: str) -> str:
        """The open question of a kind."""
        return next(
            each.id
            for each in load(self.row).askings()
            if each.prompt.kind == kind and each.answered_by is None
        )

    def begin(self, **fields: str) -> Any:
        load_samples()
        form = self.client.get("/battles/new/").content.decode()
        lists = re.findall(r'<option value="([^"]+)"[^>]*>[^<]*\(sample\)', form)
        sent = {"first": lists[0], "second": lists[1], "opponent": "same", **fields}
        answer = self.client.post("/battles/new/", sent)
        if answer.status_code == 302:
            self.battle = answer["Location"].split("/")[2]
        return answer

    def arrived(self) -> "Browser":
        """Send the session's new id once: its arrival is stored."""
        self.client.get("/battles/")
        return self

    def sit(self, *sides: int) -> "Browser":
        """Hold these seats too."""
        sit(self.client, self.battle, *sides)
        return self

    @property
    def row(self) -> Battle:
        return Battle.objects.get(public_id=self.battle)

    def get(self, path: str = "") -> Any:
        return self.client.get(f"/b/{self.battle}/{path}")

    def post(self, path: str, **fields: Any) -> Any:
        return self.client.post(f"/b/{self.battle}/{path}", fields)

    def page(self, path: str = "") -> str:
        return html.unescape(self.get(path).content.decode())

    def sit_down(self) -> None:
        assert self.post("sit-down/").status_code == 302

    def answer(self, number: int = 0) -> Any:
        """The open question of either side, by the option with this number."""
        played = load(self.row)
        asking = next(each for each in played.askings() if each.answered_by is None)
        side = asking.side if asking.side is not None else SIDES[0]
        suggested = asking.prompt.options(asking.side, played.known_to(asking, side))
        assert suggested
        option = suggested[min(number, len(suggested) - 1)]
        return self.post("move/", prompt=asking.id, version=played.version, **fields_of(option))


def fields_of(option: dict[str, Any]) -> dict[str, Any]:
    """The fields that the page's own form sends for an option."""
    if "units" in option:
        units = [str(each) for each in option["units"]]
        return {"unit": units} if units else {"nobody": "1"}
    if "types" in option:
        return {f"count-{name}": str(n) for name, n in Counter(option["types"]).items()}
    if "cards" in option:
        return {"card": option["cards"]}
    return {"answer": json.dumps(option)}


def colours_shown(page: str) -> list[str]:
    """The faces of cards that a page holds."""
    return re.findall(r'class="card card-(black|white|green|yellow|red)"', page)
