"""Fixtures as rows: planned, over with or without a result, and as organisers rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Annotated, Any, cast

from pydantic import Strict
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Player, Text, say
from hosting.league.brackets import round_text
from hosting.league.errors import NoSuchDecision, bad_decision
from hosting.league.model import SeasonState, season_name
from hosting.league.pairing.values import Planned
from hosting.league.schedule import TIES
from hosting.league.standings import values
from hosting.league.terms import LeagueTerms
from store.documents import Document, ListField, TimeField
from store.league import entries, fixtures, seasons
from store.league.entries import Player as EntryPlayer
from store.league.fixtures import in_force
from store.league.seasons import Decision, DecisionKind, Entry, Fixture, FixtureStatus, League, Side, StoredSeason, Why
from store.tables.results import Result


def row_for(planned: Planned, now: datetime) -> Fixture:
    """Return a planned fixture as a row; a bye is over at once."""
    bye = planned.board == 0
    return Fixture(
        id=0,
        division=planned.division,
        stage=planned.stage,
        round=planned.round,
        leg=planned.leg,
        board=planned.board,
        sides=tuple(
            Side(0 if bye else seat, entry, planned.points, planned.advances)
            for seat, entry in enumerate(planned.sides, 1)
        ),
        status="over" if bye else "planned",
        why=planned.why,
        repeat=planned.repeat,
        planned_at=now,
        ended_at=now if bye else None,
        method=planned.by,
    )


# Fixtures as they become over: by the results of a match, without one, or for nothing at all.


def played_fixture(
    terms: LeagueTerms, fixture: Fixture, rows: Sequence[Result], missing: Collection[int]
) -> tuple[Side, ...]:
    by_seat = {row.seat: row.rank for row in rows}
    here = [side for side in fixture.sides if side.entry not in missing]
    seats = {side.entry: at if missing else side.seat for at, side in enumerate(here, 1)}
    ranks = {entry: by_seat[seat] for entry, seat in seats.items()}
    return _with(fixture, values.points_by_ranks(terms, ranks, fixture.entries))


def absent_fixture(fixture: Fixture, rows: Sequence[Result], seats: Collection[int]) -> frozenset[int]:
    """Return the entries of a fixture that lost it by absence; none if two or more played it all the same."""
    sides = list(dict.fromkeys(row.side for row in sorted(rows, key=lambda row: row.seat)))
    if len(sides) != len(fixture.sides):
        return frozenset()
    gone = {row.side for row in rows if row.seat in seats}
    entries = frozenset(side.entry for side, key in zip(fixture.sides, sides, strict=True) if key in gone)
    return entries if len(gone) >= len(sides) - 1 else frozenset()


def forfeited_fixture(terms: LeagueTerms, fixture: Fixture, missing: Collection[int]) -> tuple[Side, ...]:
    return _with(fixture, values.forfeit_points(terms, fixture.entries, missing))


def unfinished_fixture(terms: LeagueTerms, fixture: Fixture) -> tuple[Side, ...]:
    return _with(fixture, values.unfinished_points(terms, len(fixture.sides)))


def fixture_over(fixture: Fixture, sides: Sequence[Side], why: Why, at: datetime) -> Fixture:
    return replace(fixture, status="over", why=why, sides=tuple(sides), ended_at=at, ordered=False, trouble=None)


def struck_fixture(fixture: Fixture, why: Why, at: datetime) -> Fixture:
    """Return a fixture that counts for nothing.

    Who went on from its tie stays on it if later rounds were paired from that; else it's removed when the director
    looks at the season next (`hosting.league.matches`).
    """
    sides = tuple(replace(side, points=None) for side in fixture.sides)
    return replace(fixture, status="struck", why=why, sides=sides, ended_at=at, ordered=False, trouble=None)


def play_again(fixture: Fixture) -> Fixture:
    sides = tuple(replace(side, points=None, advances=None) for side in fixture.sides)
    return replace(
        fixture,
        status="planned",
        why=None,
        sides=sides,
        match_id=None,
        started_at=None,
        ended_at=None,
        ordered=False,
        trouble=None,
    )


def _with(fixture: Fixture, points: Sequence[int]) -> tuple[Side, ...]:
    return tuple(replace(side, points=each) for side, each in zip(fixture.sides, points, strict=True))


# The match of a fixture, as shown to its players: league, round, and what a forfeit means.


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A match of a season; `count` is the number of entries of its division at the start."""

    league: League
    season: StoredSeason
    terms: LeagueTerms
    fixture: Fixture
    count: int

    @property
    def where(self) -> Text:
        """Season and round of the match; in a tie of several matches, which one it is."""
        name = season_name(self.league, self.season)
        if self.terms.kind == "ladder":
            return name
        called = round_text(self.terms, self.count, self.fixture.stage, self.fixture.round)
        if self.fixture.stage == "division" or self.fixture.leg == 1:  # there the leg is told by the round
            return say("{league} · {round}", league=name, round=called)
        return say("{league} · {round}, match {number}", league=name, round=called, number=self.fixture.leg)

    @property
    def forfeit(self) -> Text:
        if self.terms.sides > 2:
            return say("If you forfeit, you come last at this table.")
        if self.terms.kind == "ladder":
            return say("If you forfeit, you lose the challenge.")
        if self.terms.kind not in ("knockout", "double-knockout"):
            return say("If you forfeit, you get no points, and your opponent wins.")
        if self.terms.legs > 1:
            return say("If you forfeit, you lose this match of the best of {legs}.", legs=self.terms.legs)
        if self.fixture.stage == "winners":
            return say("If you forfeit, you drop to the losers' bracket.")
        if self.fixture.stage == "final":
            return say("If you forfeit, you lose the final.")
        if self.fixture.stage == "third":
            return say("If you forfeit, you come fourth.")
        return say("If you forfeit, you're out.")

    def without(self, seat: Seat, days: int) -> Text:
        """What follows for others if the player of a seat is gone and the match is stalled for so many days."""
        return self._without.using(player=Player(seat), days=days, legs=self.terms.legs)

    @property
    def _without(self) -> Text:  # noqa: PLR0911 - a line for each format
        if self.terms.teams:  # the partner may play on
            return say("If the match is stalled for {days} days, {player} forfeits.")
        if self.terms.sides > 2:
            return say("If the match is stalled for {days} days, {player} forfeits and comes last at this table.")
        if self.terms.kind == "ladder":
            return say("If the match is stalled for {days} days, {player} forfeits and loses the challenge.")
        if self.terms.kind not in ("knockout", "double-knockout"):
            return say("If the match is stalled for {days} days, {player} forfeits and gets no points.")
        if self.terms.legs > 1:
            return say(
                "If the match is stalled for {days} days, {player} forfeits and loses this match of the best of {legs}."
            )
        if self.fixture.stage == "winners":
            return say("If the match is stalled for {days} days, {player} forfeits and drops to the losers' bracket.")
        if self.fixture.stage == "final":
            return say("If the match is stalled for {days} days, {player} forfeits and loses the final.")
        if self.fixture.stage == "third":
            return say("If the match is stalled for {days} days, {player} forfeits and comes fourth.")
        return say("If the match is stalled for {days} days, {player} forfeits and is out.")


async def round_of(connection: AsyncConnection, season: StoredSeason, fixture: Fixture) -> Text:
    count = await entries.begun(connection, season.id, fixture.division)
    return round_text(LeagueTerms.load(season.terms), count, fixture.stage, fixture.round)


async def match_of_fixture(connection: AsyncConnection, fixture_id: int) -> SeasonMatch | None:
    """Return a fixture's match in its season; None if the fixture is gone."""
    fixture, season_id = await fixtures.load(connection, fixture_id), await fixtures.season_of(connection, fixture_id)
    season = None if season_id is None else await seasons.load(connection, season_id)
    league = None if season is None else await seasons.league(connection, season.league_id)
    if fixture is None or season is None or league is None:
        return None
    count = await entries.begun(connection, season.id, fixture.division)
    return SeasonMatch(league, season, LeagueTerms.load(season.terms), fixture, count)


async def fixture_of_match(connection: AsyncConnection, match_id: int) -> SeasonMatch | None:
    """Return a match in its season; None if it's of none, or its fixture is played again by another one."""
    found = await fixtures.of_match(connection, match_id)
    return None if found is None else await match_of_fixture(connection, found[1])


# What a decision of organisers does to a fixture, as pure functions; `hosting.league.rulings` writes it.
#
# A decision stores its fixture as it was before, so that an undo restores exactly that. Decisions about one fixture are
# taken back last first: in any other order an undo would restore parts of different states.


@dataclass(frozen=True, slots=True)
class NewRuling:
    """A decision to take; `fixture`, `entry`, `kind`, `detail` and `undoes` as in `Decision`."""

    kind: DecisionKind
    fixture: int | None = None
    entry: int | None = None
    detail: Mapping[str, Json] | None = None
    undoes: int | None = None


def to_undo(decisions: Iterable[Decision], number: int | None) -> Decision:
    """Return the decision to take back, the latest one if none is named."""
    standing = in_force(decisions)
    found = next((each for each in reversed(standing) if number in (None, each.id)), None)
    if found is None:
        raise NoSuchDecision
    later = [each.id for each in standing if each.id > found.id and _about(each) == _about(found)]
    if later:
        raise NoSuchDecision(later[-1])
    return found


def moves(decisions: Iterable[Decision]) -> dict[int, int]:
    """Return the division that each entry was moved into before the start, by number."""
    found = [each.detail for each in in_force(decisions) if each.kind == "move"]
    return {cast("int", each["entry"]): cast("int", each["division"]) for each in found}


def is_decided(decisions: Iterable[Decision], fixture: int) -> bool:
    """Return whether a fixture's points were decided, so that results of its match don't change them."""
    about = [each.kind for each in in_force(decisions) if each.fixture == fixture]
    return about[-1:] in (["points"], ["forfeit"], ["strike"])


def plays_in(players: Iterable[EntryPlayer], entries: Iterable[Entry], divisions: Collection[int]) -> frozenset[int]:
    """Return the people who play or played in some divisions, and so may not decide there."""
    members = {each.id for each in entries if each.division in divisions}
    return frozenset(each.person_id for each in players if each.entry in members)


@dataclass(frozen=True, slots=True)
class Before(Document):
    """What an undo needs of a fixture; of each side its entry, its points and whether it advances."""

    status: FixtureStatus
    why: Why | None
    match_id: int | None
    trouble: dict[str, Any] | None
    started_at: TimeField | None
    ended_at: TimeField | None
    not_before: TimeField | None
    sides: ListField[Annotated[tuple[int, int | None, bool | None], Strict(strict=False)]]


_PLAIN = tuple(each.name for each in fields(Before) if each.name != "sides")


def held(fixture: Fixture) -> dict[str, Json]:
    """Return what an undo needs of a fixture, as JSON."""
    sides = tuple((each.entry, each.points, each.advances) for each in fixture.sides)
    return Before(**{name: getattr(fixture, name) for name in _PLAIN}, sides=sides).dump()


def restored(fixture: Fixture, stored: Json) -> Fixture:
    """Return a fixture as it was when `held` was written; a request for its match isn't restored."""
    before = Before.load(stored)
    sides = {entry: (points, advances) for entry, points, advances in before.sides}
    found = tuple(replace(each, points=sides[each.entry][0], advances=sides[each.entry][1]) for each in fixture.sides)
    return replace(fixture, sides=found, ordered=False, **{name: getattr(before, name) for name in _PLAIN})


def decided(state: SeasonState, fixture: Fixture, deed: NewRuling, now: datetime) -> Fixture:
    """Return a fixture as a decision (no undo) leaves it.

    Raises HostingError (`bad-decision`): that cannot be decided about it; its text says why.
    """
    detail = deed.detail or {}
    _check_at_rest(state, fixture)
    if fixture.is_bye and deed.kind != "points":
        raise bad_decision("bye")
    if fixture.is_fall and deed.kind != "strike":
        raise bad_decision("fall")
    match deed.kind:
        case "points":
            given = cast("Mapping[str, int]", detail["points"])
            return fixture_over(fixture, _given(state.terms, fixture, given), "decision", now)
        case "forfeit":
            absent = cast("Sequence[int]", detail["absent"])
            if not absent or not {*absent} <= {*fixture.entries}:
                raise bad_decision("absent")
            return fixture_over(fixture, forfeited_fixture(state.terms, fixture, absent), "forfeit", now)
        case "strike":
            _check_open_tie(state, fixture)
            if fixture.status == "struck":
                raise bad_decision("struck")
            return struck_fixture(fixture, "void", now)
        case "replay":
            _check_open_tie(state, fixture)
            _check_goes_on(state)
            if fixture.status == "planned":
                raise bad_decision("planned")
            return replace(play_again(fixture), planned_at=fixture.planned_at, not_before=None)
        case "postpone":
            _check_goes_on(state)
            until = datetime.fromisoformat(cast("str", detail["until"]))
            if fixture.status != "planned":
                raise bad_decision("begun")
            if until <= now or (state.season.ends_at is not None and until >= state.season.ends_at):
                raise bad_decision("until")
            return replace(fixture, not_before=until, ordered=False, trouble=None)
        case _:
            raise ValueError(f"{deed.kind} is about no fixture")


def given_back(state: SeasonState, fixture: Fixture, undone: Decision, now: datetime) -> Fixture:
    """Return a fixture as it is once a decision about it is taken back.

    If the season has ended meanwhile, a fixture that was open then counts as unfinished.
    """
    _check_at_rest(state, fixture)
    if undone.kind == "postpone" and fixture.status != "planned":
        raise bad_decision("begun")
    found = restored(fixture, undone.detail["before"])
    if found.status != "over":
        _check_open_tie(state, fixture)
    elif _is_followed(state, fixture):
        on = {side.entry: side.advances for side in fixture.sides}
        found = replace(found, sides=tuple(replace(side, advances=on[side.entry]) for side in found.sides))
    if found.open and state.season.status == "ended":
        return fixture_over(found, unfinished_fixture(state.terms, found), "unfinished", state.season.ended_at or now)
    return found


def _given(terms: LeagueTerms, fixture: Fixture, given: Mapping[str, int]) -> tuple[Any, ...]:
    most = values.full_points(terms)
    if {*given} != {str(entry) for entry in fixture.entries} or not all(0 <= each <= most for each in given.values()):
        raise bad_decision("points")
    return tuple(replace(side, points=given[str(side.entry)]) for side in fixture.sides)


def _check_goes_on(state: SeasonState) -> None:
    if state.season.status not in ("running", "paused"):
        raise bad_decision("over")


def _check_open_tie(state: SeasonState, fixture: Fixture) -> None:
    """Raise `bad-decision` if the next round was made from this match, as its players would be the wrong ones."""
    if _is_followed(state, fixture):
        raise bad_decision("made")


def _is_followed(state: SeasonState, fixture: Fixture) -> bool:
    later = (each for each in state.fixtures if each.round > fixture.round)
    return state.terms.kind in TIES and any({*each.entries} & {*fixture.entries} for each in later)


def _check_at_rest(state: SeasonState, fixture: Fixture) -> None:
    """Raise `bad-decision` if a fixture is being played, follows from a withdrawal, or was replaced by another."""
    if fixture.status == "running":
        raise bad_decision("running", match=fixture.match_id or 0)
    if fixture.why == "withdrawal":
        raise bad_decision("withdrawn")
    if fixture.status != "struck" or state.terms.kind not in TIES:
        return
    place = fixture.division, fixture.stage, fixture.round, fixture.board
    later = [
        each
        for each in state.fixtures
        if each.leg > fixture.leg and each.status in ("running", "over") and each.entries[0] in fixture.entries
    ]
    if any((each.division, each.stage, each.round, each.board) == place for each in later):
        raise bad_decision("replaced")


def _about(decision: Decision) -> tuple[int | None, Json]:
    return decision.fixture, decision.detail.get("entry") if decision.kind == "move" else None
