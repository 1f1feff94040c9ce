"""The armies app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Armies(AppConfig):
    name = "setup_app.armies"
    label = "armies"
    verbose_name = _("Armies")

    def ready(self) -> None:
        from setup_app.armies.wording import register_sentences

        register_sentences()
