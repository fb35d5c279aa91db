"""Messages as they are posted, edited and deleted: checks, files, mentions, events."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING

from tests.wire.double.contract import message_problems
from tests.wire.double.model import (
    EPHEMERAL,
    FILE_BYTES,
    LOADING,
    NONCE_S,
    REQUEST_BYTES,
    SILENT,
    SUPPRESS_EMBEDS,
    V2,
    Attachment,
    Channel,
    Files,
    Json,
    Message,
    Place,
    Problem,
    fail,
    form_error,
    iso,
    walk,
)

if TYPE_CHECKING:
    from tests.wire.double.interactions import Interaction
    from tests.wire.double.users import User
    from tests.wire.double.world import World

_SETTABLE = EPHEMERAL | SILENT | V2 | SUPPRESS_EMBEDS


def post(
    channel: Channel,
    author: User,
    body: Json,
    files: Files | None = None,
    it: Interaction | None = None,
    *,
    loading: bool = False,
) -> Message:
    """Create a message from a request body; `it`: the interaction that it answers.

    Raises:
        ApiError: Discord would refuse it.
    """
    world = author.world
    nonce = str(body["nonce"]) if body.get("nonce") else None
    known = world.nonces.get((author.id, nonce or "")) if body.get("enforce_nonce") else None
    if known and not known.deleted and world.clock() - known.created < NONCE_S:
        return known
    if channel.guild is None and author.bot and not all(u.accepts_dms for u in channel.people.values()):
        raise fail(50007)
    if it is None and channel.meta.get("locked") and not author.can(channel, "MANAGE_THREADS"):
        raise fail(160005)
    flags = (body.get("flags") or 0) & (_SETTABLE if it else _SETTABLE & ~EPHEMERAL)
    message = Message(world.snowflake(), channel, author, world.clock(), flags=flags, interaction=it, nonce=nonce)
    message.reference = _reference(channel, body)
    message.visible_to = it.user if it and flags & EPHEMERAL else None
    if loading:  # no other flag counts before there is an answer
        message.flags = flags & EPHEMERAL | LOADING
    else:
        _fill(message, body, files or {}, ("data",) if it and it.acked is None else (), flags)
    if channel.guild and channel.meta.get("archived"):
        channel.meta |= {"archived": False, "archive_timestamp": iso(world.clock())}
        channel.guild.update_channel(channel)
    channel.messages[message.id] = message
    if nonce:
        world.nonces[author.id, nonce] = message
    show(message, "MESSAGE_CREATE")
    return message


def revise(message: Message, body: Json, files: Files, place: Place = ()) -> None:
    """Edit a message; an answer to a defer keeps being as public or ephemeral as the defer.

    Raises:
        ApiError: Discord would refuse it; the message is as before.
    """
    _fill(message, body, files, place, message.flags & ~LOADING | (body.get("flags") or 0) & V2)
    message.edited, message.edits = message.author.world.clock(), message.edits + 1
    show(message, "MESSAGE_UPDATE")


def remove(message: Message, *, quiet: bool = False) -> None:
    """Delete a message; `quiet`: without its event."""
    message.deleted = True
    if not quiet and not message.ephemeral:
        guild = message.channel.guild
        data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        data |= {"guild_id": str(guild.id)} if guild else {}
        message.author.world.gateway.emit(guild, "MESSAGE_DELETE", data, message.channel)


def show(message: Message, event: str) -> None:
    """Send a message's event; ephemeral messages have none."""
    guild = message.channel.guild
    if not message.ephemeral:
        data = message.json()
        if guild and message.author.id in guild.members:
            member = guild.members[message.author.id].json(with_user=False)
            data |= {"guild_id": str(guild.id), "member": member}
        message.author.world.gateway.emit(guild, event, data, message.channel)


def attach(world: World, channel: Channel, filename: str, data: bytes, description: str | None = None) -> Attachment:
    """Store a file and serve it."""
    key, safe = world.snowflake(), re.sub(r"[^\w.-]", "_", filename)
    path = f"/attachments/{channel.id}/{key}/{safe}"
    world.files[path] = Attachment(key, safe, data, world.url + path, description)
    return world.files[path]


def _reference(channel: Channel, body: Json) -> int | None:
    """Return the message that a body replies to."""
    wanted = body.get("message_reference") or {}
    key = int(wanted.get("message_id") or 0)
    if not key or (key in channel.messages and not channel.messages[key].deleted):
        return key or None
    if wanted.get("fail_if_not_exists", True):
        raise form_error([(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
    return None


def _fill(message: Message, body: Json, files: Files, place: Place, flags: int) -> None:
    """Check a body and put it into a message, or raise and leave the message alone."""
    sizes = [len(data) for _, data in files.values()]
    if max(sizes, default=0) > FILE_BYTES or sum(sizes) > REQUEST_BYTES:
        raise fail(40005)
    listed = {str(a["id"]): a for a in body.get("attachments") or ()}
    kept = [a for a in message.attachments if "attachments" not in body or str(a.id) in listed]
    names = [a.filename for a in kept] + [name for name, _ in files.values()]
    content = body["content"] or "" if "content" in body else message.content
    embeds = body["embeds"] or [] if "embeds" in body else message.embeds
    components = body["components"] or [] if "components" in body else message.components
    whole: Json = {"content": content, "embeds": embeds, "components": components}
    problems: list[Problem] = message_problems(body | whole, flags, names)
    if len(names) > 10:
        problems.append((("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."))
    if problems:
        raise form_error([((*place, *where), code, text) for where, code, text in problems])
    if not (content or embeds or components or names or body.get("sticker_ids") or body.get("poll")):
        raise fail(50006)
    for item in kept:
        item.description = listed.get(str(item.id), {}).get("description", item.description)
    for key, (name, data) in files.items():
        about = listed.get(key.removeprefix("files[").rstrip("]"), {})
        file = (about.get("filename") or name, data, about.get("description"))
        kept.append(attach(message.author.world, message.channel, *file))
    message.attachments, message.content, message.flags = kept, content, flags
    message.embeds = [{"type": "rich", **embed} for embed in embeds]
    message.components = json.loads(json.dumps(components))
    taken = {component.get("id") for _, component in walk(components)}
    free = (n for n in itertools.count(1) if n not in taken)
    for _, component in walk(message.components):
        component["id"] = component.get("id") or next(free)
    if message.id not in message.channel.messages or body.keys() & {"content", "components"}:
        message.pings, message.pings_everyone = _pings(message, body.get("allowed_mentions"))


def _pings(message: Message, allowed: Json | None) -> tuple[set[int], bool]:
    """Return who is mentioned in the text or its components, and not held back by allowed_mentions or permissions."""
    if allowed is None:  # interactions mention users only
        parse = ["users"] if message.interaction else ["users", "roles", "everyone"]
        allowed = {"parse": parse, "replied_user": True}
    parse, out, channel = allowed.get("parse") or [], set[int](), message.channel
    text = "\n".join([message.content, *(c["content"] for _, c in walk(message.components) if c["type"] == 10)])
    for kind, mark in (("users", r"<@!?(\d+)>"), ("roles", r"<@&(\d+)>")):
        named = {int(i) for i in re.findall(mark, text)}
        out |= named if kind in parse else named & {int(i) for i in allowed.get(kind) or ()}
    may = channel.guild and message.author.can(channel, "MENTION_EVERYONE")
    if channel.guild and not may:
        out -= {role.id for role in channel.guild.roles.values() if not role.mentionable}
    if message.reference and allowed.get("replied_user"):
        out.add(channel.messages[message.reference].author.id)
    return out, bool(may and "everyone" in parse and re.search(r"@(everyone|here)", text))
