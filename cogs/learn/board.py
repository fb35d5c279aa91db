"""A board to practise on: one person moves for all seats, and nothing is kept of it but what its own message shows.

Where it began stands in the custom ids of its controls, the turns since in the message. So it outlives a restart,
and when the message goes, so does everything.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from cogs.core.access import match_for
from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.text import plain
from cogs.learn.desk import tasks_of
from cogs.play.builder.pictures import TOLD
from cogs.ui.story import story_of
from engine.chance import Chance
from engine.errors import TurnError
from engine.history import at
from engine.info import Setup
from engine.registry import get
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from hosting.runtime.lru import Recent

ROOT = r"m(?P<match>\d{1,18})\.(?P<after>\d{1,6})|[a-z0-9_-]{1,32}\.[a-z0-9]{1,8}\.[0-9a-f]{8}"
_ROOT = re.compile(ROOT)
_LINE = re.compile(r"(?P<seat>[1-9]) (?P<text>\S.*)")
_FENCE = "**{}**\n```\n{}\n```"
_TURNS = 1_000
"""The number of the part of a board's message that holds its turns."""
MOST_TURNS = LAYOUT_LIMIT - TOLD
"""Characters of the turns, with all that stands around them."""
MOST_KEPT = 64

GONE = say("This board cannot be read any more. `/learn` gives you another one.")
FULL = say("This board has no room for more turns: take some back, or start another one with `/learn`.")

Plays = tuple[tuple[Seat, str], ...]
"""Who played what since the board began, in canonical notation."""

_sessions: Recent[tuple[str, Plays], Session] = Recent(MOST_KEPT)
"""Games as they stood on boards used lately: only so that they need not be played through again."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A board as it stands; a `cogs.ui.position.Position`.

    Attributes:
        root: Where it began, as in custom ids.
        plays: What was played since.
        session: The game.
        names: Of the seats.
    """

    root: str
    plays: Plays
    session: Session
    names: tuple[str, ...]

    @property
    def game(self) -> str:
        """Key of the game."""
        return self.session.game.info.key

    @property
    def setup(self) -> Setup:
        """What the game started from."""
        return self.session.setup

    @property
    def seat(self) -> Seat | None:
        """Whose turn is played next; of several who choose at once the first; None when the game is over."""
        return min(self.session.to_act, default=None)


def new_root(game: str, mode: str, seed: bytes) -> str:
    """Return where a board begins that starts at the beginning of a game; four bytes of `seed` are its chance."""
    return f"{game}.{mode}.{seed[:4].hex()}"


def match_root(match_id: int, turn: int) -> str:
    """Return where a board begins that starts after a turn of a match, 0 for its start."""
    return f"m{match_id}.{turn}"


async def practice_of(interaction: Interaction, root: str, plays: Plays) -> Practice:
    """Return a board.

    Raises:
        NoSuchMatch: It began in a match that the person may not look at.
        Refusal: It cannot be read by this version, or its match goes on.
        SetupError: It began in a game that there is not.
    """
    base, names = await _base(interaction, root)
    kept = _sessions.get((root, plays)) if plays else base
    if kept is None:
        before = _sessions.get((root, plays[:-1]))
        try:
            if before is not None:
                kept = _played(before, plays[-1:])
            else:
                kept = await asyncio.to_thread(_played, base, plays)
        except TurnError:
            raise Refusal(GONE, code="unreadable-board") from None
        _sessions.put((root, plays), kept)
    return Practice(root, plays, kept, names)


def after(practice: Practice, text: str) -> Practice:
    """Return a board after one more turn of the seat that is to act.

    Raises:
        TurnError: It cannot be read, is illegal, or is not finished.
        Refusal: There is no room for it.
    """
    seat = practice.seat
    if seat is None:
        raise Refusal(say("The game is over."), code="game-over")
    session = practice.session.play(seat, text)
    plays = (*practice.plays, (seat, practice.session.preview(seat, text).text))
    if len(_FENCE) + len(_lines(plays)) > MOST_TURNS:
        raise Refusal(FULL, code="board-full")
    _sessions.put((practice.root, plays), session)
    return replace(practice, plays=plays, session=session)


def turns_part(practice: Practice, room: int, locale: discord.Locale | str | None) -> discord.ui.TextDisplay[Any]:
    """Return the part of a board's message that holds the turns which were played, in at most `room` characters.

    Raises:
        Refusal: There is no room for the turns.
    """
    text = _FENCE.format(plain(say("Turns since this board started"), locale), _lines(practice.plays))
    if len(text) > room:
        raise Refusal(FULL, code="board-full")
    return discord.ui.TextDisplay(text, id=_TURNS)


def plays_in(message: discord.Message | None) -> Plays:
    """Return the turns that a board's message shows."""
    parts = () if message is None else message.components
    found = (part.content for part in parts if isinstance(part, discord.TextDisplay) and part.id == _TURNS)
    lines = map(_LINE.fullmatch, next(found, "").splitlines())
    return tuple((int(each["seat"]), each["text"]) for each in lines if each is not None)


async def _base(interaction: Interaction, root: str) -> tuple[Session, tuple[str, ...]]:
    """Return the game at which a board begins, and what its seats are called."""
    found = _ROOT.fullmatch(root)
    if found is None:
        raise Refusal(GONE, code="unreadable-board")
    if found["match"] is not None:
        match = await match_for(interaction, int(found["match"]))
        if not match.over:
            raise Refusal(say("One can practise with a match once it is over."), code="match-runs")
        story = await story_of(interaction.client, match)
        moment = story.moment(int(found["after"]))
        return unruled(at(story.session, moment)), story.names_at(moment)
    key, mode, seed = root.split(".")
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
    """Return a game as the rules leave it, without what people decided about its end."""
    return replace(session, ruling=None, sealed=(), late=frozenset())


def _played(session: Session, plays: Sequence[tuple[Seat, str]]) -> Session:
    for seat, text in plays:
        session = session.play(seat, text)
    return session


def _lines(plays: Plays) -> str:
    return "\n".join(f"{seat} {text}" for seat, text in plays)
