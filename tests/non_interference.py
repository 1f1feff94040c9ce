"""Does anything that a side keeps secret reach anybody else, in any channel?

Two battles differ in one secret of one side; everybody else makes the same moves in both. Until
the rules lay that secret open, every byte that the other side, a device with both seats, a
spectator, an organiser and a stranger receive must be equal in both: the view, the log, the past,
the proof, every refusal, every suggestion. Heads and commitments, which hide what they are computed
from, are compared by their places.

    SUBJECT = Subject(RULEBOOK, begin, {PlayCard: Variation(), Bury: Variation(revealed=...)},
                      drawn={"hand": Variation()})
    assert unvaried(SUBJECT) == ()
    report = check(SUBJECT, games=3, chooser=random.Random(1))
    assert report.never_compared == ()

`unvaried` finds every prompt class of the rulebook that hides something and has no variation.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from setup_app.engine import undo
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.errors import DomainError
from setup_app.engine.hidden import BOTH, ORGANISER, SPECTATOR, STRANGER, Viewer, seat
from setup_app.engine.log import ANSWER, CHANCE
from setup_app.engine.prompts import Answer, Prompt
from setup_app.engine.proof import proof
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.run import Asking, SitDown
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, LogMessage, Side, canonical, other
from setup_app.engine.views import events, view
from tests.twins import Twins, again, by_answer, by_draw

ONLOOKERS = (BOTH, SPECTATOR, ORGANISER, STRANGER)
ACTS_EVERY = 5
DRAWS_TRIED = 12
"""Other cards are drawn until some do not show at once."""

HASH = re.compile(rb"[0-9a-f]{64}")


class Leak(AssertionError):
    """Somebody received something that depends on another side's secret."""


def options_two_by_two(battle: EngineBattle, asking: Asking) -> Iterable[tuple[Answer, Answer]]:
    """The first option with each other one of which just as much is public, three pairs at most."""
    options = asking.prompt.options(asking.side, battle.known_to(asking, asking.side)) or ()
    pairs = [
        (one, two)
        for place, one in enumerate(options)
        for two in options[place + 1 :]
        if canonical(asking.prompt.public(one)) == canonical(asking.prompt.public(two))
    ]
    return pairs[:: max(1, len(pairs) // 3)][:3]


@dataclass(frozen=True)
class Variation:
    """How a secret is varied, and when the rules lay it open (`revealed`, of either battle).

    That all who were asked have answered a sealed prompt needs no saying. `parted`: where the rules
    show only what a secret comes to (the best five of a hand), whether it came to something else.
    """

    answers: Callable[[EngineBattle, Asking], Iterable[tuple[Answer, Answer]]] = options_two_by_two
    revealed: Callable[[EngineBattle], bool] = lambda battle: False
    parted: Callable[[Twins], bool] = lambda twins: False

    def over(self, twins: Twins) -> bool:
        """Whether the twins may differ from here on for others too."""
        return any(self.revealed(twin) for twin in twins) or self.parted(twins)


def two_entropies(battle: EngineBattle, asking: Asking) -> Iterable[tuple[Answer, Answer]]:
    return [({"accept": True, "entropy": "x"}, {"accept": True, "entropy": "y"})]


@dataclass(frozen=True)
class Subject:
    """A rulebook, and how its secrets are varied.

    `begin` gives a new battle, the same one each time. `drawn`: by the label of a draw. `lists`:
    for a side, a setting up that differs from that of `begin` only in what this side's list keeps
    closed; `of_lists` is when that is laid open. `follow` is how many moves the twins are watched
    for after they differ, `pairs` how many ways an answer is varied each time. `elsewhere` are the
    prompts that these battles never come to, and whose secrets another test varies.
    """

    rulebook: Rulebook
    begin: Callable[[], EngineBattle]
    variations: Mapping[type[Prompt], Variation]
    drawn: Mapping[str, Variation] = field(default_factory=dict)
    lists: Mapping[Side, BattleSetup] = field(default_factory=dict)
    of_lists: Variation = Variation()
    follow: int = 1000
    pairs: int = 1000
    elsewhere: tuple[type[Prompt], ...] = ()


@dataclass
class Report:
    """How many times each secret's twins were compared; a name is a prompt's kind or a label."""

    expected: tuple[str, ...]
    compared: Counter = field(default_factory=Counter)

    @property
    def never_compared(self) -> tuple[str, ...]:
        return tuple(name for name in self.expected if not self.compared[name])


def hiding(rulebook: Rulebook) -> tuple[type[Prompt], ...]:
    return tuple(prompt for prompt in rulebook.prompts if prompt.hides())


def unvaried(subject: Subject) -> tuple[str, ...]:
    """The prompt classes that hide something and that nobody registered a variation for."""
    return tuple(
        prompt.__name__
        for prompt in hiding(subject.rulebook)
        if prompt not in subject.variations and prompt not in subject.elsewhere
    )


def check(subject: Subject, *, games: int, chooser: random.Random) -> Report:
    """Play battles at random, and vary each secret wherever it arises. Raises `Leak`."""
    if missing := unvaried(subject):
        raise Leak(f"no variation is registered for {', '.join(missing)}")
    names = (
        SitDown.kind,
        *(prompt.kind for prompt in subject.variations),
        *subject.drawn,
        *(f"list of {side}" for side in subject.lists),
    )
    watch = _Watch(subject, chooser, Report(names))
    for side, setup in subject.lists.items():
        watch.lists(side, setup)
    for _ in range(games):
        watch.game()
    return watch.report


class _Watch:
    def __init__(self, subject: Subject, chooser: random.Random, report: Report) -> None:
        self.subject = subject
        self.chooser = chooser
        self.report = report

    def lists(self, side: Side, setup: BattleSetup) -> None:
        one = self.subject.begin()
        two = EngineBattle.begin(self.subject.rulebook, setup, one.seed)
        self._follow(f"list of {side}", Twins(one, two, side, 1), self.subject.of_lists)

    def game(self) -> None:
        battle = self.subject.begin()
        seen = 0
        while True:
            for entry in battle.entries[seen:]:
                if entry.type == CHANCE and entry.secret:
                    self._vary_draw(battle, entry)
            seen = battle.version
            if battle.over:
                return
            waiting = [asking for asking in battle.askings() if asking.answered_by is None]
            for asking in waiting:
                self._vary_answer(battle, asking)
            self._play(battle, self.chooser.choice(waiting))

    def _play(self, battle: EngineBattle, asking: Asking) -> None:
        side = asking.side if asking.side is not None else self.chooser.choice(SIDES)
        answer = battle.suggest(side, asking.id, self.chooser).answer
        battle.answer(side, Move(asking.id, battle.version, answer))

    def _vary_draw(self, battle: EngineBattle, entry: Any) -> None:
        if entry.kind not in self.subject.drawn:
            raise Leak(f"no variation is registered for the draw {entry.kind}")
        variation = self.subject.drawn[entry.kind]
        for _ in range(DRAWS_TRIED):
            twins = by_draw(battle, entry, self.chooser)
            if twins is not None and not variation.over(twins):
                self._follow(entry.kind, twins, variation)
                return

    def _vary_answer(self, battle: EngineBattle, asking: Asking) -> None:
        prompt = asking.prompt
        variation = self.subject.variations.get(type(prompt))
        if isinstance(prompt, SitDown):
            variation = Variation(two_entropies)
        if variation is None:
            return
        for pair in list(variation.answers(battle, asking))[: self.subject.pairs]:
            twins = by_answer(battle, asking, pair)
            completed = len(battle.askings()) == 1 or any(
                each.answered_by is not None for each in battle.askings()
            )
            if prompt.sealed and not prompt.kept and completed:
                continue
            self._follow(prompt.kind, twins, variation)

    def _follow(self, name: str, twins: Twins, variation: Variation) -> None:
        kept_until = None
        for _ in range(self.subject.follow + 1):
            if variation.over(twins):
                break
            self._compare(name, twins)
            kept_until = twins.one.version
            if twins.one.over or not self._step(twins):
                break
        if kept_until is not None:
            self._compare_the_past(name, twins, kept_until)

    def _compare(self, name: str, twins: Twins) -> None:
        # Each act is tried on a copy, which replays: often enough, not after every move.
        with_acts = self.report.compared[name] % ACTS_EVERY == 0
        for viewer in (seat(other(twins.side)), *ONLOOKERS):
            one, two = (channels(twin, viewer, twins.since, with_acts=with_acts) for twin in twins)
            for channel in one:
                if one[channel] != two[channel]:
                    raise Leak(
                        f"{name} of side {twins.side} reaches {viewer.role.value} through "
                        f"{channel}: {_difference(one[channel], two[channel])}"
                    )
        self.report.compared[name] += 1

    def _compare_the_past(self, name: str, twins: Twins, upto: int) -> None:
        for version in sorted({twins.since, (twins.since + upto) // 2, upto}):
            for viewer in (seat(other(twins.side)), SPECTATOR):
                one, two = (
                    _blinded(view(twin.at(version), viewer, say=say, with_options=False), twin)
                    for twin in twins
                )
                if one != two:
                    raise Leak(f"{name} reaches {viewer.role.value} through the past")

    def _step(self, twins: Twins) -> bool:
        """One move in both; False when they legitimately part ways."""
        asked = [asking for asking in twins.one.askings() if asking.answered_by is None]
        first = self.chooser.choice(asked)
        second = next(asking for asking in twins.two.askings() if asking.id == first.id)
        side = first.side if first.side is not None else other(twins.side)
        answers = self._answers(twins, first, second)
        if answers is None:
            return False
        new = [
            twin.answer(side, Move(first.id, twin.version, answer))
            for twin, answer in zip(twins, answers, strict=True)
        ]
        return not _laid_open(new[0], new[1], twins.side)

    def _answers(self, twins: Twins, first: Asking, second: Asking) -> tuple[Answer, Answer] | None:
        """The same answer twice where that can be; for the secret's owner, else two alike."""
        one, two = _options(twins.one, first), _options(twins.two, second)
        if one is None or two is None:
            side = first.side if first.side is not None else other(twins.side)
            same = twins.one.suggest(side, first.id, self.chooser).answer
            legal = not twins.two.judge(side, Move(second.id, twins.two.version, same))
            if not legal and first.side != twins.side:
                raise Leak(f"whether {same} is legal depends on the other side's secret")
            return (same, same) if legal else None
        both = [answer for answer in one if canonical(answer) in map(canonical, two)]
        if first.side == twins.side and first.prompt.hides():
            alike = [
                (mine, its)
                for mine in one
                for its in two
                if canonical(first.prompt.public(mine)) == canonical(first.prompt.public(its))
            ]
            # Unlike answers that are opened as soon as all are in would end the watch there.
            stays = first.prompt.kept or not first.prompt.sealed
            if alike and (not both or (stays and self.chooser.random() < 0.5)):
                return self.chooser.choice(alike)
        if not both:
            return None
        answer = self.chooser.choice(both)
        return answer, answer


def _options(battle: EngineBattle, asking: Asking) -> tuple[Answer, ...] | None:
    return asking.prompt.options(asking.side, battle.known_to(asking, asking.side))


def _laid_open(one: Iterable[Any], two: Iterable[Any], side: Side) -> bool:
    """Whether a sealed answer of `side` that differs was revealed by these entries."""
    return any(
        (canonical(list(mine.reveals)) != canonical(list(its.reveals)))
        or (
            mine.type == ANSWER
            and mine.side == side
            and not mine.secret
            and canonical(mine.value) != canonical(its.value)
        )
        for mine, its in zip(one, two, strict=False)
    )


def say(line: LogMessage) -> str:
    return json.dumps([line.code, dict(line.params)], sort_keys=True)


def channels(
    battle: EngineBattle, viewer: Viewer, since: int, *, with_acts: bool = True
) -> dict[str, bytes]:
    """Everything that this viewer can receive now, by channel, heads and commitments blinded."""
    found: dict[str, Any] = {
        "view": view(battle, viewer, say=say),
        "log": events(battle, viewer, say=say, after=since - 1),
        "proof": proof(battle, battle.sight(viewer)),
    }
    if viewer.side is not None:
        found["refusals"] = list(_refusals(battle, viewer.side))
        found["suggestions"] = list(_suggestions(battle, viewer.side))
        if with_acts:
            found["acts"] = list(_acts(battle, viewer.side))
    return {channel: _blinded(value, battle) for channel, value in found.items()}


def _blinded(value: Any, battle: EngineBattle) -> bytes:
    names = {}
    for entry in battle.entries:
        names[entry.head.encode()] = f"head {entry.number}".encode()
        for place, commitment in enumerate(entry.commitments):
            names[commitment.encode()] = f"commitment {entry.number}.{place}".encode()
    return HASH.sub(lambda found: names.get(found[0], found[0]), canonical(value))


def _refusals(battle: EngineBattle, side: Side) -> Iterable[Any]:
    """What a prying side hears: for others' prompts, prompts that are not, and answers that are
    everybody's to give."""
    guesses = [None, {}, *_everybodys_answers(battle)]
    prompts = [*(asking.id for asking in battle.askings()), "0-none-0", *sorted(battle.run.past)]
    for prompt in prompts:
        for expected in (battle.version, 0):
            for guess in guesses if expected else [None]:
                yield _outcome(battle, side, Move(prompt, expected, guess))
    for name in (*battle.run.situation.envelopes, "none"):
        secret = battle.run.situation.envelopes.get(name)
        if secret is None or secret.owner != side:
            try:
                battle.open_envelope(side, name)
            except DomainError as refusal:
                yield [refusal.code, refusal.params]


def _everybodys_answers(battle: EngineBattle) -> list[Answer]:
    """Every answer that anybody's prompt of the rulebook could list, however secret."""
    found = {}
    for asking in battle.askings():
        for value in _smallest(asking.prompt.schema()):
            found[canonical(value)] = value
    return list(found.values())[:40]


def _smallest(schema: Mapping[str, Any]) -> Iterator[Any]:
    """Answers of this shape: every value of an enumeration, in an object of one field too."""
    if "enum" in schema:
        yield from schema["enum"]
    elif len(schema.get("required", ())) == 1:
        (name,) = schema["required"]
        for value in _smallest(schema["properties"][name]):
            yield {name: value}
    elif schema.get("type") == "array":
        for value in _smallest(schema.get("items", {})):
            yield [value]


def _outcome(battle: EngineBattle, side: Side, move: Move) -> Any:
    try:
        violations = battle.judge(side, move)
    except DomainError as refusal:
        return [refusal.code, refusal.params]
    return [
        [each.code, each.rule, dict(each.params), list(each.pieces), each.measured, each.required]
        for each in violations
    ]


def _suggestions(battle: EngineBattle, side: Side) -> Iterable[Any]:
    for asking in battle.askings():
        if asking.side in (side, None) and asking.answered_by is None:
            suggestion = battle.suggest(side, asking.id, random.Random(1))
            yield [asking.id, suggestion.answer, suggestion.searched]


def _acts(battle: EngineBattle, side: Side) -> Iterable[Any]:
    """What comes of everything that a side may do besides answering, each tried on a copy."""
    middle = battle.version // 2
    wanted: dict[str, Callable[[EngineBattle], Any]] = {
        "undo": lambda copy: undo.undo(copy, side),
        "back one": lambda copy: undo.propose_back(copy, side, copy.version - 1),
        "back half": lambda copy: undo.propose_back(copy, side, middle),
        "close": lambda copy: copy.close(side),
        "resign": lambda copy: copy.resign(side),
    }
    for asking in battle.askings():
        if asking.answered_by is None and not asking.prompt.judged_by_worker:
            guess = Move(asking.id, battle.version, next(_smallest(asking.prompt.schema()), None))
            wanted[f"propose {asking.id}"] = partial(_propose, side=side, move=guess)
    for name, act in wanted.items():
        copy = again(battle)
        try:
            added = act(copy)
        except DomainError as refusal:
            yield [name, refusal.code, dict(refusal.params)]
        else:
            came = events(copy, seat(side), say=say, after=battle.version)
            yield [name, len(added), [{**each, "head": None} for each in came]]
            yield [name, {**view(copy, seat(side), say=say), "head": None}]


def _propose(copy: EngineBattle, *, side: Side, move: Move) -> Any:
    return undo.propose_as_placed(copy, side, move, copy.judge(side, move))


def _difference(one: bytes, two: bytes) -> str:
    place = next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b),
        min(len(one), len(two)),
    )
    start = max(0, place - 60)
    return f"...{one[start : place + 60]!r} and ...{two[start : place + 60]!r}"
