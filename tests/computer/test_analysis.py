"""Analyses of games, from the chances of positions to lines of text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from computer import analysis, calibration, players
from computer.__main__ import main
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Setup
from engine.history import at, moments
from engine.record import write
from engine.registry import get
from engine.session import Session
from tests.computers import quick_analyses  # noqa: F401 - a fixture
from tests.every_mode import EVERY_MODE, Row

OFFERED = [pytest.param(row, id=row.name) for row in EVERY_MODE if row.key in players.SEARCHED]


@pytest.mark.parametrize("row", OFFERED)
@pytest.mark.usefixtures("quick_analyses")
def test_each_turn_of_a_random_game_has_chances_and_what_is_better_is_legal(row: Row) -> None:
    session = selfplay(row.game, row.setup, "analysis")
    found = analysis.analyse(session)
    assert [turn.number for turn in found.turns] == list(range(1, len(found.turns) + 1))
    assert "/".join(turn.text for turn in found.turns) == "/".join(entry.text for entry in session.entries)
    history = moments(session)
    for chances in (found.start, *(each for turn in found.turns for each in (turn.chances, turn.best))):
        assert len(chances) == len(found.sides)
        assert all(0 <= each <= 1 for each in chances)
        assert sum(chances) == pytest.approx(1, abs=0.001)
    for turn in found.turns:
        assert (found.loss(turn) > 0) == bool(turn.better)
        if turn.better:
            before = at(session, history[turn.number - 1])
            assert before.repeat(turn.seat, turn.better).state != history[turn.number].state
    assert session.outcome is not None
    assert found.turns[-1].chances == calibration.shares_of(row.mode, session.outcome.ranks)
    assert any(turn.better for turn in found.turns)


def test_what_computers_cannot_play_is_refused() -> None:
    refused = [row for row in EVERY_MODE if not analysis.can_analyse(row.key, row.setup.mode)]
    assert {(row.key, row.seats) for row in refused} == {("mutants", 1)}
    for row in refused[:1]:
        with pytest.raises(SetupError):
            analysis.steps(row.begin("x"))


def missed() -> Session:
    """Return a game in which White could have won by its first turn."""
    setup = Setup("2", position="7k/6P1/8/8/8/8/8/K7 w - 1")
    return Session.start(get("replica"), setup, Chance.from_text("x")).play(1, "a1-a2").play(2, "h8xg7")


def test_a_win_that_was_missed_comes_first() -> None:
    found = analysis.analyse(missed())
    (first, *_) = found.turning_points()
    assert (first.number, first.better, first.best) == (1, "g7xh8", (1, 0))
    assert first.chances[0] < 0.9
    lines = analysis.report(found)
    assert "The turns that gave most away:" in lines
    assert any("g7xh8 was better (100%) than a1-a2" in line for line in lines)


def test_what_loses_at_once_has_no_chance() -> None:
    setup = Setup("2", position="7k/8/5P2/8/8/8/6K1/8 b - 1")
    session = Session.start(get("replica"), setup, Chance.from_text("x"))
    legal = {session.game.format(session.state, 2, move) for move in session.game.legal(session.state, 2)}
    assert "h8-g7" in legal
    found = analysis.analyse(session.play(2, "h8-g7"))
    assert found.turns[0].chances == (1, 0)


def test_a_surrender_and_an_unfinished_turn_are_no_turns() -> None:
    session = Session.start(get("replica"), Setup("2"), Chance.from_text("x")).play(1, "a4-a5").forfeit(2)
    assert [turn.text for turn in analysis.analyse(session).turns] == ["a4-a5"]
    begun = Session.start(get("replicants"), Setup("2"), Chance.from_text("x"))
    text = begun.game.format(begun.state, 1, begun.game.legal(begun.state, 1)[0])
    assert analysis.steps(begun.move(1, text)) == []
    assert analysis.analyse(begun.move(1, text)).start == (0.5, 0.5)


def test_the_command_line_analyses_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record"
    file.write_text(write(missed(), ["One", "Two"]), encoding="utf-8")
    assert main(["analyse", str(file)]) == 0
    assert "if all play on at level 2" in capsys.readouterr().out
    file.write_text("1. a4-a9", encoding="utf-8")
    assert main(["analyse", str(file)]) == 2
    assert main(["analyse", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("error: ") == 2
    file.write_bytes(b"a4-a5 \xff")
    assert main(["analyse", str(file)]) == 2
    assert capsys.readouterr().err == f"error: {file} isn't UTF-8 text: can't read byte 6\n"


def test_pieces_are_json_and_give_what_a_whole_analysis_gives() -> None:
    session = missed()
    found: list[tuple[analysis.Step, Any]] = [
        (step, json.loads(json.dumps(analysis.judged(*json.loads(json.dumps(values))))))
        for step, values in analysis.pieces(session)
    ]
    assert analysis.analysis_of(session, found) == analysis.analyse(session)
