"""A stored season of many entries, with the names of those who play in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import insert

from hosting.arena import Arena
from hosting.league.standings.values import Season
from hosting.league.terms import entries_digest
from store import schema
from store.league import entries, fixtures, seasons
from store.league.values import League, Round, SeasonStatus, StoredSeason

GUILD, CHANNEL, ORGANISER = 1, 10, 50
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


async def stored(
    arena: Arena, season: Season, name: str, place: tuple[int, int] = (GUILD, CHANNEL), status: SeasonStatus = "running"
) -> int:
    """Write a season that is being played as it is, but for its matches; return its number.

    Args:
        arena: Where; its database is SQLite's.
        season: What it is; its entries have numbers of people for players.
        name: Of its league.
        place: Its server, and its channel there.
        status: `open` for one that has not started; it has no fixtures.
    """
    guild_id, channel_id = place
    async with arena.db.write(long=True) as connection:
        league = await seasons.add_league(connection, League(0, guild_id, channel_id, ORGANISER, name, BEGAN))
        if league is None:
            raise RuntimeError(f"there is a league {name!r} already")
        made = StoredSeason(
            0,
            guild_id,
            league.id,
            1,
            status,
            season.terms.dump(),
            bytes(32),
            BEGAN,
            started_at=None if status == "open" else BEGAN,
        )
        made = await seasons.add(connection, replace(made, entries_digest=entries_digest(season.entries)))
        numbers = {}
        for each in season.entries:
            numbers[each.id] = (await entries.add(connection, made, each)).id
        await seasons.put_divisions(connection, made, season.divisions)
        for number in sorted({each.round for each in season.fixtures}):
            await seasons.put_round(connection, made, Round(number, BEGAN))
        played = [
            replace(
                each,
                board=each.id,
                match_id=None,
                planned_at=BEGAN,
                sides=tuple(replace(side, entry=numbers[side.entry]) for side in each.sides),
                ended_at=None if each.open else BEGAN,
            )
            for each in season.fixtures
        ]
        await fixtures.add(connection, made, played)
        people = [person for each in season.entries for person in each.players]
        named = [{"guild_id": guild_id, "person_id": each, "name": f"Player {each}"} for each in people]
        await connection.execute(insert(schema.member_names).prefix_with("OR IGNORE"), named)
    return made.id
