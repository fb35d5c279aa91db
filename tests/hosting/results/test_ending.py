"""What comes of a match: whether it counts, for every way in which matches end, with one to six seats and in teams."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.extras import Feature
from engine.outcome import Grade, Termination
from hosting.results import Ended, results_of
from store.tables.results import held
from store.tables.values import MatchSeat
from tests.hosting.results.test_turns import ANN, BOB, CLEO, handed, log
from tests.store.samples import START

VOID, AGREED, ADJUDICATED = Termination.VOID, Termination.AGREED, Termination.ADJUDICATED
RULES, FORFEIT, TIME = Termination.RULES, Termination.FORFEIT, Termination.TIME

ALONE = (None,) * 6
TEAMS = (0, 1, 0, 1, 0, 1)
PLAYED = [("turn", seat, "1/1") for seat in range(1, 7)]


def ended(ranks: tuple[int, ...], termination: Termination, *events: Any, **more: Any) -> Ended:
    """Return a match with as many seats as there are ranks, of the players 1, 2, …; it ends with these events."""
    teams = more.pop("teams", ALONE)[: len(ranks)]
    match = Ended(
        match_id=7,
        guild_id=100,
        game="tally",
        mode=str(len(ranks)),
        options=(("speed", "fast"), ("goal", "12")),
        set_up=False,
        seats=tuple(MatchSeat(seat, seat, "", team) for seat, team in enumerate(teams, 1)),
        events=log(*PLAYED[: len(ranks)], *events),
        started_at=START,
        ended_at=START + timedelta(hours=1),
        ranks=ranks,
        termination=termination,
        draws=False,
    )
    return replace(match, **more)


ORGANISER = {"cause": "organiser"}
BY_ORGANISER, BY_PLAYERS = ("ruling", None, "", ORGANISER), ("ruling", 1, "")
ENDS = {
    # how: termination, whether all are ranked alike, events, what else is different, why it does not count
    "by the rules": (RULES, False, (), {}, None),
    "as a draw by the rules": (RULES, True, (), {"draws": True}, None),
    "by resignation": (FORFEIT, False, (("forfeit", 2, ""),), {}, None),
    "by the clock": (TIME, False, (("forfeit", 2, "", {"cause": "time"}),), {}, None),
    "agreed, no draws known": (AGREED, True, (BY_PLAYERS,), {}, "undecided"),
    "agreed as a draw": (AGREED, True, (BY_PLAYERS,), {"draws": True}, None),
    "agreed with a winner": (AGREED, False, (BY_PLAYERS,), {}, None),
    "adjudicated": (ADJUDICATED, False, (BY_ORGANISER,), {}, None),
    "adjudicated as a draw": (ADJUDICATED, True, (BY_ORGANISER,), {}, None),
    "void": (VOID, True, (BY_ORGANISER,), {}, "void"),
    "aborted": (VOID, True, (BY_PLAYERS,), {}, "aborted"),
    "from a position": (RULES, False, (), {"set_up": True}, "position"),
    "with a position": (RULES, False, (("position", None, "", {"position": "0+0", **ORGANISER}),), {}, "position"),
    "void, from a position": (VOID, True, (BY_ORGANISER,), {"set_up": True}, "void"),
    "undecided, from a position": (AGREED, True, (BY_PLAYERS,), {"set_up": True}, "undecided"),
}


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("teams", [ALONE, TEAMS], ids=["alone", "teams"])
def test_whether_it_counts(how: str, seats: int, teams: tuple[int | None, ...]) -> None:
    if teams is TEAMS and seats % 2:
        return  # sides of unlike size there are none
    termination, level, events, more, why = ENDS[how]
    of_sides = [1 if seat == 1 or teams[seat - 1] == 0 else 2 for seat in range(1, seats + 1)]
    ranks = (1,) * seats if level else tuple(of_sides)
    rows = results_of(ended(ranks, termination, *events, teams=teams, **more))
    assert {each.why for each in rows} == {why}
    assert {each.counted for each in rows} == {why is None}
    assert [each.rank for each in rows] == list(ranks)
    sides = {each.side: each.score for each in rows}
    assert sum(each or 0 for each in sides.values()) == 60 * len(sides)
    assert {each.termination for each in rows} == {termination.value}
    assert all((each.rated is not None) == (why is None) for each in held(rows))


@pytest.mark.parametrize("how", [how for how in ENDS if ENDS[how][0] is not AGREED])  # nobody is there to agree
def test_alone_it_never_counts_and_has_no_score(how: str) -> None:
    termination, _, events, more, why = ENDS[how]
    own = [(kind, seat and 1, *rest) for kind, seat, *rest in events]
    for rank in (1, 2):
        (row,) = results_of(ended((rank,), termination, *own, **more))
        assert (row.score, row.rank, row.counted, row.why) == (None, rank, False, why or "solo")


GRADE = Grade(5, (3, 12))


def test_a_result_alone_is_listed_under_its_options_only_if_nothing_was_set_up() -> None:
    (row,) = results_of(ended((1,), RULES, grade=GRADE))
    assert (row.category, row.merit, row.points) == ("goal=12;speed=fast", 5, [3, 12])
    assert row.options == (("goal", "12"), ("speed", "fast"))
    for match in (
        ended((1,), RULES, grade=GRADE, set_up=True),
        ended((1,), RULES, ("position", None, "", {"position": "5", **ORGANISER}), grade=GRADE),
        ended((1,), VOID, BY_ORGANISER, grade=GRADE),
        ended((1,), RULES),
    ):
        (row,) = results_of(match)
        assert (row.category, row.merit) == (None, None)


def test_points_and_features_go_to_their_seats() -> None:
    features = (Feature(2, "people", "Terrans"), Feature(1, "people", "Eridani"), Feature(2, "crew", "few"))
    one, other = results_of(ended((1, 2), RULES, points=(7.5, 3.0), features=features))
    assert [repr(each.points) for each in (one, other)] == ["7.5", "3"]
    assert (one.features, other.features) == ((("people", "Eridani"),), (("crew", "few"), ("people", "Terrans")))


def test_who_sat_there_and_what_they_did_is_told_by_seat() -> None:
    match = ended((2, 1), FORFEIT, handed(2, BOB, CLEO, excused=True), ("turn", 2, "2/2"), ("forfeit", 1, ""))
    match = replace(match, seats=(match.seats[0], MatchSeat(2, CLEO, "Cleo")))
    one, other = results_of(match)
    assert (one.starter_id, one.finisher_id, one.turns, one.gave_up) == (ANN, ANN, 1, "resigned")
    assert (other.starter_id, other.finisher_id, other.excused) == (BOB, CLEO, True)
    assert (other.turns, other.starter_turns, other.finisher_turns) == (2, 1, 1)
    assert (one.opening, one.timed, one.thought, other.timed, other.thought) == ("1/1", 1, 60, 2, 120)
    assert (one.started_at, one.ended_at) == (START, START + timedelta(hours=1))
