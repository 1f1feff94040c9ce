"""The admin of army lists, without their contents, and of the samples' generals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst

from setup_app.armies.models import AbstractGeneral, ArmyList, General
from setup_app.web.admin_filters import RestrictedFiltersAdmin

Deleted = tuple[list[Any], dict[str, int], set[str], list[Any]]
"""What the admin shows before it deletes: things, counts, missing permissions, protected things."""


class HiddenGeneralsAdmin(RestrictedFiltersAdmin):
    """Admin base for rows that hold hidden lists. Generals are deleted with their list and not
    mentioned, because their number is part of the list.
    """

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> Deleted:
        things, counts, needed, protected = super().get_deleted_objects(objs, request)
        generals = [
            each._meta for each in self.admin_site._registry if issubclass(each, AbstractGeneral)
        ]
        one = {str(each.verbose_name) for each in generals}
        many = {str(each.verbose_name_plural) for each in generals}
        return (
            _without(things, tuple(f"{capfirst(each)}: " for each in one)),
            {str(each): count for each, count in counts.items() if str(each) not in many},
            {str(each) for each in needed} - one,
            protected,
        )


def _without(things: Sequence[Any], starts: tuple[str, ...]) -> list[Any]:
    """Return a tree of lines without those that start like this."""
    kept = (
        _without(each, starts) if isinstance(each, list) else each
        for each in things
        if isinstance(each, list) or not each.startswith(starts)
    )
    return [each for each in kept if each != []]


class GeneralsAdmin(RestrictedFiltersAdmin):
    """Admin base for generals, which change only with their list. A subclass limits `get_queryset`
    to lists that everyone may read.
    """

    list_filter = ("level", "kind", "is_commander")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(ArmyList)
class ArmyListAdmin(HiddenGeneralsAdmin):
    list_display = ("public_id", "name", "player", "rulebook", "is_sample", "changed_at")
    list_filter = ("is_sample", "rulebook")
    search_fields = ("public_id", "name", "player")
    fields = list_display
    readonly_fields = list_display

    def has_add_permission(self, request: object) -> bool:
        return False


@admin.register(General)
class GeneralAdmin(GeneralsAdmin):
    """The generals of sample lists."""

    list_display = ("name", "level", "kind", "is_commander", "army_list")
    list_select_related = ("army_list",)
    search_fields = ("name", "level", "kind", "army_list__name", "army_list__public_id")
    fields = list_display
    readonly_fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[General]:
        return General.objects.filter(army_list__is_sample=True)
