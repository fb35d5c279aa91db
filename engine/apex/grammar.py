"""Reading what was typed, without a position: upper and lower case are equal, spaces do not matter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from engine.apex.rules import MOST_SHIPS
from engine.apex.state import Phase
from engine.typed import unmarked

_DASHES = re.compile("[\u2010-\u2015\u2212]")
# Each only from its first stroke on: tried from every stroke, a long row of them would take for ever.
_ARROWS = re.compile("(?<!-)-+>|(?<!=)=+>|\u2192|\u21d2|\u203a|\u00bb")
_SLOT = r"[A-Z][0-9]{1,2}"
_SETTLE = re.compile(rf"(?P<civ>[A-Z]{{3}})(?:@(?P<home>{_SLOT}))?")
_SECRET = re.compile(r"(?P<card>[0-9]{1,4})(?P<side>[WECX])(?:-(?P<discard>[0-9]{1,4}))?")
_PLACE = re.compile(_SLOT)
_SHIP = re.compile(
    rf"(?P<kind>PORT|MOVE)(?:AL|MENT)?(?P<origin>{_SLOT})>(?P<target>{_SLOT})(?:X(?P<count>[0-9]{{1,4}}))?"
)
_PRODUCE = re.compile(rf"PROD(?:UCE|UCTION)?(?P<slot>{_SLOT})(?:X(?P<count>[0-9]{{1,4}}))?")
_STRIKE = re.compile(
    rf"(?P<kind>AMB|CONV)(?:USH|ERT|ERSION)?(?P<slot>{_SLOT})(?P<civ>[A-Z]{{3}})?(?:X(?P<count>[0-9]{{1,4}}))?"
)
_COUNT = re.compile(r" ?[Xx×] ?[0-9]{1,4}\Z")


@dataclass(frozen=True, slots=True)
class WrittenSettle:
    """A civilisation, and a home slot or nothing."""

    civ: str
    home: str


@dataclass(frozen=True, slots=True)
class WrittenSecret:
    """A card, a side, and a discard or None."""

    card: int
    side: str
    discard: int | None


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """A slot: of a battle, or of a colony."""

    slot: str


@dataclass(frozen=True, slots=True)
class WrittenShip:
    """Ships from slot to slot; without a count all of them."""

    portal: bool
    origin: str
    target: str
    count: int | None


@dataclass(frozen=True, slots=True)
class WrittenProduce:
    """New ships on a slot."""

    slot: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class WrittenStrike:
    """Ambushes or conversions on a slot, of a civilisation or of the only one there."""

    converts: bool
    slot: str
    civ: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class WrittenClose:
    """Nothing, or nothing more."""


Written: TypeAlias = (
    WrittenSettle | WrittenSecret | WrittenPlace | WrittenShip | WrittenProduce | WrittenStrike | WrittenClose
)


def plain(text: str) -> str:
    """Return a text without spaces and marks behind it, in upper case, with plain signs."""
    dashed = _DASHES.sub("-", unmarked("".join(text.split())).upper().replace("×", "X"))
    return _ARROWS.sub(">", dashed)


def read_move(phase: Phase, text: str) -> Written | None:
    """Return what a text says as an answer to a kind of decision, or None if it cannot be one."""
    bare = plain(text)
    if phase is Phase.SETUP:
        found = _SETTLE.fullmatch(bare)
        return WrittenSettle(found["civ"], found["home"] or "") if found else None
    if phase is Phase.CHOOSE:
        found = _SECRET.fullmatch(bare)
        if found is None:
            return None
        return WrittenSecret(int(found["card"]), found["side"], int(found["discard"]) if found["discard"] else None)
    if bare == "-":
        return WrittenClose()
    if phase is Phase.EXPAND:
        return _action(bare)
    return WrittenPlace(bare) if _PLACE.fullmatch(bare) else None


def spread(text: str) -> tuple[str, ...]:
    """Return a text as the single actions that it stands for: `PROD H1 x2` is `PROD H1` twice."""
    line = unmarked(" ".join(text.split()))
    written = _action(plain(line))
    # No more than a player has can come or go; without a bound a short text would be a very long turn.
    if not isinstance(written, WrittenProduce | WrittenStrike) or not 1 < written.times <= MOST_SHIPS:
        return (text,)
    single = _COUNT.sub("", line)
    return (single,) * written.times if single != line else (text,)


def _action(bare: str) -> Written | None:
    if found := _SHIP.fullmatch(bare):
        count = int(found["count"]) if found["count"] else None
        return WrittenShip(found["kind"] == "PORT", found["origin"], found["target"], count)
    if found := _PRODUCE.fullmatch(bare):
        return WrittenProduce(found["slot"], int(found["count"] or 1))
    if found := _STRIKE.fullmatch(bare):
        return WrittenStrike(found["kind"] == "CONV", found["slot"], found["civ"] or "", int(found["count"] or 1))
    return None
