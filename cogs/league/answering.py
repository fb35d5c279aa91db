"""Claims to be a player of an imported season: how organisers are asked, and what their answers do."""

from __future__ import annotations

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import Persistent
from cogs.core.context import entered
from cogs.core.errors import tell
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import Locale, shown
from cogs.league.finding import require_organiser, season_here
from cogs.league.naming import league_text
from cogs.league.posts import refresh
from cogs.league.strangers import picked_number, waiting
from engine.text import Quote, Text, say
from hosting.league.errors import NoSuchClaim, NoSuchStranger
from hosting.league.identities import Stranger
from hosting.league.state import View

_OVER = say("This claim is over: it was answered, or taken back.")


async def asking_lines(bot: ArenaBot, view: View, stranger: Stranger) -> tuple[list[Text], discord.AllowedMentions]:
    """Return how organisers are asked about a claim, and the permission to call them."""
    if stranger.claim is None:
        raise AssertionError(f"nobody claims player {stranger.number} of season {view.season.id}")
    accounts = await accounts_of(bot, [stranger.claim.person_id, view.league.person_id])
    role_id = (await bot.arena.settings.server(view.league.guild_id)).organiser_role_id
    called = discord.AllowedMentions.none()
    lines: list[Text] = []
    if role_id is not None:
        lines.append(say("{organisers}", organisers=f"<@&{role_id}>"))
        called = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role_id)])
    elif accounts.get(view.league.person_id) is not None:
        lines.append(say("{organisers}", organisers=accounts.mention(view.league.person_id)))
        called = accounts.among([view.league.person_id]).only()
    lines += [
        say(
            "{player} says: I am **{name}** in **{league}**. Is that so?",
            player=accounts.mention(stranger.claim.person_id),
            name=Quote(stranger.name),
            league=league_text(view),
        ),
        say("-# Organisers answer, but not about themselves."),
    ]
    return lines, called


async def asking_about(
    bot: ArenaBot, view: View, claim: int, locale: Locale
) -> tuple[list[Text], discord.AllowedMentions, discord.ui.View]:
    """Return how organisers are asked about a claim, whom that calls, and its buttons; nothing for one that is over."""
    strangers = await bot.arena.identities.strangers(view.season.id)
    found = next((each for each in waiting(strangers) if each.claim is not None and each.claim.id == claim), None)
    if found is None:
        return [], discord.AllowedMentions.none(), discord.ui.View()
    return *await asking_lines(bot, view, found), answer_buttons(view, found, locale)


def answer_buttons(view: View, stranger: Stranger, locale: Locale) -> discord.ui.View:
    """Return the buttons under a claim."""
    buttons = discord.ui.View(timeout=None)
    if stranger.claim is not None:
        at = view.season.id, stranger.number, stranger.claim.id
        yes, no = say("Confirm", context="button under a claim"), say("Refuse", context="button under a claim")
        buttons.add_item(ClaimButton.button(_custom_id(*at, "yes"), yes, locale, discord.ButtonStyle.success))
        buttons.add_item(ClaimButton.button(_custom_id(*at, "no"), no, locale))
    return buttons


def _custom_id(season_id: int, number: int, claim: int, action: str) -> str:
    return f"c:{season_id}:{number}:{claim}:{action}"


class ClaimButton(
    Persistent, template=r"c:(?P<season>\d{1,18}):(?P<number>\d{1,18}):(?P<claim>\d{1,18}):(?P<action>yes|no)"
):
    """A button under a claim; it names the claim that was shown, so that a late press answers no other one."""

    async def act(self, interaction: Interaction) -> None:
        """Confirm the claim, or refuse it."""
        season_id, number, claim = (int(self.fields[key]) for key in ("season", "number", "claim"))
        await answer(interaction, season_id, number, claim, yes=self.fields["action"] == "yes")


async def pressed_claims(interaction: Interaction, season_id: int, picked: tuple[str, ...], /) -> None:
    """Show an organiser a claim that waits, with its buttons, in private."""
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    strangers = await interaction.client.arena.identities.strangers(season_id)
    number = picked_number(picked)
    found = next((each for each in strangers if each.number == number), None)
    if found is None or found.claim is None:
        await tell(interaction, _OVER)
        return
    lines, _ = await asking_lines(interaction.client, view, found)
    locale = locale_of(interaction)
    words = "\n".join(shown(each, locale) for each in lines[-2:])
    await reply(interaction, words, view=answer_buttons(view, found, locale))


async def answer(interaction: Interaction, season_id: int, number: int, claim: int, *, yes: bool) -> None:
    """Confirm a claim or refuse it, and have its message say so. Raises what `hosting.league.identities` raises."""
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    identities = interaction.client.arena.identities
    decide = identities.confirm if yes else identities.refuse
    organiser_id = await entered(interaction)
    try:
        made = await decide(season_id, number, organiser_id, claim=claim)
    except (NoSuchClaim, NoSuchStranger) as error:
        await _say_what_is_so(interaction, view, number)
        await tell(interaction, error.text)
        return
    strangers = await identities.strangers(season_id)
    name = next((each.name for each in strangers if each.number == number), "")
    template = _CONFIRMED if yes else _REFUSED
    await _close(interaction, await _outcome(interaction, view, template, name, made.person_id, organiser_id))
    await refresh(interaction.client, season_id)


_CONFIRMED = say("{player} is **{name}** in **{league}**: {organiser} confirmed it.")
_IS = say("{player} is **{name}** in **{league}**.")
_REFUSED = say("{player} is not **{name}** in **{league}**: {organiser} refused it.")


async def _say_what_is_so(interaction: Interaction, view: View, number: int) -> None:
    """Have the message of a claim that is over say who the player is, if that is known."""
    strangers = await interaction.client.arena.identities.strangers(view.season.id)
    found = next((each for each in strangers if each.number == number), None)
    text = _OVER
    if found is not None and found.person_id is not None:
        text = await _outcome(interaction, view, _IS, found.name, found.person_id)
    await _close(interaction, text)


async def _outcome(
    interaction: Interaction, view: View, template: Text, name: str, person_id: int, organiser_id: int = 0
) -> Text:
    accounts = await accounts_of(interaction.client, {person_id, organiser_id})
    return template.using(
        player=accounts.mention(person_id),
        name=Quote(name),
        league=league_text(view),
        organiser=accounts.mention(organiser_id),
    )


async def _close(interaction: Interaction, text: Text) -> None:
    await interaction.response.edit_message(
        content=shown(text, await _language(interaction)), view=None, allowed_mentions=discord.AllowedMentions.none()
    )


async def _language(interaction: Interaction) -> str | None:
    """Return the language of the message that was used: the server's, unless one alone reads it."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        return locale_of(interaction)
    return await interaction.client.language(interaction.guild_id or 0)
