"""New table, pressed under a result, on a simulated Discord."""

from __future__ import annotations

from dataclasses import fields, replace

import discord
import pytest

from hosting.clock.calendar import Quiet
from hosting.clock.time_control import Terms, read_clock
from hosting.lobby.model import NoSuchTable
from hosting.match.model import Match, Where
from tests.cogs.conftest import World, private, take
from tests.cogs.lobby.test_rematch import end
from tests.cogs.playing import labels

PRESSED = "New table"


async def result_of(world: World, match: Match) -> discord.Message:
    """Have a match end; return its result."""
    return await end(world, match, PRESSED)


async def test_anybody_who_sees_a_result_opens_a_table_on_its_terms(world: World) -> None:
    over = await world.begin(clock="2d", undo="never", rated=False)
    result = await result_of(world, over)
    await world.restart()
    told = private(await world.press("eve", result, PRESSED))
    table = await world.table(2)
    assert told.startswith("Your table is open. [To the table](")
    assert told.endswith(f"/{table.message_id})")
    assert (table.host.person_id, table.game, table.mode) == (world.person("eve"), "replicants", "2")
    assert table.terms == over.terms.dump()
    assert [seat.taken for seat in table.seats] == [True, False]
    message = world.message(table.channel_id, table.message_id or 0)
    assert world.pings(message) == []
    assert message.attachments, "it shows the start, as `/new` does"
    await world.press("dan", message, "Join")
    await world.press("eve", message, "Start")
    await world.settle()
    assert (await world.bot.arena.matches.get(2)).names == ("eve", "dan")


UNUSUAL = Terms(
    clock=read_clock("1d+6h/2d"),
    timeout="random",
    undo="never",
    vacation=False,
    weekend=True,
    rests=False,
    automatic=True,
    quiet=Quiet("Europe/Berlin", 22 * 60, 7 * 60),
    shows_chosen=True,
    rated=False,
    pauses=False,
    agreed_ends=False,
    drawn=True,
)
"""Terms none of which is as usual."""


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_a_table_offers_and_shows_all_that_the_first_one_did(world: World, where: Where) -> None:
    kept = [each.name for each in fields(Terms) if getattr(UNUSUAL, each.name) == getattr(Terms(), each.name)]
    assert kept == ["league"], "every term but that of leagues is another one than usual"
    lobby = await world.lobby(game="replica", king_power="all_kings", where=where)
    first = await world.bot.arena.tables.revise(1, world.person("ann"), terms=lambda _: UNUSUAL)
    await world.press("bob", lobby, "Join")  # what it shows now has changed
    await world.press("bob", lobby, "Join")
    offered = world.latest(lobby).content
    await world.press("ann", lobby, "Start")
    await world.settle()
    over = await world.bot.arena.matches.get(1)
    assert over.terms == UNUSUAL
    result = await result_of(world, over)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (Terms.load(table.terms), table.options, table.where) == (UNUSUAL, first.options, where)
    message = world.message(table.channel_id, table.message_id or 0)
    await world.press("bob", message, "Join")
    assert world.latest(message).content == offered, "it shows the same as the first table did"


async def test_two_presses_are_one_table_and_another_person_has_their_own(world: World) -> None:
    result = await result_of(world, await world.begin())
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    await world.restart()
    assert "already" in private(await world.press("eve", result, PRESSED))
    assert "Your table is open" in private(await world.press("ann", result, PRESSED))
    tables = [await world.table(number) for number in (2, 3)]
    assert [each.host.person_id for each in tables] == [world.person("eve"), world.person("ann")]
    assert len([each for each in world.own(world.channel) if "Join" in labels(each)]) == 2


async def test_a_table_on_other_terms_is_another_one(world: World) -> None:
    result = await result_of(world, await world.begin())
    await world.eve.slash(world.channel, "new replicants", rated=False)
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    await world.eve.slash(world.channel, "new replicants")
    assert "already" in private(await world.press("eve", result, PRESSED))


async def test_a_table_whose_message_is_missing_is_posted_again(world: World) -> None:
    result = await result_of(world, await world.begin())
    await world.press("eve", result, PRESSED)
    first = (await world.table(2)).message_id or 0
    await world.as_bot(world.message(world.channel.id, first).delete())
    assert "Your table is open" in private(await world.press("eve", result, PRESSED))
    again = (await world.table(2)).message_id or 0
    assert again != first
    assert "Join" in labels(world.message(world.channel.id, again))


async def test_after_a_thread_it_stands_in_the_channel_above(world: World) -> None:
    over = await world.begin(where="thread")
    result = await result_of(world, over)
    await world.press("eve", result, PRESSED)
    assert (await world.table(2)).channel_id == world.channel.id


async def test_after_silent_teams_it_stands_where_their_table_was(world: World) -> None:
    over = await world.begin_silent()
    result = await result_of(world, over)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (table.channel_id, table.mode, table.where) == (world.channel.id, over.setup.mode, "channels")


async def test_who_may_use_no_commands_opens_no_table(world: World) -> None:
    result = await result_of(world, await world.begin())
    world.deny(world.channel, world.eve.id, "use_application_commands")
    assert "can't use commands here" in private(await world.press("eve", result, PRESSED))
    take(world, "send_messages")
    assert "`Send Messages`" in private(await world.press("ann", result, PRESSED))
    with pytest.raises(NoSuchTable):
        await world.table(2)


async def test_a_forged_press_opens_nothing(world: World) -> None:
    running = await world.begin()
    forged = await world.forge(f"m:{running.id}:0:newtable")
    assert "still on" in private(await world.eve.click(forged, label="forged"))
    forged = await world.forge("m:99:0:newtable")
    assert private(await world.eve.click(forged, label="forged")) == "There's no such match."
    with pytest.raises(NoSuchTable):
        await world.table(2)


@pytest.mark.usefixtures("grove")
async def test_who_plays_alone_has_no_seats_to_offer(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, where="here", beast="bear", loadout="xxy")
    await world.settle()
    result = await end(world, await world.bot.arena.matches.get(1), "Play again")
    assert PRESSED not in labels(result)
    forged = await world.forge("m:1:0:newtable")
    assert "a game for one" in private(await world.eve.click(forged, label="forged"))


async def test_a_match_of_a_league_leaves_the_league(world: World) -> None:
    over = await world.begin()
    result = await result_of(world, over)
    fixture = replace(over, terms=replace(over.terms, league=7))
    await world.press("eve", result, PRESSED)
    found = await world.bot.arena.another.like(fixture, world.person("eve"))
    assert found is not None
    assert found.id == 2


async def test_where_the_place_is_taken_by_another_match_the_table_is_for_a_thread(world: World) -> None:
    world.bot.default_where = "thread"
    result = await result_of(world, await world.begin(rated=False))
    other = await world.cleo.slash(world.channel, "new replicants", where="here")
    assert other.response is not None
    await world.press("dan", other.response.message, "Join")
    await world.press("cleo", other.response.message, "Start")
    await world.press("ann", result, PRESSED)
    assert (await world.table(3)).where == "thread"


async def test_a_rematch_is_played_where_its_match_was_and_so_is_the_table_after_it(world: World) -> None:
    result = await result_of(world, await world.begin(where="thread", seats="random"))
    for name in ("ann", "bob"):
        await world.press(name, result, "Rematch")
    await world.settle()
    again = await world.bot.arena.matches.get(2)
    assert again.terms.drawn
    result = await result_of(world, again)
    await world.press("ann", result, PRESSED)
    table = await world.table(2)
    assert (Terms.load(table.terms).drawn, table.where) == (True, "thread")
