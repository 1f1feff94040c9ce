"""Does every door lead somewhere, and does a link that is pasted into a chat show the table?"""

import html
import re
import struct

import pytest
from django.test import Client, override_settings

from setup_app.battles.models import Battle
from setup_app.battles.repository import load
from setup_app.home.templatetags import doors
from tests.battles.pages.hands import Browser

HEAD = re.compile(r'<header class="masthead">.*?</header>', re.S)


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def og(page: str, what: str) -> str:
    (found,) = re.findall(rf'<meta property="og:{what}" content="([^"]*)">', page)
    return html.unescape(found)


@pytest.mark.django_db
def test_every_door_at_home_and_at_the_head_of_the_page_opens():
    page = Client().get("/").content.decode()
    links = set(re.findall(r'<a [^>]*href="(/[^"]*)"', page))
    assert {"/battles/", "/armies/", "/maps/", "/rulebook/", "/battles/new/"} <= links
    shut = [link for link in links if Client().get(link, follow=True).status_code != 200]
    assert shut == []
    # A chat may ask for the head of a page before it shows its picture.
    assert [link for link in links if Client().head(link, follow=True).status_code != 200] == []


@override_settings(ROOT_URLCONF="tests.config.urls")
def test_a_door_that_leads_nowhere_is_not_there():
    assert doors.doors({}) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "door", "current"),
    [
        ("/battles/", "/battles/", "page"),
        ("/battles/new/", "/battles/", "true"),
        ("/armies/", "/armies/", "page"),
        ("/rulebook/pbs-2023.1/plains/", "/rulebook/", "true"),
    ],
)
def test_the_head_of_a_page_says_in_which_room_it_is(path, door, current):
    head = HEAD.search(Client().get(path).content.decode())[0]
    marked = re.findall(r'href="([^"]*)"\s+aria-current="([^"]*)"', head)
    assert marked == [(door, current)]


@pytest.mark.django_db
def test_trying_is_one_tap_and_the_tester_sits_already():
    Browser().begin()
    client = Client()
    assert 'action="/battles/try/"' in client.get("/").content.decode()
    there = client.post("/battles/try/")["Location"]
    played = load(Battle.objects.latest("pk"))
    mine = [each for each in played.askings() if each.side == 0 and each.answered_by is None]
    assert (there[:3], [each.prompt.kind for each in mine]) == ("/b/", [])


@pytest.mark.django_db
def test_home_says_whose_turn_it_is():
    here = Browser()
    here.begin(opponent="two")
    home = here.client.get("/").content.decode()
    assert 'class="mine"' in home
    assert "Your turn" in home
    here.sit_down()
    home = html.unescape(here.client.get("/").content.decode())
    assert 'class="mine"' not in home
    assert re.search(r'class="turn">[^<]+ to play<', home)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/rulebook/pbs-2023.1/", "Pre-battle system"),
        ("/rulebook/pbs-2023.1/desert/", "Desert"),
    ],
)
def test_a_link_to_the_rulebook_shows_a_picture_and_one_line(path, title):
    page = Client().get(path).content.decode()
    assert og(page, "title") == title
    assert og(page, "description")
    picture = og(page, "image")
    assert picture.startswith("http://testserver/rulebook/")
    assert size_of(Client().get(picture).content) == (1200, 630)


@pytest.mark.django_db
def test_a_link_to_home_shows_a_table():
    picture = og(Client().get("/").content.decode(), "image")
    assert picture == "http://testserver/picture.png"
    assert size_of(Client().get(picture).content) == (1200, 630)


@pytest.mark.django_db
def test_a_link_to_watch_shows_the_battle_and_no_other_address_of_it_does():
    here = Browser()
    here.begin(watched="1", first_player="Anna", second_player="Ben")
    watch = re.search(r"http://testserver(/b/\w+/watch/[^/\"]+/)", here.page("links/"))[1]
    page = Client().get(watch).content.decode()
    assert og(page, "title") == "Anna – Ben"
    picture = og(page, "image")
    answer = Client().get(picture)
    assert size_of(answer.content) == (1200, 630)
    assert "no-store" in answer["Cache-Control"]
    own = here.get().content.decode()
    assert og(own, "image") == "http://testserver/picture.png"
    assert "Anna" not in og(own, "title")


@pytest.mark.django_db
def test_a_mistyped_link_has_no_picture():
    here = Browser()
    here.begin()
    assert Client().get(f"/b/{here.battle}/watch/mistyped/picture.png").status_code == 404
