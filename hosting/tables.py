"""Tables: players gather, agree on their seats, and start a match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine.game import Seat
from hosting.model import Match, Person, Place, Table, Where


class Tables:
    """Every table. All changes are made in one transaction each and count up `Table.rev`."""

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        game: str,
        mode: str,
        *,
        options: Sequence[tuple[str, str]] = (),
        where: Where = "thread",
        opponents: Sequence[Person] = (),
    ) -> Table:
        """Open a table with the host on seat 1 and those who are challenged invited to the next seats.

        Raises:
            SetupError: There is no such game, mode or option.
            AlreadySeated: Somebody is named twice, or is the host.
            TableFull: More opponents are named than there are seats.
        """
        raise NotImplementedError

    async def get(self, table_id: int) -> Table:
        """Return a table. Raises NoSuchTable."""
        raise NotImplementedError

    async def of_channel(self, channel_id: int) -> list[Table]:
        """Return the open tables of a channel, the oldest first."""
        raise NotImplementedError

    async def set_message(self, table_id: int, message_id: int) -> Table:
        """Remember the message that shows a table; does not count as a change."""
        raise NotImplementedError

    async def join(self, table_id: int, person: Person, seat: Seat | None = None) -> Table:
        """Sit down, on the first free seat if none is named; whoever is invited thereby accepts.

        Raises:
            NoSuchTable, TableClosed: As it says.
            AlreadySeated: This person sits here already.
            SeatTaken: That seat is not free.
            TableFull: No seat is free.
        """
        raise NotImplementedError

    async def move(self, table_id: int, user_id: int, seat: Seat) -> Table:
        """Change to another free seat. Raises NoSuchTable, TableClosed, NotSeated, SeatTaken."""
        raise NotImplementedError

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Get up. A host hands the table to the next who sits there; the last to leave cancels it.

        Raises:
            NoSuchTable, TableClosed, NotSeated: As it says.
        """
        raise NotImplementedError

    async def accept(self, table_id: int, person: Person) -> Table:
        """Accept an invitation. Raises NoSuchTable, TableClosed, NotInvited."""
        raise NotImplementedError

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Decline an invitation; the seat becomes free for anybody. Raises NoSuchTable, TableClosed, NotInvited."""
        raise NotImplementedError

    async def shuffle(self, table_id: int, by_user_id: int) -> Table:
        """Draw at random who sits where. Raises NoSuchTable, TableClosed, NotHost."""
        raise NotImplementedError

    async def cancel(self, table_id: int, by_user_id: int) -> Table:
        """Give the table up. Raises NoSuchTable, TableClosed, NotHost."""
        raise NotImplementedError

    def ready(self, table: Table) -> bool:
        """Return whether the table can start: it is open and somebody who agreed sits on every seat."""
        raise NotImplementedError

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the table's lock, to be held while channels for its match are made: two presses, one match."""
        raise NotImplementedError

    async def start(self, table_id: int, by_user_id: int, places: Sequence[Place]) -> Match:
        """Turn a table into a match, with the posts of its first board, in one transaction.

        Args:
            table_id: Which table.
            by_user_id: Who starts it; any of its players may.
            places: The match's channels; one of them has the role "board".

        Raises:
            NoSuchTable, TableClosed, NotSeated, TooFewPlayers: As it says.
            ChannelBusy: One of the places belongs to a match that runs.
        """
        raise NotImplementedError
