"""What lies before a player, or a boss: name and numbers, arena, incubator, reserve."""

from __future__ import annotations

from engine.mutants.view import Boss, Side, Zone
from engine.seat import Seat
from engine.text import Text, say
from render import icons
from render.box import Box
from render.canvas import Pen
from render.hexes import Point
from render.icons import Icon
from render.lettering import Weight, fit, size_in, width
from render.mutants import icons as symbols
from render.mutants.cards import Face, draw_face, ink_of, lay
from render.mutants.frame import LINE, ROOMY, SIZE, Panel, arena_of
from render.mutants.genes import draw_genes, genes_width
from render.mutants.marks import Marks, marks_of
from render.mutants.minis import mini
from render.mutants.scene import Scene
from render.mutants.wording import BOSS, PICKS
from render.theme import Colour

_TURN = say("turn", context="state of a player")
_ASKED = say("asked", context="state of a player")
_LEFT = say("resigned", context="state of a player")


def draw_panel(scene: Scene, panel: Panel) -> None:
    """Draw all that lies before a seat."""
    canvas, scheme, unit, seat = scene.canvas, scene.scheme, scene.unit, panel.seat
    marks = marks_of(scene.view, scene.last, seat)
    colour = scheme.danger if scene.is_boss(seat) else scheme.seat(seat).edge
    framed = seat in _framed(scene)
    canvas.box(panel.box.corners, 14 * unit, colour if framed else scheme.surface)
    inner = panel.box.inside(5 * unit) if framed else panel.box
    canvas.box(inner.corners, 10 * unit, scheme.surface)
    if not framed:
        canvas.box([(inner.left, inner.top + 12 * unit), (inner.left + 6 * unit, inner.bottom - 12 * unit)], 0, colour)
    if (boss := scene.view.boss) is not None and seat == BOSS:
        _boss_header(scene, boss, panel.header)
    else:
        _header(scene, scene.view.sides[seat - 1], panel.header, marks)
    for zone, box in zip(arena_of(scene.view, seat), panel.zones, strict=False):
        _zone(scene, panel, zone, box, marks)
    if panel.small:
        _reserve(scene, scene.view.sides[seat - 1], panel, marks)
    for zone, box in zip(arena_of(scene.view, seat), panel.zones, strict=False):
        if zone.name in marks.zones:  # above what lies below its card
            _letter(scene, zone.name, box)
    top = panel.box.bottom - (2 + len(panel.lines) * LINE) * unit
    for place, line in enumerate(panel.lines):
        at = panel.header.left, top + (place + 0.5) * LINE * unit
        canvas.text(at, line, round(SIZE * unit), scheme.text, weight=Weight.MEDIUM)


def draw_circle(scene: Scene, pick: int) -> None:
    """Draw the picks of a draft, which all make at the same time, and to whom each passes a pack (M11)."""
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    right, y = scene.plan.rounds.right, scene.plan.rounds.middle
    for number in range(PICKS, 0, -1):
        made = number < pick
        icon, ink = (symbols.card, scheme.text) if made else (symbols.hollow, scheme.muted)
        canvas.fill(icons.mask(icon, 20 * unit), (right - 20 * unit, y), ink)
        right -= 42 * unit
    for seat, box in scene.plan.circle:
        canvas.box(box.inside(4 * unit).corners, 12 * unit, scheme.surface)
        scene.marker(seat, (box.left + 34 * unit, box.middle), 21 * unit)
        canvas.fill(icons.mask(symbols.right, 15 * unit), (box.right - 24 * unit, box.middle), scheme.muted)
        left = box.left + 66 * unit
        room = box.right - 48 * unit - left
        size = size_in(scene.name(seat), room, round(32 * unit), 24 * unit)
        name = fit(scene.name(seat), room, size)
        ink = scheme.muted if scene.view.sides[seat - 1].left else scheme.text
        canvas.text((left, box.middle), name, size, ink)


def _framed(scene: Scene) -> tuple[Seat, ...]:
    """Return whose panels are framed: of the winners, or of the one player who is asked."""
    outcome = scene.view.outcome
    if outcome is not None:
        return () if outcome.undecided else outcome.winners
    return scene.view.to_act if len(scene.view.to_act) == 1 else ()


def _header(scene: Scene, side: Side, box: Box, marks: Marks) -> None:
    canvas, scheme, unit, view = scene.canvas, scene.scheme, scene.unit, scene.view
    right = box.right
    known, over = side.freezer_points, view.outcome is not None
    freezer = f"{side.freezer_size}" if known is None or over else f"{side.freezer_size} = {known}"
    things: list[tuple[Icon, str, bool]] = [(symbols.snowflake, freezer, bool(marks.frozen))]
    top = f"{side.discard_size} {side.discard_top}".strip()
    things += [(symbols.pile, top, bool(marks.discarded)), (symbols.deck, str(side.deck_size), False)]
    things.append((symbols.hand, str(side.hand_size), False))
    if view.boss is None:
        gained = f"{side.points} +{marks.points}" if marks.points else str(side.points)
        if over and known is not None:
            gained = f"{side.points} + {known} = {side.points + known}"
        things.append((icons.star, gained, bool(marks.points)))
    for icon, text, fresh in things:
        right = _number(scene, icon, text, right, box.middle, fresh=fresh) - 22 * unit
    left = box.left
    scene.marker(side.seat, (left + 24 * unit, box.middle), 22 * unit)
    left += 58 * unit
    if view.first == side.seat:
        canvas.fill(icons.mask(symbols.laurel, 20 * unit), (left + 16 * unit, box.middle), scheme.text)
        left += 42 * unit
    if view.outcome is not None and not view.outcome.undecided and not view.outcome.alone:
        place = f"{view.outcome.ranks[side.seat - 1]}."
        canvas.text((left, box.middle), place, round(34 * unit), scheme.muted)
        left += width(place, round(34 * unit)) + 10 * unit
    note, strong = _note(scene, side)
    size = round(27 * unit)
    word = scene.told(note) if note is not None else ""
    room = width(word, size) + 34 * unit if word else 0.0
    name_size = round(34 * unit)
    name = fit(scene.name(side.seat), max(right - left - room, 0), name_size)
    canvas.text((left, box.middle), name, name_size, scheme.muted if side.left else scheme.text)
    left += width(name, name_size) + 14 * unit
    if word and left + width(word, size) <= right:
        _pill(scene, word, left, box.middle, size, strong=strong)


def _note(scene: Scene, side: Side) -> tuple[Text | None, bool]:
    """Return what is said of a player beside the name, and whether it stands out."""
    view = scene.view
    if side.left:
        return _LEFT, False
    if view.outcome is not None or len(view.to_act) != 1:
        return None, False
    if side.seat in view.to_act and view.owner not in (None, side.seat):
        return _ASKED, True
    return (_TURN, side.seat in view.to_act) if view.owner == side.seat else (None, False)


def _pill(scene: Scene, word: str, left: float, y: float, size: int, *, strong: bool) -> None:
    unit, scheme = scene.unit, scene.scheme
    reach = 19 * unit
    box = Box(left, y - reach, left + width(word, size) + 24 * unit, y + reach)
    scene.canvas.box(box.corners, reach, scheme.accent if strong else scheme.well)
    scene.canvas.text((left + 12 * unit, y), word, size, scheme.page if strong else scheme.text)


def _number(scene: Scene, icon: Icon, text: str, right: float, y: float, *, fresh: bool) -> float:
    """Draw a number after its symbol, ending at a place; return where the symbol begins."""
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    size, reach = round(29 * unit), 16 * unit
    left = right - width(text, size) - 2 * reach - 8 * unit
    if fresh:
        frame = Box(left - 7 * unit, y - 23 * unit, right + 7 * unit, y + 23 * unit)
        canvas.box(frame.corners, 9 * unit, scheme.accent)
        canvas.box(frame.inside(3 * unit).corners, 7 * unit, scheme.surface)
    colour = ink_of(scheme, icon) if icon is symbols.snowflake else scheme.muted
    canvas.fill(icons.mask(icon, reach), (left + reach, y), colour)
    canvas.text((right, y), text, size, scheme.text, anchor="r")
    return left


def _boss_header(scene: Scene, boss: Boss, box: Box) -> None:
    unit, canvas, scheme = scene.unit, scene.canvas, scene.scheme
    right = box.right
    top = f"{boss.discard_size} {boss.discard_top}".strip()
    for icon, text in ((symbols.pile, top), (symbols.deck, str(boss.deck_size))):
        right = _number(scene, icon, text, right, box.middle, fresh=False) - 22 * unit
    if boss.boxed:
        right = _number(scene, icons.cross, str(len(boss.boxed)), right, box.middle, fresh=False) - 22 * unit
    left = box.left
    scene.marker(BOSS, (left + 24 * unit, box.middle), 22 * unit)
    left += 58 * unit
    if boss.ultra:
        canvas.fill(icons.mask(icons.plus, 16 * unit), (left + 14 * unit, box.middle), scheme.danger)
        left += 38 * unit
    size, y = round(34 * unit), box.middle
    forbidden = 60 * unit + genes_width(boss.limits, 17 * unit) if boss.limits else 0.0
    name = fit(scene.name(BOSS), right - left - forbidden, size)
    canvas.text((left, y), name, size, scheme.text)
    if boss.limits:  # M70: genes that the reserve may not have
        left += width(name, size) + 24 * unit
        canvas.fill(icons.mask(_forbidden, 18 * unit), (left + 18 * unit, y), scheme.danger)
        draw_genes(canvas, scheme, boss.limits, (left + 44 * unit, y), 17 * unit)


def _forbidden(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a barred ring."""
    x, y = centre
    pen.ring(centre, 0.95 * radius, 0.24 * radius)
    reach = 0.6 * radius
    pen.line([(x - reach, y + reach), (x + reach, y - reach)], 0.24 * radius)


def _zone(scene: Scene, panel: Panel, zone: Zone, box: Box, marks: Marks) -> None:
    """Draw a zone of an arena, its card, its letter, and what is marked of it."""
    canvas, scheme, unit, view = scene.canvas, scene.scheme, scene.unit, scene.view
    edge = _edge(scene, marks, zone.name)
    if edge is not None:
        canvas.box(box.inside(-5 * unit).corners, 15 * unit, edge)
    across, high = round(box.right) - round(box.left), round(box.bottom) - round(box.top)
    if not zone.card:
        canvas.box(box.corners, 12 * unit, scheme.well)
        canvas.box(box.inside(2 * unit).corners, 10 * unit, scheme.surface)
        middle = (box.left + box.right) / 2, box.middle
        canvas.text(middle, zone.name, round(44 * unit), scheme.muted, anchor="m", weight=Weight.MEDIUM)
    elif panel.roomy and not zone.down:
        card = Face(view.data, zone.card, ROOMY, scene.theme, scene.translate, unit)
        draw_face(canvas, card, (box.left, box.top), high)
    else:
        picture = mini(view.data, zone.card, across, high, scene.theme, unit, down=zone.down)
        lay(canvas, picture, (box.left, box.top), 11 * unit)
    if zone.name in marks.parried:
        canvas.fill(icons.mask(icons.disc, 24 * unit), (box.right - 20 * unit, box.top + 20 * unit), scheme.accent)
        canvas.fill(icons.mask(symbols.parry, 15 * unit), (box.right - 20 * unit, box.top + 20 * unit), scheme.page)


def _edge(scene: Scene, marks: Marks, zone: str) -> Colour | None:
    """Return the colour of the frame around a zone; None for none."""
    if zone in marks.zones:
        return scene.scheme.walk
    if zone in marks.struck:
        return scene.scheme.danger
    return scene.scheme.accent if zone in marks.fresh else None


def _letter(scene: Scene, word: str, box: Box) -> None:
    """Write a place that can be chosen as notation has it, on the lower edge of its card."""
    unit, scheme = scene.unit, scene.scheme
    centre = (box.left + box.right) / 2, box.bottom + 3 * unit
    scene.canvas.fill(icons.mask(icons.disc, 17 * unit), centre, scheme.walk)
    scene.canvas.text(centre, word, round(25 * unit), scheme.page, anchor="m")


def _reserve(scene: Scene, side: Side, panel: Panel, marks: Marks) -> None:
    """Draw the incubator and the piles of the gene reserve with how many cards each has."""
    canvas, scheme, unit, data = scene.canvas, scene.scheme, scene.unit, scene.view.data
    tops = [(pile.top, pile.size) for pile in side.piles] or [("", 0)] * 3
    for place, (box, (code, size)) in enumerate(zip(panel.small, [(side.incubator, 0), *tops], strict=True)):
        across, high = round(box.right) - round(box.left), round(box.bottom) - round(box.top)
        fresh = marks.incubator if place == 0 else place in marks.piles
        chosen = place in marks.choices
        if fresh or chosen:
            canvas.box(box.inside(-5 * unit).corners, 15 * unit, scheme.walk if chosen else scheme.accent)
        symbol = symbols.helix if place else symbols.incubator
        if not code:
            canvas.box(box.corners, 12 * unit, scheme.well)
            canvas.box(box.inside(2 * unit).corners, 10 * unit, scheme.surface)
            canvas.fill(icons.mask(symbol, 24 * unit), ((box.left + box.right) / 2, box.middle), scheme.well)
            continue
        lay(canvas, mini(data, code, across, high, scene.theme, unit), (box.left, box.top), 11 * unit)
        y, right = box.bottom - (32 if panel.roomy else 25) * unit, box.right - 12 * unit
        if place:
            text, letters = f"×{size}", round(27 * unit)
            canvas.text((right, y), text, letters, scheme.muted, anchor="r")
            right -= width(text, letters) + 6 * unit
        if not (place and panel.roomy):
            canvas.fill(icons.mask(symbol, 14 * unit), (right - 14 * unit, y), scheme.muted)
        if chosen:
            _letter(scene, str(place), box)
