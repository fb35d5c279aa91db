"""Leagues: `/league` for players, `/league-manage` for organisers, and the public posts of seasons."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.league import brackets, draft, entering, lists, organiser, posts, tables, wording
from cogs.league.announcements import News
from cogs.league.cog import LeagueCog
from cogs.league.control import LeagueControl, LeaguePage
from cogs.league.lists import RoundMessages
from cogs.league.organiser import LeagueManageCog
from cogs.league.posts import home_of_season
from hosting.league.schedule import ROUND


def feature(bot: ArenaBot) -> Feature:
    return Feature(
        cogs=(LeagueCog(bot), LeagueManageCog(bot)),
        controls=(LeagueControl, LeaguePage),
        season_presses={
            "join": entering.pressed_join,
            "start": entering.pressed_start,
            "quit": entering.pressed_quit,
            "stay": entering.pressed_stay,
            "publish": draft.pressed_publish,
            "again": draft.pressed_again,
            "discard": draft.pressed_discard,
            "terms": draft.pressed_terms,
            "words": wording.pressed_terms,
            "close": organiser.pressed_close,
            "keep": organiser.pressed_keep,
            "accept": entering.pressed_accept,
            "refuse": entering.pressed_refuse,
            "withdraw": entering.pressed_withdraw,
            "next": draft.pressed_next,
        },
        season_pages={
            tables.TABLE: tables.turned,
            tables.BRACKET: brackets.turned,
            lists.SCHEDULE: lists.turned_schedule,
            lists.RESULTS: lists.turned_results,
        },
        shows={"league": partial(posts.show_season, bot)},
        news={"notice": News(bot)},
        channels={"league": partial(home_of_season, bot)},
        handlers={ROUND: RoundMessages(bot).due},
    )
