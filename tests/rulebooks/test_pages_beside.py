"""Is what a rulebook draws found by its name alone, modules and templates?"""

from pathlib import Path

import pytest
from django.template.loader import get_template

from setup_app.battles.pages.rulebook_pages import Pages, pages_of
from setup_app.rulebooks import registry


def test_pages_lie_beside_the_rulebook():
    assert (
        registry.pages_beside("setup_app.rulebooks.pbs_2023_1")
        == "setup_app.rulebooks.pbs_2023_1.pages"
    )
    assert pages_of("pbs-2023.1").controls


@pytest.mark.parametrize("module", ["", "tests.battles.toy_marches", "tests.rulebooks"])
def test_a_rulebook_without_pages_beside_it_draws_nothing(module):
    assert registry.pages_beside(module) is None


def test_every_other_rulebook_has_the_defaults():
    others = [each.id for each in registry.rulebooks() if each.id != "pbs-2023.1"]

    assert others
    assert all(pages_of(each).controls == Pages().controls for each in others)


def test_its_templates_lie_there_too():
    found = get_template("pbs_2023_1/_map.html").origin.name

    assert Path(found).is_relative_to(registry.rulebook("pbs-2023.1").folder / "pages")
