"""What a season agrees on, as `league.json` says it, for a file that nobody vouches for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, cast, get_args

from engine.text import Quote, say, shortened
from hosting.league.errors import BadSeasonFile
from hosting.league.files import FORMAT, LEAGUE, VERSION
from hosting.league.lots import SECRET_BYTES, commitment
from hosting.league.terms import MOST_TIE_BREAKS, LeagueTerms, TieBreak, Unfinished
from store.league.values import Kind

MOST_SIDES: Final = 6
MOST_DIVISIONS: Final = 1000
_MOST_NUMBER: Final = 10**6
_SINCE: Final = datetime(2000, 1, 1, tzinfo=UTC)
_UNTIL: Final = datetime(2200, 1, 1, tzinfo=UTC)
"""When anything of a season can have been, or be: so that there is a time before and after each of them."""
_HEX = re.compile(r"[0-9a-f]{64}")
_UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")
"""What JSON can say and no database holds."""


def read_league(content: bytes) -> dict[str, Any]:
    """Return what league.json says, each value of its kind."""
    try:
        found = json.loads(decoded(LEAGUE, content))
    except (ValueError, RecursionError) as error:
        number = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise BadSeasonFile(LEAGUE, number, say("it is no JSON.")) from error
    if not isinstance(found, dict):
        raise BadSeasonFile(LEAGUE, 1, say("it is no JSON."))
    if (found.get("format"), found.get("version")) != (FORMAT, VERSION) or isinstance(found.get("version"), bool):
        wrong, known = ("format", FORMAT) if found.get("format") != FORMAT else ("version", VERSION)
        value = Quote(shortened(json.dumps(found.get(wrong), ensure_ascii=False)))
        why = say("{column} is {value}, and I read {known} only.", column=wrong, value=value, known=known)
        raise BadSeasonFile(LEAGUE, 0, why, wrong)
    for name, good in _KEYS.items():
        if name not in found or not good(found[name]):
            value = Quote(shortened(json.dumps(found.get(name), ensure_ascii=False)))
            raise BadSeasonFile(LEAGUE, 0, say("{column} cannot be {value}.", column=name, value=value), name)
    if (found["secret"] is not None) != found["closed"]:
        raise BadSeasonFile(LEAGUE, 0, say("the secret is open once the season is closed, and not before."), "secret")
    if found["secret"] is not None and commitment(bytes.fromhex(found["secret"])) != found["commitment"]:
        raise BadSeasonFile(LEAGUE, 0, say("the secret is not the one of the commitment."), "secret")
    return found


def line_of(content: bytes, key: str) -> int:
    """Return the line of a key of `league.json`, from 1; of several alike, of the one that is set in least.

    It is 1 where it is not there: what is missing has no line of its own.
    """
    places = [
        (len(found[1]), number)
        for number, written in enumerate(content.decode(errors="replace").split("\n"), 1)
        if (found := re.match(rf'([ \t{{,]*)"{re.escape(key)}"[ \t]*:', written))
    ]
    return min(places, default=(0, 1))[1]


def _number(least: int, most: int = _MOST_NUMBER) -> Callable[[object], bool]:
    return lambda found: type(found) is int and least <= found <= most


def _text(most: int = 200) -> Callable[[object], bool]:
    return lambda found: isinstance(found, str) and len(found) <= most and not _UNSTORABLE.search(found)


def _word(alias: object) -> Callable[[object], bool]:
    return lambda found: isinstance(found, str) and found in get_args(alias)


def _is_time(found: object) -> bool:
    try:
        return found is None or (isinstance(found, str) and time_of(found) is not None)
    except ValueError:
        return False


def _is_division(found: object) -> bool:
    if not isinstance(found, dict) or found.keys() != {"number", "name", "up", "down"}:
        return False
    counts = all(_number(0, 1000)(found[each]) for each in ("number", "up", "down"))
    return counts and _text()(found["name"])


def _are_divisions(found: object) -> bool:
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_DIVISIONS or not all(map(_is_division, found)):
        return False
    return [each["number"] for each in found] == list(range(1, len(found) + 1))


def _are_tie_breaks(found: object) -> bool:
    if not isinstance(found, list) or len(found) > MOST_TIE_BREAKS or not all(map(_word(TieBreak), found)):
        return False
    return len(set(found)) == len(found) and (not found or found[-1] == "lot")


def _are_points(found: object) -> bool:
    if found is None:
        return True
    listed = isinstance(found, list) and 1 <= len(found) <= MOST_SIDES and all(map(_number(0, 1000), found))
    return listed and cast("list[int]", found) == sorted(cast("list[int]", found), reverse=True)


def _are_options(found: object) -> bool:
    short = _text(100)
    return isinstance(found, dict) and len(found) <= 100 and all(short(key) and short(found[key]) for key in found)


_KEYS: Final[Mapping[str, Callable[[object], bool]]] = {
    "name": _text(),
    "kind": _word(Kind),
    "game": _text(100),
    "mode": _text(100),
    "options": _are_options,
    "teams": lambda found: isinstance(found, bool),
    "sides": _number(2, MOST_SIDES),
    "legs": _number(1, 100),
    "rounds": _number(0),
    "cap": _number(1),
    "season": _number(1),
    "starts_at": lambda found: found is not None and _is_time(found),
    "ends_at": _is_time,
    "unfinished": _word(Unfinished),
    "place_points": _are_points,
    "tiebreaks": _are_tie_breaks,
    "divisions": _are_divisions,
    "commitment": lambda found: isinstance(found, str) and _HEX.fullmatch(found) is not None,
    "secret": lambda found: (
        found is None
        or (isinstance(found, str) and _HEX.fullmatch(found) is not None and len(found) == 2 * SECRET_BYTES)
    ),
    "entries_sha256": lambda found: isinstance(found, str) and _HEX.fullmatch(found) is not None,
    "closed": lambda found: isinstance(found, bool),
}
"""What league.json has besides format and version, and what each may be."""


def terms_of(league: Mapping[str, Any]) -> LeagueTerms:
    """Return what matters of the terms of a season afterwards."""
    listed = league["place_points"]
    return LeagueTerms(
        kind=league["kind"],
        game=league["game"],
        mode=league["mode"],
        options=tuple(sorted(league["options"].items())),
        teams=league["teams"],
        sides=league["sides"],
        legs=league["legs"],
        rounds=league["rounds"] if league["kind"] == "swiss" else None,
        cap=league["cap"],
        place_points=None if listed is None else tuple(listed),
        tiebreaks=tuple(league["tiebreaks"]),
        unfinished=league["unfinished"],
        ends_at=time_of(league["ends_at"]),
    )


def time_of(written: str | None) -> datetime | None:
    """Return a time. Raises ValueError for what is none, or lies centuries away."""
    if written is None:
        return None
    found = datetime.fromisoformat(written.removesuffix("Z"))
    if found.tzinfo is not None or not written.endswith("Z"):
        raise ValueError(written)
    found = found.replace(tzinfo=UTC)
    if not _SINCE <= found < _UNTIL:
        raise ValueError(written)
    return found


def decoded(filename: str, content: bytes) -> str:
    """Return a text in UTF-8. Raises BadSeasonFile."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        number = 1 + content[: error.start].count(b"\n")
        raise BadSeasonFile(filename, number, say("it is no text in UTF-8.")) from error
