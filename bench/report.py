"""One table for every figure: a value, what it is compared with, and what was promised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure.

    Attributes:
        name: What was measured.
        value: Our median, in `unit`.
        unit: Of `value` and `peer_value`.
        peer: What it is compared with, measured in the same run; empty for an absolute figure.
        peer_value: The peer's median.
        target: The promise in words, e.g. `"≥ 2.0×"`; empty where nothing was promised.
        kept: Whether the promise holds in this run; None where nothing was promised.
    """

    name: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    target: str = ""
    kept: bool | None = None

    @classmethod
    def higher(
        cls, name: str, value: float, unit: str, peer: str, peer_value: float, *, at_least: float | None = None
    ) -> Row:
        """Return a figure of which more is better, beside its peer; `at_least` is the ratio promised."""
        if at_least is None:
            return cls(name, value, unit, peer, peer_value)
        return cls(name, value, unit, peer, peer_value, f"≥ {at_least:g}×", value >= at_least * peer_value)

    @classmethod
    def most(cls, name: str, value: float, unit: str, limit: float | None = None) -> Row:
        """Return an absolute figure of which less is better; `limit` is what was promised."""
        if limit is None:
            return cls(name, value, unit)
        return cls(name, value, unit, target=f"≤ {limit:g} {unit}", kept=value <= limit)

    @property
    def ratio(self) -> float | None:
        """Our value over the peer's."""
        return None if not self.peer_value else self.value / self.peer_value


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| figure | median | peer | peer's median | ratio | promised | kept |", "|---|--:|---|--:|--:|---|---|"]
    for row in rows:
        peer_value = "" if row.peer_value is None else f"{_number(row.peer_value)} {row.unit}"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}×"
        kept = {True: "yes", False: "**no**", None: ""}[row.kept]
        lines.append(
            f"| {row.name} | {_number(row.value)} {row.unit} | {row.peer} | {peer_value} | {ratio} "
            f"| {row.target} | {kept} |"
        )
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
