"""The path converter for whole numbers in an address, which are bounded like stored numbers."""

from __future__ import annotations

from typing import Final

from django.urls.converters import IntConverter

from setup_app.web.json_fields import MAX_SIZE

NAME: Final = "number"


class NumberConverter(IntConverter):
    """A number from 0 to 2^31 - 1. An address with a larger number does not exist (404).

    Django's `int` has no bound, and neither database accepts a number of more than 64 bits.
    """

    def to_python(self, value: str) -> int:
        number = super().to_python(value)
        if number > MAX_SIZE:
            raise ValueError("the number is larger than any that is stored")
        return number
