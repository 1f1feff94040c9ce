"""The page about hosting."""

from django.test import Client


def test_it_shows_the_document_without_links_that_lead_nowhere() -> None:
    page = Client().get("/hosting/").content.decode()

    assert "<h1>Hosting</h1>" in page
    assert "COMPOSE_PROFILES=https" in page
    assert ".md" not in page
