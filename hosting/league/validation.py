"""Checks whether a league can be played as planned, and computes its costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any

from engine.errors import ArenaError
from engine.game import Game, GameInfo, Mode, Setup, chosen_options
from engine.text import Quote, Text, say, say_n, shortened
from hosting.clock import zone_of
from hosting.errors import HostingError
from hosting.league.pairing import formats, round_robin
from hosting.league.pairing.divisions import usual_sizes
from hosting.league.pairing.formats import BOUNDS
from hosting.league.pairing.knockout import length
from hosting.league.pairing.swiss import most_rounds
from hosting.league.terms import MOST_TIE_BREAKS, LadderTerms, LeagueTerms
from store.league.seasons import POINT, Kind
from store.tables.people import tame

LONGEST_NAME = 60
_BLANK = frozenset(" \u200d\u115f\u1160\u3164\uffa0\u2800")
"""Invisible characters."""
MOST_AT_ONCE = 20
"""Matches that an entry plays at a time, at most."""
LONGEST_ROUND = 90
LONGEST_GRACE = 30
"""Days."""
_TABLES = ("round-robin", "swiss", "knockout")
"""The formats that tables of 3 to 6 have."""
SCORED: tuple[Kind, ...] = ("round-robin", "swiss")
"""The formats in which points make the table."""
OVERLAPPING: tuple[Kind, ...] = ("round-robin", "ladder")
"""The formats in which an entry may have several matches at a time; in others each round waits for the one before."""
_LEGS = {"round-robin": (1, 2), "knockout": (1, 2, 3, 4, 5), "double-knockout": (1, 2, 3, 4, 5)}
_DIVISION = 4, 20
_MOST_ENTRIES = 1000
"""Of a round robin in divisions."""
_MOST_ROUNDS = 30
_MOST_POINTS = 1000
"""For a place, so that the points of a season are numbers of any database."""
_RUNGS = {"reach": (1, 1000), "protection": (0, 90), "refusals": (0, 100), "inactivity": (1, 365)}
"""Bounds of a ladder's terms."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The extent of a season with so many entries, if nobody leaves and organisers decide nothing.

    Attributes:
        divisions: How many.
        rounds: How many at most; 0 where there are none.
        matches: How many at most; None where that isn't known before.
        fewest: How many matches at least: fewer where ties may end sooner.
        at_once: How many matches can go on at a time.
        channels: How many threads or channels these need.
        days: Length of a season of rounds with days if all matches end in time; None where no days are given.
        row: How many matches follow one another at least.
        each: How many matches a player has at least.
        room: How many matches the server takes at a time.
        meetings: How often any two meet at least and at most in a round robin at tables of three and more; None where
            that isn't known before, and elsewhere.
    """

    entries: int
    divisions: int
    rounds: int
    matches: int | None
    fewest: int | None
    at_once: int
    channels: int
    days: int | None
    row: int
    each: int
    room: int
    meetings: tuple[int, int] | None = None


CHANNELS = 5
"""Channels of a silent match, its category among them."""
SILENT_AT_ONCE = 80
"""Silent matches of leagues that fit into a server at a time: it has 500 channels, and others need some, too."""
DAY = timedelta(days=1)
TURNS = 20
"""Turns of each side in the preview's estimate of a match."""
SHORTEST = timedelta(days=1)
"""The shortest time of a match, or the time of a single turn if that is less."""


def check_name(name: str) -> str:
    """Return a name on one line, without invisible characters. Raises HostingError (`bad-league-name`)."""
    name = tame(name)
    if not {*name} - _BLANK or len(name) > LONGEST_NAME:
        raise HostingError(
            say_n(
                "Choose a name of 1 to {count} character.", "Choose a name of 1 to {count} characters.", LONGEST_NAME
            ),
            code="bad-league-name",
        )
    return name


def _bad_league_terms(why: Text) -> HostingError:
    return HostingError(why, code="bad-league-terms")


def check_terms(terms: LeagueTerms, game: Game[Any, Any, Any], now: datetime) -> None:
    """Raise HostingError (`bad-league-terms`) if a league could never be played like that; its text says why."""
    for why in _faults(terms, game, now):
        raise _bad_league_terms(why)


def mode_for(terms: LeagueTerms, info: GameInfo, sides: int) -> Mode | None:
    """Return the mode for so many sides: the league's, or one of a smaller table; None if there is none."""
    full = info.mode(terms.mode)
    if sides == terms.sides:
        return full
    if terms.teams:
        return None
    return next((mode for mode in info.modes if mode.seats == sides and not mode.teams), None)


def can_draw(terms: LeagueTerms, info: GameInfo) -> bool:
    """Return whether a match can end level: by the rules, by agreement, or at a table of three or more."""
    return info.draws or terms.match.agreed_ends or terms.sides > 2


def smaller_tables(terms: LeagueTerms, info: GameInfo) -> tuple[int, ...]:
    """Return the sizes of tables, from three, below a full one at which each player can play alone."""
    if terms.teams or terms.sides == 2:
        return ()
    return tuple(sorted({mode.seats for mode in info.modes if not mode.teams and 1 < mode.seats < terms.sides}))


def division_sizes(terms: LeagueTerms, count: int) -> tuple[int, ...]:
    if terms.kind != "round-robin" or terms.division_size is None or count <= terms.division_size:
        return (count,)
    return usual_sizes(count, terms.division_size, BOUNDS[terms.kind][0])


def costs(terms: LeagueTerms, info: GameInfo, count: int, most: int) -> Costs:
    """Return the extent of a season with `count` entries; `most` is how many matches the server takes at a time."""
    sizes = division_sizes(terms, count)
    tables = smaller_tables(terms, info)
    dealt = [formats.dealt(terms, size, tables) for size in sizes]
    mode = info.mode(terms.mode)
    silent = mode is not None and mode.silent
    room = min(most, SILENT_AT_ONCE) if silent else most
    low, high = _fewest(terms), _most(terms, info)
    every = sum(len(tables) for rounds in dealt for tables in rounds)
    most_rounds = max(map(len, dealt))
    at_once = min(room, _together(terms, sizes, dealt))
    again = low if terms.kind == "double-knockout" and terms.reset else 0
    each = max(
        (-(-sum(map(sum, rounds)) // size) for rounds, size in zip(dealt, sizes, strict=True) if size), default=0
    )
    if terms.kind == "round-robin":
        row = max(-(-each // terms.cap), -(-every // max(1, room)))
    else:  # each round waits for the one before, and in a tie each match for the one before
        row = sum(low * -(-len(tables) // max(1, room)) for rounds in dealt for tables in rounds) - again
    return Costs(
        entries=count,
        divisions=len(sizes),
        rounds=most_rounds,
        matches=None if terms.kind == "ladder" else every * high,
        fewest=None if terms.kind == "ladder" else every * low - again,
        at_once=at_once,
        channels=at_once * (CHANNELS if silent else 1),
        days=None if terms.round_days is None else terms.round_days * most_rounds,
        row=row,
        each=each,
        room=room,
        meetings=_meetings(terms, sizes, tables),
    )


def _meetings(terms: LeagueTerms, sizes: Sequence[int], tables: tuple[int, ...]) -> tuple[int, int] | None:
    if terms.kind != "round-robin" or terms.sides == 2:
        return None
    of_tables = (terms.sides, *tables)
    found = [round_robin.evenness(size, of_tables, formats.rounds(terms, size, tables)) for size in sizes]
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return None
    return min(each.least for each in known), max(each.most for each in known)


def _fewest(terms: LeagueTerms) -> int:
    knockout = terms.kind in ("knockout", "double-knockout")
    return length(terms, draws=False)[0] if knockout and terms.sides == 2 else terms.legs if knockout else 1


def _most(terms: LeagueTerms, info: GameInfo) -> int:
    knockout = terms.kind in ("knockout", "double-knockout") and terms.sides == 2
    return length(terms, draws=can_draw(terms, info))[1] if knockout else _fewest(terms)


def _together(terms: LeagueTerms, sizes: Sequence[int], dealt: Sequence[Sequence[Sequence[int]]]) -> int:
    match terms.kind:
        case "ladder":  # everybody may challenge one but the first, and be challenged by one
            return min(sizes[0] * terms.cap // 2, max(0, sizes[0] - 1))
        case "round-robin":  # rounds may overlap as far as each plays no more than the cap
            return sum(
                _seated(size * terms.cap, sorted(table for tables in rounds for table in tables))
                for size, rounds in zip(sizes, dealt, strict=True)
            )
        case _:
            return max((len(tables) for rounds in dealt for tables in rounds), default=0)


def _seated(seats: int, tables: Iterable[int]) -> int:
    return sum(total <= seats for total in accumulate(tables))


def slowest(terms: LeagueTerms) -> timedelta | None:
    """Return the longest time of a match of `TURNS` turns each if all use all of their time; None without a clock.

    Games have no most number of turns, so this is no bound for every match. Time for which clocks are stopped, as in
    vacations, isn't included.
    """
    clock = terms.match.clock
    if clock is None:
        return None
    side = clock.per_turn * TURNS if clock.kind == "turn" else clock.start + clock.gain * (TURNS - 1)
    return side * terms.sides


def check_fits(terms: LeagueTerms, costs_most: Costs, start: datetime) -> None:
    """Check that a season can be played before its end, by any players and at any speed."""
    if terms.ends_at is None or terms.match.clock is None:
        return
    start = terms.beginning(start)
    has = terms.span(start, terms.ends_at)
    if terms.ends_at <= start:
        raise _bad_league_terms(
            say("This season's last day has passed: call it off, and create it again with other dates.")
        )
    if costs_most.days is not None and terms.later(start, costs_most.days) > terms.ends_at:
        raise _bad_league_terms(
            say(
                "This doesn't fit: {entries} entries play {rounds} rounds of {days}, {need} in all, but the "
                "season has only {has}. Let it end later, make rounds shorter, or let fewer join.",
                entries=costs_most.entries,
                rounds=costs_most.rounds,
                days=timedelta(days=costs_most.days // costs_most.rounds),
                need=timedelta(days=costs_most.days),
                has=has,
            )
        )
    need = costs_most.row * min(SHORTEST, terms.match.clock.first)
    if need > has:
        raise _bad_league_terms(
            _too_long(terms, costs_most).using(
                entries=costs_most.entries,
                rounds=costs_most.rounds,
                legs=terms.legs,
                each=costs_most.each,
                cap=terms.cap,
                fewest=costs_most.fewest or 0,
                room=costs_most.room,
                row=costs_most.row,
                need=need,
                has=has,
            )
        )


def _too_long(terms: LeagueTerms, costs_most: Costs) -> Text:
    if terms.kind == "round-robin" and costs_most.row == -(-costs_most.each // terms.cap):
        return _BY_CAP
    if terms.kind == "round-robin" or costs_most.row > costs_most.rounds * _fewest(terms):
        return _BY_ROOM
    return _BY_LEGS if _fewest(terms) > 1 else _BY_ROUNDS


_BY_CAP = say(
    "This doesn't fit: with {entries} entries, each plays {each} matches, {cap} at a time, so {row} one after "
    "the other. That takes at least {need}, but the season has only {has}. Let it end later, let each play "
    "more at a time, or let fewer join."
)
_BY_ROOM = say(
    "This doesn't fit: with {entries} entries there are {fewest} matches, and this server runs {room} at a "
    "time, so {row} follow one another. That takes at least {need}, but the season has only {has}. Let it end "
    "later, or let fewer join."
)
_BY_LEGS = say(
    "This doesn't fit: {entries} entries play {rounds} rounds of best-of-{legs} ties, so {row} matches follow "
    "one another. That takes at least {need}, but the season has only {has}. Let it end later, play fewer "
    "matches per tie, or let fewer join."
)
_BY_ROUNDS = say(
    "This doesn't fit: {entries} entries play {row} rounds, one after the other. That takes at least {need}, "
    "but the season has only {has}. Let it end later, or let fewer join."
)


def _faults(terms: LeagueTerms, game: Game[Any, Any, Any], now: datetime) -> Iterator[Text]:
    yield from _of_game(terms, game)
    yield from _of_match(terms)
    yield from _of_format(terms, game.info)
    yield from _of_points(terms)
    yield from _of_dates(terms, now)
    yield from _of_latecomers(terms, game.info)


def _of_game(terms: LeagueTerms, game: Game[Any, Any, Any]) -> Iterator[Text]:
    info = game.info
    mode = info.mode(terms.mode)
    if mode is None or mode.alone:
        yield say("A league needs a mode of {game} in which players compete.", game=info.name)
        return
    try:
        chosen_options(info, terms.mode, dict(terms.options))
    except ArenaError as error:
        yield error.text
    if terms.teams and not (len(mode.teams) == 2 and all(len(team) == 2 for team in mode.teams)):
        yield say("Teams of two need a mode of {game} in which two teams of two play.", game=info.name)
    if not terms.teams and mode.teams:
        yield say("This mode of {game} is for teams, so the league has to be for teams too.", game=info.name)
    if terms.sides != (2 if terms.teams else mode.seats) or not 2 <= terms.sides <= 6:
        yield say("This league's tables need as many sides as the game has.")
    setup = Setup(terms.mode, terms.options, info.data_version)
    if game.loadout_seats(setup):
        yield say(
            "This mode of {game} starts with private choices, so a league can't start its matches.",
            game=info.name,
        )


def _of_match(terms: LeagueTerms) -> Iterator[Text]:
    if terms.match.clock is None:
        yield say("Without a clock, the league's matches might never end: choose one, e.g. 3d.")
    if terms.match.timeout == "notice":
        yield say("In a league, a player who runs out of time can't simply play on: choose what happens then.")
    if terms.match.league is not None:
        yield say("What players can agree on is set for the whole league.")


_THIRD = 4
"""Entries of which two lose a semi-final, at least."""


def _of_format(terms: LeagueTerms, info: GameInfo) -> Iterator[Text]:
    most = BOUNDS[terms.kind][1]
    if terms.sides > 2 and terms.kind not in _TABLES:
        yield say(
            "Tables of three to six can play a round robin, a Swiss or a knock-out: choose one of these, or "
            "tables of two."
        )
    legs = _LEGS.get(terms.kind, (1,))
    if terms.legs not in legs:
        yield say("Choose how often any two entries meet: {low} to {high} times.", low=legs[0], high=legs[-1])
    if terms.kind == "round-robin":
        yield from _of_divisions(terms, info)
    elif terms.most > most or terms.division_size is not None or terms.up:
        yield say("This format has one table with at most {most} entries: let fewer join.", most=most)
    if not 1 <= terms.cap <= MOST_AT_ONCE:
        yield say("Choose how many matches each entry plays at a time: 1 to {most}.", most=MOST_AT_ONCE)
    if terms.third and (terms.kind != "knockout" or terms.sides > 2):
        yield say("Only a single knock-out with two sides per match can have a match for third place: leave this out.")
    elif terms.third and terms.most < _THIRD:
        yield say(
            "A match for third place needs at least {fewest} entries: let more join, or leave it out.", fewest=_THIRD
        )
    # Before rounds, what is said of which is how many could be played if enough joined.
    least = formats.fewest(replace(terms, rounds=None), smaller_tables(terms, info))
    if not least <= terms.most:
        yield say("This format needs at least {fewest} entries: let that many join.", fewest=least)
    yield from _of_rounds(terms)
    if (terms.ladder is not None) != (terms.kind == "ladder"):
        yield say("A ladder needs terms for challenges, and only a ladder has them.")
    if terms.ladder is not None:
        yield from _of_ladder(terms, terms.ladder)
    going = terms.sides - 1 if terms.kind == "knockout" and terms.sides > 2 else 1
    if not 1 <= terms.advance <= going:
        yield (
            say("Choose how many from each table of {sides} go through: 1 to {most}.", most=going, sides=terms.sides)
            if going > 1
            else say("Only in a knock-out can more than one from a table go through: use 1.")
        )


def _of_rounds(terms: LeagueTerms) -> Iterator[Text]:
    if terms.rounds is not None and (terms.kind != "swiss" or not 1 <= terms.rounds <= _MOST_ROUNDS):
        yield say(
            "Choose 1 to {most} rounds for a Swiss, or leave the number out; other formats set it themselves.",
            most=_MOST_ROUNDS,
        )
    elif terms.rounds is not None and terms.rounds > (high := most_rounds(terms.most, terms.sides)):
        yield say(
            "{rounds} rounds are too many for {most} entries at tables of {sides}, because the same opponents "
            "would meet again: play {high} at most, or let at least {fewest} join.",
            rounds=terms.rounds,
            most=terms.most,
            sides=terms.sides,
            high=high,
            fewest=terms.rounds | 1 if terms.sides == 2 else terms.rounds * (terms.sides - 1) + 1,
        )
    if terms.round_days is None:
        return
    if not 1 <= terms.round_days <= LONGEST_ROUND:
        yield say("Choose 1 to {most} days for a round, or leave them out.", most=LONGEST_ROUND)
    if terms.kind == "ladder":
        yield say("A ladder isn't divided into rounds: leave out the days per round.")
    elif terms.match.clock is not None:
        need = _fewest(terms) * min(SHORTEST, terms.match.clock.first)
        if need > timedelta(days=terms.round_days):
            yield say(
                "A best of {legs} takes at least {need}, one match after the other, but a round only has "
                "{days}: use at least {least} days per round, or play fewer matches per tie.",
                legs=terms.legs,
                need=need,
                days=timedelta(days=terms.round_days),
                least=-(-need // DAY),
            )


def _of_divisions(terms: LeagueTerms, info: GameInfo) -> Iterator[Text]:
    (low, high), most = _DIVISION, BOUNDS[terms.kind][1]
    low = max(low, min((terms.sides, *smaller_tables(terms, info))))
    if terms.division_size is not None and not low <= terms.division_size <= high:
        yield say(
            "Choose {low} to {high} entries per division, or leave that out to have one division.", low=low, high=high
        )
    if terms.up and terms.division_size is None:
        yield say("With one division, nobody can be promoted: set the size of divisions, or promote nobody.")
    elif terms.up and terms.division_size is not None and not 0 < 2 * terms.up < terms.division_size:
        yield say("That's too many: each division has to keep at least one entry, so promote fewer.")
    elif terms.up and terms.division_size is not None and terms.most <= terms.division_size:
        yield say(
            "{most} entries fit in one division of {size}, so nobody could be promoted: choose a smaller size, "
            "let more join, or promote nobody.",
            most=terms.most,
            size=terms.division_size,
        )
    if terms.division_size is None and terms.most > most:
        yield say("A division has at most {most} entries: set the size of divisions, or let fewer join.", most=most)
    if terms.most > _MOST_ENTRIES:
        yield say("A league has at most {most} entries: let fewer join.", most=_MOST_ENTRIES)


def _of_ladder(terms: LeagueTerms, ladder: LadderTerms) -> Iterator[Text]:
    for name, (low, high) in _RUNGS.items():
        number = getattr(ladder, name)
        if number is not None and not low <= number <= high:
            yield _NO_RUNG[name].using(low=low, high=high)
    if ladder.inactivity is not None and ladder.protection >= ladder.inactivity:
        yield say(
            "Players can't be challenged for {protection} days after a match, but drop after {days} days "
            "without one: use 0 to {high} days safe from challenges, or more idle days before a player drops.",
            protection=ladder.protection,
            days=ladder.inactivity,
            high=ladder.inactivity - 1,
        )
    if terms.starts_at is not None and terms.ends_at is not None:
        days = terms.span(terms.starts_at, terms.ends_at) // DAY
        if ladder.protection >= max(1, days):
            yield say(
                "Players can't be challenged for {protection} days after a match, but the season only "
                "lasts {days}: use 0 to {high} days safe from challenges, or a later last day.",
                protection=ladder.protection,
                days=timedelta(days=days),
                high=days - 1,
            )


_NO_RUNG = {
    "reach": say("Choose how many places up players can challenge: {low} to {high}."),
    "protection": say("Choose how long an entry that has just played is safe from challenges: {low} to {high} days."),
    "refusals": say("Choose how many challenges in a row can be refused: {low} to {high}."),
    "inactivity": say("Choose after how many idle days an entry drops: {low} to {high}, or leave that out."),
}


def _of_points(terms: LeagueTerms) -> Iterator[Text]:
    yield from _of_places(terms)
    if terms.kind not in SCORED:
        return
    if (
        len(terms.tiebreaks) > MOST_TIE_BREAKS
        or terms.tiebreaks[-1:] != ("lot",)
        or len(set(terms.tiebreaks)) != len(terms.tiebreaks)
    ):
        yield say("Name at most {most} tie-breaks, each once, ending with `lot`.", most=MOST_TIE_BREAKS)
    alike = [each for each in terms.tiebreaks if each.startswith("buchholz")]
    if alike and terms.kind == "round-robin" and terms.sides == 2:
        yield say(
            "{tiebreak} decides nothing in a round robin, because tied entries have played the same opponents: "
            "leave it out.",
            tiebreak=f"`{alike[0]}`",
        )


def _of_places(terms: LeagueTerms) -> Iterator[Text]:
    points = terms.place_points
    if points is None:
        return
    if terms.sides == 2 and terms.kind not in SCORED:
        yield say("Points by place have no effect in this format: leave them out.")
    elif len(points) > terms.sides or list(points) != sorted(points, reverse=True) or min(points, default=-1) < 0:
        yield say(
            "Give points by place from highest to lowest, {most} at most, like {like}.",
            most=terms.sides,
            like=_like(terms.sides),
        )
    elif not 0 < points[0] <= _MOST_POINTS:
        yield say("First place can be worth 1 to {most} points.", most=_MOST_POINTS)
    elif len(points) == terms.sides and points[-1] == points[0]:
        yield say(
            "With {points} as the points by place, losing is as good as winning: give last place fewer than "
            "first, like {like}.",
            points=",".join(map(str, points)),
            like=_like(terms.sides),
        )


def _like(sides: int) -> str:
    """Return points by place as a player would type them."""
    return ",".join(map(str, reversed(range(sides))))


def _of_latecomers(terms: LeagueTerms, info: GameInfo) -> Iterator[Text]:
    sizes = division_sizes(terms, terms.most) if terms.kind in SCORED else ()
    most_rounds = max((formats.rounds(terms, size, smaller_tables(terms, info)) for size in sizes), default=0)
    if terms.kind == "ladder" and terms.late_rounds not in (0, 1):
        yield say("A ladder counts as one round: use 1 if players can join mid-season, otherwise 0.")
    elif terms.kind != "ladder" and terms.late_rounds and (terms.kind not in SCORED or _is_planned(terms)):
        yield say("Nobody can join this format once it has started: use 0 as the last round to join in.")
    elif terms.kind in SCORED and not 0 <= terms.late_rounds <= most_rounds:
        yield say(
            "There's no round {round} to join in: with {most} entries there are {rounds}, so use 0 to {rounds} "
            "(0 means before the start).",
            round=terms.late_rounds,
            most=terms.most,
            rounds=most_rounds,
        )
    if terms.late_points not in (0, POINT // 2):
        yield say("Latecomers get nothing or half a point for each round they missed.")
    elif terms.late_points and not (terms.kind == "swiss" and terms.late_rounds):
        yield say(
            "With these terms, nobody can join late and miss rounds: give nothing for missed rounds, or in a "
            "Swiss set the last round to join in."
        )
    if terms.kind == "swiss" and not 0 <= terms.half_byes < most_rounds:
        yield say(
            "Nobody can sit out {byes} rounds for half a point: with {most} entries there are {rounds}, and at "
            "least one has to be played, so use 0 to {high}.",
            byes=terms.half_byes,
            most=terms.most,
            rounds=most_rounds,
            high=most_rounds - 1,
        )


def _is_planned(terms: LeagueTerms) -> bool:
    """Return whether all tables are planned at the start, so that late entries find no place."""
    return terms.kind == "round-robin" and terms.sides > 2


def _of_dates(terms: LeagueTerms, now: datetime) -> Iterator[Text]:
    start, end = terms.starts_at, terms.ends_at
    if zone_of(terms.zone).key != terms.zone:
        yield say("There's no time zone {zone}: use one like Europe/Paris.", zone=Quote(shortened(terms.zone)))
    if start is not None and start <= now:
        yield say("The start is in the past: choose a later day.")
    if end is not None and end <= (now if start is None else start):
        yield say("The season would end before it starts: choose a later last day.")
    if not 0 <= terms.grace_days <= LONGEST_GRACE:
        yield say("Organisers can have 0 to {most} days to decide after the end.", most=LONGEST_GRACE)
    elif terms.unfinished == "adjudicate" and not terms.grace_days:
        yield say(
            "Organisers need time to decide: use 1 to {most} days, or choose another rule for unfinished matches.",
            most=LONGEST_GRACE,
        )
