"""APEX, as the suites of all games take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import record
from engine.apex import components as box
from engine.apex import rules as apex_rules
from engine.apex.components import Action, Components, components, editions
from engine.apex.game import APEX
from engine.apex.moves import SIDES
from engine.apex.rules import rules
from engine.apex.state import State
from engine.apex.view import ApexView
from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from tests.engine.apex.reference import Reference, like, told
from tests.engine.kit import Kit


def _views(state: State) -> dict[Seat, ApexView]:
    return {seat: APEX.view(state, seat) for seat in range(1, state.rules.seats + 1)}


def _deal(reference: Any, state: State) -> None:
    """Take over the hands where they have been dealt."""
    assert isinstance(reference, Reference)
    if state.round == 1 and state.age and not state.spent and not any(reference.hand.values()):
        reference.take_hands(_views(state))


KIT = Kit(
    game=APEX,
    start=lambda _setup, state: like(_views(state)),
    like=lambda state: like(_views(state)),
    told=lambda state: told(_views(state)),
    kinds=lambda state: (APEX.view(state, None).phase,),
    every_kind={"setup", "choose", "war", "colonise", "expand"},
    typed="PORTMOVECNABHSX0123456789>@,-x ²",
    counted=20_000,
    setups=tuple(Setup(mode.key) for mode in APEX.info.modes),
    follow=_deal,
    keen=lambda text: text.startswith(("AMB", "CONV")),
)


# Positions to test from, and ways to play on from them.


EXPLORATION = (("mode", "exploration"),)

TILES = "N07 N19 N01 N13 N16 N02 N03 N20 N04 N17 N05 N10"
"""For 3 players: A1 production, A2 influence, B1 conversion, B2 and D1 victory, C2 influence; A3 a portal."""

WORKED = (
    f"A2.4 choose | {TILES} | out 1,4 spent 6,8,12,13,18,19,20,26,29 | - "
    "| HUM@H3 v2 e1/0/1/4 h3,23,28 H2:3 H3:2 A2:1c C2:1 "
    "| SHE@H2 v3 e1/0/0/3 h7,10,16 H2:2 A1:3c B2:2c C2:1 D1:3 "
    "| MIN@H1 v2 e1/0/1/4 h15,22,25 H1:4 B1:6c"
)
"""The position of the worked round of the rules page."""


def setup(mode: str = "3", position: str = "", *, exploration: bool = False) -> Setup:
    return Setup(mode, EXPLORATION if exploration else (), position=position)


def session(mode: str = "3", position: str = "", *, exploration: bool = False, seed: str = "test") -> Session:
    return Session.start(APEX, setup(mode, position, exploration=exploration), Chance.from_text(seed))


def state(mode: str = "3", position: str = "", *, exploration: bool = False, seed: str = "test") -> State:
    return APEX.initial(setup(mode, position, exploration=exploration), Chance.from_text(seed))


def position(
    plays: str,
    *sides: str,
    phase: str = "",
    step: int = 0,
    age: int = 1,
    number: int = 1,
    tiles: str = "",
    mode: str = "3",
) -> str:
    """Return a position while strategies are carried out, with hands that fit.

    Args:
        plays: Such as `"1:3W 2:7E 3:8E"`; in any order.
        sides: Such as `"HUM@H1 v0 e0/0/0/0 H1:5"`, without hands.
        phase: What is decided, such as `"war 1"`; empty: the strategy of `step`, without actions left.
        step: How many strategies are done.
        age: The age.
        number: The round.
        tiles: The neutral sectors; empty for `TILES`, or the first ones for other numbers of players.
        mode: The number of players.
    """
    chosen = rules(mode, exploration=False)
    ordered = sorted(plays.split(), key=_order)
    used = [int(card) for word in ordered for card in _cards(word)]
    rest = [card for card in chosen.deck if card not in used]
    discards = 2 if mode == "2" else 1
    size = chosen.dealt - discards * number
    hands = [sorted(rest.pop() for _ in range(size)) for _ in range(chosen.seats)]
    spent = sorted(used + [rest.pop() for _ in range(discards * (number - 1) * chosen.seats)])
    words = ordered[step].split(":") if step < len(ordered) else ["", ""]
    kinds = {"W": "war", "C": "colonise", "X": "expand"}
    phase = phase or f"{kinds[words[1].lstrip('0123456789')[0]]} {words[0]}"
    written = []
    for side, hand in zip(sides, hands, strict=True):
        civ, points, levels, *pawns = side.split()
        written.append(" ".join([civ, points, levels, f"h{_list(hand)}", *pawns]))
    names = tiles or (TILES if mode == "3" else " ".join(f"N{each:02}" for each in range(1, 1 + 4 * chosen.seats)))
    head = f"A{age}.{number} {phase} | {names} | out {_list(sorted(rest))} spent {_list(spent)}"
    return " | ".join([head, f"{' '.join(ordered)} step {step}", *written])


def play(session: Session, *lines: str) -> Session:
    """Return the session after lines such as `"HUM 3W"`."""
    for line in lines:
        actor, _, text = line.partition(" ")
        session = session.play(seat_of(session, actor), text)
    return session


def seat_of(session: Session, actor: str) -> int:
    view = session.view(None)
    seats: list[int] = [side.seat for side in view.sides if actor in (side.civilisation, f"P{side.seat}")]
    return seats[0]


def events(session: Session) -> Sequence[Event]:
    assert session.last is not None
    return session.last.events


def ships(session: Session, slot: str) -> dict[str, int]:
    """Return how many ships of whom are on a slot."""
    view = session.view(None)
    codes = {side.seat: side.civilisation for side in view.sides}
    return {codes[each.seat]: each.ships for each in view.sector(slot).pawns}


def points(session: Session) -> tuple[int, ...]:
    return tuple(side.points for side in session.view(None).sides)


def _order(word: str) -> tuple[int, int]:
    played = word.split(":")[1].split("-", maxsplit=1)[0]
    return SIDES.index(played[-1]), int(played[:-1])


def _cards(word: str) -> list[str]:
    card, _, discard = word.split(":")[1].partition("-")
    return [card[:-1], *([discard] if discard else [])]


def _list(cards: Sequence[int]) -> str:
    return ",".join(map(str, cards)) or "-"


# Records of APEX as text: read and played.


def read(text: str, setup: Setup | None = None) -> record.Record:
    setup, script = APEX.read_script(text, 1, setup or Setup(""))
    return record.Record(APEX, setup, script)


def replayed(text: str, setup: Setup | None = None) -> Session:
    return record.replay(read(text, setup))


def body(session: Session) -> str:
    """Return the record of a session without its tags."""
    text = record.write(session, [f"P{seat}" for seat in range(1, 7)])
    return text.split("\n\n", 1)[1]


# Data as they might have been before those of today.


BEFORE = "0"
AMBUSHES = 3


def correct(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have there been a version under which every card's expansion was three ambushes."""
    printed = tuple(AMBUSHES if action is Action.AMBUSH else 0 for action in Action)
    cards = tuple(replace(card, expansion=(Action.AMBUSH,) * AMBUSHES, actions=printed) for card in components().cards)
    every: dict[str, Components] = {**editions(), BEFORE: replace(components(), version=BEFORE, cards=cards)}
    monkeypatch.setattr(box, "editions", lambda: every)
    monkeypatch.setattr(apex_rules, "editions", lambda: every)
