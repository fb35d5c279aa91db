"""The next season of a league: organisers open its draft, and who played the last one is asked whether they stay."""

from __future__ import annotations

import re

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot, Interaction
from cogs.league import draft
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import require_organiser, season_here
from cogs.league.naming import league_text
from cogs.league.wording import start_text
from engine.text import Text, listed, say
from hosting.league.state import View


async def open_next(interaction: Interaction, view: View) -> None:
    """Show the draft of the season after one that is closed, in private. Raises SeasonGoesOn, NoSuchLeague."""
    await require_organiser(interaction)
    await draft.show(interaction, await interaction.client.arena.following.open(view.league.id))


async def pressed_next(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Open the next season by the button under the close of the last one."""
    await require_organiser(interaction)
    await open_next(interaction, await season_here(interaction, season_id))


async def asking(bot: ArenaBot, view: View, page: int) -> tuple[list[Text], discord.AllowedMentions]:
    """Return how those of a page are asked who played the season before, and the permission to call them.

    Who has joined meanwhile is not called; nothing is told where nobody is left, or nobody can join any more.
    """
    people = await bot.arena.following.asked(view.season.id, page) if view.season.status == "open" else ()
    if not people:
        return [], discord.AllowedMentions.none()
    accounts = await bot.arena.people.accounts(people)
    mentioned = listed([f"<@{accounts[each]}>" for each in people if each in accounts], "comma")
    lines = [
        say("{players}", players=mentioned),
        say(
            "**{league}**: {start} Do you take part again?",
            league=league_text(view),
            start=start_text(view.terms, overdue=view.overdue),
        ),
        _WITH_PARTNER if view.terms.teams else _ALONE,
    ]
    return lines, (await accounts_of(bot, people)).only()


_MENTION = re.compile(r"<@\d+>")
_ALONE = say(
    "**Join** keeps your place and division until the season starts; after that you join as a newcomer. I "
    "won't ask again."
)
_WITH_PARTNER = say(
    "**Join** enters your team again with its place and division, once your partner has pressed it, too, until the "
    "season starts; after that you join as newcomers. You're asked once."
)


def asks(words: str, posted: str) -> bool:
    """Return whether a message asks those whom other words ask, from before some of them joined."""
    called, _, asked = words.partition("\n")
    return posted.endswith(f"\n{asked}") and {*_MENTION.findall(called)} <= {*_MENTION.findall(posted)}


def again_button(season_id: int, locale: str | None) -> discord.ui.View:
    """Return the button by which players take part again."""
    view = discord.ui.View(timeout=None)
    label = say("Join", context="button")
    view.add_item(LeagueControl.button(custom_id(season_id, "join"), label, locale, discord.ButtonStyle.success))
    return view


def next_button(season_id: int, locale: str | None) -> discord.ui.View:
    """Return the button by which organisers open the season after one that is closed."""
    view = discord.ui.View(timeout=None)
    label = say("Next season (organisers)", context="button")
    view.add_item(LeagueControl.button(custom_id(season_id, "next"), label, locale))
    return view
