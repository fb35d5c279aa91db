"""The parlour game, as the suites of all games take it."""

from __future__ import annotations

from typing import Any

from engine.seat import Seat
from tests.engine.kit import Kit, every_setup
from tests.engine.parlour.game import PARLOUR
from tests.engine.parlour.reference import Reference, told
from tests.engine.parlour.table import State, View


def _views(state: State) -> dict[Seat, View]:
    return {seat: PARLOUR.view(state, seat) for seat in range(1, state.table.seats + 1)}


def _like(state: State) -> Reference:
    return Reference(_views(state), state.deck, state.table.factor, state.table.dealer)


def _follow(reference: Any, state: State) -> None:
    """Take over the deck and the order of play once they are drawn, and what a die took."""
    if state.phase == "act" and state.done == 0:
        new = _like(state).now
        reference.now.update({key: new[key] for key in ("deck", "order", "owner", "waits")})
    reference.now["bank"] = state.dealer


KIT = Kit(
    game=PARLOUR,
    start=lambda _setup, state: _like(state),
    like=_like,
    told=lambda state: told(_views(state)),
    kinds=lambda state: (state.phase,),
    every_kind={"pick", "act", "answer", "keep"},
    typed="DAPKNdapkn0123456789 -+",
    setups=every_setup(PARLOUR),
    follow=_follow,
    keen=lambda text: text.startswith(("A", "K")),
)
