"""What does an order look like that may be sent as it is? Shown where the API is browsed."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

WISH: Final = [
    OpenApiExample(
        "A box of a map",
        value={
            "rulebook": "pbs-2023.1",
            "territory": "jungle",
            "cell": [2, 2],
            "table": {"width": 45, "depth": 30},
            "seed": 3,
        },
        request_only=True,
    )
]
