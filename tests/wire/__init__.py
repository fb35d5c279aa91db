"""A loopback double of Discord's REST API v10 and Gateway, for tests over real sockets.

A real discord.py client logs in to it. Tests act as several users at once, inject faults, and read what every onlooker
would see; every request body is checked against Discord's own OpenAPI document.

    double = Double()
    guild = double.add_guild("Table")
    lobby = guild.add_channel("lobby")
    ann, bob = double.add_user("ann", guild), double.add_user("bob", guild)
    async with double, double.connect(bot):                        # `bot`: any discord.Client, not yet started
        reply = await ann.slash(lobby, "move", notation="a1")      # subcommands: "group sub"
        both = await asyncio.gather(ann.press(reply.message, "Ready"), bob.press(reply.message, "Ready"))
        assert not reply.failed and not reply.ephemeral and not double.violations

Onlookers: `bob.can_see(channel)`, `bob.visible_channels(guild)`, `bob.visible_messages(channel)`,
`bob.sees(message)`, `bob.may(channel)` and `bob.can(channel, "SEND_MESSAGES ATTACH_FILES")`; `bob.texts(guild)` is
every string that reaches bob.

Faults: `double.inject("POST", "/channels/{channel_id}/messages", status=429, retry_after=0.2)` (or `drop="response"`,
`hold=True`, `latency=1`), `limits=DISCORD_LIMITS`, `double.latency`, `double.gateway.disconnect() / drop() / zombie()
/ reconnect() / invalidate()`, `double.clock.advance()`.

A bot in another process is started by `BotProcess`; it has to honour two variables before it starts:

    if base := os.environ.get("DISCORD_API_BASE"):
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])

`python -m tests.wire --port 8042` serves a small world for a bot that is started by hand; see `control.py`.

Not covered: voice sockets, webhooks other than interaction tokens, OAuth2, stickers, emoji, polls, forwards, events,
audit log, auto-moderation, forum channels, gateway compression. A route that is missing answers 404 and is listed in
`unknown_routes`.

Different from Discord, so that a bot which passes here may still meet a surprise:
- Late heartbeats are measured (`heartbeat_late_ms`); Discord closes the connection. Gateway commands (120 a minute),
  identifications and the life of a session without a connection (some minutes) have no limit; THREAD_LIST_SYNC is not
  sent.
- Threads do not archive by themselves. Interaction tokens still answer and edit in archived and locked threads, and
  buttons work there. There are no system messages (thread created, message pinned), slow mode, verification levels,
  two-factor rules or command permissions set by a server's administrators.
- Messages older than an hour are edited without limit (30046). Bucket sizes are guesses. Files are checked for size
  only, text is neither trimmed nor cleaned, `history(around=...)` answers with the latest messages.
- Where the documentation is silent: taking a bit out of an overwrite needs that bit, too; a reply without
  `allowed_mentions` pings its addressee; a nonce is unique for 5 minutes among all messages of the bot; the statuses
  of 50003, 50024 and 160005, some codes within 50035, and the type and references of messages that answer components
  are approximate.
"""

from tests.wire.clock import Clock
from tests.wire.contract import Contract, Violation, discord_contract, missing_document, openapi_path
from tests.wire.double import Double
from tests.wire.errors import ApiError, RefusedError
from tests.wire.faults import Fault
from tests.wire.guild import Guild
from tests.wire.interactions import Interaction
from tests.wire.limits import DISCORD_LIMITS, Limit
from tests.wire.model import Attachment, Channel, Member, Message, Role
from tests.wire.permissions import BOT_DEFAULT, EVERYONE, PERMISSIONS, Overwrite, names_of, perms
from tests.wire.process import BotProcess, ProcessDiedError
from tests.wire.shapes import CATEGORY, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, VOICE, Json
from tests.wire.users import User

__all__ = [
    "BOT_DEFAULT",
    "CATEGORY",
    "DISCORD_LIMITS",
    "EVERYONE",
    "PERMISSIONS",
    "PRIVATE_THREAD",
    "PUBLIC_THREAD",
    "TEXT",
    "VOICE",
    "ApiError",
    "Attachment",
    "BotProcess",
    "Channel",
    "Clock",
    "Contract",
    "Double",
    "Fault",
    "Guild",
    "Interaction",
    "Json",
    "Limit",
    "Member",
    "Message",
    "Overwrite",
    "ProcessDiedError",
    "RefusedError",
    "Role",
    "User",
    "Violation",
    "discord_contract",
    "missing_document",
    "names_of",
    "openapi_path",
    "perms",
]
