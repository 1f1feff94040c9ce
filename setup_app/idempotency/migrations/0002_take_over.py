"""Keys that the armies and the battles kept apart go on being answered from one place."""

from django.db import migrations
from django.utils.crypto import salted_hmac


def take_over(apps, schema_editor):
    using = schema_editor.connection.alias
    kept = apps.get_model("repeats", "KeyedRequest")
    battles = apps.get_model("battles", "IdempotentRequest").objects.using(using)
    armies = apps.get_model("armies", "AnsweredRequest").objects.using(using)
    requests = [kept(**of_battles(row)) for row in battles.select_related("battle")]
    requests += [kept(**of_armies(row)) for row in armies.filter(status__gt=0)]
    # A key that one caller used in both places stays the battle's.
    kept.objects.using(using).bulk_create(requests, ignore_conflicts=True)


def of_battles(row):
    outcome = {
        "kind": row.kind,
        "battle": row.battle.public_id if row.battle else "",
        "version": row.version,
        "job": row.job and str(row.job),
        "seat": row.seat,
        "generation": row.generation,
    }
    return {
        "caller": row.caller,
        "key": row.key,
        "body_hash": row.body_hash,
        "outcome": outcome if row.refusal is None else None,
        "refusal": row.refusal,
        "created": row.created,
    }


def of_armies(row):
    # A caller was an account's number here; everywhere else it is a hash over it.
    caller = row.caller and salted_hmac("metator.caller", row.caller, algorithm="sha256").hexdigest()
    return {
        "caller": caller,
        "key": row.key,
        "body_hash": row.body_hash,
        "outcome": {"status": row.status, "body": row.answer, "owner_key": row.owner_key},
        "created": row.created_at,
    }


class Migration(migrations.Migration):

    dependencies = [
        ("repeats", "0001_initial"),
        ("armies", "0003_whole_lists"),
        ("battles", "0002_bot_job_index"),
    ]

    operations = [migrations.RunPython(take_over, elidable=True)]
