"""What each of Discord's permissions has to do with words: the ground of the silence of teammates (R29).

Every permission is listed, so that none is forgotten: a test compares this list with the one that discord.py knows.
Names are those of Discord's documentation, in lower case.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.text import Text, say


class Kind(Enum):
    """What a permission has to do with words."""

    SPEECH = "speech"
    """Puts words, or anything that can stand for words, before the readers of the channel."""
    MODERATION = "moderation"
    """Changes the channel or what others wrote in it: taken from players, left to the server's moderators."""
    READING = "reading"
    """Needed to follow the match and to play."""
    HARMLESS = "harmless"
    """Carries nothing."""
    BEYOND = "beyond"
    """Stands above overwrites or cannot be set by a bot: players who have it are warned of."""
    VOICE = "voice"
    """Means nothing in a text channel. Teammates could meet in any voice channel of the server: that is watched."""
    SERVER = "server"
    """Is never part of a channel's overwrites."""


@dataclass(frozen=True, slots=True)
class Permission:
    """One of Discord's permissions.

    Attributes:
        name: As in Discord's documentation, in lower case.
        kind: What it has to do with words.
        why: Why it is treated as it is.
    """

    name: str
    kind: Kind
    why: Text


def _all(kind: Kind, **reasons: Text) -> tuple[Permission, ...]:
    return tuple(Permission(name, kind, why) for name, why in reasons.items())


def _because(kind: Kind, why: Text, names: str) -> tuple[Permission, ...]:
    return tuple(Permission(name, kind, why) for name in names.split())


PERMISSIONS: tuple[Permission, ...] = (
    *_all(
        Kind.SPEECH,
        send_messages=say("Messages are words."),
        send_tts_messages=say("Words read aloud are words."),
        send_voice_messages=say("A voice message is spoken words."),
        send_polls=say("A poll has a question and answers in free text, and its votes are answers too."),
        attach_files=say("A file can hold any text."),
        embed_links=say("The preview of a link shows text and pictures from elsewhere."),
        add_reactions=say("A reaction is a sign, and signs can be agreed on."),
        use_external_emojis=say("An emoji from elsewhere can be drawn to say anything."),
        use_external_stickers=say("A sticker can be drawn to say anything."),
        use_external_apps=say("An app that a player brought along could post their words."),
        use_embedded_activities=say("An activity has its own drawing boards and chats."),
        mention_everyone=say("A mention is a call, and calls can be counted."),
        create_public_threads=say("A thread has a name and messages."),
        create_private_threads=say("A thread has a name and messages, and this kind is seen by few."),
        send_messages_in_threads=say("Messages in a thread are words."),
        create_instant_invite=say("An invite can bring in another account that speaks for a player."),
    ),
    *_all(
        Kind.MODERATION,
        manage_channels=say("The name and the topic of a channel are free text."),
        manage_messages=say("Which messages vanish can be a sign."),
        pin_messages=say("Which messages are pinned can be a sign."),
        manage_threads=say("A thread can be renamed."),
        manage_webhooks=say("A webhook posts any text under any name."),
    ),
    *_all(
        Kind.READING,
        view_channel=say("Players follow the match here."),
        read_message_history=say("Boards posted while a player was away must be readable."),
        use_application_commands=say("Turns can be typed as commands, whose answers only their author sees."),
    ),
    *_all(
        Kind.HARMLESS,
        bypass_slowmode=say("Where nobody may write there is nothing to slow down."),
    ),
    *_all(
        Kind.BEYOND,
        administrator=say("Administrators stand above every overwrite."),
        manage_roles=say("Members who manage roles can rewrite overwrites, and no bot can take that away."),
    ),
    *_because(
        Kind.VOICE,
        say("A text channel has no voice."),
        "connect speak use_voice_activation priority_speaker mute_members deafen_members move_members use_soundboard "
        "use_external_sounds",
    ),
    *_because(Kind.VOICE, say("A text channel has no video."), "stream"),
    *_because(Kind.VOICE, say("Only stages have speakers."), "request_to_speak"),
    *_because(Kind.VOICE, say("Only voice channels have a status."), "set_voice_channel_status"),
    *_because(Kind.VOICE, say("Events take place in voice channels and stages."), "create_events manage_events"),
    *_because(
        Kind.SERVER,
        say("The bot shows the names that players had when the match began."),
        "change_nickname manage_nicknames",
    ),
    *_because(
        Kind.SERVER, say("It concerns the membership of the server."), "kick_members ban_members moderate_members"
    ),
    *_because(Kind.SERVER, say("It concerns the settings of the server."), "manage_guild"),
    *_because(
        Kind.SERVER,
        say("It concerns the emojis of the server, which players can't use here."),
        "manage_expressions create_expressions",
    ),
    *_because(
        Kind.SERVER, say("It only reads."), "view_audit_log view_guild_insights view_creator_monetization_analytics"
    ),
)


def of_kind(*kinds: Kind) -> frozenset[str]:
    """Return the names of the permissions of these kinds."""
    return frozenset(permission.name for permission in PERMISSIONS if permission.kind in kinds)


SPEECH = of_kind(Kind.SPEECH)
WORDS = of_kind(Kind.SPEECH, Kind.MODERATION)
READING = of_kind(Kind.READING)
VIEW = frozenset({"view_channel"})

NEEDED = READING | WORDS | {"manage_roles"}
"""What the bot itself must have in a server to hold silent matches: it can neither grant nor deny anything else."""
