"""Set-up positions: written, read leniently, and refused with the reason."""

from __future__ import annotations

import pytest

from engine.errors import SetupError
from engine.game import Setup
from engine.replica.game import REPLICA
from tests.engine.replica.positions import CHANCE, place, play, start, texts

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
        ("7k/8/8/8/8/8/8/K7 w a1 1", "none", "position-moved", "No turn goes on after a king's move in this game."),
        (
            "7k/8/8/8/8/8/8/KP6 w b1 1",
            "all_kings",
            "position-moved",
            "The side to move has no king on b1.",
        ),
        ("7k/8/8/8/8/8/8/K7 w h8 1", "double", "position-moved", "The side to move has no king on h8."),
        ("7k/8/8/8/8/8/8/KK6 w a1,b1 1", "double", "position-moved", "Only one king may move in a turn."),
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
            "No turn goes on after a king's move in this game.",
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
