"""Example requests for the API's browsable page."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiExample

WISH: Final = [
    OpenApiExample(
        "A map square",
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
