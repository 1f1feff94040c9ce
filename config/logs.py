"""What must not stand in the log? Addresses that let their holder in: seats, jobs, invitations."""

import logging
import re

LONG_NAME = re.compile(r"(?<=[/=])[A-Za-z0-9_\-:.~]{20,}(?=[/?&\s'\"#.]|$)")


class WithoutTokens(logging.Filter):
    """Shortens every long name in an address to its first four letters.

    Seat links carry their token in the path, and Django logs the path of each refused request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        shown = record.getMessage()
        hidden = LONG_NAME.sub(lambda found: found.group()[:4] + "...", shown)
        if hidden != shown:
            record.msg, record.args = hidden, ()
        return True
