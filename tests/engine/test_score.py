"""How players stand: every game that says so, and the numbers themselves."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.__main__ import selfplay
from engine.apex.game import APEX
from engine.chance import Chance
from engine.extras import Scored
from engine.game import Mode, Setup
from engine.history import feats, moments
from engine.replica.game import REPLICA
from engine.session import Session
from tests.engine.apex.positions import WORKED, play, position
from tests.engine.apex.positions import session as apex

CASES = [
    pytest.param(game, mode, id=f"{game.info.key}-{mode.key}") for game in registry.games() for mode in game.info.modes
]


@pytest.mark.parametrize(("game", "mode"), CASES)
def test_standings_are_of_one_kind_and_for_every_seat(game: Any, mode: Mode) -> None:
    session = selfplay(game, Setup(mode.key), "standing")
    history = moments(session)
    standings = [game.standing(moment.state) for moment in history]
    assert len({each.label for each in standings}) == 1
    assert {len(each.values) for each in standings} == {mode.seats}
    assert len({each.values for each in standings}) > 1
    counts = feats(game, history, mode.seats)
    assert len(counts) == mode.seats
    assert sum(counts) == sum(sum(game.feats(event).values()) for moment in history for event in moment.told(None))
    if session.outcome is not None and session.outcome.points:
        assert standings[-1].values == session.outcome.points


def test_replicants_counts_points_or_replicants_and_who_destroyed_them() -> None:
    game = registry.get("replicants")
    assert isinstance(game, Scored)
    session = Session.start(game, Setup("2"), Chance.from_text(""))
    for seat, text in ((1, "E/2C6/D8-"), (2, "E/3C1/F2-"), (1, "E/3D6/E"), (2, "E/1D1/E3-"), (1, "E/3D4/F8+")):
        session = session.play(seat, text)
    assert game.standing(session.state).values == (6, 6)  # R6
    session = session.play(2, "E/2E4/F2+").play(1, "E/3D2x/F8+")
    assert game.standing(session.state).values == (6, 5)  # R15
    assert feats(game, moments(session), 2) == (1, 0)
    assert str(game.feats_text(1)) == "destroyed: 1"
    trio = Session.start(game, Setup("3"), Chance.from_text(""))
    assert str(game.standing(trio.state).label) == "Points"  # R23


def test_replica_counts_pieces() -> None:
    start = Session.start(REPLICA, Setup("2"), Chance.from_text(""))
    assert REPLICA.standing(start.state).values == (12, 12)  # P1
    session = selfplay(REPLICA, Setup("2"), "captures")
    white, black = REPLICA.standing(session.state).values
    assert feats(REPLICA, moments(session), 2) == (12 - black, 12 - white)  # P4


def test_apex_counts_points_and_battles_won_by_whoever_started_them() -> None:
    # A38
    start = apex("3", WORKED)
    fought = play(start, "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2")
    assert APEX.standing(fought.state).values == (4, 3, 2)
    assert feats(APEX, moments(fought), 3) == (2, 0, 0)
    assert str(APEX.feats_text(2)) == "battles won: 2"
    sides = ("HUM@H1 v0 e0/0/0/0 A1:1", "SHE@H2 v0 e0/0/0/0 A1:3", "MIN@H3 v0 e0/0/0/0 H3:5")
    lost = play(apex("3", position("1:3W 2:7E 3:8E", *sides)), "HUM A1")
    assert feats(APEX, moments(lost), 3) == (0, 1, 0)
