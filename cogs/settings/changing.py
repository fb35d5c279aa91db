"""Changes of what a person set for themselves: stored before anybody is told, refused where they would be a sign."""

from __future__ import annotations

from collections.abc import Callable

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import entered
from cogs.core.errors import Refusal
from engine.text import say
from hosting.match.model import PlayerSettings
from hosting.rating.errors import NoRatingsOfAllServers

LOOKED_THROUGH = 1_000
"""Running matches of a player in which a silent one is looked for."""

Change = Callable[[PlayerSettings], PlayerSettings]


async def change_mine(interaction: Interaction, change: Change) -> PlayerSettings:
    """Store what becomes of a person's settings, and return it.

    Args:
        interaction: Of the person.
        change: What it raises leaves the settings as they were.

    Raises:
        Refusal: They play in silence, and others could read the change as a sign.
        NoRatingsOfAllServers: They agree to ratings that are not kept here.
    """
    bot, person_id = interaction.client, await entered(interaction)
    before = await bot.arena.settings.player(person_id)
    after = change(before)
    if after.all_servers and not before.all_servers and not bot.arena.everywhere:
        raise NoRatingsOfAllServers
    await _refuse_signs(bot, person_id, before, after)
    settings = await bot.arena.settings.change_player(person_id, change)
    await bot.arena.digests.arrange(person_id)
    return settings


async def _refuse_signs(bot: ArenaBot, person_id: int, before: PlayerSettings, after: PlayerSettings) -> None:
    """Refuse that a player of a silent match appears otherwise: a partner could read that as a sign (R29)."""
    if before.appear == after.appear and (
        before.all_servers == after.all_servers or not await bot.arena.profiles.rated_everywhere(person_id)
    ):
        return  # nothing that others see changes
    played = await bot.arena.lists.of_person(person_id, 0, LOOKED_THROUGH)
    if any(line.silent for line in played.lines):
        text = say(
            "You play a match of silent teams, and your partner could read a change of this as a sign. It can be "
            "changed once that match is over."
        )
        raise Refusal(text, code="appear-in-silence", rule="R29")
