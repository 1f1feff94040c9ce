"""The form of generator options, and its faults by field."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.engine.errors import DomainError
from setup_app.engine.rulebook import Rulebook
from setup_app.house_rules import form
from setup_app.layouts.pages import piece_choice
from setup_app.layouts.pages.wording import EVEN_HALVES, POLICIES
from setup_app.layouts.requests import read_wish, read_with_rules
from setup_app.layouts.sets.services import MAX_TABLES
from setup_app.maps.wording import density_in_words, flank_in_words, territory_in_words
from setup_app.rulebooks import registry
from setup_app.wording.figures import figure as written
from setup_app.wording.sentences import sentence
from terrain.core.layout import FORMAT

ANY = "any"
NO_FLANK = "none"
SEEDS = 1_000_000
MAX_SEED_LENGTH = 100
MAX_OF_SET_LENGTH = 80
"""The seed of several tables, to which their numbers are appended."""
OF_WISH = frozenset(
    {"rulebook", "territory", "density", "flank", "policy", "size", "settings"}
    | {"width", "depth", "base_width_mm"}
)
BEGINNING_OF_WISH = ("box-", "wish-", "set-")
"""The other prefixes of option fields: a territory's box, requested pieces, house rulings."""
SCALES = (1.0, 2 / 3, 4 / 3)


@dataclass(frozen=True)
class WishRefused(Exception):
    """A form without valid options; `faults` are sentences by field, "" for the whole form."""

    faults: Mapping[str, str]


def layable() -> tuple[Rulebook, ...]:
    """Return the rulebooks that can generate a whole table."""
    return tuple(each for each in registry.rulebooks() if each.generate and each.territories)


def fresh_seed() -> int:
    """Return a seed that is short enough to say across a table."""
    return secrets.randbelow(SEEDS - 1) + 1


def presets(rulebook: Rulebook) -> tuple[tuple[float, float], ...]:
    """Return the offered table sizes: the usual one, and a smaller and a larger of the same
    shape.
    """
    usual = rulebook.usual_table()
    return tuple((round(usual["width"] * scale), round(usual["depth"] * scale)) for scale in SCALES)


@cache
def of_ground(rulebook: str) -> frozenset[str]:
    """Return the settings that matter to a table: those of the chapters that judge it."""
    found = registry.rulebook(rulebook)
    territory = (found.territories() if found.territories else ({},))[0]
    usual = found.usual_table()
    bare: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": rulebook,
        "territory": territory.get("slug"),
        "density": found.box_maps.densities[0] if found.box_maps else None,
        "flank": [],
        "table": {"width": usual["width"], "depth": usual["depth"]},
        "settings": {},
        "pieces": [],
    }
    _layout, rules = read_with_rules(bare)
    chapters = {_chapter(section) for section in rules.sections.values()}
    return frozenset(
        setting.name for setting in found.all_settings() if _chapter(setting.rule) in chapters
    )


def _chapter(section: str) -> str:
    return section.partition(".")[0]


def wish_of(rulebook: Rulebook, sent: QueryDict) -> dict[str, Any]:
    """Return the options of a submitted form, with a random territory and box by default.

    Raises `WishRefused` with every fault.
    """
    faults: dict[str, str] = {}
    seed = _seed(sent.get("seed", ""), faults)
    if sent.get("territory") == ANY:
        sent = _in_some_territory(rulebook, sent, Random(f"territory/{seed}"))
    territory = _territory(rulebook, sent.get("territory", ""), faults)
    table = _table(rulebook, sent, faults)
    base = _figure(sent, "base_width_mm", rulebook.usual_table()["base_width_mm"], faults)
    policy = sent.get("policy", EVEN_HALVES)
    if policy not in POLICIES:
        faults["policy"] = _("Choose how terrain is placed.")
    # Chosen from the seed as well, so that the same form gives the same table.
    chance = Random(f"box/{seed}")
    box = _box(rulebook, territory, (sent, chance), faults) if territory else {}
    wish: dict[str, Any] = {
        "rulebook": rulebook.id,
        "territory": territory.get("slug", ""),
        **box,
        "table": table,
        "base_width_mm": base,
        "settings": form.chosen(rulebook, sent) if "settings" in sent else {},
        "seed": seed,
        "policy": policy,
    }
    selection = piece_choice.selection_of(territory, sent, faults)
    if selection:
        wish["selection"] = selection
    if not faults:
        _judge(rulebook, wish, faults)
    if not faults and territory.get("cells") and "cell" not in box:
        faults["density"] = _no_such_box(rulebook, territory["slug"], sent)
    if faults:
        raise WishRefused(faults)
    return wish


def wishes_of(rulebook: Rulebook, sent: QueryDict) -> list[dict[str, Any]]:
    """Return the options of each table that a form requests: one with its seed, several with
    `seed/1`, `seed/2` and so on, each with its own box if any box is allowed.

    Raises `WishRefused` with every fault.
    """
    faults: dict[str, str] = {}
    count = _count(sent.get("count", ""), faults)
    seed = _seed(
        sent.get("seed", ""), faults, most=MAX_SEED_LENGTH if count == 1 else MAX_OF_SET_LENGTH
    )
    try:
        first = wish_of(rulebook, seeded(sent, seed if count == 1 else f"{seed}/1"))
    except WishRefused as refused:
        raise WishRefused({**refused.faults, **faults}) from refused
    if faults:
        raise WishRefused(faults)
    others = (wish_of(rulebook, seeded(sent, f"{seed}/{at}")) for at in range(2, count + 1))
    return [first, *others]


def seeded(sent: QueryDict, seed: int | str) -> QueryDict:
    """Return the same form with another seed."""
    other = sent.copy()
    other["seed"] = str(seed)
    return other


def encode_form(sent: QueryDict) -> str:
    """Return a form's fields as stored with a set, to request another table."""
    fields = QueryDict(mutable=True)
    for name in sorted(sent):
        if name in OF_WISH or name.startswith(BEGINNING_OF_WISH):
            fields.setlist(name, [each[:MAX_SEED_LENGTH] for each in sent.getlist(name)])
    return fields.urlencode()


def in_any_territory(form: str) -> bool:
    """Return whether the stored fields of a form leave the territory to chance."""
    return QueryDict(form).get("territory") == ANY


def _count(typed: str, faults: dict[str, str]) -> int:
    typed = typed.strip()
    if not typed:
        return 1
    if typed.isascii() and typed.isdigit() and len(typed) <= 4 and 1 <= int(typed) <= MAX_TABLES:
        return int(typed)
    faults["count"] = _(
        "“%(typed)s” is not a number of tables. Enter a number from 1 to %(most)d."
    ) % {
        "typed": typed[:20],
        "most": MAX_TABLES,
    }
    return 1


def as_query(wish: Mapping[str, Any]) -> str:
    """Return the address of the form with the options filled in, without seed and kept pieces."""
    fields = {
        "rulebook": wish["rulebook"],
        "territory": wish["territory"],
        "policy": wish.get("policy", "random"),
        "size": "{width:g}x{depth:g}".format(**wish["table"]),
    }
    if wish.get("cell"):
        fields[f"box-{wish['territory']}"] = "{}-{}".format(*wish["cell"])
    else:
        fields["density"] = wish.get("density") or ANY
        fields["flank"] = "+".join(wish.get("flank") or ()) or NO_FLANK
    rulebook = registry.rulebook(wish["rulebook"])
    if (wish["table"]["width"], wish["table"]["depth"]) not in presets(rulebook):
        fields |= {name: written(wish["table"][name]) for name in ("width", "depth")}
    usual = rulebook.usual_table()["base_width_mm"]
    if wish.get("base_width_mm", usual) != usual:
        fields["base_width_mm"] = written(wish["base_width_mm"])
    wished = piece_choice.fields(wish.get("selection", {}))
    ruled = form.fields(rulebook, wish.get("settings", {}))
    return urlencode([*fields.items(), *wished, *([("settings", "1"), *ruled] if ruled else ())])


def describe_faults(refused: DomainError) -> dict[str, str]:
    """Return a rulebook's faults of the options, by form field."""
    found: dict[str, str] = {}
    fields = {"/table/width": "width", "/table/depth": "depth", "/base_width_mm": "base_width_mm"}
    fields |= {"/flank": "flank", "/density": "density", "/cell": "box", "/seed": "seed"}
    for broken in refused.violations:
        path = str(broken.params.get("path", ""))
        named = {**broken.params, "path": _("This figure")} if path in fields else broken.params
        whole = next((each for each in ("settings", "selection") if path[1:].startswith(each)), "")
        field = whole or fields.get(path, "")
        found.setdefault(field, sentence(broken.code, named))
    return found or {"": sentence(refused.code, refused.params)}


def _judge(rulebook: Rulebook, wish: Mapping[str, Any], faults: dict[str, str]) -> None:
    try:
        read_wish(wish)
    except DomainError as refused:
        if wish.get("flank") and any(
            each.params.get("path") == "/flank" for each in refused.violations
        ):
            faults["flank"] = _(
                "%(territory)s has no flank of %(flank)s. Choose another flank."
            ) % {
                "territory": territory_in_words(rulebook, wish["territory"]),
                "flank": flank_in_words(rulebook, wish["flank"]).lower(),
            }
            return
        faults.update(describe_faults(refused))


def _no_such_box(rulebook: Rulebook, territory: str, sent: QueryDict) -> str:
    """Return that the map has no box with the requested density, flank or both."""
    density, flank = sent.get("density", ANY), sent.get("flank", ANY)
    kinds = () if flank in (ANY, NO_FLANK) else flank.split("+")
    words = {
        (False, True): _(
            "%(territory)s has no map square of this density: %(density)s. Choose another density."
        ),
        (True, False): _(
            "%(territory)s has no map square with this flank: %(flank)s. Choose another flank."
        ),
    }.get(
        (flank != ANY, density != ANY),
        _(
            "%(territory)s has no map square with this density and flank: %(density)s, "
            "%(flank)s. Choose another density or flank."
        ),
    )
    return words % {
        "territory": territory_in_words(rulebook, territory),
        "density": density_in_words(rulebook, density).lower(),
        "flank": flank_in_words(rulebook, kinds).lower(),
    }


def _territory(rulebook: Rulebook, slug: str, faults: dict[str, str]) -> Mapping[str, Any]:
    found = rulebook.territory(slug)
    if found is None:
        faults["territory"] = _("Choose a territory.")
    return found or {}


def _in_some_territory(rulebook: Rulebook, sent: QueryDict, chance: Random) -> QueryDict:
    """Return the same form with a random territory: one with such a box, if there is any."""
    known = rulebook.territories() if rulebook.territories else ()
    fitting = [each for each in known if _fitting(each, sent)] or list(known)
    other = sent.copy()
    slug = chance.choice(fitting)["slug"]
    other["territory"], other[f"box-{slug}"] = slug, ANY
    return other


def _fitting(territory: Mapping[str, Any], sent: QueryDict) -> list[tuple[int, int]]:
    """Return the boxes of a territory's map with the density and flank of a form."""
    density, flank = sent.get("density", ANY), sent.get("flank", ANY)
    kinds = [] if flank == NO_FLANK else flank.split("+")
    return [
        (row, column)
        for row, line in enumerate(territory.get("cells") or ())
        for column, box in enumerate(line)
        if density in (ANY, box["density"]) and (flank == ANY or list(box["flank"]) == kinds)
    ]


def _table(rulebook: Rulebook, sent: QueryDict, faults: dict[str, str]) -> dict[str, float]:
    """Return the table size; typed figures take precedence over a checked preset."""
    ticked = next(
        (each for each in presets(rulebook) if sent.get("size") == "{:g}x{:g}".format(*each)),
        presets(rulebook)[0],
    )
    return {
        "width": _figure(sent, "width", ticked[0], faults),
        "depth": _figure(sent, "depth", ticked[1], faults),
    }


def _figure(sent: QueryDict, name: str, usual: float, faults: dict[str, str]) -> float:
    typed = sent.get(name, "").strip().replace(",", ".")
    if not typed:
        return float(usual)
    try:
        value = float(typed)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        faults[name] = _("“%(typed)s” is not a number. Enter one such as 45 or 45.5.") % {
            "typed": typed[:20]
        }
        return float(usual)
    return value


def _seed(typed: str, faults: dict[str, str], *, most: int = MAX_SEED_LENGTH) -> int | str:
    typed = typed.strip()
    if not typed:
        return fresh_seed()
    if len(typed) > most or not typed.isprintable():
        faults["seed"] = _("Enter a seed of at most %(most)d characters: a number or a word.") % {
            "most": most
        }
    if typed.isascii() and typed.isdigit() and len(typed) <= 18:
        return int(typed)
    return typed


def _box(
    rulebook: Rulebook,
    territory: Mapping[str, Any],
    stated: tuple[QueryDict, Random],
    faults: dict[str, str],
) -> dict[str, Any]:
    """Return the checked box, or a random one with the requested density and flank."""
    sent, chance = stated
    spots = {
        f"{row}-{column}"
        for row, line in enumerate(territory.get("cells") or ())
        for column, _each in enumerate(line)
    }
    ticked = sent.get(f"box-{territory['slug']}", ANY)
    if ticked in spots:
        return {"cell": [int(part) for part in ticked.split("-")]}
    density, flank = sent.get("density", ANY), sent.get("flank", ANY)
    densities = rulebook.box_maps.densities if rulebook.box_maps else ()
    if density != ANY and density not in densities:
        faults["density"] = _("Choose one of these densities.")
        return {}
    fitting = _fitting(territory, sent)
    if fitting:
        return {"cell": list(chance.choice(fitting))}
    kinds = [] if flank == NO_FLANK else flank.split("+")
    return {
        "density": chance.choice(densities) if density == ANY and densities else density,
        "flank": [] if flank == ANY else kinds,
    }
