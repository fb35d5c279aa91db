"""What follows from the game that a season is played in: how many rounds there are, and how its matches are set up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from engine.info import GameInfo
from engine.text import Quote, say
from hosting.league.checks import mode_for, smaller_tables
from hosting.league.errors import BadSeasonFile
from hosting.league.files import LEAGUE, Contents
from hosting.league.pairing.formats import rounds
from hosting.league.terms import LeagueTerms
from store.league.values import Entry
from store.results import Result


def rounds_in(terms: LeagueTerms, info: GameInfo, entries: Iterable[Entry]) -> int:
    """Return how many rounds the largest division of a season has; 0 in a ladder."""
    tables = smaller_tables(terms, info)
    begun = Counter(each.division for each in entries if each.from_round == 1)
    return max((rounds(terms, count, tables) for count in begun.values()), default=0)


def check(found: Contents, terms: LeagueTerms, info: GameInfo) -> None:
    """Hold rounds, and modes and options of matches, against what follows from the rest. Raises BadSeasonFile.

    Options that a match has not are none that it is played against: a later version may know more of them.

    Args:
        found: What files say.
        terms: All terms of the season.
        info: Of its game.
    """
    computed = rounds_in(terms, info, found.entries)
    if found.rounds != computed:
        values = {"value": Quote(str(found.rounds)), "other": Quote(str(computed))}
        why = say("{column} is {value}, computed {other}.", column="rounds", **values)
        raise BadSeasonFile(LEAGUE, 0, why, "rounds")
    of: defaultdict[int, list[Result]] = defaultdict(list)
    for each in found.results:
        of[each.match_id].append(each)
    for match_id, seats in of.items():
        mode = mode_for(terms, info, len({each.side for each in seats}))
        for each in seats:
            right = {**found.options, **dict(each.options)} == found.options
            if mode is None or each.mode != mode.key or each.options != seats[0].options or not right:
                why = say("match {match} is of another mode, or has other options.", match=str(match_id))
                raise BadSeasonFile("results.csv", 0, why, match_id)
