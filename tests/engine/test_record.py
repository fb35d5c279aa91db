from __future__ import annotations

import pytest

from engine import record
from engine.errors import RecordError

PLAIN = "T0..(red.yellow)\nT1..E/2E6/E..E/2E4/E4-\n"


def failing(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    return caught.value


def test_a_plain_transcript_needs_no_tags() -> None:
    read = record.read(PLAIN)
    assert (read.game.info.key, read.setup.mode, read.script.names) == ("replicants", "2", ("red", "yellow"))
    assert len(record.replay(read).entries) == 6


def test_unknown_tags_are_kept_and_ignored() -> None:
    text = f'[Site "here \\"and\\" there"]\n[Nonsense "1"]\n\n{PLAIN}'
    read = record.read(text)
    assert read.tags["Site"] == 'here "and" there'
    again = record.write(record.replay(read), read.script.names, read.tags)
    assert '[Site "here \\"and\\" there"]' in again
    assert '[Nonsense "1"]' in again


def test_writing_names_game_mode_and_charts() -> None:
    read = record.read(PLAIN)
    head = record.write(record.replay(read), read.script.names).splitlines()[:4]
    assert head == ['[Game "replicants"]', '[Mode "2"]', '[Charts "1"]', ""]


def test_tags_cannot_replace_what_the_game_needs() -> None:
    read = record.read(PLAIN)
    text = record.write(record.replay(read), read.script.names, {"Mode": "3", "Game": "other", "Seed": "00"})
    assert '[Mode "2"]' in text
    assert "other" not in text
    assert "Seed" not in text


def test_a_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    assert record.read(f'\ufeff\n[Mode "2"]\n\n\n{PLAIN}\n\n').script.names == ("red", "yellow")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", 1),
        ('[Mode "2"]\n', "empty", 1),
        ('[Mode "2"\n\nT0..(a.b)\n', "tag", 1),
        (f'[Mode "2"]\n[Mode "2"]\n\n{PLAIN}', "tag-twice", 2),
        (f'[Game "chess"]\n\n{PLAIN}', "unknown-game", 1),
        (f'[Site "x"]\n[Mode "9"]\n\n{PLAIN}', "unknown-mode", 2),
        (f'[Mode "2"]\n[Options "sight=forward"]\n\n{PLAIN}', "unknown-option", 2),
    ],
)
def test_what_is_wrong_above_the_moves_is_located(text: str, code: str, line: int) -> None:
    error = failing(text)
    assert (error.code, error.where.line) == (code, line)


def test_an_illegal_action_is_located_with_turn_seat_action_and_rule() -> None:
    error = failing('[Mode "2"]\n\nT0..(red.yellow)\nT1..E/2E6/E..E/7F3/E\n')
    assert (error.where.line, error.turn, error.seat, error.action) == (4, 1, 2, "7F3")
    assert error.where.column == len("T1..E/2E6/E..E/") + 1
    assert error.rule
    assert error.position


def test_a_move_out_of_turn_is_an_error() -> None:
    assert failing("T0..(red.yellow)\nT1....E/2E4/E\n").code == "place-empty"


def test_a_result_before_the_end_is_an_error() -> None:
    assert failing("T0..(red.yellow)\nT1..E/2E6/E(M.red)\n").code == "result-early"


def test_a_wrong_result_is_an_error_and_the_right_one_is_suggested() -> None:
    error = failing("T0..(red.yellow)\nT1..F(F.red)\n")
    assert error.code == "result-wrong"
    assert error.suggestions == ("(F.yellow)",)


def test_a_missing_result_is_tolerated() -> None:
    session = record.replay(record.read("T0..(red.yellow)\nT1..F\n"))
    assert session.outcome is not None


def test_a_seed_must_be_one() -> None:
    assert failing(f'[Seed "xyz"]\n\n{PLAIN}').code == "seed"


def test_records_from_other_chart_sets_are_refused_clearly() -> None:
    error = failing(f'[Mode "2"]\n[Charts "999"]\n\n{PLAIN}')
    assert "999" in str(error.text)
