"""The rating model: Plackett–Luce of openskill 6.2.0, with its defaults.

The release is pinned: its last step, which is meant to average the changes of tied sides, changes nothing, and a
release in which it did would change every number. This is the one module that knows openskill.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from threading import local
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL = "openskill 6.2.0 PlackettLuce"
"""The name of the model, stored with a pool."""

_model = PlackettLuce()


class Skill(NamedTuple):
    """A person's estimated strength: mean, standard deviation, and the number of matches behind it."""

    mu: float
    sigma: float
    games: int


BEGINNER = Skill(_model.mu, _model.sigma, 0)
"""The skill of a person who was never rated: 25 and 25/3."""


def rate(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Return everybody's mu and sigma after a match, in the order given: `PlackettLuce.rate` to the last bit.

    That copies its arguments with a random id for each, which takes longer than the formula; this reuses objects.

    Args:
        sides: Two or more, in the order of their first seats: the last digits depend on it. Partners are one side.
        ranks: Of the sides: less is better, equal ranks are ties; by how much they differ does not matter.
    """
    teams = [_given(number, side) for number, side in enumerate(sides)]
    _compute(teams, ranks)
    return [[(each.mu, each.sigma) for each in team] for team in teams]


def rate_players(players: Sequence[Skill], ranks: Sequence[int]) -> list[tuple[float, float]]:
    teams = _used.players.get(len(players))
    if teams is None:
        teams = _used.players[len(players)] = [[_model.rating()] for _ in players]
    for (rating,), (mu, sigma, _) in zip(teams, players, strict=True):
        rating.mu, rating.sigma = mu, math.sqrt(sigma * sigma + _tau_squared)
    _compute(teams, ranks)
    return [(rating.mu, rating.sigma) for (rating,) in teams]


def _compute(teams: Sequence[list[PlackettLuceRating]], ranks: Sequence[int]) -> None:
    order = sorted(range(len(teams)), key=ranks.__getitem__)  # sides that tie stay in their order
    _model._compute(teams=[teams[each] for each in order], ranks=sorted(ranks))  # noqa: SLF001 - see `rate`


class _Used(local):
    """The reused rating objects of a thread: by side and place, and for matches without teams by size."""

    def __init__(self) -> None:
        self.teams: list[list[PlackettLuceRating]] = []
        self.players: dict[int, list[list[PlackettLuceRating]]] = {}


_used = _Used()
_tau_squared = _model.tau * _model.tau


def _given(number: int, side: Sequence[Skill]) -> list[PlackettLuceRating]:
    """Return the formula's objects for a side, with sigma a little increased (openskill's tau)."""
    if number == len(_used.teams):
        _used.teams.append([])
    team = _used.teams[number]
    while len(team) < len(side):
        team.append(_model.rating())
    team = team[: len(side)]
    for rating, (mu, sigma, _) in zip(team, side, strict=True):
        rating.mu, rating.sigma = mu, math.sqrt(sigma * sigma + _tau_squared)
    return team
