"""Teammates in one voice channel (R29): both and the organisers are told, once a meeting, and it is logged."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import aiohttp
import pytest

from cogs.clock.cog import clock_lines
from cogs.core.messages import Accounts
from cogs.core.permissions import label
from cogs.silence.keeper import COOL_DOWN
from cogs.silence.notices import set_organisers_channel
from cogs.ui.boards import call_content
from hosting.clock import ClockTerms
from hosting.consent.agreements import End
from hosting.match.model import Match
from hosting.match_terms import Terms
from hosting.silence import READING, SPEECH, WORDS
from tests.cogs.conftest import private
from tests.cogs.silence.conftest import PLAYERS as CONFTEST_PLAYERS
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


async def test_a_player_who_takes_no_private_messages_reads_it_on_the_board(w: Silent) -> None:
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


# What players set for themselves shows nowhere that a partner reads (R29).


CLOCK = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=3)))


async def start(w: Silent) -> Match:
    """Start a silent match with three days a turn."""
    tables = w.bot.arena.tables
    table = await tables.open(
        w.guild.id, w.general.id, w.person("ann"), "replicants", "teams", where="channels", terms=CLOCK
    )
    for name in CONFTEST_PLAYERS[1:]:
        table = await tables.join(table.id, w.person(name))
    return await w.world.as_bot(tables.start(table.id, table.host.person_id, await w.create(table)))


async def test_no_day_of_a_vacation_can_be_worked_out(w: Silent) -> None:
    match, cleo = await start(w), w.people["cleo"]
    seat = min(match.session.to_act)
    now = w.env.now()

    async def deadlines() -> list[str]:
        match = await w.bot.arena.matches.get(1)
        assert match.clock is not None
        due = match.clock.due(seat)
        assert due is not None
        status = call_content(match, match.session, None, board=None, pinged=Accounts(), deadlines={seat: due})
        listed = private(await cleo.slash(w.channel(match, "team:0"), "matches"))
        said = "\n".join(str(line) for line in clock_lines(match, now, {}))
        return [text for text in (status, listed, said) if re.search(r"(due|time is up) <t:", text, re.IGNORECASE)]

    assert len(await deadlines()) == 3
    tomorrow = date(now.year, now.month, now.day) + timedelta(days=1)
    await w.world.as_bot(w.bot.arena.vacations.announce(match.person_of(seat), tomorrow, tomorrow + timedelta(days=4)))
    assert await deadlines() == []


@pytest.mark.parametrize("ping", [True, False])
async def test_a_request_mentions_a_player_who_does_not_want_to_be_called(w: Silent, ping: bool) -> None:
    match, arena = await w.start(), w.bot.arena
    asker, asked = w.number("cleo"), w.number("ann")
    await arena.settings.change_player(asked, lambda each: replace(each, ping=ping))
    await w.world.as_bot(arena.requests.ask(match.id, asker, End()))
    await w.announced()
    message = w.channel(match, "team:0").history(viewer=w.people["cleo"])[-1]
    assert f"<@{w.people['ann'].id}>" in message.content
    assert (w.people["ann"].id in w.world.pings(message)) is ping


# The page about silent teams says what the policy does.


PAGE = (Path(__file__).parents[3] / "docs" / "silent-teams.md").read_text(encoding="utf-8")
EVERYBODY, _, REST = PAGE.partition("| taken from the players only | why |")
PLAYERS = REST.partition("\n\n")[0]


@pytest.mark.parametrize("permission", sorted(SPEECH))
def test_what_is_taken_from_everybody_is_named(permission: str) -> None:
    assert str(label(permission)) in EVERYBODY


@pytest.mark.parametrize("permission", sorted(WORDS - SPEECH))
def test_what_is_taken_from_players_is_named(permission: str) -> None:
    assert str(label(permission)) in PLAYERS


@pytest.mark.parametrize("permission", sorted(READING))
def test_what_is_given_to_players_is_named(permission: str) -> None:
    assert str(label(permission)) in REST
