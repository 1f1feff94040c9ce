"""The registry of sentences for codes. Codes travel through the program; sentences are made here.

An app registers the sentences of its own codes when it is ready. They are gettext messages, so that
a translator finds all of them in one catalogue.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from setup_app.wording.figures import figure
from setup_app.wording.refusals import EXPECTED

SENTENCES: dict[str, str | Promise] = {
    "unreadable": _("The request could not be read in the expected format."),
    "invalid_fields": _("Some fields are missing or have the wrong type."),
    "not_signed_in": _("Sign in or send a seat token. The token you sent is not valid."),
    "not_allowed": _("You don't have access to this."),
    "not_found": _("Not found, or you don't have access."),
    "method_not_allowed": _("This address does not support that method."),
    "not_acceptable": _("The response is not available in the requested format."),
    "unsupported_media_type": _("Send JSON: Content-Type: application/json."),
    "too_much": _("Request too large: the limit is 1 MB in total."),
    "too_much.path": _("Request too large."),
    "length_required": _("Send a Content-Length header; chunked bodies are not accepted."),
    "too_slow": _("The request arrived too slowly or was cut off. Send it again."),
    "too_many_requests": _("Too many requests. Wait a moment and try again."),
    "conflict": _("Another change came first."),
    "fault": _("Something went wrong on our side. The error has been logged."),
    "no_worker": _("The background worker is not responding. Try again in a few seconds."),
    "database_away": _(
        "The server cannot reach its database. Wait a minute, then check whether your change "
        "was saved before you send it again. The person who runs the server has to get the "
        "database running."
    ),
    "disk_full": _(
        "The server's disk is full. Ask the person who runs the server to free some space, "
        "then check whether your change was saved before you send it again. Everything "
        "accepted earlier is safe."
    ),
    "too_busy": _(
        "The server is too busy to save this right now. Check whether your change was saved; "
        "if not, send it again in a few seconds."
    ),
    "cancelled": _("This was cancelled."),
    "took_too_long": _("This took too long and was stopped."),
    "gave_up": _("This was tried several times and did not finish."),
}


def register(sentences: Mapping[str, str | Promise]) -> None:
    """Register the sentences of an app's codes. Registering a code twice is a mistake."""
    twice = sorted(code for code in sentences if code in SENTENCES)
    if twice:
        raise ValueError(f"registered twice: {', '.join(twice)}")
    SENTENCES.update(sentences)


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for `code` with its parameters filled in, in the active language.

    A code without a sentence gives its own words and never an error, since this function is about
    errors.
    """
    template = closest(SENTENCES, code, params)
    if template is None:
        return code.replace("_", " ").capitalize() + "."
    return str(template).format_map(Shown(params))


def closest(templates: Mapping[str, Any], code: str, params: Mapping[str, Any]) -> Any:
    """Return the most specific template for a code with these parameters; None if there is none.

    `code.word` comes first, if the parameter `reason` or `sector` is that word; then `code.name`,
    if a parameter of that name is given and not False; then `code.unmeasured`, if nothing could be
    measured; then `code`.
    """
    given = [name for name, value in params.items() if value is not None and value is not False]
    unmeasured = ["unmeasured"] if params.get("measured", 0) is None else []
    for closer in (params.get("reason"), params.get("sector"), *given, *unmeasured):
        found = templates.get(f"{code}.{closer}")
        if found is not None:
            return found
    return templates.get(code)


def sentence_params(violation: Any) -> dict[str, Any]:
    """Return the parameters of a violation's sentence: its own, its pieces and figures."""
    return {
        "pieces": ", ".join(violation.pieces),
        **violation.params,
        "measured": violation.measured,
        "required": violation.required,
    }


class Shown(dict[str, Any]):
    """Formatted parameters of a sentence: 10.0 shows as 10, a list plain, a kind of value by its
    name.

    A missing parameter shows as its own name.
    """

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if key == "expected" and isinstance(value, str):
            value = EXPECTED.get(value, value)
        return _plain(value)

    def __missing__(self, key: str) -> str:
        return key


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return figure(round(value, 3))
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, list | tuple):
        inner = (f"[{_plain(each)}]" if isinstance(each, list | tuple) else each for each in value)
        return ", ".join(str(_plain(each)) for each in inner)
    return value
