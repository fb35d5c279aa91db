"""REST: threads and their members."""

from __future__ import annotations

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail
from tests.wire.double.model import Channel
from tests.wire.double.permissions import HISTORY, SEND, THREADS, VIEW, perms
from tests.wire.double.posting import show
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.router import CHANNEL as CHANNEL_PATH
from tests.wire.double.router import GUILD as GUILD_PATH
from tests.wire.double.router import MESSAGE as MESSAGE_PATH
from tests.wire.double.sessions import MEMBERS
from tests.wire.double.shapes import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Json, iso

routes = Routes()
_ARCHIVED = CHANNEL_PATH + "/threads/archived/"
_PERSON = (CHANNEL_PATH + "/thread-members/@me", CHANNEL_PATH + "/thread-members/{user_id}")


def edit_thread(rest: Rest, thread: Channel, body: Json) -> None:
    """Take thread_metadata out of a body; an archived thread must open, a locked one is for moderators."""
    meta, keys = thread.meta, body.keys()
    if meta["archived"] and body.get("archived", True):
        raise fail(50083)
    mine = thread.owner is rest.world.bot and not keys & {"locked", "rate_limit_per_user"}
    opens = keys == {"archived"} and not body["archived"]
    rest.need(thread, THREADS if meta["locked"] or not (mine or opens) else 0 if mine else SEND)
    if any(key in body and body[key] != meta[key] for key in ("archived", "auto_archive_duration")):
        meta["archive_timestamp"] = iso(rest.world.clock())
    names = ("archived", "locked", "invitable", "auto_archive_duration")
    meta.update({name: body.pop(name) for name in names if name in body})


@routes("POST", CHANNEL_PATH + "/threads", MESSAGE_PATH + "/threads")
def create_thread(rest: Rest, call: Call) -> Answer:
    """Create a thread, from a message (which it shares the id with) or without one."""
    parent, body = rest.channel(call), call.body
    private = "message_id" not in call.params and body.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
    rest.need(parent, perms("CREATE_PRIVATE_THREADS" if private else "CREATE_PUBLIC_THREADS"))
    if parent.guild is None or parent.type not in (TEXT, 5):
        raise fail(50024)
    if sum(c.is_thread and not c.meta["archived"] for c in parent.guild.channels.values()) >= 1000:
        raise fail(160006)
    start = rest.message(call) if "message_id" in call.params else None
    if start and start.id in rest.world.channels:
        raise fail(160004)
    made = parent.guild.add_thread(
        parent,
        body["name"],
        rest.world.bot,
        private=private,
        thread_id=start.id if start else 0,
        archive_minutes=body.get("auto_archive_duration") or 1440,
        invitable=body.get("invitable", True),
        rate_limit_per_user=body.get("rate_limit_per_user") or 0,
    )
    if start:
        start.flags |= HAS_THREAD
        show(start, "MESSAGE_UPDATE")
    return made.json()


@routes("PUT", *_PERSON)
@routes("DELETE", *_PERSON)
def thread_member(rest: Rest, call: Call) -> Answer:
    """Add or remove a thread member."""
    thread, adding, bot = rest.channel(call), call.method == "PUT", rest.world.bot
    if thread.guild is None or not thread.is_thread:
        raise fail(10003)
    user = rest.person(call, thread.guild).user
    if thread.meta["archived"]:
        raise fail(50083)
    mine = user is bot or (thread.owner is bot and thread.type == PRIVATE_THREAD)
    rest.need(thread, (SEND if "user_id" in call.params else 0) if adding else 0 if mine else THREADS)
    data: Json = {"id": str(thread.id), "added_members": [], "removed_member_ids": []}
    if adding:
        thread.people[user.id] = user
        data["added_members"] = [thread.member_json(user) | {"member": thread.guild.members[user.id].json()}]
    else:
        thread.people.pop(user.id, None)
        data["removed_member_ids"] = [str(user.id)]
    thread.guild.emit("THREAD_MEMBERS_UPDATE", data | {"member_count": len(thread.people)})
    if adding and user is bot:
        thread.guild.emit("THREAD_CREATE", thread.json(), thread)
    return None


@routes("GET", CHANNEL_PATH + "/thread-members")
def thread_members(rest: Rest, call: Call) -> Answer:
    """List thread members; needs the members intent."""
    thread = rest.channel(call)
    if not rest.world.privileged_intents & MEMBERS:
        raise fail(50001)
    return [thread.member_json(user) for user in thread.people.values()]


@routes("GET", GUILD_PATH + "/threads/active")
def active_threads(rest: Rest, call: Call) -> Answer:
    """List a guild's active threads."""
    threads = [c for c in rest.guild(call).channels.values() if c.is_thread and not c.meta["archived"]]
    return _listed(rest, threads)


@routes("GET", _ARCHIVED + "public", _ARCHIVED + "private")
def archived_threads(rest: Rest, call: Call) -> Answer:
    """List a channel's archived threads; private ones need MANAGE_THREADS."""
    private = call.route.endswith("private")
    parent = rest.channel(call, HISTORY | (THREADS if private else 0))
    kind = PRIVATE_THREAD if private else PUBLIC_THREAD
    inside = [c for c in parent.guild.channels.values() if c.parent is parent] if parent.guild else []
    return _listed(rest, [c for c in inside if c.type == kind and c.meta["archived"]])


def _listed(rest: Rest, threads: list[Channel]) -> Json:
    bot = rest.world.bot
    found = [c for c in threads if c.guild and c.guild.permissions(bot, c) & VIEW]
    mine = [c.member_json(bot) for c in found if bot.id in c.people]
    return {"threads": [c.json() for c in found], "members": mine, "has_more": False}
