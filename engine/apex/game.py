"""APEX behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.apex import script
from engine.apex.apply import apply_moves, forfeit
from engine.apex.asking import question
from engine.apex.cards import card_list
from engine.apex.choices import choices
from engine.apex.components import components, editions
from engine.apex.defaults import default
from engine.apex.grammar import spread
from engine.apex.help import TOPICS
from engine.apex.hints import caution
from engine.apex.legal import battlefields, can_do, count_legal, legal
from engine.apex.moves import Move, Secret
from engine.apex.notation import parse_move
from engine.apex.notes import notes, same_note
from engine.apex.observer import to_act, view
from engine.apex.outcome import outcome, result_text, same_result
from engine.apex.position import masked_position, read_position, write_position
from engine.apex.reach import INVITATION, reach, subjects
from engine.apex.rules import MODES, OPTIONS, rules, rules_of
from engine.apex.score import feats, feats_text, standing
from engine.apex.state import Phase, State, start
from engine.apex.view import ApexView
from engine.apex.writing import ACTIONS, BATTLES, CLOSING, format_move, join
from engine.chance import Chance
from engine.extras import CardList, Invitation, Listing, Question, Reach, Standing
from engine.game import Choice, Event, GameInfo, Json, Outcome, Script, Seat, Setup, Step, TurnRules
from engine.text import Text


class Apex:
    """The rules of APEX.

    Implements `engine.game.Game` and `Asking`, `Carded`, `Cautious`, `CountsLegal`, `Explained`, `Lists`, `Noting`,
    `Reaching`, `Scored`.
    """

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
        defaults=True,
        by_decision=True,
        reconstructed=tuple((version, box.reconstructed) for version, box in editions().items()),
        turn_rules=TurnRules(order="A20", content="A55", hidden="A75"),
    )
    topics = TOPICS

    def initial(self, setup: Setup, chance: Chance) -> State:
        """Return the state before the first civilisation is chosen, or a set-up position.

        Raises:
            SetupError: There is no such mode, option, version of the data or position.
        """
        chosen = rules_of(setup)
        return read_position(chosen, setup.position, chance) if setup.position else start(chosen, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return who must decide: all who have not given up while strategies are chosen, else one."""
        return to_act(state)

    def turn(self, state: State) -> int:
        """Return the number of the turn: each choice of a civilisation, each round's choices, each strategy is one."""
        seats = state.rules.seats
        if not state.age:
            return state.seat or seats
        rounds = (state.age - 1) * 5 + state.round - 1
        return seats + 1 + rounds * (seats + 1) + (0 if state.phase is Phase.CHOOSE else 1 + min(state.step, seats - 1))

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return every legal move, in the order that `engine.apex.legal` documents."""
        return legal(state, seat)

    def count_legal(self, state: State, seat: Seat) -> int:
        """Return `len(legal(state, seat))`."""
        return count_legal(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        """Return the move that a person means; see `engine.apex.notation`."""
        return parse_move(state, seat, text)

    def format(self, state: State, seat: Seat, move: Move) -> str:
        """Return the canonical text of a legal move."""
        return format_move(state, move)

    def listing(self, state: State, seat: Seat) -> Listing | None:
        """Return how a war or an expansion is written as one text; None for decisions of a single move."""
        if state.phase is Phase.WAR:
            return Listing(BATTLES, CLOSING, whole=True, done=not battlefields(state, seat), join=join)
        if state.phase is Phase.EXPAND:
            return Listing(ACTIONS, CLOSING, whole=False, done=not can_do(state, seat), join=join)
        return None

    def spread(self, text: str) -> tuple[str, ...]:
        """Return the single actions that a text with a count stands for."""
        return spread(text)

    def choices(self, state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
        """Return the steps that lead a person to a legal move."""
        return choices(state, seat, move)

    def question(self, state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
        """Return what a seat that must decide is asked behind the steps that it has chosen."""
        return question(state, seat, chosen)

    def caution(self, state: State, seat: Seat, move: Move) -> Text | None:
        """Return that a secret choice would have no effect as things stand (A21), and why."""
        return caution(state, move, seat) if isinstance(move, Secret) else None

    @property
    def invitation(self) -> Invitation:
        """How to invite somebody to look at one of its subjects."""
        return INVITATION

    def subjects(self, state: State, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the ships and battles that anybody may ask about, those of the seat first."""
        return subjects(state, seat)

    def reach(self, state: State, seat: Seat | None, key: str) -> Reach | None:
        """Return where ships could go, or where a war could be fought."""
        return reach(state, key)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        """Return what follows when all who must decide have decided."""
        return apply_moves(state, moves)

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        """Return what follows when a seat gives up: the defaults play on for it (A25, A64)."""
        return forfeit(state, seat)

    def default(self, state: State, seat: Seat) -> Move | None:
        """Return what a missed deadline plays (A25); None for a seat that has nothing to decide."""
        return default(state, seat) if seat in to_act(state) else None

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        return outcome(state)

    def standing(self, state: State) -> Standing:
        """Return the points of each seat."""
        return standing(state)

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return who won the battle that an event was."""
        return feats(event)

    def feats_text(self, count: int) -> Text:
        """Return how many battles somebody won."""
        return feats_text(count)

    def view(self, state: State, seat: Seat | None) -> ApexView:
        """Return what a seat, or a spectator (None), may know."""
        return view(state, seat)

    def cards(self, state: State, seat: Seat | None) -> CardList:
        """Return where the cards are, as far as a seat, or a spectator (None), may know."""
        return card_list(view(state, seat))

    def notes(
        self, before: State | None, after: State, now: State, seat: Seat | None, *, whole: bool
    ) -> tuple[str, ...]:
        """Return the lines of a record that are no moves; see `engine.apex.notes`."""
        return notes(before, after, now, seat, whole=whole)

    def masked_position(self, state: State, seat: Seat | None) -> str:
        """Return the position in one line as far as a seat, or a spectator (None), may know it."""
        return masked_position(state, seat)

    def same_note(self, written: str, note: str) -> bool:
        """Return whether such a line says the same as one of ours."""
        return same_note(written, note)

    def write_position(self, state: State) -> str:
        """Return the position in one line, all hands included; see `engine.apex.position`."""
        return write_position(state)

    def dump(self, state: State) -> Json:
        """Return the state as JSON."""
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
        """Return the state that `dump` wrote."""
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

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        """Read the part of a record below its tags; see `engine.apex.script`."""
        return script.read_script(text, first_line, setup)

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags."""
        return script.write_script(setup, script_)

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return the points of each and who won."""
        return result_text(outcome, names)

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        """Return whether a result as somebody wrote it says the same as the outcome."""
        return same_result(text, outcome, names)


APEX = Apex()
