"""Analyses of games with hidden or simultaneous choices: shares, what is better, and that nothing hidden counts."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from computer import analysis, calibration
from computer.players import Outlay, domain
from computer.sampling import Draws
from engine.__main__ import selfplay
from engine.apex.state import Phase
from engine.history import moments
from engine.script import Entry
from tests.computer import HIDDEN
from tests.computers import quick_analyses  # noqa: F401 - a fixture
from tests.every_mode import Row
from tests.volume import many

pytestmark = pytest.mark.usefixtures("quick_analyses")

EXPLORED = [row for row in HIDDEN if dict(row.options).get("mode", "exploration") == "exploration"]
"""One for each number of players."""


@pytest.mark.parametrize("row", EXPLORED, ids=lambda row: row.name)
def test_decisions_have_shares_that_add_up_and_what_is_better_could_be_played(row: Row) -> None:
    session = selfplay(row.game, row.setup, "decisions")
    history = moments(session)
    pieces = list(analysis.pieces(session))
    assert {step.number for step, _ in pieces} <= {moment.number for moment in history}
    assert len(pieces) > 0.5 * sum(not entry.forfeit for entry in session.entries)
    some = sorted(random.Random(row.name).sample(range(len(pieces)), many(6, 40)))
    found: list[tuple[analysis.Step, Any]] = []
    for step, values in (pieces[place] for place in some):
        judged = json.loads(json.dumps(analysis.judged(*json.loads(json.dumps(values)))))
        assert judged == analysis.judged(*values)
        found.append((step, judged))
    report = analysis.analysis_of(session, found)
    assert report.of_decisions
    assert session.outcome is not None
    assert report.end == calibration.shares_of(row.mode, session.outcome.ranks)
    for turn in report.turns:
        for shares in (turn.chances, turn.best, turn.usual):
            assert len(shares) == row.seats
            assert all(0 <= each <= 1 for each in shares)
            assert sum(shares) == pytest.approx(1, abs=0.001)
        assert (report.loss(turn) > 0) == bool(turn.better)
        if turn.better:
            other = analysis.instead(session, history, turn)
            assert other.state != next(moment.state for moment in history if moment.entries > turn.entries)
    balances = report.balances()
    for place, each in enumerate(balances):
        assert each.own + each.others + each.luck == pytest.approx(report.end[place] - report.start[place])
    assert sum(each.luck for each in balances) == pytest.approx(0, abs=0.01)
    assert report.course()[-1] == report.end
    assert analysis.report(report)


def colonising() -> tuple[Row, Any, int]:
    """Return a game of APEX in which a seat can take a colony."""
    row = next(row for row in HIDDEN if row.name == "apex-2-exploration")
    state, draws, rules = row.begin("colonies").state, Draws(1), domain("apex", "2")
    while state.phase is not Phase.COLONISE or len(row.game.legal(state, state.seat)) < 3:
        acting = sorted(row.game.to_act(state))
        state = row.game.apply(state, {seat: rules.policy(state, seat, draws) for seat in acting}).state
    return row, state, state.seat


def judged_with(row: Row, state: Any, seat: int, text: str) -> dict[str, Any]:
    entry = Entry(row.game.turn(state), seat, text)
    return analysis.judged(*analysis.piece(row.game, row.setup, analysis.decision(row.game, state, entry, 1, 2)))


def test_what_is_better_in_every_world_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    row, state, seat = colonising()
    before = len(state.sides[seat - 1].colonies)
    monkeypatch.setattr(analysis, "outlays", lambda _: {"2": Outlay(1, 3, 6)})

    def by_colonies(_fit: object, _domain: object, world: Any) -> tuple[float, float]:
        mine = 0.75 if len(world.sides[seat - 1].colonies) > before else 0.25
        return (mine, 1 - mine) if seat == 1 else (1 - mine, mine)

    monkeypatch.setattr(calibration.Fit, "expected", by_colonies)
    close, colony = (row.game.format(state, seat, row.game.legal(state, seat)[place]) for place in (-1, 0))
    if close != "-":
        close, colony = colony, close
    left = judged_with(row, state, seat, close)
    assert left["chances"][seat - 1] == 0.25
    assert left["best"][seat - 1] == 0.75
    assert left["better"] not in ("", close)
    assert left["usual"][seat - 1] == 0.75
    assert left["error"] == 0
    taken = judged_with(row, state, seat, colony)
    assert (taken["better"], taken["best"]) == ("", taken["chances"])


def test_what_is_better_by_luck_alone_is_not_called_better(monkeypatch: pytest.MonkeyPatch) -> None:
    row, state, seat = colonising()
    monkeypatch.setattr(analysis, "outlays", lambda _: {"2": Outlay(1, 12, 24)})
    luck = random.Random(1)

    def drawn(*_: object) -> tuple[float, float]:
        share = luck.random()
        return share, 1 - share

    monkeypatch.setattr(calibration.Fit, "expected", drawn)
    text = row.game.format(state, seat, row.game.legal(state, seat)[0])
    found = [judged_with(row, state, seat, text) for _ in range(20)]
    assert all(each["better"] == "" for each in found)
    assert all(0 < each["error"] < 0.3 for each in found)


def test_another_choice_can_be_shown_where_a_player_resigned_while_others_had_chosen() -> None:
    row = next(row for row in HIDDEN if row.name == "apex-3-exploration")
    game, session = row.game, row.begin("resigned")

    def first(seat: int) -> str:
        return game.format(session.state, seat, game.legal(session.state, seat)[0])

    while len(session.to_act) == 1:
        session = session.move(min(session.to_act), first(min(session.to_act)))
    session = session.move(1, first(1)).forfeit(2)
    session = session.move(3, first(3))
    together = len(session.entries)
    while len(session.to_act) == 1:
        session = session.move(min(session.to_act), first(min(session.to_act)))
    session = session.forfeit(3)
    history = moments(session)
    found = analysis.steps(session)
    assert sum(step.entries == together - 2 for step in found) == 2
    for step in found:
        move = next(
            text
            for each in game.legal(step.before, step.seat)
            if (text := game.format(step.before, step.seat, each)) != step.text
        )
        turn = analysis.Turn(step.number, step.seat, step.text, (), move, (), step.entries)
        other = analysis.instead(session, history, turn)
        assert (step.seat, move) in {(entry.seat, entry.text) for entry in other.entries[step.entries :]}
    report = analysis.analysis_of(session, [(found[0], analysis.judged(*analysis.piece(game, row.setup, found[0])))])
    assert (report.end, report.balances()) == ((), [])
