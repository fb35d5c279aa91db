"""Do the files of a season agree with each other? For files that nobody vouches for.

All functions raise BadSeasonFile for the first thing that does not.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, cast

from engine.text import Quote, say, shortened
from hosting.league import recount
from hosting.league.errors import BadSeasonFile
from hosting.league.files import COLUMNS, LEAGUE, Contents, files_of
from hosting.league.headings import MOST_SIDES
from hosting.results.scoring import scores
from store.holders import holding
from store.league.fixtures import added_up
from store.league.values import StoredSeason
from store.ratings.matches import Seated, can_be_rated, rate_match
from store.results import Result

_SLACK: Final = 1e-9
"""How far ratings may be off, as a part of them: the last digit depends on the machine (`docs/ratings.md`)."""
_ABOUT: Final = re.compile(r"(fixture|entry|entries) ([0-9]+)")
"""How a difference begins that is about a line of fixtures.csv or entries.csv."""
_OPEN: Final = ("min_place", "max_place")
"""What a later version may know better of a season that runs: any place that there is will do."""


def check_references(found: Contents) -> None:
    """Hold that every number leads somewhere."""
    fixtures = {each.id: each for each in found.fixtures}
    divisions = {each.number for each in found.divisions}
    for entry in found.entries:
        if entry.division not in divisions or not {*entry.players} <= found.people.keys():
            raise _lost("entries.csv", "entry", entry.id)
        seeds = [found.seeds[each] for each in entry.players if each in found.seeds]
        if len(seeds) == len(entry.players) and sum(seeds) != entry.seed_mu:
            why = say("{column} {number} is not worth what its players are.", column="entry", number=str(entry.id))
            raise BadSeasonFile("entries.csv", 0, why, entry.id)
    for fixture in found.fixtures:
        if fixture.division not in divisions:
            raise _lost("fixtures.csv", "fixture", fixture.id)
    for result in found.results:
        place = found.places[result.match_id, result.seat]
        if result.game != found.terms.game:
            why = say("match {match} is of another game.", match=str(result.match_id))
            raise BadSeasonFile("results.csv", 0, why, result.match_id)
        there = place.fixture in fixtures and place.entry in fixtures[place.fixture].entries
        people = {result.starter_id, result.finisher_id, result.player_id or result.starter_id}
        if not there or not people <= found.people.keys() or result.match_id not in found.records:
            raise _lost("results.csv", "match", result.match_id)
    entries = {each.id for each in found.entries}
    for decision in found.decisions:
        given = cast("Mapping[str, int]", decision.detail.get("points", {}))
        about = {int(each) for each in given} | ({decision.entry} - {None})
        if decision.person_id not in found.people or not about <= entries or decision.fixture not in {None, *fixtures}:
            raise _lost("decisions.csv", "decision", decision.id)
    matches = {each.match_id for each in found.results}
    for match_id in found.records:
        if match_id not in matches:
            raise BadSeasonFile(f"records/{match_id}.txt", 0, say("it is of no match."))


def _lost(filename: str, column: str, number: int) -> BadSeasonFile:
    why = say("{column} {number} names what is in no other file.", column=column, number=str(number))
    return BadSeasonFile(filename, 0, why, number)


def compare(found: Contents, files: Mapping[str, bytes]) -> None:
    """Hold every field against what is written if the season is written again."""
    again = files_of(found)
    mine, theirs = json.loads(again[LEAGUE]), json.loads(files[LEAGUE])
    for key in {**theirs, **mine}:
        if key not in mine or key not in theirs or mine[key] != theirs[key]:
            why = say("it has keys that are unknown, or its times are written otherwise.")
            raise BadSeasonFile(LEAGUE, 0, why, key)
    for name, columns in COLUMNS.items():
        given, computed = (csv.reader(io.StringIO(each[name].decode(), newline="")) for each in (files, again))
        number = 1
        for mine in computed:
            theirs = next(given, None)
            if theirs is None:
                raise BadSeasonFile(name, number, say("lines are missing from here on."))
            for column, one, other in zip(columns, theirs, mine, strict=True):
                if one != other and (found.closed or column not in _OPEN or not _is_place(one, found)):
                    values = {"value": Quote(shortened(one) or "-"), "other": Quote(shortened(other) or "-")}
                    why = say("{column} is {value}, computed {other}.", column=column, **values)
                    raise BadSeasonFile(name, number, why)
            number = given.line_num + 1
        if next(given, None) is not None:
            raise BadSeasonFile(name, number, say("there are more lines than there can be."))


def _is_place(written: str, found: Contents) -> bool:
    """Return whether it is a place that there is."""
    return re.fullmatch(r"[1-9][0-9]{0,5}", written) is not None and int(written) <= len(found.entries)


def check_points(found: Contents) -> None:
    """Hold points against results and decisions, and what must be so in every season."""
    stored = recount.Stored(
        season=StoredSeason(
            id=0,
            guild_id=0,
            league_id=0,
            number=found.number,
            status="closed" if found.closed else "running",
            terms={},
            secret=b"",
            created_at=datetime.min.replace(tzinfo=UTC),
            entries_digest=found.digest,
        ),
        terms=found.terms,
        divisions=found.divisions,
        entries=found.entries,
        fixtures=found.fixtures,
        totals=added_up(found.fixtures),
        decisions=found.decisions,
        results=_by_match(found),
        places=found.places,
    )
    for difference in recount.differences(stored):
        about = _ABOUT.match(difference)
        words = say("{words}.", words=Quote(difference))
        if about is None:
            raise BadSeasonFile(LEAGUE, 0, words, "entries_sha256" if "digest" in difference else "divisions")
        raise BadSeasonFile("fixtures.csv" if about[1] == "fixture" else "entries.csv", 0, words, int(about[2]))


def check_scores(found: Contents) -> None:
    """Hold that seats are numbered from 1, and their scores follow from their ranks."""
    for match_id, those in _by_match(found).items():
        seats, teams = [each.seat for each in those], [each.team for each in those]
        if seats != list(range(1, len(seats) + 1)) or len({each.side for each in those}) > MOST_SIDES:
            raise BadSeasonFile(
                "results.csv", 0, say("match {match} has not its seats.", match=str(match_id)), match_id
            )
        if those[0].counted and [each.score for each in those] != list(scores([e.rank for e in those], teams)):
            raise BadSeasonFile("results.csv", 0, say("match {match} has other scores.", match=str(match_id)), match_id)


def check_ratings(found: Contents) -> None:
    """Hold who is rated with what, and every rating against what follows from those before the match."""
    for match_id, those in _by_match(found).items():
        rated = [Seated(e.seat, e.team, e.rank, e.rated, e.player_id) for e in those if e.rated is not None]
        moved = list(found.rated.get(match_id, ()))
        counts = those[0].pool_no is not None
        if not counts and not moved and not rated:
            continue
        right = counts and len(rated) == len(those) and can_be_rated(rated)
        if not right or any(holding(each) != (each.rated, each.player_id) for each in those):
            raise _unrated(match_id)
        before = {each.person_id: each.before for each in moved}
        computed = rate_match(rated, before)
        if [(each.seat, each.person_id) for each in computed] != [(each.seat, each.person_id) for each in moved]:
            raise _unrated(match_id)
        for mine, theirs in zip(computed, moved, strict=True):
            if not all(math.isclose(*pair, rel_tol=_SLACK) for pair in zip(mine.after, theirs.after, strict=True)):
                raise _unrated(match_id)


def _by_match(found: Contents) -> Mapping[int, Sequence[Result]]:
    matches: defaultdict[int, list[Result]] = defaultdict(list)
    for each in found.results:
        matches[each.match_id].append(each)
    return matches


def _unrated(match_id: int) -> BadSeasonFile:
    why = say("match {match} cannot give these ratings.", match=str(match_id))
    return BadSeasonFile("ratings.csv", 0, why, match_id)
