"""Errors that are the same in every game cite the rule of the game that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.errors import ArenaError, RecordError, TurnError
from engine.game import Setup
from engine.session import Session
from engine.turn import parse_turn

DOCS = Path(__file__).parents[2] / "docs"


def session(game: str, mode: str = "2") -> Session:
    return Session.start(registry.get(game), Setup(mode), Chance.from_text("x"))


def wrong(game: str, text: str) -> ArenaError:
    with pytest.raises(TurnError) as caught:
        session(game).play(1, text)
    return caught.value


@pytest.mark.parametrize(
    ("game", "text", "code", "rule"),
    [
        ("replicants", "E/2E6/E/E", "turn-over", "R11"),
        ("replicants", "E/2E6", "turn-incomplete", "R11"),
        ("replicants", "", "turn-incomplete", "R11"),
        ("replica", "b2-c3/b2-c3", "turn-over", "P1"),
        ("replica", "", "turn-incomplete", "P1"),
        ("apex", "HUM@H1/-", "turn-over", "A55"),
        ("apex", "", "turn-incomplete", "A55"),
    ],
)
def test_a_turn_that_is_over_or_not_finished(game: str, text: str, code: str, rule: str) -> None:
    error = wrong(game, text)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize(
    ("game", "text", "rule"), [("replicants", "E/2E4/E", "R10"), ("replica", "g7-f6", "P1"), ("apex", "HUM@H1", "A20")]
)
def test_somebody_elses_turn(game: str, text: str, rule: str) -> None:
    here = session(game)
    with pytest.raises(TurnError) as caught:
        parse_turn(here.game, here.state, 2, text)
    assert (caught.value.code, caught.value.rule) == ("not-to-act", rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("T0..(a.b)\nT1..E/2E6..E/2E4/E\n", "R11"), ("* APEX players=2 mode=standard\nP2 HUM@H1\n", "A20")],
)
def test_records_out_of_turn(text: str, rule: str) -> None:
    if text.startswith("*"):
        text = f'[Game "apex"]\n[Seed "{"ab" * 16}"]\n\n{text}'
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    assert (caught.value.code, caught.value.rule) == ("not-to-act", rule)


@pytest.mark.parametrize("game", [game.info.key for game in registry.games()])
def test_the_rules_that_are_cited_exist(game: str) -> None:
    rules = registry.get(game).info.turn_rules
    page = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    for rule in filter(None, (rules.order, rules.content, rules.hidden)):
        assert rule in page


def test_of_several_pieces_that_cannot_go_all_are_named() -> None:
    error = wrong("replicants", "E/2E5/E")
    assert (error.code, error.rule) == ("out-of-reach", "R7")
    assert str(error.text) == "None of your 2s can go to E5: they're on D7, E7, F8."
