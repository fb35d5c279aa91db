"""What tables are checked and changed by: values in, values out, without the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Game
from engine.info import GameInfo, Mode, Option, Setup
from engine.seat import Seat
from engine.session import Session
from engine.setups import chosen_options
from engine.text import say
from hosting.lobby.errors import AlreadySeated, NotHost, NotInvited, SeatTaken, TableFull
from hosting.match.errors import NotSeated
from hosting.match.model import Person, Start, Table, TableSeat

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
    """Raise SetupError if a match cannot start from the position of a setup; the game's own start always will do."""
    if not setup.position:
        return
    if game.info.uses_chance:
        raise SetupError(say("{game} can't start from a position.", game=game.info.name), code="no-positions")
    if Session.start(game, setup, Chance.from_text("")).outcome is not None:
        raise SetupError(say("The game is over in this position."), code="position-over", given=setup.position)


def first_seats(host: Person, opponents: Sequence[Person], count: int) -> list[TableSeat]:
    """Return the seats of a table that is opened: the host on the first, who is challenged invited to the next.

    Raises:
        AlreadySeated: A player is named twice, or is the host.
        TableFull: There are not as many seats.
    """
    people = [host, *opponents]
    for index, person in enumerate(people):
        if person.person_id in {other.person_id for other in people[:index]}:
            raise AlreadySeated(person.name)
    if len(people) > count:
        raise TableFull
    taken = [TableSeat(seat, person.person_id, person.name, invited=seat > 1) for seat, person in enumerate(people, 1)]
    return [*taken, *(TableSeat(seat) for seat in range(len(people) + 1, count + 1))]


def with_option(info: GameInfo, table: Table, key: str, value: str) -> Table:
    """Return a table with another value of one option, without those that mean nothing beside it.

    Raises:
        SetupError: The mode has no such option or the option no such value, or it means nothing beside the others.
    """
    wanted = {**dict(table.options), key: value}
    offered = info.options_of(table.mode)
    kept = {each: wanted[each] for each in wanted if each == key or not _idle(offered, wanted, each)}
    chosen_options(info, table.mode, kept)
    return replace(table, options=tuple(kept.items()))


def without_idle(offered: tuple[Option, ...], wanted: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return options of a mode without those that mean nothing beside the others."""
    return tuple((key, value) for key, value in wanted.items() if not _idle(offered, wanted, key))


def _idle(offered: tuple[Option, ...], wanted: Mapping[str, str], key: str) -> bool:
    """Return whether an option means nothing beside others."""
    values = {option.key: wanted.get(option.key, option.default) for option in offered}
    needed = next((option.needs for option in offered if option.key == key), None)
    return needed is not None and values.get(needed[0]) != needed[1]


def check_host(table: Table, person_id: int) -> None:
    """Raise NotHost for everybody else."""
    if table.host.person_id != person_id:
        raise NotHost(table.host.name)


def with_seats(table: Table, *seats: TableSeat) -> Table:
    """Return the table with these seats in place of those of the same number."""
    new = {seat.seat: seat for seat in (*table.seats, *seats)}
    return replace(table, seats=tuple(new[seat.seat] for seat in table.seats))


def seated_at(table: Table, person_id: int) -> TableSeat:
    """Return the seat of a player who agreed to play. Raises NotSeated."""
    seat = table.seat_of(person_id)
    if seat is None or not seat.taken:
        raise NotSeated
    return seat


def invited_to(table: Table, person_id: int) -> TableSeat:
    """Return the seat to which a person is invited. Raises NotInvited."""
    seat = table.seat_of(person_id)
    if seat is None or not seat.invited:
        raise NotInvited
    return seat


def free_seat(table: Table, seat: Seat) -> TableSeat:
    """Return a seat on which nobody sits. Raises SeatTaken."""
    found = next((each for each in table.seats if each.seat == seat), None)
    if found is None or not found.free:
        raise SeatTaken(seat)
    return found


def first_free(table: Table, mine: TableSeat | None) -> Seat:
    """Return the seat a player is invited to, or else the first free one. Raises TableFull."""
    if mine is not None:
        return mine.seat
    seat = next((each.seat for each in table.seats if each.free), None)
    if seat is None:
        raise TableFull
    return seat


def start_of(table: Table) -> Start:
    """Return the match that a table is to begin; seats on which nobody sits are left out."""
    return Start(
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        where=table.where,
        game=table.game,
        mode=table.mode,
        options=table.options,
        seats={each.seat: each.person_id for each in table.seats if each.person_id is not None and each.taken},
        origin=f"{TABLE}:{table.id}",
        terms=table.terms,
        position=table.position,
        host_id=table.host.person_id,
        message_id=table.message_id,
    )
