"""The engine and the second implementation side by side: the same draws, the same answers, the same tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.chance import Chance, Draw
from engine.game import Setup, Step
from engine.mutants.game import MUTANTS
from engine.mutants.state import BOSS as ENGINES_BOSS
from engine.mutants.state import Side, State
from engine.seat import Seat
from tests.engine.mutants import reference_asking as asking
from tests.engine.mutants.reference import Drawn, Reference
from tests.engine.mutants.reference_data import BOSS, FILE_ORDER


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
        Both games, and how often each kind of prompt was asked and somebody left.
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
