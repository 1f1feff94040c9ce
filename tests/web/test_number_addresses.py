"""Numbers in addresses are bounded like stored numbers, in every address of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from setup_app.web.number_converter import NumberConverter
from tests.events.callers import begin

MAX = 2**31 - 1


def patterns(found: Any = None, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each address of this program with its converters; Django's own admin has none of ours."""
    for each in (found or get_resolver()).url_patterns:
        whole = path + str(each.pattern)
        if isinstance(each, URLResolver) and not whole.startswith("admin/"):
            yield from patterns(each, whole)
        elif isinstance(each, URLPattern):
            yield whole, each.pattern.converters


def test_no_address_has_a_number_without_a_bound() -> None:
    numbers = [
        (path, converter)
        for path, converters in patterns()
        for converter in converters.values()
        if isinstance(converter, IntConverter)
    ]

    assert len(numbers) > 40
    assert [path for path, each in numbers if not isinstance(each, NumberConverter)] == []


@pytest.mark.parametrize("text", ["0", "7", "007", str(MAX - 1), str(MAX)])
def test_a_number_that_can_be_stored_is_read(text: str) -> None:
    assert NumberConverter().to_python(text) == int(text)


@pytest.mark.parametrize("text", [str(MAX + 1), str(2**63), "9" * 20, "9" * 5000])
def test_a_larger_number_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"larger|limit"):
        NumberConverter().to_python(text)


@pytest.mark.django_db
@pytest.mark.postgresql
@pytest.mark.parametrize("number", [str(MAX + 1), str(2**63), "9" * 20])
def test_nothing_is_at_an_address_with_a_larger_number(number: str) -> None:
    meeting = begin()
    organiser, path = meeting.organiser, meeting.path
    round_ = f"{path}rounds/1/"

    answers = [
        organiser.patch(f"{round_}packing/{number}/", {"out": True}),
        organiser.get(f"{path}rounds/{number}/packing/"),
        organiser.post(f"{round_}tables/{number}/lay/", {}),
        organiser.delete(f"{path}entries/{number}/"),
        organiser.post(f"{path}peers/{number}/", {"remark": "x"}),
        Client().get(f"/e/{meeting.id}/r{number}/"),
        Client().post(f"/armies/x/plans/{number}/delete/"),
    ]

    assert {answer.status_code for answer in answers} == {404}
