"""Does this process look for garbage, and not in what it had read in before it parted?"""

import gc

READ_IN = 100_000
"""Objects that Django alone comes to."""

WELL = {"looks": True, "set_aside": True}


def of_this_process() -> dict[str, bool]:
    return {"looks": gc.isenabled(), "set_aside": gc.get_freeze_count() > READ_IN}
