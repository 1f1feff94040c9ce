"""The battles app, which loads the rulebooks and registers job handlers."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class BattlesConfig(AppConfig):
    name = "setup_app.battles"
    label = "battles"
    verbose_name = "Battles"

    def ready(self) -> None:
        from setup_app.battles import challenges, job_handlers
        from setup_app.identity import authentication
        from setup_app.rulebooks import registry
        from setup_app.rulebooks.tables_file import RulebookFileError
        from setup_app.wording import refusals, sentences

        try:
            registry.load(settings.METATOR_RULEBOOKS)
        except (RulebookFileError, registry.NoRulebook) as fault:
            raise ImproperlyConfigured(str(fault)) from fault
        sentences.register(refusals.ALL)
        authentication.register(challenges.holder_of)
        job_handlers.register()
