"""Markdown as HTML for our pages: texts that strangers write, and our own documents."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import nh3
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

FIRST_LEVEL: Final = 3
"""The level of the text's highest headings: it stands in a section with a heading of its own."""
LAST_LEVEL: Final = 6
TAGS: Final = frozenset(
    (
        *("a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr"),
        *("li", "ol", "p", "pre", "strong", "ul"),
    )
)
"""No image is among them: loading one from a stranger's server tells who reads the page."""
ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES: Final = frozenset({"http", "https", "mailto"})
LINK_REL: Final = "nofollow ugc noopener noreferrer"
CACHED: Final = 64
MARKS: Final = "[]!*_`<&"
MAX_MARKS: Final = 2000
"""The time to read these marks grows with the square of their number: 20,000 take seconds."""

_parser: Final = MarkdownIt("commonmark", {"html": False})


def render_document(text: str) -> SafeString:
    """Return one of our own documents as HTML, with the headings of a page."""
    html: str = _parser.render(text)
    return mark_safe(html)


@lru_cache(CACHED)
def render_markdown(text: str) -> SafeString:
    """Return CommonMark text as HTML for a page.

    HTML in the text is shown as text. The result passes a second, independent filter that lets only
    `TAGS` through, links to web pages and e-mail addresses, and the link relations that search
    engines and other sites expect for texts of users. Images become their descriptions. A text with
    more than `MAX_MARKS` is shown as it was typed.
    """
    if sum(map(text.count, MARKS)) > MAX_MARKS:
        return mark_safe(linebreaks(text, autoescape=True))
    tokens = _parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            level = min(int(token.tag[1:]) + FIRST_LEVEL - 1, LAST_LEVEL)
            token.tag = f"h{level}"
        for child in token.children or ():
            if child.type == "image":
                child.type, child.tag, child.nesting = "text", "", 0
    html = _parser.renderer.render(tokens, _parser.options, {})
    return mark_safe(
        nh3.clean(
            html,
            tags=set(TAGS),
            attributes=ATTRIBUTES,
            url_schemes=set(SCHEMES),
            link_rel=LINK_REL,
            strip_comments=True,
        )
    )
