"""Silent teams (R29): the participants, each permission's effect on communication, the policy, and the log."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

from engine.game import Json
from engine.seat import Seat
from engine.text import Text, say
from hosting.core import Core
from hosting.match.model import Match, SilenceEntry
from store.tables import audit

# The silence log: what was found and done to keep teammates from communicating.


@dataclass(eq=False, slots=True)
class SilenceLog:
    """The log of silence; lines are only ever added."""

    core: Core

    async def add(
        self,
        match_id: int,
        code: str,
        *,
        channel_id: int | None = None,
        person_id: int | None = None,
        detail: Mapping[str, Json] | None = None,
    ) -> SilenceEntry:
        async with self.core.db.write() as connection:
            return await audit.add_silence(
                connection,
                match_id,
                code,
                channel_id=channel_id,
                person_id=person_id,
                detail=detail or {},
                at=self.core.clock.now(),
            )

    async def of_match(self, match_id: int) -> list[SilenceEntry]:
        async with self.core.db.read() as connection:
            return await audit.silence_of_match(connection, match_id)


# The codes of the silence log (`hosting.silence`).


class SilenceCode(StrEnum):
    """The codes of the silence log."""

    STARTED = "started"
    """The match began; detail: `names`, a digest of each player's name as the server showed it."""
    REPAIRED = "repaired"
    """A channel had drifted and was put right; detail: `place` and `changes`."""
    REFUSED = "refused"
    """A channel has drifted and Discord refused the repair; detail: `place` and `changes`."""
    UNANSWERED = "unanswered"
    """A channel has drifted, and the answer to the repair was lost; detail: `place` and `changes`."""
    MENDED = "mended"
    """A channel whose repair was refused, or not answered, conforms again; detail: `place`."""
    GONE = "gone"
    """A channel was deleted; detail: `place`."""
    BYPASS = "bypass"
    """A player can bypass the silence; detail: `reason`."""
    BREACH = "breach"
    """A player could do something although the overwrites conform; detail: `place` and `permissions`."""
    LEFT = "left"
    """A player left the server."""
    HANDED = "handed"
    """A seat was handed over, and with it the channels; detail: `event` and `names`, as for `STARTED`, of the new."""
    RENAMED = "renamed"
    """A player's name was changed; detail: `name`, a digest of it, never the name itself."""
    NAMED = "named"
    """A player goes by the name of the start again."""
    REMOVING = "removing"
    """A message, or reactions, may have been removed: the answer was lost. Detail: `place`, `message`, and `code`, what
    is noted once that is certain."""
    REMOVED = "removed"
    """A message that was not the bot's own was removed; detail: `place`."""
    UNREACTED = "unreacted"
    """Reactions were removed from a message; detail: `place`."""
    MET = "met"
    """Teammates are together in a voice channel; detail: `team`."""
    PARTED = "parted"
    """They no longer are; detail: `team`."""
    OPENED = "opened"
    """The match is over and its channels were opened for talk; detail: `days` until they are deleted."""
    DELETED = "deleted"
    """The channels were deleted."""
    KEPT = "kept"
    """Discord refused to delete a channel."""


# What each of Discord's permissions has to do with words: the ground of the silence of teammates (R29).
#
# Every permission is listed, so that none is forgotten: a test compares this list with the one that discord.py knows.
# Names are those of Discord's documentation, in lower case.


class Kind(Enum):
    """A permission's effect on communication."""

    SPEECH = "speech"
    """Shows words, or anything that can stand for words, to the readers of the channel."""
    MODERATION = "moderation"
    """Changes the channel or what others wrote in it: taken from players, left to the server's moderators."""
    READING = "reading"
    """Needed to follow the match and to play."""
    HARMLESS = "harmless"
    """Carries nothing."""
    BEYOND = "beyond"
    """Overrides overwrites or cannot be set by a bot: warnings name players who have it."""
    VOICE = "voice"
    """Means nothing in a text channel. Teammates could meet in any voice channel of the server: that is watched."""
    SERVER = "server"
    """Is never part of a channel's overwrites."""


@dataclass(frozen=True, slots=True)
class Permission:
    """One of Discord's permissions, named as in Discord's documentation, in lower case; `why` explains its kind."""

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
        send_messages=say("Messages can say anything."),
        send_tts_messages=say("Text read aloud can say anything."),
        send_voice_messages=say("A voice message can say anything."),
        send_polls=say("A poll has a question and answers in free text, and its votes are answers too."),
        attach_files=say("A file can hold any text."),
        embed_links=say("Link previews show text and pictures from other sites."),
        add_reactions=say("A reaction can be a signal that players have agreed on."),
        use_external_emojis=say("Emojis from other servers can show anything."),
        use_external_stickers=say("Stickers can show anything."),
        use_external_apps=say("A player's own app could post messages for them."),
        use_embedded_activities=say("An activity has drawing boards and chats of its own."),
        mention_everyone=say("Mentions can be a signal, for example by their number."),
        create_public_threads=say("A thread's name and messages can say anything."),
        create_private_threads=say("A private thread's name and messages can say anything, and few people see them."),
        send_messages_in_threads=say("Messages in a thread can say anything."),
        create_instant_invite=say("An invite can bring in another account that speaks for a player."),
    ),
    *_all(
        Kind.MODERATION,
        manage_channels=say("A channel's name and topic can say anything."),
        manage_messages=say("Which messages are deleted can be a signal."),
        pin_messages=say("Which messages are pinned can be a signal."),
        manage_threads=say("A thread's new name can say anything."),
        manage_webhooks=say("A webhook can post any text under any name."),
    ),
    *_all(
        Kind.READING,
        view_channel=say("Players have to be able to follow the match here."),
        read_message_history=say("Players have to be able to read boards that were posted while they were away."),
        use_application_commands=say("Players can type their turns as commands, and only they see the answers."),
    ),
    *_all(
        Kind.HARMLESS,
        bypass_slowmode=say("Where nobody can write, there's nothing to slow down."),
    ),
    *_all(
        Kind.BEYOND,
        administrator=say("Administrators bypass all channel permissions."),
        manage_roles=say("Members who can manage roles can change channel permissions, and no bot can stop them."),
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
        say("The bot shows the names that players had when the match started."),
        "change_nickname manage_nicknames",
    ),
    *_because(Kind.SERVER, say("It's for managing the server's members."), "kick_members ban_members moderate_members"),
    *_because(Kind.SERVER, say("It's for managing the server's settings."), "manage_guild"),
    *_because(
        Kind.SERVER,
        say("It's for managing the server's emojis, which players can't use here."),
        "manage_expressions create_expressions",
    ),
    *_because(
        Kind.SERVER,
        say("It only lets members look things up."),
        "view_audit_log view_guild_insights view_creator_monetization_analytics",
    ),
)


def of_kind(*kinds: Kind) -> frozenset[str]:
    return frozenset(permission.name for permission in PERMISSIONS if permission.kind in kinds)


SPEECH = of_kind(Kind.SPEECH)
WORDS = of_kind(Kind.SPEECH, Kind.MODERATION)
READING = of_kind(Kind.READING)
VIEW = frozenset({"view_channel"})

NEEDED = READING | WORDS | {"manage_roles"}
"""The bot's own permissions for silent matches in a server: it can neither grant nor deny any others."""


# The silence of teammates (R29): who may do what in a team match's channels, and why.
#
# It is data on permission names as Discord's documentation writes them (`"send_messages"`), so that the whole policy
# can be read, printed and tested in one place. `hosting.silence` compares channels with it, `cogs.silence.keeper`
# applies it and keeps checking it; `hosting.silence` says what each permission has to do with words.
#
# Two facts of the platform shape it. A member's own overwrite beats every role, so whatever is denied to a player by
# name stays denied whatever roles they are given; only the server's owner and administrators stand above overwrites.
# And a bot can set only what it has itself, "Manage Roles" (in a channel: "Manage Permissions") not even then.


BOARD = "board"
SPECTATORS = "spectators"
CATEGORY = "category"
_TEAM = "team:"
NOTHING: frozenset[str] = frozenset()


def team_place(team: int) -> str:
    """Return the role of a team's private channel, as `hosting.match.model.Place` names it."""
    return f"{_TEAM}{team}"


def team_at(place: str) -> int | None:
    """Return the team of a private channel; None for other places."""
    return int(place.removeprefix(_TEAM)) if place.startswith(_TEAM) else None


class Who(Enum):
    """The people a line of the policy is about."""

    EVERYONE = "everyone"
    BOT = "bot"
    PLAYERS = "players"
    """All who play the match."""
    TEAM = "team"
    """The team whose channel it is."""
    OPPONENTS = "opponents"
    """The players of the other teams."""


class Phase(StrEnum):
    """Before and after the end of the match."""

    SILENT = "silent"
    OPEN = "open"


Room: TypeAlias = Literal["category", "board", "spectators", "team"]


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """One line of the policy: one overwrite, or one for each of several people."""

    phase: Phase
    room: Room
    who: Who
    allow: frozenset[str]
    deny: frozenset[str]
    why: Text


_BOT_KEEPS = say(
    "The bot needs what it takes from others: without a permission itself, it couldn't take it away or give it back."
)

POLICY: tuple[PolicyLine, ...] = (
    # While the match runs. What is not said stays as the server has it.
    PolicyLine(
        Phase.SILENT,
        "category",
        Who.PLAYERS,
        NOTHING,
        WORDS,
        say("A channel added to the category later is silent too."),
    ),
    PolicyLine(Phase.SILENT, "category", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(
        Phase.SILENT,
        "board",
        Who.EVERYONE,
        NOTHING,
        SPEECH,
        say("Only the bot writes on the board: the players could read what spectators write."),
    ),
    PolicyLine(Phase.SILENT, "board", Who.PLAYERS, READING, WORDS, say("Both teams read the board.")),
    PolicyLine(Phase.SILENT, "board", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(
        Phase.SILENT,
        "spectators",
        Who.PLAYERS,
        NOTHING,
        VIEW,
        say("Spectators can speak freely because no player can read this."),
    ),
    PolicyLine(Phase.SILENT, "spectators", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(Phase.SILENT, "team", Who.EVERYONE, NOTHING, VIEW | SPEECH, say("The channel belongs to one team.")),
    PolicyLine(
        Phase.SILENT,
        "team",
        Who.TEAM,
        READING,
        WORDS,
        say("Teammates can read the boards and play, but they can't say anything."),
    ),
    PolicyLine(
        Phase.SILENT,
        "team",
        Who.OPPONENTS,
        NOTHING,
        VIEW | WORDS,
        say("The channel stays closed to the other team, whatever roles they're given."),
    ),
    PolicyLine(Phase.SILENT, "team", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    # After its end.
    PolicyLine(Phase.OPEN, "category", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(
        Phase.OPEN,
        "board",
        Who.PLAYERS,
        READING | {"send_messages"},
        NOTHING,
        say("After the match, its players can talk about it."),
    ),
    PolicyLine(Phase.OPEN, "board", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(
        Phase.OPEN,
        "spectators",
        Who.PLAYERS,
        READING | {"send_messages"},
        NOTHING,
        say("After the match, its players can read what was said about it."),
    ),
    PolicyLine(Phase.OPEN, "spectators", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    PolicyLine(Phase.OPEN, "team", Who.EVERYONE, NOTHING, VIEW, say("The channel still belongs to one team.")),
    PolicyLine(
        Phase.OPEN,
        "team",
        Who.TEAM,
        READING | {"send_messages"},
        NOTHING,
        say("After the match, teammates can say what they had in mind."),
    ),
    PolicyLine(Phase.OPEN, "team", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
)

FOREIGN: Mapping[Room, frozenset[str]] = {
    "category": NOTHING,
    "board": SPEECH,
    "spectators": NOTHING,
    "team": VIEW | SPEECH,
}
"""Permissions that no foreign overwrite may allow while a match runs; its denials are up to the server."""


_ROOMS: Mapping[str, Room] = {CATEGORY: "category", BOARD: "board", SPECTATORS: "spectators"}


def room_of(place: str) -> Room:
    """Return the part of the policy about a place.

    Raises ValueError: there is no such place in a silent match.
    """
    if team_at(place) is not None:
        return "team"
    try:
        return _ROOMS[place]
    except KeyError:
        raise ValueError(f"no such place: {place!r}") from None


SERVER_LIMIT = 500
"""Channels that a server can hold, categories included; 50 in a category, of which a match takes four."""
WARN_FROM = 480


def place_roles(teams: int) -> tuple[str, ...]:
    return (CATEGORY, BOARD, SPECTATORS, *(team_place(team) for team in range(teams)))


def name_fits(existing: int, teams: int) -> bool:
    return existing + len(place_roles(teams)) <= SERVER_LIMIT


# Who takes part in a silent match: its teams, who of them stands above any policy, who meets where they can talk.


NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Target:
    """The target of an overwrite.

    Attributes:
        kind: A role of the server, a person who plays, or another member of the server, such as the bot.
        id: Of the role, the person, or the member's account.
    """

    kind: Literal["role", "person", "member"]
    id: int


@dataclass(frozen=True, slots=True)
class Participants:
    """The participants of a match.

    Attributes:
        guild_id: The server; the id of its @everyone role too.
        bot_id: The bot's account.
        teams: The persons of each team.
    """

    guild_id: int
    bot_id: int
    teams: tuple[frozenset[int], ...]

    @property
    def players(self) -> frozenset[int]:
        return frozenset[int]().union(*self.teams)

    @classmethod
    def seated(
        cls, guild_id: int, bot_id: int, teams: tuple[tuple[Seat, ...], ...], persons: Mapping[Seat, int]
    ) -> Participants:
        """Return the cast for a game's teams of seats; empty seats are left out."""
        return cls(
            guild_id, bot_id, tuple(frozenset(persons[seat] for seat in team if seat in persons) for team in teams)
        )

    @classmethod
    def of_match(cls, match: Match, bot_id: int, members: Container[int]) -> Participants:
        """Return the cast of a match; `members` are the persons who have an account, as nobody else can be kept out."""
        persons = {seat.seat: seat.person_id for seat in match.seats if seat.person_id in members}
        return cls.seated(match.guild_id, bot_id, match.mode.teams, persons)

    def targets(self, who: Who, place: str) -> tuple[Target, ...]:
        team = team_at(place)
        mine = self.teams[team] if team is not None else NOBODY
        people: Mapping[Who, frozenset[int]] = {
            Who.PLAYERS: self.players,
            Who.TEAM: mine,
            Who.OPPONENTS: self.players - mine,
        }
        if who is Who.EVERYONE:
            return (Target("role", self.guild_id),)
        if who is Who.BOT:
            return (Target("member", self.bot_id),)
        return tuple(Target("person", person_id) for person_id in sorted(people[who]))


class Bypass(StrEnum):
    """Why no overwrite binds a person."""

    OWNER = "owner"
    ADMINISTRATOR = "administrator"
    MANAGE_ROLES = "manage_roles"


def bypass(*, owner: bool, held: Collection[str]) -> Bypass | None:
    """Return why a person is above the policy, or None.

    `owner`: of the server. `held`: the permissions that their roles give them in the whole server.
    """
    if owner:
        return Bypass.OWNER
    if "administrator" in held:
        return Bypass.ADMINISTRATOR
    return Bypass.MANAGE_ROLES if "manage_roles" in held else None


def together(cast: Participants, where: Mapping[int, int]) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Return the meetings of teammates in voice channels: team, channel, and the two or more persons there.

    `where`: the voice channel of each person who is in one.
    """
    out = []
    for team, members in enumerate(cast.teams):
        for channel_id in sorted({where[person_id] for person_id in members if person_id in where}):
            present = frozenset(person_id for person_id in members if where.get(person_id) == channel_id)
            if len(present) > 1:
                out.append((team, channel_id, present))
    return tuple(out)


# What a channel's overwrites say, by the policy: how far they are from it, and put right.


@dataclass(frozen=True, slots=True)
class Overwrite:
    """The permissions that a channel allows and denies to one target."""

    allow: frozenset[str] = NOTHING
    deny: frozenset[str] = NOTHING

    def state(self, permission: str) -> State:
        return "allowed" if permission in self.allow else "denied" if permission in self.deny else "neutral"


State: TypeAlias = Literal["allowed", "denied", "neutral"]
Overwrites: TypeAlias = Mapping[Target, Overwrite]


def policy_overwrites(place: str, cast: Participants, phase: Phase = Phase.SILENT) -> dict[Target, Overwrite]:
    room = room_of(place)
    return {
        target: Overwrite(line.allow, line.deny)
        for line in POLICY
        if line.phase is phase and line.room == room
        for target in cast.targets(line.who, place)
    }


@dataclass(frozen=True, slots=True)
class Drift:
    """One permission where a channel's overwrites differ from the policy."""

    place: str
    target: Target
    permission: str
    wanted: State
    found: State


def overwrite_drift(
    place: str, cast: Participants, found: Overwrites, phase: Phase = Phase.SILENT
) -> tuple[Drift, ...]:
    """Return a channel's differences from the policy; empty if it conforms.

    Overwrites for other targets only count where they allow what `FOREIGN` forbids.
    """
    wanted = policy_overwrites(place, cast, phase)
    out = [
        Drift(place, target, permission, overwrite.state(permission), actual.state(permission))
        for target, overwrite in wanted.items()
        for actual in (found.get(target, Overwrite()),)
        for permission in sorted(overwrite.allow | overwrite.deny)
        if overwrite.state(permission) != actual.state(permission)
    ]
    out += [
        Drift(place, target, permission, "neutral", "allowed")
        for target, actual in found.items()
        if target not in wanted
        for permission in sorted(actual.allow & _forbidden(place, phase))
    ]
    return tuple(out)


def repaired_overwrites(
    place: str, cast: Participants, found: Overwrites, phase: Phase = Phase.SILENT
) -> dict[Target, Overwrite]:
    """Return a channel's overwrites repaired, leaving everything alone that the policy doesn't mention."""
    wanted = policy_overwrites(place, cast, phase)
    out: dict[Target, Overwrite] = {}
    for target in (*wanted, *(target for target in found if target not in wanted)):
        actual = found.get(target, Overwrite())
        if target in wanted:
            line = wanted[target]
            said = line.allow | line.deny
            out[target] = Overwrite((actual.allow - said) | line.allow, (actual.deny - said) | line.deny)
        else:
            rest = Overwrite(actual.allow - _forbidden(place, phase), actual.deny)
            if rest != Overwrite():
                out[target] = rest
    return out


def opened_overwrites(place: str, cast: Participants, found: Overwrites) -> dict[Target, Overwrite]:
    """Return a channel's overwrites after the match: what silence took is given back, what the server added stays."""
    silent = policy_overwrites(place, cast, Phase.SILENT)
    left = {
        target: Overwrite(actual.allow - silent[target].allow, actual.deny - silent[target].deny)
        if target in silent
        else actual
        for target, actual in found.items()
    }
    opening = repaired_overwrites(place, cast, left, Phase.OPEN)
    return {target: overwrite for target, overwrite in opening.items() if overwrite != Overwrite()}


def _forbidden(place: str, phase: Phase) -> frozenset[str]:
    return FOREIGN[room_of(place)] if phase is Phase.SILENT else NOTHING


def overwrite_breaches(place: str, cast: Participants, person_id: int, held: Collection[str]) -> tuple[str, ...]:
    """Return what a player can do at a place, all roles and overwrites taken together, and should not.

    `held`: every permission that the player has there.
    """
    mine = policy_overwrites(place, cast).get(Target("person", person_id), Overwrite())
    return tuple(sorted(mine.deny.intersection(held)))
