"""Mutants behind the interface that all games share."""

from __future__ import annotations

from dataclasses import replace

from engine.chance import Chance
from engine.events import Event
from engine.game import Json
from engine.info import Setup
from engine.mutants.alike import alike
from engine.mutants.apply import apply_moves, forfeit
from engine.mutants.asking import question
from engine.mutants.brief import brief
from engine.mutants.building import BUILDING, loadout_choices, loadout_question, loadout_step
from engine.mutants.cardlist import card_list
from engine.mutants.catalogue import catalogue, whereabouts
from engine.mutants.choices import choices
from engine.mutants.duels import KnockedOut
from engine.mutants.features import FEATURE_KINDS, feature_name, features
from engine.mutants.grading import grade, grade_text
from engine.mutants.guide import GUIDE
from engine.mutants.help import TOPICS
from engine.mutants.hints import caution
from engine.mutants.legal import default, legal
from engine.mutants.lesson import LESSON
from engine.mutants.loadouts import cards_of, loadout_seats, parse_loadout, usual_loadout
from engine.mutants.moves import Move
from engine.mutants.notation import parse_move
from engine.mutants.notes import notes, same_note
from engine.mutants.observer import view
from engine.mutants.outcome import final_points, outcome, result_text, same_result
from engine.mutants.position import load_position, masked_position, read_position, write_position
from engine.mutants.prepared import PREPARATIONS, parse_prepared, prepared
from engine.mutants.prompts import asked
from engine.mutants.rules import INFO, rules, rules_of
from engine.mutants.script import read_script, write_script
from engine.mutants.setup import start
from engine.mutants.state import State, owner, to_act
from engine.mutants.veils import veil
from engine.mutants.writing import format_move
from engine.outcome import Outcome, Standing
from engine.script import Script
from engine.seat import Seat
from engine.text import Text, say

_POINTS = say("Points", context="title of a chart")
_HEALTH = say("Damage to the boss", context="title of a chart")


class Mutants:
    """The rules of Mutants: `engine.game.Game`, and what the table of `engine.extras` says."""

    info = INFO
    topics = TOPICS
    guide = GUIDE
    lesson = LESSON
    preparations = PREPARATIONS

    to_act = staticmethod(to_act)
    owner = staticmethod(owner)
    asked = staticmethod(asked)
    legal = staticmethod(legal)
    parse = staticmethod(parse_move)
    format = staticmethod(format_move)
    veil = staticmethod(veil)
    choices = staticmethod(choices)
    question = staticmethod(question)
    brief = staticmethod(brief)
    caution = staticmethod(caution)
    apply = staticmethod(apply_moves)
    forfeit = staticmethod(forfeit)
    default = staticmethod(default)
    outcome = staticmethod(outcome)
    feature_kinds = FEATURE_KINDS
    features = staticmethod(features)
    feature_name = staticmethod(feature_name)
    grade = staticmethod(grade)
    grade_text = staticmethod(grade_text)
    view = staticmethod(view)
    alike = staticmethod(alike)
    notes = staticmethod(notes)
    same_note = staticmethod(same_note)
    masked_position = staticmethod(masked_position)
    write_position = staticmethod(write_position)
    read_script = staticmethod(read_script)
    result_text = staticmethod(result_text)
    same_result = staticmethod(same_result)
    cards = staticmethod(card_list)
    catalogue = staticmethod(catalogue)
    loadout_seats = staticmethod(loadout_seats)
    parse_loadout = staticmethod(parse_loadout)
    usual_loadout = staticmethod(usual_loadout)
    building = BUILDING
    loadout_question = staticmethod(loadout_question)
    loadout_choices = staticmethod(loadout_choices)
    loadout_step = staticmethod(loadout_step)
    parse_prepared = staticmethod(parse_prepared)
    prepared = staticmethod(prepared)

    def initial(self, setup: Setup, chance: Chance) -> State:
        chosen = rules_of(setup)
        if setup.position:
            return read_position(chosen, setup.position, chance)
        reserves: tuple[tuple[str, ...], ...] = ()
        if chosen.reserve == "constructed":
            given = (*setup.loadouts, *[""] * (chosen.seats - len(setup.loadouts)))
            reserves = tuple(
                cards_of(parse_loadout(setup, seat, text) if text else usual_loadout(setup, seat))
                for seat, text in enumerate(given, 1)
            )
        return start(chosen, reserves, chance).state

    def turn(self, state: State) -> int:
        """Each joint pick, mulligan, turn, draw of six and answer between rounds is a turn."""
        return state.turn

    def forced(self, state: State, seat: Seat) -> Move | None:
        """Nothing that public facts leave one answer is asked (N6)."""
        return None

    def whereabouts(self, state: State, seat: Seat | None, key: str) -> tuple[Text, ...]:
        """Return where copies of a card are, as far as a seat, or a spectator (None), may know."""
        return whereabouts(view(state, seat), key)

    def standing(self, state: State) -> Standing:
        """VP, those of the freezers counted once they are opened (M53); in a Revolt what the boss's health has lost."""
        if state.rules.solo:
            return Standing(_HEALTH, (float(state.rules.health - state.health),))
        return Standing(_POINTS, tuple(map(float, final_points(state))))

    def feats(self, event: Event) -> dict[Seat, int]:
        """K.O.s by attacks."""
        return {event.by: 1} if isinstance(event, KnockedOut) and event.by is not None else {}

    def feats_text(self, count: int) -> Text:
        return say("mutants knocked out: {count}", count=count)

    def dump(self, state: State) -> Json:
        chance = state.chance
        return {
            "mode": state.rules.mode.key,
            "options": [list(each) for each in state.rules.options],
            "data": state.rules.data,
            "seed": chance.seed.hex(),
            "used": chance.used,
            "told": None if chance.told is None else [list(draw) for draw in chance.told],
            "said": [list(each) for each in state.said],
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        match data:
            case {
                "mode": str(mode),
                "options": list(options),
                "data": str(version),
                "seed": str(seed),
                "used": int(used),
                "told": told,
                "said": list(said),
                "position": str(position),
            }:
                draws = tuple(tuple(draw) for draw in told) if isinstance(told, list) else None
                chance = Chance(bytes.fromhex(seed), used, draws)
                chosen = rules(mode, tuple((key, value) for key, value in options), version)
                lines = tuple((line, hidden) for line, hidden in said)
                return replace(load_position(chosen, position, chance), said=lines)
        raise TypeError("a dumped state is an object")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        return write_script(setup, script)


MUTANTS = Mutants()
