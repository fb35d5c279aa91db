"""Replicants as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.choices import Choice
from engine.game import Game, GameInfo, Json, Setup, Step, TurnRules
from engine.replicants.apply import apply_move, forfeit
from engine.replicants.board import souls
from engine.replicants.choices import choices, step
from engine.replicants.legal import INVITATION, count_legal, legal, reach, subjects
from engine.replicants.moves import Move
from engine.replicants.notation import brief, format_move
from engine.replicants.outcome import feats, feats_text, outcome, result_text, same_result, standing
from engine.replicants.parse import parse_move, unnumbered
from engine.replicants.position import read_position, write_position
from engine.replicants.rules import MODES, rules, rules_of
from engine.replicants.script import read_script, write_script
from engine.replicants.state import State, start
from engine.replicants.teaching import GUIDE, LESSON, TOPICS
from engine.replicants.view import ReplicantsView, view
from engine.seat import Seat
from engine.text import Text, say

_NOBODY: frozenset[Seat] = frozenset()


class Replicants(Game[State, Move, ReplicantsView]):
    """The rules of Replicants."""

    info = GameInfo(
        key="replicants",
        name="Replicants",
        modes=MODES,
        data_tag="Charts",
        data_version=souls().current,
        reconstructed=tuple((key, charts.reconstructed) for key, charts in souls().sets.items()),
        turn_rules=TurnRules(order="R10", content="R11", end="R22", record="N2"),
        summary=say("Replicants: strike with electric arcs in a hex arena, 2 to 4 players or 2 teams"),
        about=say(
            "Lead your Replicants through a hex arena: charge, move, strike with electric arcs, create new ones, and "
            "bring an opponent down before you fall. There's no luck. Usually 15 to 45 turns each."
        ),
    )
    topics = TOPICS
    guide = GUIDE
    lesson = LESSON
    invitation = INVITATION

    parse = staticmethod(parse_move)
    unnumbered = staticmethod(unnumbered)
    subjects = staticmethod(subjects)
    reach = staticmethod(reach)
    forfeit = staticmethod(forfeit)
    outcome = staticmethod(outcome)
    standing = staticmethod(standing)
    feats = staticmethod(feats)
    feats_text = staticmethod(feats_text)
    write_position = staticmethod(write_position)
    read_script = staticmethod(read_script)
    write_script = staticmethod(write_script)
    result_text = staticmethod(result_text)
    same_result = staticmethod(same_result)

    def initial(self, setup: Setup, chance: Chance) -> State:
        chosen = rules_of(setup)
        return read_position(chosen, setup.position) if setup.position else start(chosen)

    def to_act(self, state: State) -> frozenset[Seat]:
        return state.rules.acting[state.seat - 1] if state.end is None else _NOBODY

    def turn(self, state: State) -> int:
        return (state.round - 1) * len(state.sides) + state.seat

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal(state) if seat == state.seat else ()

    def count_legal(self, state: State, seat: Seat) -> int:
        return count_legal(state) if seat == state.seat else 0

    def format(self, state: State, seat: Seat, move: Move) -> str:
        return format_move(state, move)

    def choices(self, state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
        return choices(state, move)

    def brief(self, state: State, seat: Seat, move: Move) -> Text:
        return brief(state, move)

    def step(self, state: State, chosen: Sequence[Choice]) -> Text:
        return step(chosen)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        return apply_move(state, moves[state.seat])

    def view(self, state: State, seat: Seat | None) -> ReplicantsView:
        return view(state)

    def dump(self, state: State) -> Json:
        return {
            "mode": state.rules.mode.key,
            "charts": state.rules.charts,
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        if not isinstance(data, Mapping):
            raise TypeError("a dumped state is an object")
        return read_position(rules(str(data["mode"]), str(data["charts"])), str(data["position"]))


REPLICANTS = Replicants()
