"""Matches: rows, seats, the log of events, and the game that results from them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import BindParameter, Integer, Row, bindparam, delete, func, insert, literal_column, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import Game, Json, Setup
from engine.outcome import Outcome, Termination, ruling
from engine.seat import Seat
from engine.session import Session
from engine.text import dump_text, load_text
from store.db import connections
from store.schema import base, events, match_seats, matches, member_names, pauses, places, sealed_choices
from store.schema.base import checked, put_row
from store.tables import lobby, people
from store.tables.people import names_in_match
from store.tables.values import NO_DATA, EventKind, MatchSeat, MatchStatus, Place, Span, StoredEvent, StoredMatch

# Seats of matches with the names of those who sit there, in lists as in the match itself
# (`store.tables.people.names_in_match`).


_MATCHES: BindParameter[Any] = bindparam("matches", expanding=True)
_SEATED = (
    select(match_seats, matches.c.guild_id)
    .join(matches, matches.c.id == match_seats.c.match_id)
    .where(match_seats.c.match_id.in_(_MATCHES))
    .order_by(match_seats.c.match_id, match_seats.c.seat)
)
_CHANGES = (
    select(events.c.match_id, events.c.seat, events.c.data)
    # Written out, as an index of these alone is used for nothing else.
    .where(events.c.match_id.in_(_MATCHES), events.c.kind == literal_column("'substitute'"))
    .order_by(events.c.match_id, events.c.seq)
)
_NAMES = select(member_names).where(
    member_names.c.guild_id.in_(bindparam("guilds", expanding=True)),
    member_names.c.person_id.in_(bindparam("people", expanding=True)),
)


async def seats_of(connection: AsyncConnection, match_ids: Collection[int]) -> dict[int, tuple[MatchSeat, ...]]:
    wanted = {"matches": sorted(match_ids)}
    seats, changes = [_grouped(await connection.execute(query, wanted)) for query in (_SEATED, _CHANGES)]
    sat = {match_id: sitters(rows, changes.get(match_id, ())) for match_id, rows in seats.items()}
    guilds = {match_id: rows[0].guild_id for match_id, rows in seats.items()}
    known = await _names(
        connection, {*guilds.values()}, {each for pair in sat.values() for people in pair for each in people}
    )
    found: dict[int, tuple[MatchSeat, ...]] = {}
    for match_id, rows in seats.items():
        starters, newcomers = sat[match_id]
        called = names_in_match(starters, newcomers, known.get(guilds[match_id], {}))
        found[match_id] = tuple(
            MatchSeat(each.seat, each.person_id, called[each.person_id], each.team) for each in rows
        )
    return found


def sitters(seats: Sequence[Row[Any]], changes: Sequence[Row[Any]]) -> tuple[list[int], list[int]]:
    """Return the first player of each seat, in the order of seats, and the substitutes in the order of coming."""
    first = {each.seat: each.person_id for each in seats}
    first |= {each.seat: each.data["was"] for each in reversed(changes)}
    # If only the first events are read, a person who came later may sit there now.
    newcomers = [*(each.data["user"] for each in changes), *(each.person_id for each in seats)]
    return [first[each.seat] for each in seats], newcomers


async def _names(
    connection: AsyncConnection, guild_ids: Collection[int], people: Collection[int]
) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for row in await connection.execute(_NAMES, {"guilds": sorted(guild_ids), "people": sorted(people)}):
        found.setdefault(row.guild_id, {})[row.person_id] = row.name
    return found


def _grouped(rows: Iterable[Row[Any]]) -> dict[int, list[Row[Any]]]:
    found: dict[int, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.match_id, []).append(row)
    return found


class WriteConflict(RuntimeError):  # noqa: N818 - not an error of the program: another writer was faster
    """Another process changed the match since it was read."""


_BY_ID = matches.c.id == bindparam("match")
_MATCH = select(matches).where(_BY_ID)
_SEATS = select(match_seats).where(match_seats.c.match_id == bindparam("match")).order_by(match_seats.c.seat)
_PLACES = select(places).where(places.c.match_id == bindparam("match")).order_by(places.c.role)
_EVENTS = (
    select(events)
    .where(events.c.match_id == bindparam("match"), events.c.seq <= bindparam("upto"))
    .order_by(events.c.seq)
)
_SEALED = (
    select(sealed_choices)
    .where(sealed_choices.c.match_id == bindparam("match"), sealed_choices.c.decision == bindparam("decision"))
    .order_by(sealed_choices.c.seat)
)
_PAUSES = (
    select(pauses.c.begun_at, pauses.c.ended_at)
    .where(pauses.c.match_id == bindparam("match"))
    .order_by(pauses.c.begun_at)
)
_ADD_EVENT = insert(events)
_SAME_REV = matches.c.rev == func.coalesce(bindparam("rev", type_=Integer), matches.c.rev)
_ADVANCE = (
    update(matches)
    .where(_BY_ID, matches.c.seq == bindparam("before"), _SAME_REV)
    .values(
        seq=bindparam("after"),
        status=bindparam("new_status"),
        to_act=bindparam("waiting"),
        moved_at=bindparam("moved"),
        rev=matches.c.rev + 1,
    )
    .returning(
        # The link that the next one is joined to.
        func.coalesce(
            select(events.c.checksum)
            .where(events.c.match_id == bindparam("match"), events.c.seq == bindparam("before"))
            .scalar_subquery(),
            matches.c.checksum,
        )
    )
)
_ADVANCE_TO_END = _ADVANCE.values(ended_at=bindparam("ended"), outcome=bindparam("result"), parked=None, paused=None)
_TOUCH = update(matches).where(_BY_ID, _SAME_REV).values(rev=matches.c.rev + 1)
_LEAVE_SEATS = update(match_seats).where(match_seats.c.match_id == bindparam("match")).values(live=False)
_FREE_PLACES = update(places).where(places.c.match_id == bindparam("match")).values(busy=False)
_SET_CLOCK = (
    update(matches)
    .where(_BY_ID)
    .values(
        clock=bindparam("new_clock", type_=matches.c.clock.type),
        clock_checksum=bindparam("sum", type_=matches.c.clock_checksum.type),
        due_at=bindparam("due", type_=matches.c.due_at.type),
    )
)


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    game: str,
    rules_version: int,
    setup: Setup,
    seed: bytes,
    to_act: Sequence[Seat],
    organiser_id: int,
    seats: Sequence[MatchSeat],
    match_places: Sequence[Place],
    at: datetime,
    terms: Mapping[str, Json] | None = None,
    origin: str | None = None,
) -> int:
    """Write a new match and return its id. Raises IntegrityError if its origin already has one."""
    row = checked(
        "matches",
        {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "game": game,
            "rules_version": rules_version,
            "mode": setup.mode,
            "options": [list(pair) for pair in setup.options],
            "data": setup.data,
            "position": setup.position,
            "seed": seed,
            "status": "running",
            "seq": 0,
            "to_act": list(to_act),
            "organiser_id": organiser_id,
            "started_at": at,
            "moved_at": at,
            "terms": terms or {},
            "origin": origin,
        },
    )
    match_id = int((await connection.execute(insert(matches).returning(matches.c.id), row)).scalar_one())
    await connection.execute(
        insert(match_seats),
        [
            checked(
                "match_seats",
                {
                    "match_id": match_id,
                    "seat": seat.seat,
                    "person_id": seat.person_id,
                    "team": seat.team,
                    "live": True,
                },
            )
            for seat in seats
        ],
    )
    await _add_places(connection, match_id, match_places)
    return match_id


async def _add_places(connection: AsyncConnection, match_id: int, match_places: Sequence[Place]) -> None:
    await connection.execute(
        insert(places),
        [
            checked(
                "places",
                {
                    "match_id": match_id,
                    "role": place.role,
                    "channel_id": place.channel_id,
                    "busy": place.role != "category",
                },
            )
            for place in match_places
        ],
    )


async def load(connection: AsyncConnection, match_id: int, upto: int | None = None) -> StoredMatch | None:
    """Return a match, or None; with `upto` as of that event, without choices sealed later."""
    row = (await connection.execute(_MATCH, {"match": match_id})).one_or_none()
    if row is None:
        return None
    last = row.seq if upto is None else upto
    seat_rows = (await connection.execute(_SEATS, {"match": match_id})).all()
    place_rows = (await connection.execute(_PLACES, {"match": match_id})).all()
    begun = {each.seat: each.text for each in await lobby.loadouts_of_match(connection, match_id)}
    event_rows = (await connection.execute(_EVENTS, {"match": match_id, "upto": last})).all()
    starters, newcomers = sitters(seat_rows, [each for each in event_rows if each.kind == "substitute"])
    known = await people.names(connection, row.guild_id, {*starters, *newcomers})
    called = names_in_match(starters, newcomers, known)
    sealed_rows: Sequence[Row[Any]] = ()
    if upto is None:
        sealed_rows = (await connection.execute(_SEALED, {"match": match_id, "decision": last})).all()
    return StoredMatch(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        rules_version=row.rules_version,
        setup=Setup(
            row.mode,
            tuple((key, value) for key, value in row.options),
            row.data,
            row.position,
            row.rules_version,
            tuple(begun.get(each.seat, "") for each in seat_rows) if begun else (),
        ),
        seed=row.seed,
        status=row.status,
        seq=row.seq,
        to_act=tuple(row.to_act),
        outcome=row.outcome,
        parked=row.parked,
        organiser_id=row.organiser_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        seats=tuple(MatchSeat(each.seat, each.person_id, called[each.person_id], each.team) for each in seat_rows),
        places=tuple(Place(each.role, each.channel_id) for each in place_rows),
        events=tuple(_event(each) for each in event_rows),
        sealed=tuple((each.seat, each.text) for each in sealed_rows),
        terms=row.terms,
        clock=row.clock,
        paused=row.paused,
        rev=row.rev,
        moved_at=row.moved_at,
        names=called,
        origin=row.origin,
        causes={each.seat: each.cause for each in sealed_rows if each.cause is not None},
        decided={each.seat: each.decided for each in sealed_rows if each.decided is not None},
        pauses=tuple(
            (begun, ended) for begun, ended in await connections.read(connection, _PAUSES, {"match": match_id})
        ),
    )


def _event(row: Row[Any]) -> StoredEvent:
    return StoredEvent(
        row.seq,
        row.kind,
        row.seat,
        row.person_id,
        row.text,
        tuple((seat, text) for seat, text in row.choices or ()),
        row.at,
        row.data or NO_DATA,
    )


async def append(
    connection: AsyncConnection,
    match_id: int,
    event: StoredEvent,
    *,
    status: MatchStatus,
    to_act: Sequence[Seat],
    rev: int | None = None,
    outcome: Mapping[str, Json] | None = None,
) -> None:
    """Write a match's next event, whose number is one above the last one.

    `status`, `to_act` and `outcome` are the match's after it; with an outcome its channels become free.

    Raises:
        WriteConflict: The match already has that event, or is no longer at the revision `rev` (None for any).
    """
    values = {
        "match": match_id,
        "before": event.seq - 1,
        "rev": rev,
        "after": event.seq,
        "new_status": status,
        "waiting": list(to_act),
        "moved": event.at,
    }
    if outcome is None:
        links = await connections.read(connection, _ADVANCE, values)
    else:
        links = await connections.read(connection, _ADVANCE_TO_END, {**values, "ended": event.at, "result": outcome})
    if not links:
        raise WriteConflict(f"match {match_id} has moved past event {event.seq - 1}")
    row = {
        "match_id": match_id,
        "seq": event.seq,
        "kind": event.kind,
        "seat": event.seat,
        "person_id": event.person_id,
        "text": event.text,
        "choices": [list(choice) for choice in event.choices] or None,
        "at": event.at,
        "data": event.data or None,
    }
    await connections.write(connection, _ADD_EVENT, [checked("events", row, links[0][0] or b"")])
    if outcome is not None:
        await connections.write(connection, _LEAVE_SEATS, [{"match": match_id}])
        await connections.write(connection, _FREE_PLACES, [{"match": match_id}])


async def touch(connection: AsyncConnection, match_id: int, rev: int) -> None:
    """Increase a match's revision for a change that is not an event.

    Raises:
        WriteConflict: It is no longer at the revision given.
    """
    if (await connection.execute(_TOUCH, {"match": match_id, "rev": rev})).rowcount != 1:
        raise WriteConflict(f"match {match_id} is no longer at revision {rev}")


async def seal(
    connection: AsyncConnection,
    match_id: int,
    decision: int,
    choices: Sequence[tuple[Seat, str]],
    *,
    to_act: Sequence[Seat],
    at: datetime,
    causes: Mapping[Seat, str] | None = None,
    decided: Mapping[Seat, Mapping[str, Json]] | None = None,
) -> None:
    """Replace the sealed choices after a match's last event (`decision`).

    `causes` say what made choices that their players did not make, `decided` is stored with those of computers.
    """
    await connection.execute(delete(sealed_choices).where(sealed_choices.c.match_id == match_id))
    if choices:
        await connection.execute(
            insert(sealed_choices),
            [
                checked(
                    "sealed_choices",
                    {
                        "match_id": match_id,
                        "decision": decision,
                        "seat": seat,
                        "text": text,
                        "at": at,
                        "cause": None if causes is None else causes.get(seat),
                        "decided": None if decided is None else decided.get(seat),
                    },
                )
                for seat, text in choices
            ],
        )
    await connection.execute(update(matches).where(_BY_ID).values(to_act=list(to_act)), {"match": match_id})


async def set_parked(connection: AsyncConnection, match_id: int, parked: Mapping[str, Json] | None) -> None:
    status = "running" if parked is None else "parked"
    await connection.execute(update(matches).where(_BY_ID).values(status=status, parked=parked), {"match": match_id})


async def set_paused(connection: AsyncConnection, match_id: int, paused: Mapping[str, Json] | None) -> None:
    await connection.execute(update(matches).where(_BY_ID).values(paused=paused), {"match": match_id})


async def add_pause(connection: AsyncConnection, match_id: int, pause: Span) -> None:
    begun_at, ended_at = pause
    row = {"match_id": match_id, "begun_at": begun_at, "ended_at": ended_at}
    await put_row(connection, pauses, checked("pauses", row))


async def set_clocks(connection: AsyncConnection, clocks: Iterable[tuple[int, Json, datetime | None]]) -> None:
    """Write the clocks of matches, each with when a player's time is up, as everybody may see it."""
    values = [
        {"match": match_id, "new_clock": clock, "sum": base.of_clock(clock), "due": due}
        for match_id, clock, due in clocks
    ]
    if values:
        await connection.execute(_SET_CLOCK, values)


async def set_seat(connection: AsyncConnection, match_id: int, seat: MatchSeat) -> None:
    statement = update(match_seats).where(match_seats.c.match_id == match_id, match_seats.c.seat == seat.seat)
    whole = {"match_id": match_id, "seat": seat.seat, "person_id": seat.person_id, "team": seat.team}
    await connection.execute(statement.values(person_id=seat.person_id, checksum=base.of("match_seats", whole)))


async def set_places(connection: AsyncConnection, match_id: int, channel_id: int, now: Sequence[Place]) -> None:
    await connection.execute(delete(places).where(places.c.match_id == match_id))
    await _add_places(connection, match_id, now)
    await connection.execute(update(matches).where(_BY_ID).values(channel_id=channel_id), {"match": match_id})


# A match's game is not stored: it is what its events come to.
#
# Events are only ever added. One that takes turns back leads to what an earlier event had led to, so what counts is
# found
# by walking back from the last event: `Passed` are those that are left.


_log = logging.getLogger(__name__)


class ReplayError(RuntimeError):
    """A match's events no longer make a game: `__cause__` says why.

    Attributes:
        seq: The event at fault; 0 if the game cannot even start.
        over: Whether the match has ended, so that nobody waits for it.
    """

    def __init__(self, match_id: int, seq: int, cause: Exception, *, over: bool = False) -> None:
        super().__init__(f"match {match_id} does not replay at event {seq}: {_why(cause)}")
        self.match_id = match_id
        self.seq = seq
        self.over = over


@dataclass(frozen=True, slots=True)
class Passed:
    """An event that is part of the game, that is, not taken back.

    Attributes:
        kind: Never "undo" or "substitute".
        seat: Whose turn; None for an organiser's act.
        entries: How many entries the session had after it.
        automatic: Whether it was the only legal turn and played by itself.
    """

    seq: int
    kind: EventKind
    seat: Seat | None
    person_id: int
    entries: int
    automatic: bool = False


def passed_by(event: StoredEvent, session: Session) -> Passed:
    """Return the log entry of an event that led to a session."""
    automatic = event.data.get("cause") == "automatic"
    return Passed(event.seq, event.kind, event.seat, event.person_id, len(session.entries), automatic)


def replay(game: Game[Any, Any, Any], stored: StoredMatch) -> Session:
    """Return the game after a match's loaded events.

    Raises:
        ReplayError: They do not make a game.
    """
    return play_through(game, stored)[0]


def play_through(game: Game[Any, Any, Any], stored: StoredMatch) -> tuple[Session, tuple[Passed, ...]]:
    """Return the game after a match's loaded events, and the events that led there.

    Raises:
        ReplayError: They do not make a game.
    """
    seq = 0
    passed: list[Passed] = []
    try:
        session = _begun(game, stored)
        for event in _counting(stored.events):
            seq = event.seq
            session = _after(session, event)
            passed.append(passed_by(event, session))
        for seat, text in stored.sealed:
            session = _sealed(session, seat, text)
    except Exception as error:  # nobody can say what stored values that are not its own do to a game
        raise _unreadable(stored, seq, error) from error
    return session, tuple(passed)


def replay_readable(game: Game[Any, Any, Any], stored: StoredMatch) -> tuple[Session, tuple[Passed, ...], int]:
    """Return the game as far as a match's events make one, the events that led there, and the last one's number.

    Events after a gap in the numbers are left out, and so are sealed choices.

    Raises:
        ReplayError: The game cannot even start.
    """
    whole = [event for index, event in enumerate(stored.events, 1) if event.seq == index]
    passed: list[Passed] = []
    try:
        session = _begun(game, stored)
    except Exception as error:
        raise _unreadable(stored, 0, error) from error
    try:
        for event in _counting(whole):
            session = _after(session, event)
            passed.append(passed_by(event, session))
    except Exception as error:  # noqa: BLE001 - as above: the match is read up to there
        _log.info("match %d can only be read in part: %s", stored.id, _why(error))
    return session, tuple(passed), passed[-1].seq if passed else 0


def game_of(games: Callable[[str], Game[Any, Any, Any]], stored: StoredMatch) -> Game[Any, Any, Any]:
    """Return the game of a match.

    Raises:
        ReplayError: This version does not know it.
    """
    try:
        return games(stored.game)
    except ArenaError as error:
        raise _unreadable(stored, 0, error) from error


def _unreadable(stored: StoredMatch, seq: int, cause: Exception) -> ReplayError:
    return ReplayError(stored.id, seq, cause, over=stored.status == "over")


def _why(error: Exception) -> str:
    """Return the error for the log without quoting a move, which may still be secret."""
    return error.code if isinstance(error, ArenaError) else str(error) or repr(error)


def dump_outcome(outcome: Outcome) -> dict[str, Json]:
    """Return a result as it is stored, to compare it with the one that the events lead to."""
    return {"ranks": list(outcome.ranks), "code": outcome.code, "termination": outcome.termination.value}


def dump_ruling(outcome: Outcome) -> dict[str, Json]:
    """Return a ruling as the data of its event."""
    return {
        "termination": outcome.termination.value,
        "ranks": list(outcome.ranks),
        "reason": dump_text(outcome.reason),
    }


def _counting(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Return the events that change the game and were not taken back, in order."""
    counting: list[StoredEvent] = []
    at, by_seq = events[-1].seq if events else 0, {event.seq: event for event in events}
    while at:
        event = by_seq[at]
        if event.kind == "undo":
            at = cast("int", event.data["to"])
            continue
        if event.kind != "substitute":
            counting.append(event)
        if event.kind == "position":
            break
        at -= 1
    return counting[::-1]


def _after(session: Session, event: StoredEvent) -> Session:
    for seat, text in event.choices:
        session = session.repeat(seat, text)
    match event.kind:
        case "turn":
            return session.repeat(_seat(event), event.text)
        case "forfeit":
            return session.forfeit(_seat(event), late=event.data.get("cause") == "time")
        case "ruling":
            return session.rule(_ruling(event.data))
        case "position":
            setup = replace(session.setup, position=str(event.data["position"]))
            return Session.start(session.game, setup, session.chance)
    return session


def _begun(game: Game[Any, Any, Any], stored: StoredMatch) -> Session:
    try:
        return Session.start(game, stored.setup, Chance(stored.seed))
    except ArenaError:
        if not stored.setup.loadouts:
            raise
        # Neither what was chosen in private nor what the rules say of it may come into a log.
        raise ValueError("what its seats began with does not fit") from None


def _sealed(session: Session, seat: Seat, text: str) -> Session:
    try:
        return session.repeat(seat, text)
    except ArenaError:
        # Neither the choice nor what the rules say of it may come into a log.
        raise ValueError(f"the choice that seat {seat} sealed does not fit") from None


def _seat(event: StoredEvent) -> Seat:
    if event.seat is None:
        raise ValueError(f"nobody's {event.kind}")
    return event.seat


def _ruling(data: Mapping[str, Json]) -> Outcome:
    ranks = cast("Sequence[int]", data["ranks"])
    return ruling(Termination(str(data["termination"])), ranks, load_text(data["reason"]))
