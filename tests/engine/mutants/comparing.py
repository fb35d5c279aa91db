"""The engine and the second implementation side by side: the same draws, the same answers, the same tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.chance import Chance, Draw
from engine.game import Setup, Step
from engine.mutants.game import MUTANTS
from engine.mutants.state import BOSS as ENGINES_BOSS
from engine.mutants.state import Side, State
from engine.seat import Seat
from tests.engine.mutants import reference
from tests.engine.mutants import reference as asking
from tests.engine.mutants.reference import BASICS, BOSS, CARDS, FILE_ORDER, ROUNDS, Card, Drawn, Match, Reference


@dataclass(frozen=True)
class ChanceLot:
    """Draws for the second implementation what the engine draws from the same chance."""

    chance: Chance

    def draw(self, draw: asking.Draw) -> tuple[Drawn, ChanceLot]:
        if draw.kind == "FIRST":
            number, chance = self.chance.below(len(draw.cards))
            return (draw.cards[number],), ChanceLot(chance)
        found, chance = self.chance.shuffled(draw.cards)
        return found[: draw.number], ChanceLot(chance)


def start(setup: Setup, chance: Chance) -> Reference:
    """Return the second implementation's game at its start."""
    return Reference(setup.mode, dict(setup.options), setup.loadouts, lot=ChanceLot(chance))


def told(state: State) -> dict[str, Any]:
    """Return of a state what `told_alike` returns of the second implementation."""
    outcome, seats = MUTANTS.outcome(state), range(1, state.rules.seats + 1)
    staying = [seat for seat in seats if seat not in state.gone or (seat in state.pending and outcome is None)]
    asked = state.ask.kind if state.ask else "pick"
    solo = state.rules.solo
    return {
        "asked": {seat: {"offer": "gain"}.get(asked, asked) for seat in sorted(MUTANTS.to_act(state))},
        "round": state.round,
        "first": None if solo else state.first or None,
        "owner": MUTANTS.owner(state),
        "left": sorted(state.gone),
        "force": [(BOSS if solo and seat == ENGINES_BOSS else seat, state.spaces[seat - 1]) for seat in state.line],
        "score": [(seat, state.points[seat - 1]) for seat in state.standing],
        "health": state.health if solo else None,
        "boss": _side(state.sides[ENGINES_BOSS - 1]) if solo else None,
        "sides": {seat: _side(state.sides[seat - 1]) for seat in staying},
        "packs": {seat: sorted(pack) for seat, pack in enumerate(state.packs, 1) if not outcome},
        "picks": {seat: list(picks) for seat, picks in enumerate(state.picks, 1)},
        "ranks": outcome.ranks if outcome else None,
        "points": outcome.points if outcome else None,
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "hand": side.hand,
        "deck": side.deck,
        "discard": side.discard,
        "freezer": tuple(sorted(side.freezer, key=FILE_ORDER.__getitem__)),
        "incubator": side.incubator or None,
        "reserve": side.piles,
        "arena": {
            zone: (code, not down) if code else None
            for zone, code, down in zip("ALR", side.arena, side.down, strict=True)
        },
    }


def told_alike(game: Reference) -> dict[str, Any]:
    """Return what the second implementation tells in the form in which it is compared."""
    found, result = game.told(), game.told()["result"]
    seats = game.run.match.seats
    ranks: tuple[int, ...] | None = None
    points: tuple[float, ...] | None = None
    if result is not None and "rank" in result:
        ranks = tuple(result["rank"].index(s) + 1 if s in result["rank"] else len(result["rank"]) + 1 for s in seats)
        points = tuple(float(result["totals"].get(s, game.run.match.sides[s].points)) for s in seats)
    elif result is not None:
        ranks, points = (1 if result["end"] == "VICTORY" else 2,), ()
    drafting = "pick" in found["asked"].values()
    return {
        "asked": {seat: "gain" if kind.startswith("gain-") else kind for seat, kind in found["asked"].items()},
        "round": found["round"],
        "first": found["first"],
        "owner": None if result is not None else found["owner"] or None,
        "left": found["left"],
        "force": [(seat, space) for space, stack in enumerate(found["force"]) for seat in stack],
        "score": [(seat, points) for points, stack in found["score"].items() for seat in stack]
        if found["score"]
        else [],
        "health": found["health"],
        "boss": found["boss"],
        "sides": {seat: side for seat, side in found["sides"].items() if result is None or seat not in found["left"]},
        "packs": found["packs"] if drafting else {},
        "picks": found["picks"],
        "ranks": ranks,
        "points": points,
    }


def differences(reference: Mapping[Any, Any], engine: Mapping[Any, Any]) -> dict[str, tuple[Any, Any]]:
    """Return what differs, by its place: as the second implementation has it, and as the engine has it."""
    found: dict[str, tuple[Any, Any]] = {}
    for key in sorted({*reference, *engine}, key=str):
        one, other = reference.get(key), engine.get(key)
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            found |= {f"{key}.{place}": both for place, both in differences(one, other).items()}
        else:
            found[str(key)] = (one, other)
    return found


def compare(state: State, game: Reference) -> dict[Seat, dict[str, Any]]:
    """Check that both are in the same position, and return everybody's legal moves by their texts."""
    assert differences(told_alike(game), told(state)) == {}
    acting = sorted(MUTANTS.to_act(state))
    assert game.acting() == acting
    found: dict[Seat, dict[str, Any]] = {}
    for seat in range(1, state.rules.seats + 1):
        moves = MUTANTS.legal(state, seat)
        texts = {MUTANTS.format(state, seat, move): move for move in moves}
        assert len(texts) == len(moves)
        assert set(texts) == game.answers(seat)
        if seat not in acting:
            continue
        found[seat] = texts
        default = MUTANTS.default(state, seat)
        # M77: the Revolt has no deadline.
        assert (default is None) is state.rules.solo
        assert default is None or MUTANTS.format(state, seat, default) == game.default(seat)
        for text, move in texts.items():
            assert MUTANTS.parse(state, seat, text) == move
            assert (MUTANTS.veil(state, seat, move) is None) is game.shown(None)[seat]
    return found


def compare_draws(step: Step[State], before: Reference, after: Reference) -> None:
    """Check that the same was drawn in a step, in the same order, and that nothing hidden came up without a barrier."""
    assert step.barrier or not after.uncovered
    drawn: list[Draw] = []
    seats = [seat for seat in after.run.match.seats if seat not in after.left()]
    for came in after.draws[len(before.draws) :]:
        # The engine draws the number of the first player among those at the table.
        first = len(came) == 1 and isinstance(came[0], int)
        drawn.append((seats.index(int(came[0])),) if first else tuple(came))
    assert list(step.drawn) == drawn


@dataclass(frozen=True)
class Manner:
    """How random games are played.

    Attributes:
        leaving: How likely it is that a player leaves instead of the next answer.
        late: How likely it is that what is played is the default.
        keen: How likely it is that an answer other than the shortest road is preferred: breeding, copying, accepting.
    """

    leaving: float = 0.0
    late: float = 0.0
    keen: float = 0.5


def is_keen(text: str) -> bool:
    """Return whether an answer makes a game livelier."""
    return text.startswith(("B ", "I ")) or text == "Y" or (len(text) == 3 and text.isupper())


def whole_game(setup: Setup, seed: str, manner: Manner, look: Look | None = None) -> Counter[str]:
    """Play a random game in both, comparing at every decision, and return how often each kind was asked."""
    chance = Chance.from_text(seed)
    state, game, asked = played(
        MUTANTS.initial(setup, chance), start(setup, chance), random.Random(seed), manner, look=look
    )
    assert not game.acting()
    assert MUTANTS.outcome(state) is not None
    return asked


Look: TypeAlias = Callable[[State, Reference], None]


def played(
    state: State, game: Reference, draw: random.Random, manner: Manner, most: int = 1_000, look: Look | None = None
) -> tuple[State, Reference, Counter[str]]:
    """Play a number of random decisions in both, or to the end, comparing at each; return where that leads.

    Args:
        state: Where the engine begins.
        game: Where the second implementation begins.
        draw: Chooses.
        manner: How.
        most: How many decisions.
        look: Compares more at every decision.

    Returns:
        Both games, and how often each kind of prompt was asked and a player left.
    """
    asked = Counter[str]()
    found = compare(state, game)
    while found and asked.total() < most:
        if look is not None:
            look(state, game)
        if draw.random() < manner.leaving:
            leaver = draw.choice([seat for seat in range(1, state.rules.seats + 1) if seat not in state.gone])
            step, after = MUTANTS.forfeit(state, leaver), game.forfeit(leaver)
            asked["F"] += 1
        else:
            asked.update(game.told()["asked"].values())
            texts = {seat: chosen(draw, manner, game, seat) for seat in found}
            step = MUTANTS.apply(state, {seat: found[seat][text] for seat, text in texts.items()})
            after = game.after(texts)
        compare_draws(step, game, after)
        state, game = step.state, after
        found = compare(state, game)
    return state, game, asked


def chosen(draw: random.Random, manner: Manner, game: Reference, seat: Seat) -> str:
    """Return the answer of a seat."""
    if draw.random() < manner.late:
        return game.default(seat)
    texts = sorted(game.answers(seat))
    keen = [text for text in texts if is_keen(text)]
    return draw.choice(keen if keen and draw.random() < manner.keen else texts)


def with_reserves(setup: Setup, seed: str) -> Setup:
    """Return a setup with reserves drawn by lot where they are constructed; some seats choose none (M75)."""
    draw, seats = random.Random(seed), MUTANTS.loadout_seats(setup)
    if not seats:
        return setup
    texts: list[str] = []
    allowed = [card.code for card in MUTANTS.initial(replace(setup, loadouts=()), Chance.from_text(seed)).rules.allowed]
    for seat in range(1, max(seats) + 1):
        cards = sorted(draw.sample(allowed * 2, 12), key=FILE_ORDER.__getitem__)
        texts.append(MUTANTS.parse_loadout(setup, seat, "+".join(cards)) if draw.random() < 0.8 else "")
    return replace(setup, loadouts=tuple(texts))


def options(**values: str) -> tuple[tuple[str, str], ...]:
    return tuple(values.items())


# Positions of the engine as the second implementation has them, and random ones with full arenas.


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


def _lay(here: reference.Side, side: Side) -> None:
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
