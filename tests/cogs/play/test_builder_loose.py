"""Steps of a move that may be taken in any order: cards of a hand that go together."""

from __future__ import annotations

import random

import pytest

from cogs.core.text import CUSTOM_ID_LIMIT
from cogs.play import builder
from cogs.play.builder import Draft, Verb, back, decode, draft_of, encode, latest, pick, stage
from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.seat import Seat
from engine.session import Session


def asked(kind: str, count: int, hand: int) -> tuple[Session, Seat]:
    """Return a game in which a seat is asked for a number of cards of a hand of some size."""
    for seed in range(200):
        lot, session = random.Random(seed), Session.start(MUTANTS, Setup("2"), Chance.from_text(str(seed)))
        while session.outcome is None:
            seat, ask = min(session.to_act), session.state.ask
            kinds = set(session.state.sides[seat - 1].hand)
            if ask is not None and (ask.kind, ask.count) == (kind, count) and len(kinds) >= hand:
                return session, seat
            move = lot.choice(MUTANTS.legal(session.state, seat))
            session = session.move(seat, MUTANTS.format(session.state, seat, move))
    raise AssertionError(f"no game asks for {kind}")


@pytest.fixture(scope="module")
def cycling() -> tuple[Session, Seat]:
    return asked("cycle", 2, 3)


def test_each_card_can_be_the_first(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    here = stage(session, seat, Draft())
    assert {option.key for option in here.options} == set(session.state.sides[seat - 1].hand)


def test_the_order_does_not_matter(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    one, *_, other = sorted(
        set(session.state.sides[seat - 1].hand), key=session.state.rules.components.order.__getitem__
    )
    texts = set()
    for keys in ((one, other), (other, one)):
        draft = Draft()
        for key in keys:
            draft = pick(session, seat, draft, key)
        here = stage(session, seat, draft)
        texts.add(here.turn.text)
        assert {step.key for step in latest(session, seat, here.draft)} == {one, other}
        before = stage(session, seat, back(session, seat, here.draft))
        assert before.draft.actions == ()
        assert len(before.options) > 1
    assert texts == {f"{one}+{other}"}


def test_ids_of_every_step_lead_back_to_it(cycling: tuple[Session, Seat]) -> None:
    session, seat = cycling
    for option in stage(session, seat, Draft()).options:
        draft = pick(session, seat, Draft(), option.key)
        text = encode(session, seat, 10**17, 10**8, Verb.CHOOSE, draft)
        assert len(text) <= CUSTOM_ID_LIMIT
        press = decode(text)
        assert press is not None
        assert draft_of(press, session, seat) == draft


def test_what_is_bred_leaves_nothing_to_choose_where_one_pair_fits() -> None:
    """Two cards in either order are one way."""
    for seed in range(40):
        lot, session = random.Random(seed), Session.start(MUTANTS, Setup("2"), Chance.from_text(str(seed)))
        while session.outcome is None:
            seat, ask = min(session.to_act), session.state.ask
            texts = [MUTANTS.format(session.state, seat, each) for each in MUTANTS.legal(session.state, seat)]
            if ask is not None and ask.kind == "act" and any(text[0] == "B" for text in texts):
                for option in stage(session, seat, pick(session, seat, Draft(), "B")).options:
                    bred = [text for text in texts if text[0] == "B" and text.endswith(f">{option.key}")]
                    draft = pick(session, seat, pick(session, seat, Draft(), "B"), option.key)
                    actions = stage(session, seat, draft).draft.actions
                    if len(bred) == 1:
                        assert actions[:1] == tuple(bred)
                        return
            session = session.move(seat, lot.choice(texts))
    raise AssertionError("nothing is ever bred in one way")


def test_too_many_cards_are_taken_in_the_order_of_the_game(
    cycling: tuple[Session, Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, seat = cycling
    in_any_order = stage(session, seat, Draft()).options
    monkeypatch.setattr(builder, "MOST_LOOSE", 1)
    builder._tree.cache_clear()
    in_order = stage(session, seat, Draft()).options
    builder._tree.cache_clear()
    assert set(in_order) < set(in_any_order)
