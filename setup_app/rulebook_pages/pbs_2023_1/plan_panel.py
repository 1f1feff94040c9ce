"""Data for the board's script to save deployment plans and apply them.

It contains what the asked side knows of its own army and nothing else.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from setup_app.battles.pages.look import PageContext
from setup_app.engine.situation import Known
from setup_app.engine.values import canonical, sha256
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own
from setup_app.rulebooks.pbs_2023_1.deployment.units import base_depth, placed_as_json


def given(look: PageContext, known: Known, own: Own) -> dict[str, Any]:
    """Return the data of the plan panel.

    `key` names this list on the device, `units` are the bases and the depth of a base of each unit,
    and `down` are the places of deployed units.
    """
    depths = own.settings["base_depths"]
    return {
        "key": _key(look, known, own),
        "urls": {
            name: reverse(f"battle-{name}", args=(look.row.public_id,))
            for name in ("plan", "plans")
        },
        "units": [[body.bases, base_depth(body, depths)] for body in own.bodies],
        "down": [
            {"unit": unit, **placed_as_json(known.down[own.side][number - 1]["shown"].placed)}
            for unit, number in sorted(own.down.items())
        ],
        "words": _words(),
    }


def _key(look: PageContext, known: Known, own: Own) -> str:
    """Return the name under which a device stores plans for this list; it reveals nothing of the
    list. A shared device keeps them apart by side: both may play the same list.
    """
    of = {"list": known.lists[own.side], **({"side": own.side} if look.holding.both else {})}
    return sha256(canonical(of))[:16]


def _words() -> dict[str, str]:
    return {
        "first": _("Plan"),
        "down": _("Units deployed from this plan: {number}."),
        "nobody": _("Nothing in this plan can be deployed now."),
        "commands": _("Commands set from the plan."),
        "kept": _("“{name}” saved."),
        "renamed": _("“{from}” renamed to “{name}”."),
        "gone": _("“{name}” deleted."),
        "sure": _("Delete permanently"),
        "nothing": _("Nothing to save yet. Deploy some units first."),
        "no_name": _("Name the plan first."),
        "with_list": _("Plans are saved with your list {list}. Only you can see them."),
        "on_device": _("Plans are saved on this device only. Only you can see them."),
        "not_kept": _("This browser blocks storage, so plans cannot be saved here."),
        "others": _("These do not fit either and stay in hand: {names}."),
        "works": _("Units with works deploy first. Deploy these too: {names}."),
        "refused": _("{why} It stays in hand."),
    }
