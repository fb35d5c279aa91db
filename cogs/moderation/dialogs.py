"""What the commands of organisers share: who is one, reasons, and the question before something is destroyed."""

from __future__ import annotations

from typing import Literal

from cogs.core.access import bare_match_for
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import organises
from cogs.core.context import whoami
from cogs.core.converters import server_match
from cogs.core.errors import Refusal
from cogs.core.text import mark
from cogs.ui.confirmation import Deed, Questions
from engine.text import Quote, Text, members_in, say, without_nul
from hosting.consent.errors import OwnMatch
from hosting.match.codec import BareMatch
from hosting.match.model import Match
from hosting.match.seats import takes_sides

Reason = Literal[
    "a player left",
    "unfair play",
    "the position is decided",
    "technical trouble",
    "by request",
    "a mistake",
    "other",
]
"""What organisers pick; the keys of `REASONS`."""

# What a Literal holds is not extracted for translation; these are not said in any other text.
mark("a player left")
mark("unfair play")
mark("the position is decided")
mark("technical trouble")
mark("by request")
mark("a mistake")
mark("other")

REASONS: dict[str, Text] = {
    "a player left": say("A player left and does not come back."),
    "unfair play": say("The rules or fair play were not kept."),
    "the position is decided": say("The position is decided."),
    "technical trouble": say("Technical trouble came between."),
    "by request": say("The players asked for it."),
    "a mistake": say("There was a mistake."),
    "other": say("The organisers have their reasons."),
}


async def ask(
    questions: Questions, interaction: Interaction, match: Match | BareMatch, text: Text, label: Text, deed: Deed
) -> None:
    """Ask an organiser in private whether they really want something."""
    members = match.members | await interaction.client.arena.people.names(match.guild_id, members_in(text))
    await questions.ask(interaction, text, label, deed, require_organiser, names=match.names, members=members)


def with_what_follows(text: Text, follows: Text | None) -> Text:
    """Return a question with what it means for the league of a match, if it means anything."""
    return text if follows is None else say("{question}\n{follows}", question=text, follows=follows)


async def require_organiser(interaction: Interaction) -> None:
    """Raise Refusal unless the member organises this server's matches."""
    if not await organises(interaction.client, interaction.user):
        raise Refusal(await _who_is(interaction.client, interaction.guild_id or 0), code="not-an-organiser")


async def organised_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match that an organiser means.

    Raises:
        Refusal: This person is no organiser, or no match is running here.
        NoSuchMatch: This server has none with that number.
        OwnMatch: They play in it.
    """
    await require_organiser(interaction)
    match = await server_match(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise OwnMatch
    return match


async def organised_bare(interaction: Interaction, number: int) -> BareMatch:
    """Return the match that an organiser means, as `organised_match`, without its game."""
    await require_organiser(interaction)
    match = await bare_match_for(interaction, number)
    if takes_sides(match, await whoami(interaction)):
        raise OwnMatch
    return match


def reason_of(match: Match | BareMatch, reason: Reason, words: str | None) -> Text:
    """Return why an organiser does something, in their own words where the match has no silent partners (R29).

    Raises:
        Refusal: Words were given for a silent match.
    """
    if words is None:
        return REASONS[reason]
    if match.silent:
        raise Refusal(
            say("Nobody's own words reach silent partners (R29): choose one of the reasons and leave out `words`."),
            code="silent-words",
        )
    return say("{words}", words=Quote(without_nul(words)))


async def _who_is(bot: ArenaBot, guild_id: int) -> Text:
    role = (await bot.arena.settings.server(guild_id)).organiser_role_id
    if role is None:
        return say("Only organisers can do that: those who may manage this server.")
    return say(
        "Only organisers can do that: those who may manage this server, or have the role {role}.", role=f"<@&{role}>"
    )
