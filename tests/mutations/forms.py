"""The forms of the pages, found as a browser finds them: by following links and reading HTML.

A stage stores what its pages show and says where a browser begins. `test_mutations` checks that
every address that accepts a form is sent one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html.parser import HTMLParser
from itertools import islice
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import Resolver404, resolve

from tests.mutations.sending import Mutated, Request
from tests.mutations.values import EXTRA, IN_ADDRESSES, TEXTS

URLENCODED: Final = "application/x-www-form-urlencoded"
MAX_OF_ONE_NAME: Final = 2
"""Pages that are read of one address pattern, such as two players of twenty."""
QUERY: Final = (
    *("round", "change", "at", "page", "sought", "away", "whole", "new", "as", "after", "place"),
    *("from", "view", "view_from", "paper", "for", "picture", "first", "link", "rulebook", "token"),
    *("swap", "by", "piece", "next"),
)
A_PART: Final = 16
LEFT_OUT: Final = frozenset({"set_language"})
"""Forms that every page has."""

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Form:
    """A form as a browser sends it, or a page that is read."""

    name: str
    client: Client
    method: str
    path: str
    fields: Fields = ()
    files: tuple[str, ...] = ()
    brief: bool = False
    """Whether another button of the same form is sent with everything, and this with a part."""
    refused: bool = True
    """What a form holds as it stands may be incomplete."""

    @property
    def operation(self) -> str:
        return f"{self.method} {self.name}"

    def request(self) -> Request:
        return self._sent(self.path, self.fields)

    def mutated(self) -> Iterator[Mutated]:
        return islice(self._mutated(), 0, None, A_PART if self.brief else 1)

    def _mutated(self) -> Iterator[Mutated]:
        for name, path in self._paths():
            yield name, partial(self._requests, path, self.fields)
        if self.method != "POST":
            return
        names = list(dict.fromkeys(name for name, _ in self.fields))
        for named in (*names, EXTRA):
            others = tuple(each for each in self.fields if each[0] != named)
            yield f"no {named}", partial(self._requests, self.path, others)
            for name, text in TEXTS.items():
                yield (
                    f"{named}: {name}",
                    partial(self._requests, self.path, (*others, (named, text))),
                )
            twice = (*self.fields, (named, "99999999999999999999"), (named, ""))
            yield f"{named} three times", partial(self._requests, self.path, twice)
        yield from self._with_files()
        for name, data in ODD_FORMS.items():
            for kind in (URLENCODED, MULTIPART_CONTENT, "application/json", "x"):
                request = Request(self.client, "POST", self.path, data, kind)
                yield f"{name} as {kind[:20]}", partial(list, [request])

    def _with_files(self) -> Iterator[Mutated]:
        for named in self.files:
            for name, data in FILES.items():
                for title in ("a.csv", "a.json", "a.xlsx", "\u202e" + "x" * 300):
                    fields: dict[str, Any] = {}
                    for each, value in self.fields:
                        fields.setdefault(each, []).append(value)
                    fields[named] = SimpleUploadedFile(title, data)
                    body = encode_multipart(BOUNDARY, fields)
                    sent = Request(self.client, "POST", self.path, body, MULTIPART_CONTENT)
                    yield f"{named}: {name} in {title[:8]}", partial(list, [sent])

    def _paths(self) -> Iterator[tuple[str, str]]:
        whole, _, query = self.path.partition("?")
        parts = whole.split("/")
        for at, part in enumerate(parts):
            if part and (part.isdigit() or part[1:].isdigit() or len(part) > 12):
                for name, hostile in IN_ADDRESSES.items():
                    kept = part[:1] if part[1:].isdigit() and part[0] == "r" else ""
                    changed = "/".join([*parts[:at], kept + hostile, *parts[at + 1 :]])
                    yield f"part {at} {name}", changed + (f"?{query}" if query else "")
        asked = [name for name, _ in parse_qsl(query, keep_blank_values=True)]
        for parameter in {*asked, *QUERY} if self.method == "GET" else asked:
            for name, hostile in IN_ADDRESSES.items():
                yield f"?{parameter}= {name}", f"{whole}?{quote(parameter)}={hostile}&{query}"

    def _requests(self, path: str, fields: Fields) -> list[Request]:
        return [self._sent(path, fields)]

    def _sent(self, path: str, fields: Fields) -> Request:
        if self.method != "POST":
            return Request(self.client, "GET", path, content_type="")
        return Request(self.client, "POST", path, urlencode(fields).encode(), URLENCODED)


ODD_FORMS: Final[Mapping[str, bytes]] = {
    "nothing": b"",
    "no UTF-8": b"name=%ff%fe&prompt=\xff",
    "surrogates": b"name=%ED%A0%80&prompt=%ED%A0%80&text=%ED%A0%80&answer=%22%ED%A0%80%22",
    "many fields": b"a=&" * 1500,
    "half a part": b'--BoUnDaRyStRiNg\r\nContent-Disposition: form-data; name="a"',
    "no name": b"--BoUnDaRyStRiNg\r\nContent-Disposition: form-data\r\n\r\nx\r\n"
    b"--BoUnDaRyStRiNg--\r\n",
    "odd charset": b'--BoUnDaRyStRiNg\r\nContent-Disposition: form-data; name="name"\r\n'
    b"Content-Type: text/plain; charset=moon\r\n\r\nx\r\n--BoUnDaRyStRiNg--\r\n",
    "bad base64": b'--BoUnDaRyStRiNg\r\nContent-Disposition: form-data; name="name"\r\n'
    b"Content-Transfer-Encoding: base64\r\n\r\n!\r\n--BoUnDaRyStRiNg--\r\n",
}
FILES: Final[Mapping[str, bytes]] = {
    "nothing": b"",
    "NUL": b"name\n\0\n",
    "no UTF-8": b"name\n\xff\xfe\n",
    "UTF-16": "name\nx\n".encode("utf-16"),
    "commas": b"name\n" + b"a," * 5000,
    "one quote": b'name\n"x' + b"y" * 200_000,
    "JSON deep": b"[" * 100_000,
    "JSON number": b'{"name": 1e999, "units": NaN}',
    "JSON digits": b'{"points": ' + b"9" * 5000 + b"}",
    "JSON null": b"null",
    "JSON list": b"[[], {}, null]",
    "no workbook": b"PK\x03\x04" + b"\0" * 60,
    "numbers": b"id,types,long_mm,short_mm,count\nh1,hills,99999999999999999999,1e9,-1\n",
    "pairings": b"table,player,opponent\n99999999999999999999,1,99999999999999999999\n",
}


@dataclass
class _Reader(HTMLParser):
    """The links and forms of a page."""

    links: list[str] = field(default_factory=list)
    forms: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: dict[str, Any] | None = None
        self._by_id: dict[str, dict[str, Any]] = {}
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self._open = {**given, "fields": [], "files": [], "buttons": []}
            self.forms.append(self._open)
            if "id" in given:
                self._by_id[given["id"]] = self._open
        form = self._by_id.get(given.get("form", ""), self._open)
        if form is None:
            return
        name = given.get("name", "")
        if tag == "input" and name:
            kind = given.get("type", "text")
            if kind == "file":
                form["files"].append(name)
            elif kind in ("submit", "image"):
                form["buttons"].append((name, given.get("value", "")))
            elif kind not in ("checkbox", "radio") or "checked" in given:
                form["fields"].append((name, given.get("value", "on")))
            else:
                form.setdefault("unticked", {}).setdefault(name, given.get("value", "on"))
        elif tag == "button":
            if given.get("type", "submit") == "submit":
                form["buttons"].append((name, given.get("value", "")))
        elif tag == "select" and name:
            self._select = (name, [])
        elif tag == "option" and self._select is not None:
            self._select[1].append((given.get("value", ""), "selected" in given))
        elif tag == "textarea" and name:
            self._area = name
            form["fields"].append((name, ""))

    def handle_data(self, data: str) -> None:
        if self._area is not None and self._open is not None:
            self._open["fields"][-1] = (self._area, self._open["fields"][-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea":
            self._area = None
        elif tag == "select" and self._select is not None:
            name, options = self._select
            chosen = [value for value, picked in options if picked] or [
                value for value, _ in options[:1]
            ]
            if self._open is not None:
                self._open["fields"] += [(name, value) for value in chosen]
            self._select = None


def crawl(client: Client, starts: Sequence[str], *, within: str = "/") -> list[Form]:
    """Return the pages and forms that a browser comes to, one of each kind."""
    found: dict[Any, Form] = {}
    read: dict[str, int] = {}
    seen, due = set(), list(starts)
    while due:
        path = due.pop(0)
        name = name_of(path)
        if name is None or path in seen or not path.startswith(within):
            continue
        seen.add(path)
        query = tuple(sorted(each for each, _ in parse_qsl(urlsplit(path).query)))
        kind = f"{name} {query}"
        read[kind] = read.get(kind, 0) + 1
        if read[kind] > MAX_OF_ONE_NAME:
            continue
        answer = client.get(path)
        if answer.status_code in (301, 302):
            due.append(urljoin(path, answer.url))
        found.setdefault(("GET", name), Form(name, client, "GET", path))
        if "html" not in answer.headers.get("Content-Type", ""):
            continue
        reader = _Reader()
        reader.feed(answer.content.decode())
        due += [each for link in reader.links if (each := _here(path, link))]
        for each in reader.forms:
            for form, button in _forms(client, path, each):
                names = frozenset(name for name, _ in form.fields)
                whole = (form.method, form.name, names)
                pressed = (*whole, re.sub(r"[\W\d].*", "", button))
                if whole in found and pressed not in found:
                    found[pressed] = replace(form, brief=True)
                found.setdefault(whole, form)
                found.setdefault(pressed, found[whole])
    return list(dict.fromkeys(found.values()))


def name_of(path: str) -> str | None:
    """Return the name of the page at a path; None if it is no page of ours."""
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return None
    return None if match.url_name in LEFT_OUT or path.startswith("/api/") else match.url_name


def _here(path: str, link: str) -> str | None:
    whole = urlsplit(urljoin(f"http://testserver{path}", link))
    if whole.netloc != "testserver":
        return None
    return whole.path + (f"?{whole.query}" if whole.query else "")


def _forms(client: Client, path: str, stated: dict[str, Any]) -> Iterator[tuple[Form, str]]:
    """Return a form once for each of its buttons with a name, with each unticked box ticked."""
    method = stated.get("method", "get").upper()
    for button in stated["buttons"] or [("", "")]:
        target = _here(path, stated.get("action", "") or path)
        name = name_of(target) if target else None
        if target is None or name is None:
            continue
        kept = [each for each in stated["fields"] if each[0] != "csrfmiddlewaretoken"]
        ticked = [
            each
            for each in stated.get("unticked", {}).items()
            if each[0] not in {name for name, _ in kept}
        ]
        pressed = [button] if button[0] else []
        fields = tuple(kept + ticked + pressed)
        if method == "GET":
            target = f"{target.partition('?')[0]}?{urlencode(fields)}"
            yield Form(name, client, "GET", target), button[1]
        else:
            form = Form(name, client, "POST", target, fields, tuple(stated["files"]))
            yield form, button[1]
