"""Ranks as organisers type them, and who has which, in words."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.core.errors import Refusal
from engine.text import Listed, Player, listed, say
from hosting.match.codec import BareMatch
from hosting.match.model import Match


def read_ranks(match: Match | BareMatch, text: str) -> tuple[int, ...]:
    """Return ranks as they were typed. Raises Refusal."""
    parts = text.replace(",", " ").split()
    ranks = tuple(int(part) for part in parts if part.isdecimal() and len(part) < 3)
    seats = len(match.seats)
    if match.alone:
        if ranks not in {(1,), (2,)} or len(parts) != 1:
            raise Refusal(say("Give 1 for a victory or 2 for a defeat."), code="bad-ranks")
        return ranks
    if not (len(ranks) == len(parts) == seats and min(ranks) == 1 and max(ranks) <= seats):
        raise Refusal(
            say(
                "Give a rank from 1 to {count} for each of the {count} seats, in their order; at least one is 1.",
                count=seats,
            ),
            code="bad-ranks",
        )
    return ranks


def ranked(ranks: Sequence[int]) -> Listed:
    """Return the players of seat 1, 2, … with their ranks, the best first."""
    order = sorted(enumerate(ranks, 1), key=lambda each: (each[1], each[0]))
    return listed((say("{rank}. {player}", rank=rank, player=Player(seat)) for seat, rank in order), "comma")
