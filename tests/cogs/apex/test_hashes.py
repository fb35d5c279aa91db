"""What is said of hashes: openings are whole however long names are, and nothing opened stands beside the hashes."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.core.text import MESSAGE_LIMIT, shown
from cogs.ui.hashes import hashes_content, opened_aside, opening_content
from engine.commitments import digest
from engine.transcript import read_pasted
from store.tables import outbox
from store.tables.values import Subject
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import posts
from tests.cogs.twins import told


async def opened(world: World, names: tuple[str, ...] = ()) -> Party:
    party = await begin(world, 6)
    await party.settle_in()
    if names:
        match = await party.match()
        seats = tuple(replace(seat, name=name) for seat, name in zip(match.seats, names, strict=True))
        world.bot.arena.matches._kept.put(match.id, replace(match, seats=seats))
    await world.settle()
    await party.seal(*range(1, 7))
    return party


async def test_six_long_names_leave_room_for_what_opens_their_choices(world: World) -> None:
    names = tuple(f"*_{number}_*" * 5 + "~~" for number in range(1, 7))
    await opened(world, names)
    (opening,) = [each for each in posts(world) if "-# Opened:" in each.content]
    assert len(opening.content) <= MESSAGE_LIMIT
    read = read_pasted(opening.content)
    assert [each.seat for each in read.openings] == [1, 2, 3, 4, 5, 6]
    assert all(
        each.digest == digest(f"{each.match}:{each.decision}:{each.seat}:{each.salt}:{each.choice}")
        for each in read.openings
    )
    (hashes,) = [each for each in posts(world) if "All 6 have chosen." in each.content]
    (listed,) = read_pasted(hashes.content).lists
    assert listed.final
    assert sorted(each.digest for each in read.openings) == list(listed.digests)


async def test_a_choice_of_six_is_two_messages(world: World) -> None:
    """One for the hashes and one for the board that opens them: the rest of a round is decisions."""
    party = await begin(world, 6)
    await party.settle_in()
    await world.settle()
    before = {each.id for each in posts(world)}
    await party.seal(*range(1, 7))
    new = [each for each in posts(world) if each.id not in before]
    assert ["All 6 have chosen." in each.content for each in new] == [True, False]
    assert ["-# Opened:" in each.content for each in new] == [False, True]


async def test_nothing_that_opens_a_choice_stands_beside_the_hashes(world: World) -> None:
    party = await opened(world)
    match = await party.match()
    sealing = (await world.bot.arena.commitments.opened(await world.bot.arena.matches.get(match.id)))[0]
    shown = hashes_content(match, sealing, "en")
    for each in sealing.opened:
        assert each.salt.hex() not in shown
        assert f":{each.text}" not in shown
    assert "Its hashes stood nowhere before" in opening_content(match, sealing, "en", None)
    assert re.search(
        r"\[the message with the hashes\]\(https://x\)", opening_content(match, sealing, "en", "https://x")
    )


async def test_the_beginning_commits_to_the_seed(world: World) -> None:
    party = await begin(world, 3)
    await world.settle()
    match = await party.match()
    (start,) = [each for each in posts(world) if ":seed`" in each.content]
    assert read_pasted(start.content).seeds == ((match.id, match.session.chance.commitment),)
    assert match.session.chance.seed.hex() not in str([await told(each) for each in posts(world)])


async def test_a_match_of_an_earlier_version_goes_on(world: World) -> None:
    """It left its message in other words, and what was to open it in the outbox."""
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2)
    (old,) = [each for each in posts(world) if "2 of 3 have chosen." in each.content]
    live = await world.bot.get_partial_messageable(world.channel.id).fetch_message(old.id)
    await live.edit(content="2 of 3 have chosen.\n-# Hashes for **Verify**.")
    await party.seal(3)
    match = await party.match()
    (sealing,) = await world.bot.arena.commitments.opened(await world.bot.arena.matches.get(match.id))
    payload = {"decision": sealing.decision}
    async with world.bot.arena.db.write() as connection:
        now = world.bot.clock.now()
        about = Subject.of_match(match.id)
        await outbox.add(connection, about, match.seq, [("sealed", world.channel.id, payload)], now)
    world.bot.arena.outbox.drain()
    await world.settle()
    assert world.latest(old).content.startswith("All 3 have chosen.")
    assert [each.id for each in posts(world) if "hashes for **Verify**" in each.content] == [old.id]
    assert len([each for each in posts(world) if "-# Opened:" in each.content]) == 1
    await party.idle_on()
    await party.seal(1)
    assert (await party.match()).session.sealed


def hashes(world: World) -> list[discord.Message]:
    """Return the messages with hashes, the oldest first."""
    return [each for each in posts(world) if re.search("3 ha(s|ve) chosen", each.content)]


async def die_before_noting(world: World) -> None:
    """Have the bot die before it noted what became of the latest post of hashes, and start again."""
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE outbox SET done_at = NULL, message_id = NULL "
            "WHERE id = (SELECT max(id) FROM outbox WHERE kind = 'sealed')"
        )
    await world.restart()
    await world.env.advance_time(60)
    await world.settle()


@pytest.mark.parametrize("left", ["whole", "outdated", "deleted"])
async def test_hashes_posted_before_a_crash_are_found_again(world: World, left: str) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    (message,) = hashes(world)
    if left == "deleted":
        world.env.backend.delete_message(world.channel.id, message.id)
    elif left == "outdated":
        # Another choice was sealed in between.
        stored = world.env.backend.get_message(world.channel.id, message.id)
        stored.content = stored.content.replace("1 of 3", "0 of 3")
    edits = len(
        [each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(message.id))]
    )
    await die_before_noting(world)
    (found,) = hashes(world)
    assert (found.id == message.id) is (left != "deleted")
    assert found.content == message.content
    again = [each for each in world.env.http_requests if each.method == "PATCH" and each.path.endswith(str(message.id))]
    assert len(again) - edits == (left == "outdated")


async def test_hashes_that_somebody_deleted_are_posted_anew(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    (message,) = hashes(world)
    world.env.backend.delete_message(world.channel.id, message.id)
    await party.seal(2)
    (found,) = hashes(world)
    assert found.id != message.id
    assert found.content.startswith("2 of 3 have chosen.")


async def test_hashes_that_the_bot_may_not_read_are_edited_again(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2)
    (message,) = hashes(world)
    stored = world.env.backend.get_message(world.channel.id, message.id)
    stored.content = "?"
    world.env.inject_error(
        "GET", f"/channels/{world.channel.id}/messages/{message.id}", status=403, code=50013, times=9
    )
    await die_before_noting(world)
    assert [each.id for each in hashes(world)] == [message.id]
    assert world.latest(message).content == message.content


async def test_hashes_of_choices_that_are_gone_say_why(world: World) -> None:
    party = await begin(world, 4)
    await party.settle_in()
    await party.seal(1)
    (message,) = [each for each in posts(world) if "1 of 4 has chosen." in each.content]
    await world.bot.arena.matches.forfeit(party.match_id, world.person("ann"))
    await world.settle()
    assert "discarded unopened, as ann resigned." in world.latest(message).content
    match = await party.match()
    (dropped,) = re.findall(r"`1:(\d+):1:dropped`", world.latest(message).content)
    sealing, _ = await world.bot.arena.commitments.posted(match, int(dropped), world.channel.id)
    back = replace(sealing, dropped=tuple(replace(each, cause="taken-back") for each in sealing.dropped))
    assert "discarded unopened, as turns were taken back." in hashes_content(match, back, "en")


def test_the_line_at_the_end_is_read_as_no_proof() -> None:
    match: Any = SimpleNamespace(id=1, names=())
    for link in (None, "https://x"):
        line = shown(opened_aside(match, 45, link), "en")
        assert "**Verify**" in line
        assert ("https://x" in line) is (link is not None)
        found = read_pasted(line)
        assert (found.lists, found.openings, found.unread) == ((), (), ())
