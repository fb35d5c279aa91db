"""The tree of choices, paging and custom ids of the turn builder, on a toy game."""

from __future__ import annotations

import random

import pytest

from cogs.core.text import CUSTOM_ID_LIMIT
from cogs.play.builder import STOP, Draft, DraftError, Stage, Verb, back, decode, draft_of, encode, pick, stage
from engine.seat import Seat
from tests.cogs import toy


def _pick(*keys: str, draft: Draft | None = None) -> Stage:
    session = toy.session()
    here = draft or Draft()
    for key in keys:
        here = pick(session, 1, here, key)
    return stage(session, 1, here)


def _keys(here: Stage) -> list[str]:
    return [option.key for option in here.options]


def test_a_forced_action_is_taken_by_itself() -> None:
    here = _pick()
    assert here.draft == Draft(("wind",))
    assert _keys(here) == ["big", "small", "pass"]
    assert not here.ready


def test_a_step_with_alternatives_waits_for_the_person() -> None:
    here = _pick("big")
    assert here.draft.actions == ("wind",)
    assert [choice.key for choice in here.chosen] == ["big"]
    assert len(here.options) == toy.BOXES


def test_options_that_finish_an_action_say_which() -> None:
    assert _pick().written == ("", "", "pass")
    assert _pick("small", "small1").written == ("small1", "small1+", "small1*")


def test_the_last_step_finishes_the_action() -> None:
    here = _pick("big", "big29")
    assert here.draft == Draft(("wind", "big29"))
    assert _keys(here) == ["a", "b", "c"]


def test_the_last_action_makes_the_turn_ready() -> None:
    here = _pick("pass", "c")
    assert here.ready
    assert here.turn.over
    assert here.turn.text == here.draft.text == "wind/pass/c"


def test_a_move_that_is_the_beginning_of_others_can_be_chosen() -> None:
    here = _pick("small", "small1")
    assert _keys(here) == [STOP.key, "+", "*"]
    assert _pick("small", "small1", STOP.key).draft == Draft(("wind", "small1"))
    assert _pick("small", "small1", "*").draft == Draft(("wind", "small1*"))


def test_every_legal_turn_can_be_reached_by_picking() -> None:
    session = toy.session()
    reached = set()
    waiting = [Draft()]
    while waiting:
        here = stage(session, 1, waiting.pop())
        if here.ready:
            reached.add(here.turn.text)
        waiting += [pick(session, 1, here.draft, option.key) for option in here.options]
    middle = session.game.legal((0, 1), 1)
    assert reached == {f"wind/{each}/{stop}" for each in middle for stop in "abc"}


def test_an_unknown_alternative_is_refused() -> None:
    with pytest.raises(DraftError):
        _pick("tiny")


@pytest.mark.parametrize(
    "draft",
    [
        Draft(("wind", "fly")),
        Draft(("wind",), (7,)),
        Draft(("wind", "pass", "a"), (0,)),
        Draft(("wind", "pass", "a", "wind")),
    ],
)
def test_a_draft_that_does_not_fit_is_refused(draft: Draft) -> None:
    with pytest.raises(DraftError):
        stage(toy.session(), 1, draft)


def test_back_undoes_one_decision_and_never_stops_at_a_forced_step() -> None:
    session = toy.session()
    here = _pick("small", "small1", "*", "b").draft
    seen = []
    while here != Draft():
        here = back(session, 1, here)
        seen.append(here)
    assert seen == [
        Draft(("wind", "small1*")),
        Draft(("wind",), (1, 1)),
        Draft(("wind",), (1,)),
        Draft(("wind",)),
        Draft(),
    ]
    assert stage(session, 1, Draft()).draft == Draft(("wind",))


def test_back_after_picking_is_where_one_came_from() -> None:
    session = toy.session()
    rng = random.Random(4)
    for _ in range(50):
        here = stage(session, 1, Draft())
        while not here.ready:
            option = rng.choice(here.options)
            there = stage(session, 1, pick(session, 1, here.draft, option.key))
            assert stage(session, 1, back(session, 1, there.draft)) == here
            here = there


def _through(draft: Draft, number: int = 0, match: int = 7, seq: int = 12) -> tuple[str, Draft]:
    session = toy.session()
    written = encode(session, 1, match, seq, Verb.SHOW, draft, number)
    press = decode(written)
    assert press is not None
    assert (press.match, press.seq, press.verb, press.page) == (match, seq, Verb.SHOW, number)
    return written, draft_of(press, session, 1)


def test_ids_hold_the_whole_draft() -> None:
    for draft in (Draft(), Draft(("wind",)), Draft(("wind",), (0, 29)), Draft(("wind", "small1+", "c"))):
        assert _through(draft, 3)[1] == draft
    assert _through(Draft(("wind",), (0, 29)), 1)[0] == "b:7:12:s1:0.t:wind"


class Wordy(toy.Toy):
    """The same game with notation too long for an id."""

    def legal(self, state: toy.State, seat: Seat) -> tuple[str, ...]:
        return tuple(super().legal(state, seat))

    def format(self, state: toy.State, seat: Seat, move: str) -> str:
        return super().format(state, seat, move) + "~" * 60

    def parse(self, state: toy.State, seat: Seat, text: str) -> str:
        return super().parse(state, seat, text.rstrip("~"))


class Reordered(Wordy):
    """The same again, with its legal moves in another order."""

    def legal(self, state: toy.State, seat: Seat) -> tuple[str, ...]:
        return super().legal(state, seat)[::-1]


def test_a_turn_too_long_for_an_id_is_packed() -> None:
    session = toy.session(Wordy())
    here = stage(session, 1, pick(session, 1, Draft(), "pass")).draft
    assert len(here.text) > CUSTOM_ID_LIMIT
    written = encode(session, 1, 10**18 - 1, 10**8, Verb.CONFIRM, here, 999)
    assert len(written) <= CUSTOM_ID_LIMIT
    press = decode(written)
    assert press is not None
    assert draft_of(press, session, 1) == here


def test_a_packed_turn_is_refused_when_the_moves_have_another_order() -> None:
    session = toy.session(Wordy())
    here = stage(session, 1, pick(session, 1, Draft(), "pass")).draft
    press = decode(encode(session, 1, 7, 12, Verb.CONFIRM, here))
    assert press is not None
    with pytest.raises(DraftError):
        draft_of(press, toy.session(Reordered()), 1)


@pytest.mark.parametrize("text", ["~", "~x", "~zz~00000000"])
def test_a_packed_turn_that_was_never_given_out_is_refused(text: str) -> None:
    press = decode(f"b:7:12:c::{text}")
    assert press is not None
    with pytest.raises(DraftError):
        draft_of(press, toy.session(), 1)


def test_a_draft_with_an_illegal_action_is_not_packed() -> None:
    with pytest.raises(DraftError):
        encode(toy.session(), 1, 7, 12, Verb.SHOW, Draft(("fly" * CUSTOM_ID_LIMIT,)))


@pytest.mark.parametrize("other", ["m:7:12:play", "b:7:12:z::wind", "b:7:12", "b:x:12:s::", "b:7:12:s:A:wind"])
def test_other_ids_are_not_the_builders(other: str) -> None:
    assert decode(other) is None
