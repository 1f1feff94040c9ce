"""A list's owner may give a link by which others see it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("armies", "0005_ids_like_any")]

    operations = [
        migrations.AddField(
            "armylist",
            "link_key",
            models.SlugField(blank=True, max_length=60, null=True, unique=True),
        )
    ]
