"""The real bot over the wire: an old status that Discord does not remove at once is removed all the same."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from hosting.notify import leftovers
from tests.wire.double.model import Message
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
    monkeypatch.setattr(leftovers, "FIRST", timedelta(milliseconds=10))
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
