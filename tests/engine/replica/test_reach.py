"""What a single piece can do, asked of any piece at any time."""

from __future__ import annotations

import random

import pytest

from engine.extras import Reaching
from engine.replica.game import REPLICA
from tests.engine.replica.positions import EVERY_OPTION, crowded, place, play, start, texts


def test_subjects_are_all_pieces_ones_own_and_kings_first() -> None:
    assert isinstance(REPLICA, Reaching)
    state = place("Kb1 a2", "Kh8 g7")
    assert [each.key for each in REPLICA.subjects(state, 1)] == ["b1", "a2", "h8", "g7"]
    assert [each.key for each in REPLICA.subjects(state, 2)] == ["h8", "g7", "b1", "a2"]
    assert [str(each.text) for each in REPLICA.subjects(state, None)][:2] == [
        "Player 1: king on b1",
        "Player 1: piece on a2",
    ]


def test_there_is_nothing_to_ask_once_it_is_over() -> None:
    state = play(place("Kg7", "Ka7"), "g7-h8")
    assert REPLICA.subjects(state, 1) == ()
    assert REPLICA.reach(state, 1, "h8") is None


@pytest.mark.parametrize("key", ["e4", "j9", "", "!"])
def test_no_piece_no_reach(key: str) -> None:
    assert REPLICA.reach(start(), 1, key) is None


def test_kinds_of_places() -> None:
    state = place("Kb2 c2 d2 b5", "Kh8 b3 f6")
    reach = REPLICA.reach(state, 1, "b2")
    assert reach is not None
    assert reach.moves == ("b2-e2", "b2-c3", "b2xb3")
    assert reach.origin == "b2"
    assert reach.walks == {"c3"}
    assert reach.leaps == {"e2"}
    assert reach.captures == {"b3"}
    assert reach.flips == {"c2", "d2"}
    assert reach.arcs == reach.threatened == set()


def test_a_piece_that_can_become_a_king_says_so() -> None:
    reach = REPLICA.reach(place("Kb2 c2 a5", "Kh8"), 1, "c2")
    assert reach is not None
    assert reach.moves[-1] == "c2=K"
    assert reach.flips == {"c2"}
    unseen = REPLICA.reach(place("Kb2 c2 a5", "Kh8"), 1, "a5")
    assert unseen is not None
    assert not unseen.flips


def test_another_players_piece_shows_what_it_could_do_in_its_turn() -> None:
    reach = REPLICA.reach(start(), 1, "g7")
    assert reach is not None
    assert set(reach.moves) == {"g7-d7", "g7-f6", "g7-g4", "g7=K"}


def test_in_a_turn_that_goes_on() -> None:
    state = place("Kb1 Kc3 c6", "Kh8", "w c3 2", power="all_kings")
    waiting = REPLICA.reach(state, 1, "b1")
    assert waiting is not None
    assert waiting.moves == ("b1-c1", "b1-c2", "b1-b2")
    assert not waiting.flips
    later = REPLICA.reach(state, 1, "c6")
    assert later is not None
    assert later.moves[-1] == "c6=K"


@pytest.mark.parametrize(("sight", "power"), EVERY_OPTION)
def test_together_they_are_the_legal_moves(sight: str, power: str) -> None:
    draw = random.Random(f"reach {sight} {power}")
    for _ in range(40):
        state = crowded(draw, sight, power)
        legal = texts(state)
        own = [piece.square for piece in REPLICA.view(state, None).pieces if piece.seat == state.seat]
        found: list[str] = []
        for subject in REPLICA.subjects(state, state.seat):
            reach = REPLICA.reach(state, state.seat, subject.key)
            assert reach is not None
            assert reach.subject == subject
            places = len(reach.walks) + len(reach.leaps) + len(reach.captures)
            assert places == sum("=" not in move for move in reach.moves)
            found += reach.moves if subject.key in own else ()
        assert sorted(found) == sorted(legal)
