"""What of `league.json` is only of use to go on with a season elsewhere: all its terms, opened rounds, later players.

Nothing of a table is computed from it, and it may be missing: then terms that are not in the other keys are as usual.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Final, cast, get_args
from zoneinfo import ZoneInfo

from engine.game import Json
from engine.text import say
from hosting.clock.control import ClockTerms, Terms
from hosting.league.errors import BadSeasonFile
from hosting.league.files import CONTINUATION, LEAGUE, Contents
from hosting.league.headings import time_of
from hosting.league.pairing.formats import BOUNDS
from hosting.league.terms import LadderTerms, LeagueTerms, Newcomers, Seeding
from store.csv_text import value
from store.league.entries import Player
from store.league.values import Entry, Method, Round

MOST_ROUNDS: Final = 2000
MOST_COMMITMENTS: Final = 100
MOST_PLAYERS: Final = 20_000
_MOST_KEY: Final = 10**15
_MOST_SECONDS: Final = 10**8
_MOST_NUMBER: Final = 10**6
_SHARED: Final = (
    *("kind", "game", "mode", "teams", "sides", "legs", "cap", "place_points", "tiebreaks", "unfinished"),
)
"""Terms that other keys of `league.json` say, too."""


def dump(
    terms: LeagueTerms, opened: Iterable[Round], players: Iterable[Player] = (), commitments: Sequence[str] = ()
) -> dict[str, Json]:
    """Return it as JSON.

    Args:
        terms: Of the season.
        opened: Its rounds that were opened.
        players: Who played for entries whose people changed (`changed`).
        commitments: To earlier secrets, which were never opened as the season went on elsewhere, the first one first.
    """
    rounds: list[Json] = [
        {
            "round": each.number,
            "opened_at": value(each.opened_at),
            "ends_at": None if each.ends_at is None else value(each.ends_at),
            "extra": each.extra,
            "method": each.method,
        }
        for each in opened
    ]
    people: list[Json] = [
        {
            "entry": each.entry,
            "number": each.number,
            "player": each.person_id,
            "since": value(each.since),
            "until": None if each.until is None else value(each.until),
        }
        for each in players
    ]
    return {"terms": terms.dump(), "opened": rounds, "players": people, "commitments": list(commitments)}


def changed(there: Iterable[Entry], players: Iterable[Player]) -> list[Player]:
    """Return who played for those entries for which not just those played who were there at the start, to the end."""
    of: defaultdict[int, list[Player]] = defaultdict(list)
    for each in players:
        of[each.entry].append(each)

    def told(found: Iterable[Player]) -> list[tuple[int, int, datetime | None]]:
        return [(each.number, each.person_id, each.until) for each in found]

    return [each for entry in there if told(of[entry.id]) != told(as_at_start(entry)) for each in of[entry.id]]


def as_at_start(entry: Entry) -> list[Player]:
    """Return who plays for an entry if nobody came or left but with it."""
    return [
        Player(entry.id, at, person, agreed=True, since=entry.joined_at, until=entry.left_at)
        for at, person in enumerate(entry.players)
    ]


def check(league: Mapping[str, Any]) -> None:
    """Hold that it can be read, and that its terms are those that the other keys say. Raises BadSeasonFile."""
    found = league.get(CONTINUATION)
    if found is None:
        return
    try:
        good = _is_whole(found) and _agrees(LeagueTerms.load(found["terms"]), found["terms"], league)
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError) as error:
        raise _bad() from error
    if not good:
        raise _bad()


def _bad() -> BadSeasonFile:
    why = say("its continuation cannot be, or says otherwise than its other keys.")
    return BadSeasonFile(LEAGUE, 0, why, CONTINUATION)


def _is_whole(found: object) -> bool:
    if not isinstance(found, dict) or found.keys() != {"terms", "opened", "players", "commitments"}:
        return False
    terms, opened, commitments, players = found["terms"], found["opened"], found["commitments"], found["players"]
    if not isinstance(players, list) or len(players) > MOST_PLAYERS or not all(map(_is_player, players)):
        return False
    if not isinstance(terms, dict) or not terms.keys() <= {each.name for each in fields(LeagueTerms)}:
        return False  # an earlier version knew fewer terms
    if not all(good(terms[name]) for name, good in _TERMS.items() if name in terms):
        return False
    if not isinstance(opened, list) or len(opened) > MOST_ROUNDS or not all(map(_is_round, opened)):
        return False
    numbers = [each["round"] for each in opened]
    listed = isinstance(commitments, list) and len(commitments) <= MOST_COMMITMENTS
    return listed and numbers == sorted(set(numbers)) and all(map(_is_digest, commitments))


def _is_player(found: object) -> bool:
    if not isinstance(found, dict) or found.keys() != {"entry", "number", "player", "since", "until"}:
        return False
    times = time_of(found["since"]) is not None and (found["until"] is None or time_of(found["until"]) is not None)
    return times and all(_whole(0, _MOST_KEY)(found[each]) for each in ("entry", "number", "player"))


def _is_digest(found: object) -> bool:
    return isinstance(found, str) and len(found) == 64 and set(found) <= set("0123456789abcdef")


def _is_round(found: object) -> bool:
    if not isinstance(found, dict) or found.keys() != {"round", "opened_at", "ends_at", "extra", "method"}:
        return False
    times = time_of(found["opened_at"]) is not None and (found["ends_at"] is None or time_of(found["ends_at"]))
    numbers = _whole(1)(found["round"]) and _whole(0, _MOST_SECONDS)(found["extra"])
    return bool(times) and numbers and found["method"] in get_args(Method)


def _agrees(terms: LeagueTerms, written: Mapping[str, Json], league: Mapping[str, Any]) -> bool:
    """Return whether terms are written as we write them, and as the other keys say."""
    shared = replace(terms, match=replace(terms.match, league=None)).dump()
    same = all(shared[name] == league[name] for name in _SHARED)
    options = {key: chosen for key, chosen in terms.options if league["options"].get(key) != chosen}
    rounds = terms.rounds is None or (terms.kind == "swiss" and terms.rounds == league["rounds"])
    if terms.match.quiet is not None:
        ZoneInfo(terms.match.quiet.zone)  # LookupError where there is none
    times = all(each is None or each.tzinfo is not None for each in (terms.starts_at, terms.ends_at))
    return same and {**shared, **written} == shared and not options and rounds and times


def _whole(least: int, most: int = _MOST_NUMBER) -> Callable[[object], bool]:
    return lambda found: type(found) is int and least <= found <= most


def _maybe(good: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda found: found is None or good(found)


def _word(alias: object) -> Callable[[object], bool]:
    return lambda found: isinstance(found, str) and found in get_args(alias)


def _is_ladder(found: object) -> bool:
    if not isinstance(found, dict) or found.keys() != {each.name for each in fields(LadderTerms)}:
        return False
    return all(_whole(0)(found[each]) for each in ("reach", "protection", "refusals")) and _maybe(_whole(0))(
        found["inactivity"]
    )


def _is_date(found: object) -> bool:
    return isinstance(found, str) and len(found) <= 40


_TERMS: Final[Mapping[str, Callable[[object], bool]]] = {
    "rounds": _maybe(_whole(1)),
    "advance": _whole(1),
    "reset": lambda found: isinstance(found, bool),
    "events": lambda found: isinstance(found, bool),
    "most": _whole(2),
    "seeding": _word(Seeding),
    "division_size": _maybe(_whole(2)),
    "up": _whole(0),
    "newcomers": _word(Newcomers),
    "zone": lambda found: isinstance(found, str),
    "starts_at": _maybe(_is_date),
    "ends_at": _maybe(_is_date),
    "round_days": _maybe(_whole(1)),
    "grace_days": _whole(0, 1000),
    "late_rounds": _whole(0),
    "late_points": _whole(0),
    "half_byes": _whole(0),
    "match": lambda found: isinstance(found, dict),
    "ladder": _maybe(_is_ladder),
}
"""What each of the terms may be that the other keys do not say."""


def terms_of(found: Contents) -> LeagueTerms:
    """Return the terms on which a season goes on that was understood; as usual where its files do not say them."""
    if found.continuation is not None:
        return LeagueTerms.load(cast("Mapping[str, Json]", found.continuation["terms"]))
    terms = found.terms
    sizes = [sum(each.division == one.number for each in found.entries) for one in found.divisions]
    several = len(sizes) > 1
    return replace(
        terms,
        match=Terms(clock=ClockTerms(), agreed_ends=False),
        ladder=LadderTerms() if terms.kind == "ladder" else None,
        division_size=max(sizes) if several else None,
        up=max(each.up for each in found.divisions) if several else 0,
        most=max(len(found.entries), min(terms.most, BOUNDS[terms.kind][1])),
    )


def opened_of(found: Contents) -> tuple[Round, ...]:
    """Return the rounds that were opened of a season that was understood; as its fixtures tell, where it says none."""
    if found.continuation is not None:
        listed = cast("Sequence[dict[str, Any]]", found.continuation["opened"])
        return tuple(
            Round(each["round"], _time(each["opened_at"]), time_of(each["ends_at"]), each["extra"], each["method"])
            for each in listed
        )
    begun: dict[int, datetime] = {}
    for each in found.fixtures:
        at = min((one for one in (each.planned_at, each.started_at, found.starts_at) if one is not None), default=None)
        if at is not None:
            begun[each.round] = min(at, begun.get(each.round, at))
    return tuple(Round(number, at) for number, at in sorted(begun.items()))


def players_of(found: Contents) -> list[Player]:
    """Return who played for which entry of a season that was understood, by entry and number."""
    said: defaultdict[int, list[Player]] = defaultdict(list)
    for each in () if found.continuation is None else cast("Sequence[dict[str, Any]]", found.continuation["players"]):
        times = _time(each["since"]), time_of(each["until"])
        said[each["entry"]].append(Player(each["entry"], each["number"], each["player"], True, *times))
    return [each for entry in found.entries for each in said.get(entry.id) or as_at_start(entry)]


def _time(written: str) -> datetime:
    return cast("datetime", time_of(written))
