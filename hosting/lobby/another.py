"""Tables on the terms of a match that is over, as the button New table opens them."""

from __future__ import annotations

from dataclasses import replace

from hosting.clock.control import Terms
from hosting.lobby.origins import kind_of
from hosting.lobby.seating import TABLE
from hosting.match.model import Match, Table, Where
from store import starts, tables
from store.database import Database


class Another:
    """What a match that is over says of a table like the one that it came from."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def like(self, match: Match, host_id: int) -> Table | None:
        """Return the newest open table that a person has opened in a match's server on the terms of that match.

        Args:
            match: It may be one of a league: a table is of none.
            host_id: The person.
        """
        setup, terms = match.setup, terms_of(match)
        async with self._db.read() as connection:
            for table_id in reversed(await tables.open_of(connection, host_id)):
                table = await tables.load(connection, table_id)
                if (
                    table is not None
                    and (table.guild_id, table.host.person_id) == (match.guild_id, host_id)
                    and (table.game, table.mode, table.position) == (match.game, setup.mode, setup.position)
                    and (tuple(table.options), Terms.load(table.terms)) == (setup.options, terms)
                ):
                    return table
        return None

    async def where(self, match: Match) -> Where | None:
        """Return what its table, or what else began it, said of where a match is played; None if that is not known."""
        if match.origin is None:
            return None
        async with self._db.read() as connection:
            if kind_of(match.origin) == TABLE:
                table = await tables.load(connection, int(match.origin.removeprefix(f"{TABLE}:")))
                return None if table is None else table.where
            ordered = await starts.of_origin(connection, match.origin)
            return None if ordered is None else ordered.start.where


def terms_of(match: Match) -> Terms:
    """Return the terms of a table like the one that a match came from: all of them, but no league's."""
    return replace(match.terms, league=None)
