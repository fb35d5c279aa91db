"""Matches to measure with."""

from __future__ import annotations

import random

from engine.session import Session
from hosting.arena import Arena
from hosting.match.model import Match, Person, Place

GUILD = 1
ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
"""The first two people of a store; their accounts have the same numbers."""


async def begin(arena: Arena, channel_id: int) -> Match:
    """Start a match of two in a channel."""
    for each in (ANN, BOB):
        entered = await arena.people.enter(each.person_id, GUILD, each.name)
        if entered != each:
            raise AssertionError(f"{each.name} is not the first whom this store knows, or not after Ann")
    table = await arena.tables.open(GUILD, channel_id, ANN, "replicants", "2", where="here")
    await arena.tables.join(table.id, BOB)
    return await arena.tables.start(table.id, ANN.person_id, [Place("board", channel_id)])


def any_turn(session: Session, rng: random.Random) -> str:
    """Return a random legal turn of a player who must act."""
    game, state = session.game, session.state
    texts: list[str] = []
    (seat,) = session.to_act
    while game.to_act(state) == {seat} and game.turn(state) == game.turn(session.state):
        move = rng.choice(game.legal(state, seat))
        texts.append(game.format(state, seat, move))
        state = game.apply(state, {seat: move}).state
    return "/".join(texts)
