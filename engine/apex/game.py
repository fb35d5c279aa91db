"""APEX behind the interface that all games share."""

from __future__ import annotations

from engine.apex.alike import alike
from engine.apex.apply import apply_moves, forfeit
from engine.apex.asking import question
from engine.apex.brief import brief
from engine.apex.cards import card_list
from engine.apex.choices import choices
from engine.apex.components import components, editions
from engine.apex.features import FEATURE_KINDS, feature_name, features
from engine.apex.grammar import spread
from engine.apex.guide import GUIDE
from engine.apex.help import TOPICS
from engine.apex.hints import caution
from engine.apex.legal import battlefields, can_do, count_legal, default, legal
from engine.apex.lesson import LESSON
from engine.apex.moves import Move
from engine.apex.notation import parse_move
from engine.apex.notes import notes, same_note
from engine.apex.observer import to_act, view
from engine.apex.outcome import outcome, result_text, same_result
from engine.apex.position import masked_position, read_position, write_position
from engine.apex.reach import INVITATION, reach, subjects
from engine.apex.rules import MODES, OPTIONS, rules, rules_of
from engine.apex.score import feats, feats_text, standing
from engine.apex.script import read_script, write_script
from engine.apex.state import Phase, State, start
from engine.apex.writing import ACTIONS, BATTLES, CLOSING, format_move, join
from engine.cards import CardList
from engine.chance import Chance
from engine.choices import Reach
from engine.extras import Listing
from engine.game import Json
from engine.info import GameInfo, Setup, TurnRules
from engine.outcome import Outcome
from engine.script import Script
from engine.seat import Seat
from engine.text import say


class Apex:
    """The rules of APEX: `engine.game.Game`, and what the table of `engine.extras` says."""

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
        by_decision=True,
        reconstructed=tuple((version, box.reconstructed) for version, box in editions().items()),
        turn_rules=TurnRules(order="A20", content="A55", hidden="A75", end="A64"),
        summary=say("APEX: civilisations contend for a galaxy by secret choices, 2 to 6 players"),
        about=say(
            "Civilisations compete for a galaxy. Each round everyone chooses a card and a strategy in secret, "
            "then all are revealed together. Fifteen rounds, scored after five, ten and fifteen: the most "
            "points win."
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
            "told": None if chance.told is None else [list(draw) for draw in chance.told],
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
                "told": told,
                "position": str(position),
            }:
                draws = tuple(tuple(draw) for draw in told) if isinstance(told, list) else None
                chance = Chance(bytes.fromhex(seed), used, draws)
                return read_position(rules(mode, exploration=exploration, data=version), position, chance)
        raise TypeError("a dumped state is an object")

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        return write_script(setup, script_)


APEX = Apex()
