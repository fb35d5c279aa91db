"""Measure everything, or the parts named, and print one table of ratios: `python -m bench [--quick] [PART ...]`."""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
from collections.abc import Sequence

from bench.report import Row, table

PARTS = (
    "engine",
    "apex",
    "mutants",
    "pictures",
    "charts",
    "replays",
    "commit",
    "storage",
    "bounds",
    "flips",
    "leagues",
    "lists",
    "pairing",
    "ratings",
    "results",
    "profiles",
    "standings",
    "turn_cost",
    "walk",
    "backlog",
    "load",
    "first_turn",
    "opening",
    "secrets",
    "kills",
    "hostile",
)
LONG = ("soak", "fuzz")
"""Only measured when named: each takes half an hour."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts and return 0 if every promise was kept, else 1."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)} (default), {', '.join(LONG)}"
    )
    parser.add_argument("--quick", action="store_true", help="fewer repeats, smaller sizes: to see whether it runs")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.parts) - {*PARTS, *LONG}):
        parser.error(f"no such part: {', '.join(unknown)}")
    rows: list[Row] = []
    for part in options.parts or PARTS:
        print(f"measuring {part} …", file=sys.stderr, flush=True)
        rows += importlib.import_module(f"bench.{part}").run(quick=options.quick)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    print(table(rows))
    return 0 if all(row.kept is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
