"""What every game must keep is tested in these files, in every mode and with every option.

A new game takes part by its kit (`tests/engine/kit.py`). Random games of each setup are played here; the first one
serves every test.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from tests.engine.kit import AnyGame, label
from tests.engine.kits import KITS
from tests.people import ANY
from tests.volume import many

REGISTERED = registry.games()
GAMES = [kit.game for kit in KITS]
BY_KEY = {kit.game.info.key: kit for kit in KITS}

every_mode = pytest.mark.parametrize(
    ("game", "mode"),
    [pytest.param(game, mode, id=f"{game.info.key}-{mode.key}") for game in GAMES for mode in game.info.modes],
)
every_setup = pytest.mark.parametrize(
    ("game", "setup"),
    [
        pytest.param(kit.game, setup, id=f"{kit.game.info.key}-{label(setup)}")
        for kit in KITS
        for setup in kit.conforming
    ],
)


def sample(game: AnyGame, setup: Setup, seed: int) -> tuple[Session, ...]:
    """Return every session of one random game, from the start to the end."""
    played = _often if seed == 0 else _played
    return played(game.info.key, setup, seed)


def _played(key: str, setup: Setup, seed: int) -> tuple[Session, ...]:
    kit, draw = BY_KEY[key], random.Random(f"play {label(setup)} {seed}")
    game, session = kit.game, Session.start(kit.game, setup, Chance.from_text(f"deal {seed}"))
    sessions = [session]
    while seats := sorted(session.to_act):
        seat = draw.choice(seats)
        texts = [game.format(session.state, seat, move) for move in game.legal(session.state, seat)]
        session = closed(session.move(seat, kit.pick(draw, texts)), seat)
        sessions.append(session)
    return tuple(sessions)


def closed(session: Session, seat: Seat) -> Session:
    """Return the session with a list closed to which nothing can be added, as replaying its record does."""
    listed = None if session.sealed else session.game.listing(session.state, seat)
    return session.move(seat, listed.close) if listed is not None and listed.done else session


_often = cache(_played)
"""The first game of each setup is played once."""


def all_sessions(game: AnyGame, setup: Setup) -> list[Session]:
    """Return the sessions of as many games as the tests look at, one game after another."""
    return [session for seed in range(many(1, 4)) for session in sample(game, setup, seed)]


def all_states(game: AnyGame, setup: Setup) -> list[Any]:
    """Return the states of those sessions."""
    return [session.state for session in all_sessions(game, setup)]


def spread(sessions: Sequence[Any], count: int) -> Sequence[Any]:
    """Return about so many of them, evenly."""
    return sessions[:: len(sessions) // count + 1]


junk = st.one_of(
    st.text(ANY, max_size=30),
    st.text(alphabet="".join(sorted({*"".join(kit.typed for kit in KITS), *"/F?!×–"})), max_size=24),
)
"""Nonsense, some of which looks like moves."""
