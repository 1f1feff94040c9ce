"""Play battles FROM (included) to TO (not included), each into its own folder below OUT.

A program of its own: `python -m tests.soak.play_many OUT FROM TO`.
"""

import sys
from pathlib import Path

import django
from django.core.management import call_command

from tests.soak.plan import arguments, folder


def main() -> None:
    out, first, end = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    django.setup()
    for number in range(first, end):
        call_command("autoplay", *arguments(number), "--out", str(folder(out, number)))


if __name__ == "__main__":
    main()
