"""The API of rulebooks: what can be played, with which settings, in which territories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook, Setting
from setup_app.engine.values import LogMessage
from setup_app.rulebooks import registry
from setup_app.web.any_field import AnyField
from setup_app.web.pagination import Pages
from setup_app.wording.speaker import Speaker

PAGES = [
    OpenApiParameter("page", OpenApiTypes.INT),
    OpenApiParameter("page_size", OpenApiTypes.INT),
]


class SettingSerializer(serializers.Serializer[Any]):
    """A gap that groups play differently."""

    name = serializers.CharField()
    rule = serializers.CharField()
    default = AnyField()
    choices = serializers.ListField(child=AnyField())
    schema = serializers.DictField(help_text="JSON Schema of its values.")
    why = serializers.CharField()


class EventNumberSerializer(SettingSerializer):
    """A figure that an event may change, and where a battle states it."""

    given_in = serializers.ChoiceField(choices=["settings", "table"])


class RulingSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    rule = serializers.CharField()
    text = serializers.CharField()


class RulebookStepSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField()
    title = serializers.CharField()


class RulebookSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    edition = serializers.CharField()
    revision = serializers.IntegerField()
    unit = serializers.CharField()
    until = serializers.ListField(child=serializers.CharField())
    steps = RulebookStepSerializer(many=True)
    settings = SettingSerializer(many=True)
    event_numbers = EventNumberSerializer(many=True)
    rulings = RulingSerializer(many=True)
    army_schema = serializers.DictField(help_text="JSON Schema of an army list.")
    source = serializers.CharField()  # type: ignore[assignment]  # DRF keeps fields apart


class BoxSerializer(serializers.Serializer[Any]):
    flank = serializers.ListField(child=serializers.CharField())
    density = serializers.ChoiceField(
        choices=["featureless", "open", "normal", "dense", "very_dense"]
    )


class LimitSerializer(serializers.Serializer[Any]):
    max = serializers.IntegerField()
    types = serializers.ListField(child=serializers.CharField())


class CodedSerializer(serializers.Serializer[Any]):
    """A code with its own parameters beside it."""

    code = serializers.CharField()


class TerrainRowSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    category = serializers.ChoiceField(choices=["good", "rough", "difficult"])
    limit = LimitSerializer(allow_null=True)
    size = serializers.DictField(allow_null=True)
    placement = CodedSerializer(many=True)
    effects = CodedSerializer(many=True)


class TerritorySerializer(serializers.Serializer[Any]):
    """One territory: five rows of five squares, the top row first, and its types of terrain."""

    slug = serializers.CharField()
    name = serializers.CharField()
    cells = serializers.ListField(child=serializers.ListField(child=BoxSerializer()))
    terrain = TerrainRowSerializer(many=True)


def rulebook_named(name: str) -> Rulebook:
    """Return the rulebook of an address. Raises `not_found` for an unknown one."""
    try:
        return registry.rulebook(name)
    except DomainError as unknown:
        raise DomainError("not_found") from unknown


def as_json(rulebook: Rulebook) -> dict[str, Any]:
    speak = Speaker(rulebook)
    settings = rulebook.all_settings()
    return {
        "id": rulebook.id,
        "title": rulebook.title,
        "edition": rulebook.edition,
        "revision": rulebook.revision,
        "unit": rulebook.unit,
        "until": list(rulebook.until),
        "steps": [
            {"rule": step.rule, "title": speak(LogMessage(f"step.{step.rule}"))}
            for step in rulebook.steps
        ],
        "settings": [setting_as_json(each, speak) for each in settings if not each.event_number],
        "event_numbers": [
            setting_as_json(each, speak) | {"given_in": place}
            for place, numbers in (("table", rulebook.table_numbers), ("settings", settings))
            for each in numbers
            if each.event_number
        ],
        "rulings": [
            {**ruling, "text": speak(LogMessage(str(ruling["text"])))}
            for ruling in rulebook.rulings
        ],
        "army_schema": dict(rulebook.army_schema),
        "source": speak(LogMessage(rulebook.source)) if rulebook.source else "",
    }


def setting_as_json(setting: Setting, speak: Speaker) -> dict[str, Any]:
    return {
        "name": setting.name,
        "rule": setting.rule,
        "default": setting.default,
        "choices": list(setting.choices),
        "schema": dict(setting.schema),
        "why": speak(LogMessage(setting.why)),
    }


def territories_of(rulebook: Rulebook) -> tuple[Mapping[str, Any], ...]:
    return rulebook.territories() if rulebook.territories else ()


class RulebooksView(APIView):
    @extend_schema(
        operation_id="rulebooks", responses=RulebookSerializer(many=True), parameters=PAGES
    )
    def get(self, request: Request) -> Response:
        """List every rulebook that can be played here."""
        return paged(request, self, [as_json(each) for each in registry.rulebooks()])

    pagination_class = Pages


class RulebookView(APIView):
    @extend_schema(operation_id="rulebook", responses=RulebookSerializer)
    def get(self, request: Request, rulebook: str) -> Response:
        """Get a rulebook: its settings with the reasons for them, its rulings and its source."""
        return Response(as_json(rulebook_named(rulebook)))


class TerritoriesView(APIView):
    pagination_class = Pages

    @extend_schema(
        operation_id="territories", responses=TerritorySerializer(many=True), parameters=PAGES
    )
    def get(self, request: Request, rulebook: str) -> Response:
        """List every territory of a rulebook, in the order of its source."""
        return paged(request, self, list(territories_of(rulebook_named(rulebook))))


class TerritoryView(APIView):
    @extend_schema(operation_id="territory", responses=TerritorySerializer)
    def get(self, request: Request, rulebook: str, slug: str) -> Response:
        """Get one territory."""
        for territory in territories_of(rulebook_named(rulebook)):
            if territory["slug"] == slug:
                return Response(territory)
        raise DomainError("not_found")


def paged(request: Request, view: APIView, items: list[Any]) -> Response:
    pages = Pages()
    return pages.get_paginated_response(pages.paginate_queryset(items, request, view=view))
