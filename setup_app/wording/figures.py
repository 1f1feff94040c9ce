"""Format and parse numbers in the language of the page. 4.5 is 4,5 in most of Europe."""

from decimal import Decimal

from django.utils.formats import number_format


def figure(value: float) -> str:
    """Return a figure without trailing zeros, with the language's decimal sign."""
    return number_format(Decimal(f"{value:g}"))


def typed(text: str) -> float | None:
    """Return a typed figure, with a comma or a point; None for anything else."""
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    if number != number or abs(number) > 10**6 or not text.isascii() or "_" in text:
        return None
    return int(number) if number == int(number) else number


def typed_or(text: str | None, default: float) -> float:
    """Return a typed figure, or the default if it is unreadable."""
    number = typed(text or "")
    return default if number is None else number
