"""What do the 175 boxes of the seven maps say? A second reading, typed from the sheet.

Nobody who wrote this file has seen the rulebook's data files. One line is one printed row, the top
row first; a box is its flank and its density, for instance `mountains+marsh very_dense`.
"""

from __future__ import annotations

Box = tuple[tuple[str, ...], str]

_FLANKS = {
    "none": (),
    "water": ("deep_water",),
    "rock": ("rocky_ground", "woods"),
    "marsh": ("mountains", "marsh"),
    "dunes": ("mountains", "sand_dunes"),
    "forest": ("mountains", "forest"),
    "sand": ("mountains", "sandy_ground"),
}

_PRINTED = {
    "waterside": """
        none open         | water featureless | water open  | water open  | water normal
        water featureless | water open        | none open   | none normal | none normal
        water featureless | none open         | none normal | rock normal | rock normal
        water open        | none normal       | rock normal | rock normal | marsh dense
        water normal      | none normal       | rock normal | marsh dense | marsh very_dense
    """,
    "desert": """
        none open   | none normal      | none open       | none featureless | dunes open
        rock normal | none normal      | none open       | none normal      | none featureless
        rock normal | dunes very_dense | none very_dense | none dense       | none featureless
        water open  | dunes dense      | water normal    | rock normal      | none open
        water open  | rock normal      | water normal    | rock normal      | none open
    """,
    "cultivated": """
        marsh dense | none normal  | none normal | none dense       | marsh open
        rock normal | none normal  | none open   | none featureless | none featureless
        none open   | none normal  | none dense  | none very_dense  | water normal
        rock normal | rock normal  | rock dense  | water very_dense | water normal
        water open  | water normal | water dense | marsh dense      | rock featureless
    """,
    "forest": """
        forest normal     | rock normal   | none open    | none featureless | forest normal
        forest open       | rock normal   | none open    | none normal      | none featureless
        forest normal     | forest normal | none dense   | rock open        | water normal
        forest dense      | forest dense  | water dense  | rock normal      | water open
        forest very_dense | forest dense  | water normal | rock dense       | none open
    """,
    "jungle": """
        none open         | forest dense | forest very_dense | forest dense      | forest open
        water open        | water dense  | rock dense        | forest very_dense | none featureless
        rock normal       | rock dense   | forest dense      | forest normal     | rock featureless
        water normal      | forest open  | water normal      | rock normal       | water open
        water featureless | water open   | none normal       | water normal     | water featureless
    """,
    "plains": """
        rock open   | none normal     | none normal      | rock normal      | rock dense
        rock normal | none open       | none open        | none dense       | none normal
        sand dense  | sand very_dense | none featureless | none featureless | none normal
        water dense | water normal    | water open       | none dense       | none open
        sand normal | sand open       | water normal     | rock open        | none featureless
    """,
    "mountains": """
        water open    | none normal       | none open     | none featureless | forest featureless
        rock dense    | forest dense      | forest normal | none normal      | none open
        forest normal | forest very_dense | forest dense  | water open       | rock normal
        rock normal   | forest dense      | water normal  | rock normal      | forest normal
        rock open     | rock normal       | water dense   | forest normal    | forest dense
    """,
}


def _box(printed: str) -> Box:
    flank, density = printed.split()
    return _FLANKS[flank], density


BOXES: dict[str, tuple[tuple[Box, ...], ...]] = {
    slug: tuple(
        tuple(_box(printed) for printed in line.split("|")) for line in text.strip().splitlines()
    )
    for slug, text in _PRINTED.items()
}
