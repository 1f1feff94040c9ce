"""No request gives a 5xx: every hostile value in every place of every operation and form."""

from __future__ import annotations

import logging
import os
import uuid
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.urls.converters import UUIDConverter

from setup_app.web.number_converter import NumberConverter
from tests.mutations import operations, pages
from tests.mutations.running import send_mutants
from tests.mutations.sending import Sender

OF_EACH = int(os.environ.get("SOAK_MUTANTS", "0"))
"""Of each operation and form; 0 sends all."""

pytestmark = [pytest.mark.soak, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
PROMPTS = ("sit_down", "place_piece", "deploy")
SAMPLES = {NumberConverter: 1, UUIDConverter: uuid.UUID(int=0)}
NOT_OURS = ("admin", "i18n", "api", "assets")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """A refusal is a line in the log, and this sends more than a hundred thousand requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("stage", operations.STAGES)
def test_no_operation_breaks_by_what_is_sent_to_it(
    stage: str, request: pytest.FixtureRequest
) -> None:
    if "event" not in stage:
        request.getfixturevalue("worker")
    sender = Sender(runs_jobs="event" in stage)

    send_mutants(operations.STAGES[stage], sender, of_each=OF_EACH)

    print(f"\n{stage}: {sender.sent} requests, answered by {dict(sorted(sender.statuses.items()))}")
    assert not sender.broken, sender.report()
    assert sender.refused == []


@pytest.mark.parametrize("stage", pages.STAGES)
def test_no_page_breaks_by_what_is_sent_to_it(stage: str, request: pytest.FixtureRequest) -> None:
    if "event" not in stage and stage != "tables":
        request.getfixturevalue("worker")
    sender = Sender()

    send_mutants(pages.STAGES[stage], sender, of_each=OF_EACH)

    print(f"\n{stage}: {sender.sent} requests, answered by {dict(sorted(sender.statuses.items()))}")
    assert not sender.broken, sender.report()
    assert sender.refused == []


def test_every_address_that_accepts_a_form_is_sent_one() -> None:
    sent = {
        each.name
        for stage, build in pages.STAGES.items()
        if not stage.startswith("prompt") or stage.removeprefix("prompt ") in PROMPTS
        for each in build()
        if each.method == "POST"
    }
    accepting = {name for name, path in page_addresses() if Client().post(path).status_code != 405}

    assert sorted(accepting - sent) == []


def page_addresses() -> Iterator[tuple[str, str]]:
    """Each page's name with an address at which nothing is stored."""
    for each in get_resolver().url_patterns:
        if isinstance(each, URLResolver) and str(each.pattern).partition("/")[0] not in NOT_OURS:
            for inner in each.url_patterns:
                named = {
                    name: SAMPLES.get(type(converter), "x" * 14)
                    for name, converter in inner.pattern.converters.items()
                }
                yield inner.name, reverse(inner.name, kwargs=named)
