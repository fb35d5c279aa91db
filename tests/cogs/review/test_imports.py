"""`/match import`: what is taken in, what is refused and why, and what can be done with a record."""

from __future__ import annotations

from typing import Any

from cogs.core.text import TYPED_LIMIT
from engine import record, registry
from engine.__main__ import selfplay
from engine.game import Setup
from engine.history import moments, part
from hosting.imports import KEPT, MOST_BYTES
from store.tables import imports
from tests.cogs.conftest import World
from tests.cogs.playing import labels, message_of, pick, posts, refreshed

WHOLE = selfplay(registry.get("replicants"), Setup("2"), "brought2")  # a short game: all of it is drawn
NAMES = ("Red *Baron*", "yellow")
FINISHED = record.write(WHOLE, NAMES)
RUNNING = record.write(part(WHOLE, 1, 6), NAMES)


async def bring(world: World, text: str | bytes, name: str = "eve") -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return message_of(await world.people[name].slash(world.channel, "match import", file=("game.txt", data)))


async def test_a_file_is_checked_and_can_be_looked_at(world: World) -> None:
    answer = await bring(world, FINISHED)
    assert answer.ephemeral
    turns = len(moments(WHOLE)) - 1
    assert answer.content.splitlines()[:2] == [
        r"**Replicants**, 2 players: Red \*Baron\*, yellow",
        f"Every turn of this record is legal. Turns: {turns}",
    ]
    assert "**The match is over: " in answer.content
    assert labels(answer) == ["View", "Animated picture"], "nobody can play on from the end"

    shown = await pick(world.eve, answer, "View")
    assert shown.id == answer.id
    assert shown.content.startswith(f"**The start.** Turns: {turns}")
    await world.restart()
    shown = await pick(world.eve, refreshed(world.eve, shown), "Last")
    assert shown.content.startswith(f"**Turn {turns} of {turns}**")
    assert "Red" in (shown.attachments[0].description or "")
    sent = message_of(await world.eve.click(shown, label="Animated picture"))
    assert sent.ephemeral
    assert sent.attachments[0].filename == "replicants-1.gif"


async def test_a_table_goes_on_from_where_a_record_stops(world: World) -> None:
    answer = await bring(world, RUNNING)
    opened = await world.eve.click(answer, label="Open a table from its end")
    lobby = message_of(opened)
    assert not lobby.ephemeral
    assert "The match starts from a set-up position: `T4.1.1 | " in lobby.content
    (message,) = posts(world, "Join")
    await world.bob.click(message, label="Join")
    await world.press("eve", message, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get((await world.table()).match_id or 0)
    assert match.session.state == moments(WHOLE)[6].state


async def test_text_is_asked_for_where_there_is_no_file(world: World) -> None:
    asked = await world.eve.slash(world.channel, "match import")
    assert asked.modal is not None
    answer = message_of(await world.eve.submit_modal(asked, {"record": RUNNING[:TYPED_LIMIT]}))
    assert answer.ephemeral
    assert "Turns: 6" in answer.content


async def test_what_is_wrong_is_told_with_its_place_and_rule(world: World) -> None:
    wrong = "T0..(red.yellow)\nT1..E/2C6/D8-..E/3C1/F2-\nT2..E/3A4/E"
    answer = await bring(world, wrong)
    assert answer.ephemeral
    first, *rest = answer.content.splitlines()
    assert first == ("I couldn't import this record because of line 3, column 7: turn 2, seat 1, `3A4`.")
    assert rest == [
        "None of your 3s can go to A4: they're on D8, F9.",
        "See rule R7: `/rules topic:R7`.",
        "Possible here, for example: `3D6`, `3D7`, `3G9`, `3H9`",
    ]
    assert labels(answer) == []


async def test_what_is_no_record_is_refused_politely(world: World) -> None:
    for data, expected in (
        (b"\xff\xfe\x00", "This file isn't UTF-8 text: I can't read byte 1."),
        (b"x" * (MOST_BYTES + 1), "This file is too large for a record: I read 64 KiB at most."),
        (b"T0..(a.b)\nT1.." + b"E/" * 5_001 + b"E", "This record is too long: I replay 5,000 actions at most."),
        (b"hello", "I couldn't import this record because of line 1, column 1"),
        (b"", "I couldn't import this record because of line 1, column 1."),
    ):
        answer = await bring(world, data)
        assert answer.ephemeral
        assert expected in answer.content
        assert "`" * 3 not in answer.content


async def test_a_record_that_is_no_longer_kept_says_so(world: World) -> None:
    answer = await bring(world, RUNNING)
    async with world.bot.arena.db.write() as connection:
        assert await imports.prune(connection, world.bot.clock.now() + KEPT) == 1
    told = message_of(await world.eve.click(answer, label="View"))
    assert told.ephemeral
    assert told.content == "This record has been deleted: please import it again."
