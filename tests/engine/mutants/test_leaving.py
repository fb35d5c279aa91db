"""Resignations in the middle of anything (M54), and defaults (M77), for each kind of prompt (N8)."""

from __future__ import annotations

import random

import pytest

from engine import record
from engine.chance import Chance
from engine.errors import IllegalMoveError
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.outcome import Termination
from engine.session import Session
from tests.engine.mutants.prompted import EMPTY, FORCE, PROMPTS, prompted
from tests.engine.mutants.tables import THREE, arena, asked, force, play, table, told

each_prompt = pytest.mark.parametrize("kind", PROMPTS)


@each_prompt
def test_a_default_is_legal_and_first(kind: str) -> None:
    """M77."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    move = MUTANTS.default(state, seat)
    assert move is not None
    assert MUTANTS.format(state, seat, move) == PROMPTS[kind][3]
    after = MUTANTS.apply(state, {seat: move}).state
    assert MUTANTS.to_act(after)
    assert MUTANTS.default(state, seat % 3 + 1) is None


@each_prompt
def test_the_asked_resigns(kind: str) -> None:
    """M54: an ability that resolves is finished first, M77 answering for who has left, without lines."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    after = MUTANTS.forfeit(state, seat).state
    assert not after.pending
    assert after.spaces[seat - 1] == -1
    assert seat not in after.line
    assert (arena(after, seat), after.sides[seat - 1].hand, after.sides[seat - 1].incubator) == ("- - -", (), "")
    assert seat not in MUTANTS.to_act(after)
    if kind not in ("act", "flank"):
        (default,) = [MUTANTS.default(state, seat)]
        assert default is not None
        by_default = MUTANTS.apply(state, {seat: default}).state
        mine = by_default.sides[1 - (seat - 1)]
        assert after.sides[1 - (seat - 1)].discard == mine.discard


@each_prompt
def test_another_resigns(kind: str) -> None:
    """M54: in the middle of an ability nothing changes for who is asked; seat 3 leaves when it has resolved."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    after = MUTANTS.forfeit(state, 3).state
    assert MUTANTS.to_act(after) == {seat}
    assert MUTANTS.legal(after, seat) == MUTANTS.legal(state, seat)
    later = play(after, MUTANTS.format(after, seat, MUTANTS.legal(after, seat)[-1]))
    for _ in range(10):
        if not later.pending:
            break
        (seat,) = MUTANTS.to_act(later)
        later = play(later, MUTANTS.format(later, seat, MUTANTS.legal(later, seat)[-1]))
    assert later.spaces[2] == -1


@each_prompt
def test_a_substitute_sees_what_the_seat_knows(kind: str) -> None:
    """M78, M58 to M60: all of it is in the seat's view, whoever sits there; who left sees a spectator's."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    mine, side = state.sides[seat - 1], MUTANTS.view(state, seat).sides[seat - 1]
    assert (side.hand, side.discard, side.freezer) == (mine.hand, mine.discard, tuple(sorted(mine.freezer)))
    assert side.unseen is not None
    tops = [pile.top for pile in side.piles if pile.size]
    assert sorted([*tops, *side.unseen]) == sorted(code for pile in mine.piles for code in pile)
    spectator = MUTANTS.view(state, None).sides[seat - 1]
    assert (spectator.hand, spectator.discard, spectator.freezer, spectator.unseen) == (None, None, None, None)
    # The position says all that is needed to go on: it can be stored and loaded in the middle of anything.
    again = MUTANTS.load(MUTANTS.dump(state))
    assert again == state
    assert MUTANTS.question(again, seat, ()) == MUTANTS.question(state, seat, ())


def test_a_pick_and_a_mulligan_have_defaults() -> None:
    """M77: the first card of the pack; no mulligan. M54: who resigns then is skipped."""
    state = MUTANTS.initial(Setup("3"), Chance.from_text("x"))
    moves = {seat: MUTANTS.default(state, seat) for seat in (1, 2, 3)}
    assert [MUTANTS.format(state, seat, move) for seat, move in moves.items() if move] == [
        pack[0] for pack in state.packs
    ]
    ready = MUTANTS.initial(Setup("3", (("reserve", "ready"),)), Chance.from_text("x"))
    (seat,) = MUTANTS.to_act(ready)
    move = MUTANTS.default(ready, seat)
    assert move is not None
    assert MUTANTS.format(ready, seat, move) == "N"
    other = seat % 3 + 1
    left = MUTANTS.forfeit(ready, other).state
    assert asked(left) == f"mulligan {seat}"
    assert asked(play(left, "N")) == f"mulligan {other % 3 + 1}"


@pytest.mark.parametrize("kind", ["discard", "ko", "parry"])
def test_the_owner_of_the_turn_resigns_while_another_is_asked(kind: str) -> None:
    """M54: the asked still answers; then the turn ends."""
    state = prompted(kind)
    after = MUTANTS.forfeit(state, 1).state
    assert MUTANTS.to_act(after) == {2}
    assert after.pending == (1,)
    assert MUTANTS.view(after, 1).sides[0].hand is None  # M78: from now on a spectator's view
    later = play(after, MUTANTS.format(after, 2, MUTANTS.legal(after, 2)[0]))
    assert (later.pending, later.spaces[0]) == ((), -1)
    assert MUTANTS.owner(later) == 2


def test_hand_arena_and_incubator_go_to_the_box() -> None:
    """M54."""
    laid = {"A": "rob", "L": "TRI", "incubator": "BIO", "reserve": THREE}
    side = MUTANTS.forfeit(table({}, laid, {}, force=FORCE), 2).state.sides[1]
    assert (side.hand, side.arena, side.down, side.incubator) == ((), ("", "", ""), (False, False, False), "")


def test_with_two_players_the_other_has_won() -> None:
    state = MUTANTS.forfeit(table({}, {"points": 3}), 1).state
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, result.code, result.termination, result.by) == ((2, 1), "F", Termination.FORFEIT, 1)
    assert not MUTANTS.to_act(state)
    with pytest.raises(IllegalMoveError):
        MUTANTS.forfeit(state, 2)


def test_who_left_ranks_behind_all_who_stay() -> None:
    """M54: several who left share that rank."""
    laid = {"hand": "ZOM", "incubator": "TRI"}
    done = {"hand": ""}
    sides = ({**laid, "points": 1}, {**done, "points": 9}, {"hand": "", "points": 30}, {"hand": "", "points": 40})
    state = table(*sides, force={2: 3, 1: 7}, gone=(3, 4), round_=5)
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, result.code) == ((1, 2, 3, 3), "VT")
    assert state.points[:2] == (9, 9)


def test_of_those_left_the_last_gains_nothing() -> None:
    """M54, M28."""
    laid = {"hand": "ZOM", "incubator": "TRI", "points": 0}
    state = table(laid, {"hand": ""}, {"hand": ""}, {"hand": ""}, force={2: 3, 3: 5, 1: 7}, gone=(4,), first=4)
    assert state.points == (4, 0, 2, 0)


def test_a_turn_goes_to_the_next_who_stays() -> None:
    state = table({"hand": "DEM DEM"}, {}, {}, force=FORCE)
    after = MUTANTS.forfeit(state, 2).state
    assert asked(play(after, "D DEM")) == "act 3"
    assert asked(MUTANTS.forfeit(state, 1).state) == "act 2"


def test_twice_is_refused() -> None:
    state = MUTANTS.forfeit(table({}, {}, {}, force=FORCE), 2).state
    with pytest.raises(IllegalMoveError, match="M54"):
        MUTANTS.forfeit(state, 2)


def test_the_first_player_leaves() -> None:
    """M54: orders skip the seat."""
    state = MUTANTS.initial(Setup("3", (("reserve", "ready"),)), Chance.from_text("x"))
    first = state.first
    state = MUTANTS.forfeit(state, first).state
    assert asked(state) == f"mulligan {first % 3 + 1}"
    state, _ = told(state, "N", "N")
    assert state.first == first % 3 + 1
    assert f"first=S{first % 3 + 1}" in state.said[0][0]


def test_in_a_draft_the_first_cards_are_picked_to_its_end() -> None:
    """M54, M77: then no deck, no reserve, and never first."""
    draw, firsts = random.Random(1), set()
    for seed in range(12):
        state = MUTANTS.initial(Setup("3"), Chance.from_text(str(seed)))
        pack = state.packs[1]
        state = MUTANTS.forfeit(state, 2).state
        assert MUTANTS.to_act(state) == {1, 3}
        while state.packs:
            moves = {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in MUTANTS.to_act(state)}
            state = MUTANTS.apply(state, moves).state
        assert state.picks[1][0] == pack[0]
        assert (state.sides[1].deck, state.sides[1].piles, state.spaces[1]) == ((), ((), (), ()), -1)
        assert list(force(state).values()) == [5, 6]
        firsts.add(state.first)
    assert firsts == {1, 3}


def test_while_hands_are_drawn() -> None:
    """M54, M31: it is no ability, so the draw of who leaves ends."""
    empty = {"hand": "", **EMPTY}
    state = table({**empty, "hand": "ZOM", "incubator": ""}, empty, empty, force=FORCE, first=2)
    assert asked(state) == "freeze-empty 2"
    after = MUTANTS.forfeit(state, 2).state
    assert asked(after) == "freeze-empty 3"
    assert after.sides[1].freezer == ()


def test_another_leaves_while_hands_are_drawn() -> None:
    """M54, M31, M77: who is asked still is; who left draws nothing, also where their turn to draw would come."""
    empty = {"hand": "", **EMPTY}
    state = table({**empty, "hand": "ZOM", "incubator": ""}, empty, empty, force=FORCE, first=2)
    after = MUTANTS.forfeit(state, 3).state
    assert (asked(after), after.spaces[2], after.pending) == ("freeze-empty 2", -1, ())
    move = MUTANTS.default(after, 2)
    assert move is not None
    later = MUTANTS.apply(after, {2: move}).state
    assert later.sides[1].freezer == ("ROB",)
    assert asked(later) == "freeze-empty 1"
    assert (later.sides[2].freezer, later.sides[2].hand) == ((), ())


def test_a_player_leaves_while_picks_are_sealed() -> None:
    """M54, M11, N13: the line stands where it happened, before the picks that it did not wait for."""
    session = Session.start(MUTANTS, Setup("3"), Chance.from_text("x"))
    packs = session.state.packs
    session = session.move(1, packs[0][1])
    session = session.forfeit(3)
    assert session.to_act == {2}
    assert session.state.picks == ((), (), ())
    session = session.move(2, packs[1][2])
    assert session.state.picks == ((packs[0][1],), (packs[1][2],), (packs[2][0],))
    text = record.write(session, ("Ann", "Bob", "Cleo"))
    assert text.splitlines()[-3:] == ["S3 F", f"S1 {packs[0][1]}", f"S2 {packs[1][2]}"]
    assert record.replay(record.read(text)).state == session.state
    last = (
        Session.start(MUTANTS, Setup("3"), Chance.from_text("x")).move(1, packs[0][1]).move(2, packs[1][2]).forfeit(3)
    )
    assert last.state.picks == session.state.picks


def test_all_but_one_leave() -> None:
    state = MUTANTS.forfeit(MUTANTS.forfeit(table({}, {}, {}, force=FORCE), 2).state, 1).state
    result = MUTANTS.outcome(state)
    assert result is not None
    assert result.ranks == (2, 2, 1)
