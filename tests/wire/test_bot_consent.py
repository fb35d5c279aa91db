"""The real bot over the wire: answers pressed at once count once, in one transaction with what comes of them."""

from __future__ import annotations

import asyncio

import pytest

from hosting.match.audit import AuditCode
from tests.wire.double.model import Message
from tests.wire.stage import Stage, secrets


async def asked(stage: Stage, label: str) -> Message:
    """Return the message with a button, once it is posted."""
    await stage.double.until(lambda: _with(stage, label))
    await stage.bot.arena.idle()
    return _with(stage, label)[-1]


async def codes(stage: Stage) -> list[str]:
    return [entry.code for entry in await stage.bot.arena.audit.of_match(stage.table.match_id)]


@pytest.mark.parametrize("label", ["Agree", "Refuse"])
async def test_one_answer_pressed_twice_at_once_counts_once(stage: Stage, label: str) -> None:
    await stage.begin()
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.ann.slash(stage.channel, "undo")
    message = await asked(stage, label)

    replies = await asyncio.gather(*(stage.bob.press(message, label) for _ in range(3)))
    await stage.double.until(lambda: len(secrets(replies)) == 3)
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.seq == (2 if label == "Agree" else 1)
    assert len(match.session.entries) == 0 or label == "Refuse"
    closed = "Everyone has already agreed to that." if label == "Agree" else "A player has already refused that."
    assert secrets(replies).count(closed) == 2
    assert await codes(stage) == [AuditCode.ASKED, AuditCode.ACCEPTED if label == "Agree" else AuditCode.REFUSED]
    assert stage.table.boards()[match.id, match.seq] == 1


async def test_yes_and_no_pressed_at_once_are_one_of_them(stage: Stage) -> None:
    await stage.begin()
    await stage.ann.slash(stage.channel, "match end")
    message = await asked(stage, "Agree")

    replies = await asyncio.gather(stage.bob.press(message, "Agree"), stage.bob.press(message, "Refuse"))
    await stage.double.until(lambda: len(secrets(replies)) == 2)
    await stage.bot.arena.idle()

    match = await stage.match()
    (_, ending) = await codes(stage)
    assert match.over is (ending == AuditCode.ACCEPTED)
    assert {"You agreed, so it's done.", "You refused, so nothing changes."} & set(secrets(replies))
    assert {"Everyone has already agreed to that.", "A player has already refused that."} & set(secrets(replies))


async def test_an_answer_and_a_turn_at_once_are_one_after_the_other(stage: Stage) -> None:
    await stage.begin()
    await stage.table.type(stage.table.any_turn(stage.rng))
    turn = stage.table.any_turn(stage.rng)
    await stage.ann.slash(stage.channel, "undo")
    message = await asked(stage, "Agree")

    replies = await asyncio.gather(stage.bob.press(message, "Agree"), stage.bob.slash(stage.channel, "move", turn=turn))
    await stage.double.until(lambda: len(secrets(replies)) == 2)
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.seq == 2
    assert await codes(stage) in ([AuditCode.ASKED, AuditCode.ACCEPTED], [AuditCode.ASKED, AuditCode.OUTDATED])
    assert (len(match.history) == 2) is ((await codes(stage))[-1] == AuditCode.OUTDATED)


async def test_of_two_who_take_a_seat_at_once_one_has_it(stage: Stage) -> None:
    await stage.begin()
    guild = stage.channel.guild
    assert guild is not None
    cleo, dan = (stage.double.add_user(name, guild) for name in ("cleo", "dan"))
    question = await stage.ann.slash(stage.channel, "match leave")
    await stage.ann.press(question.message, "Ask for a substitute")
    call = await asked(stage, "Take over this seat")
    questions = [(user, (await user.press(call, "Take over this seat")).message) for user in (cleo, dan)]

    replies = await asyncio.gather(*(user.press(question, "Take over") for user, question in questions))
    await stage.double.until(lambda: any("That seat is already taken" in text for text in secrets(replies)))
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.names[0] in ("cleo", "dan")
    assert len(match.former) == 1
    assert await codes(stage) == [AuditCode.CALLED, AuditCode.REPLACED, AuditCode.ACCEPTED]


async def test_a_request_whose_post_failed_is_posted_once(stage: Stage) -> None:
    await stage.begin()
    stage.double.inject("POST", "/channels/{channel_id}/messages", drop="response")

    await stage.ann.slash(stage.channel, "match end")
    await asked(stage, "Agree")

    assert len(_with(stage, "Agree")) == 1


def _with(stage: Stage, label: str) -> list[Message]:
    return [
        message
        for message in stage.channel.messages.values()
        if not message.deleted and any(button.get("label") == label for button in message.buttons)
    ]
