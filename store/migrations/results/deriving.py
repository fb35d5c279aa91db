"""What came of each seat of a match that is over, from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from store.migrations.results.reading import Over

_OWN = (None, "plan", "prepared")
_OPENING = 60
_DEFAULTS = {
    "replica": {"sight": "all", "king_power": "none"},
    "apex": {"mode": "standard"},
    "mutants": {"reserve": "draft"},
    "mutants solo": {"boss": "wizard", "ultra": "no", "limits": "none"},
}
"""The options of the games that there were, where a match says nothing of them; those of ready decks follow below."""


@dataclass(slots=True)
class _Sitting:
    starter: int
    finisher: int
    turns: Counter[int] = field(default_factory=Counter)
    excused: bool = False
    opening: str | None = None
    thought: float = 0.0
    timed: int = 0
    gave_up: str | None = None


def rows(over: Over) -> list[dict[str, Any]]:
    """Return the rows of `results` of a match, without checksums."""
    match, outcome = over.match, over.match.outcome
    ranks, scores = _scored(outcome["ranks"], [each.team for each in over.seats])
    sittings, why = _sittings(over), _why(over)
    found = []
    for seat, rank, score in zip(over.seats, ranks, scores, strict=True):
        sitting = sittings[seat.seat]
        found.append(
            {
                "match_id": match.id,
                "revision": 0,
                "seat": seat.seat,
                "guild_id": match.guild_id,
                "game": match.game,
                "mode": match.mode,
                "options": _options(match),
                "pool_id": None,
                "team": seat.team,
                "starter_id": sitting.starter,
                "finisher_id": sitting.finisher,
                "excused": sitting.excused,
                "turns": sitting.turns.total(),
                "starter_turns": sitting.turns[sitting.starter],
                "finisher_turns": sitting.turns[sitting.finisher],
                "rank": rank,
                "score": score,
                "points": None,
                "category": None,
                "merit": None,
                "started_at": match.started_at,
                "ended_at": match.ended_at,
                "termination": outcome["termination"],
                "counted": why is None,
                "why": why,
                "rated": None,  # nobody had agreed to be rated
                "player_id": None,
                "pool_no": None,
                "gave_up": sitting.gave_up,
                "opening": sitting.opening,
                "thought": round(sitting.thought),
                "timed": sitting.timed,
                "features": None,
            }
        )
    return found


def _options(match: sa.Row[Any]) -> list[list[str]]:
    chosen = dict(match.options)
    solo = match.game == "mutants" and match.mode == "solo"
    found = {**_DEFAULTS.get("mutants solo" if solo else match.game, {}), **chosen}
    if found.get("reserve") == "ready":
        found.setdefault("decks", "random")
    return [[key, found[key]] for key in sorted(found)]


def _why(over: Over) -> str | None:
    termination, ranks = over.match.outcome["termination"], over.match.outcome["ranks"]
    if termination == "void":
        last = over.events[-1] if over.events else None
        return "void" if last is None or (last.data or {}).get("cause") == "organiser" else "aborted"
    if termination == "agreed" and len(set(ranks)) == 1:  # no game knew a draw
        return "undecided"
    if over.match.position or any(event.kind == "position" for event in over.events):
        return "position"
    return "solo" if len(over.seats) == 1 else None


def _scored(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[list[int], list[int | None]]:
    """Return the rank of each seat's side, and its score in 120ths; None where there is one side."""
    keys = [("seat", seat) if team is None else ("team", team) for seat, team in enumerate(teams)]
    sides: dict[tuple[str, int], int] = {}
    for key, rank in zip(keys, ranks, strict=True):
        sides[key] = min(rank, sides.get(key, rank))
    found = [sides[key] for key in keys]
    if len(sides) < 2:
        return found, [None] * len(found)
    all_ranks = list(sides.values())
    return found, [
        120 * (2 * sum(each > rank for each in all_ranks) + all_ranks.count(rank) - 1) // (2 * (len(sides) - 1))
        for rank in found
    ]


def _sittings(over: Over) -> dict[int, _Sitting]:
    found = {each.seat: _Sitting(each.person_id, each.person_id) for each in over.seats}
    for event in reversed(over.events):
        if event.kind == "substitute":
            found[event.seat].starter = event.data["was"]
    present, standing = {seat: each.starter for seat, each in found.items()}, _standing(over.events)
    before = over.match.started_at
    for event in over.events:
        data = event.data or {}
        if event.kind == "substitute":
            present[event.seat] = data["user"]
        elif event.seq in standing:
            own = list(_own(event, _stood_in(over, before, event.at)))
            for seat, text in own:
                sitting = found[seat]
                sitting.turns[present[seat]] += 1
                if sitting.opening is None:
                    sitting.opening = " ".join(text.split())[:_OPENING]
            if event.kind == "turn" and own:
                found[event.seat].thought += (event.at - before).total_seconds()
                found[event.seat].timed += 1
            if event.kind == "forfeit":
                found[event.seat].gave_up = "time" if data.get("cause") == "time" else "resigned"
        before = event.at
    return found


def _stood_in(over: Over, after: datetime, until: datetime) -> set[int]:
    """Return the seats for which a missed deadline chose between two events: the log of what was done tells."""
    return {
        line.detail["seat"]
        for line in over.late
        if line.detail.get("did") in ("default", "random") and after < line.at <= until
    }


def _own(event: sa.Row[Any], stood_in: set[int]) -> Iterator[tuple[int, str]]:
    cause = (event.data or {}).get("cause")
    if event.kind == "turn" and cause in _OWN:
        yield event.seat, event.text
    for seat, text in event.choices or ():
        if seat not in stood_in and not (event.kind == "joint" and seat == event.seat and cause not in _OWN):
            yield seat, text


def _standing(events: Sequence[sa.Row[Any]]) -> set[int]:
    """Return the numbers of the events that were not taken back and lie behind the last position that was set up."""
    by_seq, found = {event.seq: event for event in events}, set()
    at = max(by_seq, default=0)
    while at > 0:
        event = by_seq.get(at)
        if event is not None and event.kind == "undo":
            at = min(event.data["to"], at - 1)
            continue
        found.add(at)
        if event is not None and event.kind == "position":
            break
        at -= 1
    return found
