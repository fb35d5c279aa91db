"""Scoring and the end (A60 to A63)."""

from __future__ import annotations

import pytest

from engine.apex import events as happened
from engine.session import Session
from tests.engine.apex.positions import play, points, position, session


def last_war(*sides: str, age: int = 3) -> Session:
    """Return what follows when the last strategy of an age does nothing; 2 and 3 have an enemy in their homes."""
    return play(session("3", position("1:3W 2:7E 3:8E", *sides, number=5, age=age)), "HUM -")


def test_a60_a_point_for_each_controlled_sector_homes_included() -> None:
    done = last_war(
        "HUM@H1 v1 e0/0/0/0 H1:1 A3:1 H2:3", "MIN@H2 v0 e0/0/0/0 C1:1", "SHE@H3 v0 e0/0/0/0 A1:1 A3:1", age=1
    )
    assert points(done) == (3, 1, 2)
    scored = [event for event in done.last.events if isinstance(event, happened.Scored)] if done.last else []
    assert [(event.sectors, event.bonus) for event in scored] == [(2, 0), (1, 0), (2, 0)]


def test_a61_a_point_for_each_colony_with_a_victory_bonus() -> None:
    done = last_war("HUM@H1 v0 e0/0/0/0 H2:1 B2:0c D1:0c", "MIN@H2 v0 e0/0/0/0 B2:4", "SHE@H3 v0 e0/0/0/0", age=2)
    assert points(done) == (4, 2, 1)  # Humans H1, D1 and two colonies; Minerls, influence 1 by card 7, B2 and H2


def test_a24_what_was_won_stays_for_the_next_age() -> None:
    before = last_war("HUM@H1 v5 e1/2/3/4 H2:1 B1:2c", "MIN@H2 v0 e0/0/0/0 H2:2", "SHE@H3 v0 e0/0/0/0", age=1)
    side = before.view(None).sides[0]
    assert (side.levels, side.colonies, side.ships) == ((1, 2, 3, 4), ("B1",), 3)
    assert (before.view(None).age, before.view(None).phase) == (2, "choose")


@pytest.mark.parametrize(
    ("sides", "ranks", "code"),
    [
        (("HUM@H1 v9 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0", "SHE@H3 v4 e0/0/0/0"), (1, 2, 3), "V"),
        (("HUM@H1 v9 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0 H2:1", "SHE@H3 v5 e0/0/0/0"), (1, 2, 3), "V"),
        (("HUM@H1 v4 e0/0/0/0 H2:1", "MIN@H2 v9 e0/0/0/0 A1:1", "SHE@H3 v9 e0/0/0/0 A2:2"), (3, 2, 1), "T"),
        (("HUM@H1 v4 e0/0/0/0 H2:1", "MIN@H2 v9 e0/0/0/0 A1:1c", "SHE@H3 v9 e0/0/0/0 A2:2"), (3, 1, 1), "S"),
    ],
)
def test_a62_a63_points_then_pawns_then_a_shared_victory(
    sides: tuple[str, ...], ranks: tuple[int, ...], code: str
) -> None:
    outcome = last_war(*sides).outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.code) == (ranks, code)
    assert str(outcome.reason).endswith((".", "9", "10"))


def test_a64_whoever_gave_up_stands_behind_all_others() -> None:
    sides = ("HUM@H1 v1 e0/0/0/0 H2:1", "MIN@H2 v50 e0/0/0/0", "SHE@H3 v4 e0/0/0/0")
    start = session("3", position("1:3W 2:7E 3:8E", *sides, number=5, age=3)).forfeit(2)
    outcome = play(start, "HUM -").outcome
    assert outcome is not None
    assert outcome.ranks == (2, 3, 1)
    assert outcome.termination == "rules"
