"""Whole turns: a run of one seat's moves, written joined by `/`, read and completed for any game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.errors import IllegalMoveError, MoveError, NotationError, TurnError
from engine.game import Entry, Event, Game, Seat
from engine.text import say

S = TypeVar("S")

SEPARATOR = "/"


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """What a turn, or the beginning of one, comes to.

    Attributes:
        text: In canonical notation.
        moves: The game's own move values.
        entries: The same moves for a record.
        state: The state after them. A move past which nobody may look (chance, hidden information, a choice sealed
            until others have chosen) is in `moves`, yet not in `state`, unless `parse_turn` was told to go past it.
        events: What happened on the way to `state`.
        over: True if the seat has nothing left to decide in this turn.
        barrier: True if the last move is one past which nobody may look.
    """

    text: str
    moves: tuple[Any, ...]
    entries: tuple[Entry, ...]
    state: S
    events: tuple[Event, ...]
    over: bool
    barrier: bool


def parse_turn(game: Game[S, Any, Any], state: S, seat: Seat, text: str, *, past_barrier: bool = False) -> Turn[S]:
    """Read a turn, or the first moves of one, and return what it comes to; `state` itself never changes.

    Args:
        game: Whose rules.
        state: Where the turn starts.
        seat: Whose turn.
        text: The moves joined by `/`; a `/` at the end is a turn still being typed.
        past_barrier: Apply moves past which a preview may not look. Only for turns that are really played.

    Raises:
        TurnError: A move cannot be read or is illegal, or moves follow where the turn is over.
    """
    moves: list[Any] = []
    entries: list[Entry] = []
    events: list[Event] = []
    start = game.turn(state)
    over = barrier = False
    for index, (column, action) in enumerate(_split(text)):
        try:
            if over or barrier:
                raise _too_long(action, seen=not over)
            if seat not in game.to_act(state):
                raise _not_to_act(action)
            move = game.parse(state, seat, action)
        except MoveError as error:
            raise TurnError(error, given=text, index=index, column=column, action=action) from error
        moves.append(move)
        entries.append(Entry(start, seat, game.format(state, seat, move)))
        if len(game.to_act(state)) > 1:
            over = barrier = True
            continue
        step = game.apply(state, {seat: move})
        over = game.turn(step.state) != start or not game.to_act(step.state)
        barrier = step.barrier
        if not barrier or past_barrier:
            state = step.state
            events.extend(step.events)
        else:
            over = False
    written = SEPARATOR.join(entry.text for entry in entries)
    return Turn(written, tuple(moves), tuple(entries), state, tuple(events), over, barrier)


def complete_turn(game: Game[S, Any, Any], state: S, seat: Seat, text: str, limit: int = 25) -> list[str]:
    """Return ways to go on with a half-typed turn, one move further each; forced moves are filled in, left out or not.

    A completion that ends with `/` is a turn that goes on. Moves that begin with what was typed come before those that
    merely contain it; if there are none of either, a move written in another way is offered as it is written
    canonically. The result is empty if what stands before the last `/` is wrong, or past a barrier.

    Args:
        game: Whose rules.
        state: Where the turn starts.
        seat: Whose turn.
        text: What was typed so far.
        limit: How many at most.
    """
    head, _, tail = text.rpartition(SEPARATOR)
    try:
        turn = parse_turn(game, state, seat, head)
    except TurnError:
        return []
    done = [turn.text] if turn.text else []
    here = turn.state
    wanted = "".join(tail.split()).casefold()
    if turn.over or turn.barrier or seat not in game.to_act(here):
        return []
    while True:
        texts = [game.format(here, seat, move) for move in game.legal(here, seat)]
        fitting = [each for each in texts if each.casefold().startswith(wanted)]
        if len(texts) > 1:
            break
        forced = parse_turn(game, here, seat, texts[0])
        if forced.over or forced.barrier:
            break
        done.append(texts[0])
        here = forced.state
        if fitting:
            wanted = tail = ""
    fitting += [each for each in texts if wanted in each.casefold() and each not in fitting]
    if not fitting:
        try:
            fitting = [game.format(here, seat, game.parse(here, seat, tail))]
        except MoveError:
            return []
    return [SEPARATOR.join([*done, each]) + _onward(game, here, seat, each) for each in fitting[:limit]]


def _onward(game: Game[S, Any, Any], state: S, seat: Seat, text: str) -> str:
    turn = parse_turn(game, state, seat, text)
    return "" if turn.over or turn.barrier else SEPARATOR


def _split(text: str) -> Iterator[tuple[int, str]]:
    """Yield each move of a turn with the column it starts in, from 0."""
    column = 0
    parts = text.split(SEPARATOR)
    if not parts[-1].strip():
        parts.pop()
    for part in parts:
        yield column + len(part) - len(part.lstrip()), part.strip()
        column += len(part) + 1


def _too_long(action: str, *, seen: bool) -> MoveError:
    if seen:
        return IllegalMoveError(
            say("The moves before {action} have a hidden result; play them first, then go on.", action=action),
            code="barrier",
            given=action,
        )
    return NotationError(say("The turn is over before {action}.", action=action), code="turn-over", given=action)


def _not_to_act(action: str) -> MoveError:
    return IllegalMoveError(say("It is not this player's turn."), code="not-to-act", given=action)
