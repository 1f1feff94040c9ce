"""Pages that list, filter and delete what the requester owns."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from setup_app.identity.ownership import NotThere, Owned, Thing

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of the values that a field offers."""

    value: str
    label: str
    chosen: bool


def page_of(request: HttpRequest, things: QuerySet[Any] | Sequence[Any]) -> Page[Any]:
    """Return the requested page of a long list."""
    return Paginator(things, ON_A_PAGE).get_page(request.GET.get("page"))


@contextmanager
def there() -> Iterator[None]:
    """Raise 404 for a missing thing, such as one that a second tap or tab has just deleted."""
    try:
        yield
    except NotThere as missing:
        raise Http404 from missing


def changeable(thing: Thing) -> Thing:
    """Return a thing that its owner may change; 404 for a shared one."""
    if thing.is_shared:
        raise Http404
    return thing


def deleting(
    request: HttpRequest, thing: Owned, delete: Callable[[], None], *, then: str, warning: str
) -> HttpResponse:
    """Ask for confirmation once, then delete and redirect to the page named `then`."""
    if request.method != "POST":
        shown = {"thing": thing, "kept_at": "../", "warning": warning}
        return render(request, "delete.html", shown)
    with there():
        delete()
    messages.success(request, _("Deleted “%(name)s”.") % {"name": thing})
    return redirect(then)
