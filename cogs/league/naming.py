"""What leagues, their entries and formats are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cogs.core.bot import ArenaBot
from cogs.core.text import Locale, numbered, plain
from engine.text import Text, say
from hosting.league.naming import entry_text, season_name
from hosting.league.state import View
from store.league.values import Entry, Kind

FORMATS: Mapping[Kind, Text] = {
    "round-robin": say("Round robin", context="format of a league"),
    "swiss": say("Swiss", context="format of a league"),
    "knockout": say("Knock-out", context="format of a league"),
    "double-knockout": say("Double knock-out", context="format of a league"),
    "ladder": say("Ladder", context="format of a league"),
}


def entry_texts(view: View) -> dict[int, Text]:
    """Return what each entry of a season is called."""
    return {each.id: entry_text(each) for each in view.entries}


def league_text(view: View) -> Text:
    """Return a league's name, with the season from the second one on."""
    return season_name(view.league, view.season)


async def names_in(bot: ArenaBot, view: View, locale: Locale) -> dict[int, str]:
    """Return what the people of a season are called; deleted players are told apart by the order of joining."""
    people = list(dict.fromkeys(person for each in view.entries for person in (*each.players, *each.current)))
    names = await bot.arena.people.names(view.league.guild_id, people)
    gone = [each for each in people if each not in names]
    if len(gone) > 1:
        names |= {each: plain(numbered(number), locale) for number, each in enumerate(gone, 1)}
    return names


def people_of(entries: Iterable[Entry]) -> set[int]:
    """Return who plays, or played, for some entries."""
    return {person for each in entries for person in (*each.players, *each.current)}
