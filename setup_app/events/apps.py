"""The app's configuration: what it registers with other apps when Django is ready."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Events(AppConfig):
    name = "setup_app.events"
    label = "events"
    verbose_name = _("Events")

    def ready(self) -> None:
        from setup_app.events import job_handlers
        from setup_app.events.api import event_tables, prints
        from setup_app.events.event import tokens, wording
        from setup_app.events.event_tables import receivers
        from setup_app.identity import authentication

        authentication.register(tokens.holder_of)
        wording.register_sentences()
        receivers.connect()
        job_handlers.register()
        event_tables.register()
        prints.register()
