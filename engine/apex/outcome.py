"""Standings, and the result of a game (A62 to A64)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.apex.events import Battle
from engine.apex.state import Phase, State, on_map
from engine.events import Event
from engine.outcome import Outcome, Standing, Termination, last_one
from engine.seat import Seat
from engine.text import Player, Text, say, say_n

POINTS = "V"
PAWNS = "T"
SHARED = "S"
CONCEDED = "F"


def outcome(state: State) -> Outcome | None:
    """Return the result, or None while the game goes on; resigned players share a rank after all others (A64)."""
    if state.phase is not Phase.OVER:
        return None
    seats = range(1, state.rules.seats + 1)
    stayed = [seat for seat in seats if seat not in state.gone]
    points = tuple(float(side.points) for side in state.sides)
    if len(stayed) == 1:
        ranks = tuple(1 if seat in stayed else 2 for seat in seats)
        reason = last_one(stayed[0], state.gone)
        return Outcome(ranks, reason, CONCEDED, points, Termination.FORFEIT, state.gone[-1])
    worth = {seat: (state.sides[seat - 1].points, on_map(state.sides[seat - 1])) for seat in stayed}  # A62
    ranks = tuple(
        1 + sum(worth[other] > worth[seat] for other in stayed) if seat in worth else 1 + len(stayed) for seat in seats
    )
    tied = Counter(scored for scored, _ in worth.values())
    tie_breaks = tuple(
        (say("pawns: {count}", count=worth[seat][1]),) if seat in worth and tied[worth[seat][0]] > 1 else ()
        for seat in seats
    )
    code, text = _why(worth)
    return Outcome(ranks, text, code, points, tie_breaks=tie_breaks)


def _why(worth: dict[Seat, tuple[int, int]]) -> tuple[str, Text]:
    best = max(worth.values())
    first = [seat for seat, each in worth.items() if each == best]
    if len(first) > 1:  # A63
        return SHARED, say_n(
            "After three ages {count} player wins with {points} and the same number of pawns.",
            "After three ages {count} players share the victory with {points} and the same number of pawns.",
            len(first),
            points=say_n("{count} point", "{count} points", best[0]),
        )
    player = Player(first[0])
    if sum(points == best[0] for points, _ in worth.values()) > 1:  # A62
        return PAWNS, say_n(
            "After three ages {player} wins a tie at {count} point with more pawns on the map.",
            "After three ages {player} wins a tie at {count} points with more pawns on the map.",
            best[0],
            player=player,
        )
    return POINTS, say("After three ages {player} has the most points: {points}.", player=player, points=best[0])


def result_text(result: Outcome, names: Sequence[str]) -> str:
    """Return points and winners, e.g. `"Lucy=20 Max=17 WINNER Lucy"`; `names` may be civilisations."""
    scores = " ".join(f"{name}={points:g}" for name, points in zip(names, result.points, strict=True))
    return f"{scores} WINNER {','.join(names[seat - 1] for seat in result.winners)}"


def same_result(text: str, result: Outcome, names: Sequence[str]) -> bool:
    return _folded(text) == _folded(result_text(result, names))


def _folded(text: str) -> str:
    return re.sub(r"\s*([=,])\s*", r"\1", " ".join(text.split())).casefold()


# Standings of APEX: points, and battles won.


_POINTS = say("Points", context="title of a chart")


def standing(state: State) -> Standing:
    return Standing(_POINTS, tuple(float(side.points) for side in state.sides))


def feats(event: Event) -> dict[Seat, int]:
    """Return the winner of the battle that an event was (A38)."""
    return {event.winner: 1} if isinstance(event, Battle) and event.winner is not None else {}


def feats_text(count: int) -> Text:
    return say("battles won: {count}", count=count)
