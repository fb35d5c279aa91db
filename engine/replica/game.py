"""Replica behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.errors import SetupError
from engine.extras import Invitation, Reach, Standing
from engine.game import Choice, Event, GameInfo, Json, Outcome, Script, Seat, Setup, Step, TurnRules
from engine.replica import script
from engine.replica.apply import apply_move, forfeit
from engine.replica.choices import choices, step
from engine.replica.help import TOPICS
from engine.replica.legal import count_legal, legal
from engine.replica.moves import Move
from engine.replica.notation import parse_move, unnumbered
from engine.replica.observer import view
from engine.replica.outcome import outcome, result_text, same_result
from engine.replica.position import read_position, write_position
from engine.replica.reach import INVITATION, reach, subjects
from engine.replica.rules import KING_POWER, MODES, OPTIONS, SIGHT, Rules, rules
from engine.replica.score import feats, feats_text, standing
from engine.replica.state import State, start
from engine.replica.view import ReplicaView
from engine.replica.writing import format_move
from engine.text import Text, say, shortened

_NOBODY: frozenset[Seat] = frozenset()
_ACTING: tuple[frozenset[Seat], ...] = (frozenset({1}), frozenset({2}))


class Replica:
    """The rules of Replica.

    Implements `engine.game.Game` and `CountsLegal`, `Explained`, `Numbered`, `Reaching`, `Scored`.
    """

    info = GameInfo(
        key="replica",
        name="Replica",
        modes=MODES,
        options=OPTIONS,
        rules_version=1,
        data_tag="",
        data_version="",
        name_tags=script.NAMES,
        turn_rules=TurnRules(order="P1", content="P1"),
    )
    topics = TOPICS

    def initial(self, setup: Setup, chance: Chance) -> State:
        """Return the state before the first move; the same for any `chance`.

        Raises:
            SetupError: There is no such mode, option or position.
        """
        chosen = _rules(setup)
        return read_position(chosen, setup.position) if setup.position else start(chosen)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return whose turn it is; nobody's when the game is over."""
        return _ACTING[state.seat - 1] if state.end is None else _NOBODY

    def turn(self, state: State) -> int:
        """Return the number of the turn, counting both seats': 1, 2, …."""
        return 2 * state.round - 2 + state.seat

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return every legal move, in the order that `engine.replica.legal` documents."""
        return legal(state) if seat == state.seat else ()

    def count_legal(self, state: State, seat: Seat) -> int:
        """Return `len(legal(state, seat))` without making the moves."""
        return count_legal(state) if seat == state.seat else 0

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        """Return the move that a person means; see `engine.replica.notation`."""
        return parse_move(state, seat, text)

    def unnumbered(self, state: State, text: str) -> str:
        """Return a turn as it was pasted without the number of its line; see `engine.replica.notation`."""
        return unnumbered(state, text)

    def format(self, state: State, seat: Seat, move: Move) -> str:
        """Return the canonical text of a legal move."""
        return format_move(state, move)

    def choices(self, state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
        """Return the steps that lead a person to a legal move."""
        return choices(state, move)

    def step(self, state: State, chosen: Sequence[Choice]) -> Text:
        """Return what there is to choose behind the steps that were chosen (`engine.extras.Stepping`)."""
        return step(chosen)

    @property
    def invitation(self) -> Invitation:
        """How to invite somebody to look at one of its subjects."""
        return INVITATION

    def subjects(self, state: State, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the pieces on the board."""
        return subjects(state, seat)

    def reach(self, state: State, seat: Seat | None, key: str) -> Reach | None:
        """Return what one piece can do; see `engine.replica.reach`."""
        return reach(state, key)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        """Return what follows from a legal move of the seat whose turn it is."""
        return apply_move(state, moves[state.seat])

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        """Return what follows when a seat gives up, at any time (P10)."""
        return forfeit(state, seat)

    def default(self, state: State, seat: Seat) -> Move | None:
        """Return None: the rules name no move for a player who lets the time run out."""
        return None

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        return outcome(state) if state.end is not None else None

    def standing(self, state: State) -> Standing:
        """Return how the players stand; see `engine.replica.score`."""
        return standing(state)

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return whose capture an event was."""
        return feats(event)

    def feats_text(self, count: int) -> Text:
        """Return how many captures were somebody's."""
        return feats_text(count)

    def view(self, state: State, seat: Seat | None) -> ReplicaView:
        """Return the position; the same for everybody."""
        return view(state)

    def write_position(self, state: State) -> str:
        """Return the position in one line; see `engine.replica.position`."""
        return write_position(state)

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return {
            SIGHT.key: state.rules.sight,
            KING_POWER.key: state.rules.king_power,
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        if not isinstance(data, Mapping):
            raise TypeError("a dumped state is an object")
        return read_position(rules(str(data[SIGHT.key]), str(data[KING_POWER.key])), str(data["position"]))

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        """Read the part of a record below its tags; see `engine.replica.script`."""
        return script.read_script(text, first_line, setup)

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags."""
        return script.write_script(setup, script_, outcome)

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return the result as records write it; the names do not matter."""
        return result_text(outcome)

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        """Return whether a result as somebody wrote it says the same as the outcome."""
        return same_result(text, outcome)


def _rules(setup: Setup) -> Rules:
    """Return the rules of a setup.

    Raises:
        SetupError: An unknown mode, option, value of an option, or version of data.
    """
    if setup.mode not in {mode.key for mode in MODES}:
        raise SetupError(
            say("Replica has no mode {mode}.", mode=shortened(setup.mode)),
            code="unknown-mode",
            rule="P1",
            given=setup.mode,
            suggestions=tuple(mode.key for mode in MODES),
        )
    if setup.data:
        raise SetupError(say("Replica has no versions of data."), code="unknown-data", given=setup.data)
    chosen = {option.key: option.default for option in OPTIONS}
    known = {option.key: option.choices for option in OPTIONS}
    for key, value in setup.options:
        if key not in known:
            raise SetupError(
                say("Replica has no option {option}.", option=shortened(key)),
                code="unknown-option",
                given=key,
                suggestions=tuple(known),
            )
        if value not in known[key]:
            raise SetupError(
                say("The option {option} cannot be {value}.", option=key, value=shortened(value)),
                code="unknown-option",
                rule="P5" if key == SIGHT.key else "P9",
                given=value,
                suggestions=known[key],
            )
        chosen[key] = value
    return rules(chosen[SIGHT.key], chosen[KING_POWER.key])


REPLICA = Replica()
