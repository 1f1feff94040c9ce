"""Pages that an app registers for its rulebook."""

from pathlib import Path

import pytest
from django.apps import apps
from django.template.loader import get_template

from setup_app.battles.pages.rulebook_pages import Pages, pages_of, register_pages
from setup_app.rulebooks import registry


def test_the_app_registers_its_pages_for_the_rulebook():
    assert pages_of("pbs-2023.1").controls


def test_every_other_rulebook_has_the_default_pages():
    others = [each.id for each in registry.rulebooks() if each.id != "pbs-2023.1"]

    assert others
    assert all(pages_of(each).controls == Pages().controls for each in others)


def test_registering_other_pages_for_the_same_rulebook_is_refused():
    with pytest.raises(ValueError, match=r"pbs-2023\.1 has pages already"):
        register_pages("pbs-2023.1", Pages())


def test_its_templates_are_in_the_app():
    found = get_template("pbs_2023_1/_map.html").origin.name

    assert Path(found).is_relative_to(apps.get_app_config("pbs_2023_1_pages").path)
