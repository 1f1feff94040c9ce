"""How does a test get to a late step quickly? Over REST, then by the seats' links."""

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from tests import stock
from tests.battles.pages.travelling import visit
from tests.battles.wire import Wire
from tests.house import Metator
from tests.processes import until
from tests.stock import Log

STATE = re.compile(r"/state/(\?|$)")
SAMPLES = RULEBOOK.folder / "samples"


def sample(name: str, player: str) -> dict[str, Any]:
    return {**json.loads((SAMPLES / f"{name}.json").read_text("utf-8")), "player": player}


CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def sit_by(request: Any, link: str) -> None:
    """Confirm a link to a seat with a browser's cookies, without drawing a page."""
    asked = request.get(link, max_redirects=0)
    assert asked.status == 200, asked.text()
    found = CSRF.search(asked.text())
    assert found
    sent = {"csrfmiddlewaretoken": found[1]}
    came = request.post(link, form=sent, headers={"Referer": link}, max_redirects=0)
    assert came.status == 302, came.text()


def without_stream(page: Any) -> None:
    """Let there be no stream, as in a house that cannot have one: the page asks then."""
    said = {"status": 503, "code": "no_stream"}
    kind = "application/problem+json"
    page.route(
        "**/api/v1/stream/**",
        lambda route: route.fulfill(status=503, json=said, content_type=kind),
    )


class Asking:
    """How often does a page ask how far its battle is? So a test of time needs no clock."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[Any] = []
        page.on("request", self.note)

    def note(self, request: Any) -> None:
        if STATE.search(request.url):
            self.requests.append(request)

    def since(self, moment: float) -> int:
        """The questions that went off after a moment, by the clock of this machine."""
        return sum(each.timing["startTime"] > moment * 1000 for each in self.requests)

    def answered_twice(self) -> None:
        """Wait for two answers; at least the second was given after this was called."""
        for _ in range(2):
            self.page.wait_for_event("response", lambda answer: STATE.search(answer.url))

    def soon(self, act: Callable[[], object], seen: Callable[[], object]) -> None:
        """What was done is seen after two questions at most; how long that took is printed."""
        act()
        done = time.time()
        seen()
        print(f"seen after {time.time() - done:.2f} s")
        assert self.since(done) <= 2


@dataclass
class Fast:
    """A battle of Anna and Ben, played over REST."""

    url: str
    id: str
    tokens: list[str]

    @classmethod
    def begin(cls, url: str, **more: Any) -> "Fast":
        wanted = {
            "rulebook": "pbs-2023.1",
            "table": {"width": 45, "depth": 30},
            "until": "scouting",
            "sides": [sample("numidians", "Anna"), sample("marian_romans", "Ben")],
            **more,
        }
        made = Wire(url).post("/api/v1/battles/", wanted)
        assert made.status == 201, made.body
        body = made.json()
        return cls(url, body["battle"]["id"], [seat["token"] for seat in body["seats"]])

    @classmethod
    def at(cls, server: Metator, log: Log) -> "Fast":
        """A battle that lies ready, on this server."""
        battle, tokens = server.store(log)
        return cls(server.url, battle, tokens[:2])

    @classmethod
    def asked_for(cls, server: Metator, kind: str, **which: Any) -> "Fast":
        """The battle of the stock that has come to the first asking of this kind."""
        return cls.at(server, stock.asked(kind, **which))

    def view(self, side: int) -> dict[str, Any]:
        shown = Wire(self.url, self.tokens[side]).get(f"/api/v1/battles/{self.id}/")
        return dict(shown.json())

    def asked(self) -> tuple[int, dict[str, Any], dict[str, Any]] | None:
        """The first open question: of whom, in which view, and itself."""
        for side in (0, 1):
            view = self.view(side)
            for prompt in view["prompts"]:
                if not prompt["waiting"]:
                    return side, view, prompt
        return None

    @property
    def side(self) -> int:
        """Who is asked first."""
        found = self.asked()
        assert found is not None
        return found[0]

    def play_until(self, *kinds: str, seed: int = 1) -> dict[str, Any]:
        """Choose at random until one of these kinds is asked; the question."""
        chance = random.Random(seed)
        while (found := self.asked()) is not None:
            side, view, prompt = found
            if prompt["kind"] in kinds:
                return prompt
            self.answer(side, view, prompt, chance)
        raise AssertionError(f"never asked: {kinds}")

    def answer(self, side: int, view: Any, prompt: Any, chance: random.Random) -> None:
        if prompt.get("options"):
            answer = prompt["options"][chance.randrange(len(prompt["options"]))]
        else:
            path = f"/api/v1/battles/{self.id}/suggest/"
            suggested = Wire(self.url, self.tokens[side]).post(path, {"prompt": prompt["id"]})
            answer = suggested.json()["answer"]
        self.send(side, prompt["id"], view["version"], answer)

    def send(self, side: int, prompt: str, version: int, answer: Any) -> None:
        """One answer to the battle at this version; back when it is judged."""
        sent = {"prompt": prompt, "expected_version": version, "answer": answer}
        caller = Wire(self.url, self.tokens[side])
        came = caller.post(f"/api/v1/battles/{self.id}/moves/", sent)
        assert came.status in (201, 202), came.body
        if came.status == 202:
            until(lambda: self.view(side)["version"] > version, what="the worker")

    def device_link(self, side: int) -> str:
        """A fresh link for one more device: it uses nothing up, and the seat's token goes on."""
        path = f"/api/v1/battles/{self.id}/seats/{side}/device/"
        made = Wire(self.url, self.tokens[side]).post(path)
        assert made.status == 201, made.body
        return str(made.json()["url"])

    def link(self, side: int) -> str:
        return f"{self.url}/b/{self.id}/seat/{self.tokens[side]}/"

    @property
    def page_url(self) -> str:
        return f"{self.url}/b/{self.id}/"

    def sit(self, page: Any, *sides: int) -> None:
        """Let a browser hold these seats too, as one more device of each."""
        for side in sides:
            # Its cookie alone: to draw the page that this leads to would cost as much again.
            sit_by(page.context.request, self.device_link(side))
        visit(page, self.page_url)
        assert urlsplit(page.url).path == f"/b/{self.id}/"

    def open(self, page: Any, more: str = "") -> Any:
        """Go to the battle's page, or to one below it; the answer."""
        return visit(page, self.page_url + more)
