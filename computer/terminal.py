"""A game against computer players in a terminal: notation in, sentences and the board as text out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from computer.players import AnyGame, Player, World, known, required_mode
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Setup
from engine.replica.board import NAMES as SQUARES
from engine.replica.board import SIZE
from engine.replica.state import State as ReplicaState
from engine.replicants.board import NAMES, RESERVE_VALUES
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.session import Session
from engine.text import Player as Seated
from engine.text import say
from engine.turn import SEPARATOR

BACK, QUIT, CARDS = "back", "quit", "cards"
_HEADINGS = "↑↗↘↓↙↖"
_SIDES = "abcd"
_MOST, _IN_WORDS = 60, 20
"""Legal actions in a list, and in one that says what each does."""


def play(
    game: AnyGame,
    setup: Setup,
    opponents: Mapping[Seat, Player],
    seed: str,
    ask: Callable[[str], str],
    show: Callable[[str], None],
) -> Session:
    """Play a game to its end, or until the person quits, and return it.

    Args:
        game: The game.
        setup: Its setup.
        opponents: The computer players by their seats; the others are the person's.
        seed: Any text: of the game, and of the computers' decisions.
        ask: Returns what the person types after a prompt; `EOFError` and `KeyboardInterrupt` quit.
        show: Shows a text to the person.
    """
    table = _Table(game, opponents, seed, show, Session.start(game, setup, Chance.from_text(seed)))
    show(_welcome(game, setup, opponents))
    while acting := sorted(table.session.to_act, key=lambda each: (each in opponents, each)):
        seat = acting[0]
        if seat in opponents:
            table.decide(seat)
            continue
        table.describe(seat)
        try:
            text = ask(f"{_name(seat)}> {table.begun}").strip()
        except (EOFError, KeyboardInterrupt):
            return table.session
        if text.casefold() == QUIT:
            return table.session
        table.enter(seat, text)
    session, outcome = table.session, table.session.outcome
    if outcome is not None:
        show(board(game, session.state, None))
        show(str(outcome.reason))
        show(_result(outcome.ranks, table.mine))
    return session


@dataclass(slots=True)
class _Table:
    """A game under way.

    Attributes:
        mine: The person's seats, as far as they had to act.
        earlier: The game before each of the person's turns.
        begun: The beginning of a turn, up to the next action.
        said: The game's turn of which it was said that a computer plays it.
        seen: What the person was shown last.
    """

    game: AnyGame
    opponents: Mapping[Seat, Player]
    seed: str
    show: Callable[[str], None]
    session: Session
    mine: frozenset[Seat] = frozenset()
    earlier: list[Session] = field(default_factory=list)
    begun: str = ""
    said: int = -1
    seen: tuple[Session, Seat] | None = None

    def decide(self, seat: Seat) -> None:
        """Play a computer's decision."""
        game, before = self.game, self.session
        seed = f"{self.seed} {len(before.entries)} {seat}"
        decision = self.opponents[seat](game, known(game, before.state, seat), seat, seed)
        if self.said != game.turn(before.state):
            self.show(f"{_name(seat)} plays.")
            self.said = game.turn(before.state)
        for text in decision.moves:
            self.session = self.session.move(seat, text)
        _report(before, self.session, self.mine, self.show)

    def describe(self, seat: Seat) -> None:
        """Show the person the position and what is asked, once: a mistake changes neither."""
        self.mine |= {seat}
        if self.seen != (self.session, seat):
            self.show(board(self.game, self.session.state, seat))
            question = self.game.question(self.session.state, seat, ())
            if question is not None:
                self.show(str(question.ask))
            self.seen = self.session, seat

    def enter(self, seat: Seat, text: str) -> None:
        """Do what the person typed."""
        if text in ("", "?"):
            begun = self.begun.removesuffix(SEPARATOR)
            here = self.session.preview(seat, begun).state if begun else self.session.state
            self.show(_moves(self.game, here, seat))
        elif text.casefold() == CARDS and self.game.info.cards:
            self.show(_cards(self.game, self.session.state, seat))
        elif text.casefold() == BACK:
            if not self.begun and self.earlier:
                self.session = self.earlier.pop()
            self.begun = ""
        else:
            self._play(seat, self.begun + text)

    def _play(self, seat: Seat, text: str) -> None:
        try:
            played = self.session.play(seat, text)
        except TurnError as error:
            if error.code == "turn-incomplete":
                self.begun = self.session.preview(seat, text).text + SEPARATOR
                self.show("Go on with the next action of the turn: ? lists those that are legal.")
            else:
                self.show(str(error.text))
            return
        _report(self.session, played, self.mine, self.show)
        self.earlier.append(self.session)
        self.session, self.begun = played, ""


def _welcome(game: AnyGame, setup: Setup, opponents: Mapping[Seat, Player]) -> str:
    """Return what a newcomer has to know."""
    mode = required_mode(game, setup.mode)
    seats = [_name(seat) for seat in range(1, mode.seats + 1) if seat not in opponents]
    lines = [
        f"{game.info.name}: {mode.name}. You are {' and '.join(seats)}.",
        f"Type your turn in notation. ? lists what is legal, {BACK} takes your turn back, {QUIT} ends the game.",
    ]
    if game.info.cards:
        lines.append(f"{CARDS} lists the cards.")
    return "\n".join(lines)


def _result(ranks: Sequence[int], seats: frozenset[Seat]) -> str:
    """Return who has won, for the person in some seats."""
    first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1]
    if len(first) == len(ranks):
        return "Nobody wins."
    if seats & set(first):
        return "You win." if len(seats) == 1 or seats >= set(first) else f"{' and '.join(map(_name, first))} win."
    return f"{' and '.join(map(_name, first))} win{'s' if len(first) == 1 else ''}."


def _report(before: Session, after: Session, seats: frozenset[Seat], show: Callable[[str], None]) -> None:
    """Show what has happened since, as far as the person's seats may know it."""
    known = () if before.last is None else before.last.events
    events = () if after.last is None or after.last is before.last else after.last.events
    # A turn that goes on has its earlier events, too.
    for event in events[len(known) :] if events[: len(known)] == known else events:
        if event.known_to(None) or any(event.known_to(seat) for seat in seats):
            show(str(event.text()))


def _moves(game: AnyGame, state: World, seat: Seat) -> str:
    """Return the legal actions: some in words, many in notation alone."""
    moves = list(game.legal(state, seat))
    texts = [game.format(state, seat, move) for move in moves]
    if len(moves) <= _IN_WORDS:
        width = max(map(len, texts), default=0)
        found = zip(texts, moves, strict=True)
        return "\n".join(f"{text:{width}}  {game.brief(state, seat, move)}" for text, move in found)
    return "  ".join(texts[:_MOST]) + (f"  and {len(texts) - _MOST} more" if len(texts) > _MOST else "")


def _cards(game: AnyGame, state: World, seat: Seat) -> str:
    """Return the cards of a game, as far as a seat may know where they are."""
    lines: list[str] = []
    for pile in game.cards(state, seat).piles:
        lines.append(f"{pile.title}: {', '.join(pile.keys)}")
        lines += [f"  {key}: {text}" for key, text in zip(pile.keys, pile.texts, strict=False)]
    return "\n".join(lines)


def _name(seat: Seat) -> str:
    """Return a seat as texts without names have it."""
    return str(say("{player}", player=Seated(seat)))


# Boards.


def board(game: AnyGame, state: World, seat: Seat | None) -> str:
    """Return a position as text, as far as a seat, or a spectator (None), may know it."""
    if isinstance(state, ReplicaState):
        return _chessboard(state)
    if isinstance(state, ReplicantsState):
        return _arena(state)
    return "\n".join(game.masked_position(state, seat).split(" | "))


def _chessboard(state: ReplicaState) -> str:
    """Return the board from rank 8 down: `P` and `K` are White's pieces and kings, `p` and `k` Black's."""
    lines = []
    for rank in reversed(range(SIZE)):
        signs = []
        for square in range(SIZE * rank, SIZE * rank + SIZE):
            owner = state.owner(square)
            sign = "K" if state.kings >> square & 1 else "P"
            signs.append("." if owner is None else sign if owner == 1 else sign.lower())
        lines.append(f"{rank + 1} {' '.join(signs)}")
    return "\n".join([*lines, f"  {' '.join(name[0] for name in SQUARES[:SIZE])}"])


def _arena(state: ReplicantsState) -> str:
    """Return the arena with line 9 on top, each hex by its name behind its Replicant, and what each side has."""
    on = {
        NAMES[code >> 3 & 127]: f"{_SIDES[seat]}{code >> 10}{_HEADINGS[code & 7]}"
        for seat, side in enumerate(state.sides)
        for code in side.pieces
    }
    rows: dict[int, dict[int, str]] = {}
    for name in state.rules.board.cells:
        column, line = ord(name[0]) - ord("A"), int(name[1:])
        rows.setdefault(2 * line - column, {})[column] = f"{on.get(name, '   ')}{name}"
    columns = 1 + max(column for row in rows.values() for column in row)
    lines = [
        " ".join(row.get(column, " " * 5) for column in range(columns)).rstrip()
        for _, row in sorted(rows.items(), reverse=True)
    ]
    for seat, side in enumerate(state.sides):
        reserve = "".join(str(value) * count for value, count in zip(RESERVE_VALUES, side.reserve, strict=True))
        lines.append(f"{_SIDES[seat]}: energy {side.energy}, hearts {side.hearts}, reserve {reserve or '-'}")
    return "\n".join(lines)
