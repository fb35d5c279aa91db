"""REST: channels and their overwrites."""

from __future__ import annotations

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail, form_error
from tests.wire.double.guild import Guild
from tests.wire.double.model import Channel
from tests.wire.double.permissions import ALL, CHANNELS, ROLES, THREADS, Overwrite, Overwrites, copies
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.rest_threads import edit_thread
from tests.wire.double.router import CHANNEL as CHANNEL_PATH
from tests.wire.double.router import GUILD as GUILD_PATH
from tests.wire.double.shapes import TEXT, Json

routes = Routes()
_OVERWRITE = CHANNEL_PATH + "/permissions/{overwrite_id}"


@routes("GET", CHANNEL_PATH)
def get_channel(rest: Rest, call: Call) -> Answer:
    """Return a channel."""
    return rest.channel(call).json()


@routes("GET", GUILD_PATH + "/channels")
def list_channels(rest: Rest, call: Call) -> Answer:
    """List a guild's channels, without threads."""
    return [c.json() for c in rest.guild(call).channels.values() if not c.is_thread]


@routes("POST", GUILD_PATH + "/channels")
def create_channel(rest: Rest, call: Call) -> Answer:
    """Create a channel together with its overwrites."""
    guild, body = rest.guild(call, CHANNELS), dict(call.body)
    parent = rest.world.channels.get(int(body.pop("parent_id", None) or 0))
    mine = guild.base_permissions(rest.world.bot)
    given = _overwrites(guild, {}, body.pop("permission_overwrites", None) or [], mine)
    if sum(not c.is_thread for c in guild.channels.values()) >= 500:
        raise fail(30013)
    if parent and sum(c.parent is parent for c in guild.channels.values()) >= 50:
        text = "Maximum number of channels in category reached (50)"
        raise form_error([(("parent_id",), "CHANNEL_PARENT_MAX_CHANNELS", text)])
    name, kind = body.pop("name"), body.pop("type", TEXT)
    return guild.add_channel(name, kind, parent, given.values(), **body).json()


@routes("PATCH", CHANNEL_PATH)
def edit_channel(rest: Rest, call: Call) -> Answer:
    """Edit a channel or thread; changing overwrites needs MANAGE_ROLES."""
    channel, body = rest.channel(call), dict(call.body)
    if channel.guild is None:
        raise fail(50013)
    if channel.is_thread:
        edit_thread(rest, channel, body)
    else:
        rest.need(channel, CHANNELS | (ROLES if "permission_overwrites" in body else 0))
    if "permission_overwrites" in body:
        wanted, mine = body.pop("permission_overwrites") or [], _settable(rest, channel.guild, channel)
        made = _overwrites(channel.guild, channel.overwrites, wanted, mine)
        channel.guild.set_overwrites(channel, made)
    if "parent_id" in body:
        channel.parent = rest.world.channels.get(int(body.pop("parent_id") or 0))
    name = body.pop("name", channel.name)
    channel.name = name.lower().replace(" ", "-") if channel.type == TEXT else name
    channel.settings.update(body)
    channel.guild.update_channel(channel)
    return channel.json()


@routes("PATCH", GUILD_PATH + "/channels")
def move_channels(rest: Rest, call: Call) -> Answer:
    """Reorder channels."""
    guild = rest.guild(call, CHANNELS)
    for item in call.body:
        channel = guild.channels.get(int(item["id"]))
        if channel is None:
            continue
        if item.get("position") is not None:
            channel.settings["position"] = item["position"]
        if "parent_id" in item:
            channel.parent = guild.channels.get(int(item["parent_id"] or 0))
        if item.get("lock_permissions") and channel.parent:
            rest.need(channel, ROLES)
            guild.set_overwrites(channel, copies(channel.parent.overwrites))
        guild.update_channel(channel)
    return None


@routes("DELETE", CHANNEL_PATH)
def delete_channel(rest: Rest, call: Call) -> Answer:
    """Delete a channel or thread."""
    channel = rest.channel(call)
    rest.need(channel, THREADS if channel.is_thread else CHANNELS)
    if channel.guild:
        channel.guild.remove_channel(channel)
    return channel.json()


@routes("PUT", _OVERWRITE)
@routes("DELETE", _OVERWRITE)
def permission(rest: Rest, call: Call) -> Answer:
    """Set or remove one overwrite; the channel is then no longer synced."""
    channel, target = rest.channel(call, ROLES), call.id("overwrite_id")
    if channel.guild is None or channel.is_thread:
        raise fail(10003)
    old = {target: channel.overwrites[target]} if target in channel.overwrites else {}
    if call.method == "DELETE" and not old:
        raise fail(10009)
    new: list[Json] = [{**call.body, "id": target}] if call.method == "PUT" else []
    made = _overwrites(channel.guild, old, new, _settable(rest, channel.guild, channel))
    others = {key: overwrite for key, overwrite in channel.overwrites.items() if key != target}
    channel.guild.set_overwrites(channel, others | made)
    channel.guild.update_channel(channel)
    return None


def _settable(rest: Rest, guild: Guild, channel: Channel) -> int:
    """Return the bits that the bot may set in overwrites: those it has in the guild or the category.

    All, where an overwrite of the channel allows it MANAGE_ROLES.
    """
    bot = rest.world.bot
    mine = guild.members[bot.id].roles | {guild.id, bot.id}
    if any(o.allow & ROLES for o in channel.overwrites.values() if o.id in mine):
        return ALL
    return guild.base_permissions(bot) | (guild.permissions(bot, channel.parent) if channel.parent else 0)


def _overwrites(guild: Guild, old: Overwrites, new: list[Json], mine: int) -> Overwrites:
    """Return overwrites to set; the bot can only change bits of `mine`, and MANAGE_ROLES only if these are all."""
    out = {o.id: o for o in map(Overwrite.read, new)}
    mine = mine if mine == ALL else mine & ~ROLES
    for key in out.keys() | old.keys():
        a, b = out.get(key, Overwrite(key, 0)), old.get(key, Overwrite(key, 0))
        if key not in guild.roles and a.kind == 0 and key in out:
            raise fail(10011)
        if ((a.allow ^ b.allow) | (a.deny ^ b.deny)) & ~mine:
            raise fail(50013)
    return out
