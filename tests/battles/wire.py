"""How do tests read every byte that a server sends? Over a socket, as a browser or a program."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

COMPARED_HEADERS = ("content-type", "cache-control", "location", "retry-after", "www-authenticate")


@dataclass(frozen=True)
class Answer:
    """What came back, as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def told(self) -> bytes:
        """Status, the headers that say something, and the body: what is compared."""
        lines = [f"{name}: {self.headers.get(name, '')}" for name in COMPARED_HEADERS]
        return "\n".join([str(self.status), *lines, ""]).encode() + self.body


@dataclass
class Wire:
    """One caller: a program with a seat's token, or a browser with its cookies."""

    url: str
    token: str | None = None
    cookies: dict[str, str] = field(default_factory=dict)
    answers: list[tuple[str, Answer]] = field(default_factory=list)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None, {})

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        """JSON, or, where `body` is bytes, these bytes as JSON."""
        sent = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("POST", path, sent, {"Content-Type": "application/json", **named})

    def submit(self, path: str, **fields: Any) -> Answer:
        """A form, as a browser sends it."""
        sent = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        kind = "application/x-www-form-urlencoded"
        return self._ask("POST", path, sent, {"Content-Type": kind})

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        host = urlsplit(self.url)
        line = http.client.HTTPConnection(host.hostname or "", host.port, timeout=30)
        if self.token:
            headers["Authorization"] = f"Seat {self.token}"
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            line.request(method, path, body=body, headers=headers)
            came = line.getresponse()
            answer = Answer(
                came.status,
                {name.lower(): value for name, value in came.getheaders()},
                came.read(),
            )
            for name, value in came.getheaders():
                if name.lower() == "set-cookie":
                    for morsel in SimpleCookie(value).values():
                        self.cookies[morsel.key] = morsel.value
        finally:
            line.close()
        self.answers.append((f"{method} {path}", answer))
        return answer


CSRF = re.compile(rb'(csrfmiddlewaretoken" value=")[A-Za-z0-9]+')
JOB = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HASH = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def blinded(told: bytes, names: Mapping[bytes, bytes]) -> bytes:
    """`told` without what differs in any two battles: a form's token, job ids, and those hashes
    that hide what they are computed from, which are replaced by `names`."""
    told = CSRF.sub(rb"\1...", told)
    told = JOB.sub(b"a job", told)
    return HASH.sub(lambda found: names.get(found[0], found[0]), told)
