"""Who is who in an imported season: **That is me**, and a player of the file is picked."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, ArenaModal
from cogs.core.context import entered, whoami
from cogs.core.errors import tell
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT, MOST_OPTIONS, PROMPT_LIMIT
from cogs.core.replies import reply
from cogs.core.text import cut, line, plain, shown
from cogs.league.control import LeagueControl, LeaguePage, Page, custom_id
from cogs.league.finding import season_here
from cogs.league.naming import league_text
from cogs.league.posts import refresh
from cogs.league.strangers import is_free, option, picked_number
from engine.text import Quote, say, say_n
from hosting.league.identities import Stranger
from hosting.league.state import View

STRANGERS = "u"
"""The letter in the custom ids of pages."""
_TYPED = 100


async def pressed_me(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Show the players of a file whom nobody has claimed, in private."""
    view = await season_here(interaction, season_id)
    content, buttons = await _page(interaction, view, 0)
    await reply(interaction, content, view=buttons)


async def turned(interaction: Interaction, season_id: int, _part: int, first: int, /) -> None:
    """Show another page of them."""
    await _show(interaction, await season_here(interaction, season_id), first)


async def pressed_find(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Ask for letters of a name."""
    await season_here(interaction, season_id)
    await interaction.response.send_modal(FindDialog(season_id, locale_of(interaction)))


async def pressed_claim(interaction: Interaction, season_id: int, picked: tuple[str, ...], /) -> None:
    """Have organisers asked whether the presser is the player who was picked."""
    view = await season_here(interaction, season_id)
    number = picked_number(picked)
    if number is None:
        await tell(interaction, EARLIER)
        return
    await interaction.client.arena.identities.ask(season_id, number, await entered(interaction))
    await _show(interaction, view, 0)
    await refresh(interaction.client, season_id)


async def pressed_unclaim(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Take a claim back."""
    view = await season_here(interaction, season_id)
    await interaction.client.arena.identities.take_back(season_id, await whoami(interaction))
    await _show(interaction, view, 0)
    await refresh(interaction.client, season_id)


async def _show(interaction: Interaction, view: View, first: int, wanted: str = "") -> None:
    """Put a page in the place of the one before."""
    content, buttons = await _page(interaction, view, first, wanted)
    await interaction.response.edit_message(
        content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def _page(interaction: Interaction, view: View, first: int, wanted: str = "") -> tuple[str, discord.ui.View]:
    """Return what a person is told who says that they are one of the file, and what they can press.

    Args:
        interaction: Theirs.
        view: The season.
        first: Number of the first player of the page, from 0.
        wanted: Letters of a name; then the first of those who have them are shown.
    """
    locale, person_id = locale_of(interaction), await whoami(interaction)
    strangers = await interaction.client.arena.identities.strangers(view.season.id)
    buttons = discord.ui.View(timeout=None)
    mine = next(
        (each for each in strangers if person_id in (each.person_id, each.claim and each.claim.person_id)), None
    )
    if mine is not None:
        text = say("You are **{name}** in **{league}**, as an organiser confirmed.")
        if mine.person_id is None:
            text = say("You say that you are **{name}** in **{league}**: an organiser answers, and you are told.")
            take_back = say("Take it back", context="button")
            buttons.add_item(LeagueControl.button(custom_id(view.season.id, "unclaim"), take_back, locale))
        return shown(text.using(name=Quote(mine.name), league=league_text(view)), locale), buttons
    free = [each for each in strangers if is_free(each)]
    found = [each for each in free if line(wanted).casefold() in line(each.name).casefold()]
    if not found:
        text = say("**{league}** has no player whom nobody has claimed.", league=league_text(view))
        if free:
            text = say("Nobody of those whom nobody has claimed is called like that.")
            buttons.add_item(_find_button(view, locale))
        return shown(text, locale), buttons
    start = min(first, (len(found) - 1) // MOST_OPTIONS * MOST_OPTIONS) // MOST_OPTIONS * MOST_OPTIONS
    _add_controls(buttons, view, found, start, locale, turns=not wanted)
    lines = [
        say("**{league}**: which player of the file are you? An organiser is asked then.", league=league_text(view)),
        say_n("{count} player is claimed by nobody.", "{count} players are claimed by nobody.", len(free)),
    ]
    if wanted:
        lines.append(say_n("{count} is called like that.", "{count} are called like that.", len(found)))
    return "\n".join(shown(each, locale) for each in lines), buttons


def _add_controls(
    buttons: discord.ui.View, view: View, found: list[Stranger], start: int, locale: str | None, *, turns: bool
) -> None:
    """Add the menu of a page, and the buttons to other pages and to a search."""
    season, last = view.season.id, min(start + MOST_OPTIONS, len(found))
    prompt = say("Players {first} to {last} of {all}", first=start + 1, last=last, all=len(found))
    buttons.add_item(
        LeagueControl(
            discord.ui.Select(
                custom_id=custom_id(season, "claim"),
                placeholder=cut(plain(prompt, locale), PROMPT_LIMIT),
                options=[option(each, locale) for each in found[start:last]],
            )
        )
    )
    if turns:
        for first, label in (
            (start - MOST_OPTIONS, say("◀ Previous page")),
            (start + MOST_OPTIONS, say("Next page ▶")),
        ):
            if 0 <= first < len(found):
                buttons.add_item(LeaguePage.button(Page(season, STRANGERS, 0, first).text, label, locale))
    if not turns or len(found) > MOST_OPTIONS:
        buttons.add_item(_find_button(view, locale))


def _find_button(view: View, locale: str | None) -> LeagueControl:
    return LeagueControl.button(custom_id(view.season.id, "find"), say("Find a name", context="button"), locale)


class FindDialog(ArenaModal):
    """Asks for letters of a name."""

    def __init__(self, season_id: int, locale: str | None) -> None:
        super().__init__(title=cut(plain(say("Find a name"), locale), DIALOG_LIMIT))
        self._season = season_id
        self.wanted: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="wanted", max_length=_TYPED, required=False
        )
        label = cut(plain(say("Letters of the name; none for all"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.wanted))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Show who has them in their name."""
        await _show(interaction, await season_here(interaction, self._season), 0, self.wanted.value)
