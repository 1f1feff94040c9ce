"""The app that stores requests sent with an Idempotency-Key."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class IdempotencyConfig(AppConfig):
    name = "setup_app.idempotency"
    label = "idempotency"
    verbose_name = _("Idempotent requests")
