"""Set-up positions: written, read, and refused with a reason."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.errors import RecordError, SetupError, Where
from engine.game import Setup
from engine.replicants.board import RESERVE_VALUES, souls, value_of
from engine.replicants.events import Created, Destroyed, Struck
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State, occupied
from engine.script import Entry, Script
from engine.session import Session
from tests.engine.replicants.kit import CHANCE, arrange, crowded, legal_texts, play, start
from tests.volume import many

PRINTED = "T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0"
THREE = (
    "T9.2.2 | e1 h1 r3445667 t223 1D7:3 2D5:3 2E6:3 2F8:0 3E7:3 3F9:3 5C6:3"
    " | e2 h0 r3455667 t- 1H5:5 2F3:3 2G4:5 2H6:4 3G5:5 3H4:0 3I7:0 4I6:5"
    " | e3 h3 r4455667 t3 1A2:1 2C2:1 3B1:5 3B2:0 3C4:1"
)


@pytest.mark.parametrize(("mode", "text"), [("2", PRINTED), ("3", THREE)])
def test_a_position_is_read_and_written(mode: str, text: str) -> None:
    state = start(mode, text)
    assert REPLICANTS.write_position(state) == text
    view = REPLICANTS.view(state, None)
    assert f"T{view.turn}.{view.to_act}.{view.action}" == text.split(maxsplit=1)[0]


def test_fields_and_replicants_stand_in_any_order_and_case() -> None:
    mixed = (
        "t21.1.1|1e8:3 5G5:3 R34 6E4:3 2D7:3 H2 2F8:3 3D8:3 3F9:3 e4 |  e7 h3 r3 1E2:0 5D2:0 6F3:0 2D3:0 2F2:0 3G4:0 "
    )
    assert start("2", mixed) == start("2", PRINTED)


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_a_position_after_a_surrender_round_trips(mode: str) -> None:
    for seat in range(1, len(start(mode).sides) + 1):
        gone = REPLICANTS.forfeit(start(mode), seat).state
        assert start(mode, REPLICANTS.write_position(gone)) == gone


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_crowded_positions_round_trip(mode: str) -> None:
    draw = random.Random(f"crowded {mode}")
    for _ in range(50):
        state = start(mode, crowded(mode, draw))
        assert start(mode, REPLICANTS.write_position(state)) == state


def test_r18_a_side_that_lost_its_matrix_round_trips() -> None:
    before = REPLICANTS.write_position(arrange("2", "1A3:0 2A2:3 2B2:0 3B1:0 5E5:0", "1E7:0 2F6:0 2D5:0 2F7:0"))
    over = play(start("2", before), "xE7")
    text = REPLICANTS.write_position(over)
    assert text.endswith(" | end M by 1 out 2")
    assert start("2", text) == over == REPLICANTS.load(REPLICANTS.dump(over))
    with pytest.raises(SetupError):
        start("2", text.replace("end M", "end R"))


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("T21.1.1", "21.1.1", "position-when", "T21.1.1"),
        ("T21.1.1", "T0.1.1", "position-when", "T21.1.1"),
        ("T21.1.1", "T21.3.1", "position-when", "1 to 2"),
        ("T21.1.1", "T21.0.1", "position-when", "1 to 2"),
        ("T21.1.1", "T21.1.4", "position-when", "1 to 3"),
        ("T21.1.1", "T21.1.0", "position-when", "1 to 3"),
        (" | e7", " e7", "position-sides", "1 side, but this"),
        ("1E2:0", "1E2:0 | 2A2:0", "position-sides", "3 sides"),
        ("6F3:0", "6F3", "position-word", "6F3"),
        ("e4 ", "e4 e4 ", "position-word", "e4"),
        ("e4 ", "", "position-field", "field e is missing"),
        ("h2 ", "", "position-field", "field h is missing"),
        ("r34 ", "", "position-field", "field r is missing"),
        ("e4 ", "e4 t3 ", "position-field", "doesn't count trophies"),
        ("e4 ", "e8 ", "position-energy", "0 to 7, or 9"),
        ("e4 ", "e- ", "position-energy", "0 to 7, or 9"),
        pytest.param("e4 ", f"e{'9' * 1000} ", "position-word", "can't be read here", id="a number beyond measure"),
        ("h2 ", "h3 ", "position-hearts", "7 Replicants in the arena leave 2 hearts"),
        ("r34 ", "r1 ", "position-reserve", "2 to 7"),
        ("r34 ", "r348 ", "position-reserve", "2 to 7"),
        ("r34 ", "r77 ", "position-souls", "2 souls of value 7, but a player owns 1"),
        ("r34 ", "r333 ", "position-souls", "5 souls of value 3, but a player owns 4"),
        ("6E4:3", "8E4:3", "position-value", "soul 8"),
        ("6E4:3", "6E4:6", "position-heading", "0 to 5"),
        ("6E4:3", "6E9:3", "position-hex", "E9"),
        ("6E4:3", "6J4:3", "position-hex", "J4"),
        ("6E4:3", "6E2:3", "position-hex-twice", "E2"),
        ("1E8:3", "4E8:3", "position-matrix", "Side 1: the matrix is missing"),
        ("1E8:3 2D7:3", "1E8:3 1D7:3", "position-souls", "2 souls of value 1, but a player owns 1"),
        ("h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0", "h7 r3 1E2:0", "position-few", "2 Replicants"),
        ("6F3:0", "6F3:0 | end", "position-end", "end R by 2 out 2"),
        ("6F3:0", "6F3:0 | end R by 3 out 2", "position-end", "1 to 2"),
        ("6F3:0", "6F3:0 | end R by 1 out 2", "position-end", "doesn't match"),
        ("6F3:0", "6F3:0 | end M by 1 out 2", "position-end", "doesn't match"),
        ("6F3:0", "6F3:0 | end F by 1 out 2", "position-end", "doesn't match"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(old: str, new: str, code: str, words: str) -> None:
    assert old in PRINTED
    with pytest.raises(SetupError) as caught:
        start("2", PRINTED.replace(old, new, 1))
    assert caught.value.code == code
    assert words in str(caught.value.text)
    assert caught.value.given == PRINTED.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("t223", "t2223"),  # all three 2s of player 2 stand in the arena, and player 3 has lost two
        ("t223", "t77"),
        ("t3 ", "t1 "),
        ("t- ", "t0 "),
    ],
)
def test_r15_trophies_are_enemy_souls_that_are_gone(old: str, new: str) -> None:
    with pytest.raises(SetupError) as caught:
        start("3", THREE.replace(old, new, 1))
    assert caught.value.code == "position-trophies"


def test_trophies_are_asked_for_where_points_count() -> None:
    with pytest.raises(SetupError) as caught:
        start("3", THREE.replace("t- ", ""))
    assert (caught.value.code, "field t" in str(caught.value)) == ("position-field", True)


# What holds in every position that a game can come to.


modes = st.sampled_from(["2", "3", "4", "teams"])
picks = st.lists(st.integers(0, 10**6), min_size=0, max_size=150)
quick = settings(max_examples=many(20, 40))


def walk(mode: str, numbers: list[int]) -> list[State]:
    """Return the positions of a game in which each number picks a legal action; prefers to destroy and create."""
    state, states = start(mode), []
    for number in numbers:
        states.append(state)
        moves = REPLICANTS.legal(state, state.seat)
        if not moves:
            break
        texts = legal_texts(state)
        sharp = [move for move, text in zip(moves, texts, strict=True) if "x" in text or text.startswith("!")]
        chosen = sharp if sharp and number % 3 else moves
        state = REPLICANTS.apply(state, {state.seat: chosen[number % len(chosen)]}).state
    return states


@quick
@given(modes, picks)
def test_souls_and_hearts_are_conserved(mode: str, numbers: list[int]) -> None:
    total = 15 * len(start(mode).sides)
    for state in walk(mode, numbers):
        for each in state.sides:
            values = Counter(map(value_of, each.pieces))
            assert len(each.pieces) + each.hearts == state.rules.hearts
            assert each.mask.bit_count() == len(each.pieces)
            assert each.mask & ~state.rules.board.mask == 0
            assert each.pieces == tuple(sorted(each.pieces))
            for value in RESERVE_VALUES:
                assert 0 <= values[value] + each.reserve[value - 2] <= souls().souls[value - 1]
            assert each.energy in (0, 1, 2, 3, 4, 5, 6, 7, 9)
        assert occupied(state.sides).bit_count() == sum(len(each.pieces) for each in state.sides)
        left = sum(len(each.pieces) + sum(each.reserve) for each in state.sides)
        assert left <= total  # souls only ever leave the game
        assert sum(len(each.trophies) for each in state.sides) <= 15 * len(state.sides) - left
        total = left


@quick
@given(modes, picks)
def test_events_tell_every_change_of_the_arena(mode: str, numbers: list[int]) -> None:
    for state in walk(mode, numbers)[-3:]:
        for move in REPLICANTS.legal(state, state.seat):
            step = REPLICANTS.apply(state, {state.seat: move})
            assert step.events
            assert not step.barrier
            lost = sum(isinstance(event, Destroyed | Struck) for event in step.events)
            made = sum(isinstance(event, Created) for event in step.events)
            before, after = (sum(len(each.pieces) for each in each_.sides) for each_ in (state, step.state))
            assert after == before - lost + made
            assert all(str(event.text()).endswith(".") for event in step.events)


@quick
@given(modes, picks)
def test_r31_every_turn_charges_overloads_or_ends_the_game(mode: str, numbers: list[int]) -> None:
    """The first action alone makes games finite: energy rises, or a soul is lost, and only creations lower it."""
    for state in walk(mode, numbers):
        if state.action == 1:
            for move in REPLICANTS.legal(state, state.seat):
                mine = state.sides[state.seat - 1]
                after = REPLICANTS.apply(state, {state.seat: move}).state.sides[state.seat - 1]
                assert after.energy > mine.energy or len(after.pieces) < len(mine.pieces)


# N2, N6 and R30: transcripts.


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
