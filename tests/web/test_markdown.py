"""Markdown of strangers becomes HTML that does nothing but show text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from setup_app.web.markdown import MAX_MARKS, TAGS, render_markdown

REL = 'rel="nofollow ugc noopener noreferrer"'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** and *italic*", "<p><strong>bold</strong> and <em>italic</em></p>"),
        ("# Top", "<h3>Top</h3>"),
        ("## Second", "<h4>Second</h4>"),
        ("###### Sixth", "<h6>Sixth</h6>"),
        ("3. x", '<ol start="3">\n<li>x</li>\n</ol>'),
        ("[to](https://a.b)", f'<p><a href="https://a.b" {REL}>to</a></p>'),
        ("[to](mailto:a@b.c)", f'<p><a href="mailto:a@b.c" {REL}>to</a></p>'),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
        ("![a *face*](https://a.b/x.png)", "<p>a *face*</p>"),
        ("[x](javascript:alert)", "<p>[x](javascript:alert)</p>"),
        ("[x](data:text/html,1)", "<p>[x](data:text/html,1)</p>"),
        ("`<i>`", "<p><code>&lt;i&gt;</code></p>"),
    ],
)
def test_a_text_is_formatted_and_nothing_in_it_acts(text: str, html: str) -> None:
    assert render_markdown(text).strip() == html


def test_a_scheme_that_is_no_web_page_makes_no_link() -> None:
    assert "href" not in render_markdown("[x](tel:123) [y](vbscript:z) [z](JaVaScRiPt&colon;z)")


@pytest.mark.parametrize(("count", "read"), [(MAX_MARKS, True), (MAX_MARKS + 1, False)])
def test_a_text_of_marks_alone_is_shown_as_typed(count: int, read: bool) -> None:
    text = "**a**" + "*" * (count - 4)

    assert ("<strong>" in render_markdown(f"**a**\n\n{'`' * (count - 4)}")) == read
    assert "<script>" not in render_markdown(f"<script>{text}")


@settings(max_examples=60)
@given(some.text(alphabet="<>[]()!*_`#&;:/\\\"'= \nabsonclickhrefjavascript", max_size=80))
def test_no_other_tag_comes_out_of_any_text(text: str) -> None:
    html = render_markdown(text)

    tags = {each.split(">")[0].split()[0].strip("/") for each in html.split("<")[1:]}
    assert tags <= TAGS
    assert "javascript:" not in "".join(part.split('"')[0] for part in html.split('href="')[1:])
