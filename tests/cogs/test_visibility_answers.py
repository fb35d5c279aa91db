"""Who sees what the bot answers to each command while a match runs, and where players choose in secret."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias

import pytest
import simcord

from hosting.match.model import Match
from tests.cogs.apex import party as apex
from tests.cogs.conftest import World
from tests.cogs.playing import latest
from tests.cogs.seeing import EVERYONE, ME, answers, seen_by
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in
from tests.cogs.twins import told, words

QUESTIONS = (
    "seek list",
    "board",
    "match cards",
    "match clock",
    "doctor",
    "help",
    "leaderboard",
    "league join",
    "league leave",
    "league standings",
    "league bracket",
    "league schedule",
    "league mine",
    "league explain",
    "league history",
    "league challenge",
    "league bye",
    "league-manage",
    "legal",
    "matches",
    "organise log",
    "profile",
    "match record",
    "match replay",
    "rules",
    "silence log",
    "silence policy",
    "silence status",
    "watch list",
)
"""Commands that change nothing, so that all of them can be given in one server."""


Case: TypeAlias = tuple[str, dict[str, Any], str]
CASES: list[Case] = [(name, options, seen) for name, cases in COMMANDS.items() for options, seen in cases]
ASKING = [case for case in CASES if case[0].startswith(QUESTIONS)]
DOING = [case for case in CASES if case not in ASKING]


async def _assert_seen(
    world: World, organiser: simcord.MemberActor, name: str, options: dict[str, Any], expected: str
) -> list[simcord.ResponseMessage]:
    """Have a command given by a person who may; return what was answered, once it is clear who sees it."""
    actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
    found = answers(await actor.slash(world.channel, name, **_filled_in(world, options)))
    for message in found:
        assert seen_by(world, actor, message)
        for onlooker in (world.bob, world.eve):
            assert seen_by(world, onlooker, message) is (expected == EVERYONE), message.content
    return found


async def _assert_no_hand(messages: list[simcord.ResponseMessage], seen: str) -> None:
    """Hands are shown to nobody but their players."""
    if seen == EVERYONE:
        assert "Your hand" not in words([await told(each) for each in messages])


async def _told(world: World) -> tuple[Match | None, int]:
    """Return the match of the channel, and how much was said for everybody."""
    said = world.env.backend.messages[world.channel.id].values()
    match = await world.bot.arena.matches.latest_in(world.channel.id)
    return match, sum(not each.is_ephemeral for each in said)


async def _each_done(
    world: World, begin: Callable[[], Awaitable[object]], subtests: pytest.Subtests, cases: Iterable[Case]
) -> None:
    """Have each command given in a match in which nothing else has happened, and look who sees the answer."""
    organiser = world.organiser()
    untouched: tuple[Match | None, int] | None = None
    for name, options, expected in cases:
        match, _ = now = await _told(world)
        if match is not None and not match.over and (now != untouched or name.startswith("new")):
            await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
            await world.settle()
        if now != untouched and not name.startswith("new"):
            await begin()
            match, _ = untouched = await _told(world)
        given = options | ({"match": match.id} if match is not None and options.get("match") == 1 else {})
        with subtests.test(name, **options):
            await _assert_no_hand(await _assert_seen(world, organiser, name, given, expected), expected)
            await world.settle()


async def test_who_sees_the_answer_to_a_command(world: World, subtests: pytest.Subtests) -> None:
    await _each_done(world, world.begin, subtests, DOING)


async def test_who_sees_the_answer_to_a_question(world: World, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    match = await world.begin()
    for name, options, expected in ASKING:
        with subtests.test(name, **options):
            await _assert_seen(world, organiser, name, options, expected)
            assert await latest(world) == match


async def test_who_sees_the_answer_where_players_choose_in_secret(world: World, subtests: pytest.Subtests) -> None:
    async def begin() -> None:
        await (await apex.begin(world, 2)).settle_in()

    cases = [case for case in DOING if not case[0].startswith(("new", "silence", "watch"))]
    await _each_done(world, begin, subtests, cases)


async def test_who_sees_the_answer_to_a_question_where_players_choose_in_secret(
    world: World, subtests: pytest.Subtests
) -> None:
    organiser = world.organiser()
    party = await apex.begin(world, 2)
    await party.settle_in()
    match = await latest(world)
    for name, options, seen in ASKING:
        # here is something to animate
        expected = options.get("show", ME) if options.get("form") == "animation" else seen
        with subtests.test(name, **options):
            await _assert_no_hand(await _assert_seen(world, organiser, name, options, expected), expected)
            assert await latest(world) == match
