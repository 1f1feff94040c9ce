"""Can a link be passed on, and is everybody named as a sentence wants it?"""

import re

import pytest

from setup_app.battles.seats.tokens import Seat, token
from tests.battles.pages.hands import Browser
from tests.battles.test_schema import pbs

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("host", "here_only"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("localhost.:8000", True),
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
        assert "The first person to join with this link plays this side" in text
        assert "data-copy-button" in text
        assert ('<div class="qr"><svg' in text) is not here_only


@pytest.mark.parametrize(("host", "codes"), [("localhost:8000", False), ("192.168.1.5", True)])
def test_nothing_is_printed_with_a_code_that_no_other_device_can_open(settings, host, codes):
    settings.ALLOWED_HOSTS = ["*"]
    table = pbs(None)
    browser = Browser(battle=table.id)
    headers = {"host": host}
    watching = token(browser.row, Seat.SPECTATOR)
    page = browser.client.get(f"/b/{table.id}/print/{watching}/", headers=headers)
    text = page.content.decode()
    assert ('<div class="qr"><svg' in text) is codes
    assert (f'<footer translate="no">http://{host}/' in text) is codes
    assert ("LAN=1 make run" in text) is not codes
    sheet = browser.client.get(f"/b/{table.id}/sheet/{watching}.pdf", headers=headers).content
    elsewhere = browser.client.get(f"/b/{table.id}/sheet/{watching}.pdf").content
    assert (len(sheet) > len(elsewhere) - 1000) is codes


def test_the_machine_is_written_small_inside_a_sentence_and_large_where_it_begins_one():
    browser = Browser()
    browser.begin(opponent="bot", first_player="Anna")
    browser.sit_down()
    page = browser.page()
    assert "<bdi>The computer</bdi>" in page
    assert "for The computer" not in page
    assert "<p>the computer" not in page
    if "Waiting for" in page:
        assert "Waiting for the computer" in page


def test_entries_of_the_log_have_the_numbers_by_which_sentences_name_them():
    browser = Browser()
    browser.begin()
    browser.sit_down()
    numbers = [int(n) for n in re.findall(r'<small class="number">(\d+)</small>', browser.page())]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] <= 3
