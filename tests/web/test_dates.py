"""Dates and times on pages: an event's zone for events, the reader's clock for everything else."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils.timezone import now

from setup_app.web.dates import format_age, format_day, format_days, format_hour, format_moment

WINTER = datetime(2026, 12, 19, 9, 30, tzinfo=UTC)
SUMMER = datetime(2026, 7, 1, 21, 5, tzinfo=UTC)


def shown(tag: str, at: object) -> str:
    return Template("{% load dates %}{% " + tag + " %}").render(Context({"at": at}))


@pytest.mark.parametrize(
    ("moment", "zone", "text"),
    [
        (WINTER, "Europe/London", "Saturday 19 December 2026, 09:30 GMT"),
        (SUMMER, "Europe/London", "Wednesday 1 July 2026, 22:05 BST"),
        (SUMMER, "Asia/Tokyo", "Thursday 2 July 2026, 06:05 JST"),
        (WINTER, "America/New_York", "Saturday 19 December 2026, 04:30 EST"),
        (WINTER, "Asia/Tashkent", "Saturday 19 December 2026, 14:30 UTC+05"),
        (WINTER, "America/Sao_Paulo", "Saturday 19 December 2026, 06:30 UTC-03"),
        (WINTER, "UTC", "Saturday 19 December 2026, 09:30 UTC"),
    ],
)
def test_a_moment_is_shown_in_a_zone_with_its_abbreviation(moment, zone, text):
    assert format_moment(moment, ZoneInfo(zone)) == text
    assert shown(f'when at zone="{zone}"', moment) == (
        f'<time datetime="{moment.isoformat()}">{text}</time>'
    )


def test_a_day_and_an_hour_are_shown_alone():
    assert format_day(date(2026, 12, 19)) == "Saturday 19 December 2026"
    assert format_hour(SUMMER, ZoneInfo("Europe/London")) == "22:05 BST"
    assert format_hour(SUMMER) == "21:05 UTC"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1\xa0minute ago"),
        (125, "2\xa0minutes ago"),
        (3 * 3600 + 300, "3\xa0hours ago"),
        (26 * 3600, "1\xa0day ago"),
    ],
)
def test_an_age_is_one_number_with_its_unit(seconds, text):
    moment = now() - timedelta(seconds=seconds)

    assert format_age(moment) == text
    assert shown('when at "age"', moment) == (
        f'<time datetime="{moment.isoformat()}">{text}</time>'
    )


@pytest.mark.parametrize(
    ("shows", "text"),
    [
        ("moment", "19 December 2026, 09:30 UTC"),
        ("day", "19 December 2026"),
        ("hour", "09:30 UTC"),
    ],
)
def test_without_a_zone_a_script_may_show_the_readers_clock(shows, text):
    assert shown(f'when at "{shows}"', WINTER) == (
        f'<time datetime="2026-12-19T09:30:00+00:00" data-shows="{shows}">{text}</time>'
    )


def test_a_day_of_the_calendar_has_no_zone():
    day = date(2026, 12, 19)

    assert shown("when at", day) == '<time datetime="2026-12-19">Saturday 19 December 2026</time>'


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ([], ""),
        (["2026-12-19"], "Saturday 19 December 2026"),
        (["2026-12-19", "2026-12-20"], "Saturday 19 – Sunday 20 December 2026"),
        (["2026-12-20", "2026-12-18", "2026-12-19"], "Friday 18 – Sunday 20 December 2026"),
        (["2026-10-31", "2026-11-01"], "Saturday 31 October – Sunday 1 November 2026"),
        (["2026-12-31", "2027-01-01"], "Thursday 31 December 2026 – Friday 1 January 2027"),
        (["2026-12-19", "2026-12-21"], "Saturday 19 December 2026, Monday 21 December 2026"),
    ],
)
def test_consecutive_days_are_a_range(days, text):
    assert format_days([date.fromisoformat(day) for day in days]) == text
    assert re.sub("<[^>]*>", "", shown("when at", days)) == text


def test_each_end_of_a_range_is_an_element():
    assert shown("when at", ["2026-12-19", "2026-12-20"]) == (
        '<time datetime="2026-12-19">Saturday 19</time> – '
        '<time datetime="2026-12-20">Sunday 20 December 2026</time>'
    )


def test_a_zone_shows_its_own_day():
    assert shown('when at "day" zone="Asia/Tokyo"', SUMMER) == (
        '<time datetime="2026-07-01T21:05:00+00:00">Thursday 2 July 2026</time>'
    )
    assert shown('when at "hour" zone="Asia/Tokyo"', SUMMER) == (
        '<time datetime="2026-07-01T21:05:00+00:00">06:05 JST</time>'
    )
