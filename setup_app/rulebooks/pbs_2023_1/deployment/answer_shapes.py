"""JSON Schemas for answers of the deployment."""

from __future__ import annotations

from typing import Any

from setup_app.rulebooks.pbs_2023_1.armies import MAX_BASES, MAX_GENERALS, MAX_UNITS
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import POINT

UNIT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_UNITS - 1}
LEADER: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_GENERALS}
FACING: dict[str, Any] = {"type": "number", "minimum": -3600, "maximum": 3600}
UNITS: dict[str, Any] = {"type": "array", "items": UNIT, "maxItems": MAX_UNITS}
# The numbers of a list are its owner's secret, so no shape reveals how many there are.


def fields(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of an answer with exactly these fields."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


RANKS: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_BASES}
PLACE: dict[str, Any] = {"at": POINT, "facing": FACING, "formation": fields({"ranks": RANKS})}
"""The place of a unit. Ranks that its bases do not allow are judged, and refused with their
figure.
"""

CAMP = {"anyOf": [fields({"at": POINT, "facing": FACING}), fields({"impossible": {"const": True}})]}
DEPLOYED = fields(
    {
        "units": {
            "type": "array",
            "items": fields({"unit": UNIT, **PLACE}),
            "maxItems": MAX_UNITS,
        }
    },
    {"no_place": UNITS},
)
HIDDEN = {
    "anyOf": [
        fields({"ambush": fields({"at": POINT, "units": UNITS})}),
        fields(
            {
                "march": fields(
                    {"leader": LEADER, "flank": {"enum": ["left", "right", None]}, "units": UNITS}
                )
            }
        ),
        fields({"done": {"const": True}}),
    ]
}
LEADERS = fields(
    {
        "leaders": {
            "type": "array",
            "items": fields(
                {"leader": LEADER, "at": {"anyOf": [POINT, {"type": "null"}]}, "units": UNITS}
            ),
            "maxItems": MAX_GENERALS + 1,
        }
    }
)
MOVED = {
    "anyOf": [
        fields({"kind": {"type": "string", "maxLength": 40}, "unit": UNIT, **PLACE}),
        fields({"pass": {"const": True}}),
    ]
}
