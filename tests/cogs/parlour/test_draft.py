"""A draft whose picks stay closed: what is posted while it goes on, and the proof of all picks at the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.__main__ import main
from engine.registry import get
from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import Parlour, begin
from tests.cogs.playing import labels, message_of, posts
from tests.cogs.twins import difference, look_around, parallel, told, words

pytestmark = pytest.mark.usefixtures("parlour")


async def ended(party: Parlour) -> dict[str, str]:
    """Have a player resign; return the files of the message of the end by name."""
    world = party.world
    await world.bot.arena.matches.forfeit(party.match_id, world.person("bob"))
    await world.settle()
    message = posts(world, "Verify")[-1]
    return {
        file.filename: (await file.read()).decode()
        for file in message.attachments
        if not file.filename.endswith(".png")
    }


async def test_picks_stay_closed_while_the_match_goes_on(world: World) -> None:
    party = await begin(world, 3)
    picked = [str((await party.session()).state.packs[seat - 1][0]) for seat in (1, 2, 3)]
    await party.draft()
    public = words([await told(message) for message in posts(world)])
    assert "All 3 have chosen." in public
    assert "Choices that stay hidden are revealed when the match is over" in public
    assert "The choices stay sealed until the match is over." in public
    assert "Opened" not in public
    record = message_of(await world.bob.slash(world.channel, "match record"))
    lines = words([await told(record)]).splitlines()
    assert [f"S1 {picked[0]}" in lines, f"S2 {picked[1]}" in lines, f"S3 {picked[2]}" in lines] == [False, True, False]
    assert lines.count("S1 ??") == lines.count("S3 ??") == 2


async def test_the_end_proves_all_picks(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    party = await begin(world)
    await party.draft()
    channel = "\n".join(message.content for message in posts(world))
    files = await ended(party)
    assert "Opened: the choices of 2 decisions" in posts(world, "Verify")[-1].content
    choices = files["choices-1.opened"]
    assert len(re.findall(r"^1:[12]:[12]:[0-9a-f]{32}:\d+ → [0-9a-f]{64}$", choices, re.MULTILINE)) == 4
    record, messages = tmp_path / "record.txt", tmp_path / "messages.txt"
    record.write_text(files["parlour-1.record"], encoding="utf-8")
    messages.write_text(f"{channel}\n\n{choices}", encoding="utf-8")
    assert get("parlour") in registry.games()
    assert main(["verify", str(record), str(messages)]) == 0, capsys.readouterr().out
    line = re.findall(r"^1:1:1:[0-9a-f]{32}:(\d+)", choices, re.MULTILINE)[0]
    messages.write_text(re.sub(rf"(?m)^(1:1:1:[0-9a-f]{{32}}):{line} ", r"\1:99 ", channel + "\n\n" + choices))
    assert main(["verify", str(record), str(messages)]) == 1


async def test_the_button_verify_finds_them(world: World) -> None:
    party = await begin(world)
    await party.draft()
    await ended(party)
    assert "Verify" in labels(posts(world, "Verify")[-1])
    answer = message_of(await world.cleo.click(posts(world, "Verify")[-1], label="Verify"))
    shown = words([await told(answer)])
    assert "Decision 1: all 2 choices fit their hashes and the record." in shown
    assert "Decision 2, opened:" in shown
    assert "❌" not in shown


async def test_nobody_else_sees_what_was_picked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            party = await begin(world)
            for _ in (1, 2):
                for seat, picks in ((1, place), (2, 0)):
                    pack = (await party.session()).state.packs[seat - 1]
                    await party.move(seat, str(pack[picks]))
            await party.move(await party.first(), "P")
            found.append(await look_around(world, "bob", "cleo", "gus"))
            own.append(await look_around(world, "ann"))
    assert difference(found) == ""
    assert difference(own) != ""
