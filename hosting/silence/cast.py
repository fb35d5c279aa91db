"""Who takes part in a silent match: its teams, who of them stands above any policy, who meets where they can talk."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.seat import Seat
from hosting.match.model import Match
from hosting.silence.policy import Who, team_at

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Target:
    """Whom an overwrite is about.

    Attributes:
        kind: A role of the server, a person who plays, or another member of the server, such as the bot.
        id: Of the role, the person, or the member's account.
    """

    kind: Literal["role", "person", "member"]
    id: int


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part in a match.

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
        """All who play."""
        return frozenset[int]().union(*self.teams)

    @classmethod
    def seated(
        cls, guild_id: int, bot_id: int, teams: tuple[tuple[Seat, ...], ...], persons: Mapping[Seat, int]
    ) -> Cast:
        """Return the cast for a game's teams of seats, given who sits where; empty seats are nobody's."""
        return cls(
            guild_id, bot_id, tuple(frozenset(persons[seat] for seat in team if seat in persons) for team in teams)
        )

    @classmethod
    def of_match(cls, match: Match, bot_id: int, members: Container[int]) -> Cast:
        """Return the cast of a match; `members` are the persons who have an account, as nobody else can be kept out."""
        persons = {seat.seat: seat.person_id for seat in match.seats if seat.person_id in members}
        return cls.seated(match.guild_id, bot_id, match.mode.teams, persons)

    def targets(self, who: Who, place: str) -> tuple[Target, ...]:
        """Return whom a line means at a place, in a stable order."""
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


def together(cast: Cast, where: Mapping[int, int]) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Return the meetings of teammates in voice channels.

    Args:
        cast: Of the match.
        where: The voice channel of each person who is in one.

    Returns:
        For each meeting the team, the channel, and who of the team is there (two or more).
    """
    out = []
    for team, members in enumerate(cast.teams):
        for channel_id in sorted({where[person_id] for person_id in members if person_id in where}):
            present = frozenset(person_id for person_id in members if where.get(person_id) == channel_id)
            if len(present) > 1:
                out.append((team, channel_id, present))
    return tuple(out)
