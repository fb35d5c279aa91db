"""What is chosen in private before the start: who may change it, what all see of it, when it is forgotten or opened."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from engine import record
from engine.errors import IllegalMoveError, NotationError
from engine.game import Setup
from hosting.arena import Arena
from hosting.lobby.loadouts import MOST_SAVED, opened_line
from hosting.lobby.model import (
    NoLoadouts,
    NoSuchTable,
    TableClosed,
)
from hosting.match.model import Match, NotSeated, Person, Place, Table
from store import check
from store.tables import matches
from store.tables.lobby import SavedLoadout
from store.tables.matches import ReplayError, replay
from tests.grove import GROVE
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, GUILD, ManualClock, NotingPoster, open_arena, play
from tests.refusals import refusal

HERE = (Place("board", CHANNEL),)


async def opened(arena: Arena, **options: str) -> Table:
    """Return a table of Ann and Bob."""
    given = tuple(options.items())
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "2", options=given, where="here")
    return await arena.tables.join(table.id, BOB)


async def begun(arena: Arena) -> Match:
    """Return a match that Ann began with a choice of her own and Bob without one."""
    table = await opened(arena)
    await arena.loadouts.choose(table.id, ANN.person_id, "y x x")
    return await arena.tables.start(table.id, BOB.person_id, HERE)


@pytest_asyncio.fixture
async def table(arena: Arena) -> AsyncIterator[Table]:
    yield await opened(arena)


async def test_where_nothing_is_chosen_there_is_no_usual_choice(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", where="here")
    with pytest.raises(NoLoadouts):
        arena.loadouts.usual(table, 1)
    with pytest.raises(NoSuchTable):
        await arena.loadouts.choose(table.id + 1, ANN.person_id, "y x x")


async def test_all_see_a_hash_and_nothing_else(arena: Arena, table: Table) -> None:
    after = await arena.loadouts.choose(table.id, BOB.person_id, "X+x+y")
    ((seat, digest),) = after.chosen
    assert seat == 2
    assert after.rev == table.rev + 1
    assert "xxy" not in repr(after)
    assert (await arena.loadouts.own(table.id, BOB.person_id), await arena.loadouts.own(table.id, ANN.person_id)) == (
        "xxy",
        None,
    )
    match = await arena.tables.start(table.id, ANN.person_id, HERE)
    await arena.matches.forfeit(match.id, ANN.person_id)
    (_, bobs) = await arena.loadouts.opened(await arena.matches.get(match.id))
    assert opened_line(bobs).endswith(":xxy")
    assert opened_line(bobs).startswith(f"{table.id}:2:")
    assert hashlib.sha256(opened_line(bobs).encode()).hexdigest() == digest


async def test_it_can_be_changed_and_given_up_until_the_start(arena: Arena, table: Table) -> None:
    first = await arena.loadouts.choose(table.id, ANN.person_id, "uvy")
    second = await arena.loadouts.choose(table.id, ANN.person_id, "uvy")
    assert first.chosen != second.chosen, "the same choice has another salt each time"
    third = await arena.loadouts.forget(table.id, ANN.person_id)
    assert third.chosen == ()
    await arena.tables.start(table.id, ANN.person_id, HERE)
    with pytest.raises(TableClosed):
        await arena.loadouts.choose(table.id, ANN.person_id, "uvy")
    with pytest.raises(TableClosed):
        await arena.loadouts.forget(table.id, ANN.person_id)


async def test_what_the_game_refuses_changes_nothing(arena: Arena, table: Table) -> None:
    await arena.loadouts.choose(table.id, ANN.person_id, "uvy")
    with pytest.raises(NotationError):
        await arena.loadouts.choose(table.id, ANN.person_id, "abz")
    with pytest.raises(IllegalMoveError, match="at most two"):
        await arena.loadouts.choose(table.id, ANN.person_id, "uuu")
    with pytest.raises(NotSeated):
        await arena.loadouts.choose(table.id, CLEO.person_id, "uvw")
    assert await arena.loadouts.own(table.id, ANN.person_id) == "uvy"


async def test_leaving_the_table_forgets_it(arena: Arena, table: Table) -> None:
    await arena.loadouts.choose(table.id, BOB.person_id, "uvy")
    assert (await arena.tables.leave(table.id, BOB.person_id)).chosen == ()
    assert (await arena.tables.join(table.id, BOB)).chosen == ()
    assert await arena.loadouts.own(table.id, BOB.person_id) is None


async def test_a_table_that_is_given_up_forgets_all(arena: Arena, table: Table) -> None:
    await arena.loadouts.choose(table.id, BOB.person_id, "uvy")
    await arena.tables.cancel(table.id, ANN.person_id)
    assert await arena.loadouts.own(table.id, BOB.person_id) is None


async def test_it_goes_along_to_another_seat_under_another_hash(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "3", where="here")
    before = await arena.loadouts.choose(table.id, ANN.person_id, "uvy")
    after = await arena.tables.move(table.id, ANN.person_id, 3)
    assert [seat for seat, _ in (*before.chosen, *after.chosen)] == [1, 3]
    assert before.chosen[0][1] != after.chosen[0][1]
    assert await arena.loadouts.own(table.id, ANN.person_id) == "uvy"


async def test_options_without_a_choice_forget_it(arena: Arena, table: Table) -> None:
    await arena.tables.leave(table.id, BOB.person_id)
    assert (await arena.loadouts.choose(table.id, ANN.person_id, "xxy")).chosen
    assert (await arena.tables.choose(table.id, ANN.person_id, "paths", "given")).chosen == ()
    with pytest.raises(NoLoadouts):
        await arena.loadouts.choose(table.id, ANN.person_id, "xxy")
    assert (await arena.tables.choose(table.id, ANN.person_id, "paths", "open")).chosen == ()


async def test_who_chooses_nothing_plays_the_usual_one(arena: Arena) -> None:
    match = await begun(arena)
    assert match.setup.loadouts == ("xxy", "uvw")
    assert [(each.seat, bool(each.digest)) for each in await arena.loadouts.held(match.id)] == [(1, True), (2, False)]


async def test_what_no_longer_fits_starts_no_match_and_is_told_to_nobody(
    arena: Arena, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arena.loadouts.choose(table.id, ANN.person_id, "xxy")

    def refuse(_setup: Setup, _seat: int, text: str) -> str:
        raise IllegalMoveError(GROVE.info.modes[0].name, code="illegal", given=text)

    monkeypatch.setattr(GROVE, "parse_loadout", refuse)
    with refusal("loadout-unfit") as caught:
        await arena.tables.start(table.id, BOB.person_id, HERE)
    assert "Ann" in str(caught.value.text)
    assert "xxy" not in str(caught.value.text)


async def test_a_match_is_played_again_with_it_after_a_restart(
    arena: Arena, database: object, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await play(arena, await begun(arena), "y", "1")
    await arena.close()
    again = await open_arena(database, clock, poster)  # type: ignore[arg-type]
    try:
        found = await again.matches.get(match.id)
        assert found.setup.loadouts == ("xxy", "uvw")
        assert found.session.state == match.session.state
    finally:
        await again.close()


async def test_the_usual_one_of_the_start_stays_though_the_game_has_another(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(arena)
    monkeypatch.setattr(GROVE, "usual_loadout", lambda _setup, _seat: "wxy")
    async with arena.db.read() as connection:
        stored = await matches.load(connection, match.id)
    assert stored is not None
    assert replay(GROVE, stored).state.hands == ("xxy", "uvw")


async def test_nothing_that_a_running_match_gives_out_holds_what_others_chose(
    arena: Arena, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    match = await begun(arena)
    records = {reader: await arena.matches.record(match.id, reader) for reader in (None, 1, 2, 9)}
    assert "* xxy,??" in records[ANN.person_id]
    assert "* ??,uvw" in records[BOB.person_id]
    for reader in (None, 9):
        assert "* ??,??" in records[reader]
    assert await arena.loadouts.opened(match) == []
    assert "xxy" not in repr(match.setup)
    assert not [each for each in caplog.records if "xxy" in each.getMessage()]


async def test_a_substitute_sees_what_the_seat_began_with_and_who_left_does_not(arena: Arena) -> None:
    match = await begun(arena)
    await arena.substitutes.replace(match.id, 1, Person(9, "Nina"), CLEO.person_id)
    assert "* xxy,??" in await arena.matches.record(match.id, 9)
    assert "* ??,??" in await arena.matches.record(match.id, ANN.person_id)


async def test_after_the_end_all_is_open(arena: Arena) -> None:
    match = await begun(arena)
    over = await arena.matches.forfeit(match.id, BOB.person_id)
    assert "* xxy,uvw" in await arena.matches.record(match.id, None)
    assert [(each.seat, each.text, each.salt is None) for each in await arena.loadouts.opened(over)] == [
        (1, "xxy", False),
        (2, "uvw", True),
    ]
    assert record.write(over.session, over.names, reveal=True).count("xxy") == 1


async def test_loadouts_are_kept_under_names(arena: Arena) -> None:
    own = arena.saved_loadouts
    await own.keep(ANN.person_id, "grove", " Two   of x ", "xxy")
    await own.keep(ANN.person_id, "grove", "Alpha", "uvw")
    await own.keep(BOB.person_id, "grove", "Alpha", "uvy")
    assert [(each.name, each.text) for each in await own.of(ANN.person_id, "grove")] == [
        ("Alpha", "uvw"),
        ("Two of x", "xxy"),
    ]
    await own.keep(ANN.person_id, "grove", "ALPHA", "wxy")
    assert [(each.name, each.text) for each in await own.of(ANN.person_id, "grove")] == [
        ("ALPHA", "wxy"),
        ("Two of x", "xxy"),
    ]
    assert (await own.rename(ANN.person_id, "grove", "alpha", "Alpha")).name == "Alpha"
    with refusal("taken-loadout-name"):
        await own.rename(ANN.person_id, "grove", "Alpha", "two of X")
    assert (await own.drop(ANN.person_id, "grove", "two of x")).text == "xxy"
    with refusal("no-such-loadout"):
        await own.drop(ANN.person_id, "grove", "two of x")
    with refusal("no-such-loadout"):
        await own.named(CLEO.person_id, "grove", "Alpha")
    assert (await own.named(BOB.person_id, "grove", "alpha")).text == "uvy"


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "\0"])
async def test_a_name_is_short_and_not_empty(arena: Arena, name: str) -> None:
    with refusal("bad-loadout-name"):
        await arena.saved_loadouts.keep(ANN.person_id, "grove", name, "uvw")


async def test_one_person_keeps_so_many_and_no_more(arena: Arena) -> None:
    for number in range(MOST_SAVED):
        await arena.saved_loadouts.keep(ANN.person_id, ("grove", "tally")[number % 2], f"n{number}", "uvw")
    with refusal("too-many-loadouts"):
        await arena.saved_loadouts.keep(ANN.person_id, "grove", "one more", "uvw")
    await arena.saved_loadouts.keep(ANN.person_id, "grove", "n0", "uvy")
    await arena.saved_loadouts.keep(BOB.person_id, "grove", "one more", "uvw")


def test_a_value_that_is_printed_does_not_tell_it() -> None:
    assert "xxy" not in repr(SavedLoadout("name", "xxy", "1", datetime.now(UTC)))


async def test_a_start_that_cannot_be_read_does_not_tell_what_was_chosen(arena: Arena) -> None:
    match = await begun(arena)
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE match_loadouts SET text = 'xxx' WHERE seat = 1")
        stored = await matches.load(connection, match.id)
        assert stored is not None
        with pytest.raises(ReplayError) as caught:
            replay(GROVE, stored)
        assert "xxx" not in str(caught.value)
        assert "what its seats began with does not fit" in str(caught.value)
        assert caught.value.__cause__ is not None
        assert caught.value.__cause__.__cause__ is None
        await connection.exec_driver_sql("UPDATE match_loadouts SET text = 'xxy' WHERE seat = 1")


@pytest.mark.parametrize("name", ["table_loadouts", "match_loadouts", "saved_loadouts"])
async def test_a_changed_row_is_found(arena: Arena, name: str) -> None:
    match = await begun(arena)
    await arena.saved_loadouts.keep(ANN.person_id, "grove", "mine", "xxy")
    assert match.setup.loadouts[0] == "xxy"

    async def changed(before: str, after: str) -> None:
        async with arena.db.write() as connection:
            await connection.exec_driver_sql(f"UPDATE {name} SET text = '{after}' WHERE text = '{before}'")  # noqa: S608

    await changed("xxy", "xyy")
    (fault,) = [fault async for fault in check.row_faults(arena.db)]
    assert fault.startswith(f"{name}: row ")
    assert "xyy" not in fault
    await changed("xyy", "xxy")
