"""What a hostile person tries, with every message, file and log of the bot at hand: no sealed choice shows."""

from __future__ import annotations

import logging
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot import keep_secrets
from cogs.play.builder import Draft, Verb, encode
from cogs.review.viewer import ViewerId, ViewerVerb
from engine.apex.state import Phase
from engine.session import Session
from engine.text import say
from hosting import notify
from hosting.clock import ClockTerms
from hosting.match.events import Change, substitute
from hosting.match.model import Match
from hosting.match_terms import Terms
from tests.cogs.apex.party import Party, begin
from tests.cogs.apex.test_secrecy import _organiser
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, play, posts, said, ways
from tests.cogs.twins import difference, parallel, plain, told, words

_TIMES = re.compile(r"\d+\.\d+")
_SALT = re.compile("(?<=:)[0-9a-f]{32}(?=:)")
OPENED = "-# Revealed:"
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
        assert "doesn't accept direct messages" in caplog.text
        assert not any(str(party.player(seat).id) in caplog.text for seat in (1, 2, 3))


async def test_no_log_tells_whose_reminder_to_choose_failed(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await begin(world, 3, terms=Terms(clock=CLOCKS["turn"]))
    await party.settle_in()
    await party.seal(1, 3)
    monkeypatch.setattr(notify, "is_waiting", _broken)
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


async def test_the_log_does_not_tell_who_has_chosen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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
    assert any("doesn't accept direct messages" in line for line in first)
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


async def test_a_player_who_left_a_seat_sees_nothing_of_it_any_more(world: World) -> None:
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
    assert f"`1:4:1:dropped` → `{stood}`: discarded unseen because seat 1 was handed over." in shown
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


# Controls of APEX that nobody was given, and exports brought back: nobody gets behind what is hidden by them.


async def forged(world: World, name: str, custom_id: str) -> str:
    """Have a player press a button with an id that the bot never gave them; return what comes of it."""
    message = await world.forge(custom_id)
    result = await world.people[name].click(message, custom_id=custom_id)
    await world.settle()
    found: list[Any] = [*([result.response] if result.response else []), *result.followups, world.latest(message)]
    await world.latest(message).delete()
    return words([await told(each) for each in found])


async def playing(world: World) -> Party:
    """Return a match in its second round, in which all hold other cards than they were dealt."""
    party = await begin(world, 3)
    await party.settle_in()
    await party.round("CXE")
    await world.settle()
    return party


async def test_the_menu_of_another_seat_is_no_way_to_its_cards(world: World) -> None:
    """A draft belongs to the person who presses it: what they do not hold is in none of theirs."""
    party = await playing(world)
    match = await party.match()
    held, gone = (await party.hand(1))[0], (await party.state()).spent[0]
    for verb in ("c", "b", "s", "m", "p"):
        answers = [
            re.sub(r"\d+", "#", await forged(world, "bob", f"b:{match.id}:{match.seq}:{verb}::{card}W"))
            for card in (held, gone)
        ]
        assert answers[0] == answers[1]
    assert not (await party.match()).session.sealed
    own = (await party.hand(2))[0]
    confirm = encode(match.session, 2, match.id, match.seq, Verb.CONFIRM, Draft((f"{own}W",)))
    assert "Only this match's players can do that" in await forged(world, "eve", confirm)
    await forged(world, "bob", confirm)
    assert [seat for seat, *_ in (await party.match()).session.sealed] == [2]


@pytest.mark.parametrize("verb", [ViewerVerb.FIRST, ViewerVerb.LAST, ViewerVerb.ANIMATE])
async def test_nobody_looks_through_other_eyes_while_a_match_runs(world: World, verb: ViewerVerb) -> None:
    party = await playing(world)
    match = await party.match()
    for side in range(4):
        seen = await forged(world, "bob", ViewerId("m", match.id, 4, side, verb).text)
        assert ".png" in seen or ".gif" in seen
        assert "Your hand" not in seen


async def test_once_it_is_over_everybody_looks_through_all_eyes(world: World) -> None:
    """What the test above does not find is there to be found."""
    party = await playing(world)
    for seat in (1, 2):
        await world.bot.arena.matches.forfeit(party.match_id, party.person(seat))
    await world.settle()
    assert "Your hand" in await forged(world, "eve", ViewerId("m", party.match_id, 4, 3, ViewerVerb.FIRST).text)


async def test_no_table_is_opened_from_a_position_that_nobody_may_know(world: World) -> None:
    party = await playing(world)
    answer = await forged(world, "bob", ViewerId("m", party.match_id, 4, 0, ViewerVerb.OPEN).text)
    assert "APEX can't start from a set-up position." in answer
    assert not posts(world, "Join")


@pytest.mark.parametrize("name", ["ann", "eve"])
async def test_the_export_of_a_running_match_cannot_be_brought_back(world: World, name: str) -> None:
    party = await playing(world)
    await party.move(1, await party.choice(1))
    for options in ({}, {"from": 1}):
        exported = message_of(await world.people[name].slash(world.channel, "match record", **options))
        data = await exported.attachments[0].read()
        assert b"DRA=?" in data
        answer = message_of(await world.people[name].slash(world.channel, "match import", file=("record.txt", data)))
        assert answer.ephemeral
        assert "what it shows as ? was still hidden" in answer.content


async def test_an_older_menu_changes_no_choice(world: World) -> None:
    party = await playing(world)
    match = await party.match()
    first, second = (await party.hand(1))[:2]

    def confirm(session: Session, card: int) -> str:
        return encode(session, 1, match.id, match.seq, Verb.CONFIRM, Draft((f"{card}W",)))

    async def sealed() -> list[str]:
        return [entry.text for _, _, entry in (await party.match()).session.sealed]

    older = confirm(match.session, first)
    await party.move(1, f"{second}W")
    for _ in ("before", "after a restart"):
        assert "so nothing happened" in await forged(world, "ann", older)
        picked = encode(match.session, 1, match.id, match.seq, Verb.RESTART, Draft())
        assert "so nothing happened" in await forged(world, "ann", picked)
        assert await sealed() == [f"{second}W"]
        await world.restart()
    newest = confirm((await party.match()).session, first)
    assert f"Your choice is `{first}W`" in await forged(world, "ann", newest)
    assert await sealed() == [f"{first}W"]
    # A second press of the same button hears what the first one did.
    assert f"Your choice is `{first}W`" in await forged(world, "ann", newest)
    assert await sealed() == [f"{first}W"]


async def test_an_older_menu_of_open_turns_changes_nothing(world: World) -> None:
    match = await world.begin()
    older = encode(match.session, 1, match.id, match.seq, Verb.CONFIRM, Draft(("E", "2C6", "D8-")))
    await play(world, "E/2E6/E")
    before = await world.bot.arena.matches.get(match.id)
    assert "so nothing happened" in await forged(world, "ann", older)
    assert await world.bot.arena.matches.get(match.id) == before


# A choice that would have no effect is warned of while it can still be changed; refusals suggest moves that differ.


WARNING = "⚠️ Right now War would have no effect: no sector has both your pawns and an opponent's (A31)."


async def test_before_confirm_and_after_a_typed_choice(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    shown = await party.menu(1)
    shown = await party.menu(1, ways(shown)[0], "War")
    assert WARNING in said(shown).splitlines()
    assert said(shown).index(WARNING) < said(shown).index("Confirm to seal it")
    answer = await party.move(1, await party.choice(1, "W"))
    assert WARNING in said(answer).splitlines()
    answer = await party.move(1, await party.choice(1, "X"))
    assert "⚠️" not in said(answer)
    assert not any("⚠️" in said(each) for each in posts(world))


async def test_what_had_no_effect_says_why(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2, 3, side="W")
    told = "ann's War has no effect: no sector has both their pawns and an opponent's (A31)."
    assert any(told in said(each) for each in posts(world))


async def test_suggestions_differ_by_more_than_a_count(world: World) -> None:
    party = await begin(world, 2)
    await party.settle_in()
    for seat in (1, 2):
        await party.seal(seat, side="X")
    assert (await party.state()).phase is Phase.EXPAND
    (seat,) = (await party.match()).session.to_act
    for text in ("MOVE H9>A1", "MOVE H1>H2 x99", "nonsense"):
        answer = await party.move(seat, text)
        (line,) = [each for each in said(answer).splitlines() if each.startswith("Possible here")]
        assert line.startswith("Possible here, for example: ")
        assert_various(line)
    opened = message_of(await party.player(seat).slash(world.channel, "legal"))
    (line,) = [each for each in said(opened).splitlines() if each.startswith("Ways to start")]
    assert_various(line)


def assert_various(line: str) -> None:
    moves = [re.sub(r" x\d+$", "", each.rstrip("/")) for each in re.findall("`([^`]*)`", line)]
    assert len(moves) == len(set(moves)) > 1
