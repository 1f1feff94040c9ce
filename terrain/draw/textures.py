"""The drawing that belongs to each terrain type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from terrain.draw import barren, palette, relief, settlements, streams, tilth, trees, water
from terrain.draw.marks import Ink, Mark
from terrain.draw.plot import Plot


@dataclass(frozen=True)
class Texture:
    """The look of one type: its wash, its outline, and the drawing inside.

    - `straight` outlines keep their corners; things that stand up to the edge have its outline
      under them.
    - The names of `settled` ground stand beside it, in bold; so do those with `name_beside`; a
      `name_low` leaves the middle to the drawing.
    - A `broad` one has a larger sample in the legend.
    - `halo` is the colour around a name, if that is not the wash's.
    """

    wash: str
    outline: Ink
    draw: Callable[[Plot], tuple[Mark, ...]]
    straight: bool = False
    settled: bool = False
    name_beside: bool = False
    name_low: bool = False
    broad: bool = False
    halo: str = ""
    outline_under: bool = False

    @property
    def beside(self) -> bool:
        """Return whether the name stands beside the ground if there is room."""
        return self.settled or self.name_beside

    @property
    def paper(self) -> str:
        """Return the background of the name."""
        if self.wash == "none" or self.settled:
            return palette.PAPER
        return self.halo or self.wash


def _edge(colour: str, *, width: float = 1.2, dash: str = "") -> Ink:
    return Ink(stroke=colour, width=width, dash=dash)


UNKNOWN = Texture("none", _edge(palette.INK, dash="2 4"), barren.bare)

TEXTURES: Mapping[str, Texture] = {
    "open": Texture("none", _edge(palette.SOFT_INK, dash="9 6"), barren.bare),
    "hills": Texture(palette.HILL_WASH, _edge(palette.HILL_INK), relief.hills, broad=True),
    "mountains": Texture(
        palette.ROCK_WASH,
        _edge(palette.ROCK_INK),
        relief.mountains,
        name_beside=True,
        name_low=True,
        broad=True,
    ),
    "gully": Texture(
        palette.EARTH_WASH,
        _edge(palette.HILL_INK, width=1.6),
        relief.gully,
        name_beside=True,
        broad=True,
    ),
    "woods": Texture(
        palette.WOOD_WASH,
        _edge(palette.CANOPY_LINE, width=1.0),
        trees.woods,
        halo=palette.CANOPY_MASS,
        outline_under=True,
    ),
    "forest": Texture(
        palette.FOREST_WASH,
        _edge(palette.CANOPY_LINE, width=1.0),
        trees.forest,
        halo=palette.FOREST_MASS,
        outline_under=True,
    ),
    "orchards_vineyards": Texture(palette.FIELD_OTHER, _edge(palette.HEDGE_LINE), trees.orchards),
    "brush": Texture(palette.BRUSH_WASH, _edge(palette.CANOPY_LINE, dash="6 3"), trees.brush),
    "fields": Texture(
        palette.FIELD_WASH, _edge(palette.HEDGE_LINE), tilth.fields, straight=True, broad=True
    ),
    "tilled_fields": Texture(
        palette.TILTH_WASH, _edge(palette.TILTH_INK), tilth.tilled_fields, straight=True, broad=True
    ),
    "village": Texture(
        palette.TOWN_WASH,
        _edge(palette.HEDGE_LINE, width=1.4),
        settlements.village,
        straight=True,
        settled=True,
    ),
    "town": Texture(
        palette.TOWN_WASH, _edge(palette.ROOF_INK), settlements.town, straight=True, settled=True
    ),
    "fort": Texture(
        palette.EARTH_WASH, _edge(palette.INK), settlements.fort, straight=True, settled=True
    ),
    "vital_settlement": Texture(
        palette.EARTH_WASH,
        _edge(palette.INK),
        settlements.vital_settlement,
        settled=True,
    ),
    "deep_water": Texture(
        palette.WATER_DEEP, _edge(palette.WATER_INK, width=1.4), water.deep_water, straight=True
    ),
    "rivers_and_streams": Texture(
        palette.WATER_WASH,
        _edge(palette.WATER_INK, width=0.7, dash="1.6 3.4"),
        streams.river,
        straight=True,
    ),
    "dry_wadi": Texture(
        palette.SAND_WASH,
        _edge(palette.SAND_INK, width=0.7, dash="1.6 3.4"),
        streams.dry_wadi,
        straight=True,
    ),
    "marsh": Texture(palette.MARSH_WASH, _edge(palette.WATER_INK, dash="7 2.5"), water.marsh),
    "rocky_ground": Texture(palette.ROCK_WASH, _edge(palette.ROCK_INK), barren.rocky_ground),
    "sandy_ground": Texture(
        palette.SAND_WASH, _edge(palette.SAND_INK, dash="2.5 2.5"), barren.sandy_ground
    ),
    "sand_dunes": Texture(
        palette.SAND_WASH, _edge(palette.SAND_INK), barren.sand_dunes, name_beside=True
    ),
}

BANDS = frozenset({"rivers_and_streams", "dry_wadi"})
STRIPS = frozenset({"deep_water"})


def texture_of(kind: str) -> Texture:
    return TEXTURES.get(kind, UNKNOWN)
