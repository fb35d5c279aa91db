"""Alternates as players: waiting for a place, taking it over, waiting no more."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from cogs.core.bot import Interaction
from cogs.core.context import entered, whoami
from cogs.core.errors import tell
from cogs.core.text import mark
from cogs.league.finding import season_for
from cogs.league.naming import league_text
from engine.text import say

Step: TypeAlias = Literal["wait for a place", "take over", "wait no more"]
"""What an alternate does; the last one declines, too."""

# What a Literal holds is not extracted for translation.
mark("wait for a place")
mark("take over")
mark("wait no more")


async def alternate(interaction: Interaction, number: int | None, step: Step) -> None:
    """Have a player wait for a place in a league, take over the one they are asked to, or wait no more."""
    view = await season_for(interaction, number)
    alternates, season, league = interaction.client.arena.alternates, view.season.id, league_text(view)
    match step:
        case "wait for a place":
            await alternates.join(season, await entered(interaction))
            await tell(
                interaction,
                say("You are an alternate of **{league}**: if a player leaves, you may be asked.", league=league),
                say("You then have a day to answer. `/league alternate` with *wait no more* takes it back."),
            )
        case "take over":
            await alternates.take(season, await whoami(interaction))
            await tell(
                interaction,
                say("You take part in **{league}** now, with the points that are there already.", league=league),
                say("`/league mine` shows your matches, those that are being played among them."),
            )
        case "wait no more":
            await alternates.leave(season, await whoami(interaction))
            await tell(interaction, say("You are no alternate of **{league}** any more.", league=league))
        case _:
            assert_never(step)
