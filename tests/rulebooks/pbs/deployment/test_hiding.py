"""Is it found whether all that is held back can be hidden? Against every way there is."""

from itertools import product

import pytest

from setup_app.rulebooks.pbs_2023_1.deployment.hiding import (
    Hidden,
    Means,
    way_to_hide,
)

FLAGS = ((), ("may_ambush",), ("may_flank_march",), ("may_ambush", "may_flank_march"))


def by_trying_all(held, means):
    """Give every unit to every marker and every leader that there is, and look whether one fits."""
    markers = ["marker"] if means.markers is None or means.markers else []
    leaders = list(means.leaders) if means.flanks else []
    for lots in product([*markers, *leaders], repeat=len(held)):
        fits = all(
            ("may_ambush" if lot == "marker" else "may_flank_march") in flags
            for lot, flags in zip(lots, held, strict=True)
        )
        most = means.per_march
        if fits and all(most is None or lots.count(leader) <= most for leader in leaders):
            return True
    return not held


@pytest.mark.parametrize("flanks", [("left", "right"), ("right",), ()])
@pytest.mark.parametrize("per_march", [None, 1, 2])
@pytest.mark.parametrize("leaders", [(), (1,), (1, 2)])
@pytest.mark.parametrize("markers", [None, 0, 1])
def test_it_is_found_whatever_units_and_means_there_are(markers, leaders, per_march, flanks):
    means = Means(markers, leaders, per_march, flanks)
    for number in range(4):
        for held in product(FLAGS, repeat=number):
            numbered = dict(enumerate(held))
            way = way_to_hide(numbered, means)
            assert (way is not None) == by_trying_all(held, means), held
            if way is not None:
                assert sorted(unit for lot in way for unit in lot.units) == sorted(numbered)


def test_the_way_that_is_found_takes_as_many_leaders_as_there_must_be():
    ambush, march = ("may_ambush",), ("may_flank_march",)
    held = {2: march, 5: ambush, 3: march, 7: march, 9: (*ambush, *march)}

    assert way_to_hide(held, Means(1, (2, 1), 2)) == (
        Hidden((5, 9)),
        Hidden((2, 3), leader=2),
        Hidden((7,), leader=1),
    )
    assert way_to_hide(held, Means(1, (2,), 2)) is None
    assert way_to_hide(held, Means(0, (2, 1, 3), 2)) is None
