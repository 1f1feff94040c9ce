"""Are many tables laid, weighed, laid anew, named, printed and forgotten together?"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from setup_app.identity.requesters import Requester
from setup_app.jobs import services as jobs
from setup_app.jobs import tasks
from setup_app.jobs.models import Job, State
from setup_app.layouts import queries, services
from setup_app.layouts.models import SavedTable, TableSet
from setup_app.layouts.sets import services as sets
from setup_app.rulebooks import registry
from tests.layouts.pages.laying import FORM, page, words

pytestmark = pytest.mark.django_db

_LAID: dict[str, Any] = {}


def asked(client: Client, count: int = 3, **fields: str) -> TableSet:
    """The set that a sent form asked for; no worker has seen it yet."""
    answer = client.post("/tables/", {**FORM, "seed": "Zama", "count": str(count), **fields})
    assert answer.status_code == 302, words(answer)
    found = TableSet.objects.get(public_id=answer.url.strip("/").rpartition("/")[2])
    assert answer.url == f"/tables/{found.public_id}/"
    return found


def worked(table_set: TableSet) -> TableSet:
    """The same after workers have done its run."""
    table_set.refresh_from_db()
    for part in Job.objects.filter(whole=table_set.run, finished=None).order_by("created"):
        tasks.run(part.pk)
    jobs.carry_on(table_set.run)  # type: ignore[arg-type]
    tasks.run(table_set.run)  # type: ignore[arg-type]
    assert Job.objects.get(pk=table_set.run).state == State.DONE
    return table_set


def lying(client: Client, count: int = 3) -> TableSet:
    """A set whose tables lie, each a copy of one that was laid: alike in everything."""
    made = asked(client, count)
    if not _LAID:
        found = queries.generate_layout(made.tables.get(number=1).wish)
        audit = queries.audited(found["layout"], to_keep=True)
        _LAID.update(layout=found["layout"], log=found["log"], audit=audit)
    made.tables.update(**_LAID)
    Job.objects.all().delete()
    return made


def far(table_set: TableSet, number: int) -> None:
    """Let one table of a set lie far off the others: its halves are quite unlike."""
    row = table_set.tables.get(number=number)
    row.audit["fairness"]["balance"]["share"] = 0.99
    row.save()


def at(client: Client, table_set: TableSet, where: str = "") -> str:
    return words(client.get(f"/tables/{table_set.public_id}/{where}"))


def do(client: Client, table_set: TableSet, what: str, **sent: str) -> Any:
    return client.post(f"/tables/{table_set.public_id}/", {"do": what, **sent}, follow=True)


def numbers(table_set: TableSet) -> list[tuple[int, int]]:
    return list(
        table_set.tables.filter(number__isnull=False).order_by("number").values_list("number", "pk")
    )


def test_tables_of_one_form_are_laid_by_seeds_behind_its_seed(client: Client) -> None:
    made = worked(asked(client, 2))

    rows = list(made.tables.order_by("number"))
    assert [row.wish["seed"] for row in rows] == ["Zama/1", "Zama/2"]
    for row in rows:
        assert row.layout == queries.generate_layout(row.wish)["layout"]
    said = at(client, made)
    assert "Terrain is set up on 2 of 2 tables." in said
    assert [each["picture"].count("<svg") for each in client.get("/tables/").context["lines"]] == [
        1
    ]
    assert "2 tables" in words(client.get("/tables/mine/"))
    assert "table 2 of 2" in page(client, rows[1])


@pytest.mark.parametrize("typed", ["0", "41", "-1", "1.5", "many", "\u0663", "9" * 5000])
def test_how_many_is_said_plainly(client: Client, typed: str) -> None:
    answer = client.post("/tables/", {**FORM, "count": typed})

    assert answer.status_code == 422
    assert f"“{typed[:20]}” is not a number of tables. Enter a number from 1 to 40." in words(
        answer
    )
    assert not SavedTable.objects.exists()


def test_any_territory_is_one_by_the_seed_that_has_what_is_asked_for(client: Client) -> None:
    made, again = (
        asked(client, 40, territory="any", density="very_dense", **{"box-desert": "0-0"})
        for _ in range(2)
    )

    wishes = [row.wish for row in made.tables.order_by("number")]
    assert wishes == [row.wish for row in again.tables.order_by("number")]
    assert len({wish["territory"] for wish in wishes}) > 2
    territories = {each["slug"]: each for each in registry.rulebook(FORM["rulebook"]).territories()}
    for wish in wishes:
        row, column = wish["cell"]
        assert territories[wish["territory"]]["cells"][row][column]["density"] == "very_dense"
    assert "Any territory · Random · seed Zama" in at(client, made)


def test_one_table_is_asked_for_as_ever(client: Client) -> None:
    answer = client.post("/tables/", {**FORM, "count": "1"})

    row = SavedTable.objects.get()
    assert (answer.url, row.wish["seed"]) == (f"/t/{row.public_id}/", 7)
    assert (row.table_set, TableSet.objects.count()) == (None, 0)


def test_the_page_tells_how_far_it_is_and_what_was_refused(client: Client) -> None:
    made = asked(client, 2)
    assert "0 of 2 done" in at(client, made)
    assert client.get(f"/tables/{made.public_id}/state/").json()["total"] == 2
    assert "<noscript><meta" in client.get(f"/tables/{made.public_id}/").content.decode()

    first, _second = made.tables.order_by("number")
    SavedTable.objects.filter(pk=first.pk).update(refused={"code": "no_worker", "violations": []})
    jobs.fail_without_lease(first.job, {"code": "fault"})  # type: ignore[arg-type]
    do(client, made, "cancel")

    said = at(client, made)
    assert client.get(f"/tables/{made.public_id}/state/").json() == {"waiting": False}
    assert "Terrain is set up on 0 of 2 tables." in said
    assert "Not generated: The background worker is not responding" in said
    assert "Not generated: This was cancelled." in said
    do(client, made, "lay:missing")
    assert "0 of 2 done" in at(client, made)


def test_what_lies_far_off_is_named_and_laid_anew_until_inside(client: Client) -> None:
    made = lying(client, 8)
    far(made, 5)
    before = numbers(made)
    said = at(client, made)
    assert "1 table is unusual." in said
    assert "Table 5 less balanced halves (99% defender)" in said

    do(client, made, "inside:far")
    waiting = made.tables.get(number=None)
    assert (waiting.parent_id, len(waiting.among["wishes"])) == (before[4][1], 12)
    # Between such fences nothing lies.
    waiting.among["fences"] = {"balance": [9.0, 9.0]}
    waiting.save()
    worked(made)
    assert numbers(made) == before
    assert "Not regenerated: None of twelve new tables was typical" in at(client, made)

    wide = {name: [-9.0, 99.0] for name in ("balance", "symmetry", "open", "lanes", "pieces")}
    asker = Requester(key=made.owner_key)
    sets.lay_anew(made.public_id, {5: waiting.among["wishes"]}, asker=asker, between=wide)
    with pytest.raises(Exception, match="set_at_work"):
        sets.lay_anew(made.public_id, {1: waiting.among["wishes"]}, asker=asker)
    worked(made)
    after = numbers(made)
    assert [one == other for one, other in zip(before, after, strict=True)].count(False) == 1
    anew = made.tables.get(number=5)
    assert (anew.parent_id, anew.wish) == (before[4][1], waiting.among["wishes"][0])
    assert "Not regenerated" not in at(client, made)


def test_an_owner_who_edits_a_table_of_a_set_puts_it_in_its_place_and_nobody_else_does(
    client: Client,
) -> None:
    made = lying(client, 2)
    row = made.tables.get(number=2)
    assert row.layout is not None
    bare = {**row.layout, "pieces": []}

    other = services.save_edited(bare, asker=Requester(key="another"), parent=row)
    own = services.save_edited(bare, asker=Requester(key=made.owner_key), parent=row)
    for each in (other, own):
        services.lay(each.public_id, lambda done, total: None)

    assert made.tables.get(number=2) == own
    other.refresh_from_db()
    assert other.table_set is None
    late = SavedTable.objects.create(table_set=made, parent=row, wish=row.wish, layout=bare)
    services.lay(late.public_id, lambda done, total: None)
    late.refresh_from_db()
    assert (late.table_set, made.tables.get(number=2)) == (None, own)
    assert "edited by hand" in at(client, made)


def test_names_stand_on_the_page_and_on_the_sheets(client: Client) -> None:
    made = lying(client, 2)
    do(client, made, "names", title=" Spring\nmuster ", **{"name-2": "Ἀλεξάνδρεια " * 20})
    made.refresh_from_db()
    assert (made.title, made.names[0], len(made.names[1])) == ("Spring muster", "", 80)
    assert "Spring muster" in at(client, made)

    answer = client.post(f"/tables/{made.public_id}/print/", {"paper": "letter"})
    job = Job.objects.get(kind=sets.PRINT)
    assert answer.url == f"/tables/{made.public_id}/print/{job.pk}/"
    assert "Preparing the sheets" in words(client.get(answer.url))
    assert [(each["code"], each["title"][:11]) for each in job.arguments["headings"]] == [
        ("1", "Mountains"),
        ("2", "Ἀλεξάνδρεια"),
    ]
    assert "Spring muster" in job.arguments["headings"][1]["subtitle"]
    tasks.run(job.pk)
    printed = client.get(answer.url)
    assert (printed["Content-Type"], printed.content[:5]) == ("application/pdf", b"%PDF-")
    assert len(re.findall(rb"/MediaBox", printed.content)) >= 2
    other = asked(client, 2)
    assert client.get(f"/tables/{other.public_id}/print/{job.pk}/").status_code == 404


def test_only_its_owner_changes_a_set_and_everybody_sees_it(client: Client) -> None:
    made = lying(client, 2)
    stranger = Client()

    assert "Terrain is set up on 2 of 2 tables." in at(stranger, made)
    assert "Regenerate" not in at(stranger, made)
    for what in ("lay:1", "inside:1", "cancel", "names"):
        assert do(stranger, made, what).status_code == 404
    assert stranger.post(f"/tables/{made.public_id}/forget/").status_code == 404
    assert stranger.get("/tables/nothing/").status_code == 404
    for what in ("", "lay:", "lay:3", "lay:²", "inside:far", "swim"):
        assert do(client, made, what).status_code in (200, 404)
    row = made.tables.get(number=1)
    assert client.post(f"/t/{row.public_id}/forget/").status_code == 404
    client.post(f"/tables/{made.public_id}/forget/")
    assert not SavedTable.objects.exists()


def test_a_set_is_forgotten_whole_when_nobody_looks_at_it_or_its_tables(client: Client) -> None:
    old, seen = lying(client, 2), lying(client, 2)
    long_ago = timezone.localdate() - timezone.timedelta(days=400)
    SavedTable.objects.update(seen=long_ago)
    TableSet.objects.update(seen=long_ago)
    page(client, seen.tables.get(number=2))

    assert services.forget_unseen(timezone.localdate()) == 2
    assert list(TableSet.objects.all()) == [seen]
    assert SavedTable.objects.count() == 2
    assert old.public_id != seen.public_id


@pytest.mark.parametrize("count", [3, 40])
def test_a_set_and_the_list_of_them_take_the_same_queries_however_large(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    made = lying(client, count)
    lying(client, 2)
    far(made, 2)
    do(client, made, "lay:1")

    # Session, the set, its run, its tables, what is laid anew, those jobs.
    with django_assert_num_queries(6):
        assert at(client, made).count("Symmetry") >= count
    with django_assert_num_queries(4):
        assert f"{count} tables" in words(client.get("/tables/mine/"))
