"""The symbols of the six genes: each is told from the others by its form alone, and has a colour as well."""

from __future__ import annotations

from render import icons
from render.canvas import Canvas, Pen
from render.hexes import Point
from render.icons import Icon, cut
from render.theme import Colour, Colours

STEP = 2.3
"""From one symbol to the next, in radii."""


def cyber(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a microchip with its pins."""
    x, y = centre
    for aside in (-0.42, 0.0, 0.42):
        pen.line([(x - 0.88 * radius, y + aside * radius), (x + 0.88 * radius, y + aside * radius)], 0.2 * radius)
        pen.line([(x + aside * radius, y - 0.88 * radius), (x + aside * radius, y + 0.88 * radius)], 0.2 * radius)
    pen.box(x - 0.7 * radius, y - 0.7 * radius, x + 0.7 * radius, y + 0.7 * radius, 0.14 * radius)
    cut(pen, lambda: pen.box(x - 0.3 * radius, y - 0.3 * radius, x + 0.3 * radius, y + 0.3 * radius, 0))


def necro(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a skull."""
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
    """Draw a curved sword."""
    x, y = centre
    blade = ((0.2, 0.36), (-0.3, -0.1), (-0.62, -0.56), (-0.72, -1.0), (-0.2, -0.66), (0.22, -0.24), (0.5, 0.16))
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in blade])
    pen.line([(x - 0.12 * radius, y + 0.62 * radius), (x + 0.84 * radius, y - 0.02 * radius)], 0.24 * radius)
    pen.line([(x + 0.4 * radius, y + 0.32 * radius), (x + 0.72 * radius, y + 0.84 * radius)], 0.3 * radius)


def zoomorph(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a paw."""
    x, y = centre
    for dx, dy, reach in ((-0.76, -0.06, 0.23), (-0.3, -0.62, 0.26), (0.3, -0.62, 0.26), (0.76, -0.06, 0.23)):
        pen.disc((x + dx * radius, y + dy * radius), reach * radius)
    pen.disc((x, y + 0.34 * radius), 0.46 * radius)
    for side in (-1, 1):
        pen.disc((x + side * 0.3 * radius, y + 0.6 * radius), 0.3 * radius)


def galactic(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a planet with a ring."""
    x, y = centre
    pen.disc(centre, 0.68 * radius)
    ends = [(x - 0.9 * radius, y + 0.44 * radius), (x + 0.9 * radius, y - 0.44 * radius)]
    cut(pen, lambda: pen.line(ends, 0.38 * radius))
    pen.line(ends, 0.18 * radius)


def mythic(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a flame."""
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
    """Return the colour of a gene's symbol."""
    return scheme.genes["ABCDEF".index(gene)]


def draw_genes(canvas: Canvas, scheme: Colours, genes: str, at: Point, reach: float) -> None:
    """Draw the symbols of some genes, from a point to the right."""
    for place, gene in enumerate(genes):
        x = at[0] + (1 + STEP * place) * reach
        canvas.fill(icons.mask(GENES[gene], reach), (x, at[1]), gene_colour(scheme, gene))


def genes_width(genes: str, reach: float) -> float:
    """Return how wide the symbols of some genes are, in pixels."""
    return reach * (2 + STEP * (len(genes) - 1))
