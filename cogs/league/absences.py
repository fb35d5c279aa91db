"""Rounds of a Swiss that a player sits out."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from cogs.core.bot import Interaction
from cogs.core.context import whoami
from cogs.core.errors import tell
from cogs.core.text import mark
from cogs.league.finding import season_for
from cogs.league.naming import league_text
from engine.text import say

Kind: TypeAlias = Literal["half-point bye", "zero-point bye", "cancel"]
"""What is asked for; the last one plays the round after all."""

# What a Literal holds is not extracted for translation.
mark("half-point bye")
mark("zero-point bye")
mark("cancel")

BYE: Final = mark("Half a point if you leave it out, as often as the terms allow; cancel to play the round after all")


async def sit_out(interaction: Interaction, number: int | None, round_: int, *, half: bool) -> None:
    """Sit a round out, for half a point or for nothing."""
    view = await season_for(interaction, number)
    asked = await interaction.client.arena.byes.ask(view.season.id, await whoami(interaction), round_, half=half)
    league = league_text(view)
    if asked is None:
        await tell(
            interaction,
            say(
                "Your team sits out round {round} of {league} once your partner asks for it, too.",
                round=round_,
                league=league,
            ),
            say("They are told. `/league bye` with `kind:cancel` takes it back."),
        )
        return
    text = (
        say("You sit out round {round} of {league} for half a point.", round=asked.round, league=league)
        if asked.kind == "half_bye"
        else say("You sit out round {round} of {league} for nothing.", round=asked.round, league=league)
    )
    await tell(interaction, text, say("Until the round is paired, `/league bye` with `kind:cancel` takes it back."))


async def play_after_all(interaction: Interaction, number: int | None, round_: int) -> None:
    """Be paired in a round after all."""
    view = await season_for(interaction, number)
    await interaction.client.arena.byes.take_back(view.season.id, await whoami(interaction), round_)
    await tell(interaction, say("You play round {round} of {league}.", round=round_, league=league_text(view)))
