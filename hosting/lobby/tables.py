"""Tables: players gather, agree on their seats, and start a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.info import Mode, Setup
from engine.seat import Seat
from engine.session import Session
from engine.setups import chosen_options
from hosting.clock.control import Terms
from hosting.lobby.blocks import check_challenge, check_joining
from hosting.lobby.errors import (
    AlreadySeated,
    ChannelBusy,
    NoSuchTable,
    TooFewPlayers,
)
from hosting.lobby.loadouts import Loadouts, setup_of
from hosting.lobby.seating import (
    check_host,
    check_position,
    first_free,
    first_seats,
    free_seat,
    invited_to,
    mode_named,
    seated_at,
    with_option,
    with_seats,
)
from hosting.lobby.stored import open_table
from hosting.lobby.waiting import LAPSE, begin_waiting, end_waiting
from hosting.match.codec import posts_for
from hosting.match.model import Match, MatchSeat, Person, Place, Table, TableSeat, Where
from hosting.match.names import distinct
from hosting.match.service import Games, Matches
from hosting.outbox.posts import add_posts
from hosting.runtime.entropy import Entropy
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from store import finding, matches, tables
from store.database import Database


class Tables:
    """Every table. All changes are made in one transaction each and count up `Table.rev`."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        games: Games,
        started: Matches,
        chosen: Loadouts,
        entropy: Entropy,
        schedule: Schedule,
    ) -> None:
        self._db = database
        self._clock = clock
        self._games = games
        self._matches = started
        self._loadouts = chosen
        self._entropy = entropy
        self._schedule = schedule
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

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
        terms: Terms | None = None,
        position: str = "",
    ) -> Table:
        """Open a table with the host on seat 1 and those who are challenged invited to the next seats.

        Args:
            guild_id: The server.
            channel_id: Where it is opened.
            host: Who opens it.
            game: Key of the game.
            mode: Key of the mode.
            options: Pairs of option key and value.
            where: Where the match is to be played.
            opponents: Who is challenged.
            terms: What is agreed besides the rules; None for what is usual. Of a player alone only what counts is kept.
            position: Where the game starts, as it writes positions; empty for its own start.

        Raises:
            SetupError: There is no such game, mode, option or position.
            AlreadySeated: A player is named twice, or is the host.
            TableFull: More opponents are named than there are seats.
            BlockedByYou, NotToBeChallenged: The host and an opponent are kept apart.
        """
        info = self._games(game).info
        seated = mode_named(info, mode)
        terms = terms or Terms()
        chosen_options(info, mode, dict(options))
        check_position(self._games(game), Setup(mode, tuple(options), info.data_version, position))
        seats = first_seats(host, opponents, seated.seats)
        async with self._db.write() as connection:
            await check_challenge(connection, host, opponents)
            table = await tables.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                game=game,
                mode=mode,
                options=options,
                where=where,
                host=host,
                seats=seats,
                at=self._clock.now(),
                terms=(terms.alone if seated.alone else terms).dump(),
                position=position,
            )
            due = await begin_waiting(connection, self._schedule, table)
        self._schedule.noticed(LAPSE, due)
        return table

    async def get(self, table_id: int) -> Table:
        """Return a table. Raises NoSuchTable."""
        async with self._db.read() as connection:
            table = await tables.load(connection, table_id)
        if table is None:
            raise NoSuchTable
        return table

    async def set_message(self, table_id: int, message_id: int) -> Table:
        """Remember the message that shows a table; does not count as a change. Raises NoSuchTable."""
        async with self._db.write() as connection:
            table = await tables.load(connection, table_id, to_change=True)
            if table is None:
                raise NoSuchTable
            table = replace(table, message_id=message_id)
            await tables.save(connection, table)
        return table

    async def join(self, table_id: int, person: Person, seat: Seat | None = None) -> Table:
        """Sit down, on the first free seat if none is named; an invited player accepts by it.

        Raises:
            NoSuchTable, TableClosed: As it says.
            AlreadySeated: This person sits here already.
            SeatTaken: That seat is not free.
            TableFull: No seat is free.
            BlockedByYou, NotAtThisTable: The person and the host are kept apart.
        """

        def change(table: Table) -> Table:
            mine = table.seat_of(person.person_id)
            if mine is not None and mine.taken:
                raise AlreadySeated(person.name)
            freed = table if mine is None else with_seats(table, TableSeat(mine.seat))
            wanted = seat if seat is not None else first_free(freed, mine)
            return with_seats(freed, replace(free_seat(freed, wanted), person_id=person.person_id, name=person.name))

        return await self._change(table_id, change, joining=person.person_id)

    async def move(self, table_id: int, person_id: int, seat: Seat) -> Table:
        """Change to another free seat. Raises NoSuchTable, TableClosed, NotSeated, SeatTaken."""

        def change(table: Table) -> Table:
            mine = seated_at(table, person_id)
            return with_seats(table, TableSeat(mine.seat), replace(mine, seat=free_seat(table, seat).seat))

        return await self._change(table_id, change)

    async def leave(self, table_id: int, person_id: int) -> Table:
        """Get up. A host hands the table to the next who sits there; the last to leave cancels it.

        Raises:
            NoSuchTable, TableClosed, NotSeated: As it says.
        """

        def change(table: Table) -> Table:
            left = with_seats(table, TableSeat(seated_at(table, person_id).seat))
            if table.host.person_id != person_id:
                return left
            heir = next((seat for seat in left.seats if seat.taken), None)
            if heir is None or heir.person_id is None:
                return replace(left, status="cancelled")
            return replace(left, host=Person(heir.person_id, heir.name))

        return await self._change(table_id, change)

    async def accept(self, table_id: int, person: Person) -> Table:
        """Accept an invitation.

        Raises:
            NoSuchTable, TableClosed, NotInvited: As it says.
            BlockedByYou, NotAtThisTable: The person and the host are kept apart since.
        """

        def change(table: Table) -> Table:
            return with_seats(table, TableSeat(invited_to(table, person.person_id).seat, person.person_id, person.name))

        return await self._change(table_id, change, joining=person.person_id)

    async def decline(self, table_id: int, person_id: int) -> Table:
        """Decline an invitation; the seat becomes free for anybody. Raises NoSuchTable, TableClosed, NotInvited."""
        return await self._change(
            table_id, lambda table: with_seats(table, TableSeat(invited_to(table, person_id).seat))
        )

    async def shuffle(self, table_id: int, by_person_id: int) -> Table:
        """Draw at random who sits where. Raises NoSuchTable, TableClosed, NotHost."""
        chance = Chance(self._entropy(SEED_BYTES))

        def change(table: Table) -> Table:
            check_host(table, by_person_id)
            drawn, _ = chance.shuffled(table.seats)
            return replace(table, seats=tuple(replace(each, seat=seat) for seat, each in enumerate(drawn, 1)))

        return await self._change(table_id, change)

    async def cancel(self, table_id: int, by_person_id: int, *, organiser: bool = False) -> Table:
        """Give the table up, as its host or as an organiser. Raises NoSuchTable, TableClosed, NotHost."""

        def change(table: Table) -> Table:
            if not organiser:
                check_host(table, by_person_id)
            return replace(table, status="cancelled")

        return await self._change(table_id, change)

    async def lapse(self, table_id: int) -> Table:
        """Close a table at which no match was started in time. Raises NoSuchTable, TableClosed."""
        return await self._change(table_id, lambda table: replace(table, status="cancelled", lapsed=True))

    async def choose(self, table_id: int, by_person_id: int, key: str, value: str) -> Table:
        """Change an option of the game, as the host; what means nothing beside it any more is dropped.

        Raises:
            NoSuchTable, TableClosed, NotHost: As it says.
            SetupError: There is no such option or value.
        """

        def change(table: Table) -> Table:
            check_host(table, by_person_id)
            return with_option(self._games(table.game).info, table, key, value)

        return await self._change(table_id, change)

    def ready(self, table: Table) -> bool:
        """Return whether the table can start: it is open and every seat has a player who agreed."""
        return table.status == "open" and all(seat.taken for seat in table.seats)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the table's lock, to be held while channels for its match are made: two presses, one match."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def start(self, table_id: int, by_person_id: int, places: Sequence[Place]) -> Match:
        """Turn a table into a match, with the posts of its first board, in one transaction.

        Args:
            table_id: Which table.
            by_person_id: Who starts it; any of its players may.
            places: The match's channels; one of them has the role "board".

        Raises:
            NoSuchTable, TableClosed, NotSeated, TooFewPlayers, LoadoutUnfit: As it says.
            ChannelBusy: One of the places belongs to a match that runs.
        """
        try:
            async with self._db.write() as connection:
                table = await open_table(connection, table_id)
                seated_at(table, by_person_id)
                if missing := sum(not seat.taken for seat in table.seats):
                    raise TooFewPlayers(missing)
                await _check_free(connection, places)
                match = await self._write_match(connection, table, places)
                table = replace(table, status="started", match_id=match.id, rev=table.rev + 1)
                await tables.save(connection, table)
                await end_waiting(connection, self._schedule, table, self._clock.now())
        except IntegrityError:
            # Where writers do not take turns another table may have been faster; the database keeps them apart.
            async with self._db.read() as connection:
                await _check_free(connection, places)
            raise
        return self._matches.started(match)

    async def _write_match(self, connection: AsyncConnection, table: Table, places: Sequence[Place]) -> Match:
        game = self._games(table.game)
        setup = setup_of(table, game.info.data_version, game.info.rules_version)
        setup = replace(setup, loadouts=await self._loadouts.begin(connection, table))
        session = Session.start(game, setup, Chance(self._entropy(SEED_BYTES)))
        setup = session.setup
        seats = _match_seats(table, mode_named(game.info, table.mode))
        now = self._clock.now()
        channel_id = next(place.channel_id for place in places if place.role == "board")
        match_id = await matches.add(
            connection,
            guild_id=table.guild_id,
            channel_id=channel_id,
            game=table.game,
            rules_version=game.info.rules_version,
            setup=setup,
            seed=session.chance.seed,
            to_act=sorted(session.to_act),
            organiser_id=table.host.person_id,
            seats=seats,
            match_places=places,
            at=now,
            terms=table.terms,
        )
        await self._loadouts.write(connection, match_id, table, setup.loadouts)
        match = Match(
            id=match_id,
            guild_id=table.guild_id,
            channel_id=channel_id,
            game=table.game,
            setup=setup,
            seats=seats,
            places=tuple(sorted(places, key=lambda place: place.role)),
            status="running",
            seq=0,
            session=session,
            started_at=now,
            ended_at=None,
            organiser_id=table.host.person_id,
            terms=Terms.load(table.terms),
        )
        await add_posts(connection, match_id, 0, posts_for(match), now)
        return await self._matches.starting(connection, match)

    async def _change(self, table_id: int, change: Callable[[Table], Table], *, joining: int | None = None) -> Table:
        """Apply a change to an open table, in one transaction; `joining` is who sits down by it."""
        async with self._db.write() as connection:
            before = await open_table(connection, table_id)
            after = replace(change(before), rev=before.rev + 1)
            if joining is not None:
                await check_joining(connection, joining, after.host)
            await tables.save(connection, after)
            if after.status != "open":
                await end_waiting(connection, self._schedule, after, self._clock.now())
            return await self._loadouts.settle(connection, after)


def _match_seats(table: Table, mode: Mode) -> tuple[MatchSeat, ...]:
    """Return who plays a match, by seat, under names that tell one from the other."""
    names = distinct([seat.name for seat in table.seats])
    return tuple(
        MatchSeat(seat.seat, seat.person_id, name, mode.team_of(seat.seat))
        for seat, name in zip(table.seats, names, strict=True)
        if seat.person_id is not None
    )


async def _check_free(connection: AsyncConnection, places: Sequence[Place]) -> None:
    for place in places:
        if (busy := await finding.busy_in(connection, place.channel_id)) is not None:
            raise ChannelBusy(busy)
