"""What must not stand in the log? Addresses that let their holder in: seats, jobs, invitations."""

import logging
import re

LONG_NAME = re.compile(r"(?<=[/=])[A-Za-z0-9_\-:.~]{20,}(?=[/?&\s'\"#.]|$)")
TOKEN = re.compile(r"[0-9a-z]{10,24}-[0-9a-z]{1,12}-[A-Za-z2-7]{32}")
"""Whatever stands before or after it: whoever passes a link on may add a bracket or a comma."""


class WithoutTokens(logging.Filter):
    """Shortens every long name in an address, and every token, to its first four letters.

    Seat links carry their token in the path, and Django logs the path of each refused request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        shown = record.getMessage()
        hidden = TOKEN.sub(_shortened, LONG_NAME.sub(_shortened, shown))
        if hidden != shown:
            record.msg, record.args = hidden, ()
        return True


def _shortened(found: re.Match[str]) -> str:
    return found.group()[:4] + "..."
