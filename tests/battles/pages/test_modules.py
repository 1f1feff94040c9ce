"""Does a page ask at once for every module that it will need, instead of one after the other?"""

import re
from pathlib import Path

import pytest
from django.conf import settings

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
INCLUDED = re.compile(r'{% include "([^"]+)"')
PRELOADED = re.compile(r'rel="modulepreload" href="{% static "js/([^"]+)"')


def imported_by(name: str) -> set[str]:
    """The modules that a module needs as soon as it is loaded, and those that these need."""
    text = (SCRIPTS / name).read_text()
    own = set(re.findall(r'from "\./([\w-]+\.js)"', text))
    return own.union(*(imported_by(each) for each in own))


def preloaded_in(name: str) -> set[str]:
    """The modules that a template asks for, and those that its fragments do."""
    text = (TEMPLATES / name).read_text()
    found = set(PRELOADED.findall(text))
    return found.union(*(preloaded_in(each) for each in INCLUDED.findall(text)))


@pytest.mark.parametrize(
    ("page", "script"),
    [
        ("battles/battle.html", "battle.js"),
        ("layouts/table.html", "layout-table.js"),
        ("layouts/edit.html", "layout-editing.js"),
    ],
)
def test_a_page_preloads_what_its_script_imports_and_nothing_else(page: str, script: str) -> None:
    text = (TEMPLATES / page).read_text()
    assert f'<script type="module" src="{{% static "js/{script}" %}}">' in text
    assert preloaded_in(page) == imported_by(script)
