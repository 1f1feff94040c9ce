# Which battle lays which ground, and who sits at which side of it.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0010_challenge_limits'),
        ('events', '0007_from_kit'),
    ]

    operations = [
        migrations.AddField(
            model_name='ground',
            name='battle',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='event_grounds', to='battles.battle'),
        ),
        migrations.AddField(
            model_name='ground',
            name='players',
            field=models.JSONField(null=True),
        ),
    ]
