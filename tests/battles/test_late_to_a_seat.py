"""What does a program read that comes too late to a seat? The same, however close it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from rest_framework.test import APIRequestFactory, force_authenticate

from setup_app.battles.api.seats import ReissueView, TakeView
from setup_app.identity.authentication import holder_of
from tests.battles.callers import SKIRMISH, begin

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("view", "method", "status"),
    [(TakeView, "post", 201), (TakeView, "delete", 204), (ReissueView, "post", 201)],
)
def test_a_token_that_was_checked_before_the_other_one_was_in_is_as_void_as_later(
    view: Any, method: str, status: int
) -> None:
    table = begin(SKIRMISH)
    holder = holder_of(table.seats[0].token)

    def act(**headers: str) -> Any:
        request = getattr(APIRequestFactory(), method)("/", headers=headers)
        if not headers:
            # As it was checked before anyone sat down.
            force_authenticate(request, AnonymousUser(), holder)
        return view.as_view()(request, battle=table.id, seat="0").render()

    first, close, late = act(), act(), act(**table.seats[0].headers())

    assert first.status_code == status
    assert [(each.status_code, json.loads(each.content)["code"]) for each in (close, late)] == [
        (401, "not_signed_in")
    ] * 2
