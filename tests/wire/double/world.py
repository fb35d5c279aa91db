"""The state of the double: servers, people, commands, interactions, files; no sockets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import count
from typing import ClassVar

from tests.wire.double.clock import PATIENCE_S, TICK_S, Clock, Pulse
from tests.wire.double.gateway import PRIVILEGED, Gateway
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import (
    ADMIN,
    ALL,
    BOT_DEFAULT,
    CATEGORY,
    DM,
    EPOCH_MS,
    EVERYONE,
    FIRST_RESPONSE_S,
    HISTORY,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    THREADS,
    VIEW,
    VOICE,
    Attachment,
    Channel,
    Json,
    Member,
    Message,
    Overwrite,
    Overwrites,
    RefusedError,
    Role,
    combine,
    copies,
    imply,
    iso,
    numbers,
)
from tests.wire.double.users import User

# A server of the double: its channels and people, who may do what in it, and the events of its changes.


_EMPTY: Json = {
    **dict.fromkeys(("emojis", "stickers", "features", "presences", "stage_instances", "soundboard_sounds"), ()),
    **dict.fromkeys(("icon", "splash", "discovery_splash", "banner", "description", "vanity_url_code")),
    **dict.fromkeys(("afk_channel_id", "system_channel_id", "rules_channel_id", "public_updates_channel_id")),
    **dict.fromkeys(("verification_level", "default_message_notifications", "explicit_content_filter"), 0),
    **dict.fromkeys(("mfa_level", "system_channel_flags", "premium_tier", "nsfw_level"), 0),
    **dict.fromkeys(("large", "unavailable", "premium_progress_bar_enabled", "nsfw"), False),
    "application_id": None,
    "guild_scheduled_events": (),
    "preferred_locale": "en-US",
    "afk_timeout": 300,
    "joined_at": iso(0),
}


class Guild:
    """A server: roles, members, channels and threads, voice states; changes send their gateway events."""

    overwrite_kind: ClassVar[int] = 0

    def __init__(self, world: World, guild_id: int, name: str, everyone: int) -> None:
        self.world, self.id, self.name, self.owner_id = world, guild_id, name, 1
        self.everyone = Role(guild_id, "@everyone", everyone, position=0)
        self.roles: dict[int, Role] = {guild_id: self.everyone}
        self.members: dict[int, Member] = {}
        self.channels: dict[int, Channel] = {}
        self.voice: dict[int, Json] = {}

    # changes

    def add_role(
        self,
        name: str,
        permissions: int = 0,
        members: Iterable[User] = (),
        *,
        position: int | None = None,
        color: int = 0,
        hoist: bool = False,
        mentionable: bool = False,
        managed: bool = False,
    ) -> Role:
        """Create a role above the others (pass `position` to choose) and give it to members."""
        place = len(self.roles) if position is None else position
        role = Role(self.world.snowflake(), name, permissions, place, color, hoist, mentionable, managed)
        self.roles[role.id] = role
        self.emit("GUILD_ROLE_CREATE", {"role": role.json()})
        for user in members:
            self.members[user.id].roles.add(role.id)
            self.emit_member(user)
        return role

    def add_channel(
        self,
        name: str,
        kind: int = TEXT,
        parent: Channel | None = None,
        overwrites: Iterable[Overwrite] = (),
        **settings: object,
    ) -> Channel:
        """Create a channel; without overwrites it takes those of its category."""
        given = {o.id: o for o in overwrites} or (copies(parent.overwrites) if parent else {})
        name = name if kind in (VOICE, CATEGORY) else name.lower().replace(" ", "-")
        merged: Json = {"position": len(self.channels), **settings}
        channel = Channel(self.world.snowflake(), kind, name, self, parent, given, merged)
        self.channels[channel.id] = self.world.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", channel.json())
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        private: bool = False,
        thread_id: int = 0,
        archive_minutes: int = 1440,
        invitable: bool = True,
        **settings: object,
    ) -> Channel:
        """Create a thread; its owner joins it."""
        now = iso(self.world.clock())
        meta: Json = {"archived": False, "locked": False, "auto_archive_duration": archive_minutes}
        meta |= {"archive_timestamp": now, "create_timestamp": now, "invitable": invitable}
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        key = thread_id or self.world.snowflake()
        thread = Channel(key, kind, name, self, parent, settings=settings, owner=owner, meta=meta)
        thread.people[owner.id] = owner
        self.channels[thread.id] = self.world.channels[thread.id] = thread
        self.emit("THREAD_CREATE", {**thread.json(), "newly_created": True}, thread)
        return thread

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel and its threads; the channels of a category stay, and those in voice leave it."""
        for child in [c for c in self.channels.values() if c.parent is channel]:
            if child.is_thread:
                self.remove_channel(child)
            else:
                child.parent = None
                self.update_channel(child)
        for user_id in [i for i, state in self.voice.items() if state["channel_id"] == str(channel.id)]:
            self.set_voice(self.world.users[user_id], None)
        self.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel.json())
        del self.channels[channel.id], self.world.channels[channel.id]

    def update_channel(self, channel: Channel) -> None:
        """Send the event of a changed channel or thread."""
        self.emit("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.json(), channel)

    def set_overwrites(self, channel: Channel, overwrites: Overwrites) -> None:
        """Replace a channel's overwrites; the synced channels of a category follow."""
        inside = [c for c in self.channels.values() if c.parent is channel and not c.is_thread]
        synced = [c for c in inside if c.overwrites == channel.overwrites]
        channel.overwrites = overwrites
        for child in synced:
            child.overwrites = copies(overwrites)
            self.update_channel(child)

    def set_voice(self, user: User, channel: Channel | None) -> None:
        """Move a user to a voice channel, or out of voice."""
        state: Json = {"user_id": str(user.id), "channel_id": channel and str(channel.id), "guild_id": str(self.id)}
        state |= dict.fromkeys(("deaf", "mute", "self_deaf", "self_mute", "self_video", "suppress"), False)
        state |= {"session_id": f"v{user.id}", "request_to_speak_timestamp": None}
        state["member"] = self.members[user.id].json()
        self.voice.pop(user.id, None)
        if channel:
            self.voice[user.id] = state
        self.emit("VOICE_STATE_UPDATE", state)

    # who may do what

    def base_permissions(self, user: User) -> int:
        """Return what a member may do in the guild, before overwrites."""
        member = self.members.get(user.id)
        if member is None:
            return 0
        bits = self.everyone.permissions
        for role in member.roles:
            bits |= self.roles[role].permissions
        return ALL if user.id == self.owner_id or bits & ADMIN else bits

    def computed(self, user: User, channel: Channel) -> int:
        """Return a member's permissions as payloads carry them: everyone < roles < member, then a timeout."""
        bits, member = self.base_permissions(user), self.members.get(user.id)
        if member is None or bits == ALL:
            return bits
        place = channel.parent if channel.is_thread and channel.parent else channel
        bits = combine(bits, place.overwrites, self.id, member.roles, user.id)
        return bits & (VIEW | HISTORY) if member.timeout_until > self.world.clock() else bits

    def permissions(self, user: User, channel: Channel) -> int:
        """Return what a member may do in a channel: the computed permissions less the implicit denials."""
        bits = self.computed(user, channel)
        if bits == ALL:
            return bits
        if channel.type == PRIVATE_THREAD and user.id not in channel.people and not bits & THREADS:
            return 0
        return imply(bits, thread=channel.is_thread, voice=channel.type == VOICE)

    def top_role(self, user: User) -> int:
        """Return the position of a member's highest role; the owner stands above all."""
        if user.id == self.owner_id:
            return 10**6
        return max((self.roles[r].position for r in self.members[user.id].roles), default=0)

    # what is sent

    def emit(self, event: str, data: Json, channel: Channel | None = None) -> None:
        """Send an event of this guild to the shard that serves it."""
        self.world.gateway.emit(self, event, {**data, "guild_id": str(self.id)}, channel)

    def emit_member(self, user: User) -> None:
        """Send the event of a changed member."""
        self.emit("GUILD_MEMBER_UPDATE", self.members[user.id].json())

    def json(self, *, members: bool) -> Json:
        """Return the object of GUILD_CREATE; without `members` those are the bot and who is in voice."""
        people = [m for m in self.members.values() if members or m.user.bot or m.user.id in self.voice]
        bot, channels = self.world.bot, self.channels.values()
        threads = [c for c in channels if c.is_thread and not c.meta["archived"] and self.permissions(bot, c) & VIEW]
        voice = [{key: value for key, value in state.items() if key != "guild_id"} for state in self.voice.values()]
        return _EMPTY | {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "roles": [r.json() for r in self.roles.values()],
            "channels": [c.json() for c in channels if not c.is_thread],
            "threads": [c.json() for c in threads],
            "members": [m.json() for m in people],
            "member_count": len(self.members),
            "voice_states": voice,
        }


class World:
    """The state of the double.

    Attributes:
        first_response: how long a user waits for the first response, in seconds; a later one is refused.
        patience: how long a user waits for the answer to a deferred interaction, in seconds.
        url: where the REST server listens; `gateway_url`: where the gateway does.
    """

    def __init__(
        self,
        *,
        heartbeat_ms: int = 41_250,
        shards: int = 1,
        token: str = "",
        privileged_intents: int = PRIVILEGED,
        bot_permissions: int = BOT_DEFAULT,
        clock: Clock | None = None,
    ) -> None:
        self.clock, self.pulse = clock or Clock(), Pulse()
        self.shards, self.token = shards, token
        self.privileged_intents, self.bot_permissions = privileged_intents, bot_permissions
        self.first_response, self.patience = FIRST_RESPONSE_S, PATIENCE_S
        self.url = self.gateway_url = ""
        self._founded = count(int(time.time() * 1000 - EPOCH_MS) // 1000 * 1000)  # in milliseconds, as ids hold them
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {}
        self.commands: dict[str, Json] = {}
        self.interactions: dict[str, Interaction] = {}
        self.files: dict[str, Attachment] = {}
        self.nonces: dict[tuple[int, str], Message] = {}  # by author
        self.bot = User(self, "bot", bot=True)
        self.users[self.bot.id] = self.bot
        self.gateway = Gateway(self, heartbeat_ms)

    def snowflake(self) -> int:
        """Return a new id, ordered by time."""
        return int(self.clock() * 1000 - EPOCH_MS) << 22 | next(numbers) & 0x3FFFFF

    def add_guild(self, name: str, everyone: int | None = None) -> Guild:
        """Create a server with the bot in it; consecutive ones fall on different shards.

        `everyone` are the permissions of @everyone, Discord's usual ones unless given.
        """
        guild = Guild(self, next(self._founded) << 22, name, EVERYONE if everyone is None else everyone)
        self.guilds[guild.id] = guild
        guild.members[self.bot.id] = Member(self.bot, self.clock())
        guild.add_role("bot", self.bot_permissions, [self.bot], managed=True, position=1000)
        for session in self.gateway.sessions.values():
            if session.serves(guild):
                session.introduce(guild)
        return guild

    def add_user(self, name: str, *guilds: Guild, roles: Iterable[Role] = ()) -> User:
        """Create a person, a member of these guilds, with these roles where they exist."""
        user = User(self, name)
        self.users[user.id] = user
        given = list(roles)
        for guild in guilds:
            mine = {role.id for role in given if role.id in guild.roles}
            guild.members[user.id] = Member(user, self.clock(), mine)
            guild.emit("GUILD_MEMBER_ADD", guild.members[user.id].json())
        return user

    def dm(self, user: User) -> Channel:
        """Return the direct-message channel between the bot and a user."""
        for channel in self.channels.values():
            if channel.guild is None and user.id in channel.people:
                return channel
        people = {user.id: user, self.bot.id: self.bot}
        channel = Channel(self.snowflake(), DM, user.name, None, people=people)
        self.channels[channel.id] = channel
        return channel

    def command(self, channel: Channel, name: str, kind: int) -> Json:
        """Return a registered command as a user of this channel finds it; the guild's own comes first.

        Raises:
            RefusedError: there is none.
        """
        scope, context = (str(channel.guild.id), 0) if channel.guild else (None, 1)
        named = [c for c in self.commands.values() if c["name"] == name and c["type"] == kind]
        found = [c for c in named if c.get("guild_id") in (scope, None) and context in _contexts(c)]
        if not found:
            known = sorted(c["name"] for c in self.commands.values())
            raise RefusedError(f"no command {name!r}; registered: {known}")
        return max(found, key=lambda c: c.get("guild_id") or "")

    async def until(self, true: Callable[[], object], within: float = PATIENCE_S) -> None:
        """Wait until something holds; TimeoutError if it does not come within so many seconds.

        It is looked at whenever a request was answered or an event sent, and, since nobody announces what a client in
        this process makes of that, every few milliseconds.
        """
        await self.pulse.until(true, within, TICK_S)


def _contexts(command: Json) -> Iterable[int]:
    """Return where a command is offered: 0 in servers, 1 in direct messages."""
    given: list[int] | None = command.get("contexts")
    return given or ((0,) if command.get("dm_permission") is False else (0, 1))
