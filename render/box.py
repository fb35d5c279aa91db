"""A rectangle on a picture."""

from __future__ import annotations

from dataclasses import dataclass

from render.hexes import Point


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Halfway between top and bottom."""
        return (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, Point]:
        """The upper left and the lower right corner."""
        return (self.left, self.top), (self.right, self.bottom)

    def scaled(self, factor: float) -> Box:
        """Return the rectangle with all measures multiplied."""
        return Box(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)

    def inside(self, edge: float) -> Box:
        """Return the rectangle without an edge all around; a negative edge makes it larger."""
        return Box(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge)
