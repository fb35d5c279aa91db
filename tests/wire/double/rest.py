"""What the handlers of the REST API share: their registry, and the checks of what a request refers to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail
from tests.wire.double.gateway import bare
from tests.wire.double.guild import Guild
from tests.wire.double.model import Channel, Member, Message, Role
from tests.wire.double.permissions import VIEW
from tests.wire.double.sessions import CONTENT_INTENT
from tests.wire.double.shapes import Json

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
