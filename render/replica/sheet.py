"""The reference sheet: the pieces, and all their moves, as a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.events import Event
from engine.replica.events import Transformed
from engine.replica.rules import GOALS
from engine.replica.view import Piece, ReplicaView
from engine.text import ENGLISH, Text, say
from render.canvas import Canvas
from render.lettering import Weight, fit, width
from render.masks import Box
from render.renderer import Overlay
from render.replica.frame import FILES, MARGIN, RANKS, Frame, Scene, dressed, frame_goal
from render.replica.marks import draw_below, draw_overlay
from render.replica.pieces import AHEAD, Stand, draw_piece
from render.theme import Theme, colours
from render.words import DESIGN_WIDTH, PLAIN, Look, unit_of, words_of

_COLUMNS = 3
_PITCH = 388
_ROW = 580
_TOP = 84
_SQUARE = 84
_SIZE = 4
_LINES = 4


@dataclass(frozen=True, slots=True)
class Lesson:
    """A card of the sheet: a corner of a board, and a sentence on it.

    Attributes:
        pieces: As in a position: `W` or `B`, `K` for a king, square.
        overlay: The moves of a piece.
        last: Events to mark.
        corner: The lower left square: `"a1"` or `"e5"`.
        shows_goal: Whether White's goal, in this part of the board, is marked.
    """

    title: Text
    text: Text
    pieces: str
    overlay: Overlay = field(default_factory=Overlay)
    last: tuple[Event, ...] = ()
    corner: str = "a1"
    shows_goal: bool = False


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


LESSONS = (
    Lesson(
        say("Pieces and kings"),
        say("White is round, Black is square. A king is a flipped piece, with a crown and a ring."),
        "Wb3 WKc3 Bb2 BKc2",
    ),
    Lesson(
        say("Step", context="title of a card"),
        say("One square forward: towards the enemy corner, in three directions. Kings move the same way."),
        "Wb2",
        Overlay("b2", walks=_set("b3 c3 c2")),
    ),
    Lesson(
        say("Jump", context="title of a card"),
        say("Straight forward over any row of friends, to the first square that isn't a friend's."),
        "Wa1 Wb2 Wb1 Wc1",
        Overlay("a1", walks=_set("a2"), leaps=_set("c3 d1")),
    ),
    Lesson(
        say("Capture", context="title of a card"),
        say("A step or jump that ends on an enemy captures it."),
        "Wa2 Wb2 Bc2 Bb3 Wa3 Ba4",
        Overlay("a2", captures=_set("c2 b3 a4")),
    ),
    Lesson(
        say("Make a king"),
        say("Instead of moving, flip a piece that one of your kings sees. Only enemies block its sight."),
        "WKa1 Wb1 Wd1 Wc3 Ba3 Wa4",
        Overlay("a1", flips=_set("b1 d1 c3")),
        (Transformed(seat=1, square="d1", seen_from=("a1",)), Transformed(seat=1, square="c3", seen_from=("a1",))),
    ),
    Lesson(
        say("Win", context="title of a card"),
        say("Bring any king to the enemy corner, or capture any enemy king."),
        "WKg7 Wf6 BKf7",
        Overlay(captures=_set("f7"), walks=_set("h8")),
        corner="e5",
        shows_goal=True,
    ),
)
_TITLE = say("Replica: the pieces and how they move")


def draw_sheet(data: str = "", look: Look = PLAIN) -> bytes:  # noqa: ARG001 - the game has no data file
    """Return the sheet as a PNG file; the game has no data file, so `data` is empty."""
    texts = (_TITLE, *(part for one in LESSONS for part in (one.title, one.text)))
    return _sheet(dressed(look.theme), look.width, tuple(map(look.text_of, texts)))


def sheet_text(data: str = "", look: Look = PLAIN) -> str:  # noqa: ARG001 - as above
    texts = (say("{title}: {text}", title=lesson.title, text=lesson.text) for lesson in LESSONS)
    return " ".join(map(look.text_of, texts))


@lru_cache(maxsize=16)
def _sheet(theme: Theme, width: int, labels: tuple[str, ...]) -> bytes:
    scheme = colours(theme)
    unit = unit_of(width)
    rows = -(-len(LESSONS) // _COLUMNS)
    canvas = Canvas.blank(round(DESIGN_WIDTH * unit), round((_TOP + rows * _ROW + 6) * unit), scheme.page, theme)
    title = fit(labels[0], 1140 * unit, round(44 * unit))
    canvas.text((28 * unit, 42 * unit), title, 44 * unit, scheme.text)
    for number, lesson in enumerate(LESSONS):
        _card(canvas, theme, lesson, plan_of(number, unit), labels[1 + 2 * number : 3 + 2 * number])
    return canvas.png()


def plan_of(number: int, unit: float) -> Frame:
    """Return the plan of a lesson by its number from 0: a quarter of a board, and its card as `status`."""
    left, top = MARGIN + number % _COLUMNS * _PITCH, _TOP + number // _COLUMNS * _ROW
    box = Box(left, top, left + _PITCH - 12, top + _ROW - 12).scaled(unit)
    square, first = round(_SQUARE * unit), LESSONS[number].corner
    column, row = FILES.index(first[0]), 7 - RANKS.index(first[1]) - (_SIZE - 1)
    corner = (round(box.left + 20 * unit) - column * square, round(box.top + 66 * unit) - row * square)
    return Frame(0, 0, unit, False, corner, square, box, (box, box), box)


def squares_of(lesson: Lesson) -> list[str]:
    file, rank = FILES.index(lesson.corner[0]), RANKS.index(lesson.corner[1])
    return [each + other for each in FILES[file : file + _SIZE] for other in RANKS[rank : rank + _SIZE]]


def _card(canvas: Canvas, theme: Theme, lesson: Lesson, plan: Frame, labels: Sequence[str]) -> None:
    scheme, unit, box = colours(theme), plan.unit, plan.status
    size, room = round(26 * unit), box.width - 40 * unit
    canvas.box(box.corners, 16 * unit, scheme.surface)
    title = fit(labels[0], room, round(34 * unit))
    canvas.text((box.left + 20 * unit, box.top + 34 * unit), title, 34 * unit, scheme.text)
    _board(canvas, theme, lesson, plan)
    for line, text in enumerate(_lines(labels[1], room, size)):
        where = (box.left + 20 * unit, box.top + (436 + 33 * line) * unit)
        canvas.text(where, text, size, scheme.text, weight=Weight.MEDIUM)


def _board(canvas: Canvas, theme: Theme, lesson: Lesson, plan: Frame) -> None:
    scheme, reach = colours(theme), plan.square / 2
    pieces = tuple(Piece(1 if each[0] == "W" else 2, each[-2:], "K" in each) for each in lesson.pieces.split())
    view = ReplicaView("all", "none", pieces, 1, 1, (), False, None)
    scene = Scene(ENGLISH, PLAIN.called(str.__add__), canvas, plan, theme, scheme, view, lesson.last)
    for name in squares_of(lesson):
        x, y = plan.at(name)
        canvas.box([(x - reach, y - reach), (x + reach, y + reach)], 0, scene.ground(name))
    if lesson.shows_goal:
        frame_goal(canvas, scheme, plan, 1, GOALS[1])
    draw_below(scene)
    for piece in pieces:
        angle = plan.angle(AHEAD[piece.seat])
        draw_piece(canvas, Stand(theme, plan.square), scene.at(piece.square), piece.seat, angle, king=piece.king)
    draw_overlay(scene, lesson.overlay)


def _lines(text: str, room: float, size: int) -> list[str]:
    lines: list[str] = []
    line = ""
    words = words_of(text)
    for number, word in enumerate(words):
        longer = f"{line} {word}".strip()
        if line and width(longer, size, Weight.MEDIUM) > room:
            if len(lines) == _LINES - 1:
                return [*lines, fit(" ".join([line, *words[number:]]), room, size, Weight.MEDIUM)]
            lines.append(line)
            longer = word
        line = longer
    return [*lines, fit(line, room, size, Weight.MEDIUM)]
