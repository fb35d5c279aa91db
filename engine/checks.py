"""What comes of looking whether a promise was kept (`engine.verify`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.text import Text


class Verdict(Enum):
    """What came of a check, or of all of them together."""

    HOLDS = "holds"
    FAILS = "fails"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        verdict: What came of it; UNCHECKED if what it takes was not given.
        text: What it was, for people.
    """

    verdict: Verdict
    text: Text


def holds(text: Text) -> Check:
    """Return that something is as it was promised."""
    return Check(Verdict.HOLDS, text)


def fails(text: Text) -> Check:
    """Return that something is not as it was promised."""
    return Check(Verdict.FAILS, text)


def unchecked(text: Text) -> Check:
    """Return that something could not be looked at."""
    return Check(Verdict.UNCHECKED, text)
