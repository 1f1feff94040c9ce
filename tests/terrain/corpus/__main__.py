"""`python -m tests.terrain.corpus OUT`: draw the corpus as one HTML page."""

import sys
from pathlib import Path

from tests.terrain.corpus import cases
from tests.terrain.corpus.sheet import page

if len(sys.argv) != 2:
    sys.exit("usage: python -m tests.terrain.corpus OUT")
Path(sys.argv[1]).write_text(page(cases()), "utf-8")
