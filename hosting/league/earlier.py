"""The seasons of a league before one: what they left to those who join it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import state
from hosting.league.claims import Held, held, joining
from hosting.league.pairing.divisions import MOST_AWAY, Joining
from hosting.league.state import View
from hosting.league.tables import season_of, tables_of
from store.league import entries, seasons
from store.league.entries import Player
from store.league.values import Entry, StoredSeason


async def played_before(connection: AsyncConnection, season: StoredSeason) -> list[StoredSeason]:
    """Return the seasons of a league that were played before one, the latest first; not those that were called off."""
    found = await seasons.of_league(connection, season.league_id)
    before = (each for each in found if each.number < season.number and each.status == "closed")
    return [each for each in reversed(list(before)) if each.started_at is not None]


async def claims_of(connection: AsyncConnection, season: StoredSeason, there: Sequence[Entry]) -> tuple[Joining, ...]:
    """Return what those who joined a season have a claim on by the seasons before.

    Nothing of a season that is closed changes, so it does not matter when these are read. Those in which none of them
    played are not.

    Args:
        connection: Of any transaction.
        season: The one that they joined.
        there: Who joined, with what they are worth.
    """
    people = {person for each in there for person in each.players}
    found: list[tuple[Held, ...]] = []
    for before in (await played_before(connection, season))[: MOST_AWAY + 1]:
        players = await entries.players_of(connection, before.id)
        view = await state.view(connection, before.id) if people & {each.person_id for each in players} else None
        found.append(() if view is None else await asyncio.to_thread(places, view, players))
    return joining(there, found)


def places(view: View, players: Sequence[Player]) -> tuple[Held, ...]:
    """Return the places of a season that is closed; too long for the event loop if it is large."""
    return held(season_of(view).entries, players, view.fixtures, tables_of(view))
