"""Send the mutants of a stage: all of them, or a sample that is the same at each run."""

from __future__ import annotations

import random
from collections.abc import Callable, Container
from itertools import islice
from typing import Any

from tests.mutations.sending import Sender


def send_mutants(
    build: Callable[[], list[Any]],
    sender: Sender,
    *,
    of_each: int = 0,
    seen: set[str] | None = None,
) -> None:
    """Send the valid request of each example, then its mutants; `of_each` of them, or all.

    `seen` gets the names of the examples.

    Where a request has to wait for a worker its changes stay: the stage is then made again, and the
    mutants go on with it.
    """
    examples = build()
    remade = False

    def remake() -> None:
        nonlocal remade
        examples[:], remade = build(), True

    sender.remake = remake
    for at in range(len(examples)):
        example = examples[at]
        if seen is not None:
            seen.add(example.operation)
        valid = sender.try_all(f"{example.operation}: valid", [example.request()])
        # A 503 is noted by the sender, unless there is no worker here.
        if max(valid) >= 400 and not example.refused and valid != [503]:
            sender.refused.append(f"{example.method} {example.path} {valid}")
        chosen = _chosen(sum(1 for _ in example.mutated()), of_each) if of_each else None
        number, again = 0, True
        while again:
            again = False
            for name, make in islice(examples[at].mutated(), number, None):
                number += 1
                if chosen is not None and number - 1 not in chosen:
                    continue
                remade = False
                sender.try_all(f"{example.operation}: {name}", make())
                if remade:
                    again = True
                    break


def _chosen(count: int, of_each: int) -> Container[int]:
    return set(random.Random(count).sample(range(count), min(count, of_each)))
