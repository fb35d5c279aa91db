"""What entries, points and formats of leagues are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd

from engine.text import Member, Quote, Text, listed, say
from hosting.league.state import View
from store.league.values import POINT, Entry, Kind

FORMATS: Mapping[Kind, Text] = {
    "round-robin": say("Round robin", context="format of a league"),
    "swiss": say("Swiss", context="format of a league"),
    "knockout": say("Knock-out", context="format of a league"),
    "double-knockout": say("Double knock-out", context="format of a league"),
    "ladder": say("Ladder", context="format of a league"),
}

_GLYPHS = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
_SOMEBODY = say("an entry that is not there any more")


def entry_text(entry: Entry | None) -> Text:
    """Return what an entry is called: a team by its name, if it has one, everybody else by who plays for it."""
    if entry is None:
        return _SOMEBODY
    if entry.name:
        return say("{team}", team=Quote(entry.name))
    people = entry.current or entry.players
    return say("{players}", players=listed([Member(each) for each in people]))


def entry_texts(view: View) -> dict[int, Text]:
    """Return what each entry of a season is called."""
    return {each.id: entry_text(each) for each in view.entries}


def league_text(view: View) -> Text:
    """Return a league's name, with the season from the second one on."""
    name = Quote(view.league.name)
    if view.season.number == 1:
        return say("{league}", league=name)
    return say("{league}, season {number}", league=name, number=view.season.number)


def points_text(points: int, unit: int = POINT) -> str:
    """Return points, given in 120ths or in other parts, exactly: `6½`, `2 2/3`."""
    whole, rest = divmod(points, unit)
    if not rest:
        return str(whole)
    shared = gcd(rest, unit)
    fraction = rest // shared, unit // shared
    glyph = _GLYPHS.get(fraction)
    if glyph is not None:
        return f"{whole or ''}{glyph}"
    written = f"{fraction[0]}/{fraction[1]}"
    return f"{whole} {written}" if whole else written


def people_of(entries: Iterable[Entry]) -> set[int]:
    """Return who plays, or played, for some entries."""
    return {person for each in entries for person in (*each.players, *each.current)}
