"""`/puzzle`: positions to be won by force, solved on private boards, and the puzzle of the day in channels.

A board's turns so far stand in its message, as on a board to practise on (`cogs.learn.practice`), so that it outlives a
restart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import entered, reader_of, server_reader, whoami
from cogs.core.bot import ArenaBot, ArenaCog, Interaction, Reader
from cogs.core.components import EARLIER, Item, Persistent
from cogs.core.errors import Refusal, explain_turn, holds
from cogs.core.messages import custom_ids, find_own, put_layout, reply_layout
from cogs.core.text import LAYOUT_LIMIT, MESSAGE_LIMIT, Locale, cut, locale_of, mark, plain, shown
from cogs.learn.page import (
    MOVED_ON,
    NOBODY,
    OTHER,
    TURN,
    Page,
    Press,
    TurnForm,
    begun,
    button,
    decode,
    turn_controls,
)
from cogs.learn.practice import Plays, plays_in, turns_part
from cogs.play.builder import Draft, DraftError, Verb, stage
from cogs.play.builder_view import ROWS, TOLD, Building, content, preview
from cogs.profile.text import puzzles_line
from cogs.ui.layout import Scene, layout, scene_of
from cogs.ui.pictures import draw_board
from cogs.watch.posts import WatchPosts
from computer import puzzles
from computer.puzzles import Fact, Puzzle, Verdict, of_day
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup
from engine.registry import get, name_of
from engine.session import Session
from engine.text import Player, Text, listed, say, say_n
from hosting.match.model import Person, Post, Watch
from hosting.outbox import PuzzlePost
from hosting.puzzles import Counted, Standing

# A puzzle as one person has it before them.


GONE = say("I don't have this puzzle any more. `/puzzle` gives you another one.")


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """A puzzle with the turns played so far; a `cogs.ui.pictures.Position`.

    Attributes:
        day: The day (`date.toordinal`) whose puzzle it was opened as; 0 for any other.
        plays: The solver's turns that were right, each with the reply.
        names: The solver in the seat that is to win, and an opponent.
    """

    puzzle: Puzzle
    day: int
    plays: Plays
    session: Session
    names: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.puzzle.game

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def played(self) -> int:
        """The turns that the solver has played."""
        return len(self.plays) // 2

    @property
    def begin(self) -> str:
        """The beginning of its controls' custom ids."""
        return f"u:{self.puzzle.key}:{self.day}:{len(self.plays)}"

    def id(self, verb: PuzzleVerb) -> str:
        return f"{self.begin}:{verb}::"


def _session(puzzle: Puzzle) -> Session:
    setup = Setup(puzzles.MODE, position=puzzle.position)
    return Session.start(get(puzzle.game), setup, Chance.from_text("puzzle"))


def board_of(interaction: Interaction, puzzle: Puzzle, day: int, plays: Plays = ()) -> PuzzleBoard:
    """Return a person's board of a puzzle. Raises Refusal (`unreadable-puzzle`) if the turns don't fit it."""
    session = _session(puzzle)
    try:
        for seat, text in plays:
            session = session.play(seat, text)
    except TurnError:
        raise Refusal(GONE, code="unreadable-puzzle") from None
    other = plain(OTHER, locale_of(interaction))
    solver = Person(NOBODY, interaction.user.display_name).name
    names = (solver, other) if puzzle.seat == 1 else (other, solver)
    return PuzzleBoard(puzzle, day, plays, session, names)


# The custom ids of a puzzle: `u:<puzzle>:<day>:<turns since>:<verb><page>:<steps>:<turn so far>`.


TEMPLATE = re.compile(r"u:(?P<puzzle>[0-9a-f]{8}):(?P<day>\d{1,7}):(?P<seq>\d)" + TURN)


class PuzzleVerb(StrEnum):
    """The actions of a puzzle's controls, besides those of the turn builder (`cogs.play.builder.Verb`)."""

    OPEN = "o"
    """Answer with a board of one's own: the button below the puzzle of a day."""

    TYPE = "t"
    """Ask for a turn in notation."""

    HINT = "h"
    ASK = "a"
    """Ask whether to show the solution."""

    SOLUTION = "z"
    AGAIN = "k"
    """Begin the puzzle again."""

    NEXT = "n"
    """Show another one of the same game and strength."""


# What the message of a board shows.


_KINDS: dict[str, Text] = {
    "capture": say("💡 The idea is a capture."),
    "move": say("💡 The idea is a move that captures nothing."),
    "arcs": say("💡 The idea is to fire electric arcs."),
    "create": say("💡 The idea is to create a Replicant."),
    "transform": say("💡 The idea is to make a king."),
}


def heading(puzzle: Puzzle, day: int) -> Text:
    game = name_of(puzzle.game)
    if day:
        return say(
            "**Puzzle of {day}: {game}, strength {strength}**",
            day=date.fromordinal(day),
            game=game,
            strength=puzzle.strength,
        )
    return say("**Puzzle: {game}, strength {strength}**", game=game, strength=puzzle.strength)


WEEK = say("-# Puzzles of the day get harder from Monday to Sunday.")


def task(puzzle: Puzzle, played: int = 0) -> Text:
    """Return what is to be done after so many turns of the solver."""
    if played:
        return say_n(
            "{player} to play and win this turn.",
            "{player} to play and win within {count} turns, whatever the opponent does.",
            puzzle.turns - played,
            player=Player(puzzle.seat),
        )
    return say_n(
        "{player} to play and win this turn. Only one idea works.",
        "{player} to play and win within {count} turns, whatever the opponent does. Only one idea works.",
        puzzle.turns,
        player=Player(puzzle.seat),
    )


def hint_text(puzzle: Puzzle, fact: Fact, value: str) -> Text:
    if fact == "piece":
        return say("💡 The piece on {square} begins.", square=value)
    if fact == "kind":
        return _KINDS[value]
    _, reason = _end(puzzle)
    return say("💡 This is how it ends: {reason}", reason=reason)


def _end(puzzle: Puzzle) -> tuple[Session, Text]:
    """Return the end that the solution leads to, and how the game says it."""
    session = _session(puzzle)
    for number, text in enumerate(puzzle.solution):
        session = session.play(puzzle.seat if number % 2 == 0 else 3 - puzzle.seat, text)
    if session.outcome is None:
        raise AssertionError(f"the solution of puzzle {puzzle.key} doesn't end the game")
    return session, session.outcome.reason


def _first_turns(puzzle: Puzzle) -> Iterator[Text]:
    """Yield what is to be said of third actions, which only Replicants has."""
    if puzzle.game != "replicants" or puzzle.turns == 1:
        return
    if puzzle.whole:
        yield say("-# The first turn is the only one that wins, including its third action.")
    else:
        yield say("-# The second action of the first turn is what counts: several third actions win after it.")


def _wrong(verdict: Verdict, turn: str) -> Text:
    """Return why a turn doesn't win."""
    if verdict.over:
        return say("❌ `{turn}` ends the game, but you don't win it.", turn=turn)
    if not verdict.reply:
        return say("❌ `{turn}` doesn't win: the game isn't over after it.", turn=turn)
    if verdict.idea:
        return say_n(
            "❌ `{turn}`: the second action is right, the third one isn't. After `{reply}` you can't win next turn.",
            "❌ `{turn}`: the second action is right, the third one isn't. After `{reply}` you can't win within "
            "{count} turns.",
            verdict.left,
            turn=turn,
            reply=verdict.reply,
        )
    return say_n(
        "❌ `{turn}` doesn't win: after `{reply}` you can't win next turn.",
        "❌ `{turn}` doesn't win: after `{reply}` you can't win within {count} turns.",
        verdict.left,
        turn=turn,
        reply=verdict.reply,
    )


def _events(session: Session | None) -> Iterator[Text]:
    """Yield what happened in the opponent's turn, in words."""
    if session is not None and session.last is not None:
        yield from (say("-# {event}", event=each.text()) for each in session.last.events)


async def board_page(
    board: PuzzleBoard, reader: Reader, draft: Draft, page: int = 0, notices: Sequence[Text] = (), *, ask: bool = False
) -> Page:
    """Return a board with the choices of the turn so far; `notices` stand above it, `ask`: whether to give up."""
    puzzle = board.puzzle
    building = Building(board, board.begin, puzzle.seat, stage(board.session, puzzle.seat, draft), page, reader)
    below = (turns_part(board.plays, LAYOUT_LIMIT - TOLD, reader.locale),) if board.plays else ()
    scene = await preview(building, LAYOUT_LIMIT - Scene([*below]).room)
    about = () if board.plays else _first_turns(puzzle)
    lines = (heading(puzzle, board.day), task(puzzle, board.played), *about, *notices)
    room = min(Scene([*scene.parts, *below]).room, MESSAGE_LIMIT)
    return Page(content(building, *lines, room=room), scene, tuple(_controls(building, board, ask=ask)), below)


def _controls(building: Building, board: PuzzleBoard, *, ask: bool) -> Iterator[Item]:
    """Yield the turn builder's controls, with the puzzle's own in place of Cancel."""
    locale = building.reader.locale
    yield from turn_controls(building)
    yield button(say("Type it"), board.id(PuzzleVerb.TYPE), locale, ROWS)
    if board.plays:
        yield button(say("From the start"), board.id(PuzzleVerb.AGAIN), locale, ROWS)
    else:
        yield button(say("Hint"), board.id(PuzzleVerb.HINT), locale, ROWS)
    if ask:
        danger = discord.ButtonStyle.danger
        yield button(say("Yes, show the solution"), board.id(PuzzleVerb.SOLUTION), locale, ROWS, danger)
    else:
        yield button(say("Solution"), board.id(PuzzleVerb.ASK), locale, ROWS)
    yield button(say("Another puzzle"), board.id(PuzzleVerb.NEXT), locale, ROWS)


async def done_page(
    board: PuzzleBoard, session: Session, reader: Reader, standing: Standing, notices: Sequence[Text]
) -> Page:
    """Return the page after a puzzle was solved, or its solution shown, with the end of the game."""
    puzzle = board.puzzle
    lines = [heading(puzzle, board.day), *notices]
    if puzzle.also:
        also = listed((f"`{each}`" for each in puzzle.also), "comma")
        lines.append(say("-# Third actions that win as well in the first turn: {actions}", actions=also))
    elif puzzle.game == "replicants" and puzzle.turns > 1:
        lines.append(say("-# No other third action of the first turn wins."))
    if standing.solved:
        lines.append(puzzles_line(standing))
    events = [] if session.last is None else session.last.events
    drawn = await draw_board(puzzle.game, session.view(None), events, board.names, reader)
    scene = scene_of(drawn)
    text = cut("\n".join(shown(line, reader.locale, board.names) for line in lines), min(scene.room, MESSAGE_LIMIT))
    fresh = replace(board, plays=())
    items = (
        button(say("Another puzzle"), fresh.id(PuzzleVerb.NEXT), reader.locale, 0, discord.ButtonStyle.primary),
        button(say("Do it again"), fresh.id(PuzzleVerb.AGAIN), reader.locale, 0),
    )
    return Page(text, scene, items)


# What the buttons and menus of a puzzle do. Everything is private.


class PuzzleControl(Persistent, template=TEMPLATE):
    """A button or menu of a puzzle."""

    async def act(self, interaction: Interaction) -> None:
        press = decode(TEMPLATE, PuzzleVerb, self.custom_id)
        if press is None:
            raise Refusal(EARLIER, code="unknown-button")
        await _pressed(interaction, press, self.picked[0] if self.picked else "")


class PuzzleDialog(TurnForm):
    """Asks for a turn in notation."""

    def __init__(self, board: PuzzleBoard, locale: Locale) -> None:
        super().__init__(locale)
        self._board = board

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.defer()
        await _play(interaction, self._board, self.typed)


async def open_puzzle(interaction: Interaction, puzzle: Puzzle, day: int) -> None:
    """Answer with a board of a puzzle."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    before = _before(await interaction.client.arena.puzzles.result(await whoami(interaction), puzzle, day))
    notices = (WEEK, *await _solvers(interaction.client, day), *before) if day else before
    page = await board_page(board_of(interaction, puzzle, day), await reader_of(interaction), Draft(), notices=notices)
    await reply_layout(interaction, _layout(page), files=page.scene.files)


async def _solvers(bot: ArenaBot, day: int) -> tuple[Text, ...]:
    """Return how many have solved the puzzle of today, if anybody has."""
    count = await bot.arena.puzzles.solvers(day) if day == bot.arena.puzzles.today else 0
    return (say_n("-# {count} player has solved it today.", "-# {count} players have solved it today.", count),)[:count]


def _before(solved: bool | None) -> tuple[Text, ...]:
    if solved is None:
        return ()
    if solved:
        return (say("✅ You've solved this one."),)
    return (say("-# You've seen the solution, so it doesn't count any more."),)


async def _pressed(interaction: Interaction, press: Press, key: str) -> None:
    service = interaction.client.arena.puzzles
    await service.load()
    puzzle = puzzles.find(press.board["puzzle"])
    if puzzle is None:
        raise Refusal(GONE, code="no-such-puzzle")
    day = service.day_for(puzzle, int(press.board["day"]))
    if press.verb is PuzzleVerb.OPEN:
        # The button stays below its message; the puzzle of another day is one like any other.
        await open_puzzle(interaction, puzzle, day if day == service.today else 0)
        return
    plays = plays_in(interaction.message)
    if press.verb is PuzzleVerb.NEXT:
        await interaction.response.defer()
        person_id = await whoami(interaction)
        following = await service.next(person_id, puzzle.game, puzzle.strength, puzzle.key)
        before = _before(await service.result(person_id, following, 0))
        await _show(interaction, board_of(interaction, following, 0), Draft(), before)
        return
    stale = press.verb is not PuzzleVerb.AGAIN and int(press.board["seq"]) != len(plays)
    board = board_of(interaction, puzzle, day, () if press.verb is PuzzleVerb.AGAIN else plays)
    if press.verb is PuzzleVerb.TYPE and not stale:
        await PuzzleDialog(board, locale_of(interaction)).open(interaction)
        return
    await interaction.response.defer()
    if stale:
        await _show(interaction, board, Draft(), [MOVED_ON])
        return
    match press.verb:
        case PuzzleVerb.HINT:
            await _show(interaction, board, Draft(), [hint_text(puzzle, *await service.hint(puzzle))])
        case PuzzleVerb.ASK:
            await _ask(interaction, board)
        case PuzzleVerb.SOLUTION:
            await _give_up(interaction, board)
        case _:
            await _build(interaction, board, press, key)


async def _build(interaction: Interaction, board: PuzzleBoard, press: Press, key: str) -> None:
    try:
        draft = press.draft(board.session, board.puzzle.seat, key)
        if press.verb is Verb.CONFIRM:
            await _play(interaction, board, draft.text)
            return
        await _show(interaction, board, draft, page=press.page if press.verb is Verb.SHOW else 0)
    except DraftError:
        await _show(interaction, board, Draft(), [MOVED_ON])


async def _play(interaction: Interaction, board: PuzzleBoard, text: str) -> None:
    puzzle, session = board.puzzle, board.session
    try:
        turn = session.preview(puzzle.seat, text).text
        after = session.play(puzzle.seat, text)
    except TurnError as error:
        draft = begun(session, puzzle.seat, text, error)
        await _show(interaction, board, draft, explain_turn(error, name_of(puzzle.game)))
        return
    verdict = await interaction.client.arena.puzzles.judge(puzzle, after.state, board.played)
    if not verdict.right:
        refuted = after.play(3 - puzzle.seat, verdict.reply) if verdict.reply else None
        again = say("Your turn is taken back: try another one.")
        await _show(interaction, board, Draft(), [_wrong(verdict, turn), *_events(refuted), again])
    elif verdict.over:
        await _solved(interaction, board, after, turn)
    else:
        plays = (*board.plays, (puzzle.seat, turn), (3 - puzzle.seat, verdict.reply))
        further = replace(board, plays=plays, session=after.play(3 - puzzle.seat, verdict.reply))
        right = say("✅ `{turn}` is right. The opponent plays `{reply}`: go on.", turn=turn, reply=verdict.reply)
        await _show(interaction, further, Draft(), [right, *_events(further.session)])


async def _solved(interaction: Interaction, board: PuzzleBoard, after: Session, turn: str) -> None:
    service, puzzle = interaction.client.arena.puzzles, board.puzzle
    person_id = await _solver(interaction)
    counted = await service.solve(person_id, puzzle, board.day)
    if after.outcome is None:
        raise AssertionError("a puzzle is solved when the game is over")
    notices = [say("✅ `{turn}` wins: {reason}", turn=turn, reason=after.outcome.reason)]
    if counted is Counted.SHOWN:
        notices.append(say("-# It doesn't count, as you've seen the solution."))
    elif board.day and board.day != service.today:
        notices.append(say("-# Its day is over in UTC, so it counts as a puzzle, but not as one of the day."))
    notices += await _solvers(interaction.client, board.day)
    holds(interaction, *notices, names=board.names)
    page = await done_page(board, after, await reader_of(interaction), await service.standing(person_id), notices)
    await put_layout(interaction, _layout(page), files=page.scene.files)


async def _ask(interaction: Interaction, board: PuzzleBoard) -> None:
    """Ask whether to show the solution; a person who has solved the puzzle is shown it."""
    service = interaction.client.arena.puzzles
    if await service.result(await whoami(interaction), board.puzzle, board.day) is not None:
        await _give_up(interaction, board)
        return
    question = say("Show the solution? Then this puzzle won't count as solved.")
    await _show(interaction, board, Draft(), [question], ask=True)


async def _give_up(interaction: Interaction, board: PuzzleBoard) -> None:
    service, puzzle = interaction.client.arena.puzzles, board.puzzle
    person_id = await _solver(interaction)
    await service.show(person_id, puzzle, board.day)
    session, reason = _end(puzzle)
    turns = listed((f"`{each}`" for each in puzzle.solution), "comma")
    notices = [say("**Solution:** {turns}. {reason}", turns=turns, reason=reason)]
    holds(interaction, *notices, names=board.names)
    page = await done_page(board, session, await reader_of(interaction), await service.standing(person_id), notices)
    await put_layout(interaction, _layout(page), files=page.scene.files)


async def _solver(interaction: Interaction) -> int:
    """Return the person behind an interaction, entered if they are new; by name where there is a server."""
    if interaction.guild is None:
        return await interaction.client.arena.people.know(interaction.user.id)
    return await entered(interaction)


async def _show(
    interaction: Interaction,
    board: PuzzleBoard,
    draft: Draft,
    notices: Sequence[Text] = (),
    *,
    page: int = 0,
    ask: bool = False,
) -> None:
    made = await board_page(board, await reader_of(interaction), draft, page, notices, ask=ask)
    await put_layout(interaction, _layout(made), files=made.scene.files)


def _layout(page: Page) -> discord.ui.LayoutView:
    return layout(page.content, page.scene, map(PuzzleControl, page.items), below=page.below)


class PuzzleCog(ArenaCog):
    """Gives puzzles, in servers and in direct messages."""

    @app_commands.command(description=mark("Solve a puzzle: the puzzle of the day, or another one; only you see it"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        game=mark("A puzzle of this game; the puzzle of the day if you leave out both options"),
        strength=mark("How hard: 1 is the easiest; the puzzle of the day if you leave out both options"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=name_of(game), value=game) for game in puzzles.GAMES])
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, strength: app_commands.Range[int, 1, 3] | None = None
    ) -> None:
        service = self.bot.arena.puzzles
        await service.load()
        if game is None and strength is None:
            await open_puzzle(interaction, of_day(service.today), service.today)
            return
        await open_puzzle(interaction, await service.next(await whoami(interaction), game, strength), 0)


# The puzzle of the day in channels that get it.


async def post_daily(bot: ArenaBot, post: Post, content: PuzzlePost, *, needed: bool) -> int | None:
    """Post the puzzle of a day (`cogs.core.bot.NewsPoster`), while it is of today and still wanted in the channel.

    A channel that refuses is dropped.
    """
    posts = WatchPosts(bot)
    watch, guild = await posts.wanted(content.watch)
    if watch is None or guild is None:
        return None
    await bot.arena.puzzles.load()
    return await posts.sent(watch, _post_daily(bot, post, content.day, watch, needed=needed))


async def _post_daily(bot: ArenaBot, post: Post, day: int, watch: Watch, *, needed: bool) -> int | None:
    puzzle, place = of_day(day), bot.get_partial_messageable(watch.channel_id, guild_id=watch.guild_id)
    opening = f"u:{puzzle.key}:{day}:0:{PuzzleVerb.OPEN}::"
    if post.attempts:
        found = await find_own(bot, place, lambda it: opening in custom_ids(it), since=post.created_at)
        if found is not None:
            return found.id
    if not needed or day != bot.arena.puzzles.today:
        return None
    reader = await server_reader(bot, post.guild_id)
    session = _session(puzzle)
    names = tuple(plain(say("Player {seat}", seat=seat), reader.locale) for seat in (1, 2))
    lines = [
        heading(puzzle, day),
        task(puzzle),
        WEEK,
        say("Press **Solve**, or use `/puzzle`: only you see your board."),
    ]
    if count := await bot.arena.puzzles.solvers(day - 1):
        lines.append(say_n("-# {count} player solved yesterday's.", "-# {count} players solved yesterday's.", count))
    board = await draw_board(puzzle.game, session.view(None), (), names, replace(reader, text_boards=False))
    view = discord.ui.View(timeout=None)
    view.add_item(PuzzleControl.button(opening, say("Solve"), reader.locale, discord.ButtonStyle.primary))
    sent = await place.send(
        cut("\n".join(shown(line, reader.locale, names) for line in lines), MESSAGE_LIMIT),
        file=board.files[0],
        view=view,
        nonce=post.id,
        silent=watch.quiet,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return sent.id
