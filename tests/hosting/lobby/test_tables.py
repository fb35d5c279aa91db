"""Tables: who sits where, who may change it, and one table making one match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from hosting.arena import Arena
from hosting.lobby import starter
from hosting.lobby.model import (
    AlreadySeated,
    ChannelBusy,
    NoSuchTable,
    NotHost,
    NotInvited,
    SeatTaken,
    TableClosed,
    TableFull,
    TooFewPlayers,
)
from hosting.match.model import Match, NotSeated, Person, Place, Table
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, EVE, GUILD, NotingPoster, begin, call

HERE = (Place("board", CHANNEL),)


def seated(table: Table) -> list[str]:
    return [f"{seat.name}?" if seat.invited else seat.name for seat in table.seats]


async def opened(arena: Arena, mode: str = "3", opponents: tuple[Person, ...] = ()) -> Table:
    return await arena.tables.open(GUILD, CHANNEL, ANN, "tally", mode, opponents=opponents)


async def test_people_sit_down_and_get_up(arena: Arena) -> None:
    tables = arena.tables
    table = await opened(arena)
    assert (seated(table), table.rev) == (["Ann", "", ""], 0)
    assert seated(await tables.join(table.id, BOB, seat=3)) == ["Ann", "", "Bob"]
    assert seated(await tables.join(table.id, CLEO)) == ["Ann", "Cleo", "Bob"]
    with pytest.raises(TableFull):
        await tables.join(table.id, DAN)
    with pytest.raises(AlreadySeated):
        await tables.join(table.id, BOB)
    assert seated(await tables.leave(table.id, CLEO.person_id)) == ["Ann", "", "Bob"]
    with pytest.raises(SeatTaken):
        await tables.join(table.id, DAN, seat=3)
    with pytest.raises(SeatTaken):
        await tables.join(table.id, DAN, seat=4)
    assert seated(await tables.move(table.id, BOB.person_id, 2)) == ["Ann", "Bob", ""]
    with pytest.raises(SeatTaken):
        await tables.move(table.id, BOB.person_id, 1)
    with pytest.raises(NotSeated):
        await tables.leave(table.id, EVE.person_id)
    stored = await tables.get(table.id)
    assert (seated(stored), stored.rev) == (["Ann", "Bob", ""], 4)
    with pytest.raises(NoSuchTable):
        await tables.get(table.id + 1)


async def test_the_host_hands_the_table_on(arena: Arena) -> None:
    table = await opened(arena, opponents=(CLEO,))
    await arena.tables.join(table.id, BOB)
    table = await arena.tables.leave(table.id, ANN.person_id)
    assert (table.host, table.status) == (BOB, "open")
    table = await arena.tables.leave(table.id, BOB.person_id)
    assert table.status == "cancelled"  # an invitation nobody answered keeps no table open
    with pytest.raises(TableClosed, match="cancelled"):
        await arena.tables.join(table.id, BOB)


async def test_invitations_are_answered_by_those_invited(arena: Arena) -> None:
    tables = arena.tables
    table = await opened(arena, opponents=(BOB, CLEO))
    assert seated(table) == ["Ann", "Bob?", "Cleo?"]
    assert not tables.ready(table)
    with pytest.raises(TableFull):
        await tables.join(table.id, DAN)
    with pytest.raises(NotInvited):
        await tables.accept(table.id, DAN)
    with pytest.raises(NotSeated):
        await tables.leave(table.id, BOB.person_id)
    assert seated(await tables.accept(table.id, BOB)) == ["Ann", "Bob", "Cleo?"]
    with pytest.raises(NotInvited):
        await tables.decline(table.id, BOB.person_id)
    assert seated(await tables.decline(table.id, CLEO.person_id)) == ["Ann", "Bob", ""]
    table = await tables.join(table.id, DAN)
    assert tables.ready(table)


async def test_joining_accepts_an_invitation_and_may_choose_another_seat(arena: Arena) -> None:
    table = await opened(arena, opponents=(BOB,))
    assert seated(await arena.tables.join(table.id, BOB, seat=3)) == ["Ann", "", "Bob"]
    other = await opened(arena, opponents=(BOB,))
    assert seated(await arena.tables.join(other.id, BOB)) == ["Ann", "Bob", ""]


async def test_what_cannot_be_opened(arena: Arena) -> None:
    with pytest.raises(AlreadySeated):
        await opened(arena, opponents=(BOB, BOB))
    with pytest.raises(AlreadySeated):
        await opened(arena, opponents=(ANN,))
    with pytest.raises(TableFull):
        await opened(arena, mode="2", opponents=(BOB, CLEO))
    for game, mode, options in (("chess", "2", ()), ("tally", "9", ()), ("tally", "2", (("speed", "light"),))):
        with pytest.raises(SetupError):
            await arena.tables.open(GUILD, CHANNEL, ANN, game, mode, options=options)


async def test_only_the_host_shuffles_and_cancels(arena: Arena) -> None:
    tables = arena.tables
    table = await opened(arena, opponents=(BOB, CLEO))
    for change in (tables.shuffle, tables.cancel):
        with pytest.raises(NotHost, match="Ann"):
            await change(table.id, BOB.person_id)
    orders = {tuple(seated(await tables.shuffle(table.id, ANN.person_id))) for _ in range(60)}
    assert len(orders) == 6
    assert all(sorted(order) == ["Ann", "Bob?", "Cleo?"] for order in orders)
    assert (await tables.cancel(table.id, ANN.person_id)).status == "cancelled"


async def test_the_message_of_a_table_is_no_change_of_it(arena: Arena) -> None:
    table = await opened(arena)
    await arena.tables.set_message(table.id, 77)
    assert await arena.tables.get(table.id) == replace(table, message_id=77)


async def test_a_table_starts_when_everybody_is_there(arena: Arena) -> None:
    table = await opened(arena, opponents=(BOB,))
    with pytest.raises(TooFewPlayers, match="2 more players"):
        await arena.tables.start(table.id, ANN.person_id, HERE)
    await arena.tables.join(table.id, BOB)
    await arena.tables.join(table.id, CLEO)
    with pytest.raises(NotSeated):
        await arena.tables.start(table.id, DAN.person_id, HERE)
    match = await arena.tables.start(table.id, BOB.person_id, HERE)
    assert (match.names, match.organiser_id, match.setup.data) == (("Ann", "Bob", "Cleo"), ANN.person_id, "7")
    table = await arena.tables.get(table.id)
    assert (table.status, table.match_id) == ("started", match.id)
    with pytest.raises(TableClosed, match="started"):
        await arena.tables.leave(table.id, ANN.person_id)


async def test_two_presses_on_start_make_one_match(arena: Arena) -> None:
    table = await opened(arena, mode="2")
    await arena.tables.join(table.id, BOB)
    results = await asyncio.gather(
        *(arena.tables.start(table.id, ANN.person_id, HERE) for _ in range(2)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Match", "TableClosed"]


async def test_a_channel_holds_one_running_match(arena: Arena) -> None:
    tables = []
    for _ in range(2):
        table = await opened(arena, mode="2")
        tables.append(await arena.tables.join(table.id, BOB))
    results = await asyncio.gather(
        *(arena.tables.start(table.id, ANN.person_id, HERE) for table in tables), return_exceptions=True
    )
    (match,) = [result for result in results if isinstance(result, Match)]
    (refused,) = [result for result in results if isinstance(result, ChannelBusy)]
    assert refused.match_id == match.id
    await arena.matches.forfeit(match.id, ANN.person_id)
    (left,) = [table for table in tables if (await arena.tables.get(table.id)).status == "open"]
    assert (await arena.tables.start(left.id, ANN.person_id, HERE)).status == "running"


async def test_a_channel_that_is_taken_after_the_look_is_busy(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where writers do not take turns, the channel is free when the transaction looks, and taken when it writes."""
    table = await opened(arena, mode="2")
    await arena.tables.join(table.id, BOB)
    faster = await begin(arena, CLEO, DAN, places=HERE)
    looks = 0

    async def too_early(connection: AsyncConnection, places: Sequence[Place]) -> None:
        nonlocal looks
        looks += 1
        if looks > 1:
            await look(connection, places)

    look = starter.check_free
    for module in (starter, starter):
        monkeypatch.setattr(module, "check_free", too_early)
    with pytest.raises(ChannelBusy) as refused:
        await arena.tables.start(table.id, ANN.person_id, HERE)
    assert refused.value.match_id == faster.id
    assert (await arena.tables.get(table.id)).status == "open"


async def test_what_else_the_database_refuses_at_the_start_is_no_busy_channel(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened(arena, mode="2")
    await arena.tables.join(table.id, BOB)
    await begin(arena, CLEO, DAN, places=HERE)

    async def free(_connection: AsyncConnection, _places: Sequence[Place]) -> None:
        return None

    for module in (starter, starter):
        monkeypatch.setattr(module, "check_free", free)
    with pytest.raises(IntegrityError):
        await arena.tables.start(table.id, ANN.person_id, HERE)
    assert (await arena.tables.get(table.id)).status == "open"


async def test_team_matches_have_several_places(arena: Arena, poster: NotingPoster) -> None:
    places = (
        Place("category", 1),
        Place("board", 2),
        Place("spectators", 3),
        Place("team:0", 4),
        Place("team:1", 5),
    )
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=places)
    assert match.silent
    assert [seat.team for seat in match.seats] == [0, 1, 0, 1]
    assert match.channel_id == 2
    for channel in (2, 3, 4, 5):
        assert await arena.matches.running_in(channel) == match
    await arena.idle()
    assert {(channel, kind) for channel, kind, _ in poster.shown} == {
        (channel, kind) for channel in (2, 4, 5) for kind in ("board", "status")
    }
    with pytest.raises(ChannelBusy):
        await begin(arena, ANN, BOB, places=(Place("board", 5),))


async def test_names_tell_players_apart(arena: Arena) -> None:
    people = [Person(1, "Al. Ex"), Person(2, "al ex"), Person(3, "  ")]
    await call(arena, *people)
    match = await begin(arena, *people, mode="3")
    assert match.names == ("Al. Ex", "al ex2", "3")


async def test_names_keep_to_themselves(arena: Arena) -> None:
    family = "\N{WOMAN}\u200d\N{BOY} Al"
    people = [Person(1, "\u202etxt.ex"), Person(2, "two\nlines\x07"), Person(3, family)]
    await call(arena, *people)
    match = await begin(arena, *people, mode="3")
    assert match.names == ("txt.ex", "two lines", family)


async def test_the_host_changes_options_and_what_means_nothing_beside_them_goes(arena: Arena) -> None:
    options = (("paths", "given"), ("given", "12"))
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "2", options=options, where="here")
    with pytest.raises(NotHost):
        await arena.tables.choose(table.id, BOB.person_id, "paths", "open")
    with pytest.raises(SetupError, match="leave it out"):
        await arena.tables.choose(table.id, ANN.person_id, "beast", "bear")

    after = await arena.tables.choose(table.id, ANN.person_id, "given", "34")
    assert after.options == (("paths", "given"), ("given", "34"))
    after = await arena.tables.choose(table.id, ANN.person_id, "paths", "open")
    assert after.options == (("paths", "open"),)
    with pytest.raises(SetupError, match="means nothing without paths=given"):
        await arena.tables.choose(table.id, ANN.person_id, "given", "34")
    assert await arena.tables.get(table.id) == after


async def test_a_table_refuses_an_option_of_another_mode(arena: Arena) -> None:
    with pytest.raises(SetupError, match="The option beast is only for alone against a beast, not two players"):
        await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "2", options=(("beast", "bear"),), where="here")


async def test_a_table_that_is_none_is_not_found(arena: Arena) -> None:
    with pytest.raises(NoSuchTable):
        await arena.tables.set_message(99, 1)
    with pytest.raises(NoSuchTable):
        await arena.tables.join(99, BOB)
