"""What do the tests of a battle's pages share? A browser that speaks another language."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT as AXE

from tests.browser import STILL, WIDE, Complaints, Window
from tests.processes import Worker
from tests.pseudo.catalogue import LANGUAGE, install


@pytest.fixture
def foreign(live_server: Any, worker: Worker, settings: Any) -> str:
    """The address of a program that speaks the pseudo-locale to who asks for it."""
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "Pseudo")]
    install()
    return str(live_server.url)


@pytest.fixture(scope="session")
def abroad(chromium: Any, live_server: Any) -> Window:
    context = chromium.new_context(viewport=WIDE, locale=LANGUAGE, service_workers="block", **STILL)
    context.add_init_script(AXE)
    return Window(context, str(live_server.url), WIDE)


@pytest.fixture
def stranger(foreign: str, abroad: Window, complaints: Complaints) -> Iterator[Any]:
    """A browser whose language is the pseudo-locale."""
    yield from abroad.page(complaints)
