"""Replicants behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.errors import SetupError
from engine.extras import Invitation, Reach, Standing
from engine.game import Choice, Event, GameInfo, Json, Outcome, Script, Seat, Setup, Step, TurnRules
from engine.replicants import script
from engine.replicants.apply import apply_move, forfeit
from engine.replicants.charts import souls
from engine.replicants.choices import choices, step
from engine.replicants.help import TOPICS
from engine.replicants.legal import count_legal, legal
from engine.replicants.moves import Move
from engine.replicants.notation import parse_move, unnumbered
from engine.replicants.observer import view
from engine.replicants.outcome import outcome, result_text, same_result
from engine.replicants.position import read_position, write_position
from engine.replicants.reach import INVITATION, reach, subjects
from engine.replicants.rules import CURRENT, MODES, rules
from engine.replicants.score import feats, feats_text, standing
from engine.replicants.state import State, start
from engine.replicants.view import ReplicantsView
from engine.replicants.writing import format_move
from engine.text import Text, say, shortened

_NOBODY: frozenset[Seat] = frozenset()


class Replicants:
    """The rules of Replicants.

    Implements `engine.game.Game` and `CountsLegal`, `Explained`, `Numbered`, `Reaching`, `Scored`.
    """

    info = GameInfo(
        key="replicants",
        name="Replicants",
        modes=MODES,
        rules_version=CURRENT,
        data_tag="Charts",
        data_version=souls().current,
        reconstructed=tuple((key, charts.reconstructed) for key, charts in souls().sets.items()),
        turn_rules=TurnRules(order="R10", content="R11"),
    )
    topics = TOPICS

    def initial(self, setup: Setup, chance: Chance) -> State:
        """Return the state before the first action; the same for any `chance`.

        Raises:
            SetupError: There is no such mode, option, chart set or position.
        """
        check_setup(self.info, setup)
        chosen = rules(setup.mode, setup.data or self.info.data_version, setup.rules or CURRENT)
        return read_position(chosen, setup.position) if setup.position else start(chosen)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return whose turn it is; nobody's when the game is over."""
        return state.rules.acting[state.seat - 1] if state.end is None else _NOBODY

    def turn(self, state: State) -> int:
        """Return the number of the turn, counting every seat's: 1, 2, …."""
        return (state.round - 1) * len(state.sides) + state.seat

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return every legal move, in the order that `engine.replicants.legal` documents."""
        return legal(state) if seat == state.seat else ()

    def count_legal(self, state: State, seat: Seat) -> int:
        """Return `len(legal(state, seat))` without making the moves."""
        return count_legal(state) if seat == state.seat else 0

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        """Return the move that a person means; see `engine.replicants.notation`."""
        return parse_move(state, seat, text)

    def unnumbered(self, state: State, text: str) -> str:
        """Return a turn as it was pasted without the number of its line; see `engine.replicants.notation`."""
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
        """Return the Replicants in the arena, and what the seat might create."""
        return subjects(state, seat)

    def reach(self, state: State, seat: Seat | None, key: str) -> Reach | None:
        """Return what one Replicant can do, or what the seat can create; see `engine.replicants.reach`."""
        return reach(state, seat, key)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        """Return what follows from a legal move of the seat whose turn it is."""
        return apply_move(state, moves[state.seat])

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        """Return what follows when a seat gives up, at any time (R30)."""
        return forfeit(state, seat)

    def default(self, state: State, seat: Seat) -> Move | None:
        """Return None: the rules name no move for a player who lets the time run out."""
        return None

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        return outcome(state) if state.end is not None else None

    def standing(self, state: State) -> Standing:
        """Return how the players stand; see `engine.replicants.score`."""
        return standing(state)

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return whose capture an event was."""
        return feats(event)

    def feats_text(self, count: int) -> Text:
        """Return how many captures were somebody's."""
        return feats_text(count)

    def view(self, state: State, seat: Seat | None) -> ReplicantsView:
        """Return the position; the same for everybody."""
        return view(state)

    def write_position(self, state: State) -> str:
        """Return the position in one line; see `engine.replicants.position`."""
        return write_position(state)

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
        return {
            "mode": state.rules.mode.key,
            "charts": state.rules.charts,
            "rules": state.rules.version,
            "position": write_position(state),
        }

    def load(self, data: Json) -> State:
        """Return the state that `dump` wrote."""
        if not isinstance(data, Mapping):
            raise TypeError("a dumped state is an object")
        version = data.get("rules", 1)  # what was dumped before there were two
        if not isinstance(version, int):
            raise TypeError(f"no version of the rules: {version!r}")
        return read_position(rules(str(data["mode"]), str(data["charts"]), version), str(data["position"]))

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        """Read the part of a record below its tags; see `engine.replicants.script`."""
        return script.read_script(text, first_line, setup)

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags."""
        return script.write_script(setup, script_, outcome)

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return the result in the game's notation."""
        return result_text(outcome, names)

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        """Return whether a result as somebody wrote it says the same as the outcome."""
        return same_result(text, outcome, names)


def check_setup(info: GameInfo, setup: Setup) -> None:
    """Refuse a setup that Replicants does not have.

    Raises:
        SetupError: An unknown mode, option or chart set.
    """
    if info.mode(setup.mode) is None:
        raise SetupError(
            say("Replicants has no mode {mode}.", mode=shortened(setup.mode)),
            code="unknown-mode",
            given=setup.mode,
            suggestions=tuple(mode.key for mode in info.modes),
        )
    if setup.options:
        key = setup.options[0][0]
        raise SetupError(
            say("Replicants has no option {option}.", option=shortened(key)), code="unknown-option", given=key
        )
    if setup.data and setup.data not in souls().sets:
        raise SetupError(
            say("There is no chart set {charts}.", charts=setup.data),
            code="unknown-charts",
            rule="R9",
            given=setup.data,
            suggestions=tuple(souls().sets),
        )


REPLICANTS = Replicants()
