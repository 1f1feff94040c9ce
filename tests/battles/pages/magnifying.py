"""What is wrong with a page that is magnified four times, or whose text is set wider?

WCAG 1.4.10: 1280 x 1024 at 400 % is a window of 320 x 256; a phone's is as narrow, but higher.
WCAG 1.4.12: somebody's own distances between letters, words, lines and paragraphs cut nothing off.
"""

from __future__ import annotations

from typing import Any

from tests.browser import DRAWN, WIDE
from tests.pseudo.reading import cut_off

LOW = {"width": 320, "height": 256}
PHONE = {"width": 320, "height": 640}

# As a sheet of the document's own, which no policy for what a page contains forbids.
_WIDER = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
"""
_AS_IT_WAS = "() => { document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }"

# Every control is brought into view and looked for where it lies: is it what one would hit?
_COVERED = """
() => {
  const covered = [];
  const controls = ":is(h2, button, a, summary, input, select)";
  for (const each of document.querySelectorAll(`.asked ${controls}`)) {
    if (each.closest("[hidden], .visually-hidden, details:not([open]) > :not(summary)")) continue;
    if (each.matches(".visually-hidden, [type=hidden]") || !each.getClientRects().length) continue;
    each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    if (width < 3 || height < 3) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || each.contains(hit) || hit.contains(each)) continue;
    if (hit.closest("label")?.control === each) continue;
    covered.push(`${each.localName} “${each.textContent.trim().slice(0, 30)}” lies below `
      + `${hit.localName}.${hit.getAttribute("class") || ""}`);
  }
  scrollTo(0, 0);
  return covered;
}
"""


def found_when_magnified(page: Any) -> list[str]:
    """Cut off, covered, or pushed sideways: at 400 % and with wider text."""
    wrong = _found_at(page, LOW)
    page.evaluate(_WIDER)
    for size in (PHONE, WIDE):
        wrong += [f"{each}, with wider text" for each in _found_at(page, size)]
    page.evaluate(_AS_IT_WAS)
    return wrong


def _found_at(page: Any, size: Any) -> list[str]:
    page.set_viewport_size(size)
    page.evaluate(DRAWN)
    found = cut_off(page) + list(page.evaluate(_COVERED))
    return [f"{page.url} at {size['width']} x {size['height']}: {each}" for each in found]
