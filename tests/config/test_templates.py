"""Can a person read the templates: lines that fit a screen, one thought a line?"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(
    [
        *ROOT.glob("templates/**/*.html"),
        *ROOT.glob("setup_app/**/templates/**/*.html"),
    ]
)
LIMIT = 120
# What cannot be broken may go on to here.
MAX_LENGTH = 240
# A tag of the template language stands on one line whole: a sentence to translate, a fragment
# with what it is given. The value of an attribute, and words of which one is chosen where no
# space may be seen, have no place to break either.
WHOLE = re.compile(
    r"""\{% (translate|blocktranslate|include) """
    r"""|[\w-]="[^"{]*\{[{%]"""
    r"""|\{% if [^%]*%\}[^<]*\{% else %\}[^<]*\{% endif %\}</span>"""
)


def named(template: Path) -> str:
    return str(template.relative_to(ROOT))


def too_long(line: str) -> bool:
    return len(line) > (MAX_LENGTH if WHOLE.search(line) else LIMIT)


@pytest.mark.parametrize("template", TEMPLATES, ids=named)
def test_every_line_fits_a_screen(template: Path) -> None:
    lines = enumerate(template.read_text().splitlines(), 1)

    assert [number for number, line in lines if too_long(line)] == []


def test_a_long_line_is_told_from_one_that_cannot_be_broken() -> None:
    sentence = f'{{% translate "{"a" * 200}" %}}'

    assert not too_long("a" * LIMIT)
    assert too_long("a" * (LIMIT + 1))
    assert not too_long(sentence)
    assert too_long(sentence + "a" * 40)
