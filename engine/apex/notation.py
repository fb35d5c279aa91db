"""Moves as text: read without a position, written in one canonical form (section 11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from engine.apex.events import SIDE_NAMES
from engine.apex.moves import Ambush, Close, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.rules import MOST_SHIPS
from engine.apex.state import Phase, State, code
from engine.script import unmarked
from engine.seat import Seat
from engine.text import Player, Text, say, say_n

_DASHES = re.compile("[\u2010-\u2015\u2212]")
# Each matches only from its first stroke: from every stroke, a long row of them would take far too long.
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
    """Ships from slot to slot; all of them without a count."""

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
    """Ambushes or conversions on a slot, against a civilisation or against the only one there."""

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
    dashed = _DASHES.sub("-", unmarked("".join(text.split())).upper().replace("×", "X"))
    return _ARROWS.sub(">", dashed)


def read_move(phase: Phase, text: str) -> Written | None:
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
    """Return the single actions of a text: `PROD H1 x2` is `PROD H1` twice."""
    line = unmarked(" ".join(text.split()))
    written = _action(plain(line))
    # A player has no more ships; without a bound a short text could become a very long turn.
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


# Moves and lists of moves in canonical form (section 11 of the rules).


CLOSING = "-"
"""Nothing, or nothing more."""
BATTLES = ","
"""Between the battles of a war."""
ACTIONS = "/"
"""Between the actions of an expansion."""

_WRITTEN_SLOT = re.compile(r"[HABCD]\d")


def format_move(state: State, move: Move) -> str:
    slots = state.rules.slots
    match move:
        case Settle(civ, home):
            return f"{state.rules.civilisations[civ].code}@{slots[home]}"
        case Secret(card, side, discard):
            return f"{card}{side}-{discard}" if discard else f"{card}{side}"
        case Fight(slot) | Colonise(slot):
            return slots[slot]
        case Ship(portal, origin, target, count):
            return f"{'PORT' if portal else 'MOVE'} {slots[origin]}>{slots[target]} x{count}"
        case Produce(slot):
            return f"PROD {slots[slot]}"
        case Ambush(slot, victim):
            return f"AMB {slots[slot]} {code(state, victim)}"
        case Convert(slot, victim):
            return f"CONV {slots[slot]} {code(state, victim)}"
        case Close():
            return CLOSING
        case _:
            assert_never(move)


def is_war(texts: Sequence[str]) -> bool:
    return bool(texts) and _WRITTEN_SLOT.fullmatch(texts[0]) is not None


def join(texts: Sequence[str]) -> str:
    """Return the moves of one turn as one text: a closed war without its `-`, an expansion with it."""
    if not is_war(texts):
        return ACTIONS.join(texts)
    return BATTLES.join(texts[:-1] if texts[-1] == CLOSING else texts)


# Decisions in few words, for the buttons that play them.


def brief(state: State, seat: Seat, move: Move) -> Text:  # noqa: ARG001, PLR0911 - one way for each kind of decision
    """Return a legal decision in few words: "2 ships H2 → A1"."""
    slots = state.rules.slots
    match move:
        case Settle(civ, home):
            return say("{civilisation} on {slot}", civilisation=state.rules.civilisations[civ].name, slot=slots[home])
        case Secret(card, side, 0):
            return say("card {card}, {side}", card=card, side=SIDE_NAMES[side])
        case Secret(card, side, discard):
            return say("card {card}, {side}; discard {discard}", card=card, side=SIDE_NAMES[side], discard=discard)
        case Fight(slot):
            return say("battle in {slot}", slot=slots[slot])
        case Colonise(slot):
            return say("colony on {slot}", slot=slots[slot])
        case Ship(portal, origin, target, count):
            way = {"origin": slots[origin], "target": slots[target]}
            if portal:
                return say_n(
                    "portal: {count} ship {origin} → {target}",
                    "portal: {count} ships {origin} → {target}",
                    count,
                    **way,
                )
            return say_n("{count} ship {origin} → {target}", "{count} ships {origin} → {target}", count, **way)
        case Produce(slot):
            return say("new ship in {slot}", slot=slots[slot])
        case Ambush(slot, victim):
            return say("ambush {player} in {slot}", player=Player(victim), slot=slots[slot])
        case Convert(slot, victim):
            return say("convert {player}'s ship in {slot}", player=Player(victim), slot=slots[slot])
        case Close():
            return _nothing(state)
        case _:
            assert_never(move)


def _nothing(state: State) -> Text:
    match state.phase:
        case Phase.WAR:
            return say("no battle", context="in few words")
        case Phase.COLONISE:
            return say("no colony", context="in few words")
    return say("no action", context="in few words")
