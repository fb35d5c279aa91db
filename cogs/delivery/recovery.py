"""Which message a post became whose delivery was cut off: after a crash nothing is posted twice."""

from __future__ import annotations

from collections.abc import Callable

import discord

from cogs.core.accounts import members_of
from cogs.core.bot import ArenaBot
from cogs.core.custom_ids import MatchId
from cogs.core.delivery import Occasion
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import custom_ids
from cogs.core.text import cut, shown
from cogs.ui.picture_names import picture_name
from cogs.ui.status import season_line
from hosting.match.model import Post
from hosting.outbox.posts import BoardPost, TextPost


async def recognises(bot: ArenaBot, occasion: Occasion) -> Callable[[discord.Message], bool]:
    """Return a function that tells whether one of the bot's messages is the post in question."""
    post, match = occasion.post, occasion.match
    name = picture_name(match, post.seq)
    notice = await notice_content(bot, occasion) if post.kind == "notice" else ""

    def is_it(message: discord.Message) -> bool:
        pictured = any(file.filename == name for file in message.attachments)
        ids = map(MatchId.parse, custom_ids(message))
        controlled = any(each is not None and (each.match, each.seq) == (match.id, post.seq) for each in ids)
        match post.kind:
            case "board":
                return pictured and controlled == occasion.as_a(BoardPost).calls
            case "status":
                return controlled and not pictured
            case "ended":
                return controlled and pictured
            case "notice":
                return is_notice(post, notice, message)
            case other:
                raise AssertionError(f"posts of kind {other} are looked for by who delivers them")

    return is_it


def is_notice(post: Post, content: str, message: discord.Message) -> bool:
    """Return whether a message is the post of a notice with some content."""
    return message.created_at >= post.created_at and message.content == content


async def notice_content(bot: ArenaBot, occasion: Occasion) -> str:
    """Return what a notice says."""
    match, post = occasion.match, occasion.as_a(TextPost)
    season = None if post.missing is None else await season_line(bot, match, post.missing)
    members = await members_of(bot, match, post.text)
    lines = [post.text] if season is None else [post.text, season]
    return cut("\n".join(shown(each, occasion.reader.locale, match.names, members) for each in lines), MESSAGE_LIMIT)
