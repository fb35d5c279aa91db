"""A match that this version cannot play through: it is interrupted, and nothing else is."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from cogs.channels.absent import HALF_A_DAY
from cogs.core.errors import cause_of
from engine.outcome import Termination
from engine.text import say
from hosting.consent.agreements import LEFT
from hosting.housing import FORBIDDEN, SHUT
from hosting.match.audit import AuditCode
from hosting.match.events import Change
from hosting.match.model import Match, Paused
from hosting.notify.reminders import IDLE, SWEEP
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of, pick


def spoil(world: World, match: Match, seq: int = 1) -> None:
    """Have a turn of a match, the first one if nothing is said, be one that its game does not know."""
    database = sqlite3.connect(str(world.settings.database))
    database.execute("DROP TRIGGER events_no_update")
    database.execute("UPDATE events SET text = 'Z' WHERE match_id = ? AND seq = ?", (match.id, seq))
    database.commit()
    database.close()


def lose(world: World, match: Match, seq: int) -> None:
    """Have a turn of a match be gone."""
    database = sqlite3.connect(str(world.settings.database))
    database.execute("DROP TRIGGER events_no_delete")
    database.execute("DELETE FROM events WHERE match_id = ? AND seq = ?", (match.id, seq))
    database.commit()
    database.close()


async def begin_another(world: World) -> simcord.ChannelHandle:
    """Have cleo and dan begin a match in another channel; return the channel."""
    other = world.guild.create_text_channel("other")
    reply = await world.cleo.slash(other, "new replicants", where="here")
    assert reply.response is not None
    await world.press("dan", reply.response.message, "Join")
    await world.press("cleo", reply.response.message, "Start")
    await world.settle()
    return other


@pytest.mark.parametrize("how", ["parked", "left"])
async def test_the_bot_starts_and_the_other_matches_go_on(world: World, how: str) -> None:
    match = await world.play(await world.begin())
    await begin_another(world)
    matches = world.bot.arena.matches

    async def leave(match: Match) -> Change:
        now = world.bot.clock.now()
        return Change(replace(match, paused=Paused(world.person("bob"), LEFT, say("He left."), now)), now)

    await (matches.change(match.id, leave) if how == "left" else matches.park(match.id, SHUT, FORBIDDEN))
    await matches.park(2, SHUT, FORBIDDEN)
    await world.bot.arena.idle()
    spoil(world, match)
    await world.restart()
    assert (await world.bot.arena.matches.get(2)).status == "running"
    noted = [record for record in world.logged.records if record.levelno >= logging.WARNING]
    assert noted
    assert all(record.getMessage().startswith("match 1 cannot be read: ") for record in noted)
    assert not any(record.exc_info for record in noted)


async def test_the_round_of_every_half_day_says_in_one_line_which_match_cannot_be_read(world: World) -> None:
    spoil(world, await world.play(await world.begin()))
    await world.restart()
    world.logged.clear()
    await world.env.advance_time(HALF_A_DAY.total_seconds() + 60)
    await world.settle()
    noted = [record for record in world.logged.records if "match 1" in record.getMessage()]
    assert noted
    assert [record.getMessage() for record in noted if record.exc_info or "\n" in record.getMessage()] == []


async def test_lists_show_the_other_matches(world: World) -> None:
    match = await world.play(await world.begin(clock="7d"))
    world.promote(world.eve)
    await world.eve.slash(world.guild.create_text_channel("news"), "watch match", match=1)
    await world.eve.slash(world.guild.create_text_channel("ann"), "watch player", player=world.ann)
    other = world.guild.create_text_channel("other")
    reply = await world.ann.slash(other, "new replica", where="here")
    assert reply.response is not None
    await world.press("dan", reply.response.message, "Join")
    await world.press("ann", reply.response.message, "Start")
    await world.settle()
    spoil(world, match)
    await world.restart()
    assert "can't read" in private(await world.ann.slash(world.channel, "board"))  # from then on it is known
    world.foreseen.append(cause_of(world.env.errors[-1]))

    for which, name in (("here", "eve"), ("mine", "ann")):
        lines = private(await world.people[name].slash(world.channel, "matches", which=which)).splitlines()
        (spoilt,) = [line for line in lines if f"/{world.channel.id})" in line]
        assert spoilt.startswith("⏸️ [Replicants](")
        assert "): ann, bob. This version of me can't read what was played" in spoilt
        assert any(f"/{other.id})" in line and "[Replica, 2 players](" in line for line in lines)
    watches = private(await world.eve.slash(world.channel, "watch list"))
    assert watches.splitlines()[0].endswith(": match 1")
    assert "the matches of" in watches
    choices = await world.eve.autocomplete(world.channel, "watch stop", "what", "")
    assert [each["name"] for each in choices] == ["#news: match 1", "#ann: the matches of ann"]
    assert "No longer followed" in private(await world.eve.slash(world.channel, "watch stop", what=choices[0]["value"]))
    told = private(await world.ann.slash(world.channel, "settings vacation", first="2026-01-05"))
    assert "Your vacation is announced" in told
    await world.settle()
    assert any("ann is on vacation" in each.content for each in world.own(other))
    world.logged.clear()


async def test_whoever_asks_for_it_is_told(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    await world.bot.arena.idle()
    other = await begin_another(world)
    spoil(world, match)
    await world.restart()
    for command in ("board", "match record", "move", "new replica"):
        reply = await world.ann.slash(world.channel, command)
        world.foreseen.append(cause_of(world.env.errors[-1]))
        assert private(reply).startswith("This version of me can't read what was played in match 1"), command
    den = world.guild.create_text_channel("den")
    told = private(await world.eve.slash(den, "board", match=1))
    world.foreseen.append(cause_of(world.env.errors[-1]))
    assert told.startswith("This version of me can't read what was played in match 1")
    world.deny(world.channel, world.eve.id, "view_channel")
    assert not [each for each in world.logged.records if "listener failed" in each.message]
    assert private(await world.eve.slash(den, "board", match=1)) == "There's no such match."
    world.foreseen.append(cause_of(world.env.errors[-1]))
    elsewhere = world.env.create_guild("Elsewhere", owner=world.env.create_user("otto"))
    boss = elsewhere.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    gil = elsewhere.add_member(world.env.create_user("gil"), roles=[boss])
    far = elsewhere.create_text_channel("general")
    assert private(await gil.slash(far, "organise resume", match=1)) == "There's no such match."
    world.foreseen.append(cause_of(world.env.errors[-1]))
    for channel in (world.channel, other):
        assert "Nothing is missing." in private(await world.ann.slash(channel, "doctor"))
    world.logged.clear()


async def test_the_players_of_other_matches_are_reminded_once(world: World) -> None:
    match = await world.play(await world.begin())
    other = await begin_another(world)
    spoil(world, match)
    await world.restart()
    await world.env.advance_time((IDLE[0] + SWEEP + timedelta(minutes=30)).total_seconds())
    await world.settle()
    reminders = [each for each in world.own(other) if "are waiting for your turn" in each.content]
    assert [world.pings(each) for each in reminders] == [[world.cleo.id]]
    noted = {record.getMessage() for record in world.logged.records if record.levelno >= logging.ERROR}
    assert noted == {"nobody is reminded of match 1"}
    world.logged.clear()


async def test_a_server_that_is_lost_parks_the_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    await begin_another(world)
    spoil(world, await world.play(await world.bot.arena.matches.get(2)))
    await world.restart()
    cog: Any = world.bot.get_cog("HousingCog")
    monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    await cog.on_ready()
    assert (await world.bot.arena.matches.get(1)).status == "parked"
    world.logged.clear()


@pytest.mark.parametrize("damage", [spoil, lose])
async def test_an_organiser_calls_it_off_and_its_channel_is_free(
    world: World, damage: Callable[[World, Match, int], None]
) -> None:
    match = await world.begin()
    for _ in range(3):
        match = await world.play(match)
    damage(world, match, 2)
    await world.restart()
    olaf = world.eve
    world.promote(olaf)
    assert "can't read what was played in match 1" in private(await world.ann.slash(world.channel, "move", turn="E"))
    world.foreseen.append(cause_of(world.env.errors[-1]))
    assert "/organise void match:1" in private(await olaf.slash(world.channel, "doctor"))

    question = message_of(await olaf.slash(world.channel, "organise void", reason="technical trouble", match=1))
    assert "as far as I can read it" in question.content
    asked_twice = message_of(await olaf.slash(world.channel, "organise void", reason="technical trouble", match=1))
    answer = await pick(olaf, question, "Call it off")
    assert answer.content == "The match is called off."
    await world.settle()
    too_late = await olaf.click(asked_twice, label="Call it off")
    assert private(too_late) == "This match is over."
    world.foreseen.append(cause_of(world.env.errors[-1]))

    match = await world.bot.arena.matches.get(1)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.VOID
    ended = world.own(world.channel)[-1]
    assert "What was played after the first turn can't be read. An organiser called the match off;" in ended.content
    (record,) = [each for each in ended.attachments if each.filename.endswith(".record")]
    text = (await record.read()).decode()
    assert (match.session.entries[0].text in text, "void" in text.casefold()) == (True, True)
    assert not any("Play" in labels(message) for message in world.own(world.channel)), "nothing is left to play with"
    assert (await world.bot.arena.audit.of_match(1))[-1].code == AuditCode.VOIDED
    await world.begin()
    assert not world.bot.arena.matches.unreadable
    world.logged.clear()


async def test_who_plays_in_it_does_not_call_it_off(world: World) -> None:
    match = await world.play(await world.begin())
    spoil(world, match)
    await world.restart()
    world.promote(world.ann)
    told = private(await world.ann.slash(world.channel, "organise void", reason="technical trouble", match=1))
    assert "play" in told
    assert "Call it off" not in told
    world.logged.clear()


async def test_its_clock_is_looked_at_again_some_hours_later(world: World) -> None:
    match = await world.play(await world.begin(clock="1d"))
    spoil(world, match)
    await world.restart()
    await world.env.advance_time(timedelta(days=3).total_seconds())
    await world.settle()
    tries = [record for record in world.logged.records if "is kept when the match can be read" in record.getMessage()]
    kinds = {record.getMessage().split()[1] for record in tries}
    assert kinds
    assert len(tries) <= len(kinds) * (3 * 24 / 6 + 1)
    world.logged.clear()


async def test_the_days_list_of_its_player_comes_all_the_same(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    await world.begin()
    other = world.guild.create_text_channel("other")
    reply = await world.ann.slash(other, "new replicants", where="here")
    assert reply.response is not None
    await world.press("bob", reply.response.message, "Join")
    await world.press("ann", reply.response.message, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(2)
    for _ in range(2):
        match = await world.play(match)
    spoil(world, match)
    await world.restart()
    await world.env.advance_time(timedelta(days=1).total_seconds())
    await world.settle()
    user = world.ann.user
    assert any("These matches are waiting for you" in each.content for each in user.dm_channel.history(viewer=user))
    world.logged.clear()


def bury(world: World, match: Match, column: str, value: str) -> None:
    """Have a match start from something that this version does not know."""
    assert column in ("game", "mode", "position", "rules_version")
    database = sqlite3.connect(str(world.settings.database))
    triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'matches'")
    for (name,) in triggers.fetchall():
        database.execute(f"DROP TRIGGER {name}")
    database.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", (value, match.id))  # noqa: S608 - named above
    database.commit()
    database.close()


@pytest.mark.parametrize(
    ("column", "value"), [("game", "chess"), ("mode", "7"), ("position", "nowhere"), ("rules_version", "99")]
)
async def test_a_match_whose_start_cannot_be_read_is_called_off(world: World, column: str, value: str) -> None:
    match = await world.play(await world.begin(clock="7d"))
    await world.ann.slash(world.channel, "match end")
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    other = await begin_another(world)
    bury(world, match, column, value)
    await world.restart()
    olaf = world.organiser()

    assert "can't read what was played in match 1" in private(await world.ann.slash(world.channel, "move", turn="E"))
    world.foreseen.append(cause_of(world.env.errors[-1]))
    listed = private(await olaf.slash(world.channel, "matches", which="here")).splitlines()
    assert [line[:1] for line in listed[1:]] == ["⏸", "•"]
    assert f"/{other.id})" in listed[2]
    assert "can't read" in private(await world.ann.slash(world.channel, "matches")).splitlines()[1]
    assert [each["value"] for each in await olaf.autocomplete(world.channel, "organise void", "match", "")] == [2, 1]
    assert [each["value"] for each in await olaf.autocomplete(other, "board", "match", "")] == [2, 1]
    assert "/organise void match:1" in private(await olaf.slash(world.channel, "doctor"))

    world.promote(world.bob)
    own = private(await world.bob.slash(world.channel, "organise void", reason="technical trouble", match=1))
    assert own.startswith("You play in this match")
    question = message_of(await olaf.slash(world.channel, "organise void", reason="technical trouble", match=1))
    assert "can't even read the start of this match;" in question.content
    answer = await pick(olaf, question, "Call it off")
    assert answer.content == "The match is called off."
    await world.settle()

    told = world.own(world.channel)[-1]
    assert told.content.startswith("What was played can't be read. An organiser called the match off;")
    assert not any("Play" in labels(message) for message in world.own(world.channel)), "nothing is left to play with"
    assert await world.bot.arena.requests.open_of(1) == []
    assert (await world.bot.arena.audit.of_match(1))[-1].code == AuditCode.VOIDED
    again = private(await olaf.slash(other, "organise void", reason="technical trouble", match=1))
    world.foreseen.append(cause_of(world.env.errors[-1]))
    assert again == "This match is over."
    seen = private(await world.ann.slash(world.channel, "board"))
    world.foreseen.append(cause_of(world.env.errors[-1]))
    assert seen == "Match 1 is over, and this version of me can't read what was played in it."
    assert "You aren't in any match" in private(await world.ann.slash(world.channel, "matches"))
    assert "match 1" not in private(await olaf.slash(world.channel, "doctor")).casefold()

    # Its clock falls away, and its channel is free.
    await world.env.advance_time(timedelta(days=8).total_seconds())
    await world.settle()
    database = sqlite3.connect(str(world.settings.database))
    kept = database.execute("SELECT kind FROM deadlines WHERE key = '1' OR key LIKE '1:%'").fetchall()
    database.close()
    assert ("clock",) not in kept
    reply = await world.ann.slash(world.channel, "new replicants", where="here")
    assert reply.response is not None
    await world.press("bob", reply.response.message, "Join")
    await world.press("ann", reply.response.message, "Start")
    await world.settle()
    assert (await world.bot.arena.matches.get(3)).status == "running"
    world.logged.clear()


async def test_a_start_that_breaks_the_engine_is_called_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.play(await world.begin())
    await world.restart()
    game: Any = world.bot.arena.matches._games("replicants")

    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(type(game), "initial", broken)
    olaf = world.organiser()
    question = message_of(await olaf.slash(world.channel, "organise void", reason="by request", match=1))
    assert (await pick(olaf, question, "Call it off")).content == "The match is called off."
    await world.settle()
    assert "called the match off" in world.own(world.channel)[-1].content
    world.logged.clear()


async def test_the_days_list_tells_a_match_of_an_unknown_game(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    match = await world.begin()
    other = world.guild.create_text_channel("other")
    reply = await world.ann.slash(other, "new replicants", where="here")
    assert reply.response is not None
    await world.press("bob", reply.response.message, "Join")
    await world.press("ann", reply.response.message, "Start")
    await world.settle()
    second = await world.bot.arena.matches.get(2)
    for each in (match, second):
        while world.person("ann") not in (await world.bot.arena.matches.get(each.id)).to_act:
            await world.play(await world.bot.arena.matches.get(each.id))
    bury(world, match, "game", "chess")
    await world.restart()
    await world.env.advance_time(timedelta(days=1).total_seconds())
    await world.settle()
    user = world.ann.user
    (told,) = [
        each for each in user.dm_channel.history(viewer=user) if "These matches are waiting for you" in each.content
    ]
    assert "[chess](" in told.content
    assert "[Replicants," in told.content
    world.logged.clear()
