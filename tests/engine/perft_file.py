"""Files of leaf counts, `tests/data/<game>/perft.txt`: blocks of fields, and a line for each depth from 1 on."""

from __future__ import annotations

from pathlib import Path

_DATA = Path(__file__).parents[1] / "data"


def blocks(game: str) -> list[tuple[dict[str, str], tuple[int, ...]]]:
    """Return the fields of each block, and its leaf counts by depth."""
    found = []
    for block in (_DATA / game / "perft.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            fields = {key: value for key, value in lines if key != "perft"}
            counts = [tuple(map(int, value.split())) for key, value in lines if key == "perft"]
            assert [depth for depth, _ in counts] == list(range(1, len(counts) + 1))
            found.append((fields, tuple(leaves for _, leaves in counts)))
    return found
