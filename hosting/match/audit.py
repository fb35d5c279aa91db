"""The audit log: actions on matches besides playing, with person and time. Its lines never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from hosting.core import Core
from hosting.match.model import AuditEntry, BareMatch, Match
from store.tables import audit
from store.tables.values import Subject


class AuditCode(StrEnum):
    """Actions of requests, substitutes and organisers in the audit log."""

    ASKED = "asked"
    """A player made a request; detail: `request`, `kind`, and its particulars."""
    AGREED = "agreed"
    """A player agreed, and others have not yet; detail: `request`, `kind`."""
    ACCEPTED = "accepted"
    """The last player agreed, and it was carried out; detail: `request`, `kind`."""
    REFUSED = "refused"
    """A player refused; detail: `request`, `kind`."""
    WITHDRAWN = "withdrawn"
    """The request was withdrawn; detail: `request`, `kind`."""
    OUTDATED = "outdated"
    """The request was overtaken; detail: `request`, `kind`."""
    TAKEN_BACK = "taken-back"
    """A player took back a turn, as the table allows; detail: `to`, the event it led back to."""
    ABORTED = "aborted"
    """A player called the match off before everybody had moved."""
    CALLED = "called"
    """A substitute is looked for; detail: `request`, `seat`."""
    REPLACED = "replaced"
    """A seat was handed over; detail: `seat`, `was`, `user`, and `excused` if the former player is."""
    PAUSED = "paused"
    """The match is paused; detail: `reason`."""
    RESUMED = "resumed"
    """The match was resumed."""
    EXTENDED = "extended"
    """A seat has more time; detail: `seat`, `seconds`."""
    ADJUDICATED = "adjudicated"
    """An organiser decided the match; detail: `ranks`, `reason`."""
    VOIDED = "voided"
    """An organiser called the match off; detail: `reason`."""
    FORCED_BACK = "forced-back"
    """An organiser took turns back; detail: `to`, the event it led back to."""
    SET_UP = "set-up"
    """An organiser set up a position; detail: `position`."""
    CORRECTED = "corrected"
    """An organiser corrected the result; detail: `correction`, `kind`, `reason`, and `ranks`, `seat` and `excused`, or
    `undoes`, the correction that was taken back."""
    REHOUSED = "rehoused"
    """The match got other channels; detail: `channel`, the one with its board."""
    TIME_UP = "time-up"
    """A player's time was up; detail: `seat`, `did`, what was done about it, and `veiled` where others learn of it only
    when the match is over."""
    INVITED = "invited"
    """A player of a silent team asked their partner to play elsewhere."""
    AWAY = "away"
    """A player announced a vacation, called it off or ended it; detail: `vacation`, `seat`, `change`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to write together with a change; `person_id` is 0 for the bot, `detail` is as `AuditCode` says."""

    code: AuditCode
    person_id: int
    detail: Mapping[str, Json] = field(default_factory=dict)


async def note(
    connection: AsyncConnection, match: Match | BareMatch, code: AuditCode, person_id: int, at: datetime, **detail: Json
) -> None:
    """Write a line in the caller's transaction."""
    about = Subject.of_match(match.id)
    await audit.add(
        connection, guild_id=match.guild_id, subject=about, code=code, person_id=person_id, detail=detail, at=at
    )


@dataclass(eq=False, slots=True)
class AuditLog:
    """Reads what was noted."""

    core: Core

    async def of_match(self, match_id: int) -> list[AuditEntry]:
        async with self.core.db.read() as connection:
            return await audit.of_match(connection, match_id)
