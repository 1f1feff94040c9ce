"""Does every key and element of a TOML text get the line on which a reader sees it?"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from setup_app.rulebooks.pbs_2023_1 import tables
from setup_app.rulebooks.toml_lines import lines_of

EVERYTHING = '''# a comment = "with a value"
plain = 1
"quoted key" = 'a # no comment'
dotted.inner."deep er" = true
text = """
first \\""" still
"""""
raw = \'\'\'
it\'s [raw] = \'\'\'

numbers = [1, 2,
  3, # three
  [4,
   5],
]
inline = { a = 1, b = { c = "}", d = ["]", "#"] } }
when = 1979-05-27 07:32:00

[table]
key = "\\"escaped = \\\\"
[table.below]
key = 1

[[list]]
key = 1
[[list]]
key = 2
[list.inner]
key = 3
[[list.inner.deep]]
key = 4
[above.first]
key = 5
[above]
key = 6
'''

EXPECTED = {
    (): 1,
    ("plain",): 2,
    ("quoted key",): 3,
    ("dotted",): 4,
    ("dotted", "inner"): 4,
    ("dotted", "inner", "deep er"): 4,
    ("text",): 5,
    ("raw",): 8,
    ("numbers",): 11,
    ("numbers", 0): 11,
    ("numbers", 1): 11,
    ("numbers", 2): 12,
    ("numbers", 3): 13,
    ("numbers", 3, 0): 13,
    ("numbers", 3, 1): 14,
    ("inline",): 16,
    ("inline", "a"): 16,
    ("inline", "b"): 16,
    ("inline", "b", "c"): 16,
    ("inline", "b", "d"): 16,
    ("inline", "b", "d", 0): 16,
    ("inline", "b", "d", 1): 16,
    ("when",): 17,
    ("table",): 19,
    ("table", "key"): 20,
    ("table", "below"): 21,
    ("table", "below", "key"): 22,
    ("list",): 24,
    ("list", 0): 24,
    ("list", 0, "key"): 25,
    ("list", 1): 26,
    ("list", 1, "key"): 27,
    ("list", 1, "inner"): 28,
    ("list", 1, "inner", "key"): 29,
    ("list", 1, "inner", "deep"): 30,
    ("list", 1, "inner", "deep", 0): 30,
    ("list", 1, "inner", "deep", 0, "key"): 31,
    ("above",): 34,
    ("above", "first"): 32,
    ("above", "first", "key"): 33,
    ("above", "key"): 35,
}


def paths_in(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths_in(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths_in(item, (*path, index))


def test_every_form_of_toml_has_its_lines() -> None:
    assert dict(lines_of(EVERYTHING)) == EXPECTED


def test_the_example_is_what_tomllib_reads() -> None:
    assert set(paths_in(tomllib.loads(EVERYTHING))) == set(EXPECTED)


def test_lines_that_end_as_on_other_systems_count_alike() -> None:
    assert lines_of(EVERYTHING.replace("\n", "\r\n")) == EXPECTED


def test_an_escaped_key_has_the_name_that_tomllib_gives_it() -> None:
    assert lines_of('\n"a\\u0062\\"" = 1') == {(): 1, ('ab"',): 2}


def test_an_empty_text_begins_at_line_one() -> None:
    assert lines_of("") == {(): 1}


@pytest.mark.parametrize("file", sorted(tables.DATA.glob("*.toml")), ids=lambda file: file.stem)
def test_our_own_files_have_a_line_for_everything_in_them(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert set(paths_in(tomllib.loads(text))) == set(lines_of(text))
