"""Do the files of the cards and of the ground hold figures that fit together?"""

from collections.abc import Mapping
from types import MappingProxyType

from setup_app.rulebooks.coded import Params
from setup_app.rulebooks.pbs_2023_1.figures import (
    Cards,
    Density,
    GroundFigures,
    MarkerMove,
    OpponentDie,
    Placing,
    Slots,
)
from setup_app.rulebooks.pbs_2023_1.vocabulary import CATEGORIES, unlike
from setup_app.rulebooks.phrases import TextsFile
from setup_app.rulebooks.tables_file import Table

DIE = (1, 2, 3, 4, 5, 6)
LEVELS = ("mediocre", "competent", "talented", "legendary")


def read_cards(table: Table) -> Cards:
    """Read the figures of cards and dice. Raises RulebookFileError for what is wrong."""
    table.expect(
        "colours", "faces", "intercept_face", "pack", "most_pbs_cards", "most_scouting_cards",
        "days", "pass_counts_as", "levels", "move", "scouting",
    )  # fmt: skip
    colours = table.words("colours")
    faces = table.words("faces")
    levels = table.table("levels")
    levels.expect(*LEVELS)
    scouting = table.table("scouting")
    scouting.expect("best_summed", "most_percent", "percent")
    percent = scouting.table("percent")
    percent.expect(*colours)
    return Cards(
        colours=colours,
        faces=faces,
        intercept_face=table.word_of("intercept_face", faces, "face"),
        pack=table.whole("pack", least=1),
        most_pbs_cards=table.whole("most_pbs_cards"),
        most_scouting_cards=table.whole("most_scouting_cards"),
        days=table.whole("days", least=1),
        pass_counts_as=table.word_of("pass_counts_as", colours, "colour"),
        level_colours=MappingProxyType(
            {level: levels.word_of(level, colours, "colour") for level in LEVELS}
        ),
        moves=_read_moves(table, len(colours)),
        best_summed=scouting.whole("best_summed", least=1),
        most_percent=scouting.whole("most_percent"),
        scouting_percent=MappingProxyType({colour: percent.whole(colour) for colour in colours}),
    )


def _read_moves(cards: Table, colours: int) -> tuple[MarkerMove, ...]:
    moves: list[MarkerMove] = []
    for table in cards.tables("move"):
        table.expect("better", "steps", "diagonal")
        move = MarkerMove(
            table.whole("better"), table.whole("steps", least=1), table.flag("diagonal")
        )
        if move.better != len(moves) + 1:
            raise table.fault(f"the move for {len(moves) + 1} better must stand here", "better")
        moves.append(move)
    if len(moves) != colours - 1:
        raise cards.fault(f"{colours} colours need {colours - 1} moves", "move")
    return tuple(moves)


def read_ground(table: Table, texts: TextsFile) -> GroundFigures:
    """Read the figures of the ground. Raises RulebookFileError for what is wrong."""
    table.expect(
        "tolerance", "own_size_least", "deep_water_depth", "settlement_size",
        "least_centre_width", "deployment_from_centre_line", "camp_from_centre", "camp",
        "density", "placement_die", "opponent_die",
    )  # fmt: skip
    camp = table.table("camp")
    camp.expect("width", "depth")
    opponent = table.table("opponent_die")
    opponent.expect("slide", "turn", "remove")
    return GroundFigures(
        tolerance=table.number("tolerance"),
        own_size_least=table.number("own_size_least"),
        deep_water_depth=_bounds(table.table("deep_water_depth")),
        settlement_size=_bounds(table.table("settlement_size")),
        least_centre_width=table.number("least_centre_width"),
        deployment_from_centre_line=table.number("deployment_from_centre_line"),
        camp_from_centre=table.number("camp_from_centre"),
        camp=(camp.number("width"), camp.number("depth")),
        densities=_read_densities(table, texts),
        placing=_read_placing(table),
        opponent=OpponentDie(
            _least_roll(opponent, "slide"),
            _least_roll(opponent, "turn"),
            _least_roll(opponent, "remove"),
        ),
    )


def _bounds(table: Table) -> tuple[float, float]:
    table.expect("min", "max")
    if table.number("min") > table.number("max"):
        raise table.fault("'min' is above 'max'", "min")
    return table.number("min"), table.number("max")


def _read_densities(ground: Table, texts: TextsFile) -> Mapping[str, Density]:
    densities: dict[str, Density] = {}
    for table in ground.tables("density"):
        table.expect("density", "compulsory", "optional", "impassable")
        name = unlike(table, "density", densities)
        texts.say(f"density.{name}", table=table, at=("density",), params=Params())
        densities[name] = Density(
            density=name,
            compulsory=tuple(_read_slots(slots) for slots in table.tables("compulsory")),
            optional=table.whole("optional"),
            impassable=table.flag("impassable"),
        )
    return MappingProxyType(densities)


def _read_slots(table: Table) -> Slots:
    table.expect("categories", "pieces")
    return Slots(
        table.words_of("categories", CATEGORIES, "category"), table.whole("pieces", least=1)
    )


def _read_placing(ground: Table) -> tuple[Placing, ...]:
    placing: list[Placing] = []
    for table in ground.tables("placement_die"):
        table.expect("sector", "rolls", "touching_edge")
        sector = table.word_of("sector", ("left", "centre", "right"), "sector")
        rolls = _rolls(table, "rolls")
        edge = _rolls(table, "touching_edge")
        if not set(edge) <= set(rolls):
            raise table.fault("these rolls send nothing to the sector", "touching_edge")
        placing.append(Placing(sector, rolls, edge))
    if tuple(sorted(roll for one in placing for roll in one.rolls)) != DIE:
        raise ground.fault("every roll of the D6 must send a piece to one sector", "placement_die")
    return tuple(placing)


def _rolls(table: Table, key: str) -> tuple[int, ...]:
    rolls = []
    for index, roll in enumerate(table.sequence(key)):
        if not isinstance(roll, int) or isinstance(roll, bool) or roll not in DIE:
            raise table.fault(f"no D6 shows {roll!r}", key, index)
        rolls.append(roll)
    return tuple(rolls)


def _least_roll(table: Table, key: str) -> int:
    if table.whole(key) not in DIE:
        raise table.fault(f"no D6 shows {table.whole(key)}", key)
    return table.whole(key)
