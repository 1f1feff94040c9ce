"""Is everything made ready once, and again only where something is new?"""

from pathlib import Path

import pytest

from config import prepare
from tests.house import Metator

pytestmark = pytest.mark.django_db


@pytest.mark.postgresql
def test_stored_battles_are_played_over_when_the_rules_are_new(
    tmp_path: Path, django_assert_num_queries: object
) -> None:
    stamp = tmp_path / "home" / "replayed"

    prepare.replay_where_rules_are_new(stamp)

    assert stamp.read_text() == prepare.rules_digest()
    with django_assert_num_queries(0):  # type: ignore[operator]  # untyped fixture -- it is callable
        prepare.replay_where_rules_are_new(stamp)
    stamp.write_text("another version")
    prepare.replay_where_rules_are_new(stamp)
    assert stamp.read_text() == prepare.rules_digest()


def test_it_starts_with_two_sample_armies(metator: Metator) -> None:
    status, body = metator.get("/api/v1/armies/")

    assert (status, body.count(b'"id"') >= 2) == (200, True)
