"""Events in the admin: names and numbers, no draft and no link."""

from django.contrib import admin

from setup_app.events.models import Event


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs alone
    list_display = ("public_id", "name", "rulebook", "visibility", "created", "changed")
    list_filter = ("rulebook", "visibility")
    search_fields = ("public_id", "name")
    fields = list_display
    readonly_fields = list_display

    def has_add_permission(self, request: object) -> bool:
        return False
