"""Direct messages and who is still a member: what each command and button shows and does, as the server stands now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest

from cogs.core.bot import MOST_ASKED
from cogs.core.custom_ids import MatchId
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, labels, message_of, refreshed, texts
from tests.cogs.test_direct import NOTHING, direct

COMMANDS: dict[str, dict[str, Any]] = {
    "matches": {},
    "help": {},
    "rules": {},
    "learn": {},
    "board": {},
    "match cards": {},
    "move": {"turn": "E/2C6/D8-"},
}
"""What works in direct messages."""
TOLD = {"board": NOTHING, "match cards": NOTHING, "move": NOTHING}
"""What who plays no match is told by commands that need one."""
AWAY = patch.object(discord.Guild, "fetch_member", AsyncMock(side_effect=TimeoutError))
UNSURE = "Discord can't tell me right now whether you're still in "


def read(message: Shown) -> str:
    """Return all that is read of a message."""
    embeds = [text for each in message.embeds for text in (each.title, each.description) if text]
    return "\n".join([message.content, *embeds, *texts(message)])


async def everything(world: World) -> dict[str, str]:
    """Return what ann is told in a direct message, by command."""
    return {name: read(await direct(world, "ann", name, **options)) for name, options in COMMANDS.items()}


def assert_nothing_of_the_match(world: World, found: dict[str, str]) -> None:
    for name, text in found.items():
        for secret in ("bob", str(world.guild.id), str(world.channel.id), "waited for", "It's your turn"):
            assert secret not in text, name


def leave(world: World) -> None:
    world.guild.remove_member(world.ann)


def lose_the_server(world: World) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.bot._connection._remove_guild(guild)


def refuse_the_bot(world: World) -> None:
    """Discord has just removed the bot, and has not told it yet."""
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, message="Missing Access", times=None)


def fail(world: World) -> None:
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)


def lose_sight(world: World) -> None:
    """Discord does not reach the server: of such a one the bot knows nothing but its number."""
    state = world.bot._connection
    state._guilds[world.guild.id] = discord.Guild(data={"id": world.guild.id, "unavailable": True}, state=state)  # type: ignore[typeddict-item]


def break_off(_: World) -> None:
    AWAY.start()


async def test_a_member_is_shown_all_of_it_with_one_question_to_discord_for_each_command(world: World) -> None:
    await world.begin()
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild._members.clear()  # as the cache is without the intent for members
    for name, options in COMMANDS.items():
        before = len(world.env.http_requests)
        text = read(await direct(world, "ann", name, **options))
        asked = [each for each in world.env.http_requests[before:] if each.path.endswith(f"/members/{world.ann.id}")]
        assert len(asked) == (0 if name in ("learn", "match cards") else 1), name  # the game has no cards
        if name not in ("rules", "learn", "match cards"):
            assert str(world.guild.id) in text, name
    assert (await world.bot.arena.matches.get(1)).seq == 1


@pytest.mark.parametrize("gone", [leave, lose_the_server, refuse_the_bot])
async def test_who_is_no_member_any_more_is_told_nothing(world: World, gone: Callable[[World], None]) -> None:
    await world.begin()
    gone(world)
    found = await everything(world)
    assert_nothing_of_the_match(world, found)
    assert found["matches"] == "You aren't in any match right now. `/new` opens a table."
    assert {name: found[name] for name in TOLD} == {**TOLD, "match cards": found["match cards"]}
    for name in ("board", "move"):
        assert (await direct(world, "ann", name, match=1)).content == "There's no such match."
        assert await world.ann.user.autocomplete(name, "match", "") == []
    assert (await world.bot.arena.matches.get(1)).seq == 0


async def test_cards_are_those_of_a_member(world: World) -> None:
    await world.begin(game="apex", players=2)
    assert str(world.guild.id) in read(await direct(world, "ann", "match cards"))
    fail(world)
    assert UNSURE in read(await direct(world, "ann", "match cards", match=1))
    world.env.backend.faults.clear()
    leave(world)
    assert_nothing_of_the_match(world, {"match cards": read(await direct(world, "ann", "match cards"))})
    assert (await direct(world, "ann", "match cards", match=1)).content == "There's no such match."


@pytest.mark.parametrize("trouble", [fail, lose_sight, break_off])
async def test_while_discord_does_not_say_nothing_is_shown_and_that_is_told(
    world: World, trouble: Callable[[World], None], request: pytest.FixtureRequest
) -> None:
    await world.begin()
    request.addfinalizer(patch.stopall)
    trouble(world)
    found = await everything(world)
    assert_nothing_of_the_match(world, found)
    for name in ("matches", "help", "board", "move"):
        assert UNSURE in found[name], name
    for name in ("board", "move"):
        assert UNSURE in (await direct(world, "ann", name, match=1)).content
        assert (await direct(world, "ann", name, match=99)).content == "There's no such match."
        assert await world.ann.user.autocomplete(name, "match", "") == []
    assert (await direct(world, "eve", "board", match=1)).content == "There's no such match.", "she does not play in it"
    assert (await world.bot.arena.matches.get(1)).seq == 0


async def test_who_is_timed_out_looks_and_does_not_play(world: World) -> None:
    await world.begin()
    opened = await direct(world, "ann", "move")
    until = world.env.now() + timedelta(hours=1)
    world.env.backend.edit_member(world.guild.id, world.ann.id, {"timed_out_until": until.isoformat()})
    found = await everything(world)
    for name in ("matches", "help", "board"):
        assert str(world.channel.id) in found[name], name
    when = f"<t:{int(until.timestamp())}:f>"
    refused = f"You're timed out in this match's server, so you can't play in it before {when}."
    assert found["move"].startswith(refused)
    assert (await direct(world, "ann", "move", turn="E/2C6/D8-", match=1)).content.startswith(refused)
    assert await world.ann.user.autocomplete("move", "turn", "E") == []
    assert private(await world.ann.user.click(opened, label=labels(opened)[0])).startswith(refused)
    assert (await world.bot.arena.matches.get(1)).seq == 0
    await world.env.advance_time(3601)
    assert (await direct(world, "ann", "move", turn="E/2C6/D8-")).content.startswith("Played")


async def test_buttons_of_a_direct_message_know_who_has_left(world: World) -> None:
    """A list, a builder and a board that were opened before show and do nothing for who is gone."""
    await world.begin(undo="free")
    opened = await direct(world, "ann", "move")
    await world.ann.user.click(opened, label=labels(opened)[0])
    builder = refreshed(world.ann, opened)
    leave(world)
    pressed = [each for each in labels(builder) if each != "Cancel"]
    assert "Start over" in pressed
    for label in pressed:
        assert private(await world.ann.user.click(builder, label=label)) == "There's no such match.", label
    assert (await world.bot.arena.matches.get(1)).seq == 0


async def test_a_turn_is_not_taken_back_by_who_has_left(world: World) -> None:
    await world.begin(undo="free")
    played = await direct(world, "ann", "move", turn="E/2C6/D8-")
    leave(world)
    assert private(await world.ann.user.click(played, label="Take back")) == "There's no such match."
    assert (await world.bot.arena.matches.get(1)).seq == 1


async def test_pages_of_a_list_are_made_anew(world: World) -> None:
    for number in range(11):
        room = world.guild.create_text_channel(f"room-{number}")
        opened = message_of(await world.ann.slash(room, "new replicants", where="here"))
        await world.bob.click(opened, label="Join")
        await world.ann.click(opened, label="Start")
    await world.settle()
    shown = await direct(world, "ann", "matches")
    assert labels(shown) == ["Next page ▶"]
    await world.ann.user.click(shown, label="Next page ▶")
    assert refreshed(world.ann, shown).content.startswith("**Your matches** (11 to 11)")
    leave(world)
    await world.ann.user.click(shown, label="◀ Previous page")
    assert refreshed(world.ann, shown).content == "You aren't in any match right now. `/new` opens a table."


async def test_a_list_in_another_server_tells_nothing_of_the_one_that_was_left(world: World) -> None:
    await world.begin()
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("otto"))
    hall = elsewhere.create_text_channel("hall")
    guest = elsewhere.add_member(world.ann.user)
    for command in ("matches", "help"):
        assert str(world.channel.id) in read(message_of(await guest.slash(hall, command)))
    leave(world)
    for command in ("matches", "help"):
        assert_nothing_of_the_match(world, {command: read(message_of(await guest.slash(hall, command)))})


async def test_discord_is_asked_about_so_many_servers_at_most(world: World) -> None:
    servers = range(1, MOST_ASKED + 3)
    found = await world.as_bot(world.bot.memberships.outside(world.bot, world.ann.id, servers))
    assert found.left == frozenset(range(1, MOST_ASKED + 1)), "the bot knows none of them"
    assert found.unsure == frozenset((MOST_ASKED + 1, MOST_ASKED + 2))


async def test_forged_buttons_know_who_has_left(world: World, subtests: pytest.Subtests) -> None:
    """Whatever a button is made to say, also of those that work in direct messages."""
    match = await world.begin()
    leave(world)
    for action in sorted(world.bot.presses.keys() - {"resignno"}):  # which asks for no match and changes nothing
        with subtests.test(action):
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button[Any](label="forged", custom_id=MatchId(match.id, match.seq, action).text))
            message = await world.show(view, world.ann.user.dm_channel.id, "forged")
            assert private(await world.ann.user.click(message, label="forged")) == "There's no such match."
    assert (await world.bot.arena.matches.get(match.id)).seq == match.seq
