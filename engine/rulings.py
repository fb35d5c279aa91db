"""Ends that the rules of no game know: what the players agreed, what an organiser decided, what never counted."""

from __future__ import annotations

from collections.abc import Sequence

from engine.outcome import RULINGS, Outcome, Termination
from engine.text import Text, say

_REASONS: dict[Termination, Text] = {
    Termination.AGREED: say("The players agreed on this end."),
    Termination.ADJUDICATED: say("An organiser decided the match."),
    Termination.VOID: say("The match doesn't count."),
}


def ruling(termination: Termination, ranks: Sequence[int], reason: Text | None = None) -> Outcome:
    """Return an end by a ruling.

    Args:
        termination: One of `RULINGS`.
        ranks: For seat 1, 2, …, as in `Outcome`; a void match ranks everybody alike.
        reason: As one sentence for people; None for the general one.

    Raises:
        ValueError: No ruling ends a match like that.
    """
    if termination not in RULINGS:
        raise ValueError(f"a match does not end by a ruling as {termination}")
    alone = len(ranks) == 1 and ranks[0] in (1, 2)  # 2 is a defeat by the game
    if not alone and (min(ranks, default=0) != 1 or max(ranks) > len(ranks)):
        raise ValueError(f"these are no ranks: {ranks}")
    if termination is Termination.VOID and set(ranks) != {1}:
        raise ValueError(f"a void match ranks everybody alike, not {ranks}")
    return Outcome(tuple(ranks), reason or _REASONS[termination], "", termination=termination)


def draw(seats: int) -> Outcome:
    """Return a draw that all players agreed on."""
    return ruling(Termination.AGREED, [1] * seats, say("The players agreed on a draw."))


def void(seats: int, reason: Text | None = None) -> Outcome:
    """Return the end of a match that does not count."""
    return ruling(Termination.VOID, [1] * seats, reason)
