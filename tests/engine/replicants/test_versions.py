"""Versions of the rules: games begun before a ruling was corrected go on as they began."""

from __future__ import annotations

import json

import pytest

from engine import record
from engine.chance import Chance
from engine.errors import ArenaError, RecordError, SetupError
from engine.info import Setup
from engine.replicants.game import REPLICANTS
from engine.replicants.rules import CURRENT
from engine.session import Session
from tests.engine.replicants.positions import CHANCE, legal_texts, start

POSITION = "T5.1.2 | e1 h5 r- 1D7:3 2D8:3 2F9:3 5E5:0 | e1 h5 r- 2A2:0 2A3:0 1E7:0 3F7:0"
"""The 5 reaches the matrix on E7 and the 3 on F7: both together would leave two (R18)."""
BOTH = "xE7.xF7"
OURS = f'[Game "replicants"]\n[Mode "2"]\n[Charts "1"]\n[Position "{POSITION}"]\n'
MOVES = f"\nT0..(red.yellow)\nT5..{BOTH}(M.red)\n"


def test_r18_version_1_let_arcs_with_a_matrix_leave_any_number() -> None:
    assert BOTH not in legal_texts(start("2", POSITION))
    assert BOTH in legal_texts(start("2", POSITION, 1))
    assert CURRENT == REPLICANTS.info.rules_version == 2


def test_a_record_from_before_goes_on_as_it_began() -> None:
    session = record.replay(record.read(OURS + MOVES))
    assert session.setup.rules == 1
    assert session.outcome is not None
    again = record.write(session, ("red", "yellow"))
    assert '[Rules "1"]' in again
    assert record.replay(record.read(again)).state == session.state


@pytest.mark.parametrize("tags", ['[Rules "2"]\n', f'[Rules "{CURRENT}"]\n'])
def test_a_record_of_today_is_held_to_todays_ruling(tags: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(OURS + tags + MOVES))
    assert (caught.value.code, caught.value.rule) == ("arcs-below-three", "R18")


def test_what_never_named_a_chart_set_is_not_from_before() -> None:
    read = record.read(OURS.replace('[Charts "1"]\n', "") + MOVES)
    assert read.setup.rules == 0
    with pytest.raises(RecordError):
        record.replay(read)


@pytest.mark.parametrize("version", ["0", "3", "x", "", "9" * 5_000, "\u0661"])
def test_rules_that_do_not_exist_are_refused(version: str) -> None:
    with pytest.raises(RecordError) as caught:
        record.read(f'{OURS}[Rules "{version}"]\n{MOVES}')
    assert (caught.value.code, caught.value.where.line) == ("unknown-rules", 5)


def test_a_session_of_rules_that_do_not_exist_is_refused() -> None:
    with pytest.raises(SetupError):
        Session.start(REPLICANTS, Setup("2", rules=CURRENT + 1), CHANCE)


def test_a_dump_keeps_the_version_and_one_from_before_has_the_first() -> None:
    for rules in (1, CURRENT):
        state = start("2", POSITION, rules)
        data = json.loads(json.dumps(REPLICANTS.dump(state)))
        assert REPLICANTS.load(data) == state
        del data["rules"]
        assert BOTH in legal_texts(REPLICANTS.load(data))
        with pytest.raises(TypeError):
            REPLICANTS.load({**data, "rules": "2"})


def test_a_game_part_of_the_way_goes_on_under_its_rules() -> None:
    session = Session.start(REPLICANTS, Setup("2", position=POSITION, rules=1), Chance.from_text("x"))
    assert session.move(1, BOTH).outcome is not None
    with pytest.raises(ArenaError):
        Session.start(REPLICANTS, Setup("2", position=POSITION), Chance.from_text("x")).move(1, BOTH)
