"""Is nobody offered a slide for which there is no room, where a worker can say so?"""

import pytest

from setup_app.rulebook_pages.pbs_2023_1.room_to_slide import may_be_slid
from tests.layouts.test_checking import box, layout, piece

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = layout(piece("m", box(20, 10, 6, 6)))
SHUT = layout(
    piece("m", box(20, 10, 6, 6)),
    *(piece(f"w{at}", each) for at, each in enumerate([box(14, 0, 6, 30), box(26, 0, 20, 30)])),
    *(piece(f"v{at}", each) for at, each in enumerate([box(20, 16, 6, 14), box(20, 0, 6, 10)])),
)


@pytest.mark.usefixtures("worker")
def test_a_worker_says_whether_there_is_room() -> None:
    assert (may_be_slid(OPEN, "m", 6), may_be_slid(SHUT, "m", 6)) == (True, False)


def test_without_a_worker_it_is_offered() -> None:
    assert may_be_slid(SHUT, "m", 5.5) is True
