"""Does the page ask at once for every module that it will need, instead of one after the other?"""

import re
from pathlib import Path

from django.conf import settings

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
PRELOADED = Path(settings.BASE_DIR) / "templates" / "battles" / "_modules.html"


def imported_by(name: str) -> set[str]:
    """The modules that a module needs as soon as it is loaded, and those that these need."""
    text = (SCRIPTS / name).read_text()
    own = set(re.findall(r'from "\./([\w-]+\.js)"', text))
    return own.union(*(imported_by(each) for each in own))


def test_the_page_of_a_battle_preloads_what_it_imports_and_nothing_else():
    preloaded = set(re.findall(r"js/([\w-]+\.js)", PRELOADED.read_text()))
    assert preloaded == imported_by("battle.js")
