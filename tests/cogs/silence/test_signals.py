"""What a player could let a partner know by other means than playing (R29)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
import pytest

from cogs.silence.channels import ORPHANED_AFTER, remake_places, remaking
from hosting.match.model import Match, Person, Place
from tests.cogs.conftest import private
from tests.cogs.playing import labels, message_of, refreshed
from tests.cogs.silence.conftest import Silent


async def lost_match(w: Silent) -> Match:
    """Have ann play another match, against somebody with a telling name, that has lost its channel."""
    lost, tables = w.guild.create_text_channel("lost"), w.bot.arena.tables
    table = await tables.open(w.guild.id, lost.id, w.person("ann"), "replicants", "2", where="here")
    table = await tables.join(table.id, Person(w.number("eve"), "attack the left"))
    match = await w.world.as_bot(tables.start(table.id, w.number("ann"), [Place("board", lost.id)]))
    w.env.backend.delete_channel(lost.id)
    await w.settle()
    return match


@pytest.mark.parametrize("where", ["thread", "here"])
@pytest.mark.parametrize("role", ["team:0", "board"])
async def test_no_other_match_moves_to_where_partners_read(w: Silent, role: str, where: str) -> None:
    match, lost = await w.start(), await lost_match(w)
    channel = w.channel(match, role)
    before = [message.id for message in channel.history(viewer=w.people["cleo"])]
    answer = await w.people["ann"].slash(channel, "match move-to", match=lost.id, where=where)
    await w.settle()
    assert "R29" in private(answer)
    assert not channel.threads
    assert [message.id for message in channel.history(viewer=w.people["cleo"])] == before


async def test_no_table_is_opened_in_a_thread_below_a_channel_where_partners_read(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    seen = w.seen.get_channel(channel.id)
    assert isinstance(seen, discord.TextChannel)
    made = await w.world.as_bot(seen.create_thread(name="odd", type=discord.ChannelType.public_thread))
    thread = w.world.place(made.id)
    before = [message.id for message in thread.history()]
    answer = await w.people["ann"].slash(thread, "new replicants", players=2)
    assert "R29" in private(answer)
    assert [message.id for message in thread.history()] == before


async def test_whether_a_player_wants_to_be_called_does_not_show(w: Silent) -> None:
    match, ann, settings = await w.start(), w.people["ann"], w.bot.arena.settings
    shown, called = [], []
    for ping in (True, False):
        await settings.set_player(w.number("ann"), replace(await settings.player(w.number("ann")), ping=ping))
        match = await w.play(match)
        while match.to_act != (w.number("ann"),):
            match = await w.play(match)
        status = w.channel(match, "team:0").history(viewer=w.people["cleo"])[-1]
        shown.append(status.content.splitlines()[0].partition(". ")[2])  # without the round
        called.append(w.world.pings(status))
    assert shown[0] == shown[1]
    assert called == [[ann.id], []]


async def test_two_who_have_channels_made_anew_at_once_make_them_once(w: Silent) -> None:
    # A channel that nobody has written down would be looked after by nobody.
    match = await w.start()
    for role in ("team:1", "spectators"):
        w.env.backend.delete_channel(w.channel(match, role).id)
    await w.settle()

    async def remake() -> None:
        async with remaking(match.id):
            made = await remake_places(w.bot, await w.bot.arena.matches.get(match.id), w.seen)
            await w.bot.arena.housing.move(match.id, made, w.number("ann"))

    async def both() -> None:
        await asyncio.gather(remake(), remake())

    await w.world.as_bot(both())
    known = {place.channel_id for place in (await w.bot.arena.matches.get(match.id)).places}
    category = w.seen.get_channel(w.channel(match, "category").id)
    assert isinstance(category, discord.CategoryChannel)
    assert {channel.id for channel in category.channels} < known


async def test_channels_made_anew_that_the_match_never_moved_to_are_removed_later(w: Silent) -> None:
    """The process died between making them and writing them down."""
    match = await w.start()
    for role in ("category", "team:1"):
        w.env.backend.delete_channel(w.channel(match, role).id)
    await w.settle()

    async def remake() -> None:
        async with remaking(match.id):
            made.extend(await remake_places(w.bot, await w.bot.arena.matches.get(match.id), w.seen))

    made: list[Place] = []
    await w.world.as_bot(remake())
    assert [place.role for place in made] == ["category", "team:1"]
    assert all(w.exists(place.channel_id) for place in made)
    await w.world.as_bot(remake())
    await w.world.as_bot(w.bot.arena.housing.move(match.id, made[2:], w.number("ann")))
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert [w.exists(place.channel_id) for place in made] == [False, False, True, True]


async def test_what_is_asked_for_is_not_seen_before_its_moment_and_can_be_left_unasked(w: Silent) -> None:
    match = await w.play(await w.start())
    channel, ann = w.channel(match, "team:0"), w.people["ann"]
    before = [message.id for message in channel.history(viewer=w.people["cleo"])]
    answers = [
        message_of(await ann.slash(channel, each)) for each in ("undo", "match end", "match pause", "match leave")
    ]
    assert all("with the next turn" in answer.content for answer in answers)
    asked = answers[-1]
    assert labels(asked) == ["Don't ask"]
    told = await ann.click(asked, label="Don't ask")
    assert "I won't ask the others." in refreshed(ann, asked).content
    assert told.response is None or told.response.ephemeral
    await w.announced()
    assert [message.id for message in channel.history(viewer=w.people["cleo"])] == before


async def test_what_was_asked_for_cannot_be_taken_back(w: Silent) -> None:
    match = await w.play(await w.start())
    channel, ann = w.channel(match, "team:0"), w.people["ann"]
    await ann.slash(channel, "match end")
    await w.announced()
    post = channel.history()[-1]
    assert labels(post) == ["Agree", "Refuse"]
    assert "each player can ask for one thing a turn" in private(await ann.slash(channel, "match pause"))
