"""Two worlds that differ in a private answer alone: the others see, and are answered, the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Chance
from engine.errors import TurnError
from engine.luck import drawn_turn
from engine.mutants.game import MUTANTS
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR, parse_turn
from hosting.match.model import Match, Person, Place
from tests.cogs.conftest import World
from tests.cogs.twins import difference, look_around, parallel

PLAYERS = ("ann", "bob", "cleo")
RESERVES = {"pick": "draft", "freeze-hand": "draft", "freeze-discard": "ready", "freeze-empty": "ready"}
"""Kinds of prompts whose answers their seat alone may read (N8), and with which reserves they come up soon."""


async def begin(world: World, **options: str) -> Match:
    """Start a match of three in the world's channel."""
    tables, people = world.bot.arena.tables, [Person(world.people[name].id, name) for name in PLAYERS]
    given = tuple(options.items())
    table = await tables.open(world.guild.id, world.channel.id, people[0], "mutants", "3", options=given, where="here")
    for person in people[1:]:
        table = await tables.join(table.id, person)
    match = await world.as_bot(tables.start(table.id, people[0].user_id, (Place("board", world.channel.id),)))
    await world.settle()
    return match


def turns_with(session: Session, seat: Seat, begun: list[str], state: Any) -> Iterator[str]:
    """Yield the turns that go on from their beginning with each answer, and behind it as after the first one."""
    rest = ""
    for number, move in enumerate(MUTANTS.legal(state, seat)):
        text = SEPARATOR.join([*begun, MUTANTS.format(state, seat, move)])
        turn = parse_turn(MUTANTS, session.state, seat, text, past_barrier=True)
        if not number and not (turn.over or turn.barrier):
            rest = SEPARATOR + drawn_turn(MUTANTS, turn.state, seat, Chance.from_text("rest"))
        yield text + rest


def alike(session: Session, seat: Seat, turns: Iterable[str]) -> list[str]:
    """Return the most turns of a seat that nobody else can tell from each other by what follows."""
    found: dict[str, list[str]] = {}
    for text in turns:
        try:
            after = session.play(seat, text)
        except TurnError:
            continue
        shown = [after.view(other) for other in (None, 1, 2, 3) if other != seat]
        told = [] if after.last is None else [event.text() for event in after.last.events if event.audience is None]
        found.setdefault(repr((shown, told, after.to_act)), []).append(text)
    return max(found.values(), key=len, default=[])


def way_to(session: Session, kind: str) -> tuple[list[tuple[Seat, str]], Seat, list[str]]:
    """Return turns by lot that lead to a prompt of a kind, who is asked, and two turns with answers that look alike."""
    for seed in range(60):
        here, played = session, list[tuple[Seat, str]]()
        while here.to_act and len(played) < 45:
            seat = min(here.to_act)
            text = drawn_turn(MUTANTS, here.state, seat, Chance.from_text(f"{kind} {seed} {len(played)}"))
            if kind == "pick" and len(here.deciding) > 1 and len(played) > 3:
                return (
                    played,
                    seat,
                    [MUTANTS.format(here.state, seat, move) for move in MUTANTS.legal(here.state, seat)][:2],
                )
            state, begun = here.state, list[str]()
            for part in text.split(SEPARATOR) if len(here.deciding) == 1 else ():
                prompt = MUTANTS.view(state, None).prompt
                if prompt is not None and prompt.kind == kind:
                    found = alike(here, seat, turns_with(here, seat, begun, state))
                    if len(found) > 1:
                        return played, seat, found[:2]
                state = MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, part)}).state
                begun.append(part)
            played.append((seat, text))
            here = here.play(seat, text)
    raise AssertionError(f"no prompt {kind} with answers that look alike")


@pytest.mark.parametrize("kind", RESERVES)
async def test_nobody_else_sees_a_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str) -> None:
    found: list[list[Any]] = []
    own: list[list[Any]] = []
    for number in (0, 1):
        async with parallel(tmp_path / str(number), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            match = await begin(world, reserve=RESERVES[kind])
            played, seat, answers = way_to(match.session, kind)
            for each, text in (*played, (seat, answers[number])):
                await world.bot.arena.matches.play(match.id, world.people[PLAYERS[each - 1]].id, text)
            await world.settle()
            others = [name for place, name in enumerate(PLAYERS, 1) if place != seat]
            found.append(await look_around(world, *others, "dan", "gus"))
            own.append(await look_around(world, PLAYERS[seat - 1]))
    assert difference(found) == ""
    assert difference(own) != ""
