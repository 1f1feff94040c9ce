from django.db import migrations

from setup_app.battles.models import entry_fields
from setup_app.engine.battle import EngineBattle
from setup_app.engine.log import Entry
from setup_app.engine.run import WHAT_SCRIPTS_RAISE
from setup_app.engine.situation import BattleSetup
from setup_app.rulebooks import registry


def fill(apps, schema_editor):
    """Note who invades in each battle of a table that was played before this was stored."""
    database = schema_editor.connection.alias
    battles = apps.get_model('battles', 'Battle').objects.using(database)
    log = apps.get_model('battles', 'LogEntry').objects.using(database)
    for battle in battles.filter(event_grounds__isnull=False, read_only=False).distinct():
        if not registry.has(battle.rulebook):
            continue
        entries = [
            Entry.from_json(entry_fields(each))
            for each in log.filter(battle=battle).order_by('number')
        ]
        setup, rulebook = BattleSetup.from_json(battle.setup), registry.rulebook(battle.rulebook)
        try:
            played = EngineBattle(rulebook, setup, bytes(battle.seed), entries)
        except WHAT_SCRIPTS_RAISE:
            # Whoever opens such a battle next marks it as read-only; its invader stays unknown.
            continue
        battles.filter(pk=battle.pk).update(invader=rulebook.invader(played.run.situation))


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0002_battle_invader'),
        ('events', '0007_event_information'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
