"""All data held about one person, row by row, for that person (`hosting.rights`).

Other people's secrets, salts and seeds are left out here already. Of a running match only a seat's own texts are given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Row, Select, Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.db.connections import held
from store.export import RESULTS, csv_name, csv_value, object_with_words, result_cells
from store.schema import (
    absences,
    alternates,
    audit_log,
    blocks,
    corrections,
    decisions,
    entries,
    entry_players,
    events,
    greetings,
    imports,
    leagues,
    lessons,
    match_seats,
    matches,
    member_names,
    pairing_seats,
    people,
    plans,
    player_settings,
    prepared_answers,
    puzzle_results,
    rating_changes,
    rematch_votes,
    requests,
    results,
    saved_loadouts,
    sealed_choices,
    seeks,
    silence_log,
    table_loadouts,
    table_seats,
    tables,
    vacations,
    watches,
)
from store.tables.results import LATEST, TOLD

Cells = tuple[str, ...]
"""A line of a CSV file."""
_Chosen: TypeAlias = tuple[Sequence[Row[Any]], tuple[str, ...] | None]
"""Rows of a person's choices, and the columns to give; None for all."""
_Logged: TypeAlias = tuple[str, int | None, int | None, str, datetime, Mapping[str, Json]]
"""Of an entry of a log: which log, server, match, code, time, details."""
_AT_ONCE = 500
"""Rows that are read by their numbers at once."""

MATCHES = ("match", "server", "game", "mode", "options", "seat", "team", "status", "started_at", "ended_at")
EVENTS = ("match", "seq", "kind", "seat", "text", "at")
REQUESTS = ("request", "match", "seat", "kind", "status", "created_at", "decided_at", "part", "at")
AUDIT = ("log", "server", "match", "code", "at", "detail")
RATINGS = ("pool", "pool_no", "match", "player", "kind", "mu_before", "sigma_before", "mu", "sigma", "games", "at")

_OWN = {
    "vacations": (vacations, ("starts_at", "ends_at", "announced_at")),
    "greetings": (greetings, ("game", "at")),
    "lessons": (lessons, ("game", "step", "at")),
    "puzzles": (puzzle_results, ("puzzle", "day", "solved", "at")),
    "loadouts": (saved_loadouts, ("game", "name", "text", "at")),
    "blocks": (blocks, ("blocked_id", "created_at")),
    "watches": (watches, ("guild_id", "channel_id", "kind", "target_id", "quiet", "created_at")),
    "rematches": (rematch_votes, ("match_id", "at")),
    "offers": (
        seeks,
        (
            "id",
            "guild_id",
            "channel_id",
            "game",
            "mode",
            "options",
            "clock",
            "low",
            "high",
            "most",
            "asks",
            "status",
            "created_at",
            "expires_at",
            "served_at",
        ),
    ),
    "leagues": (leagues, ("id", "guild_id", "channel_id", "name", "created_at", "archived_at")),
    "alternates in leagues": (
        alternates,
        ("id", "guild_id", "season_id", "status", "joined_at", "entry_id", "asked_at", "due_at", "over_at"),
    ),
    "decisions in leagues": (
        decisions,
        ("id", "guild_id", "season_id", "fixture_id", "entry_id", "kind", "detail", "reason", "undoes", "at"),
    ),
    "matches that offers made": (pairing_seats, ("pairing_id", "seat", "seek_id", "left")),
    "plans": (plans, ("match_id", "seat", "tree", "at")),
    "answers in advance": (prepared_answers, ("match_id", "seat", "answers", "at")),
    "choices before the start": (table_loadouts, ("table_id", "text")),
}
"""The tables besides the settings, and the columns to give."""

FOLLOWING = frozenset(("person_totals", "pairs", "ratings", "exports"))
"""Tables that tell nothing new of people: what follows from `results` and `rating_changes`; when a copy was made."""


_ANSWERS = {"agreed": "agreed", "accepted": "agreed", "refused": "refused"}
"""What a person did about a request of another, by how the audit log calls it: the last to agree is noted otherwise."""

_PLAYED = ("turn", "joint", "forfeit")
"""Kinds of events that only a player of the match can cause."""


@dataclass(frozen=True, slots=True)
class Held:
    """The data held about a person, besides the records of matches.

    Attributes:
        person: Number, account and names.
        settings: Their choices and what they left behind, by kind.
        csv: The lines of each CSV file, the header first, by its name.
        imports: The records that they imported, by number.
        seated: Matches in which they have a seat, and finished ones in which they had one.
    """

    person: Mapping[str, Json]
    settings: Mapping[str, Json]
    csv: Mapping[str, tuple[Cells, ...]]
    imports: Mapping[int, str]
    seated: tuple[int, ...]

    @property
    def empty(self) -> bool:
        """Whether the person is unknown, and has no lines, choices or anything else."""
        known = self.person["account"] is not None or bool(self.person["names"])
        return not (
            known or any(self.settings.values()) or self.imports or any(len(each) > 1 for each in self.csv.values())
        )


async def of_person(connection: AsyncConnection, person_id: int) -> Held:
    seats = {row.match_id: row for row in await _rows(connection, match_seats, match_seats.c.person_id == person_id)}
    done = await _rows(connection, events, events.c.person_id == person_id)
    mine = or_(results.c.starter_id == person_id, results.c.finisher_id == person_id, results.c.player_id == person_id)
    lines = await _rows(connection, results, mine, LATEST, TOLD)
    found = {row.id: row for row in await _rows(connection, matches, _met(person_id, mine))}
    ratings = await _rows(connection, rating_changes, rating_changes.c.person_id == person_id)
    chosen = await _settings(connection, person_id)
    own = await _rows(connection, imports, imports.c.person_id == person_id)
    known = await _rows(connection, people, people.c.id == person_id)
    named = await _rows(connection, member_names, member_names.c.person_id == person_id)
    preferences = await _rows(connection, player_settings, player_settings.c.person_id == person_id)
    asked, logged = await _requests(connection, person_id), await _logged(connection, person_id)

    def made() -> Held:
        played = {row.match_id for row in done if row.kind in _PLAYED} | {row.match_id for row in lines}
        return Held(
            person=_person(person_id, known, named),
            settings={"settings": next((_dict(row, row._fields) for row in preferences), {})}
            | {what: [_dict(row, columns or row._fields) for row in rows] for what, (rows, columns) in chosen.items()},
            csv={
                "matches.csv": (MATCHES, *(_match(found[each], seats.get(each)) for each in sorted(found))),
                "results.csv": (RESULTS, *(tuple(result_cells(row)) for row in lines)),
                "ratings.csv": (RATINGS, *map(_rating, ratings)),
                "events.csv": (EVENTS, *_events(done, {each: row.seat for each, row in seats.items()}, found)),
                "requests.csv": (REQUESTS, *_asked(asked)),
                "audit.csv": (AUDIT, *_log_lines(logged)),
            },
            imports={row.id: row.text for row in own},
            seated=tuple(
                sorted(
                    each for each, row in found.items() if each in seats or (row.status == "over" and each in played)
                )
            ),
        )

    return await held(asyncio.to_thread(made))


async def _rows(connection: AsyncConnection, table: Table, *which: ColumnElement[bool]) -> Sequence[Row[Any]]:
    return await _read(connection, select(table).where(*which).order_by(*table.primary_key))


async def _read(connection: AsyncConnection, query: Select[Any]) -> Sequence[Row[Any]]:
    # Converting the values goes to a thread, as there may be ten thousands.
    found = await connection.execute(query)
    return await held(asyncio.to_thread(found.all))


async def _numbered(connection: AsyncConnection, table: Table, numbers: Collection[int]) -> dict[int, Row[Any]]:
    wanted, found = sorted(numbers), dict[int, Row[Any]]()
    for first in range(0, len(wanted), _AT_ONCE):
        some = await _rows(connection, table, table.c.id.in_(wanted[first : first + _AT_ONCE]))
        found.update((row.id, row) for row in some)
    return found


def _met(person_id: int, mine: ColumnElement[bool]) -> ColumnElement[bool]:
    return or_(
        matches.c.id.in_(select(match_seats.c.match_id).where(match_seats.c.person_id == person_id)),
        matches.c.id.in_(select(events.c.match_id).where(events.c.person_id == person_id)),
        matches.c.id.in_(select(results.c.match_id).where(mine, LATEST, TOLD)),
        matches.c.organiser_id == person_id,
    )


def _person(person_id: int, known: Iterable[Row[Any]], named: Iterable[Row[Any]]) -> dict[str, Json]:
    return {
        "person": person_id,
        # A number of Discord's has more digits than many programs read.
        "account": next((str(row.account) for row in known if row.account is not None), None),
        "known_since": next((csv_value(row.created_at) for row in known), None),
        "names": [{"server": str(row.guild_id), "name": row.name} for row in named],
    }


async def _settings(connection: AsyncConnection, person_id: int) -> dict[str, _Chosen]:
    found: dict[str, _Chosen] = {}
    for what, (table, columns) in _OWN.items():
        found[what] = await _rows(connection, table, table.c.person_id == person_id), columns
    found["entries in leagues"] = await _entries(connection, person_id), None
    found["rounds sat out in leagues"] = await _absences(connection, person_id), None
    found["sealed choices"] = await _sealed(connection, person_id), ("match_id", "text", "at")
    table_columns = ("id", "guild_id", "channel_id", "game", "mode", "options", "status", "created_at")
    found["tables"] = await _tables(connection, person_id), table_columns
    return found


async def _sealed(connection: AsyncConnection, person_id: int) -> Sequence[Row[Any]]:
    query = (
        select(sealed_choices)
        .join(
            match_seats,
            (match_seats.c.match_id == sealed_choices.c.match_id) & (match_seats.c.seat == sealed_choices.c.seat),
        )
        .where(match_seats.c.person_id == person_id)
        .order_by(*sealed_choices.primary_key)
    )
    return await _read(connection, query)


async def _entries(connection: AsyncConnection, person_id: int) -> Sequence[Row[Any]]:
    of = entry_players.c
    query = (
        select(of.season_id, of.entry_id, of.number, of.agreed, of.since, of.until, entries.c.name.label("team"))
        .join(entries, entries.c.id == of.entry_id)
        .where(of.person_id == person_id)
        .order_by(*entry_players.primary_key)
    )
    return await _read(connection, query)


async def _absences(connection: AsyncConnection, person_id: int) -> Sequence[Row[Any]]:
    of = absences.c
    query = (
        select(of.entry_id, of.round, of.kind, of.asked_at)
        .where(of.entry_id.in_(select(entry_players.c.entry_id).where(entry_players.c.person_id == person_id)))
        .order_by(*absences.primary_key)
    )
    return await _read(connection, query)


async def _tables(connection: AsyncConnection, person_id: int) -> Sequence[Row[Any]]:
    seated = select(table_seats.c.table_id).where(table_seats.c.person_id == person_id)
    return await _rows(connection, tables, or_(tables.c.host_id == person_id, tables.c.id.in_(seated)))


def _match(match: Row[Any], seat: Row[Any] | None) -> Cells:
    where = ("", "") if seat is None else (csv_value(seat.seat), csv_value(seat.team))
    options = ";".join(f"{key}={chosen}" for key, chosen in sorted(match.options))
    cells = (match.id, match.guild_id, match.game, match.mode)
    return (*map(csv_value, cells), options, *where, *map(csv_value, (match.status, match.started_at, match.ended_at)))


def _events(done: Sequence[Row[Any]], seats: Mapping[int, int], found: Mapping[int, Row[Any]]) -> Iterator[Cells]:
    for row in done:
        match row.kind:
            case "turn":
                text = row.text
            case "joint":
                text = {int(seat): chosen for seat, chosen in row.choices}.get(row.seat, "")
            case _:  # a surrender can open what others had sealed, and what organisers set up is no player's
                text = ""
        if found[row.match_id].status != "over" and seats.get(row.match_id) != row.seat:
            text = ""
        yield (*map(csv_value, (row.match_id, row.seq, row.kind, row.seat)), csv_name(text), csv_value(row.at))


def _rating(row: Row[Any]) -> Cells:
    named = {"match": "match_id", "pool": "pool_id", "player": "person_id"}
    return tuple(csv_value(getattr(row, named.get(column, column))) for column in RATINGS)


async def _requests(connection: AsyncConnection, person_id: int) -> list[tuple[Row[Any], str, datetime]]:
    mine = requests.c.person_id == person_id
    parts = [(row.id, "asked", row.created_at) for row in await _rows(connection, requests, mine)]
    answered = (audit_log.c.person_id == person_id) & audit_log.c.code.in_(_ANSWERS)
    parts += [
        (row.detail["request"], _ANSWERS[row.code], row.at) for row in await _rows(connection, audit_log, answered)
    ]
    found = await _numbered(connection, requests, {each for each, *_ in parts})
    return [(row, part, at) for number, part, at in sorted(parts) if (row := found.get(number)) is not None]


def _asked(parts: Iterable[tuple[Row[Any], str, datetime]]) -> Iterator[Cells]:
    for row, part, at in parts:
        cells = (row.id, row.match_id, row.seat, row.kind, row.status, row.created_at, row.decided_at, part, at)
        yield (*map(csv_value, cells),)


async def _logged(connection: AsyncConnection, person_id: int) -> list[tuple[_Logged, bool]]:
    """Return the log lines of a person's acts and permissions in silent matches, with whether the match is over."""
    found: list[_Logged] = [
        ("audit", row.guild_id, row.match_id, row.code, row.at, row.detail)
        for row in await _rows(connection, audit_log, audit_log.c.person_id == person_id)
    ]
    found += [
        ("correction", row.guild_id, row.match_id, row.kind, row.at, {"revision": row.revision, "undoes": row.undoes})
        for row in await _rows(connection, corrections, corrections.c.person_id == person_id)
    ]
    found += [
        ("silence", None, row.match_id, row.code, row.at, {})
        for row in await _rows(connection, silence_log, silence_log.c.person_id == person_id)
    ]
    about = await _numbered(connection, matches, {each[2] for each in found if each[2] is not None})
    ended = {number for number, row in about.items() if row.ended_at is not None}
    return [(each, each[2] in ended) for each in found]


def _log_lines(found: Iterable[tuple[_Logged, bool]]) -> Iterator[Cells]:
    for (log, guild_id, match_id, code, at, detail), over in found:
        yield (*map(csv_value, (log, guild_id, match_id, code, at)), object_with_words(detail) if over else "")


def _dict(row: Row[Any], columns: Iterable[str]) -> dict[str, Json]:
    return {each: _plain(each, getattr(row, each)) for each in columns if each not in {"person_id", "checksum"}}


def _plain(column: str, found: Any) -> Json:  # noqa: ANN401 - a value of any column
    if column in {"guild_id", "channel_id", "target_id"}:
        return str(found)
    return found if isinstance(found, (str, bool, int, list, dict)) or found is None else csv_value(found)
