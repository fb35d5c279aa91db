"""Decision by decision: one message tells what was decided, shows where that led, and calls the next player.

Boards of games that are played like that (`GameInfo.by_decision`) carry what other games say in a status of its own. A
board stays; only its buttons go when the next one comes. A part of a decision that goes on gives the board above new
buttons and posts nothing: it is told with the rest, and it is the same player who goes on, whom nobody needs to call.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import discord

from cogs.core.accounts import Accounts
from cogs.core.bot import ArenaBot
from cogs.core.delivery import Occasion
from cogs.core.limits import MESSAGE_LIMIT
from cogs.delivery.cog import Poster, joined, taken
from cogs.delivery.pictures import picture
from cogs.ui.match_buttons import match_view
from cogs.ui.status import board_content
from hosting.match.decisions import first_event, goes_on
from hosting.outbox.posts import BoardPost, load_board
from store.posted import Shown

log = logging.getLogger(__name__)

FRESH = timedelta(minutes=55)
"""Edits of messages that are older than an hour are throttled."""


class Decisions:
    """Delivers boards that call."""

    def __init__(self, bot: ArenaBot, poster: Poster) -> None:
        self.bot = bot
        self._poster = poster

    async def send(self, occasion: Occasion) -> int:
        """Post what was decided; have the message above follow where that is enough."""
        there, asked = await self._above(occasion)
        if there is not None and await self._follows(occasion, there):
            return there.message_id
        message = await self._post(occasion)
        await self._close(occasion, there, asked)
        return message.id

    async def sent_before(self, occasion: Occasion) -> int | None:
        """Return the message that an attempt left behind; None has it posted, or the one above edited again."""
        found = await self._poster.posted_before(occasion)
        there, asked = await self._above(occasion)
        if found is None or (there is not None and there.message_id == found):
            return None
        await self._close(occasion, there, asked)
        return found

    async def _above(self, occasion: Occasion) -> list[Shown | None]:
        """Return the message that shows the latest board, and the one that asked for what was just decided."""
        post = occasion.post
        before = (post.seq + 1, first_event(occasion.match, post.seq))
        return await self.bot.arena.outbox.latest_boards(post.match_id, post.channel_id, before)

    async def _follows(self, occasion: Occasion, there: Shown) -> bool:
        """Bring the latest board up to date, if nothing new needs to be posted; return whether it is."""
        post = occasion.post
        edit = occasion.as_a(BoardPost).edit
        if edit is not None:
            return edit and there.seq == post.seq and await self._say(occasion, there.message_id)
        if occasion.note is not None or there.seq == post.seq or not goes_on(occasion.session):
            return False
        made = await self.bot.arena.outbox.made_by(post.match_id, post.channel_id, there.message_id) or there
        if self.bot.clock.now() - made.at > FRESH:
            return False
        return await self._edit(occasion, there.message_id, view=self._view(occasion))

    async def _post(self, occasion: Occasion) -> discord.Message:
        content, called = await self._content(occasion, occasion.post.seq, occasion.as_a(BoardPost))
        if called.known:
            await self._poster.call_aside(occasion)
        return await self._poster.channel(occasion).send(
            content,
            files=[await picture(occasion)],
            view=self._view(occasion),
            nonce=occasion.post.id,
            allowed_mentions=called.only(),
            suppress_embeds=True,
        )

    def _view(self, occasion: Occasion) -> discord.ui.View:
        match, session, locale = occasion.match, occasion.session, occasion.reader.locale
        return match_view(match, session, occasion.post.seq, locale)

    async def _content(self, occasion: Occasion, seq: int, board: BoardPost) -> tuple[str, Accounts]:
        """Return what a board says, and whom it calls.

        Args:
            occasion: What holds now.
            seq: The event that the board shows.
            board: The post that it was made for.
        """
        post, match = occasion.post, occasion.match
        session = occasion.session if seq == post.seq else await self.bot.arena.matches.at(match, seq)
        second, called = await self._poster.status_words(occasion, linked=False)
        below = [await self._poster.opening(occasion, board.opens), await self._poster.beginning(occasion, seq), second]
        locale, room = occasion.reader.locale, MESSAGE_LIMIT - taken(below)
        first = board_content(match, session, locale, occasion.audience, board.note, headline=False, room=room)
        # What was overtaken while it could not be posted calls nobody: what overtook it does.
        quiet = match.seq > post.seq or occasion.as_a(BoardPost).quiet
        return joined(first, *below), Accounts() if quiet else called

    async def _say(self, occasion: Occasion, message_id: int) -> bool:
        """Make a board say until when there is time now; nobody is called by that."""
        post = occasion.post
        made = await self.bot.arena.outbox.made_by(post.match_id, post.channel_id, message_id)
        seq, board = (post.seq, occasion.as_a(BoardPost)) if made is None else (made.seq, load_board(made.payload))
        content, called = await self._content(occasion, seq, board)
        await self._edit(occasion, message_id, content=content, called=called)
        return True

    async def _edit(
        self,
        occasion: Occasion,
        message_id: int,
        called: Accounts | None = None,
        **changes: Any,  # noqa: ANN401
    ) -> bool:
        """Edit a board; return whether it is there and could be edited."""
        message = self._poster.channel(occasion).get_partial_message(message_id)
        try:
            await message.edit(allowed_mentions=(called or Accounts()).only(), **changes)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or error.status == 429 or error.status >= 500:
                raise
            # It may be gone, too old or in the archive: no reason to stop a match.
            log.info("board %d stays as it is: %s", message_id, error)
            return False
        return True

    async def _close(self, occasion: Occasion, there: Shown | None, asked: Shown | None) -> None:
        """Take the buttons from the board before this one; what this one tells again as a whole goes altogether."""
        post, outbox = occasion.post, self.bot.arena.outbox
        if there is None:
            return
        again = there.seq == post.seq or (asked is not None and asked.message_id != there.message_id)
        if again:
            # What opens choices, or tells what a player did, stays where it is.
            made = await outbox.made_by(post.match_id, post.channel_id, there.message_id) or there
            board = load_board(made.payload)
            again = board.opens is None and board.note is None
        await self._poster.discard(post.channel_id, there.message_id, buttons=not again)
