"""What may a browser keep for when there is no connection? Files, and what is open to all."""

import pytest
from django.test import Client
from django.urls import reverse

from setup_app.battles.models import Message
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db
MARK = "X-Keep-Offline"


def watched(browser, name="battle-watch"):
    token = tokens.token(browser.row, Seat.SPECTATOR)
    return Client().get(reverse(name, args=(browser.battle, token)))


@pytest.fixture
def seated():
    browser = Browser()
    browser.begin()
    browser.sit_down()
    return browser


def test_a_battle_that_goes_on_is_kept_by_nobody(seated):
    for answer in (watched(seated), seated.get()):
        assert "no-store" in answer["Cache-Control"]
        assert MARK not in answer


def test_a_finished_battle_may_be_kept_as_who_watches_sees_it_and_not_as_a_seat_does(seated):
    seated.post("resign/", side="0")

    answer = watched(seated)

    assert (answer["Cache-Control"], answer[MARK]) == ("private, no-cache", "1")
    for own in (seated.get(), seated.get("links/")):
        assert "no-store" in own["Cache-Control"]
        assert MARK not in own


def test_a_page_that_answers_somebody_is_not_kept(seated):
    seated.post("resign/", side="0")
    watch = f"watch/{tokens.token(seated.row, Seat.SPECTATOR)}/"
    seated.post("back/", to="99999")

    told = seated.get(watch)

    assert "You cannot undo back to entry 99999" in told.content.decode()
    assert MARK not in told
    assert "no-store" in told["Cache-Control"]
    assert MARK in seated.get(watch)


def test_what_is_refused_is_never_marked(seated):
    seated.post("resign/", side="0")

    for answer in (watched(seated, "battle-watch-print"), Client().get(f"/b/{seated.battle}/")):
        assert "no-store" in answer["Cache-Control"]
        assert MARK not in answer


def test_the_worker_and_its_page_belong_to_nobody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        worker = client.get("/service-worker.js")
        page = client.get("/offline/")
        again = client.get("/service-worker.js", headers={"If-None-Match": worker["ETag"]})

    assert worker["Content-Type"] == "text/javascript; charset=utf-8"
    assert worker["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in worker["Content-Security-Policy"]
    assert (again.status_code, again.content) == (304, b"")
    assert not worker.cookies
    assert not page.cookies
    assert "No connection" in page.content.decode()


def test_a_look_at_the_state_takes_three_queries_and_a_handful_of_bytes(django_assert_num_queries):
    browser = Browser()
    browser.begin(opponent="two")
    Message.objects.bulk_create(
        Message(battle=browser.row, number=number, side=0, text="line") for number in range(1, 30)
    )

    browser.arrived()
    # The session, the battle, and what workers check.
    with django_assert_num_queries(3):
        answer = browser.get("state/")

    assert answer.json() == {"version": browser.row.version, "checking": 0, "said": 0}
    assert len(answer.content) < 60


def test_the_page_shows_the_last_lines_with_one_query_more(django_assert_num_queries):
    browser = Browser()
    browser.begin(opponent="two")
    browser.arrived()
    with django_assert_num_queries(4):
        silent = browser.page()
    for number in range(6):
        browser.post("say/", text=f"<b>line {number}</b> \u202e")

    with django_assert_num_queries(4):
        page = browser.get().content.decode()

    assert 'class="talk"' in silent
    assert page.count("&lt;b&gt;line 5&lt;/b&gt;") == 2
    assert "line 1" not in page
    assert "<b>line" not in page


def test_a_line_is_sent_by_a_plain_form_and_refused_with_a_sentence():
    browser = Browser()
    browser.begin(opponent="two")

    assert browser.post("say/", word="agreed")["Location"] == f"/b/{browser.battle}/"
    browser.post("say/", text=" ")
    assert "This message is empty." in browser.page()
    told = browser.client.post(
        f"/b/{browser.battle}/say/", {"text": "x" * 200}, headers={"Accept": "application/json"}
    )
    assert (told.status_code, Message.objects.count()) == (422, 1)


@pytest.mark.parametrize("opponent", ["same", "bot"])
def test_one_device_and_the_machine_have_nobody_to_write_to(opponent):
    browser = Browser()
    browser.begin(opponent=opponent)

    assert 'class="talk' not in browser.page()
    assert browser.post("say/", text="Hello").status_code == 404
    assert browser.get("said/").status_code == 404
    assert Message.objects.count() == 0
