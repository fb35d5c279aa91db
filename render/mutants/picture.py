"""The picture of a position: tracks, rounds, players with their arenas and reserves, and the last events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.events import Event
from engine.mutants.components import card_name, components
from engine.mutants.view import MutantsView
from engine.mutants.wording import card_texts, trigger_text
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Text, listed, say
from render import icons
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Weight, fit, plain, size_in, width
from render.mutants import icons as symbols
from render.mutants.cards import ink_of
from render.mutants.frame import (
    BOSS,
    COLUMNS,
    LEGEND_ROW,
    LINE,
    NOTICE,
    SIZE,
    Frame,
    Scene,
    answers_text,
    arena_of,
    broken,
    frame_of,
    next_text,
    order_of,
    round_label,
    title_of_boss,
    zone_text,
)
from render.mutants.panels import draw_circle, draw_panel
from render.mutants.strip import dressed
from render.mutants.track import diamond, draw_rounds, draw_track, ring
from render.renderer import Overlay
from render.theme import colours
from render.words import PLAIN, Look, Name, result_text, shortened, unit_of

_Meaning: TypeAlias = tuple[Icon, Text]
_POINTS = (icons.star, say("points", context="number of a player"))
_HEALTH = (icons.heart, say("health", context="of a boss"))
_NUMBERS: tuple[_Meaning, ...] = (
    (symbols.hand, say("hand", context="zone of cards")),
    (symbols.deck, say("deck", context="zone of cards")),
    (symbols.pile, say("discard, top", context="zone of cards")),
    (symbols.snowflake, say("freezer", context="zone of cards")),
    (symbols.incubator, say("incubator", context="zone of cards")),
)
_RESERVE = (symbols.helix, say("gene reserve", context="zone of cards"))
_DEPLOY = (symbols.deploy, say("when deployed", context="part of a card"))
_LEAVE = (symbols.leave, say("when it leaves", context="part of a card"))
_WEAKNESS = (symbols.target, say("weakness", context="part of a card"))
_PICKED = (symbols.card, say("picked", context="state of a card"))
_TO_PICK = (symbols.hollow, say("to pick", context="state of a card"))
_ROUND: tuple[_Meaning, ...] = (
    (diamond, say("first place", context="points of a round")),
    (ring, say("in between", context="points of a round")),
)


def draw(
    view: MutantsView,
    last: Sequence[Event] = (),
    look: Look = PLAIN,
    *,
    overlay: Overlay | None = None,  # noqa: ARG001 - part of the interface
) -> bytes:
    """Return a position as a PNG file with a fixed palette.

    Possible choices are marked on every picture, as they are public (N8), so an overlay adds nothing.
    """
    return _draw(view, last, look, None)


def draw_arena(view: MutantsView, look: Look = PLAIN) -> bytes:
    """Return the open prompt's arena as a PNG file, eligible cards marked; without one, the whole board."""
    return _draw(view, (), look, about(view))


def arena_text(view: MutantsView, look: Look = PLAIN) -> str:
    seat = about(view)
    if seat is None or view.prompt is None:
        return shortened(look.notice(view.reconstruction) + look.text_of(next_text(view)))
    name, every = named(view, look), components(view.data)
    texts = [view.prompt.why]
    if places := answers_text(view.prompt):
        texts.append(say("Possible: {places}.", places=listed(places, "comma")))
    for zone in arena_of(view, seat):
        if not zone.card:
            continue
        place = zone_text(zone.name)
        if zone.down:
            texts.append(say("{zone}: {card}, K.O.", zone=place, card=card_name(every.card(zone.card))))
            continue
        # The known fields come last, and do not help a player to choose.
        *sentences, _ = card_texts(every.card(zone.card))
        texts.append(say("{zone}: {card}", zone=place, card=sentences[0]))
        texts += sentences[1:]
    words = " ".join(text.render(look.translate, name) for text in texts)
    return shortened(look.notice(view.reconstruction) + words)


def about(view: MutantsView) -> Seat | None:
    """Return the seat with the cards to choose from in the open prompt; None without such a seat."""
    prompt = view.prompt
    return None if prompt is None or view.outcome is not None or view.draft is not None else prompt.about


def _draw(view: MutantsView, last: Sequence[Event], look: Look, only: Seat | None) -> bytes:
    theme, name = dressed(look.theme), named(view, look)
    plan, scheme = _plan(view, look, name, only), colours(theme)
    canvas = Canvas.blank(plan.width, plan.height, scheme.page, theme, crowded=True)
    scene = Scene(look.translate, name, canvas, plan, theme, scheme, view, tuple(last))
    _status(scene)
    draw_track(scene)
    draw_rounds(scene)
    for panel in plan.panels:
        draw_panel(scene, panel)
    if view.draft is not None:
        draw_circle(scene, view.draft.pick)
    _legend(scene)
    _foot(scene)
    return canvas.png()


def height(view: MutantsView, last: Sequence[Event] = (), look: Look = PLAIN) -> int:  # noqa: ARG001 - of `Renderer.height`
    """Return the height of a picture, in pixels: cards, reasons and opened freezers take room."""
    return _plan(view, look, named(view, look)).height


def named(view: MutantsView, look: Look) -> Name:
    name, boss = look.called(plain), look.text_of(title_of_boss(view))
    return lambda seat: boss if boss and seat == BOSS else name(seat)


def _plan(view: MutantsView, look: Look, name: Name, only: Seat | None = None) -> Frame:
    unit = unit_of(look.width)
    power: tuple[str, ...] = ()
    if view.boss is not None:
        triggers = components(view.data).bosses[view.boss.key].power
        texts = [say("Special power: {effects}.", effects=trigger_text(each, boss=True)) for each in triggers]
        if view.boss.boxed:
            texts.append(say("Exploited: {cards}.", cards=listed(view.boss.boxed, "comma")))
        power = tuple(line for text in texts for line in broken(look.text_of(text), unit))
    meanings = len(_meanings(view, only))
    return frame_of(view, look.width, look.side, look.translate, name, power, only=only, meanings=meanings)


def _meanings(view: MutantsView, only: Seat | None = None) -> tuple[_Meaning, ...]:
    """Return the symbols of a picture, with their meanings; `only` as in `frame_of`."""
    if view.draft is not None:
        return (*((_PICKED,) if view.draft.pick > 1 else ()), _TO_PICK, *_ROUND)
    shown = order_of(view, None) if only is None else (only,)
    lying = [zone.card for seat in shown for zone in arena_of(view, seat) if zone.card and not zone.down]
    sides = [view.sides[seat - 1] for seat in shown if view.boss is None or seat != BOSS]
    tops = [pile.top for side in sides for pile in side.piles]
    words = len(shown) <= 2  # as `Panel.roomy`
    found = [*((_POINTS,) if view.boss is None else (_HEALTH,)), *_NUMBERS]
    found += [_RESERVE] if not all(tops) or not tops else []
    found += [_DEPLOY] if words and (lying or any(tops)) else []
    found += [_LEAVE] if lying else []
    found += (
        [_WEAKNESS] if view.boss is not None and BOSS in shown and any(zone.card for zone in view.boss.arena) else []
    )
    return (*found, *(_ROUND if view.boss is None else _ROUND[:1]))


def _status(scene: Scene) -> None:
    canvas, scheme, unit, box, view = scene.canvas, scene.scheme, scene.unit, scene.plan.status, scene.view
    if view.outcome is not None:
        _banner(scene, view.outcome)
        return
    text, size = scene.text_of(round_label(view)), round(33 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r")
    right -= width(text, size) + 24 * unit
    left = box.left + 8 * unit
    if len(view.to_act) == 1:
        scene.marker(view.to_act[0], (left + 25 * unit, box.middle), 24 * unit)
        left += 64 * unit
    size = size_in(scene.text_of(next_text(view)), right - left, round(38 * unit), 30 * unit)
    canvas.text((left, box.middle), scene.text_in(next_text(view), right - left, size), size, scheme.text)
    for place, line in enumerate(scene.plan.why):
        at = box.left + 10 * unit, box.bottom + (place + 0.5) * LINE * unit
        canvas.text(at, line, round(SIZE * unit), scheme.muted, weight=Weight.MEDIUM)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners: tuple[Seat, ...] = () if outcome.undecided else outcome.winners
    alone = scheme.seat(winners[0]) if len(winners) == 1 else None
    canvas.box(box.corners, 16 * unit, alone.edge if alone else scheme.well)
    canvas.box(box.inside(4 * unit).corners, 13 * unit, alone.fill if alone else scheme.well)
    ink = alone.ink if alone else scheme.text
    middle, room = (box.left + box.right) / 2, box.width - 170 * unit
    large = size_in(scene.text_of(result_text(outcome)), room, round(44 * unit), 32 * unit)
    title = scene.text_in(result_text(outcome), room, large)
    canvas.text((middle, box.top + 36 * unit), title, large, ink, anchor="m")
    for place, line in enumerate(scene.plan.why):
        at = middle, box.top + (62 + (place + 0.5) * LINE) * unit
        canvas.text(at, line, round(SIZE * unit), ink, anchor="m", weight=Weight.MEDIUM)
    for seat, x in zip(winners[:2] * 2, (box.left + 52 * unit, box.right - 52 * unit), strict=False):
        scene.marker(seat, (x, box.middle), 30 * unit)


def _legend(scene: Scene) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.legend
    across, reach, size = box.width / COLUMNS, 15 * unit, round(27 * unit)
    for place, (icon, text) in enumerate(_meanings(scene.view, scene.plan.only)):
        row, column = divmod(place, COLUMNS)
        left, y = box.left + column * across + 6 * unit, box.top + (row + 0.5) * LEGEND_ROW * unit
        canvas.fill(
            icons.mask(icon, reach),
            (left + reach, y),
            scheme.danger if icon in {icons.heart, diamond} else ink_of(scheme, icon),
        )
        left += 2 * reach + 10 * unit
        room = box.left + (column + 1) * across - left - 6 * unit
        word = scene.text_of(text)
        real = size_in(word, room, size, 22 * unit, Weight.MEDIUM)
        shown = fit(word, room, real, Weight.MEDIUM)
        canvas.text((left, y), shown, real, scheme.muted, weight=Weight.MEDIUM)


def _foot(scene: Scene) -> None:
    unit, box = scene.unit, scene.plan.foot
    for place, line in enumerate(scene.plan.notice):
        at = box.left + 6 * unit, box.top + (place + 0.5) * LINE * unit
        scene.canvas.text(at, line, round(NOTICE * unit), scene.scheme.text, weight=Weight.MEDIUM)
