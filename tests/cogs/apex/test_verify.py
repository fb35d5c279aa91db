"""A player who doubts a match of APEX can check it: with the button, and with what they copy from the channel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import discord
import pytest

from engine.__main__ import main
from tests.cogs.apex.party import Party, begin
from tests.cogs.apex.test_forged import forged
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of, posts
from tests.cogs.twins import told, words


async def played(world: World, players: int = 3, rounds: int = 2) -> Party:
    """Play some rounds; the last player but one is left over."""
    party = await begin(world, players)
    await party.settle_in()
    await world.settle()
    for _ in range(rounds):
        await party.seal(1)
        await party.move(1, await party.choice(1, "C", 1))  # somebody changes their mind
        await party.seal(*range(2, players + 1), side="C")
        await party.idle_on()
        await world.settle()
    return party


async def ended(party: Party) -> discord.Message:
    """Have all but one give up; return the message of the end."""
    while not (await party.match()).over:
        (seat, *_) = sorted((await party.match()).session.game.to_act((await party.match()).session.state))
        await party.world.bot.arena.matches.forfeit(party.match_id, (await party.match()).person_of(seat))
    await party.world.settle()
    return posts(party.world, "Verify")[-1]


async def record_of(message: discord.Message) -> str:
    (file,) = [each for each in message.attachments if each.filename.startswith("apex-") and "record" in each.filename]
    return (await file.read()).decode()


def copied(messages: Sequence[discord.Message]) -> str:
    """Return messages as somebody copies them who marks all of a channel."""
    return "\n".join(f"Arena APP — 12:34\n{message.content}\n" for message in messages)


def verified(path: Path, record: str, messages: str) -> int:
    (path / "record.txt").write_text(record, encoding="utf-8")
    (path / "messages.txt").write_text(messages, encoding="utf-8")
    return main(["verify", str(path / "record.txt"), str(path / "messages.txt")])


async def test_what_was_posted_proves_the_match(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world)
    record = await record_of(await ended(party))
    channel = copied(posts(world))
    assert verified(tmp_path, record, channel) == 0, capsys.readouterr().out
    assert "2 draws" in capsys.readouterr().out
    assert verified(tmp_path, record, channel.replace("`", "").replace("-# ", "")) == 0
    line = re.findall(r"`(\d+:\d+:2:[0-9a-f]{32}:\d+C)`", channel)[0]
    assert verified(tmp_path, record, channel.replace(line, f"{line[:-1]}W")) == 1
    assert verified(tmp_path, record, "") == 3


async def test_a_seat_that_changed_hands_does_not_look_like_a_forgery(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world, rounds=1)
    await party.seal(2)
    before = copied(posts(world))
    await world.bot.arena.substitutes.replace(party.match_id, 2, world.named("dan"), world.person("eve"))
    await world.settle()
    await world.bot.arena.matches.play(party.match_id, world.person("dan"), await party.choice(2, "C"))
    await party.seal(1, 3, side="C")
    await party.idle_on()
    await world.settle()
    record = await record_of(await ended(party))
    assert verified(tmp_path, record, f"{before}\n{copied(posts(world))}") == 0, capsys.readouterr().out
    assert "seat 2 changed hands or resigned, so its choice was dropped" in capsys.readouterr().out


async def test_a_match_that_ends_while_some_still_choose_does_not_look_like_a_forgery(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await played(world, rounds=1)
    await party.seal(3)
    before = copied(posts(world))
    for seat in (1, 2):
        await world.bot.arena.matches.forfeit(party.match_id, (await party.match()).person_of(seat))
    await world.settle()
    record = await record_of(posts(world, "Verify")[-1])
    assert verified(tmp_path, record, before) == 3, capsys.readouterr().out
    assert verified(tmp_path, record, copied(posts(world))) == 0, capsys.readouterr().out
    assert "the match ended before everyone had chosen" in capsys.readouterr().out
    assert verified(tmp_path, record, f"{before}\n{copied(posts(world))}") == 0


async def test_the_button_tells_in_private_what_holds(world: World) -> None:
    party = await played(world)
    last = await ended(party)
    assert labels(last) == ["Rematch", "New table", "Replay", "Verify"]
    before = [each.id for each in posts(world)]
    answer = message_of(await world.people["fay"].click(last, label="Verify"))
    assert answer.ephemeral
    assert "✅ Decision 4: all 3 choices fit their hashes and the record." in answer.content
    assert "❔" not in answer.content
    assert "-# I can't check the message with the hash of the seed for you: compare it" in answer.content
    assert "❌" not in answer.content
    assert "It can't prove that I showed you the same during the match" in answer.content
    assert "python -m engine verify" in answer.content
    assert [each.id for each in posts(world)] == before
    text = words([await told(answer)])
    for message in posts(world):
        if "hashes for **Verify**" in message.content or "-# Opened:" in message.content:
            assert message.jump_url in text


async def test_what_the_end_opens_is_behind_verify_and_proves_the_match(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = await begin(world, 2)
    await party.settle_in()
    while not (match := await party.match()).over:
        seat = min(match.session.to_act - {sealed for sealed, *_ in match.session.sealed})
        turn = min(match.session.complete(seat, ""), key=len)
        await world.bot.arena.matches.play(match.id, match.person_of(seat), turn)
    await world.settle()
    last = posts(world, "Verify")[-1]
    (line,) = [each for each in last.content.splitlines() if "Opened: " in each]
    assert re.fullmatch(r"-# Opened: `1:\d+`\. \*\*Verify\*\* has the salts to \[its hashes\]\(https://\S+\)\.", line)
    assert not re.search("[0-9a-f]{32}", last.content)
    record, channel = await record_of(last), copied(posts(world))
    answer = message_of(await world.people["fay"].click(last, label="Verify"))
    assert answer.ephemeral
    assert "❌" not in answer.content
    assert "The third file opens the last choices" in answer.content
    third = answer.attachments[-1]
    assert third.filename == "choices-1.opened"
    opened = (await third.read()).decode()
    assert len(opened.splitlines()) == 2
    assert verified(tmp_path, record, channel) == 3, "the last choices are not opened in any message"
    capsys.readouterr()
    assert verified(tmp_path, record, f"{channel}\n{opened}") == 0, capsys.readouterr().out
    altered = opened.replace("C", "W") if "C" in opened else opened.replace("W", "C")
    assert verified(tmp_path, record, f"{channel}\n{altered}") == 1


async def test_the_button_finds_what_was_altered(world: World) -> None:
    party = await played(world)
    last = await ended(party)
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE commitments SET text = '29X' WHERE decision = 4 AND seat = 2")
    answer = message_of(await world.ann.click(last, label="Verify"))
    assert re.search(r"❌ Decision 4, seat 2: 29X was revealed, but the record has \d+C\.", answer.content)


async def test_a_running_match_is_not_verified(world: World) -> None:
    party = await played(world, rounds=1)
    answer = await forged(world, "ann", f"m:{party.match_id}:0:verify")
    assert "You can verify a match when it's over" in answer
    assert "Seed" not in answer


async def test_nobody_verifies_a_match_that_they_may_not_look_at(world: World) -> None:
    party = await played(world, rounds=1)
    await ended(party)
    custom_id = f"m:{party.match_id}:0:verify"
    message = await world.forge(custom_id, channel=world.guild.create_text_channel("other"))
    world.deny(world.channel, world.people["fay"].id, "view_channel")
    refused = private(await world.people["fay"].click(message, custom_id=custom_id))
    assert "There's no such match" in refused
