"""Commands and buttons in direct messages to the bot: of one's own matches, under the rules of their servers."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.core.bot import DIRECT, FRESH, Memberships
from cogs.core.custom_ids import MatchId
from tests.cogs.clock.waiting import HOUR, wait
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, labels, message_of, refreshed, said, texts, ways

NOTHING = "You aren't in any match right now. In a server, `/new` opens a table and `/matches` lists its matches."
LOOKS = ("board", "match cards")


async def direct(world: World, name: str, command: str, **options: object) -> simcord.ResponseMessage:
    """Give a command in a direct message; return the answer, which is private."""
    message = message_of(await world.people[name].user.slash(command, **options))
    assert message.ephemeral
    return message


def reminded(world: World, name: str) -> list[Shown]:
    """Return what the bot wrote to a player by direct message."""
    user = world.people[name].user
    return [each for each in user.dm_channel.history(viewer=user) if each.author.bot]


async def test_help_rules_and_matches(world: World) -> None:
    assert "You aren't in any match" in said(await direct(world, "ann", "matches"))
    assert "`/new`" in "\n".join(texts(await direct(world, "ann", "help")))
    assert (await direct(world, "ann", "rules", topic="charts")).attachments
    await world.begin()

    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in (
        said(await direct(world, "ann", "matches"))
    )
    assert "**Your turn**" in "\n".join(texts(await direct(world, "ann", "help")))
    told = await direct(world, "ann", "matches", which="here")
    assert said(told).startswith("In direct messages I list only your own matches.")


async def test_rules_are_those_of_the_most_urgent_match(world: World) -> None:
    await world.begin(game="replica", players=2)
    shown = await direct(world, "ann", "rules")
    assert texts(shown)[0] == "### Replica: The goal and your first turn"
    assert "### Replica: Three ways forward" in texts(message_of(await world.ann.user.click(shown, label="Next")))
    assert texts(await direct(world, "eve", "rules"))[0] == "### Replicants: The goal and your first turn"


async def test_a_turn_is_typed_and_looked_at_with_a_link_to_the_match(world: World) -> None:
    await world.begin()
    link = f"[To the match](https://discord.com/channels/{world.guild.id}/{world.channel.id})"
    shown = await direct(world, "ann", "board")
    assert shown.attachments
    assert link in said(shown)
    offered = await world.ann.user.autocomplete("move", "turn", "E/2C")
    assert offered
    assert all(each["value"].startswith("E/2C") for each in offered)

    told = await direct(world, "ann", "move", turn="E/2C6/D8-")

    assert said(told) == f"Played `E/2C6/D8-`. Next: bob.\n-# {link}"
    assert (await world.bot.arena.matches.get(1)).seq == 1
    assert "[To the match]" in said(await direct(world, "bob", "board", turn=0, show="everyone"))


async def test_cards_are_those_of_the_most_urgent_match_that_has_any(world: World) -> None:
    assert (await direct(world, "ann", "match cards")).embeds, "the catalogue"
    await world.begin(game="apex", players=2)
    shown = await direct(world, "ann", "match cards")
    assert shown.embeds[0].title
    assert "[To the match]" in said(shown)


async def test_a_turn_is_picked_from_menus(world: World) -> None:
    await world.begin()
    shown = await direct(world, "ann", "move")
    assert "[To the match]" in said(shown)
    assert ways(shown)
    await world.ann.user.click(shown, label="Cancel")
    assert said(refreshed(world.ann, shown)).startswith("Cancelled")


async def test_play_under_a_reminder_opens_the_builder(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", reminders="direct message")
    await world.begin(clock="1d")
    await wait(world, 12 * HOUR)
    first, half = reminded(world, "ann")
    assert labels(first) == labels(half) == ["Play"]
    assert ways(message_of(await world.ann.user.click(half, label="Play")))
    await direct(world, "ann", "move", turn="E/2C6/D8-")
    assert "out of date" in private(await world.ann.user.click(half, label="Play"))


async def test_several_matches_are_told_apart_by_the_option(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "move", turn="E/2C6/D8-")
    other = world.guild.create_text_channel("other")
    opened = message_of(await world.ann.slash(other, "new replicants", where="here"))
    await world.bob.click(opened, label="Join")
    await world.ann.click(opened, label="Start")
    await world.settle()

    assert f"/{other.id})" in said(await direct(world, "ann", "board")), "it waits for her"
    assert f"/{world.channel.id})" in said(await direct(world, "ann", "board", match=1))
    for command in ("board", "move"):
        found = await world.ann.user.autocomplete(command, "match", "")
        assert {each["value"] for each in found} == {1, 2}
    assert await world.ann.user.autocomplete("match cards", "match", "") == [], "Replicants has no cards"
    assert await world.eve.user.autocomplete("board", "match", "") == []
    assert private(await world.ann.slash(world.channel, "move", match=2)), "in a server, too"
    told = await direct(world, "ann", "move", turn="E/2C6/D8-", match=1)
    assert said(told) == "It's bob's turn."
    assert said(await direct(world, "ann", "move", turn="E/2C6/D8-", match=2)).startswith("Played")


async def test_who_left_the_server_may_look_at_nothing(world: World) -> None:
    await world.begin()
    world.guild.remove_member(world.ann)
    for command in (*LOOKS, "move"):
        assert said(await direct(world, "ann", command, match=1)) == "There's no such match."
    for command in ("board", "move"):
        assert said(await direct(world, "ann", command)) == NOTHING
    assert await world.ann.user.autocomplete("board", "match", "") == []
    assert await world.ann.user.autocomplete("move", "turn", "E") == []
    assert (await world.bot.arena.matches.get(1)).seq == 0


async def test_who_does_not_see_the_channel_may_not_look(world: World) -> None:
    await world.begin()
    for name in ("ann", "eve"):
        world.deny(world.channel, world.people[name].id, "view_channel")
    for name in ("ann", "eve"):
        assert said(await direct(world, name, "board", match=1)) == "There's no such match."
        assert said(await direct(world, name, "board")) == NOTHING
    assert (await direct(world, "cleo", "board", match=1)).attachments, "who sees the channel may look"
    assert said(await direct(world, "cleo", "move", match=1)).startswith("Only this match's players")


async def test_what_works_in_servers_only_says_so(world: World) -> None:
    await world.begin()
    for command in world.ann.user.available_commands():
        if command in DIRECT:
            continue
        assert command.startswith("match "), "whole words are allowed or not"
        options: dict[str, dict[str, object]] = {
            "match import": {"file": ("what.txt", b"what")},
            "match plan": {"add": "E"},
        }
        told = await direct(world, "ann", command, **options.get(command, {}))
        assert said(told) == (
            f"`/{command}` only works in servers: use it in the match's channel, which `/matches` links to."
        )
    assert await world.ann.user.autocomplete("match plan", "question", "") == []
    assert await world.ann.user.autocomplete("match record", "match", "") == []


@pytest.mark.parametrize("action", ["resign", "offer", "record", "replay", "more", "askback", "spectate", "legal"])
async def test_buttons_of_servers_do_nothing_there(world: World, action: str) -> None:
    """What a button can be made to say counts for nothing: only what belongs in direct messages works there."""
    match = await world.begin()
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button[discord.ui.View](label="forged", custom_id=MatchId(match.id, 0, action).text))
    message = await world.show(view, world.ann.user.dm_channel.id, "forged")
    assert private(await world.ann.user.click(message, label="forged")) == "There's no such match."


async def test_silent_partners_ask_each_for_their_own(world: World) -> None:
    """The link leads to the team's own channel, and nobody but the asker sees that they asked (R29)."""
    match = await world.begin_silent()
    before = {channel: len(stored) for channel, stored in world.env.backend.messages.items()}
    home = match.home(match.seat_of(world.person("ann")) or 1)
    shown = await direct(world, "ann", "board", show="everyone")
    assert f"/{home})" in said(shown)
    await direct(world, "ann", "match cards")
    changed = {
        channel
        for channel, stored in world.env.backend.messages.items()
        if len(stored) != before.get(channel, 0) and channel != world.ann.user.dm_channel.id
    }
    assert not changed


async def test_members_are_asked_for_once_while_somebody_types(world: World) -> None:
    guild, user = world.bot.get_guild(world.guild.id), world.ann.id
    assert guild is not None
    members = Memberships()

    async def found(now: float, *, typing: bool) -> bool:
        return await members.of(guild, user, now, typing=typing) is not None

    assert await world.as_bot(found(0, typing=True))
    world.guild.remove_member(world.ann)
    assert await world.as_bot(found(FRESH, typing=True))
    assert not await world.as_bot(found(FRESH, typing=False))
    assert not await world.as_bot(found(FRESH + 1, typing=True))


async def test_a_turn_is_taken_back_where_it_was_played(world: World) -> None:
    await world.begin(undo="free")
    told = await direct(world, "ann", "move", turn="E/2C6/D8-")
    await world.ann.user.click(told, label="Take back")
    assert said(refreshed(world.ann, told)) == "Your turn has been taken back."
