"""The sheets of a set as one PDF, by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.jobs.kinds import Product, Progress
from setup_app.layouts.models import SavedTable
from setup_app.layouts.names import map_names
from setup_app.layouts.queries import PAPERS
from setup_app.layouts.requests import read_with_rules
from terrain.draw.lines import TableLines
from terrain.draw.sheet import Heading, Sheet, sheets


def printed(arguments: Any, progress: Progress) -> Product:
    """Print the sheet of each named table, as it was when requested.

    Raises `not_found` if the set was deleted meanwhile, and what `progress` raises.
    """
    wanted = arguments["headings"]
    rows = SavedTable.objects.filter(
        table_set__public_id=arguments["set"],
        public_id__in=[each["table"] for each in wanted],
        layout__isnull=False,
    )
    layouts: dict[str, Any] = dict(rows.values_list("public_id", "layout"))
    found = [each for each in wanted if each["table"] in layouts]
    if not found:
        raise DomainError("not_found")

    def each_sheet() -> Iterator[Sheet]:
        for at, each in enumerate(found):
            progress(at, len(found))
            layout, rules = read_with_rules(layouts[each["table"]])
            heading = Heading(each["title"], each["subtitle"], each["code"], each["url"] or None)
            yield Sheet(layout, heading, view_from="defender", lines=TableLines.of(rules))

    names = map_names(layouts[found[0]["table"]]["rulebook"])
    body = sheets(each_sheet(), names=names, paper=PAPERS[arguments["paper"]])
    progress(len(found), len(found))
    return Product(
        {"sheets": len(found)}, name="tables.pdf", media_type="application/pdf", body=body
    )
