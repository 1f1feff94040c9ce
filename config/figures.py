"""How is a figure written in the language of the page? 4.5 is 4,5 in most of Europe."""

from decimal import Decimal

from django.utils.formats import number_format


def figure(value: float) -> str:
    """A figure without a nought at its end, with the language's own sign for the decimals."""
    return number_format(Decimal(f"{value:g}"))
