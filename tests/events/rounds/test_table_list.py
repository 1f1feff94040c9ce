"""What is said of a round that somebody has written down, and of any before it is published?"""

from __future__ import annotations

import pytest

from setup_app.events.event.rounds.cautions import Caution, Reason, cautions, reasons
from setup_app.events.event.rounds.players import History, Pairing, Player
from setup_app.events.event.rounds.table_list import (
    GivenPairing,
    Named,
    judge_table_list,
    pairings_of,
)


def faults(*given: tuple[int | None, tuple[Named, ...]]) -> list[tuple[str, object]]:
    """Codes with their parameters; 1 to 5 play, 9 has dropped out, there are three tables."""
    found = judge_table_list(
        [GivenPairing(table, entries) for table, entries in given],
        playing=[1, 2, 3, 4, 5],
        dropped=[9],
        tables=3,
    )
    return [(each.code, dict(each.params)) for each in found]


def test_a_round_without_a_fault() -> None:
    assert faults((1, (1, 2)), (3, (3, 4)), (None, (5,))) == []


def test_the_table_of_a_bye_is_not_looked_at() -> None:
    assert faults((1, (1, 2)), (3, (3, 4)), (3, (5,))) == []
    given = [GivenPairing(2, (5,)), GivenPairing(3, (1, 2)), GivenPairing(1, (3, 4))]
    assert pairings_of(given) == (Pairing(1, (3, 4)), Pairing(3, (1, 2)), Pairing(None, (5,)))


def test_every_fault_is_told_at_once() -> None:
    assert faults(
        (1, (1, 1)), (1, (2, 9)), (4, (3, "Nemo")), (0, (17, 2)), (None, (3, 2)), (None, (1,))
    ) == [
        ("unknown_player", {"entry": "Nemo"}),
        ("unknown_player", {"entry": 17}),
        ("dropped_player", {"entry": 9}),
        ("player_twice", {"entry": 1}),
        ("player_twice", {"entry": 2}),
        ("player_twice", {"entry": 3}),
        ("player_missing", {"entry": 4}),
        ("player_missing", {"entry": 5}),
        ("no_such_table", {"table": 4, "tables": 3}),
        ("no_such_table", {"table": 0, "tables": 3}),
        ("no_such_table", {"entries": ["3", "2"], "tables": 3}),
        ("table_twice", {"table": 1, "entries": [1, 1, 2, 9]}),
    ]


def test_a_name_that_is_nobody_s_makes_no_round() -> None:
    with pytest.raises(ValueError, match="matches no player"):
        pairings_of([GivenPairing(1, (1, "Nemo"))])


PLAYERS = [
    Player(1, 6, "Legio X", "IT"),
    Player(2, 6, "legio x ", "it"),
    Player(3, 3, "", "DE"),
    Player(4, 0, "", "DE"),
    Player(5, 3),
    Player(6, 0),
]
BEHIND = History.of(
    [Pairing(1, (2, 1)), Pairing(2, (1, 2)), Pairing(2, (3, 6)), Pairing(None, (5,))]
)
ROUND = [Pairing(1, (1, 2)), Pairing(2, (3, 4)), Pairing(None, (5,)), Pairing(None, (6,))]


def test_a_round_is_warned_of_what_is_remarkable() -> None:
    assert cautions(ROUND, PLAYERS, history=BEHIND, avoid=["country", "club"]) == (
        Caution("rematch", (1, 2), {"times": 2}),
        Caution("same_club", (1, 2), {"name": "Legio X"}),
        Caution("same_country", (1, 2), {"name": "IT"}),
        Caution("same_table", (1, 2), {"table": 1}),
        Caution("same_country", (3, 4), {"name": "DE"}),
        Caution("same_table", (3,), {"table": 2}),
        Caution("second_bye", (5,), {"byes": 1}),
    )


def test_nobody_is_warned_of_a_country_that_is_not_avoided() -> None:
    found = cautions(ROUND, PLAYERS, history=History(), avoid=["club"])
    assert found == (Caution("same_club", (1, 2), {"name": "Legio X"}),)


def test_each_pairing_says_why() -> None:
    assert reasons(ROUND, PLAYERS, history=BEHIND) == (
        (Reason("met_before", {"times": 2}), Reason("level")),
        (
            Reason("not_met"),
            Reason("difference", {"points": 3}),
            Reason("floated", {"entry": 3, "to": "down"}),
            Reason("floated", {"entry": 4, "to": "up"}),
        ),
        (Reason("bye", {"total": 3, "byes": 1, "lowest": False}),),
        (Reason("bye", {"total": 0, "byes": 0, "lowest": True}),),
    )


@pytest.mark.parametrize(("table", "entries"), [(None, (1, 2)), (1, (1,)), (1, ()), (1, (1, 2, 3))])
def test_a_pairing_has_two_at_a_table_or_one_at_none(
    table: int | None, entries: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"bye|entries"):
        Pairing(table, entries)
