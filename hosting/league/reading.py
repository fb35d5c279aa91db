"""Files of a season, understood again: the reverse of `hosting.league.files`, for files that nobody vouches for.

What was understood is written again and has to be the same, field by field: so whatever is computed from the rest
(standings, tie-breaks, lots, sums, how numbers are written) is held at once. What the files do not compute are points,
which are held against results and decisions (`hosting.league.recount`), and ratings, each against what it was before.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from engine.game import Json
from engine.outcome import Termination
from engine.seat import Seat
from engine.text import Quote, dump_text, say
from hosting.league import continuing, storable
from hosting.league.agreement import check_points, check_ratings, check_references, check_scores, compare
from hosting.league.cells import Line, lines
from hosting.league.errors import BadSeasonFile
from hosting.league.files import COLUMNS, CONTINUATION, LEAGUE, Contents, Known
from hosting.league.headings import decoded, line_of, read_league, terms_of, time_of
from hosting.league.unpacking import unpacked
from store.csv_text import read_name
from store.league.seated import Place
from store.league.values import (
    Decision,
    DecisionKind,
    Division,
    Entry,
    Fixture,
    FixtureStatus,
    Side,
    Stage,
    Why,
)
from store.ratings.matches import Moved
from store.ratings.model import Skill
from store.results import Rated, Result
from store.results import Why as NotCounted

_MOST_LINES: Final[Mapping[str, int]] = {"entries.csv": 2000, "players.csv": 20_000, "decisions.csv": 20_000}
_MOST_OTHERS: Final = 200_000
"""Lines of the other files."""
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "entries.csv": ("entry",),
    "players.csv": ("player",),
    "fixtures.csv": ("fixture", "seat"),
    "results.csv": ("match", "seat"),
    "ratings.csv": ("match", "seat"),
    "decisions.csv": ("decision",),
}
"""By what the lines of a file are in order; each is there once."""
_ABOUT: Final = {name: columns[0] for name, columns in _KEYS.items()}
"""By what lines are found that do not agree with others."""


def understood(data: bytes) -> Contents:
    """Return what a ZIP says of a season. Takes some seconds of the processor for a large one.

    Raises:
        BadSeasonFile: It is not what the bot writes of a season, or its files do not agree with each other.
    """
    files = unpacked(data)
    try:
        found = _read(files)
        check_references(found)
        check_points(found)  # before what follows from them
        check_scores(found)
        check_ratings(found)
        compare(found, files)
        storable.check(found)
    except BadSeasonFile as error:
        raise placed(error, files) from error
    except (LookupError, ValueError, TypeError, ArithmeticError) as error:
        # Numbers that are each well formed, but of which no season can be made.
        raise BadSeasonFile(LEAGUE, 1, say("no season can be made of these files.")) from error
    return found


def cells_of(data: bytes, filename: str) -> Iterator[list[str]]:
    """Give the lines of a CSV file, behind its header, of a ZIP that was understood."""
    for each in lines(filename, unpacked(data)[filename], COLUMNS[filename]):
        yield list(each.fields.values())


def _read(files: Mapping[str, bytes]) -> Contents:
    league = read_league(files[LEAGUE])
    continuing.check(league)
    of = {name: _lines(name, files[name]) for name in COLUMNS}
    secret = None if league["secret"] is None else bytes.fromhex(league["secret"])
    seats, records = of["results.csv"], {}
    for name, content in files.items():
        if name.startswith("records/"):
            records[int(name.removeprefix("records/").removesuffix(".txt"))] = decoded(name, content)
    entries = tuple(_entry(each, teams=league["teams"]) for each in of["entries.csv"])
    partners = {person for each in entries if len(each.players) > 1 for person in each.players}
    return Contents(
        name=league["name"],
        number=league["season"],
        terms=terms_of(league),
        options=league["options"],
        rounds=league["rounds"],
        starts_at=time_of(league["starts_at"]),
        ends_at=time_of(league["ends_at"]),
        commitment=league["commitment"],
        secret=secret,
        digest=league["entries_sha256"],
        divisions=tuple(Division(**each) for each in league["divisions"]),
        entries=entries,
        fixtures=_fixtures(of["fixtures.csv"]),
        decisions=_undoing(map(_decision, of["decisions.csv"])),
        people={each.key("player"): _known(each) for each in of["players.csv"]},
        results=[result_of(each) for each in seats],
        places=dict(map(seat_of, seats)),
        rated=rated_of(of["ratings.csv"], seats),
        records=records,
        seeds={person: mu for person, mu in _seeds(of["players.csv"]) if person in partners},
        continuation=league.get(CONTINUATION),
    )


def _seeds(found: Iterable[Line]) -> Iterator[tuple[int, float]]:
    for each in found:
        if (mu := each.maybe_real("seed_mu")) is not None:
            yield each.key("player"), mu


def placed(error: BadSeasonFile, files: Mapping[str, bytes]) -> BadSeasonFile:
    """Return an error with the line of what it is about."""
    if error.about is None:
        return error
    if error.filename == LEAGUE:
        return BadSeasonFile(LEAGUE, line_of(files[LEAGUE], str(error.about)), error.why)
    column = _ABOUT[error.filename]
    found = lines(error.filename, files[error.filename], COLUMNS[error.filename])
    number = next((each.number for each in found if each.fields[column] == str(error.about)), 0)
    return BadSeasonFile(error.filename, number, error.why)


def _lines(filename: str, content: bytes) -> list[Line]:
    """Return the lines of a file, which are in the order of their keys."""
    found: list[Line] = []
    last: tuple[int, ...] = ()
    for each in lines(filename, content, COLUMNS[filename]):
        if len(found) == _MOST_LINES.get(filename, _MOST_OTHERS):
            raise BadSeasonFile(filename, each.number, say("it has too many lines."))
        key = tuple(map(each.whole, _KEYS.get(filename, ())))
        if key and key <= last:
            raise BadSeasonFile(filename, each.number, say("it is there twice, or behind its place."))
        found.append(each)
        last = key
    return found


def _entry(line: Line, *, teams: bool) -> Entry:
    players = line.text("players").split(";")
    if len(set(players)) != 1 + teams or not all(re.fullmatch(r"[1-9][0-9]{0,14}", each) for each in players):
        line.bad("players")
    people = tuple(map(int, players))
    return Entry(
        id=line.key("entry"),
        division=line.count("division", 1),
        players=people,
        joined_at=line.time("joined_at"),
        name=read_name(line.text("name")) if teams else "",
        seed=line.count("seed"),
        seed_mu=line.maybe_real("seed_mu"),
        from_round=line.count("from_round", 1),
        left_at=line.maybe_time("left_at"),
        current=() if line.text("left_at") else people,
    )


def _known(line: Line) -> Known:
    return Known(read_name(line.text("name")), line.maybe_time("joined_at"), line.maybe_time("left_at"))


def _fixtures(found: Iterable[Line]) -> tuple[Fixture, ...]:
    """Return fixtures from their sides; what all sides must share is compared when they are written again."""
    sides: defaultdict[int, list[Line]] = defaultdict(list)
    for each in found:
        sides[each.key("fixture")].append(each)
    return tuple(_fixture(those) for those in sides.values())


def _fixture(found: Sequence[Line]) -> Fixture:
    first = found[0]
    stage = cast("Stage", first.literal("stage", Stage))
    return Fixture(
        id=first.key("fixture"),
        division=first.count("division", 1),
        stage=stage,
        round=first.count("round", 1),
        leg=first.count("leg", 1),
        board=first.count("board"),
        sides=tuple(
            Side(
                each.count("seat"),
                each.key("entry"),
                each.maybe_points("points"),
                each.maybe_flag("advances"),
                each.flag_where("challenger", there=stage == "ladder"),
            )
            for each in found
        ),
        status=cast("FixtureStatus", first.literal("status", FixtureStatus)),
        why=cast("Why", first.literal("why", Why)) if first.text("why") else None,
        match_id=first.maybe_key("match"),
        repeat=first.flag_where("repeat", there=stage == "swiss"),
        planned_at=first.maybe_time("planned_at"),
        started_at=first.maybe_time("started_at"),
        ended_at=first.maybe_time("ended_at"),
    )


def _decision(line: Line) -> Decision:
    entries, given = line.text("entry"), line.text("points")
    detail: dict[str, Json] = {}
    if given:
        named, counts = entries.split(";"), given.split(";")
        if len(named) != len(counts) or not all(re.fullmatch(r"[0-9]{1,9}", each) for each in (*named, *counts)):
            line.bad("points")
        detail, entries = {"points": dict(zip(named, map(int, counts), strict=True))}, ""
    return Decision(
        id=line.key("decision"),
        season_id=0,
        person_id=line.key("by"),
        fixture=line.maybe_key("fixture"),
        entry=line.key("entry") if entries else None,
        kind=cast("DecisionKind", line.literal("kind", DecisionKind)),
        detail=detail,
        reason=_reason(read_name(line.text("reason"))),
        undoes=None,
        at=line.time("at"),
    )


def _undoing(found: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return decisions with what each takes back: the latest before it about the same that was not taken back."""
    held: defaultdict[tuple[int | None, int | None], list[int]] = defaultdict(list)
    decisions = []
    for each in found:
        about = held[each.fixture, None if each.fixture is not None else each.entry]
        if each.kind != "undo":
            about.append(each.id)
        decisions.append(replace(each, undoes=about.pop()) if each.kind == "undo" and about else each)
    return tuple(decisions)


def _reason(words: str) -> Json:
    return dump_text(say("{words}", words=Quote(words))) if words else None


def result_of(line: Line) -> Result:
    """Return what a line of results.csv says of a seat."""
    pairs = [each.partition("=") for each in line.text("options").split(";") if each]
    return Result(
        match_id=line.key("match"),
        revision=line.count("revision"),
        seat=line.key("seat"),
        guild_id=0,
        game=line.text("game"),
        mode=line.text("mode"),
        options=tuple((key, chosen) for key, _, chosen in pairs),
        team=line.count("team") if line.text("team") else None,
        starter_id=line.key("starter"),
        finisher_id=line.key("finisher"),
        excused=line.flag("excused"),
        turns=line.count("turns"),
        starter_turns=line.count("starter_turns"),
        finisher_turns=line.count("finisher_turns"),
        rank=line.key("rank"),
        score=line.maybe("score"),
        started_at=line.time("started_at"),
        ended_at=line.time("ended_at"),
        termination=line.one_of("termination", tuple(Termination)),
        why=cast("NotCounted", line.literal("why", NotCounted)) if line.text("why") else None,
        points=line.numbers("points"),
        pool_id=line.maybe_key("pool"),
        rated=cast("Rated", line.literal("rated", Rated)) if line.text("rated") else None,
        player_id=line.maybe_key("player"),
        pool_no=line.maybe_key("pool_no"),
    )


def seat_of(line: Line) -> tuple[tuple[int, Seat], Place]:
    """Return the match and the seat of a line of results.csv, and for whom it was played."""
    return (line.key("match"), line.key("seat")), Place(line.key("fixture"), line.maybe_key("entry"))


def rated_of(found: Iterable[Line], seats: Iterable[Line]) -> dict[int, Sequence[Moved]]:
    """Return what matches made of ratings.

    Args:
        found: Lines of ratings.csv.
        seats: Lines of results.csv of the same matches.
    """
    how = {(each.whole("match"), each.whole("seat")): each.text("rated") for each in seats}
    rated: defaultdict[int, list[Moved]] = defaultdict(list)
    for each in found:
        match_id, seat, games = each.key("match"), each.key("seat"), each.whole("games")
        before = games - (how.get((match_id, seat)) != "hold")
        rated[match_id].append(
            Moved(
                seat,
                each.key("player"),
                Skill(each.real("mu_before"), each.real("sigma_before"), before),
                Skill(each.real("mu"), each.real("sigma"), games),
            )
        )
    return dict(rated)
