"""A whole game, or some turns of it, in one file: an animated picture, or a text for those who read boards as text."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import discord

from cogs.core.limits import ALT_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import called, cut, plain
from cogs.ui.pictures import look_of
from cogs.ui.story import Story, caption
from engine.history import Moment
from engine.outcome import RULINGS
from engine.seat import Seat
from engine.text import Text, say
from render.registry import renderer
from render.replay import Shot, film

# Films take seconds: they have a thread of their own, so that no board has to wait for one.
_THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="filming")


@dataclass(frozen=True, slots=True)
class Reel:
    """Some turns of a game as a file, and what to say of it."""

    file: discord.File
    note: Text


async def make_reel(story: Story, first: int, last: int, reader: Reader, side: Seat | None = None) -> Reel:
    """Return some turns as a file, made beside the event loop.

    Args:
        story: The game, as the reader may see it.
        first: Number of the first turn, from 1; the position before it comes first.
        last: Number of the last turn.
        reader: For whom.
        side: From whose side the board is seen.
    """
    make = partial(_text if reader.text_boards else _film, story, story.history[first - 1 : last + 1], reader, side)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, make)


def _film(story: Story, part: tuple[Moment, ...], reader: Reader, side: Seat | None) -> Reel:
    artist, look = renderer(story.game), look_of(reader, story.names, side)
    shots = [
        Shot(
            story.view(moment),
            story.told(moment) if moment is not part[0] else (),
            moment.number,
            caption(moment, over=story.open),
            None if moment.last is None else moment.last.seat,
            called(story.names_at(moment), reader.locale),
        )
        for moment in part
    ]
    ending = story.session.ruling
    if ending is not None and part[-1] is story.history[-1]:
        shots.append(Shot(shots[-1].view, (), shots[-1].number, ending.reason, names=look.names))
    made = film(artist, shots, look, turns=story.last)
    first, last = part[0].number + 1, part[-1].number
    told = say(
        "{game} as an animated picture, turns {first} to {last}. The last position:",
        game=story.session.game.info.name,
        first=first,
        last=last,
    )
    view, told_last = story.view(part[-1]), story.told(part[-1])
    words = artist.alt_text(view, told_last, look)
    file = discord.File(
        io.BytesIO(made.file),
        f"{story.game}-{story.id}.gif",
        description=cut(f"{plain(told, reader.locale, story.names)} {words}", ALT_LIMIT),
    )
    if made.step > 1:
        note = say("Turns {first} to {last}, {step} in each picture.", first=first, last=last, step=made.step)
    else:
        note = say("Turns {first} to {last}.", first=first, last=last)
    return Reel(file, note)


def _text(story: Story, part: tuple[Moment, ...], reader: Reader, side: Seat | None) -> Reel:
    """Return every position as a text board below the turn that led to it."""
    artist = renderer(story.game)
    pieces = []
    for moment in part:
        head = say("Turn {number}. {turn}", number=moment.number, turn=caption(moment, over=story.open))
        names, said = story.names_at(moment), None if moment.last is None else moment.last.surrender
        lines = [plain(head, reader.locale, names)]
        lines += [plain(event.text(), reader.locale, names) for event in story.told(moment) if event != said]
        lines += ["", artist.text_board(story.view(moment), look_of(reader, names, side))]
        pieces.append("\n".join(lines))
    outcome = story.session.outcome
    if outcome is not None and outcome.termination in RULINGS and part[-1] is story.history[-1]:
        pieces.append(plain(outcome.reason, reader.locale, story.names))
    file = discord.File(io.BytesIO("\n\n\n".join(pieces).encode()), f"{story.game}-{story.id}-boards.txt")
    return Reel(file, say("Turns {first} to {last}.", first=part[0].number + 1, last=part[-1].number))
