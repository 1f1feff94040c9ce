"""How is an event run, and taken part in, by pages without scripts?"""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from setup_app.events.event.entry_table import read_pasted
from setup_app.events.event.queries import terms_of
from setup_app.events.event.tokens import token_of
from setup_app.events.models import Event, Role
from setup_app.spreadsheets.faults import ImportRefused
from tests.events.callers import RULEBOOK, Meeting, answered, begin
from tests.events.test_lists import handed_in
from tests.events.test_rounds import of, out, paired

pytestmark = pytest.mark.django_db


def shown(answer: Any) -> str:
    """The words of a page that was found, blanks taken together."""
    assert answer.status_code == 200, answer.status_code
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def sitting(meeting: Meeting, number: int) -> Client:
    """A browser that came in by the link of a role."""
    browser = Client()
    role = Role.objects.select_related("event").get(event__public_id=meeting.id, number=number)
    answer = browser.get(f"/e/{meeting.id}/as/{token_of(role)}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{meeting.id}/r{number}/")
    assert answer["Referrer-Policy"] == "no-referrer"
    return browser


def do(browser: Client, meeting: Meeting, role: int, what: str, **sent: Any) -> str:
    where = what if "?" in what else f"{what}/"
    answer = browser.post(f"/e/{meeting.id}/r{role}/{where}", sent, follow=True)
    return shown(answer)


def test_a_name_makes_an_event_and_shows_its_link_once() -> None:
    browser = Client()

    answer = browser.post("/events/new/", {"name": "Ides of March", "rulebook": RULEBOOK})

    event = Event.objects.get()
    assert answer["Location"] == f"/e/{event.public_id}/r1/?new"
    page = browser.get(answer["Location"])
    assert "This link is your key to the event. Keep it safe." in shown(page)
    assert token_of(event.role_rows.get()) in page.content.decode()
    assert "This link is your key to the event" not in shown(
        browser.get(f"/e/{event.public_id}/r1/")
    )
    assert "Ides of March" in shown(browser.get("/events/"))
    assert "Ides of March" not in shown(Client().get("/events/"))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": ""}, "Name: Enter a name."),
        ({"name": "x", "tables": "many"}, "Tables: Enter a whole number."),
        ({"name": "x", "tables": "9" * 5000}, "Tables: "),
        ({"name": "x", "timezone": "Moon"}, "Time zone: “Moon” isn&#x27;t a time zone"),
        ({"name": "x", "rulebook": "chess"}, "chess"),
    ],
)
def test_a_form_that_will_not_do_says_what_is_wrong(sent: dict[str, str], said: str) -> None:
    page = shown(Client().post("/events/new/", {"rulebook": RULEBOOK, **sent}))

    assert said in page
    assert not Event.objects.exists()


def test_a_browser_without_the_role_finds_nothing_there() -> None:
    meeting = begin()
    stranger, player = Client(), sitting(meeting, 4)

    for browser, role in ((stranger, 1), (player, 1), (player, 5), (player, 99)):
        assert browser.get(f"/e/{meeting.id}/r{role}/").status_code == 404
        assert browser.post(f"/e/{meeting.id}/r{role}/pair/").status_code == 404
    assert stranger.get(f"/e/{meeting.id}/as/{'x' * 50}/").status_code == 404
    assert "Open the full link" in stranger.get(f"/e/{meeting.id}/r1/").content.decode()
    assert player.post(f"/e/{meeting.id}/r4/pair/").status_code == 404
    assert player.post(f"/e/{meeting.id}/r4/destroy/").status_code == 404


def test_a_link_that_was_made_anew_shuts_out_who_came_by_the_old_one() -> None:
    meeting = begin()
    first, second = sitting(meeting, 4), sitting(meeting, 4)
    assert Role.objects.get(event__public_id=meeting.id, number=4).devices == 2

    old = token_of(Role.objects.select_related("event").get(event__public_id=meeting.id, number=4))

    said = do(first, meeting, 4, "reissue", of=4)

    assert "Link replaced for Piso." in said
    assert "Opened on 1 device." in shown(sitting(meeting, 3).get(f"/e/{meeting.id}/r3/"))
    for browser, path in ((second, "r4/"), (Client(), f"as/{old}/")):
        gone = browser.get(f"/e/{meeting.id}/{path}")
        assert (gone.status_code, "This link was replaced" in gone.content.decode()) == (404, True)
    assert "They replaced this link themselves" in shown(
        sitting(meeting, 1).get(f"/e/{meeting.id}/r1/links/")
    )


def test_players_are_entered_one_by_one_and_by_a_list_and_ticked() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)

    assert "Memmius added." in do(desk, meeting, 3, "enter", name=" Memmius ", club="Roma")
    assert "2 players added." in do(desk, meeting, 3, "enter", text="Bestia\nScaurus")
    blank = do(desk, meeting, 3, "enter", name=" ")
    assert "Name: This is missing." in blank
    assert "Fix these lines" not in blank
    said = do(desk, meeting, 3, "enter", name="Piso")
    assert "There is already a player called Piso" in said
    assert "✓ checked in" in do(desk, meeting, 3, "change", entry=1, field="here", value="yes")
    assert "1 of 5 players checked in" in shown(desk.get(f"/e/{meeting.id}/r3/door/"))
    said = do(desk, meeting, 3, "change", entry=1, field="dropped", value="yes")
    assert "Piso has dropped out" in said
    assert "Restore" in said


@pytest.mark.parametrize(
    ("text", "entered"),
    [
        ("Bestia, Roma, Italia\nScaurus", [("Bestia", "Roma", "Italia"), ("Scaurus", "", "")]),
        ("Bestia\tRoma, north\n\nScaurus\t", [("Bestia", "Roma, north", ""), ("Scaurus", "", "")]),
        ("Scaurus\nBestia;Roma", [("Scaurus", "", ""), ("Bestia", "Roma", "")]),
        ("Club\tName\nRoma\tBestia", [("Bestia", "Roma", "")]),
    ],
)
def test_players_are_pasted_with_or_without_a_header(text: str, entered: list[Any]) -> None:
    assert [(each.name, each.club, each.country) for each in read_pasted(text).lines] == entered


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada, Roma\nCat; Club; DE\nPiso\nBo\tRoma", {1: "tabs", 2: "tabs"}),
        ("Ada, Roma\nCat; Club; DE\nPiso", {1: "“;”"}),
        ("name, club\nCat; Club\nPiso, Roma", {2: "“,”"}),
    ],
)
def test_a_line_that_is_separated_otherwise_than_the_rest_is_no_name(
    text: str, told: dict[int, str]
) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_pasted(text)

    found = [(each.code, each.line, each.params["found"]) for each in refused.value.faults]
    assert found == [("import_other_separator", line, said) for line, said in told.items()]


def test_a_paste_that_is_refused_stays_where_it_was_typed_with_its_lines() -> None:
    meeting = begin()
    text = "Bestia, Roma\nScaurus\nA, b, c, d"

    answer = sitting(meeting, 3).post(f"/e/{meeting.id}/r3/enter/", {"text": text})

    assert "Line 3: This row has 4 cells" in shown(answer)
    assert "Bestia, Roma\nScaurus" in answer.content.decode()
    assert 'value="A, b, c, d"' in answer.content.decode()
    assert Event.objects.get().entry_rows.count() == 2


def test_helpers_are_renamed_play_themselves_and_are_taken_out() -> None:
    meeting = begin()
    organiser = sitting(meeting, 1)

    assert "Changes to Ceto II saved." in do(
        organiser, meeting, 1, "change-role", of=2, name="Ceto II", entry="1"
    )
    assert Role.objects.get(number=2).entry == Event.objects.get().entry_rows.get(number=1)
    assert organiser.post(f"/e/{meeting.id}/r1/change-role/", {"of": 4}).status_code == 404
    assert "Their link no longer works" in do(organiser, meeting, 1, "remove-role", of=3)
    assert "only organiser" in do(organiser, meeting, 1, "remove-role", of=1)
    csv = organiser.get(f"/e/{meeting.id}/r1/links.csv")
    tokens = {token_of(each) for each in Role.objects.select_related("event")}
    assert tokens == set(re.findall(r"/as/([\w-]+)/", csv.content.decode()))
    for role in (2, 4):
        assert sitting(meeting, role).get(f"/e/{meeting.id}/r{role}/links.csv").status_code == 404


def test_a_desk_makes_a_players_link_anew_once_lists_are_out() -> None:
    meeting = begin()
    desk, path = sitting(meeting, 3), f"/e/{meeting.id}/r3/players/1/"
    assert not desk.get(path).context["links"]
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)

    assert desk.get(path).context["links"][0].qr
    assert "Link replaced for Piso." in do(desk, meeting, 3, "reissue", of=4)


def test_a_round_goes_from_the_draft_to_the_standings() -> None:
    meeting = of(4, rounds=1, scoring={"kind": "points", "most": 3, "sum": None, "bye": 3})
    desk = sitting(meeting, 3)

    assert "Round 1 paired." in do(desk, meeting, 3, "pair", pairing="swiss")
    assert "Round 1" not in shown(Client().get(f"/e/{meeting.id}/"))
    assert "Round 1 published." in do(desk, meeting, 3, "publish", round=1)
    first, second = (
        [match.first.number, match.second.number]
        for match in Event.objects.get().round_rows.get().matches.order_by("table")
    )
    given = {"round": 1, "table": 1, "first": first[0], "second": first[1]}
    sent = {**given, "score": "a dozen", "other_score": "0"}
    refused = desk.post(f"/e/{meeting.id}/r3/report/", sent)
    assert "Table 1: Enter a whole number, 0 or more. Possible scores: 0 to 3 each." in shown(
        refused
    )
    typed = re.findall(r'name="(?:other_)?score"[^>]* value="([^"]*)"', refused.content.decode())
    assert typed == ["a dozen", "0", "", ""]
    do(desk, meeting, 3, "report", **given, score=3, other_score=0)
    given = {"round": 1, "table": 2, "first": second[0], "second": second[1]}
    page = do(desk, meeting, 3, "report", **given, score=1, other_score=1)
    assert "finished" in page
    assert "The event&#x27;s last round is round 1." in do(
        desk, meeting, 3, "pair", pairing="swiss"
    )
    assert "Final standings" in shown(Client().get(f"/e/{meeting.id}/"))


def test_a_players_page_says_what_he_has_to_do() -> None:
    meeting = begin()
    player, other = sitting(meeting, 4), sitting(meeting, 5)

    def said(browser: Client, role: int) -> str:
        page = browser.get(f"/e/{meeting.id}/r{role}/").content.decode()
        found = re.search(r'<p class="lead now">(.*?)</p>', page)
        assert found is not None
        return html.unescape(found[1])

    assert said(player, 4) == (
        "You're signed up. Your table will appear here when round 1 is published."
    )
    paired(meeting)
    out(meeting, 1)
    assert said(player, 4) == "Round 1: go to table 1 and play Iugurtha."
    given = {"round": 1, "table": 1, "first": 1, "second": 2}
    sent = player.post(f"/e/{meeting.id}/r4/report/", {**given, "scores": "3-0"})
    assert sent["Location"] == f"/e/{meeting.id}/r4/", "the phone stays at the top"
    assert "Reported: Piso 3, Iugurtha 0." in shown(player.get(sent["Location"]))
    assert said(player, 4) == (
        "Round 1, table 1 against Iugurtha: you reported the result. "
        "It counts once Iugurtha confirms it."
    )
    assert "Change your report" in shown(player.get(f"/e/{meeting.id}/r4/"))
    assert said(other, 5) == (
        "Round 1, table 1 against Piso: Piso reported the result. Confirm it."
    )
    asked = shown(other.get(f"/e/{meeting.id}/r5/"))
    assert "Piso 3 : 0 Iugurtha Is that right? Yes, confirm No, it was different" in asked
    told = do(other, meeting, 5, "report", **given, score=1, other_score=1)
    assert "Disputed: you reported Piso 1, Iugurtha 1" in told
    desk = shown(sitting(meeting, 3).get(f"/e/{meeting.id}/r3/rounds/"))
    assert (
        "Piso reported 3&nbsp;:&nbsp;0 Confirm result : Piso Iugurtha reported 1&nbsp;:&nbsp;1"
        in desk
    )
    assert (
        said(player, 4) == "Round 1: you and Iugurtha reported different results. Go to the desk."
    )
    do(player, meeting, 4, "report", **given, score=1, other_score=1)
    assert said(player, 4) == "Round 1: result confirmed. Your next round will appear here."
    do(player, meeting, 4, "change", entry=1, field="dropped", value="yes")
    assert said(player, 4) == "You have dropped out. Ask at the desk if you want to come back."


def test_a_players_page_is_named_by_what_it_shows_and_says_when_the_event_is_over() -> None:
    meeting = begin(rounds=1)
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/"
    first = player.get(path)
    assert "You are Piso" in shown(first)
    same = player.get(path, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    paired(meeting)
    assert player.get(path)["ETag"] == first["ETag"], "a draft is for the desk alone"
    out(meeting, 1)
    assert player.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200

    result = f"{meeting.path}rounds/1/tables/1/result/"
    answered(meeting.desk.put(result, {"scores": [3, 0], "entries": [1, 2]}), 200)

    assert "The event is over. Final place: 1 of 2." in shown(player.get(path))
    assert "Final standings" in shown(Client().get(f"/e/{meeting.id}/screen/"))
    assert "The event is over." in shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/"))


def test_pairings_are_written_by_hand_and_a_table_of_a_round_that_is_out_is_changed() -> None:
    meeting = of(5, rounds=1)
    desk, path = sitting(meeting, 3), f"{meeting.path}rounds/1/"
    assert "Enter its pairings below." in do(desk, meeting, 3, "pair", pairing="none")
    wrong = "table,player,opponent\n1,1,2\n2,Player 3,Nobody"
    refused = desk.post(f"/e/{meeting.id}/r3/pairings/", {"round": 1, "text": wrong})
    assert "“Nobody” is not a player in this event" in shown(refused)
    assert wrong in refused.content.decode()
    right = "table,player,opponent\n1,1,2\n2,Player 3,Player 4\n,5,"
    assert "Pairings for round 1 saved." in do(desk, meeting, 3, "pairings", round=1, text=right)
    out(meeting, 1)

    def pairings() -> list[Any]:
        view = answered(meeting.desk.get(path), 200)
        return [(each["table"], each["entries"]) for each in view["pairings"]]

    assert 'name="to"' in desk.get(f"/e/{meeting.id}/r3/rounds/?change=3").content.decode()
    changed = {"round": 1, "of": 3, "first": 3, "second": 5, "to": 1}
    assert "Pairing changed in round 1." in do(desk, meeting, 3, "change-table", **changed)
    assert pairings() == [(1, [3, 5]), (2, [1, 2]), (None, [4])]
    gone = {"round": 1, "of": 1, "first": 1, "second": "", "to": ""}
    assert "has no pairing" in do(desk, meeting, 3, "change-table", **gone)
    do(desk, meeting, 3, "change", entry=2, field="dropped", value="yes")
    assert "Pairing changed in round 1." in do(desk, meeting, 3, "change-table", **gone)
    assert sorted(pairings(), key=str) == [(1, [3, 5]), (None, [1]), (None, [4])]


def test_who_is_not_at_the_door_is_left_out_of_a_draft() -> None:
    meeting = of(4)
    desk = sitting(meeting, 3)
    for number in (1, 2, 3):
        do(desk, meeting, 3, "door", entry=number, here="yes")
    assert "Paired but not checked in:" in do(desk, meeting, 3, "pair")

    assert "Select at least one" in do(desk, meeting, 3, "leave-out", round=1)
    said = do(desk, meeting, 3, "leave-out", round=1, entry=4)

    assert "Round 1 paired." in said
    assert "3 players." in said
    assert "Player 4" not in {line["first"] for line in _drawn(meeting)}

    # Who still looks at a draft that is out by now leaves nobody out.
    do(desk, meeting, 3, "publish", round=1)
    assert "so no one was left out" in do(desk, meeting, 3, "leave-out", round=1, entry=3)
    assert "dropped" not in do(desk, meeting, 3, "door", entry=3, here="yes")
    assert list(Event.objects.get().entry_rows.filter(dropped=True).values_list("number")) == [(4,)]


def _drawn(meeting: Meeting) -> list[Any]:
    page = sitting(meeting, 3).get(f"/e/{meeting.id}/r3/rounds/")
    lines: list[Any] = page.context["looked_at"][0]["lines"]
    return lines


def test_the_journal_says_what_was_before_and_what_is_now() -> None:
    meeting = begin(timezone="Europe/London")
    paired(meeting)
    out(meeting, 1)
    answered(meeting.desk.patch(f"{meeting.path}entries/1/", {"here": True, "club": "Roma"}), 200)
    for scores in ([3, 0], [1, 1]):
        body = {"scores": scores, "entries": [1, 2]}
        answered(meeting.desk.put(f"{meeting.path}rounds/1/tables/1/result/", body), 200)
    clock = {"round": 1, "seconds": 5400, "running": True}
    answered(meeting.desk.put(f"{meeting.path}clock/", clock), 200)

    said = shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/journal/"))

    assert "Piso: club changed from blank to “Roma”; checked in." in said
    assert "result corrected. Before: Piso 3, Iugurtha 0. Now: Piso 1, Iugurtha 1." in said
    assert "Clock started with 90:00 left. Dion (desk)" in said
    assert " GMT" in said or " BST" in said
    assert sitting(meeting, 3).get(f"/e/{meeting.id}/r3/journal/").status_code == 404


def test_no_page_holds_a_link_but_an_organisers_own_page() -> None:
    meeting = of(4)
    paired(meeting)
    out(meeting, 1)
    tokens = [token_of(role) for role in Role.objects.select_related("event")]

    for role in (2, 3, 4):
        browser = sitting(meeting, role)
        for part in ("", "rounds/", "players/", "players/1/", "door/", "slips/", "lists/"):
            page = browser.get(f"/e/{meeting.id}/r{role}/{part}")
            assert [token for token in tokens if token in page.content.decode()] == []
            assert page.status_code == 404 or "no-store" in page["Cache-Control"]
        assert browser.get(f"/e/{meeting.id}/r{role}/links/").status_code == 404
    public = Client().get(f"/e/{meeting.id}/").content.decode()
    assert [token for token in tokens if token in public] == []


def test_a_private_event_has_no_page_for_strangers() -> None:
    meeting = begin(visibility="private")

    assert Client().get(f"/e/{meeting.id}/").status_code == 404
    assert sitting(meeting, 4).get(f"/e/{meeting.id}/").status_code == 200


def test_who_has_looked_at_anothers_link_is_not_that_player_for_good() -> None:
    meeting = begin()
    handed_in(meeting)
    organiser = sitting(meeting, 1)
    player = Role.objects.select_related("event").get(number=4)

    def reads() -> bool:
        return organiser.get(f"/e/{meeting.id}/r1/lists/1/").status_code == 200

    def come_in() -> None:
        organiser.post(f"/e/{meeting.id}/as/{token_of(player)}/")

    assert reads()
    come_in()
    assert not reads()
    gone = organiser.post(f"/e/{meeting.id}/r4/put-down/", follow=True)
    assert "Signed out on this device: Piso." in shown(gone)
    assert organiser.get(f"/e/{meeting.id}/r4/").status_code == 404
    assert reads()

    come_in()
    do(organiser, meeting, 1, "reissue", of=4)
    assert reads()


def test_everything_that_an_event_may_state_is_stated_when_it_is_made() -> None:
    browser = Client()
    fields = {
        each: value
        for each, value in browser.get("/events/new/").context["sent"].items()
        if each not in ("name", "timezone")
    }
    plain = Client().post(
        "/events/new/", {"name": "Plain", "rulebook": RULEBOOK, **fields, "timezone": "UTC"}
    )
    assert plain.status_code == 302
    more = {
        **fields,
        "timezone": "Europe/Rome",
        "days": ["2026-03-15", ""],
        "tables": "12",
        "places": "24",
        "opens": "",
        "closes": "2026-03-01T20:00",
        "late": "accept",
        "penalty_points": "2",
        "kind": "points",
        "points_most": "20",
        "points_bye": "12",
        "avoid_club": "yes",
        "most_points": "10000",
        "width": "60",
        "depth": "40",
    }
    came = browser.post("/events/new/", {"name": "Ides of March", "rulebook": RULEBOOK, **more})
    assert came.status_code == 302, shown(came)

    usual, made = Event.objects.order_by("pk")
    assert terms_of(usual) == {**terms_of(Event.objects.get(public_id=begin().id)), "name": "Plain"}
    assert (made.tables, made.days, made.places) == (12, ["2026-03-15"], 24)
    assert made.lists["closes"] == "2026-03-01T19:00:00Z"
    assert (made.lists["penalty"]["points"], made.lists["limits"]["points"]) == (2, {"most": 10000})
    assert (made.scoring["kind"], made.scoring["most"], made.avoid) == ("points", 20, ["club"])
    assert made.table == {"width": 60, "depth": 40}

    wrong = Client().post(
        "/events/new/", {"name": "Third", "rulebook": RULEBOOK, **more, "closes": "soon"}
    )
    assert '<details class="more" open>' in wrong.content.decode()
    # The browser leads to what is told first.
    assert re.findall(r'fault-(\w+)" autofocus', wrong.content.decode()) == ["closes"]
    wrong = Client().post(
        "/events/new/", {"name": "Third", "rulebook": RULEBOOK, **more, "most_points": "few"}
    )
    assert re.findall(r'fault-(\w+)" autofocus', wrong.content.decode()) == ["most_points"]
    twice = {"tie_1": "opponents", "tie_2": "opponents"}
    wrong = Client().post("/events/new/", {"name": "Third", "rulebook": RULEBOOK, **more, **twice})
    assert re.findall(r'fault-(\w+)" autofocus', wrong.content.decode()) == ["tie_breaks"]
    assert Event.objects.count() == 3
