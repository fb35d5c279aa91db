"""Lines of a record, as N10 to N13 write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.engine.mutants.reference_asking import Draw, Forfeit
from tests.engine.mutants.reference_data import BOSS, codes, in_file_order
from tests.engine.mutants.reference_table import Table


@dataclass(frozen=True)
class Line:
    """A line of a record, and what stands there for those who may not read it while the match runs (N14)."""

    text: str
    masked: str | None = None
    owner: int | None = None

    def shown(self, reader: int | None) -> str:
        return self.text if self.masked is None or (self.owner is not None and reader == self.owner) else self.masked


def head_line(mode: str, options: Mapping[str, str]) -> str:
    if mode != "solo":
        return f"* MUTANTS players={mode} setup={options.get('reserve', 'draft')}"
    ultra = " ultra" if options.get("ultra") == "yes" else ""
    limits = options.get("limits", "none")
    limited = "" if limits == "none" else f" limits={limits}"
    return f"* MUTANTS players=1 setup=solo boss={options.get('boss', 'wizard')}{ultra}{limited}"


def draw_line(draw: Draw, came: Sequence[str | int]) -> Line:
    """Return what was drawn; only ready decks and the first player are public (N14)."""
    if draw.kind == "FIRST":
        return Line(f"* FIRST S{came[0]}")
    head = f"* {draw.kind} {draw.owner}".strip()
    masked = None if draw.kind == "READY" else f"{head} ?"
    return Line(f"{head} {','.join(map(str, came))}", masked)


def answer_lines(answer: Mapping[int, str] | Forfeit, secret: Iterable[int]) -> list[Line]:
    """Return the decisions, joint ones in the order of seats (N13).

    Args:
        answer: Of those who were asked.
        secret: Whose answers their seat alone may read (N8).
    """
    if isinstance(answer, Forfeit):
        return [Line(f"S{answer.seat} F")]
    return [
        Line(f"S{seat} {text}", f"S{seat} ??" if seat in secret else None, seat)
        for seat, text in sorted(answer.items())
    ]


def round_line(table: Table) -> str:
    if table.solo:
        force = f"{table.place(1)[0]},{table.place(BOSS)[0]}"
        return f"* ROUND {table.round} force={force} health={table.health}"
    assert table.first is not None
    seats = [seat if seat not in table.gone else None for seat in table.seats]
    force = ",".join("-" if seat is None else str(table.place(seat)[0]) for seat in seats)
    points = ",".join("-" if seat is None else str(table.sides[seat].points) for seat in seats)
    return f"* ROUND {table.round} first=S{table.around(table.first)[0]} force={force} vp={points}"


def _named(seats: Sequence[int]) -> str:
    return ",".join(f"S{seat}" for seat in seats)


def rank_line(table: Table, order: Sequence[int]) -> str:
    return f"* RANK {table.round} {_named(order)}"


def score_line(table: Table, seat: int, total: int, frozen: int) -> str:
    side = table.sides[seat]
    cards = ",".join(codes(in_file_order(side.freezer))) or "-"
    return f"* SCORE S{seat} {total} play={side.points} freezer={frozen} {cards}"


def end_line(result: Mapping[str, Any]) -> str:
    if "rank" not in result:
        return f"* END {result['end']} HEALTH={result['health']} ROUND={result['round']}"
    totals = " ".join(f"S{seat}={total}" for seat, total in sorted(result["totals"].items()))
    return f"* END {totals} RANK {_named(result['rank'])}"
