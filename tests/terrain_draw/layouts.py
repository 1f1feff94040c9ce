"""Layouts drawn by hand: every type once, two tables as players would build them, and odd ones."""

from math import cos, pi, sin

from terrain.core.layout import Layout, Piece, Table

Outline = tuple[tuple[float, float], ...]

# How far out each of a blob's corners lies: uneven, as if cut from felt.
EDGES = (0.96, 1.0, 0.9, 1.0, 0.93, 1.0, 0.88, 0.98, 1.0, 0.92, 1.0, 0.95, 0.9, 1.0)


def blob(x: float, y: float, width: float, depth: float, *, turn: int = 0) -> Outline:
    """A rounded outline of fourteen points, `width` by `depth`, around (x, y)."""
    count = len(EDGES)
    return tuple(
        (
            round(x + width / 2 * EDGES[(corner + turn) % count] * cos(2 * pi * corner / count), 3),
            round(y + depth / 2 * EDGES[(corner + turn) % count] * sin(2 * pi * corner / count), 3),
        )
        for corner in range(count)
    )


def box(left: float, low: float, right: float, high: float) -> Outline:
    return ((left, low), (right, low), (right, high), (left, high))


def piece(name: str, kind: str, outline: Outline, **more: object) -> Piece:
    fields: dict[str, object] = {"slot": "optional", "placed_by": "defender", "die": 3, **more}
    return Piece(id=name, type=kind, outline=outline, **fields)  # type: ignore[arg-type]


def layout(
    *pieces: Piece, territory: str = "waterside", width: float = 45, **more: object
) -> Layout:
    fields: dict[str, object] = {"density": "normal", "flank": ("deep_water",), **more}
    depth = fields.pop("depth", 30.0)
    return Layout(
        rulebook="pbs-2023.1",
        territory=territory,
        table=Table(width, depth),  # type: ignore[arg-type]
        pieces=pieces,
        **fields,  # type: ignore[arg-type]
    )


TYPES = (
    "hills", "mountains", "gully", "woods", "forest", "orchards_vineyards", "brush",
    "fields", "tilled_fields", "village", "town", "fort", "vital_settlement", "marsh",
    "rocky_ground", "sandy_ground", "sand_dunes", "open",
)  # fmt: skip


def every_type() -> Layout:
    """Each type once, larger and smaller, on a table of its own."""
    pieces = [
        piece(kind, kind, blob(5 + 9.4 * (at % 6), 4.8 + 8.4 * (at // 6), 7.6, 6.2, turn=at))
        for at, kind in enumerate(TYPES)
    ]
    pieces += [
        piece("river", "rivers_and_streams", ((60.5, 0), (62.5, 0), (58.5, 26), (56.5, 26))),
        piece("wadi", "dry_wadi", ((63.4, 0), (64.4, 0), (61.4, 26), (60.4, 26))),
        piece("sea", "deep_water", box(66, 0, 71, 26), slot="secure_flank", die=None),
    ]
    return layout(*pieces, width=71, depth=26.0)


def waterside() -> Layout:
    """A waterside table as two players would leave it."""
    return layout(
        piece("sea", "deep_water", box(0, 0, 4.5, 30), slot="secure_flank",
              die=None),
        piece("p1", "woods", blob(15.2, 22.6, 8.4, 6.6, turn=2), slot="compulsory"),
        piece("p2", "hills", blob(31, 6.4, 9.2, 6.4, turn=5), slot="compulsory",
              placed_by="invader"),
        piece("p3", "town", blob(6.4, 12.5, 8.2, 5.6, turn=3), die=1),
        piece("p4", "rivers_and_streams", ((38.1, 0), (39.7, 0), (41.5, 30), (39.9, 30)),
              placed_by="invader", die=1),
        piece("p5", "fields", blob(22.4, 12.4, 6.2, 5.2, turn=1), die=None),
        piece("p6", "marsh", blob(33.6, 18.4, 6.4, 5.0, turn=7), placed_by="invader", moved=True),
        piece("p7", "orchards_vineyards", blob(13.8, 5.4, 6.0, 5.2, turn=4), die=4),
    )  # fmt: skip


def desert() -> Layout:
    """A desert table with dangerous sand and a settlement."""
    return layout(
        piece("f1", "rocky_ground", blob(5.2, 6.4, 8.6, 7.2, turn=1), slot="secure_flank",
              die=None),
        piece("f2", "sandy_ground", blob(5.0, 21.5, 8.0, 7.0, turn=6), slot="secure_flank",
              die=None, placed_by="invader"),
        piece("p1", "sandy_ground", blob(20.5, 7.0, 8.4, 6.8, turn=3), slot="compulsory",
              declared="dangerous"),
        piece("p2", "dry_wadi", ((27.2, 0), (28.2, 0), (30.6, 30), (29.6, 30)),
              placed_by="invader"),
        piece("p3", "sand_dunes", blob(37.6, 22.2, 9.0, 7.0, turn=8), die=1, placed_by="invader"),
        piece("p4", "gully", blob(38.4, 8.2, 7.8, 4.6, turn=2), die=6),
        piece("p5", "brush", blob(20.6, 23.4, 6.4, 5.6, turn=9), die=2, placed_by="invader"),
        piece("s1", "fort", blob(20.2, 15.6, 5.2, 5.0, turn=5), slot="settlement",
              die=None),
        territory="desert",
        flank=("rocky_ground", "woods"),
    )  # fmt: skip


def mountains() -> Layout:
    """A crowded mountain table."""
    return layout(
        piece("f1", "mountains", blob(39.8, 7.0, 9.0, 8.6, turn=1), slot="secure_flank",
              die=None),
        piece("f2", "marsh", blob(39.6, 21.6, 8.4, 8.4, turn=4), slot="secure_flank", die=None,
              placed_by="invader", declared="dangerous"),
        piece("p1", "mountains", blob(17.4, 22.8, 9.6, 7.2, turn=6), slot="compulsory",
              declared="impassable"),
        piece("p2", "forest", blob(28.6, 15.2, 7.8, 7.6, turn=3), slot="compulsory",
              placed_by="invader"),
        piece("p3", "hills", blob(5.2, 15.2, 8.0, 7.0, turn=7), slot="compulsory", die=1),
        piece("p4", "village", blob(17.8, 12.6, 5.8, 5.0, turn=2)),
        piece("p5", "woods", blob(26.2, 4.2, 5.6, 5.0, turn=8), placed_by="invader", die=5),
        piece("p6", "tilled_fields", blob(13.8, 4.6, 7.2, 5.4, turn=10), die=3),
        piece("p7", "open", blob(28.2, 25.6, 6.0, 5.0, turn=5), placed_by="invader"),
        piece("s1", "vital_settlement", blob(5.0, 5.0, 5.6, 5.2, turn=3), slot="settlement",
              die=None),
        territory="mountains",
        density="dense",
        flank=("mountains", "marsh"),
    )  # fmt: skip


def jungle() -> Layout:
    """A very dense table, its pieces as near to one another as their rules let them be."""
    return layout(
        piece("f1", "forest", blob(5.0, 7.0, 9.2, 9.0, turn=1), slot="secure_flank",
              die=None),
        piece("f2", "marsh", blob(5.2, 17.6, 8.4, 8.0, turn=4), slot="secure_flank",
              die=None, placed_by="invader", declared="dangerous"),
        piece("p1", "forest", blob(16.2, 24.4, 9.8, 8.0, turn=6), slot="compulsory",
              declared="dangerous"),
        piece("p2", "woods", blob(27.2, 24.0, 8.8, 8.8, turn=3), slot="compulsory",
              placed_by="invader", moved=True),
        piece("p3", "gully", blob(16.6, 14.8, 9.2, 6.0, turn=7), slot="compulsory", die=4),
        piece("p4", "brush", blob(28.2, 13.2, 8.8, 7.4, turn=2), slot="compulsory",
              placed_by="invader"),
        piece("p5", "village", blob(16.2, 4.4, 5.6, 5.4, turn=8), placed_by="invader", die=5),
        piece("p6", "rivers_and_streams", ((36.6, 0), (38.6, 0), (37.4, 30), (35.4, 30)), die=6),
        piece("p7", "tilled_fields", blob(26.4, 4.2, 6.8, 5.4, turn=10)),
        piece("p8", "hills", blob(41.6, 22.4, 5.8, 7.6, turn=5), placed_by="invader", die=1),
        piece("p9", "orchards_vineyards", blob(41.6, 6.6, 5.6, 7.6, turn=2), die=6),
        piece("s1", "vital_settlement", blob(41.4, 14.2, 5.4, 5.2, turn=3), slot="settlement",
              die=None),
        piece("s2", "fort", blob(21.2, 19.4, 4.2, 4.0, turn=3), slot="settlement",
              die=None, placed_by="invader"),
        territory="jungle",
        density="very_dense",
        flank=("mountains", "forest"),
    )  # fmt: skip


def broken() -> Layout:
    """What a check must be able to show: outlines that are none, and pieces far out of place."""
    return layout(
        piece("bow", "woods", ((10, 10), (16, 14), (16, 10), (10, 14))),
        piece("line", "hills", ((20, 4), (24, 8), (28, 12))),
        piece("point", "marsh", ((30, 4),)),
        piece("pair", "gully", ((31, 4), (33, 5))),
        piece("twice", "fields", ((34, 4), (38, 4), (38, 8), (38, 8), (34, 8))),
        piece("spike", "town", ((20, 20), (26, 20), (26, 26), (30, 30), (26, 26), (20, 26))),
        piece("outside", "brush", blob(49, 29, 8, 8)),
        piece("afar", "mountains", blob(900, -900, 40, 40)),
        piece("huge", "forest", box(-900, -900, 900, 900)),
        piece("<&\"'\x00>", "no_such_type", blob(38, 20, 6, 6)),
        Piece("ring", "rocky_ground", "optional", "invader", outline=blob(8, 22, 8, 8),
              holes=(blob(8, 22, 3, 3),)),
        territory="plains & <hills>",
        flank=None,
    )  # fmt: skip
