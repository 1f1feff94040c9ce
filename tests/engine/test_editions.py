"""Is every released edition what it was when it was released?"""

import ast
import hashlib
from dataclasses import replace

import pytest

from setup_app.engine.editions import (
    Release,
    all_rulebooks,
    content_hash,
    faults,
    main,
    pinned_files,
    release,
    released,
)
from tests.engine.toys.skirmish import SKIRMISH


@pytest.fixture
def edition(tmp_path):
    """A rulebook in a folder of its own, released as it is, and the record of it."""
    folder = tmp_path / "toy"
    (folder / "data").mkdir(parents=True)
    (folder / "script.py").write_text("rules = 1\n")
    (folder / "data" / "tables.toml").write_text("size = 6\n")
    (folder / "notes.txt").write_text("not pinned\n")
    (folder / "sentences.toml").write_text("not = 'pinned'\n")
    (folder / "pages").mkdir()
    (folder / "pages" / "drawn.py").write_text("not_pinned = 1\n")
    record = tmp_path / "released.json"
    record.write_text("{}")
    rulebook = replace(SKIRMISH, folder=folder, apart=("sentences.toml", "pages"))
    release(rulebook, record)
    return rulebook, record


def test_no_released_edition_of_ours_has_changed():
    assert faults(all_rulebooks(), released()) == ()


def test_the_command_finds_the_same():
    assert main([]) == 0


def test_the_command_releases_nothing_that_is_not_there(capsys):
    assert main(["--release", "no-such"]) == 2
    assert "no-such" in capsys.readouterr().err


def test_an_unchanged_edition_is_in_order(edition):
    rulebook, record = edition

    assert released(record) == {
        "toy-skirmish": Release(1, content_hash(rulebook.folder, rulebook.apart))
    }
    assert faults([rulebook], released(record)) == ()


def change_a_line(folder):
    (folder / "script.py").write_text("rules = 2\n")


def change_a_figure(folder):
    (folder / "data" / "tables.toml").write_text("size = 7\n")


def add_a_file(folder):
    (folder / "more.py").write_text("")


def remove_a_file(folder):
    (folder / "data" / "tables.toml").unlink()


def rename_a_file(folder):
    (folder / "script.py").rename(folder / "scripts.py")


def move_bytes_from_one_file_to_the_next(folder):
    (folder / "data" / "tables.toml").write_text("size = ")
    (folder / "script.py").write_text("6\nrules = 1\n")


@pytest.mark.parametrize(
    "change",
    [
        change_a_line,
        change_a_figure,
        add_a_file,
        remove_a_file,
        rename_a_file,
        move_bytes_from_one_file_to_the_next,
    ],
)
def test_a_released_edition_that_changed_is_named(edition, change):
    rulebook, record = edition
    change(rulebook.folder)

    (fault,) = faults([rulebook], released(record))

    assert fault.startswith("toy-skirmish has changed since revision 1 was released")


@pytest.mark.parametrize("file", ["notes.txt", "sentences.toml", "pages/drawn.py", "pages/new.py"])
def test_what_is_neither_script_nor_data_may_change(edition, file):
    rulebook, record = edition
    (rulebook.folder / file).write_text("changed")

    assert faults([rulebook], released(record)) == ()


def test_what_stands_apart_is_named_by_its_whole_name(edition):
    rulebook, _ = edition
    (rulebook.folder / "data" / "sentences.toml").write_text("")

    assert pinned_files(rulebook.folder, rulebook.apart) == (
        "data/sentences.toml",
        "data/tables.toml",
        "script.py",
    )


@pytest.mark.parametrize("rulebook", all_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_what_stands_apart_is_there_and_no_script_asks_it_anything(rulebook):
    assert [name for name in rulebook.apart if not (rulebook.folder / name).exists()] == []

    apart = {name.removesuffix(".py") for name in rulebook.apart}
    asked = {
        (name, module)
        for name in pinned_files(rulebook.folder, rulebook.apart)
        # The module that puts the rulebook together names all of its parts.
        if name.endswith(".py") and name != "__init__.py"
        for module in imported(rulebook.folder / name)
    }

    assert len(asked) > 50
    assert {
        (name, module) for name, module in asked if not apart.isdisjoint(module.split("."))
    } == (set())


def imported(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def test_a_new_revision_has_to_be_released_too(edition):
    rulebook, record = edition
    change_a_line(rulebook.folder)
    second = replace(rulebook, revision=2)

    assert faults([second], released(record)) == (
        "toy-skirmish has revision 2, but 1 was released last",
    )
    release(second, record)
    assert faults([second], released(record)) == ()


def test_a_revision_never_goes_backwards(edition):
    rulebook, record = edition
    release(replace(rulebook, revision=3), record)

    with pytest.raises(ValueError, match="already released with revision 3"):
        release(replace(rulebook, revision=2), record)


def test_a_released_edition_is_never_taken_away(edition):
    _, record = edition

    assert faults([], released(record)) == (
        "toy-skirmish was released and is missing: its battles no longer replay",
    )


def test_the_hash_is_over_names_lengths_and_bytes_in_order(tmp_path):
    (tmp_path / "b.py").write_bytes(b"two")
    (tmp_path / "a.toml").write_bytes(b"one")

    by_hand = hashlib.sha256(b"a.toml\x003\x00oneb.py\x003\x00two").hexdigest()

    assert content_hash(tmp_path) == by_hand
