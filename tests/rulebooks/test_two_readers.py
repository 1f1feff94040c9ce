"""Do the rulebook's data say what a second reader found on the sheet?

The expectations are the second transcription, written without sight of the data files. The data
are seen only as the API shows them.
"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    SETTINGS,
    TERRITORIES,
    territory_as_json,
)
from tests.rulebooks import second_transcription as second

SLUGS = tuple(second.BOXES)


def shown(slug: str) -> dict[str, Any]:
    return dict(territory_as_json(TERRITORIES[slug]))  # type: ignore[arg-type]


def plain(value: Any) -> Any:
    """Lists of names in alphabetical order: the sheet's order means nothing there."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return sorted(value)
    return [plain(part) for part in value] if isinstance(value, list) else value


def as_tags(effect: dict[str, Any]) -> set[second.Effect]:
    """An effect of the API in the transcription's form; a code that it lacks is a failure."""
    given = dict(effect)
    code = given.pop("code")
    if code == "linear_obstacle":
        part = given["part"]
        cover = {("cover", "all", part)} if "cover" in given["gives"] else set()
        return cover | {(what, part) for what in given["gives"] if what != "cover"}
    if code == "treated_as":
        return {("treat_as", troops, given["category"]) for troops in given["troops"]}
    if code == "cover_benefit_for":
        return {("cover", "_and_".join(given["troops"]), "inside")}
    where = {
        "visible_from_ridge": "ridge_line",
        "visible_within": "inside",
        "visible_across_boundary": "across_boundary",
    }
    if code in where:
        return {("visible", given["distance"], where[code])}
    without_figures: dict[str, second.Effect] = {
        "cover_benefit": ("cover", "all", "inside"),
        "cover_wholly_within": ("cover", "all", "wholly_inside"),
        "uphill_benefit": ("uphill",),
        "inverted_hill": ("inverted_hill",),
    }
    assert given == {}
    return {without_figures[code]}


def test_the_transcription_has_175_boxes_and_88_rows() -> None:
    boxes = [box for rows in second.BOXES.values() for row in rows for box in row]
    assert len(boxes) == 175
    assert sum(len(rows) for rows in second.TERRAIN.values()) == 88


def test_the_rulebook_has_175_boxes_and_88_rows() -> None:
    territories = [shown(slug) for slug in TERRITORIES]
    assert sum(len(row) for territory in territories for row in territory["cells"]) == 175
    assert sum(len(territory["terrain"]) for territory in territories) == 88


def test_both_readers_found_the_same_seven_territories() -> None:
    assert set(TERRITORIES) == set(second.BOXES) == set(second.TERRAIN)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_box_is_the_same_by_position(slug: str) -> None:
    assert shown(slug)["cells"] == [
        [{"flank": list(flank), "density": density} for flank, density in row]
        for row in second.BOXES[slug]
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_has_the_same_category_limit_and_size(slug: str) -> None:
    read = [
        {key: row[key] for key in ("type", "category", "limit", "size")}
        for row in plain(shown(slug)["terrain"])
    ]
    assert read == [
        {
            "type": row.type,
            "category": row.category,
            "limit": row.limit and {"max": row.limit[0], "types": list(row.limit[1])},
            "size": row.size,
        }
        for row in second.TERRAIN[slug]
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_has_the_same_specials(slug: str) -> None:
    assert {row["type"]: plain(row["placement"]) for row in shown(slug)["terrain"]} == {
        row.type: list(row.placement) for row in second.TERRAIN[slug]
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_has_the_same_effects(slug: str) -> None:
    read = {
        row["type"]: set().union(*(as_tags(effect) for effect in row["effects"]))
        for row in shown(slug)["terrain"]
    }
    assert read == {row.type: set(row.effects) for row in second.TERRAIN[slug]}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_flank_pieces_may_be_replaced(slug: str) -> None:
    read = [(rule.kinds, rule.type) for rule in TERRITORIES[slug].flank_substitutes]
    substitute = second.FLANK_SUBSTITUTES.get(slug)
    assert read == ([] if substitute is None else [substitute])


def test_settings_have_the_same_defaults() -> None:
    read = {name: setting.default for name, setting in SETTINGS.items()}
    assert read == {**second.SETTINGS, **second.DEPLOYMENT_SETTINGS}


def test_event_numbers_have_the_same_defaults() -> None:
    read = {name: number.default_as_json for name, number in EVENT_NUMBERS.items()}
    assert read == {"table_width": 45, "table_depth": 30, **second.EVENT_NUMBERS}
