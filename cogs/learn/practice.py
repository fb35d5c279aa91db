"""A board to practise on: one person moves for all seats, or against computers, and nothing of it is stored."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import discord

from cogs.core.access import match_for, reader_of
from cogs.core.bot import Interaction, Reader
from cogs.core.components import EARLIER, Item, Persistent
from cogs.core.errors import Refusal, explain_turn
from cogs.core.messages import put_layout, reply_layout
from cogs.core.text import (
    LAYOUT_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    cut,
    locale_of,
    plain,
    shown,
)
from cogs.learn.page import MOVED_ON, TURN, Page, Press, TurnForm, begun, button, decode, tasks_of, turn_controls
from cogs.play.builder import (
    Draft,
    DraftError,
    Verb,
    action_indices,
    actions_at,
    stage,
)
from cogs.play.builder_view import ROWS, TOLD, Building, content, preview
from cogs.ui.boards import HURRIED
from cogs.ui.layout import Part, Scene, layout, scene_of
from cogs.ui.lobby import levels_of
from cogs.ui.pictures import draw_board
from cogs.ui.replay import replayed_game_of
from computer import players
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup
from engine.history import at
from engine.registry import games, get, name_of
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, say
from engine.turn import SEPARATOR
from hosting.match.model import Computer
from hosting.runtime import LruCache

# A board to practise on: one person moves for all seats, or for one against computers, and nothing is kept of it but
# what its own message shows.
#
# Where it began and who plays stands in the custom ids of its controls, the turns since in the message. So it outlives
# a restart, and when the message goes, so does everything.


ROOT = (
    r"m(?P<match>\d{1,18})\.(?P<after>\d{1,6})(~[1-9][1-9])?"
    r"|[a-z0-9_-]{1,32}\.[a-z0-9]{1,8}\.[0-9a-f]{8}(~[1-9][1-9])?"
)
_ROOT = re.compile(ROOT)
_LINE = re.compile(r"(?P<seat>[1-9]) (?P<text>\S.*)")
_FENCE = "**{}**\n```\n{}\n```"
_TURNS = 1_000
"""The number of the part of a board's message that holds its turns."""
MOST_TURNS = LAYOUT_LIMIT - TOLD
"""Most characters of the turns, with their markup."""
SESSIONS_CACHED = 64
PATIENCE_S = 1.0
"""How long the board stays as it was while computers decide, before it says so."""
_COVERED = "#"
"""Begins a turn that a person may not know yet, written as the places of its moves among the legal ones."""

GONE = say("I can't read this board any more. `/learn` gives you a new one.")
FULL = say("This board has no room for more turns: take some back, or start a new one with `/learn`.")

Plays = tuple[tuple[Seat, str], ...]
"""Each seat's turns since the board began, in canonical notation."""

_answering: LruCache[tuple[int, str], object] = LruCache(SESSIONS_CACHED)
"""Which press is answered on each person's boards, by where they began: only the last one that changes a board."""
_sessions: LruCache[tuple[str, Plays], Session] = LruCache(SESSIONS_CACHED)
"""Games as they stood on boards used lately: only so that they need not be played through again."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A board; a `cogs.ui.pictures.Position`.

    Attributes:
        root: Where it began, and who plays, as in custom ids.
        plays: The turns played since.
        level: At which computers play; 0 if the person moves for everyone.
        own: The person's seat against computers.
        offered: Whether the bot has computers to play against.
    """

    root: str
    plays: Plays
    session: Session
    names: tuple[str, ...]
    level: int = 0
    own: Seat = 0
    offered: bool = True

    @property
    def game(self) -> str:
        return self.session.game.info.key

    @property
    def levels(self) -> Mapping[int, Text]:
        """What each level of computers does, if there are any."""
        info = self.session.game.info
        return levels_of(info, info.mode(self.setup.mode))

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def seat(self) -> Seat | None:
        """The seat to play next; of several who choose at once the person's, or the first; None when all is over."""
        acting = self.session.to_act
        return self.own if self.own in acting else min(acting, default=None)

    @property
    def played(self) -> bool:
        """Whether the person has played anything that can be taken back."""
        return any(self.own in (0, seat) for seat, _ in self.plays)

    @property
    def computer(self) -> Seat | None:
        """The seat of the computer to play next; None if it's the person's turn, or all is over."""
        return self.seat if self.level and self.seat != self.own else None


def new_root(game: str, mode: str, seed: bytes) -> str:
    """Return the root of a board at the beginning of a game; four bytes of `seed` are its chance."""
    return f"{game}.{mode}.{seed[:4].hex()}"


def match_root(match_id: int, turn: int) -> str:
    """Return the root of a board after a turn of a match, 0 for its start."""
    return f"m{match_id}.{turn}"


def against(root: str, level: int, own: Seat) -> str:
    """Return the root of a board for one seat against computers of a level; 0 for a person who moves for everyone."""
    alone = root.partition("~")[0]
    return f"{alone}~{level}{own}" if level else alone


def _seating(root: str) -> tuple[int, Seat]:
    """Return the level of the computers of a board and the person's seat; zeros if there are none."""
    seating = root.partition("~")[2] or "00"
    return int(seating[0]), int(seating[1])


async def practice_of(interaction: Interaction, root: str, plays: Plays) -> Practice:
    base, names = await _base(interaction, root)
    session = _sessions.get((root, plays)) if plays else base
    if session is None:
        before = _sessions.get((root, plays[:-1]))
        try:
            if before is not None:
                session = _played(before, plays[-1:])
            else:
                session = await asyncio.to_thread(_played, base, plays)
        except (DraftError, TurnError):
            raise Refusal(GONE, code="unreadable-board") from None
        _sessions.put((root, plays), session)
    level, own = _seating(root)
    offered = interaction.client.arena.core.computers_offered
    if not level:
        return Practice(root, plays, session, names, offered=offered)
    if level > len(players.keys(session.game.info.key, session.setup.mode)) or own > len(names):
        raise Refusal(GONE, code="unreadable-board")
    number = iter(range(1, len(names)))
    names = tuple(name if seat == own else Computer(level, next(number)).name for seat, name in enumerate(names, 1))
    return Practice(root, plays, session, names, level, own, offered)


def after(practice: Practice, text: str) -> Practice:
    """Return a board after one more turn of the seat that is to act.

    Raises:
        TurnError: It cannot be read, is illegal, or is not finished.
        Refusal: There is no room for it.
    """
    seat = practice.seat
    if seat is None:
        raise Refusal(say("The game is over."), code="game-over")
    before = practice.session
    session = before.play(seat, text)
    written = before.preview(seat, text)
    shown_text = written.text
    if practice.level and seat != practice.own and not before.game.info.open:
        places = action_indices(before, seat, [entry.text for entry in written.entries])
        shown_text = _COVERED + ".".join(map(str, places))
    plays = (*practice.plays, (seat, shown_text))
    if len(_FENCE) + len(_lines(plays)) > MOST_TURNS:
        raise Refusal(FULL, code="board-full")
    _sessions.put((practice.root, plays), session)
    return replace(practice, plays=plays, session=session)


def turns_part(plays: Plays, room: int, locale: discord.Locale | str | None) -> discord.ui.TextDisplay[Any]:
    """Return the part of a board's message with the played turns, in at most `room` characters."""
    text = _FENCE.format(plain(say("Turns since this board started"), locale), _lines(plays))
    if len(text) > room:
        raise Refusal(FULL, code="board-full")
    return discord.ui.TextDisplay(text, id=_TURNS)


def plays_in(message: discord.Message | None) -> Plays:
    parts = () if message is None else message.components
    found = (part.content for part in parts if isinstance(part, discord.TextDisplay) and part.id == _TURNS)
    lines = map(_LINE.fullmatch, next(found, "").splitlines())
    return tuple((int(each["seat"]), each["text"]) for each in lines if each is not None)


async def _base(interaction: Interaction, root: str) -> tuple[Session, tuple[str, ...]]:
    found = _ROOT.fullmatch(root)
    if found is None:
        raise Refusal(GONE, code="unreadable-board")
    if found["match"] is not None:
        match = await match_for(interaction, int(found["match"]))
        if not match.over:
            raise Refusal(say("You can only practise from a match once it's over."), code="match-runs")
        story = await replayed_game_of(interaction.client, match)
        moment = story.moment(int(found["after"]))
        return unruled(at(story.session, moment)), story.names_at(moment)
    key, mode, seed = root.partition("~")[0].split(".")
    game = get(key)
    first = next(iter(tasks_of(key)), None)
    # Where a lesson chose options by which a game is quicker to begin, so does practice.
    options = first.setup.options if first is not None and first.setup.mode == mode else ()
    how = game.info.mode(mode)
    if how is None:
        raise Refusal(GONE, code="unreadable-board")
    session = Session.start(game, Setup(mode, options), Chance.from_text(f"practice {seed}"))
    seats = range(1, how.seats + 1)
    return session, tuple(plain(say("Player {seat}", seat=seat), locale_of(interaction)) for seat in seats)


def unruled(session: Session) -> Session:
    """Return a game as the rules leave it, without people's decisions about its end."""
    return replace(session, ruling=None, sealed=(), late=frozenset())


def _played(session: Session, plays: Sequence[tuple[Seat, str]]) -> Session:
    for seat, text in plays:
        if text.startswith(_COVERED) and not session.game.info.open:  # `#C6` is an overload (R13)
            places = [int(each) for each in text.removeprefix(_COVERED).split(".")]
            session = session.play(seat, SEPARATOR.join(actions_at(session, seat, places)))
        else:
            session = session.play(seat, text)
    return session


def _lines(plays: Plays) -> str:
    return "\n".join(f"{seat} {text}" for seat, text in plays)


# The custom ids of a board to practise on: `x:<where it began>:<turns since>:<verb><page>:<steps>:<turn so far>`.


TEMPLATE = re.compile(rf"x:(?P<root>{ROOT}|):(?P<seq>\d{{1,4}})" + TURN)


class PracticeVerb(StrEnum):
    """The actions of a board's controls, besides those of the turn builder (`cogs.play.builder.Verb`)."""

    NEW = "n"
    """Begin a board with the game that was picked."""

    UNDO = "u"
    """Take the last turn back."""

    TYPE = "t"
    """Ask for a turn in notation."""

    LEVEL = "l"
    """Play against computers of the level that was picked, or move for everyone again."""

    SEAT = "e"
    """Play the next seat instead."""

    WAIT = "w"
    """Have the computers play that are to play."""


def beginning(root: str, seq: int) -> str:
    return f"x:{root}:{seq}"


def control_id(root: str, seq: int, verb: PracticeVerb) -> str:
    return f"{beginning(root, seq)}:{verb}::"


# What the message of a board to practise on shows: the position, whose turn it is, and the menus to play it.


_FOR_EVERYONE = say("-# You move for everyone here. Only you see this board, and it isn't saved anywhere else.")
_AGAINST_COMPUTERS = say(
    "-# Computers play the other seats. Only you see this board, and it isn't saved anywhere else."
)
_NUMBERS = say("-# The turns of computers are numbers below, as they hold what you can't see.")
_THINKING = say("The computer is thinking…")


async def practice_page(
    practice: Practice, reader: Reader, draft: Draft, page: int = 0, notices: Sequence[Text] = ()
) -> Page:
    """Return a board with the choices of the turn so far; `notices` stand above it."""
    seat = practice.seat
    if seat is None:
        return await _over(practice, reader)
    if practice.computer is not None:
        return await _waiting(practice, reader)
    begin = beginning(practice.root, len(practice.plays))
    building = Building(practice, begin, seat, stage(practice.session, seat, draft), page, reader)
    whose = say("{player} to play.", player=Player(seat))
    scene = await preview(building, LAYOUT_LIMIT - Scene([*_turns(practice, Scene(), reader)]).room)
    below = _turns(practice, scene, reader)
    notices = (_heading(practice), *_about(practice), *notices, whose)
    text = content(building, *notices, room=_room(scene, below))
    return Page(text, scene, tuple(_controls(building, practice)), below)


def picker(locale: Locale, row: int) -> Item:
    options = [
        discord.SelectOption(
            label=cut(plain(say("{game}, {mode}", game=game.info.name, mode=mode.name), locale), OPTION_LIMIT),
            value=f"{game.info.key}.{mode.key}",
        )
        for game in games()
        for mode in game.info.modes
    ]
    placeholder = cut(plain(say("Practise freely: pick a game"), locale), PROMPT_LIMIT)
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=control_id("", 0, PracticeVerb.NEW),
        options=options[:MOST_OPTIONS],
        placeholder=placeholder,
        row=row,
    )
    return menu


def _heading(practice: Practice) -> Text:
    return say("**Free practice: {game}**", game=name_of(practice.game))


def _about(practice: Practice) -> Iterator[Text]:
    """Yield what is to be known of a board at its beginning."""
    if not practice.plays:
        yield _AGAINST_COMPUTERS if practice.level else _FOR_EVERYONE
        if practice.level and not practice.session.game.info.open:
            yield _NUMBERS


async def _waiting(practice: Practice, reader: Reader) -> Page:
    """Return a board while computers decide; its button goes on where a restart of the bot has cut them off."""
    session = practice.session
    events = () if session.last is None else session.last.events
    board = await draw_board(practice.game, session.view(practice.own), events, practice.names, reader)
    scene = scene_of(board)
    below = _turns(practice, scene, reader)
    lines = (_heading(practice), *_about(practice), _THINKING)
    text = cut("\n".join(shown(line, reader.locale, practice.names) for line in lines), _room(scene, below))
    verbs = [(say("Continue"), PracticeVerb.WAIT)]
    if practice.played:
        verbs.append((say("Take back"), PracticeVerb.UNDO))
    items = [
        button(label, control_id(practice.root, len(practice.plays), verb), reader.locale, 0) for label, verb in verbs
    ]
    return Page(text, scene, (*items, opponents(practice, reader.locale)), below)


def opponents(practice: Practice, locale: Locale) -> Item:
    """Return the menu of who plays the other seats."""
    levels = {level: text for level, text in practice.levels.items() if practice.offered or level == practice.level}
    offered = {0: say("You move for everyone"), **levels}
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=control_id(practice.root, len(practice.plays), PracticeVerb.LEVEL),
        options=[
            discord.SelectOption(label=cut(plain(text, locale), OPTION_LIMIT), value=str(level), default=level == now)
            for now in (practice.level or -1,)
            for level, text in offered.items()
        ],
        placeholder=cut(plain(say("Play against the computer"), locale), PROMPT_LIMIT),
        row=ROWS,
    )
    return menu


async def _over(practice: Practice, reader: Reader) -> Page:
    session = practice.session
    outcome, last = session.outcome, session.last
    lines = [_heading(practice), *([] if outcome is None else [outcome.reason])]
    events = () if last is None else last.events
    board = await draw_board(practice.game, session.view(None), events, practice.names, reader)
    scene = scene_of(board)
    below = _turns(practice, scene, reader)
    text = cut("\n".join(shown(line, reader.locale, practice.names) for line in lines), _room(scene, below))
    undo = control_id(practice.root, len(practice.plays), PracticeVerb.UNDO)
    items = [button(say("Take back"), undo, reader.locale, 0)] if practice.played else []
    return Page(text, scene, tuple(items), below)


def _turns(practice: Practice, scene: Scene, reader: Reader) -> tuple[Part, ...]:
    """Return the turns so far below a scene. Raises Refusal if there is no room for them."""
    return (turns_part(practice.plays, scene.room - TOLD, reader.locale),) if practice.plays else ()


def _room(scene: Scene, below: Sequence[Part]) -> int:
    return min(Scene([*scene.parts, *below]).room, MESSAGE_LIMIT)


def _controls(building: Building, practice: Practice) -> Iterator[Item]:
    """Yield the turn builder's controls, with the board's own in place of Cancel."""
    yield from turn_controls(building)
    verbs = [(say("Type it"), PracticeVerb.TYPE)]
    if practice.played:
        verbs.append((say("Take back"), PracticeVerb.UNDO))
    if practice.level and building.stage.draft == stage(practice.session, building.seat, Draft()).draft:
        verbs.append((say("Change seats"), PracticeVerb.SEAT))
    for label, verb in verbs:
        yield button(label, control_id(practice.root, len(practice.plays), verb), building.reader.locale, ROWS)
    if practice.levels and (practice.offered or practice.level):
        yield opponents(practice, building.reader.locale)


class PracticeControl(Persistent, template=TEMPLATE):
    """A button or menu of a board."""

    async def act(self, interaction: Interaction) -> None:
        press = decode(TEMPLATE, PracticeVerb, self.custom_id)
        if press is None or (not press.board["root"]) is not (press.verb is PracticeVerb.NEW):
            raise Refusal(EARLIER, code="unknown-button")
        await _pressed(interaction, press, self.picked[0] if self.picked else "")


class PracticeDialog(TurnForm):
    """Asks for a turn in notation."""

    def __init__(self, root: str, plays: Plays, locale: discord.Locale | str | None) -> None:
        super().__init__(locale)
        self._root, self._plays = root, plays

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        practice = await practice_of(interaction, self._root, self._plays)
        await interaction.response.defer()
        await _play(interaction, practice, self.typed)


async def press(interaction: Interaction, match_id: int, turn: int) -> None:
    """Answer with a board that begins after a turn of a match."""
    practice = await practice_of(interaction, match_root(match_id, turn), ())
    await interaction.response.defer(ephemeral=True, thinking=True)
    page = await practice_page(practice, await reader_of(interaction), Draft())
    await reply_layout(interaction, _layout(page), files=page.scene.files)


async def _pressed(interaction: Interaction, press: Press, key: str) -> None:
    root, plays = press.board["root"], plays_in(interaction.message)
    if press.verb is PracticeVerb.NEW:
        game, _, mode = key.partition(".")
        root, plays = new_root(game, mode, secrets.token_bytes(4)), ()
    stale = press.verb is not PracticeVerb.NEW and int(press.board["seq"]) != len(plays)
    if press.verb is PracticeVerb.UNDO and not stale:
        plays = _taken_back(root, plays)
    practice = await practice_of(interaction, root, plays)
    if not stale and press.verb in (PracticeVerb.UNDO, PracticeVerb.LEVEL, PracticeVerb.SEAT):
        _answering.put(_board(interaction, root), object())  # what computers still decide comes too late
    if not stale and press.verb in (PracticeVerb.LEVEL, PracticeVerb.SEAT):
        if press.verb is PracticeVerb.SEAT:
            root = against(root, practice.level, _next_seat(practice))
        else:
            root = against(root, _level(interaction, practice, key), practice.own or practice.seat or 1)
        practice = await practice_of(interaction, root, plays)
    if press.verb is PracticeVerb.TYPE and not stale:
        await PracticeDialog(root, plays, locale_of(interaction)).open(interaction)
        return
    await interaction.response.defer()
    if stale:
        await _show(interaction, practice, Draft(), [MOVED_ON])
        return
    try:
        draft = _next(practice, press, key)
        if press.verb is Verb.CONFIRM:
            await _play(interaction, practice, draft.text)
            return
        if practice.computer is not None:
            await _answer(interaction, practice)
            return
        await _show(interaction, practice, draft, page=press.page if press.verb is Verb.SHOW else 0)
    except DraftError:
        await _show(interaction, practice, Draft(), [MOVED_ON])


def _next(practice: Practice, press: Press, key: str) -> Draft:
    seat = practice.seat
    if seat is None or practice.computer is not None:
        return Draft()
    return press.draft(practice.session, seat, key)


async def _play(interaction: Interaction, practice: Practice, text: str) -> None:
    try:
        following = after(practice, text)
    except TurnError as error:
        seat = practice.seat
        draft = Draft() if seat is None else begun(practice.session, seat, text, error)
        await _show(interaction, practice, draft, explain_turn(error, name_of(practice.game)))
        return
    await _answer(interaction, following)


async def _answer(interaction: Interaction, practice: Practice) -> None:
    """Show a board after the turns of the computers that are to play."""
    board = _board(interaction, practice.root)
    _answering.put(board, token := object())
    deciding = asyncio.ensure_future(_decided(interaction, practice))
    try:
        if practice.computer is not None and not await _soon(deciding):
            await _show(interaction, practice, Draft())
        following, notices = await deciding
    finally:
        deciding.cancel()
    # Another one: the person has gone on without waiting. None: so many others have pressed that it was dropped.
    if _answering.get(board) in (token, None):
        await _show(interaction, following, Draft(), notices)


def _board(interaction: Interaction, root: str) -> tuple[int, str]:
    """Return by what a person's board is known, with computers or without."""
    return interaction.user.id, against(root, 0, 0)


async def _soon(deciding: asyncio.Future[Any]) -> bool:
    """Tell whether computers decide before a person would wonder; return when that is known."""
    done, _ = await asyncio.wait({deciding}, timeout=PATIENCE_S)
    return bool(done)


async def _decided(interaction: Interaction, practice: Practice) -> tuple[Practice, list[Text]]:
    computers, halved = interaction.client.arena.computers, False
    while (seat := practice.computer) is not None:
        interaction.client.arena.core.require_computers()
        begun = f"{practice.root} {_lines(practice.plays)}"
        text, decisions = await computers.turn(
            practice.session,
            seat,
            str(practice.level),
            match=f"practice {against(practice.root, 0, 0)}",  # the log has it, and names no accounts
            seed=lambda number, begun=begun: f"{begun} {number}",  # type: ignore[misc]
        )
        halved |= any(each.effort < 1 for each in decisions)
        practice = after(practice, text)
    return practice, [HURRIED] if halved else []


def _taken_back(root: str, plays: Plays) -> Plays:
    """Return the turns before the last one; against computers before the person's last, with all that came after."""
    _, own = _seating(root)
    places = [place for place, (seat, _) in enumerate(plays) if own in (0, seat)]
    return plays[: places[-1]] if places else ()


def _next_seat(practice: Practice) -> Seat:
    """Return the next seat after the person's that is still in the game."""
    seats, own = len(practice.names), practice.own
    return min(practice.session.playing - {own}, key=lambda seat: (seat - own - 1) % seats, default=own)


def _level(interaction: Interaction, practice: Practice, key: str) -> int:
    """Return the level that was picked, 0 for none."""
    level = int(key) if key.isdecimal() and len(key) == 1 else 0
    if level:
        interaction.client.arena.core.require_computers()
    return min(level, len(practice.levels))


async def _show(
    interaction: Interaction, practice: Practice, draft: Draft, notices: Sequence[Text] = (), *, page: int = 0
) -> None:
    made = await practice_page(practice, await reader_of(interaction), draft, page, notices)
    await put_layout(interaction, _layout(made), files=made.scene.files)


def _layout(page: Page) -> discord.ui.LayoutView:
    return layout(page.content, page.scene, map(PracticeControl, page.items), below=page.below)
