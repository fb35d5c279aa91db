"""A position in words: alt text, monospaced board, names of things."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.events import Event
from engine.replica.rules import GOALS
from engine.replica.view import ReplicaView
from engine.seat import Seat
from engine.text import Player, Text, Value, say
from render.replica.frame import FILES, RANKS
from render.words import ALT_LIMIT, ELLIPSIS, PHONE_COLUMNS, PLAIN, Look, in_lines, name_in, one_line, result_text

# Headings: the turn, the winner, the options.


def round_label(view: ReplicaView) -> Text:
    return say("Round {turn}", turn=view.turn)


def next_text(view: ReplicaView) -> Text:
    """Return the seat to move and its possible moves (P9, P10); the view's game is running."""
    player = Player(view.to_act or 1)
    if not view.moved:
        return say("{player}: move or make a king", player=player)
    if view.king_power == "double":
        if view.may_close:
            return say("{player}: move the king again or end the turn", player=player)
        return say("{player}: move the king again", player=player)
    if view.may_close:
        return say("{player}: move another king or end the turn", player=player)
    return say("{player}: move another king", player=player)


def headline(view: ReplicaView) -> Text:
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("Round {turn}. {next}", turn=view.turn, next=next_text(view))


def sight_text(view: ReplicaView) -> Text:
    """Return the directions of kings' sight (P5)."""
    if view.sight == "forward":
        return say("Kings only see forward")
    return say("Kings see in all directions")


def power_text(view: ReplicaView) -> Text:
    """Return the name of the house rule (P9)."""
    match view.king_power:
        case "all_kings":
            return say("House rule: all kings can move")
        case "double":
            return say("House rule: a king can move twice")
        case "backward_capture":
            return say("House rule: kings capture backward too")
        case _:
            return say("No house rule")


def alt_text(view: ReplicaView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    If that is too little, names are shortened, then the last turn loses its beginning.
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


# A position in monospaced characters.


_NAME = 14
_LETTERS = "WB"


def text_board(view: ReplicaView, look: Look = PLAIN) -> str:
    """Return the board in rows of at most 40 columns, and the players below.

    A piece is its owner's letter, a king has a `K` after it: `W`, `WK`. A free goal is a `*`.
    """
    name = look.called(name_in(_NAME))
    words = [
        headline(view),
        *(_card(view, seat) for seat in (1, 2)),
        say("* goal: {white} W, {black} B", white=GOALS[1], black=GOALS[2]),
    ]
    if view.moved:
        words.append(say("Moved this turn: {squares}", squares=", ".join(view.moved)))
    if view.sight != "all":
        words.append(sight_text(view))
    if view.king_power != "none":
        words.append(power_text(view))
    lines = [line for text in words for line in in_lines(text.render(look.translate, name), PHONE_COLUMNS)]
    return "\n".join([*_board(view, turned=look.side == 2), "", *lines])


def _board(view: ReplicaView, *, turned: bool) -> list[str]:
    signs = dict.fromkeys(GOALS.values(), "*")
    signs |= {piece.square: _LETTERS[piece.seat - 1] + ("K" if piece.king else "") for piece in view.pieces}
    files, ranks = (FILES[::-1], RANKS) if turned else (FILES, RANKS[::-1])
    heading = "   " + "  ".join(files)
    rows = ["".join(f"{signs.get(file + rank, '·'):<3}" for file in files) for rank in ranks]
    return [heading, *(f"{rank}  {row}{rank}" for rank, row in zip(ranks, rows, strict=True)), heading]


def _card(view: ReplicaView, seat: Seat) -> Text:
    mine = [piece for piece in view.pieces if piece.seat == seat]
    return say(
        "{letter} {player}: pieces {count}, kings {kings}",
        letter=_LETTERS[seat - 1],
        player=Player(seat),
        count=len(mine),
        kings=sum(piece.king for piece in mine),
    )
