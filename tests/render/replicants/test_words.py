"""A position can be played from its words: alt text and text board."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.hexgrid import neighbour, parse_hex
from engine.replicants.events import Charged, Created, Destroyed, Moved, Rotated
from engine.replicants.view import Piece, ReplicantsView
from locales.pseudo import Pseudo
from render.registry import renderer
from render.replicants.frame import cells, frame_of
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_COLUMNS, TEXT_LIMIT, WIDTH, Look, columns
from tests.catalogues import english_words
from tests.render.replicants.scenes import MODES, NAMES, at, crowded, ended, free, game, start

ARTIST = renderer("replicants")
NOTICE = "Reconstructed: charts, first headings, escorts. "
PRINTED = "T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0"

START_2 = """\
            3P↓     3P↓
        c7      1P↓     g9
    b6      2P↓     2P↓     h9
        c6      2P↓     g8
    b5      d6      f7      h8
a4      c5      e6      g7      i8
    b4      d5      f6      h7
a3      c4      e5      g6      i7
    b3      d4      f5      h6
a2      c3      e4      g5      i6
    b2      d3      f4      h5
        c2      2Q↑     g4
    b1      2Q↑     2Q↑     h4
        c1      1Q↑     g3
            3Q↑     3Q↑

Round 1. Eric: charge
Reconstructed: charts, first
  headings, escorts
P Eric: energy 0, hearts 3,
  reserve 334455667
Q Lucy: energy 0, hearts 3,
  reserve 334455667"""

START_4 = """\
          3P↘ g9  h9  i9  j9  3Q↙
    3P↘ 1P↘ 2P↘ g8  h8  i8  2Q↙ 1Q↙ 3Q↙
  c7  2P↘ 2P↘ f7  g7  h7  i7  2Q↙ 2Q↙ l7
b6  c6  d6  e6  f6  g6  h6  i6  j6  k6  l6
  b5  c5  d5  e5  f5  g5  h5  i5  j5  k5
a4  b4  c4  d4  e4  f4  g4  h4  i4  j4  k4
  a3  2S↗ 2S↗ d3  e3  f3  g3  2R↖ 2R↖ j3
    3S↗ 1S↗ 2S↗ d2  e2  f2  2R↖ 1R↖ 3R↖
          3S↗ c1  d1  e1  f1  3R↖

Round 1. Eric: charge
Reconstructed: charts, first
  headings, escorts
P Eric: energy 0, hearts 2,
  reserve 334455667, points 0
Q Lucy: energy 0, hearts 2,
  reserve 334455667, points 0
R Paul: energy 0, hearts 2,
  reserve 334455667, points 0
S Carole: energy 0, hearts 2,
  reserve 334455667, points 0"""


@pytest.mark.parametrize(("mode", "board"), [("2", START_2), ("4", START_4)])
def test_text_boards_of_the_start(mode: str, board: str) -> None:  # R2, R4, R5
    assert ARTIST.text_board(start(mode), Look(NAMES)) == board


def test_the_alt_text_of_a_printed_position() -> None:
    last = (Charged(2, 7), Moved(2, 5, "D1", "D2"), Rotated(2, 5, "D2", -1, 0))
    assert ARTIST.alt_text(at("2", PRINTED), last, Look(("red", "yellow"))) == (
        f"{NOTICE}Round 21, action 1 of 3. red: charge. "
        "red (P): energy 4, hearts 2, reserve 3 4. Arena: 1E8 S, 2D7 S, 2F8 S, 3D8 S, 3F9 S, 5G5 S, 6E4 S. "
        "yellow (Q): energy 7, hearts 3, reserve 3. Arena: 1E2 N, 2D3 N, 2F2 N, 3G4 N, 5D2 N, 6F3 N. "
        "yellow charges the matrix to 7. yellow moves their 5 from D1 to D2. yellow rotates their 5 on D2 to the left. "
        "Headings: from E5, N is E6, NE is F6, SE is F5, S is E4, SW is D4, NW is D5."
    )


FROM_SEAT_2 = """\
            a4      b6
        a3      b5      c7
    3R↘     b4      c6      3P↙
        2R↘     c5      2P↙
    1R↘     c4      d6      1P↙
3R↘     2R↘     d5      2P↙     3P↙
    2R↘     d4      e6      2P↙
c1      d3      e5      f7      g9
    d2      e4      f6      g8
d1      e3      f5      g7      h9
    e2      f4      g6      h8
        f3      2Q↑     h7
    f2      2Q↑     2Q↑     i8
        g3      1Q↑     i7
            3Q↑     3Q↑"""


def test_a_text_board_from_another_side_is_turned_with_its_arrows() -> None:  # R5
    assert ARTIST.text_board(start("3"), Look(side=2)).split("\n\n")[0] == FROM_SEAT_2


@pytest.mark.parametrize("mode", MODES)
def test_text_boards_of_every_side_show_the_same(mode: str) -> None:
    view = crowded(mode, seed=7)
    arena, words = ARTIST.text_board(view).split("\n\n")
    for side in view.sides:
        turned, told = ARTIST.text_board(view, Look(side=side.seat)).split("\n\n")
        assert told == words
        assert sorted(re.findall(r"[a-l][1-9]", turned)) == sorted(re.findall(r"[a-l][1-9]", arena))
        signs = [sorted(re.findall(r"[1-7][PQRS](?=[↑↗→↘↓↙←↖])", each)) for each in (arena, turned)]
        assert signs[0] == signs[1]
        assert max(map(columns, turned.splitlines())) <= TEXT_COLUMNS


@pytest.mark.parametrize("mode", MODES)
def test_every_seat_sees_its_home_in_the_lower_half_of_its_text_board(mode: str) -> None:
    view = start(mode)
    for side in view.sides:
        rows = ARTIST.text_board(view, Look(side=side.seat)).split("\n\n")[0].splitlines()
        mine = [number for number, row in enumerate(rows) if f"1{'PQRS'[side.seat - 1]}" in row]
        assert len(mine) == 1
        assert mine[0] > len(rows) / 2


@pytest.mark.parametrize("mode", MODES)
def test_the_alt_text_names_headings_as_the_picture_of_that_side_shows_them(mode: str) -> None:
    view = crowded(mode, seed=3)
    for side in (None, *(each.seat for each in view.sides)):
        layout = frame_of(view, WIDTH, side).layout
        text = ARTIST.alt_text(view, look=Look(side=side))
        key = dict(re.findall(r"([NESW]+) is ([A-L]\d)", text.split("Headings: ")[1]))
        for piece in view.pieces:
            point = re.search(rf"\b{piece.value}{piece.hex} ([NESW]+)\b", text)
            assert point is not None
            # As on a compass with north up, within the 60° of a heading.
            shown = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}[point[1]]
            assert abs((layout.angle(piece.heading) - shown + 180) % 360 - 180) <= 15
            assert neighbour(parse_hex("E5"), piece.heading) == parse_hex(key[point[1]])


@pytest.mark.parametrize("mode", MODES)
def test_words_stay_within_their_limits_through_whole_games(mode: str) -> None:
    names = ["W" * 32, "`x`\n" * 20, "田中さん" * 10, "\u202e\x00"]
    for view, last in game(mode, "told"):
        text = ARTIST.alt_text(view, last, Look(names))
        assert len(text) <= ALT_LIMIT
        for piece in view.pieces:
            assert re.search(rf"\b{piece.value}{piece.hex} [NESW]+\b", text), piece
        board = ARTIST.text_board(view, Look(names))
        assert len(board) <= TEXT_LIMIT
        assert max(map(columns, board.splitlines())) <= TEXT_COLUMNS
        assert max(map(columns, board.split("\n\n")[1].splitlines())) <= PHONE_COLUMNS
        assert "`" not in board


@pytest.mark.parametrize("mode", MODES)
def test_the_text_board_shows_every_hex_once(mode: str) -> None:
    view = crowded(mode, seed=7)
    arena = ARTIST.text_board(view).split("\n\n")[0]
    assert sorted(re.findall(r"[a-l][1-9]", arena)) == sorted(name.lower() for name in free(view))
    assert len(re.findall(r"[1-7][PQRS][↑↗→↘↓↙←↖]", arena)) == len(view.pieces)


def full(mode: str) -> ReplicantsView:
    """Every heart in the arena (R6): the most Replicants there can be."""
    view = start(mode)
    hearts = 9 if mode == "2" else 8
    places = iter(str(place) for place in cells(oval=view.oval))
    pieces = tuple(Piece(side.seat, 1 + n % 7, next(places), n % 6) for side in view.sides for n in range(hearts))
    sides = tuple(replace(side, energy=9, trophies=(2,) * 9, half_points=19) for side in view.sides)
    return replace(view, pieces=pieces, sides=sides, turn=123456)


@pytest.mark.parametrize("mode", MODES)
def test_the_fullest_arena_with_the_longest_names_is_told_whole(mode: str) -> None:
    view = full(mode)
    names = ["W" * 99] * 4
    last = (
        Charged(1, 9),
        *(Destroyed(1, 2, 4, place, by_arcs=True) for place in ("A2", "A3", "A4", "B1", "B2")),
        Moved(1, 5, "E4", "E5"),
        Created(1, 6, "E6", 3),
    )
    for each in (view, ended(view)):
        text = ARTIST.alt_text(each, last, Look(names))
        assert len(text) <= ALT_LIMIT
        assert all(f"{piece.value}{piece.hex} " in text for piece in each.pieces)


def test_long_words_of_another_language_are_cut_but_never_too_long() -> None:
    text = ARTIST.alt_text(full("4"), look=Look(NAMES, translate=Pseudo(30)))
    assert len(text) == ALT_LIMIT
    board = ARTIST.text_board(start("4"), Look(NAMES, translate=Pseudo(30)))
    arena, words = board.split("\n\n")
    assert max(map(columns, arena.splitlines())) <= TEXT_COLUMNS
    assert max(map(columns, words.splitlines())) == PHONE_COLUMNS
    assert len(words.splitlines()) == 3 * 6


def test_words_are_translated() -> None:
    view = start("2")
    for told in (ARTIST.alt_text, ARTIST.text_board):
        text = told(view, look=Look(NAMES, translate=Pseudo()))
        assert "«Róóúúñd 1" in text
        assert english_words(text, NAMES) == []


@pytest.mark.parametrize("mode", MODES)
def test_the_end_is_told(mode: str) -> None:
    view = ended(start(mode), (2,))
    assert ARTIST.alt_text(view, look=Look(NAMES)).startswith(
        f"{NOTICE}Game over: Lucy wins. Eric's matrix was destroyed. "
    )
    assert "Eric (P) is out." in ARTIST.alt_text(view, look=Look(NAMES))
    assert "\nLucy wins\nReconstructed: charts, first\n  headings, escorts\nP Eric: out\n" in ARTIST.text_board(
        view, Look(NAMES)
    )


def test_all_who_win_are_named() -> None:
    view = ended(start("4"), (1, 3, 4))
    assert ARTIST.alt_text(view, look=Look(NAMES)).startswith(f"{NOTICE}Game over: Eric, Paul and Carole win. ")
    assert ARTIST.draw(view, look=Look(NAMES))


@pytest.mark.parametrize(
    ("energy", "action", "words"),
    [
        (0, 1, "charge."),  # R13
        (9, 1, "strike one of your own."),
        (9, 2, "move or create."),  # R14
        (6, 3, "charge or rotate."),  # R20
        (7, 3, "rotate a Replicant."),
        (9, 3, "rotate a Replicant."),
    ],
)
def test_the_next_action_is_named(energy: int, action: int, words: str) -> None:
    view = start("2")
    sides = (replace(view.sides[0], energy=energy), view.sides[1])
    text = ARTIST.alt_text(replace(view, sides=sides, action=action), look=Look(NAMES))
    assert text.startswith(f"{NOTICE}Round 1, action {action} of 3. Eric: {words}")


def test_points_and_teams_are_told_where_they_count() -> None:
    points = replace(start("3"), sides=tuple(replace(side, half_points=5) for side in start("3").sides))
    assert "points 2.5," in ARTIST.alt_text(points)
    assert "points 2.5" in ARTIST.text_board(points)
    assert "(S, team B)" in ARTIST.alt_text(start("teams"))
    assert "points" not in ARTIST.alt_text(start("2"))
