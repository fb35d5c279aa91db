"""Pictures of a game's rules: set-up positions, drawn for the reader's palette and language, and kept for the next."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import discord

from cogs.core.limits import ALT_LIMIT, MESSAGE_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import cut, plain, shown
from cogs.ui.drawing import beside
from cogs.ui.holding import alt_text, in_room
from cogs.ui.pictures import look_of, overlay_of
from engine.choices import Reach
from engine.extras import Reaching
from engine.game import Game
from engine.help import Scene
from engine.scenes import Staged, staged
from engine.text import listed, say
from hosting.runtime.lru import Recent
from locales import translator
from render.fitted import fitted
from render.registry import renderer

MOST_KEPT = 96
"""Pictures that are kept: about 100 kB each. All games have some forty pages with one."""

_FENCE = "```\n{}\n```"
_HAND = "hand"
"""The shelf with the hand, in games with several."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is to be seen of a scene: a PNG file and its alt text; or no file, and the same as text for a message."""

    picture: bytes
    words: str


_kept: Recent[tuple[object, ...], Sight] = Recent(MOST_KEPT)


async def sight_of(game: Game[Any, Any, Any], scene: Scene, reader: Reader) -> Sight:
    """Return a scene for a reader; it is played and drawn beside the event loop, once for all who see it alike."""
    key = (game.info.key, scene, reader.theme, reader.text_boards, reader.locale, translator(reader.locale))
    kept = _kept.get(key)
    if kept is None:
        kept = await beside(lambda: _sight(game, scene, reader))
        _kept.put(key, kept)
    return kept


def file_of(sight: Sight) -> discord.File:
    """Return a scene's picture with its alt text, to be sent."""
    return discord.File(io.BytesIO(sight.picture), "scene.png", description=sight.words)


def _sight(game: Game[Any, Any, Any], scene: Scene, reader: Reader) -> Sight:
    there = staged(game, scene)
    return _hand(there, scene, reader) if scene.hand else _board(there, scene, reader)


def _board(there: Staged, scene: Scene, reader: Reader) -> Sight:
    session = there.session
    artist, look, view = renderer(session.game.info.key), look_of(reader), session.view(None)
    reach = None
    if scene.reach and isinstance(session.game, Reaching):
        reach = session.game.reach(session.state, scene.seat, scene.reach)
    if reader.text_boards:
        text = _with_reach(artist.text_board(view, look), reach, reader, MESSAGE_LIMIT - len(_FENCE))
        # Names could end the quotation.
        return Sight(b"", _FENCE.format(text.replace("`", "'")))
    overlay = None if reach is None else overlay_of(reach)
    picture = artist.draw(view, there.events, look, overlay=overlay)
    if scene.share:
        picture = fitted(picture, scene.share)
    return Sight(picture, _with_reach(artist.alt_text(view, there.events, look), reach, reader, ALT_LIMIT))


def _with_reach(words: str, reach: Reach | None, reader: Reader, limit: int) -> str:
    """Return a position in words, with what a piece in it can do at the end."""
    if reach is None:
        return cut(words, limit)
    told = plain(say("Marked: {moves}.", moves=listed(reach.moves, "comma")), reader.locale)
    return f"{cut(words, limit - len(told) - 1)}\n{told}"


def _hand(there: Staged, scene: Scene, reader: Reader) -> Sight:
    session = there.session
    look, view = look_of(reader), session.view(scene.seat)
    artist: Any = renderer(session.game.info.key)
    shelf = next(each for each in artist.shelves(view, look) if each.key == _HAND)
    notice = session.game.info.reconstruction()
    if reader.text_boards:
        (told,) = in_room([shelf], reader, MESSAGE_LIMIT)
        return Sight(b"", "\n".join([*([] if notice is None else [shown(notice, reader.locale)]), told]))
    return Sight(artist.draw_shelf(view, _HAND, look), alt_text(shelf, reader, look.notice(notice)))
