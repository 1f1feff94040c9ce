"""The admin of battles: their state, without seed, hands or digest.

The digest covers both hands, which are few enough to be guessed from it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from rest_framework.authtoken.models import TokenProxy

from setup_app.battles.models import Battle, Challenge
from setup_app.web.admin_filters import RestrictedFiltersAdmin

# REST framework would list all API tokens in full.
admin.site.unregister(TokenProxy)


class ReadOnly(RestrictedFiltersAdmin):
    """Admin base for rows that only playing changes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    """The battles, read-only: only playing changes a battle."""

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
        "read_only",
        "read_only_reason",
        "created",
        "changed",
        "finished",
        "closed",
        "closes_at",
        "account",
        "bot_side",
        "rematch_of",
    )
    readonly_fields = fields


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly):
    """The challenges, read-only: each is open, accepted or withdrawn. Its list may be closed."""

    list_display = ("public_id", "rulebook", "state", "listed", "created")
    list_filter = ("rulebook", "state", "listed")
    search_fields = ("public_id",)
    fields = ("public_id", "rulebook", "state", "listed", "points", "created", "account", "battle")
    readonly_fields = fields
