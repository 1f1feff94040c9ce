"""The login of `/admin/`, with a limit on attempts."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

from setup_app.web.throttling import address_of, digest, within_limit

WINDOW: Final = 15 * 60
PER_ADDRESS: Final = 20
PER_NAME: Final = 10


class AdminLogin(AdminAuthenticationForm):
    """Refuses attempts beyond the limits without looking at the password.

    Counts per network address, so that one client cannot try many names, and per name, so that many
    clients cannot try one. Anyone can use up the attempts of a name; that ends with the window.
    """

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", "")).strip().casefold()
        address = address_of(self.request)
        counted = (
            within_limit(f"admin-address:{digest(address)}", allowed=PER_ADDRESS, window=WINDOW),
            within_limit(f"admin-name:{digest(name)}", allowed=PER_NAME, window=WINDOW),
        )
        if not all(counted):
            minutes = WINDOW // 60
            words = ngettext(
                "Too many attempts. Try again in %(minutes)d minute.",
                "Too many attempts. Try again in %(minutes)d minutes.",
                minutes,
            )
            raise ValidationError(words % {"minutes": minutes}, code="too_many_attempts")
        return super().clean()
