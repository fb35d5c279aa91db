"""What comes of a match that is over, as the rows that are stored of it: pure, from what its log tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.features import Feature
from engine.outcome import Grade, Termination
from engine.seat import Seat
from hosting.results.scoring import scores, side_ranks
from hosting.results.turns import StandIn, sittings
from store.results import Result, Why
from store.values import MatchSeat, Span, StoredEvent


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over.

    Attributes:
        match_id: Which.
        guild_id: The server.
        game: Key of the game.
        mode: Key of the mode.
        options: Pairs of option key and value.
        set_up: Whether it started from a position that was set up.
        seats: In the order of play, with who sits there at the end.
        events: All of them, in order.
        started_at: When it started.
        ended_at: When it ended.
        ranks: For seat 1, 2, …, as in `Outcome`.
        termination: How it ended.
        draws: Whether the rules know a draw.
        points: For seat 1, 2, …, where the game counts points; empty otherwise.
        grade: How good the result of a player alone is; None if it is in no list of the best.
        features: What the game wants results to be counted by.
        stand_ins: What missed deadlines made for seats.
        pauses: From when until when it was paused.
        game_turns: In which turn of the game events were, by their numbers, as far as that is known.
    """

    match_id: int
    guild_id: int
    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    set_up: bool
    seats: tuple[MatchSeat, ...]
    events: tuple[StoredEvent, ...]
    started_at: datetime
    ended_at: datetime
    ranks: tuple[int, ...]
    termination: Termination
    draws: bool
    points: tuple[float, ...] = ()
    grade: Grade | None = None
    features: tuple[Feature, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    pauses: tuple[Span, ...] = ()
    game_turns: Mapping[int, int] = field(default_factory=dict)


def why_not(ended: Ended) -> Why | None:
    """Return why a match does not count; None if it does.

    Games that ended by the rules, by resignation, by the clock or by an adjudication count, and so do draws that were
    agreed on where the rules know them.
    """
    if ended.termination is Termination.VOID:
        last = ended.events[-1] if ended.events else None
        return "void" if last is None or last.data.get("cause") in ("organiser", "time") else "aborted"
    if ended.termination is Termination.AGREED and not ended.draws and len(set(ended.ranks)) == 1:
        return "undecided"
    if ended.set_up or any(event.kind == "position" for event in ended.events):
        return "position"
    return "solo" if len(ended.seats) == 1 else None


def results_of(ended: Ended) -> tuple[Result, ...]:
    """Return what comes of each seat, as its match ended; nothing is said of ratings yet (`store.holders.held`)."""
    teams = tuple(each.team for each in ended.seats)
    ranks, found, why = side_ranks(ended.ranks, teams), scores(ended.ranks, teams), why_not(ended)
    became = sittings(ended.seats, ended.events, ended.started_at, ended.stand_ins, ended.pauses, ended.game_turns)
    options = tuple(sorted(ended.options))
    listed = ended.grade is not None and why == "solo"
    rows = []
    for each, rank, score in zip(ended.seats, ranks, found, strict=True):
        sitting = became[each.seat]
        turns = sitting.turns
        rows.append(
            Result(
                match_id=ended.match_id,
                revision=0,
                seat=each.seat,
                guild_id=ended.guild_id,
                game=ended.game,
                mode=ended.mode,
                options=options,
                team=each.team,
                starter_id=sitting.starter_id,
                finisher_id=sitting.finisher_id,
                excused=sitting.excused,
                turns=len(sitting.made),
                starter_turns=turns[sitting.starter_id],
                finisher_turns=turns[sitting.finisher_id],
                rank=rank,
                score=score,
                started_at=ended.started_at,
                ended_at=ended.ended_at,
                termination=ended.termination.value,
                why=why,
                points=_points(ended, each.seat),
                category=category_of(options) if listed else None,
                merit=ended.grade.merit if ended.grade is not None and listed else None,
                gave_up=sitting.gave_up,
                opening=sitting.opening,
                thought=round(sitting.thought),
                timed=sitting.timed,
                features=tuple(sorted((had.kind, had.value) for had in ended.features if had.seat == each.seat)),
            )
        )
    return tuple(rows)


def category_of(options: tuple[tuple[str, str], ...]) -> str:
    """Return the list of best results that options make, from pairs in order of key."""
    return ";".join(f"{key}={value}" for key, value in options)


def _points(ended: Ended, seat: Seat) -> float | list[int] | None:
    if len(ended.seats) == 1 and ended.grade is not None:
        return list(ended.grade.points)
    if not ended.points:
        return None
    points = ended.points[seat - 1]
    return int(points) if points.is_integer() else points  # as SQLite gives it back
