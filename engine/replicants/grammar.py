"""The written shape of a move, read leniently and without looking at the position (N3 to N5, N7)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from engine.errors import NotationError
from engine.text import say

_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_TIMES = re.compile("[\u00d7\u2715\u2716\u2717\u2718]")

_HEX = r"[A-Z][0-9]+"
_GO = rf"(?P<value>[0-9])(?P<origin>{_HEX})?(?P<target>{_HEX})(?P<mark>X?)"
_PATTERNS = {
    "strike": re.compile(rf"#(?P<hex>{_HEX})"),
    "create": re.compile(rf"!(?P<value>[0-9])(?P<hex>{_HEX})"),
    "rotate": re.compile(rf"(?P<hex>{_HEX})(?P<turn>[-+])"),
    "go": re.compile(_GO),
    "arcs": re.compile(rf"(?P<targets>X{_HEX}(\.X{_HEX})*)(\.{_GO})?"),
}


@dataclass(frozen=True, slots=True)
class WrittenCharge:
    """`E`."""


@dataclass(frozen=True, slots=True)
class WrittenSkip:
    """`0`."""


@dataclass(frozen=True, slots=True)
class WrittenStrike:
    """`#C7`."""

    hex: str


@dataclass(frozen=True, slots=True)
class WrittenGo:
    """`4E7`, `4G8E7`, `6H5x`; the origin is empty where it was left out."""

    value: int
    origin: str
    target: str
    captures: bool


@dataclass(frozen=True, slots=True)
class WrittenArcs:
    """`xG8.xG7.4E6`; no companion where nothing follows the targets."""

    targets: tuple[str, ...]
    companion: WrittenGo | None


@dataclass(frozen=True, slots=True)
class WrittenCreate:
    """`!6D2`."""

    value: int
    hex: str


@dataclass(frozen=True, slots=True)
class WrittenRotate:
    """`D2-` or `D2+`; `by` is -1 or +1."""

    hex: str
    by: int


Written = WrittenCharge | WrittenSkip | WrittenStrike | WrittenGo | WrittenArcs | WrittenCreate | WrittenRotate


def read_move(text: str) -> Written:
    """Return the shape of a move.

    Raises:
        NotationError: It has no such shape.
    """
    plain = _TIMES.sub("X", _DASHES.sub("-", "".join(text.split()))).upper()
    if plain == "E":
        return WrittenCharge()
    if plain == "0":
        return WrittenSkip()
    for kind, pattern in _PATTERNS.items():
        found = pattern.fullmatch(plain)
        if found is not None:
            return _shape(kind, found, text)
    if not plain:
        raise NotationError(say("There's no action here."), code="empty", rule="N2", given=text)
    if plain == "F":
        raise NotationError(
            say("F means resigning; it isn't an action in a turn."), code="forfeit", rule="R30", given=text
        )
    raise NotationError(
        say("{text} isn't an action. Actions look like E, #C7, 4E7, 6H5x, xG8.4E6, !6D2, D2- or D2+.", text=text),
        code="unreadable",
        rule="N2",
        given=text,
    )


def _shape(kind: str, found: re.Match[str], text: str) -> Written:
    if kind == "strike":
        return WrittenStrike(found["hex"])
    if kind == "create":
        return WrittenCreate(int(found["value"]), found["hex"])
    if kind == "rotate":
        return WrittenRotate(found["hex"], -1 if found["turn"] == "-" else +1)
    if kind == "go":
        return _go(found)
    targets = tuple(target.removeprefix("X") for target in found["targets"].split("."))
    counts = Counter(targets)
    twice = next((target for target in targets if counts[target] > 1), None)
    if twice is not None:
        raise NotationError(
            say("{hex} is listed twice as a target of the arcs.", hex=twice),
            code="arcs-target-twice",
            rule="N7",
            given=text,
        )
    return WrittenArcs(targets, _go(found) if found["target"] else None)


def _go(found: re.Match[str]) -> WrittenGo:
    return WrittenGo(int(found["value"]), found["origin"] or "", found["target"], bool(found["mark"]))
