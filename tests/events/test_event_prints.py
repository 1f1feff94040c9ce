"""Does an event's print hold what it should, for whom, and nothing else?"""

from __future__ import annotations

import io
import re
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PageObject, PdfReader

from setup_app.events.event.tokens import token_of
from setup_app.events.event_prints import orders, services
from setup_app.events.models import Event, EventTable, PackingLine, Role
from setup_app.jobs import services as jobs
from setup_app.jobs import tasks
from setup_app.jobs.models import Job, JobFile, State
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.ground_runs import run
from tests.events.test_pages import shown, sitting
from tests.layouts.test_checking import LEGAL

pytestmark = pytest.mark.django_db(transaction=True)

INPUTS = Path(__file__).parents[1] / "spreadsheets" / "inputs"
LONG = "Ελευθέριος Παπαδημητρακόπουλος-Κωνσταντινουπολίτης Пётр Ильич Мусоргский-Рахманин"[:80]


def hall(*, out: bool = True) -> Meeting:
    """Four players, one by a long Greek and Russian name, at two tables of round 1 on ground that
    lies, a list that is in, and a packing plan; published or not."""
    meeting = begin(tables=2, rounds=2)
    for name in (LONG, "Marius"):
        answered(meeting.organiser.post(f"{meeting.path}entries/", {"name": name}), 201)
    answered(meeting.organiser.post(f"{meeting.path}entries/1/list/submit/", SMALL), 201)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    tables = [{"table": 1, "entries": [1, 3]}, {"table": 2, "entries": [2, 4]}]
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": tables}), 200)
    event = Event.objects.get(public_id=meeting.id)
    for table in (1, 2):
        EventTable.objects.create(
            event=event, round=1, table=table, layout=LEGAL, seed="secret-seed"
        )
        line = {"number": table, "table": table, "piece": f"wood-{table}", "box": "Crate"}
        PackingLine.objects.create(event=event, round=1, **line)
    if out:
        answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/", {}), 200)
        publish = f"{meeting.path}lists/publish/"
        answered(meeting.organiser.post(publish, {"anyway": True}), 200)
    return meeting


def ordered(caller: Asking, meeting: Meeting, document: str, **order: Any) -> Any:
    return caller.post(f"{meeting.path}print/", {"document": document, **order})


def printed(
    caller: Asking, meeting: Meeting, document: str, **order: Any
) -> tuple[dict[str, Any], list[str]]:
    """The result of a print, and the words of each of its pages."""
    job = answered(ordered(caller, meeting, document, **order), 202)["job"]
    run(job)
    told = answered(caller.get(f"jobs/{job}/"), 200)
    assert told["progress"]["done"] == told["progress"]["total"]
    file = caller.get(told["file"].removeprefix("/api/v1/"))
    assert file["Content-Type"] == "application/pdf"
    pages = [
        " ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(file.content)).pages
    ]
    assert told["result"]["pages"] == len(pages)
    return told["result"], pages


def words_of(name: str) -> set[str]:
    return set(re.split(r"[ -]", name))


HELD: list[tuple[str, int, int, set[str]]] = [
    ("tables", 2, 2, {"Round 1, table 2", "Piso", "Marius", "Crate: wood-1."}),
    ("cards", 4, 1, {"Piso", "Iugurtha", "Marius", "against"}),
    ("pairings", 1, 2, {"Piso", "Iugurtha", "Marius"}),
    ("lists", 1, 1, {"1. Piso", SMALL["units"][0]["name"]}),
    ("signup", 1, 1, {"Piso", "Iugurtha", "Marius", "Signature"}),
    ("slips", 2, 1, {"Piso", "Iugurtha", "Marius", "Score"}),
    ("packing", 1, 2, {"Crate", "wood-1", "wood-2"}),
    ("form", 2, 8, {"8.A", "8.D", "9.E", "10.A", "10.C", "Ambush markers", "10.H", "Marius"}),
]


def test_every_document_holds_what_it_is_for_and_no_link_but_each_cards_own() -> None:
    meeting = hall()
    event = Event.objects.get(public_id=meeting.id)
    tokens = {role.entry_id: token_of(role) for role in Role.objects.filter(event=event)}

    for document, sheets, count, held in HELD:
        for paper in ("a4", "letter"):
            result, pages = printed(meeting.organiser, meeting, document, rounds=[1], paper=paper)
            text = " ".join(pages)
            assert result == {"sheets": sheets, "pages": count}, document
            missing = {words for words in held if words not in text}
            if document not in ("lists", "packing"):
                missing |= {words for words in words_of(LONG) if words not in text}
            assert not missing, document
            assert "secret-seed" not in text
            # Each link once, each on its own player's card.
            links = {entry for entry, token in tokens.items() if token in text}
            players = set(event.entry_rows.values_list("pk", flat=True))
            assert links == (players if document == "cards" else set()), document
            assert "-r1-" not in text

    result, pages = printed(meeting.organiser, meeting, "cards", entries=[2])
    found = {entry for entry, token in tokens.items() if token in pages[0]}
    assert (result["sheets"], found) == (1, {event.entry_rows.get(number=2).pk})


def test_a_link_that_its_player_made_anew_is_on_no_card() -> None:
    meeting = hall()
    answered(meeting.player.post(f"{meeting.path}roles/4/reissue/", {}), 201)

    _result, pages = printed(meeting.desk, meeting, "cards", entries=[1, 2])

    event = Event.objects.get(public_id=meeting.id)
    assert [token_of(role) in pages[0] for role in event.role_rows.filter(number__in=(4, 5))] == [
        False,
        True,
    ]
    journal = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert any("2 player cards" in line["message"] for line in journal)


def heights_with_ink(page: PageObject) -> list[float]:
    """The heights at which the upper left quarter of an A4 page has a letter or a stroke, in mm."""
    found = []

    def see(operator: bytes, operands: Any, matrix: list[float], text: list[float]) -> None:
        if operator in (b"m", b"l", b"TJ"):
            x, y = (text[4], text[5]) if operator == b"TJ" else map(float, operands)
            x, y = (matrix[at] * x + matrix[at + 2] * y + matrix[at + 4] for at in (0, 1))
            if x < 290 and 425 < y < 840:
                found.append(y * 25.4 / 72)

    page.extract_text(visitor_operand_before=see)
    return sorted(found)


def test_a_card_has_no_empty_half() -> None:
    meeting = hall(out=False)
    job = answered(ordered(meeting.organiser, meeting, "cards", entries=[2]), 202)["job"]
    run(job)

    (page,) = PdfReader(io.BytesIO(bytes(JobFile.objects.get(job=job).body))).pages

    inked = heights_with_ink(page)
    assert len(inked) > 100
    assert max(above - below for below, above in pairwise(inked)) < 12


def test_words_without_spaces_stay_on_the_page_of_a_list() -> None:
    meeting = begin()
    long = {**SMALL, "units": [{**SMALL["units"][0], "name": "W" * 60}, *SMALL["units"][1:]]}
    answered(meeting.organiser.post(f"{meeting.path}entries/1/list/submit/", long), 201)
    publish = f"{meeting.path}lists/publish/"
    answered(meeting.organiser.post(publish, {"anyway": True}), 200)

    _result, (page,) = printed(meeting.organiser, meeting, "lists")

    lines = [part for part in page.replace("\u200b", "").split() if set(part) == {"W"}]
    assert "".join(lines) == "W" * 60
    assert len(lines) > 1


EARLY: dict[str, tuple[Any, ...]] = {
    # By an organiser and by a desk before lists are out, and by a desk after.
    "tables": (202, 403, 403),
    "cards": (202, 403, 202),
    "pairings": (202, 202, 202),
    "lists": ((422, "lists_not_published"), 403, 202),
    "signup": (202, 202, 202),
    "slips": (202, 202, 202),
    "packing": (202, 403, 403),
    "form": (202, 202, 202),
}


def test_who_may_print_what() -> None:
    early, late = hall(out=False), hall()

    def status(caller: Asking, meeting: Meeting, document: str) -> Any:
        answer = ordered(caller, meeting, document, rounds=[1])
        Job.objects.all().delete()
        return answer.status_code if answer.status_code in (202, 403) else refused(answer)

    assert {
        document: (
            status(early.organiser, early, document),
            status(early.desk, early, document),
            status(late.desk, late, document),
        )
        for document in orders.DOCUMENTS
    } == EARLY
    for caller in (late.checker, late.player):
        assert status(caller, late, "form") == 403
    assert status(late.stranger, late, "form") == (401, "not_signed_in")


def test_a_card_names_the_first_table_only_once_it_is_published() -> None:
    meeting = hall(out=False)

    _result, pages = printed(meeting.organiser, meeting, "cards")
    assert "Round 1" not in pages[0]
    answered(meeting.desk.post(f"{meeting.path}rounds/1/publish/", {}), 200)
    _result, pages = printed(meeting.organiser, meeting, "cards")
    assert pages[0].count("Round 1: table") == 4


REFUSED: list[tuple[dict[str, Any], tuple[int, str]]] = [
    ({"document": "tables", "rounds": [2]}, (422, "nothing_to_print")),
    ({"document": "tables", "tables": [9]}, (422, "nothing_to_print")),
    ({"document": "cards", "entries": [99]}, (422, "nothing_to_print")),
    ({"document": "slips", "rounds": []}, (422, "nothing_to_print")),
    ({"document": "packing", "rounds": [2]}, (422, "nothing_to_print")),
    ({"document": "cards"}, (422, "too_many_sheets")),
    ({"document": "posters"}, (400, "unreadable")),
    ({"document": "form", "paper": "a3"}, (400, "unreadable")),
    ({"document": "form", "rounds": ["1"]}, (400, "unreadable")),
    ({"document": "form", "colour": True}, (400, "unreadable")),
    ({}, (400, "unreadable")),
]


def test_what_cannot_be_printed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = hall()
    monkeypatch.setattr(orders, "MAX_SHEETS", 3)

    for order, why in REFUSED:
        assert refused(meeting.organiser.post(f"{meeting.path}print/", order)) == why, order
    assert not Job.objects.exists()


def test_a_print_of_pieces_outlives_the_limits_of_single_askers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meeting = hall()
    monkeypatch.setattr(services, "MAX_IN_A_PIECE", 1)
    monkeypatch.setattr(jobs, "MAX_FILES", 1)
    job = answered(ordered(meeting.organiser, meeting, "cards"), 202)["job"]
    now = timezone.now()
    parts = Job.objects.filter(whole=job).order_by("created")
    assert parts.count() == 4
    for part in parts:
        tasks.run(part.pk)
        JobFile.objects.update(created=now - timedelta(hours=5))
        jobs.sweep(now)
    assert JobFile.objects.filter(job__whole=job).count() == 4

    # Whoever else has files printed does not take this one's, nor an hour or two.
    assert run(job) == {"sheets": 4, "pages": 4}
    jobs.sweep(now + timedelta(hours=3))

    assert list(JobFile.objects.values_list("job_id", flat=True)) == [Job.objects.get(pk=job).pk]
    for caller in (meeting.desk, meeting.checker, meeting.player, meeting.stranger):
        assert refused(caller.get(f"jobs/{job}/"))[0] == 404
        assert caller.get(f"jobs/{job}/file/").status_code == 404
    assert meeting.organiser.get(f"jobs/{job}/file/").status_code == 200
    Job.objects.filter(pk=job).update(finished=now - timedelta(days=2))
    jobs.sweep(now)
    assert not JobFile.objects.exists()


def test_an_event_keeps_its_newest_files_and_has_so_many_printed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meeting = hall()
    monkeypatch.setattr(services, "KEPT", 2)
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    made = [answered(ordered(meeting.desk, meeting, "slips"), 202)["job"] for _ in range(2)]
    assert refused(ordered(meeting.desk, meeting, "slips")) == (503, "no_worker")
    for job in made:
        run(job)
    run(answered(ordered(meeting.desk, meeting, "slips"), 202)["job"])

    assert JobFile.objects.filter(job__kind=services.PRINT).count() == 2
    assert "file" not in answered(meeting.desk.get(f"jobs/{made[0]}/"), 200)


def test_a_piece_that_comes_to_nothing_is_why_the_print_does() -> None:
    meeting = hall()
    job = answered(ordered(meeting.organiser, meeting, "slips"), 202)["job"]
    part = Job.objects.get(whole=job)
    Job.objects.filter(pk=part.pk).update(state=State.RUNNING)
    jobs.fail_without_lease(part.pk, {"code": "took_too_long"})
    tasks.run(Job.objects.get(pk=job).pk)

    assert answered(meeting.organiser.get(f"jobs/{job}/"), 200)["error"]["code"] == "took_too_long"

    job = answered(ordered(meeting.organiser, meeting, "slips"), 202)["job"]
    assert meeting.organiser.delete(meeting.path).status_code == 204
    tasks.run(Job.objects.get(whole=job).pk)
    assert Job.objects.get(whole=job).error["code"] == "not_found"


def test_a_desk_has_a_document_printed_on_a_page_and_gets_it() -> None:
    meeting = hall()
    page, desk = f"/e/{meeting.id}/r3/print/", sitting(meeting, 3)
    assert 'value="tables"' not in desk.get(page).content.decode()
    assert sitting(meeting, 2).get(f"/e/{meeting.id}/r2/print/").status_code == 404

    sent = {"document": "slips", "round": "1", "tables": "2-", "paper": "letter"}
    assert desk.post(page, sent).status_code == 302
    job = Job.objects.get(kind=services.PRINT)
    assert f"/api/v1/jobs/{job.pk}/?as=3" in desk.get(page).content.decode()
    assert desk.get(f"/api/v1/jobs/{job.pk}/?as=3").status_code == 200
    assert run(str(job.pk)) == {"sheets": 1, "pages": 1}

    text = desk.get(page).content.decode()
    assert f"/api/v1/jobs/{job.pk}/file/?as=3" in text
    assert desk.get(f"/api/v1/jobs/{job.pk}/file/?as=3")["Content-Type"] == "application/pdf"
    # What organisers have printed is not on the desk's page; the other way round it is.
    assert f"{job.pk}" in sitting(meeting, 1).get(f"/e/{meeting.id}/r1/print/").content.decode()
    answered(ordered(meeting.organiser, meeting, "cards"), 202)
    assert "Creating PDF" not in shown(desk.get(page))

    for wrong, said in (
        ({**sent, "tables": "two"}, "“two” isn&#x27;t a range of numbers"),
        ({"document": "packing"}, "nothing to print yet"),
        ({**sent, "tables": "9"}, "nothing to print yet"),
    ):
        answer = desk.post(page, wrong)
        assert answer.status_code == 200
        assert said in shown(answer)
    desk.post(page, sent)
    # The panel's own is called off, and the organiser's goes on.
    desk.post(page, {"do": "cancel", "job": str(desk.get(page).context["run"].pk)})
    assert Job.objects.filter(kind=services.PRINT, finished=None).count() == 1


def test_cards_with_an_address_of_this_computer_alone_are_printed_after_a_question() -> None:
    meeting = hall()
    page, desk = f"/e/{meeting.id}/r3/print/", sitting(meeting, 3)
    sent = {"document": "cards", "entries": "2"}
    here = {"headers": {"host": "localhost:8000"}}

    asked = desk.post(page, sent, **here)

    assert "an address that works only on this computer" in shown(asked)
    assert 'name="entries" value="2"' in asked.content.decode()
    assert not Job.objects.filter(kind=services.PRINT).exists()
    assert desk.post(page, {**sent, "anyway": "1"}, **here).status_code == 302
    assert Job.objects.filter(kind=services.PRINT).count() == 1


def test_cards_with_a_public_address_are_printed_at_once() -> None:
    meeting = hall()
    page, desk = f"/e/{meeting.id}/r3/print/", sitting(meeting, 3)

    assert desk.post(page, {"document": "cards", "entries": "2"}).status_code == 302


def test_a_name_without_a_font_has_its_number_beside_it_and_is_named_before_printing() -> None:
    meeting = begin()
    text = (INPUTS / "names-in-many-scripts.csv").read_text("utf-8")
    answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": text}), 201)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    tables = [{"table": at, "entries": [2 * at - 1, 2 * at]} for at in (1, 2, 3, 4)]
    answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"pairings": tables}), 200)

    page = shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/print/"))
    assert "5 names can't be printed in full" in page
    named = page.partition("can't be printed in full")[2].partition("The fonts")[0]
    assert [f"{number}." in named for number in range(1, 9)] == [
        *(False, False, True, True, True, True, True, False)
    ]
    for document in ("pairings", "slips", "cards", "signup", "form"):
        _result, pages = printed(meeting.organiser, meeting, document, rounds=[1])
        words = " ".join(pages)
        for number in range(3, 9):
            mark = {"cards": f"Player {number}", "signup": f"{number} "}.get(document)
            assert (mark or f"{number}.") in words, (document, number)
