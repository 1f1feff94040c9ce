"""What does the other side see when it is asked to accept a place that the rules call illegal?"""

import re

import pytest

from setup_app.battles import services
from setup_app.battles.models import Submission
from setup_app.battles.repository import load
from setup_app.battles.services.moves import judge_submission, read_move
from setup_app.engine.errors import DomainError
from setup_app.engine.log import ANSWER
from setup_app.layouts.table_picture import label
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.wording.place_refusals import name_of
from setup_app.wording.speaker import Speaker
from tests.battles.pages.hands import Browser, fields_of

pytestmark = pytest.mark.django_db

RING = [[20, 10], [21, 10], [21, 11], [20, 11], [20, 10]]


def small_piece(prompt, browser):
    wanted = {"outline": {"type": "Polygon", "coordinates": [RING]}}
    return read_move(prompt=prompt, expected_version=browser.row.version, answer=wanted)


@pytest.fixture
def proposed():
    """A device that passes, where one side asks to let a far too small piece stand."""
    browser = Browser.asked_for("place_piece")
    prompt = browser.asking("place_piece")
    services.propose_as_placed(
        battle=browser.battle, side=int(prompt[-1]), move=small_piece(prompt, browser)
    )
    judge_submission(Submission.objects.latest("pk").pk)
    return browser


def test_on_a_device_that_passes_the_place_is_shown_openly_and_the_one_who_decides_is_named(
    proposed,
):
    page = proposed.page()
    asks, decides = ("Anna", "Ben") if "Anna asks about" in page else ("Ben", "Anna")
    assert 'data-mode="proposal"' in page
    assert "look away" not in page
    laid = next(
        each.prompt.type
        for each in load(proposed.row).askings()
        if each.prompt.kind == "place_piece"
    )
    piece = name_of(laid, Speaker(RULEBOOK))
    assert f"{asks} asks to allow the {piece} where it was placed." in page
    assert f'"label": "{label(laid)}"' in page
    assert f"{decides} agrees" in page
    assert '"kind": "shown"' in page
    assert "[21, 11]" in page


def test_the_log_says_which_rules_a_piece_breaks_that_stands_by_agreement(proposed):
    proposal = load(proposed.row).entries[-1]
    broken = proposal.value["violations"]
    answer = proposed.post("reply/", proposal=proposal.number, do="accept")
    assert answer.status_code == 302

    log = proposed.page().partition("<h2>Log</h2>")[2]
    told = re.findall(r'<span\s+class="words">(?:<small[^>]*>\d+</small>\s+)?([^<]*)</span>', log)

    (asked,) = (place for place, line in enumerate(told) if "that breaks a rule" in line)
    why = [line.partition(": ") for line in told[asked + 1 :][: len(broken)]]
    assert [rule for rule, _colon, _words in why] == [each["rule"] for each in broken]
    assert all(words.endswith(".") for _rule, _colon, words in why)


def test_what_stands_by_agreement_is_marked_on_the_table_in_print_and_in_the_list(proposed):
    before = proposed.page()
    proposed.post("reply/", proposal=load(proposed.row).entries[-1].number, do="accept")

    page = proposed.page()
    printed = proposed.client.get(f"/b/{proposed.battle}/print/").content.decode()

    assert 'class="agreed"' not in before
    for shown in (page, printed):
        assert shown.count('class="agreed"') == 4  # Both its signs, on the piece and in the legend.
        assert "allowed by agreement" in shown
    assert re.search(r"placed by the \w+, allowed by agreement", page)
    assert printed.count("allowed by agreement") >= 2


def test_a_place_that_was_not_accepted_stays_where_it_was_put_with_what_is_wrong(proposed):
    prompt = Submission.objects.latest("pk").prompt
    proposed.post("reply/", proposal=proposed.row.version, do="decline")
    at_once = proposed.page()
    services.play(battle=proposed.battle, side=int(prompt[-1]), move=small_piece(prompt, proposed))
    with pytest.raises(DomainError):
        judge_submission(Submission.objects.latest("pk").pk)
    refused = proposed.page()
    services.propose_as_placed(
        battle=proposed.battle, side=int(prompt[-1]), move=small_piece(prompt, proposed)
    )
    judge_submission(Submission.objects.latest("pk").pk)
    proposed.post("reply/", proposal=proposed.row.version, do="decline")
    declined = proposed.page()
    for page in (at_once, refused, declined):
        assert "[21, 11]" in page
        assert 'class="refusals"' in page
        assert "A side is 1 BW" in page


def test_what_was_not_accepted_before_going_back_is_not_what_is_asked_again(proposed):
    prompt = Submission.objects.latest("pk").prompt
    proposed.post("reply/", proposal=proposed.row.version, do="decline")
    assert "[21, 11]" in proposed.page()

    chosen = [each for each in load(proposed.row).entries if each.type == ANSWER][-1]
    proposed.post("back/", to=chosen.number - 1)
    proposed.post("reply/", proposal=proposed.row.version, do="accept")
    asked, version = proposed.asking(chosen.kind), proposed.row.version
    proposed.post("move/", prompt=asked, version=version, **fields_of(chosen.value))

    assert proposed.asking("place_piece") == prompt
    page = proposed.page()
    assert 'id="laying"' in page
    assert "[21, 11]" not in page
    assert 'class="refusals"' not in page


@pytest.mark.parametrize(("said", "pieces"), [("accept", 1), ("decline", 0)])
def test_the_second_tap_settles_it(proposed, said, pieces):
    assert proposed.post("reply/", proposal=proposed.row.version, do=said).status_code == 302
    assert len(load(proposed.row).run.situation.pieces) == pieces
    assert 'data-mode="proposal"' not in proposed.page()


@pytest.mark.parametrize(("across", "offered"), [(0, True), (100, False)])
def test_only_what_the_other_side_may_accept_is_offered_to_be_asked(across, offered):
    browser = Browser.asked_for("place_piece")
    prompt = browser.asking("place_piece")
    ring = [[x + across, y] for x, y in RING]
    answer = {"outline": {"type": "Polygon", "coordinates": [ring]}}
    move = read_move(prompt=prompt, expected_version=browser.row.version, answer=answer)
    services.play(battle=browser.battle, side=int(prompt[-1]), move=move)
    with pytest.raises(DomainError):
        judge_submission(Submission.objects.latest("pk").pk)
    button = re.search(r'<button[^>]*value="as_placed"[^>]*>', browser.page())
    assert button is not None
    assert ("data-unseen" not in button.group()) is offered
    assert "hidden" not in button.group()
