"""Whole turns: consecutive moves of one seat, joined by `/`, read and completed for any game.

Some games have turns that are lists, with their own separator and a closing move: see `Game.listing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.chance import Draw
from engine.errors import IllegalMoveError, MoveError, NotationError, TurnError
from engine.events import Event
from engine.game import Game, Listing
from engine.script import MOST_OF_TURN, CommentError, Entry, uncommented
from engine.seat import Seat
from engine.text import say, say_n, shortened

S = TypeVar("S")

SEPARATOR = "/"


def joined(listed: Listing | None, texts: Sequence[str]) -> str:
    return SEPARATOR.join(texts) if listed is None else listed.join(texts)


def entry_of(game: Game[S, Any, Any], state: S, seat: Seat, move: Any) -> Entry:  # noqa: ANN401 - each game has its own
    """Return the entry of a move to be made in a position, with the veil for others."""
    return Entry(game.turn(state), seat, game.format(state, seat, move), veil=game.veil(state, seat, move))


def onward(game: Game[S, Any, Any], turn: Turn[S], seat: Seat) -> str:
    """Return the end of an unfinished turn's text: a separator, or nothing where only closing is left."""
    if turn.over or turn.barrier:
        return ""
    listed = game.listing(turn.state, seat)
    if listed is None:
        return SEPARATOR
    return "" if listed.done else listed.separator


@dataclass(frozen=True, slots=True)
class Turn(Generic[S]):
    """The result of a turn, or of its beginning.

    Attributes:
        text: In canonical notation.
        entries: The moves for a record.
        state: The state after the moves. A barrier (chance, hidden information, a choice sealed until others have
            chosen) is in `moves`, but not in `state`, unless `parse_turn` goes past it.
        events: Those on the way to `state`, without facts hidden from the seat, unless `parse_turn` goes past barriers.
        over: True if the seat has nothing left to decide in this turn, or must wait for other seats' answers.
        barrier: True if the last move is a barrier.
        drawn: The draws of the last move; empty unless `parse_turn` goes past a barrier.
    """

    text: str
    moves: tuple[Any, ...]
    entries: tuple[Entry, ...]
    state: S
    events: tuple[Event, ...]
    over: bool
    barrier: bool
    drawn: tuple[Draw, ...] = ()


def parse_turn(game: Game[S, Any, Any], state: S, seat: Seat, text: str, *, past_barrier: bool = False) -> Turn[S]:
    """Read a turn, or its first moves, and return the result; `state` itself never changes.

    A `/` at the end of `text` is a turn still being typed. With `past_barrier`, apply moves that a preview must not
    show: only for turns that are really played.

    Raises:
        TurnError: A move cannot be read or is illegal, or moves follow the end of the turn.
    """
    moves: list[Any] = []
    entries: list[Entry] = []
    events: list[Event] = []
    start = game.turn(state)
    listed = game.listing(state, seat)
    over = barrier = sealed = waits = False
    drawn: tuple[Draw, ...] = ()
    seen = state
    length = 0
    for index, (column, action) in enumerate(_moves(game, listed, _bare(game, state, seat, text))):
        try:
            if over or barrier:
                before = joined(listed, [entry.text for entry in entries])
                # After a barrier the error reveals neither that the turn is over nor that another must answer.
                hidden = barrier and not sealed
                raise _waiting(game, action, before) if waits else _behind(game, action, hidden=hidden, before=before)
            if seat not in game.to_act(state):
                raise _not_to_act(game, action)
            if length > MOST_OF_TURN:
                raise _endless(game, action)
            move = game.parse(state, seat, action)
        except MoveError as error:
            raise TurnError(
                error,
                given=text,
                index=index,
                column=column,
                action=shortened(action),
                position=game.masked_position(seen, seat),
            ) from error
        moves.append(move)
        entries.append(entry_of(game, state, seat, move))
        length += len(entries[-1].text) + len(SEPARATOR)
        if len(game.to_act(state)) > 1:
            over = barrier = sealed = True
            continue
        step = game.apply(state, {seat: move})
        same, waiting = game.turn(step.state) == start, game.to_act(step.state)
        over = not (same and seat in waiting)
        barrier = step.barrier
        waits = same and over and bool(waiting) and not barrier
        if not barrier or past_barrier:
            state, drawn = step.state, step.drawn
            seen = seen if barrier else state
            events += step.events if past_barrier else [event for event in step.events if event.known_to(seat)]
        else:
            over = False
    written = joined(listed, [entry.text for entry in entries])
    return Turn(written, tuple(moves), tuple(entries), state, tuple(events), over, barrier, drawn)


def complete_turn(game: Game[S, Any, Any], state: S, seat: Seat, text: str, limit: int = 25) -> list[str]:
    """Return at most `limit` continuations of a half-typed turn, one move longer each; forced moves are optional.

    A completion that ends with `/` is a turn that goes on. Moves that begin with the typed text come before those that
    merely contain it; if there are neither, a move in another spelling is offered in canonical notation. The result is
    empty if the text before the last `/` is wrong, or past a barrier.
    """
    listed = game.listing(state, seat)
    try:
        text = _bare(game, state, seat, text)
    except TurnError:
        return []
    cut = max(text.rfind(sign) for sign in (SEPARATOR if listed is None else SEPARATOR + listed.separator))
    head, tail = text[: cut + 1], text[cut + 1 :]
    try:
        turn = parse_turn(game, state, seat, head)
    except TurnError:
        return []
    done = [entry.text for entry in turn.entries]
    here = turn.state
    wanted = "".join(tail.split()).casefold()
    if turn.over or turn.barrier or seat not in game.to_act(here):
        return []
    # A forced move is no choice: what is offered is that move with the choice behind it.
    while True:
        texts = [game.format(here, seat, move) for move in game.legal(here, seat)]
        fitting = [each for each in texts if _folded(each).startswith(wanted)]
        if len(texts) > 1:
            break
        forced = parse_turn(game, here, seat, texts[0])
        if forced.over or forced.barrier:
            break
        done.append(texts[0])
        here = forced.state
        if fitting:  # the typed text was the beginning of that move, and says nothing of the next one
            wanted = tail = ""
    fitting += [each for each in texts if wanted in _folded(each) and each not in fitting]
    if not fitting:
        try:
            fitting = [game.format(here, seat, game.parse(here, seat, tail))]
        except MoveError:
            return []
    return [
        joined(listed, [*done, each]) + onward(game, parse_turn(game, here, seat, each), seat)
        for each in fitting[:limit]
    ]


def _bare(game: Game[S, Any, Any], state: S, seat: Seat, text: str) -> str:
    """Return the text of a turn without comments and number, every other character in its place."""
    try:
        return game.unnumbered(state, uncommented(text))
    except (CommentError, NotationError) as found:
        error = found if isinstance(found, NotationError) else _unclosed(game, text[found.offset :])
        position = game.masked_position(state, seat)
        raise TurnError(error, given=error.given, index=0, column=0, action=error.given, position=position) from found


def _unclosed(game: Game[Any, Any, Any], comment: str) -> NotationError:
    begun, rules = shortened(comment), game.info.turn_rules
    reason = say("This comment is never closed: {text}", text=begun)
    return NotationError(reason, code="comment-open", rule=rules.record or rules.content, given=begun)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


def _moves(game: Game[S, Any, Any], listed: Listing | None, text: str) -> Iterator[tuple[int, str]]:
    """Yield the moves of a turn with the column each starts in; one text may stand for several."""
    column = 0
    separators = SEPARATOR if listed is None else SEPARATOR + listed.separator
    parts = re.split(f"[{re.escape(separators)}]", text)
    if not parts[-1].strip():
        parts.pop()
    for part in parts:
        move, start = part.strip(), column + len(part) - len(part.lstrip())
        for each in game.spread(move) if listed is not None else (move,):
            yield start, each
        column += len(part) + 1


def _behind(game: Game[Any, Any, Any], action: str, *, hidden: bool, before: str) -> MoveError:
    rules, quoted = game.info.turn_rules, shortened(action)
    if hidden:
        return IllegalMoveError(
            say(
                ("The result of {before} is hidden until you play it: play that part first, then go on with {action}."),
                before=before,
                action=quoted,
            ),
            code="barrier",
            rule=rules.hidden,
            given=quoted,
            suggestions=(before,),
        )
    return behind_end(game, action)


def behind_end(game: Game[Any, Any, Any], action: str) -> MoveError:
    quoted = shortened(action)
    reason = (
        say("The turn is over before {action}.", action=quoted)
        if action
        else say("The turn is over: remove the empty action at the end.")
    )
    return NotationError(reason, code="turn-over", rule=game.info.turn_rules.content, given=quoted)


def _waiting(game: Game[Any, Any, Any], action: str, before: str) -> MoveError:
    quoted = shortened(action)
    return IllegalMoveError(
        say(
            "Another player must answer {before} first: play that part, then go on with {action}.",
            before=before,
            action=quoted,
        ),
        code="interrupted",
        rule=game.info.turn_rules.order,
        given=quoted,
        suggestions=(before,),
    )


def _endless(game: Game[Any, Any, Any], action: str) -> MoveError:
    return NotationError(
        say_n(
            "A turn has at most {count} character; send the rest separately.",
            "A turn has at most {count} characters; send the rest separately.",
            MOST_OF_TURN,
        ),
        code="too-long",
        rule=game.info.turn_rules.content,
        given=shortened(action),
    )


def _not_to_act(game: Game[Any, Any, Any], action: str) -> MoveError:
    return IllegalMoveError(
        say("It isn't this player's turn."),
        code="not-to-act",
        rule=game.info.turn_rules.order,
        given=shortened(action),
    )
