"""Standings, and the result of a game in ranks and in records (P7, P10)."""

from __future__ import annotations

import functools
import re

from engine.events import Event
from engine.outcome import Outcome, Standing, Termination
from engine.replica.events import Captured
from engine.replica.state import End, State
from engine.seat import Seat
from engine.text import Player, Text, say

_RESULTS: dict[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1"}
_NEITHER = "1/2-1/2"


def outcome(state: State) -> Outcome | None:
    return _outcome(state.end) if state.end is not None else None


@functools.cache
def _outcome(end: End) -> Outcome:
    return Outcome(
        ranks=(1, 2) if end.winner == 1 else (2, 1),
        reason=_reason(end),
        code=end.code,
        termination=Termination.FORFEIT if end.code == "F" else Termination.RULES,
        by=end.by,
    )


def _reason(end: End) -> Text:
    by = Player(end.by)
    if end.code == "F":
        return say("{player} resigned.", player=by)
    if end.code == "K":
        return say("{player} captured a king.", player=by)
    return say("{player} has a king in the opposite corner.", player=by)


def result_text(result: Outcome) -> str:
    """Return the result as in records; the rules have no draw, but people may agree on one."""
    return _RESULTS.get(result.ranks, _NEITHER)


_MOST_OF_RESULT = len("1/2-1/2")
"""Characters of a result without spaces; a longer text is not a result."""


def same_result(text: str, result: Outcome) -> bool:
    """Return whether a result in a person's own style agrees: `1-0`, `1 : 0`, `1–0`."""
    said = re.sub("[:\u2010-\u2015\u2212]", "-", "".join(text.split(maxsplit=_MOST_OF_RESULT))).replace("\u00bd", "1/2")
    return said == result_text(result)


# Standings of Replica: remaining pieces.


_PIECES = say("Pieces", context="title of a chart")


def standing(state: State) -> Standing:
    """Return the number of each seat's pieces on the board (P4)."""
    return Standing(_PIECES, tuple(float(state.pieces(seat).bit_count()) for seat in (1, 2)))


def feats(event: Event) -> dict[Seat, int]:
    """Return the seat whose capture an event was (P4)."""
    return {event.seat: 1} if isinstance(event, Captured) and event.seat is not None else {}


def feats_text(count: int) -> Text:
    return say("captures: {count}", count=count)
