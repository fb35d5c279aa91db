"""Puzzles: what ships is proven, no two are alike, and mining can be repeated and goes on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from computer import puzzles
from computer.__main__ import main
from computer.prover import Prover
from computer.puzzles import Puzzle
from engine.chance import Chance
from engine.game import Setup
from engine.registry import get
from engine.turn import parse_turn
from tests.volume import THOROUGH

ALL = [each for game in puzzles.GAMES for each in puzzles.shipped(game)]


def name(puzzle: Puzzle) -> str:
    return f"{puzzle.game} {puzzle.key}"


def sample(game: str, turns: int, most: int) -> list[Puzzle]:
    """Return shipped puzzles of one length: so many at most, always the same ones, or all of them when thorough."""
    found = [each for each in puzzles.shipped(game) if each.turns == turns]
    return found if THOROUGH or len(found) <= most else random.Random(f"{game} {turns}").sample(found, most)


PROVEN = [
    each
    for game, most in (("replicants", (100, 40, 1)), ("replica", (100, 40, 1)))
    for turns in puzzles.TURNS
    for each in sample(game, turns, most[turns - 1])
]


@pytest.mark.parametrize("puzzle", PROVEN, ids=name)
def test_one_idea_wins_and_only_in_so_many_turns(puzzle: Puzzle) -> None:
    game, state = puzzles.start(puzzle)
    prover = Prover(game, puzzle.seat)
    assert game.to_act(state) == {puzzle.seat}
    if puzzle.turns > 1:
        assert not prover.wins(state, puzzle.turns - 1)
    (idea,) = puzzles.ideas(prover, state, puzzle.turns)
    assert puzzle.solution[0].split("/")[puzzle.game == "replicants"] == game.format(
        puzzles.choice(state), puzzle.seat, idea
    )


@pytest.mark.parametrize("puzzle", [each for each in PROVEN if not each.whole], ids=name)
def test_the_third_actions_that_win_as_well_are_those_that_are_listed(puzzle: Puzzle) -> None:
    game, state = puzzles.start(puzzle)
    for text in puzzle.solution[0].split("/")[:2]:
        state = game.apply(state, {puzzle.seat: game.parse(state, puzzle.seat, text)}).state
    thirds = Prover(game, puzzle.seat).winning(state, puzzle.turns)
    listed = (puzzle.solution[0].split("/")[2], *puzzle.also)
    assert tuple(game.format(state, puzzle.seat, each) for each in thirds) == listed


@pytest.mark.parametrize("puzzle", ALL, ids=name)
def test_a_solution_is_as_long_as_the_puzzle_says_and_wins(puzzle: Puzzle) -> None:
    game, _ = puzzles.start(puzzle)
    *on, last = puzzles.solved(puzzle)
    assert len(on) == len(puzzle.solution)
    assert all(game.outcome(each) is None for each in on)
    outcome = game.outcome(last)
    assert outcome is not None
    assert outcome.ranks[puzzle.seat - 1] == 1
    assert outcome.code == puzzle.end
    assert (len(puzzle.solution) + 1) // 2 == puzzle.turns
    assert puzzle.whole == (not puzzle.also)


@pytest.mark.parametrize("puzzle", ALL, ids=name)
def test_the_harder_ones_do_not_begin_by_taking_what_is_undefended(puzzle: Puzzle) -> None:
    assert puzzle.strength in puzzles.STRENGTHS
    assert puzzle.turns <= puzzle.strength
    if puzzle.strength == 1 or puzzle.kind != "capture":
        return
    game, state = puzzles.start(puzzle)
    after = parse_turn(game, state, puzzle.seat, puzzle.solution[0]).state
    seat = 3 - puzzle.seat
    if puzzle.game == "replicants":  # past the charge or the overload
        after = game.apply(after, {seat: game.legal(after, seat)[0]}).state
    target = puzzle.solution[0].split("/")[puzzle.game == "replicants"].rstrip("x")[-2:]
    assert any(target.upper() in game.format(after, seat, move).upper() for move in game.legal(after, seat))


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_no_two_are_alike(game: str) -> None:
    shipped = puzzles.shipped(game)
    assert len({each.key for each in shipped}) == len(shipped)
    assert puzzles.chosen(shipped) == list(shipped)
    assert puzzles.chosen([*shipped, *shipped]) == list(shipped)


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_each_length_ships(game: str) -> None:
    assert {each.turns for each in puzzles.shipped(game)} >= {1, 2}


def test_pieces_are_the_same_for_both_sides() -> None:
    for game, one, other in (
        ("replica", "7k/8/8/3p4/8/1P6/8/K7 w - 1", "7k/8/6p1/8/4P3/8/8/K7 b - 1"),
        (
            "replicants",
            "T5.1.1 | e4 h5 r- 1E8:3 2D7:3 2E7:3 2F8:3 | e4 h5 r- 1E2:0 2E3:0 2F3:0 2D2:0",
            "T5.2.1 | e4 h5 r- 1E8:3 2D7:3 2E7:3 2F8:3 | e4 h5 r- 1E2:0 2E3:0 2F3:0 2D2:0",
        ),
    ):
        marks = [puzzles.pieces(_puzzle(game, position, seat)) for seat, position in ((1, one), (2, other))]
        assert marks[0] == marks[1]
        assert puzzles.alike(*marks)


def _puzzle(game: str, position: str, seat: int) -> Puzzle:
    return Puzzle("", game, 1, 1, position, seat, (), (), True, "", "move", "")


# The prover.


def _positions(key: str, count: int) -> list[Any]:
    """Return positions from random games, near their ends, where much can be won."""
    game, rng, found = get(key), random.Random(key), list[Any]()
    while len(found) < count:
        state = game.initial(Setup("2"), Chance.from_text("prover"))
        states = list[Any]()
        while game.outcome(state) is None and len(states) < 400:
            states.append(state)
            state = game.apply(state, {state.seat: rng.choice(game.legal(state, state.seat))}).state
        # In Replicants at the end of a turn: all turns of two sides would take minutes.
        found += [each for each in states if key == "replica" or each.action == 3][-8:]
    return found[:count]


@pytest.mark.parametrize("key", puzzles.GAMES)
def test_the_prover_says_what_plain_minimax_says(key: str) -> None:
    game, answers = get(key), set()

    def wins(state: Any, seat: int, last: int) -> bool:
        outcome = game.outcome(state)
        if outcome is not None or game.turn(state) > last:
            return outcome is not None and outcome.ranks[seat - 1] == 1
        some = any if state.seat == seat else all
        return some(
            wins(game.apply(state, {state.seat: move}).state, seat, last) for move in game.legal(state, state.seat)
        )

    for state in _positions(key, 60):
        seat = 3 - state.seat
        answer = wins(state, seat, game.turn(state) + 1)
        assert Prover(game, seat).wins(state, 1) == answer
        answers.add(answer)
    assert answers == {True, False}


# Mining.


def test_mining_can_be_repeated_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other, data = tmp_path / "mined", tmp_path / "other", tmp_path / "data.toml"
    assert (
        main(["puzzles", "replica", "--games", "2", "--seed", "a", "--turns", "2", "--out", str(file), "--part", "1/2"])
        == 0
    )
    assert main(["puzzles", "replica", "--games", "2", "--seed", "a", "--turns", "2", "--out", str(file)]) == 0
    assert list(puzzles.run(puzzles.Mining("replica", "a", 2), 2, file)) == []
    assert (
        main(
            [
                "puzzles",
                "replica",
                "--games",
                "2",
                "--seed",
                "a",
                "--turns",
                "2",
                "--out",
                str(other),
                "--data",
                str(data),
            ]
        )
        == 0
    )
    assert puzzles.read(file, "replica") == puzzles.read(other, "replica")
    mined = [each for found in puzzles.read(file, "replica").values() for each in found]
    assert mined
    assert (
        f"replica, 1 turns: {sum(each.turns == 1 for each in puzzles.chosen(mined))} puzzles" in capsys.readouterr().out
    )
    for each in puzzles.chosen(mined):
        assert f'key = "{each.key}"' in data.read_text()
