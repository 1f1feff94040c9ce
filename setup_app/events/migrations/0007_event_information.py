"""Adds an event's description, schedule and contact."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0006_table_limits")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="contact",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AddField(
            model_name="event",
            name="description",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="event",
            name="schedule",
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
