"""Recompute a season of a league from its ZIP alone: `python recompute.py season.zip`.

It needs the standard library only and shares nothing with the bot; it was written from the description of the files. It
prints the first difference between what is written and what follows from the rest, and exits with 1, or it says that
all agrees. It is one file, so that it can be handed to people who have the ZIP and nothing else.
"""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
import re
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

HEADERS = {
    "entries.csv": "entry,name,division,players,joined_at,left_at,from_round,seed,seed_mu",
    "players.csv": "player,name,joined_at,left_at,seed_mu",
    "fixtures.csv": "fixture,division,stage,round,leg,board,seat,entry,status,points,why,match,repeat,advances,"
    "challenger,planned_at,started_at,ended_at",
    "results.csv": "match,revision,game,mode,options,pool,seat,team,entry,fixture,starter,finisher,excused,turns,"
    "starter_turns,finisher_turns,rank,score,points,started_at,ended_at,termination,counted,why,rated,player,pool_no",
    "ratings.csv": "pool,pool_no,match,seat,player,mu_before,sigma_before,mu,sigma,games",
    "standings.csv": "division,place,entry,played,won,level,lost,byes,points,tb1,tb2,tb3,tb4,tb5,tb6,min_place,"
    "max_place,movement",
    "decisions.csv": "decision,at,by,fixture,entry,kind,points,reason",
}
KEYS = {
    *(
        "format",
        "version",
        "name",
        "kind",
        "game",
        "mode",
        "options",
        "teams",
        "sides",
        "legs",
        "rounds",
        "cap",
        "season",
    ),
    *("starts_at", "ends_at", "unfinished", "place_points", "tiebreaks", "divisions"),
    *("commitment", "secret", "entries_sha256", "closed"),
}
STAGES = {
    "round-robin": {"division"},
    "swiss": {"swiss"},
    "knockout": {"main", "third"},
    "double-knockout": {"winners", "losers", "final"},
    "ladder": {"ladder"},
}
TIE_BREAKS = {"direct", "sonneborn_berger", "buchholz", "buchholz_cut1", "wins", "seed", "lot"}
MET = {"played", "agreed", "forfeit", "decision"}
PLAYED = {"played", "agreed"}
BYES = {"bye", "half_bye", "zero_bye"}
OVER = MET | {"unfinished"}
SHARED = (
    *("division", "stage", "round", "leg", "board", "status", "why", "match", "repeat"),
    *("planned_at", "started_at", "ended_at"),
)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
NEVER = 10**9
MISSING = 10**9


class DifferenceError(Exception):
    """What is written is not what follows from the rest: a file, its line (the header is 1; 0 for none), a reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file, self.line, self.reason = file, line, reason


class Row(dict[str, str]):
    """A row of a file, which knows where it stands."""

    def __init__(self, cells: Iterable[tuple[str, str]], file: str, line: int) -> None:
        super().__init__(cells)
        self.file, self.line = file, line

    def wrong(self, reason: str) -> NoReturn:
        raise DifferenceError(self.file, self.line, reason)

    def must(self, condition: bool, reason: str) -> None:
        if not condition:
            self.wrong(reason)

    def one_of(self, column: str, allowed: Iterable[str]) -> str:
        self.must(self[column] in allowed, f"{column} is {self[column]!r}")
        return self[column]

    def whole(self, column: str, least: int = 0) -> int:
        good = re.fullmatch(r"0|-?[1-9]\d{0,17}", self[column]) and int(self[column]) >= least
        self.must(bool(good), f"{column} is {self[column]!r}")
        return int(self[column])

    def maybe(self, column: str, least: int = 0) -> int | None:
        return self.whole(column, least) if self[column] else None

    def real(self, column: str) -> float:
        try:
            number = float(self[column])
        except ValueError:
            self.wrong(f"{column} is {self[column]!r}")
        self.must(repr(number) == self[column], f"{column} is not written as it is read")
        return number

    def time(self, column: str, *, needed: bool = False) -> None:
        good = TIME.fullmatch(self[column]) if self[column] else not needed
        self.must(bool(good), f"{column} is {self[column]!r}")


def unpack(data: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP by name; each has the sum that is written for it."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    names = archive.namelist()
    for name in ["league.json", "SHA256SUMS", *HEADERS]:
        if name not in names:
            raise DifferenceError(name, 0, "is missing")
    for name in names:
        known = name in HEADERS or name in {"league.json", "SHA256SUMS"} or re.fullmatch(r"records/[1-9]\d*\.txt", name)
        if not known or names.count(name) > 1:
            raise DifferenceError(name, 0, "does not belong here")
    files = {name: archive.read(name) for name in names}
    sums = set()
    for number, line in enumerate(files["SHA256SUMS"].decode().splitlines(), 1):
        found = re.fullmatch(r"([0-9a-f]{64}) [ *](.+)", line)
        if not found or found[2] in sums or found[2] not in files:
            raise DifferenceError("SHA256SUMS", number, "is not the sum of a file")
        sums.add(found[2])
        if hashlib.sha256(files[found[2]]).hexdigest() != found[1]:
            raise DifferenceError(found[2], 0, "has another sum than is written in SHA256SUMS")
    for name in files:
        if name not in sums and name != "SHA256SUMS":
            raise DifferenceError("SHA256SUMS", 0, f"has no sum of {name}")
    return files


def table(files: Mapping[str, bytes], name: str) -> list[Row]:
    """Return the rows of a CSV file."""
    text = files[name].decode("utf-8")
    header = HEADERS[name].split(",")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    line = 1
    for cells in reader:
        if line == 1 and cells != header:
            raise DifferenceError(name, 1, "has other columns")
        if len(cells) != len(header):
            raise DifferenceError(name, line, f"has {len(cells)} columns, not {len(header)}")
        if line > 1:
            rows.append(Row(zip(header, cells, strict=True), name, line))
        line = reader.line_num + 1
    if line == 1 or not text.endswith("\n") or "\r\n" in text:
        raise DifferenceError(name, 1, "is empty, or its lines do not end in LF alone")
    return rows


def keyed(rows: Iterable[Row], column: str) -> dict[int, Row]:
    """Return rows by the number that is theirs alone."""
    found: dict[int, Row] = {}
    for row in rows:
        row.must(row.whole(column, 1) not in found, f"{column} {row[column]} is there twice")
        found[int(row[column])] = row
    return found


def grouped(rows: Iterable[Row], column: str, least_seat: int) -> dict[int, list[Row]]:
    """Return rows by a number that several share, in the order of their seats, which are different."""
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        group = found[row.whole(column, 1)]
        row.must(all(row.whole("seat", least_seat) != int(each["seat"]) for each in group), "has a seat twice")
        group.append(row)
    return {key: sorted(group, key=lambda row: int(row["seat"])) for key, group in sorted(found.items())}


def averaged(places: Sequence[Fraction], ranks: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the points of each side by its rank: those who are level share the points of the places they take."""
    found = {}
    for side, rank in ranks.items():
        before = sum(other < rank for other in ranks.values())
        level = sum(other == rank for other in ranks.values())
        found[side] = sum(places[before : before + level], Fraction(0)) / level
    return found


def split(members: Iterable[int], key: Callable[[int], Any]) -> list[list[int]]:
    """Return the groups of those who have the same key, the lowest first."""
    return [list(group) for _, group in itertools.groupby(sorted(members, key=key), key)]


def by_entry(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return the seats of each side of a match."""
    sides: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        sides[row["entry"]].append(row)
    return sides


def when(row: Row) -> tuple[str, str, int]:
    """Return a key that puts fixtures in the order in which they ended."""
    whole, _, fraction = row["ended_at"].removesuffix("Z").partition(".")
    return whole or "9", fraction, int(row["fixture"])


class Season:
    """Everything in a ZIP. The checks go from what is given to what follows from it."""

    def __init__(self, data: bytes) -> None:
        files = unpack(data)
        self.league: dict[str, Any] = json.loads(files["league.json"])
        self.records = {int(name[len("records/") : -len(".txt")]) for name in files if name.startswith("records/")}
        self.entries = keyed(table(files, "entries.csv"), "entry")
        self.players = keyed(table(files, "players.csv"), "player")
        self.standings = keyed(table(files, "standings.csv"), "entry")
        self.decisions = keyed(table(files, "decisions.csv"), "decision")
        self.fixtures = grouped(table(files, "fixtures.csv"), "fixture", 0)
        self.matches = grouped(table(files, "results.csv"), "match", 1)
        self.ratings = grouped(table(files, "ratings.csv"), "match", 1)
        self.closed = bool(self.league.get("closed"))
        self.points: Counter[int] = Counter()
        self.played_by: defaultdict[int, list[list[Row]]] = defaultdict(list)

    def check(self) -> None:
        """Raise DifferenceError for the first thing that does not follow from the rest."""
        self.check_league()
        self.check_people()
        self.check_draws()
        self.check_results()
        self.check_ratings()
        self.check_fixtures()
        self.check_pairings()
        self.check_decisions()
        self.check_standings()

    # What is given: the league, people, draws.

    def demand(self, condition: bool, reason: str) -> None:
        if not condition:
            raise DifferenceError("league.json", 0, reason)

    def check_league(self) -> None:
        league = self.league
        self.demand(set(league) == KEYS, f"has other keys: {sorted(set(league) ^ KEYS)}")
        self.demand((league["format"], league["version"]) == ("arena-league", 1), "is of an unknown format or version")
        self.demand(league["kind"] in STAGES, f"kind is {league['kind']!r}")
        self.demand(league["unfinished"] in {"none", "half", "adjudicate"}, f"unfinished is {league['unfinished']!r}")
        breaks = league["tiebreaks"]
        good = set(breaks) <= TIE_BREAKS and len(set(breaks)) == len(breaks) <= 6 and breaks[-1:] == ["lot"]
        self.demand(
            good or (breaks == [] and league["kind"] not in {"round-robin", "swiss"}),
            "tiebreaks are at most six different ones, the last of them lot",
        )
        listed = league["place_points"]
        self.demand(listed is None or (listed and listed == sorted(listed, reverse=True)), "place_points rise")
        divisions = league["divisions"]
        numbers = [each["number"] for each in divisions]
        self.demand(numbers == list(range(1, len(numbers) + 1)) and numbers != [], "divisions are not numbered from 1")
        edges = divisions[0]["up"] == divisions[-1]["down"] == 0
        self.demand(edges, "nobody goes up from the first division, or down from the last")
        for above, below in itertools.pairwise(divisions):
            self.demand(above["down"] == below["up"], f"division {below['number']}: up is not down of the one above")

    def check_people(self) -> None:
        for row in self.players.values():
            row.time("joined_at")
            row.time("left_at")
            if row["seed_mu"]:
                row.real("seed_mu")
        shared = Counter((each["division"], each["seed"]) for each in self.entries.values())
        for entry in self.entries.values():
            entry.must(1 <= entry.whole("division") <= len(self.league["divisions"]), "is in no division")
            people = entry["players"].split(";")
            entry.must(all(each.isdecimal() and int(each) in self.players for each in people), "names unknown players")
            entry.must(len(set(people)) == len(people) == (2 if self.league["teams"] else 1), "has not its players")
            entry.whole("from_round", 1)
            entry.time("joined_at", needed=True)
            entry.time("left_at")
            if entry.maybe("seed"):
                entry.must(shared[entry["division"], entry["seed"]] == 1, "shares its seed")
            seeds = [self.players[int(each)]["seed_mu"] for each in people]
            if entry["seed_mu"]:
                good = not all(seeds) or sum(map(float, seeds)) == entry.real("seed_mu")
                entry.must(good, "seed_mu is not the sum of its players'")

    def check_draws(self) -> None:
        begun = [(number, row["players"]) for number, row in self.entries.items() if row["from_round"] == "1"]
        text = "".join(f"{number},{players}\n" for number, players in sorted(begun))
        digest = hashlib.sha256(text.encode()).hexdigest()
        self.demand(digest == self.league["entries_sha256"], "entries_sha256 is not that of the entries at the start")
        self.demand(bool(re.fullmatch("[0-9a-f]{64}", self.league["commitment"])), "the commitment is no SHA-256")
        secret = self.league["secret"]
        self.demand((secret is not None) == self.closed, "the secret is opened at the close and not before")
        if secret is not None:
            self.demand(bool(re.fullmatch("[0-9a-f]{64}", secret)), "the secret is not 32 bytes in hex")
            opened = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
            self.demand(opened == self.league["commitment"], "the secret is not the one that was promised")
            self.check_seeds()

    def check_seeds(self) -> None:
        """Hold seeds against the two ways in which they are given: by ratings, or drawn."""
        begun = [(int(row["seed"] or 0), row) for row in self.entries.values() if row["from_round"] == "1"]
        if len(self.league["divisions"]) > 1 or not all(seed for seed, _ in begun):
            return
        order = [row for _, row in sorted(begun, key=lambda each: each[0])]
        drawn = [self.lot("seed", int(row["entry"])) for row in order]
        rated = [(-float(row["seed_mu"] or 0), lot) for row, lot in zip(order, drawn, strict=True)]
        for keys in (rated, drawn):
            if keys == sorted(keys):
                return
        order[0].wrong("seeds are neither in the order of ratings nor drawn")

    def lot(self, purpose: str, number: int) -> str:
        text = f"{self.league['secret']}:{self.league['entries_sha256']}:{purpose}:{number}"
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    # Results and ratings.

    def check_results(self) -> None:
        alike = (
            "revision",
            "game",
            "mode",
            "options",
            "fixture",
            "pool",
            "pool_no",
            "started_at",
            "ended_at",
            "counted",
        )
        options = ";".join(f"{key}={value}" for key, value in sorted(dict(self.league["options"]).items()))
        for match, rows in self.matches.items():
            rows[0].must([int(row["seat"]) for row in rows] == list(range(1, len(rows) + 1)), "has a seat missing")
            for row in rows:
                row.must(row["game"] == self.league["game"], "is of another game")
                if self.league["sides"] == 2:  # Smaller tables than the full one may have a mode of their own.
                    row.must((row["mode"], row["options"]) == (self.league["mode"], options), "is of another mode")
                row.must(all(row[each] == rows[0][each] for each in alike), "differs from the rest of its match")
                row.must(row.maybe("fixture") in self.fixtures, "is of no fixture")
                sides = self.fixtures[int(row["fixture"])]
                row.must(any(row["entry"] == side["entry"] for side in sides), "is of no entry of its fixture")
                for column in ("player", "starter", "finisher"):
                    row.must(not row[column] or row.whole(column) in self.players, f"{column} is nobody")
                for column in ("revision", "turns", "starter_turns", "finisher_turns"):
                    row.maybe(column)
                row.whole("rank", 1)
                row.one_of("excused", "01")
                row.one_of("counted", "01")
                row.time("started_at")
                row.time("ended_at", needed=True)
            self.check_scores(rows)
            self.check_seats(rows)
            rows[0].must(match in self.records, "has no record")
        for match in sorted(self.records - self.matches.keys()):
            raise DifferenceError(f"records/{match}.txt", 0, "is of no match")

    def check_seats(self, rows: Sequence[Row]) -> None:
        """Hold who sat where against the fixture, and who is rated against who sat there."""
        assigned = {side["entry"]: side["seat"] for side in self.fixtures[int(rows[0]["fixture"])]}
        for row in rows:
            for column in ("starter_turns", "finisher_turns"):
                row.must(int(row[column] or 0) <= int(row["turns"] or 0), f"{column} is more than turns")
            row.one_of("rated", ("full", "gain", "hold", "out") if row["pool_no"] else ("",))
            person = {"full": "starter", "hold": "starter", "gain": "finisher"}.get(row["rated"])
            row.must(person is None or row["player"] == row[person], f"is rated {row['rated']}, but not its {person}")
            if self.league["teams"]:
                partners = [each for each in rows if each["entry"] == row["entry"]]
                row.must({each["team"] for each in partners} == {row["team"]} != {""}, "is in the team of others")
                row.must(all(each in partners for each in rows if each["team"] == row["team"]), "is in another's team")
            else:
                row.must(row["team"] == "", "is in a team, in a league without them")
                seat = assigned[row["entry"]]
                row.must(len(rows) < len(assigned) or row["seat"] == seat, f"sits on {row['seat']}, not on {seat}")

    def check_scores(self, rows: Sequence[Row]) -> None:
        ranks = {entry: min(int(row["rank"]) for row in seats) for entry, seats in by_entry(rows).items()}
        if len(ranks) > 1 and rows[0]["score"]:
            sides = len(ranks)
            right = averaged([Fraction(120 * (sides - 1 - place), sides - 1) for place in range(sides)], ranks)
            for row in rows:
                score = right[row["entry"]]
                row.must(row.whole("score") == score, f"score is {row['score']}, by the ranks {score}")

    def check_ratings(self) -> None:
        for match, rows in self.matches.items():
            rated = {row["seat"]: row for row in self.ratings.get(match, [])}
            for row in rows:
                found = rated.pop(row["seat"], None)
                row.must((found is not None) == bool(row["pool_no"] and row["rated"] != "out"), "is rated, or is not")
                if found is None:
                    continue
                for column in ("pool", "pool_no", "player"):
                    found.must(found[column] == row[column], f"{column} is not that of the result")
                before = found.real("mu_before"), found.real("sigma_before")
                after = found.real("mu"), found.real("sigma")
                found.must(found.whole("games") > 0 or row["rated"] == "hold", "is the first, and counts for none")
                found.must(row["rated"] != "hold" or before == after, "moved, though it was held")
                found.must(row["rated"] != "gain" or after[0] >= before[0], "fell, though it could only gain")
            for extra in rated.values():
                extra.wrong("is of no seat of its match")
        self.check_careers()

    def check_careers(self) -> None:
        """Hold what a player had before a match against what they had after the one before it, if that is known."""
        careers: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
        for rows in sorted(self.ratings.values(), key=lambda rows: rows[0].whole("pool_no", 1)):
            rows[0].must(int(rows[0]["match"]) in self.matches, "is of no match")
            for row in rows:
                careers[row["pool"], row["player"]].append(row)
        for career in careers.values():
            for one, other in itertools.pairwise(career):
                more = other.whole("games") - one.whole("games")
                held = self.matches[int(other["match"])][int(other["seat"]) - 1]["rated"] == "hold"
                other.must(more >= (0 if held else 1), "has not more games than before")
                same = all(other[f"{each}_before"] == one[each] for each in ("mu", "sigma"))
                # With two games more, one of them was played outside the league.
                other.must(same or more > 1, "does not begin where the match before ended")

    # Fixtures.

    def check_fixtures(self) -> None:
        kind = self.league["kind"]
        for rows in self.fixtures.values():
            first = rows[0]
            over = first["status"] == "over"
            # A match that was struck after the next round had been made from it still says who went on.
            decides = kind.endswith("knockout") and first["status"] in ("over", "struck")
            for row in rows:
                for column in SHARED:
                    row.must(row[column] == first[column], f"{column} differs between the sides of a fixture")
                row.must(row.whole("entry") in self.entries, "is of no entry")
                given = over and row["why"] != "inactivity"
                row.must((row.maybe("points") is not None) == given, "has points if it is over, and only then")
                row.one_of("repeat", ("0", "1") if kind == "swiss" else ("",))
                row.one_of("challenger", ("0", "1") if kind == "ladder" else ("",))
                row.one_of("advances", ("", "0", "1") if decides else ("",))
            first.must(len({row["entry"] for row in rows}) == len(rows), "has an entry twice")
            first.must(len({row["advances"] == "" for row in rows}) == 1, "says of some sides only who advances")
            self.check_fixture(first, rows)
            if over and first["why"] != "inactivity":
                self.check_points(first, rows)

    def check_fixture(self, first: Row, rows: Sequence[Row]) -> None:
        kind, status = self.league["kind"], first["status"]
        first.must(1 <= first.whole("division") <= len(self.league["divisions"]), "is of no division")
        first.one_of("stage", STAGES[kind])
        first.whole("round", 1)
        first.whole("leg", 1)
        first.whole("board")
        first.maybe("match", 1)
        for column in ("planned_at", "started_at", "ended_at"):
            first.time(column)
        bye = first["seat"] == "0"
        first.must((len(rows) == 1) == bye and (first["board"] == "0") == bye, "is a bye, or is none")
        first.must(bye or 2 <= len(rows) <= self.league["sides"], "have as many sides")
        seats = [int(row["seat"]) for row in rows]
        first.must(bye or seats == list(range(1, len(rows) + 1)), f"has the seats {seats}")
        first.one_of("status", ("planned", "running", "over", "struck"))
        fell = {"inactivity"} if kind == "ladder" else set()
        whys = {"over": BYES | {"decision"} if bye else OVER | fell, "struck": {"withdrawal", "void"}}
        first.must(first["why"] in whys.get(status, {""}), f"is {status}, why {first['why']!r}")
        first.must(not self.closed or status in {"over", "struck"}, "is open, though the season is closed")
        if kind == "ladder":
            first.must(sorted(row["challenger"] for row in rows) == ["0", "1"], "has not one challenger")

    def places(self, sides: int) -> list[Fraction]:
        """Return the points of each place of a fixture of so many sides, in 120ths."""
        listed = self.league["place_points"]
        if listed is None:
            return [Fraction(120 * (sides - 1 - place), sides - 1) for place in range(sides)]
        return [Fraction(120 * (listed[place] if place < len(listed) else 0)) for place in range(sides)]

    def check_points(self, first: Row, rows: Sequence[Row]) -> None:
        why, places = first["why"], self.places(max(len(rows), 2))
        full = places[0]
        points = {row["entry"]: int(row["points"]) for row in rows}
        same = {"bye": full, "half_bye": full / 2, "zero_bye": Fraction(0)}
        if why == "unfinished":
            each = full / 2 if self.league["unfinished"] == "half" else Fraction(0)
            first.must(set(points.values()) == {each}, f"was not finished and gives {points}")
        elif why in same:
            first.must(set(points.values()) == {same[why]}, f"is a {why} and gives {points}")
        elif why == "forfeit":
            first.must(sum(points.values()) <= sum(places), f"gives {points}, more than there is")
            first.must(min(points.values()) >= 0 and max(points.values()) <= full, f"gives {points}")
        elif why in PLAYED:
            played = self.matches.get(int(first["match"] or 0), [])
            first.must(played != [] and played[0]["fixture"] == first["fixture"], "was played, but has no result")
            undecided = played[0]["why"] == "undecided"
            first.must((why == "agreed") == undecided, f"is over by {why}, and its match is {played[0]['why']!r}")
            ranks = {each: min(int(row["rank"]) for row in seats) for each, seats in by_entry(played).items()}
            right = averaged(places, {entry: ranks.get(entry, MISSING) for entry in points})
            for row in rows:
                computed = right[row["entry"]]
                row.must(points[row["entry"]] == computed, f"points are {row['points']}, by the result {computed}")

    def check_pairings(self) -> None:
        kind = self.league["kind"]
        rounds: Counter[tuple[str, str, str]] = Counter()
        meetings: Counter[frozenset[str]] = Counter()
        paired: set[frozenset[str]] = set()
        played: set[frozenset[str]] = set()
        in_order = sorted(self.fixtures.values(), key=lambda rows: (int(rows[0]["round"]), int(rows[0]["fixture"])))
        # What was decided or corrected since may not have been played when a later round was paired.
        decided = {row["fixture"] for row in self.decisions.values()}
        corrected = {str(match) for match, rows in self.matches.items() if any(row["revision"] != "0" for row in rows)}
        for rows in in_order:
            first = rows[0]
            pairs = {frozenset(pair) for pair in itertools.combinations([row["entry"] for row in rows], 2)}
            first.must(first["repeat"] != "1" or bool(pairs & paired), "repeats nothing")
            first.must(first["repeat"] != "0" or not pairs & played, "repeats what was played, and does not say so")
            paired |= pairs
            if first["status"] == "struck":
                continue
            meetings.update(pairs)
            if first["why"] in PLAYED and first["fixture"] not in decided and first["match"] not in corrected:
                played |= pairs
            if kind in {"swiss", "round-robin"}:
                for row in rows:
                    home = self.entries[int(row["entry"])]["division"]
                    row.must(row["division"] == home, "is played in another division")
                    rounds[row["entry"], row["round"], row["leg"]] += 1
                    row.must(rounds[row["entry"], row["round"], row["leg"]] == 1, "is the second one of its round")
            if kind == "round-robin" and self.league["sides"] == 2:
                first.must(all(meetings[pair] <= self.league["legs"] for pair in pairs), "is one leg too many")

    def check_decisions(self) -> None:
        decided = set()
        given: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for row in self.decisions.values():
            row.time("at", needed=True)
            row.must(row["fixture"] == "" or row.whole("fixture") in self.fixtures, "is about no fixture")
            about = row["entry"].split(";")
            row.must(
                about == [""] or all(each.isdecimal() and int(each) in self.entries for each in about),
                "is about no entry",
            )
            row.must(row["by"] == "" or row.whole("by") in self.players, "is by nobody")
            row.must(row["kind"] != "", "does not say what was decided")
            points = row["points"].split(";")
            good = points == [""] or (len(points) == len(about) and all(each.isdecimal() for each in points))
            row.must(good, f"points are {row['points']!r}")
            decided.add(row["fixture"])
            for entry, each in zip(about, points, strict=False):
                given[row["fixture"], entry].add(each)
        for rows in self.fixtures.values():
            if rows[0]["why"] == "decision":
                rows[0].must(rows[0]["fixture"] in decided, "was decided, but by no decision")
                for row in rows:
                    listed = given[row["fixture"], row["entry"]] - {""}
                    row.must(not listed or row["points"] in listed, f"points are {row['points']}, decided {listed}")

    # Standings.

    def over(self) -> Iterator[list[Row]]:
        """Give the fixtures that are over; that an entry fell is none."""
        return (
            rows for rows in self.fixtures.values() if rows[0]["status"] == "over" and rows[0]["why"] != "inactivity"
        )

    def check_standings(self) -> None:
        for rows in self.over():
            for row in rows:
                self.points[int(row["entry"])] += int(row["points"])
                self.played_by[int(row["entry"])].append(rows)
        every_one = self.league["kind"].endswith("knockout")
        present = {
            number
            for number, row in self.entries.items()
            if every_one or not row["left_at"] or number in self.played_by
        }
        for number, row in self.standings.items():
            row.must(number in present, "is no entry, or one that left before it played")
        for number in sorted(present - self.standings.keys()):
            self.entries[number].wrong("is not in standings.csv")
        counts = self.counts()
        for division in self.league["divisions"]:
            every = [n for n, row in sorted(self.entries.items()) if int(row["division"]) == division["number"]]
            members = [number for number in every if number in present]
            places, breaks = self.order(members, counts)
            for number in members:
                row = self.standings[number]
                row.must(row.whole("division") == division["number"], f"division is {row['division']}")
                self.compare(row, counts[number], places[number], breaks[number])
                best, worst = row.whole("min_place", 1), row.whole("max_place", 1)
                row.must(best <= worst <= len(every), f"possible places are {best} to {worst}")
                final = best == worst == places[number]
                row.must(final or not self.closed, "the possible places of a closed season are not the place")
                if not self.closed and self.league["kind"] in {"round-robin", "swiss"}:
                    self.check_possible(row, members)
            self.check_movement(division, every, members, places)

    def check_possible(self, row: Row, members: Sequence[int]) -> None:
        """Hold possible places against three ends that can come: nothing more, all won and all lost of what is open."""
        entry = int(row["entry"])
        still = [rows for rows in self.fixtures.values() if rows[0]["status"] in {"planned", "running"}]
        own = [rows for rows in still if any(int(side["entry"]) == entry for side in rows)]
        full = int(self.places(2)[0])
        paired = max((int(rows[0]["round"]) for rows in self.fixtures.values() if len(rows) > 1), default=0)
        still_there = self.league["kind"] == "swiss" and not self.entries[entry]["left_at"]
        coming = max((self.league["rounds"] or 0) - paired, 0) if still_there else 0
        lost = Counter({number: self.points[number] for number in members})
        for rows in own:  # One of the others is first.
            lost[next(int(side["entry"]) for side in rows if int(side["entry"]) != entry)] += full
        for points, mine in (
            (self.points, self.points[entry]),
            (self.points, self.points[entry] + full * (len(own) + coming)),
            (lost, self.points[entry]),
        ):
            others = [points[number] for number in members if number != entry]
            best, worst = 1 + sum(each > mine for each in others), 1 + sum(each >= mine for each in others)
            good = int(row["min_place"]) <= worst and best <= int(row["max_place"])
            row.must(good, f"a place from {best} to {worst} can come, and is said to be impossible")

    def counts(self) -> dict[int, Counter[str]]:
        found: dict[int, Counter[str]] = {number: Counter() for number in self.entries}
        for rows in self.over():
            best = max(int(row["points"]) for row in rows)
            firsts = [row["entry"] for row in rows if int(row["points"]) == best]
            for row in rows:
                count = found[int(row["entry"])]
                if row["seat"] == "0":
                    count["byes"] += 1
                    continue
                count["played"] += 1
                if row["why"] in MET:
                    first = row["entry"] in firsts
                    count["lost" if not first else "won" if len(firsts) == 1 else "level"] += 1
        return found

    def fixtures_of(self, number: int) -> Iterator[tuple[Row, list[Row]]]:
        """Give the fixtures of an entry that are over: its own side, and the others."""
        for rows in self.played_by.get(number, []):
            (own,) = (row for row in rows if int(row["entry"]) == number)
            yield own, [row for row in rows if row is not own]

    def pairs(self, number: int) -> Iterator[tuple[int, int]]:
        """Give each opponent of an entry, with 2, 1 or 0 for above, level or below."""
        for own, others in self.fixtures_of(number):
            for row in others if own["why"] in MET else []:
                mine, theirs = int(own["points"]), int(row["points"])
                yield int(row["entry"]), 2 if mine > theirs else 1 if mine == theirs else 0

    def own_breaks(self, number: int, count: Counter[str]) -> dict[str, Any]:
        """Return the tie-breaks that an entry has, no matter who is level with it; None where one is empty."""
        terms = []
        for own, others in self.fixtures_of(number):
            if others == [] or own["why"] in {"forfeit", "unfinished"}:
                terms.append(self.points[number] * 60)
            else:
                terms.append(sum(self.points[int(row["entry"])] for row in others) * 60 // len(others))
        seed = self.entries[number]["seed_mu"]
        return {
            "sonneborn_berger": sum(pair * self.points[other] for other, pair in self.pairs(number)),
            "buchholz": sum(terms),
            "buchholz_cut1": sum(terms) - min(terms, default=0),
            "wins": count["won"],
            "seed": float(seed) if seed else None,
            "lot": self.lot("lot", number) if self.league["secret"] else None,
        }

    def order(
        self, members: list[int], counts: Mapping[int, Counter[str]]
    ) -> tuple[dict[int, int], dict[int, list[Any]]]:
        """Return the place of each entry, and its tie-breaks in the league's order."""
        if self.league["kind"] == "ladder":
            return self.ladder(members), {number: [] for number in members}
        if self.league["kind"].endswith("knockout"):
            return self.knockout(members), {number: [] for number in members}
        breaks: dict[int, dict[str, Any]] = {number: self.own_breaks(number, counts[number]) for number in members}
        groups = split(members, lambda number: -self.points[number])
        for name in self.league["tiebreaks"]:
            if name == "direct":
                for group in groups:
                    for number, value in self.direct(group).items():
                        breaks[number]["direct"] = value
            keys = {number: rank(name, breaks[number][name]) for number in members}
            groups = [part for group in groups for part in split(group, keys.__getitem__)]
        above = itertools.accumulate(map(len, groups), initial=0)
        places = {number: 1 + before for before, group in zip(above, groups, strict=False) for number in group}
        return places, {number: [breaks[number][name] for name in self.league["tiebreaks"]] for number in members}

    def direct(self, group: list[int]) -> dict[int, int | None]:
        met: Counter[tuple[int, int]] = Counter()
        sums: Counter[int] = Counter()
        for number in group:
            for other, pair in self.pairs(number):
                if other in group:
                    met[number, other] += 1
                    sums[number] += pair
        often = {met[each] for each in itertools.permutations(group, 2)}
        return {number: sums[number] if len(often) == 1 and 0 not in often else None for number in group}

    def knockout(self, members: list[int]) -> dict[int, int]:
        every = itertools.chain.from_iterable(self.fixtures.values())
        said = [(int(row["round"]), int(row["leg"]), row) for row in every if row["advances"]]
        decided = [each for each in said if each[2]["stage"] != "third"]
        third = {int(row["entry"]) for _, _, row in said if row["stage"] == "third" and row["advances"] == "1"}
        lost = Counter(int(row["entry"]) for _, _, row in decided if row["advances"] == "0")
        last = {int(row["entry"]): row for _, _, row in sorted(decided, key=lambda each: each[:2])}
        out = dict.fromkeys(members, NEVER)
        for number in members:
            row = last.get(number)
            if row is None or row["advances"] == "1" or row["stage"] == "winners":
                continue
            # A final is played again where that is agreed and who lost it had lost nothing before: one more round.
            again = row["stage"] == "final" and lost[number] == 1 and int(row["round"]) < self.league["rounds"]
            # Of those who lost a semi-final one may have won the third place: half a round before the other.
            out[number] = NEVER if again else 2 * int(row["round"]) + (number in third)
        return {number: 1 + sum(out[other] > out[number] for other in members) for number in members}

    def ladder(self, members: list[int]) -> dict[int, int]:
        seeds = {number: int(row["seed"] or 0) or NEVER for number, row in self.entries.items()}
        ranked = sorted(self.entries, key=lambda number: (seeds[number], number))
        over = (rows for rows in self.fixtures.values() if rows[0]["status"] == "over")
        for rows in sorted(over, key=lambda rows: when(rows[0])):
            up, held = sorted(rows, key=lambda row: row["challenger"], reverse=True)
            challenger, loser = int(up["entry"]), int(held["entry"])
            won = up["why"] == "inactivity" or (up["why"] in MET and int(up["points"]) > int(held["points"]))
            if won and ranked.index(challenger) > ranked.index(loser):
                ranked.remove(challenger)
                ranked.insert(ranked.index(loser), challenger)
        return {number: place for place, number in enumerate([each for each in ranked if each in members], 1)}

    def compare(self, row: Row, count: Counter[str], place: int, breaks: Sequence[Any]) -> None:
        right: dict[str, Any] = {column: count[column] for column in ("played", "won", "level", "lost", "byes")}
        right |= {"place": place, "points": self.points[int(row["entry"])]}
        right |= {f"tb{column}": breaks[column - 1] if column <= len(breaks) else None for column in range(1, 7)}
        for column, value in right.items():
            text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
            row.must(row[column] == text, f"{column} is {row[column]!r}, computed {text!r}")

    def check_movement(
        self, division: Mapping[str, Any], every: list[int], members: list[int], places: Mapping[int, int]
    ) -> None:
        right = dict.fromkeys(members, "stay" if self.closed else "")
        if self.closed:
            left = [number for number in every if self.entries[number]["left_at"]]
            staying = sorted((number for number in members if number not in left), key=lambda n: places[n])
            down = max(division["down"] - len(left), 0)
            right |= dict.fromkeys(staying[max(len(staying) - down, 0) :], "down")
            right |= dict.fromkeys(staying[: division["up"]], "up")
            right |= {number: "out" for number in members if number in left}
        for number in members:
            row = self.standings[number]
            row.must(row["movement"] == right[number], f"movement is {row['movement']!r}, computed {right[number]!r}")


def rank(name: str, value: Any) -> tuple[bool, Any]:
    """Return a key that puts the better value of a tie-break first; where it is empty, last, and nobody is split."""
    if value is None:
        return True, 0
    return False, value if name == "lot" else -value


def check(data: bytes) -> Season:
    """Raise DifferenceError for the first thing in a ZIP that does not follow from the rest."""
    season = Season(data)
    season.check()
    return season


def main(arguments: Sequence[str]) -> int:
    """Check the ZIP that is named and return the status of the process."""
    try:
        season = check(Path(arguments[0]).read_bytes())
    except DifferenceError as found:
        sys.stdout.write(f"{found}\n")
        return 1
    counts = f"{len(season.standings)} entries, {len(season.fixtures)} fixtures, {len(season.matches)} matches"
    sys.stdout.write(f"{counts}: all agrees\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
