"""What may this server's owner see of battles in the admin? Where they stand; no seed, no hand."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from setup_app.battles.models import Battle


@admin.register(Battle)
class BattleAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only: a battle is changed by playing it."""

    list_display = ("public_id", "rulebook", "version", "read_only", "created", "finished")
    list_filter = ("rulebook", "read_only", "visibility")
    search_fields = ("public_id",)
    fields = (
        "public_id",
        "rulebook",
        "revision",
        "visibility",
        "version",
        "head",
        "digest",
        "read_only",
        "read_only_reason",
        "created",
        "changed",
        "finished",
        "closed",
        "closes_at",
        "owner",
        "bot_side",
        "rematch_of",
    )
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
