"""Is the picture of a link readable, whatever strangers call themselves?"""

import re
from xml.etree import ElementTree

import pytest

from terrain.draw.card import card
from terrain.draw.names import TYPES
from terrain.draw.sample import sample

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200"/>'


def words(drawn: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawn).iter() if "text" in each.tag]


def test_a_card_has_the_size_that_chats_show_whole_and_says_what_it_is_given():
    drawn = card(PICTURE, title="Anna – Ben", line="Secure flank")
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    assert words(drawn) == ["Metator", "Anna – Ben", "Secure flank"]


def test_a_picture_is_drawn_as_large_as_it_fits_and_keeps_its_shape():
    inner = ElementTree.fromstring(card(PICTURE, title="", line=""))[1]
    width, height = float(inner.get("width", 0)), float(inner.get("height", 0))
    assert width == 2 * height
    assert 700 < width < 800


@pytest.mark.parametrize("title", ["<script>&\"'", "W" * 200, "a long name " * 40, "\x00\ufffe"])
def test_whatever_a_title_holds_it_is_words_of_few_lines_within_the_card(title):
    drawn = card(PICTURE, title=title, line="")
    assert 1 <= len(words(drawn)) <= 5
    assert all(len(each) < 40 for each in words(drawn))


def test_a_picture_without_a_size_is_refused():
    with pytest.raises(ValueError, match="without its size"):
        card('<svg xmlns="http://www.w3.org/2000/svg"/>', title="", line="")


@pytest.mark.parametrize("kind", [*TYPES, "unheard_of"])
def test_every_type_has_a_small_picture_of_marks_alone(kind):
    drawn = sample(kind)
    tags = {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(drawn).iter()}
    assert tags == {"svg", "path"}
    assert not re.search(r'\bstyle=|\bid="', drawn)
