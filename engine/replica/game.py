"""Replica as a `Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.choices import Choice, Reach
from engine.game import Game, GameInfo, Json, Setup, Step, TurnRules
from engine.outcome import Outcome
from engine.replica.apply import apply_move, forfeit
from engine.replica.choices import choices, step
from engine.replica.legal import INVITATION, count_legal, legal, reach, subjects
from engine.replica.moves import Move
from engine.replica.notation import brief, format_move
from engine.replica.outcome import feats, feats_text, outcome, result_text, same_result, standing
from engine.replica.parse import parse_move, unnumbered
from engine.replica.position import read_position, write_position
from engine.replica.rules import KING_POWER, MODES, OPTIONS, SIGHT, rules, rules_of
from engine.replica.script import NAMES, read_script, write_script
from engine.replica.state import State, start
from engine.replica.teaching import GUIDE, LESSON, TOPICS
from engine.replica.view import ReplicaView, view
from engine.seat import Seat
from engine.text import Text, say

_NOBODY: frozenset[Seat] = frozenset()
_ACTING: tuple[frozenset[Seat], ...] = (frozenset({1}), frozenset({2}))


class Replica(Game[State, Move, ReplicaView]):
    """The rules of Replica."""

    info = GameInfo(
        key="replica",
        name="Replica",
        modes=MODES,
        options=OPTIONS,
        rules_version=1,
        data_tag="",
        data_version="",
        name_tags=NAMES,
        turn_rules=TurnRules(order="P1", content="P1", end="P7", record="P10"),
        summary=say("Replica: two armies on a chessboard, 2 players"),
        about=say(
            "Two armies march at each other from opposite corners of a chessboard: bring a king to the far "
            "corner, or capture one. There's no luck, and nothing is hidden. Usually 15 to 35 turns each."
        ),
    )
    topics = TOPICS
    guide = GUIDE
    lesson = LESSON
    invitation = INVITATION

    parse = staticmethod(parse_move)
    unnumbered = staticmethod(unnumbered)
    subjects = staticmethod(subjects)
    forfeit = staticmethod(forfeit)
    outcome = staticmethod(outcome)
    standing = staticmethod(standing)
    feats = staticmethod(feats)
    feats_text = staticmethod(feats_text)
    write_position = staticmethod(write_position)
    read_script = staticmethod(read_script)
    write_script = staticmethod(write_script)

    def initial(self, setup: Setup, chance: Chance) -> State:
        chosen = rules_of(setup)
        return read_position(chosen, setup.position) if setup.position else start(chosen)

    def to_act(self, state: State) -> frozenset[Seat]:
        return _ACTING[state.seat - 1] if state.end is None else _NOBODY

    def turn(self, state: State) -> int:
        return 2 * state.round - 2 + state.seat

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

    def reach(self, state: State, seat: Seat | None, key: str) -> Reach | None:
        return reach(state, key)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        return apply_move(state, moves[state.seat])

    def view(self, state: State, seat: Seat | None) -> ReplicaView:
        return view(state)

    def dump(self, state: State) -> Json:
        return {
            SIGHT.key: state.rules.sight,
            KING_POWER.key: state.rules.king_power,
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        if not isinstance(data, Mapping):
            raise TypeError("a dumped state is an object")
        return read_position(rules(str(data[SIGHT.key]), str(data[KING_POWER.key])), str(data["position"]))

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return result_text(outcome)

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        return same_result(text, outcome)


REPLICA = Replica()
