"""`/puzzle`: solving by menus and by notation, hints, solutions, the puzzle of the day in channels, and profiles."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import discord
import pytest
import simcord

from cogs.core.messages import custom_ids
from cogs.core.text import CUSTOM_ID_LIMIT, MESSAGE_LIMIT
from cogs.learn.page import decode
from cogs.learn.puzzle import TEMPLATE, PuzzleVerb
from computer import puzzles
from computer.puzzles import Puzzle, of_day
from engine.registry import name_of
from engine.turn import parse_turn
from hosting.puzzles import Standing
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, controls, labels, message_of, parts, pick, posts, refreshed, said, type_turn

NOON = time(12, tzinfo=UTC)


def shipped(game: str, turns: int, *, also: bool = False) -> Puzzle:
    """Return the first puzzle of so many turns, and with or without other third actions that win."""
    return next(each for each in puzzles.shipped(game) if each.turns == turns and bool(each.also) is also)


async def board(world: World, puzzle: Puzzle, day: int = 0) -> discord.Message:
    """Return a person's board of a puzzle, as below a post of the puzzle of a day."""
    posted = await world.forge(f"u:{puzzle.key}:{day}:0:{PuzzleVerb.OPEN}::", channel=world.channel)
    opened = message_of(await world.ann.click(posted, custom_id=custom_ids(posted)[0]))
    assert opened.ephemeral
    await world.as_bot(_deleted(world, posted))
    return opened.message


async def _deleted(world: World, posted: discord.Message) -> None:
    await world.bot.get_partial_messageable(posted.channel.id).get_partial_message(posted.id).delete()


async def standing(world: World) -> Standing:
    return await world.bot.arena.puzzles.standing(world.person("ann"))


@pytest.mark.parametrize("game", puzzles.GAMES)
@pytest.mark.parametrize("turns", puzzles.TURNS)
async def test_a_puzzle_from_its_first_turn_to_its_end(world: World, game: str, turns: int) -> None:
    puzzle = shipped(game, turns)
    shown: Shown = await board(world, puzzle)
    assert f"**Puzzle: {name_of(game)}, strength {puzzle.strength}**" in said(shown)
    assert ("win this turn" if turns == 1 else f"win within {turns} turns") in said(shown)
    for number in range(0, len(puzzle.solution), 2):
        assert shown.attachments[0].description
        assert await standing(world) == Standing()
        shown = await type_turn(world.ann, shown, puzzle.solution[number])
        if number + 1 < len(puzzle.solution):
            turn, reply = puzzle.solution[number : number + 2]
            assert f"✅ `{turn}` is right. The opponent plays `{reply}`: go on." in said(shown)
            assert "-# Alex " in said(shown)
            left = turns - 1 - number // 2
            assert ("win this turn." if left == 1 else f"win within {left} turns, whatever") in said(shown)
            assert "Hint" not in labels(shown)
            assert "From the start" in labels(shown)
    assert f"✅ `{puzzle.solution[-1]}` wins: " in said(shown)
    assert "**Puzzles**: 1 solved" in said(shown)
    assert "in a row" not in said(shown), "none was the puzzle of a day"
    assert shown.attachments[0].description
    assert labels(shown) == ["Another puzzle", "Do it again"]
    assert await standing(world) == Standing(1, 0, 0)
    # Nothing for other eyes.
    assert posts(world) == []
    assert world.own(world.channel) == []


async def test_it_can_be_solved_from_menus(world: World) -> None:
    puzzle = next(each for each in puzzles.shipped("replicants") if each.turns == 1 and each.kind == "capture")
    shown: Shown = await board(world, puzzle)
    for _ in range(6):
        if any(each.startswith("Confirm") for each in labels(shown)):
            break
        shown = await _towards(world, shown, puzzle)
    shown = await pick(world.ann, shown, "Confirm")
    assert "wins: " in said(shown)
    assert await standing(world) == Standing(1, 0, 0)


async def _towards(world: World, shown: Shown, puzzle: Puzzle) -> discord.Message:
    """Pick what leads to the solution: the piece, then the hex that it goes to."""
    target = puzzle.solution[0].split("/")[1].rstrip("x")[-2:]
    for item in controls(shown):
        for option in item.get("options", [item]):
            label = str(option.get("label", ""))
            if label.endswith(f"on {puzzle.piece}") or target in label or label == "Move and destroy":
                return await pick(world.ann, shown, label)
    raise AssertionError(labels(shown))


async def test_a_wrong_turn_is_answered_with_why_it_does_not_win(world: World) -> None:
    puzzle = shipped("replica", 2)
    shown: Shown = await board(world, puzzle)
    game, state = puzzles.start(puzzle)
    wrong = next(text for text, _ in puzzles.turns_of(game, state) if text != puzzle.solution[0])
    shown = await type_turn(world.ann, shown, wrong)
    verdict = puzzles.judge(puzzle, parse_turn(game, state, puzzle.seat, wrong).state, 0)
    assert f"❌ `{wrong}` doesn't win: after `{verdict.reply}` you can't win next turn." in said(shown)
    assert "Your turn is taken back: try another one." in said(shown)
    assert await standing(world) == Standing()
    # And goes on from where it was.
    assert "is right" in said(await type_turn(world.ann, shown, puzzle.solution[0]))
    only = shipped("replica", 1)
    game, state = puzzles.start(only)
    wrong = next(text for text, _ in puzzles.turns_of(game, state) if text != only.solution[0])
    assert f"❌ `{wrong}` doesn't win: the game isn't over after it." in said(
        await type_turn(world.ann, await board(world, only), wrong)
    )


async def test_a_third_action_that_wins_as_well_is_accepted_and_the_board_says_so(world: World) -> None:
    puzzle = shipped("replicants", 2, also=True)
    shown: Shown = await board(world, puzzle)
    assert "several third actions win after it" in said(shown)
    first = puzzle.solution[0].rsplit("/", 1)[0]
    shown = await type_turn(world.ann, shown, f"{first}/{puzzle.also[-1]}")
    assert f"✅ `{first}/{puzzle.also[-1]}` is right." in said(shown)
    shown = await pick(world.ann, shown, "From the start")
    shown = await type_turn(world.ann, await type_turn(world.ann, shown, puzzle.solution[0]), puzzle.solution[2])
    assert "Third actions that win as well in the first turn: " in said(shown)
    assert f"`{puzzle.also[0]}`" in said(shown)
    whole = shipped("replicants", 2)
    shown = await board(world, whole)
    assert "The first turn is the only one that wins, including its third action." in said(shown)
    game, state = puzzles.start(whole)
    first, third = whole.solution[0].rsplit("/", 1)
    after = parse_turn(game, state, whole.seat, first).state
    wrong = next(
        each
        for each in (game.format(after, whole.seat, move) for move in game.legal(after, whole.seat))
        if each != third
    )
    assert "the second action is right, the third one isn't" in said(
        await type_turn(world.ann, shown, f"{first}/{wrong}")
    )


async def test_what_is_no_turn_is_refused_with_its_rule(world: World) -> None:
    puzzle = shipped("replicants", 2)
    shown: Shown = await board(world, puzzle)
    assert "@everyone" not in said(await type_turn(world.ann, shown, "`what` @everyone"))
    begun = puzzle.solution[0].rsplit("/", 1)[0]
    assert f"In notation: `{begun}`" in said(await type_turn(world.ann, shown, begun))
    assert await standing(world) == Standing()


@pytest.mark.parametrize("game", puzzles.GAMES)
async def test_the_hint_and_the_solution(world: World, game: str) -> None:
    puzzle = shipped(game, 2)
    shown: Shown = await board(world, puzzle)
    shown = await pick(world.ann, shown, "Hint")
    assert "💡" in said(shown)
    assert not any(each in said(shown) for each in puzzle.solution)
    shown = await pick(world.ann, shown, "Solution")
    assert "Then this puzzle won't count as solved." in said(shown)
    assert not any(each in said(shown) for each in puzzle.solution)
    assert await world.bot.arena.puzzles.result(world.person("ann"), puzzle) is None
    shown = await pick(world.ann, shown, "Yes, show the solution")
    assert f"**Solution:** {', '.join(f'`{each}`' for each in puzzle.solution)}." in said(shown)
    shown = await pick(world.ann, shown, "Do it again")
    for text in puzzle.solution[::2]:
        shown = await type_turn(world.ann, shown, text)
    assert "It doesn't count, as you've seen the solution." in said(shown)
    assert await standing(world) == Standing()
    assert "You've seen the solution" in said(await board(world, puzzle))


async def test_who_has_solved_it_is_shown_the_solution_at_once(world: World) -> None:
    puzzle = shipped("replica", 1)
    await type_turn(world.ann, await board(world, puzzle), puzzle.solution[0])
    shown = await board(world, puzzle)
    assert "✅ You've solved this one." in said(shown)
    assert "**Solution:**" in said(await pick(world.ann, shown, "Solution"))
    assert await standing(world) == Standing(1, 0, 0)


async def test_two_presses_at_once_count_once(world: World) -> None:
    puzzle = next(each for each in puzzles.shipped("replicants") if each.turns == 1 and each.kind == "capture")
    shown: Shown = await board(world, puzzle)
    while not any(each.startswith("Confirm") for each in labels(shown)):
        shown = await _towards(world, shown, puzzle)
    for screen in [await world.as_it_was(refreshed(world.ann, shown)), shown]:
        assert "wins: " in said(await pick(world.ann, screen, "Confirm"))
        assert await standing(world) == Standing(1, 0, 0)


async def test_a_press_on_what_was_there_before_does_nothing(world: World) -> None:
    shown = await board(world, puzzle := shipped("replica", 2))
    shown = await type_turn(world.ann, shown, puzzle.solution[0])
    # Controls for after a turn, on a message without any.
    screen = await world.as_it_was(refreshed(world.ann, shown))
    for label in ("Solution", "Type it"):
        result = await world.ann.click(screen, label=label)
        assert result.modal is None
        assert "This board has moved on, so nothing happened." in said(refreshed(world.ann, screen))
        screen = await world.as_it_was(refreshed(world.ann, shown))


async def test_a_board_goes_on_after_a_restart(world: World) -> None:
    puzzle = shipped("replicants", 2)
    shown: Shown = await type_turn(world.ann, await board(world, puzzle), puzzle.solution[0])
    await world.restart()
    assert "wins: " in said(await type_turn(world.ann, shown, puzzle.solution[2]))
    assert await standing(world) == Standing(1, 0, 0)


async def test_a_puzzle_that_is_gone_says_what_to_do(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = await board(world, shipped("replica", 1))
    monkeypatch.setattr("cogs.learn.puzzle.puzzles.find", lambda _key: None)
    assert "`/puzzle` gives you another one." in private(await world.ann.click(shown, label="Hint"))


async def test_a_forged_day_counts_as_no_day(world: World) -> None:
    puzzle, today = shipped("replica", 1), world.bot.arena.puzzles.today
    assert of_day(today) != puzzle
    for day in (today, 9_999_999):
        shown = await board(world, puzzle, day)
        assert "**Puzzle: Replica" in said(shown)
        await type_turn(world.ann, shown, puzzle.solution[0])
    assert await standing(world) == Standing(1, 0, 0)
    assert await world.bot.arena.puzzles.solvers(today) == 0


# Which puzzle one gets.


async def opened(world: World, **options: Any) -> discord.Message:
    return message_of(await world.ann.slash(world.channel, "puzzle", **options)).message


async def solve(world: World, shown: Shown, puzzle: Puzzle) -> discord.Message:
    for text in puzzle.solution[::2]:
        shown = await type_turn(world.ann, shown, text)
    return refreshed(world.ann, shown)


async def test_without_options_it_is_the_puzzle_of_the_day(world: World) -> None:
    today = world.bot.arena.puzzles.today
    puzzle = of_day(today)
    shown = await solve(world, await opened(world), puzzle)
    assert f"**Puzzle of {date.fromordinal(today)}: " in said(shown)
    assert "Puzzles of the day in a row: 1 (best: 1)" in said(shown)
    assert "-# 1 player has solved it today." in said(shown)
    assert await world.bot.arena.puzzles.solvers(today) == 1
    other = await pick(world.ann, shown, "Another puzzle")
    assert f"**Puzzle: {name_of(puzzle.game)}, strength {puzzle.strength}**" in said(other)
    again = said(await opened(world))
    for line in ("You've solved this one", "harder from Monday to Sunday", "1 player has solved it today"):
        assert line in again


async def test_a_puzzle_of_the_day_that_ends_while_it_is_solved(world: World) -> None:
    puzzle = of_day(world.bot.arena.puzzles.today)
    shown = await opened(world)
    await world.env.advance_time(timedelta(days=1).total_seconds())
    done = said(await solve(world, shown, puzzle))
    assert "Its day is over in UTC" in done
    assert "solved it today" not in done
    assert await standing(world) == Standing(1, 0, 0)


async def test_game_and_strength_choose_it_and_another_one_is_another(world: World) -> None:
    found = await world.bot.arena.puzzles.next(world.person("ann"), "replicants", 2)
    shown = await opened(world, game="replicants", strength=2)
    assert "**Puzzle: Replicants, strength 2**" in said(shown)
    assert _key(shown) == found.key
    other = await pick(world.ann, shown, "Another puzzle")
    assert "**Puzzle: Replicants, strength 2**" in said(other)
    assert _key(other) != found.key
    assert "strength 3" in said(await opened(world, strength=3))
    assert "**Puzzle: Replica, " in said(await opened(world, game="replica"))


def _key(shown: Shown) -> str:
    presses = (decode(TEMPLATE, PuzzleVerb, item["custom_id"]) for item in controls(shown))
    return next(press.board["puzzle"] for press in presses if press is not None)


async def test_in_direct_messages(world: World) -> None:
    opened = message_of(await world.eve.user.slash("puzzle", game="replica", strength=1))
    await world.eve.user.click(opened, label="Solution")
    shown = world.message(opened.channel_id, opened.id)
    await world.eve.user.click(shown, label="Yes, show the solution")
    assert "**Solution:**" in said(world.message(opened.channel_id, opened.id))


async def test_boards_as_text(world: World) -> None:
    await world.ann.slash(world.channel, "settings mine", boards="text")
    shown = await board(world, shipped("replica", 2))
    assert shown.attachments == []
    assert any("```" in part.get("content", "") for part in parts(shown))


@pytest.mark.parametrize("game", puzzles.GAMES)
async def test_what_is_shown_fits(world: World, game: str) -> None:
    longest = max(puzzles.shipped(game), key=lambda each: (each.turns, sum(map(len, each.solution)), len(each.also)))
    shown: Shown = await board(world, longest)
    for number in range(0, len(longest.solution), 2):
        assert len(said(shown)) <= MESSAGE_LIMIT
        assert all(len(each["custom_id"]) <= CUSTOM_ID_LIMIT for each in controls(shown))
        shown = await type_turn(world.ann, shown, longest.solution[number])


# Channels that get the puzzle of the day, and profiles.


async def follow(world: World, channel: simcord.ChannelHandle, **options: Any) -> str:
    told = private(await world.organiser().slash(world.channel, "watch puzzle", channel=channel, **options))
    await world.settle()
    return told


async def test_a_channel_gets_it_at_once_and_each_day(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    today = world.bot.arena.puzzles.today
    assert f"{lounge.mention} gets the puzzle of the day" in await follow(world, lounge)
    (first,) = world.own(lounge)
    assert f"**Puzzle of {date.fromordinal(today)}: " in first.content
    assert "to play and win" in first.content
    assert "yesterday's" not in first.content
    assert first.attachments[0].description
    assert world.pings(first) == []
    assert not any(each in first.content for each in of_day(today).solution)

    shown = message_of(await world.ann.click(first, label="Solve"))
    assert shown.ephemeral
    await solve(world, shown.message, of_day(today))
    await _next_day(world)
    _, second = world.own(lounge)
    assert f"**Puzzle of {date.fromordinal(today + 1)}: " in second.content
    assert "-# 1 player solved yesterday's." in second.content
    # The button of yesterday's gives a puzzle like any other.
    old = message_of(await world.ann.click(first, label="Solve"))
    assert "**Puzzle: " in said(old)
    assert "the puzzle of the day" in private(await world.organiser().slash(world.channel, "watch list"))
    private(await world.organiser().slash(lounge, "watch stop", what="all"))
    await _next_day(world)
    assert len(world.own(lounge)) == 2


async def _next_day(world: World) -> None:
    now = world.bot.clock.now()
    morning = datetime.combine(now.astimezone(UTC).date() + timedelta(days=1), NOON)
    await world.env.advance_time((morning - now).total_seconds())
    await world.settle()


async def test_a_post_that_was_cut_off_is_found_again(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await follow(world, lounge)
    (first,) = world.own(lounge)
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = NULL, message_id = NULL, attempts = 1")
    await world.restart()
    await world.settle()
    assert [each.id for each in world.own(lounge)] == [first.id]


async def test_a_channel_that_forbids_it_is_given_up(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await follow(world, lounge)
    me = world.guild.me
    assert me is not None
    world.deny(lounge, me.id, "send_messages")
    await _next_day(world)
    assert await world.bot.arena.watches.in_guild(world.guild.id) == []


async def test_who_may_not_manage_the_channel_may_not_decide(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    told = private(await world.eve.slash(world.channel, "watch puzzle", channel=lounge))
    assert "members who can manage" in told
    assert world.own(lounge) == []


async def test_a_profile_has_what_was_solved(world: World) -> None:
    assert "still empty" in private(await world.ann.slash(world.channel, "profile"))
    puzzle = of_day(world.bot.arena.puzzles.today)
    await solve(world, await opened(world), puzzle)
    told = private(await world.ann.slash(world.channel, "profile"))
    assert "**Puzzles**: 1 solved. Puzzles of the day in a row: 1 (best: 1)" in told
    assert "**Puzzles**" in private(await world.bob.slash(world.channel, "profile", player=world.ann))
    assert "**Puzzles**" not in private(await world.ann.slash(world.channel, "profile", game="replica"))
    await world.ann.slash(world.channel, "settings mine", appear="nobody")
    assert "**Puzzles**" not in private(await world.bob.slash(world.channel, "profile", player=world.ann))
