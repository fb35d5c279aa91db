"""Positions that differ from a given one only in what somebody cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.apex.state import State
from engine.chance import Chance
from engine.game import Seat


def scrambled(game: Any, state: State, seat: Seat | None, *, times: int = 2) -> Iterator[State]:
    """Yield positions with other hands of others, other sectors face down, and other draws to come."""
    choose = random.Random(f"{seat} {game.write_position(state)}")
    for number in range(times):
        yield replace(
            state,
            chance=Chance.from_text(f"elsewhere {number}"),
            sides=_other_hands(state, seat, choose),
            tiles=_other_tiles(state, choose),
        )


def _other_hands(state: State, seat: Seat | None, choose: random.Random) -> tuple[Any, ...]:
    unknown = [card for other, side in enumerate(state.sides, 1) if other != seat for card in side.hand]
    choose.shuffle(unknown)
    sides = []
    for other, side in enumerate(state.sides, 1):
        if other == seat:
            sides.append(side)
            continue
        hand = tuple(sorted(unknown.pop() for _ in side.hand))
        sides.append(replace(side, hand=hand))
    return tuple(sides)


def _other_tiles(state: State, choose: random.Random) -> tuple[int, ...]:
    first = state.rules.seats
    down = [place for place in range(len(state.tiles)) if state.hidden >> place + first & 1]
    if not down:
        return state.tiles
    shown = {tile for place, tile in enumerate(state.tiles) if place not in down}
    unknown = [tile for tile in range(len(state.rules.tiles)) if tile not in shown]
    choose.shuffle(unknown)
    tiles = list(state.tiles)
    for place in down:
        tiles[place] = unknown.pop()
    return tuple(tiles)
