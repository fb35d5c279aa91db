"""A position in monospaced characters."""

from __future__ import annotations

from engine.replica.view import GOALS, ReplicaView
from engine.seat import Seat
from engine.text import Player, Text, say
from render.look import PLAIN, Look
from render.replica.frame import FILES, RANKS
from render.replica.wording import headline, power_text, sight_text
from render.words import PHONE_COLUMNS, in_columns, in_lines, one_line

_NAME = 14
_LETTERS = "WB"


def text_board(view: ReplicaView, look: Look = PLAIN) -> str:
    """Return the board in rows of at most 40 columns, and the players below.

    A piece is written with its owner's letter, a king with a `K` after it: `W`, `WK`. A free goal is a `*`.
    """
    name = look.called(_short)
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
    told = [line for text in words for line in in_lines(text.render(look.translate, name), PHONE_COLUMNS)]
    return "\n".join([*_board(view, turned=look.side == 2), "", *told])


def _short(name: str, fallback: str) -> str:
    # A backtick could end the code block in which the board is shown.
    return in_columns(one_line(name.replace("`", "'"), fallback), _NAME).rstrip()


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
