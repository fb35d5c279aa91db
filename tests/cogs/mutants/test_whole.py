"""Whole games by menus and buttons alone, from the lobby to the opened freezers, with all that happens on the way."""

from __future__ import annotations

import random
from collections.abc import Sequence

import discord

from engine import record
from engine.session import Session
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus, start, told
from tests.cogs.playing import labels, leave, message_of, posts, said

LATE_S = 25 * 3600
"""Longer than anybody has for a decision."""
VIEWS_LIVE_S = 1000
"""By then private messages have lost their controls; the simulation looks through all that have some."""


async def test_three_people_draft_and_play_to_the_end(world: World) -> None:
    table = await start(world, "bob", "cleo", players=3, reserve="draft", clock="1d")
    for number in range(6):
        late = number == 2
        for name in ("ann", "bob", "cleo")[: 2 if late else 3]:
            await table.answer(name)
        if late:  # the third pick of cleo is made for her, and nobody else is told
            await world.env.advance_time(LATE_S)
            await world.settle()
    assert "didn't decide in time" not in told(world)
    own = [said(message) for message in world.cleo.user.dm_channel.history(viewer=world.cleo.user)]
    assert any("You didn't decide in time" in each for each in own)

    for number in range(400):
        if (await _match(world)).outcome is not None:
            break
        await world.env.advance_time(VIEWS_LIVE_S)
        (name,) = table.called()
        if number == 10:
            await world.restart()
        elif number == 20:  # a default: what was asked is answered by the rules
            await world.env.advance_time(LATE_S)
            await world.settle()
            continue
        elif number == 30:
            await _hand_over(world, "cleo", "dan")
            continue
        await table.answer(name, _keen)
    assert "**dan** plays on for cleo." in told(world)
    assert "didn't decide in time" in told(world)
    assert "parries" in told(world)
    assert table.waits, "nobody was asked inside another player's turn"
    assert table.longest <= 25
    await _finished(world)


async def test_one_person_plays_a_revolt_to_the_end(world: World) -> None:
    table = await start_alone(world)
    for _ in range(400):
        if (await _match(world)).outcome is not None:
            break
        await world.env.advance_time(VIEWS_LIVE_S)
        await table.answer("ann", _keen)
    outcome = (await _match(world)).outcome
    assert outcome is not None
    assert outcome.alone
    await _finished(world)


async def start_alone(world: World, seed: int = 7) -> Menus:
    """Have ann begin a Revolt, which starts at once."""
    await world.ann.slash(world.channel, "new mutants", players=1, where="here", loadout="usual")
    await world.settle()
    return Menus(world, random.Random(seed))


def _keen(_content: str, ways: Sequence[str]) -> str | None:
    """Breed and deploy what attacks or parries, as then most is asked."""
    return next((way for way in ("Warrior", "Demon", "Breed", "Deploy") if way in ways), None)


async def _match(world: World) -> Session:
    return (await world.bot.arena.matches.get(1)).session


async def _hand_over(world: World, name: str, to: str) -> None:
    """Have somebody leave their seat to another person."""
    await leave(world.people[name], world.channel)
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    question = message_of(await world.people[to].click(call, label="Take over this seat"))
    await world.people[to].click(question, label="Take over")
    await world.settle()


async def _finished(world: World) -> None:
    """Check that the end is told, with a record that replays."""
    (last,) = [message for message in posts(world)[-3:] if "The match is over" in message.content]
    assert not {"Play", "Answer", "Choose"} & set(labels(last))
    text = await _record(last)
    assert record.replay(record.read(text)).entries == (await _match(world)).entries


async def _record(message: discord.Message) -> str:
    (found,) = [
        file
        for file in message.attachments
        if file.filename.startswith("mutants-") and file.filename.endswith(".record")
    ]
    return (await found.read()).decode()
