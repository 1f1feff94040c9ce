"""Record what the API answers, and compare it with what is stored.

Values that people read are replaced by `TEXT`, values that differ from run to run (ids, tokens,
times, salts) by a name. What remains is the contract: fields, codes, figures, statuses.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setup_app.jobs.timeouts import wait_for
from tests.events.callers import Asking

FOLDER = Path(__file__).parent
WRITES = bool(os.environ.get("WRITE_API_ANSWERS"))
"""Whether the files are written instead of compared."""

TEXTS = {"title", "detail", "message", "text", "note", "why"}
"""Keys whose values are written for people."""
IN_SCHEMAS = {"description"}
"""The same inside a JSON Schema, beside `title`."""
RANDOM = {"salt", "commitment"}
SEEDED = {"head", "seed_hash", "entry_head"}
"""What follows from the seed of a battle that the server has begun."""
TEXT = "…"
LONG = 400
"""Characters of a body from which on it is not stored twice."""

ID = re.compile(r"[2-9a-z]{14}")
CODE = re.compile(r"(<[a-z]+(?: \d+)?>-(?:r?\d+(?:d\d+)?|[01cus]))-[0-9a-zA-Z_-]+")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What a test states itself lies before 2021 or far ahead.
TIME = re.compile(r"20[2-9]\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")
STATED = ("2020-", "2999-")

Answers = dict[str, Any]


class Recording:
    """The answers of one subject, each under what was asked and by whom."""

    def __init__(self, callers: Mapping[str, Asking], *, seeded: bool = False) -> None:
        """`seeded` where battles are begun here, each with a seed of its own."""
        self.callers = dict(callers)
        self.random = RANDOM | SEEDED if seeded else RANDOM
        self.names: dict[str, str] = {}
        self._answers: Answers = {}

    def call(self, secret: str, name: str) -> None:
        """Write `<name>` wherever this id is answered."""
        self.names[secret] = f"<{name}>"

    def get(self, who: str, path: str, **headers: str) -> Any:
        return self.keep(f"{who} GET {path}", self.callers[who].get(path, **headers))

    def send(self, who: str, method: str, path: str, body: Any = None, *, case: str = "") -> Any:
        """Send this; `case` tells it from what else is sent to the same address."""
        caller = self.callers[who]
        sent = getattr(caller, method.lower())
        answer = sent(path) if method == "DELETE" else sent(path, body)
        return self.keep(asked(who, method, path, case), answer)

    def work(self, who: str, path: str, body: Any, *, case: str = "") -> None:
        """Send what a worker answers, and record the job once it is over."""
        answer = self.callers[who].post(path, body, Prefer="respond-async")
        if answer.status_code == 202:
            job = answer.json()["job"]
            wait_for(job, 60)
            answer = self.callers[who].get(f"jobs/{job}/")
        self.keep(asked(who, "POST", path, case), answer)

    def keep(self, name: str, answer: Any) -> Any:
        """Record an answer; its JSON, if it is any."""
        while name in self._answers:
            name += "+"
        type_ = answer.headers.get("Content-Type", "").partition(";")[0]
        body = None
        if "json" in type_:
            body = json.loads(answer.content)
        elif type_ == "text/csv" and answer.status_code == 200:
            body = answer.content.decode("utf-8-sig").splitlines()
        self._answers[name] = {"status": answer.status_code, "type": type_, "body": body}
        self._find_ids(body)
        return body

    def keep_part(self, name: str, value: Any) -> None:
        """Record a part of an answer."""
        self._answers[name] = json.loads(json.dumps(value))

    def answers(self) -> Answers:
        """All of it, fit to be compared: as JSON reads it, without what people read.

        A long body that was recorded before is named, not repeated.
        """
        fit = {self._plain(name): self._fit(value) for name, value in self._answers.items()}
        first: dict[str, str] = {}
        for name, answer in fit.items():
            body = json.dumps(answer.get("body"))
            if len(body) > LONG and first.setdefault(body, name) != name:
                answer["body"] = f"as {first[body]}"
        return fit

    def _find_ids(self, value: Any) -> None:
        if isinstance(value, list):
            for each in value:
                self._find_ids(each)
        elif isinstance(value, dict):
            for key, each in value.items():
                of_one = key in ("id", "battle", "army", "map", "copied_from", "challenge")
                if of_one and isinstance(each, str) and ID.fullmatch(each):
                    self.names.setdefault(each, f"<id {len(self.names)}>")
                self._find_ids(each)

    def _fit(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {
                self._plain(name): TEXT
                if is_text(name, each, parent=key, siblings=value)
                else self._fit(each, name)
                for name, each in value.items()
            }
        if isinstance(value, list):
            return [self._fit(each, key) for each in value]
        if isinstance(value, str):
            return f"<{key}>" if key in self.random and len(value) >= 32 else self._plain(value)
        return value

    def _plain(self, text: str) -> str:
        for secret, name in self.names.items():
            text = text.replace(secret, name)
        text = UUID.sub("<uuid>", CODE.sub(r"\1-<code>", text))
        return TIME.sub(lambda m: m.group() if m.group().startswith(STATED) else "<time>", text)


def asked(who: str, method: str, path: str, case: str = "") -> str:
    return f"{who} {method} {path}" + (f": {case}" if case else "")


def is_text(name: str, value: Any, *, parent: str, siblings: Mapping[str, Any]) -> bool:
    """Whether a value is written for people. A property of a schema is none, whatever its name."""
    if parent == "properties" or value is None or value == "":
        return False
    in_schema = name in IN_SCHEMAS and not {"type", "$ref", "anyOf", "enum"}.isdisjoint(siblings)
    return name in TEXTS or in_schema


def stored(name: str) -> Answers:
    """The answers in a file of this folder."""
    return dict(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def write(name: str, answers: Answers) -> None:
    """Write a file with one answer per line, so that a change shows as one line."""
    lines = [
        f"{json.dumps(asked, ensure_ascii=False)}: {json.dumps(answer, ensure_ascii=False)}"
        for asked, answer in answers.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (FOLDER / f"{name}.json").write_text(text, "utf-8")
