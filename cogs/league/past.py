"""`/league history`: the seasons of a league, with who won them, and who was promoted and relegated."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import Interaction
from cogs.core.context import guild_of
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import fitting, shown
from cogs.league.finding import STATES, announced, season_shown, season_text
from cogs.league.movement import finals_lines, moving
from cogs.league.naming import people_of
from cogs.ui.drawing import beside
from engine.text import Quote, Text, say, say_n
from hosting.league.finals import finals
from hosting.league.state import View

MOST = 10
"""Seasons that are shown, the latest."""


async def show_history(interaction: Interaction, number: int | None, season: int | None) -> None:
    """Show the seasons of a league in private, the latest first, or one of them. Raises NoSuchLeague, Refusal."""
    arena = interaction.client.arena
    view = await season_shown(interaction, number, season)
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = list(reversed(await announced(interaction, view.league)))
    name = Quote(view.league.name)
    lines: list[Text] = [say("**{league}**: its seasons, the latest first", league=name)]
    if season is not None:
        found = [each for each in found if each.id == view.season.id]
        lines = [say("**{league}**", league=name)]
    people: set[int] = set()
    for each in found[:MOST]:
        view = await arena.leagues.view(each.id)
        came_to = await beside(partial(finals, view))
        people |= people_of(entry for entry in view.entries if entry.id in moving(came_to))
        lines.append(_line(view))
        lines += (say("• {line}", line=line) for line in finals_lines(view, came_to))
    names = await arena.people.names(guild_of(interaction).id, people)
    told = [shown(each, locale_of(interaction), members=names) for each in lines]
    await reply(interaction, fitting(told, MESSAGE_LIMIT, "…"))


def _line(view: View) -> Text:
    season = view.season
    begun = season.started_at
    if begun is None:
        return season_text(season)
    return say_n(
        "Season {number}, from {day}: {count} entry, {state}",
        "Season {number}, from {day}: {count} entries, {state}",
        len(view.entries),
        number=season.number,
        day=begun.date(),
        state=STATES[season.status],
    )
