"""APEX, as the suites of all games take it."""

from __future__ import annotations

from typing import Any

from engine.apex.game import APEX
from engine.apex.state import State
from engine.apex.view import ApexView
from engine.game import Setup
from engine.seat import Seat
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
