"""Knock-outs as brackets: each tie with its sides, its state and what feeds it; names of rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine import registry
from engine.text import Text, say
from hosting.league.model import SeasonState, SeasonView
from hosting.league.pairing import knockout
from hosting.league.pairing.formats import rounds
from hosting.league.pairing.knockout import From
from hosting.league.pairing.values import PairingSeason
from hosting.league.terms import LeagueTerms
from hosting.league.validation import smaller_tables
from store.league.seasons import Entry, Fixture, Stage

Place: TypeAlias = knockout.Place
"""A tie by its round and board."""
Status: TypeAlias = Literal["later", "due", "running", "over"]
"""State of a tie: its entries aren't all known, or it isn't paired yet; to be played; being played; decided."""


@dataclass(frozen=True, slots=True)
class TieSide:
    """A side of a tie.

    Attributes:
        entry: None while it isn't known.
        feeds: The tie it comes from; None for entries that begin here, and at tables, which are dealt anew.
        won: Whether the winner of that tie comes here; else the loser.
        points: In 120ths, over all matches of the tie; None before one is over.
        on: Whether it goes on; None while that is open.
        forfeit: Whether it lost the latest match by forfeit.
    """

    entry: int | None
    feeds: Place | None = None
    won: bool = True
    points: int | None = None
    on: bool | None = None
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    """A place in a bracket where entries meet; a bye has one side.

    Attributes:
        round: From 1, through both brackets.
        board: From 1 within the round; byes at tables come after its tables.
        boards: How many boards the round has, also those that stay empty.
    """

    stage: Stage
    round: int
    board: int
    boards: int
    sides: tuple[TieSide, ...]
    status: Status

    @property
    def place(self) -> Place:
        return self.round, self.board


def is_knockout(terms: LeagueTerms) -> bool:
    """Return whether a league is played as a bracket."""
    return terms.kind in ("knockout", "double-knockout")


def bracket_of(view: SeasonView, division: int) -> tuple[BracketTie, ...]:
    """Return the ties of a knock-out by round and board, also those to come; none before the season starts.

    With 1,024 entries this takes some 20 ms of the processor.
    """
    if view.season.started_at is None:
        return ()
    season = PairingSeason(
        terms=view.terms,
        entries=view.entries,
        fixtures=view.fixtures,
        lot=view.lots,
        tables=smaller_tables(view.terms, registry.get(view.terms.game).info),
        ended_at=view.season.ended_at,
    )
    return bracket(season, division)


def bracket(season: PairingSeason, division: int) -> tuple[BracketTie, ...]:
    """Return the ties of a division of a knock-out by round and board; those that are never played are left out."""
    return tuple(_tables(season, division) if season.terms.sides > 2 else _ties(season, division))


def _ties(season: PairingSeason, division: int) -> Iterator[BracketTie]:
    found = knockout.meetings(season, division)
    boards = Counter((each.tie.stage, each.tie.round) for each in found)
    for each in found:
        present = [
            (entry, source)
            for entry, source in zip(each.sides, each.tie.sources, strict=True)
            if entry is None or entry
        ]
        if not present:
            continue
        decided = each.outcome.known
        sides = tuple(
            TieSide(
                entry=entry,
                feeds=(source.round, source.board) if isinstance(source, From) else None,
                won=source.won if isinstance(source, From) else True,
                points=_points(each.matches, entry),
                on=entry == each.outcome.winner if decided and entry is not None else None,
                forfeit=_forfeited(each.matches, entry),
            )
            for entry, source in present
        )
        stage, number = each.tie.stage, each.tie.round
        status = _status(each.matches, decided=decided)
        yield BracketTie(stage, number, each.tie.board, boards[stage, number], sides, status)


def _tables(season: PairingSeason, division: int) -> Iterator[BracketTie]:
    found = knockout.group_tables(season, division)
    boards, numbers = Counter(each.round for each in found), Counter[int]()
    for each in found:
        numbers[each.round] += 1
        sides = tuple(
            TieSide(
                entry=entry,
                points=_points(each.matches, entry),
                on=None if each.going is None or entry is None else entry in each.going,
                forfeit=_forfeited(each.matches, entry),
            )
            for entry in each.sides
        )
        status = _status(each.matches, decided=each.going is not None)
        yield BracketTie("main", each.round, numbers[each.round], boards[each.round], sides, status)


def _status(matches: Sequence[Fixture], *, decided: bool) -> Status:
    if decided:
        return "over"
    if any(each.status == "running" for each in matches):
        return "running"
    return "due" if matches else "later"


def _points(matches: Sequence[Fixture], entry: int | None) -> int | None:
    found = [side.points for each in matches if each.status == "over" for side in each.sides if side.entry == entry]
    known = [each for each in found if each is not None]
    return sum(known) if known else None


def _forfeited(matches: Sequence[Fixture], entry: int | None) -> bool:
    over = [each for each in matches if each.status == "over"]
    if not over or over[-1].why != "forfeit":
        return False
    most = max((side.points or 0 for side in over[-1].sides), default=0)
    return any(side.entry == entry and (not most or (side.points or 0) < most) for side in over[-1].sides)


def begun_with(entries: Sequence[Entry], division: int) -> int:
    """Return how many entries a division had at the start."""
    return sum(each.division == division and each.from_round == 1 for each in entries)


def round_text(terms: LeagueTerms, count: int, stage: Stage, number: int) -> Text:
    """Return the name of a round: `Semi-final`, `Winners' round 2`, `Round 3`.

    `count`: entries of the division at the start, as rounds of a knock-out are named from its end; `number` counts
    through both brackets.
    """
    if not is_knockout(terms) or count < 2:
        return ROUND.using(number=number)
    if terms.kind == "knockout":
        return _single(terms, count, stage, number)
    found = knockout.ties(terms.kind, count, reset=terms.reset)
    rounds = sorted({each.round for each in found if each.stage == stage})
    if stage == "final":
        return say("Final") if rounds.index(number) == 0 else say("Second final")
    at, last = rounds.index(number) + 1, number == rounds[-1]
    if stage == "winners":
        return say("Winners' final") if last else say("Winners' round {number}", number=at)
    return say("Losers' final") if last else say("Losers' round {number}", number=at)


ROUND = say("Round {number}")


def _single(terms: LeagueTerms, count: int, stage: Stage, number: int) -> Text:
    if stage != "main":
        return THIRD
    smaller = () if terms.sides == 2 else smaller_tables(terms, registry.get(terms.game).info)
    before = rounds(terms, count, smaller) - number
    if before == 0:
        return say("Final")
    if before == 1 and terms.sides == 2:
        return say("Semi-final")
    if before == 2 and terms.sides == 2:
        return say("Quarter-final")
    return ROUND.using(number=number)


THIRD = say("Third place")


def fixture_round(state: SeasonState | SeasonView, fixture: Fixture) -> Text:
    """Return the name of a fixture's round; the season has all its entries."""
    return round_text(state.terms, begun_with(state.entries, fixture.division), fixture.stage, fixture.round)


def round_called(view: SeasonView, number: int) -> Text:
    """Return the name of a season's round; only its number until it's paired."""
    fixtures = [each for each in view.fixtures if each.round == number]
    return fixture_round(view, min(fixtures, key=lambda each: each.board)) if fixtures else ROUND.using(number=number)
