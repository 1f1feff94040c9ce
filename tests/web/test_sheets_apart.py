"""Does a class mean one thing on a page, whichever of its sheets says so?

Twice a sheet that came to a page later took away what an older one had drawn: units of foot by the
pages' foot, maps of the territories by the plates of the units.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR, "templates")
SHEETS = re.compile(r"{% sheet ([^%]*)%}")
RULE = re.compile(r"([^{}]*)([{}])")
NAMED = re.compile(r'"(css/[^"]+)"')


def sheets_of(template: Path) -> list[str]:
    return NAMED.findall(" ".join(SHEETS.findall(template.read_text())))


EVERYWHERE = sheets_of(TEMPLATES / "base.html")
PAGES = [path for path in sorted(TEMPLATES.rglob("*.html")) if sheets_of(path)]


def rules_of(text: str) -> Iterator[tuple[str, str]]:
    """The rules of a sheet that stand in no other one, such as for a small window."""
    depth, selector = 0, ""
    for before, brace in RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        if brace == "{":
            selector = before.strip() if depth == 0 else ""
            depth += 1
        else:
            depth -= 1
            if selector:
                yield selector, before
            selector = ""


@cache
def of_a_class_alone(sheet: str) -> dict[str, dict[str, str]]:
    """What a sheet says of a class wherever it stands: class, property, value."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for selectors, body in rules_of(Path(settings.BASE_DIR, "static", sheet).read_text()):
        said = dict(each.split(":", 1) for each in body.split(";") if ":" in each)
        for selector in selectors.split(","):
            if re.fullmatch(r"\.[\w-]+", selector.strip()):
                found[selector.strip()] |= {k.strip(): v.strip() for k, v in said.items()}
    return found


def test_a_sheet_is_read() -> None:
    text = ".a, .b c { color: red; --x: 1 } @media print { .a { color: blue } } /* .d { e: f } */"

    assert list(rules_of(text)) == [(".a, .b c", " color: red; --x: 1 ")]
    assert ".land-sheet" in of_a_class_alone("css/map.css")


@pytest.mark.parametrize("template", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_two_sheets_of_a_page_say_different_things_of_a_class(template: Path) -> None:
    found = [
        f"{one} and {other}: {name} {{ {said} }}"
        for one, other in combinations([*EVERYWHERE, *sheets_of(template)], 2)
        for name, first in of_a_class_alone(one).items()
        for said, value in of_a_class_alone(other).get(name, {}).items()
        if first.get(said, value) != value
    ]

    assert found == []
