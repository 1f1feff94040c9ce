"""Does the harness measure what it is given, and write the file that it says?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bench.__main__ import run
from tools.bench.measure import Bench, Pace, Pair, bench, measure, ordered

AT_ONCE = Pace(rounds=2, batches=1, seconds=0)
KEYS = ["name", "ours", "bare", "unit", "ratio", "limit"]


class Counted:
    """A callable that counts how often it was called."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1


@pytest.fixture
def declared() -> dict[str, Bench]:
    found: dict[str, Bench] = {}

    @bench(name="where", unit="ms", limit=5.0, among=found)
    def where() -> Pair:
        return Pair(ours=Counted(), scale=1e3, note=lambda: "a sentence")

    @bench(name="check-piece", unit="us", limit=2.0, among=found)
    def check_piece() -> Pair:
        return Pair(ours=Counted(), bare=Counted(), scale=1e6, beside={"ready": Counted()})

    return found


def test_the_file_holds_the_documented_keys_in_the_order_of_the_table(
    declared: dict[str, Bench], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "var" / "bench.json"
    assert run([], declared, written, AT_ONCE) == 0
    piece, where = json.loads(written.read_text())
    assert list(piece) == list(where) == KEYS
    assert (piece["name"], piece["unit"], piece["limit"]) == ("check-piece", "us", 2.0)
    assert piece["ratio"] == pytest.approx(piece["ours"] / piece["bare"])
    assert (where["bare"], where["ratio"], where["limit"]) == (None, None, 5.0)
    said = capsys.readouterr().out
    assert "ready" in said
    assert "a sentence" in said


def test_only_what_is_named_is_set_up_and_written(
    declared: dict[str, Bench], tmp_path: Path
) -> None:
    def never() -> Pair:
        raise AssertionError("the scene of a benchmark that nobody asked for")

    declared["hints"] = Bench("hints", "ms", 20.0, never)
    assert run(["where"], declared, tmp_path / "bench.json", AT_ONCE) == 0
    assert [row["name"] for row in json.loads((tmp_path / "bench.json").read_text())] == ["where"]


def test_a_strange_name_is_answered_with_the_names_that_there_are(
    declared: dict[str, Bench], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["chek-piece"], declared, tmp_path / "bench.json", AT_ONCE) == 1
    assert "There are: check-piece, where." in capsys.readouterr().err
    assert not (tmp_path / "bench.json").exists()


def test_ours_and_bare_take_turns(tmp_path: Path) -> None:
    turns: list[str] = []
    scene = Pair(ours=lambda: turns.append("ours"), bare=lambda: turns.append("bare"))
    run([], {"x": Bench("x", "s", 1.0, lambda: scene)}, tmp_path / "bench.json", AT_ONCE)
    assert turns[-4:] == ["ours", "bare", "ours", "bare"]


def test_both_figures_come_from_the_round_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [
        {"ours": 2.0, "bare": 1.0, "beside x": 5.0},
        {"ours": 90.0, "bare": 30.0, "beside x": 60.0},
        {"ours": 8.0, "bare": 2.0, "beside x": 7.0},
    ]
    monkeypatch.setattr("tools.bench.measure.rounds_of", lambda timed, pace: rounds)
    scene = Pair(ours=Counted(), bare=Counted(), scale=10, beside={"x": Counted()})
    row = measure(Bench("x", "s", 3.0, lambda: scene))
    assert (row.ours, row.bare, row.ratio, row.beside) == (900, 300, 3, {"x": 600})
    assert not row.over


def test_other_names_come_after_those_of_the_table() -> None:
    found = [
        Bench(name, "s", 1.0, lambda: Pair(Counted())) for name in ("move", "generate", "embed")
    ]
    assert [each.name for each in ordered(found)] == ["generate", "embed", "move"]


def test_two_of_one_name_are_refused(declared: dict[str, Bench]) -> None:
    with pytest.raises(ValueError, match="two benchmarks called where"):
        bench(name="where", unit="ms", limit=1, among=declared)(lambda: Pair(Counted()))
