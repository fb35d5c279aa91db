"""Hosting's posts, as messages."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.components import MatchButton
from cogs.core.feature import Feature
from cogs.delivery.cog import Boards, Poster, Sealed
from cogs.delivery.reminders import ReminderPosts


def feature(bot: ArenaBot) -> Feature:
    poster, arena = Poster(bot), bot.arena
    boards, sealed, reminders = Boards(bot, poster), Sealed(bot), ReminderPosts(bot)
    return Feature(
        cogs=(poster,),
        controls=(MatchButton,),
        deliveries={"board": boards, "sealed": sealed, "nudge": reminders, "private": reminders},
        serves=(partial(arena.outbox.set_poster, poster),),
    )
