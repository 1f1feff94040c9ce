"""Pages for army lists, with and without scripts."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.exceptions import ParseError

from setup_app.armies import (
    exports,
    form_buttons,
    forms,
    list_page,
    plan_page,
    plans,
    queries,
    services,
)
from setup_app.armies.csv_layout import columns_of
from setup_app.armies.fields import fields_of
from setup_app.armies.imports import read_import
from setup_app.armies.models import ArmyList
from setup_app.armies.pasted import PastedList, pasted_in
from setup_app.armies.pasted_page import other_lines, pasted_form
from setup_app.armies.points import compare, with_total
from setup_app.armies.rulebooks import read_list
from setup_app.armies.wording import in_words, word
from setup_app.engine.errors import DomainError
from setup_app.identity.ownership import TooMany
from setup_app.identity.pages import changeable, deleting, page_of, there
from setup_app.identity.requesters import asker_of, asker_who_stores
from setup_app.rulebooks import registry
from setup_app.rulebooks.army_faults import ArmyRefused
from setup_app.spreadsheets.archive import is_sheet
from setup_app.spreadsheets.faults import ImportRefused
from setup_app.spreadsheets.notes import notes_in_words
from setup_app.web.addresses import code_for, here_only
from setup_app.web.json_body import TooMuch, read_json
from setup_app.web.throttling import limit_rate
from setup_app.wording.sentences import sentence, sentence_params

MAX_FAULTS_TOLD = 5
"""The number of faults reported for an uploaded plan."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the requester's own lists and the samples."""
    page = page_of(request, queries.armies_for(asker_of(request)))
    lines = [_line(army_list) for army_list in page.object_list]
    return render(request, "armies/index.html", {"page": page, "lines": lines})


def _line(army_list: ArmyList) -> dict[str, Any]:
    rulebook, said = registry.known_or_first(army_list.rulebook), queries.in_a_line(army_list)
    return {
        **said,
        "army": army_list,
        "home": ", ".join(word(rulebook, each) for each in said["home"]),
    }


@require_safe
def detail(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a complete list with its actions."""
    army_list = _found(request, public_id)
    given = _whole(army_list)
    if army_list.link_key is not None:
        url = request.build_absolute_uri(reverse("army-shared", args=(army_list.link_key,)))
        given |= {"link": url, "qr": code_for(request, url), "here_only": here_only(request)}
    if not army_list.is_sample:
        given["plans"] = plan_page.list_plans(army_list)
    return render(request, "armies/detail.html", given)


@require_safe
def shared_list(request: HttpRequest, link_key: str) -> HttpResponse:
    """Show a complete list to a visitor with its owner's link, to read and copy."""
    return render(request, "armies/shared.html", _whole(_linked(link_key)))


@require_safe
def printed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a printable list."""
    return render(request, "armies/print.html", _whole(_found(request, public_id)))


@require_POST
@limit_rate
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Create a share link to a list, or revoke it (`stop`)."""
    _own(request, public_id)
    act = services.stop_sharing if "stop" in request.POST else services.share_army
    with there():
        act(asker=asker_of(request), public_id=public_id)
    return redirect(f"{reverse('army', args=(public_id,))}#share")


def _whole(army_list: ArmyList) -> dict[str, Any]:
    army, rulebook = queries.as_stated(army_list), registry.known_or_first(army_list.rulebook)
    return {
        "army_list": army_list,
        "facts": list_page.facts(army),
        "groups": list_page.rows(army),
        "points": compare(army, rulebook),
        "rulebook": rulebook,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for a new list: empty, or a copy of another (`?from=`, or `?link=` of a shared
    list).
    """
    if request.method == "POST":
        return _sent(request, None)
    model, link = request.GET.get("from"), request.GET.get("link")
    if model or link:
        other = _found(request, model) if model else _linked(str(link))
        form = forms.form_of(queries.as_stated(other))
    else:
        form = forms.empty_form(registry.known_or_first(request.GET.get("rulebook")))
    return _form(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for editing one of the requester's own lists."""
    army_list = _own(request, public_id)
    if request.method == "POST":
        return _sent(request, army_list)
    return _form(request, forms.form_of(queries.as_stated(army_list)), army_list)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation once, then delete."""
    return deleting(
        request,
        _own(request, public_id),
        lambda: services.delete_army(asker=asker_of(request), public_id=public_id),
        then="armies",
        warning=_("This cannot be undone. Battles already started with it keep their copy."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@limit_rate
def take_in(request: HttpRequest) -> HttpResponse:
    """Import lists from a file or from pasted text, all or none."""
    rulebook = registry.known_or_first(request.GET.get("rulebook"))
    layout = columns_of(fields_of(rulebook))
    given: dict[str, Any] = {
        "rows": [(row, ", ".join(used)) for row, used in layout.items()],
        "others": registry.besides(rulebook),
    }
    if request.method != "POST":
        return render(request, "armies/import.html", given)
    file = request.FILES.get("file")
    source = file.read() if file else request.POST.get("text", "")
    try:
        pasted = pasted_in(source, rulebook)
        if pasted is not None:
            return _pasted(request, pasted, _to_mend(source))
        read = read_import(source)
        stored = services.import_armies(asker=asker_who_stores(request), armies=read.armies)
    except ImportRefused as refused:
        read_by = refused.rulebook or rulebook
        given["faults"] = [
            {"line": fault.line, "column": fault.column, "words": in_words(fault, read_by)}
            for fault in refused.faults
        ]
    except TooMany as refused:
        words = sentence(refused.code, refused.params)
        given["faults"] = [{"line": None, "column": None, "words": words}]
    else:
        for words in notes_in_words(read.ignored, read.sheet):
            messages.info(request, words)
        return redirect("army", stored[0].public_id) if len(stored) == 1 else redirect("armies")
    given["text"] = _to_mend(source)
    return render(request, "armies/import.html", given, status=422)


def _pasted(request: HttpRequest, pasted: PastedList, text: str) -> HttpResponse:
    """Show how each line of a pasted list was read, in the form of a new list."""
    address = reverse("armies-import")
    shown = {
        "form": pasted_form(pasted),
        "pasted_lines": other_lines(pasted),
        "pasted_text": text,
        "read_again": f"{address}?rulebook={pasted.rulebook.id}",
        "action": reverse("army-new"),
        "back": address,
    }
    return render(request, "armies/pasted.html", shown)


def _to_mend(source: bytes | str) -> str:
    """Return the submitted text for editing; a spreadsheet has to be corrected in its own
    program.
    """
    if isinstance(source, str):
        return source
    return "" if is_sheet(source) else source.decode("utf-8", "replace")


@require_safe
def template_csv(request: HttpRequest) -> HttpResponse:
    """Return a sample as CSV, to be overwritten."""
    for _public_id, army in services.sample_armies():
        return _download(exports.as_csv(army), "army.csv", "text/csv")
    raise Http404


@require_safe
def as_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a list as CSV."""
    army = queries.as_stated(_found(request, public_id))
    return _download(exports.as_csv(army), f"{public_id}.csv", "text/csv")


@require_safe
def as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a list as JSON."""
    army = queries.as_stated(_found(request, public_id))
    return _download(exports.as_json(army), f"{public_id}.json", "application/json")


@require_safe
def plan_as_json(request: HttpRequest, public_id: str, plan: int) -> HttpResponse:
    """Return a plan of one of the requester's own lists as `metator-plan/1`."""
    with there():
        found = plans.plan_numbered(asker_of(request), public_id, plan)
    text = json.dumps(found.stated, ensure_ascii=False, indent=1)
    return _download(text, f"{public_id}-plan.json", "application/json")


@require_POST
@limit_rate
def delete_plan(request: HttpRequest, public_id: str, plan: int) -> HttpResponse:
    """Delete a plan; the page has asked for confirmation already."""
    asker = asker_of(request)
    with there():
        name = plans.plan_numbered(asker, public_id, plan).name
        plans.delete_plan(asker=asker, public_id=public_id, name=name)
    messages.success(request, _("Deleted “%(name)s”.") % {"name": name})
    return redirect(f"{reverse('army', args=(public_id,))}#plans")


@require_POST
@limit_rate
def take_plan_in(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save a plan from a file under the given name, or under the file's."""
    _own(request, public_id)
    file = request.FILES.get("file")
    name = request.POST.get("name", "").strip() or (str(file.name or "") if file else "")
    try:
        sent = file.read(plans.MAX_BYTES + 1) if file else b""
        if len(sent) > plans.MAX_BYTES:
            raise DomainError("too_much")
        stated = read_json(sent)
        plans.keep_plan(asker=asker_of(request), public_id=public_id, name=name, stated=stated)
    except (ParseError, TooMuch):
        messages.error(
            request, _("This file is not a plan. Choose a plan file saved from Metator.")
        )
    except DomainError as refused:
        words = [sentence(refused.code, refused.params)]
        words += [
            sentence(each.code, sentence_params(each))
            for each in refused.violations[:MAX_FAULTS_TOLD]
        ]
        messages.error(request, " ".join(words))
    else:
        messages.success(request, _("Plan “%(name)s” saved.") % {"name": name})
    return redirect(f"{reverse('army', args=(public_id,))}#plans")


def _download(text: str, name: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{media_type}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _found(request: HttpRequest, public_id: str) -> ArmyList:
    with there():
        return queries.army_for(asker_of(request), public_id)


def _linked(link_key: str) -> ArmyList:
    with there():
        return queries.army_by_link(link_key)


def _own(request: HttpRequest, public_id: str) -> ArmyList:
    return changeable(_found(request, public_id))


def _sent(request: HttpRequest, army_list: ArmyList | None) -> HttpResponse:
    """Answer a submitted form: add rows, show faults, or store the list."""
    named = request.POST.get("rulebook") if army_list is None else army_list.rulebook
    rulebook = registry.known_or_first(named)
    stated = forms.stated_by(request.POST, rulebook)
    changed = form_buttons.form_after_button(request.POST, stated, rulebook)
    if changed is not None:
        return _form(request, changed, army_list)
    try:
        stored = _store(request, army_list, read_list(with_total(stated, rulebook)))
    except ArmyRefused as refused:
        again = form_buttons.form_with_faults(request.POST, stated, refused.faults)
        return _form(request, again, army_list, status=422)
    except TooMany as refused:
        messages.error(request, sentence(refused.code, refused.params))
        return _form(request, forms.form_of(stated), army_list, status=422)
    return redirect("army", stored.public_id)


def _store(request: HttpRequest, army_list: ArmyList | None, army: Mapping[str, Any]) -> ArmyList:
    if army_list is None:
        return services.create_army(asker=asker_who_stores(request), army=army)
    with there():
        return services.change_army(
            asker=asker_of(request), public_id=army_list.public_id, army=army
        )


def _form(
    request: HttpRequest, form: forms.ArmyForm, army_list: ArmyList | None, *, status: int = 200
) -> HttpResponse:
    others = () if army_list else registry.besides(form.rulebook)
    back = reverse("army", args=(army_list.public_id,)) if army_list else reverse("armies")
    given = {"form": form, "army_list": army_list, "others": others, "back": back}
    return render(request, "armies/form.html", given, status=status)
