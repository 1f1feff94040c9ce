"""Can a link be passed on, and is everybody named as a sentence wants it?"""

import re

import pytest

from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("host", "here_only"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.5:8000", False),
        ("metator.example", False),
    ],
)
def test_a_link_that_no_other_device_can_open_says_so_and_what_to_do(settings, host, here_only):
    settings.ALLOWED_HOSTS = ["*"]
    browser = Browser()
    browser.begin(opponent="two")
    for path in ("", "links/"):
        page = browser.client.get(f"/b/{browser.battle}/{path}", headers={"host": host})
        text = page.content.decode()
        assert ("LAN=1 make run" in text) is here_only
        assert "Anyone with this link plays this side" in text
        assert "data-copy-button" in text


def test_the_machine_is_written_small_inside_a_sentence_and_large_where_it_begins_one():
    browser = Browser()
    browser.begin(opponent="bot", first_player="Anna")
    browser.sit_down()
    page = browser.page()
    assert "<bdi>The machine</bdi>" in page
    assert "for The machine" not in page
    assert "<p>the machine" not in page
    if "Waiting for" in page:
        assert "Waiting for the machine" in page


def test_entries_of_the_log_have_the_numbers_by_which_sentences_name_them():
    browser = Browser()
    browser.begin()
    browser.sit_down()
    numbers = [int(n) for n in re.findall(r'<small class="number">(\d+)</small>', browser.page())]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] <= 3
