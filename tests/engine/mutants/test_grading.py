"""Best results of the Revolt: a victory before a defeat, the sooner the better; a defeat the later the better."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.outcome import BEATEN, CONCEDED, LOST
from engine.mutants.state import State

START = MUTANTS.initial(Setup("solo"), Chance.from_text("x"))


def over(how: str, number: int, health: int) -> State:
    return replace(START, over=how, round=number, health=health)


def test_from_the_best_to_the_worst() -> None:
    order = [
        over(BEATEN, 1, 0),
        over(BEATEN, 2, 0),
        over(BEATEN, 5, 0),
        over(LOST, 5, 1),
        over(LOST, 5, 42),
        over(CONCEDED, 4, 1),
        over(CONCEDED, 4, 3),
        over(CONCEDED, 1, 42),
        over(CONCEDED, 0, 42),
    ]
    assert all(MUTANTS.grade(better).merit > MUTANTS.grade(worse).merit for better, worse in pairwise(order))
    assert MUTANTS.grade(order[0]).merit == MUTANTS.grade(over(BEATEN, 1, -3)).merit


def test_it_is_told_by_what_it_follows_from() -> None:
    grade = MUTANTS.grade(over(LOST, 5, 7))
    assert grade.points == (5, 7)
    assert str(MUTANTS.grade_text(False, grade.points)) == "defeat in round 5 with the boss at 7 health"
    assert str(MUTANTS.grade_text(True, (3, 0))) == "victory in round 3"
