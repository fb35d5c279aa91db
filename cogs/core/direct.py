"""Direct messages to the bot: which match a command means there, and where its board is.

No match is played in a direct message. What is asked there is asked of the match that is named, or else of the one of
the person's own that is most urgent, under the rules of its own server: see `cogs.core.access.may_look`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cogs.core.access import UNSAID, is_unsaid, may_look, member_in
from cogs.core.bot import Interaction
from cogs.core.context import home, link, playable, whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.text import shown
from engine.game import Game
from engine.text import say
from hosting.match.model import Match, MatchTitle

LOOKED_THROUGH = 20
"""A person's most urgent matches among which one is looked for that they may look at."""


def is_direct(interaction: Interaction) -> bool:
    """Return whether somebody asks in a direct message."""
    return interaction.guild_id is None


async def urgent_match(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the running match of a person that is most urgent: one that waits for them, if any does.

    Args:
        interaction: From a direct message.
        fits: Which games come into question.
    """
    person_id = await whoami(interaction)
    page = await interaction.client.arena.lists.of_person(person_id, 0, LOOKED_THROUGH)
    for line in page.lines:
        for match in await playable(interaction.client, [line.match.id] if line.readable else []):
            if fits(match.session.game) and await may_look(interaction, match):
                return match
    return None


async def match_here(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the match of a channel, running or played there last; in a direct message the most urgent one.

    Args:
        interaction: From where.
        fits: Which games come into question in a direct message.
    """
    if is_direct(interaction):
        return await urgent_match(interaction, fits)
    return await interaction.client.arena.matches.latest_in(interaction.channel_id or 0)


async def meant_match(interaction: Interaction) -> Match:
    """Return the match that a command without a number means in a direct message.

    Raises:
        Refusal: They play none that they may look at, or Discord does not say whether they may.
    """
    match = await urgent_match(interaction)
    if match is None and is_unsaid(interaction):
        raise Refusal(UNSAID, code="membership-unknown")
    if match is None:
        raise Refusal(
            say("You play no match now. In a server, `/new` opens a table and `/matches` lists what is played."),
            code="no-match-here",
        )
    return match


async def own_titles(interaction: Interaction) -> list[MatchTitle]:
    """Return a player's latest matches that go on, in all servers that they are a member of."""
    found = await interaction.client.arena.lists.own_titles(await whoami(interaction))
    servers = {each.guild_id for each in found}
    left = {each for each in servers if await member_in(interaction, each) is None}
    return [each for each in found if each.guild_id not in left]


async def whereabouts(interaction: Interaction, match: Match) -> tuple[str, ...]:
    """Return a line that leads to where a match is played, for answers in direct messages; nothing in servers."""
    if not is_direct(interaction):
        return ()
    address = link(match.guild_id, home(match, await whoami(interaction)))
    text = say("-# [To the match]({link})", link=address)
    return (shown(text, locale_of(interaction)),)
