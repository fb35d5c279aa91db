"""Tables: who sits where, who may change it, and one table making one match."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import SetupError
from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.lobby import blocks, model, starter
from hosting.lobby.model import (
    LAPSE,
    MARK_LENGTH,
    ChannelBusy,
    NoSuchTable,
    NotInvited,
    TableClosed,
    mark_of,
)
from hosting.match.model import Match, NotSeated, Person, Place, Post, Table
from hosting.match_terms import PRESETS, Terms, preset_terms
from hosting.outbox import Retry
from store.db.addresses import Address
from store.tables import deadlines
from store.tables import people as stored
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    call,
    open_arena,
)
from tests.hosting.lobby.test_loadouts import opened as loadout_opened
from tests.refusals import refusal

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
    with refusal("table-full"):
        await tables.join(table.id, DAN)
    with refusal("already-seated"):
        await tables.join(table.id, BOB)
    assert seated(await tables.leave(table.id, CLEO.person_id)) == ["Ann", "", "Bob"]
    with refusal("seat-taken"):
        await tables.join(table.id, DAN, seat=3)
    with refusal("seat-taken"):
        await tables.join(table.id, DAN, seat=4)
    assert seated(await tables.move(table.id, BOB.person_id, 2)) == ["Ann", "Bob", ""]
    with refusal("seat-taken"):
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
    with refusal("table-full"):
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
    with refusal("already-seated"):
        await opened(arena, opponents=(BOB, BOB))
    with refusal("already-seated"):
        await opened(arena, opponents=(ANN,))
    with refusal("table-full"):
        await opened(arena, mode="2", opponents=(BOB, CLEO))
    for game, mode, options in (("chess", "2", ()), ("tally", "9", ()), ("tally", "2", (("speed", "light"),))):
        with pytest.raises(SetupError):
            await arena.tables.open(GUILD, CHANNEL, ANN, game, mode, options=options)


async def test_only_the_host_shuffles_and_cancels(arena: Arena) -> None:
    tables = arena.tables
    table = await opened(arena, opponents=(BOB, CLEO))
    for change in (tables.shuffle, tables.cancel):
        with refusal("not-host", match="Ann"):
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
    with refusal("too-few-players", match="2 more players"):
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
    assert {(channel, kind) for channel, kind, _ in poster.shown} == {(channel, "board") for channel in (2, 4, 5)}
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
    with refusal("not-host"):
        await arena.tables.choose(table.id, BOB.person_id, "paths", "open")
    with pytest.raises(SetupError, match="leave it out"):
        await arena.tables.choose(table.id, ANN.person_id, "beast", "bear")

    after = await arena.tables.choose(table.id, ANN.person_id, "given", "34")
    assert after.options == (("paths", "given"), ("given", "34"))
    after = await arena.tables.choose(table.id, ANN.person_id, "paths", "open")
    assert after.options == (("paths", "open"),)
    with pytest.raises(SetupError, match="only works with paths=given"):
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


# Terms of tables: who may change them, until when, what they are sat down on, and which were the last.


async def agreeing_opened(arena: Arena, **others: object) -> Table:
    return await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", **others)  # type: ignore[arg-type]


def quick(before: Terms) -> Terms:
    return preset_terms("quick", before)


async def test_the_host_alone_changes_terms_while_alone(arena: Arena) -> None:
    table = await agreeing_opened(arena, opponents=(BOB,))
    changed = await arena.tables.revise(table.id, ANN.person_id, terms=quick, where="here")
    assert Terms.load(changed.terms) == PRESETS["quick"]
    assert (changed.where, changed.rev) == ("here", table.rev + 1)
    with refusal("not-host"):
        await arena.tables.revise(table.id, BOB.person_id, terms=quick)
    with pytest.raises(SetupError):
        await arena.tables.revise(table.id, ANN.person_id, options=(("no", "such"),))
    await arena.tables.accept(table.id, BOB)
    with refusal("seated-on-these-terms", match="Bob"):
        await arena.tables.revise(table.id, ANN.person_id, terms=lambda _: Terms())
    assert Terms.load((await arena.tables.get(table.id)).terms) == PRESETS["quick"]
    await arena.tables.cancel(table.id, ANN.person_id)
    with pytest.raises(TableClosed):
        await arena.tables.revise(table.id, ANN.person_id, terms=quick)


async def test_a_mark_stands_for_all_that_is_offered_and_for_nothing_else(arena: Arena) -> None:
    table = await agreeing_opened(arena)
    mark = mark_of(table)
    assert len(mark) == MARK_LENGTH
    joined = await arena.tables.join(table.id, BOB, seen=mark)
    assert mark_of(joined) == mark, "who sits there is no term"
    others = [
        replace(table, terms=Terms(rated=False).dump()),
        replace(table, where="here"),
        replace(table, position="x"),
        replace(table, options=(("a", "b"),)),
        replace(table, mode="3"),
    ]
    assert len({mark, *map(mark_of, others)}) == 1 + len(others)


async def test_nobody_joins_on_terms_they_did_not_see(arena: Arena) -> None:
    table = await agreeing_opened(arena, opponents=(BOB,))
    mark = mark_of(table)
    changed = await arena.tables.revise(table.id, ANN.person_id, terms=quick)
    with refusal("terms-changed"):
        await arena.tables.accept(table.id, BOB, seen=mark)
    with refusal("terms-changed"):
        await arena.tables.join(table.id, BOB, 2, seen=mark)
    back = await arena.tables.revise(table.id, ANN.person_id, terms=lambda _: Terms.load(table.terms))
    assert mark_of(back) == mark, "terms that are as they were are those that were seen"
    assert mark_of(changed) != mark
    assert (await arena.tables.accept(table.id, BOB, seen=mark)).seats[1].taken


async def test_of_a_change_and_a_join_at_once_one_comes_too_late(arena: Arena) -> None:
    table = await agreeing_opened(arena)
    done = await asyncio.gather(
        arena.tables.revise(table.id, ANN.person_id, terms=quick),
        arena.tables.join(table.id, BOB, seen=mark_of(table)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Table) for each in done) == 1
    (late,) = [each for each in done if not isinstance(each, Table)]
    assert isinstance(late, HostingError)
    assert late.code in ("seated-on-these-terms", "terms-changed")
    after = await arena.tables.get(table.id)
    assert after.seats[1].taken is (late.code == "seated-on-these-terms")
    assert after.rev == table.rev + 1


async def test_the_last_table_is_that_of_the_host_for_the_game_and_the_modes(arena: Arena) -> None:
    tables, modes = arena.tables, ("2", "3")
    assert await tables.last_of(ANN.person_id, "tally", modes) is None
    first = await agreeing_opened(arena, terms=Terms(rated=False))
    second = await agreeing_opened(arena)
    await tables.cancel(second.id, ANN.person_id)
    found = await tables.last_of(ANN.person_id, "tally", modes)
    assert found is not None
    assert (found.id, found.status) == (second.id, "cancelled")
    earlier = await tables.last_of(ANN.person_id, "tally", modes, before=second.id)
    assert earlier is not None
    assert (earlier.id, Terms.load(earlier.terms).rated) == (first.id, False)
    assert await tables.last_of(ANN.person_id, "tally", ("3",)) is None
    assert await tables.last_of(ANN.person_id, "chess", modes) is None
    assert await tables.last_of(CLEO.person_id, "tally", modes) is None


async def test_a_match_keeps_that_its_seats_were_drawn(arena: Arena) -> None:
    table = await agreeing_opened(arena, terms=Terms(drawn=True))
    await arena.tables.join(table.id, BOB)
    match = await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))
    assert match.terms.drawn


# Blocks: who is kept apart from whom, in which direction that shows, and what a block does not reach.


async def blocks_opened(arena: Arena, host: Person, *opponents: Person, mode: str = "3") -> Table:
    return await arena.tables.open(GUILD, CHANNEL, host, "tally", mode, opponents=opponents)


async def blocked(arena: Arena, person: Person) -> list[int]:
    return [each.blocked_id for each in await arena.blocks.of(person.person_id)]


async def test_a_block_is_kept_once_and_lifted(arena: Arena, clock: ManualClock) -> None:
    ann = ANN.person_id
    assert await arena.blocks.add(ann, CLEO.person_id)
    await clock.advance(1)
    assert await arena.blocks.add(ann, BOB.person_id)
    assert not await arena.blocks.add(ann, CLEO.person_id)
    assert await blocked(arena, ANN) == [CLEO.person_id, BOB.person_id]
    assert await blocked(arena, BOB) == []
    await arena.blocks.remove(ann, CLEO.person_id)
    assert await blocked(arena, ANN) == [BOB.person_id]
    with refusal("not-blocked"):
        await arena.blocks.remove(ann, CLEO.person_id)
    with refusal("not-blocked"):  # that is Ann's to lift
        await arena.blocks.remove(BOB.person_id, ann)
    with refusal("own-block"):
        await arena.blocks.add(ann, ann)


async def test_a_person_blocks_so_many_and_no_more(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 2)
    for person in (BOB, CLEO):
        assert await arena.blocks.add(ANN.person_id, person.person_id)
    with refusal("too-many-blocks"):
        await arena.blocks.add(ANN.person_id, DAN.person_id)
    assert not await arena.blocks.add(ANN.person_id, BOB.person_id)
    assert await arena.blocks.add(BOB.person_id, DAN.person_id)
    assert await blocked(arena, ANN) == [BOB.person_id, CLEO.person_id]


async def test_between_tells_of_either_direction_and_of_these_people_alone(arena: Arena) -> None:
    await arena.blocks.add(BOB.person_id, ANN.person_id)
    for people, apart in (
        ((ANN, BOB), True),
        ((BOB, CLEO, ANN), True),
        ((ANN, CLEO), False),
        ((BOB, CLEO), False),
        ((ANN,), False),
        ((), False),
    ):
        assert await arena.blocks.between([each.person_id for each in people]) is apart


async def test_who_leaves_takes_every_block_with_them(arena: Arena) -> None:
    for one, other in ((ANN, BOB), (BOB, CLEO), (CLEO, ANN)):
        await arena.blocks.add(one.person_id, other.person_id)
    async with arena.db.write() as connection:
        await stored.forget_blocks(connection, BOB.person_id)
    assert [await blocked(arena, each) for each in (ANN, BOB, CLEO)] == [[], [], [ANN.person_id]]


async def test_neither_challenges_the_other(arena: Arena) -> None:
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    with refusal("not-to-be-challenged"):
        await blocks_opened(arena, BOB, CLEO, ANN)
    with refusal("blocked-by-you", match="Bob"):
        await blocks_opened(arena, ANN, CLEO, BOB)
    # Nothing was opened by either, and those who are challenged beside each other need not like each other.
    assert (await blocks_opened(arena, CLEO, ANN, BOB)).id == 1


async def test_neither_joins_the_table_of_the_other(arena: Arena) -> None:
    mine, theirs = await blocks_opened(arena, ANN), await blocks_opened(arena, BOB)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for seat in (None, 2):
        with refusal("not-at-this-table"):
            await arena.tables.join(mine.id, BOB, seat)
        with refusal("blocked-by-you", match="Bob"):
            await arena.tables.join(theirs.id, ANN, seat)
    assert [await arena.tables.get(each.id) for each in (mine, theirs)] == [mine, theirs]
    await arena.blocks.remove(ANN.person_id, BOB.person_id)
    assert (await arena.tables.join(mine.id, BOB)).seat_of(BOB.person_id) is not None


async def test_an_invitation_from_before_can_be_declined_only(arena: Arena) -> None:
    table = await blocks_opened(arena, ANN, BOB)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for answer in (arena.tables.accept, arena.tables.join):
        with refusal("not-at-this-table"):
            await answer(table.id, BOB)
    assert (await arena.tables.decline(table.id, BOB.person_id)).seat_of(BOB.person_id) is None


async def test_what_is_full_is_full_for_everybody(arena: Arena) -> None:
    """A refusal that would come anyway comes in its own words: a block adds nothing that could be told from it."""
    table = await blocks_opened(arena, ANN, CLEO, mode="2")
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    for person in (BOB, DAN):
        with refusal("table-full"):
            await arena.tables.join(table.id, person)


async def test_the_tables_of_others_and_seats_that_are_taken_stay(arena: Arena) -> None:
    table = await blocks_opened(arena, CLEO)
    await arena.tables.join(table.id, ANN)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    await arena.tables.join(table.id, BOB)
    table = await arena.tables.leave(table.id, CLEO.person_id)  # hands the table on to one of the two
    moved = await arena.tables.move(table.id, BOB.person_id, 1)
    assert moved.host.person_id in {ANN.person_id, BOB.person_id}
    assert (await arena.tables.join(table.id, CLEO)).seat_of(CLEO.person_id) is not None


async def test_a_match_that_runs_goes_on(arena: Arena) -> None:
    match = await begin(arena)
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    assert (await arena.matches.play(match.id, ANN.person_id, "1/1")).seq == 1


async def test_what_the_blocked_are_told_says_nothing_of_it(arena: Arena) -> None:
    await arena.blocks.add(ANN.person_id, BOB.person_id)
    table = await blocks_opened(arena, ANN)
    for doing in (blocks_opened(arena, BOB, ANN), arena.tables.join(table.id, BOB)):
        with refusal("not-to-be-challenged", "not-at-this-table") as caught:
            await doing
        assert not re.search("block|want|wish|refuse|reject|ignore", str(caught.value.text))


# What a match holds its seats to when it begins is a hash, and the one that stood in the lobby.


async def test_what_a_match_begins_with_is_held_by_the_hash_of_the_lobby(arena: Arena) -> None:
    table = await loadout_opened(arena)
    table = await arena.loadouts.choose(table.id, BOB.person_id, "xxy")
    ((seat, digest),) = table.chosen
    match = await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))
    held = {each.seat: each.digest for each in await arena.loadouts.held(match.id)}
    assert held == {1: "", seat: digest}
    assert re.fullmatch("[0-9a-f]{64}", digest)


async def test_what_one_match_began_with_is_opened_by_no_other(arena: Arena) -> None:
    started = []
    for channel in (CHANNEL, CHANNEL + 1):
        table = await loadout_opened(arena)
        await arena.loadouts.choose(table.id, BOB.person_id, "xxy")
        started.append(await arena.tables.start(table.id, ANN.person_id, (Place("board", channel),)))
    over, running = started
    await arena.matches.forfeit(over.id, ANN.person_id)
    shown = await arena.loadouts.opened(await arena.matches.get(over.id))
    assert [(each.seat, each.table_id) for each in shown] == [(1, 1), (2, 1)]
    assert await arena.loadouts.opened(await arena.matches.get(running.id)) == []


# Tables that wait too long: one notice, a day later the end, whatever is cut off or chosen in between.


START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = 86400


@dataclass
class Noting:
    """Notes what it is to tell, as days since the start; `trouble` comes before each of the next words, or after."""

    clock: ManualClock
    said: list[tuple[float, str]] = field(default_factory=list)
    posted: set[datetime] = field(default_factory=set)
    before: list[Exception] = field(default_factory=list)
    after: list[Exception] = field(default_factory=list)
    arena: Arena | None = None

    def hears(self, arena: Arena, poster: NotingPoster) -> None:
        self.arena, poster.show = arena, self.show
        arena.table_expiry.set_announcer(self)

    async def warn(self, _table: Table, at: datetime) -> None:
        self._say(f"ends on {(at - START) / timedelta(days=1):g}")
        self.posted.add(at)
        if self.after:
            raise self.after.pop()

    async def warned(self, _table: Table, at: datetime) -> bool:
        return at in self.posted

    async def show(self, post: Post) -> None:
        assert self.arena is not None
        if (table := await self.arena.tables.get(post.subject.id)).lapsed:
            self._say(f"lapsed: {table.lapsed}")

    def _say(self, what: str) -> None:
        if self.before:
            raise self.before.pop()
        self.said.append(((self.clock.now() - START) / timedelta(days=1), what))


@pytest_asyncio.fixture
async def noting(arena: Arena, clock: ManualClock, poster: NotingPoster) -> Noting:
    noting = Noting(clock)
    noting.hears(arena, poster)
    return noting


async def lapsing_opened(arena: Arena, channel: int = CHANNEL) -> Table:
    table = await arena.tables.open(GUILD, channel, ANN, "tally", "2", where="here")
    return await arena.tables.set_message(table.id, 77)


async def days(arena: Arena, clock: ManualClock, count: float) -> None:
    await arena.idle()
    await clock.advance(count * DAY)
    await arena.idle()


async def choose(arena: Arena, count: int) -> None:
    await arena.settings.change_server(GUILD, lambda settings: replace(settings, table_days=count))
    await arena.table_expiry.rearrange(GUILD)


async def due(arena: Arena, table: Table) -> float | None:
    at = await arena.schedule.due_at(LAPSE, str(table.id))
    return None if at is None else (at - START) / timedelta(days=1)


async def test_a_table_lapses_after_a_fortnight_with_a_notice_the_day_before(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await lapsing_opened(arena)
    await days(arena, clock, 12.99)
    assert noting.said == []
    await days(arena, clock, 0.01)
    assert noting.said == [(13, "ends on 14")]
    await arena.tables.join(table.id, BOB)  # that a player came does not start the match
    await days(arena, clock, 0.99)
    assert (await arena.tables.get(table.id)).status == "open"
    await days(arena, clock, 0.01)
    assert noting.said == [(13, "ends on 14"), (14, "lapsed: True")]
    table = await arena.tables.get(table.id)
    assert (table.status, table.lapsed, table.rev) == ("cancelled", True, 2)
    assert await due(arena, table) is None
    with pytest.raises(TableClosed, match="expired"):
        await arena.tables.join(table.id, BOB)


@pytest.mark.parametrize("told", [False, True])
async def test_a_table_that_is_closed_in_time_has_no_appointment(
    arena: Arena, clock: ManualClock, noting: Noting, told: bool
) -> None:
    started, cancelled, left = [await lapsing_opened(arena) for _ in range(3)]
    await arena.tables.join(started.id, BOB)
    await days(arena, clock, 13.5 if told else 1)
    before = list(noting.said)
    await arena.tables.start(started.id, ANN.person_id, (Place("board", CHANNEL),))
    await arena.tables.cancel(cancelled.id, ANN.person_id)
    await arena.tables.leave(left.id, ANN.person_id)
    for table in (started, cancelled, left):
        assert await due(arena, table) is None
        assert not (await arena.tables.get(table.id)).lapsed
    await days(arena, clock, 30)
    assert noting.said == before


async def test_what_the_server_chooses_holds_for_tables_that_are_open(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await lapsing_opened(arena)
    await choose(arena, 30)
    assert await due(arena, table) == 29
    assert await due(arena, await lapsing_opened(arena, CHANNEL + 1)) == 29
    await choose(arena, 3)
    await days(arena, clock, 2)
    assert noting.said == [(2, "ends on 3")] * 2


async def test_a_shorter_time_leaves_a_day_after_the_notice(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    await lapsing_opened(arena)
    await days(arena, clock, 10)
    await choose(arena, 2)
    await days(arena, clock, 0)
    await days(arena, clock, 1)
    assert noting.said == [(10, "ends on 11"), (11, "lapsed: True")]


async def test_a_longer_time_holds_after_the_notice_too(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    table = await lapsing_opened(arena)
    await days(arena, clock, 13)
    await choose(arena, 20)
    await days(arena, clock, 1)
    assert (await arena.tables.get(table.id)).status == "open"
    await days(arena, clock, 5)
    await days(arena, clock, 1)
    assert noting.said == [(13, "ends on 14"), (19, "ends on 20"), (20, "lapsed: True")]


async def test_another_servers_choice_changes_nothing(arena: Arena) -> None:
    table = await lapsing_opened(arena)
    await arena.settings.change_server(GUILD + 1, lambda settings: replace(settings, table_days=2))
    await arena.table_expiry.rearrange(GUILD + 1)
    assert await due(arena, table) == 13


async def test_trouble_is_outlasted_and_what_was_said_is_not_said_again(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    table = await lapsing_opened(arena)
    noting.before = [Retry(), Retry(900.0)]
    await days(arena, clock, 13)
    await days(arena, clock, 900 / DAY)
    assert (noting.said, noting.before) == ([], [])
    await days(arena, clock, 300 / DAY)
    (notice,) = noting.said
    assert notice[1] == f"ends on {notice[0] + 1:g}", "a whole day, counted from when it was posted"
    noting.before = [Retry()]
    await days(arena, clock, 1)
    assert (await arena.tables.get(table.id)).lapsed
    await days(arena, clock, 300 / DAY)
    assert [what for _, what in noting.said] == [notice[1], "lapsed: True"]


async def test_a_notice_that_was_cut_off_is_looked_for(arena: Arena, clock: ManualClock, noting: Noting) -> None:
    await lapsing_opened(arena)
    noting.after = [Retry()]  # it arrived, and nobody heard of that
    await days(arena, clock, 13)
    await days(arena, clock, 300 / DAY)
    await days(arena, clock, 1)
    assert [what for _, what in noting.said] == ["ends on 14", "lapsed: True"]


@asynccontextmanager
async def later(database: Address, clock: ManualClock) -> AsyncIterator[tuple[Arena, Noting]]:
    """Go on as a process does that starts."""
    arena, noting, poster = await open_arena(database, clock, None), Noting(clock), NotingPoster()
    noting.hears(arena, poster)
    arena.outbox.set_poster(poster)
    arena.outbox.drain()
    await arena.idle()
    yield arena, noting
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_bot_that_was_away_gives_the_notice_first(database: Address, clock: ManualClock) -> None:
    async with later(database, clock) as (arena, noting):
        table = await lapsing_opened(arena)
    await clock.advance(40 * DAY)
    async with later(database, clock) as (arena, noting):
        assert noting.said == [(40, "ends on 41")]
    async with later(database, clock) as (arena, noting):
        assert noting.said == []
        await days(arena, clock, 1)
        assert noting.said == [(41, "lapsed: True")]
        assert (await arena.tables.get(table.id)).lapsed


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_table_that_lapsed_shows_so_after_a_crash(database: Address, clock: ManualClock) -> None:
    async with later(database, clock) as (arena, noting):
        await lapsing_opened(arena)
        await days(arena, clock, 13)
        noting.before = [RuntimeError("killed")]
        await days(arena, clock, 1)
        assert [what for _, what in noting.said] == ["ends on 14"]
    await clock.advance(300)
    async with later(database, clock) as (arena, noting):
        assert [what for _, what in noting.said] == ["lapsed: True"]
        async with arena.db.read() as connection:
            assert await deadlines.due(connection, {LAPSE}, clock.now() + timedelta(days=99)) == []


def test_the_shortest_time_has_a_notice_after_the_opening() -> None:
    assert timedelta(days=model.FEWEST_DAYS) > model.NOTICE


async def test_of_many_that_come_due_at_once_each_channel_reads_one_notice_an_hour(
    arena: Arena, clock: ManualClock, noting: Noting
) -> None:
    here = [await lapsing_opened(arena) for _ in range(3)]
    await lapsing_opened(arena, CHANNEL + 1)
    await days(arena, clock, 20)
    hour = 1 / 24
    assert noting.said == [(20, "ends on 21"), (20, "ends on 21")]
    for _ in range(2):
        await days(arena, clock, hour)
    assert [(round((at - 20) / hour), said) for at, said in noting.said[2:]] == [
        (1, f"ends on {21 + hour:g}"),
        (2, f"ends on {21 + 2 * hour:g}"),
    ]
    await days(arena, clock, 1)
    assert [(await arena.tables.get(table.id)).lapsed for table in here] == [True] * 3
