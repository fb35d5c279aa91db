"""/organise: who may, what is asked once more, what everybody reads, and what the log says."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio
import simcord

from cogs.core.messages import Accounts
from cogs.core.text import plain
from cogs.moderation.cog import _SENTENCES, entry_text
from hosting.match.audit import AuditCode
from hosting.match.model import Person, Place
from store.tables.audit import AuditEntry
from store.tables.values import Subject
from tests.cogs.conftest import World, private
from tests.cogs.playing import SHORT_GAME, labels, latest, leave, message_of, play, posts, refreshed, status


@pytest_asyncio.fixture
async def olaf(world: World) -> simcord.MemberActor:
    """Somebody who may manage the server, and a match of ann against bob."""
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
        assert "You play in this match" in told
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
    assert posts(world)[-1].content == "The match goes on: an organiser ended the pause."
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
        ({}, "Name either the winner or the ranks."),
        ({"winner": "ann", "ranks": "1 2"}, "Name either the winner or the ranks."),
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
    assert "An organiser called the match off; it doesn't count. Technical trouble came between." in ended
    assert f"<@{world.ann.id}>" not in ended


async def test_nothing_happens_without_a_yes(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(await olaf.slash(world.channel, "organise void", reason="other"))
    await olaf.click(question, label="Leave it")
    assert refreshed(olaf, question).content == "Nothing was changed."
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
    assert "Take back the last 2 turns, from bob's on" in asked
    match = await latest(world)
    assert len(match.history) == 1
    assert match.to_act == (world.person("bob"),)
    assert posts(world)[-2].content.startswith("An organiser took back 2 turns;")
    assert "olaf took back 2 turns." in private(await olaf.slash(world.channel, "organise log")).replace(
        olaf.mention, "olaf"
    )
    assert world.pings(status(world)) == [world.bob.id]
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
    assert posts(world)[-2].content.startswith("An organiser set up a position")
    await play(world, SHORT_GAME[0])


async def test_somebody_is_put_on_a_seat_and_told(world: World, olaf: simcord.MemberActor) -> None:
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
    told = next(post for post in posts(world) if "an organiser is asking you to take over" in post.content)
    assert world.pings(told) == [world.dan.id]
    assert world.pings(status(world)) == [world.dan.id]
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
        "bob agreed, the last to do so: taking back a turn",
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
