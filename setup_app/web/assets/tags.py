"""Template tags for scripts and style sheets."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from setup_app.web.assets.bundles import Recipe, bundle

register = template.Library()


@register.simple_tag
def script(*files: str) -> SafeString:
    """Return one module script with the named modules and everything that they import."""
    return format_html('<script type="module" src="{}"></script>', _url("script", files))


@register.simple_tag
def sheet(*files: str) -> SafeString:
    """Return one style sheet with the named ones, in this order."""
    return format_html('<link rel="stylesheet" href="{}">', _url("sheet", files))


def _url(kind: str, files: Sequence[str]) -> str:
    # A template's literal is marked as safe; such a string does not work as a file name.
    return bundle(Recipe(kind, tuple("".join(each) for each in files))).url
