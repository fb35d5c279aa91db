"""Commands and buttons in direct messages to the bot: of one's own matches, under the rules of their servers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
import pytest
import simcord
from sqlalchemy import select

from cogs.core.bot import DIRECT, FRESH, MOST_ASKED, Memberships
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Arrivals
from hosting.handover import Relay
from store.schema import handed
from store.share import Share, shard_of
from tests.cogs.clocks import HOUR, wait
from tests.cogs.conftest import World, private
from tests.cogs.parlour.conftest import PLAYERS
from tests.cogs.parlour.conftest import begin as begin_parlour
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
    link = f"[Go to the match](https://discord.com/channels/{world.guild.id}/{world.channel.id})"
    shown = await direct(world, "ann", "board")
    assert shown.attachments
    assert link in said(shown)
    offered = await world.ann.user.autocomplete("move", "turn", "E/2C")
    assert offered
    assert all(each["value"].startswith("E/2C") for each in offered)

    told = await direct(world, "ann", "move", turn="E/2C6/D8-")

    assert said(told) == f"Played `E/2C6/D8-`. Next: bob.\n-# {link}"
    assert (await world.bot.arena.matches.get(1)).seq == 1
    assert "[Go to the match]" in said(await direct(world, "bob", "board", turn=0, show="everyone"))


async def test_cards_are_those_of_the_most_urgent_match_that_has_any(world: World) -> None:
    assert (await direct(world, "ann", "match cards")).embeds, "the catalogue"
    await world.begin(game="apex", players=2)
    shown = await direct(world, "ann", "match cards")
    assert shown.embeds[0].title
    assert "[Go to the match]" in said(shown)


async def test_a_turn_is_picked_from_menus(world: World) -> None:
    await world.begin()
    shown = await direct(world, "ann", "move")
    assert "[Go to the match]" in said(shown)
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
    opened = message_of(await world.open_table(world.ann, other, "replicants", where="here"))
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


async def test_members_are_asked_for_once_while_someone_types(world: World) -> None:
    user, members = world.ann.id, Memberships()

    async def found(now: float, *, typing: bool) -> bool:
        return await members.of(world.bot, world.guild.id, user, now, typing=typing) is not None

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


# Direct messages and who is still a member: what each command and button shows and does, as the server stands now.


COMMANDS: dict[str, dict[str, Any]] = {
    "matches": {},
    "help": {},
    "rules": {},
    "learn": {},
    "puzzle": {},
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
        for secret in ("bob", str(world.guild.id), str(world.channel.id), "was stalled for", "It's your turn"):
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
        assert len(asked) == (0 if name in ("learn", "puzzle", "match cards") else 1), name  # the game has no cards
        if name not in ("rules", "learn", "puzzle", "match cards"):
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
    refused = f"You're timed out in this match's server, so you can't play in it until {when}."
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
        opened = message_of(await world.open_table(world.ann, room, "replicants", where="here"))
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


# Direct messages go to the process with shard 0, and a match may be in a server of another one.


@dataclass
class Elsewhere:
    """Another process, which has the world's server: the same bot does what is handed on, once it has the server.

    Attributes:
        there: Whether the other process is there.
        handed: What was handed on.
    """

    world: World
    there: bool = True
    handed: list[Any] = field(default_factory=list)

    def begin(self) -> None:
        """Have it have the server from now on, with everything that this one doesn't know of it."""
        count = 2
        self.have(Share(count, frozenset({1 - shard_of(self.world.guild.id, count)})))

    def have(self, share: Share) -> None:
        object.__setattr__(self.world.bot.arena.core, "share", share)

    async def give(self, handovers: Relay, number: int, guild_id: int, payload: Any) -> None:
        await GIVE(handovers, number, guild_id, payload)
        self.handed.append(payload)
        if self.there:
            self.world.bot.arrivals = Arrivals()
            self.have(Share.ALL)
            await self.world.bot._take_handed({guild_id})


GIVE = Relay.give


@pytest.fixture
def elsewhere(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Elsewhere]:
    found = Elsewhere(world)

    async def give(handovers: Relay, number: int, guild_id: int, payload: Any) -> None:
        await found.give(handovers, number, guild_id, payload)

    monkeypatch.setattr("cogs.core.bot.TAKEN_WITHIN_S", 0)
    monkeypatch.setattr(Relay, "give", give)
    yield found
    found.have(Share.ALL)


async def waiting(world: World) -> list[Any]:
    """Return the interactions that nobody has taken yet."""
    async with world.bot.arena.db.read() as connection:
        return list(await connection.execute(select(handed)))


async def test_a_turn_in_a_match_of_another_process_is_played_by_that(world: World, elsewhere: Elsewhere) -> None:
    await world.begin()
    elsewhere.begin()
    offered = await world.ann.user.autocomplete("move", "turn", "E/2C")
    assert offered
    assert elsewhere.handed == []
    told = await direct(world, "ann", "move", turn="E/2C6/D8-")
    assert said(told).startswith("Played `E/2C6/D8-`. Next: bob.\n")
    assert len(elsewhere.handed) == 1
    assert await waiting(world) == []
    assert (await world.bot.arena.matches.get(1)).seq == 1


async def test_presses_go_to_the_process_of_the_match(world: World, elsewhere: Elsewhere) -> None:
    await world.begin()
    elsewhere.begin()
    shown = await direct(world, "ann", "move")
    for pressed in ways(shown)[:1]:
        elsewhere.begin()
        await world.ann.user.click(shown, label=pressed)
    elsewhere.begin()
    await world.ann.user.click(shown, label="Cancel")
    assert said(refreshed(world.ann, shown)).startswith("Cancelled")
    assert [each["type"] for each in elsewhere.handed] == [2, 3]


@pytest.mark.usefixtures("parlour")
async def test_a_dialog_goes_to_the_process_that_has_opened_it(world: World, elsewhere: Elsewhere) -> None:
    party = await begin_parlour(world, hand="chosen")
    first, second = (await party.session()).state.order
    user = party.player(second).user
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label="discard", value="discard")]
    view.add_item(discord.ui.Select[Any](custom_id="a:1:", options=options))
    message = await world.show(view, user.dm_channel.id, "forged")
    dialog = await user.select(message, ["discard"])
    elsewhere.begin()
    await user.submit_modal(dialog, {"answer": "26 -"})
    await world.settle()
    assert [each["type"] for each in elsewhere.handed] == [5]
    assert await world.bot.arena.prepared.of(party.match_id, world.person(PLAYERS[second - 1])) == {"discard": "26 -"}
    assert (await party.session()).to_act == {first}


async def test_what_is_only_looked_at_is_answered_from_the_store(world: World, elsewhere: Elsewhere) -> None:
    """Who is a member, and who sees the channel, is requested from Discord."""
    await world.begin(game="apex", players=2)
    elsewhere.begin()
    lose_the_server(world)
    for command in ("board", "match cards"):
        assert "[Go to the match]" in said(await direct(world, "ann", command))
    assert f"/{world.channel.id}" in said(await direct(world, "ann", "matches"))
    assert {each["value"] for each in await world.ann.user.autocomplete("board", "match", "")} == {1}
    assert (await direct(world, "cleo", "board", match=1)).attachments, "who sees the channel may look"
    assert elsewhere.handed == []


@pytest.mark.parametrize(
    "gone",
    [
        lambda world: world.guild.remove_member(world.ann),
        lambda world: world.deny(world.channel, world.ann.id, "view_channel"),
    ],
)
async def test_who_may_not_look_is_not_told_of_matches_of_other_processes(
    world: World, elsewhere: Elsewhere, gone: Callable[[World], object]
) -> None:
    await world.begin()
    gone(world)
    elsewhere.begin()
    lose_the_server(world)
    for command in ("board", "match cards"):
        assert said(await direct(world, "ann", command, match=1)) == "There's no such match."
    assert elsewhere.handed == []


async def test_where_the_other_process_is_away_the_match_is_linked_to(
    world: World, elsewhere: Elsewhere, caplog: pytest.LogCaptureFixture
) -> None:
    await world.begin()
    elsewhere.begin()
    elsewhere.there = False
    caplog.set_level(logging.DEBUG)
    told = said(await direct(world, "ann", "move", turn="E/2C6/D8-"))
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert told == f"That didn't work from here, and nothing was done. Do it in the match's own channel: {link}"
    assert (await world.bot.arena.matches.get(1)).seq == 0
    (payload,) = elsewhere.handed
    assert await waiting(world) == []
    assert payload["token"] not in caplog.text


async def test_a_forged_press_tells_nothing_of_a_match_of_another_process(world: World, elsewhere: Elsewhere) -> None:
    match = await world.begin()
    world.deny(world.channel, world.people["eve"].id, "view_channel")
    elsewhere.begin()
    elsewhere.there = False
    for number in (match.id, match.id + 1):
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button[Any](label="forged", custom_id=MatchId(number, match.seq, "board").text))
        message = await world.show(view, world.people["eve"].user.dm_channel.id, "forged")
        assert private(await world.people["eve"].user.click(message, label="forged")) == "There's no such match."
    assert elsewhere.handed == []
