"""Template tags for scripts and style sheets."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from setup_app.web.assets.bundles import Recipe, bundle

register = template.Library()


@register.simple_tag
def script(*files: str) -> SafeString:
    """One module script that does what the named modules and all that they import do."""
    return format_html('<script type="module" src="{}"></script>', _url("script", files))


@register.simple_tag
def sheet(*files: str) -> SafeString:
    """One style sheet that holds the named ones, in this order."""
    return format_html('<link rel="stylesheet" href="{}">', _url("sheet", files))


def _url(kind: str, files: Sequence[str]) -> str:
    # What a template writes is marked as safe, and such a string names no file.
    return bundle(Recipe(kind, tuple("".join(each) for each in files))).url
