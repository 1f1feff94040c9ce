"""What has to be so before the first request? Called by `./metator run` and by the deployment.

Applies migrations, collects nothing, and loads the sample armies where there are none yet. Its
last line on stderr says what failed.
"""

import os
import sys

import django
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.db import DatabaseError


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    try:
        call_command("migrate", verbosity=0, interactive=False)
        if "load_samples" in get_commands():
            call_command("load_samples", verbosity=0)
    except (CommandError, DatabaseError) as failed:
        sys.stderr.write(f"{type(failed).__name__}: {failed}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
