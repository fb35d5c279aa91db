"""P10: reading moves leniently and writing them canonically."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveError, NotationError, TurnError
from engine.replica.board import NAMES
from engine.replica.game import REPLICA
from engine.turn import complete_turn, parse_turn
from tests.engine.replica.kit import EVERY_OPTION, crowded, place, play, refused, start, texts
from tests.volume import many


@pytest.mark.parametrize(
    "text",
    [
        "b2-c3",
        "b2c3",
        "B2 C3",
        "b2 c3",
        " B2-C3 ",
        "b2 - c3",
        "b2\u2013c3",
        "b2\u2212c3",
        "b2\u2192c3",
        "b2->c3",
    ],
)
def test_p10_a_step_is_read_leniently_and_written_one_way(text: str) -> None:
    state = place("Kb1 b2", "Kh8")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "b2-c3"


@pytest.mark.parametrize(
    "text", ["b2xc3", "b2c3", "b2-c3", "B2XC3", "b2 x c3", "b2\u00d7c3", "b2:c3", "b2 C3", "xc3", "c3"]
)
def test_p10_a_capture_needs_no_x_but_is_written_with_one(text: str) -> None:
    state = place("Kb1 b2", "Kh8 c3")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "b2xc3"


@pytest.mark.parametrize("text", ["a3=K", "a3=k", "A3K", "a3 = k", " A3 =K"])
def test_p10_a_transform_is_read_leniently(text: str) -> None:
    state = start()
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "a3=K"


@pytest.mark.parametrize("text", ["-", " - ", "\u2013", "\u2014"])
def test_p10_a_turn_is_closed_by_a_dash(text: str) -> None:
    state = place("Kb1 Kc3", "Kh8", "w c3 2", power="all_kings")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "-"


def test_p10_a_target_alone_is_enough_where_one_piece_goes_there() -> None:
    state = place("Kb1 b2 e4", "Kh8")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, "F5")) == "e4-f5"
    with pytest.raises(AmbiguousMoveError) as caught:
        REPLICA.parse(state, 1, "c2")
    error = caught.value
    assert error.candidates == ("b1-c2", "b2-c2")
    assert error.rule == "P10"
    assert error.position == REPLICA.write_position(state)
    assert str(error.text) == "c2 could mean several of your pieces: write the square it starts from."


def test_p10_an_x_for_a_target_alone_leaves_only_captures() -> None:
    state = place("Kb1 b2", "Kh8 c3")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, "xc3")) == "b2xc3"
    refused(state, "xb3", "nothing-captured", "P4")


@pytest.mark.parametrize("text", ["", "e4e5e6", "Nf3", "O-O", "a3=Q", "=K", "b2--c3", "--", "x", "?"])
def test_p10_what_is_no_move_is_told_with_examples(text: str) -> None:
    error = refused(start(), text, "unreadable" if text else "empty", "P10")
    assert isinstance(error, NotationError)
    assert set(error.suggestions) <= set(texts(start()))
    assert error.suggestions


def test_p10_what_is_nearly_a_move_is_suggested() -> None:
    assert refused(start(), "b4-c5=", "unreadable", "P10").suggestions[0] == "b4-c5"


@pytest.mark.parametrize("text", ["i1-a1", "a1-a9", "z9=K", "a0", "a1-b22"])
def test_p1_squares_that_the_board_lacks(text: str) -> None:
    assert isinstance(refused(start(), text, "no-such-square", "P1"), NotationError)


def test_p10_f_is_no_move() -> None:
    refused(start(), "F", "forfeit", "P10")


def test_p10_king_moves_of_one_turn_are_joined_and_closed() -> None:
    state = place("Kb1 Kc3 Ke1", "Kh8", power="all_kings")
    turn = parse_turn(REPLICA, state, 1, "C3 C4 / b1b2 / \u2013")
    assert turn.text == "c3-c4/b1-b2/-"
    assert turn.over
    assert not parse_turn(REPLICA, state, 1, "c3-c4/b1-b2").over
    assert parse_turn(REPLICA, state, 1, "c3-c4/b1-b2/e1-e2").over


def test_a_turn_that_could_go_on_is_completed_with_its_end() -> None:
    state = place("Kb1 Kc3", "Kh8", power="all_kings")
    assert "c3-c4/" in complete_turn(REPLICA, state, 1, "c3-c4")
    assert complete_turn(REPLICA, state, 1, "c3-c4/")[-1] == "c3-c4/-"


@pytest.mark.parametrize("text", ["b2-c3 g7-f6", "b2-c3/g7-f6"])
def test_two_turns_are_not_one(text: str) -> None:
    state = place("Kb1 b2", "Kh8 g7")
    with pytest.raises(TurnError, match=r"isn't a move|turn is over"):
        parse_turn(REPLICA, state, 1, text)


def test_the_example_of_the_rules_page() -> None:
    after = play(start(), "b2-c3", "g7-f6")
    assert REPLICA.write_position(after) == "4pppk/4pp1p/5ppp/6pp/PP6/PPP5/P1PP4/KPPP4 w - 2"


# Errors: every reason against a move is found, whatever is typed, and what is suggested is legal.


SEEN_OFTEN = {
    "backward-empty",
    "backward-piece",
    "foreign-piece",
    "king-moved",
    "no-line",
    "no-sight",
    "no-such-piece",
    "not-forward",
    "nothing-captured",
    "only-kings",
    "other-king",
    "own-piece",
    "pass",
    "same-square",
    "sight-blocked",
    "sight-forward",
    "too-far",
    "transform-empty",
    "transform-foreign",
    "transform-king",
    "transform-late",
    "unreachable",
}


@pytest.mark.parametrize(
    ("text", "code", "rule", "words"),
    [
        ("e5-e6", "no-such-piece", "P4", "There's no piece on e5."),
        ("g7-f6", "foreign-piece", "P1", "The piece on g7 is Player 2's."),
        ("b2-b2", "same-square", "P4", "A piece can't stay on b2."),
        ("b2-b3", "own-piece", "P4", "One of your own pieces is on b3; you can't capture it."),
        ("b3-c2", "own-piece", "P4", "One of your own pieces is on c2; you can't capture it."),
        ("b4-a5", "not-forward", "P3", "White only goes forward, towards h8: north, east or north-east."),
        ("b2-c5", "no-line", "P3", "b2 and c5 aren't on the same rank, file or diagonal."),
        (
            "b4-d6",
            "too-far",
            "P4",
            (
                "A step is one square; a longer move has to jump over an unbroken row of friends, and there's no "
                "friend on c5."
            ),
        ),
        (
            "a1-a6",
            "too-far",
            "P4",
            (
                "A step is one square; a longer move has to jump over an unbroken row of friends, and there's no "
                "friend on a5."
            ),
        ),
        ("b4xc5", "nothing-captured", "P4", "There's nothing to capture on c5."),
        ("g1", "unreachable", "P4", "None of your pieces can go to g1."),
        ("b3", "own-piece", "P4", "One of your own pieces is on b3."),
        ("e4=K", "transform-empty", "P5", "There's no piece on e4."),
        ("g7=K", "transform-foreign", "P5", "The piece on g7 is Player 2's."),
        ("a1=K", "transform-king", "P5", "The piece on a1 is already a king."),
        ("b3=K", "no-sight", "P5", "None of your kings sees b3: none is on its rank, file or diagonals."),
        ("-", "pass", "P1", "A turn is one move, and you can't pass."),
    ],
)
def test_reasons_at_the_start(text: str, code: str, rule: str, words: str) -> None:
    assert str(refused(start(), text, code, rule).text) == words


def test_what_is_suggested_comes_nearest_first() -> None:
    assert refused(start(), "a1-a6", "too-far", "P4").suggestions[0] == "a1-a5"
    assert refused(start(), "b4xc5", "nothing-captured", "P4").suggestions == ("b4-c5",)
    assert refused(start(), "b3=K", "no-sight", "P5").suggestions[0] in ("a2=K", "a3=K", "a4=K", "b2=K")


def test_p3_black_is_told_its_own_way() -> None:
    error = refused(play(start(), "b2-c3"), "g5-g6", "own-piece", "P4")
    assert error.suggestions
    error = refused(play(start(), "b2-c3"), "h5-h6", "own-piece", "P4")
    error = refused(play(start(), "b2-c3"), "e7-d8", "not-forward", "P3")
    assert str(error.text) == "Black only goes forward, towards a1: south, west or south-west."


def test_p5_sight() -> None:
    blocked = place("Kb2 f2", "Kh8 d2")
    error = refused(blocked, "f2=K", "sight-blocked", "P5")
    assert str(error.text) == "An enemy on d2 hides f2 from the king on b2."
    behind = place("Kd4 b2", "Kh8", sight="forward")
    error = refused(behind, "b2=K", "sight-forward", "P5")
    assert str(error.text) == "The king on d4 only sees forward, and b2 isn't in front of it."


def test_p9_turns_that_go_on() -> None:
    all_kings = place("Kb1 Kc3 Ke1 a5", "Kh8 a7", "w c3 3", power="all_kings")
    error = refused(all_kings, "c3-c4", "king-moved", "P9")
    assert str(error.text) == "The king on c3 has already moved this turn; each king can move once."
    error = refused(all_kings, "a5-a6", "only-kings", "P9")
    assert str(error.text) == "After a king has moved, only kings can go on; the piece on a5 isn't one."
    error = refused(all_kings, "a5=K", "transform-late", "P9")
    assert "-" in error.suggestions
    assert str(error.text) == (
        "Making a king takes a whole turn; after a king has moved, only kings can go on, or - ends the turn."
    )
    refused(all_kings, "a7-a6", "foreign-piece", "P1")
    double = place("Kb1 Kc3", "Kh8", "w c3 3", power="double")
    error = refused(double, "b1-b2", "other-king", "P9")
    assert str(error.text) == "Another king has already moved this turn; only that one can move again, not b1."
    error = refused(start(power="double"), "-", "pass", "P9")
    assert str(error.text) == "A turn begins with a move; - only ends it after a king has moved."


def test_p9_backward_captures() -> None:
    state = place("Ke5 c3", "Kh8 b3 h1 c5", power="backward_capture")
    error = refused(state, "c3xb3", "backward-piece", "P9")
    assert str(error.text) == "Only kings capture backward; the piece on c3 isn't one."
    error = refused(state, "e5-e4", "backward-empty", "P9")
    assert str(error.text) == "Kings only go backward to capture, and this captures nothing."
    refused(state, "e5xc5", "backward-empty", "P9")
    refused(state, "e5-d6", "not-forward", "P3")
    beyond = place("Ke5", "Kh8 d5 c5", power="backward_capture")
    refused(beyond, "e5xc5", "too-far", "P4")


def test_p1_nobody_moves_out_of_turn_or_after_the_end() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        REPLICA.parse(start(), 2, "g7-f6")
    assert (caught.value.code, caught.value.rule) == ("not-to-act", "P1")
    over = play(place("Kg7", "Ka7"), "g7-h8")
    with pytest.raises(IllegalMoveError) as caught:
        REPLICA.parse(over, 2, "a7-a6")
    assert (caught.value.code, caught.value.rule) == ("game-over", "P7")
    with pytest.raises(IllegalMoveError) as caught:
        REPLICA.forfeit(over, 2)
    assert (caught.value.code, caught.value.rule) == ("game-over", "P10")


def test_every_reason_is_found_and_every_suggestion_is_legal() -> None:
    draw, seen = random.Random("refusals"), Counter[str]()
    for index in range(many(260, 900)):
        sight, power = EVERY_OPTION[index % len(EVERY_OPTION)]
        state = crowded(draw, sight, power)
        if power in ("all_kings", "double") and draw.random() < 0.7:
            for text in texts(state):
                after = play(state, text)
                if after.moved:
                    state = after
                    break
        if not (legal := set(texts(state))):
            continue
        for _ in range(12):
            taken = [piece.square for piece in REPLICA.view(state, None).pieces]
            one, other = draw.choice(draw.choice((NAMES, taken))), draw.choice(NAMES)
            text = draw.choice((f"{one}-{other}", f"{one}x{other}", f"{one}=K", one, "-", f"x{one}"))
            try:
                move = REPLICA.parse(state, state.seat, text)
            except MoveError as error:
                seen[error.code] += 1
                assert error.rule
                assert error.suggestions
                assert set(error.suggestions) <= legal
                assert text not in legal
            else:
                assert REPLICA.format(state, state.seat, move) in legal
    assert {code for code in SEEN_OFTEN if not seen[code]} == set()
