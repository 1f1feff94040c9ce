"""Does the pre-battle system keep hands, sealed cards, closed lists and garrisons to their owners?

Two battles that differ in nothing but one side's secret; see `tests.non_interference`. What the
rules lay open here, and when: cards that were played, once both are in (8.B, 8.D); in 10.A how many
cards each draws and the best five that he shows; a settlement when it is placed. All else stays
secret until both sides close the battle.
"""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from setup_app.engine.autoplay import play_one, play_out, unanswered
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.hidden import BOTH, ORGANISER, SPECTATOR, STRANGER, UMPIRE, seat
from setup_app.engine.prompts import Answer, Prompt
from setup_app.engine.proof import proof
from setup_app.engine.run import Asking
from setup_app.engine.undo import undo
from setup_app.engine.values import SIDES, PerSide, Side, canonical, other
from setup_app.engine.views import events, view
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.deployment.deploy_prompts import Deploy
from setup_app.rulebooks.pbs_2023_1.deployment.hide_prompts import GiveAmbush, Hide
from setup_app.rulebooks.pbs_2023_1.deployment.leader_prompts import PlaceLeaders
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import (
    KeepCards,
    PlayDayCard,
    PlayTerritoryCard,
)
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import Garrison
from tests.non_interference import (
    ONLOOKERS,
    Subject,
    Variation,
    channels,
    check,
    hiding,
    options_two_by_two,
    say,
    unvaried,
)
from tests.rulebooks.pbs.director import setup
from tests.twins import Twins, by_answer

SEED = bytes(range(32))
DEAD_LEVEL = {"black": 18, "white": 26, "green": 2, "yellow": 2, "red": 2}
"""Most hands come to nothing, so that unlike hands often show the same best five."""

BARE: list[Any] = [[{"flank": [], "density": "featureless"}] * 5] * 5
WATERY: list[Any] = [[{"flank": ["deep_water"], "density": "open"}] * 5] * 5


def unit(name: str, *flags: str, **stated: Any) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "tug",
        "arm": "foot",
        "order": "close",
        "bases": 6,
        "points": 300,
        "flags": list(flags),
        **stated,
    }


def army(name: str, **stated: Any) -> dict[str, Any]:
    return {
        "name": name,
        "player": f"Player of {name}",
        "rulebook": "pbs-2023.1",
        "home": ["plains"],
        "commander": {"name": "Scipio", "level": "competent"},
        "generals": [{"name": "Laelius", "level": "talented", "type": "professional"}],
        "pbs_cards": 8,
        "scouting": 12,
        "units": [unit("Hastati", "garrison"), unit("Triarii", "garrison"), unit("Velites")],
        "camp": True,
        "settlement": "fort",
        "points": 9000,
        **stated,
    }


OTHERWISE: dict[str, Any] = {
    "commander": {"name": "Hannibal", "level": "competent"},
    "generals": [{"name": "Hasdrubal", "level": "mediocre", "type": "tribal"}],
    "units": [
        unit("Spearmen", "battery", "may_flank_march"),
        unit("Slingers", "may_ambush", kind="sug", order="loose", bases=4, points=20),
        unit("Elephants", arm="elephants", order="loose"),
        unit("Citizens", "garrison"),
        unit("Old men", "garrison", "barricades"),
        unit("Boys", "garrison"),
    ],
    "camp": False,
    "points": 12345,
}
"""Everything of a list that stays closed, said in another way."""


def game(first: Any = None, second: Any = None, **stated: Any) -> Any:
    cells = stated.pop("cells", BARE)
    given = setup(
        first or army("Rome"), second or army("Carthage"), **{"deck": DEAD_LEVEL, **stated}
    )
    return replace(given, maps={"plains": cells})


def begin(given: Any) -> EngineBattle:
    return EngineBattle.begin(RULEBOOK, given, SEED)


def scouted(battle: EngineBattle) -> Any:
    return battle.run.situation.scouted


def drawn_by(battle: EngineBattle, side: Side) -> list[Any]:
    return [e.value for e in battle.entries if e.kind == "scouting_cards" and e.side == side]


def showed_other_cards(twins: Twins) -> bool:
    """Whether 10.A came to something else: cards shown, cards counted, cards left in the pack."""
    one, two = twins
    counts = [[len(cards) for cards in drawn_by(twin, twins.side)] for twin in twins]
    return (
        scouted(one) != scouted(two)
        or counts[0] != counts[1]
        or drawn_by(one, other(twins.side)) != drawn_by(two, other(twins.side))
    )


def as_many_cards(battle: EngineBattle, asking: Asking) -> list[tuple[Answer, Answer]]:
    """Two ways to keep equally many cards, which in 10.A may well come to the same."""
    options = asking.prompt.options(asking.side, battle.known_to(asking, asking.side)) or ()
    pairs = [
        (one, two)
        for place, one in enumerate(options)
        for two in options[place + 1 :]
        if len(one["cards"]) == len(two["cards"])
    ]
    return pairs[:: max(1, len(pairs) // 3)] or list(options_two_by_two(battle, asking))


def settlement_came(battle: EngineBattle) -> bool:
    return battle.run.situation.step in ("settlement", "10.A")


DEPLOYING = (Deploy, Hide, PlaceLeaders, GiveAmbush)
"""Varied in `deployment.test_who_sees_what`: these battles end with scouting."""

IN_10A = Variation(parted=showed_other_cards)


def subject(given: Any, **changed: Any) -> Subject:
    return replace(
        Subject(
            RULEBOOK,
            lambda: begin(given),
            {
                PlayTerritoryCard: IN_10A,
                PlayDayCard: IN_10A,
                KeepCards: replace(IN_10A, answers=as_many_cards),
                Garrison: Variation(),
            },
            drawn={"pbs_cards": IN_10A, "scouting_cards": IN_10A},
            of_lists=IN_10A,
            pairs=1,
            elsewhere=DEPLOYING,
        ),
        **changed,
    )


def test_every_prompt_that_hides_something_is_varied() -> None:
    assert unvaried(subject(game())) == ()
    up_to_scouting = {PlayTerritoryCard, PlayDayCard, KeepCards, Garrison}
    assert set(hiding(RULEBOOK)) == {*up_to_scouting, *DEPLOYING}


def test_nothing_of_a_hidden_answer_is_public_but_what_figures_on_the_table_show() -> None:
    showing = [prompt for prompt in hiding(RULEBOOK) if prompt.public is not Prompt.public]

    assert showing == [Deploy, Hide, PlaceLeaders]


@pytest.mark.parametrize(
    ("number", "stated"),
    [
        (1, {}),
        (4, {"saved_cards": "added", "no_card": "black", "voluntary_pass": True}),
        (3, {"dice": "entered"}),
    ],
)
def test_hands_sealed_cards_and_garrisons_stay_with_their_owner(
    number: int, stated: dict[str, Any]
) -> None:
    watched = subject(game(**stated), follow=1000 if number == 1 else 12)

    report = check(watched, games=1, chooser=random.Random(number))

    assert report.never_compared == ()


def test_nothing_of_a_side_shows_where_ground_is_placed() -> None:
    watched = subject(game(cells=WATERY), follow=12)

    report = check(watched, games=1, chooser=random.Random(4))

    assert report.never_compared == ()


@pytest.mark.parametrize("side", SIDES)
def test_what_a_closed_list_keeps_back_reaches_nobody(side: Side) -> None:
    armies = PerSide(army("Rome"), army("Carthage"))
    told_otherwise = armies.with_side(side, {**armies[side], **OTHERWISE})
    watched = subject(game(*armies), lists={side: game(*told_otherwise)}, pairs=0)

    report = check(watched, games=0, chooser=random.Random(side))

    assert report.compared[f"list of {side}"] > 20


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("cards", ["server", "entered"])
def test_a_settlement_is_secret_until_it_is_placed(side: Side, cards: str) -> None:
    armies = PerSide(army("Rome", settlement=None), army("Carthage", settlement=None))
    with_a_fort = armies.with_side(side, {**armies[side], "settlement": "vital_settlement"})
    watched = subject(
        game(*armies, cards=cards),
        lists={side: game(*with_a_fort, cards=cards)},
        of_lists=Variation(revealed=settlement_came),
    )

    report = check(watched, games=0, chooser=random.Random(side))

    assert report.compared[f"list of {side}"] > 10


def test_whether_a_list_has_a_garrison_at_all_does_not_show() -> None:
    armies = PerSide(army("Rome"), army("Carthage"))
    without = armies.with_side(0, army("Rome", units=[unit("Hastati"), unit("Triarii")]))
    watched = subject(game(*armies), lists={0: game(*without)})

    report = check(watched, games=0, chooser=random.Random(7))

    assert report.compared["list of 0"] > 20


def day_of_three_cards() -> EngineBattle:
    """Side 0 is asked for a day's card, and holds three colours at least."""
    battle = begin(game(deck={"black": 10, "white": 10, "green": 10, "yellow": 10, "red": 10}))
    while True:
        asking = next(each for each in battle.askings() if each.answered_by is None)
        if asking.prompt.kind == PlayDayCard.kind and asking.side == 0:
            assert len(card_options(battle, asking)) >= 3
            return battle
        play_one(battle, asking, random.Random(1))


def card_options(battle: EngineBattle, asking: Asking) -> list[Answer]:
    return [*(asking.prompt.options(0, battle.known_to(asking, 0)) or ())]


def test_a_card_taken_back_before_it_was_opened_is_never_opened() -> None:
    battle = day_of_three_cards()
    asking = next(each for each in battle.askings() if each.side == 0)
    one, two, played = card_options(battle, asking)[:3]
    twins = by_answer(battle, asking, (one, two))
    for twin in twins:
        undo(twin, 0)
        twin.answer(0, Move(asking.id, twin.version, played))

    for _ in range(12):
        for viewer in (seat(1), *ONLOOKERS):
            mine, its = (channels(twin, viewer, battle.version) for twin in twins)
            assert mine == its
        for twin in twins:
            play_one(twin, unanswered(twin)[0], random.Random(twin.version))


def test_open_lists_are_open() -> None:
    shown = view(begin(game(lists="open")), STRANGER, say=say)

    assert [side["army"]["units"][0]["name"] for side in shown["sides"]] == ["Hastati", "Hastati"]


# What is left when set-up has ended.


@pytest.fixture(scope="module")
def ended() -> EngineBattle:
    battle = begin(game())
    play_out(battle, random.Random(5))
    return battle


def cards_laid_open(battle: EngineBattle) -> list[Counter[str]]:
    """By side, the cards that the rules have shown: the played ones, and the best of 10.A."""
    situation = battle.run.situation
    shown = []
    for side in SIDES:
        played = [day.cards[side] for day in situation.days] + [situation.territory_cards[side]]
        shown.append(Counter([*filter(None, played), *situation.scouted[side].best]))
    return shown


@pytest.mark.parametrize("viewer", [BOTH, SPECTATOR, ORGANISER, STRANGER], ids=lambda v: v.role)
def test_the_end_of_set_up_opens_no_hand_no_list_no_garrison(
    ended: EngineBattle, viewer: Any
) -> None:
    shown = view(ended, viewer, say=say)

    assert shown["step"] is None
    assert [(hand["cards"], hand["kept"]) for hand in shown["hands"]] == [(None, None)] * 2
    assert [(side["list_hidden"], side["garrison"]) for side in shown["sides"]] == [
        (True, None)
    ] * 2


@pytest.mark.parametrize("side", SIDES)
def test_a_seat_sees_its_own_side_and_nothing_of_the_other(ended: EngineBattle, side: Side) -> None:
    shown = view(ended, seat(side), say=say)

    mine, its = shown["sides"][side], shown["sides"][other(side)]
    assert (mine["list_hidden"], its["list_hidden"]) == (False, True)
    assert mine["garrison"] is not None
    assert its["garrison"] is None
    assert shown["hands"][side]["cards"] is not None
    assert shown["hands"][other(side)]["cards"] is None


SECRET_KINDS = {"pbs_cards", "scouting_cards", "keep_cards", "garrison"}


def test_the_log_stays_closed_about_draws_kept_cards_and_garrisons(ended: EngineBattle) -> None:
    for viewer in (seat(0), *ONLOOKERS):
        lines = events(ended, viewer, say=say)
        hidden = {line["kind"] for line in lines if line["hidden"]}
        counted = [line["value"] for line in lines if line["hidden"] and line["type"] == "chance"]

        assert hidden <= SECRET_KINDS | {"sit_down", "play_territory_card", "play_day_card"}
        assert hidden >= SECRET_KINDS
        assert all(set(value) == {"count"} for value in counted)


def test_played_cards_are_opened_by_the_answer_that_completes_them(ended: EngineBattle) -> None:
    """The first sealed answer of a pair stays closed where it stands, and is revealed later."""
    for line in events(ended, SPECTATOR, say=say):
        if line["hidden"] and line["kind"] in ("play_territory_card", "play_day_card"):
            opened = [
                reveal["value"]
                for later in ended.entries
                for reveal in later.reveals
                if reveal["entry"] == line["number"]
            ]
            assert len(opened) == 1


def test_what_was_told_names_no_card_that_was_not_shown(ended: EngineBattle) -> None:
    told = [line for line in ended.run.situation.told if line.to is None]
    named = [Counter(), Counter()]
    for line in told:
        if line.code == "scouted":
            named[line.params["side"]].update(line.params["cards"])
        elif line.code in ("territory_cards", "day_cards"):
            for side, card in zip(
                SIDES, (line.params["first"], line.params["second"]), strict=True
            ):
                named[side].update([card] if card not in ("nothing", "pass") else [])

    assert named == cards_laid_open(ended)
    # What each holds besides was put aside or was not among the best, and is nobody's business.
    assert all(not line.to for line in told)


def test_the_proof_before_the_close_holds_commitments_in_place_of_secrets(
    ended: EngineBattle,
) -> None:
    given = proof(ended, ended.sight(SPECTATOR))

    assert (given["seed"], given["secrets"], given["chances"]) == (None, [], [])
    assert ended.seed.hex().encode() not in canonical(given)
    for entry in ended.entries:
        if entry.secret:
            line = given["entries"][entry.number - 1]
            assert line["commitments"]
            assert line["public"] in (None, {"count": len(entry.value)})


def test_after_the_close_by_both_everybody_reads_everything(ended: EngineBattle) -> None:
    battle = begin(game())
    play_out(battle, random.Random(5))
    battle.close(0)
    assert view(battle, STRANGER, say=say)["hands"][0]["cards"] is None

    battle.close(1)

    assert view(battle, STRANGER, say=say)["hands"] == view(battle, UMPIRE, say=say)["hands"]
    assert not any(line["hidden"] for line in events(battle, STRANGER, say=say))
    assert proof(battle, battle.sight(STRANGER))["seed"] == SEED.hex()
