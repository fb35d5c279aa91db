"""**Analyse** under a finished match and under an imported record: the curve, the turns, and what was better."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.core.bot import Reader
from cogs.core.custom_ids import MatchId
from cogs.review import viewer
from cogs.review.analyses import analysis_content
from cogs.review.viewer import ViewerId, ViewerVerb, Viewing
from cogs.ui.boards import ANALYSE
from cogs.ui.replay import IMPORT, ReplayedGame
from computer import analysis
from computer.analysis import Analysis, Turn
from computer.calibration import PLAYOUTS
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.game import Setup
from engine.history import moments
from engine.record import write
from engine.registry import get
from engine.session import Session
from render.theme import Theme
from tests.cogs.clocks import wait
from tests.cogs.conftest import World, private
from tests.cogs.playing import SHORT_GAME, labels, latest, leave, menu, message_of, pick, play, posts
from tests.cogs.test_replay import line, text_reader
from tests.computers import computers_in_process, quick_analyses, switch_off  # noqa: F401 - fixtures

pytestmark = pytest.mark.usefixtures("pictures", "computers_in_process", "quick_analyses", "_at_once")

READER = Reader(None, Theme())


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "STEP_S", 0.01)


async def analysed(world: World) -> Any:
    """Play a short game and have it analysed by a spectator."""
    await world.begin()
    await play(world, *SHORT_GAME)
    ended = posts(world, "Replay")[-1]
    assert labels(ended) == ["Rematch", "New table", "Replay", "Analyse"]
    return message_of(await world.eve.click(ended, label="Analyse"))


async def test_a_finished_match_is_analysed_and_what_was_better_stands_next_to_what_was_played(world: World) -> None:
    shown: Any = await analysed(world)
    assert shown.ephemeral
    assert "**Analysis of match 1**" in shown.content
    assert "level 2 computer" in shown.content
    assert "**The turns that changed most**" in shown.content
    (picture,) = shown.attachments
    words = picture.description
    assert "Chance to win in %" in words
    assert "ann, after turn 0: " in words
    assert words.splitlines()[-1].endswith(" 9: 0%"), "bob has lost"
    first = next(iter(menu(shown)))
    assert first.startswith("Turn ")

    there: Any = message_of(await world.eve.select(shown, [menu(shown)[first]]))
    number = first.split(":")[0].removeprefix("Turn ")
    assert line(there) == f"**Turn {number} of 9**"
    assert {"What was better", "Analysis"} <= set(labels(there))
    assert "-# The chance to win was " in there.content
    played = await there.attachments[0].read()
    better: Any = await pick(world.eve, there, "What was better")
    assert better.id == there.id
    assert line(better) == f"**Turn {number} of 9: what was better**"
    assert await better.attachments[0].read() != played
    assert "-# Played: " in better.content
    assert "Practise from here" not in labels(better), "a private board starts from what was played"
    again: Any = await pick(world.eve, better, "What was played")
    assert (line(again), await again.attachments[0].read()) == (line(there), played)


async def test_the_second_press_shows_what_was_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = await analysed(world)
    monkeypatch.setattr(analysis, "judged", None)
    await world.restart()
    second = message_of(await world.bob.click(posts(world, "Replay")[-1], label="Analyse"))
    assert second.content == first.content


async def test_a_turn_is_said_of_who_played_it_also_if_another_one_took_over(world: World) -> None:
    match = await world.begin()
    await play(world, *SHORT_GAME[:6])
    await leave(world.ann, world.channel)
    (call,) = [each for each in world.channel.history(viewer=world.bob) if "asks for a substitute" in each.content]
    offered = message_of(await world.press("bob", call, "Let a computer play on"))
    await world.bob.click(offered, label=labels(offered)[0])
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("bob")))
    shown = message_of(await world.bob.click(posts(world, "Replay")[-1], label="Analyse"))
    worst = [each for each in shown.content.splitlines() if each.startswith("Turn ")]
    assert any(", ann: " in each for each in worst)
    assert not any("Computer" in each for each in worst)
    assert "played for" not in shown.content, "the computer had no turn"


async def test_an_analysis_says_from_which_turn_on_a_computer_played_for_a_player_who_left(world: World) -> None:
    match = await world.begin()
    await play(world, *SHORT_GAME[:5])
    await leave(world.bob, world.channel)
    (call,) = [each for each in world.channel.history(viewer=world.ann) if "asks for a substitute" in each.content]
    offered = message_of(await world.press("ann", call, "Let a computer play on"))
    await world.ann.click(offered, label=labels(offered)[0])
    await wait(world, 2)
    assert (await latest(world)).session.to_act == {1}
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    shown = message_of(await world.ann.click(posts(world, "Replay")[-1], label="Analyse"))
    assert "\nFrom turn 6 on, Computer (level 1) played for bob.\n" in shown.content


async def test_a_reader_of_text_has_the_curve_in_words(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    await text_reader(world, world.person("ann"))
    shown = message_of(await world.ann.click(posts(world, "Replay")[-1], label="Analyse"))
    assert shown.attachments == []
    assert "bob, after turn 0\\: " in shown.content


async def test_an_imported_record_is_analysed_for_who_imported_it(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    text = await world.bot.arena.matches.record((await latest(world)).id, None)
    brought: Any = message_of(await world.eve.slash(world.channel, "match import", file=("game.txt", text.encode())))
    assert "Analyse" in labels(brought)
    shown: Any = message_of(await world.eve.click(brought, label="Analyse"))
    assert "**Analysis of the record**" in shown.content
    forged = await world.forge(ViewerId("i", 1, 0, 0, ViewerVerb.ANALYSE).text)
    assert "please import it again" in private(await world.bob.click(forged, label="forged"))


async def test_a_running_match_is_not_analysed(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    forged = await world.forge(MatchId(1, 3, ANALYSE).text)
    assert private(await world.eve.click(forged, label="forged")) == (
        "I can only analyse games that are over, and not the Revolt."
    )


async def test_where_nothing_was_played_nothing_is_offered(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert labels(posts(world, "Replay")[-1]) == ["Rematch", "New table", "Replay"]


async def test_without_workers_it_says_so(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    switch_off(world.bot.arena)
    ended = posts(world, "Replay")[-1]
    assert "switched off" in private(await world.ann.click(ended, label="Analyse"))
    shown: Any = message_of(await world.ann.click(ended, label="Replay"))
    assert "Analyse" not in labels(shown)
    await world.begin()
    await play(world, *SHORT_GAME)
    assert labels(posts(world, "Replay")[-1]) == ["Rematch", "New table", "Replay"]


async def test_a_game_with_hidden_cards_is_analysed_by_decisions(world: World) -> None:
    text = write(selfplay(get("apex"), Setup("2"), "decisions"), ["One", "Two"])
    brought: Any = message_of(await world.eve.slash(world.channel, "match import", file=("game.txt", text.encode())))
    shown: Any = message_of(await world.eve.click(brought, label="Analyse"))
    assert "**Choice and luck**" in shown.content
    assert "One: own decisions " in shown.content
    assert "**The decisions that changed most**" in shown.content
    (picture,) = shown.attachments
    assert "Share of the win in %" in picture.description
    first = next(iter(menu(shown)))
    there: Any = message_of(await world.eve.select(shown, [menu(shown)[first]]))
    assert "-# By what " in there.content
    better: Any = await pick(world.eve, there, "What was better")
    assert line(better).endswith(": what was better**")
    assert "-# Played: " in better.content
    again: Any = await pick(world.eve, better, "What was played")
    assert line(again) == line(there)


def test_it_is_said_why_choice_and_luck_are_not_summed_up() -> None:
    session = Session.start(get("apex"), Setup("2"), Chance.from_text("left"))
    story = ReplayedGame(IMPORT, 1, session, moments(session), ("One", "Two"))
    played = Analysis(PLAYOUTS, ((1,), (2,)), (0.5, 0.5), (), end=(1.0, 0.0))
    why = "can't be summed up: a player left, or people ended the game."
    for found, said in ((played, False), (replace(played, end=()), True), (replace(played, level="2", end=()), False)):
        assert (why in analysis_content(story, found, READER)) == said


async def test_what_was_better_is_told_as_far_as_what_was_played() -> None:
    session = selfplay(get("mutants"), Setup("2"), "told")
    every = moments(session)
    number, last = next(
        (each.number, each.last)
        for each in every
        if each.last is not None
        and any(event.audience for event in each.last.events)
        and {part.seat for part in each.last.parts} == {each.last.seat}
    )
    turn = Turn(number, last.seat, "", (0.4, 0.6), last.text, (0.5, 0.5), every[number - 1].entries)
    found = Analysis(PLAYOUTS, ((1,), (2,)), (0.5, 0.5), (turn,))
    for side in (None, 1, 2):
        played = Viewing(ReplayedGame(IMPORT, 1, session, every, ("One", "Two")), number, side, READER, found)
        better = replace(played, better=True)
        assert better.events == played.events
        assert any(event.audience for event in better.events) == (side == last.seat)
