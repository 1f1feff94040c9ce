"""What does somebody read who comes to an address that is not for him, or is not there?"""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def private():
    browser = Browser()
    browser.begin()
    return browser


@pytest.mark.parametrize("path", ["", "links/", "print/"])
def test_a_private_battle_and_none_at_all_say_the_same_and_show_a_way_home(private, path):
    stranger = Browser(battle=private.battle)
    there, nowhere = stranger.get(path), stranger.client.get("/b/bbbbbbbbbbbbbb/" + path)
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert there.content == nowhere.content
    page = there.content.decode()
    assert "this device has no seat in it" in page
    assert 'href="/battles/"' in page
    assert 'class="masthead"' in page


@pytest.mark.parametrize("path", ["seat/mistyped/", "watch/mistyped/"])
def test_a_mistyped_link_says_that_it_is_the_link(private, path):
    answer = private.get(path)
    assert answer.status_code == 404
    assert "This link doesn't open a seat." in answer.content.decode()


def test_an_address_that_is_nowhere_shows_our_own_page(client):
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert 'class="masthead"' in answer.content.decode()


def test_a_form_from_a_page_that_is_too_old_says_so_in_our_own_page():
    answer = Client(enforce_csrf_checks=True).post("/battles/try/")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Nothing was changed." in page
    assert 'class="masthead"' in page


@pytest.mark.parametrize("name", ["403.html", "403_csrf.html", "404.html", "500.html"])
def test_every_page_of_an_error_stands_without_a_request_and_shows_a_way_home(name):
    page = render_to_string(name)
    assert 'href="/"' in page
    assert 'href="/battles/"' in page
    assert 'name="viewport"' in page
