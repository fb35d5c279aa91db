"""Measure everything, or the parts named, and print one table of ratios: `python -m bench [--quick] [PART ...]`."""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
from collections.abc import Sequence

from bench.measure import Row, table

MODULES = {
    "games": ("engine", "apex", "mutants"),
    "pictures": ("pictures", "charts", "replays"),
    "stores": ("commit", "storage", "results", "ratings"),
    "bounds": ("bounds",),
    "leagues": ("leagues", "pairing"),
    "turn_cost": ("turn_cost",),
    "walk": ("walk",),
    "load": ("load", "opening", "secrets", "cluster"),
    "first_turn": ("first_turn",),
    "hostile": ("hostile",),
}
"""Parts, each a function of its name in a module of this package."""
PARTS = tuple(part for parts in MODULES.values() for part in parts)
LONG = ("soak",)
"""Only measured when named: it takes half an hour."""


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
        module = "load" if part in LONG else next(name for name, parts in MODULES.items() if part in parts)
        rows += getattr(importlib.import_module(f"bench.{module}"), part)(quick=options.quick)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n")
    print(table(rows))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
