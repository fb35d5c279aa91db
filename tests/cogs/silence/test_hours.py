"""What players set for themselves shows nowhere that a partner reads (R29)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from cogs.clock.cog import clock_lines
from cogs.core.messages import Accounts
from cogs.ui.status import status_content
from hosting.clock.time_control import ClockTerms, Terms
from hosting.consent.agreements import End
from hosting.match.model import Match
from tests.cogs.conftest import private
from tests.cogs.silence.conftest import PLAYERS, Silent

CLOCK = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=3)))


async def start(w: Silent) -> Match:
    """Start a silent match with three days a turn."""
    tables = w.bot.arena.tables
    table = await tables.open(
        w.guild.id, w.general.id, w.person("ann"), "replicants", "teams", where="channels", terms=CLOCK
    )
    for name in PLAYERS[1:]:
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
        status = status_content(match, match.session, None, board=None, pinged=Accounts(), deadlines={seat: due})
        listed = private(await cleo.slash(w.channel(match, "team:0"), "matches"))
        said = "\n".join(str(line) for line in clock_lines(match, now, {}))
        return [text for text in (status, listed, said) if re.search(r"(due|left, until) <t:", text, re.IGNORECASE)]

    assert len(await deadlines()) == 3
    tomorrow = date(now.year, now.month, now.day) + timedelta(days=1)
    await w.world.as_bot(w.bot.arena.vacations.announce(match.person_of(seat), tomorrow, tomorrow + timedelta(days=4)))
    assert await deadlines() == []


@pytest.mark.parametrize("ping", [True, False])
async def test_a_request_mentions_whoever_does_not_want_to_be_called(w: Silent, ping: bool) -> None:
    match, arena = await w.start(), w.bot.arena
    asker, asked = w.number("cleo"), w.number("ann")
    await arena.settings.set_player(asked, replace(await arena.settings.player(asked), ping=ping))
    await w.world.as_bot(arena.requests.ask(match.id, asker, End()))
    await w.announced()
    message = w.channel(match, "team:0").history(viewer=w.people["cleo"])[-1]
    assert f"<@{w.people['ann'].id}>" in message.content
    assert (w.people["ann"].id in w.world.pings(message)) is ping
