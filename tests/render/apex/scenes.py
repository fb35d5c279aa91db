"""Positions to draw: the engine's starts and random games, public or from a seat's eyes, and busy maps drawn by lot."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from engine.apex.events import (
    Ambushed,
    Battle,
    Colonised,
    Converted,
    Evolved,
    Explored,
    Fighter,
    Moved,
    Produced,
    Scored,
    Settled,
)
from engine.apex.game import APEX
from engine.apex.state import State
from engine.apex.view import ApexView, Pawns
from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Player, say
from render.apex.frame import Frame

MODES = ("2", "3", "4", "5", "6")
NAMES = ("Eric", "Lucy", "Paul", "Carole", "Maximiliane", "Zoé")
EXPLORING = (("mode", "exploration"),)

Shown = tuple[ApexView, tuple[Event, ...]]

HAPPENED: tuple[Event, ...] = (
    Settled(1, civilisation="HUM", home="H1", ships=5),
    Moved(1, origin="A1", target="B1", count=3, portal=False),
    Moved(1, origin="A1", target="C2", count=3, portal=True),
    Moved(1, origin="A1", target="C2", count=4, portal=True),
    Produced(1, slot="H1"),
    Ambushed(1, slot="C1", victim=2),
    Converted(1, slot="C1", victim=2),
    Colonised(1, slot="C1", bonus=3),
    Explored(1, slot="C1", tile="N04", bonus=1),
    Evolved(1, track=0, level=3, rose=True),
    Evolved(1, track=3, level=3, rose=True),
    Battle(1, slot="C1", fighters=(Fighter(1, 6, False, 3, 2, False), Fighter(2, 6, True, 0, 0, False)), winner=1),
    Scored(1, age=1, sectors=3, bonus=1, points=9),
)
"""One of every kind of event, and more where one kind is marked in several ways."""


def start(mode: str, *, exploring: bool = False) -> ApexView:
    """The first position: nobody has a civilisation yet."""
    setup = Setup(mode, options=EXPLORING if exploring else ())
    return APEX.view(APEX.initial(setup, Chance.from_text("start")), None)


@lru_cache(maxsize=64)
def game(mode: str, seed: str, *, exploring: bool = False, eyes: Seat | None = None) -> tuple[Shown, ...]:
    """A random game: the position after every turn as some eyes see it, and what they know happened in it."""
    return tuple(
        (APEX.view(state, eyes), tuple(each for each in events if each.audience is None or eyes in each.audience))
        for state, events in _game(mode, seed, exploring=exploring)
    )


@lru_cache(maxsize=64)
def _game(mode: str, seed: str, *, exploring: bool) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """A random game: the state after every turn, and what happened in it."""
    lot, turns = random.Random(seed), list[tuple[State, tuple[Event, ...]]]()
    state = APEX.initial(Setup(mode, options=EXPLORING if exploring else ()), Chance.from_text(seed))
    events: tuple[Event, ...] = ()
    while to_act := APEX.to_act(state):
        turn = APEX.turn(state)
        moves = {}
        for seat in sorted(to_act):
            legal = APEX.legal(state, seat)
            # A player who stops at once makes a dull game.
            moves[seat] = lot.choice(legal[1:] if len(legal) > 1 and lot.random() < 0.9 else legal)
        step = APEX.apply(state, moves)
        state, events = step.state, events + step.events
        if APEX.turn(state) != turn or APEX.outcome(state) is not None:
            turns.append((state, events))
            events = ()
    return tuple(turns)


def crowded(mode: str, seed: int = 1, *, eyes: Seat | None = None) -> ApexView:
    """A busy map drawn by lot: everything on it exists in the game, not necessarily together."""
    lot = random.Random(seed)
    view = next(view for view, _ in game(mode, "crowded", eyes=eyes) if view.age == 2 and view.phase == "choose")
    ships = {side.seat: 0 for side in view.sides}
    sectors = []
    for sector in view.sectors:
        pawns = []
        for side in view.sides:
            count = lot.choice((0, 0, 0, 1, 2, 5)) if ships[side.seat] < 14 else 0
            ships[side.seat] += count
            colony = sector.slot in (*side.colonies, side.home)
            if count or colony:
                pawns.append(Pawns(side.seat, count, colony))
        controller = lot.choice([None, *(each.seat for each in pawns)]) if pawns else None
        sectors.append(replace(sector, pawns=tuple(pawns), controller=controller))
    sides = tuple(
        replace(
            side,
            levels=(lot.randint(0, 5), lot.randint(0, 5), lot.randint(0, 5), lot.randint(0, 5)),
            influence=lot.randint(0, 8),
            points=lot.randint(0, 30),
            ships=ships[side.seat],
            supply=20 - ships[side.seat],
        )
        for side in view.sides
    )
    return replace(view, sectors=tuple(sectors), sides=sides)


def ended(view: ApexView, winners: tuple[Seat, ...] = (1,)) -> ApexView:
    """The same position as the end of a game."""
    return replace(
        view,
        phase="over",
        to_act=(),
        outcome=Outcome(
            ranks=tuple(1 if side.seat in winners else 2 for side in view.sides),
            reason=say("After three ages {player} has the most points: {points}.", player=Player(winners[0]), points=9),
            code="V",
            points=tuple(float(side.points) for side in view.sides),
        ),
    )


def with_sector(view: ApexView, slot: str, pawns: tuple[Pawns, ...], controller: Seat | None) -> ApexView:
    """The same position with other pawns in a sector."""
    sectors = [
        replace(each, pawns=pawns, controller=controller) if each.slot == slot else each for each in view.sectors
    ]
    return replace(view, sectors=tuple(sectors))


def cut(image: Image.Image, plan: Frame, slot: str) -> Image.Image:
    """A sector."""
    (x, y), reach = plan.at(slot), plan.radius
    return image.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
