"""What does a page show of a moment that is past? What its viewer could see then, and no more."""

import html
import json
import re

import pytest

from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat, token
from setup_app.battles.services import propose_back
from tests.battles.pages.hands import Browser, colours_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Both seats on one device, once the cards of the first day have been turned up."""
    browser = Browser.asked_for("play_day_card")
    browser.answer()
    browser.answer()
    return browser


def alone(table, side):
    """Another browser that holds one seat of the same battle."""
    browser = Browser(battle=table.battle)
    browser.sit(side)
    return browser


def test_whose_turn_it_is_stands_in_the_title_and_is_told_to_who_looks_back():
    table = Browser.asked_for("choose_type")
    asked = next(each.side for each in load(table.row).askings() if each.answered_by is None)
    for side in (0, 1):
        seat = alone(table, side)
        now, then = (" ".join(seat.page(path).split()) for path in ("", "?at=3"))
        assert ("<title> Your turn · Anna – Ben" in now) == (side == asked)
        assert ("<title> Your turn · Anna – Ben" in then) == (side == asked)
        assert ("You have a decision to make" in then) == (side == asked)
    assert "Your turn" not in table.page() + table.page("?at=3")


def first_sealed(table):
    """The entry of the first card that was sealed on a day, before the other side's."""
    return next(e.number for e in load(table.row).entries if e.kind == "play_day_card")


ENDS = {"stage": "</section>", "asked": "</section>", "record": "</main>"}


def part(page, name):
    """One part of the page, without the tokens that are another on each."""
    found = re.search(rf'<section class="{name}[ "].*?{ENDS[name]}', page, re.S)
    assert found
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", found[0])


def test_a_sealed_card_stays_sealed_in_the_past_for_the_other_side(table):
    at = first_sealed(table)
    played = load(table.row).entries[at - 1]
    giver, colour = played.side, played.value["card"]
    told = f"Day 1: Anna {colour}" if giver == 0 else f"Ben {colour}."
    assert told in table.page()
    for viewer in (table, alone(table, 1 - giver)):
        page = viewer.page(f"?at={at}")
        assert "has chosen." in page
        assert told not in page
        assert "Day 1:" not in page


def test_each_seat_sees_in_the_past_the_hand_that_it_had_then(table):
    at = first_sealed(table) - 1
    then = load(table.row).at(at).run.situation.hands
    for side in (0, 1):
        page = alone(table, side).page(f"?at={at}")
        assert sorted(colours_shown(page)) == sorted(then[side].value)
        # Which of them were kept for scouting is secret: what is counted was not played.
        for hand in then:
            assert f"<small>{len(hand.value)} unplayed</small>" in page


def test_whoever_watches_and_whoever_holds_both_seats_sees_no_hand_in_the_past(table):
    at = first_sealed(table) - 1
    watch = f"watch/{token(table.row, Seat.SPECTATOR)}/"
    for viewer, path in ((table, ""), (Browser(battle=table.battle), watch)):
        assert colours_shown(viewer.page(f"{path}?at={at}")) == []


def test_the_past_tells_nothing_of_what_came_later(table):
    """Whatever is played after a moment: its page says the same, but for how long the battle is."""
    at = first_sealed(table)
    before = table.page(f"?at={at}")
    table.answer()
    table.answer()
    for name in ("stage", "asked", "record"):
        assert part(table.page(f"?at={at}"), name) == part(before, name)


def test_nothing_can_be_answered_while_one_looks_back(table):
    page = table.page("?at=8")
    assert "Looking back" in page
    assert "<form" not in page
    assert "data-polls" not in page
    assert f'href="/b/{table.battle}/"' in page


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("0", 404),
        ("100000", 404),
        ("-1", 400),
        ("x", 400),
        ("", 400),
        ("1.5", 400),
        ("9" * 99, 400),
    ],
)
def test_a_moment_that_never_was_is_said_in_words(table, asked, status):
    answer = table.get(f"?at={asked}")
    assert answer.status_code == status
    assert "That point isn't in this battle's history." in answer.content.decode()


def test_strangers_find_no_past_of_a_private_battle(table):
    stranger = Browser(battle=table.battle)
    assert stranger.get("?at=3").status_code == 404
    assert "history doesn't go there" not in stranger.page("?at=100000")
    assert stranger.get("screen/").status_code == 404


def test_the_past_is_kept_by_no_cache(table):
    for path in ("?at=3", "?at=x", "screen/"):
        assert "no-store" in table.get(path)["Cache-Control"]


def test_every_line_of_the_log_leads_to_a_moment_that_is_there(table):
    lines = re.findall(r"\?at=(\d+)", part(table.page(), "record"))
    assert len(lines) > 5
    for number in sorted(set(lines)):
        assert table.get(f"?at={number}").status_code == 200


def test_every_step_that_was_played_says_what_happened_and_opens_the_battle_as_it_was(table):
    rail = re.search(r'<nav class="rail".*?</nav>', table.page(), re.S)[0]
    assert "Ben placed the army marker" in rail or "Anna placed the army marker" in rail
    doors = [int(each) for each in re.findall(r"\?at=(\d+)", rail)]
    assert doors == sorted(doors)
    assert len(doors) >= 4
    sitting = table.page(f"?at={doors[0]}")
    assert 'aria-current="step"' in sitting


def test_the_step_that_is_later_than_what_is_seen_is_a_door_without_an_account(table):
    page = table.page("?at=3")
    rail = re.search(r'<nav class="rail".*?</nav>', page, re.S)[0]
    assert "later than this point" in rail
    assert "army marker" not in rail


def test_slider_and_rail_name_the_same_step_at_every_moment():
    table = Browser.asked_for("choose_type")
    given = json.loads(re.search(r'id="moments-given"[^>]*>(.*?)</script>', table.page())[1])
    for place, number in enumerate(given["numbers"][:-1]):
        page = table.page(f"?at={number}")
        rail = re.search(r'aria-current="step">(.*?)</li>', page, re.S)[1]
        on_rail = " ".join(re.sub("<[^>]+>", " ", rail.partition("<div")[0]).split())
        (said,) = re.findall(r'id="whence"[^>]*>([^<]*), \d+ of', page)
        assert html.unescape(on_rail) == html.unescape(said)
        assert [title for first, title in given["chapters"] if first <= place][-1] == said


def test_what_was_taken_back_is_seen_as_it_was(table):
    length = load(table.row).version
    line = re.findall(r'name="to" value="(\d+)"', table.page())[0]
    propose_back(battle=table.battle, side=0, to=int(line))
    proposal = load(table.row).version
    alone(table, 1).post("reply/", proposal=proposal, do="accept")
    assert "(undone)" in table.page()
    assert "(undone)" not in table.page(f"?at={length}")


def test_the_big_screen_shows_no_hand_even_to_who_holds_the_seats(table):
    for viewer in (table, alone(table, 0), alone(table, 1)):
        page = viewer.page("screen/")
        assert colours_shown(part(page, "stage")) == colours_shown(page)
        assert "<form" not in page
    watched = Browser(battle=table.battle)
    path = f"screen/{token(table.row, Seat.SPECTATOR)}/"
    assert watched.get(path).status_code == 200
    assert watched.get(f"screen/{token(table.row, Seat.FIRST)}/").status_code == 404


def test_the_page_says_aloud_what_happened_and_what_is_asked(table):
    said = html.unescape(re.search(r'id="said"[^>]* data-words="([^"]*)"', table.page())[1])
    assert re.search(r"Day 1: .*(Move the army marker|Waiting for|Day 2)", said)
