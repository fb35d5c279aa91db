"""Leagues: `/league` for players, `/league-manage` for organisers, and the public posts of seasons."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.league import agreed, brackets, challenges, draft, following, joining, lists, manage, posts, tables
from cogs.league.cog import LeagueCog
from cogs.league.control import ACTS, TURNS, LeagueControl, LeaguePage
from cogs.league.manage import LeagueManageCog
from cogs.league.news import News
from cogs.league.posts import home_of_season
from cogs.league.rounds import RoundMessages
from hosting.league.calls import ROUND
from hosting.notify.restores import SEASON_POST


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    ACTS.update(
        join=joining.pressed_join,
        start=joining.pressed_start,
        quit=joining.pressed_quit,
        stay=joining.pressed_stay,
        publish=draft.pressed_publish,
        again=draft.pressed_again,
        discard=draft.pressed_discard,
        terms=draft.pressed_terms,
        words=agreed.pressed_words,
        close=manage.pressed_close,
        keep=manage.pressed_keep,
        accept=challenges.pressed_accept,
        refuse=challenges.pressed_refuse,
        withdraw=challenges.pressed_withdraw,
        next=following.pressed_next,
    )
    TURNS.update(
        {
            tables.TABLE: tables.turned,
            tables.BRACKET: brackets.turned,
            lists.SCHEDULE: lists.turned_schedule,
            lists.RESULTS: lists.turned_results,
        }
    )
    bot.heralds["notice"] = News(bot)
    bot.homes["league"] = partial(home_of_season, bot)
    await Room(
        cogs=(LeagueCog(bot), LeagueManageCog(bot)),
        controls=(LeagueControl, LeaguePage),
        keeps={SEASON_POST: partial(posts.due, bot), ROUND: RoundMessages(bot).due},
    ).open(bot)
