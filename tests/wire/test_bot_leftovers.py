"""The real bot over the wire: an old status that Discord does not remove at once is removed all the same."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bench.playing import any_turn
from engine import registry
from hosting.match.model import Match, Place
from hosting.notify import status
from tests.wire.double.model import Message
from tests.wire.double.permissions import Overwrite
from tests.wire.stage import MESSAGES, Stage


def living(stage: Stage) -> list[Message]:
    """Return the messages with which somebody could play."""
    return [
        message
        for message in stage.channel.messages.values()
        if not message.deleted and any(button.get("label") == "Play" for button in message.buttons)
    ]


@pytest.mark.parametrize("trouble", [{"status": 503}, {"drop": "request"}, {"drop": "response"}], ids=str)
async def test_of_all_that_said_whose_turn_it_is_the_newest_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, trouble: dict[str, Any]
) -> None:
    monkeypatch.setattr(status, "FIRST", timedelta(milliseconds=10))
    await stage.begin()
    fault = stage.double.inject("DELETE", MESSAGES + "/{message_id}", times=2, **trouble)

    for _ in range(3):
        await stage.table.type(stage.table.any_turn(stage.rng))
        await stage.posted()
    await stage.double.until(lambda: len(living(stage)) == 1)

    match = await stage.match()
    assert fault.hits == 2
    (left,) = living(stage)
    assert {button["custom_id"].split(":")[2] for button in left.buttons} == {str(match.seq)}


def calls(stage: Stage, match: Match) -> list[int]:
    """Return for which events of a match messages have buttons that play."""
    found = []
    for message in stage.channel.messages.values():
        for button in () if message.deleted else message.buttons:
            _, number, seq, action = (*str(button.get("custom_id", "")).split(":"), *4 * ("",))[:4]
            if (number, action) == (str(match.id), "play"):
                found.append(int(seq))
    return found


async def begun(stage: Stage, game: str) -> Match:
    """Begin a match of Ann against Bob in the channel."""
    arena, guild = stage.bot.arena, stage.channel.guild
    assert guild is not None
    ann, bob = [await arena.people.enter(each.id, guild.id, each.name) for each in (stage.ann, stage.bob)]
    table = await arena.tables.open(guild.id, stage.channel.id, ann, game, "2", where="here")
    table = await arena.tables.join(table.id, bob)
    return await arena.tables.start(table.id, ann.person_id, (Place("board", stage.channel.id),))


async def turn(stage: Stage, match: Match) -> Match:
    """Have players decide, from elsewhere, until the match has gone on."""
    matches, seq = stage.bot.arena.matches, match.seq
    while match.seq == seq:
        session, seat = match.session, min(match.session.to_act)
        move = session.game.format(session.state, seat, session.game.legal(session.state, seat)[0])
        whole = session.game.info.key in ("replicants", "replica")  # the others begin with single decisions
        text = any_turn(session, stage.rng) if whole else move
        await matches.play(match.id, match.person_of(seat), text)
        match = await matches.get(match.id)
    return match


@pytest.mark.parametrize("game", [each.info.key for each in registry.games()])
async def test_a_call_that_could_not_be_seen_to_goes_once_the_channel_is_seen_again(stage: Stage, game: str) -> None:
    """View Channel is denied, a turn is played from elsewhere, and View Channel is given back."""
    guild, matches = stage.channel.guild, stage.bot.arena.matches
    assert guild is not None
    match = await turn(stage, await begun(stage, game))
    await stage.double.until(lambda: calls(stage, match) == [match.seq])
    me, before = stage.double.bot, dict(stage.channel.overwrites)
    guild.set_overwrites(stage.channel, {**before, me.id: Overwrite.of(me, deny="VIEW_CHANNEL")})
    guild.update_channel(stage.channel)
    await stage.bot.arena.idle()
    match = await turn(stage, match)
    await stage.bot.arena.idle()
    match = await matches.get(match.id)
    assert match.parked is not None
    assert "View Channel" in str(match.parked.text)

    guild.set_overwrites(stage.channel, before)
    guild.update_channel(stage.channel)
    await stage.double.until(lambda: calls(stage, match) == [match.seq])
    await stage.bot.arena.idle()
    match = await matches.get(match.id)
    assert match.status == "running"
    assert calls(stage, match) == [match.seq]
    player = next(
        stage.table.people[number] for number, seat in enumerate(match.seats) if seat.person_id in match.to_act
    )
    key = f"m:{match.id}:{match.seq}:play"
    live = [each for each in stage.channel.messages.values() if not each.deleted]
    (message,) = [each for each in live if key in [button.get("custom_id") for button in each.buttons]]
    reply = await player.press(message, key)
    await reply.until(lambda it: it.messages)
    assert all(each.ephemeral for each in reply.messages)
    assert stage.double.violations == []
