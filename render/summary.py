"""The card of a match: players, result, duration, and the curves of their standing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from engine.outcome import Outcome, Termination
from engine.seat import Seat
from engine.text import Player, Text, in_a_row, say
from render.canvas import Canvas
from render.charts import Chart, draw_key, sampled
from render.lettering import Captions, Weight, fit, plain, size_in
from render.lettering import width as text_width
from render.masks import Box
from render.theme import Theme, colours, contrast
from render.words import DESIGN_WIDTH, PLAIN, Look, one_line, result_alone, shortened, unit_of

MARGIN = 18
BANNER = 140
ROW = 58
CHART = 400
NAMED = 160
"""What the remarks of a row leave for a name."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The contents of a card.

    Attributes:
        mode: The arrangement of the players.
        headline: The winner, or the progress of the match.
        outcome: The result; None while the match goes on.
        turns: Their number, as in replays.
        took: The duration; None if it is unknown.
        feats: The game's other counts, for seat 1, 2, …, in few words; empty where it has none.
        label: The name of the curves' values.
        curves: For seat 1, 2, …: its standing after turn 0, 1, …; empty where the game has none.
    """

    game: str
    mode: Text
    seats: int
    headline: Text
    outcome: Outcome | None
    turns: int
    took: timedelta | None = None
    feats: tuple[Text, ...] = ()
    label: Text | None = None
    curves: tuple[tuple[float, ...], ...] = ()

    @property
    def order(self) -> list[Seat]:
        seats = range(1, self.seats + 1)
        return list(seats) if self.outcome is None else sorted(seats, key=lambda seat: self._rank(seat) or 0)

    @property
    def counts(self) -> bool:
        """Whether a result ranks the players: a void match has none."""
        return self.outcome is not None and self.outcome.termination is not Termination.VOID

    def _rank(self, seat: Seat) -> int | None:
        return self.outcome.ranks[seat - 1] if self.outcome is not None and self.counts else None

    def row(self, seat: Seat) -> list[Text]:
        notes = []
        if (rank := self._rank(seat)) is not None and self.outcome is not None:
            notes.append(result_alone(self.outcome) if self.outcome.alone else say("place {rank}", rank=rank))
        if self.outcome is not None:
            notes += self.outcome.counts(seat)
        if self.feats:
            notes.append(self.feats[seat - 1])
        return notes

    def facts(self) -> list[Text]:
        """The remarks on the whole match."""
        facts = [say("{game}, {mode}", game=self.game, mode=self.mode), say("turns: {count}", count=self.turns)]
        return [*facts, _length(self.took)] if self.took is not None else facts


def short_lines(card: Summary) -> list[Text]:
    """Return the match's duration and the remarks on each player, as lines of text."""
    return [
        in_a_row(card.facts()),
        *(
            say("{player}: {notes}", player=Player(seat), notes=in_a_row(notes))
            for seat in card.order
            if (notes := card.row(seat))
        ),
    ]


def summary_lines(card: Summary) -> list[Text]:
    """Return everything in the card's picture as lines of text, curves as sampled values."""
    lines = [card.headline]
    if card.outcome is not None:
        lines.append(card.outcome.reason)
    lines += short_lines(card)
    if card.label is not None and card.curves:
        lines += [
            say(
                "{label} of {player} over the match: {values}",
                label=card.label,
                player=Player(seat),
                values=" ".join(f"{value:g}" for value in sampled(card.curves[seat - 1])),
            )
            for seat in card.order
        ]
    return lines


def summary_text(card: Summary, look: Look = PLAIN) -> str:
    """Return the card in words, in at most `ALT_LIMIT` characters."""
    name = look.called(one_line)
    text = "\n".join(line.render(look.translate, name) for line in summary_lines(card))
    return shortened(text)


def draw_summary(card: Summary, look: Look = PLAIN) -> bytes:
    """Return the card as a PNG file with the theme's palette."""
    unit, theme = unit_of(look.width), look.theme
    charted = card.label is not None and bool(card.curves)
    height = 2 * MARGIN + BANNER + 16 + ROW * card.seats + 20 + (CHART if charted else 0)
    canvas = Canvas.blank(look.width, round(height * unit), colours(theme).page, theme)
    sketch = _Sketch(card, canvas, theme, unit, Captions(look.translate, look.called(plain)))
    sketch.draw_banner(MARGIN)
    top = MARGIN + BANNER + 16
    sketch.draw_rows(top)
    if charted:
        sketch.draw_chart(top + ROW * card.seats + 20)
    return canvas.png()


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A card in the making; heights are in pixels of the design."""

    card: Summary
    canvas: Canvas
    theme: Theme
    unit: float
    captions: Captions

    def draw_banner(self, top: float) -> None:
        scheme, unit, card, canvas = colours(self.theme), self.unit, self.card, self.canvas
        fill, ink, edge = scheme.surface, scheme.text, scheme.surface
        winners = card.outcome.winners if card.outcome is not None and card.counts else ()
        if winners and (len(winners) < card.seats or card.seats == 1):
            style = scheme.seat(winners[0])
            fill, ink = style.fill, style.ink
            # The edge separates a dark winner from a dark page, and a light one from a light page.
            edge = style.edge if contrast(style.fill, scheme.page) < 1.5 else style.fill
        right, bottom = DESIGN_WIDTH - MARGIN, top + BANNER
        box = Box(MARGIN, top, right, bottom).scaled(unit)
        canvas.box(box.corners, 16 * unit, edge)
        canvas.box(box.inside(4 * unit).corners, 13 * unit, fill)
        lines = [(card.headline, 46, Weight.BOLD), (in_a_row(card.facts()), 28, Weight.MEDIUM)]
        heights = [46.0, 100.0]
        if card.outcome is not None:
            lines.insert(1, (card.outcome.reason, 28, Weight.MEDIUM))
            heights = [36.0, 80.0, 114.0]
        room = (right - MARGIN - 40) * unit
        for (text, most, weight), y in zip(lines, heights, strict=True):
            middle = (DESIGN_WIDTH / 2 * unit, (top + y) * unit)
            # The reason of a victory can be a long sentence.
            size = size_in(self.captions.text_of(text), room, round(most * unit), min(most, 22) * unit, weight)
            caption = self.captions.text_in(text, room, size, weight)
            canvas.text(middle, caption, size, ink, anchor="m", weight=weight)

    def draw_rows(self, top: float) -> None:
        """Draw a line for each player: mark and stroke as in the curves, name, and remarks."""
        scheme, unit, canvas, card = colours(self.theme), self.unit, self.canvas, self.card
        bottom = top + ROW * card.seats
        canvas.box(
            [(MARGIN * unit, top * unit), ((DESIGN_WIDTH - MARGIN) * unit, bottom * unit)], 14 * unit, scheme.surface
        )
        size, small = round(34 * unit), round(28 * unit)
        for line, seat in enumerate(card.order):
            y = (top + ROW * (line + 0.5)) * unit
            left, right = (MARGIN + 22) * unit, (DESIGN_WIDTH - MARGIN - 22) * unit
            left += draw_key(canvas, scheme.seat(seat), seat, (left, y), unit) + 18 * unit
            notes = self._listed(card.row(seat))
            fine = size_in(notes, right - left - NAMED * unit, small, round(18 * unit), Weight.MEDIUM)
            canvas.text((right, y), notes, fine, scheme.muted, anchor="r", weight=Weight.MEDIUM)
            room = right - text_width(notes, fine, Weight.MEDIUM) - 20 * unit - left
            canvas.text((left, y), fit(self.captions.name(seat), room, size), size, scheme.text)

    def draw_chart(self, top: float) -> None:
        scheme, unit, canvas, card = colours(self.theme), self.unit, self.canvas, self.card
        left, right, bottom = MARGIN, DESIGN_WIDTH - MARGIN, top + CHART - 20
        canvas.box([(left * unit, top * unit), (right * unit, bottom * unit)], 14 * unit, scheme.surface)
        title = "" if card.label is None else self.captions.text_of(card.label)
        place = ((left + 22) * unit, (top + 30) * unit)
        canvas.text(place, title, round(26 * unit), scheme.muted, weight=Weight.MEDIUM)
        low = math.floor(min(map(min, card.curves)))
        high = max(low + 2, math.ceil(max(map(max, card.curves))))
        area = ((left + 84) * unit, (top + 72) * unit), ((right - 44) * unit, (bottom - 64) * unit)
        chart = Chart(canvas, scheme, unit, area, low, high, len(card.curves[0]) - 1)
        chart.draw_values()
        chart.draw_turns()
        for seat in reversed(card.order):
            chart.draw_curve(seat, card.curves[seat - 1], (seat - (card.seats + 1) / 2) * 5 * unit)

    def _listed(self, notes: Sequence[Text]) -> str:
        return self.captions.text_of(in_a_row(notes)) if notes else ""


def _length(took: timedelta) -> Text:
    """Return a duration in its two largest units."""
    minutes = max(0, int(took.total_seconds() // 60))  # a computer's clock may have been set back
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        return say("time: {days} d {hours} h", days=days, hours=hours % 24)
    if hours:
        return say("time: {hours} h {minutes} min", hours=hours, minutes=minutes % 60)
    if minutes:
        return say("time: {minutes} min", minutes=minutes)
    return say("time: under a minute")
