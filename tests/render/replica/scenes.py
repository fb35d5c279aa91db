"""Positions to draw: the engine's start and games, and positions set up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.outcome import Outcome
from engine.replica.game import REPLICA
from engine.replica.view import ReplicaView
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, say
from render.renderer import Overlay
from tests.render.games import moments

NAMES = ("Lucy", "Eric")
SIDES: tuple[Seat | None, ...] = (None, 1, 2)
POWERS = ("none", "all_kings", "double", "backward_capture")
MIDDLE = "5ppk/4pp2/3k2pp/2pp2p1/PPP2p2/PP1K4/P1P5/KPP5 w - 9"


def session(position: str = "", *, sight: str = "all", power: str = "none") -> Session:
    """A game that begins with a position."""
    setup = Setup("2", (("sight", sight), ("king_power", power)), position=position)
    return Session.start(REPLICA, setup, Chance.from_text(""))


def at(position: str = "", *, sight: str = "all", power: str = "none") -> ReplicaView:
    """A position, the start (P2) if none is given."""
    view = session(position, sight=sight, power=power).view(None)
    assert isinstance(view, ReplicaView)
    return view


def game(seed: str, *, sight: str = "all", power: str = "none") -> Iterator[tuple[ReplicaView, tuple[Event, ...]]]:
    """A random game: the position after every turn, and what happened in it."""
    return moments(REPLICA, session(sight=sight, power=power).state, seed)


def reach(position: str, square: str) -> Overlay:
    """What the piece on a square may do."""
    found = REPLICA.reach(session(position).state, None, square)
    assert found is not None
    return Overlay(found.origin, found.walks, found.leaps, found.captures, flips=found.flips)


def ended(view: ReplicaView, winner: Seat = 1) -> ReplicaView:
    """The same position as the end of a game."""
    return replace(
        view,
        to_act=None,
        outcome=Outcome(
            ranks=(1, 2) if winner == 1 else (2, 1),
            reason=say("{player} captured a king.", player=Player(winner)),
            code="K",
            by=winner,
        ),
    )
