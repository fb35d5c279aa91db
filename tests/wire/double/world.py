"""The state of the double: servers, people, commands, interactions, files; no sockets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from tests.wire.double.clock import TICK_S, Clock, Pulse
from tests.wire.double.errors import RefusedError
from tests.wire.double.gateway import Gateway
from tests.wire.double.guild import Guild
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import Attachment, Channel, Member, Message, Role
from tests.wire.double.permissions import BOT_DEFAULT, EVERYONE
from tests.wire.double.sessions import PRIVILEGED
from tests.wire.double.shapes import DM, EPOCH_MS, FIRST_RESPONSE_S, Json, numbers
from tests.wire.double.users import User


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
        self.first_response, self.patience = FIRST_RESPONSE_S, 60.0
        self.url = self.gateway_url = ""
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
        stamp = int(time.time() * 1000 - EPOCH_MS) // 1000 * 1000 + len(self.guilds)
        guild = Guild(self, stamp << 22, name, EVERYONE if everyone is None else everyone)
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

    async def until(self, true: Callable[[], object], within: float = 60.0) -> None:
        """Wait until something holds; TimeoutError if it does not come within so many seconds.

        It is looked at whenever a request was answered or an event sent, and, since nobody announces what a client in
        this process makes of that, every few milliseconds.
        """
        await self.pulse.until(true, within, TICK_S)


def _contexts(command: Json) -> Iterable[int]:
    """Return where a command is offered: 0 in servers, 1 in direct messages."""
    given: list[int] | None = command.get("contexts")
    return given or ((0,) if command.get("dm_permission") is False else (0, 1))
