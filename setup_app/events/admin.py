"""Events in the admin: names and numbers, no draft and no link; the generals of published lists."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from setup_app.armies.admin import GeneralsAdmin, HiddenGeneralsAdmin
from setup_app.events.models import Entry, Event, VersionGeneral, Visibility


@admin.register(Event)
class EventAdmin(HiddenGeneralsAdmin):
    list_display = ("public_id", "name", "rulebook", "visibility", "created", "changed")
    list_filter = ("rulebook", "visibility")
    search_fields = ("public_id", "name")
    fields = list_display
    readonly_fields = list_display

    def has_add_permission(self, request: object) -> bool:
        return False


@admin.register(VersionGeneral)
class VersionGeneralAdmin(GeneralsAdmin):
    """The generals of lists that their event has published to more than its participants."""

    list_display = ("name", "level", "kind", "is_commander", "player", "event")
    list_select_related = ("version__entry__event",)
    search_fields = (
        *("name", "level", "kind"),
        *("version__entry__name", "version__entry__event__name"),
        "version__entry__event__public_id",
    )
    fields = list_display
    readonly_fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[VersionGeneral]:
        shown = VersionGeneral.objects.filter(
            version__public=True, version__entry__event__lists_published__isnull=False
        )
        return shown.exclude(version__entry__event__visibility=Visibility.PRIVATE)

    @admin.display(ordering="version__entry__name")
    def player(self, general: VersionGeneral) -> Entry:
        return general.version.entry

    @admin.display(ordering="version__entry__event__name")
    def event(self, general: VersionGeneral) -> Event:
        return general.version.entry.event
