"""How much time the player of one seat has left. A pure value; all times UTC, as `match_clock.py` says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self, cast

from engine.game import Json
from hosting.clock.calendar import ALWAYS, FROZEN_MOST, Calendar, add, elapsed
from hosting.clock.control import ClockTerms


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time of one seat.

    Attributes:
        left: What it had when it last started or stopped.
        full: What it had when the present decision began.
        spare: What was left when its latest turn ended.
        since: Since when it runs; None while it does not.
        began: When the present decision began; None if there is none.
        frozen: For how long it stood still by its calendar in this decision, before `since`.
        calendar: When it is stopped.
        up: Whether its time ran out and that was dealt with; it waits at zero.
        chosen: What it really is if its player's choice is sealed: it stopped then. Until all choices are open, this
            one runs on, for the eyes of the others.
    """

    left: timedelta
    full: timedelta
    spare: timedelta
    since: datetime | None = None
    began: datetime | None = None
    frozen: timedelta = timedelta()
    calendar: Calendar = ALWAYS
    up: bool = False
    chosen: SeatClock | None = None

    @property
    def due(self) -> datetime | None:
        """When its time is up; None while it does not run, if it is up already, or if a choice is sealed."""
        return self.when(timedelta())

    @property
    def shown(self) -> SeatClock:
        """The clock as the others may see it: nothing in it tells whether a choice is sealed."""
        return self if self.chosen is None else replace(self, chosen=None)

    @property
    def real(self) -> SeatClock:
        """The clock as it is, stopped by a sealed choice too; for its own player."""
        return self if self.chosen is None else self.chosen

    def when(self, left: timedelta) -> datetime | None:
        """Return when so much is left; None while it does not run, or if there is less."""
        if self.since is None or self.up or left > self.left or self.chosen is not None:
            return None
        return add(self.since, self.left - left, self.calendar, FROZEN_MOST - self.frozen)

    def left_at(self, now: datetime) -> timedelta:
        """Return what is left at a time."""
        return self._charged(now).left

    def _charged(self, now: datetime) -> SeatClock:
        if self.since is None or now <= self.since:
            return self
        ran = elapsed(self.since, now, self.calendar, FROZEN_MOST - self.frozen)
        frozen = self.frozen + (now - self.since) - ran
        return replace(self, left=max(self.left - ran, timedelta()), frozen=frozen, since=now)

    def stopped(self, now: datetime) -> SeatClock:
        """Return it stopped from a time on."""
        return replace(self._charged(now), since=None)

    def running(self, now: datetime, calendar: Calendar) -> SeatClock:
        """Return it as it runs from a time on by a calendar; a decision that was going on goes on."""
        charged = self._charged(now)
        if charged.began is None:
            # An owner who waited for an answer goes on in the same turn, in which it was dealt with that time was up.
            up = charged.up and not charged.left
            charged = replace(charged, began=now, full=charged.left, frozen=timedelta(), up=up)
        return replace(charged, since=now, calendar=calendar)

    def excused(self, start: datetime, end: datetime) -> SeatClock:
        """Return it as if no time had passed between two times, of which the second may be the earlier one."""
        if self.since is None:
            return self
        charged = self._charged(start)
        # What began after the last sign of life goes on from the end as well.
        return replace(charged, since=max(self.since, end) if end > start else end)

    def sealed(self, now: datetime, terms: ClockTerms) -> SeatClock:
        """Return it after its player chose in secret: stopped, without anybody seeing it."""
        return replace(self, chosen=self.shown.decided(now, terms, gain=True))

    def decided(self, now: datetime, terms: ClockTerms, *, gain: bool) -> SeatClock:
        """Return it after its decision is made, or was made needless."""
        if self.chosen is not None:
            return self.chosen
        still = self.stopped(now)
        left = still.left
        if gain:
            left = terms.per_turn if terms.kind == "turn" else max(left, min(left + terms.gain, terms.cap))
        return replace(still, left=left, spare=still.left if gain else still.spare, began=None, up=False)

    def answered(self, now: datetime, terms: ClockTerms) -> SeatClock:
        """Return it after its player answered in the turn of another: that earns nothing, but costs no own turn."""
        still = self.decided(now, terms, gain=False)
        return replace(still, left=terms.per_turn) if terms.kind == "turn" else still

    def dump(self) -> dict[str, Json]:
        """Return it as JSON, durations in seconds."""
        return {
            "left": self.left.total_seconds(),
            "full": self.full.total_seconds(),
            "spare": self.spare.total_seconds(),
            "since": None if self.since is None else self.since.isoformat(),
            "began": None if self.began is None else self.began.isoformat(),
            "frozen": self.frozen.total_seconds(),
            "calendar": self.calendar.dump(),
            "up": self.up,
            "chosen": None if self.chosen is None else self.chosen.dump(),
        }

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read what `dump` returned. Raises ValueError."""
        match data:
            case {
                "left": int() | float() as left,
                "full": int() | float() as full,
                "spare": int() | float() as spare,
                "since": since,
                "began": began,
                "frozen": int() | float() as frozen,
                "calendar": calendar,
                "up": bool() as up,
                **more,
            }:
                chosen = more.get("chosen")
                return cls(
                    timedelta(seconds=left),
                    timedelta(seconds=full),
                    timedelta(seconds=spare),
                    read_time(since),
                    read_time(began),
                    timedelta(seconds=frozen),
                    Calendar.load(calendar),
                    up,
                    None if chosen is None else cls.load(cast("Json", chosen)),
                )
        raise ValueError(f"no clock of a seat: {data!r}")


def read_time(data: Json) -> datetime | None:
    """Read a time as ISO 8601 has it; None stays None."""
    return None if data is None else datetime.fromisoformat(str(data))
