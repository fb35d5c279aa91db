"""Standings, and the result of a game in ranks and in the official notation (R22 to R30, N6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.events import Event
from engine.outcome import Outcome, Standing, Termination
from engine.replicants.board import MATRIX
from engine.replicants.events import Destroyed
from engine.replicants.state import End, State
from engine.seat import Seat
from engine.text import Player, Text, say, say_n

_FORBIDDEN = re.compile(r"[.,=()/]")


def half_points(state: State, seat: Seat) -> int:
    """Return a seat's points times two (R23)."""
    if not state.rules.counts_points:
        return 0
    points = sum(4 if value == MATRIX else 2 for value in state.sides[seat - 1].trophies)
    if state.end is not None and state.end.by == seat and state.end.by_destruction:
        points += 1
    return points


def outcome(state: State) -> Outcome | None:
    """Return the result of a game that is over, None before."""
    end = state.end
    if end is None:
        return None
    seats = range(1, len(state.sides) + 1)
    points: tuple[float, ...] = ()
    if state.rules.counts_points:  # R23, R27
        halves = {seat: half_points(state, seat) for seat in seats}
        points = tuple(halves[seat] / 2 for seat in seats)
        left = [seat for seat in seats if seat not in end.out]
        ranks = tuple(
            1 + sum(halves[other] > halves[seat] for other in left) if seat in left else 1 + len(left) for seat in seats
        )
    else:  # R22, R28
        beaten = {friend + 1 for seat in end.out for friend in state.rules.friends[seat - 1]}
        ranks = tuple(2 if seat in beaten else 1 for seat in seats)
    return Outcome(
        ranks=ranks,
        reason=_reason(end),
        code=end.code,
        points=points,
        termination=Termination.FORFEIT if end.code == "F" else Termination.RULES,
        by=end.by,
    )


def _reason(end: End) -> Text:
    by, first = Player(end.by), Player(end.out[0])
    if end.code == "F":
        return say("{player} resigned.", player=by)
    if end.by in end.out:
        return say("{player}'s own overload left them only 3 Replicants in the arena.", player=by)
    if len(end.out) > 1:
        return say_n(
            "{player} eliminated {count} player with one volley of arcs.",
            "{player} eliminated {count} players with one volley of arcs.",
            len(end.out),
            player=by,
        )
    if end.code == "M":
        return say("{player} destroyed {loser}'s matrix.", player=by, loser=first)
    return say("{player} left {loser} only 3 Replicants in the arena.", player=by, loser=first)


def result_text(result: Outcome, names: Sequence[str]) -> str:
    """Return the result in the form of N6, e.g. `"(M.Lucy.4,5.Eric.4)"`; names of seat 1, 2, …."""
    written = [safe_name(name) for name in names]
    items = [result.code]
    for group in _groups(result):
        if result.points:
            items.append("=".join(written[seat - 1] for seat in group))
            items.append(points_text(result.points[group[0] - 1]))
        else:
            items += [written[seat - 1] for seat in group]
    return f"({'.'.join(items)})"


def same_result(text: str, result: Outcome, names: Sequence[str]) -> bool:
    """Return whether a result in a person's own style agrees; ties, teammates and case do not matter.

    `()` says only that the game is over, `(M)` only why (N6).
    """
    inside = text.strip().removeprefix("(").removesuffix(")").strip()
    right = result_text(result, names)[1:-1]
    alike = len({name.casefold() for name in names}) < len(names)  # some differ by case alone
    said, meant = (_items(items, str if alike else str.casefold) for items in (inside, right))
    if not result.points:
        said[1:], meant[1:] = sorted(said[1:], key=sorted), sorted(meant[1:], key=sorted)
    return not inside or said in (meant, meant[:1])


def points_text(points: float) -> str:
    """Return points with a decimal comma and no trailing zero (N6)."""
    return f"{points:g}".replace(".", ",")


def safe_name(name: str) -> str:
    """Return a name without characters that the notation cannot hold (N7)."""
    return _FORBIDDEN.sub("_", " ".join(name.split())) or "_"


def _groups(result: Outcome) -> list[tuple[Seat, ...]]:
    """Return the listed seats: the winners alone, or with points all not eliminated, by rank; ties together.

    The eliminated share the last rank. Ties go in turn order after the player of the last action (N6).
    """
    seats = range(1, len(result.ranks) + 1)
    after = result.by or 0
    in_turn = sorted(seats, key=lambda seat: (seat - after - 1) % len(result.ranks))
    if not result.points:
        return [tuple(seat for seat in seats if result.ranks[seat - 1] == 1)]
    *ranks, _eliminated = sorted(set(result.ranks))
    return [tuple(seat for seat in in_turn if result.ranks[seat - 1] == rank) for rank in ranks]


def _items(text: str, fold: Callable[[str], str]) -> list[frozenset[str]]:
    """Return the cause, then names and points; `fold` normalises names."""
    cause, *rest = text.split(".")
    return [
        frozenset({cause.strip().upper()}),
        *(frozenset(fold(_spelt(each)) for each in item.split("=")) for item in rest),
    ]


def _spelt(item: str) -> str:
    word = " ".join(item.split())
    if re.fullmatch(r"[0-9]+(,[0-9]+)?", word):
        return points_text(float(word.replace(",", ".")))
    return word


# Standings of Replicants: points where the mode counts them, else Replicants in the arena.


_POINTS, _ARENA = say("Points", context="title of a chart"), say("Replicants in the arena")


def standing(state: State) -> Standing:
    """Return the points of each seat (R23), or its number of Replicants in the arena (R22, R28)."""
    if state.rules.counts_points:
        return Standing(_POINTS, tuple(half_points(state, seat) / 2 for seat in range(1, len(state.sides) + 1)))
    return Standing(_ARENA, tuple(float(len(side.pieces)) for side in state.sides))


def feats(event: Event) -> dict[Seat, int]:
    """Return the seat that destroyed an enemy in an event (R15); an overload does not count (R13)."""
    if isinstance(event, Destroyed) and event.seat is not None and event.owner != event.seat:
        return {event.seat: 1}
    return {}


def feats_text(count: int) -> Text:
    return say("destroyed: {count}", count=count)
