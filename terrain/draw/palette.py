"""Which colours does the map use, and what does each of them mean?

Every ground is told by its texture too: in grey the washes are near to one another on purpose,
and the drawing carries the difference.
"""

PAPER = "#f6f3ec"
SHEET = "#fdfcf9"
INK = "#2b2926"
SOFT_INK = "#6d675d"
DEFENDER = "#27527d"
INVADER = "#a03c22"
WARNING = "#6b1f18"

WOOD_WASH = "#d9dec3"
CANOPY = "#b4c193"
CANOPY_SHADE = "#7f9363"
CANOPY_LINE = "#4a5938"
FOREST_WASH = "#c6d0b2"
FIR = "#8fa578"
FIR_SHADE = "#5c7450"
SHADOW = "#7d8168"

HILL_WASH = "#e8dcc2"
HILL_RISE = "#decdaa"
HILL_INK = "#76552f"
ROCK_WASH = "#dedad2"
ROCK_RISE = "#cbc4ba"
ROCK_FACE = "#f1eee8"
ROCK_SHADE = "#8d857b"
ROCK_INK = "#4c453e"
EARTH_WASH = "#e3d5bd"

WATER_WASH = "#cfdfe5"
WATER_DEEP = "#b3cbd6"
WATER_INK = "#3f6a80"
MARSH_WASH = "#dde5dc"
REED = "#5d6f3f"

FIELD_WASH = "#eeeac6"
FIELD_OTHER = "#e4e6bd"
FIELD_INK = "#9aa063"
TILTH_WASH = "#e9dabd"
TILTH_OTHER = "#e0cda8"
TILTH_INK = "#98784a"
HEDGE = "#8b9c64"
HEDGE_LINE = "#4f5e35"

TOWN_WASH = "#ece1d6"
STREET = "#f8f4ec"
ROOF = "#b8705c"
ROOF_SHADE = "#8c4637"
ROOF_INK = "#4b241c"
STONE = "#8a8078"

SAND_WASH = "#f2e7c9"
SAND_INK = "#9a7a45"
SAND_SHADE = "#d9c18d"
BRUSH_WASH = "#e8e6cf"
