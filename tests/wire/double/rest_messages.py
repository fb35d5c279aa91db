"""REST: messages of a channel, pins and reactions."""

from __future__ import annotations

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail, form_error
from tests.wire.double.model import Channel, Message
from tests.wire.double.permissions import HISTORY, MESSAGES, SEND, perms
from tests.wire.double.posting import post, remove, revise, show
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.router import CHANNEL as CHANNEL_PATH
from tests.wire.double.router import MESSAGE as MESSAGE_PATH
from tests.wire.double.router import MESSAGES as MESSAGES_PATH
from tests.wire.double.router import REACTION as REACTION_PATH
from tests.wire.double.shapes import EPOCH_MS, Json, iso

routes = Routes()
_PIN = (MESSAGES_PATH + "/pins/{message_id}", CHANNEL_PATH + "/pins/{message_id}")


@routes("POST", MESSAGES_PATH)
def send(rest: Rest, call: Call) -> Answer:
    """Post a message."""
    channel = rest.channel(call, SEND)
    if call.files or call.body.get("attachments"):
        rest.need(channel, perms("ATTACH_FILES"))
    if call.body.get("embeds"):
        rest.need(channel, perms("EMBED_LINKS"))
    if call.body.get("message_reference") and not _reads_history(rest, channel):
        raise fail(160002)
    return post(channel, rest.world.bot, call.body, call.files).json()


def _reads_history(rest: Rest, channel: Channel) -> bool:
    return channel.guild is None or bool(channel.guild.permissions(rest.world.bot, channel) & HISTORY)


@routes("GET", MESSAGES_PATH)
def history(rest: Rest, call: Call) -> Answer:
    """List messages, newest first; empty without READ_MESSAGE_HISTORY."""
    channel = rest.channel(call)
    if not _reads_history(rest, channel):
        return []
    low, high = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 63))
    count = int(call.query.get("limit", 50))
    found = [m for m in channel.messages.values() if low < m.id < high and not m.deleted and not m.ephemeral]
    found.sort(key=lambda m: m.id)
    return [rest.shown(m) for m in reversed(found[:count] if "after" in call.query else found[-count:])]


@routes("GET", MESSAGE_PATH)
def get_message(rest: Rest, call: Call) -> Answer:
    """Return a message."""
    return rest.shown(rest.message(call, HISTORY))


@routes("PATCH", MESSAGE_PATH)
def edit_message(rest: Rest, call: Call) -> Answer:
    """Edit the bot's own message."""
    message = rest.message(call)
    if message.author is not rest.world.bot:
        raise fail(50005)
    revise(_editable(rest, message), call.body, call.files)
    return message.json()


def _editable(rest: Rest, message: Message) -> Message:
    """Return a message that may be changed: 50083 in an archived thread, 160005 in a locked one."""
    channel = message.channel
    if channel.meta.get("archived"):
        raise fail(50083)
    if channel.meta.get("locked") and not rest.world.bot.can(channel, "MANAGE_THREADS"):
        raise fail(160005)
    return message


@routes("DELETE", MESSAGE_PATH)
def delete_message(rest: Rest, call: Call) -> Answer:
    """Delete a message; another's needs MANAGE_MESSAGES."""
    message = rest.message(call)
    mine = message.author is rest.world.bot
    if not mine and message.channel.guild is None:
        raise fail(50003)
    rest.need(message.channel, 0 if mine else MESSAGES)
    remove(message)
    return None


@routes("POST", MESSAGES_PATH + "/bulk-delete")
def bulk_delete(rest: Rest, call: Call) -> Answer:
    """Delete 2 to 100 messages younger than 14 days."""
    channel, ids = rest.channel(call, MESSAGES), [int(i) for i in call.body["messages"]]
    oldest = int((rest.world.clock() - 14 * 86400) * 1000 - EPOCH_MS) << 22
    if channel.guild is None:
        raise fail(50003)
    if not 2 <= len(set(ids)) == len(ids) <= 100:
        text = "Must be between 2 and 100 different messages."
        raise form_error([(("messages",), "BASE_TYPE_BAD_LENGTH", text)])
    if min(ids) < oldest:
        raise fail(50034)
    for message in filter(None, map(channel.messages.get, ids)):
        remove(message, quiet=True)
    data: Json = {"ids": [str(i) for i in ids], "channel_id": str(channel.id)}
    channel.guild.emit("MESSAGE_DELETE_BULK", data, channel)
    return None


@routes("POST", CHANNEL_PATH + "/typing")
def typing(rest: Rest, call: Call) -> Answer:
    """Show the typing indicator."""
    rest.channel(call, SEND)
    return None


@routes("PUT", *_PIN)
@routes("DELETE", *_PIN)
def pin(rest: Rest, call: Call) -> Answer:
    """Pin or unpin a message."""
    message = rest.message(call, perms("PIN_MESSAGES"))
    message.pinned, channel = call.method == "PUT", message.channel
    show(message, "MESSAGE_UPDATE")
    data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": iso(rest.world.clock())}
    data |= {"guild_id": str(channel.guild.id)} if channel.guild else {}
    rest.world.gateway.emit(channel.guild, "CHANNEL_PINS_UPDATE", data, channel)
    return None


@routes("GET", MESSAGES_PATH + "/pins")
def pins(rest: Rest, call: Call) -> Answer:
    """List pinned messages; empty without READ_MESSAGE_HISTORY."""
    channel = rest.channel(call)
    found = (
        [m for m in channel.messages.values() if m.pinned and not m.deleted] if _reads_history(rest, channel) else []
    )
    return {"items": [{"pinned_at": iso(m.created), "message": rest.shown(m)} for m in found], "has_more": False}


@routes("PUT", REACTION_PATH)
@routes("DELETE", REACTION_PATH)
def react(rest: Rest, call: Call) -> Answer:
    """Add or remove the bot's reaction; 20 different ones on a message."""
    message, adding = _editable(rest, rest.message(call, HISTORY)), call.method == "PUT"
    bot, guild, emoji = rest.world.bot, message.channel.guild, call.params["emoji_name"]
    new = adding and emoji not in message.reactions
    rest.need(message.channel, perms("ADD_REACTIONS") if new else 0)
    if new and len(message.reactions) >= 20:
        raise fail(30010)
    people = message.reactions.setdefault(emoji, set())
    (people.add if adding else people.discard)(bot.id)
    if not people:
        del message.reactions[emoji]
    data: Json = {"user_id": str(bot.id), "channel_id": str(message.channel.id), "message_id": str(message.id)}
    data |= {"burst": False, "type": 0, "emoji": {"id": None, "name": emoji}}
    data |= {"guild_id": str(guild.id)} if guild else {}
    rest.world.gateway.emit(guild, "MESSAGE_REACTION_" + ("ADD" if adding else "REMOVE"), data, message.channel)
    return None
