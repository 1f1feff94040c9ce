"""Can every question of a deployment be answered by plain forms, and who reads what of it?"""

import html
import json
import re

import pytest

from setup_app.battles.management.commands.autoplay import log_of
from setup_app.battles.repository import load
from setup_app.battles.seats.tokens import Seat, token
from setup_app.battles.services import store_log
from tests import stock
from tests.battles.pages.hands import Browser
from tests.rulebooks.pbs.deployment.stage import army, asked_of, battle_at_deployment, play_to, tugs

pytestmark = pytest.mark.django_db(transaction=True)
judged = pytest.mark.usefixtures("worker")


def asked(kind, **which):
    """The battle at the first asking of a kind, on the device of who is asked, with the asking."""
    log = stock.asked(kind, **which)
    row = store_log(exported=log)
    asking = next(each for each in load(row).askings() if each.prompt.kind == kind)
    return Browser(battle=row.public_id).sit(asking.side), asking


def answers(browser, asking, path="place/", **fields):
    """Send a form to a question; what was asked next."""
    played = load(browser.row)
    came = browser.post(path, prompt=asking.id, version=played.version, **fields)
    return came, load(browser.row)


@pytest.mark.parametrize("kind", stock.DEPLOYING)
def test_each_question_is_drawn_with_its_rule_and_what_follows(kind):
    browser, _asking = asked(kind)
    page = browser.page()
    assert f"asks-{kind}" in page
    assert 'class="follows"' in page
    assert re.search(r'<details class="why">.*?<p>\S', page, re.S)
    assert "Answer (JSON)" not in page


@pytest.mark.parametrize(("kind", "says"), [("place_camp", "camp"), ("deploy", "TUGs")])
def test_who_waits_is_told_what_the_other_does_and_sees_no_list_of_his(kind, says):
    browser, asking = asked(kind)
    names = [unit["name"] for unit in load(browser.row).setup.sides[asking.side]["units"]]
    waiting = Browser(battle=browser.battle).sit(1 - asking.side)
    page = waiting.page()
    assert re.search(rf'class="question-there">[^<]*{says}', page)
    assert not [name for name in names if name in page]


def test_who_has_fewer_left_is_asked_for_these_and_nobody_else_is_told_how_many():
    """Seven of nine: two hold a fort, which the other side learns no sooner than they show."""
    both = army(tugs(9, "garrison"), settlement="fort")
    battle = play_to(battle_at_deployment(both, both, outscouted=(0, 100)), "deploy")
    row = store_log(exported=log_of(battle))
    assert asked_of(battle).prompt.about() == {"part": "first", "number": 9}
    mine, its = (Browser(battle=row.public_id).sit(side).page() for side in (0, 1))

    assert "Deploy your first 7 TUGs." in mine
    assert "9 TUGs" in its
    assert "7 TUGs" not in its


@judged
def test_a_camp_is_placed_by_typed_figures():
    browser, asking = asked("place_camp")
    fields = {"x-camp": "22.5", "y-camp": "1", "facing-camp": "90"}
    came, played = answers(browser, asking, **fields)
    assert came.status_code == 302
    camp = played.run.situation.camps[asking.side]
    assert (camp.at, camp.facing) == ((22.5, 1.0), 90)


@judged
def test_units_are_put_down_by_typed_figures_and_what_is_wrong_is_said_of_each():
    browser, asking = asked("deploy")
    fields = {"x-u0": "2", "y-u0": "15", "facing-u0": "90", "ranks-u0": "2", "x-u1": "", "y-u1": ""}
    answers(browser, asking, **fields)
    page = browser.page()
    refusals = re.findall(r'<li data-code="(\w+)"', page)
    assert {"outside_zone", "wrong_number"} <= set(refusals)
    sections = re.findall(r'<li data-code="\w+">\s*<span class="section">([\d.A-H]+)</span>', page)
    assert (len(sections), set(sections)) == (len(refusals), {"10.B", "10.D"})
    assert "No one deploys within 6 BW of the centre line" in page
    assert re.search(r'name="x-u0"[^>]*value="2"', page)


def test_what_is_no_figure_is_said_beside_its_field():
    browser, asking = asked("deploy")
    came, _played = answers(browser, asking, **{"x-u0": "here", "y-u0": "5"})
    assert came.status_code == 422
    page = came.content.decode()
    assert re.search(r'name="x-u0"[^>]*value="here"[^>]*aria-invalid="true"', page)


@judged
@pytest.mark.parametrize("kind", ["place_camp", "deploy", "place_leaders"])
def test_the_programs_own_suggestion_is_laid_down_with_one_button(kind):
    browser, asking = asked(kind)
    came, _played = answers(browser, asking, do="suggest")
    drafted = re.search(r'name="drafted" value="([^"]+)"', came.content.decode())
    text = drafted[1].replace("&quot;", '"')
    came, played = answers(browser, asking, drafted=text)
    assert asking.id in played.run.past
    assert json.loads(text)


@judged
def test_leaders_are_placed_by_typed_figures_and_command_whom_they_are_given():
    browser, asking = asked("place_leaders")
    came, _played = answers(browser, asking, do="suggest")
    page = came.content.decode()
    fields = dict(re.findall(r'name="([xy]-leader\d)"[^>]*value="([^"]*)"', page, re.S))
    commands = {
        name: re.search(r'value="(\d+)"\s+selected', options)
        for name, options in re.findall(r'name="(command-\d+)".*?>(.*?)</select>', page, re.S)
    }
    fields |= {name: found[1] for name, found in commands.items() if found}
    _came, played = answers(browser, asking, **fields)
    assert played.run.situation.leaders[asking.side]


@judged
@pytest.mark.parametrize(
    ("fields", "hidden"),
    [
        ({"what": "ambush", "x-marker": "22", "y-marker": "4", "unit-14": "on"}, "markers"),
        ({"what": "march", "leader": "2", "flank": ""}, "marches"),
        ({"do": "done"}, "hid"),
    ],
)
def test_who_hides_says_where_or_with_whom_or_that_it_is_done(fields, hidden):
    browser, asking = asked("hide")
    own = load(browser.row).setup.sides[asking.side]["units"]
    lurks = next(n for n, unit in enumerate(own) if "may_ambush" in unit["flags"])
    fields = {name.replace("14", str(lurks)): value for name, value in fields.items()}
    _came, played = answers(browser, asking, **fields)
    assert getattr(played.run.situation, hidden)[asking.side]


@judged
def test_a_unit_moves_before_the_game_or_its_owner_passes():
    browser, asking = asked("pregame_move")
    _came, played = answers(browser, asking, do="pass")
    assert asking.id in played.run.past


@judged
def test_a_device_that_passes_keeps_the_seat_taken_up_while_a_suggestion_is_looked_at():
    browser, asking = asked("deploy")
    browser.sit(0, 1)
    assert 'name="x-u0"' not in browser.page()
    came, _played = answers(browser, asking, do="suggest")
    page = came.content.decode()
    assert "data-secret" in page
    assert 'name="x-u0"' in page


@judged
def test_on_a_device_that_passes_a_refusal_is_read_by_who_tried_and_nobody_else():
    browser, asking = asked("deploy")
    browser.sit(0, 1)
    fields = {"x-u0": "2", "y-u0": "15", "facing-u0": "90", "ranks-u0": "2"}
    came, _played = answers(browser, asking, **fields)
    page = came.content.decode()
    assert "data-secret" in page
    assert '<li data-code="outside_zone"' in page
    covered = browser.page()
    assert "breaks a rule and was not accepted" in covered
    assert "data-code" not in covered


def flanks_offered(page):
    return re.findall(
        r'value="(\w*)"', page.partition('id="march-flank"')[2].partition("</select>")[0]
    )


@judged
def test_a_leader_with_whom_nobody_may_march_is_sent_to_bluff():
    browser, asking = asked("hide")
    page = browser.page()
    assert flanks_offered(page) == ["left", "right", ""]
    everybody = dict.fromkeys(re.findall(r'name="(march-\d+)"', page), "on")
    answers(browser, asking, what="march", leader="1", flank="left", **everybody)
    page = browser.page()
    assert "No unit in hand may flank march." in page
    assert flanks_offered(page) == [""]


def test_both_may_end_it_as_it_stands_and_secrets_stay_sealed():
    browser, asking = asked("place_camp")
    assert "Ask to stop here" in browser.page()
    browser.post("stop/")
    other = Browser(battle=browser.battle).sit(1 - asking.side)
    page = other.page()
    assert "asks to stop here" in page
    number = re.search(r'name="proposal" value="(\d+)"', page)[1]
    other.post("reply/", proposal=number, do="accept")
    assert "Stopped by agreement" in other.page()


def test_what_is_sealed_at_the_end_is_shown_by_its_owner_alone():
    browser = Browser.at(stock.kept(stock.DEPLOYED), 0)
    other = Browser(battle=browser.battle).sit(1)
    page = browser.page()
    assert "Both armies are deployed" in page
    sealed = re.findall(r'name="envelope" value="([^"]+)"', page)
    # One tap more than to look: it is asked first, in words that say it is for good.
    assert page.count("It cannot be undone; your other secrets stay sealed.") == len(sealed)
    assert {name.split("-")[0] for name in sealed} == {"ambush", "march"}
    other.post("open/", envelope=sealed[0])
    assert sealed[0] in browser.page()
    browser.post("open/", envelope=sealed[0])
    assert f'value="{sealed[0]}"' not in browser.page()
    opened = [each for each in load(browser.row).entries if each.kind == "envelope_opened"]
    assert [each.value["envelope"] for each in opened] == [sealed[0]]


def test_what_stands_is_on_the_page_of_who_watches_and_told_to_who_does_not_see_it():
    browser = Browser.at(stock.kept(stock.DEPLOYED), 0)
    page = browser.page()
    assert 'class="standing"' in page
    assert re.search(r"<li>Invader: .*BW from the near edge", page)


def test_a_battle_that_ends_with_scouting_has_no_later_steps_on_its_rail():
    assert "10.H" not in Browser.asked_for("keep_cards").page()
    page = Browser.asked_for("place_camp").page()
    assert "10.H" in page
    # A camp is placed in its owner's turn of 10.D: the rail does not go back for the second one.
    stops = re.findall(r'<li\s+class="([^"]*)".*?(?:<b>([\d.A-H]+)</b>|</li>)', page, re.S)
    assert ("now", "10.D") in stops
    assert not {"10.B", "10.C", "10.F"} & {rule for _state, rule in stops}


@judged
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("place_camp", {"x-camp": "5", "y-camp": "1", "facing-camp": "90"}),
        ("deploy", None),
    ],
)
def test_the_other_side_may_let_a_place_stand_and_sees_nothing_else_of_it(kind, fields):
    browser, asking = asked(kind)
    own = load(browser.row).setup.sides[asking.side]["units"]
    if fields is None:
        came, _played = answers(browser, asking, do="suggest")
        drafted = re.search(r'name="drafted" value="([^"]+)"', came.content.decode())[1]
        answer = json.loads(drafted.replace("&quot;", '"'))
        answer["units"][0]["at"] = [22.5, 12]
        fields = {"answer": json.dumps(answer)}
    answers(browser, asking, do="as_placed", **fields)
    page = Browser(battle=browser.battle).sit(1 - asking.side).page()
    assert "where it was placed." in page
    assert not [unit["name"] for unit in own if unit["name"] in page]


def names_hidden(battle, side):
    """Of one side, by the names of its list: who lies in ambush and who marches."""
    situation = load(battle).run.situation
    hidden = [marker["units"].value for marker in situation.markers[side]]
    hidden += [march["march"].value["units"] for march in situation.marches[side]]
    return {unit["entry"]["name"] for units in hidden for unit in units}


@pytest.mark.parametrize("kind", ["give_ambush", None])
def test_whom_a_side_has_hidden_it_reads_itself_and_nobody_else(kind):
    log = stock.asked(kind) if kind else stock.kept(stock.DEPLOYED)
    row = store_log(exported=log)
    own, other, both = (Browser(battle=row.public_id).sit(*seats) for seats in ((0,), (1,), (0, 1)))
    watching = Browser(battle=row.public_id)
    names = names_hidden(row, 0)
    link = token(row, Seat.SPECTATOR)

    assert len(names) > 1
    assert all(name in own.page() for name in names)
    assert all(name in own.page("print/") for name in names)
    pages = [
        own.page("print/?for=everybody"),
        *(browser.page(path) for browser in (other, both) for path in ("", "print/", "screen/")),
        *(watching.page(f"{path}/{link}/") for path in ("watch", "print", "screen")),
    ]
    assert not [name for page in pages for name in names if name in page]
    both.post("take-up/", side="1", version=row.version)
    taken_up = html.unescape(both.post("take-up/", side="0", version=row.version).content.decode())
    assert all(name in taken_up for name in names)


def test_who_places_leaders_is_told_to_take_a_leader():
    browser, _asking = asked("place_leaders")
    page = browser.page()
    assert "Select a leader, then tap the table." in page
    assert "then tap the table." not in page.replace("Select a leader, then tap", "")


def test_the_card_of_a_marker_is_given_by_who_reads_whom_it_holds():
    browser, asking = asked("give_ambush")
    names = names_hidden(browser.row, asking.side)
    question = re.search(r"<h2>(Who commands marker A [^<]*)</h2>", browser.page())[1]
    assert any(name in question for name in names)


def test_the_deployed_table_is_at_hand_as_files_each_seen_from_the_own_edge():
    row = store_log(exported=stock.kept(stock.DEPLOYED))
    first, second = (Browser(battle=row.public_id).sit(side) for side in (0, 1))
    page = first.page()
    for kind, begins in (("pdf", b"%PDF"), ("png", b"\x89PNG")):
        assert f'href="/b/{row.public_id}/position.{kind}"' in page
        assert first.get(f"position.{kind}").content.startswith(begins)
    own, turned = first.get("position.svg"), first.get("position.svg?view_from=defender")
    assert own.content == first.get("position.svg?view_from=invader").content != turned.content
    assert own.content != second.get("position.svg?view_from=invader").content
    for_all = "position.svg?view_from=invader&for=everybody"
    assert first.get(for_all).content == second.get(for_all).content
    assert first.get("position.gif").status_code == 404


def test_a_bluff_that_is_over_is_not_told_as_sealed():
    browser = Browser.at(stock.kept(stock.DEPLOYED), 1)
    situation = load(browser.row).run.situation
    beside = {f"march-1-{march['number']}" for march in situation.marches[1]}
    sealed = re.findall(r'name="envelope" value="(march-[^"]+)"', browser.page())
    assert set(sealed) == beside
