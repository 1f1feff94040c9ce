"""The skirmish at the ford with sentences, so that it can be played over HTTP."""

from dataclasses import replace

from tests.script.toys.skirmish import SKIRMISH

RULEBOOK = replace(
    SKIRMISH,
    texts={
        **{f"step.{rule}": f"Step {rule}" for rule in "12345"},
        **{
            f"{what}.{prompt.kind}": f"{what} {prompt.kind}"
            for prompt in SKIRMISH.prompts
            for what in ("ask", "why")
        },
        "why.ford": "Fords differ.",
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
