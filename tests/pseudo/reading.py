"""What stands on a page that was never translated, and what is cut off there?"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from setup_app.rulebook_pages.pbs_2023_1.controls import NUMERALS
from setup_app.rulebooks import registry
from tests.pseudo.catalogue import CLOSES, OPENS

OF_THE_USERS = frozenset({"Anna", "Ben", "Metator", *NUMERALS})
"""Names that the tests give, our own, and the numbers of leaders: the same everywhere."""

_STRAY = """
([opens, closes]) => {
  const stray = [];
  let depth = 0;
  const read = (text) => {
    let outside = "";
    for (const letter of text) {
      if (letter === opens) depth += 1;
      else if (letter === closes) depth -= 1;
      else if (!depth) outside += letter;
      else outside += " ";
    }
    return outside.replace(/\\s+/g, " ").trim();
  };
  const apart = (text) => {
    const held = depth;
    depth = 0;
    const found = read(text);
    depth = held;
    return found;
  };
  const note = (text, where) => text && stray.push([text, where]);
  const named = (element) => `${element.localName}.${element.getAttribute("class") || ""}`;
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest("script, style, noscript, bdi, time, [translate=no]")) {
        note(read(node.data), named(node.parentElement));
      }
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
        const text = node.getAttribute(name);
        if (text && !node.closest("[translate=no]")) note(apart(text), `${named(node)}[${name}]`);
      }
    }
  }
  return stray;
}
"""

_CUT = """
() => {
  const cut = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) {
    const beyond = [...document.body.querySelectorAll("*")]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .filter((each, at, all) => !all.some((other) => other !== each && each.contains(other)))
      .map((each) => `${each.localName}.${each.getAttribute("class") || ""}`);
    cut.push(`the page is ${root.scrollWidth} px wide: ${[...new Set(beyond)].slice(0, 4)}`);
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg, .visually-hidden, [hidden], details:not([open])")) continue;
    if (!element.getClientRects().length || !element.textContent.trim()) continue;
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    const [hides, hidesBelow] = [overflowX, overflowY].map((each) => /hidden|clip/.test(each));
    const control = element.matches("button, .button, summary, label:not(.pickable)");
    if (clipPath !== "none" || element.closest("bdi, .pairing, [translate=no]")) continue;
    const wide = element.scrollWidth - element.clientWidth;
    const high = element.scrollHeight - element.clientHeight;
    const aside = (hides || control) && wide > 1;
    if (element.clientWidth && (aside || (hidesBelow && high > 1))) {
      cut.push(`${element.localName}.${element.className}: ${wide} × ${high} px too small: `
        + element.textContent.trim().replace(/\\s+/g, " ").slice(0, 60));
    }
  }
  return cut;
}
"""


@cache
def given_names() -> frozenset[str]:
    """What stands in the samples' lists and in a rulebook's title: names nobody translates."""
    found = set(OF_THE_USERS)
    for rulebook in registry.rulebooks():
        found |= {str(rulebook.title), str(rulebook.edition), str(rulebook.id)}
        for file in Path(rulebook.folder, "samples").glob("*.json"):
            found |= _names_in(json.loads(file.read_text("utf-8")))
    return frozenset(found)


def _names_in(stated: Any) -> set[str]:
    if isinstance(stated, dict):
        own = {stated["name"]} if isinstance(stated.get("name"), str) else set()
        return own.union(*(_names_in(each) for each in stated.values()))
    if isinstance(stated, list):
        return set().union(*(_names_in(each) for each in stated))
    return set()


def untranslated(page: Any) -> list[str]:
    """Text of the page that gettext was never asked for: its words, and where they stand."""
    names = sorted(given_names(), key=len, reverse=True)
    found = []
    for text, where in page.evaluate(_STRAY, [OPENS, CLOSES]):
        for name in names:
            text = text.replace(name, "")
        if any(len(word) > 1 for word in "".join(c if c.isalpha() else " " for c in text).split()):
            found.append(f"{where}: {text}")
    return found


def cut_off(page: Any) -> list[str]:
    """What has no room for its text, and whether the page has to be scrolled sideways.

    The players' names in the head of a battle's page (`.pairing`) are as long as they like there:
    the page says them in full where somebody is asked. A card in the hand (`.pickable`) is held
    aslant, and its note may reach into the room beside it.
    """
    return [str(each) for each in page.evaluate(_CUT)]
