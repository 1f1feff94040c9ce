"""The admin of maps."""

from django.contrib import admin

from setup_app.maps.models import PbsMap
from setup_app.web.admin_filters import RestrictedFiltersAdmin


@admin.register(PbsMap)
class PbsMapAdmin(RestrictedFiltersAdmin):
    list_display = ("public_id", "name", "territory", "rulebook", "is_official", "changed_at")
    list_filter = ("is_official", "territory")
    search_fields = ("public_id", "name")
    fields = list_display
    readonly_fields = list_display

    def has_add_permission(self, request: object) -> bool:
        return False
