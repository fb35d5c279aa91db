"""What somebody who means ill tries, with every message, file and log of the bot at hand: no sealed choice shows."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot import keep_secrets
from engine.text import say
from hosting.clock.time_control import ClockTerms, Terms
from hosting.match.events import Change, substitute
from hosting.match.model import Match
from hosting.notify import reminders
from tests.cogs.apex.party import Party, begin
from tests.cogs.apex.test_secrecy import _organiser
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts
from tests.cogs.twins import difference, parallel, plain, told, words

_TIMES = re.compile(r"\d+\.\d+")
_SALT = re.compile("(?<=:)[0-9a-f]{32}(?=:)")
OPENED = "-# Opened:"
CLOCKS = {
    "fischer": ClockTerms("fischer", start=timedelta(hours=30), gain=timedelta(hours=2), cap=timedelta(days=3)),
    "turn": ClockTerms("turn", per_turn=timedelta(days=1)),
}


async def test_no_log_at_any_level_holds_a_choice(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "aiosqlite", "discord"):
        caplog.set_level(logging.DEBUG, name)
    keep_secrets()
    party = await begin(world, 3)
    await party.settle_in()
    choice = await party.choice(1, "X", 2)
    await party.move(1, choice)
    await party.player(1).autocomplete(world.channel, "move", "turn", choice[:2])
    assert choice not in caplog.text


async def _public(party: Party, *names: str) -> list[object]:
    seen: list[object] = [await told(each) for each in posts(party.world)]
    for name in names:
        user = party.world.people[name].user
        seen += [await told(each) for each in user.dm_channel.history(viewer=user)]
        for command in ("match clock", "matches", "match record"):
            seen.append(await told(message_of(await party.world.people[name].slash(party.world.channel, command))))
    found: list[object] = plain(seen)
    return found


async def _do(party: Party, name: str, command: str, **options: str) -> None:
    await party.world.people[name].slash(party.world.channel, command, **options)
    await party.world.settle()


async def _life(path: Path, caplog: pytest.LogCaptureFixture, clock: str, seat: int) -> list[object]:
    """Return what others see while one of two players has chosen and all sorts of things happen to the match."""
    seen: list[object] = []
    async with parallel(path, caplog) as world:
        await _organiser(world)
        party = await begin(world, 4, terms=Terms(clock=CLOCKS[clock], vacation=True))
        await party.settle_in()
        for each in (1, 2, 3, 4):  # so that banks of time differ, and none is on the verge of another minute
            await world.env.advance_time(1790)
            await party.move(each, await party.choice(each, "X"))
        while len((await party.match()).session.to_act) == 1:
            (only,) = (await party.match()).session.to_act
            await party.move(only, "-")
        await world.env.advance_time(600)
        await party.seal(seat)
        matches = world.bot.arena.matches

        async def look() -> None:
            await world.settle()
            await world.env.advance_time(3600)
            await world.settle()
            seen.append(await _public(party, "cleo", "dan", "gus"))

        await _do(party, "gus", "organise pause", reason="other")
        await look()
        await _do(party, "gus", "organise resume")
        await look()
        await matches.park(party.match_id, say("Gone."), "gone")
        await look()
        await matches.unpark(party.match_id)
        await look()
        await world.env.advance_time(7 * 3600)
        await look()
        await matches.forfeit(party.match_id, party.person(3))
        await look()
    return seen


@pytest.mark.parametrize("clock", CLOCKS)
async def test_nothing_that_happens_tells_who_has_chosen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, clock: str
) -> None:
    found = [await _life(tmp_path / str(seat), caplog, clock, seat) for seat in (1, 2)]
    assert difference(found) == ""


def test_what_comes_and_goes_over_the_network_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "aiosqlite", "discord"):
        caplog.set_level(logging.DEBUG, name)
    keep_secrets()
    for name in ("discord.gateway", "discord.http", "discord.webhook.async_"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)


async def test_no_log_tells_who_is_called_to_choose_and_takes_no_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with parallel(tmp_path, caplog) as world:
        party = await begin(world, 3, terms=Terms(clock=CLOCKS["turn"]))
        await party.settle_in()
        await party.seal(1)
        caplog.clear()
        caplog.set_level(logging.INFO)
        caplog.set_level(logging.INFO, "discord")
        world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=40)
        await world.env.advance_time(13 * 3600)
        await world.settle()
        assert "takes no direct messages" in caplog.text
        assert not any(str(party.player(seat).id) in caplog.text for seat in (1, 2, 3))


async def test_no_log_tells_whose_reminder_to_choose_failed(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await begin(world, 3, terms=Terms(clock=CLOCKS["turn"]))
    await party.settle_in()
    await party.seal(1, 3)
    monkeypatch.setattr(reminders, "is_waiting", _broken)
    for name in ("", "aiosqlite", "discord"):
        caplog.set_level(logging.DEBUG, name)
    keep_secrets()
    caplog.clear()
    await world.env.advance_time(13 * 3600)
    await world.settle()
    monkeypatch.undo()
    told_of = [record.getMessage() for record in caplog.records if record.exc_info]
    assert f"deadline nudge {party.match_id} failed" in told_of
    assert not re.search(rf"\b{party.match_id}:[123]\b", caplog.text)
    assert not any(str(party.player(seat).id) in caplog.text for seat in (1, 2, 3))
    caplog.clear()


def _broken(*_: object) -> bool:
    raise RuntimeError("nothing works")


async def test_the_log_is_the_same_whoever_has_chosen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def logged(path: Path, seat: int) -> list[str]:
        async with parallel(path, caplog) as world:
            party = await begin(world, 3, terms=Terms(clock=CLOCKS["turn"]))
            await party.settle_in()
            for name in ("", "aiosqlite", "discord"):
                caplog.set_level(logging.DEBUG, name)
            keep_secrets()
            caplog.clear()
            await party.seal(seat)
            world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=40)
            for _ in range(3):
                await world.env.advance_time(6 * 3600)
                await world.settle()
            return [record.getMessage() for record in caplog.records if not record.name.startswith("simcord")]

    first, second = [await logged(tmp_path / str(seat), seat) for seat in (1, 2)]
    assert any("takes no direct messages" in line for line in first)
    assert [_TIMES.sub("#", line) for line in first] == [_TIMES.sub("#", line) for line in second]


async def test_what_was_sealed_is_opened_though_the_match_was_interrupted_meanwhile(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    matches = world.bot.arena.matches
    await party.seal(1, 2)
    await matches.park(party.match_id, say("Gone."), "gone")
    await matches.forfeit(party.match_id, party.person(3))  # those who are left have chosen
    await world.settle()
    assert (await party.match()).status == "parked"
    assert not (await party.match()).session.sealed
    assert not any(OPENED in message.content for message in posts(world))
    await matches.unpark(party.match_id)
    await world.settle()
    assert any(OPENED in message.content for message in posts(world))


async def test_whoever_left_a_seat_sees_nothing_of_it_any_more(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    choice = await party.choice(1, "X", 2)
    told_off = await party.move(1, choice)
    hand = await party.hand(1)
    (hashes,) = [message for message in posts(world) if "1 of 3 has chosen." in message.content]
    (stood,) = re.findall("[0-9a-f]{64}", hashes.content)

    async def hand_over(match: Match) -> Change:
        return substitute(match, 1, world.named("dan"), world.person("dan"), world.bot.clock.now())

    await world.bot.arena.matches.change(party.match_id, hand_over)
    await world.settle()
    # The choice is gone, and the hash that everybody saw is said to be dropped.
    shown = world.latest(hashes).content
    assert shown.startswith("0 of 3 have chosen.")
    assert f"`1:4:1:dropped` → `{stood}`: discarded unopened, as seat 1 was handed over." in shown
    old_menu = message_of(await party.player(1).click(told_off, label="Change my choice"))
    assert choice not in words([await told(old_menu)])
    assert not (await party.match()).session.sealed
    menu = message_of(await world.people["dan"].slash(world.channel, "move"))
    assert choice not in words([await told(menu)])
    assert "a new one replaces it" not in menu.content
    button = posts(world, "Choose")[-1]
    answer = words([await told(message_of(await party.player(1).click(button, label="Choose")))])
    assert choice not in answer
    record = words([await told(message_of(await party.player(1).slash(world.channel, "match record")))])
    assert f"HUM={','.join(map(str, hand))}" not in record
    assert choice not in record


@pytest.mark.parametrize("chosen", [(1,), (1, 2, 3)], ids=["one", "all but one"])
async def test_a_restart_amid_secret_choices_shows_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chosen: tuple[int, ...]
) -> None:
    async def seen(path: Path, *, restarted: bool) -> list[object]:
        async with parallel(path, caplog) as world:
            await _organiser(world)
            party = await begin(world, 4, terms=Terms(clock=CLOCKS["turn"]))
            await party.settle_in()
            await party.seal(*chosen, side="X")
            before = await _messages(party)
            if restarted:
                await world.restart()
                assert await _messages(party) == before
            await world.env.advance_time(600)
            await party.move(1, await party.choice(1, "C", 2))
            await party.seal(*({2, 3, 4} - set(chosen)), side="E")
            await world.settle()
            return [_SALT.sub("#", words([each])) for each in await _public(party, "bob", "gus")]

    found = [await seen(tmp_path / str(restarted), restarted=restarted) for restarted in (False, True)]
    assert difference(found) == ""


async def _messages(party: Party) -> list[object]:
    return [await told(each) for each in posts(party.world)]
