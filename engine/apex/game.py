"""APEX as a `Game`, and random positions that look the same to a seat."""

from __future__ import annotations

from engine.apex import view as seen
from engine.apex.apply import apply_moves, forfeit
from engine.apex.cards import card_list
from engine.apex.choices import INVITATION, caution, choices, question, reach, subjects
from engine.apex.components import NAMES, components, editions
from engine.apex.legal import battlefields, can_do, count_legal, default, legal
from engine.apex.moves import Move
from engine.apex.notation import ACTIONS, BATTLES, CLOSING, brief, format_move, join, spread
from engine.apex.outcome import feats, feats_text, outcome, result_text, same_result, standing
from engine.apex.parse import parse_move
from engine.apex.position import masked_position, read_position, write_position
from engine.apex.rounds import passing
from engine.apex.rules import MODES, OPTIONS, rules, rules_of
from engine.apex.script import notes, read_script, same_note, write_script
from engine.apex.state import (
    NONE,
    Phase,
    Side,
    State,
    start,
)
from engine.apex.teaching import GUIDE, LESSON, TOPICS
from engine.apex.view import to_act, view
from engine.cards import CardList
from engine.chance import Chance
from engine.choices import Reach
from engine.game import Game, GameInfo, Json, Listing, Setup, TurnRules
from engine.outcome import FeatureKind, Outcome, SeatFeature
from engine.script import Script
from engine.seat import Seat
from engine.text import Text, say

# The feature by which results of APEX are counted: a seat's civilisation (A2).


CIVILISATION = FeatureKind("civilisation", say("Score by civilisation", context="title of a chart"))
FEATURE_KINDS = (CIVILISATION,)


def features(state: State) -> tuple[SeatFeature, ...]:
    civilisations = state.rules.civilisations
    return tuple(
        SeatFeature(seat, CIVILISATION.key, civilisations[side.civ].code)
        for seat, side in enumerate(state.sides, 1)
        if side.civ != NONE
    )


def feature_name(_kind: str, value: str) -> Text:
    return NAMES.get(value, say("{name}", name=value))


# Positions that look the same to a seat: other hands, other face-down sectors, other future deals.


def alike(state: State, seat: Seat | None, chance: Chance) -> State:
    sides, chance = _other_hands(state, seat, chance)
    tiles, chance = _other_tiles(state, chance)
    return state.but(chance=chance, sides=sides, tiles=tiles)


def seen_hands(state: State, seat: Seat | None) -> frozenset[Seat]:
    """Return the hands that a seat knows: its own, and those that it has passed on in this age (A22).

    Cards played or discarded from a hand are face up (A18), so a hand once seen stays known until the age ends.
    """
    if seat is None or not state.age:
        return frozenset()
    step, count = passing(state.age), state.rules.seats
    return frozenset((seat - 1 + step * passed) % count + 1 for passed in range(state.round))


def _other_hands(state: State, seat: Seat | None, chance: Chance) -> tuple[tuple[Side, ...], Chance]:
    seen = seen_hands(state, seat)
    unknown = [card for other, side in enumerate(state.sides, 1) if other not in seen for card in side.hand]
    drawn, chance = chance.shuffled(sorted(unknown))  # sorted, so that the true hands do not direct the draw
    rest, sides = list(drawn), list[Side]()
    for other, side in enumerate(state.sides, 1):
        hand = side.hand if other in seen else tuple(sorted(rest.pop() for _ in side.hand))
        sides.append(Side(side.civ, side.home, side.ships, side.colonies, side.levels, side.points, hand))
    return tuple(sides), chance


def _other_tiles(state: State, chance: Chance) -> tuple[tuple[int, ...], Chance]:
    """Return other face-down sectors, drawn from those that are not face up, unused ones included (A74)."""
    first = state.rules.seats
    down = [place for place in range(len(state.tiles)) if state.hidden >> place + first & 1]
    if not down:
        return state.tiles, chance
    shown = {tile for place, tile in enumerate(state.tiles) if place not in down}
    drawn, chance = chance.shuffled([tile for tile in range(len(state.rules.tiles)) if tile not in shown])
    other = dict(zip(down, drawn, strict=False))
    return tuple(other.get(place, tile) for place, tile in enumerate(state.tiles)), chance


class Apex(Game[State, Move, seen.ApexView]):
    """The rules of APEX."""

    info = GameInfo(
        key="apex",
        name="APEX",
        modes=MODES,
        options=OPTIONS,
        rules_version=1,
        data_tag="Data",
        data_version=components().version,
        name_tags=tuple(f"P{seat}" for seat in range(1, 7)),
        uses_chance=True,
        open=False,
        together=True,
        defaults="all",
        cards=True,
        notes=True,
        reconstructed=tuple((version, box.reconstructed) for version, box in editions().items()),
        turn_rules=TurnRules(order="A20", content="A55", hidden="A75", end="A64"),
        summary=say("APEX: civilisations fight over a galaxy with secret choices, 2 to 6 players"),
        about=say(
            "Civilisations compete for a galaxy. Each round everyone chooses a card and a strategy in secret, "
            "then all are revealed together. Fifteen rounds, scored after five, ten and fifteen: the highest "
            "score wins."
        ),
    )
    topics = TOPICS
    guide = GUIDE
    lesson = LESSON
    invitation = INVITATION

    to_act = staticmethod(to_act)
    legal = staticmethod(legal)
    count_legal = staticmethod(count_legal)
    parse = staticmethod(parse_move)
    spread = staticmethod(spread)
    choices = staticmethod(choices)
    question = staticmethod(question)
    brief = staticmethod(brief)
    caution = staticmethod(caution)
    subjects = staticmethod(subjects)
    apply = staticmethod(apply_moves)
    forfeit = staticmethod(forfeit)
    outcome = staticmethod(outcome)
    standing = staticmethod(standing)
    feats = staticmethod(feats)
    feats_text = staticmethod(feats_text)
    feature_kinds = FEATURE_KINDS
    features = staticmethod(features)
    feature_name = staticmethod(feature_name)
    view = staticmethod(view)
    notes = staticmethod(notes)
    masked_position = staticmethod(masked_position)
    alike = staticmethod(alike)
    same_note = staticmethod(same_note)
    write_position = staticmethod(write_position)
    read_script = staticmethod(read_script)
    result_text = staticmethod(result_text)
    same_result = staticmethod(same_result)

    def initial(self, setup: Setup, chance: Chance) -> State:
        chosen = rules_of(setup)
        return read_position(chosen, setup.position, chance) if setup.position else start(chosen, chance)

    def turn(self, state: State) -> int:
        """Each choice of a civilisation, the choices of a round together, and each strategy are a turn."""
        seats = state.rules.seats
        if not state.age:
            return state.seat or seats
        rounds = (state.age - 1) * 5 + state.round - 1
        return seats + 1 + rounds * (seats + 1) + (0 if state.phase is Phase.CHOOSE else 1 + min(state.step, seats - 1))

    def format(self, state: State, seat: Seat, move: Move) -> str:
        return format_move(state, move)

    def listing(self, state: State, seat: Seat) -> Listing | None:
        if seat not in to_act(state):
            return None
        if state.phase is Phase.WAR:
            return Listing(BATTLES, CLOSING, whole=True, done=not battlefields(state, seat), join=join)
        if state.phase is Phase.EXPAND:
            return Listing(ACTIONS, CLOSING, whole=False, done=not can_do(state, seat), join=join)
        return None

    def reach(self, state: State, seat: Seat | None, key: str) -> Reach | None:
        return reach(state, key)

    def default(self, state: State, seat: Seat) -> Move | None:
        return default(state, seat) if seat in to_act(state) else None

    def cards(self, state: State, seat: Seat | None) -> CardList:
        return card_list(view(state, seat))

    def dump(self, state: State) -> Json:
        chance = state.chance
        return {
            "mode": state.rules.mode.key,
            "exploration": state.rules.exploration,
            "data": state.rules.data,
            "seed": chance.seed.hex(),
            "used": chance.used,
            "recorded": None if chance.recorded is None else [list(draw) for draw in chance.recorded],
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        match data:
            case {
                "mode": str(mode),
                "exploration": bool(exploration),
                "data": str(version),
                "seed": str(seed),
                "used": int(used),
                "recorded": recorded,
                "position": str(position),
            }:
                draws = tuple(tuple(draw) for draw in recorded) if isinstance(recorded, list) else None
                chance = Chance(bytes.fromhex(seed), used, draws)
                return read_position(rules(mode, exploration=exploration, data=version), position, chance)
        raise TypeError("a dumped state is an object")

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        return write_script(setup, script_)


APEX = Apex()
