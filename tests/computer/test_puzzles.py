"""Puzzles: what ships is proven, no two are alike, and mining can be repeated and goes on."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from computer import puzzles
from computer.__main__ import main
from computer.prover import Prover
from engine.chance import Chance
from engine.game import Setup
from engine.registry import get
from engine.turn import parse_turn
from tests.volume import THOROUGH

QUICKLY_PROVEN = ("1afa8fe4", "0347db80", "0873b00b", "09a379c4")
"""Puzzles in three turns, of both games: in Replicants most take ten seconds and more."""


@pytest.mark.parametrize("turns", puzzles.TURNS)
@pytest.mark.parametrize("game", puzzles.GAMES)
def test_one_idea_wins_in_so_many_turns_and_nothing_in_fewer(game: str, turns: int) -> None:
    proven = 0
    for puzzle in puzzles.shipped(game):
        if puzzle.turns != turns or not (THOROUGH or turns < 3 or puzzle.key in QUICKLY_PROVEN):
            continue
        rules, state = puzzles.start(puzzle)
        prover = Prover(rules, puzzle.seat)
        assert rules.to_act(state) == {puzzle.seat}, puzzle
        assert turns == 1 or not prover.wins(state, turns - 1), puzzle
        ideas = puzzles.ideas(prover, state, turns)
        here = puzzles.choice(state)
        played = puzzle.solution[0].split("/")
        second = game == "replicants"
        assert [rules.format(here, puzzle.seat, each) for each in ideas] == [played[second]], puzzle
        if second and turns > 1:
            after = rules.apply(here, {puzzle.seat: ideas[0]}).state
            thirds = [rules.format(after, puzzle.seat, each) for each in prover.winning(after, turns)]
            assert thirds == [played[2], *puzzle.also], puzzle
        assert puzzle.whole == (not puzzle.also), puzzle
        proven += 1
    assert proven


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_a_solution_is_as_long_as_the_puzzle_says_and_wins(game: str) -> None:
    for puzzle in puzzles.shipped(game):
        rules, _ = puzzles.start(puzzle)
        *on, last = puzzles.solved(puzzle)
        assert len(on) == len(puzzle.solution) == 2 * puzzle.turns - 1, puzzle
        assert all(rules.outcome(each) is None for each in on), puzzle
        outcome = rules.outcome(last)
        assert outcome is not None, puzzle
        assert outcome.ranks[puzzle.seat - 1] == 1, puzzle
        assert outcome.code == puzzle.end, puzzle


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_the_harder_ones_do_not_begin_by_taking_what_is_undefended(game: str) -> None:
    for puzzle in puzzles.shipped(game):
        assert puzzle.strength in puzzles.STRENGTHS, puzzle
        assert puzzle.turns <= puzzle.strength, puzzle
        if puzzle.turns == 1 or puzzle.kind != "capture":
            continue
        rules, state = puzzles.start(puzzle)
        after = parse_turn(rules, state, puzzle.seat, puzzle.solution[0]).state
        seat = 3 - puzzle.seat
        if game == "replicants":  # past the charge or the overload
            after = rules.apply(after, {seat: rules.legal(after, seat)[0]}).state
        target = puzzle.solution[0].split("/")[game == "replicants"].rstrip("x")[-2:]
        replies = [rules.format(after, seat, move) for move in rules.legal(after, seat)]
        assert any(f"{target}x" in each or f"x{target}" in each for each in replies), puzzle


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_no_two_are_alike(game: str) -> None:
    shipped = puzzles.shipped(game)
    assert len({each.key for each in shipped}) == len(shipped)
    assert puzzles.chosen(shipped) == list(shipped)
    assert puzzles.chosen([*shipped, *shipped]) == list(shipped)
    assert [each.turns for each in puzzles.chosen(shipped, 3)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_pieces_are_the_same_for_both_sides() -> None:
    for game, one, other in (
        ("replica", "7k/8/8/3p4/8/1P6/8/K7 w - 1", "7k/8/6p1/8/4P3/8/8/K7 b - 1"),
        (
            "replicants",
            "T5.1.1 | e4 h5 r- 1E8:3 2D7:3 2E7:3 2F8:3 | e4 h5 r- 1E2:0 2E3:0 2F3:0 2D2:0",
            "T5.2.1 | e4 h5 r- 1E8:3 2D7:3 2E7:3 2F8:3 | e4 h5 r- 1E2:0 2E3:0 2F3:0 2D2:0",
        ),
    ):
        puzzle = replace(puzzles.shipped(game)[0], position=one, seat=1)
        marks = [puzzles.pieces(each) for each in (puzzle, replace(puzzle, position=other, seat=2))]
        assert marks[0] == marks[1]
        assert puzzles.alike(*marks)


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


def test_a_position_near_a_puzzle_is_the_same_but_for_two_pieces() -> None:
    chance, differ = Chance.from_text("near"), 0
    for puzzle in puzzles.shipped("replicants")[-20:]:
        position, chance = puzzles.variant(puzzle, chance)
        before, after = ([part.split() for part in text.split(" | ")] for text in (puzzle.position, position))
        assert [each[:3] for each in before] == [each[:3] for each in after]
        for one, other in zip(before[1:], after[1:], strict=True):
            assert sorted(each[0] for each in one[3:]) == sorted(each[0] for each in other[3:])
            assert len(set(one) - set(other)) <= 2
            differ += one != other
    assert differ > 10


def test_positions_near_puzzles_are_tried_in_the_same_way_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "_VARIANTS", 1)
    mining = puzzles.Mining("replicants", "a", near=True)
    found = [list(puzzles.run(mining, range(2), tmp_path / name)) for name in ("near", "other")]
    assert found[0] == found[1] == puzzles.read(tmp_path / "near")
    assert list(puzzles.run(mining, range(2), tmp_path / "near")) == []


@pytest.mark.skipif(not THOROUGH, reason="a proof of three turns takes some seconds")
def test_a_puzzle_in_three_turns_is_found_near_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = [each for each in puzzles.shipped("replicants") if each.key == "b1f5e2fe"]
    monkeypatch.setattr(puzzles, "variant", lambda _puzzle, chance: (puzzle.position, chance))
    (found,) = puzzles.vary(puzzles.Mining("replicants", "a", near=True), 0)
    assert found == puzzle


def test_mining_can_be_repeated_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other, data = tmp_path / "mined", tmp_path / "other", tmp_path / "data.toml"
    call = ["puzzles", "replica", "--games", "2", "--seed", "a", "--turns", "2", "--out"]
    assert main([*call, str(file), "--part", "2/2"]) == 0
    assert main([*call, str(file)]) == 0
    assert list(puzzles.run(puzzles.Mining("replica", "a", 2), range(2), file)) == []
    assert main([*call, str(other), "--data", str(data)]) == 0
    assert puzzles.read(file) == puzzles.read(other)[::-1]
    mined = puzzles.chosen(puzzle for each in puzzles.read(file) for puzzle in each.puzzles)
    assert mined
    said = f"replica, 1 turns: {sum(each.turns == 1 for each in mined)} puzzles"
    assert said in capsys.readouterr().out
    assert all(f'key = "{each.key}"' in data.read_text() for each in mined)
