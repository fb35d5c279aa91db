"""How a rating is shown: on a scale that players know, with how far it may be off."""

from __future__ import annotations

from store.ratings.model import BEGINNER, Skill

START = 1500
"""What a beginner is shown with."""
SCALE = 30
"""Shown points for one of `Skill.mu`."""
SETTLED = 10
"""Rated games after which a rating is no longer provisional."""


def value(skill: Skill) -> int:
    """Return a rating as it is shown: 1500 for a beginner."""
    return round(START + SCALE * (skill.mu - BEGINNER.mu))


def deviation(skill: Skill) -> int:
    """Return how far a rating may be off, in shown points: two standard deviations."""
    return round(2 * SCALE * skill.sigma)


def provisional(skill: Skill) -> bool:
    """Return whether a rating rests on too little to be compared."""
    return skill.games < SETTLED


def shown(skill: Skill) -> str:
    """Return a rating as it stands in texts: `1534 ± 210` on one line, with `?` behind it while it is provisional."""
    return f"{value(skill)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{deviation(skill)}{'?' if provisional(skill) else ''}"
