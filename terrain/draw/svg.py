"""A scene as SVG.

Only presentation attributes: no style attribute, no style or script element and nothing fetched, as
the page's content security policy requires. The bytes depend on the scene alone.
"""

import re
from collections.abc import Iterable

from terrain.draw.marks import DrawnPiece, Ink, Label, Lettering, Margin, Mark, OnTable, Words
from terrain.draw.pen import figure
from terrain.draw.scene import Scene
from terrain.draw.view import UNIT

OVERHANG = 15.0
HIDDEN = ' display="none"'

ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
FALLBACKS = {"Alegreya": "Alegreya, Georgia, serif", "Alegreya Sans": "Alegreya Sans, sans-serif"}
# The characters that XML 1.0 does not allow, not even escaped.
UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def svg(
    scene: Scene,
    *,
    width_mm: float | None = None,
    interactive: bool = False,
    prefix: str | None = None,
) -> str:
    """Return the scene as an SVG document, ready to stand alone or inside a page.

    `width_mm` states the printed width of the whole sheet; without it the size is in scene units.
    `interactive` makes each piece reachable by keyboard, tells the page how table coordinates lie
    on the sheet (see the root's data attributes), and, for a scene drawn for a page, holds hidden
    lettering for narrow screens (`label-close`, `close`) beside the other (`wide`); `data-close` is
    its view box. `prefix` begins every id; by default it is made from the scene's key, so that two
    maps on one page do not share ids unless they are equal.
    """
    prefix = prefix or f"map-{scene.key}"
    close = scene.close if interactive else None
    wide = "wide" if close else ""
    parts = [
        _root(scene, width_mm, interactive, prefix),
        f'<title id="{prefix}-title">{escaped(scene.title)}</title>',
        f'<desc id="{prefix}-desc">{escaped(scene.description)}</desc>',
        _paper(scene),
        '<g class="table" stroke-linejoin="round">',
        *_marks(scene.ground.under),
        *_cover(scene, f"{prefix}-cover"),
        *_marks(scene.ground.grid),
        "</g>",
        _clip(scene, f"{prefix}-clip"),
        f'<g class="pieces" clip-path="url(#{prefix}-clip)" {ROUND}>',
        *(
            _piece(piece, f"{prefix}-p{index}", interactive, close is not None)
            for index, piece in enumerate(scene.pieces)
        ),
        "</g>",
        *_margin(scene.margin, wide),
        *(_margin(close, "close") if close else ()),
        *_standing(scene, prefix),
        "</svg>\n",
    ]
    return "\n".join(parts)


def marks_alone(marks: Iterable[Mark], width: float, height: float) -> str:
    """Return marks as an SVG document of this size in scene units, for a page that labels them."""
    box = f"0 0 {figure(width)} {figure(height)}"
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" aria-hidden="true" {ROUND}>'
    return "\n".join([opened, *_marks(marks), "</svg>"])


def _standing(scene: Scene, prefix: str) -> Iterable[str]:
    if scene.standing:
        yield f'<g class="standing" clip-path="url(#{prefix}-clip)" {ROUND}>'
        yield from things(scene.standing)
        yield "</g>"


def things(standing: Iterable[OnTable]) -> Iterable[str]:
    """Yield the things on the table, each a group with its title, as fragments of a document."""
    for thing in standing:
        yield f'<g class="thing {thing.kind}" data-thing="{escaped(thing.id)}">'
        yield f"<title>{escaped(thing.title)}</title>"
        yield from _marks(thing.marks)
        yield from (_words(words) for words in thing.words)
        yield "</g>"


def _margin(margin: Margin, kind: str) -> Iterable[str]:
    """Yield lines over the pieces, and the legend around them; those for a narrow screen are
    hidden.
    """
    more = f' {kind}"' if kind else '"'
    hidden = HIDDEN if kind == "close" else ""
    yield f'<g class="lines{more}{hidden} pointer-events="none">'
    yield from _marks(margin.lines)
    yield "</g>"
    yield f'<g class="legend{more}{hidden} stroke-linejoin="round">'
    yield from _marks(margin.marks)
    for swatch in margin.swatches:
        x, y = swatch.at
        yield f'<g transform="translate({figure(x)} {figure(y)}) scale({swatch.scale:g})" {ROUND}>'
        yield from _marks(swatch.marks)
        yield "</g>"
    yield from (_words(words) for words in margin.words)
    yield "</g>"


def _cover(scene: Scene, identity: str) -> Iterable[str]:
    if not scene.ground.cover:
        return
    (width, height), view = scene.ground.tile, scene.view
    corner = f'x="{figure(view.left)}" y="{figure(view.top)}"'
    size = f'width="{figure(width)}" height="{figure(height)}"'
    yield f'<pattern id="{identity}" patternUnits="userSpaceOnUse" {corner} {size}>'
    yield from _marks(scene.ground.cover)
    yield "</pattern>"
    left, top, right, bottom = view.sheet
    yield (
        f'<rect {corner} width="{figure(right - left)}" height="{figure(bottom - top)}"'
        f' fill="url(#{identity})"/>'
    )


def _paper(scene: Scene) -> str:
    size = f'width="{figure(scene.width)}" height="{figure(scene.height)}"'
    return f'<rect class="sheet" {size} fill="{scene.paper}"/>'


def _clip(scene: Scene, identity: str) -> str:
    """Return the clip of the table and a little more: things outside it show, but not over the
    margin's words.
    """
    view = scene.view
    left, top = view.left - OVERHANG, view.top - OVERHANG
    width, height = UNIT * view.width + 2 * OVERHANG, UNIT * view.depth + 2 * OVERHANG
    room = f'x="{figure(left)}" y="{figure(top)}" width="{figure(width)}"'
    return f'<clipPath id="{identity}"><rect {room} height="{figure(height)}"/></clipPath>'


def _root(scene: Scene, width_mm: float | None, interactive: bool, prefix: str) -> str:
    if width_mm is None:
        size = f'width="{figure(scene.width)}" height="{figure(scene.height)}"'
    else:
        height_mm = width_mm * scene.height / scene.width
        size = f'width="{figure(width_mm)}mm" height="{figure(height_mm)}mm"'
    view = scene.view
    held = (
        f' data-unit="{figure(UNIT)}" data-left="{figure(view.left)}" data-top="{figure(view.top)}"'
        f' data-width="{view.width:g}" data-depth="{view.depth:g}"'
        if interactive
        else ""
    )
    if interactive and scene.closer:
        held += f' data-close="{" ".join(figure(each) for each in scene.closer)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}" class="battle-map" {size}'
        f' viewBox="0 0 {figure(scene.width)} {figure(scene.height)}"'
        f' font-variant="lining-nums tabular-nums" role="{"group" if interactive else "img"}"'
        f' aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc"'
        f' data-view="{view.seen_from}"{held}>'
    )


def _piece(piece: DrawnPiece, identity: str, interactive: bool, close: bool) -> str:
    reachable = ' tabindex="0" role="img"' if interactive else ""
    opened = (
        f'<g id="{identity}" class="piece" data-piece="{escaped(piece.id)}"'
        f' data-type="{escaped(piece.type)}" data-by="{escaped(piece.placed_by)}"'
        f' aria-labelledby="{identity}-title"{reachable}>'
    )
    held = [f'<path class="hold" d="{piece.outline}" fill="none" pointer-events="all"/>']
    return "\n".join(
        [
            opened,
            f'<title id="{identity}-title">{escaped(piece.title)}</title>',
            f"<desc>{escaped(piece.description)}</desc>",
            *_marks(piece.marks),
            *(held if interactive and piece.outline else []),
            *_label(piece.label, "label wide" if close else "label"),
            *(_label(piece.close, "label-close", hidden=True) if close else ()),
            "</g>",
        ]
    )


def _label(label: Label | None, role: str, *, hidden: bool = False) -> Iterable[str]:
    if label is None:
        return
    yield f'<g class="{role}"{HIDDEN if hidden else ""} pointer-events="none">'
    yield from _marks(label.marks)
    yield from (_words(words) for words in label.words)
    yield "</g>"


def _marks(marks: Iterable[Mark]) -> Iterable[str]:
    for mark in marks:
        if mark.d:
            role = f' class="{mark.role}"' if mark.role else ""
            yield f'<path{role} d="{mark.d}"{_ink(mark.ink)}/>'


def _ink(ink: Ink) -> str:
    text = f' fill="{ink.fill}"'
    if ink.even_odd:
        text += ' fill-rule="evenodd"'
    if ink.stroke != "none":
        text += f' stroke="{ink.stroke}"'
        if ink.width != 1.0:
            text += f' stroke-width="{ink.width:g}"'
        if ink.dash:
            text += f' stroke-dasharray="{ink.dash}"'
    if ink.opacity != 1.0:
        # A group is not needed to blend a single paint.
        paint = "fill-" if ink.stroke == "none" else "stroke-" if ink.fill == "none" else ""
        text += f' {paint}opacity="{ink.opacity:g}"'
    return text


def _words(words: Words) -> str:
    x, y = words.at
    role = f' class="{words.role}"' if words.role else ""
    turned = (
        f' transform="rotate({figure(words.angle)} {figure(x)} {figure(y)})"' if words.angle else ""
    )
    anchor = f' text-anchor="{words.anchor}"' if words.anchor != "start" else ""
    return (
        f'<text{role} x="{figure(x)}" y="{figure(y)}"{anchor}{_lettering(words.lettering)}{turned}>'
        f"{escaped(words.text)}</text>"
    )


def _lettering(lettering: Lettering) -> str:
    text = f' font-family="{FALLBACKS[lettering.family]}" font-size="{lettering.size:g}"'
    text += f' fill="{lettering.fill}"'
    if lettering.face == "bold":
        text += ' font-weight="700"'
    if lettering.face == "italic":
        text += ' font-style="italic"'
    if lettering.spacing:
        text += f' letter-spacing="{lettering.spacing:g}"'
    if lettering.halo:
        text += (
            f' stroke="{lettering.halo}" stroke-width="3" stroke-linejoin="round"'
            ' paint-order="stroke"'
        )
    return text


def escaped(text: str) -> str:
    """Return text for an SVG document; disallowed characters become replacement characters."""
    clean = UNWRITABLE.sub("\ufffd", text)
    return "".join(ESCAPES.get(character, character) for character in clean)
