"""Settings that groups and events may choose, and rulings without a choice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

SETTING_KINDS = (
    "choice",
    "switch",
    "number",
    "deck",
    "dice_faces",
    "boxes",
    "limit",
    "most",
    "size",
    "figures",
)
EVENT_NUMBER_KINDS = ("number", "range", "own_sizes")


@dataclass(frozen=True)
class RuleSection:
    """A step of the sheet; `played` is false if this program only shows the rules."""

    id: str
    title: str
    played: bool


@dataclass(frozen=True)
class RuleSetting:
    """A gap of the sheet that groups fill differently.

    `default` and the values of `schema` are JSON: treat them as read-only. `title`, `why` and the
    values of `choice_texts` are codes of texts. `later`: its section is not played.
    """

    name: str
    section: str
    kind: str
    default: Json = field(hash=False)
    schema: Mapping[str, Json] = field(hash=False)
    choices: tuple[Json, ...] | None
    choice_texts: tuple[tuple[str, str], ...]
    title: str
    why: str
    later: bool

    def allows(self, value: object) -> bool:
        """Return whether a battle or event may choose this value, which is any JSON."""
        match self.kind:
            case "choice":
                return isinstance(value, str) and value in (self.choices or ())
            case "switch":
                return isinstance(value, bool)
            case "number":
                return _is_number(value, self.schema)
            case "limit":
                return value is None or _is_number(value, self.schema)
            case "most":
                return value is None or (_is_number(value, self.schema) and _is_whole(value))
            case "size":
                return _are_sides(value, self.schema)
            case "figures":
                return _are_figures(value, self.default, self.schema)
            case "boxes":
                return value == "any" or _are_boxes(value)
            case "deck":
                counts = _counts(value, self.default)
                return counts is not None and sum(counts) == _total(self.default)
            case "dice_faces":
                return _are_dice(value, self.default)
        raise AssertionError(f"a setting of an unknown kind {self.kind!r}")


@dataclass(frozen=True)
class EventNumber:
    """A figure of the sheet that an event may change.

    A `range` is a list of a least and a greatest value. `own_sizes` gives, by type, the bounds of
    its row, each null if it is omitted; `min` is omitted if `max` is. `given_in` says whether a
    battle carries the number among its settings or as a side of its table.
    """

    name: str
    section: str
    kind: str
    default: float | tuple[float, float] | Mapping[str, Mapping[str, None]] = field(hash=False)
    min: float
    max: float
    given_in: str
    text: str

    def allows(self, value: object) -> bool:
        """Return whether an event may choose this value, which is any JSON."""
        bounds: Mapping[str, Json] = {"minimum": self.min, "maximum": self.max}
        if self.kind == "number":
            return _is_number(value, bounds)
        if isinstance(self.default, Mapping):
            return isinstance(value, dict) and all(
                _is_own_size(size, self.default.get(type_, {}), bounds)
                for type_, size in value.items()
            )
        if not isinstance(value, list) or len(value) != 2:
            return False
        return all(_is_number(one, bounds) for one in value) and bool(value[0] <= value[1])

    @property
    def schema(self) -> Mapping[str, Json]:
        """Return the JSON Schema of its values; a schema cannot say that a least is below a
        greatest.
        """
        number: dict[str, Json] = {"type": "number", "minimum": self.min, "maximum": self.max}
        if self.kind == "number":
            return number
        if isinstance(self.default, Mapping):
            figure: dict[str, Json] = {**number, "type": ["number", "null"]}
            return _object(
                {
                    type_: _object(dict.fromkeys(bounds, figure))
                    for type_, bounds in self.default.items()
                }
            )
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}

    @property
    def default_as_json(self) -> Json:
        """Return the default in the form of a battle's settings."""
        if isinstance(self.default, Mapping):
            return {type_: dict(bounds) for type_, bounds in self.default.items()}
        return list(self.default) if isinstance(self.default, tuple) else self.default


@dataclass(frozen=True)
class Ruling:
    """A gap closed without a choice; `text` is the code of its sentence."""

    id: str
    section: str
    text: str
    later: bool


def _is_number(value: object, bounds: Mapping[str, Json]) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    least, greatest = bounds.get("minimum"), bounds.get("maximum")
    if isinstance(least, int | float) and not value >= least:
        return False
    # Written so that NaN, which compares with nothing, is refused too.
    return value <= greatest if isinstance(greatest, int | float) else 0 <= value < float("inf")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def _is_own_size(value: object, known: Mapping[str, None], bounds: Mapping[str, Json]) -> bool:
    """Return whether a value states some of the known bounds of a size, and its greatest with
    them.
    """
    if not isinstance(value, dict) or not value.keys() <= known.keys() or not known:
        return False
    stated = {name: one for name, one in value.items() if one is not None}
    if not all(_is_number(one, bounds) for one in stated.values()):
        return False
    return not stated or bool("max" in stated and stated.get("min", 0) < stated["max"])


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _are_sides(value: object, schema: Mapping[str, Json]) -> bool:
    """Return whether a value is a width and a depth, each within its bounds."""
    bounds = schema["items"]
    assert isinstance(bounds, dict)
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(_is_number(side, bounds) for side in value)


def _are_figures(value: object, like: Json, schema: Mapping[str, Json]) -> bool:
    """Return whether a value has a figure within its bounds for each key that another has."""
    if not isinstance(value, dict) or not isinstance(like, dict) or value.keys() != like.keys():
        return False
    bounds = schema["properties"]
    assert isinstance(bounds, dict)
    return all(
        isinstance(one := bounds[name], dict) and _is_number(figure, one)
        for name, figure in value.items()
    )


def _are_boxes(value: object) -> bool:
    """Return whether a value is a list of different [row, col], each from 0 to 4, not empty."""
    if not isinstance(value, list) or not value:
        return False
    for box in value:
        if not isinstance(box, list) or len(box) != 2:
            return False
        if not all(type(place) is int and 0 <= place <= 4 for place in box):
            return False
    return len({tuple(box) for box in value}) == len(value)


def _counts(value: object, like: Json) -> list[int] | None:
    """Return the counts of a mapping with the same keys as another, or None for anything else."""
    if not isinstance(value, dict) or not isinstance(like, dict) or value.keys() != like.keys():
        return None
    counts = list(value.values())
    return counts if all(type(one) is int and one >= 0 for one in counts) else None


def _total(counts: Json) -> int:
    found = _counts(counts, counts)
    return sum(found) if found is not None else 0


def _are_dice(value: object, like: Json) -> bool:
    """Return whether every die of a default has as many faces here as it has there."""
    if not isinstance(value, dict) or not isinstance(like, dict) or value.keys() != like.keys():
        return False
    for die, faces in like.items():
        counts = _counts(value[die], faces)
        if counts is None or sum(counts) != _total(faces):
            return False
    return True
