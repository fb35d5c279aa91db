"""The custom ids of a lesson: `n:<game>:<step>:<verb><page>:<steps>:<turn so far>`; the draft is the builder's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from cogs.play.builder.custom_ids import Verb, read_steps

TEMPLATE = re.compile(
    r"n:(?P<game>[a-z0-9_-]{1,32}):(?P<step>\d{1,2}):(?P<verb>[a-z])(?P<page>\d{0,3}):(?P<steps>[0-9a-z.]*):(?P<text>.*)"
)


class LessonVerb(StrEnum):
    """What a press does, besides what one in the turn builder does (`cogs.play.builder.custom_ids.Verb`)."""

    OPEN = "o"
    """Show the step in the id."""

    ON = "g"
    """Go on where one is in the game in the id."""

    ANSWER = "a"
    """Show a turn that does what the step asks for."""

    TYPE = "t"
    """Ask for a turn in notation."""

    RULES = "l"
    """Open the rules at the first one that the step is about."""

    GAMES = "z"
    """Show all lessons."""


@dataclass(frozen=True, slots=True)
class LessonPress:
    """What a custom id says; `text` is the turn so far, perhaps packed."""

    game: str
    step: int
    verb: Verb | LessonVerb
    page: int
    steps: tuple[int, ...]
    text: str


def beginning(game: str, step: int) -> str:
    """Return how the custom ids of a step begin."""
    return f"n:{game}:{step}"


def control_id(game: str, step: int, verb: LessonVerb) -> str:
    """Return the custom id of a control that is none of the turn builder's."""
    return f"{beginning(game, step)}:{verb}::"


def decode(custom_id: str) -> LessonPress | None:
    """Return what a custom id says, or None if it is not one of a lesson's."""
    found = TEMPLATE.fullmatch(custom_id)
    if found is None:
        return None
    letter = found["verb"]
    verb = Verb(letter) if letter in set(Verb) else LessonVerb(letter) if letter in set(LessonVerb) else None
    if verb is None:
        return None
    steps = read_steps(found["steps"])
    return LessonPress(found["game"], int(found["step"]), verb, int(found["page"] or 0), steps, found["text"])
