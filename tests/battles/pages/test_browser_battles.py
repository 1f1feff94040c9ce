"""Can a whole battle be clicked through, at a desk and on a phone, by two at once or alone?

At the desk some steps are come to again, by reload, back or a second tab; at the phone the network
goes away in the middle of each.
"""

import random

import pytest

from tests.battles.pages.clicking import NOT_DRAWN, Player
from tests.battles.pages.companions import ComesAgain
from tests.battles.pages.fast import Fast
from tests.battles.pages.losing import UPDATE, Loser
from tests.counted import count

pytestmark = pytest.mark.browser

WHOLE = "whole battle in a browser"

GOES_ON = ", ".join(
    f".asked .{each}:visible" for each in ("primary", "choice", "tile", "faces .die")
)

ALWAYS = frozenset({"sit_down", "look_away", "secret play_territory_card", "place_piece", "over"})


def over(player: Player) -> bool:
    assert player.page.evaluate(NOT_DRAWN) == []
    return player.mode == "over"


@pytest.mark.long
def test_two_at_one_screen_play_from_the_door_to_the_printed_sheet(own_page, metator):
    count(WHOLE)
    page = own_page
    companion = ComesAgain(at=ALWAYS)
    player = Player(page, metator.url, companions=[companion])
    player.begin()
    player.until(over)
    assert companion.kinds == ALWAYS
    assert "place_piece" in player.asked
    assert "play_day_card" in player.asked
    player.reads("The table is set. Deploy your armies.")
    assert page.locator(".battle-map .piece .label").count() >= 2
    page.get_by_role("link", name="Print the table").click()
    page.wait_for_selector(".sheet .map svg")
    assert page.locator(".sheet tbody tr").count() >= 2
    page.go_back()
    before = page.locator(".pairing bdi").all_inner_texts()
    page.get_by_role("button", name="Rematch with sides swapped").click()
    page.wait_for_selector('#battle[data-mode="sit_down"]')
    assert page.locator(".pairing bdi").all_inner_texts() == before[::-1]


@pytest.mark.soak
def test_reload_back_and_a_second_tab_lead_to_the_same_state_at_every_step(own_page, metator):
    page = own_page
    companion = ComesAgain(every=True)
    player = Player(page, metator.url, random.Random(2), companions=[companion])
    player.begin()
    player.until(over)
    assert companion.kinds >= ALWAYS
    assert companion.asked() == set(player.asked)
    assert len(companion.tried) > 2 * len(companion.kinds)


@pytest.mark.long
def test_two_at_one_phone_enter_their_own_dice_and_cards_and_nothing_needed_is_under_a_fold(
    own_phone, metator, complaints
):
    count(WHOLE)
    phone_page = own_phone
    complaints.expected.add(UPDATE)
    phone_page.goto(f"{metator.url}/battles/new/")
    phone_page.get_by_text("Table size, dice and cards").click()
    phone_page.select_option("#dice", "entered")
    phone_page.select_option("#cards", "entered")
    phone_page.get_by_role("button", name="Start battle").first.click()
    phone_page.wait_for_url("**/b/*/")
    Player(phone_page, metator.url).reads("You roll your own dice")

    fast = Fast.begin(metator.url, dice="entered", cards="entered")
    player = sat_down(phone_page, fast, random.Random(3))

    def seen(player: Player) -> bool:
        if player.mode in ("ask", "look_away"):
            asked = phone_page.locator(".asked").bounding_box()
            assert asked["y"] + asked["height"] <= 845
            button = phone_page.locator(GOES_ON).first.bounding_box()
            assert button["y"] + button["height"] <= 845
        wide = phone_page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        return over(player)

    player.until(seen)
    assert {"enter_roll", "turned_up", "turned_up_scouting"} <= set(player.asked)
    assert "play_day_card" not in player.asked
    assert set(player.lost) == {"sit_down", "look_away", *player.asked}
    assert set(player.lost.values()) == {"unsent", *(way.__name__ for way in player.ways)}


def sat_down(page, fast, chance, turn=0):
    """At a phone that loses the network at each kind of step."""
    fast.sit(page, 0, 1)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return Loser(page, fast.url, chance, touches=True, fast=fast, turn=turn)


@pytest.mark.soak
@pytest.mark.parametrize("turn", range(5))
def test_the_network_goes_away_at_each_kind_of_step_in_each_way(
    own_phone, metator, complaints, turn
):
    complaints.expected.add(UPDATE)
    player = sat_down(own_phone, Fast.begin(metator.url), random.Random(turn), turn)
    player.until(over)
    assert set(player.lost) == {"sit_down", "look_away", *player.asked}


@pytest.mark.soak
def test_one_alone_plays_against_the_machine_to_the_end(page, metator):
    player = Player(page, metator.url, random.Random(11))
    player.begin("bot")
    player.until(over)
    player.reads("The table is set. Deploy your armies.")
    is_laid_open(page)


def test_one_alone_plays_against_the_machine_and_gives_up(page, metator):
    player = Player(page, metator.url, random.Random(11))
    player.begin("bot")
    player.until(lambda player: player.asked)
    player.reads("The computer")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Links").click()
    page.get_by_role("button", name="Copy").first.click()
    page.wait_for_selector("[data-copy-button]:has-text('Cop'), [data-copy-button]:has-text('Sel')")
    page.get_by_text("Concede the battle").click()
    page.locator('form[action$="/resign/"] button').click()
    page.wait_for_selector('#battle[data-mode="over"]')
    player.reads("The battle was conceded.")
    is_laid_open(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def is_laid_open(page):
    """The machine agrees to it as soon as it is asked."""
    page.locator(".closing summary").click()
    page.get_by_role("button", name="I agree to reveal everything").click()
    page.wait_for_selector(".laid-open .seed", timeout=30_000)
