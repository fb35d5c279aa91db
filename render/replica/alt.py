"""A position in words, so that it can be played without seeing the picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.events import Event
from engine.replica.view import GOALS, ReplicaView
from engine.seat import Seat
from engine.text import Player, Text, Value, say
from render.look import PLAIN, Look
from render.replica.wording import next_text, power_text, sight_text
from render.results import result_text
from render.words import ALT_LIMIT, ELLIPSIS, one_line


def alt_text(view: ReplicaView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    Where that is too little, names are shortened, then the last turn is told from its end on.
    """
    events = [event.text() for event in last]
    trials = [(events, 32), (events, 16), *((events[start:], 8) for start in range(len(events) + 1))]
    text = ""
    for shown, length in trials:
        name = look.called(partial(one_line, limit=length))
        text = " ".join(part.render(look.translate, name) for part in (*_position(view, look.side), *shown))
        if len(text) <= ALT_LIMIT:
            return text
    return text[: ALT_LIMIT - 1] + ELLIPSIS


def _position(view: ReplicaView, side: Seat | None) -> list[Text]:
    parts = [_heading(view), _side(view, 1), _side(view, 2)]
    if view.moved:
        parts.append(say("Kings that have moved this turn: {squares}.", squares=", ".join(view.moved)))
    parts.append(say("{sight}. {rule}.", sight=sight_text(view), rule=power_text(view)))
    if side == 2:
        parts.append(say("The picture shows the board from Black's side: h8 is at the lower left."))
    return parts


def _heading(view: ReplicaView) -> Text:
    if view.outcome is not None:
        return say("Game over: {result}. {reason}", result=result_text(view.outcome), reason=view.outcome.reason)
    return say("Round {turn}. {next}.", turn=view.turn, next=next_text(view))


def _side(view: ReplicaView, seat: Seat) -> Text:
    mine = [piece for piece in view.pieces if piece.seat == seat]
    nothing = say("none", context="no pieces")
    values: dict[str, Value | Text] = {
        "player": Player(seat),
        "count": len(mine),
        "kings": ", ".join(piece.square for piece in mine if piece.king) or nothing,
        "pieces": ", ".join(piece.square for piece in mine if not piece.king) or nothing,
        "goal": GOALS[seat],
    }
    if seat == 1:
        return say(
            "White, {player}, goes north and east to {goal} and has {count}: kings {kings}; other pieces {pieces}.",
            **values,
        )
    return say(
        "Black, {player}, goes south and west to {goal} and has {count}: kings {kings}; other pieces {pieces}.",
        **values,
    )
