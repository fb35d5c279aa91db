"""`/league history`: the seasons of a league, with who won them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cogs.core.bot import Interaction
from cogs.core.context import guild_of
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import fitting, shown
from cogs.league.finding import league_of
from cogs.league.naming import entry_texts, people_of
from cogs.ui.drawing import beside
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.state import View
from hosting.league.tables import tables_of
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
        view = await arena.leagues.view(season.id)
        winners = await beside(partial(_winners, view))
        people |= people_of(each for each in view.entries if each.id in winners)
        lines += _lines(view, winners)
    names = await arena.people.names(guild_of(interaction).id, people)
    told = [shown(each, locale_of(interaction), members=names) for each in lines]
    await reply(interaction, fitting(told, MESSAGE_LIMIT, "…"))


def _winners(view: View) -> list[int]:
    """Return who won a season that is closed: the first of the highest division."""
    if view.season.status != "closed" or not view.divisions:
        return []
    return [row.entry for row in tables_of(view) if row.place == 1 and row.division == view.divisions[0].number]


def _lines(view: View, winners: list[int]) -> Iterator[Text]:
    season = view.season
    count = len(view.entries)
    state = _STATES[season.status]
    begun = season.started_at
    if begun is None:
        yield say("Season {number}: {state}", number=season.number, state=state)
        return
    told = say_n(
        "Season {number}, from {day}: {count} entry, {state}",
        "Season {number}, from {day}: {count} entries, {state}",
        count,
        number=season.number,
        day=begun.date(),
        state=state,
    )
    if winners:
        names = entry_texts(view)
        won = listed([names[each] for each in winners])
        told = say("{season}. Won by {entries}.", season=told, entries=won)
    yield told
