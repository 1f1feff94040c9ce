"""What does the API say of rulebooks, and what when one has a fault?"""

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings
from jsonschema import Draft202012Validator

from setup_app.engine.errors import DomainError
from setup_app.engine.values import LogMessage
from setup_app.rulebooks import registry
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK as PBS
from setup_app.wording.speaker import NoSentence, Speaker
from tests.battles.callers import Caller

pytestmark = pytest.mark.django_db


def test_every_rulebook_is_listed() -> None:
    page = Caller().get("rulebooks/").json()

    assert page["count"] == 4
    assert page["results"][0] == Caller().get("rulebooks/pbs-2023.1/").json()


def test_a_rulebook_says_every_setting_and_why_it_is_one() -> None:
    rulebook = Caller().get("rulebooks/pbs-2023.1/").json()

    settings = [each for each in rulebook["event_numbers"] if each["given_in"] == "settings"]
    named = [each["name"] for each in rulebook["settings"] + settings]
    assert sorted(named) == sorted(setting.name for setting in PBS.all_settings())
    gap = next(each for each in rulebook["settings"] if each["name"] == "gap")
    assert (gap["default"], gap["rule"]) == (2, "9.E")
    assert all(each["why"] for each in rulebook["settings"] + rulebook["event_numbers"])
    assert all(ruling["text"] for ruling in rulebook["rulings"])
    assert rulebook["source"]


def test_own_sizes_are_an_event_number_with_the_bounds_that_their_rows_have() -> None:
    numbers = Caller().get("rulebooks/pbs-2023.1/").json()["event_numbers"]

    (own,) = (each for each in numbers if each["name"] == "own_sizes")
    assert (own["rule"], own["given_in"]) == ("9.B", "settings")
    assert own["default"] == {
        "fields": {"max": None},
        "tilled_fields": {"max": None},
        "village": {"max": None},
        "town": {"min": None, "max": None},
    }
    assert "to the nearest 0.5" in own["why"]
    judge = Draft202012Validator(own["schema"])
    assert judge.is_valid(own["default"])
    assert judge.is_valid({"village": {"max": 4.5}})
    assert not judge.is_valid({"village": {"min": 4}})
    assert not judge.is_valid({"woods": {"max": 4}})


def test_a_rulebook_says_within_what_a_table_may_measure() -> None:
    numbers = Caller().get("rulebooks/pbs-2023.1/").json()["event_numbers"]

    assert [
        (each["name"], each["default"], each["schema"]["minimum"], each["schema"]["maximum"])
        for each in numbers
        if each["given_in"] == "table"
    ] == [("table_width", 45, 30, 90), ("table_depth", 30, 20, 90)]


def test_every_step_has_its_title_in_words() -> None:
    steps = Caller().get("rulebooks/pbs-2023.1/").json()["steps"]

    assert {step["rule"]: step["title"] for step in steps} == {
        "measures": "Measures",
        "lists": "Army lists",
        "8.A": "Invader and defender",
        "8.B": "Territory",
        "8.C": "Starting square",
        "8.D": "The five days",
        "9.A": "Secure flank",
        "9.B": "Terrain density",
        "9.C": "Compulsory terrain",
        "9.D": "Optional terrain",
        "9.E": "Placing a piece",
        "settlement": "Vital settlements and forts",
        "10.A": "Scouting",
        "10.B": "Deployment zones",
        "10.C": "Camps and works",
        "10.D": "First parts of the armies",
        "10.E": "Rest of the armies",
        "10.F": "Flank marches",
        "10.G": "Ambushes",
        "10.H": "Pre-game moves",
    }


def test_a_territory_is_found_by_its_slug() -> None:
    page = Caller().get("rulebooks/pbs-2023.1/territories/").json()
    desert = Caller().get("rulebooks/pbs-2023.1/territories/desert/").json()

    assert page["count"] == 7
    assert desert in page["results"]
    assert [len(row) for row in desert["cells"]] == [5] * 5


@pytest.mark.parametrize(
    "path",
    [
        "rulebooks/chess/",
        "rulebooks/chess/territories/",
        "rulebooks/pbs-2023.1/territories/moon/",
        "rulebooks/toy-skirmish/territories/desert/",
    ],
)
def test_what_is_not_there_is_404(path: str) -> None:
    answer = Caller().get(path)

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_rulebook_without_ground_has_no_territories() -> None:
    assert Caller().get("rulebooks/toy-skirmish/territories/").json()["results"] == []


def test_an_unknown_rulebook_is_a_refusal() -> None:
    with pytest.raises(DomainError, match="unknown_rulebook"):
        registry.rulebook("chess")


def broken_module(name: str, source: str, folder: Path) -> str:
    (folder / f"{name}.py").write_text(source)
    return name


SECOND_OF_ITS_ID = """
from dataclasses import replace
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK as PBS
RULEBOOK = replace(PBS, title="another")
"""
WITH_A_TYPO = """
from pathlib import Path
from setup_app.rulebooks.tables_file import read_tables_file
read_tables_file(Path(__file__).with_name("broken.toml"))
"""


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("RULEBOOK = None", "exports no RULEBOOK"),
        (SECOND_OF_ITS_ID, "another rulebook with the id pbs-2023.1"),
        (WITH_A_TYPO, r"broken\.toml:2: "),
    ],
)
def test_a_bad_rulebook_refuses_to_start(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.toml").write_text("name = 'x'\nsize = = 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    name = broken_module(f"rulebook_{abs(hash(source))}", source, tmp_path)

    with (
        override_settings(METATOR_RULEBOOKS=[name]),
        pytest.raises(ImproperlyConfigured, match=message),
    ):
        apps.get_app_config("battles").ready()


def test_a_code_without_a_sentence_is_loud_here_and_shown_in_production(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(NoSentence):
        Speaker(PBS)(LogMessage("no_such_code"))
    settings.TESTING = False

    assert Speaker(PBS)(LogMessage("no_such_code")) == "no_such_code"
    assert "no_such_code" in caplog.text
