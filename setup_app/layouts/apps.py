"""The layouts app and its job handlers."""

from django.apps import AppConfig
from django.conf import settings


class LayoutsConfig(AppConfig):
    name = "setup_app.layouts"
    label = "layouts"
    verbose_name = "Layouts"

    def ready(self) -> None:
        # The second is imported for its registration: it describes the results of jobs in the
        # schema.
        from setup_app.layouts import job_handlers, job_results  # noqa: F401 -- known by being imported
        from terrain.draw.typesetting import use_fonts

        job_handlers.register()
        if settings.FONTS is not None:
            use_fonts(settings.FONTS)
