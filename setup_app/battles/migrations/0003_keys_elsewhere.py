"""Requests with a key are kept by `repeats`."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("battles", "0002_bot_job_index"), ("repeats", "0002_take_over")]

    operations = [migrations.DeleteModel("IdempotentRequest")]
