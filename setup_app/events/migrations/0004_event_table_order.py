"""Adds `table_order` to events."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0003_version_generals")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="table_order",
            field=models.CharField(
                db_default="fewest_repeats", default="fewest_repeats", max_length=16
            ),
        ),
    ]
