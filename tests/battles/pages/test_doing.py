"""What comes of the forms on a battle's page, right and wrong?"""

import html
import re

import pytest
from django.http import QueryDict

from setup_app.battles.models import Submission
from setup_app.battles.repository import load
from setup_app.engine.errors import DomainError
from setup_app.engine.log import ANSWER
from setup_app.rulebook_pages.pbs_2023_1.answers import ANSWERS
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """Both seats on one device, where nobody has sat down yet."""
    return Browser.asked_for("sit_down")


def entries(browser):
    return [(each.type, each.kind) for each in load(browser.row).entries]


def test_both_sit_down_with_one_tap_and_what_they_typed_is_mixed_into_the_dice(table):
    table.post("sit-down/", **{"entropy-0": "tea", "entropy-1": "coffee ☕"})
    situation = load(table.row).run.situation
    assert tuple(situation.entropies) == ("tea", "coffee ")


@pytest.mark.parametrize(("dice", "mixes"), [("entered", False), ("server", True)])
def test_nothing_is_offered_to_be_mixed_into_dice_and_cards_of_a_real_table(dice, mixes):
    browser = Browser()
    browser.begin(first_player="Anna", second_player="Ben", dice=dice, cards="entered")
    assert ('name="entropy-0"' in browser.page()) is mixes
    browser.sit_down()
    assert 'data-mode="sit_down"' not in browser.page()


def test_every_question_to_the_ground_is_answered_by_plain_forms():
    table = Browser.asked_for("keep_cards")
    for _ in range(2):
        assert table.answer(3).status_code == 302
    assert load(table.row).run.situation.density


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"prompt": "3-invade_or_defend-0", "version": "x", "answer": "{}"},
        {"prompt": "3-invade_or_defend-0", "version": "4", "answer": "not json"},
        {"prompt": "nothing", "version": "4", "answer": "{}"},
        {"prompt": "99-place_piece-1", "version": "4", "answer": '{"outline": 3}'},
    ],
)
def test_a_form_that_says_nothing_leaves_the_battle_as_it_was(table, sent):
    table.sit_down()
    before = entries(table)
    for path in ("move/", "place/", "back/", "reply/", "undo/", "close/", "resign/", "rematch/"):
        answer = table.post(path, **sent)
        assert answer.status_code in (302, 404), path
    assert entries(table) == before


def test_without_a_script_the_server_says_that_nothing_was_chosen():
    table = Browser.asked_for("play_territory_card", 0)
    asked = table.asking("play_territory_card")
    before = entries(table)
    table.post("move/", prompt=asked, version=table.row.version)
    page = table.page()
    assert "Nothing chosen. Choose one of the options first." in page
    assert entries(table) == before


UNREADABLE = (
    "NaN",
    '{"outline": Infinity}',
    "[1e999]",
    '"\\ud800"',
    '"\\u0000"',
    "[" * 100_000,
    "[" * 900 + "]" * 900,
    "[" + "[]," * 110_000 + "[]]",
    "9" * 5000,
    '{"a": 1, "a": 2}',
)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:12])
def test_what_no_body_may_hold_no_field_may_hold(table, text):
    table.sit_down()
    before = entries(table)
    for path, name in (("move/", "answer"), ("place/", "answer"), ("place/", "drafted")):
        sent = {"prompt": "9-place_piece-0", "version": "4", name: text}
        assert table.post(path, **sent).status_code == 302, path
    assert entries(table) == before


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("move/", {"prompt": "9-garrison-0", "unit": "\u00b2"}),
        ("move/", {"prompt": "9-garrison-0", "unit": "9" * 5000}),
        ("move/", {"prompt": "9-turned_up_scouting-0", "count-red": "9" * 5000}),
        ("place/", {"prompt": "9-move_piece-0", "form": "turn", "about": "nan,inf"}),
        ("place/", {"prompt": "9-move_piece-0", "form": "turn", "about": "1e999,2"}),
    ],
)
def test_a_figure_that_is_none_leaves_the_battle_as_it_was(table, path, sent):
    table.sit_down()
    before = entries(table)
    assert table.post(path, **sent).status_code == 302
    assert entries(table) == before


@pytest.mark.parametrize(
    ("name", "typed", "says"),
    [
        ("width", "abc", "is not a number"),
        ("depth", "", "is not a number"),
        ("left", "1e999", "is not a number"),
        ("near", "nan", "is not a number"),
        ("width", "-3", "is not a valid size"),
    ],
)
def test_a_typed_measure_that_is_none_is_named_beside_its_field_and_nothing_is_placed(
    name, typed, says
):
    table = Browser.asked_for("place_piece")
    prompt = table.asking("place_piece")
    before = entries(table)
    measures = {"width": "7", "depth": "6", "degrees": "0", "left": "20", "near": "10"}
    sent = {"prompt": prompt, "version": table.row.version, "form": "blob", **measures, name: typed}
    answer = table.post("place/", **sent)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert f"“{typed}” {says}." in page
    assert f'id="{name}-fault"' in page
    assert 'value="20"' in page or name == "left"
    assert entries(table) == before
    assert Submission.objects.count() == 0


def test_enter_in_a_typed_measure_places_the_piece_and_has_no_other_suggested():
    page = Browser.asked_for("place_piece").page()
    form = re.search(r'<form[^>]*id="laying".*?</form>', page, re.DOTALL)
    assert form
    sending = [each for each in re.findall("<button[^>]*>", form[0]) if "type=" not in each]
    assert 'value="place"' in sending[0]


def test_what_is_refused_is_said_on_the_page():
    table = Browser.asked_for("choose_territory")
    sent = {"prompt": table.asking("choose_territory"), "version": load(table.row).version}
    answer = table.client.post(
        f"/b/{table.battle}/move/", {**sent, "answer": '{"territory": "jungle"}'}, follow=True
    )
    assert 'class="message error"' in answer.content.decode()


def test_an_answer_is_taken_back_by_its_side():
    table = Browser.asked_for("choose_territory")
    table.answer()
    assert "Undo the last answer" in table.page()
    table.post("undo/")
    assert load(table.row).run.situation.territory is None


@pytest.mark.parametrize(("answers", "more"), [(1, ""), (2, " and everything after it.")])
def test_going_back_is_proposed_and_then_agreed_by_a_second_tap(answers, more):
    table = Browser.asked_for("place_marker")
    given = [each.number for each in load(table.row).entries if each.type == ANSWER]
    table.post("back/", to=given[-answers] - 1)
    page = table.page()
    assert "Undo together?" in page
    asked = re.search(r"</small>\s*Proposal: undo (“[^”<]+”[^<“]*?)\s*<", page)
    assert asked
    assert asked[1].partition("”")[2] == more
    proposal = load(table.row).version
    table.post("reply/", proposal=proposal, do="accept")
    assert load(table.row).run.situation.territory is None
    page = table.page()
    (latest,) = re.findall(r'<div class="latest">.*?</div>', page, re.DOTALL)
    assert f"<p>Both agreed to undo: {asked[1]}</p>" in latest
    assert "Proposal" not in latest
    assert "accepted" not in latest
    assert "everything after entry" not in page


@pytest.mark.parametrize(
    ("chance", "told"),
    [("same", "will come out the same again"), ("fresh", "may come out differently")],
)
def test_who_is_asked_to_go_back_reads_what_becomes_of_chance(chance, told):
    browser = Browser()
    browser.begin(settings="1", **{"set-chance_after_back": chance})
    assert load(browser.row).setup.settings["chance_after_back"] == chance
    browser.sit_down()
    browser.answer()
    browser.post("back/", to=load(browser.row).run.sat_down_at)
    assert told in browser.page().partition("Undo together?")[2][:600]


def test_a_proposal_of_one_seat_is_answered_by_the_other_alone():
    first = Browser()
    first.begin(opponent="two")
    second = Browser(battle=first.battle)
    link = first.page().split("/seat/")[1].split("/")[0]
    second.post(f"seat/{link}/")
    first.post("sit-down/")
    second.post("sit-down/")
    played = load(first.row)
    asked = next(each for each in played.askings() if each.answered_by is None)
    mover, other = (first, second) if asked.side == 0 else (second, first)
    mover.answer()
    mover.post("back/", to=played.run.sat_down_at)
    proposal = load(first.row).version
    assert "Your opponent decides" in mover.page()
    mover.post("reply/", proposal=proposal, do="accept")
    assert load(first.row).version == proposal
    other.post("reply/", proposal=proposal, do="accept")
    assert load(first.row).version > proposal


def test_that_nobody_holds_a_settlement_has_to_be_said():
    with pytest.raises(DomainError, match="nothing_chosen"):
        ANSWERS["garrison"](QueryDict("prompt=1"), {})
    assert ANSWERS["garrison"](QueryDict("nobody=1"), {}) == {"units": []}
    assert ANSWERS["garrison"](QueryDict("unit=2&unit=0"), {}) == {"units": [2, 0]}


def test_in_a_rematch_everybody_keeps_his_list_the_machine_too():
    browser = Browser()
    browser.begin(opponent="bot", first_player="Anna")
    before = load(browser.row).setup.sides
    browser.post("resign/", side="0")
    browser.battle = browser.post("rematch/")["Location"].split("/")[2]
    assert browser.row.bot_side == 0
    assert list(load(browser.row).setup.sides) == [before.second, before.first]
    page = browser.page()
    assert page.count('name="entropy-1"') == 1
    assert 'name="entropy-0"' not in page


def test_a_side_gives_up_and_the_page_says_so(table):
    table.sit_down()
    table.post("resign/", side="1")
    assert "Ben conceded." in table.page()


def test_another_sides_question_is_not_answered_from_here():
    browser = Browser()
    browser.begin(opponent="two")
    before = load(browser.row).version
    browser.post(
        "move/",
        prompt="1-sit_down-1",
        version=before,
        answer='{"accept": true, "entropy": ""}',
    )
    assert load(browser.row).version == before


def test_a_page_that_draws_here_gets_what_its_address_would_have_shown():
    table = Browser.asked_for("sit_down", 0)
    sent = table.client.post(f"/b/{table.battle}/sit-down/", headers={"Draws-Here": "1"})

    led_to = table.get()

    assert sent.status_code == 200
    assert without_tokens(sent) == without_tokens(led_to)
    assert sent["Cache-Control"] == led_to["Cache-Control"]


def without_tokens(answer):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
