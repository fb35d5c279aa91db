"""`/league history`: the seasons of a league, with who won them, and who was promoted and relegated."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import Interaction
from cogs.core.context import guild_of
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import fitting, shown
from cogs.league.finding import league_of
from cogs.league.movement import finals_lines, moving
from cogs.league.naming import people_of
from cogs.ui.drawing import beside
from engine.text import Quote, Text, say, say_n
from hosting.league.finals import finals
from hosting.league.state import View
from store.league.values import SeasonStatus

MOST = 10
"""Seasons that are shown, the latest."""

_STATES: dict[SeasonStatus, Text] = {
    "draft": say("a draft", context="season"),
    "open": say("players can join", context="season"),
    "running": say("being played", context="season"),
    "paused": say("paused", context="season"),
    "ended": say("over, not yet closed", context="season"),
    "closed": say("closed", context="season"),
    "cancelled": say("called off", context="season"),
}


async def show_history(interaction: Interaction, number: int | None) -> None:
    """Show the seasons of a league in private, the latest first. Raises NoSuchLeague, Refusal."""
    arena = interaction.client.arena
    league, _ = await league_of(interaction, number)
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = list(reversed(await arena.leagues.seasons(league.id)))
    lines: list[Text] = [say("**{league}**: its seasons, the latest first", league=Quote(league.name))]
    people: set[int] = set()
    for season in found[:MOST]:
        if season.number > 1 and season.published_at is None:
            continue  # a draft, or one that was discarded
        view = await arena.leagues.view(season.id)
        came_to = await beside(partial(finals, view))
        people |= people_of(each for each in view.entries if each.id in moving(came_to))
        lines.append(_line(view))
        lines += (say("• {line}", line=each) for each in finals_lines(view, came_to))
    names = await arena.people.names(guild_of(interaction).id, people)
    told = [shown(each, locale_of(interaction), members=names) for each in lines]
    await reply(interaction, fitting(told, MESSAGE_LIMIT, "…"))


def _line(view: View) -> Text:
    season = view.season
    state = _STATES[season.status]
    begun = season.started_at
    if begun is None:
        return say("Season {number}: {state}", number=season.number, state=state)
    return say_n(
        "Season {number}, from {day}: {count} entry, {state}",
        "Season {number}, from {day}: {count} entries, {state}",
        len(view.entries),
        number=season.number,
        day=begun.date(),
        state=state,
    )
