"""Does any page of an event break by what is sent to it? Odd queries and forms, by every role."""

from __future__ import annotations

import os
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from setup_app.events import urls_pages
from setup_app.events.models import Entry, Role
from tests.armies.lists import SMALL
from tests.events.callers import Meeting, answered, begin
from tests.events.test_pages import sitting
from tests.events.test_rounds import out, paired

pytestmark = [pytest.mark.soak, pytest.mark.django_db]

TRIES = int(os.environ.get("SOAK_PAGES", "1500"))
SEED = int(os.environ.get("SOAK_SEED", "1"))
ODD = (
    *("", " ", "0", "1", "2", "-1", "9" * 7, "9" * 20, "9" * 5000, "1e9", "٣", "½", "1.5", "NaN"),
    *("\0", "a\0b", "'", '"><script>alert(1)</script>', "{{ 7*7 }}", "%s%(name)s", "../../etc"),
    *("\u202e", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "x" * 100_000),
    *("yes", "no", "swiss", "random", "none", "start", "hold", "on", "approved", "sent_back"),
    *("here", "dropped", "organiser", "player", "3-0", "0-3", "1-1", "3", "[]", "{}", "null"),
    *("2030-01-01T10:00", "0000-00-00T99:99", "9999-12-31T23:59", "Europe/Rome", "Moon/Sea"),
)
FIELDS = (
    *(
        "name",
        "club",
        "country",
        "text",
        "entry",
        "field",
        "value",
        "kind",
        "of",
        "pairing",
        "seed",
    ),
    *("anyway", "round", "table", "first", "second", "score", "other_score", "scores", "absent"),
    *("to", "replace", "due"),
    *("do", "minutes", "swap", "here", "penalty", "version", "replaces", "comment", "decision"),
    *("stored", "remark", "peer", "closes", "opens", "timezone", "tables", "rounds", "days"),
    *("places", "width", "base_width_mm", "settings", "among", "most_points", "tie_1", "late"),
    *("points_most", "points_sum", "outcome_win", "penalty_points", "visibility", "registration"),
)
QUERY = ("round", "change", "at", "page", "sought", "away", "whole", "new", "as", "after")
WORDS = (
    *("enter", "change", "add-role", "reissue", "pair", "publish", "withdraw", "report", "clock"),
    *("leave-out", "pairings", "change-table", "change-role", "remove-role"),
    *("swap", "keep", "submit", "read-peers", "remark", "none"),
)
NUMBERS = (0, 1, 2, 3, 4, 99, 10**12)


def address(meeting: Meeting, dice: random.Random, role: int) -> str:
    """One of the pages, whatever it names."""
    pattern = dice.choice(urls_pages.urlpatterns)
    named = {
        "event": meeting.id,
        "role": role,
        "entry": dice.choice(NUMBERS),
        "number": dice.choice(NUMBERS),
        "table": dice.choice(NUMBERS),
        "version": dice.choice(NUMBERS),
        "token": "x" * dice.choice((1, 60)),
        "what": dice.choice(WORDS),
    }
    wanted = pattern.pattern.converters
    return reverse(str(pattern.name), kwargs={name: named[name] for name in wanted})


def odd_form(dice: random.Random) -> dict[str, object]:
    form: dict[str, object] = {
        name: dice.choice(ODD) for name in dice.sample(FIELDS, dice.randint(0, 14))
    }
    form |= {"round": "1", "table": "1", "first": "1", "second": "2"} if dice.random() < 0.3 else {}
    if dice.random() < 0.1:
        body = dice.choice((b"PK\x03\x04" + os.urandom(50), b"\xff\xfe\0", b"name\n" + b"a," * 99))
        form["file"] = SimpleUploadedFile(dice.choice(("a.xlsx", "a.csv", "a")), body)
    return form


def test_no_page_breaks_whatever_is_sent() -> None:
    dice = random.Random(SEED)
    broken, statuses = [], set()
    for _ in range(TRIES // 250):
        meeting = begin(lists={"peers": True})
        answered(meeting.player.put(f"{meeting.path}entries/1/list/", SMALL), 200)
        answered(meeting.player.post(f"{meeting.path}entries/1/list/submit/", {}), 201)
        paired(meeting)
        if dice.random() < 0.7:
            out(meeting, 1)
        browsers: dict[int, Client] = {role: sitting(meeting, role) for role in range(1, 6)}
        browsers[0] = Client()
        for each in browsers.values():
            each.raise_request_exception = False
        for _ in range(250):
            who = dice.choice(list(browsers))
            path = address(meeting, dice, who or 1)
            if path.endswith("/delete/"):
                continue
            query = {name: dice.choice(ODD) for name in dice.sample(QUERY, dice.randint(0, 2))}
            browser = browsers[who]
            if dice.random() < 0.4:
                answer = browser.get(path, query)
            else:
                answer = browser.post(path, odd_form(dice))
            statuses.add(answer.status_code)
            if answer.status_code >= 500 or b"<script>alert(1)" in answer.content:
                broken.append((who, path, query, answer.status_code))
        kept = Entry.objects.filter(event__public_id=meeting.id).values_list("name", flat=True)
        assert all("\0" not in name for name in kept)
        assert Role.objects.filter(event__public_id=meeting.id).exists()
    print(f"\n{TRIES} requests, answered by {sorted(statuses)}", end="")
    assert broken == []
