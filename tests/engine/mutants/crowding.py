"""Positions of the engine as the second implementation has them, and random ones with full arenas."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import BOSS as ENGINES_BOSS
from engine.mutants.state import Side, State
from tests.engine.mutants import reference_table
from tests.engine.mutants.comparing import ChanceLot, start, with_reserves
from tests.engine.mutants.reference import Reference
from tests.engine.mutants.reference_data import BASICS, BOSS, CARDS, FILE_ORDER, ROUNDS, Card
from tests.engine.mutants.reference_rounds import Match

SPACES = (0, 1, 2, 2, 4, 5, 6, 7, 9, 10, 11, 12, 12, 12)
"""Where markers stand in crowded positions: often where force is lost or left over."""


def like(state: State) -> Reference:
    """Return the second implementation's game in a position: at the start, or where a turn asks for move or action."""
    rules = state.rules
    if not state.round:
        assert not any(state.picks)
        loadouts: tuple[str, ...] = ()
        if rules.reserve == "constructed":
            reserves = [[code for pile in side.piles for code in pile] for side in state.sides[: rules.seats]]
            loadouts = tuple("+".join(sorted(codes, key=FILE_ORDER.__getitem__)) for codes in reserves)
        setup = Setup(rules.mode.key, rules.options, loadouts=loadouts)
        return start(setup, replace(state.chance, used=0))
    assert state.ask is not None
    assert state.ask.kind in ("act", "flank")

    def arrange(match: Match) -> int:
        match.gone, match.crushed = set(state.gone), True
        seats = [BOSS if rules.solo and seat == ENGINES_BOSS else seat for seat in range(1, rules.sides + 1)]
        for seat, side in zip(seats, state.sides, strict=True):
            _lay(match.sides[seat], side)
        for seat in state.line:
            match.put(seats[seat - 1], state.spaces[seat - 1])
        for seat in state.standing:
            match.sides[seat].points = state.points[seat - 1]
            match.score.setdefault(state.points[seat - 1], []).append(seat)
        if state.picks:
            match.picks = {seat: list(picks) for seat, picks in enumerate(state.picks, 1)}
        match.round, match.health = state.round, state.health
        match.first = None if rules.solo else state.first
        return state.active

    return Reference(rules.mode.key, dict(rules.options), lot=ChanceLot(state.chance), arrange=arrange)


def _lay(here: reference_table.Side, side: Side) -> None:
    here.hand, here.deck = _cards(side.hand), _cards(side.deck)
    here.discard, here.freezer = _cards(side.discard), _cards(side.freezer)
    here.incubator = Card(side.incubator) if side.incubator else None
    here.reserve = [_cards(pile) for pile in side.piles]
    for zone, code, down in zip("ALR", side.arena, side.down, strict=True):
        card = Card(code) if code else None
        if card is not None:
            card.up = not down
        here.arena[zone] = card


def _cards(codes: Sequence[str]) -> list[Card]:
    return [Card(code) for code in codes]


def crowded(draw: random.Random, setup: Setup) -> State:
    """Return a position of a turn's action with full arenas, short decks and markers at the ends of the track."""
    chance = Chance.from_text(str(draw.random()))
    state = MUTANTS.initial(with_reserves(replace(setup, loadouts=()), str(draw.random())), chance)
    while state.ask is None or state.ask.kind != "act":
        seats = sorted(MUTANTS.to_act(state))
        state = MUTANTS.apply(state, {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in seats}).state
    rules = state.rules
    sides = [_full_side(draw, state, seat) for seat in range(1, rules.seats + 1)]
    spaces = tuple(draw.choice(SPACES) for _ in range(rules.sides))
    points = tuple(draw.randint(0, 12) for _ in state.points)
    if rules.solo:
        sides.append(_full_boss(draw, state))
    seats = draw.sample(range(1, rules.sides + 1), rules.sides)
    return replace(
        state,
        sides=tuple(sides),
        spaces=spaces,
        line=tuple(sorted(seats, key=lambda seat: spaces[seat - 1])),
        points=points,
        standing=tuple(sorted(seats, key=lambda seat: points[seat - 1])) if points else (),
        round=draw.randint(1, ROUNDS),
        health=draw.randint(1, 40) if rules.solo else 0,
    )


def _full_side(draw: random.Random, state: State, seat: int) -> Side:
    piles = state.sides[seat - 1].piles
    advanced = [code for pile in piles for code in pile]
    draw.shuffle(advanced)
    reserve = [advanced[:size] for size in (0, 0, 0)]
    for pile in reserve:
        for _ in range(draw.choice((0, 1, 1, 2))):
            pile.append(advanced.pop())
    incubator = advanced.pop() if draw.random() < 0.3 else ""
    cards = [*BASICS, *BASICS, *advanced]
    draw.shuffle(cards)
    # Who transforms leaves at once and never stays in an arena (M46).
    staying = [code for code in cards if not CARDS[code].get("transformation")]
    arena = ["" if zone == "A" and seat == state.active else _lying(draw, cards, staying) for zone in "ALR"]
    hand = [cards.pop() for _ in range(draw.randint(2 if seat == state.active else 0, 6))]
    deck = [cards.pop() for _ in range(draw.choice((0, 0, 1, 2, 3, 6)))]
    freezer = [cards.pop() for _ in range(min(len(cards), draw.randint(0, 5)))]
    return Side(
        hand=tuple(sorted(hand, key=FILE_ORDER.__getitem__)),
        hand_marks=(0,) * len(hand),
        deck=tuple(deck),
        deck_marks=(0,) * len(deck),
        discard=tuple(cards),
        freezer=tuple(freezer),
        freezer_marks=(0,) * len(freezer),
        arena=tuple(arena),
        down=tuple(bool(code) and draw.random() < 0.25 for code in arena),
        incubator=incubator,
        piles=tuple(map(tuple, reserve)),
        shuffles=1,
    )


def _lying(draw: random.Random, cards: list[str], staying: list[str]) -> str:
    """Take a card for a zone, or none."""
    if draw.random() < 0.1:
        return ""
    code = staying.pop()
    cards.remove(code)
    return code


def _full_boss(draw: random.Random, state: State) -> Side:
    cards = list(state.sides[ENGINES_BOSS - 1].deck + state.sides[ENGINES_BOSS - 1].discard)
    draw.shuffle(cards)
    arena = tuple(cards.pop() if draw.random() < 0.9 else "" for _ in "ALR")
    deck = tuple(cards.pop() for _ in range(draw.choice((0, 1, 3))))
    return Side(
        deck=deck,
        deck_marks=(0,) * len(deck),
        discard=tuple(cards[: draw.randint(0, 4)]),
        arena=arena,
        down=tuple(bool(code) and draw.random() < 0.25 for code in arena),
        shuffles=1,
    )
