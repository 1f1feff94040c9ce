"""Tags for a page's preview picture, with the absolute address that chats need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.core.exceptions import DisallowedHost

from setup_app.home.doors import address

register = template.Library()


@register.simple_tag(takes_context=True)
def picture_of(context: Mapping[str, Any], name: str, *given: str) -> str:
    """A picture's whole address by the name it has; nothing without a request or such a picture.

    Nothing either where the request names a host that is not served: the page that says so has no
    address.
    """
    request, found = context.get("request"), address(name, *given)
    if request is None or not found:
        return ""
    try:
        return str(request.build_absolute_uri(found))
    except DisallowedHost:
        return ""
