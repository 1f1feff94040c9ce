"""Write the pinned requirements: one resolution for both Pythons, with the hashes of PyPI's files.

A developer's command: it needs uv, which is not among the requirements.
"""

import os
import shutil
import subprocess

from commands.places import ROOT
from commands.stop import Stop


def main(words: list[str]) -> int:
    """Write requirements.txt, then requirements-dev.txt in agreement with it."""
    uv = shutil.which("uv")
    if uv is None:
        raise Stop("uv is not installed. Run: pipx install uv")
    for source, options in (
        ("requirements.in", []),
        ("requirements-dev.in", ["-c", "requirements.txt"]),
    ):
        command = [
            *(uv, "pip", "compile", "--no-config", "--quiet", "--no-header"),
            *("--default-index", "https://pypi.org/simple", "--no-emit-index-url"),
            *("--universal", "--python-version", "3.11", "--generate-hashes"),
            *(*options, source, "-o", source.replace(".in", ".txt"), *words),
        ]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        if subprocess.call(command, cwd=ROOT, env=kept):
            raise Stop(f"Cannot resolve {source}.")
    return 0
