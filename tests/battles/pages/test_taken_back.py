"""Does a page stay quick however often was taken back?"""

from types import SimpleNamespace

from setup_app.battles.pages import look as reading
from setup_app.battles.pages.look import TOLD_AS_READ, PageContext
from setup_app.engine.log import ACT


def test_a_page_replays_only_for_the_last_takings_back(monkeypatch):
    monkeypatch.setattr(reading, "went_back_to", lambda back: back.number - 2)
    monkeypatch.setattr(reading.views, "events", lambda played, viewer, **asked: [])
    backs = [SimpleNamespace(type=ACT, kind="back", number=2 * each) for each in range(1, 51)]
    replays = []
    look = object.__new__(PageContext)
    look.played = SimpleNamespace(entries=backs, at=replays.append)
    look.lines = [{"number": back.number - 1, "undone": True} for back in backs]
    look.viewer = look.say = None

    assert look.struck_lines == {}

    assert replays == [back.number - 1 for back in backs[-TOLD_AS_READ:]]
