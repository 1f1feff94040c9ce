"""Form actions that change the roles of an event and replace links."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from setup_app.events.event import held_roles, services
from setup_app.events.event.access import EventAccess
from setup_app.events.event.entry_table import as_line
from setup_app.events.models import MAX_NAME_LENGTH, Kind
from setup_app.events.pages.figures import number_of, words_of
from setup_app.identity.ownership import NotThere
from setup_app.identity.sessions import remembered_with
from setup_app.web.json_fields import WordsField

HELPS = (Kind.ORGANISER, Kind.CHECKER, Kind.DESK)


def add(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Add a helper."""
    name = _name(sent) or _("Helper")
    kind = sent.get("kind", "")
    if kind not in HELPS:
        raise NotThere
    services.add_role(standing=standing, kind=Kind(kind), name=name, entry=None)
    return _("Link created for %(name)s.") % {"name": name}


def change(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Change a helper's name, or the entry that they play: lists are then hidden from them."""
    number = _helper(standing, sent)
    plays = number_of(sent, "entry") if sent.get("entry") else None
    changes = {"name": _name(sent) or _("Helper"), "entry": plays}
    role = services.change_role(standing=standing, number=number, changes=changes)
    return _("Changes to %(name)s saved.") % {"name": role.name}


def remove(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Remove a helper: their link is void."""
    number = _helper(standing, sent)
    name = standing.event.role_rows.get(number=number).name
    services.remove_role(standing=standing, number=number)
    return _("%(name)s removed. Their link no longer works.") % {"name": name}


def reissue(request: HttpRequest, standing: EventAccess, sent: QueryDict) -> str:
    """Replace a link; one's own is kept in this browser."""
    number = number_of(sent, "of")
    with remembered_with(request):
        role = services.reissue_role(standing=standing, number=number)
        # A link replaced for someone else is theirs alone, even if this browser once looked at it.
        if standing.role is not None and number == standing.role.number:
            held_roles.take(request, role)
    return _("Link replaced for %(name)s. The old one no longer works.") % {"name": role.name}


def _name(sent: QueryDict) -> str:
    field = WordsField(max_length=MAX_NAME_LENGTH, allow_blank=True)
    return as_line(words_of(sent, "name", title=_("Name"), field=field))


def _helper(standing: EventAccess, sent: QueryDict) -> int:
    """Return the number of a helper's role: players are changed on the players' pages."""
    standing.needs(Kind.ORGANISER)
    number = number_of(sent, "of")
    if not standing.event.role_rows.filter(number=number, kind__in=HELPS).exists():
        raise NotThere
    return number
