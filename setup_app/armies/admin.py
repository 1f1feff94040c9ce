"""The admin of army lists."""

from django.contrib import admin

from setup_app.armies.models import ArmyList


@admin.register(ArmyList)
class ArmyListAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs alone
    list_display = ("public_id", "name", "player", "rulebook", "is_sample", "changed_at")
    list_filter = ("is_sample", "rulebook")
    search_fields = ("public_id", "name", "player")
    fields = list_display
    readonly_fields = list_display

    def has_add_permission(self, request: object) -> bool:
        return False
