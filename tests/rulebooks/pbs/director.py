"""How does a test lead the script of the PBS? It scripts what falls and what sides answer.

The director feeds the engine's own `Run` with entries, so chance is scripted and nothing patched.
Placements are fed without judging: whether they are legal is the ground's tests' business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from setup_app.engine.chance import Draw, Roll
from setup_app.engine.hidden import SPECTATOR, Sight, Viewer, seat
from setup_app.engine.log import ANSWER, CHANCE, FINDING, Entry
from setup_app.engine.prompts import Ask, Find
from setup_app.engine.run import Asking, ScriptRun
from setup_app.engine.situation import BattleSetup, Known
from setup_app.engine.values import PerSide
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK

MOSTLY_LOW = {"black": 26, "white": 16, "green": 3, "yellow": 3, "red": 2}
"""A pack from which a test can deal the plain hands that it wants."""

ELSEWHERE = {"type": "Polygon", "coordinates": [[[1, 1], [7, 1], [7, 7], [1, 7], [1, 1]]]}


def army(**stated: Any) -> dict[str, Any]:
    """The smallest list that may be played, with `stated` in place of its fields."""
    return {
        "name": "Army",
        "rulebook": "pbs-2023.1",
        "home": ["plains"],
        "commander": {"level": "competent"},
        "pbs_cards": 5,
        "scouting": 3,
        **stated,
    }


def setup(first: Any = None, second: Any = None, **stated: Any) -> BattleSetup:
    """A battle on the regulation table; keywords are settings, or fields of `BattleSetup`."""
    fields = {name: stated.pop(name) for name in ("dice", "cards", "table") if name in stated}
    return BattleSetup(
        **{
            "rulebook": RULEBOOK.id,
            "revision": RULEBOOK.revision,
            "table": {"width": 45, "depth": 30},
            "base_width_mm": 40,
            "settings": RULEBOOK.complete_settings({"deck": MOSTLY_LOW, **stated}),
            "until": "scouting",
            "dice": "server",
            "cards": "server",
            "sides": PerSide(first or army(), second or army()),
            "maps": {},
            **fields,
        }
    )


@dataclass
class Director:
    """Leads one battle; `draws` are the hands that each draw gives, in the order of drawing."""

    given: BattleSetup
    run: ScriptRun = field(init=False)
    number: int = 1

    def __post_init__(self) -> None:
        self.run = ScriptRun(RULEBOOK, self.given, {})
        for side in (0, 1):
            self.answer(side, {"accept": True, "entropy": ""})

    @property
    def situation(self) -> Any:
        return self.run.situation

    def askings(self) -> dict[Any, Asking]:
        """What is asked and not yet answered, by side."""
        return {a.side: a for a in self.run.askings() if a.answered_by is None}

    def asked(self) -> dict[Any, str]:
        return {side: asking.prompt.kind for side, asking in self.askings().items()}

    def known(self, viewer: Viewer) -> Known:
        return Known(self.situation, Sight(viewer))

    def options(self, side: int) -> list[Any]:
        asking = self.askings()[side]
        found = asking.prompt.options(side, self.known(seat(side)))
        assert found is not None
        return list(found)

    def answer(self, side: Any, answer: Any) -> None:
        asking = self.askings()[side]
        self._feed(ANSWER, side, asking.prompt.kind, answer)
        self._find()

    def roll(self, *faces: Any) -> None:
        """The next dice show these faces."""
        for face in faces:
            pending = self.run.pending
            assert isinstance(pending, Roll), f"nothing is rolled now, but {pending}"
            assert face in pending.faces, f"no face of {pending.faces} is {face}"
            self._feed(CHANCE, pending.side, pending.label, face)
            self._find()

    def draw(self, *cards: str) -> None:
        """The next draw gives these cards."""
        pending = self.run.pending
        assert isinstance(pending, Draw), f"nothing is drawn now, but {pending}"
        assert len(cards) == min(pending.count, len(pending.pool))
        self._feed(CHANCE, pending.side, pending.label, list(cards))

    def _find(self) -> None:
        while isinstance(self.run.pending, Find):
            finder = RULEBOOK.finders[self.run.pending.name]
            found = finder(self.given, **self.run.pending.inputs)
            self._feed(FINDING, None, self.run.pending.name, found)

    def _feed(self, type_: str, side: Any, kind: str, value: Any) -> None:
        self.number += 1
        pending = self.run.pending
        counter = None
        if isinstance(pending, (Roll, Draw)) and not self.run.asked():
            counter = (self.run.counter(pending), 0)
        ordinal = self.run.ordinal
        self.run.feed(Entry(self.number, type_, side, kind, ordinal, value, value, counter=counter))

    def told(self) -> list[str]:
        return [line.code for line in self.situation.told]

    def layout_types(self) -> list[str]:
        return [piece["type"] for piece in self.situation.pieces]

    def waits_for_a_draw(self) -> Draw:
        assert isinstance(self.run.pending, Draw)
        return self.run.pending

    def waits_for_a_roll(self) -> Roll:
        assert isinstance(self.run.pending, Roll)
        return self.run.pending

    def waits_for_answers(self) -> Ask:
        assert isinstance(self.run.pending, Ask)
        return self.run.pending

    def view(self, viewer: Viewer = SPECTATOR) -> dict[str, Any]:
        return RULEBOOK.present(self.known(viewer), viewer)

    # Ways to later steps, each ending where its name says.

    def to_territory_cards(self, first: tuple[str, ...], second: tuple[str, ...]) -> None:
        """Side 0 wins the roll and defends; the hands are drawn, the defender's first."""
        self.roll("wound", "blank")
        self.answer(0, {"role": "defender"})
        self.draw(*first)
        self.draw(*second)

    def to_days(self, first: tuple[str, ...], second: tuple[str, ...], box: list[int]) -> None:
        """Nobody plays for the territory; side 0, the defender, starts the marker in `box`."""
        self.to_territory_cards(first, second)
        for side in (0, 1):
            self.answer(side, {"card": None})
        self.answer(0, self.options(0)[0])
        self.answer(0, {"box": box})

    def to_flank(self, box: list[int]) -> None:
        """Both hold five black cards and play them; the marker rests where it started."""
        five = ("black",) * 5
        self.to_days(five, five, box)
        for _ in range(5):
            for side in (0, 1):
                self.answer(side, {"card": "black"})

    def to_compulsory(self, box: list[int]) -> None:
        """`box` has no secure flank, so that nothing is placed there."""
        self.to_flank(box)
        assert self.situation.flank == ()

    def select(self, *types: str) -> None:
        """Whoever is asked selects these types in turn."""
        for type_ in types:
            ((side, _),) = self.asked().items()
            self.answer(side, {"type": type_})

    def place(self, *, outline: Any = None) -> None:
        """Whoever is asked places his piece, somewhere."""
        ((side, kind),) = self.asked().items()
        assert kind == "place_piece"
        self.answer(side, {"outline": outline or ELSEWHERE, "declared": None})

    def lose(self) -> None:
        ((side, _),) = self.asked().items()
        self.answer(side, {"impossible": True})
