"""`/record` and the button Record."""

from __future__ import annotations

from engine import record
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, latest, message_of, play, posts, status


async def test_a_running_match_is_written_so_far(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    for shown in (
        message_of(await world.eve.slash(world.channel, "record")),
        message_of(await world.ann.click(status(world), label="Record")),
    ):
        assert shown.ephemeral
        assert "still being played" in shown.content
        (file,) = shown.attachments
        assert file.filename == f"replicants-{(await latest(world)).id}.txt"
        text = (await file.read()).decode()
        assert '[Game "replicants"]' in text
        assert "T0..(ann.bob)" in text
        assert "T2..E/3D6/E" in text


async def test_the_record_of_a_match_that_is_over_replays_to_its_end(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.bob.slash(world.channel, "record"))
    assert shown.content == "The record of this match."
    text = (await shown.attachments[0].read()).decode()
    session = record.replay(record.read(text))
    assert session.outcome == (await latest(world)).session.outcome
    pressed = message_of(await world.bob.click(posts(world, "Record")[-1], label="Record"))
    assert (await pressed.attachments[0].read()).decode() == text


async def test_without_a_match_there_is_no_record(world: World) -> None:
    shown = message_of(await world.ann.slash(world.channel, "record"))
    assert shown.ephemeral
    assert "No match is played in this channel" in shown.content
