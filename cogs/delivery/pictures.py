"""The picture of a board as a file whose name tells which post it belongs to."""

from __future__ import annotations

import discord

from cogs.core.delivery import Occasion
from cogs.ui.picture_names import picture_name
from cogs.ui.pictures import draw_board
from cogs.ui.status import public


async def picture(occasion: Occasion) -> discord.File:
    """Return the board that an occasion shows, under a name that tells which post it is."""
    match, session = occasion.match, occasion.session
    events = [] if session.last is None else public(session.last.events, occasion.audience)
    board = await draw_board(match.game, session.view(None), events, match.names, occasion.reader)
    file = board.files[0]
    file.filename = picture_name(match, occasion.post.seq)
    return file
