"""The whole life of a match of each kind of game, and of one that is played alone."""

from __future__ import annotations

import discord
import pytest

from hosting.match.model import Match
from tests.cogs.conftest import World, private, take
from tests.cogs.playing import SHORT_GAME, labels, latest, message_of, more, play, posts, turn_message
from tests.cogs.telling import Script, tell

# A match of Replica, in the channel where its table was opened.


SCRIPT = Script(
    game="replica",
    name="Replica",
    where="here",
    players='[White "cleo"]\n[Black "dan"]',
    turns=("a1-e1", "g8=K", "c1-e3", "h6-f4", "d1=K", "f4-f3", "d2-f4", "f3-e2", "c2-c3", "e2xd1"),
    result="0-1",
    turned=2,
    winner=2,
)


@pytest.mark.usefixtures("pictures")
async def test_the_whole_life_of_a_match_of_replica(world: World) -> None:
    await tell(world, SCRIPT)


# The whole life of a match of Replicants, in a thread of its own.


REPLICANTS_SCRIPT = Script(
    game="replicants",
    name="Replicants",
    where="thread",
    players="T0..(cleo.dan)",
    turns=SHORT_GAME,
    result="(M.cleo)",
    turned=1,
    winner=1,
)


@pytest.mark.usefixtures("pictures")
async def test_the_whole_life_of_a_match_of_replicants(world: World) -> None:
    await tell(world, REPLICANTS_SCRIPT)


# A match that one plays alone, on Discord: it begins at once, says nothing of others, ends in victory or defeat.


async def start(world: World, **options: object) -> Match:
    opened = await world.open_table(world.ann, world.channel, "grove", players=1, where="here", **options)
    await world.press("ann", message_of(opened).message, "Start")
    await world.settle()
    return await latest(world)


@pytest.mark.usefixtures("grove")
async def test_it_begins_at_once_in_a_thread_of_its_own(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()

    match = await world.bot.arena.matches.get(1)
    lobby = world.message(world.channel.id, (await world.table()).message_id or 0)
    assert match.channel_id != world.channel.id
    assert "match has started" in lobby.content
    assert f"<#{match.channel_id}>" in lobby.content
    assert "the Wolf" in lobby.content
    assert not lobby.components
    assert match.names == ("ann",)
    guild = world.bot.get_guild(world.guild.id)
    thread = None if guild is None else guild.get_channel_or_thread(match.channel_id)
    assert isinstance(thread, discord.Thread)
    assert thread.is_private()
    assert {each.id for each in await thread.fetch_members()} >= {world.ann.id}


@pytest.mark.usefixtures("grove")
async def test_without_the_permission_for_private_threads_it_is_an_ordinary_one(world: World) -> None:
    take(world, "create_private_threads")
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    guild = world.bot.get_guild(world.guild.id)
    thread = None if guild is None else guild.get_channel_or_thread(match.channel_id)
    assert isinstance(thread, discord.Thread)
    assert not thread.is_private()


@pytest.mark.usefixtures("grove")
async def test_nobody_else_looks_into_a_private_match(world: World) -> None:
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    assert "no such match" in private(await world.bob.slash(world.channel, "board", match=1)).casefold()
    assert "Grove" not in private(await world.bob.slash(world.channel, "matches", which="here"))
    assert "Grove" in private(await world.ann.slash(world.channel, "matches"))


@pytest.mark.usefixtures("grove")
async def test_here_the_board_follows_the_table_and_nobody_is_called(world: World) -> None:
    await start(world)
    said = turn_message(world)
    assert "\nTurn 1: ann\n" in said.content
    assert world.pings(said) == []
    offered = labels(await more(world.ann, said))
    assert "Abandon" in offered
    assert not {"Resign", "Ask the others"} & set(offered)


@pytest.mark.usefixtures("grove")
async def test_a_table_that_cannot_start_keeps_its_button(world: World) -> None:
    take(world, "create_public_threads", "create_private_threads")
    reply = await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    assert "permission" in private(reply)
    assert world.own(world.channel) == []


@pytest.mark.usefixtures("grove")
async def test_what_needs_others_is_refused_by_name(world: World) -> None:
    wrong = await world.ann.slash(world.channel, "new grove", players=1, clock="1d")
    assert "leave out `clock`." in private(wrong)
    wrong = await world.ann.slash(world.channel, "new grove", players=1, opponent=world.bob)
    assert "make 2 players, but there's room for 1." in private(wrong)
    assert world.own(world.channel) == []


@pytest.mark.usefixtures("grove")
async def test_victory_is_told_with_whom_it_was_won_over(world: World) -> None:
    await start(world)
    await play(world, "u", "v", "2")
    (end,) = posts(world, "Replay")
    assert "ann has beaten the Wolf" in end.content
    assert f"Victory over the Wolf: <@{world.ann.id}>, points: 12" in end.content
    assert "1\\." not in end.content
    assert "victory" in " ".join(each.description or "" for each in end.embeds)


@pytest.mark.usefixtures("grove")
async def test_defeat_is_told_with_whom_it_was_lost_to(world: World) -> None:
    await start(world, beast="bear")
    await play(world, "1", "1", "1", "1", "1")
    (end,) = posts(world, "Replay")
    assert "the Bear has beaten ann" in end.content
    assert f"Defeat by the Bear: <@{world.ann.id}>, points: 5" in end.content


@pytest.mark.usefixtures("grove")
async def test_what_to_try_next_is_told_after_the_first_victory_over_an_opponent(world: World) -> None:
    told = []
    for beast, turns in (("wolf", "1 1 1 1 1"), ("wolf", "u v 2"), ("wolf", "u v 2"), ("bear", "u v 2")):
        await start(world, beast=beast)
        await play(world, *turns.split())
        told.append("Now try another beast." in posts(world, "Replay")[-1].content.splitlines())
    assert told == [False, True, False, True]


@pytest.mark.usefixtures("grove")
async def test_it_is_abandoned_not_resigned(world: World) -> None:
    await start(world)
    await play(world, "1")
    asked = await world.ann.click(await more(world.ann, turn_message(world)), label="Abandon")
    assert "abandon the match?" in private(asked)
    assert asked.response is not None
    done = await world.ann.click(asked.response.message, label="Abandon")
    await world.settle()
    assert (await latest(world)).over
    assert done is not None
    (end,) = posts(world, "Replay")
    assert "Defeat by the Wolf" in end.content


@pytest.mark.usefixtures("grove")
async def test_a_turn_is_taken_back_by_a_press(world: World) -> None:
    await start(world)
    await play(world, "1", "2")
    reply = await world.ann.slash(world.channel, "undo")
    assert "taken back" in private(reply)
    assert (await latest(world)).session.state.sums == (1,)


@pytest.mark.usefixtures("grove")
@pytest.mark.parametrize("command", ["match end", "match pause", "match more-time", "match leave"])
async def test_nobody_is_asked_for_anything(world: World, command: str) -> None:
    await start(world)
    assert "alone" in private(await world.ann.slash(world.channel, command))


@pytest.mark.usefixtures("grove")
async def test_an_organiser_decides_between_victory_and_defeat(world: World) -> None:
    await start(world)
    olaf = world.organiser()
    assert "1 for a victory" in private(
        await olaf.slash(world.channel, "organise adjudicate", reason="by request", ranks="3")
    )
    asked = await olaf.slash(world.channel, "organise adjudicate", reason="by request", ranks="2")
    assert "as a defeat" in private(asked)
    assert asked.response is not None
    await olaf.click(asked.response.message, label="Decide")
    await world.settle()
    match = await latest(world)
    assert match.session.outcome is not None
    assert match.session.outcome.ranks == (2,)
    (end,) = posts(world, "Replay")
    assert "Defeat: <@" in end.content


@pytest.mark.usefixtures("grove")
async def test_lists_followers_replays_and_records_know_it(world: World) -> None:
    den = world.guild.create_text_channel("den")
    olaf = world.organiser()
    await olaf.slash(den, "watch player", player=world.ann)
    match = await start(world)
    await play(world, "1")
    listed = private(await world.ann.slash(world.channel, "matches"))
    assert "Your turn" in listed
    await play(world, "1", "1", "1", "1")
    assert any("Defeat by the Wolf" in each.content for each in world.own(den))
    seen = message_of(await world.bob.slash(world.channel, "match replay", match=match.id))
    assert "ann" in seen.content
    sent = message_of(await world.bob.slash(world.channel, "match record", match=match.id))
    assert b"1 1\n1 1\n" in await sent.message.attachments[0].read()
