"""What a week brought, and the match of the day, in words."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.context import link
from cogs.league.naming import entry_texts, league_text
from engine.text import Text, listed, say, say_n
from hosting.league.state import View
from hosting.league.summaries import DAY, WEEK
from store.replay import ReplayError


def week_lines(view: View, number: int) -> list[Text]:
    """Return what a week brought, its table being shown beside; nothing if no match was over in it.

    Args:
        view: The season.
        number: Of the week, from 1.
    """
    began = view.season.started_at
    if began is None:
        return []
    first, last = began + (number - 1) * WEEK, began + number * WEEK
    over = [
        each
        for each in view.fixtures
        if each.status == "over"
        and not each.is_bye
        and not each.is_fall
        and each.ended_at is not None
        and first <= each.ended_at < last
    ]
    if not over:
        return []
    left = sum(each.open for each in view.fixtures)
    told = say_n(
        "**{league}**, week {number}: {count} match came to its end.",
        "**{league}**, week {number}: {count} matches came to their end.",
        len(over),
        league=league_text(view),
        number=number,
    )
    if not left:
        return [told]
    return [told, say_n("{count} match is still to be played.", "{count} matches are still to be played.", left)]


async def day_lines(bot: ArenaBot, view: View, number: int) -> list[Text]:
    """Return the match of the day with where it is played; nothing if it is over by then.

    Args:
        bot: The bot.
        view: The season.
        number: Of the fixture.
    """
    found = next((each for each in view.fixtures if each.id == number and each.status == "running"), None)
    if found is None or found.match_id is None:
        return []
    names = entry_texts(view)
    sides = listed([names[each] for each in found.entries], "comma")
    try:
        match = await bot.arena.matches.get(found.match_id)
    except ReplayError:
        return []
    if match.silent:  # nothing but that it is played
        return [say("**{league}**, match of the day: {sides}", league=league_text(view), sides=sides)]
    return [
        say(
            "**{league}**, match of the day: {sides}. It was [played here]({link}).",
            league=league_text(view),
            sides=sides,
            link=link(match.guild_id, match.channel_id),
        )
    ]


def opens_with(view: View, number: int) -> bool:
    """Return whether a round opens at about the end of a week."""
    began = view.season.started_at
    last = None if began is None else began + number * WEEK
    return last is not None and any(abs(each.opened_at - last) < DAY for each in view.rounds if each.number > 1)
