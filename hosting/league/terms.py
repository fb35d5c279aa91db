"""Terms of a league, locked when its season starts, and lots that everyone can verify."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Strict

from hosting.clock import clock_time, days_later, local_time, zone_of
from hosting.match_terms import Terms
from store.documents import Document, ListField, TimeField
from store.league.seasons import Entry, Kind

TieBreak: TypeAlias = Literal["direct", "sonneborn_berger", "buchholz", "buchholz_cut1", "wins", "seed", "lot"]
Unfinished: TypeAlias = Literal["none", "half", "adjudicate"]
Seeding: TypeAlias = Literal["rating", "lot"]

Newcomers: TypeAlias = Literal["bottom", "rating"]

MOST_TIE_BREAKS = 6
PROMPT = timedelta(hours=1)
"""The most that a round may open after its time of day and still keep it."""
LATE = timedelta(days=1)
"""A season that starts less than this after its date is counted from its date."""


@dataclass(frozen=True, slots=True)
class LadderTerms(Document):
    """The additional terms of a ladder.

    Attributes:
        reach: How many places above oneself may be challenged.
        protection: Days in which an entry that has just played cannot be challenged.
        refusals: How many challenges in a row may be refused before one counts as lost.
        inactivity: Days without a fixture after which an entry falls a place; None for never.
    """

    reach: int = 3
    protection: int = 3
    refusals: int = 1
    inactivity: int | None = 30


@dataclass(frozen=True, slots=True)
class LeagueTerms(Document):
    """The terms of a league.

    Attributes:
        kind: The format.
        game: Key of the game.
        mode: Key of the mode of a full table.
        options: Pairs of option key and value.
        teams: Whether an entry is a fixed team of two.
        sides: Of a full table: 2, or 3 to 6 entries that each play alone.
        legs: Round robin: how often any two meet; knock-out: the tie is the best of so many; else 1.
        rounds: Of a Swiss; None where the number of entries decides.
        advance: Knock-out at tables of 3 to 6: the best so many of a table go on.
        reset: Double knock-out: play the final again if the winner of the losers' bracket wins it.
        third: Single knock-out of two sides: play for the third place.
        most: The most entries that may join.
        cap: How many matches an entry plays at a time.
        place_points: Whole points by place, the first place first, missing ones 0; None for the match's score.
        tiebreaks: Each applied once to those still level; the last is `lot`.
        seeding: By rating or by lot.
        division_size: Round robin: about so many entries of a division; None for one division.
        up: How many are promoted from each division but the first, and relegated into it from the one above.
        newcomers: From the second season on: new entries play in the lowest division, or by rating.
        zone: Time zone of its days.
        starts_at: Automatic start, the first moment of a day; None if an organiser starts it.
        when_full: Start as soon as `most` have joined; `starts_at` is then the latest.
        ends_at: The fixed end, the first moment after its last day; None for none.
        round_days: Days of a round; None where all fixtures are open from the start.
        unfinished: What a fixture gives that isn't over at the end of the season.
        grace_days: How long organisers may adjudicate then.
        late_rounds: The last round in which an entry may still join; 0 for none.
        late_points: Swiss: points of a late entry for each round it missed, in 120ths: 0 or 60.
        half_byes: How many half-point byes an entry may ask for.
        ladder: None for other formats.
        events: Enter rounds that have an end as events of the server.
    """

    kind: Kind
    game: str
    mode: str
    options: ListField[Annotated[tuple[str, str], Strict(strict=False)]] = ()
    teams: bool = False
    sides: int = 2
    match: Terms = field(default_factory=Terms)
    legs: int = 1
    rounds: int | None = None
    advance: int = 1
    reset: bool = True
    third: bool = False
    most: int = 64
    cap: int = 3
    place_points: ListField[int] | None = None
    tiebreaks: ListField[TieBreak] = ("direct", "sonneborn_berger", "wins", "lot")
    seeding: Seeding = "rating"
    division_size: int | None = None
    up: int = 0
    newcomers: Newcomers = "bottom"
    zone: str = "UTC"
    starts_at: TimeField | None = None
    when_full: bool = False
    ends_at: TimeField | None = None
    round_days: int | None = None
    unfinished: Unfinished = "none"
    grace_days: int = 7
    late_rounds: int = 0
    late_points: int = 0
    half_byes: int = 1
    ladder: LadderTerms | None = None
    events: bool = True

    @property
    def players(self) -> int:
        return 2 if self.teams else 1

    @property
    def first_day(self) -> date | None:
        return None if self.starts_at is None else self.day_of(self.starts_at)

    @property
    def last_day(self) -> date | None:
        return None if self.ends_at is None else self.day_of(self.ends_at - timedelta(microseconds=1))

    def dated(self, first: date | None, last: date | None) -> Self:
        behind = None if last is None else last + timedelta(days=1)
        starts_at, ends_at = (None if each is None else local_time(self.zone, each, 0) for each in (first, behind))
        return replace(self, starts_at=starts_at, ends_at=ends_at)

    def day_of(self, at: datetime) -> date:
        return at.astimezone(zone_of(self.zone)).date()

    def later(self, at: datetime, days: int) -> datetime:
        """Return the same time of day so many days later in their zone; earlier for a negative number."""
        return days_later(self.zone, at, days)

    def span(self, start: datetime, end: datetime) -> timedelta:
        """Return the time between two times by clocks in their zone, where each day has 24 hours."""
        return clock_time(self.zone, end) - clock_time(self.zone, start)

    def beginning(self, at: datetime) -> datetime:
        """Return the time that rounds are counted from: its date, if that is less than a day ago, else the start."""
        if self.starts_at is not None and timedelta() <= at - self.starts_at < LATE:
            return self.starts_at
        return at

    def round_end(self, started_at: datetime, opened_at: datetime) -> datetime | None:
        """Return when a round ends: at the time of day at which the season began; None if its fixtures decide that.

        One that opens later in the day, as the round before or the bot was late, ends as late; a short delay of the
        bot's own isn't counted.
        """
        if self.round_days is None:
            return None
        began = self.beginning(started_at)
        day = (self.day_of(opened_at) - self.day_of(began)).days
        if (due := self.later(began, day)) > opened_at:
            day -= 1
            due = self.later(began, day)
        if opened_at - due > PROMPT:
            return self.later(opened_at, self.round_days)
        return self.later(began, day + self.round_days)


# Draws by lot that everybody can verify: a promise at the creation of a league, opened at its close.
#
# The SHA-256 of a secret is posted when a league is created. Each lot follows from that secret, from who had joined at
# the start, from what is drawn and from a number; once the secret is open, anybody can compute every lot. It proves
# that the secret was not chosen after the entries were known. It does not prove that the entries were not chosen by an
# operator who knew the secret.


SECRET_BYTES = 32
"""Length of a secret."""
LOT = "lot"
"""Purpose of the lots that break the last ties; the number is the entry's."""

_PURPOSE = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of a season.

    Attributes:
        secret: 32 bytes that only the bot knows until the close.
        entries: The `entries_digest` of the start, 64 digits in hex.
    """

    secret: bytes
    entries: str

    def __post_init__(self) -> None:
        _checked(self.secret)
        if not re.fullmatch(r"[0-9a-f]{64}", self.entries):
            raise ValueError(f"no SHA-256 in hex: {self.entries!r}")

    def __call__(self, purpose: str, number: int) -> bytes:
        """Return a lot of 32 bytes for an entry's number; the lowest is first."""
        if not _PURPOSE.fullmatch(purpose):
            raise ValueError(f"no purpose of a lot: {purpose!r}")
        return hashlib.sha256(f"{self.secret.hex()}:{self.entries}:{purpose}:{number}".encode("ascii")).digest()


def commitment(secret: bytes) -> str:
    """Return the hash that is posted when a league is created: the SHA-256 of the secret's bytes, in hex.

    Raises ValueError: the secret has another length.
    """
    return hashlib.sha256(_checked(secret)).hexdigest()


def entries_digest(entries: Iterable[Entry]) -> str:
    """Return the SHA-256, in hex, of the lines `entry,player[;player]` of the entries at the start.

    The lines are in the order of the entries' numbers. Late entries are left out.
    """
    begun = sorted((each for each in entries if each.from_round == 1), key=lambda each: each.id)
    lines = (f"{each.id},{';'.join(map(str, each.players))}\n" for each in begun)
    return hashlib.sha256("".join(lines).encode("ascii")).hexdigest()


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
