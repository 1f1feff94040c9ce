"""Addresses as QR codes for other devices."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe


def qr_code(url: str) -> SafeString:
    """Return the address as a self-contained SVG: no style, no external resources."""
    out = io.BytesIO()
    code = segno.make(url, error="m")
    inks = {"dark": "#000", "light": "#fff"}
    code.save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, **inks)
    return mark_safe(out.getvalue().decode())


def code_for(request: HttpRequest, url: str) -> SafeString:
    """Return the QR code of one of our addresses; empty if no other device could open it."""
    return SafeString("") if here_only(request) else qr_code(url)


def here_only(request: HttpRequest) -> bool:
    """Return whether the address of the page means the local device, whichever device opens it."""
    name = (urlsplit(f"//{request.get_host()}").hostname or "").lower().rstrip(".")
    return name == "localhost" or name.endswith(".localhost") or name == "::1" or name[:4] == "127."
