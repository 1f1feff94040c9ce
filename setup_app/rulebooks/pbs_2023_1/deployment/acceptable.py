"""The wrong positions that the other side may allow: only violations of place."""

from __future__ import annotations

from setup_app.engine.values import Violation

ACCEPTABLE = frozenset(
    {
        "outside_zone",
        "unsecure_flank",
        "works_in_unsecure_flank",
        "camp_out_of_range",
        "camp_on_terrain",
        "camp_not_in_piece",
        "in_water",
        "on_impassable",
        "in_settlement",
    }
)
"""The rules that an agreement can waive. It cannot waive a place off the table or on something
else, nor anything counted.
"""


def may_stand(violations: tuple[Violation, ...]) -> bool:
    """Return whether the other side may accept a place that breaks these rules and no others."""
    return all(violation.code in ACCEPTABLE for violation in violations)
