"""/organise: who may, what is asked once more, what everybody reads, and what the log says."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord
from discord import app_commands

from cogs.channels.housing import HALF_A_DAY
from cogs.core.errors import cause_of
from cogs.core.messages import Accounts
from cogs.core.text import plain
from cogs.moderation.cog import _SENTENCES, OrganiseCog, entry_text
from engine.outcome import Termination
from engine.text import say
from hosting.consent.agreements import LEFT
from hosting.housing import FORBIDDEN, SHUT
from hosting.match.audit import AuditCode
from hosting.match.events import Change
from hosting.match.model import Match, Paused, Person, Place
from hosting.notify import IDLE, SWEEP
from store.tables import results
from store.tables.audit import AuditEntry
from store.tables.results import Result
from store.tables.values import Subject
from tests.cogs.conftest import World, private
from tests.cogs.playing import SHORT_GAME, labels, latest, leave, message_of, pick, play, posts, refreshed, turn_message


@pytest_asyncio.fixture
async def olaf(world: World) -> simcord.MemberActor:
    """A player who may manage the server, and a match of ann against bob."""
    await world.begin()
    return world.organiser()


async def confirmed(world: World, olaf: simcord.MemberActor, command: str, label: str, **options: Any) -> str:
    """Give a command and say yes; return the question."""
    question = message_of(await olaf.slash(world.channel, f"organise {command}", **options))
    assert question.ephemeral
    asked = question.content
    assert labels(question) == [label, "Leave it"], asked
    await olaf.click(question, label=label)
    await world.settle()
    assert labels(refreshed(olaf, question)) == []
    return asked


async def log_of(world: World, olaf: simcord.MemberActor) -> str:
    return private(await olaf.slash(world.channel, "organise log", match=1))


async def test_only_organisers_may(world: World, olaf: simcord.MemberActor) -> None:
    for options in ({"reason": "other"}, {"reason": "other", "match": 1}):
        told = private(await world.eve.slash(world.channel, "organise pause", **options))
        assert "Only organisers can do that" in told
    assert await world.eve.autocomplete(world.channel, "organise void", "match", "") == []
    assert await world.eve.autocomplete(world.channel, "organise substitute", "seat", "") == []
    assert "paused" in private(await olaf.slash(world.channel, "organise pause", reason="other"))


async def test_a_role_makes_organisers(world: World, olaf: simcord.MemberActor) -> None:
    referees = world.guild.create_role("referees")
    empty = private(await olaf.slash(world.channel, "settings server", organiser_role=referees))
    assert empty == f"Nobody has the role <@&{referees.id}>: give it to your organisers first."
    assert (await world.bot.arena.settings.server(world.guild.id)).organiser_role_id is None
    world.env.backend.add_member_role(world.guild.id, world.eve.id, referees.id)
    assert "Only members who can manage" in private(
        await world.eve.slash(world.channel, "settings server", organiser_role=referees)
    )
    shown = private(await olaf.slash(world.channel, "settings server", organiser_role=referees))
    assert f"<@&{referees.id}>" in shown
    assert "is paused" in private(await world.eve.slash(world.channel, "organise pause", reason="other"))
    told = private(await world.dan.slash(world.channel, "organise resume"))
    assert f"<@&{referees.id}>" in told
    everyone = next(each for each in world.guild.roles.values() if each.id == world.guild.id)
    assert "Organisers: members who can manage the server." in private(
        await olaf.slash(world.channel, "settings server", organiser_role=everyone)
    )
    assert "Only organisers" in private(await world.eve.slash(world.channel, "organise resume"))


async def test_who_plays_does_not_organise(world: World, olaf: simcord.MemberActor) -> None:
    world.promote(world.ann)
    for command, options in (
        ("void", {"reason": "other"}),
        ("takeback", {"turn": "1"}),
        ("substitute", {"seat": "bob"}),
    ):
        told = private(await world.ann.slash(world.channel, f"organise {command}", **options))
        assert "You're playing in this match" in told
        assert "Ask another member" in told
    assert not (await latest(world)).over
    assert "nothing in the log" in private(await world.ann.slash(world.channel, "organise log"))
    assert "paused" in private(await olaf.slash(world.channel, "organise pause", reason="other"))


async def test_a_pause_is_announced_and_ends(world: World, olaf: simcord.MemberActor) -> None:
    await olaf.slash(world.channel, "organise pause", reason="other", words="**Storm** @everyone")
    await world.settle()
    said = posts(world)[-1]
    assert said.content.startswith("An organiser paused the match. \\*\\*Storm\\*\\*")
    assert world.pings(said) == []
    told = private(await world.ann.slash(world.channel, "move", turn=SHORT_GAME[0]))
    assert "\\*\\*Storm\\*\\*" in told
    assert "only an organiser" in private(await world.ann.slash(world.channel, "match pause"))
    assert "has resumed" in private(await olaf.slash(world.channel, "organise resume"))
    await world.settle()
    assert posts(world)[-1].content == "An organiser ended the pause: the match goes on."
    await play(world, SHORT_GAME[0])
    log = await log_of(world, olaf)
    assert f"<@{olaf.id}> paused the match. \\*\\*Storm\\*\\*" in log
    assert f"<@{olaf.id}> resumed the match." in log


async def test_a_match_is_decided_for_a_winner(world: World, olaf: simcord.MemberActor) -> None:
    asked = await confirmed(world, olaf, "adjudicate", "Decide", reason="a player left", winner="2")
    assert "1. bob, 2. ann" in asked
    ended = posts(world, "Rematch")[-1]
    assert (
        "**The match is over.** An organiser decided the match. A player left and isn't coming back." in ended.content
    )
    assert f"1\\. <@{world.bob.id}>\n2\\. <@{world.ann.id}>" in ended.content
    assert "Result:" not in ended.content
    record = await message_of(await world.bob.slash(world.channel, "match record")).attachments[0].read()
    assert b'[Termination "adjudicated"]' in record
    board = message_of(await world.eve.slash(world.channel, "board")).content
    assert "**The match is over.** An organiser decided the match." in board
    assert "ranks 2 1. A player left" in await log_of(world, olaf)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Give either the winner or the ranks."),
        ({"winner": "ann", "ranks": "1 2"}, "Give either the winner or the ranks."),
        ({"ranks": "2 2"}, "Give each of the 2 seats a rank from 1 to 2"),
        ({"ranks": "1 3"}, "Give each of the 2 seats a rank from 1 to 2"),
        ({"ranks": "1"}, "Give each of the 2 seats a rank from 1 to 2"),
        ({"ranks": "first second"}, "Give each of the 2 seats a rank from 1 to 2"),
        ({"winner": "cleo"}, "Nobody has that seat"),
    ],
)
async def test_what_is_no_result_is_refused(
    world: World, olaf: simcord.MemberActor, options: dict[str, str], words: str
) -> None:
    told = private(await olaf.slash(world.channel, "organise adjudicate", reason="other", **options))
    assert words in told
    assert not (await latest(world)).over


async def test_a_tie_can_be_decided(world: World, olaf: simcord.MemberActor) -> None:
    await confirmed(world, olaf, "adjudicate", "Decide", reason="by request", ranks="1, 1")
    outcome = (await latest(world)).session.outcome
    assert outcome is not None
    assert outcome.ranks == (1, 1)


async def test_a_match_is_called_off(world: World, olaf: simcord.MemberActor) -> None:
    await play(world, *SHORT_GAME[:3])
    await confirmed(world, olaf, "void", "Call it off", reason="technical trouble")
    ended = posts(world, "Rematch")[-1].content
    assert "An organiser called the match off; it doesn't count. Technical trouble got in the way." in ended
    assert f"<@{world.ann.id}>" not in ended


async def test_nothing_happens_without_a_yes(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(await olaf.slash(world.channel, "organise void", reason="other"))
    await olaf.click(question, label="Leave it")
    assert refreshed(olaf, question).content == "Nothing has changed."
    assert not (await latest(world)).over


async def test_a_question_is_void_when_the_match_went_on(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(await olaf.slash(world.channel, "organise void", reason="other"))
    await play(world, SHORT_GAME[0])
    assert "out of date" in private(await olaf.click(question, label="Call it off"))
    assert not (await latest(world)).over


async def test_a_question_is_void_after_a_restart_and_says_so(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(await olaf.slash(world.channel, "organise void", reason="other"))
    await world.restart()
    await olaf.click(question, label="Call it off")
    assert "use the command again" in refreshed(olaf, question).content
    assert not (await latest(world)).over


async def test_who_is_no_organiser_any_more_cannot_say_yes(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(await olaf.slash(world.channel, "organise void", reason="other"))
    for role in list(world.env.backend.get_guild(world.guild.id).members[olaf.id].role_ids):
        if role != world.guild.id:
            world.env.backend.remove_member_role(world.guild.id, olaf.id, role)
    assert "Only organisers" in private(await olaf.click(question, label="Call it off"))
    assert not (await latest(world)).over


async def test_turns_are_forced_back_to_a_chosen_one(world: World, olaf: simcord.MemberActor) -> None:
    await play(world, *SHORT_GAME[:3])
    offered = await olaf.autocomplete(world.channel, "organise takeback", "turn", "")
    assert offered == [
        {"name": f"3. ann: {SHORT_GAME[2]}", "value": "3"},
        {"name": f"2. bob: {SHORT_GAME[1]}", "value": "2"},
        {"name": f"1. ann: {SHORT_GAME[0]}", "value": "1"},
    ]
    assert len(await olaf.autocomplete(world.channel, "organise takeback", "turn", "bob")) == 1
    asked = await confirmed(world, olaf, "takeback", "Take back", turn="2")
    assert "Take back the last 2 turns, starting with bob's" in asked
    match = await latest(world)
    assert len(match.history) == 1
    assert match.to_act == (world.person("bob"),)
    assert turn_message(world).content.startswith("An organiser took back 2 turns;")
    assert "olaf took back 2 turns." in private(await olaf.slash(world.channel, "organise log")).replace(
        olaf.mention, "olaf"
    )
    assert world.pings(turn_message(world)) == [world.bob.id]
    await play(world, SHORT_GAME[1])
    told = private(await olaf.slash(world.channel, "organise takeback", turn="7"))
    assert "There's no turn to take back." in told


async def test_a_position_is_set_up(world: World, olaf: simcord.MemberActor) -> None:
    match = await latest(world)
    line = match.session.game.write_position(match.session.state)
    await play(world, *SHORT_GAME[:2])
    wrong = private(await olaf.slash(world.channel, "organise set-position", position="nonsense"))
    assert wrong
    assert (await latest(world)).seq == 2
    typed = line.replace("|", "|" + " " * 100).replace("e0", "E0")
    asked = await confirmed(world, olaf, "set-position", "Set up", position=typed)
    assert f"`{line}`" in asked
    match = await latest(world)
    assert match.session.entries == ()
    assert match.setup.position == line
    assert turn_message(world).content.startswith("An organiser set up a position")
    await play(world, SHORT_GAME[0])


async def test_someone_is_put_on_a_seat_and_told(world: World, olaf: simcord.MemberActor) -> None:
    assert "is a bot" in private(
        await olaf.slash(
            world.channel,
            "organise substitute",
            seat="ann",
            player=world.guild.add_member(world.env.create_user("robot", bot=True)),
        )
    )
    assert "already in this match" in private(
        await olaf.slash(world.channel, "organise substitute", seat="ann", player=world.bob)
    )
    world.deny(world.channel, world.eve.id, "view_channel")
    assert "can't see that match's channel" in private(
        await olaf.slash(world.channel, "organise substitute", seat="ann", player=world.eve)
    )
    asked = await confirmed(world, olaf, "substitute", "Replace", seat="ann", player=world.dan)
    assert asked.startswith("Replace ann with dan?")
    match = await latest(world)
    assert match.names == ("dan", "bob")
    told = next(post for post in posts(world) if "an organiser has chosen you as a substitute" in post.content)
    assert world.pings(told) == [world.dan.id]
    assert world.pings(turn_message(world)) == [world.dan.id]
    assert f"<@{olaf.id}> replaced ann with dan." in await log_of(world, olaf)


async def test_a_call_by_an_organiser(world: World, olaf: simcord.MemberActor) -> None:
    offered = await olaf.autocomplete(world.channel, "organise substitute", "seat", "bo")
    assert offered == [{"name": "bob", "value": "2"}]
    await olaf.slash(world.channel, "organise substitute", seat="2")
    await world.settle()
    message = posts(world, "Take over this seat")[-1]
    assert message.content.startswith("A substitute is needed for **bob**: Seat 2 in Replicants.")
    question = message_of(await world.cleo.click(message, label="Take over this seat"))
    await world.cleo.click(question, label="Take over")
    await world.settle()
    assert (await latest(world)).names == ("ann", "cleo")


async def test_more_time(world: World, olaf: simcord.MemberActor) -> None:
    assert "has no clock" in private(await olaf.slash(world.channel, "organise extend", player="ann", hours=3))


async def test_more_time_is_in_the_log(world: World) -> None:
    await world.begin(clock="1d")
    olaf = world.organiser()
    private(await olaf.slash(world.channel, "organise extend", player="ann", hours=3))
    assert "gave ann 3 more hours." in await log_of(world, olaf)


async def test_what_is_over_is_not_decided_again(world: World, olaf: simcord.MemberActor) -> None:
    await play(world, *SHORT_GAME)
    for command, options in (("void", {"reason": "other"}), ("takeback", {"turn": "1"})):
        told = private(await olaf.slash(world.channel, f"organise {command}", match=1, **options))
        assert told.startswith("This match is over."), command


async def test_from_another_channel_and_of_another_server(world: World, olaf: simcord.MemberActor) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    offered = await olaf.autocomplete(elsewhere, "organise void", "match", "")
    assert offered == [{"name": "1: Replicants, 2 players: ann, bob", "value": 1}]
    assert "no match in this channel" in private(await olaf.slash(elsewhere, "organise resume"))
    assert "isn't paused" in private(await olaf.slash(elsewhere, "organise resume", match=1))
    tables = world.bot.arena.tables
    table = await tables.open(4711, 4712, Person(1, "x"), "replicants", "2", where="here")
    await tables.join(table.id, Person(2, "y"))
    other = await tables.start(table.id, 1, (Place("board", 4712),))
    assert "There's no such match." in private(await olaf.slash(elsewhere, "organise resume", match=other.id))


async def test_the_log_of_requests_in_words(world: World, olaf: simcord.MemberActor) -> None:
    await play(world, SHORT_GAME[0])
    await world.ann.slash(world.channel, "undo")
    await world.bob.slash(world.channel, "match end")
    await world.settle()
    await world.bob.click(posts(world, "Agree")[0], label="Agree")
    await world.settle()
    await leave(world.ann, world.channel)
    await olaf.slash(world.channel, "organise substitute", seat="2")
    result = message_of(await olaf.slash(world.channel, "organise log"))
    lines = [line.partition("> ")[2] for line in result.content.splitlines()]
    assert lines == [
        "ann asked for: taking back a turn",
        "bob asked for: an end without a winner",
        "Lapsed because the match went on: an end without a winner",
        "bob was the last to agree to: taking back a turn",
        "ann asked for a substitute.",
        f"{olaf.mention} asked for a substitute for bob.",
    ]
    whole = (await result.attachments[0].read()).decode()
    assert whole.count("UTC: ") == 6


def test_every_code_of_the_log_has_words() -> None:
    assert _SENTENCES.keys() >= set(AuditCode)


async def test_what_another_version_noted_is_shown_as_it_is(world: World) -> None:
    match = await world.begin()
    by, now = world.person("ann"), world.bot.clock.now()
    entry = AuditEntry(1, world.guild.id, Subject.of_match(1), "blessed", by, {}, now)
    assert plain(entry_text(entry, match, Accounts()), None, match.names) == "ann: blessed"


# What organisers are told, nobody else is told, whichever of their commands is tried.


NEEDED: dict[str, dict[str, Any]] = {
    "pause": {"reason": "other"},
    "extend": {"player": "ann", "hours": 1},
    "substitute": {"seat": "ann"},
    "adjudicate": {"reason": "other", "winner": "ann"},
    "void": {"reason": "other"},
    "correct": {"what": "doesn't count", "reason": "other"},
    "takeback": {"turn": "1"},
    "set-position": {"position": "-"},
}
"""What each of the commands cannot do without."""


async def test_no_command_of_organisers_answers_others(world: World) -> None:
    match = await world.begin()
    for command in OrganiseCog.__cog_app_commands__:
        assert isinstance(command, app_commands.Command)
        options = {**NEEDED.get(command.name, {}), "match": match.id}
        if command.name == "substitute":
            options["player"] = world.dan
        for person in (world.ann, world.eve):
            told = private(await person.slash(world.channel, f"organise {command.name}", **options))
            assert "Only organisers can do that" in told, command.name


# A match that this version cannot play through: it is interrupted, and nothing else is.


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


async def begin_another(
    world: World, host: str = "cleo", guest: str = "dan", game: str = "replicants"
) -> simcord.ChannelHandle:
    """Have two people begin a match in another channel; return the channel."""
    other = world.guild.create_text_channel("other")
    reply = await world.open_table(world.people[host], other, game, where="here")
    assert reply.response is not None
    await world.press(guest, reply.response.message, "Join")
    await world.press(host, reply.response.message, "Start")
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
    warnings = [record for record in world.logged.records if record.levelno >= logging.WARNING]
    noted = [record for record in warnings if " was interrupted " not in record.getMessage()]
    assert noted
    assert all(record.getMessage().startswith("match 1 can't be read: ") for record in noted)
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
    other = await begin_another(world, "ann", "dan", "replica")
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
    assert "'s matches" in watches
    choices = await world.eve.autocomplete(world.channel, "watch stop", "what", "")
    assert [each["name"] for each in choices] == ["#news: match 1", "#ann: ann's matches"]
    assert "No longer following" in private(
        await world.eve.slash(world.channel, "watch stop", what=choices[0]["value"])
    )
    told = private(await world.ann.slash(world.channel, "settings vacation", first="2026-01-05"))
    assert "Your vacation is announced" in told
    await world.settle()
    assert any("ann is on vacation" in each.content for each in world.own(other))
    world.logged.clear()


async def test_a_player_who_asks_for_it_is_told(world: World) -> None:
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
    await world.settle()
    world.foreseen.append(cause_of(world.env.errors[-1]))  # whether the channel is silent can't be read either
    assert not [each for each in world.logged.records if "listener failed" in each.message]
    assert private(await world.eve.slash(den, "board", match=1)) == "There's no such match."
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
    assert noted == {"could not remind anyone of match 1"}
    world.logged.clear()


async def test_a_server_that_is_lost_parks_the_others(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()
    await begin_another(world)
    spoil(world, await world.play(await world.bot.arena.matches.get(2)))
    await world.restart()
    cog: Any = world.bot.get_cog("HousingCog")
    monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    await cog.on_shard_ready(0)
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
    assert answer.content == "The match has been called off."
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
    tries = [record for record in world.logged.records if "waits until its match can be read" in record.getMessage()]
    kinds = {record.getMessage().split()[1] for record in tries}
    assert kinds
    assert len(tries) <= len(kinds) * (3 * 24 / 6 + 1)
    world.logged.clear()


async def test_the_days_list_of_its_player_comes_all_the_same(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    await world.begin()
    await begin_another(world, "ann", "bob")
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
    assert own.startswith("You're playing in this match")
    question = message_of(await olaf.slash(world.channel, "organise void", reason="technical trouble", match=1))
    assert "can't even read the start of this match;" in question.content
    answer = await pick(olaf, question, "Call it off")
    assert answer.content == "The match has been called off."
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
    reply = await world.open_table(world.ann, world.channel, "replicants", where="here")
    assert reply.response is not None
    await world.press("bob", reply.response.message, "Join")
    await world.press("ann", reply.response.message, "Start")
    await world.settle()
    assert (await world.bot.arena.matches.get(3)).status == "running"
    world.logged.clear()


async def test_a_start_that_breaks_the_engine_is_called_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.play(await world.begin())
    await world.restart()
    game: Any = world.bot.arena.core.games("replicants")

    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(type(game), "initial", broken)
    olaf = world.organiser()
    question = message_of(await olaf.slash(world.channel, "organise void", reason="by request", match=1))
    assert (await pick(olaf, question, "Call it off")).content == "The match has been called off."
    await world.settle()
    assert "called the match off" in world.own(world.channel)[-1].content
    world.logged.clear()


async def test_the_days_list_tells_a_match_of_an_unknown_game(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", digest="8", zone="Europe/Paris")
    match = await world.begin()
    await begin_another(world, "ann", "bob")
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


# /organise correct: who may, what is asked once more, what changes and what everybody reads.


@pytest_asyncio.fixture
async def corrector(world: World) -> simcord.MemberActor:
    """A player who may manage the server; ann and bob have each made a turn, and ann has resigned."""
    await world.begin()
    await play(world, *SHORT_GAME[:2])
    match = await latest(world)
    await world.bot.arena.matches.forfeit(match.id, match.person_of(1))
    await world.settle()
    return world.organiser()


async def came_of(world: World) -> list[Result]:
    async with world.bot.arena.db.read() as connection:
        return await results.of_match(connection, 1)


async def test_a_result_is_corrected_and_the_correction_taken_back(
    world: World, corrector: simcord.MemberActor
) -> None:
    before = await came_of(world)
    assert [each.score for each in before] == [0, 120]
    asked = await confirmed(
        world, corrector, "correct", "Correct", what="another result", player="1", reason="unfair play", match=1
    )
    assert asked.startswith("Correct the result of match 1 to 1. ann, 2. bob? Reason:")
    assert [each.score for each in await came_of(world)] == [120, 0]
    told = posts(world)[-1].content
    assert told == (
        "An organiser corrected the result of match 1. It's now 1. ann, 2. bob. Someone broke the rules or "
        "didn't play fair."
    )
    offered = await corrector.autocomplete(world.channel, "organise correct", "correction", "", match=1)
    assert [each["value"] for each in offered] == [1]
    assert str(offered[0]["name"]).startswith("1: another result, by")
    asked = await confirmed(
        world, corrector, "correct", "Undo", what="undo a correction", correction=1, reason="a mistake", match=1
    )
    assert asked == "Undo correction 1 of match 1 (another result)? There was a mistake."
    assert [each.score for each in await came_of(world)] == [0, 120]
    log = await log_of(world, corrector)
    assert "corrected the result: ranks 1 2 (correction 1). Someone broke the rules or didn't play fair." in log
    assert "took back correction 1 (correction 2). There was a mistake." in log
    told = posts(world)[-1].content
    assert told == "An organiser undid correction 1 of the result of match 1. There was a mistake."


async def test_a_match_is_voided_after_its_end(world: World, corrector: simcord.MemberActor) -> None:
    await confirmed(world, corrector, "correct", "Correct", what="doesn't count", reason="other", match=1)
    assert {each.why for each in await came_of(world)} == {"void"}
    assert "(correction 1)" in await log_of(world, corrector)
    question = message_of(
        await corrector.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=1)
    )
    assert "nothing was changed" in private(await corrector.click(question, label="Correct"))


async def test_what_makes_no_sense_is_refused_in_a_sentence(world: World, corrector: simcord.MemberActor) -> None:
    async def refused(**options: str) -> str:
        given = {"reason": "other", "match": 1, **options}
        return private(await corrector.slash(world.channel, "organise correct", **given))

    assert "Give either the winner or the ranks." in await refused(what="another result")
    assert "Give either the winner or the ranks." in await refused(what="another result", player="1", ranks="1 2")
    assert "Give each of the 2 seats a rank from 1 to 2" in await refused(what="another result", ranks="1 7")
    assert "Use `player` to say which seat" in await refused(what="excuse a player who left")
    assert all(each.revision == 0 for each in await came_of(world))


async def test_nobody_is_excused_who_never_left(world: World, corrector: simcord.MemberActor) -> None:
    question = message_of(
        await corrector.slash(
            world.channel, "organise correct", what="excuse a player who left", player="1", reason="other", match=1
        )
    )
    assert "Excuse the first player of ann's seat?" in question.content
    assert "from start to end" in private(await corrector.click(question, label="Correct"))


async def test_a_running_match_has_no_result_yet(world: World, corrector: simcord.MemberActor) -> None:
    await world.begin()
    told = private(
        await corrector.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=2)
    )
    assert "still on" in told
    assert "/organise void" in told


@pytest.mark.parametrize("damage", [spoil, partial(bury, column="game", value="chess")], ids=["turn", "game"])
async def test_what_was_played_need_not_be_readable(
    world: World, corrector: simcord.MemberActor, damage: Callable[[World, Match], None]
) -> None:
    damage(world, await latest(world))
    await world.restart()
    offered = await corrector.autocomplete(world.channel, "organise correct", "player", "", match=1)
    assert [(each["name"], each["value"]) for each in offered] == [("ann", "1"), ("bob", "2")]
    given = {"reason": "other", "match": 1}
    await confirmed(world, corrector, "correct", "Correct", what="another result", player="ann", **given)
    assert [each.score for each in await came_of(world)] == [120, 0]
    assert posts(world)[-1].content.startswith("An organiser corrected the result of match 1. It's now 1. ann, 2. bob.")
    assert "1: another result, by" in str(
        await corrector.autocomplete(world.channel, "organise correct", "correction", "", match=1)
    )
    await confirmed(world, corrector, "correct", "Undo", what="undo a correction", **given)
    assert [each.score for each in await came_of(world)] == [0, 120]
    world.promote(world.ann)
    refused = private(await world.ann.slash(world.channel, "organise correct", what="doesn't count", **given))
    assert refused.startswith("You're playing in this match")
    world.logged.clear()


async def test_there_is_nothing_to_correct_where_there_is_no_match(
    world: World, corrector: simcord.MemberActor
) -> None:
    for number in (99, 2**53 - 1):
        given = {"what": "doesn't count", "reason": "other", "match": number}
        assert private(await corrector.slash(world.channel, "organise correct", **given)) == "There's no such match.", (
            number
        )
        assert await corrector.autocomplete(world.channel, "organise correct", "correction", "", match=number) == []


async def test_who_left_a_match_does_not_correct_it_either(world: World) -> None:
    match = await world.begin()
    new = await world.bot.arena.people.enter(world.cleo.id, world.guild.id, "cleo")
    match = await world.as_bot(world.bot.arena.substitutes.replace(match.id, 1, new, world.person("eve")))
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("bob")))
    world.promote(world.ann)
    given = {"what": "doesn't count", "reason": "other", "match": match.id}
    told = private(await world.ann.slash(world.channel, "organise correct", **given))
    assert told == "You played in this match, so another organiser has to correct its result."
    assert {each.revision for each in await came_of(world)} == {0}


@pytest.mark.usefixtures("corrector")
async def test_who_played_there_does_not_correct_it(world: World) -> None:
    world.promote(world.ann)
    told = private(
        await world.ann.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=1)
    )
    assert "Ask another member" in told
    told = private(
        await world.eve.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=1)
    )
    assert "Only organisers" in told
    assert [each.revision for each in await came_of(world)] == [0, 0]


async def test_only_matches_that_are_over_are_offered_with_their_numbers(
    world: World, corrector: simcord.MemberActor
) -> None:
    await begin_another(world)
    ended = await corrector.autocomplete(world.channel, "organise correct", "match", "")
    day = world.env.now().date()
    assert ended == [{"name": f"1: Replicants, 2 players: ann, bob, ended on {day}", "value": 1}]
    running = await corrector.autocomplete(world.channel, "organise void", "match", "")
    assert running == [{"name": "2: Replicants, 2 players: cleo, dan", "value": 2}]
    assert await world.eve.autocomplete(world.channel, "organise correct", "match", "") == []


async def test_the_correction_that_was_asked_about_is_the_one_taken_back(
    world: World, corrector: simcord.MemberActor
) -> None:
    given = {"reason": "other", "match": 1}
    undo = {"what": "undo a correction", **given}
    assert "isn't in effect" in private(await corrector.slash(world.channel, "organise correct", **undo))
    await confirmed(world, corrector, "correct", "Correct", what="another result", player="1", **given)
    question = message_of(await corrector.slash(world.channel, "organise correct", **undo))
    await confirmed(world, corrector, "correct", "Correct", what="doesn't count", **given)
    await corrector.click(question, label="Undo")
    assert [(each.kind, each.undoes) for each in await world.bot.arena.corrections.in_force(1)] == [
        ("void", None),
        ("undo", 1),
    ]
