"""Tables that were laid before the second revision of the pre-battle system say by what.

A layout leaves out what is usual. Since then a maximum counts for each player where nobody says
otherwise, and own sizes shrink with those that an event lowers. These tables were laid by neither.
"""

from typing import Any

from django.db import migrations

RULEBOOK = "pbs-2023.1"
GREATEST = {"compulsory_size": 10, "optional_size": 8}
OWN_SIZES = {
    "fields": {"max": 6},
    "tilled_fields": {"max": 6},
    "village": {"max": 6},
    "town": {"min": 6, "max": 10},
}


def as_laid(stated: dict[str, Any]) -> dict[str, Any]:
    """A wish or a layout with what it was read by at the time."""
    settings = {"max_counts": "table", **(stated.get("settings") or {})}
    if any(name in settings and settings[name][1] < most for name, most in GREATEST.items()):
        settings = {"own_sizes": OWN_SIZES, **settings}
    return {**stated, "settings": settings}


def say_by_what(apps: Any, schema_editor: Any) -> None:
    tables = apps.get_model("layouts", "LaidTable").objects.using(schema_editor.connection.alias)
    for row in tables.only("pk", "wish", "layout").iterator(chunk_size=200):
        if row.wish.get("rulebook") == RULEBOOK:
            laid = None if row.layout is None else as_laid(row.layout)
            tables.filter(pk=row.pk).update(wish=as_laid(row.wish), layout=laid)


class Migration(migrations.Migration):
    dependencies = [("layouts", "0001_laid_tables")]

    # Back there is nothing to undo: what is stated is what was meant.
    operations = [migrations.RunPython(say_by_what, migrations.RunPython.noop)]
