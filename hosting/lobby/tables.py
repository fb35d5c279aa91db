"""Tables: players gather, agree on their seats and start a match, or the table expires."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from computer.players import keys
from engine.chance import SEED_BYTES, Chance
from engine.game import Json, Setup, chosen_options
from engine.seat import Seat
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.blocks import check_challenge, check_joining
from hosting.lobby.loadouts import Loadouts
from hosting.lobby.model import (
    LAPSE,
    LOOK_AGAIN,
    NOTICE,
    TABLE,
    TABLE_CHANGED,
    TABLE_FULL,
    TERMS_CHANGED,
    NoSuchTable,
    Revise,
    TableClosed,
    already_seated,
    asked_again,
    begin_waiting,
    check_computer,
    check_host,
    check_position,
    check_revisable,
    check_seen,
    computers_at,
    first_free,
    first_seats,
    free_seat,
    invited_to,
    mode_named,
    next_computer,
    notice_at,
    open_table,
    others_at,
    refresh_table,
    revised,
    seated_at,
    start_of,
    subject_of,
    terms_at,
    too_few_players,
    with_option,
    with_seats,
)
from hosting.lobby.starter import Origin, Starter, kind_of
from hosting.match.model import Match, Person, Place, Start, Table, TableSeat, Where
from hosting.match.partners import check_invitation
from hosting.match_terms import Terms
from hosting.outbox import Retry
from hosting.people import Settings
from hosting.runtime import LruCache
from store.documents import Document, TimeField
from store.tables import deadlines, lobby, outbox, people


@dataclass(eq=False, slots=True)
class Tables:
    """Every table. All changes are made in one transaction each and count up `Table.rev`.

    The caller holds the table that it changes (`hold`), or has the outbox drained after it.
    """

    core: Core
    starter: Starter
    loadouts: Loadouts

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
        computers: Sequence[int] = (),
    ) -> Table:
        """Open a table with the host on seat 1, opponents invited to the next seats and computers on those after them.

        `terms`: besides the rules; None for the usual ones; those that mean nothing to a player alone are dropped.
        `position`: the game's start, in its notation; empty for its own start. `computers`: their levels; a match with
        one isn't rated.

        Raises:
            SetupError: There is no such game, mode, option or position.
            HostingError (`already-seated`): A player is named twice, or is the host.
            HostingError (`table-full`): More opponents are named than there are seats.
            HostingError (`blocked-by-you`, `not-to-be-challenged`): The host and an opponent are kept apart.
            HostingError (`partner-asked`): An opponent is a silent partner of the host, who was invited already.
            HostingError (`computers-off`, `no-computers`, `no-such-level`): A computer can't play that.
        """
        info = self.core.games(game).info
        seated = mode_named(info, mode)
        terms = terms or Terms()
        chosen_options(info, mode, dict(options))
        check_position(self.core.games(game), Setup(mode, tuple(options), info.data_version, position))
        for level in computers:
            check_computer(game, seated, level)
        if computers:
            self.core.require_computers()
        seats = first_seats(host, opponents, seated.seats)
        async with self.core.db.write() as connection:
            await check_challenge(connection, host, opponents)
            invited = [each.person_id for each in opponents]
            await check_invitation(connection, self.core.games, host.person_id, invited, self.core.clock.now())
            seats = await self._with_computers(connection, guild_id, seats, computers)
            table = await lobby.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                game=game,
                mode=mode,
                options=options,
                where=where,
                host=host,
                seats=seats,
                at=self.core.clock.now(),
                terms=(terms.alone if seated.alone else terms).dump(),
                position=position,
            )
            await begin_waiting(connection, self.core.schedule, table)
            return await self.loadouts.settle(connection, table) if computers else table

    async def get(self, table_id: int) -> Table:
        """Return a table. Raises NoSuchTable."""
        async with self.core.db.read() as connection:
            table = await lobby.load(connection, table_id)
        if table is None:
            raise NoSuchTable
        return table

    async def set_message(self, table_id: int, message_id: int, *, rev: int | None = None) -> Table:
        """Note the message of a table, which shows revision `rev` (None: the newest). Raises NoSuchTable.

        Doesn't count as a change.
        """
        async with self.core.db.write() as connection:
            table = await lobby.load(connection, table_id, to_change=True)
            if table is None:
                raise NoSuchTable
            table = replace(table, message_id=message_id)
            await lobby.save(connection, table)
            await outbox.shown(connection, subject_of(table.id), table.rev if rev is None else rev)
        return table

    async def join(self, table_id: int, person: Person, seat: Seat | None = None, *, seen: str | None = None) -> Table:
        """Sit down, on the first free seat if none is named; an invited player accepts by it.

        `seen`: the mark (`hosting.lobby.model.mark_of`) of the offer that the person saw; None if that isn't known.

        Raises:
            NoSuchTable, TableClosed, HostingError (`terms-changed`): As it says.
            HostingError (`already-seated`): This person sits here already.
            HostingError (`seat-taken`): That seat isn't free.
            HostingError (`table-full`): No seat is free.
            HostingError (`blocked-by-you`, `not-at-this-table`): The person and the host are kept apart.
        """

        def change(table: Table) -> Table:
            mine = table.seat_of(person.person_id)
            if mine is not None and mine.taken:
                raise already_seated(person.name)
            check_seen(table, seen)
            freed = table if mine is None else with_seats(table, TableSeat(mine.seat))
            wanted = seat if seat is not None else first_free(freed, mine)
            return with_seats(freed, replace(free_seat(freed, wanted), person_id=person.person_id, name=person.name))

        return await self._change(table_id, change, joining=person.person_id)

    async def move(self, table_id: int, person_id: int, seat: Seat) -> Table:
        """Change to another free seat. Raises NoSuchTable, TableClosed, NotSeated, HostingError (`seat-taken`)."""

        def change(table: Table) -> Table:
            mine = seated_at(table, person_id)
            return with_seats(table, TableSeat(mine.seat), replace(mine, seat=free_seat(table, seat).seat))

        return await self._change(table_id, change)

    async def leave(self, table_id: int, person_id: int) -> Table:
        """Leave a table. A host hands it to the next player; the last to leave cancels it.

        Raises NoSuchTable, TableClosed, NotSeated.
        """

        def change(table: Table) -> Table:
            left = with_seats(table, TableSeat(seated_at(table, person_id).seat))
            if table.host.person_id != person_id:
                return left
            heir = next((seat for seat in left.seats if seat.taken and seat.computer is None), None)
            if heir is None or heir.person_id is None:
                return replace(left, status="cancelled")
            return replace(left, host=Person(heir.person_id, heir.name))

        return await self._change(table_id, change)

    async def accept(self, table_id: int, person: Person, *, seen: str | None = None) -> Table:
        """Accept an invitation to the offer the person saw, as with `join`.

        Raises NoSuchTable, TableClosed, NotInvited, HostingError (`terms-changed`); HostingError (`blocked-by-you`,
        `not-at-this-table`): the person and the host are kept apart since.
        """

        def change(table: Table) -> Table:
            seat = invited_to(table, person.person_id).seat
            check_seen(table, seen)
            return with_seats(table, TableSeat(seat, person.person_id, person.name))

        return await self._change(table_id, change, joining=person.person_id)

    async def decline(self, table_id: int, person_id: int) -> Table:
        """Decline an invitation; the seat becomes free for anybody. Raises NoSuchTable, TableClosed, NotInvited."""
        return await self._change(
            table_id, lambda table: with_seats(table, TableSeat(invited_to(table, person_id).seat))
        )

    async def shuffle(self, table_id: int, by_person_id: int) -> Table:
        """Draw the seats at random. Raises NoSuchTable, TableClosed, HostingError (`not-host`)."""
        chance = Chance(self.core.entropy(SEED_BYTES))

        def change(table: Table) -> Table:
            check_host(table, by_person_id)
            drawn, _ = chance.shuffled(table.seats)
            return replace(table, seats=tuple(replace(each, seat=seat) for seat, each in enumerate(drawn, 1)))

        return await self._change(table_id, change)

    async def cancel(self, table_id: int, by_person_id: int, *, organiser: bool = False) -> Table:
        """Cancel the table, as its host or as an organiser.

        Raises NoSuchTable, TableClosed, HostingError (`not-host`).
        """

        def change(table: Table) -> Table:
            if not organiser:
                check_host(table, by_person_id)
            return replace(table, status="cancelled")

        return await self._change(table_id, change)

    async def lapse(self, table_id: int) -> Table:
        """Close an expired table. Raises NoSuchTable, TableClosed."""
        return await self._change(table_id, lambda table: replace(table, status="cancelled", lapsed=True))

    async def choose(self, table_id: int, by_person_id: int, key: str, value: str) -> Table:
        """Change an option of the game, as the host; options that then mean nothing are dropped.

        Raises NoSuchTable, TableClosed, HostingError (`not-host`, `seated-on-these-terms`); SetupError: there is no
        such option or value.
        """

        def change(table: Table) -> Table:
            check_revisable(table, by_person_id)
            return with_option(self.core.games(table.game).info, table, key, value)

        return await self._change(table_id, change)

    async def revise(
        self,
        table_id: int,
        by_person_id: int,
        *,
        terms: Revise | None = None,
        where: Where | None = None,
        options: tuple[tuple[str, str], ...] | None = None,
    ) -> Table:
        """Change the table's offer, as the host who sits there alone; None leaves a part as it is.

        `terms`: a function of the present terms. `where`: silent teams keep their channels. `options`: all chosen
        options of the game. Raises NoSuchTable, TableClosed, HostingError (`not-host`, `seated-on-these-terms`);
        SetupError: there is no such option or value, or it means nothing with the others.
        """

        def change(table: Table) -> Table:
            check_revisable(table, by_person_id)
            return revised(self.core.games(table.game).info, table, terms, where, options)

        return await self._change(table_id, change)

    async def last_of(
        self, person_id: int, game: str, modes: Collection[str], *, before: int | None = None
    ) -> Table | None:
        """Return the newest table that a person hosted, for "as last time"; None if none is known.

        Only tables with one of these modes, and with a number below `before` if that is given. Where computers sit at
        it, which unrates every match, `rated` is what the person last chose at a table for people.
        """
        async with self.core.db.read() as connection:
            last = await lobby.last_of(connection, person_id, game, modes, before)
            if last is None or not computers_at(last):
                return last
            chosen = await lobby.last_of(connection, person_id, game, modes, last.id, computers_too=False)
        rated = Terms.load(chosen.terms if chosen is not None else {}).rated
        return replace(last, terms=replace(Terms.load(last.terms), rated=rated).dump())

    async def add_computers(
        self, table_id: int, by_person_id: int, level: int, count: int = 1, *, seen: Table | None = None
    ) -> Table:
        """Seat computers on the first free seats, as the host; while one sits there, the match isn't rated.

        Others who sit there keep their seats and are asked whether they accept it. `seen`: the table as the host saw
        it. Raises NoSuchTable, TableClosed, HostingError (`computers-off`, `not-host`, `no-computers`,
        `no-such-level`); HostingError (`terms-changed`): other computers sit there since; HostingError (`table-full`):
        there aren't as many free seats; HostingError (`partner-asked`): a silent partner would be asked again.
        """
        self.core.require_computers()
        async with self.core.db.write() as connection:
            table = await open_table(connection, table_id)
            check_host(table, by_person_id)
            if seen is not None and computers_at(seen) != computers_at(table):
                raise HostingError(*TERMS_CHANGED)
            check_computer(table.game, mode_named(self.core.games(table.game).info, table.mode), level)
            seats = await self._with_computers(connection, table.guild_id, table.seats, [level] * count)
            return await self._ask_again(connection, replace(table, seats=tuple(seats)))

    async def remove_computers(self, table_id: int, by_person_id: int) -> Table:
        """Have all computers leave a table, as the host; others who sit there are asked whether they accept it.

        Raises NoSuchTable, TableClosed, HostingError (`not-host`, `partner-asked`).
        """
        async with self.core.db.write() as connection:
            table = await open_table(connection, table_id)
            check_host(table, by_person_id)
            left = [TableSeat(each.seat) for each in table.seats if each.computer is not None]
            return await self._ask_again(connection, with_seats(table, *left)) if left else table

    async def _ask_again(self, connection: AsyncConnection, table: Table) -> Table:
        """Save a table with other computers; they aren't what the others at it had agreed to."""
        others = [each.person_id for each in others_at(table) if each.person_id is not None]
        await check_invitation(connection, self.core.games, table.host.person_id, others, self.core.clock.now())
        return await self._save(connection, asked_again(table))

    async def _with_computers(
        self, connection: AsyncConnection, guild_id: int, seats: Sequence[TableSeat], levels: Sequence[int]
    ) -> list[TableSeat]:
        """Return seats with computers on the first free ones. Raises HostingError (`table-full`)."""
        after = list(seats)
        for level in levels:
            free = next((index for index, each in enumerate(after) if each.free), None)
            if free is None:
                raise HostingError(*TABLE_FULL)
            computer = next_computer(level, {each.computer for each in after})
            person_id = await people.enter_computer(connection, guild_id, computer, self.core.clock.now())
            after[free] = TableSeat(after[free].seat, person_id, computer.name)
        return after

    def ready(self, table: Table) -> bool:
        return table.status == "open" and all(seat.taken for seat in table.seats)

    def hold(self, table_id: int, *, alone: bool = True) -> AbstractAsyncContextManager[None]:
        """Hold a table (`Outbox.hold`), also while channels for its match are made: two presses, one match."""
        return self.core.outbox.hold(subject_of(table_id), alone=alone)

    def is_held(self, table_id: int) -> bool:
        return self.core.outbox.is_held(subject_of(table_id))

    async def shown(self, table: Table) -> None:
        """Note that the message of a held table shows it."""
        await self.core.outbox.shown(subject_of(table.id), table.rev)

    def agreed(self, table: Table, by_person_id: int) -> tuple[Start, list[str]]:
        """Return the start of a table's match, and its players' names in the order of play.

        Any player may start it. `TableOrigin.allow` refuses the start if the table has changed since it was read.
        Raises TableClosed, NotSeated, HostingError (`too-few-players`).
        """
        if table.status != "open":
            raise TableClosed(table)
        seated_at(table, by_person_id)
        if missing := sum(not seat.taken for seat in table.seats):
            raise too_few_players(missing)
        return start_of(table), [seat.name for seat in table.seats]

    async def start(self, table_id: int, by_person_id: int, places: Sequence[Place]) -> Match:
        """Turn a table into a match in existing places; any player may.

        `places`: the match's channels; one of them has the role "board". Raises NoSuchTable, TableClosed, NotSeated,
        HostingError (`too-few-players`, `loadout-unfit`); ChannelBusy: one of the places belongs to a running match.
        """
        start, names = self.agreed(await self.get(table_id), by_person_id)
        return await self.starter.begin(start, places, names)

    async def _change(self, table_id: int, change: Callable[[Table], Table], *, joining: int | None = None) -> Table:
        """Apply a change to an open table, in one transaction; `joining` is the person who sits down by it."""
        async with self.core.db.write() as connection:
            before = await open_table(connection, table_id)
            after = change(before)
            if joining is not None:
                await check_joining(connection, joining, after.host)
            return await self._save(connection, after)

    async def _save(self, connection: AsyncConnection, table: Table) -> Table:
        after = replace(table, rev=table.rev + 1)
        await lobby.save(connection, after)
        if after.status != "open":
            await deadlines.remove(connection, LAPSE, str(after.id))
        await refresh_table(connection, after, self.core.clock.now())
        return await self.loadouts.settle(connection, after)

    async def like(self, match: Match, host_id: int) -> Table | None:
        """Return the newest open table that a person has opened in a match's server, like the match's own.

        It has the terms of the match and its computers. `match` may be one of a league; tables never are.
        """
        setup, terms, levels = match.setup, terms_of(match), sorted(self.levels_like(match))
        async with self.core.db.read() as connection:
            for table_id, _ in reversed(await lobby.open_of(connection, host_id)):
                table = await lobby.load(connection, table_id)
                if (
                    table is not None
                    and (table.guild_id, table.host.person_id) == (match.guild_id, host_id)
                    and (table.game, table.mode, table.position) == (match.game, setup.mode, setup.position)
                    and (tuple(table.options), terms_at(table)) == (setup.options, terms)
                    and sorted(each.level for each in computers_at(table)) == levels
                ):
                    return table
        return None

    def levels_like(self, match: Match) -> list[int]:
        """Return the levels of the computers for a table like a match's own.

        A level that there isn't any more becomes the highest that there is.
        """
        last = len(keys(match.game, match.setup.mode))
        levels = [min(each.computer.level, last) for each in match.seats if each.computer is not None]
        return levels[: match.mode.seats - 1]

    async def place_of(self, match: Match) -> Where | None:
        """Return where a match's table, or its other origin, wanted it played; None if that isn't known."""
        if match.origin is None:
            return None
        async with self.core.db.read() as connection:
            if kind_of(match.origin) == TABLE:
                table = await lobby.load(connection, int(match.origin.removeprefix(f"{TABLE}:")))
                return None if table is None else table.where
            ordered = await lobby.starts_of_origin(connection, match.origin)
            return None if ordered is None else ordered.start.where


def terms_of(match: Match) -> Terms:
    """Return the terms for a table like a match's own: all of them, but no league's; unrated if a computer played."""
    return replace(match.terms, league=None, rated=match.terms.rated and not match.computers)


@dataclass(eq=False, slots=True)
class TableOrigin(Origin):
    """Tables as origins of matches: the person who presses Start waits for the match."""

    waits = chooses = True

    core: Core
    loadouts: Loadouts

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Return the choices at the table, which must be unchanged since the start was requested.

        Raises NoSuchTable, TableClosed, HostingError (`stale-table`, `loadout-unfit`).
        """
        table = await open_table(connection, _number(start))
        asked = replace(start_of(table), message_id=start.message_id)
        if start.where == "thread":  # where another match is played in its channel, which may be a thread itself
            asked = replace(asked, where=start.where, channel_id=start.channel_id)
        if asked != start:
            raise HostingError(*TABLE_CHANGED)
        return await self.loadouts.begin(connection, table)

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        table = await open_table(connection, _number(start))
        await self.loadouts.write(connection, match.id, table, match.setup.loadouts)
        table = replace(table, status="started", match_id=match.id, rev=table.rev + 1)
        await lobby.save(connection, table)
        await deadlines.remove(connection, LAPSE, str(table.id))
        await refresh_table(connection, table, self.core.clock.now())


def _number(start: Start) -> int:
    return int(start.origin.removeprefix(f"{TABLE}:"))


# Tables at which no match is started in time: a notice a day before, then they are closed.
#
# Both survive a restart at any point. Before the notice is posted the appointment says so (`ExpiryNotice`), so that
# after a crash it is looked for first; a notice is always followed by a whole day, however long the bot was away.
#
# Many tables can come due at once: after a long outage, when a server chooses a shorter time, or when its bot learns
# that tables lapse. Their notices come one after the other in each channel, `APART`, and each table has its whole day.


APART = timedelta(hours=1)
"""Between notices in one channel."""
_CHANNELS = 1024
"""Channels whose last notice is kept in memory; a new process has none."""


@dataclass(frozen=True, slots=True)
class ExpiryNotice(Document):
    """The content of a table's appointment after its notice: when it expires, and whether the notice was posted."""

    at: TimeField
    told: bool


class ExpiryAnnouncer(Protocol):
    """Gives notice that tables expire."""

    async def warn(self, table: Table, at: datetime) -> None:
        """Post that a table expires at a time. Raises Retry if that may work later."""
        ...

    async def warned(self, table: Table, at: datetime) -> bool:
        """Return whether that was posted, perhaps by a process that died. Raises Retry."""
        ...


@dataclass(eq=False, slots=True)
class TableExpiry:
    """Closes tables that have waited for as long as their server allows."""

    core: Core
    settings: Settings
    tables: Tables
    _announcer: ExpiryAnnouncer | None = field(default=None, init=False)
    _last_notice: LruCache[int, datetime] = field(default_factory=lambda: LruCache(_CHANNELS), init=False)

    def set_announcer(self, announcer: ExpiryAnnouncer) -> None:
        """Set the announcer; until then no table expires."""
        self._announcer = announcer
        self.core.schedule.handle(LAPSE, self._due)

    async def rearrange(self, guild_id: int) -> None:
        """Move the appointments of a server's tables after it chose another time; posted notices stay."""
        days = (await self.settings.server(guild_id)).table_days
        async with self.core.db.write() as connection:
            for table in await lobby.open_in(connection, guild_id):
                deadline = await deadlines.get(connection, LAPSE, str(table.id))
                if deadline is not None and deadline.payload is None:
                    await self.core.schedule.put(connection, LAPSE, str(table.id), notice_at(table, days))

    async def _due(self, key: str, payload: Json) -> None:
        try:
            table = await self.tables.get(int(key))
        except NoSuchTable:
            return
        try:
            if table.status == "open":
                await self._warn_or_close(table, None if payload is None else ExpiryNotice.load(payload))
        except Retry as error:
            due = self.core.clock.now() + max(LOOK_AGAIN, timedelta(seconds=error.after))
            async with self.core.db.write() as connection:
                deadline = await deadlines.get(connection, LAPSE, key)
                if deadline is not None:
                    await self.core.schedule.put(connection, LAPSE, key, due, deadline.payload)

    async def _warn_or_close(self, table: Table, coming: ExpiryNotice | None) -> None:
        first = notice_at(table, (await self.settings.server(table.guild_id)).table_days)
        if first > self.core.clock.now():  # the server lets its tables wait longer by now
            await self.core.schedule.set(LAPSE, str(table.id), first)
        elif coming is None or not coming.told:
            await self._warn(table, first + NOTICE, coming)
        else:
            await self._lapse(table)

    async def _warn(self, table: Table, end: datetime, coming: ExpiryNotice | None) -> None:
        if coming is None and (free := self._free_at(table.channel_id)) > self.core.clock.now():
            await self.core.schedule.set(LAPSE, str(table.id), free)
            return
        if coming is None or not await self._named.warned(table, coming.at):
            now = self.core.clock.now()
            coming = ExpiryNotice(max(end, now + NOTICE), told=False)
            await self.core.schedule.set(LAPSE, str(table.id), now + LOOK_AGAIN, coming.dump())
            self._last_notice.put(table.channel_id, now)
            await self._named.warn(table, coming.at)
        async with self.core.db.write() as connection:
            current = await lobby.load(connection, table.id)
            if current is None or current.status != "open":  # its appointment has gone with it
                return
            await self.core.schedule.put(
                connection, LAPSE, str(table.id), coming.at, ExpiryNotice(coming.at, told=True).dump()
            )

    def _free_at(self, channel_id: int) -> datetime:
        last = self._last_notice.get(channel_id)
        return self.core.clock.now() if last is None else last + APART

    async def _lapse(self, table: Table) -> None:
        async with self.tables.hold(table.id):  # nobody makes channels for its match meanwhile
            with suppress(NoSuchTable, TableClosed):
                await self.tables.lapse(table.id)

    @property
    def _named(self) -> ExpiryAnnouncer:
        if self._announcer is None:
            raise AssertionError("nobody tells players that their tables lapse")
        return self._announcer
