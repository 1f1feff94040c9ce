"""Which browser do the tests drive, and what may no page of ours ever do in it?"""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import pytest

from tests.house import Metator

# The shell draws the same pages without windows, for two thirds of the processor time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

STILL: dict[str, Any] = {"reduced_motion": "reduce"}

PATIENCE = 60_000
"""Long: on a busy machine a slow page is no fault."""

SENT = 2000
"""So many milliseconds a press is waited for: some tests hold what is sent."""

DRAWN = "() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)))"
"""Until what was asked of a page is drawn: a drag, for one, is followed once in each frame."""

MOMENT = 20
"""So many milliseconds lie between two looks at what a page may have sent by now."""

LOOK = 1500
"""So many characters of a page tell what was shown."""

_not_run: list[str] = []


def executable() -> str | None:
    """METATOR_CHROMIUM, else one on PATH, else the one that Playwright fetched."""
    named = os.environ.get("METATOR_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    for name in NAMES:
        if found := shutil.which(name):
            return found
    fetched = Path("~/.cache/ms-playwright").expanduser()
    return next(
        (str(each) for each in sorted(fetched.glob("chromium-*/chrome-linux*/chrome"))), None
    )


def patient(opened: Callable[..., Any]) -> Callable[..., Any]:
    """The same; whatever is waited for in the window may come late."""

    def waiting(browser: Any, **options: Any) -> Any:
        context = opened(browser, **options)
        context.set_default_timeout(PATIENCE)
        return context

    return waiting


def until_sent(press: Callable[..., None]) -> Callable[..., None]:
    """The same, over when what it sends is sent and its answer read.

    A page looks first whether the server is there, so the driver does not see that a press leads
    on.
    """
    from playwright import sync_api

    def pressed(locator: Any, *given: Any, **named: Any) -> None:
        press(locator, *given, **named)
        with suppress(sync_api.TimeoutError):
            locator.page.wait_for_selector("form[data-sent]", state="detached", timeout=SENT)
        locator.page.wait_for_load_state("domcontentloaded")

    return pressed


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A Playwright browser. Its tests are skipped, loudly, where there is none."""
    found = executable()
    if found is None:
        if os.environ.get("METATOR_REQUIRE_BROWSER") == "1":
            pytest.fail("METATOR_REQUIRE_BROWSER is set and there is no Chromium")
        pytest.skip("no Chromium")
    from playwright import sync_api

    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as driver, pytest.MonkeyPatch.context() as ways:
        ways.setattr(sync_api.Browser, "new_context", patient(sync_api.Browser.new_context))
        for way in ("click", "tap"):
            ways.setattr(sync_api.Locator, way, until_sent(getattr(sync_api.Locator, way)))
        for name, way in LASTING:
            of = getattr(sync_api, name)
            ways.setattr(of, way, spending(getattr(of, way)))
        ways.setattr(sync_api.Page, "clock", property(spending(sync_api.Page.clock.fget)))
        ways.setattr(sync_api.Page, "on", noted(sync_api.Page.on))
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


def until_held(page: Any, held: list[Any]) -> None:
    """Until a test has the request that it holds up: that it was sent is told before it is here."""
    for _ in range(PATIENCE // MOMENT):
        if held:
            return
        page.wait_for_timeout(MOMENT)
    raise AssertionError("nothing was asked that could be held up")


class Complaints:
    """What the browser held against the pages of one test. Empty at its end, or it fails."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.expected: set[str] = set()
        self.own = ["http://localhost", "http://127.0.0.1", "data:", "blob:", "about:"]

    def watch(self, page: Any) -> None:
        page.on("console", lambda message: self.note(message.type, message.text))
        page.on("pageerror", lambda error: self.said.append(f"script error: {error}"))
        page.on("request", lambda request: self.visit(request.url))

    def note(self, kind: str, text: str) -> None:
        # A 4xx on purpose is said on the console too; tests look at their answers themselves.
        if (
            kind == "error"
            and not text.startswith("Failed to load resource")
            and text not in self.expected
        ):
            self.said.append(f"console: {text}")

    def visit(self, url: str) -> None:
        if not url.startswith(tuple(self.own)):
            self.said.append(f"left the house: {url}")


@pytest.fixture
def complaints() -> Complaints:
    """What is held against the pages of a test, and what it expects to be."""
    return Complaints()


LASTING = (
    *(("Page", name) for name in ("add_init_script", "expose_function", "expose_binding")),
    ("BrowserContext", "new_cdp_session"),
)
"""What stays with a page until it is closed, as its clock does too."""

_spent: WeakSet[Any] = WeakSet()
"""Pages that no other test is given."""

_heard: WeakKeyDictionary[Any, list[tuple[str, Any]]] = WeakKeyDictionary()
"""Who listens to a page, and to what."""


def spending(ask: Callable[..., Any]) -> Callable[..., Any]:
    """The same; the page that it is asked of, or named in it, is spent."""
    from playwright.sync_api import Page

    def asked(*given: Any, **named: Any) -> Any:
        _spent.update(each for each in given if isinstance(each, Page))
        return ask(*given, **named)

    return asked


def noted(listen: Callable[..., None]) -> Callable[..., None]:
    def listening(page: Any, event: str, heard: Any) -> None:
        _heard.setdefault(page, []).append((event, heard))
        listen(page, event, heard)

    return listening


@dataclass
class Window:
    """A page that the tests of a process use one after the other.

    Each finds it as new, but for the files that do not change: to load and to read these, and to
    start a process for another page, costs more than what most tests do. After a test that failed,
    or that put something into it that lasts, it is opened anew.
    """

    context: Any
    origin: str
    viewport: dict[str, int]
    left: Any = None
    """The page as the last test has left it."""

    def page(self, complaints: Complaints) -> Iterator[Any]:
        page, self.left = self.left or self.context.new_page(), None
        self.forget(page)
        complaints.watch(page)
        self.context.on("page", complaints.watch)
        yield page
        if not page.is_closed():
            # While it is listened to still.
            self.leave(page)
        self.context.remove_listener("page", complaints.watch)
        for each in self.context.pages:
            for event, heard in _heard.pop(each, ()):
                each.remove_listener(event, heard)
            if each is not page or each in _spent:
                each.close()
        if not page.is_closed():
            self.left = page
        assert complaints.said == []

    def leave(self, page: Any) -> None:
        """For what is of the pages' own origin, and without a script that would keep something."""
        from playwright.sync_api import Error

        page.unroute_all()
        self.context.set_offline(False)
        with suppress(Error):
            page.goto(f"{self.origin}/healthz")
            return
        # It was on its way elsewhere by itself, and interrupted that.
        page.goto(f"{self.origin}/healthz")

    def forget(self, page: Any) -> None:
        """Whatever a test has done to the page, and what pages of ours keep in a browser."""
        if not page.url.startswith(f"{self.origin}/"):
            self.leave(page)
        self.context.clear_cookies()
        page.set_viewport_size(self.viewport)
        page.emulate_media(media="null", color_scheme="null", forced_colors="null", **STILL)
        page.mouse.move(0, 0)
        page.evaluate("sessionStorage.clear()")
        line = self.context.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})
        line.send("Page.resetNavigationHistory")
        line.detach()
        _spent.discard(page)


def shared(browser: Any, server: Metator, viewport: dict[str, int], **options: Any) -> Window:
    # What stands before the pages would ask the server for them, past what a test holds up; and
    # a passage from page to page breaks off where a test looks at the next one too early.
    context = browser.new_context(viewport=viewport, service_workers="block", **STILL, **options)
    return Window(context, server.url, viewport)


def opened(
    browser: Any,
    viewport: dict[str, int],
    *,
    complaints: Complaints | None = None,
    **options: Any,
) -> Iterator[Any]:
    """A page in a window of its own."""
    context = browser.new_context(viewport=viewport, **options)
    complaints = complaints or Complaints()
    context.on("page", complaints.watch)
    yield context.new_page()
    context.close()
    assert complaints.said == []


# In single pixels: what is looked at is where things lie, and a fourth of them is drawn sooner.
TOUCHED = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@pytest.fixture(scope="session")
def desk(chromium: Any, metator: Metator) -> Window:
    return shared(chromium, metator, WIDE)


@pytest.fixture(scope="session")
def phone(chromium: Any, metator: Metator) -> Window:
    return shared(chromium, metator, PHONE, **TOUCHED)


@pytest.fixture
def page(desk: Window, complaints: Complaints) -> Iterator[Any]:
    """A page at 1280 px, where nothing moves of itself.

    Fails at its end on a script error, a refused style, a foreign request.
    """
    yield from desk.page(complaints)


@pytest.fixture
def phone_page(phone: Window, complaints: Complaints) -> Iterator[Any]:
    """The same at 390 px, touched and not clicked."""
    yield from phone.page(complaints)


@pytest.fixture
def own_page(chromium: Any, complaints: Complaints) -> Iterator[Any]:
    """The same in a window of its own, with motion, and with the worker that keeps files."""
    yield from opened(chromium, WIDE, complaints=complaints)


@pytest.fixture
def own_phone(chromium: Any, complaints: Complaints) -> Iterator[Any]:
    yield from opened(chromium, PHONE, complaints=complaints, **TOUCHED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """With a test that failed: what its pages showed, where nobody was there to look at them."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("chromium")
    if browser and report.when == "call" and report.failed:
        pages = [page for context in browser.contexts for page in context.pages]
        _spent.update(pages)
        report.sections += [(f"shown at {page.url}", shown(page)) for page in pages]
    return report


def shown(page: Any) -> str:
    """What is read on a page, and what its battle's element says of itself."""
    from playwright.sync_api import Error

    told = []
    for selector, script in (
        ("html", "each => JSON.stringify(each.dataset)"),
        ("#battle", "each => JSON.stringify(each.dataset)"),
        ("body", "each => each.innerText"),
    ):
        try:
            told.append(page.locator(selector).evaluate(script, timeout=SENT)[:LOOK])
        except Error as fault:
            first, _, _ = fault.message.partition("\n")
            told.append(f"no {selector}: {first}")
    return "\n".join(told)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and "no Chromium" in str(report.longrepr):
        _not_run.append(report.nodeid)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if _not_run:
        terminalreporter.section("NO CHROMIUM WAS FOUND", sep="!", red=True, bold=True)
        terminalreporter.line(
            f"{len(_not_run)} browser tests DID NOT RUN. Install chromium, or name one in "
            "METATOR_CHROMIUM.",
            red=True,
        )
