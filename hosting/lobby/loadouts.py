"""Loadouts: private choices before the start, at a table and saved for later.

A choice can be changed until the start. Everybody sees its hash meanwhile; without a choice the usual loadout is
played. A player who leaves the table loses their choice, and so does one whose choice doesn't fit another seat or other
options. The loadouts of a match are secret until it's over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from computer import players
from engine.chance import SEED_BYTES
from engine.commitments import SALT_BYTES, digest, loadout_line
from engine.errors import MoveError
from engine.game import Setup
from engine.seat import Seat
from engine.text import Quote, say, shortened, without_nul
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.model import (
    NoLoadouts,
    changed_table,
    open_table,
    refresh_table,
    seated_at,
)
from hosting.match.model import Match, MatchLoadout, SavedLoadout, Table, TableLoadout, TableSeat
from store.tables import lobby


@dataclass(frozen=True, slots=True)
class CommittedLoadout:
    """The public part of a seat's loadout; `digest` is its hash, empty where the usual one is played."""

    seat: Seat
    table_id: int
    digest: str


def setup_of(table: Table, data: str, rules: int) -> Setup:
    """Return the setup of a table's match, without private choices."""
    return Setup(table.mode, table.options, data, table.position, rules)


def _loadout_unfit(player: str) -> HostingError:
    text = say("{player}'s private choice is no longer valid. They can choose again, or choose nothing.", player=player)
    return HostingError(text, code="loadout-unfit")


@dataclass(eq=False, slots=True)
class Loadouts:
    """Private choices at tables. Every change is made in one transaction."""

    core: Core

    def seats(self, table: Table) -> frozenset[Seat]:
        """Return the seats that choose something before the start; none in most games."""
        return self.core.games(table.game).loadout_seats(self._setup(table))

    def read(self, table: Table, seat: Seat, text: str) -> str:
        """Return the canonical text of a typed loadout.

        Raises:
            NoLoadouts: Nothing is chosen for that seat.
            NotationError, IllegalMoveError: It's none, or the rules forbid it.
        """
        if seat not in self.seats(table):
            raise NoLoadouts
        return self.core.games(table.game).parse_loadout(self._setup(table), seat, text)

    def usual(self, table: Table, seat: Seat) -> str:
        """Return the loadout of a seat that chooses nothing. Raises NoLoadouts."""
        if seat not in self.seats(table):
            raise NoLoadouts
        return self.core.games(table.game).usual_loadout(self._setup(table), seat)

    async def choose(self, table_id: int, person_id: int, text: str) -> Table:
        """Choose for one's own seat, in place of an earlier choice.

        Raises NoSuchTable, TableClosed, NotSeated, NoLoadouts; NotationError, IllegalMoveError: it's no loadout, or the
        rules forbid it.
        """
        async with self.core.db.write() as connection:
            table, seat = await self._seat(connection, table_id, person_id)
            chosen = TableLoadout(person_id, self.core.entropy(SALT_BYTES), self.read(table, seat.seat, text))
            await lobby.put_at_table(connection, table_id, chosen)
            return await self._changed(connection, table)

    async def forget(self, table_id: int, person_id: int) -> Table:
        """Drop one's choice: the usual one is played. Raises NoSuchTable, TableClosed, NotSeated."""
        async with self.core.db.write() as connection:
            table, _ = await self._seat(connection, table_id, person_id)
            await lobby.forget_at_table(connection, table_id, [person_id])
            return await self._changed(connection, table)

    async def _changed(self, connection: AsyncConnection, table: Table) -> Table:
        table = replace(table, rev=table.rev + 1)
        await lobby.save(connection, table)
        await refresh_table(connection, table, self.core.clock.now())
        return await changed_table(connection, table.id)

    async def own(self, table_id: int, person_id: int) -> str | None:
        async with self.core.db.read() as connection:
            found = await lobby.at_table(connection, table_id)
        return next((each.text for each in found if each.person_id == person_id), None)

    async def settle(self, connection: AsyncConnection, table: Table) -> Table:
        """Drop choices that no longer fit a changed table, in the same transaction; return the table."""
        chosen = await lobby.at_table(connection, table.id)
        gone = [each.person_id for each in chosen if not self._fits(table, each)]
        if gone:
            await lobby.forget_at_table(connection, table.id, gone)
        picked = await self._choose_for_computers(connection, table)
        return await changed_table(connection, table.id) if chosen or picked else table

    async def _choose_for_computers(self, connection: AsyncConnection, table: Table) -> bool:
        """Choose for computers that have not yet; return whether one has."""
        computers = [each for each in table.seats if each.computer is not None]
        if table.status != "open" or not computers:
            return False
        seats, has = self.seats(table), {each.person_id for each in await lobby.at_table(connection, table.id)}
        game, setup, picked = self.core.games(table.game), self._setup(table), False
        for each in computers:
            if each.person_id is None or each.seat not in seats or each.person_id in has:
                continue
            text = players.loadout(game, setup, self.core.entropy(SEED_BYTES).hex())
            chosen = TableLoadout(each.person_id, self.core.entropy(SALT_BYTES), text)
            if not self._fits(table, chosen):  # what another seat may choose
                chosen = replace(chosen, text=self.usual(table, each.seat))
            await lobby.put_at_table(connection, table.id, chosen)
            picked = True
        return picked

    async def begin(self, connection: AsyncConnection, table: Table) -> tuple[str, ...]:
        """Return each seat's choice at a table that starts, empty for none.

        Raises HostingError (`loadout-unfit`): it doesn't fit any more, as this version of the game has other rules or
        data.
        """
        await self._choose_for_computers(connection, table)
        chosen = {each.person_id: each for each in await lobby.at_table(connection, table.id)}
        found: list[str] = []
        for seat in table.seats:
            own = None if seat.person_id is None else chosen.get(seat.person_id)
            if own is not None and not self._fits(table, own):
                raise _loadout_unfit(seat.name)
            found.append("" if own is None else own.text)
        return tuple(found) if any(found) else ()

    async def write(self, connection: AsyncConnection, match_id: int, table: Table, texts: Sequence[str]) -> None:
        """Write the loadouts of a match, in the transaction that starts it.

        `texts`: the loadout of each seat, the usual ones included; empty for a seat that chooses nothing.
        """
        chosen = {each.person_id: each for each in await lobby.at_table(connection, table.id)}
        begun = [
            MatchLoadout(seat.seat, table.id, own.salt if (own := chosen.get(seat.person_id or 0)) else None, text)
            for seat, text in zip(table.seats, texts, strict=False)
            if text
        ]
        await lobby.begin_with_loadouts(connection, match_id, begun)

    async def held(self, match_id: int) -> list[CommittedLoadout]:
        async with self.core.db.read() as connection:
            begun = await lobby.loadouts_of_match(connection, match_id)
        return [
            CommittedLoadout(each.seat, each.table_id, digest(opened_line(each)) if each.salt else "") for each in begun
        ]

    async def opened(self, match: Match) -> list[MatchLoadout]:
        """Return a match's loadouts, by seat, once it's over; nothing before."""
        if not match.over:
            return []
        async with self.core.db.read() as connection:
            return await lobby.loadouts_of_match(connection, match.id)

    def _setup(self, table: Table) -> Setup:
        info = self.core.games(table.game).info
        return setup_of(table, info.data_version, info.rules_version)

    def _fits(self, table: Table, loadout: TableLoadout) -> bool:
        seat = table.seat_of(loadout.person_id)
        if table.status == "cancelled" or seat is None or not seat.taken:
            return False
        try:
            return self.read(table, seat.seat, loadout.text) == loadout.text
        except (MoveError, NoLoadouts):
            return False

    async def _seat(self, connection: AsyncConnection, table_id: int, person_id: int) -> tuple[Table, TableSeat]:
        table = await open_table(connection, table_id)
        return table, seated_at(table, person_id)


def opened_line(begun: MatchLoadout) -> str:
    """Return the text that a loadout's hash is made from; a secret until the match is over."""
    return loadout_line(begun.table_id, begun.seat, (begun.salt or b"").hex(), begun.text)


# Loadouts that people keep for later, by game and name.


MOST_SAVED = 50
"""The most saved loadouts of one person for all games together."""
NAME_LIMIT = 40
"""Characters of a name."""


@dataclass(eq=False, slots=True)
class SavedLoadouts:
    """Saved loadouts of all people. Every change is made in one transaction."""

    core: Core

    async def of(self, person_id: int, game: str) -> list[SavedLoadout]:
        async with self.core.db.read() as connection:
            return await lobby.saved_loadouts_of(connection, person_id, game)

    async def named(self, person_id: int, game: str, name: str) -> SavedLoadout:
        """Return a person's saved loadout with a name. Raises HostingError (`no-such-loadout`)."""
        return _named(await self.of(person_id, game), name)

    async def keep(self, person_id: int, game: str, name: str, text: str) -> SavedLoadout:
        """Save a loadout, in canonical notation, under a name, in place of the one with this name.

        Raises HostingError (`bad-loadout-name`, `too-many-loadouts`).
        """
        saved = SavedLoadout(_clean(name), text, self.core.games(game).info.data_version, self.core.clock.now())
        async with self.core.db.write() as connection:
            loadouts = await lobby.saved_loadouts_of(connection, person_id, game)
            new = all(each.name.casefold() != saved.name.casefold() for each in loadouts)
            if new and await lobby.count_saved_loadouts(connection, person_id) >= MOST_SAVED:
                raise HostingError(
                    say("You already have {count} saved, which is the limit: delete one first.", count=MOST_SAVED),
                    code="too-many-loadouts",
                )
            await lobby.keep_loadout(connection, person_id, game, saved)
        return saved

    async def rename(self, person_id: int, game: str, name: str, new: str) -> SavedLoadout:
        """Rename a saved loadout.

        Raises HostingError (`no-such-loadout`, `bad-loadout-name`, `taken-loadout-name`).
        """
        wanted = _clean(new)
        async with self.core.db.write() as connection:
            loadouts = await lobby.saved_loadouts_of(connection, person_id, game)
            old = _named(loadouts, name)
            if any(each is not old and each.name.casefold() == wanted.casefold() for each in loadouts):
                raise HostingError(
                    say("You've already saved something else as {name}.", name=Quote(wanted)), code="taken-loadout-name"
                )
            await lobby.drop_loadout(connection, person_id, game, old.name)
            renamed = replace(old, name=wanted)
            await lobby.keep_loadout(connection, person_id, game, renamed)
        return renamed

    async def drop(self, person_id: int, game: str, name: str) -> SavedLoadout:
        """Delete a saved loadout and return it. Raises HostingError (`no-such-loadout`)."""
        async with self.core.db.write() as connection:
            found = _named(await lobby.saved_loadouts_of(connection, person_id, game), name)
            await lobby.drop_loadout(connection, person_id, game, found.name)
        return found


def _named(loadouts: Sequence[SavedLoadout], name: str) -> SavedLoadout:
    wanted = " ".join(name.split()).casefold()
    found = next((each for each in loadouts if each.name.casefold() == wanted), None)
    if found is None:
        raise HostingError(
            say("You have nothing saved as {name}.", name=Quote(shortened(name))), code="no-such-loadout"
        )
    return found


def _clean(name: str) -> str:
    """Return a name without surplus spaces. Raises HostingError (`bad-loadout-name`)."""
    cleaned = " ".join(without_nul(name).split())
    if not 0 < len(cleaned) <= NAME_LIMIT:
        raise HostingError(say("A name can have 1 to {count} characters.", count=NAME_LIMIT), code="bad-loadout-name")
    return cleaned
