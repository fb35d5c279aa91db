"""A position can be played from its words: alt text and text board."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.replica.events import Captured, Jumped
from engine.replica.view import Piece, ReplicaView
from engine.seat import Seat
from locales.pseudo import Pseudo
from render.registry import renderer
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_LIMIT, Look, columns
from tests.catalogues import english_words
from tests.render.replica.scenes import MIDDLE, NAMES, POWERS, SIDES, at, ended, game

ARTIST = renderer("replica")

START = """\
   a  b  c  d  e  f  g  h
8  ·  ·  ·  ·  B  B  B  BK 8
7  ·  ·  ·  ·  B  B  B  B  7
6  ·  ·  ·  ·  ·  ·  B  B  6
5  ·  ·  ·  ·  ·  ·  B  B  5
4  W  W  ·  ·  ·  ·  ·  ·  4
3  W  W  ·  ·  ·  ·  ·  ·  3
2  W  W  W  W  ·  ·  ·  ·  2
1  WK W  W  W  ·  ·  ·  ·  1
   a  b  c  d  e  f  g  h

Round 1. Lucy: move or make a king
W Lucy: pieces 12, kings 1
B Eric: pieces 12, kings 1
* goal: h8 W, a1 B"""


def read_board(board: str) -> set[Piece]:
    """The pieces of a text board, by the names at its edges."""
    heading, *rows = board.split("\n\n", maxsplit=1)[0].splitlines()
    files = heading.split()
    found = set()
    for row in rows[:-1]:
        rank = row[0]
        assert row.rstrip()[-1] == rank
        for place, file in enumerate(files):
            sign = row[3 + 3 * place : 6 + 3 * place].strip()
            if sign[0] in "WB":
                found.add(Piece("WB".index(sign[0]) + 1, file + rank, sign.endswith("K")))
    assert rows[-1] == heading
    return found


def read_alt(text: str) -> set[Piece]:
    """The pieces of an alt text."""
    found = set()
    for seat, colour in ((1, "White"), (2, "Black")):
        told = re.search(rf"{colour}, .*? and has (\d+): kings (.*?); other pieces (.*?)\.", text)
        assert told is not None
        mine = {Piece(seat, name, True) for name in re.findall(r"[a-h][1-8]", told[2])}
        mine |= {Piece(seat, name, False) for name in re.findall(r"[a-h][1-8]", told[3])}
        assert len(mine) == int(told[1])
        found |= mine
    return found


def test_the_text_board_of_the_start() -> None:  # P2
    assert ARTIST.text_board(at(), Look(NAMES)) == START


def test_the_text_board_from_blacks_side_is_turned() -> None:
    board, turned = (ARTIST.text_board(at(MIDDLE), Look(NAMES, side=side)) for side in (1, 2))
    assert board == ARTIST.text_board(at(MIDDLE), Look(NAMES))
    assert turned.splitlines()[0].split() == list("hgfedcba")
    assert [row[0] for row in turned.splitlines()[1:9]] == list("12345678")
    assert turned.split("\n\n")[1] == board.split("\n\n")[1]


def test_the_alt_text_of_a_position() -> None:
    last = (Jumped(2, origin="f8", target="b4", over=("e7", "d6", "c5"), king=False), Captured(2, 1, "b4", king=False))
    assert ARTIST.alt_text(at(MIDDLE, sight="forward", power="double"), last, Look(NAMES)) == (
        "Round 9. Lucy: move or make a king. White, Lucy, goes north and east to h8 and has 11: kings a1, d3; "
        "other pieces b1, c1, a2, c2, a3, b3, a4, b4, c4. Black, Eric, goes south and west to a1 and has 12: "
        "kings d6, h8; other pieces f4, c5, d5, g5, g6, h6, e7, f7, f8, g8. Kings only see forward. House "
        "rule: a king can move twice. Eric jumps with a piece from f8 to b4, over e7, d6, c5. Eric captures "
        "Lucy's piece on b4."
    )


@pytest.mark.parametrize("power", POWERS)
def test_the_position_can_be_read_back_from_the_words_through_whole_games(power: str) -> None:
    names = ["W" * 32, "`x`\n" * 20]
    for view, last in game("told", power=power):
        for side in SIDES:
            text = ARTIST.alt_text(view, last, Look(names, side=side))
            assert len(text) <= ALT_LIMIT
            assert read_alt(text) == set(view.pieces)
            board = ARTIST.text_board(view, Look(names, side=side))
            assert read_board(board) == set(view.pieces)
            assert len(board) <= TEXT_LIMIT
            assert max(map(columns, board.splitlines())) <= PHONE_COLUMNS
            assert "`" not in board


def test_a_free_goal_is_marked_on_the_text_board() -> None:  # P7
    view = replace(at(), pieces=tuple(piece for piece in at().pieces if piece.square not in ("a1", "h8")))
    assert "1  *" in ARTIST.text_board(view)
    assert "*  8" in ARTIST.text_board(view)


@pytest.mark.parametrize(("side", "said"), [(None, False), (1, False), (2, True)])
def test_the_alt_text_says_that_the_board_is_turned(side: Seat | None, said: bool) -> None:
    assert ("from Black's side" in ARTIST.alt_text(at(), look=Look(side=side))) == said


@pytest.mark.parametrize(
    ("power", "may_close", "words"),
    [
        ("all_kings", True, "Lucy: move another king or end the turn"),
        ("all_kings", False, "Lucy: move another king"),
        ("double", True, "Lucy: move the king again or end the turn"),
        ("double", False, "Lucy: move the king again"),
    ],
)
def test_a_turn_that_goes_on_says_so(power: str, may_close: bool, words: str) -> None:  # P9
    view = replace(at(power=power), moved=("a1",), may_close=may_close)
    text = ARTIST.alt_text(view, look=Look(NAMES))
    assert text.startswith(f"Round 1. {words}. ")
    assert "Kings that have moved this turn: a1." in text
    assert "\nMoved this turn: a1" in ARTIST.text_board(view, Look(NAMES))


def test_chosen_options_are_told() -> None:  # P5, P9
    said = {power: ARTIST.alt_text(at(power=power)) for power in POWERS}
    assert len(set(said.values())) == len(POWERS)
    assert "No house rule." in said["none"]
    assert "House rule" not in ARTIST.text_board(at())
    board = ARTIST.text_board(at(sight="forward", power="all_kings"))
    assert ("Kings only see forward\nHouse rule: all kings can move") in board


@pytest.mark.parametrize(("winner", "name"), [(1, "Lucy"), (2, "Eric")])
def test_the_end_is_told(winner: Seat, name: str) -> None:
    view = ended(at(), winner)
    assert ARTIST.alt_text(view, look=Look(NAMES)).startswith(f"Game over: {name} wins. {name} captured a king. ")
    assert f"\n{name} wins\nW Lucy" in ARTIST.text_board(view, Look(NAMES))
    assert str(ARTIST.headline(view)) == f"Player {winner} wins"


def full() -> ReplicaView:
    """The most that can stand on the board, all kings."""
    view = at()
    return replace(view, pieces=tuple(replace(piece, king=True) for piece in view.pieces), turn=123456)


def test_the_fullest_board_with_the_longest_names_is_told_whole() -> None:
    last = [Jumped(1, origin="a1", target="h8", over=("b2", "c3", "d4", "e5", "f6", "g7"), king=True)] * 12
    text = ARTIST.alt_text(full(), last, Look(["W" * 99] * 2, side=2))
    assert len(text) <= ALT_LIMIT
    assert read_alt(text) == set(full().pieces)


def test_long_words_of_another_language_are_cut_but_never_too_long() -> None:
    text = ARTIST.alt_text(full(), look=Look(NAMES, translate=Pseudo(60)))
    assert len(text) == ALT_LIMIT
    board = ARTIST.text_board(at(), Look(NAMES, translate=Pseudo(30)))
    assert max(map(columns, board.splitlines())) == PHONE_COLUMNS


def test_words_are_translated() -> None:
    for told in (ARTIST.alt_text, ARTIST.text_board):
        text = told(at(), look=Look(NAMES, translate=Pseudo()))
        assert "«Róóúúñd 1" in text
        assert english_words(text, NAMES) == []
