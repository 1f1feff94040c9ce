"""Figures of cards, dice and terrain that no event may change."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class MarkerMove:
    """8.D: how many steps a card better by this many ranks gives, and whether they may be
    diagonal.
    """

    better: int
    steps: int
    diagonal: bool


@dataclass(frozen=True)
class Cards:
    """Cards and commanders' dice. Colours, levels run upwards; faces from worst to best."""

    colours: tuple[str, ...]
    faces: tuple[str, ...]
    intercept_face: str
    pack: int
    most_pbs_cards: int
    most_scouting_cards: int
    days: int
    pass_counts_as: str
    level_colours: Mapping[str, str]
    moves: tuple[MarkerMove, ...]
    best_summed: int
    most_percent: int
    scouting_percent: Mapping[str, int]


@dataclass(frozen=True)
class Slots:
    """A number of compulsory pieces, each of one of these categories."""

    categories: tuple[str, ...]
    pieces: int


@dataclass(frozen=True)
class Density:
    """9.B: the pieces that a density makes compulsory for both together and optional for each."""

    density: str
    compulsory: tuple[Slots, ...]
    optional: int
    impassable: bool


@dataclass(frozen=True)
class Placing:
    """9.E: the rolls that send a piece to a sector, and which of them ask for a table edge."""

    sector: str
    rolls: tuple[int, ...]
    touching_edge: tuple[int, ...]


@dataclass(frozen=True)
class OpponentDie:
    """9.E: the least roll for each thing that the opponent may do."""

    slide: int
    turn: int
    remove: int


@dataclass(frozen=True)
class GroundFigures:
    """Lengths are in base widths; pairs are a least and a greatest value."""

    tolerance: float
    own_size_least: float
    deep_water_depth: tuple[float, float]
    settlement_size: tuple[float, float]
    least_centre_width: float
    deployment_from_centre_line: float
    camp_from_centre: float
    densities: Mapping[str, Density]
    placing: tuple[Placing, ...]
    opponent: OpponentDie
