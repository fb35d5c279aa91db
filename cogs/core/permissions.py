"""The permissions that the bot asks Discord for, and the feature that needs each one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import discord

from engine.text import Listed, Text, listed, say
from hosting import silence


@dataclass(frozen=True, slots=True)
class Capability:
    """Something that the bot does for a server.

    Attributes:
        key: A short name for programs and tests.
        name: A sentence for people.
        permissions: Needed ones, by discord.py's names.
        everywhere: True if it needs them in the whole server; False if the current channel is enough.
        optional: Whether the bot works without it.
    """

    key: str
    name: Text
    permissions: tuple[str, ...]
    everywhere: bool = False
    optional: bool = False

    def missing(self, here: discord.Permissions, server: discord.Permissions) -> tuple[str, ...]:
        """Return its missing permissions, given those in the channel and those in the server."""
        granted = server if self.everywhere else here
        return tuple(name for name in self.permissions if not getattr(granted, name))


FEATURES = (
    Capability(
        "boards", say("Post boards, records and whose turn it is."), ("view_channel", "send_messages", "attach_files")
    ),
    Capability(
        "repeats", say("Never post the same board twice after a crash."), ("view_channel", "read_message_history")
    ),
    Capability(
        "threads",
        say("Open a thread for each match."),
        ("create_public_threads", "send_messages_in_threads", "read_message_history"),
    ),
    Capability(
        "spectators",
        say("Open private threads: for solo players, and for a match's spectators, away from its players."),
        ("create_private_threads", "send_messages_in_threads"),
    ),
    Capability(
        "removing",
        say("Remove a spectator who becomes a player, and delete threads of matches that couldn't start."),
        ("manage_threads",),
        optional=True,
    ),
    Capability(
        "silent teams",
        say("Give the teams of a match their own silent channels."),
        tuple(sorted(silence.NEEDED)),
        everywhere=True,
    ),
    Capability(
        "events",
        say("Create server events for the rounds of a league."),
        ("create_events",),
        everywhere=True,
        optional=True,
    ),
    Capability("voice", say("Notice teammates who meet in a voice channel."), ("view_channel",), everywhere=True),
)


FOR_SILENCE = ("silent teams", "voice")
"""Features that only servers need where teams play that may not communicate; most permissions are for them."""


def wanted(features: Iterable[Capability] = FEATURES) -> discord.Permissions:
    return discord.Permissions(**{name: True for feature in features for name in feature.permissions})


def label(permission: str) -> Text:
    """Return a permission as Discord's own pages write it, e.g. `Create Public Threads`."""
    named = permission.replace("_", " ").title().replace("Tts", "TTS")
    return _NAMES.get(named, say("{code}", code=named))


def labels(permissions: Iterable[str]) -> Listed:
    """Return permissions as a list for people, named as on Discord's own pages."""
    return listed((say("`{permission}`", permission=label(name)) for name in permissions), "comma")


_NAMES = {
    str(each): each
    for each in (
        say("Send Messages", context="permission"),
        say("Send TTS Messages", context="permission"),
        say("Send Voice Messages", context="permission"),
        say("Send Polls", context="permission"),
        say("Attach Files", context="permission"),
        say("Embed Links", context="permission"),
        say("Add Reactions", context="permission"),
        say("Use External Emojis", context="permission"),
        say("Use External Stickers", context="permission"),
        say("Use External Apps", context="permission"),
        say("Use Embedded Activities", context="permission"),
        say("Mention Everyone", context="permission"),
        say("Create Public Threads", context="permission"),
        say("Create Private Threads", context="permission"),
        say("Send Messages In Threads", context="permission"),
        say("Create Instant Invite", context="permission"),
        say("Manage Channels", context="permission"),
        say("Manage Messages", context="permission"),
        say("Pin Messages", context="permission"),
        say("Manage Threads", context="permission"),
        say("Manage Webhooks", context="permission"),
        say("View Channel", context="permission"),
        say("Read Message History", context="permission"),
        say("Use Application Commands", context="permission"),
        say("Administrator", context="permission"),
        say("Manage Roles", context="permission"),
        say("Create Events", context="permission"),
        say("Manage Events", context="permission"),
        say("Manage Guild", context="permission"),
    )
}
"""The permissions that the bot's texts name; their translations are those of Discord's pages in that language."""


def invitation(application_id: int, *, silent: bool = True) -> str:
    """Return the address that adds the bot to a server with all permissions it needs; fewer without silent teams."""
    features = FEATURES if silent else [each for each in FEATURES if each.key not in FOR_SILENCE and not each.optional]
    return discord.utils.oauth_url(
        application_id, permissions=wanted(features), scopes=("bot", "applications.commands")
    )
