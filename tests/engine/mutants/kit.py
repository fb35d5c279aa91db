"""Mutants, as the suites of all games take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.state import BOSS, Said, Side, State
from engine.seat import Seat
from tests.engine.kit import Kit
from tests.engine.mutants.arranged import Laid, arranged
from tests.engine.mutants.comparing import told, told_alike
from tests.engine.mutants.reference import Drawn, DrawNeeded
from tests.engine.mutants.reference import Reference as Second

SETUPS = (
    Setup("2", (("reserve", "draft"),)),
    Setup("3", (("reserve", "draft"),)),
    Setup("4", (("reserve", "ready"), ("decks", "random"))),
    Setup("3", (("reserve", "ready"), ("decks", "412"))),
    Setup("2", (("reserve", "constructed"),)),
    Setup("solo", (("boss", "wizard"), ("ultra", "no"), ("limits", "none"))),
    Setup("solo", (("boss", "jack"), ("ultra", "yes"), ("limits", "BD"))),
)
"""One of each form: with all decks of four seats and all limits there are far too many."""


class Reference:
    """The second implementation behind the interface of the suites: draws come behind the answers that led to them."""

    def __init__(self, game: Second, texts: Mapping[Seat, str] | None = None) -> None:
        self.game, self.texts = game, texts

    def acting(self) -> list[Seat]:
        return self.game.acting()

    def answers(self, seat: Seat) -> set[str]:
        return self.game.answers(seat)

    def after(self, texts: Mapping[Seat, str]) -> Reference:
        """Go on, or keep the answers until it is known what came up behind them (`follow`)."""
        try:
            return Reference(self.game.after(texts))
        except DrawNeeded:
            return Reference(self.game, texts)

    def told(self) -> dict[str, Any]:
        return told_alike(self.game)


def start(setup: Setup, state: State) -> Reference:
    """Return the second implementation's game at its start."""
    reserves = ["+".join(_reserve(side)) for side in state.sides[: state.rules.seats]]
    loadouts = reserves if state.rules.reserve == "constructed" else []
    return Reference(Second(setup.mode, dict(setup.options), loadouts, drawn(state.said)))


def like(state: State) -> Reference:
    """Return the second implementation's game in a position: at the start, or where a turn begins with its action."""
    rules = state.rules
    if not state.round:
        return start(Setup(rules.mode.key, rules.options), state)
    boss = rules.boss.key if rules.boss is not None else ""
    laid = [_laid(side, state.points[seat - 1] if state.points else 0) for seat, side in enumerate(state.sides, 1)]
    force = {0 if boss and seat == BOSS else seat: state.spaces[seat - 1] for seat in state.line}
    return Reference(
        arranged(
            *laid[: rules.seats],
            force=force,
            turn=state.active,
            first=state.first,
            round_=state.round,
            boss=boss,
            boss_side=laid[-1] if boss else None,
            health=state.health,
        )
    )


def _laid(side: Side, points: int) -> Laid:
    zones = [code.lower() if down else code for code, down in zip(side.arena, side.down, strict=True)]
    active, left, right = zones
    return Laid(
        hand=" ".join(side.hand),
        deck=" ".join(side.deck),
        discard=" ".join(side.discard),
        freezer=" ".join(side.freezer),
        incubator=side.incubator,
        A=active,
        L=left,
        R=right,
        reserve=[" ".join(pile) for pile in side.piles],
        points=points,
    )


def _reserve(side: Side) -> tuple[str, ...]:
    return components().sorted([code for pile in side.piles for code in pile])


def follow(reference: Any, state: State) -> None:
    """Go on with the answers that were kept, and with what was drawn behind them."""
    if reference.texts is not None:
        reference.game = reference.game.after(reference.texts, drawn(state.said))
        reference.texts = None


def drawn(lines: Iterable[Said]) -> list[Drawn]:
    """Return what lines of a record tell of draws, as the second implementation takes it."""
    found: list[Drawn] = []
    for line, hidden in lines:
        match line.split():
            case ["*", "DRAFT" | "DECK" | "RESERVE" | "SHUFFLE", *_]:
                found.append(hidden.split(","))
            case ["*", "READY", decks]:
                found.append([int(number) for number in decks.split(",")])
            case ["*", "FIRST", seat]:
                found.append([int(seat.removeprefix("S"))])
    return found


KIT = Kit(
    game=MUTANTS,
    start=start,
    like=like,
    told=told,
    kinds=lambda state: (prompt.kind,) if (prompt := MUTANTS.view(state, None).prompt) is not None else (),
    every_kind={"pick", "mulligan", "flank", "act"},
    typed="DBIYNLRAdbi zomrobalnDEV+>@123.é-'$",
    setups=SETUPS,
    sampled=SETUPS,
    follow=follow,
    keen=lambda text: text.startswith(("B", "Y", "D TAO", "D SUP")),
)
