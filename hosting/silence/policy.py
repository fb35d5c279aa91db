"""The silence of teammates (R29): who may do what in a team match's channels, why, and how far they are from it.

Everything here is data and plain functions on permission names as Discord's documentation writes them
(`"send_messages"`), so that the whole policy can be read, printed and tested in one place. `cogs.silence.check` applies
it and keeps checking it; `hosting.silence.permissions` says what each permission has to do with words.

Two facts of the platform shape it. A member's own overwrite beats every role, so whatever is denied to a player by name
stays denied whatever roles they are given; only the server's owner and administrators stand above overwrites. And a bot
can set only what it has itself, "Manage Roles" (in a channel: "Manage Permissions") not even then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

from engine.seat import Seat
from engine.text import Text, say
from hosting.match.model import Match
from hosting.silence.permissions import READING, SPEECH, VIEW, WORDS

BOARD = "board"
SPECTATORS = "spectators"
CATEGORY = "category"
_TEAM = "team:"
NOTHING: frozenset[str] = frozenset()
NOBODY: frozenset[int] = frozenset()


def team_place(team: int) -> str:
    """Return the role of a team's private channel, as `hosting.match.model.Place` names it."""
    return f"{_TEAM}{team}"


def team_at(place: str) -> int | None:
    """Return whose private channel a place is; None for the others."""
    return int(place.removeprefix(_TEAM)) if place.startswith(_TEAM) else None


class Who(Enum):
    """Whom a line of the policy is about."""

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
class Line:
    """One line of the policy: one overwrite, or one for each of several people."""

    phase: Phase
    room: Room
    who: Who
    allow: frozenset[str]
    deny: frozenset[str]
    why: Text


_BOT_KEEPS = say("The bot keeps what it takes from others: it could not take or return it otherwise.")

POLICY: tuple[Line, ...] = (
    # While the match runs. What is not said stays as the server has it.
    Line(
        Phase.SILENT,
        "category",
        Who.PLAYERS,
        NOTHING,
        WORDS,
        say("A channel that is added to the category later is silent too."),
    ),
    Line(Phase.SILENT, "category", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(
        Phase.SILENT,
        "board",
        Who.EVERYONE,
        NOTHING,
        SPEECH,
        say("Only the bot writes on the board: a spectator's words would reach the players."),
    ),
    Line(Phase.SILENT, "board", Who.PLAYERS, READING, WORDS, say("Both teams read the board.")),
    Line(Phase.SILENT, "board", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(
        Phase.SILENT,
        "spectators",
        Who.PLAYERS,
        NOTHING,
        VIEW,
        say("Spectators speak freely because no player reads them."),
    ),
    Line(Phase.SILENT, "spectators", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(Phase.SILENT, "team", Who.EVERYONE, NOTHING, VIEW | SPEECH, say("The channel belongs to one team.")),
    Line(
        Phase.SILENT,
        "team",
        Who.TEAM,
        READING,
        WORDS,
        say("Teammates read the boards and play, and have no means of saying anything."),
    ),
    Line(
        Phase.SILENT,
        "team",
        Who.OPPONENTS,
        NOTHING,
        VIEW | WORDS,
        say("The channel stays closed to the other team, whatever roles it is given."),
    ),
    Line(Phase.SILENT, "team", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    # After its end.
    Line(Phase.OPEN, "category", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(
        Phase.OPEN,
        "board",
        Who.PLAYERS,
        READING | {"send_messages"},
        NOTHING,
        say("After the match its players talk about it."),
    ),
    Line(Phase.OPEN, "board", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(
        Phase.OPEN,
        "spectators",
        Who.PLAYERS,
        READING | {"send_messages"},
        NOTHING,
        say("After the match its players may read what was said about it."),
    ),
    Line(Phase.OPEN, "spectators", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
    Line(Phase.OPEN, "team", Who.EVERYONE, NOTHING, VIEW, say("The channel still belongs to one team.")),
    Line(
        Phase.OPEN,
        "team",
        Who.TEAM,
        READING | {"send_messages"},
        NOTHING,
        say("After the match teammates may say what they had in mind."),
    ),
    Line(Phase.OPEN, "team", Who.BOT, READING | WORDS, NOTHING, _BOT_KEEPS),
)

FOREIGN: Mapping[Room, frozenset[str]] = {
    "category": NOTHING,
    "board": SPEECH,
    "spectators": NOTHING,
    "team": VIEW | SPEECH,
}
"""What no overwrite that is not of the policy may allow while a match runs; its denials are the server's business."""


@dataclass(frozen=True, slots=True)
class Target:
    """Whom an overwrite is about."""

    kind: Literal["role", "member"]
    id: int


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies to one target."""

    allow: frozenset[str] = NOTHING
    deny: frozenset[str] = NOTHING

    def state(self, permission: str) -> State:
        """Return what it says about a permission."""
        return "allowed" if permission in self.allow else "denied" if permission in self.deny else "neutral"


State: TypeAlias = Literal["allowed", "denied", "neutral"]
Overwrites: TypeAlias = Mapping[Target, Overwrite]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part in a match.

    Attributes:
        guild_id: The server; the id of its @everyone role too.
        bot_id: The bot's user.
        teams: The users of each team.
    """

    guild_id: int
    bot_id: int
    teams: tuple[frozenset[int], ...]

    @property
    def players(self) -> frozenset[int]:
        """All who play."""
        return frozenset[int]().union(*self.teams)

    @classmethod
    def seated(cls, guild_id: int, bot_id: int, teams: tuple[tuple[Seat, ...], ...], users: Mapping[Seat, int]) -> Cast:
        """Return the cast for a game's teams of seats, given who sits where."""
        return cls(guild_id, bot_id, tuple(frozenset(users[seat] for seat in team) for team in teams))

    @classmethod
    def of_match(cls, match: Match, bot_id: int) -> Cast:
        """Return the cast of a match."""
        users = {seat.seat: seat.user_id for seat in match.seats}
        return cls.seated(match.guild_id, bot_id, match.mode.teams, users)

    def targets(self, who: Who, place: str) -> tuple[Target, ...]:
        """Return whom a line means at a place, in a stable order."""
        team = team_at(place)
        mine = self.teams[team] if team is not None else NOBODY
        people: Mapping[Who, frozenset[int]] = {
            Who.BOT: frozenset({self.bot_id}),
            Who.PLAYERS: self.players,
            Who.TEAM: mine,
            Who.OPPONENTS: self.players - mine,
        }
        if who is Who.EVERYONE:
            return (Target("role", self.guild_id),)
        return tuple(Target("member", user_id) for user_id in sorted(people[who]))


_ROOMS: Mapping[str, Room] = {CATEGORY: "category", BOARD: "board", SPECTATORS: "spectators"}


def room_of(place: str) -> Room:
    """Return which part of the policy is about a place.

    Raises:
        ValueError: There is no such place in a silent match.
    """
    if team_at(place) is not None:
        return "team"
    try:
        return _ROOMS[place]
    except KeyError:
        raise ValueError(f"no such place: {place!r}") from None


def overwrites(place: str, cast: Cast, phase: Phase = Phase.SILENT) -> dict[Target, Overwrite]:
    """Return the overwrites with which a place is created, or opened after the match."""
    room = room_of(place)
    return {
        target: Overwrite(line.allow, line.deny)
        for line in POLICY
        if line.phase is phase and line.room == room
        for target in cast.targets(line.who, place)
    }


@dataclass(frozen=True, slots=True)
class Drift:
    """One permission that a channel's overwrites do not say what the policy says.

    Attributes:
        place: Where.
        target: About whom.
        permission: Which.
        wanted: What the policy says.
        found: What the channel says.
    """

    place: str
    target: Target
    permission: str
    wanted: State
    found: State


def drift(place: str, cast: Cast, found: Overwrites, phase: Phase = Phase.SILENT) -> tuple[Drift, ...]:
    """Return how far a channel is from the policy; empty if it conforms.

    Overwrites for others than those of the policy are an offence only where they allow what `FOREIGN` forbids.
    """
    wanted = overwrites(place, cast, phase)
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


def repaired(place: str, cast: Cast, found: Overwrites, phase: Phase = Phase.SILENT) -> dict[Target, Overwrite]:
    """Return a channel's overwrites put right, leaving everything alone that the policy does not speak of."""
    wanted = overwrites(place, cast, phase)
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


def opened(place: str, cast: Cast, found: Overwrites) -> dict[Target, Overwrite]:
    """Return a channel's overwrites after the match: what silence took is given back, what the server added stays."""
    silent = overwrites(place, cast, Phase.SILENT)
    left = {
        target: Overwrite(actual.allow - silent[target].allow, actual.deny - silent[target].deny)
        if target in silent
        else actual
        for target, actual in found.items()
    }
    opening = repaired(place, cast, left, Phase.OPEN)
    return {target: overwrite for target, overwrite in opening.items() if overwrite != Overwrite()}


def _forbidden(place: str, phase: Phase) -> frozenset[str]:
    return FOREIGN[room_of(place)] if phase is Phase.SILENT else NOTHING


def breaches(place: str, cast: Cast, user_id: int, held: Collection[str]) -> tuple[str, ...]:
    """Return what a player can do at a place, all roles and overwrites taken together, and should not.

    Args:
        place: Where.
        cast: Of the match.
        user_id: A player.
        held: Every permission that the player has there.
    """
    mine = overwrites(place, cast).get(Target("member", user_id), Overwrite())
    return tuple(sorted(mine.deny.intersection(held)))


class Bypass(StrEnum):
    """Why nothing in a channel can bind a person."""

    OWNER = "owner"
    ADMINISTRATOR = "administrator"
    MANAGE_ROLES = "manage_roles"


def bypass(*, owner: bool, held: Collection[str]) -> Bypass | None:
    """Return why a person stands above the policy, or None.

    Args:
        owner: Whether the server is theirs.
        held: The permissions that their roles give them in the whole server.
    """
    if owner:
        return Bypass.OWNER
    if "administrator" in held:
        return Bypass.ADMINISTRATOR
    return Bypass.MANAGE_ROLES if "manage_roles" in held else None


SERVER_LIMIT = 500
"""Channels that a server can hold, categories included; 50 in a category, of which a match takes four."""
WARN_FROM = 480


def place_roles(teams: int) -> tuple[str, ...]:
    """Return the places of a silent match in the order in which they are created: the category first."""
    return (CATEGORY, BOARD, SPECTATORS, *(team_place(team) for team in range(teams)))


def fits(existing: int, teams: int) -> bool:
    """Return whether a server with this number of channels can hold another silent match."""
    return existing + len(place_roles(teams)) <= SERVER_LIMIT


def together(cast: Cast, where: Mapping[int, int]) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Return the meetings of teammates in voice channels.

    Args:
        cast: Of the match.
        where: The voice channel of each user who is in one.

    Returns:
        For each meeting the team, the channel, and who of the team is there (two or more).
    """
    out = []
    for team, members in enumerate(cast.teams):
        for channel_id in sorted({where[user_id] for user_id in members if user_id in where}):
            present = frozenset(user_id for user_id in members if where.get(user_id) == channel_id)
            if len(present) > 1:
                out.append((team, channel_id, present))
    return tuple(out)
