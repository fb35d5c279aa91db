"""A whole silent match (R28, R29): for every message and every onlooker, who can see and who can write what.

The server's owner and its administrators are left out: nothing binds them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord.backend.access import can_access_channel
from simcord.backend.models import Message

from engine.text import ENGLISH
from hosting.match.model import Match, ServerSettings
from hosting.silence import READING, WORDS
from tests.cogs.conftest import private
from tests.cogs.playing import SHORT_SILENT_GAME as TURNS
from tests.cogs.playing import controls, labels, menu, message_of, more, pick, refreshed, said
from tests.cogs.silence.conftest import PLAYERS, Silent
from tests.cogs.strays import strays

EVERYBODY = (*PLAYERS, "eve", "mod")
READERS = {
    "general": EVERYBODY,
    "board": EVERYBODY,
    "spectators": ("eve", "mod"),
    "team:0": ("ann", "cleo"),
    "team:1": ("bob", "dan"),
}
WRITERS = {**READERS, "board": (), "team:0": (), "team:1": ()}
READERS_AFTERWARDS = WRITERS_AFTERWARDS = {**READERS, "spectators": EVERYBODY}
TEAM = {"ann": "team:0", "cleo": "team:0", "bob": "team:1", "dan": "team:1"}
PARTNER = {"ann": "cleo", "cleo": "ann", "bob": "dan", "dan": "bob"}
MODERATOR = "manage_channels manage_messages manage_threads manage_webhooks pin_messages manage_nicknames manage_guild"
WAYS = {"message", "file", "reply", "reaction", "typing"}


def word(name: str) -> str:
    """What somebody would like their partner to read."""
    return f"zq{name}zq"


class Scene:
    """The match and everybody who looks at it."""

    def __init__(self, w: Silent, match: Match) -> None:
        self.w, self.people, self.match = w, w.people, match
        self.outsider = w.env.create_user("oscar")
        self.channels = {"general": w.general}
        self.channels |= {place.role: w.channel(match, place.role) for place in match.places if place.role in READERS}

    def stored(self, role: str) -> list[Message]:
        """Every message that is in a channel, whoever may see it."""
        return list(self.w.env.backend.messages[self.channels[role].id].values())

    def seen(self, role: str, viewer: simcord.MemberActor | simcord.UserHandle) -> set[int]:
        """The messages that somebody sees in a channel."""
        channel, env = self.channels[role].id, self.w.env
        if not can_access_channel(env, channel, viewer, history=True):
            return set()
        return {message.id for message in self.stored(role) if message.visible_to(viewer.id)}

    def view(self, name: str) -> dict[int, str]:
        """Everything that the match's channels hold and somebody sees, by message: contents, controls, files."""
        return {
            message.id: repr(message)
            for role in self.channels.keys() - {"general"}
            for seen in (self.seen(role, self.people[name]),)
            for message in self.stored(role)
            if message.id in seen
        }

    def check_sight(self, readers: Mapping[str, tuple[str, ...]] = READERS) -> None:
        """Every message is seen by those for whom it is, and by nobody else."""
        for role in self.channels:
            views = {name: self.seen(role, self.people[name]) for name in EVERYBODY}
            for message in self.stored(role):
                asked = int((message.interaction_metadata or {}).get("user", {}).get("id", 0))
                for name, view in views.items():
                    for_them = not message.is_ephemeral or asked == self.people[name].id
                    assert (message.id in view) is (for_them and name in readers[role]), (role, name, message)
            assert not self.seen(role, self.outsider)

    async def check_writing(self, writers: Mapping[str, tuple[str, ...]] = WRITERS) -> None:
        """Everybody can make themselves noticed where they should, and nowhere else."""
        for role, channel in self.channels.items():
            for name in EVERYBODY:
                assert await self.ways(name, channel) == (WAYS if name in writers[role] else set()), (role, name)

    async def ways(self, name: str, channel: simcord.ChannelHandle) -> set[str]:
        """In what ways somebody succeeds who tries to be noticed in a channel."""
        who, target = self.people[name], channel.history()[-1]
        tries: dict[str, Callable[[], Awaitable[object]]] = {
            "message": lambda: who.send(channel, "psst"),
            "file": lambda: who.send(channel, attachments=[("psst.txt", b"psst")]),
            "reply": lambda: who.send(channel, "psst", reply_to=target),
            "reaction": lambda: who.react(target, "👋"),
            "typing": lambda: who.typing(channel),
        }
        done = set()
        for way, attempt in tries.items():
            try:
                await attempt()
            except (simcord.BackendError, simcord.SetupError):
                continue
            done.add(way)
        return done

    def status(self, role: str) -> discord.Message:
        """The message in a channel that says whose turn it is."""
        shown = (
            simcord.ResponseMessage(self.w.env, each) for each in reversed(self.stored(role)) if not each.is_ephemeral
        )
        return next(message.message for message in shown if "Play" in labels(message))

    async def now(self) -> Match:
        return await self.w.bot.arena.matches.get(self.match.id)

    async def next_name(self) -> str:
        (person_id,) = (await self.now()).to_act
        return next(name for name in PLAYERS if self.w.number(name) == person_id)

    async def type_turn(self, turn: str) -> None:
        """Play a turn by command, in the team's own channel."""
        name = await self.next_name()
        reply = await self.people[name].slash(self.channels[TEAM[name]], "move", turn=turn)
        assert message_of(reply).ephemeral
        assert said(message_of(reply)).startswith(f"Played `{turn}`.")
        await self.w.settle()

    async def press_turn(self, turn: str) -> None:
        """Play a turn by buttons and menus alone, in the team's own channel."""
        name = await self.next_name()
        player, session = self.people[name], (await self.now()).session
        message: discord.Message | simcord.ResponseMessage
        message = message_of(await player.click(self.status(TEAM[name]), label="Play"))
        (seat,), done = session.to_act, ""
        for action in turn.split("/"):
            state = session.preview(seat, done).state
            move = session.game.parse(state, seat, action)
            for choice in session.game.choices(state, seat, move):
                label = choice.text.render(ENGLISH, lambda each: (*PLAYERS,)[each - 1])
                if label in labels(message) or label in menu(message) or "Next page ▶" in labels(message):
                    message = await pick(player, message, label)
            done += f"{action}/"
        await pick(player, message, "Confirm")
        assert said(refreshed(player, message)).startswith(f"Played `{turn}`.")
        await self.w.settle()


async def begin(w: Silent) -> Scene:
    """Open a table with `/new`, seat everybody and start, by buttons."""
    w.people["mod"] = w.guild.add_member(w.env.create_user("mod"))
    w.give("mod", MODERATOR)
    lobby = await w.world.lobby(players=4, mode="teams")
    assert "R29" in said(lobby)
    for name in PLAYERS[1:]:
        await w.world.press(name, lobby, "Join")
    await w.world.press("ann", lobby, "Start")
    await w.settle()
    match = await w.bot.arena.matches.get(1)
    assert match.silent
    return Scene(w, match)


def questions(w: Silent, asked: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every command of the bot, with some text wherever it takes any, and what else it insists on."""
    kinds = discord.AppCommandOptionType
    for command in w.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            texts = [each for each in command.parameters if each.type is kinds.string]
            numbers = [each for each in command.parameters if each.type is kinds.integer and each.required]
            people = [each for each in command.parameters if each.type is kinds.user and each.required]
            choices = [each for each in texts if each.choices and each.required]
            files = [each for each in command.parameters if each.type is kinds.attachment and each.required]
            yield (
                command.qualified_name,
                {each.display_name: asked for each in texts if not each.choices}
                | {each.display_name: each.min_value or 1 for each in numbers}
                | {each.display_name: w.people["eve"] for each in people}
                | {each.display_name: ("asked.txt", asked.encode()) for each in files}
                | {each.display_name: each.choices[0].value for each in choices},
            )


def completed(w: Silent) -> Iterator[tuple[str, str]]:
    """Every option that takes text and suggests how to go on, with its command; hidden commands are left out."""
    for command in w.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and not command.qualified_name.startswith("silence "):
            for each in command.parameters:
                if each.autocomplete and each.type is discord.AppCommandOptionType.string:
                    yield command.qualified_name, each.display_name


async def test_r29_a_whole_match(w: Silent) -> None:
    scene = await begin(w)
    await w.people["eve"].send(scene.channels["spectators"], "Who will win?")
    scene.check_sight()
    await scene.check_writing()
    for number, turn in enumerate(TURNS):
        if number < 4:
            await scene.press_turn(turn)
        else:
            await scene.type_turn(turn)
        if number < len(TURNS) - 1:
            scene.check_sight()
            for name in PLAYERS:
                for role in ("board", TEAM[name]):
                    assert w.can(name, scene.channels[role]) >= READING
                    assert not w.can(name, scene.channels[role]) & WORDS
            # Both partners see the same board, and each sees who is next.
            assert f"`{turn}`" in said(scene.channels["team:0"].history()[-2])
            assert f"`{turn}`" in said(scene.channels["team:1"].history()[-2])
        if number == 4:
            await scene.check_writing()
    match = await scene.now()
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1, 3)
    scene.check_sight(READERS_AFTERWARDS)
    await scene.check_writing(WRITERS_AFTERWARDS)
    assert await strays(w.world) == []


async def test_r29_only_who_is_next_is_called_and_in_one_place(w: Silent) -> None:
    scene = await begin(w)
    for turn in TURNS[:2]:
        name = await scene.next_name()
        for role in ("board", "team:0", "team:1"):
            called = w.world.pings(scene.status(role))
            assert called == ([w.people[name].id] if role == TEAM[name] else [])
        await scene.type_turn(turn)


async def test_the_spectators_place_is_offered_where_spectators_read(w: Silent) -> None:
    scene = await begin(w)
    assert "Watch with others" in labels(await more(w.people["eve"], scene.status("board")))
    for player, role in (("ann", "board"), ("ann", "team:0"), ("bob", "team:1")):
        assert "Watch with others" not in labels(await more(w.people[player], scene.status(role)))


@pytest.mark.parametrize("who", PLAYERS)
async def test_r29_no_command_lets_a_player_s_text_reach_anybody(w: Silent, who: str) -> None:
    scene = await begin(w)
    await scene.type_turn(TURNS[0])
    before = {name: scene.view(name) for name in EVERYBODY if name != who}
    asked = 0
    for role in ("board", TEAM[who]):
        for command, options in questions(w, word(who)):
            try:
                result = await w.people[who].slash(scene.channels[role], command, **options)
            except simcord.SetupError:
                assert command.startswith("silence "), "only organisers' commands are hidden"
                continue
            await w.settle()
            answers = [*([result.response] if result.response else []), *result.followups]
            assert answers or result.modal is not None, command  # a dialog is for whoever asked
            assert all(answer.ephemeral for answer in answers), command
            asked += 1
        for command, option in completed(w):
            await w.people[who].autocomplete(scene.channels[role], command, option, word(who))
    assert asked >= 16
    after = {name: scene.view(name) for name in before}
    # What a player asks all the others to agree to they all read, in the bot's own words.
    new = [text for name in before for key, text in after[name].items() if key not in before[name]]
    assert all(any(f"custom_id': 'q:{number}:" in text for number in range(1, 9)) for text in new)
    assert not any(word(who) in text for text in new)
    assert all(after[name].items() >= before[name].items() for name in before)
    scene.check_sight()


@pytest.mark.parametrize("who", ["bob", "dan"])
async def test_r29_no_button_shows_anybody_else_that_it_was_pressed(w: Silent, who: str) -> None:
    scene = await begin(w)
    await scene.type_turn(TURNS[0])
    before = {name: scene.view(name) for name in EVERYBODY if name != who}
    for role in ("board", TEAM[who]):
        for item in controls(scene.status(role)):
            result = await w.people[who].click(scene.status(role), custom_id=item["custom_id"])
            assert message_of(result).ephemeral, item["label"]
            if item["label"] == "More":
                inside = message_of(result)
                for label in ("Board", "Replay", "Record", "Ask the others"):
                    assert message_of(await w.people[who].click(inside, label=label)).ephemeral
                question = message_of(await w.people[who].click(inside, label="Resign"))
                await w.people[who].click(question, label="Play on")
    await w.settle()
    assert {name: scene.view(name) for name in before} == before
    scene.check_sight()


async def test_r29_an_illegal_turn_is_told_to_its_player_alone(w: Silent) -> None:
    scene = await begin(w)
    before = scene.view("cleo")
    result = await w.people["ann"].slash(scene.channels["team:0"], "move", turn=f"E/{word('ann')}")
    assert message_of(result).ephemeral
    assert word("ann") in said(message_of(result))
    assert scene.view("cleo") == before


async def test_r29_a_typed_turn_is_shown_in_canonical_notation(w: Silent) -> None:
    scene = await begin(w)
    reply = await w.people["ann"].slash(scene.channels["team:0"], "move", turn="  e / 3b6 /  B6–  ")
    await w.settle()
    assert said(message_of(reply)).startswith("Played `E/3B6/B6-`.")
    assert "`E/3B6/B6-`" in said(scene.channels["team:0"].history()[-2])
    assert not any("3b6" in text or "B6–" in text for text in scene.view("cleo").values())


async def test_r29_names_changed_in_mid_match_are_not_shown(w: Silent) -> None:
    scene = await begin(w)
    for turn in TURNS[:2]:
        await scene.type_turn(turn)
    for name in PLAYERS:
        w.env.backend.edit_member(w.guild.id, w.people[name].id, {"nick": word(name)})
        w.env.backend.users[w.people[name].id].global_name = word(name)
    for turn in TURNS[2:]:
        await scene.type_turn(turn)
        if not (await scene.now()).over:
            mentions = [f"<@{w.people[name].id}>" for name in PLAYERS]
            for role in ("board", "team:0", "team:1"):
                latest = said(scene.status(role))
                assert turn == TURNS[2] or not any(mention in latest for mention in mentions)
    for name, partner in PARTNER.items():
        assert not any(word(name) in text for text in scene.view(partner).values())
    for place in scene.match.places:
        channel = w.seen.get_channel(place.channel_id)
        assert not any(word(name) in f"{channel} {getattr(channel, 'topic', '')}" for name in PLAYERS)


async def test_r29_nobody_opens_a_table_where_nobody_may_post(w: Silent) -> None:
    scene = await begin(w)
    for role in ("board", "team:0"):
        result = await w.people["cleo"].slash(scene.channels[role], "new replicants")
        assert message_of(result).ephemeral
        assert "another channel" in said(message_of(result))


async def test_a_player_who_could_bypass_is_marked_in_the_lobby(w: Silent) -> None:
    w.give("cleo", "administrator")
    lobby = await w.world.lobby(players=4, mode="teams")
    for name in PLAYERS[1:]:
        await w.world.press(name, lobby, "Join")
    shown = said(w.world.latest(lobby))
    assert f"⚠️ {w.people['cleo'].mention} is an administrator" in shown


async def test_a_start_that_the_server_s_settings_refuse_makes_nothing(w: Silent) -> None:
    w.give("cleo", "administrator")
    await w.bot.arena.settings.set_server(w.guild.id, ServerSettings(silence_blocks_start=True))
    lobby = await w.world.lobby(players=4, mode="teams")
    for name in PLAYERS[1:]:
        await w.world.press(name, lobby, "Join")
    channels = list(w.guild.channels)
    pressed = await w.world.press("ann", lobby, "Start")
    assert "get around the silence" in private(pressed)
    assert list(w.guild.channels) == channels
    assert "Start" in labels(w.world.latest(lobby))
