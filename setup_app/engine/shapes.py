"""Validate values against JSON Schemas, with numbers compared exactly."""

from typing import Final

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

# JSON Schema accepts 2.0 as a whole number. Such a number cannot count, and its bytes differ.
Shape: Final = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    ),
)
"""The schema validator: `Shape(schema).iter_errors(value)`. Whole numbers have no decimal point."""
