"""Battles are owned like anything else: by an account or by a browser's key."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("battles", "0004_messages"),
    ]

    operations = [
        # Every battle keeps its owner; who began one without an account stays unknown.
        migrations.RenameField("battle", "owner", "account"),
        migrations.AlterField(
            "battle",
            "account",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "battle",
            "owner_key",
            models.CharField(blank=True, db_index=True, default="", max_length=64),
            preserve_default=False,
        ),
    ]
