"""The preview picture of a link in a chat: a table, a title and one line.

It has the size that chats show whole. The text may come from strangers: it is shortened to fit and
escaped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from terrain.draw import palette
from terrain.draw.measure import text_width
from terrain.draw.svg import escaped

WIDTH: Final = 1200
HEIGHT: Final = 630
_MARGIN: Final = 28
_BESIDE: Final = 330
_SIZE: Final = re.compile(r'<svg ([^>]*?)width="([0-9.]+)" height="([0-9.]+)"')

_GROMA: Final = (
    '<path d="M16 9v20M5 9h22M9 5.5l14 7M13 29h6"/>'
    '<path d="M5 9v8M27 9v8" stroke-width="1.3"/>'
    f'<path d="M3.6 17h2.8L5 21zM25.6 17h2.8L27 21z" fill="{palette.INK}" stroke="none"/>'
)
"""The staff with its cross of plumb lines, as in the header of the pages."""


_ROOT: Final = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
    ' font-variant="lining-nums">'
)


@dataclass(frozen=True)
class _Hand:
    family: str
    face: str
    size: float
    fill: str
    most: int


_TITLE: Final = _Hand("Alegreya", "bold", 46, palette.INK, 4)
_LINE: Final = _Hand("Alegreya Sans", "regular", 29, "#4f483c", 6)


def card(picture: str, *, title: str, line: str, site: str = "Metator") -> str:
    """Return an SVG document of 1200 by 630 that contains a picture of a stated size, enlarged."""
    width, height = _size(picture)
    most = WIDTH - 3 * _MARGIN - _BESIDE, HEIGHT - 2 * _MARGIN
    scale = min(most[0] / width, most[1] / height)
    wide, high = width * scale, height * scale
    box = f'x="{_MARGIN}" y="{(HEIGHT - high) / 2:g}" width="{wide:g}" height="{high:g}"'
    fit = f'viewBox="0 0 {width:g} {height:g}"'
    inner = _SIZE.sub(lambda found: f"<svg {found[1]}{box}", picture, count=1)
    if "viewBox" not in picture[: picture.index(">")]:
        inner = inner.replace("<svg ", f"<svg {fit} ", 1)
    return "\n".join(
        [
            _ROOT,
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#e9e2d3"/>',
            inner,
            *_beside(title, line, site, left=_MARGIN * 2 + wide),
            "</svg>",
        ]
    )


def _size(picture: str) -> tuple[float, float]:
    """Return the stated size, in scene units. Raises `ValueError` if there is none."""
    found = _SIZE.search(picture)
    if found is None:
        raise ValueError("an SVG document without its size")
    return float(found[2]), float(found[3])


def _beside(title: str, line: str, site: str, *, left: float) -> Iterator[str]:
    room = WIDTH - left - _MARGIN
    yield f'<g transform="translate({left - 4:g} {_MARGIN + 6}) scale(1.5)" fill="none"'
    yield f' stroke="{palette.INK}" stroke-width="2" stroke-linecap="round">'
    yield _GROMA
    yield "</g>"
    yield _text(site, (left + 52, _MARGIN + 43), _Hand("Alegreya", "bold", 34, palette.INK, 1))
    y = 190.0
    for hand, words in ((_TITLE, title), (_LINE, line)):
        for each in lines(words, hand, room):
            yield _text(each, (left, y), hand)
            y += hand.size * 1.18
        y += 12


def lines(words: str, hand: _Hand, room: float) -> list[str]:
    """Return words in as many lines as allowed; the rest is replaced by an ellipsis."""
    broken = [""]
    for word in words.split():
        longer = f"{broken[-1]} {word}".strip()
        if _wide(longer, hand) <= room:
            broken[-1] = longer
        else:
            broken += [word]
    broken = [_cut(each, hand, room) for each in broken if each]
    if len(broken) <= hand.most:
        return broken
    return [*broken[: hand.most - 1], _cut(f"{broken[hand.most - 1]} …", hand, room)]


def _cut(text: str, hand: _Hand, room: float) -> str:
    while _wide(text, hand) > room and len(text) > 2:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


def _wide(text: str, hand: _Hand) -> float:
    return text_width(text, family=hand.family, face=hand.face, size=hand.size)


def _text(text: str, at: tuple[float, float], hand: _Hand) -> str:
    bold = ' font-weight="700"' if hand.face == "bold" else ""
    return (
        f'<text x="{at[0]:g}" y="{at[1]:g}" font-family="{hand.family}" font-size="{hand.size:g}"'
        f' fill="{hand.fill}"{bold}>{escaped(text)}</text>'
    )
