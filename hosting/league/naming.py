"""What entries, fixtures and points of leagues are called, where they are announced and where they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from engine.text import Member, Quote, Text, listed, say
from store.league.values import POINT, Entry, Fixture, League, StoredSeason

_CLOSE = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
_APART = {
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 5): "⅕",
    (2, 5): "⅖",
    (3, 5): "⅗",
    (4, 5): "⅘",
    (1, 6): "⅙",
    (5, 6): "⅚",
}
_ABOVE, _BELOW = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SOMEBODY = say("an entry that is not there any more")


def entry_text(entry: Entry | None) -> Text:
    """Return what an entry is called: a team by its name, if it has one, everybody else by who plays for it."""
    if entry is None:
        return _SOMEBODY
    if entry.name:
        return say("{team}", team=Quote(entry.name))
    people = entry.current or entry.players
    return say("{players}", players=listed([Member(each) for each in people]))


def season_name(league: League, season: StoredSeason) -> Text:
    """Return what a season is called: its league, with its number from the second one on."""
    if season.number == 1:
        return say("{league}", league=Quote(league.name))
    return say("{league}, season {number}", league=Quote(league.name), number=season.number)


def fixture_name(fixture: Fixture, entries: Iterable[Entry], called: Text) -> Text:
    """Return what a fixture is called: who meets, and in which round; a ladder has none.

    Args:
        fixture: Which.
        entries: At least its own.
        called: What its round is called (`brackets.round_text`).
    """
    there = {each.id: each for each in entries}
    names = [entry_text(there.get(each)) for each in fixture.entries]
    sides = say("{sides}", sides=listed(names, "comma"))
    if len(names) == 2:
        sides = say("{first} – {second}", first=names[0], second=names[1])
    if fixture.stage == "ladder":
        return sides
    return say("{sides} ({round})", sides=sides, round=called)


def points_text(points: int, unit: int = POINT) -> str:
    """Return points, given in 120ths or in other parts, exactly: `6½`, `2 ⅔`."""
    whole, rest = divmod(points, unit)
    if not rest:
        return str(whole)
    shared = gcd(rest, unit)
    fraction = rest // shared, unit // shared
    if fraction in _CLOSE:
        return f"{whole or ''}{_CLOSE[fraction]}"
    above, below = (str(each) for each in fraction)
    glyph = _APART.get(fraction) or f"{above.translate(_ABOVE)}⁄{below.translate(_BELOW)}"
    return f"{whole} {glyph}" if whole else glyph
