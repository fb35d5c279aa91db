"""Teammates in one voice channel (R29): both and the organisers are told, once a meeting, and it is logged."""

import aiohttp
import pytest

from cogs.silence.keeper import COOL_DOWN
from cogs.silence.notices import set_organisers_channel
from tests.cogs.silence.conftest import Silent


async def join(w: Silent, *names: str) -> None:
    for name in names:
        await w.people[name].join_voice(w.voice)
    await w.settle()


async def leave(w: Silent, *names: str) -> None:
    for name in names:
        await w.people[name].leave_voice()
    await w.settle()


def told(w: Silent) -> dict[str, int]:
    """How often each player was told of a meeting."""
    return {name: sum("together in the voice channel" in text for text in w.whispers(name)) for name in w.people}


async def test_r29_teammates_who_meet_are_told_and_so_is_the_owner(w: Silent) -> None:
    match = await w.start()
    await join(w, "ann", "eve")
    assert await w.codes(match) == ["started"]
    await join(w, "cleo")
    assert told(w) == {"ann": 1, "bob": 0, "cleo": 1, "dan": 0, "eve": 0}
    entry = (await w.log(match))[-1]
    assert (entry.code, entry.channel_id, entry.detail) == ("met", w.voice.id, {"team": 0})
    owner = w.guild.owner
    assert "together in the voice channel" in owner.dm_channel.history(viewer=owner)[-1].content


async def test_opponents_may_meet(w: Silent) -> None:
    match = await w.start()
    await join(w, "ann", "bob", "eve")
    assert await w.codes(match) == ["started"]
    assert sum(told(w).values()) == 0


async def test_a_meeting_is_told_of_once_however_often_anything_is_checked(w: Silent) -> None:
    match = await w.start()
    await join(w, "bob", "dan", "eve")
    match = await w.play(match)
    await w.people["bob"].set_voice(self_mute=True)
    await w.env.advance_time(7300)
    await w.settle()
    assert await w.codes(match) == ["started", "met"]
    assert told(w)["bob"] == 1


async def test_a_new_meeting_is_told_of_after_a_while_and_logged_always(w: Silent) -> None:
    match = await w.start()
    for _ in range(2):
        await join(w, "bob", "dan")
        await leave(w, "dan")
    assert await w.codes(match) == ["started", "met", "parted", "met", "parted"]
    assert told(w)["dan"] == 1
    await w.env.advance_time(COOL_DOWN.total_seconds() + 1)
    await join(w, "dan")
    assert told(w)["dan"] == 2


async def test_teammates_who_are_together_already_are_noticed_at_the_start(w: Silent) -> None:
    await join(w, "ann", "cleo")
    match = await w.start()
    assert await w.codes(match) == ["started", "met"]


@pytest.mark.parametrize("how", ["organisers", "host", "board"])
async def test_whom_organisers_are(w: Silent, how: str) -> None:
    if how == "organisers":
        await set_organisers_channel(w.bot, w.guild.id, w.general.id)
    elif how == "board":
        w.env.backend.edit_guild(w.guild.id, {"owner_id": w.people["bob"].id})
        await w.env.settle()
    match = await w.start()
    if how == "host":
        w.set_organiser(match, "eve")
    await join(w, "ann", "cleo")
    if how == "organisers":
        assert "together in the voice channel" in w.general.history()[-1].content
    elif how == "host":
        assert told(w)["eve"] == 1
    else:
        assert any("together in the voice channel" in text for text in w.on_board(match))


async def test_whoever_takes_no_private_messages_reads_it_on_the_board(w: Silent) -> None:
    match = await w.start()
    w.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await join(w, "ann", "cleo")
    assert sum(told(w).values()) == 1
    assert any("together in the voice channel" in text for text in w.on_board(match))


async def test_a_connection_that_breaks_keeps_nobody_from_being_told(
    w: Silent, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.start()

    async def broken(*_: object) -> None:
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(w.bot, "create_dm", broken)
    await join(w, "ann", "cleo")
    assert any("together in the voice channel" in text for text in w.on_board(match))
    assert [entry.code for entry in await w.log(match)] == ["started", "met"]


async def test_after_the_match_teammates_may_meet(w: Silent) -> None:
    match = await w.resign(await w.start(), "ann")
    await join(w, "ann", "cleo")
    assert "met" not in await w.codes(match)
