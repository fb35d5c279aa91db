"""A loopback double of Discord's REST API v10 and Gateway, for tests over real sockets: see `README.md`."""

from tests.wire.double.clock import Clock
from tests.wire.double.contract import Contract, Violation, discord_contract, missing_document, openapi_path
from tests.wire.double.double import Double
from tests.wire.double.interactions import Interaction
from tests.wire.double.model import (
    BOT_DEFAULT,
    CATEGORY,
    EVERYONE,
    PERMISSIONS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    VOICE,
    ApiError,
    Attachment,
    Channel,
    Json,
    Member,
    Message,
    Overwrite,
    RefusedError,
    Role,
    names_of,
    perms,
)
from tests.wire.double.process import BotProcess, ProcessDiedError
from tests.wire.double.router import DISCORD_LIMITS, Fault, Limit
from tests.wire.double.users import User
from tests.wire.double.world import Guild

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
