"""Challenge, in the menu of a member."""

from __future__ import annotations

import simcord

from cogs.core.text import MOST_OPTIONS
from cogs.lobby.opening import NAME, _games
from engine import registry
from hosting.clock.time_control import USUAL_CLOCK, Terms
from tests.cogs.conftest import World, private


async def challenge(world: World, player: simcord.MemberActor, game: str) -> simcord.InteractionResult:
    shown = await world.ann.context_menu(world.channel, NAME, player)
    return await world.ann.submit_modal(shown, {"game": [game]})


async def test_a_challenge_opens_a_table_with_an_invitation_as_new_does(world: World) -> None:
    answer = await challenge(world, world.bob, "apex:3")
    assert answer.response is not None
    lobby = answer.response.message
    assert not lobby.flags.ephemeral
    assert world.pings(lobby) == [world.bob.id]
    table = await world.table()
    assert (table.game, table.mode, table.where) == ("apex", "3", "thread")
    assert [(seat.person_id, seat.invited) for seat in table.seats] == [
        (world.person("ann"), False),
        (world.person("bob"), True),
        (None, False),
    ]
    await world.press("bob", lobby, "Accept")
    assert (await world.table()).seats[1].taken


async def test_who_cannot_be_challenged_is_refused_before_a_game_is_asked_for(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    world.deny(world.channel, world.cleo.id, "view_channel")
    for player, why in (
        (world.ann, "challenge another player"),
        (robot, "is a bot and doesn't play"),
        (world.cleo, "can't see this channel"),
    ):
        assert why in private(await world.ann.context_menu(world.channel, NAME, player))
    assert world.own(world.channel) == []


async def test_the_same_is_looked_at_when_the_game_is_picked(world: World) -> None:
    shown = await world.ann.context_menu(world.channel, NAME, world.bob)
    world.deny(world.channel, world.bob.id, "view_channel")
    assert "can't see" in private(await world.ann.submit_modal(shown, {"game": ["replicants:2"]}))
    await world.as_bot(world.bot.arena.blocks.add(world.person("dan"), world.person("ann")))
    assert private(await challenge(world, world.dan, "replicants:2"))
    assert world.own(world.channel) == []


async def test_teams_that_may_not_talk_are_challenged_too(world: World) -> None:
    await challenge(world, world.bob, "replicants:teams")
    table = await world.table()
    assert (table.mode, table.where) == ("teams", "channels")
    (lobby,) = world.own(world.channel)
    assert "Teammates may not communicate" in lobby.content


def test_every_game_for_more_than_one_is_there_and_the_menu_holds_them() -> None:
    others = [mode for game in registry.games() for mode in game.info.modes if not mode.alone]
    assert 0 < len(_games()) == len(others) <= MOST_OPTIONS


async def test_a_challenge_has_the_usual_clock(world: World) -> None:
    world.bot.default_clock = USUAL_CLOCK
    await challenge(world, world.bob, "replica:2")
    assert Terms.load((await world.table()).terms).clock == USUAL_CLOCK


async def test_a_challenge_to_mutants_opens_with_ready_decks(world: World) -> None:  # M71
    await challenge(world, world.bob, "mutants:2")
    assert (await world.table()).options == (("reserve", "ready"),)
