"""A loopback double of Discord's REST API v10 and Gateway, for tests over real sockets: see `README.md`."""

from tests.wire.double.clock import Clock
from tests.wire.double.contract import Contract, Violation, discord_contract, missing_document, openapi_path
from tests.wire.double.double import Double
from tests.wire.double.errors import ApiError, RefusedError
from tests.wire.double.faults import Fault
from tests.wire.double.guild import Guild
from tests.wire.double.interactions import Interaction
from tests.wire.double.limits import DISCORD_LIMITS, Limit
from tests.wire.double.model import Attachment, Channel, Member, Message, Role
from tests.wire.double.permissions import BOT_DEFAULT, EVERYONE, PERMISSIONS, Overwrite, names_of, perms
from tests.wire.double.process import BotProcess, ProcessDiedError
from tests.wire.double.shapes import CATEGORY, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, VOICE, Json
from tests.wire.double.users import User

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
