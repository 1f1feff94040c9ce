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

SENTENCES: dict[str, str | Promise] = {
    "unreadable": _("This cannot be read as what is expected here."),
    "invalid_fields": _("Some fields are missing or not of the right kind."),
    "not_signed_in": _("This needs an account or a seat, and the one that was sent is not known."),
    "not_allowed": _("This is not yours to see or do."),
    "not_found": _("There is nothing here, or it is not for you."),
    "method_not_allowed": _("This address does not answer that method."),
    "not_acceptable": _("The answer cannot be given in the form that was asked for."),
    "unsupported_media_type": _("Send JSON: Content-Type: application/json."),
    "too_much": _("This is more than one request may hold; all of it together is at most 1 MB."),
    "too_much.path": _("This is more than one request may hold."),
    "length_required": _("Say how long the body is: Content-Length, not chunks."),
    "too_slow": _("This came too slowly or broke off on its way; send it again."),
    "address_too_long": _("This address is too long; send what it holds in a shorter one."),
    "headers_too_long": _(
        "The headers of this request are too long or too many; in a browser, clear the cookies of "
        "this site and ask again."
    ),
    "too_many_requests": _("Too many requests; wait a little."),
    "conflict": _("Something else came first."),
    "fault": _("Something broke on our side. It has been written down."),
    "no_worker": _("No worker is free to answer this now; ask again in a few seconds."),
    "database_away": _(
        "The server cannot reach its database. Wait a minute and look whether what you sent is "
        "there before you send it again; who runs the server must see to it that the database runs."
    ),
    "disk_full": _(
        "The server's disk is full. Tell whoever runs the server to make room, then look whether "
        "what you sent is there before you send it again; what was accepted before is kept."
    ),
    "too_busy": _(
        "So many are storing something just now that this has waited as long as it may. Look "
        "whether it is there and, if not, send it again in a few seconds."
    ),
    "cancelled": _("This was cancelled."),
    "took_too_long": _("This took longer than it may and was stopped."),
    "gave_up": _("This was tried several times and never finished."),
}


def register(sentences: Mapping[str, str | Promise]) -> None:
    """Add the sentences of an app's codes. A code that is registered twice is a mistake."""
    twice = sorted(code for code in sentences if code in SENTENCES)
    if twice:
        raise ValueError(f"registered twice: {', '.join(twice)}")
    SENTENCES.update(sentences)


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """The sentence for `code` with its parameters filled in, in the active language.

    A code without a sentence gives its own words: never an error, since this speaks about errors.
    """
    template = closest(SENTENCES, code, params)
    if template is None:
        return code.replace("_", " ").capitalize() + "."
    return str(template).format_map(Shown(params))


def closest(templates: Mapping[str, Any], code: str, params: Mapping[str, Any]) -> Any:
    """The template that says most of a code with these parameters; None where there is none.

    `code.word` comes first, where the parameter `reason` or `sector` is that word; then
    `code.name`, where a parameter of that name is given and not False; then `code.unmeasured`,
    where nothing could be measured; then `code`.
    """
    given = [name for name, value in params.items() if value is not None and value is not False]
    unmeasured = ["unmeasured"] if params.get("measured", 0) is None else []
    for closer in (params.get("reason"), params.get("sector"), *given, *unmeasured):
        found = templates.get(f"{code}.{closer}")
        if found is not None:
            return found
    return templates.get(code)


def sentence_params(violation: Any) -> dict[str, Any]:
    """What a violation's sentence may fill in: its own parameters, its pieces and figures."""
    return {
        "pieces": ", ".join(violation.pieces),
        **violation.params,
        "measured": violation.measured,
        "required": violation.required,
    }


class Shown(dict[str, Any]):
    """Parameters of a sentence; one that is missing shows as its name, 10.0 as 10, a list plain."""

    def __getitem__(self, key: str) -> Any:
        return _plain(super().__getitem__(key))

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
