"""Two armies on the march with sentences, so that it can be played over HTTP."""

from dataclasses import replace

from tests.engine.toys.marches import MARCHES

RULEBOOK = replace(
    MARCHES,
    army_schema={
        "type": "object",
        "required": ["rulebook", "name"],
        "properties": {
            "rulebook": {"const": MARCHES.id},
            "name": {"type": "string", "minLength": 1},
            "player": {"type": "string"},
        },
    },
    public_list=lambda army, settings: army,
    texts={
        **{
            f"{what}.{prompt.kind}": f"{what} {prompt.kind}"
            for prompt in MARCHES.prompts
            for what in ("ask", "why")
        },
        "why.climate": "Climates differ.",
        "first": "{side} begins.",
        "discarded": "{side} gets no {feature}: {die}.",
        "crowded": "Crowded: {gap}.",
        "weather": "Weather: {kind}.",
        "orders_written": "Orders are written.",
        "deployed": "{side}: {wing}.",
    },
)
