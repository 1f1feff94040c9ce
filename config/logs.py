"""Log formatters that hide addresses with access: seats, jobs, invitations."""

import logging
import re

LONG_NAME = re.compile(r"(?<=[/=])[A-Za-z0-9_\-:.~]{20,}(?=[/?&\s'\"#.]|$)")
TOKEN = re.compile(r"[0-9a-z]{10,24}-[0-9a-z]{1,12}-[A-Za-z2-7]{32}")
"""Any text may precede or follow a token: people who share a link may add a bracket or a comma."""

MAX_SAID = 200
"""The maximum length of the part of a log line that a client controls."""


class WithoutTokens(logging.Filter):
    """Shortens every long name in an address, and every token, to its first four letters.

    Seat links carry their token in the path, and Django logs the path of each refused request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        shown = record.getMessage()
        hidden = without_tokens(shown)
        if hidden != shown:
            record.msg, record.args = hidden, ()
        return True


class WithoutTrace(logging.Filter):
    """Removes the traceback and all but one line from records that any client can cause at will.

    A request to an unknown host is not a fault of the program.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        # A truncated token can no longer be recognised.
        lines = without_tokens(record.getMessage()).splitlines() or [""]
        record.msg, record.args = lines[0][:MAX_SAID], ()
        return True


def without_tokens(line: str) -> str:
    return TOKEN.sub(_shortened, LONG_NAME.sub(_shortened, line))


def _shortened(found: re.Match[str]) -> str:
    return found.group()[:4] + "..."
