"""What decisions of organisers come to, as a pure matter; `hosting.league.decisions` writes them.

A decision keeps what its fixture was before, so that an undo gives back exactly that. Decisions about one fixture are
taken back in the order opposite to that in which they were taken: otherwise what is given back would be a mixture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from engine.game import Json
from hosting.league import outcomes
from hosting.league.course import TIES
from hosting.league.errors import BadDecision, NoSuchDecision
from hosting.league.standings import points
from hosting.league.state import State
from hosting.league.terms import LeagueTerms
from store.league.entries import Player
from store.league.fixtures import in_force
from store.league.values import Decision, DecisionKind, Entry, Fixture

_TIMES = ("started_at", "ended_at", "not_before")
_PLAIN = ("status", "why", "match_id", "trouble")


@dataclass(frozen=True, slots=True)
class Deed:
    """What is decided; `fixture`, `entry`, `kind`, `detail` and `undoes` as in `Decision`."""

    kind: DecisionKind
    fixture: int | None = None
    entry: int | None = None
    detail: Mapping[str, Json] | None = None
    undoes: int | None = None


def to_undo(decisions: Iterable[Decision], number: int | None) -> Decision:
    """Return the decision to take back, the latest one if none is named.

    Raises:
        NoSuchDecision: It does not hold, or a later one about the same fixture or entry does.
    """
    there = in_force(decisions)
    found = next((each for each in reversed(there) if number in (None, each.id)), None)
    if found is None:
        raise NoSuchDecision
    later = [each.id for each in there if each.id > found.id and _about(each) == _about(found)]
    if later:
        raise NoSuchDecision(later[-1])
    return found


def moves(decisions: Iterable[Decision]) -> dict[int, int]:
    """Return into which divisions entries were moved before the start: the number of the division by entry."""
    found = [each.detail for each in in_force(decisions) if each.kind == "move"]
    return {cast("int", each["entry"]): cast("int", each["division"]) for each in found}


def is_decided(decisions: Iterable[Decision], fixture: int) -> bool:
    """Return whether what a fixture gives was decided, so that the results of its match are nothing to it."""
    about = [each.kind for each in in_force(decisions) if each.fixture == fixture]
    return about[-1:] in (["points"], ["forfeit"], ["strike"])


def plays_in(players: Iterable[Player], entries: Iterable[Entry], divisions: Collection[int]) -> frozenset[int]:
    """Return the people who play in some divisions, or played there: none of them decides there."""
    members = {each.id for each in entries if each.division in divisions}
    return frozenset(each.person_id for each in players if each.entry in members)


def held(fixture: Fixture) -> dict[str, Json]:
    """Return what an undo needs of a fixture, as JSON."""
    kept: dict[str, Any] = {name: getattr(fixture, name) for name in _PLAIN}
    for name in _TIMES:
        at = getattr(fixture, name)
        kept[name] = None if at is None else at.isoformat()
    kept["sides"] = [[side.entry, side.points, side.advances] for side in fixture.sides]
    return kept


def restored(fixture: Fixture, kept: Mapping[str, Json]) -> Fixture:
    """Return a fixture as it was when `held` was written; an order for its match is not brought back."""
    values: dict[str, Any] = {name: kept[name] for name in _PLAIN}
    for name in _TIMES:
        at = kept[name]
        values[name] = None if at is None else datetime.fromisoformat(cast("str", at))
    sides = {entry: (got, on) for entry, got, on in cast("list[list[Any]]", kept["sides"])}
    found = tuple(replace(side, points=sides[side.entry][0], advances=sides[side.entry][1]) for side in fixture.sides)
    return replace(fixture, sides=found, ordered=False, **values)


def decided(at: State, fixture: Fixture, deed: Deed, now: datetime) -> Fixture:
    """Return a fixture as a decision leaves it.

    Args:
        at: Its season.
        fixture: As it is.
        deed: What is decided about it, no undo.
        now: The time.

    Raises:
        BadDecision: That cannot be decided about it; its text says why.
    """
    detail = deed.detail or {}
    _check_at_rest(at, fixture)
    if fixture.is_bye and deed.kind != "points":
        raise BadDecision("bye")
    if fixture.is_fall and deed.kind != "strike":
        raise BadDecision("fall")
    match deed.kind:
        case "points":
            given = cast("Mapping[str, int]", detail["points"])
            return outcomes.over(fixture, _given(at.terms, fixture, given), "decision", now)
        case "forfeit":
            absent = cast("Sequence[int]", detail["absent"])
            if not absent or not {*absent} <= {*fixture.entries}:
                raise BadDecision("absent")
            return outcomes.over(fixture, outcomes.forfeited(at.terms, fixture, absent), "forfeit", now)
        case "strike":
            _check_open_tie(at, fixture)
            if fixture.status == "struck":
                raise BadDecision("struck")
            return outcomes.struck(fixture, "void", now)
        case "replay":
            _check_open_tie(at, fixture)
            _check_goes_on(at)
            if fixture.status == "planned":
                raise BadDecision("planned")
            return replace(outcomes.again(fixture), planned_at=fixture.planned_at, not_before=None)
        case "postpone":
            _check_goes_on(at)
            until = datetime.fromisoformat(cast("str", detail["until"]))
            if fixture.status != "planned":
                raise BadDecision("begun")
            if until <= now or (at.season.ends_at is not None and until >= at.season.ends_at):
                raise BadDecision("until")
            return replace(fixture, not_before=until, ordered=False, trouble=None)
        case _:
            raise ValueError(f"{deed.kind} is about no fixture")


def given_back(at: State, fixture: Fixture, undone: Decision, now: datetime) -> Fixture:
    """Return a fixture as it is once a decision about it is taken back.

    Where the season is over meanwhile, one that was open then has not been finished.

    Raises:
        BadDecision: A match is being played for it, or was begun at the time to which it was put off, or it would be
            played though the next round was made from what was decided.
    """
    _check_at_rest(at, fixture)
    if undone.kind == "postpone" and fixture.status != "planned":
        raise BadDecision("begun")
    found = restored(fixture, cast("Mapping[str, Json]", undone.detail["before"]))
    if found.status != "over":
        _check_open_tie(at, fixture)
    elif _is_followed(at, fixture):
        on = {side.entry: side.advances for side in fixture.sides}
        found = replace(found, sides=tuple(replace(side, advances=on[side.entry]) for side in found.sides))
    if found.open and at.season.status == "ended":
        return outcomes.over(found, outcomes.unfinished(at.terms, found), "unfinished", at.season.ended_at or now)
    return found


def _given(terms: LeagueTerms, fixture: Fixture, given: Mapping[str, int]) -> tuple[Any, ...]:
    most = points.full(terms)
    if {*given} != {str(entry) for entry in fixture.entries} or not all(0 <= each <= most for each in given.values()):
        raise BadDecision("points")
    return tuple(replace(side, points=given[str(side.entry)]) for side in fixture.sides)


def _check_goes_on(at: State) -> None:
    if at.season.status not in ("running", "paused"):
        raise BadDecision("over")


def _check_open_tie(at: State, fixture: Fixture) -> None:
    """Raise BadDecision if the next round was made from this match: it would be played by whom nobody chose."""
    if _is_followed(at, fixture):
        raise BadDecision("made")


def _is_followed(at: State, fixture: Fixture) -> bool:
    """Return whether the next round was made from this match of a tie."""
    later = (each for each in at.fixtures if each.round > fixture.round)
    return at.terms.kind in TIES and any({*each.entries} & {*fixture.entries} for each in later)


def _check_at_rest(at: State, fixture: Fixture) -> None:
    """Raise BadDecision if a fixture is being played, follows from a withdrawal, or another was begun in its place."""
    if fixture.status == "running":
        raise BadDecision("running", match=fixture.match_id or 0)
    if fixture.why == "withdrawal":
        raise BadDecision("withdrawn")
    if fixture.status != "struck" or at.terms.kind not in TIES:
        return
    place = fixture.division, fixture.stage, fixture.round, fixture.board
    later = [
        each
        for each in at.fixtures
        if each.leg > fixture.leg and each.status in ("running", "over") and each.entries[0] in fixture.entries
    ]
    if any((each.division, each.stage, each.round, each.board) == place for each in later):
        raise BadDecision("replaced")


def _about(decision: Decision) -> tuple[int | None, Json]:
    return decision.fixture, decision.detail.get("entry") if decision.kind == "move" else None
