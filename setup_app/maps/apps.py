"""The maps app, which stores the official maps after each migration."""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as present_apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class Maps(AppConfig):
    name = "setup_app.maps"
    label = "maps"
    verbose_name = _("Maps")

    def ready(self) -> None:
        from setup_app.maps.wording import register_sentences

        register_sentences()
        post_migrate.connect(_sync, sender=self, dispatch_uid="official maps")


def _sync(*, using: str, apps: Any = present_apps, **_: Any) -> None:
    # `flush` sends the signal too, without apps.
    from setup_app.maps.services import sync_official_maps

    try:
        model = apps.get_model("maps", "PbsMap")
    except LookupError:  # the migrations were reversed to before the maps
        return
    sync_official_maps(model=model, using=using)
