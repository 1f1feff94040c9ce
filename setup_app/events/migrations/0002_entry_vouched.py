"""Adds `vouched` to entries."""

from typing import Any

from django.db import migrations, models


def vouch_for_entered(apps: Any, schema_editor: Any) -> None:
    """Vouch for the entries of events that no one could sign up for."""
    entries = apps.get_model("events", "Entry").objects
    entries.filter(event__registration="closed").update(vouched=True)


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="vouched",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(vouch_for_entered, migrations.RunPython.noop, elidable=True),
    ]
