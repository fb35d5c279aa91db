"""Seats of matches with the names of those who sit there, in lists as in the match itself (`store.names.in_match`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import BindParameter, Row, bindparam, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.names import in_match
from store.schema import events, match_seats, matches, member_names
from store.values import MatchSeat

_MATCHES: BindParameter[Any] = bindparam("matches", expanding=True)
_SEATS = (
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
    """Return the seats of some matches, in their order, each with what the match calls who sits there."""
    wanted = {"matches": sorted(match_ids)}
    seats, changes = [_grouped(await connection.execute(query, wanted)) for query in (_SEATS, _CHANGES)]
    sat = {match_id: sitters(rows, changes.get(match_id, ())) for match_id, rows in seats.items()}
    guilds = {match_id: rows[0].guild_id for match_id, rows in seats.items()}
    known = await _names(
        connection, {*guilds.values()}, {each for pair in sat.values() for people in pair for each in people}
    )
    found: dict[int, tuple[MatchSeat, ...]] = {}
    for match_id, rows in seats.items():
        starters, newcomers = sat[match_id]
        called = in_match(starters, newcomers, known.get(guilds[match_id], {}))
        found[match_id] = tuple(
            MatchSeat(each.seat, each.person_id, called[each.person_id], each.team) for each in rows
        )
    return found


def sitters(seats: Sequence[Row[Any]], changes: Sequence[Row[Any]]) -> tuple[list[int], list[int]]:
    """Return who began a match, in the order of the seats, and who took over a seat since, in the order of coming.

    Args:
        seats: Rows of `match_seats`, in order.
        changes: Events of the kind "substitute", in order.
    """
    first = {each.seat: each.person_id for each in seats}
    first |= {each.seat: each.data["was"] for each in reversed(changes)}
    # If only the first events are read, a person who came later may sit there now.
    newcomers = [*(each.data["user"] for each in changes), *(each.person_id for each in seats)]
    return [first[each.seat] for each in seats], newcomers


async def _names(
    connection: AsyncConnection, guild_ids: Collection[int], people: Collection[int]
) -> dict[int, dict[int, str]]:
    """Return what people are called, by server and person."""
    found: dict[int, dict[int, str]] = {}
    for row in await connection.execute(_NAMES, {"guilds": sorted(guild_ids), "people": sorted(people)}):
        found.setdefault(row.guild_id, {})[row.person_id] = row.name
    return found


def _grouped(rows: Iterable[Row[Any]]) -> dict[int, list[Row[Any]]]:
    found: dict[int, list[Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.match_id, []).append(row)
    return found
