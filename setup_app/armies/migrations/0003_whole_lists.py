"""A list is kept whole, as its rulebook read it, no longer in columns of one rulebook's own."""

from django.db import migrations, models


def write_whole(apps, schema_editor):
    lists = apps.get_model("armies", "ArmyList").objects.using(schema_editor.connection.alias)
    for row in lists.prefetch_related("generals", "units").iterator(chunk_size=100):
        lists.filter(pk=row.pk).update(stated=whole(row))


def whole(row):
    return {
        "name": row.name,
        "player": row.player,
        "rulebook": row.rulebook,
        "home": row.home,
        "commander": {"name": row.commander_name, "level": row.commander_level},
        "generals": [
            {"name": general.name, "level": general.level, "type": general.type}
            for general in row.generals.all()
        ],
        "pbs_cards": row.pbs_cards,
        "scouting": row.scouting,
        "units": [
            {
                "name": unit.name,
                "kind": unit.kind,
                "arm": unit.arm,
                "order": unit.order,
                "bases": unit.bases,
                "points": unit.points,
                "flags": unit.flags,
            }
            for unit in row.units.all()
        ],
        "camp": row.camp,
        "settlement": row.settlement or None,
        "points": row.points,
    }


class Migration(migrations.Migration):

    dependencies = [("armies", "0002_answered_request")]

    operations = [
        migrations.AddField("armylist", "stated", models.JSONField(default=dict), preserve_default=False),
        migrations.RunPython(write_whole, elidable=True),
        *(
            migrations.RemoveField("armylist", name)
            for name in (
                "home",
                "commander_name",
                "commander_level",
                "pbs_cards",
                "scouting",
                "camp",
                "settlement",
                "points",
            )
        ),
        migrations.DeleteModel("General"),
        migrations.DeleteModel("Unit"),
    ]
