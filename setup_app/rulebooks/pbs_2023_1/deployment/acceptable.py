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
"""Not: what lies off the table or on something else, and whatever is counted."""


def may_stand(violations: tuple[Violation, ...]) -> bool:
    """Whether the other side may let a place stand that breaks these rules, and no others."""
    return all(violation.code in ACCEPTABLE for violation in violations)
