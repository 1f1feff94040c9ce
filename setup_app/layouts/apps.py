"""Which work do layouts bring to the workers?"""

from django.apps import AppConfig


class LayoutsConfig(AppConfig):
    name = "setup_app.layouts"
    label = "layouts"
    verbose_name = "Layouts"

    def ready(self) -> None:
        from setup_app.layouts import work

        work.register()
