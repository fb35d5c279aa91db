"""The custom ids of a board to practise on: `x:<where it began>:<turns since>:<verb><page>:<steps>:<turn so far>`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from cogs.learn.board import ROOT
from cogs.play.builder.custom_ids import Verb, read_steps

TEMPLATE = re.compile(
    rf"x:(?P<root>{ROOT}|):(?P<seq>\d{{1,4}}):(?P<verb>[a-z])(?P<page>\d{{0,3}}):(?P<steps>[0-9a-z.]*):(?P<text>.*)"
)


class PracticeVerb(StrEnum):
    """What a press does, besides what one in the turn builder does (`cogs.play.builder.custom_ids.Verb`)."""

    NEW = "n"
    """Begin a board with the game that was picked."""

    UNDO = "u"
    """Take the last turn back."""

    TYPE = "t"
    """Ask for a turn in notation."""


@dataclass(frozen=True, slots=True)
class PracticePress:
    """What a custom id says; `text` is the turn so far, perhaps packed."""

    root: str
    seq: int
    verb: Verb | PracticeVerb
    page: int
    steps: tuple[int, ...]
    text: str


def beginning(root: str, seq: int) -> str:
    """Return how the custom ids of a board begin."""
    return f"x:{root}:{seq}"


def control_id(root: str, seq: int, verb: PracticeVerb) -> str:
    """Return the custom id of a control that is none of the turn builder's."""
    return f"{beginning(root, seq)}:{verb}::"


def decode(custom_id: str) -> PracticePress | None:
    """Return what a custom id says, or None if it is not one of a board's."""
    found = TEMPLATE.fullmatch(custom_id)
    if found is None:
        return None
    letter = found["verb"]
    verb = Verb(letter) if letter in set(Verb) else PracticeVerb(letter) if letter in set(PracticeVerb) else None
    if verb is None:
        return None
    steps = read_steps(found["steps"])
    return PracticePress(found["root"], int(found["seq"]), verb, int(found["page"] or 0), steps, found["text"])
