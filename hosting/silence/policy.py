"""The silence of teammates (R29): who may do what in a team match's channels, and why.

It is data on permission names as Discord's documentation writes them (`"send_messages"`), so that the whole policy can
be read, printed and tested in one place. `hosting.silence.overwrites` compares channels with it, `cogs.silence.keeper`
applies it and keeps checking it; `hosting.silence.permissions` says what each permission has to do with words.

Two facts of the platform shape it. A member's own overwrite beats every role, so whatever is denied to a player by name
stays denied whatever roles they are given; only the server's owner and administrators stand above overwrites. And a bot
can set only what it has itself, "Manage Roles" (in a channel: "Manage Permissions") not even then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

from engine.text import Text, say
from hosting.silence.permissions import READING, SPEECH, VIEW, WORDS

BOARD = "board"
SPECTATORS = "spectators"
CATEGORY = "category"
_TEAM = "team:"
NOTHING: frozenset[str] = frozenset()


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


_BOT_KEEPS = say("The bot keeps what it takes from others: it couldn't take or return it otherwise.")

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


SERVER_LIMIT = 500
"""Channels that a server can hold, categories included; 50 in a category, of which a match takes four."""
WARN_FROM = 480


def place_roles(teams: int) -> tuple[str, ...]:
    """Return the places of a silent match in the order in which they are created: the category first."""
    return (CATEGORY, BOARD, SPECTATORS, *(team_place(team) for team in range(teams)))


def fits(existing: int, teams: int) -> bool:
    """Return whether a server with this number of channels can hold another silent match."""
    return existing + len(place_roles(teams)) <= SERVER_LIMIT
