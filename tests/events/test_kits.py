"""Is a club's kit kept, read by organisers alone, and refused by line where it is none?"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from setup_app.events.event_tables.type_names import TypeNames, types_in
from tests.events.callers import Meeting, answered, begin, refused
from tests.events.test_pages import shown, sitting
from tests.spreadsheets.sheets import sheet_of

pytestmark = pytest.mark.django_db

CSV = (
    "id,types,long_mm,short_mm,count,box,section,note\n"
    "w1,woods forest,200,240,2,A,no,'=autumn\n"
    "r1,rivers_and_streams,300,50,,B,yes,\n"
)
PIECES: list[dict[str, Any]] = [
    {
        "id": "w1",
        "types": ["woods", "forest"],
        "long_mm": 240,
        "short_mm": 200,
        "count": 2,
        "box": "A",
        "section": False,
        "outline": None,
        "note": "=autumn",
    },
    {
        "id": "r1",
        "types": ["rivers_and_streams"],
        "long_mm": 300,
        "short_mm": 50,
        "count": 1,
        "box": "B",
        "section": True,
        "outline": None,
        "note": "",
    },
]
SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [90, 0], [90, 90], [0, 90], [0, 0]]]}
CROSSED = {"type": "Polygon", "coordinates": [[[0, 0], [90, 90], [90, 0], [0, 90], [0, 0]]]}


def kept(meeting: Meeting, body: Any) -> Any:
    return meeting.organiser.put(f"{meeting.path}kit/", body)


def test_a_kit_is_kept_read_and_written_again_as_it_was() -> None:
    meeting = begin()

    read = {"pieces": PIECES, "ignored": [], "sheet": None}
    assert answered(kept(meeting, {"text": CSV}), 200) == read

    file = meeting.organiser.get(f"{meeting.path}kit.csv")
    text = file.content.decode("utf-8-sig")
    assert "'=autumn" in text
    assert answered(kept(meeting, {"text": text}), 200) == read
    traced = [{**PIECES[0], "outline": SQUARE}]
    assert answered(kept(meeting, {"pieces": traced}), 200) == {"pieces": traced}
    journal = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert journal[0]["message"] == "Kit saved: 1 piece."


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("w1,woods,0,10,1,,,", "kit_no_number"),
        ("w1,woods,-5,10,1,,,", "kit_no_number"),
        ("w1,woods,1e9,10,1,,,", "kit_no_number"),
        ("w1,woods,24cm,10,1,,,", "kit_no_number"),
        ('w1,woods,"24,5",10,1,,,', "kit_no_number"),
        ("w1,woods,9999999999,10,1,,,", "kit_no_number"),
        ("w1,woods,20,10,0,,,", "kit_no_number"),
        ("w1,moon,20,10,1,,,", "kit_no_type"),
        ("w1,woods,20,10,1,,perhaps,", "kit_no_yes"),
        (",woods,20,10,1,,,", "army_blank"),
        ("w1,,20,10,1,,,", "army_blank"),
        (f"{'w' * 81},woods,20,10,1,,,", "army_too_long"),
        ("w\u202e1,woods,20,10,1,,,", "army_forbidden_character"),
        ("w1,woods,20,10,1,,,,more", "import_too_many_cells"),
    ],
)
def test_what_is_wrong_with_a_row_is_told_by_its_line(row: str, code: str) -> None:
    meeting = begin()
    answered(kept(meeting, {"text": CSV}), 200)
    header = CSV.partition("\n")[0]

    answer = kept(meeting, {"text": f"{header}\nw0,woods,20,10,1,,,\n{row}\n"})

    assert refused(answer) == (422, "import_refused")
    (found,) = answer.json()["violations"]
    assert (found["code"], "line 3" in found["message"]) == (code, True)
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": PIECES}


def test_a_piece_is_typed_in_as_it_is_called_on_the_map() -> None:
    meeting = begin()
    rows = ("Name,Type,Long,Short,Copies", "d1,Sand dunes,200,100,2")
    text = "\n".join((*rows, "r1,rocky ground; Brush hills,200,100,"))

    made = answered(kept(meeting, {"text": text}), 200)["pieces"]

    assert [(each["types"], each["count"]) for each in made] == [
        (["sand_dunes"], 2),
        (["rocky_ground", "brush", "hills"], 1),
    ]
    page = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/kit/").content.decode()
    assert 'value="Rocky ground, Brush, Hills"' in page


def test_what_is_no_kit_as_a_whole_is_refused() -> None:
    meeting = begin()
    many = "id,types,long_mm,short_mm\n" + "".join(f"w{at},woods,20,10\n" for at in range(2001))

    for body, code in (
        ({"text": many}, "import_too_many_rows"),
        ({"text": "wood,20,10"}, "import_no_header"),
        ({"text": ""}, "import_no_header"),
        ({"text": CSV + "w1,woods,20,10,1,,,\n"}, "kit_id_twice"),
        ({"pieces": [PIECES[0], PIECES[0]]}, "kit_id_twice"),
        ({"pieces": [{**PIECES[0], "types": ["moon"]}]}, "kit_no_type"),
        ({"pieces": [{**PIECES[0], "outline": CROSSED}]}, "kit_no_outline"),
        ({"pieces": [{**PIECES[0], "outline": {"type": "Point"}}]}, "kit_no_outline"),
        ({"pieces": [{**PIECES[0], "outline": {**SQUARE, "more": 1}}]}, "kit_no_outline"),
    ):
        answer = kept(meeting, body)
        assert refused(answer) in ((422, "import_refused"), (400, "unreadable")), body
        if answer.status_code == 422:
            assert answer.json()["violations"][0]["code"] == code
    assert refused(kept(meeting, {"text": CSV, "pieces": []}))[0] == 400
    assert refused(kept(meeting, {}))[0] == 400
    assert answered(kept(meeting, {"pieces": []}), 200) == {"pieces": []}


def test_another_event_takes_a_kit_over_where_it_is_ones_own() -> None:
    meeting = begin()
    answered(kept(meeting, {"text": CSV}), 200)
    copied = answered(meeting.organiser.post(f"{meeting.path}copy/", {}), 201)
    organiser = type(meeting.organiser)(copied["organiser"])
    path = f"events/{copied['event']['id']}/kit/"
    assert answered(organiser.get(path), 200) == {"pieces": PIECES}

    page = f"/e/{copied['event']['id']}/r1/kit/"
    browser = sitting(meeting, 1)
    browser.get(f"/e/{copied['event']['id']}/as/{copied['organiser']}/")
    answered(organiser.put(path, {"pieces": []}), 200)
    assert (
        f'<option value="{meeting.id}">Ides of March · 2 pieces'
        in browser.get(page).content.decode()
    )
    assert "Kit saved: 2 pieces." in shown(browser.post(page, {"from": meeting.id}, follow=True))
    assert answered(organiser.get(path), 200) == {"pieces": PIECES}
    strange = begin()
    answered(kept(strange, {"text": CSV}), 200)
    assert strange.id not in browser.get(page).content.decode()
    assert browser.post(page, {"from": strange.id}).status_code == 404

    other = begin()
    assert refused(kept(other, {"from": meeting.id}))[0] == 403
    assert refused(kept(other, {"from": "nothing"}))[0] == 404
    assert answered(kept(meeting, {"from": meeting.id}), 200) == {"pieces": PIECES}


def test_a_kit_is_typed_in_row_by_row_and_a_fault_loses_nothing_typed() -> None:
    meeting = begin()
    organiser, path = sitting(meeting, 1), f"/e/{meeting.id}/r1/kit/"
    rows = {
        "id": ["w1", "", "r1"],
        "types": ["woods", "", "rivers_and_streams"],
        "long_mm": ["200", "", "24cm"],
        "short_mm": ["240", "", "50"],
        "count": ["2", "", ""],
        "box": ["A", "", "B"],
        "section": ["", "", "yes"],
        "note": ["", "", ""],
    }

    page = organiser.post(path, rows)
    said = shown(page)
    assert page.content.decode().count("aria-invalid") == 1

    assert "line 3, Long side: “24cm” is not a whole number from 10 to 5000." in said
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": []}
    mended = {**rows, "long_mm": ["200", "", "300"]}
    page = organiser.post(path, mended, follow=True)
    assert "Kit saved: 2 pieces." in shown(page)
    assert "Different pieces: 2. In total: 3. Boxes: 2." in shown(page)
    file = SimpleUploadedFile("kit.xlsx", sheet_of(CSV))
    again = {"file": file, "replace": "1"}
    assert "Kit saved: 2 pieces." in shown(organiser.post(path, again, follow=True))
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": PIECES}
    traced = [{**PIECES[0], "outline": SQUARE}, PIECES[1]]
    answered(kept(meeting, {"pieces": traced}), 200)
    organiser.post(path, {**mended, "note": ["", "", "bent"]})
    now = answered(meeting.organiser.get(f"{meeting.path}kit/"), 200)["pieces"]
    assert [(each["outline"], each["note"]) for each in now] == [(SQUARE, ""), (None, "bent")]
    assert sitting(meeting, 3).get(f"/e/{meeting.id}/r3/kit/").status_code == 404


def test_a_cell_of_many_words_is_refused_at_once() -> None:
    meeting = begin()

    answer = kept(meeting, {"text": "id,types,long_mm,short_mm\nw1," + "a " * 60_000 + ",20,10\n"})

    assert [each["code"] for each in answer.json()["violations"]] == ["army_too_long"]
    found = types_in("sand dunes woods " * 50, TypeNames.of(["sand_dunes", "woods"]))
    assert [each for _name, each in found] == ["sand_dunes", "woods"] * 50


@pytest.mark.parametrize(
    ("typed", "types"),
    [
        ("wood", ["woods"]),
        ("Forrest", ["forest"]),
        ("moutains", ["mountains"]),
        ("tilled field", ["tilled_fields"]),
        ("sand dune, hill", ["sand_dunes", "hills"]),
        ("wood hill", ["woods", "hills"]),
        ("vineyard", ["orchards_vineyards"]),
        ("stream", ["rivers_and_streams"]),
        ("rocky woods", ["rocky_ground", "woods"]),
    ],
)
def test_a_nearly_right_type_is_understood_and_told(typed: str, types: list[str]) -> None:
    meeting = begin()
    text = f'id,types,long_mm,short_mm\nw1,"{typed}",200,100\n'
    assert [each["types"] for each in answered(kept(meeting, {"text": text}), 200)["pieces"]] == [
        types
    ]

    rows = {"id": ["w1"], "types": [typed], "long_mm": ["200"], "short_mm": ["100"]}
    more = {"count": [""], "box": [""], "section": [""], "note": [""]}
    said = shown(
        sitting(meeting, 1).post(f"/e/{meeting.id}/r1/kit/", {**rows, **more}, follow=True)
    )

    assert "Read “" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ground", "“ground” isn't a terrain type."),
        ("moon", "“moon” isn't a terrain type"),
        ("woodland", "“woodland” isn't a terrain type. Did you mean Woods?"),
    ],
)
def test_an_unclear_type_is_refused_with_what_was_perhaps_meant(typed: str, said: str) -> None:
    meeting = begin()

    answer = kept(meeting, {"text": f"id,types,long_mm,short_mm\nw1,{typed},200,100\n"})

    assert refused(answer) == (422, "import_refused")
    assert said in answer.json()["violations"][0]["message"]
    strict = kept(meeting, {"pieces": [{**PIECES[0], "types": ["wood"]}]})
    assert strict.json()["violations"][0]["code"] == "kit_no_type"


def test_replacing_a_whole_kit_asks_first() -> None:
    meeting, other = begin(), begin()
    browser, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/kit/"
    traced = [{**PIECES[0], "outline": SQUARE}]
    answered(kept(meeting, {"pieces": traced}), 200)
    answered(kept(other, {"text": CSV}), 200)
    browser.get(f"/e/{other.id}/as/{other.organiser.token}/")

    asked = browser.post(page, {"file": SimpleUploadedFile("club.xlsx", sheet_of(CSV))})

    assert "Replace the whole kit?" in shown(asked)
    assert "club.xlsx has 2 different pieces. They replace the 1 different pieces" in shown(asked)
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": traced}
    fields = asked.context["replacement"].fields
    assert "Kit saved: 2 pieces." in shown(
        browser.post(page, {**fields, "replace": "1"}, follow=True)
    )
    replaced = [{**PIECES[0], "outline": SQUARE}, PIECES[1]]
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": replaced}

    asked = browser.post(page, {"from": other.id})
    assert "Ides of March has 2 different pieces" in shown(asked)
    browser.post(page, {**asked.context["replacement"].fields, "replace": "1"})
    assert answered(meeting.organiser.get(f"{meeting.path}kit/"), 200) == {"pieces": PIECES}

    # Nothing is lost where there is no kit yet, so nothing is asked.
    answered(kept(meeting, {"pieces": []}), 200)
    file = SimpleUploadedFile("club.xlsx", sheet_of(CSV))
    assert "Kit saved: 2 pieces." in shown(browser.post(page, {"file": file}, follow=True))
