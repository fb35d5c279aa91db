"""Players: legal, repeatable decisions of every level in every mode, from what a seat knows."""

from __future__ import annotations

import pytest

from computer import players
from computer.players import GREEDY, RANDOM, known, player
from engine.session import Session
from tests.computer import ROWS
from tests.every_mode import EVERY_MODE, Row

EFFORT = 0.01
"""The share of its nodes that a level uses in tests."""


def levels(row: Row) -> tuple[str, ...]:
    return (*players.keys(row.key, row.setup.mode), GREEDY, RANDOM)


def decided(session: Session, seat: int, key: str, seed: str) -> players.Decision:
    decide = player(session.game.info.key, session.setup.mode, key, EFFORT)
    return decide(session.game, known(session.game, session.state, seat), seat, seed)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_levels_play_whole_games_of_legal_turns(row: Row) -> None:
    session, turn = row.begin("whole"), 0
    while session.to_act:
        turn += 1
        together = len(session.to_act) > 1
        for seat in sorted(session.to_act):
            keys = (*levels(row), *[RANDOM] * (0 if row.game.info.open and not row.game.info.cards else 12))
            decision = decided(session, seat, keys[(turn + seat) % len(keys)], f"{turn}")
            if decision.moves and len(decision.moves) > 1:
                assert session.preview(seat, decision.text).over
            for text in decision.moves:
                session = session.move(seat, text)
                assert together or session.entries[-1].text == text
        assert turn < 600
    assert session.outcome is not None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_seed_repeats_a_decision(row: Row) -> None:
    session = row.begin("same")
    seat = min(session.to_act)
    for key in levels(row):
        assert decided(session, seat, key, "a") == decided(session, seat, key, "a")
    if row.game.info.open and not row.game.info.cards:
        seen = {decided(session, seat, "1", f"{seed}").moves for seed in range(12)}
        assert len(seen) > 1, "a beginner does not always play the same"


def test_a_computer_chooses_before_the_start() -> None:
    rows = [row for row in EVERY_MODE if row.game.loadout_seats(row.setup) and row.seats > 1]
    for row in rows:
        chosen = {players.loadout(row.game, row.setup, f"{seed}") for seed in range(40)}
        assert chosen == {row.game.usual_loadout(row.setup, seat) for seat in range(1, 5)}, "any of the ready decks"
        assert all(row.game.parse_loadout(row.setup, 1, each) == each for each in chosen)
        assert players.loadout(row.game, row.setup, "a") == players.loadout(row.game, row.setup, "a")
    assert rows


def test_a_level_uses_its_share_of_nodes() -> None:
    session = ROWS[0].begin("share")
    top = players.keys(ROWS[0].key, ROWS[0].setup.mode)[-1]
    few, more = (
        player(ROWS[0].key, ROWS[0].setup.mode, top, effort)(session.game, session.state, 1, "a").nodes
        for effort in (0.01, 0.05)
    )
    assert few < more


def test_there_is_no_other_player() -> None:
    for key in ("0", "9", "best"):
        with pytest.raises(KeyError, match="no level"):
            player("replica", "2", key)
    assert players.keys("replica", "7") == ()
    assert players.keys("nim", "2") == ()
