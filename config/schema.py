"""What does the OpenAPI schema say of every operation alike? That errors are problems."""

from typing import Any

PROBLEM = "Problem"
VIOLATION = "ProblemViolation"

COMPONENTS: dict[str, Any] = {
    VIOLATION: {
        "type": "object",
        "description": "One broken rule.",
        "properties": {
            "code": {"type": "string", "description": "Stable; the text is not."},
            "pieces": {"type": "array", "items": {"type": "string"}},
            "rule": {"type": "string", "nullable": True, "description": "The rule's section."},
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
            "code": {"type": "string", "description": "Stable; the text is not."},
            "violations": {
                "type": "array",
                "items": {"$ref": f"#/components/schemas/{VIOLATION}"},
            },
        },
        "required": ["type", "title", "status", "detail", "code", "violations"],
    },
}


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> Any:
    """Give every operation under /api/v1/ a default response: a problem."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(COMPONENTS)
    answer = {
        "description": "What went wrong.",
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
