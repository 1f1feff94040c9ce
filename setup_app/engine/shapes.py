"""Validate values against JSON Schemas, with numbers compared exactly."""

from typing import Final

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

# JSON Schema takes 2.0 for a whole number. Nothing can be counted by it, and its bytes are others.
Shape: Final = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    ),
)
"""Reads a schema: `Shape(schema).iter_errors(value)`. A whole number is written without a point."""
