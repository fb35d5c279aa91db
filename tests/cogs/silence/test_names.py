"""Players whose name is not that of the start: called so that nobody else sees the name, and told what to do (R29)."""

from __future__ import annotations

import discord
import pytest

from cogs.silence.notices import set_organisers_channel
from engine.text import say
from hosting.consent.agreements import End
from hosting.match.model import Match
from tests.cogs.playing import labels
from tests.cogs.silence.conftest import Silent

HOUR = 3600.0
WORDS = "attack the left"


def rename(w: Silent, name: str, nick: str | None) -> None:
    w.env.backend.edit_member(w.guild.id, w.people[name].id, {"nick": nick})


async def until(w: Silent, match: Match, name: str) -> Match:
    """Have turns played until it is somebody's turn."""
    match = await w.play(match)
    while match.to_act != (w.number(name),):
        match = await w.play(match)
    return match


async def notice(w: Silent) -> None:
    await w.env.advance_time(HOUR + 1)
    await w.settle()


def close(w: Silent, times: int = 1000) -> None:
    """Have everybody take no private messages."""
    w.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=times)


def shown(w: Silent, match: Match, reader: str) -> list[discord.Message]:
    """Return what a player reads in the channels of the match."""
    seats = {name: f"team:{number % 2}" for number, name in enumerate(("ann", "bob", "cleo", "dan"))}
    found = [w.channel(match, role).history(viewer=w.people[reader]) for role in (seats[reader], "board")]
    # Discord announces no private thread in its channel; the simulation announces every thread.
    announced = discord.MessageType.thread_created
    return [message for messages in found for message in messages if message.type is not announced]


def threads(w: Silent, match: Match) -> list[int]:
    parents = {place.channel_id for place in match.places}
    return [each.id for each in w.env.backend.channels.values() if each.is_thread and each.parent_id in parents]


async def test_they_are_called_in_private_at_every_turn_of_theirs(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    for turns in (1, 2):
        match = await until(w, match, "cleo")
        (status,) = [each for each in w.channel(match, "team:0").history() if "Play" in labels(each)]
        assert ". Cleo: " in status.content.splitlines()[0]
        assert w.world.pings(status) == []
        calls = [text for text in w.whispers("cleo") if "Cleo, it's your turn in Replicants." in text]
        assert len(calls) == turns
    assert all("it's your turn" not in text for name in ("ann", "bob", "dan") for text in w.whispers(name))


async def test_they_are_told_once_how_to_be_mentioned_again_and_nobody_else_is(w: Silent) -> None:
    match = await w.start()
    before = [message.content for message in shown(w, match, "ann")]
    for name in (WORDS, "attack the right", "wait"):
        rename(w, "cleo", name)
        await notice(w)
    told = [text for text in w.whispers("cleo") if "name has changed" in text]
    assert len(told) == 1
    assert "Go back to your old name" in told[0]
    assert [message.content for message in shown(w, match, "ann")] == before
    organisers = [text for text in w.whispers("ann") if "name has changed" in text]
    assert organisers == [], "she plays"


async def test_they_are_told_although_discord_fails_at_first(w: Silent) -> None:
    await w.start()
    rename(w, "cleo", WORDS)
    w.env.inject_error("POST", "/users/@me/channels", status=503, times=1)
    await notice(w)
    await w.env.advance_time(HOUR)
    await w.settle()
    assert len([text for text in w.whispers("cleo") if "name has changed" in text]) == 1


async def test_with_the_old_name_they_are_mentioned_again(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    rename(w, "cleo", None)
    await notice(w)
    assert (await w.codes(match))[1:] == ["renamed", "named"]
    match = await until(w, match, "cleo")
    (status,) = [each for each in w.channel(match, "team:0").history() if "Play" in labels(each)]
    assert w.world.pings(status) == [w.people["cleo"].id]


async def test_a_mention_that_stands_goes_when_the_name_changes(w: Silent) -> None:
    match = await until(w, await w.start(), "cleo")
    mention = f"<@{w.people['cleo'].id}>"
    assert any(mention in message.content for message in shown(w, match, "ann"))
    rename(w, "cleo", WORDS)
    await notice(w)
    assert not any(mention in message.content for message in shown(w, match, "ann"))


async def test_after_a_restart_nobody_mentions_them_either(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    await w.world.restart()
    mention = f"<@{w.people['cleo'].id}>"
    match = await until(w, await w.bot.arena.matches.get(match.id), "cleo")
    assert not any(mention in message.content for message in shown(w, match, "ann"))
    assert any("Cleo, it's your turn" in text for text in w.whispers("cleo"))


async def test_who_takes_no_private_messages_is_called_in_a_thread_of_their_own(w: Silent) -> None:
    match = await w.start()
    before = [message.content for message in shown(w, match, "ann")]
    close(w)
    rename(w, "cleo", WORDS)
    await notice(w)
    assert [message.content for message in shown(w, match, "ann")] == before, "nobody else is told"
    (thread,) = threads(w, match)
    handle = w.world.place(thread)
    (told,) = handle.history(viewer=w.people["cleo"])
    assert "Go back to your old name" in told.content
    assert w.world.pings(told) == [w.people["cleo"].id]
    for _ in range(2):
        match = await until(w, match, "cleo")
    calls = [each for each in handle.history() if "Cleo, it's your turn" in each.content]
    assert [w.world.pings(each) for each in calls] == [[w.people["cleo"].id]] * 2
    assert threads(w, match) == [thread]
    w.env.backend.delete_channel(thread)
    await until(w, match, "cleo")
    (thread,) = threads(w, match)
    parent = w.env.backend.channels[thread].parent_id
    assert parent == w.channel(match, "team:0").id
    assert not w.can("ann", w.channel(match, "team:0")) & {"manage_threads", "send_messages_in_threads"}


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006)], ids=["refused", "full"])
async def test_if_no_thread_can_be_opened_the_organisers_are_told_once(w: Silent, status: int, code: int) -> None:
    match = await w.start()
    await w.world.as_bot(set_organisers_channel(w.bot, w.guild.id, w.general.id))
    close(w)
    w.env.inject_error("POST", "/channels/*/threads", status=status, code=code, times=1000)
    rename(w, "cleo", WORDS)
    await notice(w)
    for _ in range(2):
        match = await until(w, match, "cleo")
    said = [each.content for each in w.general.history() if "cannot call Cleo" in each.content]
    assert len(said) == 1
    assert "/organise substitute" in said[0]
    assert match.parked is None


async def test_what_must_be_said_on_the_board_stands_above_whose_turn_it_is(w: Silent) -> None:
    match = await w.start()
    status = w.channel(match, "board").history()[-1]
    assert "Play" in labels(status)
    await w.world.as_bot(w.bot.arena.statuses.above(match.id, say("Something happened.")))
    *_, said, last = w.channel(match, "board").history()
    assert said.content == "Something happened."
    assert "Play" in labels(last)
    assert last.content == status.content
    assert [each for each in w.channel(match, "board").history() if "Play" in labels(each)] == [last]
    assert w.world.pings(last) == []


@pytest.mark.parametrize("private", [True, False])
async def test_they_are_asked_aside_for_their_consent(w: Silent, private: bool) -> None:
    match = await w.start()
    if not private:
        close(w)
    rename(w, "cleo", WORDS)
    await notice(w)
    await w.world.as_bot(w.bot.arena.requests.ask(match.id, w.number("ann"), End()))
    await w.announced()
    mention = f"<@{w.people['cleo'].id}>"
    assert not any(mention in message.content for message in shown(w, match, "ann"))
    told = w.whispers("cleo") if private else [each.content for each in w.world.place(threads(w, match)[0]).history()]
    assert any("offers to end the match" in text for text in told)
