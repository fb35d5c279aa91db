"""Nim as a renderer shows it: the skeleton of `render/<game>/`, which docs/adding-a-game.md explains."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.text import Player, Text, say
from render.canvas import Canvas
from render.lettering import fit, plain
from render.renderer import Overlay, Renderer
from render.theme import colours
from render.words import PLAIN, Look, one_line, result_text
from tests.engine.skeleton.game import HEAPS, Took, View


class NimRenderer(Renderer[View]):
    """Draws and tells Nim."""

    def draw(
        self, view: View, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
    ) -> bytes:
        unit, scheme = look.width / 1200, colours(look.theme)
        canvas = Canvas.blank(look.width, round(480 * unit), scheme.page, look.theme)
        title = self.headline(view).render(look.translate, look.called(plain))
        canvas.text((40 * unit, 60 * unit), fit(title, 1120 * unit, round(44 * unit)), 44 * unit, scheme.text)
        changed = {event.heap for event in last if isinstance(event, Took)}
        for row, (heap, left) in enumerate(_heaps(view, look)):
            y = (180 + 110 * row) * unit
            canvas.text((40 * unit, y), heap, 60 * unit, scheme.accent if heap in changed else scheme.text)
            for place in range(left):
                x = (140 + 90 * place) * unit
                canvas.box([(x, y - 35 * unit), (x + 70 * unit, y + 35 * unit)], 35 * unit, scheme.well)
        return canvas.png()

    def alt_text(self, view: View, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        told = [self.headline(view), *(event.text() for event in last)]
        heaps = ", ".join(f"{heap} {left}" for heap, left in _heaps(view, look))
        return f"{heaps}. " + " ".join(each.render(look.translate, look.called(one_line)) for each in told)

    def headline(self, view: View) -> Text:
        if view.outcome is not None:
            return result_text(view.outcome)
        return say("Turn {turn}: {player} to play", turn=view.turn, player=Player(view.to_act or 1))

    def text_board(self, view: View, look: Look = PLAIN) -> str:
        return "\n".join(f"{heap} {'o' * left}" for heap, left in _heaps(view, look))

    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        unit, scheme = look.width / 1200, colours(look.theme)
        canvas = Canvas.blank(look.width, round(120 * unit), scheme.page, look.theme)
        told = fit(self.sheet_text(data, look), 1120 * unit, round(36 * unit))
        canvas.text((40 * unit, 60 * unit), told, 36 * unit, scheme.text)
        return canvas.png()

    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        return look.text_of(say("Take any number of counters from one heap. Who takes the last one wins."))


def _heaps(view: View, look: Look) -> list[tuple[str, int]]:
    """Return the heaps from the top of the picture, turned round for the second player."""
    heaps = list(zip(HEAPS, view.heaps, strict=True))
    return heaps[::-1] if look.side == 2 else heaps
