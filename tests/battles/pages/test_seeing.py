"""Who sees what on a battle's page? Hands only by taking a seat up, and never from a cache."""

import re
from datetime import datetime

import pytest
from django.utils.formats import date_format

from setup_app.battles.repository import load
from setup_app.battles.seats.services import reissue_seat
from setup_app.battles.seats.tokens import Seat, token
from tests.battles.pages.hands import Browser, colours_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Both seats on one device, before the first secret choice."""
    return Browser.asked_for("play_territory_card")


NAMES = ("Anna", "Ben")


def alone(table, side):
    """Another browser that holds one seat of the same battle."""
    browser = Browser(battle=table.battle)
    browser.sit(side)
    return browser


def version(browser):
    return load(browser.row).version


def test_the_page_of_a_device_that_passes_holds_no_hand(table):
    page = table.page()
    assert "please look away" in page
    assert colours_shown(page) == []


def test_taking_a_seat_up_shows_its_hand_and_not_the_others(table):
    hands = load(table.row).run.situation.hands
    for side in (0, 1):
        answer = table.post("take-up/", side=side, version=version(table))
        shown = colours_shown(answer.content.decode())
        assert set(shown) == set(hands[side].value)
        assert "no-store" in answer["Cache-Control"]


def test_a_seat_taken_up_again_after_the_battle_went_on_leads_to_the_neutral_page(table):
    before = version(table)
    table.answer()
    answer = table.post("take-up/", side=0, version=before)
    assert (answer.status_code, answer["Location"]) == (302, f"/b/{table.battle}/")


def test_a_seat_is_taken_up_by_a_post_alone(table):
    assert table.get("take-up/").status_code == 405


def test_a_sealed_card_is_nowhere_on_the_page_until_both_are_in(table):
    table.answer(2)
    page = table.page()
    assert "Anna has chosen." in page or "Ben has chosen." in page
    assert colours_shown(page) == []


def test_strangers_find_nothing_unless_the_battle_may_be_watched(table):
    stranger = Browser(battle=table.battle)
    for path in ("", "print/", "links/", "state/"):
        assert stranger.get(path).status_code == 404, path
    assert stranger.post("move/", prompt="1-x-0").status_code == 404
    watched = Browser()
    watched.begin(settings="1", watched="yes")
    assert Browser(battle=watched.battle).get().status_code == 200


def test_the_read_only_link_shows_no_hand_and_offers_nothing_to_do(table):
    link = f"watch/{token(table.row, Seat.SPECTATOR)}/"
    page = Browser(battle=table.battle).page(link)
    assert colours_shown(page) == []
    assert "<form" not in page
    assert (
        Browser(battle=table.battle).get(f"watch/{token(table.row, Seat.FIRST)}/").status_code
        == 404
    )


def test_the_head_of_the_page_says_which_side_is_that_of_this_device(table):
    def you(browser):
        head = re.search(r'<div class="pairing">(.*?)</div>', browser.page(), re.DOTALL).group(1)
        return re.findall(r"<bdi>(\w+)</bdi>(?:(?!<bdi>).)*\(you\)", head, re.DOTALL)

    for seat, name in ((Seat.FIRST, "Anna"), (Seat.SECOND, "Ben")):
        browser = Browser(battle=table.battle)
        browser.sit(int(seat.value))
        assert you(browser) == [name]
    assert you(table) == []
    assert "(you)" not in table.page(f"watch/{token(table.row, Seat.SPECTATOR)}/")


def test_every_time_of_the_log_is_written_as_the_pages_language_does(table):
    told = re.findall(r'<time datetime="([^"]*)"\s+data-shows="(\w+)">([^<]*)</time>', table.page())
    ways = {"day": "j F Y", "hour": "H:i \\U\\T\\C"}
    assert {shows for _, shows, _ in told} == set(ways)
    assert [words for *_, words in told] == [
        date_format(datetime.fromisoformat(when), ways[shows]) for when, shows, _ in told
    ]


def test_a_seat_that_was_issued_anew_is_no_longer_held_by_the_old_link(table):
    old = token(table.row, Seat.FIRST)
    reissue_seat(battle=table.battle, seat=Seat.FIRST)
    assert Browser(battle=table.battle).get(f"seat/{old}/").status_code == 410
    assert "Waiting for" in table.page() or "Your turn" in table.page()


def test_a_seat_given_away_shows_its_link_once_and_no_longer_its_hand(table):
    answer = table.post("give/", side="1")
    link = f"/b/{table.battle}/seat/{token(table.row, Seat.SECOND)}/"
    assert link in answer.content.decode()
    assert table.post("take-up/", side="1", version=version(table)).status_code == 404
    assert set(colours_shown(table.page())) == set(load(table.row).run.situation.hands[0].value)


@pytest.mark.parametrize("path", ["", "state/", "links/"])
def test_no_page_of_a_battle_is_kept_by_a_cache(table, path):
    assert "no-store" in table.get(path)["Cache-Control"]


def test_a_battles_page_takes_the_same_queries_however_long_its_log(django_assert_num_queries):
    browser = Browser.asked_for("play_territory_card").arrived()
    with django_assert_num_queries(4):
        browser.get()
    browser = Browser.asked_for("play_day_card").arrived()
    with django_assert_num_queries(4):
        browser.get()
    for path in ("?at=3", "?at=9"):
        # The log was read for the page before.
        with django_assert_num_queries(3):
            browser.get(path)
    with django_assert_num_queries(3):
        browser.get("screen/")
    with django_assert_num_queries(3):
        browser.get("state/")


def test_a_sealed_card_lies_face_down_before_both_sides(table):
    mine, theirs = alone(table, 0), alone(table, 1)
    assert 'data-mode="ask"' in mine.page()
    hand = load(table.row).run.situation.hands[0].value
    assert set(colours_shown(mine.page())) == set(hand)
    assert mine.answer(2).status_code == 302
    for browser in (mine, theirs):
        assert 'class="card card-back sealed"' in browser.page()
    assert 'class="seal"' in theirs.page()
    assert set(colours_shown(theirs.page())) == set(load(table.row).run.situation.hands[1].value)


def test_between_secret_choices_the_other_is_asked_to_look_away(table):
    first, second = (each for each in load(table.row).askings())
    assert f"For {NAMES[first.side]} only" in table.page()
    table.answer()
    page = table.page()
    assert 'data-mode="look_away"' in page
    assert f"For {NAMES[second.side]} only" in page
    assert colours_shown(page) == []


def test_the_boxes_that_are_lit_are_those_that_the_marker_may_reach():
    table = Browser.asked_for("move_marker")
    (asking,) = load(table.row).askings()
    page = table.page()
    boxes = re.findall(r'<(?:label|div)[^>]*class="box( [^"]*)?"', page)
    assert len(boxes) == 25
    lit = [divmod(at, 5) for at, box in enumerate(boxes) if "open-to" in box]
    options = asking.prompt.options(asking.side, load(table.row).known_to(asking, asking.side))
    assert sorted(lit) == sorted(tuple(option["box"]) for option in options)
    watched = Browser(battle=table.battle).page(f"watch/{token(table.row, Seat.SPECTATOR)}/")
    assert len(re.findall(r'<div[^>]* class="box( [^"]*)?"', watched)) == 25
