"""How is this app called?"""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Repeats(AppConfig):
    name = "setup_app.idempotency"
    label = "repeats"
    verbose_name = _("Repeated requests")
