"""Template tag for forms whose answer may be lost: `{% load once %}{% once %}`."""

from __future__ import annotations

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from setup_app.identity.sessions import ONCE

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """Return a hidden field with a random value, by which `follow_renewed` knows the form again."""
    return format_html('<input type="hidden" name="{}" value="{}">', ONCE, secrets.token_hex(16))
