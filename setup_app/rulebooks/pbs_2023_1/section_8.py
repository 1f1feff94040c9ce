"""Who invades, in which territory and map square. Sections 8.A to 8.D."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from setup_app.engine.chance import Draw, Roll
from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Ask, Request, ask, ask_both, ask_either, draw, roll
from setup_app.engine.values import SIDES, PerSide, Side, other
from setup_app.rulebooks.pbs_2023_1 import section_8_prompts as prompts
from setup_app.rulebooks.pbs_2023_1.cards import Card, die_faces, in_order, rank, without
from setup_app.rulebooks.pbs_2023_1.situation import Day, PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import CARDS
from setup_app.rulebooks.pbs_2023_1.walk import reachable, start_cells

Part = Generator[Request, Any, None]


def roll_off(battle: PbsSituation) -> Part:
    """8.A: roll the commanders' dice; the better face chooses, and ties are rolled again."""
    battle.step = "8.A"
    while True:
        fell: list[str] = []
        for side in SIDES:
            colour = CARDS.level_colours[battle.armies[side].commander.level]
            faces = die_faces(colour, battle.setup.settings["dice_faces"])
            fell.append((yield from roll(Roll("commander", "8.A", faces, side, colour))))
            battle.tell("commander_rolled", side=side, colour=colour, face=fell[side])
        worth = [CARDS.faces.index(face) for face in fell]
        if worth[0] != worth[1]:
            break
        battle.tell("roll_off_tied")
    winner = 0 if worth[0] > worth[1] else 1
    battle.tell("roll_off_won", side=winner)
    answer = yield from ask(winner, prompts.InvadeOrDefend("8.A"))
    battle.invader = winner if answer["role"] == "invader" else other(winner)
    battle.tell("sides_chosen", side=winner, role=answer["role"], invader=battle.invader)
    battle.intercept = False
    if battle.invader == winner and fell[winner] == CARDS.intercept_face:
        said = yield from ask(winner, prompts.StrategicIntercept("8.A"))
        battle.intercept = bool(said["intercept"])
        battle.tell("intercept_made" if battle.intercept else "intercept_forgone", side=winner)


def choose_territory(battle: PbsSituation) -> Part:
    """8.B: draw PBS cards, play one or none each; the better card chooses the territory."""
    battle.step = "8.B"
    if not battle.entered_cards:
        for side in battle.from_defender():
            yield from _draw_hand(battle, side, battle.armies[side].pbs_cards)
    cards = yield from _territory_cards(battle)
    battle.territory_cards = cards
    none = -1 if battle.setup.settings["no_card"] == "lowest" else rank("black")
    ranks = cards.map(lambda card: rank(card, none))
    assert battle.invader is not None
    chooser = battle.invader if ranks[battle.invader] > ranks[battle.defender] else battle.defender
    battle.tell(
        "territory_cards",
        first_side=0,
        first=cards[0] or "nothing",
        second_side=1,
        second=cards[1] or "nothing",
        chooser=chooser,
    )
    home = battle.armies[battle.defender].home
    answer = yield from ask(chooser, prompts.ChooseTerritory("8.B", home))
    battle.territory = answer["territory"]
    battle.cells = battle.cells_of(answer["territory"])
    battle.tell("territory_chosen", side=chooser, territory=battle.territory)


def _draw_hand(battle: PbsSituation, side: Side, count: int) -> Part:
    drawn = yield from draw(Draw("pbs_cards", "8.B", battle.pack, count, side))
    battle.pack = without(battle.pack, drawn)
    battle.take_in_hand(side, in_order(drawn))
    battle.tell("cards_drawn", side=side, count=len(drawn))


def _territory_cards(battle: PbsSituation) -> Generator[Request, Any, PerSide[Card | None]]:
    if battle.entered_cards:
        answer = yield from ask_either(prompts.TurnedUp("8.B"))
        cards = PerSide[Card | None](*answer["cards"])
    else:
        answers = yield from ask_both(prompts.PlayTerritoryCard("8.B"))
        cards = answers.map(lambda given: given["card"])
    _lay_down(battle, cards)
    return cards


def _lay_down(battle: PbsSituation, cards: PerSide[Card | None]) -> None:
    """Remove revealed cards from hands and pack until the scouting is over."""
    for side in SIDES:
        card = cards[side]
        if card is None:
            continue
        if battle.entered_cards:
            assert battle.unseen_pack is not None
            battle.unseen_pack = without(battle.unseen_pack, (card,))
            battle.cards_left = battle.cards_left.with_side(side, battle.cards_left[side] - 1)
        else:
            battle.take_in_hand(side, without(battle.hand(side), (card,)))


def place_marker(battle: PbsSituation) -> Part:
    """8.C: ask the defender, or the invader after a strategic intercept, to place the marker."""
    battle.step = "8.C"
    side = battle.invader if battle.intercept else battle.defender
    assert side is not None
    boxes = start_cells(battle.setup.settings["start_boxes"])
    answer = yield from ask(side, prompts.PlaceMarker("8.C", boxes))
    row, column = answer["box"]
    battle.start = battle.marker = (row, column)
    battle.tell("marker_placed", side=side, row=row + 1, column=column + 1)


def five_days(battle: PbsSituation) -> Part:
    """8.D: five times both play a card or pass, and the better card moves the marker."""
    battle.step = "8.D"
    for day in range(1, CARDS.days + 1):
        cards = yield from _day_cards(battle, day)
        _lay_down(battle, cards)
        yield from _move_on(battle, day, cards)
    yield from _keep_cards(battle)
    assert battle.marker is not None
    row, column = battle.marker
    box = battle.cells[row][column]
    battle.flank = tuple(box["flank"])
    battle.density = box["density"]
    battle.tell(
        "battle_found",
        row=row + 1,
        column=column + 1,
        flank=box["flank"] or ["none"],
        density=f"{box['density']}_ground",
    )


def _day_cards(battle: PbsSituation, day: int) -> Generator[Request, Any, PerSide[Card | None]]:
    if battle.entered_cards:
        answer = yield from ask_either(prompts.TurnedUp("8.D", day))
        return PerSide[Card | None](*answer["cards"])
    # A side without a card must pass; a question would only make the other side wait.
    asked = [side for side in SIDES if battle.hand(side)]
    played: dict[Side, Card | None] = dict.fromkeys(SIDES)
    if asked:
        prompt = prompts.PlayDayCard("8.D", day)
        answers = yield Ask(tuple((side, prompt) for side in asked))
        played |= {side: answer["card"] for side, answer in zip(asked, answers, strict=True)}
    return PerSide(played[0], played[1])


def _move_on(battle: PbsSituation, day: int, cards: PerSide[Card | None]) -> Part:
    assert battle.marker is not None
    start = battle.marker
    as_pass = rank(CARDS.pass_counts_as)
    ranks = cards.map(lambda card: rank(card, as_pass))
    difference = abs(ranks[0] - ranks[1])
    better = None if not difference else (0 if ranks[0] > ranks[1] else 1)
    battle.tell(
        "day_cards",
        day=day,
        first_side=0,
        first=cards[0] or "pass",
        second_side=1,
        second=cards[1] or "pass",
    )
    if better is not None:
        boxes = reachable(start, difference, battle.setup.settings["walk_move"])
        answer = yield from ask(better, prompts.MoveMarker("8.D", boxes, difference))
        row, column = answer["box"]
        battle.marker = (row, column)
        if battle.marker == start:
            battle.tell("marker_stayed", side=better)
        else:
            battle.tell("marker_moved", side=better, row=row + 1, column=column + 1)
    else:
        battle.tell("marker_stays")
    battle.days = (*battle.days, Day(day, cards, better, difference, start, battle.marker))


def _keep_cards(battle: PbsSituation) -> Part:
    """Ask which unplayed cards to keep for 10.A; the rest are put aside, out of the pack."""
    if battle.entered_cards:
        return
    asked = [side for side in SIDES if battle.hand(side)]
    kept: dict[Side, tuple[Card, ...]] = dict.fromkeys(SIDES, ())
    if asked:
        prompt = prompts.KeepCards("8.D")
        answers = yield Ask(tuple((side, prompt) for side in asked))
        kept |= {
            side: in_order(answer["cards"]) for side, answer in zip(asked, answers, strict=True)
        }
        battle.tell("cards_kept")
    battle.kept = PerSide(Secret(0, kept[0]), Secret(1, kept[1]))
