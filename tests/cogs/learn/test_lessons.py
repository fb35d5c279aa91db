"""`/learn`: a lesson from its first press to its last, wrong turns, typed ones, another day, and direct messages."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord

from cogs.core.text import LABEL_LIMIT, MESSAGE_LIMIT, MOST_IN_ROW, cut
from cogs.learn.lesson import LessonControl
from cogs.learn.page import LessonVerb, control_id, decode, tasks_of, taught
from cogs.ui.rules import rule_of
from engine import registry
from engine.text import say
from locales.pseudo import Pseudo
from tests.catalogues import everything_in
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, controls, labels, message_of, pick, posts, refreshed, said
from tests.cogs.playing import texts as texts_of
from tests.cogs.test_pseudo import NAMES, texts
from tests.pseudo import english_words

WHOLE = "E/2E6/E"
"""A turn that does the first step of Replicants."""


async def opened(world: World, game: str = "replicants", **options: Any) -> simcord.ResponseMessage:
    return message_of(await world.ann.slash(world.channel, "learn", game=game, **options))


async def done(world: World, shown: Shown) -> discord.Message:
    """Have the lesson's own answer played; return what the message says then."""
    await pick(world.ann, shown, "Show me")
    return await pick(world.ann, refreshed(world.ann, shown), "Confirm")


async def typed(world: World, shown: Shown, text: str) -> str:
    """Type a turn; return what the message says then."""
    asked = await world.ann.click(shown, label="Type it")
    await world.ann.submit_modal(asked, {"turn": text})
    return said(refreshed(world.ann, shown))


async def place(world: World, game: str = "replicants") -> int | None:
    return (await world.bot.arena.lessons.of(world.person("ann"))).get(game)


@pytest.mark.parametrize("game", list(taught()))
async def test_a_whole_lesson(world: World, game: str) -> None:
    last = len(tasks_of(game))
    games = message_of(await world.ann.slash(world.channel, "learn"))
    name = registry.name_of(game)
    shown = await pick(world.ann, games, f"{name}: start")
    for number, task in enumerate(tasks_of(game), 1):
        assert f"**{name}, step {number} of {last}: " in said(shown)
        # No other message shows the opponents: only what is chosen in secret is chosen over the hand alone.
        assert (shown.attachments[0].filename == "board.png") is ("Your secret choice" not in said(shown))
        shown = await done(world, shown)
        assert "✅" in said(shown)
        assert task.rules[0] in said(shown)
        assert len(said(shown)) <= MESSAGE_LIMIT
        assert await place(world, game) == number
        if number < last:
            shown = await pick(world.ann, shown, "Next step")
    assert "That was the last step." in said(shown)
    assert "Next step" not in labels(shown)
    assert f"{name}: done, do it again" in labels(await pick(world.ann, shown, "All lessons"))
    shown = await pick(world.ann, refreshed(world.ann, shown), f"{name}: done, do it again")
    assert "step 1 of" in said(shown)
    assert await place(world, game) == 0
    # No match, no post, nothing for other eyes.
    assert posts(world) == []
    assert world.own(world.channel) == []


@pytest.mark.parametrize("game", list(taught()))
async def test_a_step_that_is_done_leads_to_its_rule(world: World, game: str) -> None:
    for each in tasks_of(game):
        rule = rule_of(registry.get(game), each.rules[0])
        assert rule is not None, each.key
        assert rule.points
    shown = await done(world, await opened(world, game))
    assert len(labels(shown)) <= MOST_IN_ROW
    task = tasks_of(game)[0]
    rules = message_of(await world.ann.click(shown, label="Rules"))
    assert rules.ephemeral
    assert rules.id != shown.id, "the lesson stays"
    assert f"Rule {task.rules[0]}" in "\n".join(texts_of(rules))
    assert "Next step" in labels(refreshed(world.ann, shown))


async def test_menus_build_a_turn_and_a_wrong_one_is_told_why(world: World) -> None:
    shown: Shown = await opened(world)
    for label in ("2 on F8", "G8", "Back", "Start over", "2 on E7", "E6", "Rotate"):
        shown = await pick(world.ann, shown, label)
    assert "Confirm" not in labels(shown)
    for label in ("2 on E6", "To the left", "Confirm"):
        shown = await pick(world.ann, shown, label)
    assert "❌ `E/2E6/E6-`: not yet. You rotated a Replicant as your third action" in said(shown)
    assert "step 1 of 8" in said(shown)
    assert await place(world) is None
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        shown = await pick(world.ann, shown, label)
    assert "✅" in said(shown)
    assert await place(world) == 1


async def test_a_typed_turn_is_refused_with_its_rule_and_the_hint(world: World) -> None:
    shown = await opened(world)
    said = await typed(world, shown, "E/2E3/E")
    assert "`2E3` isn't legal" in said
    assert "See rule R7: `/rules game:Replicants topic:R7`." in said
    assert "💡 Move any Replicant, then charge as your third action." in said
    assert "💡" in await typed(world, shown, "`what`")
    wrong = await typed(world, shown, "e/2e6/d8+ {`@everyone`}")
    assert "❌ `E/2E6/D8+`: not yet." in wrong
    assert "everyone" not in wrong
    begun = await typed(world, shown, "E/2E6")
    assert "In notation: `E/2E6`" in begun
    assert await place(world) is None
    assert "✅" in await typed(world, shown, f" {WHOLE.lower()} ")
    assert await place(world) == 1


async def test_a_second_press_skips_nothing(world: World) -> None:
    shown = await opened(world)
    await pick(world.ann, shown, "Show me")
    for label, step in (("Confirm", "step 1 of 8"), ("Next step", "step 2 of 8")):
        screen = await world.as_it_was(refreshed(world.ann, shown))
        assert step in said(await pick(world.ann, shown, label))
        assert step in said(await pick(world.ann, screen, label))
        assert await place(world) == 1
    # A message of an earlier step does no harm either.
    other = await opened(world, step=1)
    assert await place(world) == 0
    assert "step 2 of 8" in said(await pick(world.ann, await done(world, other), "Next step"))
    assert await place(world) == 1


async def test_it_goes_on_another_day_after_a_restart(world: World) -> None:
    shown = await opened(world, step=3)
    await done(world, shown)
    await world.restart()
    assert "step 4 of 8" in said(await opened(world))
    games = message_of(await world.ann.slash(world.channel, "learn"))
    assert "Replicants: continue at step 4 of 8" in labels(games)
    # Buttons from before go on, too.
    assert "step 4 of 8" in said(await pick(world.ann, refreshed(world.ann, shown), "Next step"))


async def test_in_direct_messages(world: World) -> None:
    shown = message_of(await world.eve.user.slash("learn", game="replicants"))
    assert "step 1 of 8" in said(shown)
    await world.eve.user.click(shown, label="Show me")
    confirm = next(
        each["custom_id"] for each in controls(world.message(shown.channel_id, shown.id)) if ":c:" in each["custom_id"]
    )
    await world.eve.user.click(world.message(shown.channel_id, shown.id), custom_id=confirm)
    assert "✅" in said(world.message(shown.channel_id, shown.id))
    assert "continue at step 2" in str(message_of(await world.eve.user.slash("learn")).components)


@pytest.mark.parametrize("game", list(taught()))
async def test_boards_as_text(world: World, game: str) -> None:
    await world.ann.slash(world.channel, "settings mine", boards="text")
    shown = await opened(world, game)
    assert shown.attachments == []
    assert ("Your hand" if game == "apex" else "```\n") in texts_of(shown)[0]


async def test_what_there_is_not(world: World) -> None:
    assert "no such step" in private(await world.ann.slash(world.channel, "learn", game="replicants", step=25))
    assert await place(world) is None


@pytest.mark.parametrize("game", list(taught()))
async def test_no_text_is_too_long_however_long_the_language(world: World, game: str) -> None:
    """SimCord refuses what Discord would refuse; that would be an error of the bot, which ends the test."""
    with everything_in(Pseudo(70)):
        shown = await opened(world, game)
        for step in range(len(tasks_of(game))):
            for verb in (LessonVerb.OPEN, LessonVerb.ANSWER):
                await world.ann.click(await world.forge(control_id(game, step, verb)), label="forged")
        asked = await world.ann.click(shown, custom_id=control_id(game, 0, LessonVerb.TYPE))
        assert asked.modal is not None
        await world.ann.slash(world.channel, "learn")


@pytest.mark.parametrize("game", list(taught()))
async def test_every_text_went_through_a_catalogue(world: World, game: str) -> None:
    with everything_in(Pseudo()):
        pages = [list(texts(await opened(world, game)))]
        for step in range(len(tasks_of(game))):
            message = await world.forge(control_id(game, step, LessonVerb.OPEN))
            for label in ("forged", cut(say("Show me").render(Pseudo()), LABEL_LIMIT), ""):
                confirm = [each["custom_id"] for each in controls(message) if ":c:" in each["custom_id"]]
                await world.ann.click(message, **({"label": label} if label else {"custom_id": confirm[0]}))
                message = world.latest(message)
                pages.append(list(texts(message)))
        pages.append(list(texts(message_of(await world.ann.slash(world.channel, "learn")))))
    assert {word for page in pages for text in page for word in english_words(text, NAMES)} == set()


FORGED = (
    "n:chess:0:o::",
    "n:replicants:99:o::",
    "n:replicants:0:q::",
    "n:replicants:0:p::E/2E9",
    "n:replicants:0:p:99.zz:E",
    "n:replicants:0:c::E",
    "n:replicants:0:c::",
    "n:replicants:0:c::E/2E6/E/E",
    "n:replicants:0:m::",
    "n:replicants:0:b:9:~0.0~00000000",
    "n:replicants:0:s999::~zz",
    "n:replicants:7:a:1:x",
    "n:replicants:98:l::",
)


async def test_a_forged_press_does_no_harm(world: World, subtests: pytest.Subtests) -> None:
    for custom_id in FORGED:
        with subtests.test(custom_id):
            await world.ann.click(await world.forge(custom_id), custom_id=custom_id)
            assert await place(world) is None
            assert [each for each in world.logged.records if each.levelname == "ERROR"] == []


def test_ids_are_read_as_they_were_written() -> None:
    for verb in LessonVerb:
        press = decode(control_id("replicants", 7, verb))
        assert press is not None
        assert (press.game, press.step, press.verb) == ("replicants", 7, verb)
    assert decode("n:replicants:0:q::") is None
    assert decode("b:1:2:p::") is None
    with pytest.raises(ValueError, match="must match the template"):
        LessonControl(discord.ui.Button(custom_id="b:1:2:p::"))
