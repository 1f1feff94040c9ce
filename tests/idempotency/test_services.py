"""`run_idempotent`: one transaction for key and action, and one action for concurrent requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation
from setup_app.idempotency.models import KeyedRequest
from setup_app.idempotency.services import run_idempotent
from setup_app.maps.models import PbsMap
from tests.battles.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

KEY = "a-key-of-at-least-thirty-two-letters"


class Passing(DomainError):
    """A refusal that says nothing about the request."""


def keyed_request() -> Request:
    sent = RequestFactory().get("/api/v1/things/", headers={"Idempotency-Key": KEY})
    sent.user, sent.session = AnonymousUser(), {}  # type: ignore[assignment]
    return Request(sent)


def send(action: Callable[[], Any]) -> Any:
    return run_idempotent(keyed_request(), action, render=Response, transient=(Passing,)).data


def store_map(name: str) -> str:
    PbsMap.objects.create(public_id=name, name=name, rulebook="pbs-2023.1", cells=[])
    return name


def stored() -> list[str]:
    return sorted(PbsMap.objects.filter(is_official=False).values_list("public_id", flat=True))


@pytest.mark.parametrize("round_", range(3))
def test_of_requests_at_once_one_acts_and_the_others_wait_for_its_result(round_: int) -> None:
    acts: list[str] = []

    def act() -> str:
        acts.append(f"act {len(acts)}")
        return store_map(acts[-1])

    results = at_once(*[lambda: send(act)] * 4)

    assert results == ["act 0"] * 4
    assert stored() == acts == ["act 0"]


def test_a_refusal_undoes_the_action_and_is_raised_again() -> None:
    def refuse() -> None:
        store_map("refused")
        raise DomainError("not_allowed", {"why": "first"})

    for action in (refuse, lambda: store_map("again")):
        with pytest.raises(DomainError) as refused:
            send(action)
        assert (refused.value.code, refused.value.params) == ("not_allowed", {"why": "first"})

    assert stored() == []


def test_a_translated_phrase_in_a_refusal_is_stored_as_its_words() -> None:
    phrase = gettext_lazy("Yes")
    broken = Violation("wrong_shape", None, {"expected": phrase, "among": (phrase,)}, ("p1",))

    def refuse() -> None:
        raise DomainError("unreadable", {"expected": phrase}, violations=(broken,))

    found = []
    for _ in range(2):
        with pytest.raises(DomainError) as refused:
            send(refuse)
        found.append(refused.value)

    assert found[0].params == found[1].params == {"expected": "Yes"}
    assert found[1].violations == (
        Violation("wrong_shape", None, {"expected": "Yes", "among": ["Yes"]}, ("p1",)),
    )


@pytest.mark.parametrize("error", [Passing("no_worker"), RuntimeError("killed")])
def test_an_action_that_leaves_no_answer_leaves_its_key_free(error: Exception) -> None:
    def fail() -> None:
        store_map("failed")
        raise error

    with pytest.raises(type(error)):
        send(fail)

    assert not KeyedRequest.objects.exists()
    assert send(lambda: store_map("again")) == "again"
    assert stored() == ["again"]


def test_who_waits_for_a_request_that_leaves_no_answer_acts() -> None:
    turns = iter((Passing("no_worker"), None))

    def act() -> str:
        error = next(turns)
        if error is not None:
            store_map("failed")
            raise error
        return store_map("acted")

    def sent() -> Any:
        try:
            return send(act)
        except Passing:
            return "passing"

    assert sorted(at_once(sent, sent)) == ["acted", "passing"]
    assert stored() == ["acted"]


def test_the_answer_is_rendered_after_the_commit() -> None:
    seen = []

    def render(result: str) -> Response:
        def look() -> None:
            seen.extend(stored())

        at_once(look)
        return Response(result)

    run_idempotent(keyed_request(), lambda: store_map("one"), render=render)

    assert seen == ["one"]
