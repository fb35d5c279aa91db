"""The picture of a position: map, pawns, strategies, battles, players, status lines, and the last events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from PIL import Image

from engine.apex.components import components
from engine.apex.events import Battle, Closed, Evolved, Moved, Scored
from engine.apex.view import ApexView, Pawns, Side, Strategy
from engine.events import Event
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import say
from render import icons
from render.apex import hand
from render.apex.frame import CARD_PAD, CARD_ROWS, ITEMS, Scene, battles_of, dressed, frame_of
from render.apex.hand import draw_effects, effects_width
from render.apex.icons import ACTIONS, SIDES, TRACKS, depot, dock, dome, draw_sector_sign, ship, swords
from render.apex.marks import draw_above, draw_below, draw_overlay
from render.apex.sectors import draw_sector, draw_ships, galaxy, token
from render.apex.words import civilisation, next_text, passing_text, round_label, side_name
from render.canvas import LARGE_BYTES, PROMISED_BYTES, between
from render.icons import Icon
from render.lettering import Weight, fit, plain, size_in, width
from render.masks import Box
from render.renderer import POSITIONS_KEPT, Overlay
from render.theme import colours
from render.words import PLAIN, Look, result_text

# Reports below the strategies: battles, and the remaining actions of an expansion.


def draw_panel(scene: Scene) -> None:
    rows = list(scene.plan.panel)
    for battle, box in zip(battles_of(scene.last), rows, strict=False):
        _battle(scene, battle, box)
    if any(scene.view.actions):
        _actions(scene, rows[-1])


def _battle(scene: Scene, battle: Battle, box: Box) -> None:
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    canvas.fill(icons.mask(swords, 18 * unit), (box.left + 30 * unit, y), scheme.danger)
    canvas.text((box.left + 60 * unit, y), battle.slot, 32 * unit, scheme.text)
    left = box.left + 128 * unit
    pitch = min(262 * unit, (box.right - left - 10 * unit) / len(battle.fighters))
    for place, fighter in enumerate(battle.fighters):
        x = left + place * pitch
        won = fighter.seat == battle.winner
        token(scene, fighter.seat, (x + 20 * unit, y), 18 * unit)
        x += 46 * unit
        score, size = str(fighter.score), round(34 * unit)
        canvas.text((x, y), score, size, scheme.text if won else scheme.muted)
        x += width(score, size) + 10 * unit
        if won:
            canvas.fill(icons.mask(icons.star, 14 * unit), (x + 12 * unit, y), scheme.text)
            x += 32 * unit
        small = round(26 * unit)
        left_text = f"{fighter.ships}›{fighter.ships_left}"
        if x + width(left_text, small, Weight.MEDIUM) + 40 * unit <= left + (place + 1) * pitch:
            canvas.fill(icons.mask(ship, 13 * unit), (x + 14 * unit, y), scheme.muted)
            canvas.text((x + 32 * unit, y), left_text, small, scheme.muted, weight=Weight.MEDIUM)
            x += 38 * unit + width(left_text, small, Weight.MEDIUM)
            if fighter.colony and not fighter.colony_left and x + 56 * unit <= left + (place + 1) * pitch:
                canvas.fill(icons.mask(dome, 13 * unit), (x + 16 * unit, y), scheme.muted)
                canvas.fill(icons.mask(icons.cross, 13 * unit), (x + 42 * unit, y), scheme.danger)


def _actions(scene: Scene, box: Box) -> None:
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    size = round(28 * unit)
    label = fit(scene.text_of(say("Actions left:")), 0.45 * box.width, size, Weight.MEDIUM)
    canvas.text((box.left + 20 * unit, y), label, size, scheme.text, weight=Weight.MEDIUM)
    x = box.left + 44 * unit + width(label, size, Weight.MEDIUM)
    for icon, count in zip(ACTIONS, scene.view.actions, strict=True):
        if count:
            canvas.fill(icons.mask(icon, 18 * unit), (x + 18 * unit, y), scheme.text)
            canvas.text((x + 44 * unit, y), str(count), 32 * unit, scheme.text)
            x += 44 * unit + width(str(count), round(32 * unit)) + 34 * unit


# The players' cards: name, points, evolution tracks, ships on the map and in supply.


TOP = 5
"""The highest level of a track (A7)."""


def draw_player(scene: Scene, side: Side) -> None:
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
    """Return the seats with framed cards: the winners, or the one player who must decide."""
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
    # A name matters more than the bonus, which the points above include.
    if gain and (left + width(name, size) + room <= right or width(name, size) > 0.6 * row.width):
        canvas.text((right, row.middle), more, small, scheme.muted, anchor="r", weight=Weight.MEDIUM)
        right -= room
    name = fit(name, right - left, size)
    canvas.text((left, row.middle), name, size, scheme.muted if side.left else scheme.text)
    left += width(name, size) + 14 * unit
    note = (
        say("resigned", context="state of a player") if side.left else civilisation(side) if side.civilisation else None
    )
    if note is not None and left + width(scene.text_of(note), small, Weight.MEDIUM) <= right:
        canvas.text((left, row.middle + 2 * unit), scene.text_of(note), small, scheme.muted, weight=Weight.MEDIUM)


def _gain(scene: Scene, side: Side) -> int:
    return sum(
        event.sectors + event.bonus
        if isinstance(event, Scored) and event.seat == side.seat
        else isinstance(event, Battle) and event.winner == side.seat
        for event in scene.last
    )


def _levels(scene: Scene, side: Side, row: Box) -> None:
    """Draw the four tracks: symbol, level, bonus of colonies, and steps; a track that just rose is framed."""
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
    values = ((ship, side.ships), (dock, side.supply), (depot, side.colonies_left), (draw_sector_sign, side.controlled))
    across = row.width / len(values)
    for place, (icon, value) in enumerate(values):
        left, supply = row.left + place * across, icon in (dock, depot)
        _number(scene, icon, left, row.middle, str(value), strong=not supply)


def _number(scene: Scene, icon: Icon, left: float, y: float, text: str, *, strong: bool) -> None:
    unit, scheme = scene.unit, scene.scheme
    colour = scheme.text if strong else scheme.muted
    scene.canvas.fill(icons.mask(icon, 17 * unit), (left + 19 * unit, y), colour)
    scene.canvas.text((left + 42 * unit, y), text, 32 * unit, colour)


# The lines above and below the map: the decision or the result; the direction of hands; the note on reconstruction.


def draw_status(scene: Scene) -> None:
    if scene.view.outcome is not None:
        _banner(scene, scene.view.outcome)
        return
    canvas, scheme, unit, box, view = scene.canvas, scene.scheme, scene.unit, scene.plan.status, scene.view
    text, size = scene.text_of(round_label(view)), round(34 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r")
    right -= width(text, size) + 24 * unit
    left = box.left + 10 * unit
    if len(view.to_act) == 1:
        token(scene, view.to_act[0], (left + 24 * unit, box.middle), 23 * unit)
        left += 62 * unit
    shown = scene.text_in(next_text(view), right - left, round(38 * unit))
    canvas.text((left, box.middle), shown, 38 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    canvas, scheme, unit, box, view = scene.canvas, scene.scheme, scene.unit, scene.plan.foot, scene.view
    size, right = round(26 * unit), box.right - 8 * unit
    if view.reconstruction is not None:
        shown = fit(scene.text_of(view.reconstruction), box.width - 16 * unit, size, Weight.MEDIUM)
        canvas.text((right, box.middle), shown, size, scheme.text, anchor="r", weight=Weight.MEDIUM)
        right -= width(shown, size, Weight.MEDIUM) + 24 * unit
    if view.passing and view.outcome is None:
        left = box.left + 8 * unit
        label = scene.text_of(passing_text(view))
        size = size_in(label, right - left, size, 0.7 * size, Weight.MEDIUM)
        shown = fit(label, right - left, size, Weight.MEDIUM)
        canvas.text((left, box.middle), shown, size, scheme.muted, weight=Weight.MEDIUM)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = () if outcome.undecided else outcome.winners
    alone = scheme.seat(winners[0]) if len(winners) == 1 else None
    canvas.box(box.corners, 16 * unit, alone.edge if alone else scheme.well)
    canvas.box(box.inside(4 * unit).corners, 13 * unit, alone.fill if alone else scheme.well)
    ink = alone.ink if alone else scheme.text
    middle, room = (box.left + box.right) / 2, box.width - 170 * unit
    title = scene.text_in(result_text(outcome), room, round(44 * unit))
    small = 28 * unit
    while small > 23 * unit and width(scene.text_of(outcome.reason), round(small), Weight.MEDIUM) > room:
        small -= unit
    reason = scene.text_in(outcome.reason, room, round(small), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, small, ink, anchor="m", weight=Weight.MEDIUM)
    for seat, x in zip(winners[:2] * 2, (box.left + 52 * unit, box.right - 52 * unit), strict=False):
        token(scene, seat, (x, box.middle), 30 * unit)


# The strip of a round's revealed strategies.


def draw_strip(scene: Scene) -> None:
    box, strategies = scene.plan.strip, scene.view.strategies
    if box is None:
        return
    gap = 8 * scene.unit
    across = (box.width - gap * (len(strategies) - 1)) / len(strategies)
    current = next((each for each in strategies if not each.done), None)
    for place, each in enumerate(strategies):
        left = box.left + place * (across + gap)
        part = Box(left, box.top, left + across, box.bottom)
        _strategy(scene, each, part, current=each is current and scene.view.phase != "choose")


def _strategy(scene: Scene, strategy: Strategy, box: Box, *, current: bool) -> None:
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    style, card = scheme.seat(strategy.seat), components(scene.view.data).card(strategy.card)
    canvas.box(box.corners, 12 * unit, style.edge if current else scheme.surface)
    if current:
        canvas.box(box.inside(5 * unit).corners, 8 * unit, scheme.surface)
    ink = scheme.muted if strategy.done else scheme.text
    choice = f"{strategy.card}{strategy.side}"
    upper, lower = box.top + 30 * unit, box.bottom - 28 * unit
    token(scene, strategy.seat, (box.left + 32 * unit, upper), 19 * unit)
    canvas.text((box.left + 62 * unit, upper), choice, 34 * unit, ink)
    left = box.left + 70 * unit + width(choice, round(34 * unit))
    if strategy.discard:
        canvas.text((left + 10 * unit, upper), f"−{strategy.discard}", 28 * unit, scheme.muted, weight=Weight.MEDIUM)
    if strategy.done and scene.view.phase != "choose":
        idle = any(isinstance(each, Closed) and each.seat == strategy.seat for each in scene.last)
        sign = icons.cross if idle else icons.tick
        canvas.fill(icons.mask(sign, 13 * unit), (box.right - 26 * unit, upper), scheme.muted)
    canvas.fill(icons.mask(SIDES[strategy.side], 18 * unit), (box.left + 32 * unit, lower), ink)
    left, right = box.left + 62 * unit, box.right - 14 * unit
    if strategy.side in "EX":
        reach = min(18 * unit, (right - left) / (effects_width(card, strategy.side, 1)))
        draw_effects(canvas, card, strategy.side, (left, lower), ink, reach)
        left += effects_width(card, strategy.side, reach) + 12 * unit
    name, size = scene.text_of(side_name(strategy.side)), round(25 * unit)
    if width(name, size, Weight.MEDIUM) <= right - left:
        canvas.text((left, lower), name, size, ink, weight=Weight.MEDIUM)


def draw(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None) -> bytes:
    """Return a position as a PNG file with a fixed palette; no pawn has a direction, so none has marks."""
    scene = _position(view, tuple(last), look)
    if overlay is not None:
        scene = replace(scene, canvas=scene.canvas.copy())
        draw_overlay(scene, overlay)
    return scene.canvas.png(PROMISED_BYTES if len(view.sides) <= 4 else LARGE_BYTES)


@lru_cache(maxsize=POSITIONS_KEPT)
def _position(view: ApexView, last: tuple[Event, ...], look: Look) -> Scene:
    scene = _scene(view, last, look)
    _paint(scene)
    return scene


def glide(view: ApexView, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> list[Image.Image]:
    """Return pictures of the ships on their way from a position (`Renderer.glide`)."""
    staying, courses = _courses(view, [event for event in last if isinstance(event, Moved)])
    if not courses:
        return []
    # The turn's battles take room, and the map must not jump when they appear.
    scene = _scene(staying, tuple(last), look)
    _paint(replace(scene, last=()))
    gliding = [([scene.at(slot) for slot in way], partial(draw_ships, scene, group)) for group, way in courses]
    return between(scene.canvas, gliding, count)


def _courses(view: ApexView, moves: Sequence[Moved]) -> tuple[ApexView, list[tuple[Pawns, list[str]]]]:
    """Return a position without the moving ships, and these in groups, with the sectors of their way.

    Ships that were in a sector before the turn leave first; those that arrived in it go on.
    """
    ships = {(sector.slot, each.seat): each.ships for sector in view.sectors for each in sector.pawns}
    courses: list[tuple[Pawns, list[str]]] = []

    def course(seat: Seat, count: int, way: list[str]) -> None:
        if count:
            courses.append((Pawns(seat, count, colony=False), way))

    for move in moves:
        seat = Seat(move.seat or 0)  # only seats move ships
        key, rest = (move.origin, seat), move.count
        going = min(rest, ships.get(key, 0))
        course(seat, going, [move.origin, move.target])
        ships[key], rest = ships.get(key, 0) - going, rest - going
        for group, way in [each for each in courses if each[0].seat == seat and each[1][-1] == move.origin]:
            going = min(rest, group.ships)
            if going:
                courses.remove((group, way))
                course(seat, group.ships - going, way)
                course(seat, going, [*way, move.target])
                rest -= going
        course(seat, rest, [move.origin, move.target])  # ships placed in this turn
    sectors = []
    for sector in view.sectors:
        pawns = [replace(each, ships=ships[sector.slot, each.seat]) for each in sector.pawns]
        sectors.append(replace(sector, pawns=tuple(each for each in pawns if each.ships or each.colony)))
    return replace(view, sectors=tuple(sectors)), courses


def _scene(view: ApexView, events: tuple[Event, ...], look: Look) -> Scene:
    plan, theme = frame_of(view, look.width, look.side, events), dressed(look.theme, view)
    ground = galaxy(theme, plan, view.lanes, tuple(look.text_of(text) for _, text in ITEMS))
    return Scene(look.translate, look.called(plain), ground, plan, theme, colours(theme), view, events)


def _paint(scene: Scene) -> None:
    draw_below(scene)
    for sector in scene.view.sectors:
        draw_sector(scene, sector)
    draw_above(scene)
    draw_status(scene)
    draw_strip(scene)
    draw_panel(scene)
    for each in scene.view.sides:
        draw_player(scene, each)
    hand.draw_below(scene)
    draw_foot(scene)


def height(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN) -> int:
    """Return the height of a picture, in pixels: battles, remaining actions and a hand take room."""
    return frame_of(view, look.width, look.side, tuple(last)).height
