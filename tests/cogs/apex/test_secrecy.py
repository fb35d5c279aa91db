"""Two worlds alike but for a secret: nobody who may not know it sees any difference, in anything that the bot says."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from discord import app_commands

from engine.apex.state import Phase
from hosting.clock import ClockTerms
from hosting.match_terms import Terms
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import posts
from tests.cogs.twins import COMMANDS, COMPLETED, ORGANISED, difference, look_around, parallel, told, words

Secret: TypeAlias = Callable[[Party], Awaitable[None]]


async def _organiser(world: World) -> None:
    """Make gus an organiser."""
    world.people["gus"] = world.organiser()


@asynccontextmanager
async def secretly(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    secret: Secret,
    *,
    rounds: int = 0,
    players: int = 3,
    exploration: bool = False,
    hours: float = 0,
) -> AsyncIterator[Party]:
    """Give a match in which something secret was done, that many hours later; with a clock if there are some."""
    terms = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)) if hours else None)
    async with parallel(path, caplog, ("fay", "gus")) as world:
        await _organiser(world)
        party = await begin(world, players, terms=terms, exploration=exploration)
        await party.settle_in()
        for _ in range(rounds):
            await party.round("CX" * 3 if players == 6 else "CXE"[:players])
        await world.settle()
        assert (await party.state()).phase is Phase.CHOOSE
        await secret(party)
        await world.settle()
        if hours:
            await world.env.advance_time(hours * 3600)
            await world.settle()
        yield party


async def sighting(
    path: Path, caplog: pytest.LogCaptureFixture, secret: Secret, *observers: str, typing: bool = True, **options: Any
) -> list[Any]:
    """Return what observers see of a match in which something secret was done."""
    async with secretly(path, caplog, secret, **options) as party:
        return await look_around(party.world, *observers, typing=typing)


async def nothing(party: Party) -> None:
    assert not (await party.match()).session.sealed


def sealing(seat: int, side: str, place: int = 0, *, thrice: bool = False) -> Secret:
    async def secret(party: Party) -> None:
        for turn in ("E", "W", side) if thrice else (side,):
            await party.move(seat, await party.choice(seat, turn, place))

    return secret


@pytest.mark.parametrize(("players", "rounds"), [(2, 0), (6, 1)], ids=["two", "six"])
async def test_nobody_else_sees_what_was_chosen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, players: int, rounds: int
) -> None:
    found = [
        await sighting(tmp_path / side, caplog, sealing(1, side, place), "bob", "gus", players=players, rounds=rounds)
        for side, place in (("W", 0), ("X", 1))
    ]
    assert difference(found) == ""


async def test_nobody_sees_who_has_chosen_what_and_how_often(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nor by clocks and reminders, half a day later."""
    # A18: others see at most that one has.
    secrets = (nothing, sealing(1, "W"), sealing(1, "X", 1, thrice=True), sealing(2, "W"))
    found, own = [], []
    for number, secret in enumerate(secrets):
        async with secretly(tmp_path / str(number), caplog, secret, rounds=2, exploration=True, hours=13) as party:
            found.append(await look_around(party.world, "cleo", "gus"))
            own.append(await look_around(party.world, "ann") if number in (1, 2) else [])
    before, one, *others = found
    for other in others:
        assert difference((one, other)) == ""
    assert "1 of 3 has chosen." in words(one)
    # A difference would be found: everybody sees that one has chosen, and who has chosen sees what.
    assert difference((before, one)) != ""
    assert difference(own[1:3]) != ""


async def test_nobody_sees_who_is_the_last_one_to_choose(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where one alone is missing, nothing treats that one as the player whose turn it is."""

    def all_but(missing: int) -> Secret:
        async def secret(party: Party) -> None:
            await party.seal(*(seat for seat in (1, 2, 3) if seat != missing))

        return secret

    found = [await sighting(tmp_path / str(seat), caplog, all_but(seat), "bob", "gus") for seat in (1, 3)]
    assert difference(found) == ""


async def test_a_player_who_gave_up_sees_no_more_than_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def after_giving_up(chosen: int) -> Secret:
        async def secret(party: Party) -> None:
            await party.world.bot.arena.matches.forfeit(party.match_id, party.person(2))
            await party.world.settle()
            await party.seal(chosen)

        return secret

    found = [await sighting(tmp_path / str(seat), caplog, after_giving_up(seat), "bob", "gus") for seat in (1, 3)]
    assert difference(found) == ""


async def test_more_time_is_no_sign_of_who_has_chosen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def given(seat: int) -> Secret:
        async def secret(party: Party) -> None:
            await sealing(seat, "W")(party)
            gus = party.world.people["gus"]
            await gus.slash(party.world.channel, "organise extend", player="ann", hours=5)

        return secret

    found = [
        await sighting(tmp_path / str(seat), caplog, given(seat), "cleo", "gus", hours=1, typing=False)
        for seat in (1, 2)
    ]
    assert difference(found) == ""


async def test_no_log_and_no_public_text_holds_a_choice(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    party = await begin(world, 3)
    await party.settle_in()
    choice = await party.choice(1, "X", 2)
    await party.move(1, choice)
    public = words([await told(message) for message in posts(world)])
    assert choice not in public
    assert choice not in caplog.text
    await world.restart()
    assert choice not in caplog.text


def test_commands_that_are_not_tried_tell_nothing_of_a_match(world: World) -> None:
    """A new command must be looked at: does it show anything of a match whose players choose in secret?"""
    tried = {name for name, _ in (*COMMANDS, *ORGANISED)} | {name for name, *_ in COMPLETED}
    every = {
        command.qualified_name
        for command in world.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    assert tried <= every
    assert every - tried == UNTRIED


UNTRIED = {
    "data", "doctor", "league bracket", "league challenge",
    "league create", "league explain", "league history", "league join", "league leave",
    "league schedule",
    "league bye", "league standings", "league-manage add",
    "league-manage alternate", "league-manage archive", "league-manage bye", "league-manage close",
    "league-manage decide", "league-manage export", "league-manage move", "league-manage pause",
    "league-manage postpone", "league-manage remove", "league-manage resume", "league-manage settings",
    "league-manage start", "learn", "match abort", "match import", "match leave", "match move-to",
    "match spectate", "new apex", "new mutants", "new replica", "new replicants", "match end", "match pause",
    "match more-time", "organise correct", "organise pause", "organise set-position",
    "organise substitute", "organise resume", "organise void", "puzzle", "seek cancel", "seek create",
    "settings block", "settings loadouts",
    "settings language", "settings mine", "settings server",
    "settings vacation", "silence policy", "silence settings", "silence status",
    "watch league", "watch match", "watch player", "watch puzzle", "watch server", "watch stop",
}  # fmt: skip
