"""Read the files of cards and terrain, and check that their figures fit together."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from setup_app.rulebooks.pbs_2023_1.figures import (
    Cards,
    Density,
    GroundFigures,
    MarkerMove,
    OpponentDie,
    Placing,
    Slots,
)
from setup_app.rulebooks.tables_file import TablesFile

DIE = [1, 2, 3, 4, 5, 6]


def read_cards(file: TablesFile) -> Cards:
    """Return the figures of cards and dice. Raises RulebookFileError for a wrong value."""
    read, scouting = file.values, file.values["scouting"]
    colours = tuple(read["colours"])
    known: Mapping[tuple[str, ...], tuple[str, ...]] = {
        ("intercept_face",): tuple(read["faces"]),
        ("pass_counts_as",): colours,
        **{("levels", level): colours for level in read["levels"]},
    }
    for keys, words in known.items():
        word = read[keys[0]] if len(keys) == 1 else read[keys[0]][keys[1]]
        if word not in words:
            raise file.fault(f"{word!r} is not one of {', '.join(words)}", *keys)
    if sorted(scouting["percent"]) != sorted(colours):
        raise file.fault(f"the colours are {', '.join(colours)}", "scouting", "percent")
    if [move["better"] for move in read["move"]] != [*range(1, len(colours))]:
        raise file.fault(f"{len(colours)} colours can be 1 to {len(colours) - 1} better", "move")
    return Cards(
        colours=colours,
        faces=tuple(read["faces"]),
        intercept_face=read["intercept_face"],
        pack=read["pack"],
        most_pbs_cards=read["most_pbs_cards"],
        most_scouting_cards=read["most_scouting_cards"],
        days=read["days"],
        pass_counts_as=read["pass_counts_as"],
        level_colours=MappingProxyType(read["levels"]),
        moves=tuple(MarkerMove(**move) for move in read["move"]),
        best_summed=scouting["best_summed"],
        most_percent=scouting["most_percent"],
        scouting_percent=MappingProxyType(
            {colour: scouting["percent"][colour] for colour in colours}
        ),
    )


def read_ground(file: TablesFile) -> GroundFigures:
    """Return the figures of the terrain. Raises RulebookFileError for a wrong value."""
    read = file.values
    file.once("density", "density")
    for key in ("deep_water_depth", "settlement_size"):
        if read[key]["min"] > read[key]["max"]:
            raise file.fault("'min' is above 'max'", key)
    for index, placing in enumerate(read["placement_die"]):
        if not set(placing["touching_edge"]) <= set(placing["rolls"]):
            raise file.fault(
                "these rolls send nothing to the sector", "placement_die", index, "touching_edge"
            )
    if sorted(roll for placing in read["placement_die"] for roll in placing["rolls"]) != DIE:
        raise file.fault("every roll of the D6 must send a piece to one sector", "placement_die")
    return GroundFigures(
        tolerance=read["tolerance"],
        own_size_least=read["own_size_least"],
        deep_water_depth=(read["deep_water_depth"]["min"], read["deep_water_depth"]["max"]),
        settlement_size=(read["settlement_size"]["min"], read["settlement_size"]["max"]),
        least_centre_width=read["least_centre_width"],
        deployment_from_centre_line=read["deployment_from_centre_line"],
        camp_from_centre=read["camp_from_centre"],
        densities=MappingProxyType({row["density"]: _density(row) for row in read["density"]}),
        placing=tuple(
            Placing(row["sector"], tuple(row["rolls"]), tuple(row["touching_edge"]))
            for row in read["placement_die"]
        ),
        opponent=OpponentDie(**read["opponent_die"]),
    )


def _density(row: Mapping[str, Any]) -> Density:
    compulsory = tuple(
        Slots(tuple(each["categories"]), each["pieces"]) for each in row["compulsory"]
    )
    return Density(row["density"], compulsory, row["optional"], row["impassable"])
