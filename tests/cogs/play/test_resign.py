"""`/resign` and the button Resign."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, controls, labels, latest, message_of, more, play, posts, refreshed, status


async def test_resigning_is_confirmed_in_private(world: World) -> None:
    await world.begin()
    asked = message_of(await world.bob.slash(world.channel, "resign"))
    assert asked.ephemeral
    assert labels(asked) == ["Resign", "Play on"]
    assert not (await latest(world)).over
    await world.bob.click(asked, label="Resign")
    await world.settle()
    assert refreshed(world.bob, asked).content == "You've resigned."
    match = await latest(world)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    assert "**The match is over: ann wins.** bob resigned." in posts(world)[-1].content


async def test_one_may_think_better_of_it(world: World) -> None:
    await world.begin()
    asked = message_of(await world.ann.click(await more(world.ann, status(world)), label="Resign"))
    await world.ann.click(asked, label="Play on")
    kept = refreshed(world.ann, asked)
    assert "nothing has changed" in kept.content
    assert controls(kept) == []
    assert not (await latest(world)).over


async def test_a_question_asked_before_the_board_changed_is_void(world: World) -> None:
    await world.begin()
    asked = message_of(await world.bob.slash(world.channel, "resign"))
    await play(world, *SHORT_GAME[:1])
    await world.bob.click(asked, label="Resign")
    assert "out of date" in refreshed(world.bob, asked).content
    assert not (await latest(world)).over


async def test_two_presses_resign_once(world: World) -> None:
    await world.begin()
    one = message_of(await world.bob.slash(world.channel, "resign"))
    other = message_of(await world.bob.slash(world.channel, "resign"))
    await world.bob.click(one, label="Resign")
    await world.bob.click(other, label="Resign")
    assert "over" in refreshed(world.bob, other).content
    assert (await latest(world)).seq == 1


async def test_the_question_survives_a_restart(world: World) -> None:
    await world.begin()
    asked = message_of(await world.ann.slash(world.channel, "resign"))
    await world.restart()
    await world.ann.click(asked, label="Resign")
    assert (await latest(world)).over


async def test_only_players_resign_and_only_while_it_goes_on(world: World) -> None:
    await world.begin()
    assert "Resign" not in labels(await more(world.eve, status(world)))
    shown = await more(world.ann, status(world))
    (resign,) = [each["custom_id"] for each in controls(shown) if each["label"] == "Resign"]
    onlooker = message_of(await world.eve.click(await world.forge(resign), custom_id=resign))
    assert onlooker.ephemeral
    assert "Only this match's players" in onlooker.content
    await play(world, *SHORT_GAME)
    late = message_of(await world.bob.slash(world.channel, "resign"))
    assert late.ephemeral
    assert "The match in this channel is over." in late.content


async def test_a_match_whose_channel_is_gone_can_be_given_up_elsewhere(world: World) -> None:
    match = await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    offered = await world.bob.autocomplete(elsewhere, "resign", "match", "rep")
    assert offered == [{"name": "Replicants, 2 players: ann, bob", "value": match.id}]
    assert await world.bob.autocomplete(elsewhere, "resign", "match", "chess") == []
    assert await world.eve.autocomplete(elsewhere, "resign", "match", "") == []
    question = message_of(await world.bob.slash(elsewhere, "resign", match=match.id))
    assert question.ephemeral
    await world.bob.click(question, label="Resign")
    await world.settle()
    assert (await world.bot.arena.matches.get(match.id)).over
    for player, words in ((world.bob, "This match is over."), (world.eve, "There's no such match.")):
        assert words in message_of(await player.slash(elsewhere, "resign", match=match.id)).content
    assert "There's no such match." in message_of(await world.bob.slash(elsewhere, "resign", match=99)).content


async def test_a_resignation_is_told_once_and_plainly(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    (ended,) = [each for each in world.own(world.channel) if "bob resigned." in each.content]
    seen: Any = message_of(await world.eve.slash(world.channel, "board"))
    turned: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    for content in (ended.content, seen.content, turned.content):
        assert content.count("bob resigned.") == 1
        assert "bob resigns." not in content
        assert "plays" not in content
        assert "`F`" not in content
    choices = await world.eve.autocomplete(world.channel, "match replay", "turn", "")
    assert "1. bob resigns." in [each["name"] for each in choices]
    settings = world.bot.arena.settings
    await settings.set_player(
        world.person("eve"), replace(await settings.player(world.person("eve")), text_boards=True)
    )
    text: Any = message_of(await world.eve.slash(world.channel, "match replay", form="animation"))
    told = (await text.attachments[0].read()).decode()
    assert "Turn 1. bob resigns.\n" in told
    assert told.count("bob resigns.") == 1


async def test_who_runs_out_of_time_does_not_resign(world: World) -> None:
    message = await world.lobby(where="here", players=3, clock="1d")
    await world.press("bob", message, "Join")
    await world.press("cleo", message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    (slow,) = (await latest(world)).awaited
    name = (await latest(world)).names[slow - 1]
    await world.env.advance_time(timedelta(days=2).total_seconds())
    await world.settle()
    told = [each.content for each in world.own(world.channel)]
    assert any(f"{name} ran out of time." in each for each in told)
    assert not any("resigns" in each for each in told)
    turned: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    assert f"{name} ran out of time." in turned.content
