"""Ids are as long as those of anything else that is owned."""

import setup_app.identity.public_ids
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("armies", "0004_keys_elsewhere")]

    operations = [
        migrations.AlterField(
            "armylist",
            "public_id",
            models.SlugField(default=setup_app.identity.public_ids.fresh_public_id, max_length=60, unique=True),
        )
    ]
