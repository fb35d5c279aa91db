"""Alternates as players: waiting for a place, taking it over, waiting no more."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.context import entered, whoami
from cogs.core.errors import tell
from cogs.league.naming import league_text
from engine.text import say
from hosting.league.state import View
from store.league.values import Alternate


async def wait(interaction: Interaction, view: View) -> None:
    """Have a player wait for a place in a league."""
    await interaction.client.arena.alternates.join(view.season.id, await entered(interaction))
    await tell(
        interaction,
        say("You are an alternate of **{league}**: if a player leaves, you may be asked.", league=league_text(view)),
        say("You then have a day to answer. `/league leave` takes it back."),
    )


async def take_over(interaction: Interaction, view: View) -> bool:
    """Have an alternate take over the place that they are asked to; return whether they are asked."""
    mine = await _waiting(interaction, view)
    if mine is None or mine.status != "asked":
        return False
    await interaction.client.arena.alternates.take(view.season.id, mine.person_id)
    await tell(
        interaction,
        say("You take part in **{league}** now, with the points that are there already.", league=league_text(view)),
        say("`/league mine` shows your matches, those that are being played among them."),
    )
    return True


async def leave(interaction: Interaction, view: View) -> bool:
    """Have an alternate wait no more, or decline what they are asked; return whether they were one."""
    mine = await _waiting(interaction, view)
    if mine is None:
        return False
    await interaction.client.arena.alternates.leave(view.season.id, mine.person_id)
    await tell(interaction, say("You are no alternate of **{league}** any more.", league=league_text(view)))
    return True


async def _waiting(interaction: Interaction, view: View) -> Alternate | None:
    """Return the caller as an alternate; None for players and others."""
    person_id = await whoami(interaction)
    if view.entry_of(person_id) is not None:
        return None
    there = await interaction.client.arena.alternates.of_season(view.season.id)
    return next((each for each in there if each.person_id == person_id), None)
