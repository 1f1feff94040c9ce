"""What makes a run of the tests long, and how much of it is there? Raised on purpose only.

Seconds are noisy, these figures are not. A process of the run starts its worker and its server when
it meets the first test that wants one; a worker that a test kills, or whose Redis it takes away, is
started again by the next.
"""

import pytest

from tests.counted import counted

MAXIMUM = {
    "database": 2,
    "server": 14,
    "worker": 18,
    "whole battle in a browser": 2,
    "test on both databases": 417,
}


@pytest.mark.counted
def test_a_run_starts_no_more_than_it_must() -> None:
    found = counted()
    assert found is not None, "only `make test` as a whole counts"
    assert set(found) <= set(MAXIMUM)
    more = {what: number for what, number in found.items() if number > MAXIMUM[what]}
    assert more == {}
