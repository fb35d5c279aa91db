"""How far a share that was counted can be trusted: the score interval of Wilson (1927) for a proportion.

Scores of matches lie between 0 and 1 and are not only 0 or 1: a draw is a half, a second place of three too. Their
variance is never larger than that of wins and losses with the same mean, so the interval is at least as wide as it
must be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

FEWEST = 20
"""Matches from which on a share is told at all."""

Z95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution, for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its interval, each 0 to 1."""

    share: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Return the ends of Wilson's score interval of a proportion, without correction for continuity.

    Args:
        successes: How many; fractions are allowed, 0 to `trials`.
        trials: Of how many; at least 1.
        z: Quantile of the standard normal distribution that sets the confidence.

    Raises:
        ValueError: That many of that many there cannot be.
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    share, square = successes / trials, z * z
    middle = share + square / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    # At the ends of the scale both terms are equal, but for the last digit of a float.
    return (
        0.0 if successes == 0 else max(0.0, (middle - reach) / scale),
        1.0 if successes == trials else min(1.0, (middle + reach) / scale),
    )


def share_of(score: int, matches: int) -> Share | None:
    """Return which share of the possible score was won in some matches; None if they are too few to say.

    Args:
        score: Sum of the scores, in 120ths.
        matches: How many.
    """
    if matches < FEWEST:
        return None
    low, high = wilson(score / 120, matches)
    return Share(score / 120 / matches, low, high)
