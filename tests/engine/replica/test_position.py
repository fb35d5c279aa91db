"""Set-up positions: written, read leniently, and refused with the reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.errors import RecordError, SetupError
from engine.game import Setup
from engine.outcome import draw
from engine.replica import script
from engine.replica.board import NAMES, RAYS
from engine.replica.events import Captured, Jumped, Stepped, Transformed
from engine.replica.game import REPLICA
from engine.replica.moves import Go, Transform
from engine.replica.rules import AHEAD
from engine.replica.state import State
from engine.script import Script
from engine.session import Session
from tests.engine.replica.kit import CHANCE, EVERY_OPTION, place, play, start, texts
from tests.volume import many

START = "4pppk/4pppp/6pp/6pp/PP6/PP6/PPPP4/KPPP4 w - 1"


def test_the_start() -> None:
    assert REPLICA.write_position(start()) == START
    assert start(START) == start()


@pytest.mark.parametrize("text", [START[:-2], START[:-4], START[:-6], f"  {START} ", START.replace("w", "W")])
def test_fields_at_the_end_may_be_left_out(text: str) -> None:
    assert start(text) == start()


def test_a_turn_that_goes_on_is_kept() -> None:
    state = play(place("Kb1 Kc3 Ke1", "Kh8", "w - 12", power="all_kings"), "e1-e2/c3-c4")
    line = REPLICA.write_position(state)
    assert line == "7k/8/8/8/2K5/8/4K3/1K6 w e2,c4 12"
    again = start(line, power="all_kings")
    assert again == state
    assert texts(again) == ["b1-c1", "b1-c2", "b1-b2", "-"]


@pytest.mark.parametrize(
    ("state", "end"),
    [
        (play(place("Kg7", "Ka7", "w - 9"), "g7-h8"), "7K/k7/8/8/8/8/8/8 w - 9 end C by 1"),
        (play(place("Kg7", "Kg6 h8", "b - 9"), "h8xg7"), "8/6p1/6k1/8/8/8/8/8 b - 9 end K by 2"),
        (REPLICA.forfeit(place("Kg7", "Ka7", "w - 9"), 2).state, "8/k5K1/8/8/8/8/8/8 w - 9 end F by 2"),
    ],
)
def test_an_end_is_kept(state: object, end: str) -> None:
    assert start(end) == state
    assert start(end.replace("end", "END")) == state


@pytest.mark.parametrize(
    ("line", "power", "code", "words"),
    [
        ("8/8 w - 1", "none", "position-ranks", "The board has 8 ranks, joined by /, from rank 8 down; there are 2."),
        ("nonsense", "none", "position-ranks", "The board has 8 ranks, joined by /, from rank 8 down; there is 1."),
        (f"{START} 5 6", "none", "position-fields", f"A position looks like {START}."),
        ("7q/8/8/8/8/8/8/K7 w - 1", "none", "position-sign", "Rank 8: q isn't one of P, K, p, k and 1 to 8."),
        ("8k/8/8/8/8/8/8/K7 w - 1", "none", "position-rank", "Rank 8: 8k doesn't add up to 8 squares."),
        ("6k/8/8/8/8/8/8/K7 w - 1", "none", "position-rank", "Rank 8: 6k doesn't add up to 8 squares."),
        ("7k1/8/8/8/8/8/8/K7 w - 1", "none", "position-rank", "Rank 8: 7k1 doesn't add up to 8 squares."),
        ("7k/8/8/8/8/8/8/K7 x - 1", "none", "position-side", "x isn't a side to move: w or b."),
        ("7k/8/8/8/8/8/8/K7 w - 0", "none", "position-round", "0 isn't a round number: 1, 2, 3 and so on."),
        ("7k/8/8/8/8/8/8/K7 w j9 1", "all_kings", "position-moved", "j9 isn't a square."),
        (
            "7k/8/8/8/8/8/8/K7 w a1 1",
            "none",
            "position-moved",
            ("In this game, a turn never continues after a king's move."),
        ),
        (
            "7k/8/8/8/8/8/8/KP6 w b1 1",
            "all_kings",
            "position-moved",
            "The side to move has no king on b1.",
        ),
        ("7k/8/8/8/8/8/8/K7 w h8 1", "double", "position-moved", "The side to move has no king on h8."),
        ("7k/8/8/8/8/8/8/KK6 w a1,b1 1", "double", "position-moved", "Only one king can move in a turn."),
        (
            "7k/8/8/8/8/8/8/KK6 w a1,b1 1",
            "all_kings",
            "position-moved",
            "No king could go on, so the turn would be over.",
        ),
        ("8/8/8/8/8/8/8/K7 w - 1", "none", "position-king", "Black has no king."),
        ("7k/8/8/8/8/8/8/P7 w - 1", "none", "position-king", "White has no king."),
        ("k6K/8/8/8/8/8/8/8 w - 1", "none", "position-over", "White has a king on h8, so the game is over."),
        ("7K/8/8/8/8/8/8/k7 b - 1 end C by 1", "none", "position-over", "Black has a king on a1, so the game is over."),
        (
            "7k/8/8/8/8/PPPP4/PPPP4/KPPPP3 w - 1",
            "none",
            "position-pieces",
            "White has 13 pieces; it can have at most 12.",
        ),
        (
            "k7/8/8/8/8/8/8/1K6 w - 9 end C by 1",
            "none",
            "position-end",
            "The end doesn't match what's on the board.",
        ),
        (
            "k6K/8/8/8/8/8/8/8 b - 9 end C by 1",
            "none",
            "position-end",
            "The end doesn't match what's on the board.",
        ),
        (
            "k7/8/8/8/8/8/8/1K6 w a8 9 end F by 1",
            "double",
            "position-moved",
            "In this game, a turn never continues after a king's move.",
        ),
    ],
)
def test_what_no_game_could_come_to_is_refused(line: str, power: str, code: str, words: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(line, power=power)
    assert (caught.value.code, str(caught.value.text)) == (code, words)
    assert caught.value.given == line


def test_options_left_out_have_their_default() -> None:
    assert REPLICA.initial(Setup("2"), CHANCE) == start(sight="all", power="none")
    assert REPLICA.initial(Setup("2", (("sight", "forward"),)), CHANCE).rules.king_power == "none"


def test_a_dump_keeps_the_options() -> None:
    state = start(sight="forward", power="double")
    assert REPLICA.dump(state) == {"sight": "forward", "king_power": "double", "position": START}
    assert REPLICA.load(REPLICA.dump(state)) == state


# What holds in every position that a game can come to.


options = st.sampled_from(EVERY_OPTION)
picks = st.lists(st.integers(0, 10**6), min_size=0, max_size=160)
quick = settings(max_examples=many(20, 60))


def walk(option: tuple[str, str], numbers: list[int]) -> list[State]:
    """Return the positions of a game in which each number picks a legal move; prefers those that do not end it."""
    state, states = start(sight=option[0], power=option[1]), []
    for number in numbers:
        states.append(state)
        after = [REPLICA.apply(state, {state.seat: move}).state for move in REPLICA.legal(state, state.seat)]
        chosen = [each for each in after if each.end is None] or after
        if not chosen:
            break
        state = chosen[number % len(chosen)]
    return states or [state]


def advance(state: State) -> int:
    """Return how far all pieces have come, in steps along ranks and files."""
    total = 0
    for square in range(64):
        file, rank = square % 8, square // 8
        total += (file + rank) * (state.pieces(1) >> square & 1) + (14 - file - rank) * (state.pieces(2) >> square & 1)
    return total


def progress(state: State) -> tuple[int, int, int, int]:
    """Return what no move lets fall, compared in this order: captures, advance, kings, turns closed (P8)."""
    pieces = (state.mine | state.theirs).bit_count()
    return -pieces, advance(state), state.kings.bit_count(), -state.moved.bit_count()


@quick
@given(options, picks)
def test_p8_every_move_brings_the_end_nearer(option: tuple[str, str], numbers: list[int]) -> None:
    """A capture lowers the pieces for good; else a step or jump raises the advance; else a transform adds a king."""
    for state in walk(option, numbers)[-4:]:
        for move in REPLICA.legal(state, state.seat):
            after = REPLICA.apply(state, {state.seat: move}).state
            assert progress(after) > progress(state)
            if isinstance(move, Go) and progress(after)[0] == progress(state)[0]:
                assert advance(after) > advance(state)
            assert isinstance(move, Transform) or after.kings.bit_count() <= state.kings.bit_count()


@quick
@given(options, picks)
def test_p3_everything_goes_forward_but_backward_captures(option: tuple[str, str], numbers: list[int]) -> None:
    for state in walk(option, numbers)[-4:]:
        for move in REPLICA.legal(state, state.seat):
            if isinstance(move, Go):
                ahead = any(RAYS[way][move.origin] >> move.target & 1 for way in AHEAD[state.seat - 1])
                king, captures = state.kings >> move.origin & 1, state.theirs >> move.target & 1
                assert ahead or (option[1] == "backward_capture" and king and captures)


@quick
@given(options, picks)
def test_events_tell_every_change_of_the_board(option: tuple[str, str], numbers: list[int]) -> None:
    for state in walk(option, numbers)[-3:]:
        for move in REPLICA.legal(state, state.seat):
            step = REPLICA.apply(state, {state.seat: move})
            assert step.events
            assert not step.barrier
            men = {piece.square: (piece.seat, piece.king) for piece in REPLICA.view(state, None).pieces}
            for event in step.events:
                assert str(event.text()).endswith(".")
                match event:
                    case Captured(_, owner, square, king):
                        assert (owner, king) == (3 - state.seat, bool(state.kings >> NAMES.index(square) & 1))
                    case Stepped(_, origin, target, _) | Jumped(_, origin, target, _, _):
                        men[target] = men.pop(origin)
                    case Transformed(_, square, seers):
                        men[square] = (state.seat, True)
                        assert seers
            assert men == {piece.square: (piece.seat, piece.king) for piece in REPLICA.view(step.state, None).pieces}


# P10: the body of a record, and whole records.


CORNER = "7k/6K1/8/8/8/8/8/8 w - 30"


def session(*turns: str, position: str = "", power: str = "none") -> Session:
    """Return a session in which these turns were played; `F1` is seat 1 giving up."""
    options = (("king_power", power),) if power != "none" else ()
    here = Session.start(REPLICA, Setup("2", options, position=position), CHANCE)
    for turn in turns:
        if turn.startswith("F"):
            here = here.forfeit(int(turn[1]))
            continue
        for text in turn.split("/"):
            here = here.move(min(here.to_act), text)
    return here


def body(here: Session) -> str:
    return script.write_script(here.setup, Script(("a", "b"), here.entries), here.outcome)


@pytest.mark.parametrize(
    ("here", "written"),
    [
        (session(), "1.\n"),
        (session("b2-c3"), "1. b2-c3\n"),
        (session("b2-c3", "g7-f6"), "1. b2-c3 g7-f6\n"),
        (session("b2-c3", "g7-f6", "a3=K"), "1. b2-c3 g7-f6\n2. a3=K\n"),
        (session("F1"), "1. F\n0-1\n"),
        (session("F2"), "1. ... F\n1-0\n"),
        (session("b2-c3", "F2"), "1. b2-c3 F\n1-0\n"),
        (session("b2-c3", "F1"), "1. b2-c3 ...\n2. F\n0-1\n"),
        (session("b2-c3", "g7-f6", "F2"), "1. b2-c3 g7-f6\n2. ... F\n1-0\n"),
        (session(position=CORNER.replace("w", "b")), "30. ...\n"),
        (session("h8xg7", position=CORNER.replace("w", "b")), "30. ... h8xg7\n0-1\n"),
        (session("F1", position=CORNER.replace("w", "b")), "30. ... ...\n31. F\n0-1\n"),
        (session("g7xh8", position=CORNER), "30. g7xh8\n1-0\n"),
        (session(position="8/6p1/6k1/8/8/8/8/8 b - 9 end K by 2"), "9. ...\n0-1\n"),
        (
            session("b2-c3", "g7-f6", "a1-b2/b2-d4", "h8-g7/-", power="double"),
            "1. b2-c3 g7-f6\n2. a1-b2/b2-d4 h8-g7/-\n",
        ),
    ],
)
def test_bodies(here: Session, written: str) -> None:
    assert body(here) == written
    again = record.replay(record.read(record.write(here, ("a", "b"))))
    assert again == here


def test_king_moves_are_joined_and_a_surrender_within_a_turn_belongs_to_it() -> None:
    position = "7k/8/8/8/8/2K5/8/1K2K3 w - 5"
    here = session("c3-c4/b1-b2", position=position, power="all_kings")
    assert body(here) == "5. c3-c4/b1-b2\n"
    assert body(here.forfeit(1)) == "5. c3-c4/b1-b2/F\n0-1\n"
    assert body(here.forfeit(2)) == "5. c3-c4/b1-b2 F\n1-0\n"
    assert body(here.move(1, "-").move(2, "h8-h7")) == "5. c3-c4/b1-b2/- h8-h7\n"
    for each in (here, here.forfeit(1), here.forfeit(2), here.move(1, "-")):
        assert record.replay(record.read(record.write(each, ("a", "b")))) == each


def test_a_whole_record_carries_names_and_options_in_tags() -> None:
    here = session("b2-c3", "g7-f6", "F1", power="double")
    text = record.write(here, ("Ada", 'B"b'))
    assert text == (
        '[Game "replica"]\n[Mode "2"]\n[White "Ada"]\n[Black "B\\"b"]\n[Options "king_power=double"]\n'
        '[Termination "forfeit"]\n\n1. b2-c3 g7-f6\n2. F\n0-1\n'
    )
    read = record.read(text)
    assert read.script.names == ("Ada", 'B"b')
    assert record.replay(read) == here


@pytest.mark.parametrize(
    "text",
    [
        "1. b2-c3 g7-f6\n2. a3=K\n",
        "1.b2c3 G7F6 2.A3=k",
        "1.\n b2-c3\n\n g7-f6 2 . a3=K *",
        "1. c3 f6 2. a3=K",
    ],
)
def test_records_made_elsewhere_are_read_leniently(text: str) -> None:
    read = record.read(f'[Game "Replica"]\n{text}')
    assert read.script.names == ("White", "Black")
    if "c3 f6" in text:
        with pytest.raises(RecordError) as caught:
            record.replay(read)
        assert caught.value.code == "ambiguous"
        return
    assert body(record.replay(read)) == "1. b2-c3 g7-f6\n2. a3=K\n"


def test_a_record_without_tags_is_recognised() -> None:
    read = record.read("1. b2-c3 g7-f6\n2. F\n0-1\n")
    assert read.game is REPLICA
    assert read.setup.mode == "2"
    assert record.replay(read).outcome is not None


@pytest.mark.parametrize("result", ["1-0", "1 - 0", "1:0", "1\u20130", "*", ""])
def test_results_are_read_leniently(result: str) -> None:
    text = f'[Game "replica"]\n[Position "{CORNER}"]\n\n30. g7xh8 {result}\n'
    assert record.replay(record.read(text)).outcome is not None


def test_an_agreed_draw_is_in_the_tags() -> None:
    here = session("b2-c3").rule(draw(2))
    text = record.write(here, ("a", "b"))
    assert text.endswith("\n1. b2-c3\n")
    again = record.replay(record.read(text)).outcome
    assert again is not None
    assert again.ranks == (1, 1)
    assert here.outcome is not None
    assert REPLICA.result_text(here.outcome, ("a", "b")) == "1/2-1/2"
    assert REPLICA.same_result("\u00bd-\u00bd", here.outcome, ("a", "b"))


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"),
    [
        ("b2-c3 g7-f6", "no-number", 1, 1, "The moves begin with the round number"),
        ("2. b2-c3", "round-number", 1, 1, "Round 1 should come here, not 2."),
        ("1. b2-c3 g7-f6\n3. a3=K", "round-number", 2, 1, "Round 2 should come here, not 3."),
        ("1. b2-c3 g7-f6 a3=K", "places", 1, 16, "A round has two turns; this is the third."),
        ("1. b2-c3\n2. a3=K", "not-to-act", 2, 4, "It's seat 2's turn"),
        ("1. ... g7-f6", "place-empty", 1, 4, "A turn is missing here; only resigning can follow."),
        ("1. b2-c3 ...\n2. a3=K", "place-empty", 1, 10, "A turn is missing here; only resigning can follow."),
        ("1. b2-c3/", "action-empty", 1, 10, "A move is missing after the slash."),
        ("1. b2-b3", "own-piece", 1, 4, "One of your own pieces is on b3"),
        ("1. b2-c3 g7-g8\n", "own-piece", 1, 10, "One of your own pieces is on g8"),
        ("1. b2-c3 / b3-b4", "not-to-act", 1, 12, "It's seat 2's turn"),
        ("1. b2-c3 g7-f6\n1-0", "result-early", 2, 1, "the game isn't over"),
        ("1. F\n1-0", "result-wrong", 2, 1, "the moves lead to 0-1"),
        ("1. F F", "game-over", 1, 6, "The game is over"),
        ("1. F g7-f6", "game-over", 1, 6, "The game is over"),
        ("1. /", "unreadable", 1, 4, "This is neither a round number nor a turn."),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_place(
    text: str, code: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(f'[Game "replica"]\n{text}'))
    error = caught.value
    assert (error.code, error.where.line, error.where.column) == (code, line + 1, column)
    assert words in str(error.text)


def test_a_turn_before_the_set_up_position_is_refused() -> None:
    text = f'[Game "replica"]\n[Position "{CORNER.replace("w", "b")}"]\n\n30. g7-g8 h8xg7'
    with pytest.raises(RecordError) as caught:
        record.read(text)
    assert (caught.value.code, caught.value.turn, caught.value.seat) == ("place-early", 30, 1)


def test_a_wrong_position_is_told_at_its_tag() -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read('[Game "replica"]\n[Position "8/8 w - 1"]\n\n1. b2-c3'))
    assert (caught.value.code, caught.value.where.line) == ("position-ranks", 2)
