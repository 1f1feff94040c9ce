"""Is a value of a data file read as what it must be, or refused at its line?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from setup_app.rulebooks.tables_file import RulebookFileError, Table, read_tables_file

TEXT = """name = "walk"
words = ["a",
  "b"]
count = 3
share = 0.5
on = true

[inner]
key = 1

[[rows]]
key = 1
[[rows]]
key = 2
"""


def table_of(tmp_path: Path, text: str) -> Table:
    file = tmp_path / "some.toml"
    file.write_bytes(text.encode("utf-8"))
    return read_tables_file(file)


def refusal(read: Callable[[], object]) -> tuple[str, int, str]:
    with pytest.raises(RulebookFileError) as caught:
        read()
    return caught.value.file.name, caught.value.line, caught.value.problem


def test_values_come_as_what_they_are(tmp_path: Path) -> None:
    table = table_of(tmp_path, TEXT)

    assert table.word("name") == "walk"
    assert table.words("words") == ("a", "b")
    assert table.whole("count") == 3
    assert (table.number("count"), table.number("share")) == (3, 0.5)
    assert table.flag("on") is True
    assert table.table("inner").whole("key") == 1
    assert [row.whole("key") for row in table.tables("rows")] == [1, 2]
    assert [row.line() for row in table.tables("rows")] == [11, 13]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \nc = 1\n", 2),
        ("a = 1\nb = 1\na = 2\n", 3),
        ("a = 1\n\n[b]\n[c]\n[b]\n", 5),
        ('a = "open\nb = 1\n', 1),
        ("a = 1\nb = 1 2\n", 2),
        ("a = 1\nb = 01\n", 2),
        ("a = { b = 1\n", 1),
        ("a = [1,\n2\n", 2),
        ('a = 1\nb = """\nnever closed\n', 3),
        ("a = 1\n[b\n", 2),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    file, refused_at, problem = refusal(lambda: table_of(tmp_path, text))

    assert (file, refused_at) == ("some.toml", line)
    assert problem.startswith("no valid TOML: ")


def test_what_is_no_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'a = 1\nb = "\xe9"\n')

    assert refusal(lambda: read_tables_file(file)) == ("latin.toml", 2, "the text is not UTF-8")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    name, line, problem = refusal(lambda: read_tables_file(tmp_path / "none.toml"))

    assert (name, line) == ("none.toml", 1)
    assert problem.startswith("the file cannot be read")


def test_the_message_is_one_that_an_editor_can_jump_to(tmp_path: Path) -> None:
    table = table_of(tmp_path, TEXT)

    assert str(table.fault("too few", "count")) == f"{tmp_path / 'some.toml'}:4: too few"


@pytest.mark.parametrize(
    ("read", "line", "problem"),
    [
        (lambda t: t.word("count"), 4, "'count' must hold text"),
        (lambda t: t.word("gone"), 1, "missing key 'gone'"),
        (lambda t: t.table("inner").word("gone"), 8, "missing key 'gone'"),
        (lambda t: t.tables("rows")[1].word("gone"), 13, "missing key 'gone'"),
        (lambda t: t.tables("rows")[1].word("key"), 14, "'key' must hold text"),
        (lambda t: t.word_of("name", ("run",), "gait"), 1, "unknown gait 'walk'"),
        (lambda t: t.words_of("words", ("a",), "letter"), 3, "unknown letter 'b'"),
        (lambda t: t.words("name"), 1, "'name' must be a list"),
        (lambda t: t.whole("share"), 5, "'share' must be a whole number"),
        (lambda t: t.whole("on"), 6, "'on' must be a whole number"),
        (lambda t: t.whole("count", least=4), 4, "'count' must be at least 4"),
        (lambda t: t.number("on"), 6, "'on' must be a number"),
        (lambda t: t.number("name"), 1, "'name' must be a number"),
        (lambda t: t.flag("count"), 4, "'count' must be true or false"),
        (lambda t: t.table("count"), 4, "'count' must be a table"),
        (lambda t: t.tables("words"), 2, "'words' must hold tables only"),
        (lambda t: t.expect("name"), 2, "unknown key 'words'"),
        (
            lambda t: t.expect("name", "age", optional=tuple(t)),
            1,
            "missing key 'age'",
        ),
    ],
)
def test_what_a_value_must_not_be_is_refused_at_its_line(
    tmp_path: Path, read: Callable[[Table], object], line: int, problem: str
) -> None:
    table = table_of(tmp_path, TEXT)

    assert refusal(lambda: read(table)) == ("some.toml", line, problem)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("n = -1", "'n' must be finite and not negative"),
        ("n = inf", "'n' must be finite and not negative"),
        ("n = nan", "'n' must be finite and not negative"),
    ],
)
def test_a_length_is_finite_and_not_negative(tmp_path: Path, text: str, problem: str) -> None:
    assert refusal(lambda: table_of(tmp_path, text).number("n")) == ("some.toml", 1, problem)


def test_a_word_in_a_list_twice_is_refused_where_it_stands_again(tmp_path: Path) -> None:
    table = table_of(tmp_path, 'words = [\n"a",\n"b",\n"a"]')

    assert refusal(lambda: table.words("words")) == (
        "some.toml",
        4,
        "'a' stands twice in 'words'",
    )


def test_an_empty_list_and_an_empty_text_name_nothing(tmp_path: Path) -> None:
    table = table_of(tmp_path, 'words = []\nname = " "')

    assert refusal(lambda: table.words_of("words", ("a",), "letter"))[1:] == (
        1,
        "'words' is empty",
    )
    assert refusal(lambda: table.word("name"))[1:] == (2, "'name' must hold text")
