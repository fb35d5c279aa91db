"""A game against computer players in a terminal: notation in, sentences and the board as text out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from computer.players import AnyGame, Player, World, known
from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import Setup
from engine.replica.board import NAMES as SQUARES
from engine.replica.board import SIZE
from engine.replica.state import State as ReplicaState
from engine.replicants.board import NAMES, RESERVE_VALUES
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.session import Session

BACK, QUIT = "back", "quit"
_HEADINGS = "↑↗↘↓↙↖"
_SIDES = "abcd"
_MOST = 60
"""Legal moves in a list."""


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
        ask: Returns what the person types after a prompt; `EOFError` quits.
        show: Shows a text to the person.
    """
    session = Session.start(game, setup, Chance.from_text(seed))
    mine = frozenset(session.to_act) - set(opponents)
    earlier: list[Session] = []
    said = -1
    while acting := sorted(session.to_act, key=lambda each: (each in opponents, each)):
        seat = acting[0]
        if seat in opponents:
            number = len(session.entries)
            decision = opponents[seat].decide(game, known(game, session.state, seat), seat, f"{seed} {number} {seat}")
            if said != game.turn(session.state):
                show(f"Seat {seat} plays.")
                said = game.turn(session.state)
            before = session
            for text in decision.moves:
                session = session.move(seat, text)
            _report(before, session, mine, show)
            continue
        mine |= {seat}
        show(board(game, session.state, seat))
        try:
            text = ask(f"Seat {seat} (? lists moves, {BACK} takes your turn back, {QUIT} ends): ").strip()
        except EOFError:
            return session
        if text.casefold() == QUIT:
            return session
        if text in ("", "?"):
            show(_moves(game, session.state, seat))
            continue
        if text.casefold() == BACK:
            session = earlier.pop() if earlier else session
            continue
        try:
            played = session.play(seat, text)
        except ArenaError as error:
            show(str(error.text))
            continue
        _report(session, played, mine, show)
        earlier.append(session)
        session = played
    outcome = session.outcome
    if outcome is not None:
        show(board(game, session.state, None))
        show(str(outcome.reason))
    return session


def _report(before: Session, after: Session, seats: frozenset[Seat], show: Callable[[str], None]) -> None:
    """Show what has happened since, as far as the person's seats may know it."""
    known = () if before.last is None else before.last.events
    events = () if after.last is None or after.last is before.last else after.last.events
    # A turn that goes on has its earlier events, too.
    for event in events[len(known) :] if events[: len(known)] == known else events:
        if event.known_to(None) or any(event.known_to(seat) for seat in seats):
            show(str(event.text()))


def _moves(game: AnyGame, state: World, seat: Seat) -> str:
    texts = [game.format(state, seat, move) for move in game.legal(state, seat)]
    return "  ".join(texts[:_MOST]) + (f"  and {len(texts) - _MOST} more" if len(texts) > _MOST else "")


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
