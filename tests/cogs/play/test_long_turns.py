"""Turns in which more happens than a message holds: shortened in posts, told whole in replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cogs.core.text import MESSAGE_LIMIT, fitting
from engine.game import Step
from engine.replicants.game import Replicants
from engine.seat import Seat
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, labels, message_of, pick, play, posts, said, ways

TIMES = 80
MORE = "-# More happened in this turn: `/match replay` shows it all."


@pytest.fixture(autouse=True)
def eventful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything happen many times over, as far as it is told."""
    apply = Replicants.apply

    def again(self: Replicants, state: Any, moves: Mapping[Seat, Any]) -> Step[Any]:
        step = apply(self, state, moves)
        return replace(step, events=step.events * TIMES)

    monkeypatch.setattr(Replicants, "apply", again)


async def test_a_post_is_shortened_and_the_replay_has_it_whole(world: World) -> None:
    await world.begin()
    await play(world, SHORT_GAME[0])
    (board,) = [message for message in posts(world) if MORE in said(message)]
    first, *told, more, whose, _ = said(board).splitlines()
    assert first == f"**ann** plays `{SHORT_GAME[0]}`"
    assert more == MORE
    assert whose.endswith(f"<@{world.bob.id}>: charge"), "who is next is never cut"
    assert len(said(board)) <= MESSAGE_LIMIT < len(said(board)) + len(told[-1]), "as much as there is room for"
    for command, options in (("match replay", {"turn": 1}), ("board", {"turn": 1})):
        shown = message_of(await world.eve.slash(world.channel, command, **options))
        assert said(shown).startswith("**Turn 1 of 1**\n")
        assert ("-# More happened this turn: the file has it all.\n-# ") in said(shown)
        assert len(said(shown)) <= MESSAGE_LIMIT
        (file,) = [file for file in shown.attachments if file.filename == "turn-1.txt"]
        whole = (await file.read()).decode().splitlines()
        assert len(whole) > len(told) + TIMES
        assert sum(line == told[0] for line in whole) % TIMES == 0
    viewer = message_of(await world.eve.slash(world.channel, "match replay"))
    before = await pick(world.eve, await pick(world.eve, viewer, "Next"), "First")
    assert [file.filename for file in before.attachments] == ["board.png"], "the file goes with its turn"


async def test_the_end_is_told_before_the_turn_that_brought_it(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    (last,) = [message for message in posts(world) if "The match is over" in message.content]
    assert len(last.content) <= MESSAGE_LIMIT
    assert last.content.startswith(f"**ann** plays `{SHORT_GAME[-1]}`\n")
    assert f"\n{MORE}\n**The match is over: " in last.content
    assert "\n1\\. <@" in last.content


async def test_who_builds_a_turn_reads_what_there_is_to_do(world: World) -> None:
    await world.begin()
    shown: Any = message_of(await world.ann.click(posts(world, "Play")[-1], label="Play"))
    while "Confirm" not in labels(shown):
        shown = await pick(world.ann, shown, ways(shown)[0])
    assert len(said(shown)) <= MESSAGE_LIMIT
    assert " More happens in this turn than fits here.\n-# Only you see it until you confirm." in said(shown)


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (13, "one\ntwo\nthree"),
        (12, "one\ntwo\n…"),
        (9, "one\ntwo\n…"),
        (8, "one\n…"),
        (5, "one\n…"),
        (4, "…"),
        (1, "…"),
        (0, ""),
    ],
)
def test_lines_fit_whole_or_not_at_all(room: int, expected: str) -> None:
    told = fitting(["one", "two", "three"], room, "…")
    assert told == expected
    assert len(told) <= room
