"""How does a challenge go in two browsers? A link, a list of one's own, and both at the table."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from setup_app.armies.models import ArmyList
from setup_app.armies.services import load_samples
from setup_app.battles.models import Battle, Challenge
from setup_app.battles.repository import load
from tests.battles.pages.fast import SAMPLES, sample

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _samples() -> None:
    load_samples()


def made(**fields: str) -> tuple[Client, str]:
    """A browser that has challenged, and the challenge's path."""
    browser = Client()
    sent = {"army": "numidians", "player": "Anna", **fields}
    answer = browser.post("/challenges/new/", sent)
    assert answer.status_code == 302, faults(answer)
    return browser, answer["Location"]


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def faults(answer: Any) -> list[str]:
    return re.findall(r'class="message error"[^>]*>([^<]*)<', text(answer))


def accept(path: str, browser: Client | None = None, **fields: Any) -> Any:
    sent = {"army": "marian-romans", "player": "Ben", **fields}
    return (browser or Client()).post(f"{path}accept/", sent)


def test_one_challenges_the_other_brings_his_list_and_both_sit_at_the_table() -> None:
    anna, path = made()
    ben = Client()
    waits = text(anna.get(path))
    assert "No one has accepted yet." in waits
    assert f'value="http://testserver{path}"' in waits
    assert anna.get(f"{path}state/").json()["waiting"] is True
    asked = text(ben.get(path))
    assert "Anna challenges you." in asked
    assert "Jugurthine" in asked or "Numid" in asked
    assert sample("numidians", "Anna")["units"][0]["name"] not in asked

    answer = accept(path, ben)

    here = answer["Location"]
    assert re.fullmatch(r"/b/\w{14}/", here)
    assert 'name="entropy-1"' in text(ben.get(here))
    assert anna.get(f"{path}state/").json()["waiting"] is False
    assert anna.get(path)["Location"] == here
    page = text(anna.get(here))
    assert 'name="entropy-0"' in page
    assert "/seat/" not in page
    links = text(anna.get(f"{here}links/"))
    assert "The seat of Ben is taken." in links
    assert not re.search(r"-[01]-[a-z2-7]{32}", links)
    assert [army["player"] for army in load(Battle.objects.get()).setup.sides] == ["Anna", "Ben"]
    # The same once more, since an answer was lost; and others who come too late.
    assert accept(path, ben)["Location"] == here
    late = accept(path)
    assert late.status_code == 409
    assert "Someone has already accepted this challenge." in text(late)
    assert Client().get(here).status_code == 404


def test_the_guest_reads_the_house_rulings_and_that_there_is_an_umpire() -> None:
    _, path = made(settings="1", umpire="yes", **{"set-gap": "3"})

    page = text(Client().get(path))

    assert "House rules in this battle" in page
    assert "This battle has an umpire." in page


def test_who_wants_it_is_found_on_the_first_page() -> None:
    _, hidden = made()
    _, path = made(listed="yes", least="100", most="20000")

    for address in ("/", "/challenges/"):
        page = text(Client().get(address))
        assert f'href="{path}"' in page
        assert f'href="{hidden}"' not in page
        assert "100 to 20000 points" in page


@pytest.mark.parametrize("way", ["text", "file", "link"])
def test_a_guest_brings_a_list_from_elsewhere(way: str) -> None:
    _, path = made()
    army = {**sample("marian_romans", ""), "name": "Legio X"}
    given: dict[str, Any] = {"player": "Ben"}
    if way == "text":
        given["text"] = json.dumps(army)
    elif way == "file":
        file = SAMPLES / "marian_romans.json"
        given["file"] = SimpleUploadedFile("army.json", file.read_bytes())
    else:
        owner = Client()
        owner.post("/armies/import/", {"text": json.dumps(army)})
        kept = ArmyList.objects.get(name="Legio X")
        owner.post(f"/armies/{kept.public_id}/share/")
        kept.refresh_from_db()
        given["link"] = f"http://testserver/armies/shared/{kept.link_key}/"

    answer = accept(path, **given)

    assert answer.status_code == 302, text(answer)
    theirs = load(Battle.objects.get()).setup.sides.second
    assert theirs["player"] == "Ben"
    assert (theirs["name"] == "Legio X") is (way != "file")


def test_what_is_wrong_with_a_guests_list_is_said_and_another_one_can_be_brought() -> None:
    _, path = made(least="1", most="99999")
    broken = json.dumps({**sample("marian_romans", ""), "pbs_cards": 99})
    wrong = {
        "no list at all": {"army": "nobody"},
        "a link that was taken back": {"link": "http://testserver/armies/shared/gone/"},
        "a link elsewhere": {"link": "https://example.org/list"},
        "no text of a list": {"text": "units,units"},
        "a fault in a text": {"text": broken},
        "two lists": {"text": json.dumps([sample("marian_romans", "")] * 2)},
    }

    answers = {name: accept(path, **given) for name, given in wrong.items()}

    assert {name: each.status_code for name, each in answers.items()} == dict.fromkeys(wrong, 422)
    for each in answers.values():
        assert 'role="alert"' in text(each)
    assert "does not lead to a list" in text(answers["a link that was taken back"])
    assert Challenge.objects.get().state == "open"
    assert accept(path).status_code == 302


def test_a_list_beyond_the_points_is_refused_with_the_figures() -> None:
    own = sum(unit["points"] for unit in sample("numidians", "")["units"])
    _, path = made(least=str(own), most=str(own))
    theirs = sum(unit["points"] for unit in sample("marian_romans", "")["units"])
    assert theirs != own

    answer = accept(path)

    assert answer.status_code == 422
    assert f"Units total {theirs} points (allowed: {own} to {own})." in text(answer)


@pytest.mark.parametrize(("least", "most"), [("many", ""), ("1000", ""), ("2", "1"), ("-1", "5")])
def test_points_that_are_none_are_told_beside_the_field(least: str, most: str) -> None:
    answer = Client().post("/challenges/new/", {"army": "numidians", "least": least, "most": most})

    assert answer.status_code == 422
    assert 'aria-describedby="least-fault"' in text(answer)
    assert Challenge.objects.count() == 0


def test_a_challenge_is_withdrawn_by_the_browser_that_made_it() -> None:
    anna, path = made(listed="yes")
    assert Client().post(f"{path}withdraw/").status_code == 404

    assert anna.post(f"{path}withdraw/").status_code == 302

    gone = Client().get(path)
    assert gone.status_code == 410
    assert "This challenge was withdrawn." in text(gone)
    assert accept(path).status_code == 410
    assert path not in text(Client().get("/"))


def test_what_was_accepted_meanwhile_is_not_withdrawn() -> None:
    anna, path = made()
    accept(path)

    answer = anna.post(f"{path}withdraw/", follow=True)

    assert Challenge.objects.get().state == "accepted"
    assert answer.redirect_chain[-1][0].startswith("/b/")


def test_who_challenged_and_gave_his_seat_up_does_not_come_back_by_the_challenge() -> None:
    anna, path = made()
    accept(path)
    here = anna.get(path)["Location"]
    anna.post(f"{here}leave/")

    assert anna.get(path).status_code == 409
    assert anna.get(here)["Location"] == f"{here}links/"


def test_there_is_no_such_challenge() -> None:
    answer = Client().get("/challenges/23456789abcdef/")

    assert answer.status_code == 404
    assert "Challenge not found." in text(answer)


@pytest.mark.parametrize("many", [1, 3])
def test_the_list_of_challenges_takes_the_same_queries_however_long(
    many: int, django_assert_num_queries: Any
) -> None:
    for _ in range(many):
        made(listed="yes")

    with django_assert_num_queries(2):
        page = text(Client().get("/challenges/"))

    assert page.count("Bring a list") == many


def at_the_table() -> tuple[Client, Client, str]:
    """Anna, who challenged, Ben, who accepted, and their battle's path."""
    anna, path = made()
    ben = Client()
    battle = accept(path, ben)["Location"]
    anna.get(path)
    return anna, ben, battle


def test_a_title_says_whose_turn_it_is_to_sit_down() -> None:
    anna, ben, battle = at_the_table()
    assert "<title>Your turn" in re.sub(r"\s*\n\s*", "", text(ben.get(battle)))

    ben.post(f"{battle}sit-down/")

    assert "Your turn" not in text(ben.get(battle)).split("</title>")[0]
    assert "Your turn" in text(anna.get(battle)).split("</title>")[0]


def test_a_seat_that_was_given_up_is_offered_where_it_is_waited_for() -> None:
    anna, ben, battle = at_the_table()
    for each in (anna, ben):
        each.post(f"{battle}sit-down/")
    assert "The seat of Ben" not in text(anna.get(battle))

    assert ben.post(f"{battle}leave/").status_code == 302

    assert re.search(rf'value="http://testserver{battle}seat/\w+-1-\w+/"', text(anna.get(battle)))
    assert "/seat/" not in text(ben.get(battle))


OWN = "This is your own challenge. Someone else has to open its link"


def test_nobody_accepts_his_own_challenge_and_is_told_what_to_do_instead() -> None:
    anna, path = made()

    answer = accept(path, anna)

    assert answer.status_code == 409
    assert OWN in faults(answer)[0]
    assert 'href="/battles/new/?rulebook=pbs-2023.1"' in text(answer)
    assert Challenge.objects.get().state == "open"
    assert accept(path).status_code == 302


def test_an_account_accepts_its_own_challenge_in_no_other_browser() -> None:
    account = User.objects.create_user("anna")
    desk, phone = Client(), Client()
    desk.force_login(account)
    phone.force_login(account)
    path = desk.post("/challenges/new/", {"army": "numidians", "player": "Anna"})["Location"]

    page = text(phone.get(path))

    assert "You made this challenge in another browser" in page
    assert "Accept and join" not in page
    assert accept(path, phone).status_code == 409
    assert Challenge.objects.get().state == "open"
