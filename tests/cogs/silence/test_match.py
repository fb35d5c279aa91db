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

from cogs.core.permissions import label
from cogs.silence.cog import Silence
from cogs.silence.log_view import _SENTENCES
from engine.text import ENGLISH
from hosting.consent.agreements import FormerPlayer
from hosting.match.model import Match, ServerSettings
from hosting.silence import PERMISSIONS, READING, WORDS, Kind, SilenceCode
from tests.cogs.conftest import private
from tests.cogs.playing import SHORT_SILENT_GAME as TURNS
from tests.cogs.playing import controls, labels, menu, message_of, more, pick, refreshed
from tests.cogs.playing import said as playing_said
from tests.cogs.seeing import strays
from tests.cogs.silence.conftest import PLAYERS, Silent
from tests.cogs.test_moderation import spoil

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
    """What a player would like their partner to read."""
    return f"zq{name}zq"


class Scene:
    """The match and everybody who looks at it."""

    def __init__(self, w: Silent, match: Match) -> None:
        self.w, self.people, self.match = w, w.people, match
        self.outsider = w.env.create_user("oscar")
        self.channels = {"general": w.general}
        self.channels |= {place.role: w.channel(match, place.role) for place in match.places if place.role in READERS}

    def stored(self, role: str) -> list[Message]:
        """Every message that is in a channel, no matter who can see it."""
        return list(self.w.env.backend.messages[self.channels[role].id].values())

    def seen(self, role: str, viewer: simcord.MemberActor | simcord.UserHandle) -> set[int]:
        """The messages that a player sees in a channel."""
        channel, env = self.channels[role].id, self.w.env
        if not can_access_channel(env, channel, viewer, history=True):
            return set()
        return {message.id for message in self.stored(role) if message.visible_to(viewer.id)}

    def view(self, name: str) -> dict[int, str]:
        """Everything that the match's channels hold and a player sees, by message: contents, controls, files."""
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
        """In what ways a player succeeds who tries to be noticed in a channel."""
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

    def turn_message(self, role: str) -> discord.Message:
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
        assert playing_said(message_of(reply)).startswith(f"Played `{turn}`.")
        await self.w.settle()

    async def press_turn(self, turn: str) -> None:
        """Play a turn by buttons and menus alone, in the team's own channel."""
        name = await self.next_name()
        player, session = self.people[name], (await self.now()).session
        message: discord.Message | simcord.ResponseMessage
        message = message_of(await player.click(self.turn_message(TEAM[name]), label="Play"))
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
        assert playing_said(refreshed(player, message)).startswith(f"Played `{turn}`.")
        await self.w.settle()


async def begin(w: Silent) -> Scene:
    """Open a table with `/new`, seat everybody and start, by buttons."""
    w.people["mod"] = w.guild.add_member(w.env.create_user("mod"))
    w.give("mod", MODERATOR)
    lobby = await w.world.lobby(players=4, mode="teams")
    assert "R29" in playing_said(lobby)
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
            assert f"`{turn}`" in playing_said(scene.channels["team:0"].history()[-1])
            assert f"`{turn}`" in playing_said(scene.channels["team:1"].history()[-1])
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
            called = w.world.pings(scene.turn_message(role))
            assert called == ([w.people[name].id] if role == TEAM[name] else [])
        await scene.type_turn(turn)


async def test_the_spectators_place_is_offered_where_spectators_read(w: Silent) -> None:
    scene = await begin(w)
    assert "Watch with others" in labels(await more(w.people["eve"], scene.turn_message("board")))
    for player, role in (("ann", "board"), ("ann", "team:0"), ("bob", "team:1")):
        assert "Watch with others" not in labels(await more(w.people[player], scene.turn_message(role)))


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
            assert answers or result.modal is not None, command  # a dialog is for the person who asked
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
        for item in controls(scene.turn_message(role)):
            result = await w.people[who].click(scene.turn_message(role), custom_id=item["custom_id"])
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
    assert word("ann") in playing_said(message_of(result))
    assert scene.view("cleo") == before


async def test_r29_a_typed_turn_is_shown_in_canonical_notation(w: Silent) -> None:
    scene = await begin(w)
    reply = await w.people["ann"].slash(scene.channels["team:0"], "move", turn="  e / 3b6 /  B6–  ")
    await w.settle()
    assert playing_said(message_of(reply)).startswith("Played `E/3B6/B6-`.")
    assert "`E/3B6/B6-`" in playing_said(scene.channels["team:0"].history()[-1])
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
                latest = playing_said(scene.turn_message(role))
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
        assert "open the table in another one" in playing_said(message_of(result))


async def test_a_player_who_could_bypass_is_marked_in_the_lobby(w: Silent) -> None:
    w.give("cleo", "administrator")
    lobby = await w.world.lobby(players=4, mode="teams")
    for name in PLAYERS[1:]:
        await w.world.press(name, lobby, "Join")
    shown = playing_said(w.world.latest(lobby))
    assert f"⚠️ {w.people['cleo'].mention} is an administrator" in shown


async def test_a_start_that_the_server_s_settings_refuse_makes_nothing(w: Silent) -> None:
    w.give("cleo", "administrator")
    await w.bot.arena.settings.change_server(w.guild.id, lambda _: ServerSettings(silence_blocks_start=True))
    lobby = await w.world.lobby(players=4, mode="teams")
    for name in PLAYERS[1:]:
        await w.world.press(name, lobby, "Join")
    channels = list(w.guild.channels)
    pressed = await w.world.press("ann", lobby, "Start")
    assert "get around the silence" in private(pressed)
    assert list(w.guild.channels) == channels
    assert "Start" in labels(w.world.latest(lobby))


# After a silent match: its channels open for talk, the transcript is posted, and days later they are deleted.


DAY = 86400.0


async def transcripts(w: Silent, channel_id: int) -> list[str]:
    """The transcripts posted in a channel."""
    files = [file for message in w.world.place(channel_id).history() for file in message.attachments]
    return [(await file.read()).decode() for file in files if file.filename.endswith("-transcript.txt")]


async def over_for_a_day(w: Silent) -> Match:
    """End a match whose channels are deleted the day after; each day of simulated time takes a while."""
    await w.bot.arena.settings.change_server(w.guild.id, lambda _: ServerSettings(transcript_days=1))
    return await w.resign(await w.start(), "ann")


async def test_the_channels_open_for_talk(w: Silent) -> None:
    match = await w.resign(await w.start(), "ann")
    for place, talkers in (("board", "ann bob cleo dan eve"), ("spectators", "ann bob cleo dan eve"),
                           ("team:0", "ann cleo"), ("team:1", "bob dan")):  # fmt: skip
        channel = w.channel(match, place)
        for name in w.people:
            assert ("send_messages" in w.can(name, channel)) is (name in talkers.split()), (name, place)
    assert (await w.codes(match))[-1] == "opened"


async def test_the_transcript_holds_the_record_and_what_was_done(w: Silent) -> None:
    match = await w.start()
    w.overwrite(w.channel(match, "team:0"), w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    match = await w.resign(match, "ann")
    for channel_id in (w.general.id, match.channel_id):
        (text,) = await transcripts(w, channel_id)
        assert '[Mode "teams"]' in text
        assert "(F.Bob.Dan)" in text
        assert 'The permissions of "Team A" had been changed, and I restored them: ' in text
        assert "Send Messages ✗→✓" in text


async def test_drift_no_longer_matters(w: Silent) -> None:
    match = await w.resign(await w.start(), "bob")
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.people["eve"].id, allow="view_channel send_messages")
    await w.env.advance_time(7200)
    await w.settle()
    assert "send_messages" in w.can("eve", channel)


@pytest.mark.parametrize("days", [1, 7])
async def test_the_channels_are_deleted_after_the_days_that_the_server_chose(w: Silent, days: int) -> None:
    await w.bot.arena.settings.change_server(w.guild.id, lambda _: ServerSettings(transcript_days=days))
    match = await w.resign(await w.start(), "ann")
    due = int(w.env.now().timestamp() + days * DAY)
    said = [message.content for message in w.world.place(match.channel_id).history()]
    assert any(f"<t:{due}:R>" in text for text in said)
    await w.env.advance_time(days * DAY - 60)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)
    await w.env.advance_time(120)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)
    assert (await w.codes(match))[-1] == "deleted"
    assert len(await transcripts(w, w.general.id)) == 1, "the transcript stays where the table was opened"


async def test_nothing_is_deleted_while_the_server_cannot_be_seen(w: Silent) -> None:
    """What else is in the category could not be told then."""
    match = await over_for_a_day(w)
    await w.env.advance_time(DAY - 60)
    w.seen.unavailable = True
    await w.env.advance_time(120)
    await w.settle()
    assert all(w.exists(place.channel_id) for place in match.places)
    w.seen.unavailable = False
    await w.env.advance_time(3600)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)


async def test_channels_that_someone_deleted_already_are_fine(w: Silent) -> None:
    match = await over_for_a_day(w)
    for place in ("team:0", "board", "category"):
        w.env.backend.delete_channel(w.channel(match, place).id)
    await w.env.settle()
    await w.env.advance_time(2 * DAY)
    await w.settle()
    assert not any(w.exists(place.channel_id) for place in match.places)
    assert (await w.codes(match))[-1] == "deleted"


async def test_a_category_with_another_players_channels_stays(w: Silent) -> None:
    match = await over_for_a_day(w)
    category = w.channel(match, "category")
    other = w.guild.create_text_channel("other", category=category)
    await w.env.settle()
    await w.env.advance_time(2 * DAY)
    await w.settle()
    assert w.exists(category.id)
    assert w.exists(other.id)
    assert not w.exists(match.channel_id)


async def test_if_discord_refuses_to_delete_organisers_are_told_and_it_is_left_at_that(w: Silent) -> None:
    match = await over_for_a_day(w)
    w.env.inject_error("DELETE", "/channels/*", status=403, code=50013, times=5)
    await w.env.advance_time(3 * DAY)
    await w.settle()
    assert (await w.codes(match))[-5:] == ["kept"] * 5
    owner = w.guild.owner
    assert "I can't delete" in owner.dm_channel.history(viewer=owner)[-1].content
    tries = [call for call in w.env.http_requests if call.method == "DELETE" and "/messages/" not in call.path]
    assert len(tries) == 5


async def test_channels_that_cannot_be_opened_or_written_to_keep_nothing_up(w: Silent) -> None:
    match = await w.start()
    w.env.inject_error("PATCH", f"/channels/{w.channel(match, 'team:0').id}", status=403, code=50013, times=9)
    w.env.inject_error("POST", f"/channels/{w.general.id}/messages", status=403, code=50013, times=9)
    match = await w.resign(match, "ann")
    assert (await w.codes(match))[-1] == "opened"
    assert "send_messages" not in w.can("ann", w.channel(match, "team:0"))
    assert "send_messages" in w.can("bob", w.channel(match, "team:1"))
    assert await transcripts(w, w.general.id) == []
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_a_server_out_of_sight_when_the_match_ends_is_seen_to_later(w: Silent) -> None:
    match = await w.start()
    w.seen.unavailable = True
    match = await w.resign(match, "ann")
    assert "opened" not in await w.codes(match)
    assert await w.world.as_bot(w.bot.silence.check(match.id)) == ()
    w.seen.unavailable = False
    await w.env.advance_time(3700)
    await w.settle()
    assert (await w.codes(match))[-1] == "opened"
    silence = w.bot.get_cog("Silence")
    assert isinstance(silence, Silence)
    await w.world.as_bot(silence.hourly(str(match.id), None))
    assert (await w.codes(match)).count("opened") == 1
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_the_transcript_is_posted_once_even_if_the_bot_restarts(w: Silent) -> None:
    match = await w.resign(await w.start(), "ann")
    await w.world.restart()
    await w.env.advance_time(7200)
    await w.settle()
    assert len(await transcripts(w, match.channel_id)) == 1


async def test_what_a_crash_kept_from_being_opened_is_opened_later(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    monkeypatch.setattr(w.bot.get_cog("Silence"), "_do_once", lambda *_: None)
    match = await w.resign(match, "ann")
    assert "opened" not in await w.codes(match)
    await w.world.restart()
    await w.env.advance_time(3700)
    await w.settle()
    assert (await w.codes(match))[-1] == "opened"
    assert "send_messages" in w.can("ann", w.channel(match, "team:0"))


async def test_what_drifted_while_the_bot_was_away_is_put_right(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages", told=False)
    await w.world.restart()
    assert "send_messages" in w.can("ann", channel)
    await w.env.advance_time(3700)
    await w.settle()
    assert "send_messages" not in w.can("ann", channel)


# A seat of a silent match (R29) is handed over: who can see and say what in which channel, and what the log says.


ROLES = ("board", "spectators", "team:0", "team:1")
BEFORE = {
    "board": {"ann", "bob", "cleo", "dan", "eve"},
    "spectators": {"eve"},
    "team:0": {"ann", "cleo"},
    "team:1": {"bob", "dan"},
}
AFTER = {**BEFORE, "spectators": {"cleo"}, "team:0": {"ann", "eve"}}


def readers(w: Silent, match: Match) -> dict[str, set[str]]:
    return {
        role: {name for name in w.people if "view_channel" in w.can(name, w.channel(match, role))} for role in ROLES
    }


def writers(w: Silent, match: Match) -> dict[str, set[str]]:
    return {role: {name for name in w.people if w.can(name, w.channel(match, role)) & WORDS} for role in ROLES}


async def call(w: Silent, match: Match, name: str) -> None:
    """Let a player look for a substitute, by command in their team's channel."""
    seat = match.seat_of(w.number(name))
    assert seat is not None
    reply = await w.people[name].slash(w.channel(match, f"team:{match.mode.team_of(seat)}"), "match leave")
    assert "I'll ask the others at the next turn" in private(reply)
    await w.announced()


async def take(w: Silent, match: Match, name: str) -> str:
    """Let a substitute take over the seat, by button on the board."""
    board = w.channel(match, "board")
    (post,) = [each for each in board.history() if "Take over this seat" in labels(each)]
    question = await w.people[name].click(post, label="Take over this seat")
    told = private(question)
    if labels(message_of(question)):
        await w.people[name].click(message_of(question), label="Take over")
    await w.settle()
    return told


async def test_the_channels_go_with_the_seat(w: Silent) -> None:
    match = await w.start()
    assert readers(w, match) == BEFORE
    await call(w, match, "cleo")
    assert "R29" in await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert [seat.name for seat in match.seats] == ["Ann", "Bob", "eve", "Dan"]
    assert readers(w, match) == AFTER
    assert writers(w, match) == {role: {"cleo"} if role == "spectators" else set() for role in ROLES}
    assert w.can("eve", w.channel(match, "team:0")) >= READING
    overwritten = {each.target_id for role in ROLES for each in w.channel(match, role)._channel.overwrites}
    assert w.people["cleo"].id not in overwritten
    assert await w.codes(match) == ["started", "handed"]
    assert match.status == "running"


async def test_the_call_is_on_the_board_and_not_in_the_channels_of_the_teams(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    shown = {
        role: any("Take over this seat" in labels(message) for message in w.channel(match, role).history())
        for role in ROLES
    }
    assert shown == {"board": True, "spectators": False, "team:0": False, "team:1": False}


async def test_the_new_player_is_called_and_plays(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "ann")
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    status = w.channel(match, "team:0").history()[-1]
    assert "Play" in labels(status)
    assert w.world.pings(status) == [w.people["eve"].id]
    assert not any(w.world.pings(message) for message in w.channel(match, "team:1").history())
    match = await w.play(match)
    assert match.history[-1].person_id == w.number("eve")
    refused = await w.people["ann"].slash(w.channel(match, "board"), "resign")
    assert "Only this match's players" in private(refused)


async def test_a_former_player_does_not_come_back(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    await call(w, match, "dan")
    assert "played in this match" in await take(w, match, "cleo")
    with pytest.raises(FormerPlayer):
        await w.bot.arena.substitutes.check(match, 3, w.person("cleo"))
    assert readers(w, match) == AFTER


async def test_who_could_bypass_the_silence_does_not_take_a_seat_where_that_is_barred(w: Silent) -> None:
    match = await w.start()
    await w.world.as_bot(
        w.bot.arena.settings.change_server(w.guild.id, lambda _: ServerSettings(silence_blocks_start=True))
    )
    w.give("eve", "manage_roles")
    await call(w, match, "cleo")
    assert "could get around the teams' silence" in await take(w, match, "eve")
    assert (await w.bot.arena.matches.get(match.id)).former == ()


async def test_a_handing_over_that_discord_refuses_interrupts_the_match(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    w.env.inject_error("PATCH", f"/channels/{w.channel(match, 'team:0').id}", status=403, code=50013, times=100)
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert match.parked is not None
    assert match.parked.code == "silence"
    w.env.backend.faults.clear()
    await w.env.advance_time(3600)
    await w.settle()
    match = await w.bot.arena.matches.get(match.id)
    assert match.parked is None
    assert readers(w, match) == AFTER
    assert (await w.codes(match)).count("handed") == 1


async def test_a_channel_that_was_deleted_does_not_keep_the_others_from_being_handed_over(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    w.env.backend.delete_channel(w.channel(match, "spectators").id)
    await w.settle()
    await take(w, match, "eve")
    for role in ("board", "team:0", "team:1"):
        found = {name for name in w.people if "view_channel" in w.can(name, w.channel(match, role))}
        assert found == AFTER[role], role
    assert (await w.codes(match)).count("handed") == 1
    assert (await w.bot.arena.matches.get(match.id)).parked is None, "the match needs no spectators"


async def test_it_is_done_after_a_restart_too(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    (request,) = await w.bot.arena.requests.open_of(match.id)
    with monkeypatch.context() as dying:
        dying.setattr(w.bot.arena.matches, "_listeners", [])
        await w.world.as_bot(w.bot.arena.substitutes.take(request.id, w.person("eve")))
    assert "eve" not in readers(w, match)["team:0"]
    await w.world.restart()
    await w.env.advance_time(3600)
    await w.settle()
    assert readers(w, match) == AFTER


async def test_a_player_who_takes_over_is_called_by_a_name_that_is_not_of_the_moment(w: Silent) -> None:
    """A name chosen for the server could be words for the partner (R29)."""
    match = await w.start()
    await call(w, match, "cleo")
    w.env.backend.edit_member(w.guild.id, w.people["eve"].id, {"nick": "meet me at E7"})
    await take(w, match, "eve")
    match = await w.bot.arena.matches.get(match.id)
    assert [seat.name for seat in match.seats] == ["Ann", "Bob", "eve", "Dan"]
    texts = [each.content for role in ROLES if role != "category" for each in w.channel(match, role).history()]
    assert not any("meet me" in each for each in texts)


async def test_a_name_that_changes_after_the_handing_over_is_not_mentioned(w: Silent) -> None:
    match = await w.start()
    await call(w, match, "cleo")
    await take(w, match, "eve")
    assert "renamed" not in await w.codes(match)
    w.env.backend.edit_member(w.guild.id, w.people["eve"].id, {"nick": "meet me at E7"})
    await w.env.advance_time(3600)
    await w.settle()
    assert "renamed" in await w.codes(match)


async def test_no_words_of_a_player_reach_the_others_by_asking(w: Silent) -> None:
    match = await w.play(await w.start())
    seen = len(w.channel(match, "team:0").history())
    told = private(await w.people["ann"].slash(w.channel(match, "team:0"), "undo"))
    assert "I'll ask the others" in told
    await w.announced()
    posts = {role: w.channel(match, role).history()[-1] for role in ("board", "team:0", "team:1")}
    assert all("Agree" in labels(post) for post in posts.values())
    assert len(w.channel(match, "team:0").history()) == seen + 1
    before = posts["team:0"].content
    for name, role in (("bob", "team:1"), ("dan", "team:1")):
        assert "You agreed." in private(await w.people[name].click(posts[role], label="Agree"))
        await w.settle()
        now = w.channel(match, "team:0").history()[-1]
        assert now.content == before, "who agreed is not shown before all have"
    assert "it's done" in private(await w.people["cleo"].click(posts["team:0"], label="Agree"))
    await w.settle()
    match = await w.bot.arena.matches.get(match.id)
    assert match.session.entries == ()
    assert not any("Agree" in labels(each) for role in posts for each in w.channel(match, role).history())


async def test_each_is_called_in_their_own_channel(w: Silent) -> None:
    match = await w.play(await w.start())
    await w.people["ann"].slash(w.channel(match, "team:0"), "match end")
    await w.announced()
    called = {role: set(w.world.pings(w.channel(match, role).history()[-1])) for role in ("board", "team:0", "team:1")}
    ids = {name: w.people[name].id for name in ("bob", "cleo", "dan")}
    assert called == {"board": set(), "team:0": {ids["cleo"]}, "team:1": {ids["bob"], ids["dan"]}}


@pytest.mark.parametrize(("command", "options"), [("match pause", {"days": 23}), ("match pause", {"days": 1})])
async def test_no_number_that_could_stand_for_a_word_can_be_chosen(
    w: Silent, command: str, options: dict[str, int]
) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    before = len(channel.history())
    assert "R29" in private(await w.people["ann"].slash(channel, command, **options))
    await w.settle()
    assert len(channel.history()) == before


async def test_an_organisers_own_words_do_not_reach_silent_partners(w: Silent) -> None:
    match = await w.start()
    w.give("eve", "manage_guild")
    reply = await w.people["eve"].slash(w.channel(match, "board"), "organise pause", reason="other", words="attack E7")
    assert "R29" in private(reply)
    assert (await w.bot.arena.matches.get(match.id)).paused is None


# `/silence`: for organisers only, always private.


async def said(
    w: Silent, name: str, command: str, channel: simcord.ChannelHandle | None = None, **options: object
) -> str:
    """What the bot answers a player in private."""
    result = await w.people[name].slash(channel or w.general, f"silence {command}", **options)
    assert result.response is not None
    assert result.response.ephemeral
    embeds = [field for embed in result.response.embeds for field in embed.fields]
    return "\n".join([result.response.content, *(f"{field.name}\n{field.value}" for field in embeds)])


async def test_only_organisers_see_it(w: Silent) -> None:
    with pytest.raises(simcord.SetupError):
        await w.people["ann"].slash(w.general, "silence status")
    w.give("eve", "manage_guild")
    assert "of the 500 channels" in await said(w, "eve", "status")


async def test_status_checks_and_says_how_things_are(w: Silent) -> None:
    w.give("eve", "manage_guild")
    match = await w.start()
    assert f"✓ Match {match.id} in <#{match.channel_id}> is silent." in await said(w, "eve", "status")
    w.give("ann", "administrator")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(w.channel(match, "team:0"), w.people["cleo"].id, allow="view_channel send_messages")
    await w.settle()
    text = await said(w, "eve", "status")
    assert f"✗ Match {match.id} in <#{match.channel_id}> isn't silent" in text
    assert '"Team A"' in text
    assert f"{w.people['ann'].mention} is an administrator" in text


async def test_status_goes_on_past_a_match_that_cannot_be_read(w: Silent) -> None:
    w.give("eve", "manage_guild")
    spoilt = await w.play(await w.start())
    other = await w.start()
    talking = await w.world.begin()
    spoil(w.world, spoilt)
    await w.world.restart()
    text = await said(w, "eve", "status")
    assert f"Match {talking.id} " not in text, "it need not be silent"
    assert f"✗ This version of me can't read match {spoilt.id} in <#{spoilt.channel_id}>" in text
    assert f"✓ Match {other.id} in <#{other.channel_id}> is silent." in text
    w.world.logged.clear()


async def test_status_names_what_the_bot_lacks(w: Silent) -> None:
    w.give("eve", "manage_guild")
    w.bot_lacks("manage_webhooks")
    await w.env.settle()
    assert "permissions I'm missing: `Manage Webhooks`" in await said(w, "eve", "status")


async def test_the_log_is_that_of_the_channel_or_of_the_match_named(w: Silent) -> None:
    w.give("eve", "manage_guild")
    match = await w.start()
    w.overwrite(w.channel(match, "team:0"), w.people["cleo"].id, allow="view_channel send_messages")
    await w.settle()
    for text in (
        await said(w, "eve", "log", w.world.place(match.channel_id)),
        await said(w, "eve", "log", match=match.id),
    ):
        assert 'The permissions of "Team A" had been changed' in text
    assert "Name one by its number" in await said(w, "eve", "log")
    assert "There's no such match" in await said(w, "eve", "log", match=99)


async def test_the_log_of_a_match_of_which_nothing_was_noted(w: Silent) -> None:
    w.give("eve", "manage_guild")
    table = await w.table()
    places = await w.create(table)
    w.bot.arena.matches._listeners.clear()  # as if the process had ended
    match = await w.world.as_bot(w.bot.arena.tables.start(table.id, table.host.person_id, places))
    assert await said(w, "eve", "log", match=match.id) == f"There's nothing in the log of match {match.id}."


async def test_an_organiser_who_plays_reads_no_log(w: Silent) -> None:
    w.give("ann", "manage_guild")
    match = await w.start()
    told = private(await w.people["ann"].slash(w.general, "organise log", match=match.id))
    assert told.startswith("You're playing in this match")


async def test_the_log_of_another_server_is_not_shown(w: Silent) -> None:
    match = await w.start()
    other = w.env.create_guild("Elsewhere")
    channel = other.create_text_channel("talk")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(w.env.create_user("stranger"), roles=[boss])
    await w.env.settle()
    result = await stranger.slash(channel, "silence log", match=match.id)
    assert result.response is not None
    assert "There's no such match" in result.response.content


async def test_settings_are_shown_and_changed(w: Silent) -> None:
    w.give("eve", "manage_guild")
    text = await said(w, "eve", "settings")
    assert "can start even if" in text
    assert "7 days" in text
    assert "told in private" in text
    text = await said(w, "eve", "settings", block_start=True, days=3, organisers=w.general)
    assert "can't start while" in text
    assert "3 days" in text
    assert f"told in <#{w.general.id}>" in text
    settings = await w.bot.arena.settings.server(w.guild.id)
    assert settings.silence_blocks_start
    assert settings.transcript_days == 3
    text = await said(w, "eve", "settings", privately=True)
    assert "told in private" in text
    assert "3 days" in text, "what is not given stays"


async def test_a_channel_that_the_bot_cannot_write_in_is_not_for_organisers(w: Silent) -> None:
    w.give("eve", "manage_guild")
    w.overwrite(w.general, w.guild.id, deny="send_messages")
    await w.env.settle()
    elsewhere = w.guild.create_text_channel("elsewhere")
    await w.env.settle()
    assert "I can't write in" in await said(w, "eve", "settings", elsewhere, organisers=w.general)
    assert "told in private" in await said(w, "eve", "settings", elsewhere)


def test_every_line_of_the_log_can_be_said() -> None:
    assert _SENTENCES.keys() == set(SilenceCode)


async def test_the_policy_names_everything_that_is_taken(w: Silent) -> None:
    w.give("eve", "manage_guild")
    text = await said(w, "eve", "policy")
    for permission in PERMISSIONS:
        if permission.kind in (Kind.SPEECH, Kind.MODERATION, Kind.READING, Kind.BEYOND):
            assert f"**{label(permission.name)}** {permission.why}" in text
