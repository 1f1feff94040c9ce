"""Parts of the OpenAPI schema that no view declares: errors, and the content of lists."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.plumbing import ResolvedComponent

from setup_app.engine.rulebook import Rulebook
from setup_app.rulebooks import registry

PROBLEM = "Problem"
VIOLATION = "ProblemViolation"

COMPONENTS: dict[str, Any] = {
    VIOLATION: {
        "type": "object",
        "description": "One broken rule.",
        "properties": {
            "code": {
                "type": "string",
                "description": "A stable code; the message text may change.",
            },
            "pieces": {"type": "array", "items": {"type": "string"}},
            "rule": {"type": "string", "nullable": True, "description": "The rulebook section."},
            "message": {"type": "string"},
            "measured": {"type": "number", "nullable": True},
            "required": {"type": "number", "nullable": True},
            "where": {
                "type": "object",
                "nullable": True,
                "additionalProperties": True,
                "description": "A GeoJSON geometry in table coordinates.",
            },
        },
        "required": ["code", "pieces", "rule", "message", "measured", "required", "where"],
    },
    PROBLEM: {
        "type": "object",
        "description": "Problem details (RFC 9457).",
        "properties": {
            "type": {"type": "string", "format": "uri"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "code": {
                "type": "string",
                "description": "A stable code; the message text may change.",
            },
            "violations": {
                "type": "array",
                "items": {"$ref": f"#/components/schemas/{VIOLATION}"},
            },
        },
        "required": ["type", "title", "status", "detail", "code", "violations"],
    },
}


OPEN_TO_ALL = ("/api/v1/layouts/", "/api/v1/rulebooks/")
"""The addresses that need no authentication: the docs show no padlock for them."""


def open_to_all(result: dict[str, Any], generator: Any, request: Any, public: bool) -> Any:
    """Remove security requirements where the response is the same for everyone."""
    for path, operations in result.get("paths", {}).items():
        if path.startswith(OPEN_TO_ALL):
            for operation in operations.values():
                if isinstance(operation, dict) and "responses" in operation:
                    operation["security"] = []
    return result


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> Any:
    """Give every operation under /api/v1/ a default response: a problem."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(COMPONENTS)
    answer = {
        "description": "The request failed.",
        "content": {
            "application/problem+json": {"schema": {"$ref": f"#/components/schemas/{PROBLEM}"}}
        },
    }
    for path, operations in result.get("paths", {}).items():
        if not path.startswith("/api/v1/"):
            continue
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].setdefault("default", answer)
    return result


def describe_armies(result: dict[str, Any], generator: Any, request: Any, public: bool) -> Any:
    """Describe an army list by the rulebooks' own schemas; as alternatives if there are several.

    It runs before the hook that names enumerations, which keeps the components of the registry.
    """
    components = result["components"]["schemas"]
    rulebooks = registry.rulebooks()
    for ending in ("", "Request"):
        army = components.get(f"Army{ending}")
        if army is None:
            continue
        said = {"description": army["description"]}
        army.clear()
        if len(rulebooks) == 1:
            army |= {**_army(generator, rulebooks[0], "", ending), **said}
            continue
        named = {each.id.title().replace("-", "").replace(".", ""): each for each in rulebooks}
        for name, rulebook in named.items():
            _put(generator, f"{name}Army{ending}", _army(generator, rulebook, name, ending))
        refs = [_reference(f"{name}Army{ending}") for name in named]
        army |= {"oneOf": refs, **said}
    return {**result, "components": generator.registry.build({})}


def _army(generator: Any, rulebook: Rulebook, before: str, ending: str) -> dict[str, Any]:
    """Return one rulebook's list; each object in it becomes a component under its own name."""
    properties = {}
    for name, schema in rulebook.army_schema.get("properties", {}).items():
        inner = f"{before}{name.removesuffix('s').capitalize()}{ending}"
        properties[name] = _in_openapi(schema)
        if "properties" in schema:
            _put(generator, inner, properties[name])
            properties[name] = _reference(inner)
        elif "properties" in schema.get("items", {}):
            _put(generator, inner, properties[name]["items"])
            properties[name]["items"] = _reference(inner)
    if not properties:
        return {"type": "object", "additionalProperties": True}
    left_out = ("$schema", "title", "properties")
    said = {key: value for key, value in rulebook.army_schema.items() if key not in left_out}
    return {**said, "properties": properties}


def _put(generator: Any, name: str, schema: dict[str, Any]) -> None:
    component = ResolvedComponent(  # type: ignore[no-untyped-call]  # untyped there
        name, ResolvedComponent.SCHEMA, schema=schema, object=name
    )
    generator.registry.register_on_missing(component)


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _in_openapi(schema: Any) -> Any:
    """Return a JSON Schema as OpenAPI 3.0 writes it: without `const`, null separate."""
    if isinstance(schema, list):
        return [_in_openapi(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    said = {key: _in_openapi(value) for key, value in schema.items() if key != "const"}
    if "const" in schema:
        said["enum"] = [schema["const"]]
    if None in said.get("enum", ()):
        said["enum"] = [each for each in said["enum"] if each is not None]
        said["nullable"] = True
    if all(isinstance(each, str) for each in said.get("enum", (None,))):
        said["type"] = "string"
    return said
