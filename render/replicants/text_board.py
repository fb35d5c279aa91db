"""A position in monospaced characters, in the game's own orientation (R5) or from a side."""

from __future__ import annotations

from engine.hexgrid import Hex
from engine.replicants.view import ReplicantsView, Side
from engine.text import Player, Text, Value, say
from render.hexes import HexLayout
from render.look import PLAIN, Look
from render.replicants.compass import arrow
from render.replicants.frame import cells, turn_of
from render.replicants.wording import headline, points_text
from render.theme import LETTERS
from render.words import PHONE_COLUMNS, in_columns, in_lines, one_line

_NAME = 14


def text_board(view: ReplicantsView, look: Look = PLAIN) -> str:
    """Return the arena in rows of at most `TEXT_COLUMNS` columns, and the players' cards in narrower lines.

    A Replicant is written value, owner's letter, arrow: `2P↓`. A free hex shows its name.
    """
    name, turn = look.called(_short), turn_of(view, look.side)
    signs = {
        piece.hex: f"{piece.value}{LETTERS[piece.seat - 1]}{arrow(piece.heading, oval=view.oval, turn=turn)}"
        for piece in view.pieces
    }
    notice = () if view.reconstruction is None else (view.reconstruction,)
    words = [headline(view), *notice, *(_card(view, each) for each in view.sides)]
    told = [line for text in words for line in in_lines(text.render(look.translate, name), PHONE_COLUMNS)]
    return "\n".join([*_arena(view, signs, turn), "", *told])


def _short(name: str, fallback: str) -> str:
    # A backtick could end the code block in which the board is shown.
    return in_columns(one_line(name.replace("`", "'"), fallback), _NAME).rstrip()


def _arena(view: ReplicantsView, signs: dict[str, str], turn: int) -> list[str]:
    places = _spots(oval=view.oval, turn=turn)
    width = max(column for _, column in places.values()) + 3
    height = max(row for row, _ in places.values()) + 1
    grid = [[" "] * width for _ in range(height)]
    for place, (row, column) in places.items():
        sign = signs.get(str(place), f"{str(place).lower():^3}")
        grid[row][column : column + 3] = sign
    return ["".join(row).rstrip() for row in grid]


def _spots(*, oval: bool, turn: int) -> dict[Hex, tuple[int, int]]:
    """Return row and first column of each hex's three characters."""
    every = cells(oval=oval)
    layout = HexLayout(not oval, turn, 1, (0, 0), (every[0], every[-1]))
    across, down = (3**0.5 / 4, 1.5) if oval else (1.5 / 4, 3**0.5 / 2)
    points = {place: layout.at(place) for place in every}
    left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
    return {place: (round((y - top) / down), round((x - left) / across)) for place, (x, y) in points.items()}


def _card(view: ReplicantsView, side: Side) -> Text:
    reserve = "".join(str(value) * count for value, count in enumerate(side.reserve, 2)) or "-"
    values: dict[str, Value | Text] = {
        "letter": LETTERS[side.seat - 1],
        "player": Player(side.seat),
        "energy": side.energy,
        "hearts": side.hearts,
        "reserve": reserve,
    }
    if side.out:
        return say("{letter} {player}: out", **values)
    if view.counts_points:
        return say(
            "{letter} {player}: energy {energy}, hearts {hearts}, reserve {reserve}, points {points}",
            points=points_text(side),
            **values,
        )
    return say("{letter} {player}: energy {energy}, hearts {hearts}, reserve {reserve}", **values)
