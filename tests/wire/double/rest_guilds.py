"""REST: servers, roles, members, voice."""

from __future__ import annotations

from datetime import datetime

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail
from tests.wire.double.guild import Guild
from tests.wire.double.model import Member
from tests.wire.double.permissions import ADMIN, ROLES, perms
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.router import GUILD as GUILD_PATH
from tests.wire.double.router import MEMBER as MEMBER_PATH
from tests.wire.double.sessions import MEMBERS
from tests.wire.double.shapes import Json

routes = Routes()
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
