"""When are rulebooks read, and which work do battles bring to the workers?"""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class BattlesConfig(AppConfig):
    name = "setup_app.battles"
    label = "battles"
    verbose_name = "Battles"

    def ready(self) -> None:
        from config import sentences
        from setup_app import refusal_texts
        from setup_app.battles import authentication, work
        from setup_app.rulebooks import registry
        from setup_app.rulebooks.tables_file import RulebookFileError

        assert authentication.SeatScheme  # the schema finds it once its module is imported
        try:
            registry.load(settings.METATOR_RULEBOOKS)
        except (RulebookFileError, registry.NoRulebook) as fault:
            raise ImproperlyConfigured(str(fault)) from fault
        sentences.register(refusal_texts.ALL)
        work.register()
