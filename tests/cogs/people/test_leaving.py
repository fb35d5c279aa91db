"""`/data request:deletion` on a simulated Discord: what is asked before, and what others see after."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from store.tables.names import GONE
from tests.cogs.conftest import World, private, take
from tests.cogs.lobby.test_rematch import end, offered
from tests.cogs.lobby.test_seeks import announced, seek
from tests.cogs.playing import labels, message_of
from tests.cogs.strays import strays
from tests.hosting.rights.leaving import traces

NAME = "zyxwvutnameless"
EVERYTHING, RESIGN, KEEP = "Delete everything", "Resign the match and delete everything", "Keep it"


async def ask(world: World, name: str, *, direct: bool = False) -> simcord.InteractionResult:
    person = world.people[name]
    return await (
        person.user.slash("data", request="deletion")
        if direct
        else person.slash(world.channel, "data", request="deletion")
    )


async def delete(world: World, name: str, label: str = EVERYTHING, *, direct: bool = False) -> None:
    """Have somebody ask for their deletion and confirm it."""
    message, person = message_of(await ask(world, name, direct=direct)), world.people[name]
    await (person.user if direct else person).click(message, label=label)
    await world.settle()
    assert "to you any" in message.content
    assert labels(message) == []


async def known(world: World, name: str) -> bool:
    return await world.bot.arena.people.find(world.people[name].id) == world.person(name)


async def test_nothing_goes_before_the_second_press(world: World) -> None:
    reply = await ask(world, "eve")
    told = private(reply)
    for words in ("What goes", "What stays", "posted on Discord stays", "cannot be undone", "/data request:copy"):
        assert words in told
    assert labels(message_of(reply)) == [EVERYTHING, KEEP]
    await world.eve.click(message_of(reply), label=KEEP)
    assert message_of(reply).content == "Nothing was deleted."
    assert await known(world, "eve")


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_the_second_press_deletes_who_presses(world: World, direct: bool) -> None:
    await delete(world, "eve", direct=direct)
    assert not await known(world, "eve")
    assert "I hold nothing about you" in private(await ask(world, "eve", direct=direct))


async def test_it_is_the_presser_who_is_deleted_and_only_after_they_were_asked(world: World) -> None:
    """Somebody else's button, or one from before, deletes nobody: it asks."""
    reply = await ask(world, "eve")
    copied = await world.as_it_was(message_of(reply).message)
    await world.bob.click(copied, label=EVERYTHING)
    assert "Something has changed since I asked" in world.latest(copied).content
    assert await known(world, "bob")
    assert await known(world, "eve")


async def test_who_plays_resigns_by_a_button_of_its_own(world: World) -> None:
    early = message_of(await ask(world, "ann"))
    match = await world.begin()
    await world.ann.click(early, label=EVERYTHING)
    assert "Something has changed" in early.content
    assert f"**You're still in 1 match:** 1 <#{world.channel.id}>." in early.content
    assert labels(early) == [RESIGN, KEEP]
    assert not (await world.bot.arena.matches.get(match.id)).over

    await world.ann.click(early, label=RESIGN)
    await world.settle()
    match = await world.bot.arena.matches.get(match.id)
    assert match.over
    board = private(await world.bob.slash(world.channel, "board", match=match.id, look="text"))
    assert "deleted player" in board
    assert "ann" not in board
    result = world.own(world.channel)[-1]
    assert "deleted player" in result.content
    assert str(world.ann.id) not in result.content
    profile = private(await world.bob.slash(world.channel, "profile"))
    assert "ann" not in profile


async def test_two_who_meet_are_numbered(world: World) -> None:
    match = await world.begin()
    await delete(world, "ann", RESIGN)
    await delete(world, "bob")
    board = private(await world.eve.slash(world.channel, "board", match=match.id, look="text"))
    assert "deleted player 1" in board
    assert "deleted player 2" in board
    record = await world.bot.arena.matches.record(match.id, None)
    assert "ann" not in record
    assert "bob" not in record


async def test_a_lobby_loses_the_name_and_passes_to_the_next(world: World) -> None:
    message = await world.lobby(players=3, opponent=world.cleo)
    await world.press("bob", message, "Join")
    await delete(world, "ann")
    shown = world.latest(message)
    assert str(world.ann.id) not in shown.content
    assert f"<@{world.bob.id}> (host)" in shown.content
    assert f"<@{world.cleo.id}> is invited" in shown.content
    await delete(world, "cleo")
    assert str(world.cleo.id) not in world.latest(message).content
    # Its controls are those of the table as it is: a press works.
    await world.press("dan", message, "Join")
    await delete(world, "dan")
    await world.press("eve", message, "Join")
    assert f"<@{world.eve.id}>" in world.latest(message).content
    await delete(world, "bob")
    await delete(world, "eve")
    assert "This table was cancelled" in world.latest(message).content
    assert (await world.table()).status == "cancelled"


async def test_a_lobby_that_cannot_be_edited_stays_and_the_person_goes(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    message = await world.lobby()
    take(world, "send_messages", "view_channel", "read_message_history")
    with caplog.at_level("INFO"):
        await delete(world, "ann", direct=True)
    assert "stays as it is" in caplog.text
    assert str(world.ann.id) not in caplog.text
    assert (await world.table()).status == "cancelled"
    assert str(world.ann.id) in world.latest(message).content


async def test_what_was_announced_loses_the_name(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    (message,) = announced(world)
    assert str(world.ann.id) in message.content
    await delete(world, "ann")
    (message,) = announced(world)
    assert str(world.ann.id) not in message.content
    assert "this match won't start" in message.content
    assert not message.components
    await world.env.advance_time(1200)
    await world.settle()
    assert await world.bot.arena.matches.in_guild(world.guild.id) == []
    # The other offer still stands.
    await seek(world, "cleo")
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1


async def test_an_offer_of_a_rematch_is_declined(world: World) -> None:
    match = await world.begin()
    result = await end(world, match)
    await world.press("bob", result, "Rematch")
    await delete(world, "ann")
    offer = offered(world, match)
    assert offer.content == "The rematch was declined."
    assert not offer.components
    assert "a player can't be asked" in private(await world.press("bob", result, "Rematch"))


async def test_who_leaves_a_silent_match_is_named_nowhere(world: World) -> None:
    await world.come(NAME)
    message = await world.lobby(players=4, mode="teams")
    for name in (NAME, "cleo", "dan"):
        await world.press(name, message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    match = await world.play(await world.bot.arena.matches.get(1))
    assert match.names == ("ann", NAME, "cleo", "dan")
    await world.people[NAME].slash(world.channel, "seek create", game="replicants", mode="2")
    await world.people[NAME].slash(world.channel, "settings block", add=world.eve)
    await world.people[NAME].slash(world.channel, "data", request="copy")
    await world.settle()
    account = world.people[NAME].id
    folder = Path(str(world.bot.arena.db.address)).parent
    assert traces(folder, account, NAME) != []

    world.logged.clear()
    with world.logged.at_level("INFO"):
        await delete(world, NAME, RESIGN)
        # The hourly look at the channels goes by the accounts of players, one of whom has none any more.
        await world.env.advance_time(3700)
        await world.settle()
    match = await world.bot.arena.matches.get(1)
    assert match.over
    assert match.names == ("ann", GONE, "cleo", "dan")
    for place in match.places:
        if place.shows_boards:
            assert "deleted player resigned" in "".join(
                each.content for each in world.own(world.place(place.channel_id))
            )
    assert await strays(world) == []
    assert traces(folder, account, NAME) == []
    assert str(account) not in world.logged.text
    assert NAME not in world.logged.text


async def test_who_comes_back_has_nothing_of_theirs(world: World) -> None:
    await delete(world, "ann")
    await world.lobby()
    found = await world.bot.arena.people.find(world.ann.id)
    assert found not in {None, world.person("ann")}
