"""Whose the result of a seat is: of one that changed hands, too.

A game that is lost cannot be dumped on a helper, and one that is won cannot be taken over for its last turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from store.results import Rated, Result

EVEN = 60
"""The score of a draw, in 120ths: what is above it is better than the average of the sides."""
_NOTHING = (None, None, None, None)
ENOUGH_TURNS = 3
"""So many own turns a successor has made at least who gains by the result, and a quarter of the seat's."""


def holding(result: Result) -> tuple[Rated, int | None]:
    """Return what a seat of a match with a score is to ratings, and whose rating it concerns; None if nobody's."""
    if result.turns == 0:
        return "out", None
    if not result.handed_over:
        return "full", result.starter_id
    if result.score is None:
        raise ValueError(f"seat {result.seat} of match {result.match_id} has no score")
    if result.score > EVEN:
        if result.finisher_turns >= ENOUGH_TURNS and 4 * result.finisher_turns >= result.turns:
            return "gain", result.finisher_id
        return "hold", result.starter_id
    if result.starter_turns > 0 and not result.excused:
        return "full", result.starter_id
    return "hold", result.starter_id


def held(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the results of a match with what its seats are to ratings; with nothing of that if it is not to be rated.

    It is not if it does not count, if only one side made turns of its own, or if such a seat has partners.

    Args:
        results: All seats, with their scores.
    """
    none = unrated(results)
    if not all(each.counted and each.score is not None for each in none):
        return none
    found = [holding(each) for each in none]
    missing = [each for each, (rated, _) in zip(none, found, strict=True) if rated == "out"]
    left = {each.side for each in none} - {each.side for each in missing}
    if len(left) < 2 or any(each.team is not None for each in missing):
        return none
    return tuple(
        each._replace(rated=rated, player_id=player) for each, (rated, player) in zip(none, found, strict=True)
    )


def unrated(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the results of a match with nothing of ratings."""
    return tuple(
        each
        if (each.rated, each.player_id, each.pool_id, each.pool_no) == _NOTHING
        else each._replace(rated=None, player_id=None, pool_id=None, pool_no=None)
        for each in results
    )


def credited(result: Result) -> int | None:
    """Return the person in whose record a result stands; None if in nobody's.

    That is the player who had the seat throughout, made turns or not, and otherwise the one whose rating it would
    concern: a result that would leave a rating as it is stands in no record either.
    """
    if not result.counted:
        return None
    if not result.handed_over:
        return result.starter_id
    rated, player = holding(result)
    return player if rated in ("full", "gain") else None
