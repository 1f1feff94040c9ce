"""Two entries of an event may share a name if their clubs differ."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0004_event_table_order")]

    operations = [
        migrations.RemoveConstraint(model_name="entry", name="one_entry_a_name"),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=["event", "name", "club"], name="one_entry_a_name_and_club"
            ),
        ),
    ]
