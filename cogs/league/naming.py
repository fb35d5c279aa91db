"""What leagues, their entries and formats are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.text import Quote, Text, say
from hosting.league.naming import entry_text
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
    name = Quote(view.league.name)
    if view.season.number == 1:
        return say("{league}", league=name)
    return say("{league}, season {number}", league=name, number=view.season.number)


def people_of(entries: Iterable[Entry]) -> set[int]:
    """Return who plays, or played, for some entries."""
    return {person for each in entries for person in (*each.players, *each.current)}
