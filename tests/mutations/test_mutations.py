"""A part of the hostile values for every operation and many forms; `make soak` sends them all."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.mutations import operations, pages
from tests.mutations.running import send_mutants
from tests.mutations.sending import Sender

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

PROMPTS = ("prompt place_marker", "prompt deploy", "prompt place_piece")
OF_EACH_OPERATION = 3
OF_EACH_FORM = 1


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Keep a thousand refusals out of the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_no_operation_breaks_by_what_is_sent_to_it(request: pytest.FixtureRequest) -> None:
    sender, asked = Sender(), set[str]()
    for stage in (each for each in operations.STAGES if not each.startswith("prompt")):
        send_mutants(operations.STAGES[stage], sender, of_each=OF_EACH_OPERATION, seen=asked)
    # The stages before run their jobs themselves.
    request.getfixturevalue("worker")
    for stage in PROMPTS:
        send_mutants(operations.STAGES[stage], sender, of_each=OF_EACH_OPERATION, seen=asked)

    assert not sender.broken, sender.report()
    assert sender.refused == []
    assert asked == operations.operations()


@pytest.mark.parametrize("stage", ["prompt place_marker", "lists and maps"])
def test_no_page_breaks_by_what_is_sent_to_it(stage: str) -> None:
    sender = Sender()

    send_mutants(pages.STAGES[stage], sender, of_each=OF_EACH_FORM)

    assert not sender.broken, sender.report()
    assert sender.refused == []
