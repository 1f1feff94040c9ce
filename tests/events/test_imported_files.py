"""Files as spreadsheets and mails leave them, read by the importers of an event."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from setup_app.armies.exports import as_csv
from setup_app.events.models import Entry
from setup_app.spreadsheets.archive import MEDIA_TYPE
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.test_pages import shown, sitting
from tests.spreadsheets.sheets import sheet_of

pytestmark = pytest.mark.django_db

INPUTS: Final = Path(__file__).parents[1] / "spreadsheets" / "inputs"
KIT: Final = "id,types,long_mm,short_mm\nw1,woods,240,200\n"


def text_of(name: str) -> str:
    return (INPUTS / name).read_text("utf-8")


def sent(caller: Asking, method: str, path: str, body: bytes) -> Any:
    send = getattr(caller.client, method)
    return send(f"/api/v1/{path}", body, content_type=MEDIA_TYPE, headers=caller.headers())


def entered(meeting: Meeting, name: str) -> Any:
    """What the import of players answers to a file."""
    path = f"{meeting.path}entries/import/"
    if name.endswith(".xlsx"):
        return sent(meeting.desk, "post", path, (INPUTS / name).read_bytes())
    return meeting.desk.post(path, {"text": text_of(name)})


def names(answer: Any) -> list[str]:
    return [each["name"] for each in answered(answer, 201)["entries"]]


def codes(answer: Any) -> list[str]:
    assert refused(answer) == (422, "import_refused")
    return [each["code"] for each in answer.json()["violations"]]


@pytest.mark.parametrize(
    "name", ["right-dimension.xlsx", "dimension-of-one-cell.xlsx", "dimension-of-four-rows.xlsx"]
)
def test_the_stated_dimension_of_a_sheet_is_not_believed(name: str) -> None:
    answer = entered(begin(), name)

    assert len(names(answer)) == 6
    assert (answer.json()["sheet"], answer.json()["ignored"]) == ("Sheet", [])


@pytest.mark.parametrize(
    ("name", "entries"),
    [("hint-line.csv", ["Anna"]), ("trailing-empty-columns.csv", ["Anna", "Bob"])],
)
def test_hint_lines_and_empty_columns_are_no_players(name: str, entries: list[str]) -> None:
    meeting = begin()
    file = SimpleUploadedFile("players.csv", (INPUTS / name).read_bytes())
    sitting(meeting, 1).post(f"/e/{meeting.id}/r1/enter/", {"file": file})
    by_page = list(Entry.objects.values_list("name", flat=True).order_by("number"))

    assert by_page == ["Piso", "Iugurtha", *entries]
    assert names(entered(begin(), name)) == entries


def test_a_header_in_another_language_asks_for_the_column_of_the_names() -> None:
    meeting = begin()
    organiser, path = sitting(meeting, 1), f"/e/{meeting.id}/r1/enter/"
    file = SimpleUploadedFile("players.csv", (INPUTS / "foreign-header.csv").read_bytes())

    asked = organiser.post(path, {"file": file})
    pasted = organiser.post(path, {"text": text_of("foreign-header.csv")})

    for page in (asked, pasted):
        assert "Which column holds the names?" in page.content.decode()
    assert Entry.objects.count() == 2
    chosen = {"text": text_of("foreign-header.csv"), "columns": "3", "header": "yes"}
    nothing = organiser.post(path, {**chosen, "column-1": "club"})
    assert "Choose the column with the names." in nothing.content.decode()
    made = organiser.post(path, {**chosen, "column-0": "name", "column-1": "club"}, follow=True)
    assert "1 player added." in shown(made)
    assert "Ignored column: Land." in shown(made)
    last = Entry.objects.get(number=3)
    assert (last.name, last.club, last.country) == ("Anna", "X", "")
    assert codes(entered(meeting, "foreign-header.csv")) == ["import_no_header"]


def test_a_file_of_names_alone_asks_too_and_loses_no_first_player() -> None:
    meeting = begin()
    organiser, path = sitting(meeting, 1), f"/e/{meeting.id}/r1/enter/"
    file = SimpleUploadedFile("players.txt", b"Anna\nBob\n")

    asked = organiser.post(path, {"file": file})
    organiser.post(path, {"text": "Anna\nBob\n", "columns": "1", "column-0": "name"})

    assert "Which column holds the names?" in asked.content.decode()
    found = Entry.objects.filter(number__gt=2).order_by("number")
    assert [each.name for each in found] == ["Anna", "Bob"]


def test_one_name_in_two_normal_forms_is_one_player() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/"
    composed, decomposed = "Jos\u00e9", "Jose\u0301"

    assert codes(entered(meeting, "two-normal-forms.csv")) == ["duplicate_player"]
    answered(meeting.desk.post(path, {"name": composed}), 201)
    for alike in (decomposed, f"\u00a0{decomposed.upper()}", "Jo\u200ds\u00e9", "Ｊｏｓé"):
        answer = meeting.desk.post(path, {"name": alike})
        assert refused(answer) == (422, "duplicate_player"), ascii(alike)
    text = {"text": f"name\n{decomposed}\n"}
    assert codes(meeting.desk.post(f"{path}import/", text)) == ["duplicate_player"]


def test_a_name_without_a_visible_character_is_blank() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/"

    found = codes(entered(meeting, "invisible-names.csv"))
    assert found == [*["army_blank"] * 3, *["duplicate_player"] * 2]
    for unseen in ("\u3164", "\u2800", "\u200d", "\u200c\u200d", "\ufe0f", "\u0301", "\u00a0"):
        answer = meeting.desk.post(path, {"name": unseen})
        assert answer.status_code in (400, 422), ascii(unseen)
        assert answer.json()["code"] in ("army_blank", "unreadable"), ascii(unseen)
    assert refused(meeting.desk.patch(f"{path}1/", {"name": "\u3164"})) == (422, "army_blank")
    family, persian = "\U0001f468\u200d\U0001f469", "علی\u200cرضا"
    for kept in (family, persian):
        made = answered(meeting.desk.post(path, {"name": kept}), 201)
        assert made["entry"]["name"] == kept


def test_two_players_of_different_clubs_share_a_name() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/"
    text = {"text": "name,club\nAnna,Roma\nAnna,Capua\nanna,ROMA\n"}

    assert codes(meeting.desk.post(f"{path}import/", text)) == ["duplicate_player"]
    text = {"text": "name,club\nAnna,Roma\nAnna,Capua\n"}
    answered(meeting.desk.post(f"{path}import/", text), 201)
    answer = meeting.desk.patch(f"{path}4/", {"club": "Roma"})
    assert refused(answer) == (422, "duplicate_player")


def test_a_search_finds_a_name_however_it_is_spelt() -> None:
    meeting = begin()
    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Jose\u0301 García"}), 201)
    page = f"/e/{meeting.id}/r1/players/"

    for sought in ("jos\u00e9", "GARCÍA", "é g"):
        found = shown(sitting(meeting, 1).get(page, {"sought": sought}))
        assert "García" in found, sought
        assert "Iugurtha" not in found, sought


def test_a_workbook_with_many_sheets_is_read() -> None:
    answer = entered(begin(), "sixty-one-sheets.xlsx")

    assert len(names(answer)) == 2
    assert answer.json()["sheet"] == "Sheet"


def test_the_first_visible_sheet_is_read_and_named() -> None:
    meeting = begin()
    file = SimpleUploadedFile("a.xlsx", (INPUTS / "first-sheet-hidden.xlsx").read_bytes())

    page = sitting(meeting, 1).post(f"/e/{meeting.id}/r1/enter/", {"file": file}, follow=True)
    answer = entered(begin(), "first-sheet-hidden.xlsx")

    assert "Sheet: “Players”." in shown(page)
    assert (len(names(answer)), answer.json()["sheet"]) == (2, "Players")
    assert Entry.objects.filter(name__icontains="hidden").count() == 0


def test_an_empty_first_sheet_is_named() -> None:
    answer = entered(begin(), "first-sheet-empty.xlsx")

    assert codes(answer) == ["sheet_empty"]
    assert "The first sheet, “Sheet”, is empty." in answer.json()["violations"][0]["message"]
    assert codes(entered(begin(), "strict-ooxml.xlsx")) == ["sheet_unreadable"]


def paired_by_hand() -> Meeting:
    """Four players in a round that is still to be written; the two of `begin` have dropped out."""
    meeting = begin()
    assert len(names(entered(meeting, "pairing-entries.csv"))) == 4
    for entry in (1, 2):
        answered(meeting.desk.patch(f"{meeting.path}entries/{entry}/", {"dropped": True}), 200)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    return meeting


@pytest.mark.parametrize(
    "name", ["blank-rows", "trailing-column", "double-space", "nbsp", "decomposed"]
)
def test_pairings_are_read_as_entries_are(name: str) -> None:
    meeting = paired_by_hand()
    text = text_of(f"pairings-{name}.csv")

    made = meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"text": text})

    view = answered(made, 200)
    assert [each["entries"] for each in view["pairings"]] == [[3, 4], [5, 6]]
    assert (view["ignored"], view["sheet"]) == ([], None)


def test_a_missing_table_is_named_as_missing() -> None:
    meeting = paired_by_hand()
    text = text_of("pairings-no-table.csv").replace("1,2", "3,4").replace("3,4\n,3,4", "3,4\n,5,6")

    answer = meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"text": text})

    assert refused(answer) == (422, "no_such_table")
    told = [each["message"] for each in answer.json()["violations"]]
    assert told == [
        "The table of players 3, 4 is missing. Use 1 to 8.",
        "The table of players 5, 6 is missing. Use 1 to 8.",
    ]


def test_exported_pairings_are_imported_again_even_where_two_share_a_name() -> None:
    meeting = begin()
    text = {"text": "name,club\nAnna,Roma\nAnna,Capua\nAnna,\n"}
    answered(meeting.desk.post(f"{meeting.path}entries/import/", text), 201)
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    path = f"{meeting.path}rounds/1/pairings/"
    alone = "table,player,opponent\n1,Piso,anna\n2,4,5\n,Iugurtha,\n"
    assert refused(meeting.desk.put(path, {"text": alone})) == (422, "ambiguous_player")
    by_club = "table,player,opponent\n1,Piso,Anna (roma)\n2,4,5\n,Iugurtha,\n"
    before = answered(meeting.desk.put(path, {"text": by_club}), 200)

    saved = meeting.desk.get(f"{meeting.path}rounds/1/pairings.csv").content.decode()
    again = answered(meeting.desk.put(path, {"text": saved}), 200)

    assert [each["entries"] for each in before["pairings"]] == [[1, 3], [4, 5], [2]]
    assert "Piso,Anna (Roma)" in saved
    assert "Anna (Capua),Anna (5)" in saved
    assert again["pairings"] == before["pairings"]
    assert again["ignored"] == ["round", "score", "opponent_score", "state"]
    standings = meeting.desk.get(f"{meeting.path}standings.csv").content.decode()
    assert ",Anna (Capua)," in standings


DRESSED: Final = {
    "hint line": lambda text: f"sep=,\r\n{text}",
    "trailing empty columns": lambda text: "".join(f"{line},,\r\n" for line in text.splitlines()),
    "trailing empty rows": lambda text: f"{text}\r\n,,\r\n , \r\n",
    "unknown columns": lambda text: "".join(
        f"{line},{'Paid' if at == 0 else 'yes'}\r\n" for at, line in enumerate(text.splitlines())
    ),
}


@pytest.mark.parametrize("dress", DRESSED)
@pytest.mark.parametrize("by_sheet", [False, True])
def test_every_importer_reads_a_table_in_the_same_way(dress: str, *, by_sheet: bool) -> None:
    meeting = begin()
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    army = as_csv(SMALL).removeprefix("\ufeff")
    rest = "table,player,opponent\n1,Piso,Iugurtha\n"
    importers = (
        (meeting.desk, "put", f"{meeting.path}rounds/1/pairings/", rest, 200),
        (meeting.desk, "post", f"{meeting.path}entries/import/", "name\nMemmius\n", 201),
        (meeting.organiser, "put", f"{meeting.path}kit/", KIT, 200),
        (meeting.player, "put", f"{meeting.path}entries/1/list/", army, 200),
        (meeting.organiser, "post", f"{meeting.path}entries/2/list/submit/", army, 201),
        (meeting.stranger, "post", "armies/import/", army, 201),
    )
    ignored = ["Paid"] if dress == "unknown columns" else []

    for caller, method, path, text, status in importers:
        dressed = DRESSED[dress](text)
        if by_sheet:
            answer = sent(caller, method, path, sheet_of(dressed.removeprefix("sep=,\r\n")))
        else:
            answer = getattr(caller, method)(path, {"text": dressed})
        found = answered(answer, status)
        assert found["ignored"] == ignored, path
        assert found["sheet"] == ("Sheet" if by_sheet else None), path


def test_what_is_ignored_is_told_on_the_page_too() -> None:
    meeting = begin()
    organiser = sitting(meeting, 1)
    text = "Name,Paid\nAnna,yes\n"

    page = organiser.post(f"/e/{meeting.id}/r1/enter/", {"text": text}, follow=True)
    file = SimpleUploadedFile("kit.csv", KIT.replace("short_mm", "short_mm,colour").encode())
    kit = organiser.post(f"/e/{meeting.id}/r1/kit/", {"file": file}, follow=True)

    assert "1 player added." in shown(page)
    assert "Added: Anna." in shown(page)
    assert "Ignored column: Paid." in shown(page)
    assert "Ignored column: colour." in shown(kit)


def test_a_player_pastes_the_text_of_an_army_builder() -> None:
    meeting = begin()
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/list/"
    text = "Dacians\nCommander: Decebalus, talented\n8 TUG Falxmen foot loose 480 pts\nThanks"

    page = player.post(f"{path}keep/", {"text": text})
    words = page.content.decode()

    assert "<q>8 TUG Falxmen foot loose 480 pts</q>" in words
    assert 'name="player"' in words
    assert 'value="Piso"' in words
    assert "Not used." in words
    assert Entry.objects.get(number=1).draft is None
    form = f"/e/{meeting.id}/r4/list/form/"
    assert f'action="{form}"' in words
    sent = {"do": "save", "name": "Dacians", "home": "mountains", "pbs_cards": "5"}
    sent |= {"scouting": "4", "commander-level": "talented", "player": "Piso"}
    unit = {"name": "Falxmen", "kind": "tug", "arm": "foot", "order": "loose", "bases": "8"}
    sent |= {f"units-0-{name}": value for name, value in unit.items()}
    player.post(form, {**sent, "units-0-points": "480"})
    draft = Entry.objects.get(number=1).draft
    assert draft is not None
    assert (draft["points"], draft["units"][0]["name"]) == (480, "Falxmen")
