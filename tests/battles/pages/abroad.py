"""What does a browser see whose language is one that nobody speaks, and that is a third longer?"""

from typing import Any

from setup_app.battles.seats.tokens import SEATS, token
from setup_app.battles.services import store_log
from tests import stock
from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Fast
from tests.browser import DRAWN, PHONE, WIDE
from tests.pseudo.reading import cut_off, untranslated


def at(url: str, log: stock.Log) -> Fast:
    """A battle that lies ready, on the server that has the tests' own database."""
    row = store_log(exported=log)
    return Fast(url, row.public_id, [token(row, seat) for seat in SEATS])


def faults_here(page: Any) -> list[str]:
    """What is wrong with the page as wide as it is, and where."""
    return [f"{place_of(page)}: {each}" for each in untranslated(page) + cut_off(page)]


def place_of(page: Any) -> str:
    asks = page.locator('input[name="prompt"]').count()
    return Player(page, "").kind if asks else str(page.url)


def faults_of(page: Any) -> list[str]:
    """What is wrong with the page on a desk and on a phone, and where."""
    wrong = faults_here(page)
    page.set_viewport_size(PHONE)
    page.evaluate(DRAWN)
    wrong += [f"{place_of(page)}, on a phone: {each}" for each in cut_off(page)]
    page.set_viewport_size(WIDE)
    return wrong
