"""Measure all benchmarks, or those that are named: `python -m tools.bench check-piece where`."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from tools import bench
from tools.bench import measure

WRITTEN = Path(__file__).parents[2] / "var" / "bench.json"
NOT_BENCHMARKS = (
    "__main__",
    "answerer",
    "bare_rest",
    "bare_stream",
    "endless",
    "http_settings",
    "lists_visited",
    "measure",
    "moves_played",
    "moves_stored",
    "tables_laid",
)


def main(names: list[str], written: Path = WRITTEN) -> int:
    """Print the table and write it; return 1 only for an unknown name, not for an exceeded limit.

    The file holds the results of this run only.
    """
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name not in NOT_BENCHMARKS and not module.name.startswith("test_"):
            import_module(f"tools.bench.{module.name}")
    return run(names, measure.ALL, written)


def run(
    names: list[str],
    declared: dict[str, measure.Bench],
    written: Path,
    pace: measure.Pace | None = None,
) -> int:
    """Measure the named benchmarks, or all."""
    strange = [name for name in names if name not in declared]
    if strange:
        known = ", ".join(each.name for each in measure.ordered(declared.values()))
        print(f"No benchmark is called {', '.join(strange)}. There are: {known}.", file=sys.stderr)
        return 1
    print(measure.HEADING)
    rows = []
    for each in measure.ordered(declared.values()):
        if not names or each.name in names:
            rows.append(measure.measure(each, pace))
            print("\n".join(measure.lines(rows[-1])), flush=True)
    measure.write(rows, written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
