"""The model that ratings come from: Plackett–Luce of openskill 6.2.0, with its defaults.

The release is pinned: its last step, which is meant to average the changes of sides that tie, changes nothing in it,
and a release in which it does would change every number. This is the one module that knows openskill.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import local
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL = "openskill 6.2.0 PlackettLuce"
"""What a pool is stored with, so that it can be told by which model it was rated."""

_model = PlackettLuce()


class Skill(NamedTuple):
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
    teams = [_given(number, side) for number, side in enumerate(sides)]
    return [[(each.mu, each.sigma) for each in team] for team in _model.rate(teams, ranks=list(ranks))]


class _Used(local):
    """Rating objects of a thread, by side and player: making one draws a random id, which takes long."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[int, int], PlackettLuceRating] = {}


_used = _Used()


def _given(number: int, side: Sequence[Skill]) -> list[PlackettLuceRating]:
    """Return what the model is given of a side; it rates copies."""
    found = []
    for place, (mu, sigma, _) in enumerate(side):
        rating = _used.ratings.get((number, place))
        if rating is None:
            rating = _used.ratings[number, place] = _model.rating()
        rating.mu, rating.sigma = mu, sigma
        found.append(rating)
    return found
