"""Does a translator find every sentence in one catalogue?"""

import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from setup_app.battles.management.commands.makemessages import texts_of_tables
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK


def test_every_text_of_a_rulebook_and_of_the_drawing_is_there_to_translate() -> None:
    found = set(texts_of_tables())

    assert set(RULEBOOK.texts.values()) <= found
    assert {step.title for step in RULEBOOK.steps} <= found
    assert "Rocky ground" in found


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not installed")
def test_the_catalogue_holds_what_stands_in_tables_and_in_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "code.py").write_text('from x import gettext as _\n_("A sentence of the code.")\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [tmp_path / "locale"])

    call_command("makemessages", locale=["de"], verbosity=0)

    catalogue = (tmp_path / "locale/de/LC_MESSAGES/django.po").read_text()
    for text in ("A sentence of the code.", "Choose the territory.", "{side} won the roll-off."):
        assert f'msgid "{text}"' in catalogue
    assert sorted(each.name for each in tmp_path.iterdir()) == ["code.py", "locale"]
