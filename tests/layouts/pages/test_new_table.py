"""Does a form become a table, and does a faulty one say beside its fields what is wrong?"""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from setup_app.house_rules.form import fields
from setup_app.house_rules.wording import choices_of
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import HURRIED
from setup_app.layouts import services
from setup_app.layouts.models import SavedTable
from setup_app.layouts.pages import generator_form
from setup_app.rulebooks import registry
from tests.layouts.pages.laying import FORM, asked, laid, page, words, worked
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db


def test_a_territory_alone_is_a_wish(client: Client) -> None:
    answer = client.post("/tables/", {"territory": "desert"})

    row = SavedTable.objects.get()
    assert answer.url == f"/t/{row.public_id}/"
    assert row.wish["territory"] == "desert"
    assert row.wish["table"] == {"width": 45.0, "depth": 30.0}
    assert worked(row).audit["legal"] is True


def test_the_pages_promise_a_fair_table_and_lay_one_where_the_api_lets_it_fall(
    client: Client,
) -> None:
    shown = client.get("/tables/").content.decode()
    assert re.search(r'name="policy" value="balanced" checked', shown)

    client.post("/tables/", {"territory": "desert"})
    assert SavedTable.objects.get().wish["policy"] == "balanced"

    wish = {
        "rulebook": "pbs-2023.1",
        "territory": "desert",
        "density": "open",
        "flank": [],
        "table": {"width": 45, "depth": 30},
    }
    read = registry.rulebook("pbs-2023.1").read_wish
    assert read is not None
    assert read({**wish, "seed": "7"}).policy == "random"


def test_the_same_form_with_the_same_seed_gives_the_same_table(client: Client) -> None:
    fields = {"box-mountains": "any", "density": "dense", "flank": "any"}

    first, second = (worked(asked(client, **fields, seed="Zama")) for _ in range(2))

    assert first.layout == second.layout
    assert first.layout["density"] == "dense"
    assert laid(client, **fields, seed="Cannae").layout != first.layout


def test_a_wish_is_changed_from_where_it_was(client: Client) -> None:
    row = laid(client, policy="balanced", width="50", seed="3")
    address = re.search(
        r'href="(/tables/\?[^"]+)"', client.get(f"/t/{row.public_id}/").content.decode()
    )
    assert address

    form = client.get(html.unescape(address[1])).content.decode()

    for ticked in ("mountains", "1-2", "balanced"):
        assert re.search(rf'value="{ticked}"[^>]* checked', form)
    assert re.search(r'name="width"[^>]*value="50"', form)


def test_what_is_typed_wins_over_what_is_ticked(client: Client) -> None:
    row = laid(client, size="60x40", width="36,5", depth="24", base_width_mm="60")

    assert row.layout["table"] == {"width": 36.5, "depth": 24.0}
    assert row.layout["base_width_mm"] == 60.0


FAULTS = [
    ({"territory": "moon"}, "Choose a territory."),
    ({"width": "wide"}, "“wide” is not a number. Enter one such as 45 or 45.5."),
    ({"width": "nan"}, "“nan” is not a number."),
    ({"width": "1e999"}, "“1e999” is not a number."),
    ({"depth": "-3"}, "This figure is out of range (more than 0"),
    ({"width": "20"}, "This figure is out of range (30 to 90)."),
    ({"policy": "mine"}, "Choose how terrain is placed."),
    ({"seed": "x" * 101}, "Enter a seed of at most 100 characters: a number or a word."),
    ({"box-mountains": "any", "density": "thick"}, "Choose one of these densities."),
    (
        {
            "territory": "waterside",
            "box-waterside": "any",
            "density": "very_dense",
            "flank": "mountains+sand_dunes",
        },
        (
            "Waterside has no map square with this density and flank: "
            "very dense, mountains or sand dunes."
        ),
    ),
    (
        {"box-mountains": "any", "density": "open", "flank": "mountains+sand_dunes"},
        "Mountains has no flank of mountains or sand dunes. Choose another flank.",
    ),
]


@pytest.mark.parametrize(("fields", "said"), FAULTS)
def test_a_fault_is_said_in_words_and_nothing_is_stored(
    client: Client, fields: dict[str, str], said: str
) -> None:
    answer = client.post("/tables/", {**FORM, **fields})

    assert answer.status_code == 422
    assert said in words(answer)
    assert (SavedTable.objects.count(), Job.objects.count()) == (0, 0)


def test_what_was_typed_stands_in_the_form_again_and_is_only_text(client: Client) -> None:
    answer = client.post("/tables/", {**FORM, "width": '"><b>x', "seed": "<i>"})

    body = answer.content.decode()
    assert "<b>x" not in body
    assert 'value="&lt;i&gt;"' in body


WILD = [
    {"territory": ["desert", "plains"], "box-desert": "9-9", "seed": "9" * 99},
    {"territory": "desert", "box-desert": "1-2-3", "density": "\u202e", "flank": "+++"},
    {"territory": "\ud800".encode("utf-8", "surrogatepass"), "size": "0x0"},
    {"rulebook": "go", "territory": "plains", "base_width_mm": "1e-300"},
    {"rulebook": "toy-skirmish", "territory": ""},
]


@pytest.mark.parametrize("fields", WILD)
def test_no_form_breaks_the_page(client: Client, fields: dict[str, object]) -> None:
    assert client.post("/tables/", fields).status_code in (302, 422)


def test_where_too_many_wait_the_form_says_so_and_keeps_what_was_typed(client: Client) -> None:
    Job.objects.bulk_create(
        Job(kind=services.LAY, arguments={}) for _ in range(services.MAX_WAITING)
    )

    answer = client.post("/tables/", {**FORM, "seed": "Zama"})

    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "The background worker is not responding" in words(answer)
    assert 'value="Zama"' in answer.content.decode()
    assert SavedTable.objects.count() == 0


def test_the_page_waits_and_says_that_no_worker_is_there(client: Client) -> None:
    row = asked(client)

    said = page(client, row)

    assert "Generating your table" in said
    assert client.get(f"/t/{row.public_id}/state/").json()["waiting"] is True
    assert (
        '<noscript><meta http-equiv="refresh"'
        in client.get(f"/t/{row.public_id}/").content.decode()
    )
    assert client.get(f"/t/{row.public_id}/layout.json").status_code == 404
    worked(row)
    assert client.get(f"/t/{row.public_id}/state/").json() == {"waiting": False}


@pytest.mark.django_db(transaction=True)
def test_a_silent_redis_is_given_up_once_and_the_wish_is_kept(
    client: Client, frozen_redis: PrivateRedis, caplog: pytest.LogCaptureFixture
) -> None:
    row = asked(client)

    # One look of a second at most; how long that takes is no test's to say.
    assert HURRIED["socket_timeout"] <= 1
    assert caplog.text.count("job waits for the sweeper") == 1
    assert "The background worker is not running. Your request is saved" in page(client, row)


def test_a_job_that_was_killed_can_be_sent_once_more(client: Client) -> None:
    row = asked(client)
    Job.objects.filter(pk=row.job).update(state=State.FAILED, error={"code": "took_too_long"})

    assert "This took too long and was stopped." in page(client, row)

    client.post(f"/t/{row.public_id}/once-more/")
    row.refresh_from_db()
    assert worked(row).finished


def test_a_job_that_is_forgotten_is_told_too(client: Client) -> None:
    row = asked(client)
    Job.objects.all().delete()

    assert "did not finish" in page(client, row)


def test_a_job_run_twice_changes_nothing(client: Client) -> None:
    row = laid(client)
    verdict = {**row.audit, "legal": False}
    SavedTable.objects.filter(pk=row.pk).update(audit=verdict)

    services.lay(row.public_id, lambda done, total: None)

    row.refresh_from_db()
    assert row.audit == verdict


@pytest.mark.parametrize("tables", [1, 4])
def test_lists_take_the_same_queries_however_long(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    for _ in range(tables):
        laid(client)

    with django_assert_num_queries(2):
        assert "Your latest tables" in words(client.get("/tables/"))
    with django_assert_num_queries(3):
        assert words(client.get("/tables/mine/")).count("seed 7") == tables


def test_house_rulings_go_into_the_wish_and_back_into_the_form(client: Client) -> None:
    rulebook = registry.rulebook(FORM["rulebook"])
    setting = next(
        each
        for each in rulebook.settings
        if each.rule.startswith("9.") and len(choices_of(each)) > 1
    )
    other = next(each for each in choices_of(setting) if each != setting.default)
    field = dict(fields(rulebook, {setting.name: other}))

    row = laid(client, settings="1", **field)
    form = client.get(f"/tables/?{generator_form.as_query(row.wish)}")

    assert row.wish["settings"] == {setting.name: other}
    ((name, value),) = field.items()
    assert re.search(rf'name="{name}" value="{value}"[^>]* checked', form.content.decode())
    assert laid(client, settings="1").wish["settings"] == {}


WISHED = {
    "box-mountains": "any",
    "density": "dense",
    "wish-compulsory-defender-hills": "1",
    "wish-optional-invader-woods": "1",
    "wish-optional-defender-sand_dunes": "2",
}


def test_wished_pieces_are_laid_and_stand_in_the_form_again(client: Client) -> None:
    row = laid(client, **WISHED, seed="4")

    wish = {"compulsory": {"defender": ["hills"]}, "optional": {"invader": ["woods"]}}
    assert row.wish["selection"] == wish
    lie = [(each["slot"], each["placed_by"], each["type"]) for each in row.layout["pieces"]]
    gone = [
        tuple(each["piece"][name] for name in ("slot", "placed_by", "type")) for each in row.lost
    ]
    assert (lie + gone).count(("compulsory", "defender", "hills")) >= 1
    assert [each for each in lie + gone if each[:2] == ("optional", "invader")] == [
        ("optional", "invader", "woods")
    ]
    form = client.get(f"/tables/?{generator_form.as_query(row.wish)}").content.decode()
    assert re.search(r'name="wish-compulsory-defender-hills"[^>]*value="1"', form)
    assert 'class="wished-types" open' in form


def test_more_than_may_be_selected_is_told_in_words_and_not_laid(client: Client) -> None:
    row = worked(asked(client, **{"wish-compulsory-invader-marsh": "3"}))

    said = page(client, row)

    assert row.layout is None
    assert "Requested pieces Compulsory, the invader: 3 × Marsh" in said
    assert "This table was not generated" in said
    assert "Try another map square" in said


@pytest.mark.parametrize("typed", ["-1", "5", "two", "1.5", "\u0663"])
def test_a_number_of_pieces_that_is_none_is_said_beside_its_field(
    client: Client, typed: str
) -> None:
    answer = client.post("/tables/", {**FORM, "wish-optional-defender-hills": typed})

    assert answer.status_code == 422
    assert f"“{typed}” is not a number of pieces. Enter a number from 0 to 4." in words(answer)
    body = answer.content.decode()
    assert re.search(r'name="wish-optional-defender-hills"[^>]*aria-invalid="true"', body)
    assert SavedTable.objects.count() == 0


def test_only_the_rulings_by_which_a_table_is_judged_are_asked(client: Client) -> None:
    body = client.get("/tables/").content.decode()

    offered = set(re.findall(r'name="set-([a-z_]+)', body))
    rules = {setting.name: setting.rule for setting in registry.rulebook(FORM["rulebook"]).settings}
    assert offered == {name for name, rule in rules.items() if rule.startswith("9.")}
