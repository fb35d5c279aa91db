"""Tables as values: their changes, terms, appointments and errors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from computer.players import keys
from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Game, GameInfo, Mode, Option, Setup, chosen_options
from engine.seat import Seat
from engine.session import Session
from engine.text import say, say_n
from hosting.errors import HostingError
from hosting.match.model import Computer, NotSeated, Person, Start, Table, TableSeat, Where
from hosting.match_terms import Terms
from hosting.runtime import Schedule
from store.tables import lobby, outbox, people
from store.tables.values import Subject

# The appointment of a table, at the end of its time, and its message, which shows it as it is (`hosting.outbox`).
#
# Both are written with the table. The time counts from when the table was opened. Its appointment is first for a
# notice, a day before, and then for the end; what it holds says which (`hosting.lobby.tables` keeps it). It goes with
# the table: who starts or cancels one in time cancels it, too.


LAPSE = "lapse"
"""The kind of appointment, its key being the table."""
NOTICE = timedelta(days=1)
"""How long before the end of a table there is a notice of it."""
LOOK_AGAIN = timedelta(minutes=5)
"""Wait before checking on work that may have been cut off."""

FEWEST_DAYS, MOST_DAYS = 2, 365
"""What a server can choose: the notice comes after the opening."""


def notice_at(table: Table, days: int) -> datetime:
    return table.created_at + timedelta(days=days) - NOTICE


async def begin_waiting(connection: AsyncConnection, schedule: Schedule, table: Table) -> None:
    """Make the appointment of a new table, and its message to come."""
    due = notice_at(table, (await people.settings_of_server(connection, table.guild_id)).table_days)
    await schedule.put(connection, LAPSE, str(table.id), due)
    await refresh_table(connection, table, table.created_at)


async def refresh_table(connection: AsyncConnection, table: Table, now: datetime) -> None:
    """Have a changed table's message show it; one that was closed before it had a message gets none."""
    if table.message_id is None and table.status != "open":
        await outbox.shown(connection, subject_of(table.id), table.rev)
    else:
        await outbox.refresh(connection, subject_of(table.id), table.guild_id, table.rev, now)


def subject_of(table_id: int) -> Subject:
    return Subject("table", table_id)


# What can be wrong with what a player asks of a table.


# ruff: noqa: N818 - named for what happened, as callers catch them by that name


class NoSuchTable(HostingError):
    """The table never existed."""

    code, says = "no-such-table", say("There's no such table.")


class TableClosed(HostingError):
    """The table started, was cancelled, or has expired."""

    code = "table-closed"

    def __init__(self, table: Table) -> None:
        if table.status == "started":
            super().__init__(say("This table's match has started."))
        elif table.lapsed:
            super().__init__(say("This table has expired. `/new` opens another."))
        else:
            super().__init__(say("This table was cancelled."))


TERMS_CHANGED = say("The table's terms have changed. Read them, and press again if you agree."), "terms-changed"
TABLE_FULL = say("There's no free seat at this table."), "table-full"


def already_seated(name: str) -> HostingError:
    return HostingError(say("{name} already has a seat at this table.", name=name), code="already-seated")


class NotInvited(HostingError):
    """There is no invitation to answer."""

    code, says = "not-invited", say("You have no open invitation to this table.")


def too_few_players(missing: int) -> HostingError:
    return HostingError(
        say_n("One more player is needed.", "{count} more players are needed.", missing), code="too-few-players"
    )


TABLE_CHANGED = say("The table has changed: look again before you start."), "stale-table"


NO_LAST_TABLE = (
    say("I don't know of an earlier table of yours for that game: pick a clock, or another preset."),
    "no-last-table",
)


class ChannelBusy(HostingError):
    """A match is played there already: `match_id`."""

    code = "channel-busy"
    says = say(
        "A match is already running in this channel, and I can't open a thread here for another one: please "
        "use an ordinary text channel."
    )

    def __init__(self, match_id: int) -> None:
        super().__init__()
        self.match_id = match_id


class AlreadyStarted(HostingError):
    """The requester has a match already: `match_id`."""

    code, says = "already-started", say("This match has already started.")

    def __init__(self, match_id: int) -> None:
        super().__init__()
        self.match_id = match_id


class NotWanted(HostingError):
    """A match isn't wanted any more, or could never begin like that: trying again wouldn't help."""

    code, says = "not-wanted", say("This match was called off.")


class QueueFull(HostingError):
    """The server has as many matches of the program as it takes at a time."""

    code, says = "queue", say("This server has reached its limit for matches that I start; the others have to wait.")


# A player left or was deleted, one blocks another, or there is no offer: the reason stays secret.


class NoLoadouts(HostingError):
    """The game, its options or the seat have no loadouts."""

    code, says = "no-loadouts", say("This seat has nothing to choose before the start.")


TABLE = "table"
"""The kind of origin (`Start.origin`) of matches whose players gathered at a table."""


def mode_named(info: GameInfo, key: str) -> Mode:
    """Return the mode with a key. Raises SetupError."""
    mode = info.mode(key)
    if mode is None:
        raise SetupError(
            say("{game} has no mode {mode}.", game=info.name, mode=key),
            code="unknown-mode",
            given=key,
            suggestions=tuple(each.key for each in info.modes),
        )
    return mode


def check_position(game: Game[Any, Any, Any], setup: Setup) -> None:
    """Raise SetupError if a match cannot start from the position of a setup; the game's own start is always valid."""
    if not setup.position:
        return
    if game.info.uses_chance:
        raise SetupError(say("{game} can't start from a set-up position.", game=game.info.name), code="no-positions")
    if Session.start(game, setup, Chance.from_text("")).outcome is not None:
        raise SetupError(say("The game is over in this position."), code="position-over", given=setup.position)


def first_seats(host: Person, opponents: Sequence[Person], count: int) -> list[TableSeat]:
    """Return the seats of a new table: the host on the first, opponents invited to the next.

    Raises:
        HostingError (`already-seated`): A player is named twice, or is the host.
        HostingError (`table-full`): There aren't as many seats.
    """
    people = [host, *opponents]
    for index, person in enumerate(people):
        if person.person_id in {other.person_id for other in people[:index]}:
            raise already_seated(person.name)
    if len(people) > count:
        raise HostingError(*TABLE_FULL)
    taken = [TableSeat(seat, person.person_id, person.name, invited=seat > 1) for seat, person in enumerate(people, 1)]
    return [*taken, *(TableSeat(seat) for seat in range(len(people) + 1, count + 1))]


def computers_at(table: Table) -> tuple[Computer, ...]:
    """Return the computers that sit at a table."""
    return tuple(each.computer for each in table.seats if each.computer is not None)


def next_computer(level: int, seated: Iterable[Computer | None]) -> Computer:
    """Return a computer of a level with a number that none of those who sit there has."""
    taken = {each.number for each in seated if each is not None}
    return Computer(level, next(number for number in count(1) if number not in taken))


def check_computer(game: str, mode: Mode, level: int) -> None:
    """Raise HostingError (`no-computers`, `no-such-level`) if a computer of a level can't play a mode of a game."""
    known = len(keys(game, mode.key))
    if not known:
        raise HostingError(say("There are no computer players for {mode}.", mode=mode.name), code="no-computers")
    if not 1 <= level <= known:
        text = say("In this mode ({mode}), computers have levels 1 to {last}.", mode=mode.name, last=known)
        raise HostingError(text, code="no-such-level")


def terms_at(table: Table) -> Terms:
    """Return the terms that a table's match has now: one with a computer isn't rated, whatever its host chose."""
    terms = Terms.load(table.terms)
    return replace(terms, rated=terms.rated and not computers_at(table))


def with_option(info: GameInfo, table: Table, key: str, value: str) -> Table:
    """Return a table with another value of one option, without those that mean nothing with it."""
    wanted = {**dict(table.options), key: value}
    offered = info.options_of(table.mode)
    fitting = {each: wanted[each] for each in wanted if each == key or not _idle(offered, wanted, each)}
    chosen_options(info, table.mode, fitting)
    return replace(table, options=tuple(fitting.items()))


def without_idle(offered: tuple[Option, ...], wanted: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return options of a mode without those that mean nothing with the others."""
    return tuple((key, value) for key, value in wanted.items() if not _idle(offered, wanted, key))


def _idle(offered: tuple[Option, ...], wanted: Mapping[str, str], key: str) -> bool:
    values = {option.key: wanted.get(option.key, option.default) for option in offered}
    needed = next((option.needs for option in offered if option.key == key), None)
    return needed is not None and values.get(needed[0]) != needed[1]


def check_host(table: Table, person_id: int) -> None:
    """Raise HostingError (`not-host`) for everybody else."""
    if table.host.person_id != person_id:
        raise HostingError(say("Only the table's host, {host}, can do that.", host=table.host.name), code="not-host")


def with_seats(table: Table, *seats: TableSeat) -> Table:
    new = {seat.seat: seat for seat in (*table.seats, *seats)}
    return replace(table, seats=tuple(new[seat.seat] for seat in table.seats))


def seated_at(table: Table, person_id: int) -> TableSeat:
    """Return the seat of a player who agreed to play. Raises NotSeated."""
    seat = table.seat_of(person_id)
    if seat is None or not seat.taken:
        raise NotSeated
    return seat


def invited_to(table: Table, person_id: int) -> TableSeat:
    seat = table.seat_of(person_id)
    if seat is None or not seat.invited:
        raise NotInvited
    return seat


def free_seat(table: Table, seat: Seat) -> TableSeat:
    found = next((each for each in table.seats if each.seat == seat), None)
    if found is None or not found.free:
        raise HostingError(say("Seat {seat} is taken.", seat=seat), code="seat-taken")
    return found


def first_free(table: Table, mine: TableSeat | None) -> Seat:
    """Return the seat a player is invited to, or else the first free one. Raises HostingError (`table-full`)."""
    if mine is not None:
        return mine.seat
    seat = next((each.seat for each in table.seats if each.free), None)
    if seat is None:
        raise HostingError(*TABLE_FULL)
    return seat


def start_of(table: Table) -> Start:
    return Start(
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        where=table.where,
        game=table.game,
        mode=table.mode,
        options=table.options,
        seats={each.seat: each.person_id for each in table.seats if each.person_id is not None and each.taken},
        origin=f"{TABLE}:{table.id}",
        terms=terms_at(table).dump(),
        position=table.position,
        host_id=table.host.person_id,
        message_id=table.message_id,
    )


# A table as it is stored, in the caller's transaction.


async def open_table(connection: AsyncConnection, table_id: int) -> Table:
    """Return an open table. Raises NoSuchTable, TableClosed."""
    table = await lobby.load(connection, table_id, to_change=True)
    if table is None:
        raise NoSuchTable
    if table.status != "open":
        raise TableClosed(table)
    return table


async def changed_table(connection: AsyncConnection, table_id: int) -> Table:
    after = await lobby.load(connection, table_id)
    if after is None:
        raise AssertionError(f"table {table_id} is gone in the middle of a change")
    return after


# The offer of a table: the same for all of its players, from the first on.


MARK_LENGTH = 12
"""Characters of a mark."""

Revise = Callable[[Terms], Terms]


def mark_of(table: Table) -> str:
    """Return a mark of a table's whole offer, in hexadecimal digits: other terms or computers have another mark."""
    offered: list[Any] = [table.mode, sorted(table.options), table.where, table.position, table.terms]
    if computers := computers_at(table):
        offered.append(sorted(each.level for each in computers))
    return hashlib.sha256(json.dumps(offered, sort_keys=True).encode()).hexdigest()[:MARK_LENGTH]


def check_seen(table: Table, seen: str | None) -> None:
    """Raise HostingError unless a person saw the table's present offer; None skips the check."""
    if seen is not None and seen != mark_of(table):
        raise HostingError(*TERMS_CHANGED)


def check_revisable(table: Table, by_person_id: int) -> None:
    """Raise HostingError (`not-host`, `seated-on-these-terms`) if a person cannot change the table's offer."""
    check_host(table, by_person_id)
    if others := others_at(table):
        raise HostingError(
            say(
                "{name} sat down on these terms, so you can't change them until the others **Leave**. Or press "
                "**Cancel** and open another table with `/new`.",
                name=others[0].name,
            ),
            code="seated-on-these-terms",
        )


def others_at(table: Table) -> list[TableSeat]:
    """Return the seats of the people besides the host who have agreed to play."""
    return [
        each for each in table.seats if each.taken and each.computer is None and each.person_id != table.host.person_id
    ]


def asked_again(table: Table) -> Table:
    """Return a table at which everybody but the host has yet to accept what it offers now, and keeps their seat."""
    return with_seats(table, *(replace(each, invited=True) for each in others_at(table)))


def revised(
    info: GameInfo,
    table: Table,
    terms: Revise | None,
    where: Where | None,
    options: tuple[tuple[str, str], ...] | None,
) -> Table:
    """Return a table with another offer; None leaves a part as it is.

    Silent teams keep their channels. Terms that mean nothing to a player alone are dropped.
    """
    mode = mode_named(info, table.mode)
    if terms is not None:
        now = terms(Terms.load(table.terms))
        table = replace(table, terms=(now.alone if mode.alone else now).dump())
    if where is not None and not mode.silent:
        table = replace(table, where=where)
    if options is not None:
        chosen_options(info, mode.key, dict(options))
        table = replace(table, options=options)
    return table


def options_for(info: GameInfo, mode: str, options: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the options of another table that exist in a mode with these values."""
    offered = info.options_of(mode)
    wanted = {
        option.key: value
        for key, value in options
        for option in offered
        if option.key == key and value in option.choices
    }
    return without_idle(offered, wanted)
