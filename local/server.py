"""The index page with its choice of player and channel, and the steps of the first minute.

SimCord serves every page on a port of its own and forbids framing it. This server passes the pages on under its own
address, so that one address is enough, and lets the acts of all pages take turns.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import aiohttp
import discord
import simcord
from aiohttp import web
from babel.core import Locale
from pydantic import Field
from simcord.backend.access import channel_accessible
from simcord.backend.models.message import Message

from cogs.core.custom_ids import MatchId, TableId
from cogs.play.builder import Verb, decode
from cogs.ui.boards import MORE, PLAY
from cogs.ui.lobby import DRAW, JOIN, START
from engine.text import Text, say, say_n
from local.views import View, Views
from local.world import World
from locales import SOURCE, translator
from store.documents import Document

# The index page: channels, their permissions, and each player's unread messages.


Json = dict[str, Any]

TEXT, DM, VOICE, CATEGORY, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, STAGE, FORUM = 0, 1, 2, 4, 5, 11, 12, 13, 15
_KINDS = {
    TEXT: "text",
    DM: "direct",
    VOICE: "voice",
    NEWS: "text",
    PUBLIC_THREAD: "thread",
    PRIVATE_THREAD: "thread",
    STAGE: "voice",
    FORUM: "forum",
}
_WRITE = discord.Permissions(send_messages=True).value
_WRITE_IN_THREADS = discord.Permissions(send_messages_in_threads=True).value


@dataclass(slots=True)
class Reads:
    """The last message that each player has read in each channel."""

    _last: dict[tuple[int, int], int] = field(default_factory=dict)

    def mark(self, player_id: int, channel_id: int, message_id: int) -> None:
        key = (player_id, channel_id)
        self._last[key] = max(self._last.get(key, 0), message_id)

    def last(self, player_id: int, channel_id: int) -> int:
        """Return the last read message, 0 before the first."""
        return self._last.get((player_id, channel_id), 0)


def find_channel(world: World, channel_id: int) -> simcord.ChannelHandle | None:
    """Return the existing channel, thread or direct conversation with this id, or None."""
    channel = world.env.backend.channels.get(channel_id)
    if channel is None:
        return None
    return simcord.ChannelHandle(world.env, world.guild if channel.guild_id is not None else None, channel)


def may_see(world: World, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> bool:
    return channel_accessible(world.env.backend, channel.id, player.id, history=True)


def may_write(world: World, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> bool:
    if channel.guild is None:
        return True
    needed = _WRITE_IN_THREADS if channel.is_thread else _WRITE
    return bool(world.env.backend.compute_permissions(world.guild.id, player.id, channel.id) & needed)


def mark_read(world: World, reads: Reads, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> None:
    messages = world.env.backend.messages.get(channel.id, {})
    if messages:
        reads.mark(player.id, channel.id, max(messages))


def overview(world: World, reads: Reads, player: simcord.MemberActor) -> Json:
    """Return the whole index page for a player."""
    handles = _readable_channels(world)
    access = {
        channel.id: [member for member in world.players.values() if may_see(world, channel, member)]
        for channel in handles
    }
    news = {
        (channel.id, member.id): _news(world, reads, channel.id, member)
        for channel in handles
        for member in access[channel.id]
    }
    rows = {channel.id: _row(world, channel, access[channel.id], news, player) for channel in handles}
    return {
        "server": world.guild.name,
        "players": [_person(world, name, member, news) for name, member in world.players.items()],
        "groups": _groups(world, rows),
        "direct": [rows[channel.id] for channel in handles if channel.guild is None],
    }


def _readable_channels(world: World) -> list[simcord.ChannelHandle]:
    backend = world.env.backend
    found = [
        channel
        for channel in backend.channels.values()
        if channel.type != CATEGORY and (channel.guild_id == world.guild.id or channel.guild_id is None)
    ]
    return [handle for channel in found if (handle := find_channel(world, channel.id)) is not None]


def _news(world: World, reads: Reads, channel_id: int, member: simcord.MemberActor) -> tuple[int, int]:
    last = reads.last(member.id, channel_id)
    roles = set(world.env.backend.get_member(world.guild.id, member.id).role_ids)
    unread = pings = 0
    for key, message in world.env.backend.messages.get(channel_id, {}).items():
        if key <= last or message.author_id == member.id or not message.visible_to(member.id):
            continue
        unread += 1
        pings += (
            message.mention_everyone or member.id in message.ping_user_ids or bool(roles & {*message.ping_role_ids})
        )
    return unread, pings


def _row(
    world: World,
    channel: simcord.ChannelHandle,
    visible_to: Iterable[simcord.MemberActor],
    news: Mapping[tuple[int, int], tuple[int, int]],
    player: simcord.MemberActor,
) -> Json:
    model = world.env.backend.channels[channel.id]
    seen_by = list(visible_to)
    unread, pings = news.get((channel.id, player.id), (0, 0))
    return {
        "id": str(channel.id),
        "name": _name(world, channel),
        "topic": model.topic or "",
        "kind": _KINDS.get(model.type, "text"),
        "parent": str(model.parent_id) if model.parent_id is not None else None,
        "closed": bool(model.thread_metadata and (model.thread_metadata.archived or model.thread_metadata.locked)),
        "visible": [str(member.id) for member in seen_by],
        "writable": [str(member.id) for member in seen_by if may_write(world, channel, member)],
        "present": [
            str(person_id) for person_id, state in world.guild.voice_states().items() if state.channel_id == channel.id
        ],
        "unread": unread,
        "pings": pings,
        "threads": [],
    }


def _name(world: World, channel: simcord.ChannelHandle) -> str:
    if channel.guild is not None:
        return channel.name or str(channel.id)
    owners = [name for name, member in world.players.items() if may_see(world, channel, member)]
    return owners[0] if owners else str(channel.id)


def _person(
    world: World, name: str, member: simcord.MemberActor, news: Mapping[tuple[int, int], tuple[int, int]]
) -> Json:
    mine = [count for (_, member_id), count in news.items() if member_id == member.id]
    return {
        "id": str(member.id),
        "name": name,
        "owner": member is world.owner,
        "unread": sum(1 for unread, _ in mine if unread),
        "pings": sum(pings for _, pings in mine),
    }


def _groups(world: World, rows: Mapping[int, Json]) -> list[Json]:
    """Return channels without a category first, then each category in order; threads below their channel."""
    backend = world.env.backend
    for row in rows.values():
        if row["kind"] == "thread" and row["parent"] is not None and (parent := rows.get(int(row["parent"]))):
            parent["threads"].append(row)
    ordered = sorted(
        (backend.channels[key] for key in backend.get_guild(world.guild.id).channel_ids),
        key=lambda channel: (channel.position, channel.id),
    )
    groups: dict[int | None, Json] = {None: {"id": None, "name": "", "channels": []}}
    groups |= {
        channel.id: {"id": str(channel.id), "name": channel.name or "", "channels": []}
        for channel in ordered
        if channel.type == CATEGORY
    }
    for channel in ordered:
        if channel.type != CATEGORY:
            group = groups.get(channel.parent_id) or groups[None]
            group["channels"].append(rows[channel.id])
    return [group for group in groups.values() if group["id"] is not None or group["channels"]]


# The first minute: the next button to press, and its player, until a first turn is posted.


STEPS = ["join", "start", "play"]
_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class _Control:
    """A button, and its message."""

    message: Message
    custom_id: str
    label: str


def guide(world: World, reader: str = "", channel_id: int | None = None, *, led: bool = False) -> Json | None:
    """Return the next step for a player at a channel, there or else in another channel; None without one.

    `led` says that a player was already led to a first turn: then nobody is led to another channel.

    The result has `step` ("join", "start", "play", "confirm" or "done"), `who` (a name) presses `press` (a button's
    label) in `channel` (an id, as text), the `steps` to a first turn in order (a solo player needs no join), and the
    `names` of the players who join, start and play, empty where unknown.
    """
    controls = list(_controls(world, reader))
    here = [each for each in controls if each.message.channel_id == channel_id]
    step = _next(world, controls, here, reader)
    if step is not None:
        return step
    if led:
        channel = str(channel_id)
        return {"step": "done", "who": reader, "press": "", "channel": channel, "names": ["", "", ""], "steps": STEPS}
    return _next(world, controls, controls, reader)


def _next(world: World, everywhere: list[_Control], controls: list[_Control], reader: str) -> Json | None:
    """Return the step for some controls: a turn of the reader's, or that of the last message."""
    me = world.players[reader].id if reader in world.players else 0
    turns = [(found, each) for each in controls if (found := _turn_of(each)) is not None]
    tables = [(pressed, each) for each in controls if (pressed := TableId.parse(each.custom_id)) is not None]
    mine = [each for each in turns if me in each[1].message.ping_user_ids]
    if mine or (turns and (not tables or turns[-1][1].message.id > tables[-1][1].message.id)):
        return _turn(world, everywhere, (mine or turns)[-1][0], reader)
    if not tables:
        return None
    newest = tables[-1][0].table
    return _table(world, {pressed.action: each for pressed, each in tables if pressed.table == newest}, reader)


def _turn(world: World, controls: list[_Control], turn: MatchId, reader: str) -> Json:
    shown = [each for each in controls if _turn_of(each) == turn]
    # If partners may not talk, several channels show the same turn; one of them calls its player.
    control = next((each for each in shown if each.message.ping_user_ids), shown[0])
    called = [name for name, player in world.players.items() if player.id in control.message.ping_user_ids]
    # A solo player is not called.
    named = [name for name in world.players if name in (control.message.content or "")]
    who = next(iter([name for name in called if name == reader] + called + named), reader or next(iter(world.players)))
    names, alone = ["", "", who], not called
    if turn.seq > 0:
        return _step("done", who, control, names, alone=alone)
    if control.custom_id != replace(turn, action=PLAY).text:  # a computer begins
        return _step("play", who, replace(control, label=""), names, alone=alone)
    confirm = _building(world, controls, turn.match, who)
    step = "play" if confirm is None else "confirm"
    return _step(step, who, confirm or control, names, alone=alone)


def _table(world: World, actions: dict[str, _Control], reader: str) -> Json | None:
    shown = next(iter(actions.values()))
    mentioned = [int(each) for each in _MENTION.findall(shown.message.content or "")]
    seated = [name for number in mentioned for name, player in world.players.items() if player.id == number]
    free = [name for name in world.players if name not in seated]
    host = seated[0] if seated else ""
    guest = next(iter([name for name in free if name == reader] + free), "")
    if (start := actions.get(START) or actions.get(DRAW)) is not None:
        joined = seated[1] if len(seated) > 1 else ""
        return _step("start", host, start, [joined, host, ""], alone=not joined)
    if JOIN in actions and guest:
        return _step("join", guest, actions[JOIN], [guest, host, ""])
    return None


def _step(step: str, who: str, control: _Control, names: list[str], *, alone: bool = False) -> Json:
    channel = str(control.message.channel_id)
    steps = STEPS[1:] if alone else STEPS
    return {"step": step, "who": who, "press": control.label, "channel": channel, "names": names, "steps": steps}


def _controls(world: World, reader: str) -> Iterator[_Control]:
    """Yield the buttons in channels that a player sees, the oldest message first.

    Private messages are left out except for the steps of a turn (`_building`): others have such buttons too, e.g. under
    a hand, and outlive the match.
    """
    player = world.players.get(reader)
    messages = [
        message
        for channel_id, found in world.env.backend.messages.items()
        if player is None or ((channel := find_channel(world, channel_id)) and may_see(world, channel, player))
        for message in found.values()
    ]
    for message in sorted(messages, key=lambda each: each.id):
        for row in message.components:
            for item in row.get("components", ()):
                if item.get("custom_id") and item.get("label") and not item.get("disabled"):
                    yield _Control(message, item["custom_id"], item["label"])


def _turn_of(control: _Control) -> MatchId | None:
    """Return the turn that a public message calls for, if a button is one of its; without the button's action."""
    found = None if control.message.is_ephemeral else MatchId.parse(control.custom_id)
    return replace(found, action="") if found is not None and found.action in (PLAY, MORE) else None


def _building(world: World, controls: list[_Control], match: int, who: str) -> _Control | None:
    """Return the control that confirms a player's turn, or, before it exists, one to choose it with."""
    found = None
    for each in controls:
        press = decode(each.custom_id)
        if press is None or press.match != match or not each.message.visible_to(world.players[who].id):
            continue
        if press.verb is Verb.CONFIRM:
            # Its label has the whole turn after a colon.
            return replace(each, label=each.label.partition(":")[0].strip())
        found = replace(each, label="")
    return found


# What the page says.


def words(language: str) -> dict[str, str | dict[str, str]]:
    """Return the sentences of the page in a language, with their fields in braces.

    A sentence with a number is given in each plural category of Unicode that the language has.
    """
    translate = translator(language)
    plural = Locale.parse(language).plural_form
    found: dict[str, str | dict[str, str]] = {key: translate.template(text) for key, text in _WORDS.items()}
    for key, counted in _COUNTED.items():
        found[key] = {plural(count): translate.template(counted(count)) for count in range(_NUMBERS, 0, -1)}
    return found


_NUMBERS = 100
"""Numbers up to here have every plural category that whole numbers have in any language, but for millions."""
_WORDS = {
    "skip": say("Skip to the conversation"),
    "channels": say("Channels"),
    "local": say("local", context="beside the bot's name: on this computer, not on Discord"),
    "players": say("Play as"),
    "close": say("Close the list of channels"),
    "steps": say("Your first turn"),
    "hide": say("Hide the steps"),
    "conversation": say("Conversation"),
    "opening": say("Opening the channel…"),
    "lost": say("The local server isn't answering. This page resumes as soon as it's back."),
    "scripts": say("This page needs JavaScript."),
    "everyone": say("Visible to everyone"),
    "nobody": say("Visible to nobody here"),
    "visible": say("Visible to {names}"),
    "readOnly": say("{seen} · {who} can read here, but not write"),
    "cannotSee": say("{who} can't see {channel}."),
    "whoCan": say("Visible to {names}."),
    "noOneCan": say("None of the local players can see it."),
    "lookAs": say("Look as {who}"),
    "playAs": say("Play as {who}"),
    "frame": say("{channel} as {who}"),
    "joins": say("{who} joins the voice channel"),
    "leave": say("{who} leaves the voice channel"),
    "notSent": say("Not sent: {who} can read and use commands here, but not write."),
    "owner": say("owner", context="of a server"),
    "as": say("As {who}:"),
    "atTable": say("At the table:"),
    "onYourTurn": say("On your turn:"),
    "press": say("press {button}"),
    "pickThenPress": say("pick what to do, then press {button}"),
    "pickThenConfirm": say("pick what to do, then press Confirm"),
    "join": say("Join", context="button"),
    "start": say("Start", context="button"),
    "play": say("Play", context="button"),
    "played": say("The first turn is played:"),
    "next": say("/learn teaches each game, /puzzle gives you something to solve, /help explains the rest"),
    "othersNext": say("{who} is next. /help explains the rest"),
    "goTo": say("Go to {channel}"),
    "done": say("done", context="step of a guide"),
    "direct": say("Direct messages"),
}
_COUNTED: Mapping[str, Callable[[int], Text]] = {
    "ping": lambda count: say_n("{count} ping", "{count} pings", count),
    "unread": lambda count: say_n("{count} unread message", "{count} unread messages", count),
    "unreadChannels": lambda count: say_n("{count} channel with news", "{count} channels with news", count),
}


# What SimCord's page says around the bot's messages, where Discord says it in the reader's language.


def simcord_in(language: str, path: str, code: str) -> str:
    """Return a file of SimCord's page in a language; in English it stays as it is."""
    if language == SOURCE:
        return code
    translate = translator(language)
    for built, whole in WHOLE.get(path, {}).items():
        code = code.replace(built, whole)
    for said, text in SIMCORD[path].items():
        shown = text.render(translate)
        if path == "/":
            code = code.replace(f">{said}<", f">{html.escape(shown)}<")
            continue
        # Between either kind of quotes.
        shown = json.dumps(shown, ensure_ascii=False)[1:-1].replace("`", r"\`")
        for quote in ('"', "`"):
            code = code.replace(f"{quote}{said}{quote}", f"{quote}{shown}{quote}")
    return code


_MOMENT = say("One moment…")
_DONE = say("Done.", context="after a press")
_NOTHING = say("Nothing came of it. Try again.")
_UNSURE = say("It isn't certain that this worked. Check before you try again.")
_LOST = say("The connection is interrupted. I'm trying again…")
_INVALID = say("This isn't a possible value.")
_NO_OPTIONS = say("No such option")
_OPTIONS = say("Options", context="heading of a command's options")
_COMMANDS = say("Commands", context="list of commands")
_MORE = say("More", context="button")
SIMCORD: Mapping[str, Mapping[str, Text]] = {
    "/": {
        "Load earlier messages": say("Earlier messages", context="button"),
        "Newer messages": say("Newer messages", context="button"),
        "New messages · jump to latest": say("New messages: go to the latest", context="button"),
        "No messages in this channel.": say("No messages in this channel."),
    },
    "/actions.js": {
        "Sending message…": _MOMENT,
        "Saving message…": _MOMENT,
        "Deleting message…": _MOMENT,
        "Loading conversation…": _MOMENT,
        "Opening message…": _MOMENT,
        "Completing action…": _MOMENT,
        "Updating options…": _MOMENT,
        "Updating preview…": _MOMENT,
        "Updating viewport…": _MOMENT,
        "Loading preview…": _MOMENT,
        "Preview ready": _DONE,
        "Message sent": _DONE,
        "Message updated": _DONE,
        "Message deleted": _DONE,
        "Pin updated": _DONE,
        "Reaction updated": _DONE,
        "Options updated": _DONE,
        "Viewport updated": _DONE,
        "Conversation updated": _DONE,
        "Message opened": _DONE,
        "Preview refreshed": _DONE,
        "Callback completed": _DONE,
        "Action completed": _DONE,
        "Action was not completed.": _NOTHING,
        "Action is awaiting a confirmed result.": _UNSURE,
        "Action outcome uncertain. It will not be retried.": _UNSURE,
        "Connection interrupted; trying again…": _LOST,
    },
    "/commands.js": {
        "OPTIONS": _OPTIONS,
        "OPTIONS MATCHING ${current.toUpperCase()}": _OPTIONS,
        "OPTIONS MATCHING ${field.value.toUpperCase()}": _OPTIONS,
        "OPTIONS MATCHING ${input.value.toUpperCase()}": _OPTIONS,
        "+ options": _OPTIONS,
        "MEMBERS": say("Members", context="heading of a list to choose from"),
        "ROLES": say("Roles", context="heading of a list to choose from"),
        "CHANNELS": say("Channels", context="heading of a list to choose from"),
        "COMMANDS": _COMMANDS,
        "Show ${identity.name} commands": _COMMANDS,
        "Application commands": _COMMANDS,
        "Commands are unavailable": _NOTHING,
        "Some commands are not shown": say("Some commands aren't listed: go on typing."),
        "Loading commands": _MOMENT,
        "Loading options failed": _NOTHING,
        "No options match": _NO_OPTIONS,
        "Exit command mode": say("Give the command up", context="button"),
        "Remove ${option.name} option": say("Remove {option}", option="${option.name}"),
        "This field is required.": say("Something has to be entered here."),
        "Value length is outside the allowed range.": say("This is too long or too short."),
        "Value is outside the allowed range.": say("This number is too large or too small."),
        "Integer is outside the safe range.": say("This number is too large or too small."),
        "Choose an available option.": say("Choose one of the options."),
        "Enter a valid value.": _INVALID,
        "This file type is not allowed.": say("A file of this kind isn't possible here."),
        "File exceeds the 10 MiB per-file limit.": say("The file is larger than 10 MiB."),
        "Choose file": say("Choose a file", context="button"),
        "This command is no longer available. Exit command mode to continue.": say("This command no longer exists."),
    },
    "/components.js": {
        'This form will be submitted to ${modal.application_name || "this application"}. '
        "Do not share passwords or other sensitive information.": say(
            "This form goes to {bot}. Never write passwords into one.", bot="${modal.application_name}"
        ),
        "Cancel": say("Cancel", context="button"),
        "Submit": say("Submit", context="button"),
        "Close modal": say("Close the form", context="button"),
        "Embed ${index + 1} ${kind}": say("Picture"),
        "Embed ${index + 1} thumbnail": say("Picture"),
        "Gallery item ${index + 1}": say("Picture"),
    },
    "/composer.js": {
        "Message ${channel.glyph}${channel.name}": say(
            "Message {channel}", channel="${channel.glyph}${channel.name}", context="field to write a message in"
        ),
        "You can use application commands here": say("You can use commands here."),
        "Edit message": say("Edit the message"),
        "Editing message ${state.editTargetId}": say("Edit the message"),
        "Cancel edit": say("Cancel", context="button"),
        "Cancel reply": say("Cancel", context="button"),
        "Save": say("Save", context="button"),
        "Send": say("Send", context="button"),
        'Replying to ${reply.author?.name || "Unknown author"}: ${String(reply.excerpt || "").slice(0, 100)}': say(
            "Reply to {who}: {text}", who="${reply.author?.name}", text="${String(reply.excerpt).slice(0, 100)}"
        ),
    },
    "/connection.js": {
        "Connection lost; polling will continue.": _LOST,
        "Connection restored.": say("The connection is back."),
        "Action outcome is uncertain; it will not be retried.": _UNSURE,
    },
    "/media.js": {
        "Image preview": say("Picture"),
        "Image; use arrow keys to pan when zoomed": say("Picture"),
        "Zoom image": say("Zoom in or out", context="button"),
        "Fit image": say("Zoom in or out", context="button"),
        "Close image preview": say("Close the picture", context="button"),
        "Previous image": say("Previous picture", context="button"),
        "Next image": say("Next picture", context="button"),
        "Open original image": say("Open the picture", context="button"),
        'Open ${label || "image"} in image preview': say("Open the picture", context="button"),
    },
    "/messages.js": {
        "(edited)": say("(edited)", context="of a message"),
        "Only you can see this": say("Only you can see this"),
        "started a thread: $1.": say("has opened a thread: {name}", name="$1", context="below the bot's name"),
        "Archived": say("Archived", context="of a thread"),
        "Reply": say("Reply", context="button"),
        "Edit": say("Edit", context="button"),
        "Delete": say("Delete", context="button"),
        "Pin": say("Pin", context="button"),
        "Unpin": say("Unpin", context="button"),
        'Actions for ${message.author?.name || "message"}': _MORE,
    },
    "/modal.js": {
        "This field is required.": say("Something has to be entered here."),
        "Enter at least ${component.min_length} characters.": say(
            "At least this many characters: {count}", count="${component.min_length}"
        ),
        "Enter no more than ${component.max_length} characters.": say(
            "At most this many characters: {count}", count="${component.max_length}"
        ),
        "Choose at least one value.": say("Choose one of the options."),
        "Choose at least ${minimum} value(s).": say("Choose at least {count}.", count="${minimum}"),
        "Choose no more than ${maximum} value(s).": say("Choose at most {count}.", count="${maximum}"),
        "Choose one option.": say("Choose one of the options."),
        "Choose an available option.": say("Choose one of the options."),
    },
    "/select-drafts.js": {
        "One or more selected options are no longer available.": say("Choose again: an option that you chose is gone."),
        'Choose at least ${minimum} option${minimum === 1 ? "" : "s"}.': say(
            "Choose at least {count}.", count="${minimum}"
        ),
        "Choose no more than ${maximum} options.": say("Choose at most {count}.", count="${maximum}"),
        "Wait for the current action to finish before applying.": _MOMENT,
    },
    "/selects.js": {
        "Select an option": say("Choose", context="menu"),
        "Select one or more options": say("Choose", context="menu"),
        "Clear selection": say("Choose nothing", context="button"),
        "Search options": say("Search"),
        "Options unavailable": _NOTHING,
        "Loading options": _MOMENT,
        "No matching options": _NO_OPTIONS,
        "No available options": _NO_OPTIONS,
        "${selected.length} selected. Choose ${minimum}–${maximum} options.": say(
            "Chosen: {count} of {most}.",
            count="${selected.length}",
            most="${maximum}",
        ),
        "Previous": say("Back", context="button"),
        "Next": say("Next", context="button"),
        "Apply": say("Confirm", context="button"),
        "Cancel": say("Cancel", context="button"),
    },
    "/surfaces.js": {
        "Delete this message? This cannot be undone.": say("Delete this message for good?"),
    },
}
# What SimCord puts together from words is shown with none, or as one sentence.
WHOLE: Mapping[str, Mapping[str, str]] = {
    "/composer.js": {"`${sendLabel} message (Enter)`": "`${sendLabel} (Enter)`"},
    "/commands.js": {
        '`+${remaining} ${displayed.length ? "more" : "options"}`': "`+${remaining}`",
        "`+${optional} optional`": "`+${optional}`",
    },
    "/media.js": {'`${label || "Media"} unavailable`': '`${label || "…"}`'},
    "/messages.js": {
        "`${filename} unavailable`": "`${filename}`",
        '${thread.message_count} ${thread.message_count === 1 ? "message" : "messages"}': "💬 ${thread.message_count}",
        "`${invoker} used `": "`${invoker} · `",
        '" (edited)"': '" " + "(edited)"',
        "`Edited ${absoluteTime(message.edited_timestamp, options)}`": (
            "absoluteTime(message.edited_timestamp, options)"
        ),
        'system.text || "", system.text_tokens': (
            r'(system.text || "").replace(/^started a thread: (.*)\.$/s, "started a thread: $1."), null'
        ),
    },
}

STATIC = Path(__file__).with_name("static")
CAPABILITY = "X-Simcord-Capability"
ACTION = "/api/action"
LARGEST_BODY = 32 * 1024 * 1024
_SENT_ON = (CAPABILITY, "X-Simcord-Context", "Content-Type", "Accept")
_KEPT_BACK = {"content-length", "transfer-encoding", "connection", "date", "server", "content-encoding"}
# Each channel seen by each player is a page of its own with sixty files: under an address that names SimCord's version
# and the language a browser may keep them.
SCRIPTS = f"/simcord-{version('simcord')}-4"
# SimCord redraws all messages when a menu is opened, and closes the menu at once if that moves it out of sight, as
# it does below a picture with a height not yet known. Here it stays open, and moves when the picture has loaded.
_MENUS, _CLOSED, _OPEN = "/select-drafts.js", b"if (rect.bottom <= 0 || rect.top >= viewportHeight) {", b"if (false) {"
# SimCord's fonts are some fifty megabytes; the other files under these paths never change either.
_UNCHANGING = ("/fonts/", "/vendor/", f"{SCRIPTS}/")
_POLICY = "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def scripts(language: str) -> str:
    """Return the address under which the files of SimCord's page are in a language."""
    return f"{SCRIPTS}/{language}"


def application(world: World, views: Views, turn: asyncio.Lock) -> web.Application:
    """Return the site's web application; `turn` is held during every act on the world."""
    desk = _Desk(world, views, turn)
    app = web.Application(middlewares=[_loopback_only, _read_at_once], client_max_size=LARGEST_BODY)
    app.router.add_get("/", desk.index)
    app.router.add_get("/local/view", desk.view)
    app.router.add_get("/local/words", desk.words)
    app.router.add_get("/local/{name}", desk.static)
    app.router.add_post("/local/look", desk.look)
    app.router.add_post("/local/open", desk.open)
    app.router.add_post("/local/voice", desk.voice)
    app.router.add_get(scripts(world.language) + "/{path:.*}", desk.script)
    app.router.add_route("*", "/{path:.*}", desk.forward)
    app.cleanup_ctx.append(desk.session)
    return app


@web.middleware
async def _loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse other sites' scripts, and host names that merely resolve to this machine."""
    port = request.url.port
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    origin = request.headers.get("Origin")
    bound = request.transport.get_extra_info("sockname")[1] if request.transport is not None else None
    if request.host not in hosts or port != bound or (origin and origin.removeprefix("http://") not in hosts):
        raise web.HTTPForbidden
    return await handler(request)


@web.middleware
async def _read_at_once(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Read what a browser sends before it waits for its turn: aiohttp forgets it when the browser is closed."""
    try:
        await request.read()
    except ConnectionResetError as error:
        raise web.HTTPBadRequest from error  # nobody is there to read that
    return await handler(request)


class _Desk:
    def __init__(self, world: World, views: Views, turn: asyncio.Lock) -> None:
        self._world = world
        self._views = views
        self._turn = turn
        self._reads = Reads()
        self._led = False
        self._client: aiohttp.ClientSession | None = None

    async def session(self, _app: web.Application) -> Any:  # noqa: ANN401 - an async generator, as aiohttp wants it
        async with aiohttp.ClientSession(auto_decompress=False) as self._client:
            yield

    async def index(self, _request: web.Request) -> web.StreamResponse:
        said = {key: html.escape(each) for key, each in words(self._world.language).items() if isinstance(each, str)}
        return _file("index.html", said | {"language": self._world.language.replace("_", "-")})

    async def words(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response(words(self._world.language), headers={"Cache-Control": "no-cache"})

    async def static(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def view(self, request: web.Request) -> web.StreamResponse:
        """Serve SimCord's page without its workbench, for a frame of the index page."""
        view = self._views.latest
        if view is None:
            raise web.HTTPGone
        response = await self._fetch(request, view, path="/")
        body = (response.body or b"") if isinstance(response.body, bytes) else b""
        language = self._world.language
        for name in (b"/preview.css", b"/app.js"):  # which names all others relative to itself
            body = body.replace(b'="%b"' % name, b'="%b%b"' % (scripts(language).encode(), name), 1)
        body = body.replace(b"</head>", b'<link rel="stylesheet" href="/local/view.css"></head>', 1)
        response.body = simcord_in(language, "/", body.decode()).encode()
        return response

    async def script(self, request: web.Request) -> web.StreamResponse:
        """Serve a file of SimCord's page, which is constant for its address."""
        path = "/" + request.match_info["path"]
        view = self._views.latest
        if view is None or path.startswith("/api/"):
            raise web.HTTPNotFound
        response = await self._fetch(request, view, path=path)
        if isinstance(response.body, bytes):
            if path == _MENUS:
                response.body = response.body.replace(_CLOSED, _OPEN, 1)
            if path in SIMCORD:
                response.body = simcord_in(self._world.language, path, response.body.decode()).encode()
        return response

    async def look(self, request: web.Request) -> web.StreamResponse:
        """Return a player's view of the server; also mark the channel in front of them as read."""
        wish = await _wish(request)
        players = self._world.players
        name = wish.player if wish.player is not None and wish.player in players else next(iter(players))
        player = players[name]
        channel = find_channel(self._world, wish.channel_id)
        if channel is not None and wish.reading and may_see(self._world, channel, player):
            mark_read(self._world, self._reads, channel, player)
        answer = overview(self._world, self._reads, player)
        answer["player"] = name
        # After a first turn a person needs no guide to another channel.
        step = guide(self._world, name, wish.channel_id, led=self._led)
        self._led = self._led or (step is not None and step["step"] == "done")
        answer["guide"] = step
        answer["start"] = str(self._world.channel.id)
        answer["live"] = self._views.get(wish.capability) is not None
        return web.json_response(answer, headers={"Cache-Control": "no-store"})

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Open SimCord's page on a channel as a player sees it."""
        wish = await _wish(request)
        player = self._player(wish)
        channel = find_channel(self._world, wish.channel_id)
        if channel is None:
            raise web.HTTPNotFound
        async with self._turn:
            try:
                view = await self._views.open(channel, player, wish.timezone or "UTC")
            except simcord.SetupError as error:
                raise web.HTTPForbidden from error
        return web.json_response({"capability": view.capability}, headers={"Cache-Control": "no-store"})

    async def voice(self, request: web.Request) -> web.StreamResponse:
        """Let a player join a voice channel, or leave theirs if none is named."""
        wish = await _wish(request)
        player = self._player(wish)
        channel = find_channel(self._world, wish.channel_id)
        async with self._turn:
            try:
                await (player.leave_voice() if channel is None else player.join_voice(channel))
            except (simcord.BackendError, simcord.SetupError, TimeoutError) as error:
                raise web.HTTPForbidden from error
            await self._views.publish()
        return web.json_response({}, headers={"Cache-Control": "no-store"})

    async def forward(self, request: web.Request) -> web.StreamResponse:
        """Pass a request of SimCord's page on to that page's server."""
        view = self._views.get(request.headers.get(CAPABILITY))
        if request.path.startswith("/api/"):
            if view is None:
                raise web.HTTPUnauthorized
        else:
            view = self._views.latest
        if view is None:
            raise web.HTTPNotFound
        if request.path != ACTION:
            return await self._fetch(request, view)
        async with self._turn:
            response = await self._act(request, view)
            if _decoded(response.body if isinstance(response.body, bytes) else b"").get("presentation") == "stale":
                view.fingerprint = None
            await self._views.publish()
            return response

    async def _act(self, request: web.Request, view: View) -> web.Response:
        """Carry out an act; repeat it once if the page was redrawn between the press and its arrival.

        SimCord refuses such an act. Discord would deliver it, and the bot recognises old boards by itself.
        """
        response = await self._fetch(request, view)
        if request.content_type != "application/json" or not isinstance(response.body, bytes):
            return response
        receipt = _decoded(response.body)
        codes = {item.get("code") for item in receipt.get("diagnostics") or () if isinstance(item, dict)}
        if not (receipt.get("rejected") and "stale-revision" in codes):
            return response
        body = _decoded(await request.read()) | {"published_revision": receipt.get("revision")}
        return await self._fetch(request, view, body=json.dumps(body).encode())

    async def _fetch(
        self, request: web.Request, view: View, *, path: str | None = None, body: bytes | None = None
    ) -> web.Response:
        if self._client is None:
            raise AssertionError("the server has not started")
        headers = {name: request.headers[name] for name in _SENT_ON if name in request.headers}
        data = await request.read() if body is None else body
        url = view.origin + (path or request.path_qs)
        try:
            async with self._client.request(request.method, url, headers=headers, data=data or None) as answer:
                content = await answer.read()
        except aiohttp.ClientError as error:
            raise web.HTTPBadGateway from error
        kept = {name: value for name, value in answer.headers.items() if name.lower() not in _KEPT_BACK}
        kept |= {"X-Frame-Options": "SAMEORIGIN"}
        if "Content-Security-Policy" in kept:
            kept["Content-Security-Policy"] = kept["Content-Security-Policy"].replace(
                "frame-ancestors 'none'", "frame-ancestors 'self'"
            )
        if request.path.startswith(_UNCHANGING) and answer.status == web.HTTPOk.status_code:
            kept.pop("Pragma", None)
            kept["Cache-Control"] = "private, max-age=86400, immutable"
        return web.Response(status=answer.status, body=content, headers=kept)

    def _player(self, wish: Wish) -> simcord.MemberActor:
        player = None if wish.player is None else self._world.players.get(wish.player)
        if player is None:
            raise web.HTTPNotFound
        return player


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class Wish(Document):
    """The body of a request; what it leaves out is none."""

    player: str | None = None
    channel: Annotated[str, Field(pattern="^[0-9]{0,20}$")] | None = None
    reading: bool = False
    capability: str | None = None
    timezone: str | None = None

    @property
    def channel_id(self) -> int:
        """The channel; 0 for none."""
        return int(self.channel or 0)


async def _wish(request: web.Request) -> Wish:
    try:
        return Wish.load(_decoded(await request.read()))
    except ValueError as error:
        raise web.HTTPBadRequest(text=str(error)) from error


def _file(name: str, said: Mapping[str, str] | None = None) -> web.StreamResponse:
    """Return a file of the page, with words for what it has in braces."""
    path = STATIC / name
    if path.parent != STATIC or not path.is_file():
        raise web.HTTPNotFound
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    content = path.read_text(encoding="utf-8")
    if said is not None:
        content = re.sub(r"\{(\w+)\}", lambda field: said[field[1]], content)
    return web.Response(
        text=content,
        content_type=kinds.get(path.suffix, "text/plain"),
        headers={"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"},
    )
