"""The players' cards: name, points, evolution tracks, ships on the map and in supply."""

from __future__ import annotations

from engine.apex.events import Battle, Evolved, Scored
from engine.apex.view import ApexView, Side
from engine.text import say
from render import icons
from render.apex.frame import CARD_PAD, CARD_ROWS
from render.apex.icons import TRACKS, depot, dock, sector, ship
from render.apex.scene import Scene
from render.apex.sectors import token
from render.apex.wording import civilisation
from render.box import Box
from render.icons import Icon
from render.lettering import Weight, fit, width

TOP = 5
"""The highest level of a track (A7)."""


def draw_player(scene: Scene, side: Side) -> None:
    """Draw what lies beside the map for one player."""
    box, unit = scene.plan.cards[side.seat - 1], scene.unit
    if side.seat in _named(scene.view):
        style, edge = scene.scheme.seat(side.seat), 5 * unit
        scene.canvas.box(box.corners, 14 * unit, style.edge)
        scene.canvas.box(box.inside(edge).corners, 10 * unit, scene.scheme.surface)
    left, right, top = box.left + 16 * unit, box.right - 14 * unit, box.top + CARD_PAD * unit
    rows = []
    for height in CARD_ROWS:
        rows.append(Box(left, top, right, top + height * unit))
        top += height * unit
    _title(scene, side, rows[0])
    _levels(scene, side, rows[1])
    _supply(scene, side, rows[2])


def _named(view: ApexView) -> tuple[int, ...]:
    """Return whose cards are framed: of the winners, or of the one player who must decide."""
    if view.outcome is not None:
        return () if view.outcome.undecided else view.outcome.winners
    return view.to_act if len(view.to_act) == 1 else ()


def _title(scene: Scene, side: Side, row: Box) -> None:
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    token(scene, side.seat, (row.left + 24 * unit, row.middle), 20 * unit)
    points, size = str(side.points), round(38 * unit)
    canvas.text((row.right, row.middle), points, size, scheme.text, anchor="r")
    right = row.right - width(points, size) - 24 * unit
    canvas.fill(icons.mask(icons.star, 17 * unit), (right, row.middle), scheme.text)
    right -= 24 * unit
    small = round(26 * unit)
    if side.left:
        canvas.fill(icons.mask(icons.cross, 16 * unit), (right - 16 * unit, row.middle), scheme.danger)
        right -= 44 * unit
    left, size = row.left + 56 * unit, round(34 * unit)
    if scene.view.outcome is not None and not scene.view.outcome.undecided:
        place = f"{scene.view.outcome.ranks[side.seat - 1]}."
        canvas.text((left, row.middle), place, size, scheme.muted)
        left += width(place, size) + 10 * unit
    name, gain = scene.name(side.seat), _gain(scene, side)
    more = f"+{gain}" if gain else ""
    room = width(more, small, Weight.MEDIUM) + 12 * unit
    # A name is worth more than what the points above tell.
    if gain and (left + width(name, size) + room <= right or width(name, size) > 0.6 * row.width):
        canvas.text((right, row.middle), more, small, scheme.muted, anchor="r", weight=Weight.MEDIUM)
        right -= room
    name = fit(name, right - left, size)
    canvas.text((left, row.middle), name, size, scheme.muted if side.left else scheme.text)
    left += width(name, size) + 14 * unit
    note = (
        say("resigned", context="state of a player") if side.left else civilisation(side) if side.civilisation else None
    )
    if note is not None and left + width(scene.told(note), small, Weight.MEDIUM) <= right:
        canvas.text((left, row.middle + 2 * unit), scene.told(note), small, scheme.muted, weight=Weight.MEDIUM)


def _gain(scene: Scene, side: Side) -> int:
    """Return how many points a player just got, for battles and at the end of an age."""
    return sum(
        event.sectors + event.bonus
        if isinstance(event, Scored) and event.seat == side.seat
        else isinstance(event, Battle) and event.winner == side.seat
        for event in scene.last
    )


def _levels(scene: Scene, side: Side, row: Box) -> None:
    """Draw the four tracks: symbol, level, what colonies add to it, and steps; a track that just rose is framed."""
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    style = scheme.seat(side.seat)
    risen = {
        event.track for event in scene.last if isinstance(event, Evolved) and event.seat == side.seat and event.rose
    }
    totals = (*side.levels[:2], side.influence, side.armament)
    # Colonies add to influence and armament only (A29, A33).
    shares = (0, 0.205, 0.41, 0.725, 1) if row.width < 450 * unit else (0, 0.25, 0.5, 0.75, 1)
    for track, (icon, level, total) in enumerate(zip(TRACKS, side.levels, totals, strict=True)):
        left, right = (row.left + share * row.width for share in shares[track : track + 2])
        if track in risen:
            frame = Box(left - 8 * unit, row.top - 3 * unit, right - 7 * unit, row.bottom + 1 * unit)
            canvas.box(frame.corners, 9 * unit, scheme.accent)
            canvas.box(frame.inside(3 * unit).corners, 7 * unit, scheme.surface)
        y = row.top + 21 * unit
        _number(scene, icon, left, y, str(level), strong=True)
        if total > level:
            at = left + 45 * unit + width(str(level), round(32 * unit))
            canvas.text((at, y), f"+{total - level}", 26 * unit, scheme.muted)
        step = 13 * unit
        for place in range(TOP):
            start, top = left + 2 * unit + place * step, row.top + 43 * unit
            colour = style.edge if place < level else scheme.well
            canvas.box([(start, top), (start + 10 * unit, top + 8 * unit)], 0, colour)


def _supply(scene: Scene, side: Side, row: Box) -> None:
    """Draw how many ships are on the map, how many ships and colonies are in supply, and the sectors that are held."""
    values = ((ship, side.ships), (dock, side.supply), (depot, side.colonies_left), (sector, side.controlled))
    across = row.width / len(values)
    for place, (icon, value) in enumerate(values):
        left, supply = row.left + place * across, icon in (dock, depot)
        _number(scene, icon, left, row.middle, str(value), strong=not supply)


def _number(scene: Scene, icon: Icon, left: float, y: float, text: str, *, strong: bool) -> None:
    unit, scheme = scene.unit, scene.scheme
    colour = scheme.text if strong else scheme.muted
    scene.canvas.fill(icons.mask(icon, 17 * unit), (left + 19 * unit, y), colour)
    scene.canvas.text((left + 42 * unit, y), text, 32 * unit, colour)
