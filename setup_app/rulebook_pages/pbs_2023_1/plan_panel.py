"""What is the board's script given to keep plans for a list and to lay them down again?

What the asked side knows of its own army, and nothing else.
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
    """`key` names this list on the device, `units` are the bases and the depth of a base of each
    unit, `down` where those stand that are down already."""
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
    """Under which name a device keeps plans for this list: one that names nothing of it.

    A device that passes keeps them apart by side: both may play the same list.
    """
    of = {"list": known.lists[own.side], **({"side": own.side} if look.holding.both else {})}
    return sha256(canonical(of))[:16]


def _words() -> dict[str, str]:
    return {
        "first": _("Plan"),
        "down": _("{number} of the plan lie on the table."),
        "nobody": _("Nothing of this plan goes down now."),
        "commands": _("The commands are as the plan has them."),
        "kept": _("“{name}” is kept."),
        "renamed": _("“{from}” is called “{name}” now."),
        "gone": _("“{name}” is deleted."),
        "sure": _("Delete for good"),
        "nothing": _("Nothing lies here that could be kept. Put units down first."),
        "no_name": _("Give the plan a name first."),
        "with_list": _("Kept with your list {list}. Nobody else sees them."),
        "on_device": _("Kept on this device alone, for this list. Nobody else sees them."),
        "not_kept": _("This browser keeps nothing for its pages, so no plan can be kept here."),
        "others": _("These do not fit either and stay in hand: {names}."),
        "works": _("First of all go down those with works: {names}. Put them down too."),
        "refused": _("{why} It stays in hand."),
    }
