"""`/match record` and the button Record."""

from __future__ import annotations

from cogs.core.custom_ids import MatchId
from cogs.ui.match_buttons import RECORD
from engine import record
from engine.history import moments
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, latest, message_of, more, play, status


async def test_a_running_match_is_written_so_far(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    for shown in (
        message_of(await world.eve.slash(world.channel, "match record")),
        message_of(await world.ann.click(await more(world.ann, status(world)), label="Record")),
    ):
        assert shown.ephemeral
        assert "still on" in shown.content
        (file,) = shown.attachments
        assert file.filename == f"replicants-{(await latest(world)).id}.txt"
        text = (await file.read()).decode()
        assert '[Game "replicants"]' in text
        assert "T0..(ann.bob)" in text
        assert "T2..E/3D6/E" in text


async def test_the_record_of_a_match_that_is_over_replays_to_its_end(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.bob.slash(world.channel, "match record"))
    assert shown.content == "The record of this match."
    text = (await shown.attachments[0].read()).decode()
    session = record.replay(record.read(text))
    assert session.outcome == (await latest(world)).session.outcome
    forged = await world.forge(MatchId(1, 0, RECORD).text)  # a button of an earlier version, under a result
    pressed = message_of(await world.bob.click(forged, label="forged"))
    assert (await pressed.attachments[0].read()).decode() == text


async def test_a_part_starts_from_the_position_before_it(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.eve.slash(world.channel, "match record", **{"from": 4, "to": 6}))
    assert shown.ephemeral
    assert shown.content == "Turns 4 to 6 of this match."
    (file,) = shown.attachments
    assert file.filename == "replicants-1-4-6.txt"
    part = record.read((await file.read()).decode())
    assert part.tags["Position"].startswith("T2.2.1")
    session = (await latest(world)).session
    moment = moments(session)[6]
    assert record.replay(part).state == moment.state
    rest = message_of(await world.eve.slash(world.channel, "match record", **{"from": 8}))
    again = record.replay(record.read((await rest.attachments[0].read()).decode()))
    assert again.outcome == session.outcome
    wrong = message_of(await world.eve.slash(world.channel, "match record", **{"from": 5, "to": 4}))
    assert wrong.content == "This match has turns 1 to 9, and `from` can't be after `to`."


async def test_without_a_match_there_is_no_record(world: World) -> None:
    shown = message_of(await world.ann.slash(world.channel, "match record"))
    assert shown.ephemeral
    assert "no match in this channel" in shown.content
