"""/organise correct: who may, what is asked once more, what changes and what everybody reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
import pytest_asyncio
import simcord

from hosting.match.model import Match
from store.tables import results
from store.tables.results import Result
from tests.cogs.conftest import World, private
from tests.cogs.moderation.test_organise import confirmed, log_of
from tests.cogs.moderation.test_unplayable import begin_another, bury, spoil
from tests.cogs.playing import SHORT_GAME, latest, message_of, play, posts


@pytest_asyncio.fixture
async def olaf(world: World) -> simcord.MemberActor:
    """Somebody who may manage the server; ann and bob have each made a turn, and ann has resigned."""
    await world.begin()
    await play(world, *SHORT_GAME[:2])
    match = await latest(world)
    await world.bot.arena.matches.forfeit(match.id, match.person_of(1))
    await world.settle()
    return world.organiser()


async def came_of(world: World) -> list[Result]:
    async with world.bot.arena.db.read() as connection:
        return await results.of_match(connection, 1)


async def test_a_result_is_corrected_and_the_correction_taken_back(world: World, olaf: simcord.MemberActor) -> None:
    before = await came_of(world)
    assert [each.score for each in before] == [0, 120]
    asked = await confirmed(
        world, olaf, "correct", "Correct", what="another result", player="1", reason="unfair play", match=1
    )
    assert asked.startswith("Correct the result of match 1 to 1. ann, 2. bob? Reason:")
    assert [each.score for each in await came_of(world)] == [120, 0]
    told = posts(world)[-1].content
    assert told == (
        "An organiser corrected the result of match 1. It's now 1. ann, 2. bob. The rules or fair play were not kept."
    )
    offered = await olaf.autocomplete(world.channel, "organise correct", "correction", "", match=1)
    assert [each["value"] for each in offered] == [1]
    assert str(offered[0]["name"]).startswith("1: another result, by")
    asked = await confirmed(
        world, olaf, "correct", "Take back", what="undo a correction", correction=1, reason="a mistake", match=1
    )
    assert asked == "Undo correction 1 of match 1 (another result)? There was a mistake."
    assert [each.score for each in await came_of(world)] == [0, 120]
    log = await log_of(world, olaf)
    assert "corrected the result: ranks 1 2 (correction 1). The rules or fair play were not kept." in log
    assert "took back correction 1 (correction 2). There was a mistake." in log
    told = posts(world)[-1].content
    assert told == "An organiser undid correction 1 of the result of match 1. There was a mistake."


async def test_a_match_is_voided_after_its_end(world: World, olaf: simcord.MemberActor) -> None:
    await confirmed(world, olaf, "correct", "Correct", what="doesn't count", reason="other", match=1)
    assert {each.why for each in await came_of(world)} == {"void"}
    assert "(correction 1)" in await log_of(world, olaf)
    question = message_of(
        await olaf.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=1)
    )
    assert "nothing was changed" in private(await olaf.click(question, label="Correct"))


async def test_what_makes_no_sense_is_refused_in_a_sentence(world: World, olaf: simcord.MemberActor) -> None:
    async def refused(**options: str) -> str:
        given = {"reason": "other", "match": 1, **options}
        return private(await olaf.slash(world.channel, "organise correct", **given))

    assert "Name either the winner or the ranks." in await refused(what="another result")
    assert "Name either the winner or the ranks." in await refused(what="another result", player="1", ranks="1 2")
    assert "Give each of the 2 seats a rank from 1 to 2" in await refused(what="another result", ranks="1 7")
    assert "Use `player` to say which seat" in await refused(what="excuse a player who left")
    assert all(each.revision == 0 for each in await came_of(world))


async def test_nobody_is_excused_who_never_left(world: World, olaf: simcord.MemberActor) -> None:
    question = message_of(
        await olaf.slash(
            world.channel, "organise correct", what="excuse a player who left", player="1", reason="other", match=1
        )
    )
    assert "Excuse the first player of ann's seat?" in question.content
    assert "from start to end" in private(await olaf.click(question, label="Correct"))


async def test_a_running_match_has_no_result_yet(world: World, olaf: simcord.MemberActor) -> None:
    await world.begin()
    told = private(await olaf.slash(world.channel, "organise correct", what="doesn't count", reason="other", match=2))
    assert "still on" in told
    assert "/organise void" in told


@pytest.mark.parametrize("damage", [spoil, partial(bury, column="game", value="chess")], ids=["turn", "game"])
async def test_what_was_played_need_not_be_readable(
    world: World, olaf: simcord.MemberActor, damage: Callable[[World, Match], None]
) -> None:
    damage(world, await latest(world))
    await world.restart()
    offered = await olaf.autocomplete(world.channel, "organise correct", "player", "", match=1)
    assert [(each["name"], each["value"]) for each in offered] == [("ann", "1"), ("bob", "2")]
    given = {"reason": "other", "match": 1}
    await confirmed(world, olaf, "correct", "Correct", what="another result", player="ann", **given)
    assert [each.score for each in await came_of(world)] == [120, 0]
    assert posts(world)[-1].content.startswith("An organiser corrected the result of match 1. It's now 1. ann, 2. bob.")
    assert "1: another result, by" in str(
        await olaf.autocomplete(world.channel, "organise correct", "correction", "", match=1)
    )
    await confirmed(world, olaf, "correct", "Take back", what="undo a correction", **given)
    assert [each.score for each in await came_of(world)] == [0, 120]
    world.promote(world.ann)
    refused = private(await world.ann.slash(world.channel, "organise correct", what="doesn't count", **given))
    assert refused.startswith("You play in this match")
    world.logged.clear()


async def test_there_is_nothing_to_correct_where_there_is_no_match(world: World, olaf: simcord.MemberActor) -> None:
    for number in (99, 2**53 - 1):
        given = {"what": "doesn't count", "reason": "other", "match": number}
        assert private(await olaf.slash(world.channel, "organise correct", **given)) == "There's no such match.", number
        assert await olaf.autocomplete(world.channel, "organise correct", "correction", "", match=number) == []


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


@pytest.mark.usefixtures("olaf")
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
    world: World, olaf: simcord.MemberActor
) -> None:
    await begin_another(world)
    ended = await olaf.autocomplete(world.channel, "organise correct", "match", "")
    day = world.env.now().date()
    assert ended == [{"name": f"1: Replicants, 2 players: ann, bob, ended on {day}", "value": 1}]
    running = await olaf.autocomplete(world.channel, "organise void", "match", "")
    assert running == [{"name": "2: Replicants, 2 players: cleo, dan", "value": 2}]
    assert await world.eve.autocomplete(world.channel, "organise correct", "match", "") == []


async def test_the_correction_that_was_asked_about_is_the_one_taken_back(
    world: World, olaf: simcord.MemberActor
) -> None:
    given = {"reason": "other", "match": 1}
    undo = {"what": "undo a correction", **given}
    assert "no such correction" in private(await olaf.slash(world.channel, "organise correct", **undo))
    await confirmed(world, olaf, "correct", "Correct", what="another result", player="1", **given)
    question = message_of(await olaf.slash(world.channel, "organise correct", **undo))
    await confirmed(world, olaf, "correct", "Correct", what="doesn't count", **given)
    await olaf.click(question, label="Take back")
    assert [(each.kind, each.undoes) for each in await world.bot.arena.corrections.in_force(1)] == [
        ("void", None),
        ("undo", 1),
    ]
