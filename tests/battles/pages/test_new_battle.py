"""How does a battle begin from the page, and what stands in the way of one?"""

import html
import re

import pytest

from setup_app.battles.models import Battle
from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat, token
from setup_app.maps.models import PbsMap
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


def test_two_lists_and_a_click_begin_a_battle_whose_seats_this_browser_holds():
    browser = Browser()
    assert browser.begin(first_player="Anna", second_player="Ben").status_code == 302
    page = browser.page()
    assert "Accept for both and join" in page
    assert "Anna" in page
    assert "Ben" in page
    assert load(browser.row).setup.settings["gap"] == 2


def test_against_the_machine_one_seat_is_held_and_the_other_plays_itself():
    browser = Browser()
    browser.begin(opponent="bot", dice="entered", cards="entered")
    assert browser.row.bot_side == 1
    setup = load(browser.row).setup
    assert (setup.dice, setup.cards) == ("server", "server")
    assert "Accept and join" in browser.page()


def test_on_two_devices_the_other_seat_is_a_link_that_another_browser_takes():
    browser = Browser()
    browser.begin(opponent="two")
    link = f"/b/{browser.battle}/seat/{token(browser.row, Seat.SECOND)}/"
    assert link in browser.page()
    other = Browser(battle=browser.battle)
    assert other.get().status_code == 404
    assert other.client.get(link).status_code == 200
    assert other.get().status_code == 404
    assert other.client.post(link).status_code == 302
    assert "Accept and join" in other.page()
    assert link not in other.page()


def test_house_rulings_are_chosen_and_shown_before_anybody_sits_down():
    browser = Browser()
    chosen = {"settings": "1", "set-gap": "3", "set-walk_move": "exact", "set-deck.red": "6"}
    browser.begin(**chosen, **{"set-start_boxes": ["0-0", "4-4"]})
    settings = load(browser.row).setup.settings
    assert (settings["gap"], settings["walk_move"]) == (3, "exact")
    assert settings["start_boxes"] == [[0, 0], [4, 4]]
    page = browser.page()
    assert "House rules in this battle" in page
    assert "The marker moves the exact number of steps" in page
    assert "row 5 column 5" in page


def test_own_sizes_that_shrink_with_the_pieces_of_a_small_table_are_shown():
    browser = Browser()
    small = {"set-compulsory_size.0": "3", "set-compulsory_size.1": "6"}
    browser.begin(settings="1", **small, **{"set-own_sizes.village.max": "5"})
    setup = load(browser.row).setup

    assert setup.settings["own_sizes"]["village"] == {"max": 5}
    page = html.unescape(browser.page())
    assert "Resulting sizes for compulsory and secure-flank pieces, in BW" in page
    assert "Field: at most 3.5; Town: more than 3.5, at most 6; Tilled field: at most 3.5" in page
    assert "Village: at most 5" in page
    assert "Resulting sizes for optional pieces" not in page


@pytest.mark.parametrize("box", ["", "x-y", "1-", "-1-0", "\u00b2-1", "9" * 5000 + "-1", "1-2-3"])
def test_a_box_that_is_none_is_refused_and_the_form_comes_back(box):
    answer = Browser().begin(**{"settings": "1", "set-start_boxes": box})
    assert answer.status_code == 422
    assert 'class="message error"' in answer.content.decode()


def test_what_cannot_be_is_said_and_nothing_typed_is_lost():
    browser = Browser()
    answer = browser.begin(settings="1", width="20", first_player="Anna")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'value="Anna"' in page
    assert 'value="20"' in page
    assert Battle.objects.count() == 0


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("set-gap", "abc", "“abc” is not a number. Enter one such as 6 or 6.5."),
        ("set-gap", "", "enter a number."),
        ("set-gap", "7", "enter 0 to 6."),
        ("set-deck.red", "7", "enter whole numbers of 0 or more that add up to 50."),
        ("set-dice_faces.red.wound", "9", "Each die has 6 faces."),
        ("set-optional_size.0", "9", "enter 1 to 20, with the minimum no higher than the maximum."),
        ("set-own_sizes.village.max", "abc", "“abc” is not a number. Enter one such as 6 or 6.5."),
        ("set-own_sizes.town.min", "5", "or leave blank. A minimum needs a maximum above it."),
        ("set-forced_march_move", "-1", "or leave blank."),
        ("set-flank_march_units", "0", "or leave blank."),
        ("width", "wide", "Table width: “wide” is not a number."),
        ("depth", "1", "Table depth: must be from 20 to 90, not 1."),
        ("base_width_mm", "nan", "1 BW in mm: “nan” is not a number."),
        ("base_width_mm", "900", "200"),
    ],
)
def test_a_field_that_cannot_be_is_named_with_what_would_be_right(field, typed, said):
    answer = Browser().begin(settings="1", **{field: typed})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert said in page
    assert 'class="fault"' in page
    assert f'value="{typed}"' in page
    assert Battle.objects.count() == 0


def test_everything_that_is_wrong_with_a_set_up_is_said_at_once():
    wrong = {"set-gap": "abc", "set-deck.red": "7", "width": "wide", "first": "not-a-list"}
    page = html.unescape(Browser().begin(settings="1", **wrong).content.decode())
    said = re.findall(r'class="message error">([^<]+)<', page)
    assert len(said) == 4
    assert not any("not allowed for the setting deck" in each for each in said)


def test_a_list_that_is_not_there_is_refused():
    assert Browser().begin(first="not-a-list").status_code == 422


def test_a_map_of_the_clubs_own_is_named_among_the_house_rulings():
    browser = Browser()
    browser.begin()
    session = browser.client.session
    session["owner_key"] = "k" * 32
    session.save()
    official = PbsMap.objects.get(territory="plains", copied_from=None)
    cells = [[dict(box) for box in row] for row in official.cells]
    cells[0][0] = next(box for row in cells for box in row if box != cells[0][0])
    mine = PbsMap.objects.create(
        owner_key="k" * 32,
        copied_from=official,
        rulebook=official.rulebook,
        territory="plains",
        name="Club",
        cells=cells,
    )
    assert browser.begin(settings="1", map=mine.public_id).status_code == 302
    for path in ("", "links/"):
        page = browser.page(path)
        assert "House rules in this battle" in page
        assert "Map of Plains" in page
        assert "1 of 25 squares differs" in page
    browser.sit_down()
    browser.post("resign/", side="0")
    assert "Map of Plains" in browser.page()


def test_a_battle_is_tried_at_once_without_choosing_anything(client):
    Browser().begin()
    answer = client.post("/battles/try/")
    assert re.fullmatch(r"/b/\w{14}/", answer["Location"])
    assert Battle.objects.latest("pk").bot_side == 1


@pytest.mark.parametrize("battles", [1, 3])
def test_a_list_of_battles_takes_the_same_queries_however_long(battles, django_assert_num_queries):
    browser = Browser()
    for _ in range(battles):
        browser.begin()
    browser.arrived()
    with django_assert_num_queries(6):  # the session, each part, its rows, how many of each
        page = browser.client.get("/battles/").content.decode()
    assert page.count('class="battle-lines"') == 1
    assert page.count("in progress") == battles
    # At home each of the three latest is replayed, and open challenges are looked for.
    with django_assert_num_queries(5 + battles):
        home = browser.client.get("/").content.decode()
    assert home.count("Next move on this device") == battles


def test_a_browser_that_played_nothing_sees_an_empty_list_and_a_door(client):
    page = client.get("/battles/").content.decode()
    assert "No battles yet." in page
    assert "/battles/new/" in page


@pytest.mark.parametrize(
    ("entered", "added_to"),
    [
        ((), ["dice rolls"]),
        (("dice",), ["card draws"]),
        (("cards",), ["dice rolls"]),
        (("dice", "cards"), []),
    ],
)
def test_what_the_players_bring_themselves_is_not_asked_to_be_mixed(entered, added_to):
    browser = Browser()
    browser.begin(**dict.fromkeys(entered, "entered"))

    assert (
        re.findall(r"Add your own secret to the (card draws|dice rolls)", browser.page())
        == added_to
    )
