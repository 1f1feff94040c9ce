"""The skirmish at the ford with sentences and a list of its own, so that it can be played here.

Its list has every kind of field that the pages draw, and no reader: its schema judges.
"""

from dataclasses import replace

from setup_app.engine.generals import Leader
from tests.engine.toys.skirmish import SKIRMISH

ARMY_SCHEMA = {
    "type": "object",
    "required": ["rulebook", "general"],
    "properties": {
        "rulebook": {"const": SKIRMISH.id},
        "general": {"type": "string", "minLength": 1, "maxLength": 20},
        "spies": {"type": "integer", "minimum": 0, "maximum": 9},
        "miles": {"type": "number", "minimum": 0.5, "maximum": 40},
        "banner": {"enum": ["red", "blue", None]},
        "signals": {
            "type": "array",
            "items": {"enum": ["drum", "horn"]},
            "uniqueItems": True,
            "maxItems": 2,
        },
        "mules": {"type": "boolean"},
        "guide": {
            "type": "object",
            "required": ["pay"],
            "properties": {"name": {"type": "string"}, "pay": {"enum": ["gold", "salt"]}},
            "additionalProperties": False,
        },
        "bands": {
            "type": "array",
            "maxItems": 4,
            "items": {
                "type": "object",
                "required": ["name", "men"],
                "properties": {
                    "name": {"type": "string", "pattern": "\\S"},
                    "men": {"type": "integer", "minimum": 1, "maximum": 99},
                    "armed": {"enum": ["bow", "spear"]},
                    "wades": {"type": "boolean"},
                },
                "additionalProperties": False,
            },
        },
        "seen": {"type": "array", "items": {"type": "array"}},
    },
    "additionalProperties": False,
}

RULEBOOK = replace(
    SKIRMISH,
    army_schema=ARMY_SCHEMA,
    leaders=lambda army: (Leader(army["general"], "", "", is_commander=True),),
    texts={
        **{f"step.{rule}": f"Step {rule}" for rule in "12345"},
        **{
            f"{what}.{prompt.kind}": f"{what} {prompt.kind}"
            for prompt in SKIRMISH.prompts
            for what in ("ask", "why")
        },
        "why.ford": "Fords differ.",
        "list.general": "leader",
        "list.bands": "band",
        "list.bands.many": "Bands at the ford",
        "precedence": "{first} against {second}.",
        "ford": "{side}: {held}.",
        "moods": "{first}, {second}.",
        "your_best": "Your best card is {card}.",
        "cards": "{first} against {second}.",
        "buried": "{side} buried: {one}.",
        "shown": "{side} shows {card}.",
        "bluff_called": "{side} calls.",
        "hill": "It is called {name}.",
    },
)
