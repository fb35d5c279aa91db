"""N2, N6 and R30: transcripts."""

from __future__ import annotations

import dataclasses

import pytest

from engine import record
from engine.errors import RecordError, SetupError, Where
from engine.game import Setup
from engine.replicants.game import REPLICANTS
from engine.script import Entry, Script
from engine.session import Session
from tests.engine.replicants.positions import CHANCE, legal_texts, play, start
from tests.engine.replicants.test_position import PRINTED, THREE

ENDING = """\
T0..(rouge.jaune)
T21..E/5E3/E3-..E/xE3.3G3/G3-
T22..E/6F3x/E..#D3/2F3x/D2-
T23..E/!4E7/E7+..#F3(R.rouge)
"""
SETUP = Setup("2", position=PRINTED)
UNTOLD = Setup("")
"""What a transcript without tags is read with."""


def read(text: str, setup: Setup = UNTOLD) -> tuple[Setup, Script]:
    return REPLICANTS.read_script(text, 1, setup)


def wrong(text: str, setup: Setup = UNTOLD) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text, setup)
    assert str(caught.value.text)
    return caught.value


def session(mode: str, position: str = "") -> Session:
    return Session.start(REPLICANTS, Setup(mode, position=position), CHANCE)


def written(played: Session, *names: str) -> str:
    return REPLICANTS.write_script(played.setup, Script(names, played.entries), played.outcome)


# The printed ending (chapter 5 of the official notation), and the fragments before it


def test_the_printed_ending_both_ways() -> None:
    setup, script = read(ENDING, SETUP)
    assert setup == SETUP
    assert script.names == ("rouge", "jaune")
    assert [entry.text for entry in script.entries[:6]] == ["E", "5E3", "E3-", "E", "xE3.3G3", "G3-"]
    assert (script.result, script.result_where) == ("(R.rouge)", Where(4, 21))
    last = record.replay(record.Record(REPLICANTS, setup, script))
    outcome = last.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.code, outcome.by) == ((1,), "R", 2)
    assert REPLICANTS.write_script(setup, script, outcome) == ENDING
    view = REPLICANTS.view(last.state, None)
    assert {piece.hex for piece in view.pieces if piece.seat == 2} == {"E2", "D2", "G3"}
    assert view.sides[0].energy == 5


def test_the_energies_that_the_printed_ending_tells() -> None:
    state = start("2", PRINTED)
    seen = []
    for turn in ("E/5E3/E3-", "E/xE3.3G3/G3-", "E/6F3x/E", "#D3/2F3x/D2-", "E/!4E7/E7+"):
        seat = state.seat
        state = play(state, turn)
        seen.append(REPLICANTS.view(state, None).sides[seat - 1].energy)
    assert seen == [5, 9, 7, 9, 5]


@pytest.mark.parametrize(
    ("text", "mode", "names"),
    [
        ("T0..(Luc.Eric)", "2", ("Luc", "Eric")),
        ("T0..(Eric.Lucy.Paul)", "3", ("Eric", "Lucy", "Paul")),
        ("t0 .. ( Eric . Lucy Ann . Paul ) \n", "3", ("Eric", "Lucy Ann", "Paul")),
    ],
)
def test_n2_the_names_decide_between_two_and_three_players(text: str, mode: str, names: tuple[str, ...]) -> None:
    setup, script = read(text)
    assert (setup, script.names, script.entries, script.result) == (Setup(mode), names, (), None)


def test_n2_a_line_has_a_place_for_each_player() -> None:
    _, script = read("T0..(Eric.Lucy.Paul)\nT1..E/2E6/E..E/2F4/E..E/2C4/E\nT2..E")
    assert [(entry.turn, entry.seat, entry.text) for entry in script.entries] == [
        (1, 1, "E"),
        (1, 1, "2E6"),
        (1, 1, "E"),
        (1, 2, "E"),
        (1, 2, "2F4"),
        (1, 2, "E"),
        (1, 3, "E"),
        (1, 3, "2C4"),
        (1, 3, "E"),
        (2, 1, "E"),
    ]
    assert [str(entry.where) for entry in script.entries[:5:2]] == [
        "line 2, column 5",
        "line 2, column 11",
        "line 2, column 16",
    ]


def test_n2_spaces_and_line_ends_do_not_matter() -> None:
    spread = "\n T0.. (a.b)  T1..E / 2E6 /\n  E ..\n E/2F4/ E\n\nT2..E\n"
    tight = "T0..(a.b)\nT1..E/2E6/E..E/2F4/E\nT2..E"
    strip = [dataclasses.replace(entry, where=Where()) for entry in read(spread)[1].entries]
    assert strip == [dataclasses.replace(entry, where=Where()) for entry in read(tight)[1].entries]
    assert read(spread)[1].entries[3].where == Where(4, 2)


def test_n7_four_names_without_a_mode_are_an_error_that_says_so() -> None:
    error = wrong("T0..(a.b.c.d)\nT1..E")
    assert error.code == "mode-missing"
    assert '[Mode "teams"]' in str(error)
    for mode in ("4", "teams"):
        assert read("T0..(a.b.c.d)\nT1..E", Setup(mode))[1].names == tuple("abcd")


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("", "no-transcript", Where(1, 1)),
        ("E/4E7/E", "no-transcript", Where(1, 1)),
        ("hello T0..(a.b)", "no-transcript", Where(1, 1)),
        ("T1..E/2E6/E", "names", Where(1, 1)),
        ("T0..a.b", "names", Where(1, 1)),
        ("T0..(a.b)..E", "names", Where(1, 1)),
        ("T0..(a.)", "names", Where(1, 5)),
        ("T0..(a.b,c)", "names", Where(1, 5)),
        ("T0..(a.b=c)", "names", Where(1, 5)),
        ("T0..(a.b/c)", "names", Where(1, 5)),
        ("T0..(a.(b))", "names", Where(1, 5)),
        ("T0..(a.a)", "names-equal", Where(1, 5)),
        ("T0..(a b. a  b)", "names-equal", Where(1, 5)),
        ("T0..(a)", "names-count", Where(1, 1)),
        ("T0..(a.b.c.d.e)", "names-count", Where(1, 1)),
        ("T0..(a.b)\nT2..E/2E6/E", "turn-number", Where(2, 1)),
        pytest.param(f"T{'9' * 5000}..(a.b)", "no-transcript", Where(1, 1), id="a number beyond measure"),
        ("T0..(a.b)\nT1..E/2E6/E..E/2F4/E\nT3..E", "turn-number", Where(3, 1)),
        ("T0..(a.b)\nT1..E/2E6/E..E/2F4/E..E", "places", Where(2, 23)),
        ("T0..(a.b)\nT1....E/2F4/E", "place-empty", Where(2, 5)),
        ("T0..(a.b)\nT1..E/2E6/E\nT2..E", "place-empty", Where(2, 5)),
        ("T0..(a.b)\nT1..E//E", "action-empty", Where(2, 7)),
        ("T0..(a.b)\nT1..E/2E6/", "action-empty", Where(2, 11)),
    ],
)
def test_n2_what_is_no_transcript_is_said_where_it_is_wrong(text: str, code: str, where: Where) -> None:
    error = wrong(text)
    assert error.code == code
    assert error.where == where


def test_names_must_be_as_many_as_the_mode_has_players() -> None:
    assert wrong("T0..(a.b)", Setup("3")).code == "names-count"


def test_line_numbers_count_from_the_first_line_of_the_file() -> None:
    _, script = REPLICANTS.read_script("T0..(a.b)\nT1..E/2E6/E", 8, UNTOLD)
    assert script.entries[0].where == Where(9, 5)


# N6, results at the end


@pytest.mark.parametrize("result", ["(R.rouge)", "(r. ROUGE )", "()", "(R)", ""])
def test_n6_a_right_or_missing_result_is_taken(result: str) -> None:
    text = ENDING.replace("(R.rouge)", result)
    setup, script = read(text, SETUP)
    assert record.replay(record.Record(REPLICANTS, setup, script)).outcome is not None


@pytest.mark.parametrize("result", ["(M.rouge)", "(R.jaune)", "(R.rouge.jaune)", "(R.rouge.1)", "(M)"])
def test_n7_a_wrong_result_is_an_error(result: str) -> None:
    setup, script = read(ENDING.replace("(R.rouge)", result), SETUP)
    with pytest.raises(RecordError) as caught:
        record.replay(record.Record(REPLICANTS, setup, script))
    assert caught.value.code == "result-wrong"
    assert caught.value.where == Where(4, 21)
    assert caught.value.suggestions == ("(R.rouge)",)


def test_n6_a_result_where_the_game_goes_on_is_an_error() -> None:
    setup, script = read(ENDING.replace("..#F3(R.rouge)", "(R.rouge)"), SETUP)
    with pytest.raises(RecordError) as caught:
        record.replay(record.Record(REPLICANTS, setup, script))
    assert caught.value.code == "result-early"


def test_n6_the_game_may_end_within_a_turn() -> None:
    _, script = read("T0..(Eric.Luc)\nT15..#H9(R.Luc)", Setup("2", position=PRINTED.replace("T21", "T15")))
    assert (script.entries[0].text, script.result) == ("#H9", "(R.Luc)")


# R30, surrenders


def test_r30_a_surrender_is_written_in_the_place_of_the_next_turn() -> None:
    played = session("3").play(1, "E/2E6/E").forfeit(3)
    text = written(played, "Eve", "Luc", "Paul")
    assert text == "T0..(Eve.Luc.Paul)\nT1..E/2E6/E....F(F.Eve=Luc.0)\n"
    setup, script = read(text)
    assert script.entries[-1] == Entry(1, 3, "F", forfeit=True, where=Where(2, 16))
    again = record.replay(record.Record(REPLICANTS, setup, script))
    assert again.state == played.state


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (1, "T1..E/2E6/E..E\nT2..F"),
        (2, "T1..E/2E6/E..E/F"),
        (3, "T1..E/2E6/E..E..F"),
    ],
)
def test_r30_a_surrender_in_the_middle_of_a_turn(seat: int, line: str) -> None:
    played = session("3").play(1, "E/2E6/E").move(2, "E").forfeit(seat)
    text = written(played, "a", "b", "c")
    assert text.startswith(f"T0..(a.b.c)\n{line}(F.")
    assert record.replay(record.Record(REPLICANTS, *read(text))).state == played.state


@pytest.mark.parametrize("seat", [1, 2])
def test_r30_a_surrender_before_the_first_turn(seat: int) -> None:
    played = session("2").forfeit(seat)
    text = written(played, "a", "b")
    assert text == ("T0..(a.b)\nT1..F(F.b)\n" if seat == 1 else "T0..(a.b)\nT1....F(F.a)\n")
    assert record.replay(record.Record(REPLICANTS, *read(text))).state == played.state


def test_r30_the_places_between_may_be_left_out_at_the_end_of_a_line() -> None:
    short, full = "T0..(a.b.c)\nT1..E/2E6/E\nT2..F", "T0..(a.b.c)\nT1..E/2E6/E....\nT2..F"
    assert [entry.text for entry in read(short)[1].entries] == [entry.text for entry in read(full)[1].entries]
    assert record.replay(record.Record(REPLICANTS, *read(short))).outcome is not None


# Set-up positions


def test_a_transcript_may_start_with_any_player_and_action() -> None:
    position = PRINTED.replace("T21.1.1", "T21.2.1")
    played = session("2", position)
    text = REPLICANTS.format(played.state, 2, REPLICANTS.legal(played.state, 2)[0])
    played = played.move(2, text)
    assert written(played, "a", "b") == f"T0..(a.b)\nT21....{text}\n"
    setup, script = read(written(played, "a", "b"), played.setup)
    assert record.replay(record.Record(REPLICANTS, setup, script)).state == played.state
    early = wrong("T0..(a.b)\nT21..E..E", played.setup)
    assert (early.code, early.where) == ("place-early", Where(2, 6))


def test_a_position_that_begins_with_no_moment_is_an_error_of_the_setup() -> None:
    with pytest.raises(SetupError) as caught:
        read("T0..(a.b)", Setup("2", position="nonsense"))
    assert caught.value.code == "position-when"


def test_the_names_tell_the_mode_of_a_position_too() -> None:
    setup, script = read("T0..(a.b)\nT21..E", Setup("", position=PRINTED))
    assert setup == SETUP
    assert script.entries[0].turn == 21


@pytest.mark.parametrize(("seat", "lines"), [(1, "T9..\nT10..F"), (2, "T9....F"), (3, "T9......F")])
def test_r30_a_surrender_before_the_first_turn_after_a_position(seat: int, lines: str) -> None:
    played = session("3", THREE.replace("T9.2.2", "T9.2.1")).forfeit(seat)
    text = written(played, "a", "b", "c")
    assert text.startswith(f"T0..(a.b.c)\n{lines}(F.")
    setup, script = read(text, played.setup)
    assert record.replay(record.Record(REPLICANTS, setup, script)).state == played.state


def test_a_transcript_of_a_finished_position_is_its_result() -> None:
    over = session("2", PRINTED).forfeit(1)
    position = REPLICANTS.write_position(over.state)
    finished = session("2", position)
    assert finished.outcome == over.outcome
    text = written(finished, "a", "b")
    assert text == "T0..(a.b)\nT21..(F.b)\n"
    setup, script = read(text, finished.setup)
    assert (script.entries, script.result) == ((), "(F.b)")
    assert record.replay(record.Record(REPLICANTS, setup, script)).state == over.state


# Writing


def test_n7_the_writer_makes_names_safe_and_refuses_equal_ones() -> None:
    played = session("2").move(1, "E")
    assert written(played, "J.R. (the first)", " Ann \n Lee ") == "T0..(J_R_ _the first_.Ann Lee)\nT1..E\n"
    with pytest.raises(RecordError) as caught:
        written(played, "a.b", "a/b")
    assert (caught.value.code, caught.value.rule) == ("names-equal", "N7")


def test_the_writer_refuses_moves_out_of_turn() -> None:
    with pytest.raises(ValueError, match="seat 2 in the turn of seat 1"):
        REPLICANTS.write_script(Setup("2"), Script(("a", "b"), (Entry(1, 2, "E"),)), None)


def test_what_was_read_is_written_the_same() -> None:
    played = session("3")
    for _ in range(40):
        if played.outcome is not None:
            break
        played = played.move(played.state.seat, legal_texts(played.state)[-1])
    text = written(played, "a", "b", "c")
    setup, script = read(text)
    assert REPLICANTS.write_script(setup, script, played.outcome) == text
