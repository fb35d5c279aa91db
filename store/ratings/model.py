"""The model that ratings come from: Plackett–Luce of openskill 6.2.0, with its defaults.

The release is pinned: its last step, which is meant to average the changes of sides that tie, changes nothing in it,
and a release in which it does would change every number. This is the one module that knows openskill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MODEL = "openskill 6.2.0 PlackettLuce"
"""What a pool is stored with, so that it can be told by which model it was rated."""

_model = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of how well a person plays.

    Attributes:
        mu: The mean of what they may be worth.
        sigma: Its standard deviation.
        games: How many matches it rests on.
    """

    mu: float
    sigma: float
    games: int


BEGINNER = Skill(_model.mu, _model.sigma, 0)
"""What is known of a person who was never rated: 25 and 25/3."""


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Return what a match makes of everybody's mu and sigma, in the order given.

    Args:
        sides: Two or more, in the order of their first seats: the last digits depend on it. Partners are one side.
        ranks: Of the sides: less is better, equal ranks are ties; by how much they differ does not matter.
    """
    teams = [[_model.rating(each.mu, each.sigma) for each in side] for side in sides]
    return [[(each.mu, each.sigma) for each in team] for team in _model.rate(teams, ranks=list(ranks))]
