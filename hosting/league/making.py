"""Fixtures as they are written once they are planned."""

from __future__ import annotations

from datetime import datetime

from hosting.league.pairing.values import Planned
from store.league.values import Fixture, Side


def made(planned: Planned, now: datetime) -> Fixture:
    """Return a fixture that is planned; a bye is over at once."""
    bye = planned.board == 0
    return Fixture(
        id=0,
        division=planned.division,
        stage=planned.stage,
        round=planned.round,
        leg=planned.leg,
        board=planned.board,
        sides=tuple(
            Side(0 if bye else seat, entry, planned.points, planned.advances)
            for seat, entry in enumerate(planned.sides, 1)
        ),
        status="over" if bye else "planned",
        why=planned.why,
        repeat=planned.repeat,
        planned_at=now,
        ended_at=now if bye else None,
        method=planned.by,
    )
