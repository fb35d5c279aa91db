"""`/learn`: a lesson from its first press to its last, wrong turns, typed ones, another day, and direct messages."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest
import simcord

from cogs.core.bot import Interaction
from cogs.core.text import CUSTOM_ID_LIMIT, LABEL_LIMIT, MESSAGE_LIMIT, MOST_IN_ROW, cut
from cogs.learn import practice
from cogs.learn.lesson import LessonControl
from cogs.learn.page import TEMPLATE, LessonVerb, control_id, decode, tasks_of, taught
from cogs.learn.practice import MOST_TURNS, ROOT, Plays, Practice, PracticeVerb, against, match_root, new_root, plays_in
from cogs.learn.practice import control_id as practice_control_id
from cogs.ui.rules import rule_of
from computer import players
from engine import registry
from engine.registry import games
from engine.text import Text, say
from hosting.computers.workers import Decided, Job
from locales.pseudo import Pseudo
from store.schema import metadata
from tests.catalogues import english_words, everything_in
from tests.cogs.conftest import World, private
from tests.cogs.playing import (
    SHORT_GAME,
    Shown,
    controls,
    labels,
    menu,
    message_of,
    parts,
    pick,
    play,
    posts,
    refreshed,
    said,
    type_turn,
)
from tests.cogs.playing import texts as texts_of
from tests.cogs.test_pseudo import NAMES, texts
from tests.computers import computers_in_process, switch_off  # noqa: F401 - a fixture

WHOLE = "E/2E6/E"
"""A turn that does the first step of Replicants."""


async def opened(world: World, game: str = "replicants", **options: Any) -> simcord.ResponseMessage:
    return message_of(await world.ann.slash(world.channel, "learn", game=game, **options))


async def done(world: World, shown: Shown) -> discord.Message:
    """Have the lesson's own answer played; return what the message says then."""
    await pick(world.ann, shown, "Show me")
    return await pick(world.ann, refreshed(world.ann, shown), "Confirm")


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


@pytest.mark.parametrize("offered", [True, False])
async def test_the_last_step_speaks_of_computers_where_there_are_any(world: World, offered: bool) -> None:
    await world.bot.arena.lessons.go(world.person("ann"), "replica", len(tasks_of("replica")) - 1)
    if not offered:
        switch_off(world.bot.arena)
    shown = await done(world, await opened(world, "replica"))
    assert "That was the last step." in said(shown)
    assert ("With `computer:` you play" in said(shown)) is offered


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
    assert "❌ `E/2E6/E6-`: not quite. You rotated a Replicant as your third action" in said(shown)
    assert "step 1 of 8" in said(shown)
    assert await place(world) is None
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        shown = await pick(world.ann, shown, label)
    assert "✅" in said(shown)
    assert await place(world) == 1


async def test_a_typed_turn_is_refused_with_its_rule_and_the_hint(world: World) -> None:
    shown = await opened(world)
    refused = said(await type_turn(world.ann, shown, "E/2E3/E"))
    assert "`2E3` isn't legal" in refused
    assert "See rule R7: `/rules game:Replicants topic:R7`." in refused
    assert "💡 Move any Replicant, then charge as your third action." in refused
    assert "💡" in said(await type_turn(world.ann, shown, "`what`"))
    wrong = said(await type_turn(world.ann, shown, "e/2e6/d8+ {`@everyone`}"))
    assert "❌ `E/2E6/D8+`: not quite." in wrong
    assert "everyone" not in wrong
    begun = said(await type_turn(world.ann, shown, "E/2E6"))
    assert "In notation: `E/2E6`" in begun
    assert await place(world) is None
    assert "✅" in said(await type_turn(world.ann, shown, f" {WHOLE.lower()} "))
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
        press = decode(TEMPLATE, LessonVerb, control_id("replicants", 7, verb))
        assert press is not None
        assert (press.board["game"], press.board["step"], press.verb) == ("replicants", "7", verb)
    assert decode(TEMPLATE, LessonVerb, "n:replicants:0:q::") is None
    assert decode(TEMPLATE, LessonVerb, "b:1:2:p::") is None
    with pytest.raises(ValueError, match="must match the template"):
        LessonControl(discord.ui.Button(custom_id="b:1:2:p::"))


# Free practice: a private board on which one person moves for everyone, from the start of a game or out of a match.


GAMES = [(f"{game.info.key}.{mode.key}", mode.seats) for game in games() for mode in game.info.modes]


async def begun(world: World, value: str = "replicants.2") -> discord.Message:
    """Begin a board with a game and a mode; return its message."""
    shown = message_of(await world.ann.slash(world.channel, "learn"))
    (picker,) = [item for item in controls(shown) if item["custom_id"].startswith("x:")]
    await world.ann.select(shown, [value], custom_id=picker["custom_id"])
    return refreshed(world.ann, shown)


async def onward(world: World, shown: discord.Message) -> discord.Message:
    """Play any turn with the menus."""
    for _ in range(12):
        if "Confirm" in labels(shown):
            return await pick(world.ann, shown, "Confirm")
        always = {"Back", "Start over", "Type it", "Take back", "Change seats"}
        ways = [label for label in labels(shown) if label not in always]
        shown = await pick(world.ann, shown, (ways or list(menu(shown)))[0])
    raise AssertionError("a turn that never ends")


async def rows(world: World) -> dict[str, int]:
    """Return how many rows each table has."""
    async with world.bot.arena.db.read() as connection:
        return {name: len((await connection.execute(table.select())).all()) for name, table in metadata.tables.items()}


async def test_both_sides_are_moved_and_taken_back(world: World) -> None:
    before = await rows(world)
    shown = await begun(world)
    assert said(shown).startswith("**Free practice: Replicants**\n-# You move for everyone here.")
    assert "Player 1 to play." in said(shown)
    assert "Take back" not in labels(shown)
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        shown = await pick(world.ann, shown, label)
    assert "Player 2 to play." in said(shown)
    shown = await type_turn(world.ann, shown, "e/2e4/e")
    assert "Player 1 to play." in said(shown)
    assert plays_in(shown) == ((1, "E/2E6/E"), (2, "E/2E4/E"))
    shown = await pick(world.ann, shown, "Take back")
    assert plays_in(shown) == ((1, "E/2E6/E"),)
    shown = await pick(world.ann, shown, "Take back")
    assert plays_in(shown) == ()
    assert "Player 1 to play." in said(shown)
    # No match, no post, no row, nothing for other eyes.
    assert await rows(world) == before
    assert posts(world) == []


async def test_what_is_illegal_is_told_with_its_rule(world: World) -> None:
    shown = await type_turn(world.ann, await begun(world), "E/2E2/E")
    assert "isn't legal, so your turn" in said(shown)
    assert "See rule R" in said(shown)
    assert plays_in(shown) == ()
    shown = await type_turn(world.ann, shown, "E/2E6")
    assert "In notation: `E/2E6`" in said(shown)


async def test_it_outlives_a_restart(world: World) -> None:
    shown = await type_turn(world.ann, await begun(world), "E/2E6/E")
    practice._sessions = type(practice._sessions)(practice.SESSIONS_CACHED)
    await world.restart()
    shown = await type_turn(world.ann, refreshed(world.ann, shown), "E/2E4/E")
    assert plays_in(shown) == ((1, "E/2E6/E"), (2, "E/2E4/E"))


async def test_an_overload_outlives_a_restart(world: World) -> None:
    shown = await begun(world)
    turns = "E/2C6/E E/2C2/E E/1D7/E E/1D2/E E/1C7/E E/1C1/E E/1B6/B6- E/1B1/B1- E/1B5/B5- E/1B2/B2- #C6/1A4/A4-"
    for turn in turns.split():  # R13: at an energy of 9 a Replicant of one's own is struck
        shown = await type_turn(world.ann, shown, turn)
    practice._sessions = type(practice._sessions)(practice.SESSIONS_CACHED)
    await world.restart()
    shown = await type_turn(world.ann, refreshed(world.ann, shown), "e")
    assert [text for _, text in plays_in(shown)] == turns.split()
    assert "Player 2 to play." in said(shown)


async def test_a_second_press_plays_nothing_twice(world: World) -> None:
    shown = await begun(world)
    for label in ("2 on E7", "E6", "Charge the matrix"):
        shown = await pick(world.ann, shown, label)
    stale = next(each["custom_id"] for each in controls(shown) if ":c:" in each["custom_id"])
    shown = await pick(world.ann, shown, "Confirm")
    rows = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "stale", "custom_id": stale}]}]
    there, kept = world.env.backend, [part for part in parts(shown) if part["type"] == 10]
    again = there.create_message(world.channel.id, there.bot_user.id, components=[*kept, *rows], flags=1 << 15)
    await world.env.settle()
    told = await pick(world.ann, world.message(world.channel.id, again.id), "stale")
    assert "This board has moved on, so nothing happened." in said(told)
    assert plays_in(told) == ((1, "E/2E6/E"),)


async def test_every_game_and_mode(world: World, subtests: pytest.Subtests) -> None:
    for value, seats in GAMES:
        with subtests.test(value):
            shown, turns = await begun(world, value), min(seats, 2) + 1
            for _ in range(turns):
                shown = await onward(world, shown)
            assert len(plays_in(shown)) == turns
            assert len(plays_in(await pick(world.ann, shown, "Take back"))) == turns - 1


# Against computers.


LEVEL_1 = "level 1: overlooks your answer"
SAMPLED_1 = "level 1: hardly looks ahead"
"""In games where computers play by sampling."""
AGAINST = [value for value, _ in GAMES if players.keys(*value.split("."))]
"""Every game and mode with computers."""


@pytest.mark.usefixtures("computers_in_process")
async def test_computers_play_the_other_seats(world: World, subtests: pytest.Subtests) -> None:
    before = await rows(world)
    for value in AGAINST:
        with subtests.test(value):
            level = SAMPLED_1 if value.startswith(players.SAMPLED) else LEVEL_1
            shown = await pick(world.ann, await begun(world, value), level)
            assert "-# Computers play the other seats." in said(shown)
            assert "Take back" not in labels(shown)
            plays: Plays = ()
            while len({seat for seat, _ in plays}) < 2:
                assert len(plays) < 12
                shown = await onward(world, shown)
                plays = plays_in(shown)
            own = plays[0][0]
            last = max(place for place, (seat, _) in enumerate(plays) if seat == own)
            assert plays_in(await pick(world.ann, shown, "Take back")) == plays[:last]
    assert await rows(world) == before
    assert posts(world) == []


@pytest.mark.usefixtures("computers_in_process")
async def test_what_a_computer_plays_in_secret_is_covered(world: World) -> None:
    shown = await pick(world.ann, await begun(world, "apex.2"), SAMPLED_1)
    assert "are numbers below" in said(shown)
    shown = await onward(world, shown)
    covered = plays_in(shown)
    assert not covered[0][1].startswith("#")
    assert [seat for seat, _ in covered[:2]] == [1, 2], "the first choices are everybody's"
    assert re.fullmatch(r"#\d+(\.\d+)*", covered[1][1])
    practice._sessions = type(practice._sessions)(practice.SESSIONS_CACHED)
    await world.restart()
    shown = await onward(world, refreshed(world.ann, shown))
    assert plays_in(shown)[: len(covered)] == covered


@pytest.mark.usefixtures("computers_in_process")
async def test_seats_are_changed_and_computers_sent_away(world: World) -> None:
    shown = await pick(world.ann, await begun(world), LEVEL_1)
    shown = await pick(world.ann, shown, "Change seats")
    assert [seat for seat, _ in plays_in(shown)] == [1]
    assert "Player 2 to play." in said(shown)
    assert "Take back" not in labels(shown)
    first = plays_in(shown)
    shown = await onward(world, shown)
    assert [seat for seat, _ in plays_in(shown)] == [1, 2, 1]
    shown = await pick(world.ann, shown, "Take back")
    assert plays_in(shown) == first
    shown = await pick(world.ann, shown, "You move for everyone")
    shown = await onward(world, shown)
    assert "Player 1 to play." in said(shown)
    assert [seat for seat, _ in plays_in(shown)] == [1, 2]


@pytest.mark.usefixtures("computers_in_process")
async def test_a_board_whose_computer_was_cut_off_goes_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    own = practice._decided

    async def soon(_: object) -> bool:
        return False

    async def overtaken(interaction: Interaction, there: Practice) -> tuple[Practice, list[Text]]:
        """Another press comes meanwhile."""
        found = await own(interaction, there)
        practice._answering.put((interaction.user.id, against(there.root, 0, 0)), object())
        return found

    shown = await pick(world.ann, await begun(world), LEVEL_1)
    monkeypatch.setattr(practice, "_soon", soon)
    monkeypatch.setattr(practice, "_decided", overtaken)
    shown = await type_turn(world.ann, shown, "E/2E6/E")
    assert "The computer is thinking…" in said(shown)
    assert plays_in(shown) == ((1, "E/2E6/E"),)
    assert labels(shown) == ["Continue", "Take back"]
    monkeypatch.setattr(practice, "_decided", own)
    shown = await pick(world.ann, shown, "Continue")
    assert [seat for seat, _ in plays_in(shown)] == [1, 2]
    assert "Player 1 to play." in said(shown)


@pytest.mark.usefixtures("computers_in_process")
@pytest.mark.parametrize(
    ("verb", "picked", "expected"), [(PracticeVerb.UNDO, "", ()), (PracticeVerb.LEVEL, "0", ((1, WHOLE),))]
)
async def test_what_is_done_while_a_computer_decides_stays(
    world: World, monkeypatch: pytest.MonkeyPatch, verb: PracticeVerb, picked: str, expected: Plays
) -> None:
    own, show, thinking = practice._decided, practice._show, asyncio.Event()

    async def soon(_: object) -> bool:
        return False

    async def nothing(*_: object) -> None:
        """The answer to the second press, which is a press of its own to Discord."""

    async def shows(*given: Any, **more: Any) -> None:
        await show(*given, **more)
        thinking.set()

    async def meanwhile(interaction: Interaction, there: Practice) -> tuple[Practice, list[Text]]:
        """Return what a computer decides, after another press."""
        found = await own(interaction, there)
        await thinking.wait()  # the button is on the board that says so
        interaction.message = await interaction.original_response()
        press = decode(practice.TEMPLATE, PracticeVerb, practice_control_id(there.root, 1, verb))
        assert press is not None
        with monkeypatch.context() as patch:
            patch.setattr(discord.InteractionResponse, "defer", nothing)
            await practice._pressed(interaction, press, picked)
        return found

    shown = await pick(world.ann, await begun(world), LEVEL_1)
    monkeypatch.setattr(practice, "_soon", soon)
    monkeypatch.setattr(practice, "_decided", meanwhile)
    monkeypatch.setattr(practice, "_show", shows)
    shown = await type_turn(world.ann, shown, WHOLE)
    assert plays_in(shown) == expected
    assert "The computer is thinking…" not in said(shown)


@pytest.mark.usefixtures("computers_in_process")
async def test_a_board_is_answered_however_many_others_are_used(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    own = practice._decided

    async def crowded(interaction: Interaction, there: Practice) -> tuple[Practice, list[Text]]:
        for other in range(practice.SESSIONS_CACHED):
            practice._answering.put((other, ""), object())
        return await own(interaction, there)

    shown = await pick(world.ann, await begun(world), LEVEL_1)
    monkeypatch.setattr(practice, "_decided", crowded)
    assert [seat for seat, _ in plays_in(await type_turn(world.ann, shown, WHOLE))] == [1, 2]


async def test_the_log_names_no_account(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Job] = []

    async def decide(job: Job) -> Decided:
        jobs.append(job)
        return Decided(("E", "2E4", "E"), 0, job.level, 1.0)

    monkeypatch.setattr(world.bot.arena.computers, "decide", decide)
    shown = await pick(world.ann, await begun(world), LEVEL_1)
    await type_turn(world.ann, shown, WHOLE)
    assert {job.match.split(".")[0] for job in jobs} == {"practice replicants"}


async def test_a_computer_that_looked_less_far_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def decide(job: Job) -> Decided:
        return Decided(("E", "2E4", "E"), 0, job.level, 0.5)

    monkeypatch.setattr(world.bot.arena.computers, "decide", decide)
    shown = await pick(world.ann, await begun(world), LEVEL_1)
    shown = await type_turn(world.ann, shown, "E/2E6/E")
    assert "Computers have much to do" in said(shown)


async def test_without_workers_no_computer_plays(world: World) -> None:
    shown = await begun(world)
    switch_off(world.bot.arena)
    (menu_id,) = [each["custom_id"] for each in controls(shown) if each["custom_id"].endswith(":l::")]
    reply = await world.ann.select(shown, ["1"], custom_id=menu_id)
    assert "switched computer players off" in private(reply)
    assert plays_in(refreshed(world.ann, shown)) == ()
    fresh = await begun(world)
    assert not any(each["custom_id"].endswith(":l::") for each in controls(fresh)), "what isn't there isn't offered"


async def test_out_of_a_match_that_is_over(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    viewer: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=2))
    answer = message_of(await world.eve.click(viewer, label="Practise from here"))
    assert answer.ephemeral
    assert "ann to play." in said(answer)
    match = await world.bot.arena.matches.latest_in(world.channel.id)
    assert match is not None
    before = match.seq
    shown = (
        await pick(world.eve, refreshed(world.eve, answer), "Start over") if "Start over" in labels(answer) else answer
    )
    asked = await world.eve.click(shown, label="Type it")
    await world.eve.submit_modal(asked, {"turn": SHORT_GAME[2]})
    assert plays_in(refreshed(world.eve, answer)) == ((1, SHORT_GAME[2]),)
    now = await world.bot.arena.matches.get(match.id)
    assert now.seq == before
    last = message_of(await world.eve.slash(world.channel, "match replay", turn=9))
    assert "Practise from here" not in labels(last)


@pytest.mark.usefixtures("computers_in_process")
async def test_seats_are_changed_past_one_that_is_out_of_the_game(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=3)
    for name, label in (("bob", "Join"), ("cleo", "Join"), ("ann", "Start")):
        await world.press(name, lobby, label)
    await world.settle()
    match = await world.play(await world.bot.arena.matches.get(1))
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("bob")))
    match = await world.play(await world.bot.arena.matches.get(1))
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("cleo")))
    viewer: Any = message_of(await world.eve.slash(world.channel, "match replay", turn=3))
    answer = message_of(await world.eve.click(viewer, label="Practise from here"))
    shown = await pick(world.eve, refreshed(world.eve, answer), SAMPLED_1)
    assert "ann to play." in said(shown)
    shown = await pick(world.eve, shown, "Change seats")
    assert "cleo to play." in said(shown), "bob has resigned"


async def test_a_whole_game_ends_and_its_last_turn_can_be_taken_back(world: World) -> None:
    shown = await begun(world)
    for turn in SHORT_GAME:
        shown = await type_turn(world.ann, shown, turn)
    assert len(plays_in(shown)) == len(SHORT_GAME)
    assert labels(shown) == ["Take back"]
    shown = await pick(world.ann, shown, "Take back")
    assert "to play." in said(shown)


async def test_not_out_of_a_match_that_runs_nor_out_of_one_that_is_not_there(world: World) -> None:
    await world.begin()
    viewer = message_of(await world.ann.slash(world.channel, "match replay"))
    assert "Practise from here" not in labels(viewer)
    for custom_id in ("m:1:0:practise", "x:m1.0:0:b::"):
        assert "once it's over" in private(await world.ann.click(await world.forge(custom_id), label="forged"))
    for custom_id in ("m:99:0:practise", "x:m99.0:0:b::"):
        assert (
            "no such match" in private(await world.ann.click(await world.forge(custom_id), label="forged")).casefold()
        )


async def test_practice_in_direct_messages(world: World) -> None:
    games_shown = message_of(await world.eve.user.slash("learn"))
    (picker,) = [item for item in controls(games_shown) if item["custom_id"].startswith("x:")]
    await world.eve.user.select(games_shown, ["replica.2"], custom_id=picker["custom_id"])
    shown = world.message(games_shown.channel_id, games_shown.id)
    assert "Free practice: Replica" in said(shown)


async def test_a_board_that_is_full_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await type_turn(world.ann, await begun(world), "E/2E6/E")
    monkeypatch.setattr(practice, "MOST_TURNS", 20)
    asked = await world.ann.click(shown, label="Type it")
    told = await world.ann.submit_modal(asked, {"turn": "E/2E4/E"})
    assert "no room for more turns" in said(told.followups[-1])
    assert told.followups[-1].ephemeral
    assert len(plays_in(refreshed(world.ann, shown))) == 1
    assert MOST_TURNS > 1000


async def test_boards_of_practice_as_text(world: World, subtests: pytest.Subtests) -> None:
    await world.ann.slash(world.channel, "settings mine", boards="text")
    for value in ("replicants.2", "apex.2", "mutants.2"):
        with subtests.test(value):
            shown = await onward(world, await begun(world, value))
            assert shown.attachments == []
            assert len(plays_in(shown)) == 1


async def test_its_words_went_through_a_catalogue(world: World, subtests: pytest.Subtests) -> None:
    for value in (value for value, _ in GAMES if value.endswith(".2")):
        with subtests.test(value):
            with everything_in(Pseudo()):
                shown = await begun(world, value)
                assert {word for text in texts(shown) for word in english_words(text, NAMES)} == set()
            with everything_in(Pseudo(70)):
                await begun(world, value)


FORGED_PRACTICE = (
    "x::0:b::",
    "x::0:c::",
    "x:replicants.2.0000000g:0:b::",
    "x:replicants.9.00000000:0:b::",
    "x:chess.2.00000000:0:b::",
    "x:replicants.2.00000000:7:u::",
    "x:replicants.2.00000000:0:c::E/2E2",
    "x:replicants.2.00000000:0:p:9.99:E",
    "x:replicants.2.00000000:0:s999::~zz",
    "x:replicants.2.00000000:0:m::",
    "x:replicants.2.00000000:0:q::",
    "x:replicants.2.00000000:0:n::",
    "x:m999999999999999999.999999:0:b::",
    "x:replicants.2.00000000~93:0:w::",
    "x:replicants.2.00000000~13:0:w::",
    "x:replicants.2.00000000:0:w::",
    "x:replicants.2.00000000:0:e::",
    "x:replicants.2.00000000~11:0:e::",
    "x:mutants.1.00000000~11:0:w::",
)


async def test_a_forged_press_of_practice_does_no_harm(world: World, subtests: pytest.Subtests) -> None:
    for custom_id in FORGED_PRACTICE:
        with subtests.test(custom_id):
            await world.ann.click(await world.forge(custom_id), label="forged")
            assert [each for each in world.logged.records if each.levelname == "ERROR"] == []
    custom_id = practice_control_id("", 0, PracticeVerb.NEW)
    for value in ("chess.2", "replicants.9", "x", "replicants.2.0", "a:b.c", " "):
        with subtests.test(value):
            await world.ann.select(await world.forge(custom_id, value), [value], custom_id=custom_id)
            assert [each for each in world.logged.records if each.levelname == "ERROR"] == []


def test_ids_of_practice_are_read_as_they_were_written() -> None:
    for root in (
        new_root("replicants", "teams", b"\x01\x02\x03\x04\x05"),
        match_root(10**17, 999999),
        against(match_root(10**17, 999999), 4, 6),
        "",
    ):
        for verb in PracticeVerb:
            custom_id = practice_control_id(root, 9999, verb)
            assert len(custom_id) <= CUSTOM_ID_LIMIT
            press = decode(practice.TEMPLATE, PracticeVerb, custom_id)
            assert press is not None
            assert (press.board["root"], press.board["seq"], press.verb) == (root, "9999", verb)
    assert decode(practice.TEMPLATE, PracticeVerb, "x:m1.0:0:q::") is None
    assert decode(practice.TEMPLATE, PracticeVerb, "n:replicants:0:o::") is None
    assert ROOT
