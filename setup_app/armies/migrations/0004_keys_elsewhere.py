"""Answered requests are kept by `repeats`."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("armies", "0003_whole_lists"), ("repeats", "0002_take_over")]

    operations = [migrations.DeleteModel("AnsweredRequest")]
