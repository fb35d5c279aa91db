"""The symbols of genes and of abilities, each recognisable by its form alone."""

from __future__ import annotations

from render import icons
from render.canvas import Canvas, Pen
from render.icons import Icon, arrowhead, bolt, cut, heart, right_turn, star
from render.masks import Point, polar
from render.theme import Colour, Colours


def card(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.box(x - 0.66 * radius, y - 0.94 * radius, x + 0.66 * radius, y + 0.94 * radius, 0.16 * radius)


def hollow(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    card(pen, centre, radius)
    cut(pen, lambda: pen.box(x - 0.44 * radius, y - 0.72 * radius, x + 0.44 * radius, y + 0.72 * radius, 0))


def _on_card(pen: Pen, centre: Point, radius: float, *strokes: tuple[Point, Point]) -> None:
    x, y = centre
    card(pen, centre, radius)

    def lines() -> None:
        for stroke in strokes:
            pen.line([(x + dx * radius, y + dy * radius) for dx, dy in stroke], 0.26 * radius)

    cut(pen, lines)


def gain(pen: Pen, centre: Point, radius: float) -> None:
    _on_card(pen, centre, radius, ((-0.34, 0), (0.34, 0)), ((0, -0.34), (0, 0.34)))


def discard(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    hollow(pen, centre, radius)
    pen.line([(x - 0.24 * radius, y), (x + 0.24 * radius, y)], 0.28 * radius)


def ko(pen: Pen, centre: Point, radius: float) -> None:
    _on_card(pen, centre, radius, ((-0.3, -0.34), (0.3, 0.34)), ((0.3, -0.34), (-0.3, 0.34)))


def draw(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.box(x - 0.9 * radius, y - 0.86 * radius, x + 0.26 * radius, y + 0.86 * radius, 0.14 * radius)
    cut(pen, lambda: pen.box(x - 0.3 * radius, y - 0.4 * radius, x + radius, y + 0.4 * radius, 0))
    pen.line([(x - 0.12 * radius, y), (x + 0.4 * radius, y)], 0.28 * radius)
    arrowhead(pen, (x + 1.02 * radius, y), 0.7 * radius, 90)


def take(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for height in (0.5, 0.88):
        pen.line([(x - 0.8 * radius, y + height * radius), (x + 0.8 * radius, y + height * radius)], 0.2 * radius)
    pen.line([(x, y + 0.16 * radius), (x, y - 0.4 * radius)], 0.28 * radius)
    arrowhead(pen, (x, y - 1.02 * radius), 0.74 * radius, 0)


def snowflake(pen: Pen, centre: Point, radius: float) -> None:
    for turn in range(0, 360, 60):
        pen.line([centre, polar(centre, 0.9 * radius, turn)], 0.2 * radius)
        fork = polar(centre, 0.52 * radius, turn)
        for side in (-45, 45):
            pen.line([fork, polar(fork, 0.36 * radius, turn + side)], 0.17 * radius)


def attack(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for side in (1, -1):
        pen.line(
            [(x - side * 0.8 * radius, y - 0.84 * radius), (x + side * 0.72 * radius, y + 0.8 * radius)], 0.24 * radius
        )
        guard = (x + side * 0.36 * radius, y + 0.42 * radius)
        ends = [(guard[0] - side * 0.36 * radius, guard[1] + 0.3 * radius)]
        ends.append((guard[0] + side * 0.34 * radius, guard[1] - 0.34 * radius))
        pen.line(ends, 0.2 * radius)


def copy(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.box(x - 0.86 * radius, y - 0.92 * radius, x + 0.36 * radius, y + 0.4 * radius, 0.14 * radius)
    cut(pen, lambda: pen.box(x - 0.62 * radius, y - 0.68 * radius, x + 0.12 * radius, y + 0.16 * radius, 0))
    cut(pen, lambda: pen.box(x - 0.5 * radius, y - 0.56 * radius, x + radius, y + radius, 0.14 * radius))
    pen.box(x - 0.34 * radius, y - 0.4 * radius, x + 0.86 * radius, y + 0.92 * radius, 0.14 * radius)


def flip(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    hollow(pen, centre, radius)
    arrowhead(pen, (x, y - 0.5 * radius), 0.66 * radius, 0)
    pen.line([(x, y), (x, y + 0.44 * radius)], 0.24 * radius)


def transformation(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for side in (-1, 1):
        upper = ((0.1, -0.1), (0.5, -0.86), (0.98, -0.74), (0.92, -0.1), (0.5, 0.14))
        lower = ((0.1, 0.06), (0.74, 0.2), (0.76, 0.66), (0.44, 0.86), (0.14, 0.5))
        for wing in (upper, lower):
            pen.polygon([(x + side * dx * radius, y + dy * radius) for dx, dy in wing])
    pen.line([(x, y - 0.5 * radius), (x, y + 0.66 * radius)], 0.18 * radius)


def parry(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    half = ((0, -0.95), (0.8, -0.7), (0.78, 0.05), (0.52, 0.55), (0, 1))
    points = [*half, *((-dx, dy) for dx, dy in reversed(half[1:-1]))]
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in points])


def permanent(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a lying eight."""
    x, y = centre
    for side in (-1, 1):
        pen.ring((x + side * 0.47 * radius, y), 0.53 * radius, 0.24 * radius)


def deploy(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.line([(x, y - 0.84 * radius), (x, y)], 0.28 * radius)
    arrowhead(pen, (x, y + 0.56 * radius), 0.8 * radius, 180)
    sides = ((-0.84, 0.3), (-0.84, 0.86), (0.84, 0.86), (0.84, 0.3))
    pen.line([(x + dx * radius, y + dy * radius) for dx, dy in sides], 0.2 * radius)


def leave(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.line([(x, y + 0.44 * radius), (x, y - 0.3 * radius)], 0.28 * radius)
    arrowhead(pen, (x, y - 1.0 * radius), 0.8 * radius, 0)
    sides = ((-0.84, 0.3), (-0.84, 0.86), (0.84, 0.86), (0.84, 0.3))
    pen.line([(x + dx * radius, y + dy * radius) for dx, dy in sides], 0.2 * radius)


def incubator(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.disc((x, y + 0.26 * radius), 0.68 * radius)
    points = [
        (x - 0.68 * radius, y + 0.3 * radius),
        (x - 0.5 * radius, y - 0.42 * radius),
        (x - 0.22 * radius, y - 0.86 * radius),
    ]
    pen.polygon([*points, *((2 * x - px, py) for px, py in reversed(points))])
    pen.disc((x, y - 0.74 * radius), 0.26 * radius)


def hand(pen: Pen, centre: Point, radius: float) -> None:
    foot = (centre[0], centre[1] + 1.3 * radius)

    def fanned(turn: float, half: float) -> None:
        inner, outer = polar(foot, 0.62 * radius, turn), polar(foot, 1.96 * radius, turn)
        sides = [polar(inner, half, turn - 90), polar(outer, half, turn - 90)]
        pen.polygon([*sides, polar(outer, half, turn + 90), polar(inner, half, turn + 90)])

    for turn in (-30, 0, 30):
        cut(pen, lambda turn=turn: fanned(turn, 0.46 * radius))  # type: ignore[misc]
        fanned(turn, 0.34 * radius)


def deck(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.box(x - 0.8 * radius, y - 0.9 * radius, x + 0.5 * radius, y + 0.62 * radius, 0.14 * radius)
    for step in (0.2, 0.4):
        corner = (x + (0.5 + step) * radius, y + (0.62 + step) * radius)
        ends = [(corner[0], y + (step - 0.7) * radius), corner, (x + (step - 0.6) * radius, corner[1])]
        pen.line(ends, 0.12 * radius)


def pile(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a discard: a hollow card on an edge."""
    x, y = centre
    pen.line([(x - 0.9 * radius, y + 0.86 * radius), (x + 0.9 * radius, y + 0.86 * radius)], 0.2 * radius)
    hollow(pen, (x, y - 0.16 * radius), 0.84 * radius)


def helix(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a double helix: the reserve of genes."""
    x, y = centre
    for side in (-1, 1):
        bends = ((-0.5, -0.95), (-0.44, -0.55), (0.44, 0.0 - 0.05), (0.5, 0.3), (-0.1, 0.95))
        pen.line([(x + side * dx * radius, y + dy * radius) for dx, dy in bends], 0.2 * radius)
    for height in (-0.74, 0.24):
        pen.line([(x - 0.42 * radius, y + height * radius), (x + 0.42 * radius, y + height * radius)], 0.14 * radius)


def laurel(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a number one's rosette: the first player."""
    for turn in (150, 210):
        pen.line([centre, polar(centre, 0.94 * radius, turn)], 0.36 * radius)
    pen.disc((centre[0], centre[1] - 0.26 * radius), 0.68 * radius)
    cut(pen, lambda: pen.disc((centre[0], centre[1] - 0.26 * radius), 0.36 * radius))


def target(pen: Pen, centre: Point, radius: float) -> None:
    pen.ring(centre, 0.95 * radius, 0.24 * radius)
    pen.disc(centre, 0.4 * radius)


def left(pen: Pen, centre: Point, radius: float) -> None:
    _arrow(pen, centre, radius, -1)


def right(pen: Pen, centre: Point, radius: float) -> None:
    _arrow(pen, centre, radius, 1)


def _arrow(pen: Pen, centre: Point, radius: float, side: int) -> None:
    x, y = centre
    start, end = sorted((x - side * 0.95 * radius, x + side * 0.2 * radius))
    pen.box(start, y - 0.24 * radius, end, y + 0.24 * radius, 0)
    arrowhead(pen, (x + side * radius, y), 1.05 * radius, 90 * side)


force, cycle, points, health = bolt, right_turn, star, heart

SHEET: tuple[Icon, ...] = (
    force, cycle, draw, discard, snowflake, gain, take, attack, ko, flip, copy, points, health, transformation, parry,
    permanent, deploy, leave, incubator, hand, deck, pile, helix, laurel, target, left, right,
)  # fmt: skip
"""Every symbol; a test checks that their forms differ."""


# The symbols of the six genes: each is recognisable by its form alone, and has a colour as well.


STEP = 2.3
"""From one symbol to the next, in radii."""


def cyber(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for aside in (-0.42, 0.0, 0.42):
        pen.line([(x - 0.88 * radius, y + aside * radius), (x + 0.88 * radius, y + aside * radius)], 0.2 * radius)
        pen.line([(x + aside * radius, y - 0.88 * radius), (x + aside * radius, y + 0.88 * radius)], 0.2 * radius)
    pen.box(x - 0.7 * radius, y - 0.7 * radius, x + 0.7 * radius, y + 0.7 * radius, 0.14 * radius)
    cut(pen, lambda: pen.box(x - 0.3 * radius, y - 0.3 * radius, x + 0.3 * radius, y + 0.3 * radius, 0))


def necro(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.disc((x, y - 0.2 * radius), 0.8 * radius)
    pen.box(x - 0.46 * radius, y + 0.2 * radius, x + 0.46 * radius, y + 0.98 * radius, 0.12 * radius)

    def holes() -> None:
        for side in (-1, 1):
            pen.disc((x + side * 0.36 * radius, y - 0.14 * radius), 0.24 * radius)
            pen.line(
                [(x + side * 0.16 * radius, y + 0.72 * radius), (x + side * 0.16 * radius, y + radius)], 0.1 * radius
            )

    cut(pen, holes)


def saber(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    blade = ((0.2, 0.36), (-0.3, -0.1), (-0.62, -0.56), (-0.72, -1.0), (-0.2, -0.66), (0.22, -0.24), (0.5, 0.16))
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in blade])
    pen.line([(x - 0.12 * radius, y + 0.62 * radius), (x + 0.84 * radius, y - 0.02 * radius)], 0.24 * radius)
    pen.line([(x + 0.4 * radius, y + 0.32 * radius), (x + 0.72 * radius, y + 0.84 * radius)], 0.3 * radius)


def zoomorph(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for dx, dy, reach in ((-0.76, -0.06, 0.23), (-0.3, -0.62, 0.26), (0.3, -0.62, 0.26), (0.76, -0.06, 0.23)):
        pen.disc((x + dx * radius, y + dy * radius), reach * radius)
    pen.disc((x, y + 0.34 * radius), 0.46 * radius)
    for side in (-1, 1):
        pen.disc((x + side * 0.3 * radius, y + 0.6 * radius), 0.3 * radius)


def galactic(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.disc(centre, 0.68 * radius)
    ends = [(x - 0.9 * radius, y + 0.44 * radius), (x + 0.9 * radius, y - 0.44 * radius)]
    cut(pen, lambda: pen.line(ends, 0.38 * radius))
    pen.line(ends, 0.18 * radius)


def mythic(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    points = (
        (0.1, -1.0), (0.34, -0.5), (0.72, -0.06), (0.72, 0.44), (0.42, 0.86), (0, 0.98), (-0.42, 0.86), (-0.72, 0.44),
        (-0.66, 0.02), (-0.42, -0.3), (-0.28, 0.06), (-0.06, -0.44),
    )  # fmt: skip
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in points])
    drop = ((0.06, 0.04), (0.32, 0.44), (0.2, 0.74), (-0.06, 0.8), (-0.26, 0.62), (-0.2, 0.36))
    cut(pen, lambda: pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in drop]))


GENES: dict[str, Icon] = dict(zip("ABCDEF", (cyber, necro, saber, zoomorph, galactic, mythic), strict=True))
"""By letter."""


def gene_colour(scheme: Colours, gene: str) -> Colour:
    return scheme.genes["ABCDEF".index(gene)]


def draw_genes(canvas: Canvas, scheme: Colours, genes: str, at: Point, reach: float) -> None:
    for place, gene in enumerate(genes):
        x = at[0] + (1 + STEP * place) * reach
        canvas.fill(icons.mask(GENES[gene], reach), (x, at[1]), gene_colour(scheme, gene))


def genes_width(genes: str, reach: float) -> float:
    return reach * (2 + STEP * (len(genes) - 1))
