"""Rematches: what a press on Rematch or Decline writes, and what comes of it.

In a rematch seats are swapped, or drawn anew where they were drawn.

Pressing Rematch offers one, or accepts the open offer: both pressing is one match. Computers aren't asked. A press
writes the offer (`rematches`), the player's vote (`rematch_votes`), the appointment that ends the offer after `LAPSES`,
and that its message is to show it. The last vote writes the start of the match, too (`starts`), or a table: all in one
transaction (`Rematches.agree`). A match has one rematch, as its origin is unique (`hosting.lobby.starter`).

Where several choose something in private before the start, all have seen by the end what the others had chosen. So once
all agree, a table opens at which they already sit, and choose anew until one of them presses Start.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.commitments import SALT_BYTES
from engine.game import Json, Mode
from engine.seat import Seat
from engine.text import Text, dump_text, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.model import (
    AlreadyStarted,
    NotWanted,
    begin_waiting,
)
from hosting.lobby.starter import Origin, StartQueue
from hosting.match.model import Match, MatchLoadout, NotSeated, Person, Rematch, Start, TableSeat, Where
from hosting.match.service import Matches
from store.tables import lobby, outbox, people, rematches
from store.tables.values import Subject

NO_REMATCH = say("This match can't have a rematch: the offer has expired, or a player can't be asked."), "no-rematch"

REMATCH = "rematch"
"""The kind of origin of rematches, and the appointment that ends an offer; both have the match's number."""
LAPSES = timedelta(days=7)
"""How long an offer stays open."""
AGAIN = timedelta(days=1)
"""How long after an offer was declined it can be made again."""


@dataclass(frozen=True, slots=True)
class RematchPlace:
    """Where a rematch is to be played, as `Start` has it."""

    where: Where
    channel_id: int


@dataclass(eq=False, slots=True)
class Rematches(Origin):
    """Every offer of a rematch."""

    chooses = True

    core: Core
    matches: Matches
    queue: StartQueue

    async def agree(self, match_id: int, person_id: int, spot: RematchPlace) -> Rematch:
        """Offer a rematch, or accept one; when the last player agrees, it's requested.

        The caller holds the offer (`hold`), which is shown after that. `spot`: where it's to be played, if it's
        requested now.

        Raises:
            NoSuchMatch, NotSeated, HostingError (`still-played`): As it says.
            AlreadyStarted: The match has a rematch.
            HostingError (`rematch-declined`): It was declined a short while ago.
            HostingError (`no-rematch`): One of them must not be asked; the reason is secret.
            HostingError (`computers-off`): A computer played, and there are none now.
        """
        match = await self._of_player(match_id, person_id)
        now, players = self.core.clock.now(), {*match.humans}
        if match.computers:
            self.core.require_computers()
        async with self.core.db.write() as connection:
            ordered = await lobby.starts_of_origin(connection, origin_of(match_id))
            if ordered is not None and ordered.match_id is not None:
                raise AlreadyStarted(ordered.match_id)
            if await people.blocks_among(connection, players) or await people.deleted(connection, players):
                raise HostingError(*NO_REMATCH)
            offer = await rematches.load(connection, match_id, to_change=True)
            if offer is not None and offer.status == "ordered" and await _goes_on(connection, offer):
                return offer
            if offer is None or not self._stands(offer, now):
                _check_patience(offer, now)
                offer = Rematch(match_id, match.guild_id, "open", now)
                await self._save(connection, offer)
                await rematches.forget_votes(connection, match_id)
                await self.core.schedule.put(connection, REMATCH, str(match_id), now + LAPSES)
            await rematches.agree(connection, match_id, person_id, now)
            await outbox.refresh(connection, subject_of(match_id), match.guild_id, 0, now)
            offer = replace(offer, agreed=tuple(dict.fromkeys((*offer.agreed, person_id))))
            if players <= {*offer.agreed}:
                offer = await self._order(connection, rematch_of(match, spot, offer.agreed[0]), match, offer)
        return offer

    async def decline(self, match_id: int, person_id: int) -> Rematch:
        """Decline the open offer, or withdraw one's own.

        Raises NoSuchMatch, NotSeated, HostingError (`still-played`); HostingError (`no-rematch`): there is no open
        offer.
        """
        await self._of_player(match_id, person_id)
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            offer = await rematches.load(connection, match_id, to_change=True)
            if offer is None or not self._stands(offer, now):
                raise HostingError(*NO_REMATCH)
            offer = replace(offer, status="declined", closed_at=now)
            await self._save(connection, offer)
        self.core.outbox.drain()
        return offer

    async def withdraw(self, person_id: int) -> None:
        async with self.core.db.read() as connection:
            standing = await rematches.open_of(connection, person_id)
        for match_id in standing:
            async with self.core.db.write() as connection:
                offer = await rematches.load(connection, match_id, to_change=True)
                if offer is None or offer.status != "open":
                    continue
                await self._save(connection, replace(offer, status="declined", closed_at=self.core.clock.now()))
        self.core.outbox.drain()

    def hold(self, match_id: int) -> AbstractAsyncContextManager[None]:
        """Hold the offer of a match (`Outbox.hold`)."""
        return self.core.outbox.hold(subject_of(match_id))

    async def shown(self, match_id: int, message_id: int) -> None:
        async with self.core.db.write() as connection:
            offer = await rematches.load(connection, match_id, to_change=True)
            if offer is not None:
                await rematches.save(connection, replace(offer, message_id=message_id))

    async def find(self, match_id: int) -> Rematch | None:
        async with self.core.db.read() as connection:
            return await rematches.load(connection, match_id)

    async def of_match(self, match_id: int) -> int | None:
        """Return the rematch of a match, if it has begun without a table."""
        async with self.core.db.read() as connection:
            return await lobby.match_of_start(connection, origin_of(match_id))

    async def lapse(self, key: str, _payload: Json) -> None:
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            offer = await rematches.load(connection, int(key), to_change=True)
            if offer is None or offer.status != "open" or offer.opened_at + LAPSES > now:
                return
            await self._save(connection, replace(offer, status="lapsed", closed_at=now))
        self.core.outbox.drain()

    async def allow(self, connection: AsyncConnection, start: Start) -> tuple[str, ...]:
        """Check again whether all may be asked, and return a single player's earlier choice. Raises NotWanted."""
        if await people.blocks_among(connection, start.people):
            raise NotWanted(NO_REMATCH[0])
        chosen = {each.seat: each.text for each in await lobby.loadouts_of_match(connection, _number(start))}
        return tuple(chosen.get(seat, "") for seat in sorted(start.seats)) if chosen else ()

    async def begun(self, connection: AsyncConnection, start: Start, match: Match) -> None:
        """Keep a single player's choice of the match that is over."""
        chosen = await lobby.loadouts_of_match(connection, _number(start))
        texts = dict(enumerate(match.setup.loadouts, 1))
        begun = [
            MatchLoadout(
                each.seat, each.table_id, self.core.entropy(SALT_BYTES) if each.salt else None, texts[each.seat]
            )
            for each in chosen
        ]
        await lobby.begin_with_loadouts(connection, match.id, begun)
        await outbox.refresh(connection, subject_of(_number(start)), start.guild_id, 0, self.core.clock.now())

    async def failed(self, start: Start, why: Text, absent: Collection[int]) -> None:
        await self.fail(_number(start), why)

    async def fail(self, match_id: int, why: Text) -> None:
        """Write why a rematch didn't start; it can be offered again."""
        async with self.core.db.write() as connection:
            offer = await rematches.load(connection, match_id, to_change=True)
            if offer is not None:
                offer = replace(offer, status="failed", why=dump_text(why), closed_at=self.core.clock.now())
                await self._save(connection, offer)
        self.core.outbox.drain()

    async def _save(self, connection: AsyncConnection, offer: Rematch) -> None:
        await rematches.save(connection, offer)
        await outbox.refresh(connection, subject_of(offer.match_id), offer.guild_id, 0, self.core.clock.now())

    async def _of_player(self, match_id: int, person_id: int) -> Match:
        match = await self.matches.get(match_id)
        if match.seat_of(person_id) is None:
            raise NotSeated
        if not match.over:
            raise HostingError(
                say("The match is still on; you can offer a rematch when it's over."), code="still-played"
            )
        return match

    async def _order(self, connection: AsyncConnection, start: Start, match: Match, offer: Rematch) -> Rematch:
        """Request a rematch, or open a table at which its players sit already and choose first."""
        offer = replace(offer, status="ordered")
        if match.terms.drawn:
            start = replace(start, seats=self._drawn(start.seats))
        if not asks_for_new_choices(match):
            await rematches.save(connection, offer)
            await self.queue.add(connection, start)
            return offer
        table = await lobby.add(
            connection,
            guild_id=start.guild_id,
            channel_id=start.channel_id,
            game=start.game,
            mode=start.mode,
            options=start.options,
            where=start.where,
            host=Person(start.host_id, match.members[start.host_id]),
            seats=[TableSeat(seat, person, match.members[person]) for seat, person in sorted(start.seats.items())],
            at=self.core.clock.now(),
            terms=start.terms,
            position=start.position,
        )
        await begin_waiting(connection, self.core.schedule, table)
        offer = replace(offer, lobby_id=table.id)
        await rematches.save(connection, offer)
        return offer

    def _drawn(self, seats: Mapping[Seat, int]) -> dict[Seat, int]:
        order = sorted(seats)
        people, _ = Chance(self.core.entropy(SEED_BYTES)).shuffled([seats[seat] for seat in order])
        return dict(zip(order, people, strict=True))

    def _stands(self, offer: Rematch, now: datetime) -> bool:
        return offer.status == "open" and now < offer.opened_at + LAPSES


def asks_for_new_choices(match: Match) -> bool:
    """Return whether the players of a rematch choose something in private again before it starts."""
    return not match.alone and bool(match.session.game.loadout_seats(match.setup))


def subject_of(match_id: int) -> Subject:
    return Subject("rematch", match_id)


def origin_of(match_id: int) -> str:
    return f"{REMATCH}:{match_id}"


def rematch_of(match: Match, spot: RematchPlace, host_id: int) -> Start:
    """Return the start of a rematch: the same terms, with the seats swapped, or drawn as it's requested."""
    return Start(
        guild_id=match.guild_id,
        channel_id=spot.channel_id,
        where=spot.where,
        game=match.game,
        mode=match.setup.mode,
        options=match.setup.options,
        seats=swapped({seat.seat: seat.person_id for seat in match.seats}, match.mode),
        origin=origin_of(match.id),
        # A league starts its matches itself; and where a computer has taken over a seat, it plays again.
        terms=replace(match.terms, league=None, rated=match.terms.rated and not match.computers).dump(),
        position=match.setup.position,
        host_id=host_id,
    )


def swapped(seats: Mapping[Seat, int], mode: Mode) -> dict[Seat, int]:
    """Return the seats after a swap.

    Each moves one seat on, and from the last to the first: two swap seats. Teams of one size change sides, so that
    partners stay partners; teams of several sizes keep their seats.
    """
    if not mode.teams:
        order = sorted(seats)
        return {order[(index + 1) % len(order)]: seats[seat] for index, seat in enumerate(order)}
    if len({len(team) for team in mode.teams}) > 1:
        return dict(seats)
    after = (*mode.teams[1:], mode.teams[0])
    return {
        new: seats[old]
        for team, other in zip(mode.teams, after, strict=True)
        for old, new in zip(team, other, strict=True)
    }


async def _goes_on(connection: AsyncConnection, offer: Rematch) -> bool:
    """Return whether an agreed rematch is still to begin. Raises AlreadyStarted."""
    if offer.lobby_id is None:
        return True  # it has begun, or is tried until it does or fails
    table = await lobby.load(connection, offer.lobby_id)
    if table is not None and table.match_id is not None:
        raise AlreadyStarted(table.match_id)
    return table is not None and table.status == "open"


def _rematch_declined(again: datetime) -> HostingError:
    when = f"<t:{int(again.timestamp())}:R>"
    return HostingError(
        say("The rematch was declined. You can offer it again {when}.", when=when), code="rematch-declined"
    )


def _check_patience(offer: Rematch | None, now: datetime) -> None:
    if offer is None or offer.status != "declined" or offer.closed_at is None:
        return
    if now < (again := offer.closed_at + AGAIN):
        raise _rematch_declined(again)


def _number(start: Start) -> int:
    return int(start.origin.removeprefix(f"{REMATCH}:"))
