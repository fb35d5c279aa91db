"""What the handlers of the REST API share: their registry, and the checks of what a request refers to."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from tests.wire.double.contract import command_problems, command_size, component_problems
from tests.wire.double.gateway import CONTENT_INTENT, MEMBERS, bare
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import (
    ADMIN,
    ALL,
    CHANNELS,
    CHOICES,
    EPOCH_MS,
    HAS_THREAD,
    HISTORY,
    MESSAGES,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    ROLES,
    SEND,
    TEXT,
    THREADS,
    TOKEN_S,
    VIEW,
    Channel,
    Json,
    Member,
    Message,
    Overwrite,
    Overwrites,
    Place,
    Problem,
    Role,
    copies,
    fail,
    form_error,
    iso,
    perms,
)
from tests.wire.double.posting import post, remove, revise, show
from tests.wire.double.router import CHANNEL as CHANNEL_PATH
from tests.wire.double.router import GUILD as GUILD_PATH
from tests.wire.double.router import HOOK, Call
from tests.wire.double.router import MEMBER as MEMBER_PATH
from tests.wire.double.router import MESSAGE as MESSAGE_PATH
from tests.wire.double.router import MESSAGES as MESSAGES_PATH
from tests.wire.double.router import REACTION as REACTION_PATH
from tests.wire.double.world import Guild

if TYPE_CHECKING:
    from tests.wire.double.world import World


Answer = Json | list[Json] | None  # None is answered as 204
Handler = Callable[["Rest", Call], Answer]


class Routes:
    """The handlers of one subject, each for a method and path templates."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, str, Handler]] = []

    def __call__(self, method: str, *templates: str) -> Callable[[Handler], Handler]:
        """Register a handler, as a decorator."""

        def mark(handler: Handler) -> Handler:
            self._entries.extend((method, template, handler) for template in templates)
            return handler

        return mark

    def __iter__(self) -> Iterator[tuple[str, str, Handler]]:
        return iter(self._entries)


class Rest:
    """What the bot may reach. Handlers do not await, so each request is atomic."""

    def __init__(self, world: World) -> None:
        self.world = world

    def channel(self, call: Call, need: int = 0) -> Channel:
        """Return the channel of a request: 10003 unknown, 50001 invisible, 50013 not permitted."""
        channel = self.world.channels.get(call.id("channel_id"))
        if channel is None:
            raise fail(10003)
        self.need(channel, need)
        return channel

    def need(self, channel: Channel, need: int) -> None:
        """Check the bot's permissions in a channel."""
        if channel.guild is None:
            return
        bits = channel.guild.permissions(self.world.bot, channel)
        if not bits & VIEW:
            raise fail(50001)
        if bits & need != need:
            raise fail(50013)

    def guild(self, call: Call, need: int = 0) -> Guild:
        """Return the guild of a request, checking the bot's guild-wide permissions."""
        guild = self.world.guilds.get(call.id("guild_id"))
        if guild is None:
            raise fail(10004)
        if guild.base_permissions(self.world.bot) & need != need:
            raise fail(50013)
        return guild

    def message(self, call: Call, need: int = 0) -> Message:
        """Return the message of a request; ephemeral ones do not exist here."""
        message = self.channel(call, need).messages.get(call.id("message_id"))
        if message is None or message.deleted or message.ephemeral:
            raise fail(10008)
        return message

    def person(self, call: Call, guild: Guild) -> Member:
        """Return the member of a request."""
        user = self.world.bot.id if call.params.get("user_id", "@me") == "@me" else call.id("user_id")
        if user not in guild.members:
            raise fail(10007)
        return guild.members[user]

    def role(self, guild: Guild, role_id: int) -> Role:
        """Return a role that the bot may manage: below its own highest."""
        role = guild.roles.get(role_id)
        if role is None:
            raise fail(10011)
        if role.position >= guild.top_role(self.world.bot):
            raise fail(50013)
        return role

    def shown(self, message: Message) -> Json:
        """Return a message as the bot reads it; the message content intent counts here too."""
        full = message.channel.guild is None or self.world.privileged_intents & CONTENT_INTENT
        return message.json() if full else bare(message.json(), self.world.bot)


# REST: the bot itself, users, and the application's commands.


routes = Routes()
_COMMANDS = ("/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands")
_COMMAND = tuple(path + "/{command_id}" for path in _COMMANDS)


@routes("GET", "/users/@me")
def me(rest: Rest, _call: Call) -> Answer:
    """Return the bot."""
    return rest.world.bot.json()


@routes("GET", "/users/{user_id}")
def user(rest: Rest, call: Call) -> Answer:
    """Return a user."""
    found = rest.world.users.get(call.id("user_id"))
    if found is None:
        raise fail(10013)
    return found.json()


@routes("POST", "/users/@me/channels")
def open_dm(rest: Rest, call: Call) -> Answer:
    """Open the direct-message channel with a user."""
    found = rest.world.users.get(int(call.body["recipient_id"]))
    if found is None:
        raise fail(10013)
    return rest.world.dm(found).json()


@routes("GET", "/oauth2/applications/@me", "/applications/@me")
def application(rest: Rest, _call: Call) -> Answer:
    """Return the application."""
    bot = rest.world.bot
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "team": None,
        "rpc_origins": None,
        "owner": bot.json(),
    }


@routes("GET", "/gateway", "/gateway/bot")
def gateway_bot(rest: Rest, _call: Call) -> Answer:
    """Return the gateway's address and the recommended shards."""
    gateway = rest.world.gateway
    start = {"total": 1000, "remaining": gateway.starts_left, "reset_after": 3_600_000}
    start["max_concurrency"] = gateway.max_concurrency
    return {"url": rest.world.gateway_url, "shards": rest.world.shards, "session_start_limit": start}


@routes("GET", *_COMMANDS)
def list_commands(rest: Rest, call: Call) -> Answer:
    """List commands."""
    return [c for c in rest.world.commands.values() if c.get("guild_id") == call.params.get("guild_id")]


@routes("PUT", *_COMMANDS)
def put_commands(rest: Rest, call: Call) -> Answer:
    """Replace all commands of a scope."""
    scope, commands = call.params.get("guild_id"), rest.world.commands
    made = [_new_command(rest, body, scope, (i,)) for i, body in enumerate(call.body or ())]
    counts = Counter(c["type"] for c in made)
    if any(count > (100 if kind == 1 else 15) for kind, count in counts.items()):
        raise fail(30032)
    known = {(c["type"], c["name"]): c["id"] for c in commands.values() if c.get("guild_id") == scope}
    for command in made:
        command["id"] = known.get((command["type"], command["name"]), command["id"])
    others = {key: c for key, c in commands.items() if c.get("guild_id") != scope}
    rest.world.commands = others | {c["id"]: c for c in made}
    return made


@routes("POST", *_COMMANDS)
def post_command(rest: Rest, call: Call) -> Answer:
    """Create a command; one of the same name is replaced."""
    command = _new_command(rest, call.body, call.params.get("guild_id"))
    key = operator.itemgetter("type", "name")
    named = [c for c in rest.world.commands.values() if key(c) == key(command)]
    same = [c for c in named if c.get("guild_id") == command.get("guild_id")]
    command["id"] = same[0]["id"] if same else command["id"]
    rest.world.commands[command["id"]] = command
    return command


@routes("GET", *_COMMAND)
def get_command(rest: Rest, call: Call) -> Answer:
    """Return a command."""
    return _command(rest, call)


@routes("PATCH", *_COMMAND)
def patch_command(rest: Rest, call: Call) -> Answer:
    """Change a command."""
    command = _new_command(rest, _command(rest, call) | call.body, call.params.get("guild_id"))
    rest.world.commands[command["id"]] = command
    return command


@routes("DELETE", *_COMMAND)
def delete_command(rest: Rest, call: Call) -> Answer:
    """Delete a command."""
    del rest.world.commands[_command(rest, call)["id"]]
    return None


def _command(rest: Rest, call: Call) -> Json:
    found = rest.world.commands.get(call.params["command_id"])
    if found is None:
        raise fail(10063)
    return found


def _new_command(rest: Rest, body: Json, scope: str | None, place: Place = ()) -> Json:
    """Return a command as Discord stores it, after checking it."""
    problems = [*command_problems(body, place)]
    if command_size(body) > 8000:
        problems.append((place, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)"))
    if problems:
        raise form_error(problems)
    base: Json = {
        "id": str(rest.world.snowflake()),
        "application_id": str(rest.world.bot.id),
        "version": "1",
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "contexts": None,
        "integration_types": [0],
    }
    return base | body | ({"guild_id": scope} if scope else {})


# REST: servers, roles, members, voice.


_NEEDS = {
    "roles": "MANAGE_ROLES",
    "mute": "MUTE_MEMBERS",
    "deaf": "DEAFEN_MEMBERS",
    "channel_id": "MOVE_MEMBERS",
    "communication_disabled_until": "MODERATE_MEMBERS",
}


@routes("GET", GUILD_PATH)
def get_guild(rest: Rest, call: Call) -> Answer:
    """Return a guild."""
    return rest.guild(call).json(members=False)


@routes("GET", GUILD_PATH + "/roles")
def list_roles(rest: Rest, call: Call) -> Answer:
    """List roles."""
    return [r.json() for r in rest.guild(call).roles.values()]


@routes("POST", GUILD_PATH + "/roles")
def create_role(rest: Rest, call: Call) -> Answer:
    """Create a role at the bottom; the bot can only give permissions that it has."""
    guild, body = rest.guild(call, ROLES), call.body or {}
    wanted = guild.everyone.permissions if body.get("permissions") is None else int(body["permissions"])
    if wanted & ~guild.base_permissions(rest.world.bot):
        raise fail(50013)
    looks: Json = {"name": "new role"} | _looks(body)
    return guild.add_role(looks.pop("name"), wanted, position=1, **looks).json()


@routes("PATCH", GUILD_PATH + "/roles/{role_id}")
def edit_role(rest: Rest, call: Call) -> Answer:
    """Edit a role; the bot can only give permissions that it has."""
    guild = rest.guild(call, ROLES)
    role, wanted = rest.role(guild, call.id("role_id")), call.body.get("permissions")
    bits = role.permissions if wanted is None else int(wanted)
    if bits & ~role.permissions & ~guild.base_permissions(rest.world.bot):
        raise fail(50013)
    for key, value in _looks(call.body).items():
        setattr(role, key, value)
    role.permissions = bits
    guild.emit("GUILD_ROLE_UPDATE", {"role": role.json()})
    return role.json()


@routes("DELETE", GUILD_PATH + "/roles/{role_id}")
def delete_role(rest: Rest, call: Call) -> Answer:
    """Delete a role."""
    guild = rest.guild(call, ROLES)
    role = rest.role(guild, call.id("role_id"))
    del guild.roles[role.id]
    for member in guild.members.values():
        member.roles.discard(role.id)
    guild.emit("GUILD_ROLE_DELETE", {"role_id": str(role.id)})
    return None


def _looks(body: Json) -> Json:
    """Return the attributes of a role that a request sets; `colors` replaces the old `color`."""
    color = (body.get("colors") or {}).get("primary_color", body.get("color"))
    wanted = {"color": color} | {key: body.get(key) for key in ("name", "hoist", "mentionable")}
    return {key: value for key, value in wanted.items() if value is not None}


@routes("PUT", MEMBER_PATH + "/roles/{role_id}")
@routes("DELETE", MEMBER_PATH + "/roles/{role_id}")
def member_role(rest: Rest, call: Call) -> Answer:
    """Give or take a role."""
    guild = rest.guild(call, ROLES)
    role, member = rest.role(guild, call.id("role_id")), rest.person(call, guild)
    (member.roles.add if call.method == "PUT" else member.roles.discard)(role.id)
    guild.emit_member(member.user)
    return None


@routes("GET", GUILD_PATH + "/members")
def list_members(rest: Rest, call: Call) -> Answer:
    """List members; needs the members intent."""
    if not rest.world.privileged_intents & MEMBERS:
        raise fail(50001)
    after, count = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    people = sorted(rest.guild(call).members.items())
    return [m.json() for i, m in people if i > after][:count]


@routes("GET", MEMBER_PATH)
def get_member(rest: Rest, call: Call) -> Answer:
    """Return a member."""
    return rest.person(call, rest.guild(call)).json()


@routes("PATCH", MEMBER_PATH, GUILD_PATH + "/members/@me")
def edit_member(rest: Rest, call: Call) -> Answer:
    """Change nick, roles, timeout or voice channel of a member."""
    guild, body = rest.guild(call), call.body
    member = rest.person(call, guild)
    _may_edit(rest, call, guild, member)
    roles = {int(r) for r in body["roles"]} if body.get("roles") is not None else member.roles
    for changed in roles ^ member.roles:
        rest.role(guild, changed)
    _edit_voice(rest, guild, member, body)
    if "nick" in body:
        member.nick = body["nick"] or None
    member.roles = roles
    if "communication_disabled_until" in body:
        until = body["communication_disabled_until"]
        member.timeout_until = datetime.fromisoformat(until).timestamp() if until else 0.0
    guild.emit_member(member.user)
    return member.json()


def _may_edit(rest: Rest, call: Call, guild: Guild, member: Member) -> None:
    """Check what a change of a member needs; roles and voice do not obey the hierarchy of members."""
    own, keys = member.user is rest.world.bot, call.body.keys()
    needs = [_NEEDS[key] for key in keys & _NEEDS.keys()]
    if "nick" in keys:
        needs.append("CHANGE_NICKNAME" if own else "MANAGE_NICKNAMES")
    rest.guild(call, perms(" ".join(needs)))
    ranked = keys & {"nick", "communication_disabled_until"}
    if not own and ranked and guild.top_role(member.user) >= guild.top_role(rest.world.bot):
        raise fail(50013)
    if call.body.get("communication_disabled_until") and guild.base_permissions(member.user) & ADMIN:
        raise fail(50013)


def _edit_voice(rest: Rest, guild: Guild, member: Member, body: Json) -> None:
    """Move, mute or deafen a member who is in voice."""
    if body.keys() & {"channel_id", "mute", "deaf"} and member.user.id not in guild.voice:
        raise fail(40032)
    if "channel_id" in body:
        target = rest.world.channels.get(int(body["channel_id"] or 0))
        if target:
            rest.need(target, perms("CONNECT"))
        guild.set_voice(member.user, target)
    flags: Json = {key: body[key] for key in ("mute", "deaf") if body.get(key) is not None}
    if flags and member.user.id in guild.voice:
        guild.voice[member.user.id] |= flags
        guild.emit("VOICE_STATE_UPDATE", guild.voice[member.user.id])


@routes("GET", GUILD_PATH + "/voice-states/@me", GUILD_PATH + "/voice-states/{user_id}")
def voice_state(rest: Rest, call: Call) -> Answer:
    """Return a voice state; needs CONNECT where it is."""
    guild = rest.guild(call)
    state = guild.voice.get(rest.person(call, guild).user.id)
    if state is None:
        raise fail(10065)
    rest.need(guild.channels[int(state["channel_id"])], perms("CONNECT"))
    return state


# REST: answers to interactions, and the messages that follow them.


_ANSWER = (HOOK + "/messages/@original", HOOK + "/messages/{message_id}")

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICE, MODAL = 4, 5, 6, 7, 8, 9


@routes("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def callback(rest: Rest, call: Call) -> Answer:
    """Take the first response: within 3 s, once, of a kind that fits."""
    it = _asked(rest, call)
    kind: int = call.body["type"]
    data: Json = call.body.get("data") or {}
    if kind not in _fitting(it):
        text = "This response does not fit the interaction"
        raise form_error([(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", text)])
    problems = _choice_problems(data.get("choices") or []) if kind == CHOICE else []
    if kind == MODAL:
        found = component_problems(data["components"], modal=True)
        problems += [(("data", *place), code, text) for place, code, text in found]
    if problems:
        raise form_error(problems)
    if kind in (MESSAGE, DEFER):
        it.original = post(it.channel, rest.world.bot, data, call.files, it, loading=kind == DEFER)
    elif kind == UPDATE and it.source:
        revise(it.source, data, call.files, ("data",))
    it.original = it.source if kind in (DEFER_UPDATE, UPDATE) else it.original
    it.choices = data.get("choices") or [] if kind == CHOICE else []
    it.modal, it.pending = data if kind == MODAL else None, kind == DEFER
    if it.original and kind in (MESSAGE, UPDATE):
        it.note(it.original)
    it.ack(kind)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    state: Json = {"id": str(it.id), "type": it.type, "response_message_loading": kind == DEFER}
    resource: Json = {"type": kind}
    if it.original:
        state |= {
            "response_message_id": str(it.original.id),
            "response_message_ephemeral": it.original.ephemeral,
        }
        resource |= {"message": it.original.json()} if kind in (MESSAGE, UPDATE) else {}
    return {"interaction": state, "resource": resource}


def _asked(rest: Rest, call: Call) -> Interaction:
    """Return the interaction of a first response: 10062 unknown or late, 40060 answered."""
    it = rest.world.interactions.get(call.params["interaction_token"])
    if it is None or it.id != call.id("interaction_id") or it.expired:
        raise fail(10062)
    if it.acked is not None:
        raise fail(40060)
    if rest.world.clock() - it.created > rest.world.first_response:
        it.expired = True
        it.note()
        raise fail(10062)
    return it


def _fitting(it: Interaction) -> tuple[int, ...]:
    """Return the kinds of response that an interaction takes."""
    if it.type == 2:
        return (MESSAGE, DEFER, MODAL)
    if it.type == 3:
        return (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL)
    if it.type == 4:
        return (CHOICE,)
    return (MESSAGE, DEFER, DEFER_UPDATE, UPDATE) if it.source else (MESSAGE, DEFER)


def _choice_problems(choices: list[Json]) -> list[Problem]:
    out: list[Problem] = []
    if len(choices) > CHOICES:
        out.append((("data", "choices"), "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length."))
    for i, choice in enumerate(choices):
        if not 1 <= len(str(choice["name"])) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            text = "Must be between 1 and 100 in length."
            out.append((("data", "choices", i), "BASE_TYPE_BAD_LENGTH", text))
    return out


def _followed(rest: Rest, call: Call) -> Interaction:
    """Return the interaction of a webhook: 10015 unknown or unanswered, 50027 older than 15 minutes."""
    it = rest.world.interactions.get(call.params["webhook_token"])
    if it is None or it.acked is None or call.id("webhook_id") != rest.world.bot.id:
        raise fail(10015)
    if rest.world.clock() - it.created > TOKEN_S:
        raise fail(50027)
    return it


def _answer(rest: Rest, call: Call) -> tuple[Interaction, Message]:
    it = _followed(rest, call)
    if call.route.endswith("@original"):
        message = it.original
    else:
        message = next((m for m in [*it.messages, it.original] if m and m.id == call.id("message_id")), None)
    if message is None or message.deleted:
        raise fail(10008)
    return it, message


@routes("POST", HOOK)
def follow_up(rest: Rest, call: Call) -> Answer:
    """Post a follow-up; after a defer the first becomes the deferred answer, as public or ephemeral as that was."""
    it = _followed(rest, call)
    if it.pending and it.original and not it.original.deleted:
        revise(it.original, call.body, call.files)
        message = it.original
    else:
        message = post(it.channel, rest.world.bot, call.body, call.files, it)
    it.pending = False
    it.note(message, final=True)
    return message.json()


@routes("GET", *_ANSWER)
def get_answer(rest: Rest, call: Call) -> Answer:
    """Return a message of an interaction."""
    return _answer(rest, call)[1].json()


@routes("PATCH", *_ANSWER)
def edit_answer(rest: Rest, call: Call) -> Answer:
    """Edit a message of an interaction; this also answers a defer."""
    it, message = _answer(rest, call)
    revise(message, call.body, call.files)
    it.pending = it.pending and message is not it.original
    it.note(message, final=not it.pending)
    return message.json()


@routes("DELETE", *_ANSWER)
def delete_answer(rest: Rest, call: Call) -> Answer:
    """Delete a message of an interaction."""
    it, message = _answer(rest, call)
    remove(message)
    it.pending = it.pending and message is not it.original
    it.note()
    return None


# REST: messages of a channel, pins and reactions.


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


HOUR_S = 3600.0
LATE_EDITS = 3
"""How often a message older than an hour can be edited; Discord doesn't say how often exactly."""


@routes("PATCH", MESSAGE_PATH)
def edit_message(rest: Rest, call: Call) -> Answer:
    """Edit the bot's own message."""
    message = rest.message(call)
    if message.author is not rest.world.bot:
        raise fail(50005)
    _editable(rest, message)
    if rest.world.clock() - message.created > HOUR_S:
        if message.late_edits >= LATE_EDITS:
            raise fail(30046)
        message.late_edits += 1
    revise(message, call.body, call.files)
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


# REST: threads and their members.


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


# REST: channels and their overwrites.


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
