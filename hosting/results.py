"""Results of finished matches: turns played, ranks, scores, and the rows of the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Game, Json, chosen_options
from engine.outcome import Grade, Outcome, SeatFeature, Termination
from engine.seat import Seat
from hosting import rating
from hosting.core import Core
from hosting.match.audit import AuditCode
from hosting.match.model import Match, computer_of
from store.tables import audit, matches, results
from store.tables.results import GiveUp, Result, Why, held
from store.tables.values import MatchSeat, Span, StoredEvent, StoredMatch

# Scores: how far ahead of the other sides a side came, whatever their number, in exact numbers.
#
# A side is a team where there are teams, else a seat. Of n sides, one whose place is a, the average over ties, has
# `120·(n − a)/(n − 1)`: 120 for a win over all, 0 for a loss to all, 60 for a draw. The scores of all sides of a match
# add up to 60·n. Up to seven sides they are whole numbers.


WHOLE = 120
"""The score of a side that came in before all others."""


def side_ranks(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[int, ...]:
    """Return the rank of the side of seat 1, 2, …: partners share the best of theirs.

    `ranks`: as in `Outcome`. `teams`: of each seat; None where everyone plays alone.
    """
    best: dict[int, int] = {}
    for rank, team in zip(ranks, teams, strict=True):
        if team is not None:
            best[team] = min(rank, best.get(team, rank))
    return tuple(rank if team is None else best[team] for rank, team in zip(ranks, teams, strict=True))


def scores(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the score of seat 1, 2, … in 120ths; None if there is no other side.

    Only the order of the ranks matters: losers who "share the last rank" share the places behind the winners. Arguments
    as for `side_ranks`.
    """
    by_seat = side_ranks(ranks, teams)
    sides = {(seat, None) if team is None else (None, team): rank for seat, (rank, team) in _numbered(by_seat, teams)}
    found = tuple(sides.values())
    if len(found) < 2:
        return (None,) * len(ranks)
    return tuple(_score(rank, found) for rank in by_seat)


def _numbered(ranks: Sequence[int], teams: Sequence[int | None]) -> tuple[tuple[int, tuple[int, int | None]], ...]:
    return tuple(enumerate(zip(ranks, teams, strict=True), 1))


def _score(rank: int, sides: Sequence[int]) -> int:
    behind, level = sum(each > rank for each in sides), sum(each == rank for each in sides) - 1
    # n − a is the number of sides behind, and half of those on the same place.
    score, rest = divmod(WHOLE * (2 * behind + level), 2 * (len(sides) - 1))
    if rest:
        raise AssertionError(f"the score of {len(sides)} sides is no whole number")
    return score


# What players did with their seats: who sat there, and how many turns of their own they made.
#
# An *own turn* is a turn of the game in which the seat's player entered or had planned something, a sealed choice
# included, that was not taken back. It is one turn however many parts it is entered in; all that a seat answers within
# another's turn is one, too. If the seat was handed over within it, it belongs to the player who began it. What the
# clock played is none, nor is what was played automatically as the only legal turn; choices that another player's turn
# opens are no exception.


OWN_CAUSES = (None, "plan", "prepared")
"""Causes of an event whose turn is its player's own: none, or their own plan."""
_LEADING_BACK = frozenset(("undo", "position"))
_NO_TURNS: Mapping[int, int] = MappingProxyType({})
LONGEST_OPENING = 60
"""Characters of a first turn that are kept; longer ones are cut."""


@dataclass(slots=True)
class Sitting:
    """The course of one seat.

    Attributes:
        starter_id: The person who sat there first.
        finisher_id: The person who sat there last.
        excused: Whether an organiser excused the starter, who left.
        opening: The first own turn, in one line.
        spent: From the event before to each part of own turns that was no sealed choice, added up, without pauses.
        gave_up: Whether the seat resigned or lost by its time.
        made: The game's turns in which own turns were made, below 0 for unknown ones, with the person who began it.
        played: Those of them with something else than a sealed choice.
    """

    starter_id: int
    finisher_id: int
    excused: bool = False
    opening: str | None = None
    spent: timedelta = timedelta()
    gave_up: GiveUp | None = None
    made: dict[int, int] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)

    @property
    def turns(self) -> Counter[int]:
        """How many own turns each person made there."""
        return Counter(self.made.values())

    @property
    def thought(self) -> float:
        return self.spent.total_seconds()

    @property
    def timed(self) -> int:
        """The number of own turns in `thought`."""
        return len(self.played)


@dataclass(frozen=True, slots=True)
class StandIn:
    """A turn or choice that a missed deadline made for a seat (audit log); it may have stayed sealed after `at`."""

    seat: Seat
    at: datetime


def sittings(
    seats: Iterable[MatchSeat],
    events: Sequence[StoredEvent],
    started_at: datetime,
    stand_ins: Sequence[StandIn] = (),
    pauses: Sequence[Span] = (),
    game_turns: Mapping[int, int] = _NO_TURNS,
) -> dict[Seat, Sitting]:
    found = {each.seat: Sitting(each.person_id, each.person_id) for each in seats}
    kinds = {event.kind for event in events}
    handovers = (
        {event.seq: handed for event in events if (handed := _handed_over(event)) is not None}
        if "substitute" in kinds
        else {}
    )
    for taken, was in reversed(handovers.values()):
        found[taken].starter_id = was
    present, before = {seat: each.starter_id for seat, each in found.items()}, started_at
    standing = _standing(events) if kinds & _LEADING_BACK else None
    for event in events:  # hundreds of them within the last turn's transaction: what is most frequent comes first
        seq, seat, at = event.seq, event.seat, event.at
        if standing is not None and seq not in standing and seq not in handovers:
            pass
        elif event.kind == "turn" and seat is not None:
            if not event.data or event.data.get("cause") in OWN_CAUSES:
                sitting, turn = found[seat], game_turns.get(seq, -seq)
                if not sitting.made:
                    sitting.opening = _single_line(event.text)
                sitting.made.setdefault(turn, present[seat])
                sitting.spent += at - before - _paused(before, at, pauses) if pauses else at - before
                sitting.played.add(turn)
        elif seq in handovers:
            taken, was = handovers[seq]
            present[taken] = cast("int", event.data["user"])
            if was == found[taken].starter_id:
                found[taken].excused = event.data.get("excused") is True
        else:
            for chose, text in _opened(event, {each.seat for each in stand_ins if before < each.at <= at}):
                if not (sitting := found[chose]).made:
                    sitting.opening = _single_line(text)
                sitting.made.setdefault(game_turns.get(seq, -seq), present[chose])
            if event.kind == "forfeit" and seat is not None:
                found[seat].gave_up = "time" if event.data.get("cause") == "time" else "resigned"
        before = at
    return found


def _handed_over(event: StoredEvent) -> tuple[Seat, int] | None:
    if event.kind != "substitute" or event.seat is None:
        return None
    return event.seat, cast("int", event.data["was"])


def _single_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_OPENING]


def _paused(first: datetime, last: datetime, pauses: Sequence[Span]) -> timedelta:
    return sum((max(min(until, last) - max(since, first), timedelta()) for since, until in pauses), timedelta())


def _opened(event: StoredEvent, late: Collection[Seat]) -> tuple[tuple[Seat, str], ...]:
    if not event.choices:
        return ()
    causes = cast("Mapping[str, Json]", event.data.get("causes", {}))
    revealed = tuple(
        (seat, text) for seat, text in event.choices if seat not in late and causes.get(str(seat)) in OWN_CAUSES
    )
    if event.kind == "joint" and event.data.get("cause") not in OWN_CAUSES:
        return tuple(each for each in revealed if each[0] != event.seat)
    return revealed


def _standing(events: Sequence[StoredEvent]) -> frozenset[int]:
    """Return the numbers of the events that were not taken back and come after the last position that was set up."""
    by_seq = {event.seq: event for event in events}
    at, found = max(by_seq, default=0), set()
    while at > 0:
        event = by_seq.get(at)
        if event is not None and event.kind == "undo":
            at = min(cast("int", event.data["to"]), at - 1)
            continue
        found.add(at)
        if event is not None and event.kind == "position":
            break
        at -= 1
    return frozenset(found)


# What comes of a match that is over, as the rows that are stored of it: pure, from what its log tells.


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that is over.

    Attributes:
        options: Pairs of option key and value.
        set_up: Whether it started from a position that was set up.
        seats: In the order of play, with the last players.
        ranks: For seat 1, 2, …, as in `Outcome`.
        draws: Whether the rules know a draw.
        points: For seat 1, 2, …, where the game counts points; else empty.
        grade: Of the result of a player alone; None if it's in no list of the best.
        features: Criteria of the game's statistics.
        stand_ins: Turns made by missed deadlines.
        game_turns: The game's turn of each event, by number, as far as known.
        computers: The computer players among those who sat there.
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
    features: tuple[SeatFeature, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()
    pauses: tuple[Span, ...] = ()
    game_turns: Mapping[int, int] = field(default_factory=dict)
    computers: frozenset[int] = frozenset()


def why_not(ended: Ended) -> Why | None:
    """Return why a match doesn't count; None if it does.

    Games that ended by the rules, by resignation, by the clock or by an adjudication count, and so do agreed draws
    where the rules know them.
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
    """Return the result of each seat, as its match ended; without ratings (`store.tables.results.held`)."""
    teams = tuple(each.team for each in ended.seats)
    ranks, found = side_ranks(ended.ranks, teams), scores(ended.ranks, teams)
    became = sittings(ended.seats, ended.events, ended.started_at, ended.stand_ins, ended.pauses, ended.game_turns)
    why = "computer" if any(each.starter_id in ended.computers for each in became.values()) else why_not(ended)
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
                # What a computer wins is in nobody's record.
                finisher_turns=0 if sitting.finisher_id in ended.computers else turns[sitting.finisher_id],
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


def computers_in(names: Mapping[int, str]) -> frozenset[int]:
    """Return the computer players among people, given by their names."""
    return frozenset(person_id for person_id, name in names.items() if computer_of(name) is not None)


def category_of(options: tuple[tuple[str, str], ...]) -> str:
    return ";".join(f"{key}={value}" for key, value in options)


def _points(ended: Ended, seat: Seat) -> float | list[int] | None:
    if len(ended.seats) == 1 and ended.grade is not None:
        return list(ended.grade.points)
    if not ended.points:
        return None
    points = ended.points[seat - 1]
    return int(points) if points.is_integer() else points  # as SQLite gives it back


# The results of a match are written by the transaction that ends it, with all that is added up from them.
#
# What is written are its rows, and rows of totals that are found by their keys. So the cost depends on the match and on
# nothing else that is stored.


_BY_THE_RULES = (Termination.RULES, Termination.FORFEIT, Termination.TIME)


@dataclass(eq=False, slots=True)
class Results:
    """Writes the results of matches."""

    core: Core

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        outcome = after.session.outcome
        if not after.over or outcome is None or (before is not None and before.over):
            return
        ended = _ended(after, outcome)
        if after.clock is not None:
            ended = replace(ended, stand_ins=await _stand_ins(connection, after.id))
        variant, wanted = after.session.game.info.variant(ended.mode, ended.options), after.terms.rated
        rows = await rating.rate(connection, held(results_of(ended), ended.computers), variant=variant, wanted=wanted)
        shared: list[Result] = []
        if self.core.everywhere and wanted and await rating.agreed_to_global(connection, rows):
            # A server's ratings come first, here and in corrections, so that no two transactions wait for each other.
            shared = await rating.rate(connection, rating.of_all_servers(rows), variant=variant, wanted=wanted)
        await _write(connection, rows, shared)

    async def write_unreadable(self, connection: AsyncConnection, match_id: int) -> None:
        """Write the results of a match called off as its start cannot be read, in the transaction of that."""
        stored = await matches.load(connection, match_id)
        if stored is None or stored.ended_at is None:
            raise AssertionError(f"match {match_id} has not ended")
        ended = replace(_called_off(stored), stand_ins=await _stand_ins(connection, match_id))
        await _write(connection, results_of(ended))


def rows_of(after: Match) -> tuple[Result, ...]:
    """Return the results of a match as far as the match itself tells them. Raises ValueError if it goes on."""
    if (outcome := after.session.outcome) is None:
        raise ValueError(f"match {after.id} is not over")
    return results_of(_ended(after, outcome))


def _ended(after: Match, outcome: Outcome) -> Ended:
    session, game = after.session, after.session.game
    mode, options = after.setup.mode, dict(after.setup.options)
    return Ended(
        match_id=after.id,
        guild_id=after.guild_id,
        game=after.game,
        mode=mode,
        options=tuple(chosen_options(game.info, mode, options).items()),
        set_up=after.setup.position != "",
        seats=after.seats,
        events=after.events,
        started_at=after.started_at,
        ended_at=after.ended_at or after.events[-1].at,
        ranks=outcome.ranks,
        termination=outcome.termination,
        draws=game.info.draws,
        points=outcome.points,
        grade=_grade(game, session.state, outcome),
        features=game.features(session.state),
        pauses=after.pauses,
        game_turns=_game_turns(after),
        computers=computers_in(after.members),
    )


async def _write(connection: AsyncConnection, rows: Sequence[Result], shared: Sequence[Result] = ()) -> None:
    await results.add(connection, (*rows, *shared))
    await results.add_totals(connection, results.tally([rows]))


def _game_turns(match: Match) -> dict[int, int]:
    """Return the game's turn of each event that led to the present game, by the event's number."""
    entries = match.session.entries
    return {passed.seq: entries[passed.entries - 1].turn for passed in match.history if passed.entries}


async def _stand_ins(connection: AsyncConnection, match_id: int) -> tuple[StandIn, ...]:
    noted = await audit.of_match(connection, match_id)
    return tuple(
        StandIn(cast("Seat", each.detail["seat"]), each.at)
        for each in noted
        if each.code == AuditCode.TIME_UP and each.detail.get("did") in ("default", "random")
    )


def _called_off(stored: StoredMatch) -> Ended:
    outcome = cast("Mapping[str, Json]", stored.outcome)
    return Ended(
        match_id=stored.id,
        guild_id=stored.guild_id,
        game=stored.game,
        mode=stored.setup.mode,
        options=stored.setup.options,
        set_up=stored.setup.position != "",
        seats=stored.seats,
        events=stored.events,
        started_at=stored.started_at,
        ended_at=stored.ended_at or stored.started_at,
        ranks=tuple(cast("Sequence[int]", outcome["ranks"])),
        termination=Termination(str(outcome["termination"])),
        draws=False,
        pauses=stored.pauses,
        computers=computers_in(stored.names),
    )


def _grade(game: Game[Any, Any, Any], state: object, outcome: Outcome) -> Grade | None:
    """Return the grade of a player alone; None if there is none, or people have decided the result."""
    if not outcome.alone or outcome.termination not in _BY_THE_RULES or not game.info.graded:
        return None
    return game.grade(state)
