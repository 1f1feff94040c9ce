"""Is a generated table one that the played rules could have led to, and as it was asked for?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from setup_app.engine.errors import DomainError
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK, generator
from setup_app.rulebooks.pbs_2023_1.generator import generate, lay_table
from setup_app.rulebooks.pbs_2023_1.generator_options import read_wish
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, PHRASES, TERRITORIES
from terrain.core.generation import POLICIES, imbalance
from terrain.core.layout import LayoutUnreadable, read_layout, write_piece
from terrain.core.legality import check

Json = dict[str, Any]
TABLE = {"width": 45, "depth": 30}


def asked(territory: str = "mountains", **said: Any) -> Json:
    given: Json = {"rulebook": "pbs-2023.1", "territory": territory, "table": TABLE, "seed": 1}
    if "cell" not in said:
        given |= {"density": "normal", "flank": []}
    return given | said


@cache
def _generated(request: str) -> str:
    return json.dumps(generate(json.loads(request)))


def generated(territory: str = "mountains", **said: Any) -> Json:
    found: Json = json.loads(_generated(json.dumps(asked(territory, **said))))
    return found


def violations(answer: Json) -> list[str]:
    layout = read_layout(answer["layout"])
    return [violation.code for violation in check(layout, layout_rules(layout))]


def slots(answer: Json) -> Counter[tuple[str, str]]:
    return Counter((piece["slot"], piece["placed_by"]) for piece in answer["layout"]["pieces"])


def codes(answer: Json) -> list[str]:
    return [line["code"] for line in answer["log"]]


def test_the_same_request_gives_the_same_bytes_in_another_process() -> None:
    request = json.dumps(asked(cell=[2, 1], seed="a word", policy="balanced"))
    here = os.environ.get("PYTHONHASHSEED", "random")
    program = (
        "import json, sys; from setup_app.rulebooks.pbs_2023_1.generator import generate;"
        "print(json.dumps(generate(json.loads(sys.argv[1]))), end='')"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, request],
        env={**os.environ, "PYTHONHASHSEED": "1" if here != "1" else "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == _generated(request)


def test_another_seed_another_box_or_another_policy_gives_another_table() -> None:
    tables = [
        generated(cell=[2, 1]),
        generated(cell=[2, 1], seed=2),
        generated(cell=[2, 1], seed="1"),
        generated(cell=[2, 2]),
        generated(cell=[2, 1], policy="dense_centre"),
    ]
    pieces = [json.dumps(each["layout"]["pieces"]) for each in tables]
    assert len(set(pieces)) == len(tables)


@pytest.mark.parametrize("density", GROUND.densities)
@pytest.mark.parametrize("flank", [[], ["deep_water"], ["rocky_ground", "woods"]])
def test_every_density_with_every_kind_of_flank(density: str, flank: list[str]) -> None:
    for territory in TERRITORIES:
        answer = generated(territory, density=density, flank=flank, seed=5)
        assert violations(answer) == []
        assert (answer["layout"]["density"], answer["layout"]["flank"]) == (density, flank)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_is_legal_on_the_densest_ground(policy: str) -> None:
    box = {"density": "very_dense", "flank": ["rocky_ground", "woods"]}
    for seed, territory in enumerate(TERRITORIES):
        assert violations(generated(territory, **box, seed=seed, policy=policy)) == []


def test_policies_do_what_they_are_named_for() -> None:
    """On the average of a few tables; each has its dice to obey."""
    unlike, away = Counter[str](), Counter[str]()
    for policy in POLICIES:
        for seed in range(8):
            said = {"density": "dense", "seed": seed, "policy": policy}
            layout = read_layout(generated("cultivated", **said)["layout"])
            unlike[policy] += imbalance(layout, layout_rules(layout)) / 8
            for piece in layout.pieces:
                left, bottom, right, top = piece.bounds
                far = ((left + right - 45) ** 2 + (bottom + top - 30) ** 2) ** 0.5 / 2
                away[policy] += far / len(layout.pieces) / 8
    assert unlike["balanced"] < unlike["random"] / 2
    assert away["dense_centre"] < away["random"] - 2
    assert away["open_centre"] > away["random"] + 2


@pytest.mark.parametrize(
    "settings",
    [
        {"gap": 0},
        {"gap": 3, "least_fill": 0.5},
        {"flank_sector_depth": 6, "compulsory_size": [3, 6], "optional_size": [2, 4]},
        {"max_counts": "player", "undiced_opposed": False},
        {"bands_obey_sector": False, "touch_deep_water": "named"},
        {"moved_keeps_gap": True, "moved_keeps_sector": True, "flank_die_touches_edge": True},
        {"flank_pieces_own_half": False, "opponent_slide": 0},
    ],
)
@pytest.mark.parametrize("table", [{"width": 30, "depth": 20}, {"width": 60, "depth": 40}])
def test_house_rules_and_event_numbers_are_obeyed(settings: Json, table: Json) -> None:
    for at, territory in enumerate(TERRITORIES):
        answer = generated(territory, cell=[at % 5, 2], table=table, settings=settings)
        assert violations(answer) == []
        assert answer["layout"]["settings"] == settings
        assert answer["layout"]["table"] == table


def test_the_pieces_are_those_of_the_script() -> None:
    """The script keeps them as JSON, and moves them by its own findings."""
    moved = 0
    for seed in range(40):
        wish = read_wish(asked("cultivated", density="very_dense", seed=seed))
        layer = generator.generation.Layer(wish.rules, generator.Random(seed), "random", True)
        choices = generator.Random(seed)
        laying = generator._Laying(wish, layer, choices=choices, dice=choices)
        table = laying.run()
        written = [write_piece(piece) for piece in table.layout.pieces]
        assert json.loads(json.dumps(laying.battle.pieces)) == written
        moved += sum(piece.moved for piece in table.layout.pieces)
    assert moved > 20


def test_the_log_tells_every_selection_and_every_die() -> None:
    for seed in range(8):
        answer = generated("cultivated", density="very_dense", flank=["deep_water"], seed=seed)
        told = Counter(codes(answer))
        pieces = answer["layout"]["pieces"]
        assert told["piece_placed"] == len(pieces) + told["piece_removed"]
        assert told["piece_lost"] == len(answer["lost"])
        diced = told["placement_rolled"] + told["without_dicing"]
        assert diced + 1 == told["piece_placed"] + told["piece_lost"]
        assert told["opposing_rolled"] == diced - told["piece_lost"]
        for line in answer["log"]:
            PHRASES_AND_MORE.phrase(line["code"], as_said(line["params"]))


def as_said(params: Json) -> Json:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in params.items()}


PHRASES_AND_MORE = type(PHRASES)(RULEBOOK.texts)


def test_selections_are_those_of_the_rules() -> None:
    """Compulsory ones alternate, the defender first; optional ones are two at most for each."""
    for seed in range(30):
        wish = read_wish(asked("forest", density="dense", seed=seed))
        table = lay_table(wish)
        selected = [told for told in table.told if told.code.startswith("selected")]
        assert [told.params["side"] for told in selected] == [0, 1, 0, 0, 1]
        categories = [wish.rules.types[told.params["types"][0]].category for told in selected[:3]]
        assert sorted(map(str, categories)).count("difficult") == 2


def test_any_lot_of_optional_pieces_is_drawn_as_often() -> None:
    """Of 11 types with a few limits: as often as among all lots that the rules allow."""
    drawn = Counter[tuple[str, ...]]()
    for seed in range(600):
        told = lay_table(read_wish(asked("mountains", density="featureless", seed=seed))).told
        first = next(each for each in told if each.code.startswith("selected"))
        twice = [first.params["type"]] * 2 if first.code == "selected_twice" else []
        drawn[tuple(sorted(first.params.get("types", twice)))] += 1
    rows = TERRITORIES["mountains"].terrain
    limits = {row.type: row.limit.max for row in rows if row.limit}
    lots = [
        lot
        for count in range(3)
        for lot in combinations_with_replacement(sorted(row.type for row in rows), count)
        if all(lot.count(type_) <= limits.get(type_, 2) for type_ in lot)
    ]
    assert set(drawn) <= set(lots)
    assert len(drawn) > 0.99 * len(lots)
    assert max(drawn.values()) < 4 * 600 / len(lots)


def test_a_wished_selection_is_what_is_laid() -> None:
    selection = {
        "secure_flank": {"defender": ["woods"], "invader": ["rocky_ground"]},
        "compulsory": {"defender": ["forest", "hills"], "invader": ["marsh", "brush"]},
        "optional": {"defender": ["village", "woods"], "invader": []},
    }
    for seed in range(10):
        answer = generated(
            density="very_dense", flank=["rocky_ground", "woods"], selection=selection, seed=seed
        )
        assert violations(answer) == []
        assert answer["lost"] == []
        wished = Counter(
            (slot, player, type_)
            for slot, players in selection.items()
            for player, types in players.items()
            for type_ in types
        )
        laid = Counter(
            (piece["slot"], piece["placed_by"], piece["type"])
            for piece in answer["layout"]["pieces"]
        )
        removed = codes(answer).count("piece_removed")
        assert laid <= wished
        assert (wished - laid).total() == removed


def test_what_nobody_wishes_is_selected_so_that_the_wishes_can_be() -> None:
    """Of gullies, woods, brush and rocky ground jungle has one each; both difficult slots go to the
    invader, who selects second."""
    selection = {
        "compulsory": {"invader": ["marsh", "mountains"]},
        "optional": {"invader": ["gully", "brush"]},
    }
    for seed in range(25):
        answer = generated("jungle", density="very_dense", selection=selection, seed=seed)
        assert violations(answer) == []
        told = [line for line in answer["log"] if line["code"].startswith("selected")]
        by_invader = [line["params"] for line in told if line["params"]["side"] == "invader"]
        assert [params.get("types") for params in by_invader] == [
            ["marsh"],
            ["mountains"],
            ["gully", "brush"],
        ]


@pytest.mark.parametrize(
    ("said", "code", "pieces"),
    [
        ({"compulsory": {"defender": ["sea"]}}, "unknown_type", ["compulsory/defender/sea"]),
        ({"optional": {"invader": ["town"]}}, "not_in_territory", ["optional/invader/town"]),
        ({"optional": {"invader": ["marsh"] * 2}}, "limit_exceeded", ["optional/invader/marsh"]),
        (
            {"optional": {"defender": ["woods"] * 3}},
            "category_not_open",
            ["optional/defender/woods"],
        ),
        (
            {"compulsory": {"defender": ["woods", "hills"]}},
            "category_not_open",
            ["compulsory/defender/hills"],
        ),
        ({"secure_flank": {"defender": ["woods"]}}, "not_in_box", ["secure_flank/defender/woods"]),
    ],
)
def test_a_selection_that_the_rules_do_not_allow_is_refused(
    said: Json, code: str, pieces: list[str]
) -> None:
    with pytest.raises(DomainError) as refused:
        generate(asked(selection=said))
    assert refused.value.code == "selection_not_allowed"
    assert [violation.code for violation in refused.value.violations] == [code]
    assert refused.value.params == {"pieces": pieces}


SLENDER = {"flank_sector_depth": 4, "compulsory_size": [8, 10]}


def test_a_wished_piece_without_a_place_is_named_with_what_was_searched() -> None:
    """Half of 8 x 8 is 5.66 wide, and does not fit into a sector of 4, even if it is hollow."""
    selection = {"secure_flank": {"defender": ["woods"]}}
    with pytest.raises(DomainError) as refused:
        generate(asked(settings=SLENDER, flank=["rocky_ground", "woods"], selection=selection))
    assert refused.value.code == "no_place"
    (violation,) = refused.value.violations
    assert violation.params["type"] == "woods"
    searched = violation.params["searched"]
    assert (searched["orientations"], len(searched["outline"])) == (72, 4)


def test_a_piece_that_nobody_wished_is_lost_with_what_was_searched_and_on_what_table() -> None:
    answer = generated(settings=SLENDER, flank=["rocky_ground", "woods"])
    first, second = answer["lost"][:2]
    assert (first["piece"]["slot"], first["piece"]["placed_by"]) == ("secure_flank", "defender")
    assert second["piece"]["placed_by"] == "invader"
    assert first["searched"]["orientations"] == 72
    assert first["before"]["pieces"] == []
    assert violations({"layout": first["before"]}) == []
    assert codes(answer).count("piece_lost") == len(answer["lost"])


def locking(answer: Json, *which: int) -> list[Json]:
    return [answer["layout"]["pieces"][at] for at in which]


def test_locked_pieces_stay_and_the_others_keep_off_them() -> None:
    said: Json = {"density": "very_dense", "flank": ["rocky_ground", "woods"]}
    tried = 0
    for seed in range(12):
        first = generated("forest", seed=seed, **said)
        locked = [piece for piece in first["layout"]["pieces"] if piece["die"] in (None, 2, 3, 4)]
        lawful = violations({"layout": {**first["layout"], "pieces": locked}}) == []
        if not lawful:
            continue
        tried += 1
        assert len(locked) > 2
        again = generated("forest", seed=seed + 100, locked=locked, **said)
        assert violations(again) == []
        assert again["layout"]["pieces"][: len(locked)] == locked
        assert codes(again).count("piece_kept") == len(locked)
        ids = [piece["id"] for piece in again["layout"]["pieces"]]
        assert len(set(ids)) == len(ids)
        places = slots(again)
        assert all(places["secure_flank", player] <= 1 for player in ("defender", "invader"))
        assert all(places["optional", player] <= 2 for player in ("defender", "invader"))
        compulsory = [line for line in again["log"] if line["code"] == "selected"]
        assert len(compulsory) <= 4 + 2
    assert tried > 6


def test_locked_pieces_fill_their_slots() -> None:
    """All compulsory pieces lie; each side has one optional piece and may select one more."""
    pieces = [
        piece
        for piece in generated(density="normal", flank=["deep_water"], seed=9)["layout"]["pieces"]
        if piece["slot"] != "optional"
    ]
    assert len(pieces) == 3
    for seed in range(6):
        again = generated(density="normal", flank=["deep_water"], seed=seed, locked=pieces)
        lines = [line["code"] for line in again["log"] if line["code"] != "piece_kept"]
        assert "piece_placed" not in lines[: lines.index("density")]
        assert lines.count("selected") + lines.count("selected_twice") <= 2
        assert slots(again)["secure_flank", "defender"] == 1


def test_the_defender_follows_a_locked_piece_of_the_invader_into_its_flank() -> None:
    said: Json = {"density": "featureless", "flank": ["rocky_ground", "woods"]}
    for seed in range(12):
        first = generated(seed=seed, **said)
        (theirs,) = (
            piece
            for piece in first["layout"]["pieces"]
            if (piece["slot"], piece["placed_by"]) == ("secure_flank", "invader")
        )
        again = generated(seed=seed + 50, locked=[theirs], **said)
        assert violations(again) == []
        flank = [p for p in again["layout"]["pieces"] if p["slot"] == "secure_flank"]
        assert len(flank) == 2
        sides = {max(x for x, _ in p["outline"]["coordinates"][0]) <= 10.01 for p in flank}
        assert len(sides) == 1


def test_locked_pieces_count_for_a_wished_selection() -> None:
    first = generated(selection={"optional": {"defender": ["hills"], "invader": []}}, seed=4)
    hill = next(piece for piece in first["layout"]["pieces"] if piece["type"] == "hills")
    wish = {"optional": {"defender": ["hills", "woods"], "invader": []}}
    again = generated(selection=wish, locked=[hill], seed=8)
    selected = [
        line["params"].get("types")
        for line in again["log"]
        if line["code"] == "selected" and line["params"]["side"] == "defender"
    ]
    assert selected[-1] == ["woods"]


def test_locked_pieces_that_are_illegal_are_named() -> None:
    answer = generated(density="normal", seed=3)
    first, second = locking(answer, 0, 1)
    overlapping = {**second, "outline": first["outline"], "die": first["die"]}
    with pytest.raises(DomainError) as refused:
        generate(asked(density="normal", locked=[first, overlapping]))
    assert refused.value.code == "locked_pieces_illegal"
    assert refused.value.params == {"pieces": [second["id"]]}
    assert "overlap" in {violation.code for violation in refused.value.violations}


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({"cell": [5, 0]}, "/cell/0"),
        ({"cell": [0, 1.5]}, "/cell/1"),
        ({"cell": [0]}, "/cell"),
        ({"density": "thick"}, "/density"),
        ({"flank": ["woods", "hills"]}, "/flank"),
        ({"flank": None}, "/flank"),
        ({"seed": None}, "/seed"),
        ({"seed": 1e300}, "/seed"),
        ({"seed": 10**40}, "/seed"),
        ({"seed": "\n"}, "/seed"),
        ({"policy": "kind"}, "/policy"),
        ({"selection": {"settlement": {}}}, "/selection/settlement"),
        ({"selection": {"optional": {"umpire": []}}}, "/selection/optional/umpire"),
        ({"selection": {"optional": {"invader": "woods"}}}, "/selection/optional/invader"),
        ({"selection": {"optional": {"invader": [1]}}}, "/selection/optional/invader/0"),
        ({"locked": [{}]}, "/locked/0/id"),
        ({"table": {"width": 5, "depth": 30}}, "/table/width"),
        ({"settings": {"gap": -1}}, "/settings/gap"),
        ({"territory": "sea"}, "/territory"),
        ({"rulebook": "chess"}, "/rulebook"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(said: Json, path: str) -> None:
    with pytest.raises(LayoutUnreadable) as refused:
        generate(asked(**said))
    assert refused.value.path == path


def test_a_box_is_asked_for_in_one_way() -> None:
    with pytest.raises(LayoutUnreadable) as refused:
        generate({**asked(), "cell": [0, 0]})
    assert refused.value.path == "/density"


def test_the_rulebook_brings_it_along() -> None:
    assert RULEBOOK.generate is generate
