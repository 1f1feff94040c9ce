"""Do two play from two homes while a third watches, each move on every screen by itself?

The pages listen: a move comes by the stream, and nobody asks for it.
"""

import json
import random
import statistics
import time

import pytest

from tests.battles.pages.clicking import Player
from tests.battles.pages.fast import Asking, sample
from tests.battles.pages.tls import over_tls
from tests.battles.pages.travelling import visit
from tests.browser import PHONE, TOUCHED, WIDE
from tests.house import running_metator
from tests.processes import until

pytestmark = pytest.mark.browser

MOVES = 6
MANY = 30

STAMPED = """
  const now = () => performance.timeOrigin + performance.now();
  const note = () => {
    const version = document.getElementById("battle")?.dataset.version;
    const key = `drawn ${version}`;
    if (version && !sessionStorage[key]) sessionStorage[key] = now();
  };
  addEventListener("DOMContentLoaded", note);
  const drawn = { subtree: true, attributeFilter: ["data-version"] };
  new MutationObserver(note).observe(document, drawn);
  addEventListener("click", () => { sessionStorage.tapped = now(); }, true);
"""
"""Notes in a page when each version was drawn and when it was tapped at last. The pages of one
browser have one clock."""
FIRST = """(before) => Math.min(...Object.entries(sessionStorage)
  .filter(([name]) => name.startsWith("drawn ") && Number(name.slice(6)) > before)
  .map(([, moment]) => Number(moment)))"""


class Home:
    """Somebody's browser, in a context of its own."""

    def __init__(self, chromium, complaints, viewport, **options):
        self.context = chromium.new_context(viewport=viewport, reduced_motion="reduce", **options)
        self.context.add_init_script(STAMPED)
        self.page = self.context.new_page()
        complaints.watch(self.page)
        self.asking = Asking(self.page)
        self.player = Player(
            self.page, "", chance=random.Random(3), touches=options.get("has_touch", False)
        )

    @property
    def version(self):
        return int(self.player.version)

    def sees(self, version):
        """Wait until this version is drawn here."""
        self.page.wait_for_function(
            "least => Number(document.querySelector('#battle')?.dataset.version) >= least",
            arg=version,
        )

    @property
    def tapped(self):
        """When it was tapped at last, in milliseconds."""
        return float(self.page.evaluate("sessionStorage.tapped"))

    def drawn(self, before):
        """When something later than this version was drawn here first."""
        return float(self.page.evaluate(FIRST, before))


def challenged(home, url):
    """The link of a challenge that was made with a list of one's own."""
    home.page.goto(f"{url}/challenges/new/")
    home.page.fill("#player", "Anna")
    home.page.locator(".challenge-form > .go button").click()
    home.page.wait_for_url("**/challenges/*/")
    return home.page.locator("[data-copy]").input_value()


def accepted(home, link):
    home.page.goto(link)
    home.page.fill("#player", "Ben")
    home.page.locator(".elsewhere summary").tap()
    home.page.fill("#text", json.dumps({**sample("marian_romans", ""), "name": "The Tenth"}))
    home.page.locator(".accepting button.primary").tap()
    home.page.wait_for_url("**/b/*/")


def at_the_table(chromium, complaints, url, **options):
    """Anna at her desk, Ben with his phone, and somebody who watches."""
    anna = Home(chromium, complaints, WIDE, **options)
    ben = Home(chromium, complaints, PHONE, **TOUCHED, **options)
    watching = Home(chromium, complaints, WIDE, **options)
    accepted(ben, challenged(anna, url))
    anna.page.wait_for_url("**/b/*/")
    anna.page.goto(f"{anna.page.url}links/")
    to_watch = anna.page.locator("[data-copy]").input_value()
    anna.page.go_back()
    watching.page.goto(to_watch)
    for home in (anna, ben, watching):
        home.player.ready()
    return anna, ben, watching


def asked_of(anna, ben):
    """Whoever has something to answer, and the other one."""
    return (ben, anna) if anna.player.mode == "wait" else (anna, ben)


def moved(anna, ben, watching):
    """One of them answers; how long after his tap both others had it on the screen, in seconds."""
    one, other = asked_of(anna, ben)
    one.player.ready()
    before = one.version
    began = time.time()
    while one.version == before:
        one.player.ready()
        one.player.step()
    for home in (other, watching):
        home.sees(before + 1)
        assert home.asking.since(began) == 0
    return [(home.drawn(before) - one.tapped) / 1000 for home in (other, watching)]


def play_apart(anna, ben, watching, moves=MOVES):
    for home in (anna, ben):
        home.player.ready()
        home.player.step()
    for home in (anna, ben, watching):
        home.sees(4)
        # One's own answer may still be on its way while the other's is drawn already.
        home.page.wait_for_selector('#battle:not([data-mode="sit_down"])')
        home.player.ready()
    waited = []
    for _ in range(moves):
        if anna.player.mode == "over":
            break
        waited += moved(anna, ben, watching)
    print(f"on the others' screens after at most {max(waited):.2f} s")
    return waited


def test_two_play_from_two_homes_and_a_third_watches(metator, chromium, complaints):
    anna, ben, watching = at_the_table(chromium, complaints, metator.url)
    hand = "[data-secret], .hand .card"

    play_apart(anna, ben, watching)

    assert watching.page.locator(hand).count() == 0
    for home in (anna, ben, watching):
        home.context.close()
    assert complaints.said == []


def test_a_cut_wire_is_told_and_nothing_is_missed_when_it_is_back(metator, chromium, complaints):
    anna, ben, watching = at_the_table(chromium, complaints, metator.url)
    watching.context.close()
    ben.context.set_offline(True)
    until(lambda: ben.page.locator(".bar-offline").count(), what="word of the cut")
    before = anna.version
    anna.player.step()
    anna.sees(before + 1)

    ben.context.set_offline(False)

    ben.sees(anna.version)
    until(lambda: not ben.page.locator(".bar-offline").count(), what="all being well")
    visit(ben.page, ben.page.url)
    assert ben.version == anna.version
    for home in (anna, ben):
        home.context.close()
    # The browser itself says what it could not load.
    assert [line for line in complaints.said if "ERR_INTERNET_DISCONNECTED" not in line] == []


@pytest.mark.soak
def test_a_move_is_on_the_others_screens_within_a_second(metator, chromium, complaints):
    homes = at_the_table(chromium, complaints, metator.url)

    waited = play_apart(*homes, moves=MANY)

    p95 = statistics.quantiles(waited, n=20)[-1]
    print(f"{len(waited)} screens: median {statistics.median(waited):.2f} s, p95 {p95:.2f} s")
    assert p95 < 1
    for home in homes:
        home.context.close()
    assert complaints.said == []


@pytest.mark.soak
def test_over_https_too(chromium, complaints, tmp_path):
    with (
        running_metator(tmp_path / "home", tmp_path / "output", HTTPS="1") as started,
        over_tls(started.port) as url,
    ):
        # As the proxy would say it, whose place is taken here by what only ends TLS.
        said = {"ignore_https_errors": True, "extra_http_headers": {"X-Forwarded-Proto": "https"}}
        # No browser installs one from whom it does not trust.
        said["service_workers"] = "block"
        complaints.own.append(url)
        anna, ben, watching = at_the_table(chromium, complaints, url, **said)
        assert anna.page.evaluate("isSecureContext")

        play_apart(anna, ben, watching)

        for home in (anna, ben, watching):
            home.context.close()
    assert complaints.said == []
