"""Players of an imported season who are only names so far: how many there are, what is told of them, and who asks."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.limits import MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.text import Locale, cut, line, plain
from cogs.league.control import LeagueControl, custom_id
from cogs.league.naming import league_text
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.identities import Stranger
from hosting.league.importing import Origin
from hosting.league.state import View

_NUMBER = re.compile(r"[0-9]{1,18}")


def is_free(stranger: Stranger) -> bool:
    """Return whether a player of the file is nobody so far, and nobody says to be; those without a name are gone."""
    return stranger.person_id is None and stranger.claim is None and bool(line(stranger.name))


def waiting(strangers: Sequence[Stranger]) -> list[Stranger]:
    """Return those of whom a claim waits for an organiser."""
    return [each for each in strangers if each.claim is not None]


def me_button(season_id: int, locale: Locale) -> LeagueControl:
    """Return the button by which players say who they are."""
    label = say("That is me", context="button of a player of an imported season")
    return LeagueControl.button(custom_id(season_id, "me"), label, locale, discord.ButtonStyle.success)


def count_lines(strangers: Sequence[Stranger]) -> list[Text]:
    """Return how many players of an imported season nobody has claimed, and how many claims wait; nothing of others."""
    if not strangers:
        return []
    free, asked = sum(map(is_free, strangers)), len(waiting(strangers))
    lines = [
        say_n(
            "It was imported: {count} of {all} players of the file is claimed by nobody.",
            "It was imported: {count} of {all} players of the file are claimed by nobody.",
            free,
            all=len(strangers),
        )
    ]
    if asked:
        lines.append(
            say_n("{count} claim waits for an organiser.", "{count} claims wait for an organiser.", asked),
        )
    return lines


def claims_menu(season_id: int, strangers: Sequence[Stranger], locale: Locale) -> LeagueControl | None:
    """Return the menu by which organisers open claims that wait, the longest waiting first; None if none does."""
    asked = sorted(((each.claim.id, each) for each in strangers if each.claim), key=lambda found: found[0])
    if not asked:
        return None
    return LeagueControl(
        discord.ui.Select(
            custom_id=custom_id(season_id, "claims"),
            placeholder=cut(plain(say("Claims that wait for an organiser"), locale), PROMPT_LIMIT),
            options=[option(each, locale) for _, each in asked[:MOST_OPTIONS]],
        )
    )


def option(stranger: Stranger, locale: Locale) -> discord.SelectOption:
    """Return a player of a file as an option of a menu."""
    number = say("Number {number} in the file", number=stranger.number)
    return discord.SelectOption(
        label=cut(line(stranger.name), OPTION_LIMIT) or str(stranger.number),
        value=str(stranger.number),
        description=cut(plain(number, locale), OPTION_LIMIT),
    )


async def imported(bot: ArenaBot, view: View, locale: Locale) -> tuple[list[Text], discord.ui.View]:
    """Return how an import is announced, a line each, and the button by which players say who they are."""
    strangers = await bot.arena.identities.strangers(view.season.id)
    accounts, buttons = await accounts_of(bot, [view.league.person_id]), discord.ui.View(timeout=None)
    if any(map(is_free, strangers)):
        buttons.add_item(me_button(view.season.id, locale))
    origin = await bot.arena.season_imports.origin(view.season.id)
    if origin is None:
        return [], buttons
    return _lines(view, strangers, origin, accounts.mention(view.league.person_id)), buttons


def _lines(view: View, strangers: Sequence[Stranger], origin: Origin, importer: str | Text) -> list[Text]:
    over = sum(each.status == "over" and each.why != "unfinished" and not each.is_bye for each in view.fixtures)
    counts = [
        say_n("{count} entry", "{count} entries", len(view.entries)),
        say_n("{count} match that is over", "{count} matches that are over", over),
    ]
    lines = [
        say(
            "**{league}** was imported by {player} from a file: there it is season {number} of **{name}**, and the "
            "SHA-256 of the secret of its lots is `{hash}`.",
            league=league_text(view),
            player=importer,
            number=origin.number,
            name=Quote(origin.name),
            hash=origin.commitment,
        ),
        say("{counts}", counts=listed(counts, "comma")),
        say("Its results are not rated here. Before anything was kept, all of the file was computed again."),
    ]
    if view.season.closed_at is None:
        lines.append(
            say(
                "It is paused until an organiser lets it go on. What is still to be drawn comes from a new secret, "
                "whose SHA-256 is `{hash}`.",
                hash=view.commitment,
            )
        )
    if any(map(is_free, strangers)):
        lines.append(say("Did you play in it? Press **That is me**; an organiser confirms it."))
    return lines


def picked_number(picked: tuple[str, ...]) -> int | None:
    """Return the number of a player that was picked in a menu; None for what is no number."""
    return int(picked[0]) if picked and _NUMBER.fullmatch(picked[0]) else None
