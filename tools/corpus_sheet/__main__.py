"""`python -m tools.corpus_sheet OUT`: draw the corpus as one HTML page."""

import sys
from pathlib import Path

from tests.terrain.corpus import cases
from tools.corpus_sheet.sheet import page

if len(sys.argv) != 2:
    sys.exit("usage: python -m tools.corpus_sheet OUT")
Path(sys.argv[1]).write_text(page(cases()), "utf-8")
