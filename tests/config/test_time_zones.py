"""Whose time zones count? Those that are pinned, whatever the machine has."""

from importlib.resources import files
from zoneinfo import TZPATH, ZoneInfo


def test_zones_come_from_the_pinned_package() -> None:
    assert TZPATH == ()
    assert ZoneInfo("Europe/Rome").key == "Europe/Rome"
    assert files("tzdata").joinpath("zoneinfo/Europe/Rome").is_file()
