"""The plan of a position's picture, and the scene that its parts share.

Measures are for a picture 1,200 pixels wide and scale with its width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.mutants.components import boss_name, components
from engine.mutants.events import ZONE_NAMES
from engine.mutants.view import MutantsView, Prompt, Zone
from engine.seat import Seat
from engine.text import Player, Text, Translate, Value, say
from render import icons
from render.badges import badge
from render.lettering import Weight, in_width
from render.masks import Box, Point
from render.mutants.cards import Make, even_height
from render.mutants.strip import MARGIN
from render.renderer import GameScene
from render.words import DESIGN_WIDTH, Name, result_text, unit_of

# Headings: the progress of the game, the question, the winner.


Tell: TypeAlias = Callable[[Text], str]
"""Gives a text in the reader's language."""

BOSS: Seat = 2
"""The seat of the boss in the views and events of a Revolt."""
LAST_ROUND = 5
PICKS = 6

_ASKED: dict[str, Text] = {
    "mulligan": say("{player} keeps or changes the reserve tops"),
    "flank": say("{player} moves the active mutant"),
    "act": say("{player} chooses an action"),
    "freeze-empty": say("{player} must freeze a card from the discard"),
    "freeze-self": say("{player} may freeze a mutant"),
    "freeze-hand": say("{player} may freeze a card from their hand"),
    "freeze-discard": say("{player} may freeze a card from the discard"),
    "freeze-arena": say("{player} may freeze a mutant"),
    "cycle": say("{player} discards"),
    "discard": say("{player} discards"),
    "offer": say("{player} may pay"),
    "cost": say("{player} pays with cards"),
    "take": say("{player} takes a card from the discard"),
    "take-discard": say("{player} discards"),
    "gain": say("{player} gains a reserve top"),
    "copy": say("{player} chooses what to copy"),
    "ko": say("{player} knocks out a mutant"),
    "flip": say("{player} turns a mutant face up"),
    "parry": say("{player} is attacked and parries"),
}
_PLAIN = ("act", "pick", "flank")
"""Prompts that explain themselves."""


def called(view: MutantsView, seat: Seat) -> Value | Text:
    return title_of_boss(view) if view.boss is not None and seat == BOSS else Player(seat)


def title_of_boss(view: MutantsView) -> Text:
    """Return the name of the boss; empty in a game without one."""
    return boss_name(components(view.data).bosses[view.boss.key].name_en if view.boss is not None else "")


def round_label(view: MutantsView) -> Text:
    if view.draft is not None:
        return say("Draft, pick {pick} of {picks}", pick=view.draft.pick, picks=PICKS)
    if not view.round:
        return say("Set-up", context="stage of the game")
    return say("Round {round} of {rounds}", round=view.round, rounds=LAST_ROUND)


def next_text(view: MutantsView) -> Text:
    """Return the asked player and the question; the view's game is running."""
    prompt = view.prompt
    if prompt is None:
        return say("Nothing to decide")
    if prompt.kind == "pick":
        return say("Everyone picks a card in secret")  # M11
    return _ASKED[prompt.kind].using(player=Player(prompt.seats[0]))


def why_text(view: MutantsView) -> Text | None:
    """Return the reason of a question that needs one, and the size of packs; else None."""
    prompt = view.prompt
    if view.draft is not None:
        return say("Each pack has {count} cards; you pass it to the left.", count=view.draft.pack_size)
    return None if prompt is None or prompt.kind in _PLAIN else prompt.why


def headline(view: MutantsView) -> Text:
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("{round}. {next}", round=round_label(view), next=next_text(view))


def answers_text(prompt: Prompt) -> tuple[str, ...]:
    """Return the choices of a prompt in notation: zones, then piles."""
    return (*prompt.zones, *(f"@{pile}" for pile in prompt.piles))


def zone_text(zone: str) -> Text:
    return ZONE_NAMES[zone]


STATUS = 62
BANNER = 70
LINE = 40
SIZE = 29
"""Of sentences."""
MARK = 23
"""Radius of a marker on the force track."""
PITCH = 35
"""From one marker of a stack to the next."""
LABELS = 40
NUMBERS = 30
ROUNDS = 66
HEADER = 56
MINI = 180
"""The height of an arena's card if players have little room; two small ones are beside it."""
LEGEND_ROW = 42
COLUMNS = 4
"""Of the legend."""
NOTICE = 27
"""Of the sentence on reconstructed values."""
GAP = 10
ARENA = 220
"""The width of an arena's card if players have little room."""
TOP = 219
"""The width of the small cards of incubator and reserve then: enough for every name."""

ROOMY = Make(371, 27, 32)
"""Cards of an arena with two players, or one and a boss."""
ROOMY_TOP = 154
"""The height of the small cards then."""
LEAST = 150
"""The height of an empty arena then."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The places of one seat's things.

    Attributes:
        seat: `BOSS` for the boss of a Revolt.
        header: Name and numbers.
        zones: Left flank, active zone, right flank.
        small: Incubator and piles of the reserve; empty for a boss and without a reserve.
        lines: Sentences below the cards, already broken.
        roomy: Whether cards of the arena are drawn with words.
    """

    seat: Seat
    box: Box
    header: Box
    zones: tuple[Box, ...]
    small: tuple[Box, ...]
    lines: tuple[str, ...]
    roomy: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """The plan of a picture.

    Attributes:
        width: In pixels.
        height: In pixels.
        unit: Pixels for one pixel of the design.
        status: The line of the current question, or of the result.
        why: Its reason, line by line, from the lower edge of `status` on; at the end the reason of the end, inside.
        track: The force track, with its labels; None before markers are placed.
        rounds: The points of the rounds, and the score track or the boss's health beside them.
        panels: In display order; none in a draft.
        circle: The players' places in a draft, in the order of passing packs.
        legend: The meanings of the symbols.
        foot: Of `notice`.
        notice: The reconstructed values, line by line.
        only: The one seat whose panel is shown; None for all of them.
    """

    width: int
    height: int
    unit: float
    status: Box
    why: tuple[str, ...]
    track: Box | None
    rounds: Box
    panels: tuple[Panel, ...]
    circle: tuple[tuple[Seat, Box], ...]
    legend: Box
    foot: Box
    notice: tuple[str, ...]
    only: Seat | None


def frame_of(
    view: MutantsView,
    width: int,
    side: Seat | None,
    translate: Translate,
    name: Name,
    power: tuple[str, ...] = (),
    *,
    only: Seat | None = None,
    meanings: int = 8,
) -> Frame:
    """Return the plan of a view's picture.

    `side` is the seat of the first panel, `power` the lines below the cards of a boss, `only` the one seat whose panel
    is shown, `meanings` the number of symbols in the legend.
    """
    unit = unit_of(width)
    right = DESIGN_WIDTH - MARGIN
    outcome = view.outcome
    cause = banner_lines(outcome.reason.render(translate, name), unit) if outcome is not None else ()
    status = Box(MARGIN, MARGIN, right, MARGIN + (BANNER + len(cause) * LINE if outcome is not None else STATUS))
    top = status.bottom
    reason = why_text(view)
    why = tuple(broken(reason.render(translate, name), unit)) if reason is not None else ()
    top += len(why) * LINE + GAP
    track = None
    if any(view.force):
        most = max(2, len(view.sides))
        track = Box(MARGIN, top, right, top + NUMBERS + 2 * MARK + (most - 1) * PITCH + 12 + LABELS)
        top = track.bottom + GAP
    rounds = Box(MARGIN, top, right, top + ROUNDS)
    top = rounds.bottom + GAP
    shown = order_of(view, side) if only is None else (only,)
    panels: list[Panel] = []
    circle: list[tuple[Seat, Box]] = []
    if view.draft is None:
        panels = _panels(view, shown, top, translate, unit, power)
        top = panels[-1].box.bottom + GAP
    else:
        across = (right - MARGIN) / len(shown)
        circle = [(seat, _box(MARGIN + place * across, top, across, HEADER)) for place, seat in enumerate(shown)]
        top += HEADER + GAP
    legend = Box(MARGIN, top, right, top + math.ceil(meanings / COLUMNS) * LEGEND_ROW)
    notice = notice_lines(view.reconstruction.render(translate), unit) if view.reconstruction is not None else ()
    foot = Box(MARGIN, legend.bottom, right, legend.bottom + len(notice) * LINE)
    return Frame(
        round(DESIGN_WIDTH * unit),
        round((foot.bottom + 8) * unit),
        unit,
        status.scaled(unit),
        cause or why,
        track.scaled(unit) if track else None,
        rounds.scaled(unit),
        tuple(_scaled(panel, unit) for panel in panels),
        tuple((seat, box.scaled(unit)) for seat, box in circle),
        legend.scaled(unit),
        foot.scaled(unit),
        notice,
        only,
    )


def order_of(view: MutantsView, side: Seat | None) -> tuple[Seat, ...]:
    """Return the seats in the order of their panels: the boss on top, players clockwise from the reader's side."""
    seats = tuple(each.seat for each in view.sides)
    first = (side or 1) - 1 if (side or 1) <= len(seats) else 0
    players = (*seats[first:], *seats[:first])
    return (BOSS, *players) if view.boss is not None else players


def arena_of(view: MutantsView, seat: Seat) -> tuple[Zone, Zone, Zone]:
    """Return the arena of a seat in its order on the table: left flank, active zone, right flank."""
    active, left, right = view.boss.arena if view.boss is not None and seat == BOSS else view.sides[seat - 1].arena
    return left, active, right


def freezer_line(view: MutantsView, seat: Seat) -> str:
    """Return the contents of an opened freezer, with the points of each card (M74); empty during the game."""
    side = view.sides[seat - 1] if seat <= len(view.sides) else None
    if view.outcome is None or side is None or not side.freezer or side.freezer_values is None:
        return ""
    parts = (f"{code} {value}" for code, value in zip(side.freezer, side.freezer_values, strict=True))
    return f"{' · '.join(parts)} = {sum(side.freezer_values)}"


def broken(text: str, unit: float) -> list[str]:
    return _lines(text, unit, SIZE, 40)


def banner_lines(text: str, unit: float) -> tuple[str, ...]:
    """Return the reason of a game's end, as lines between the badges of a banner."""
    return tuple(_lines(text, unit, SIZE, 180))


def notice_lines(text: str, unit: float) -> tuple[str, ...]:
    return tuple(_lines(text, unit, NOTICE, 8))


def _lines(text: str, unit: float, size: int, margin: int) -> list[str]:
    """Return a text as lines in the width of the picture less a margin; `size` and `margin` in pixels of the design."""
    return in_width(text, (DESIGN_WIDTH - 2 * MARGIN - margin) * unit, round(size * unit), Weight.MEDIUM)


def _panels(
    view: MutantsView, shown: tuple[Seat, ...], top: float, translate: Translate, unit: float, power: tuple[str, ...]
) -> list[Panel]:
    panels: list[Panel] = []
    for seat in shown:
        lines = power if view.boss is not None and seat == BOSS else tuple(broken(freezer_line(view, seat), unit))
        panels.append(_panel(view, seat, top, translate, unit, lines, roomy=len(shown) <= 2))
        top = panels[-1].box.bottom + GAP
    return panels


def _panel(
    view: MutantsView,
    seat: Seat,
    top: float,
    translate: Translate,
    unit: float,
    lines: tuple[str, ...],
    *,
    roomy: bool,
) -> Panel:
    left, right = MARGIN, DESIGN_WIDTH - MARGIN
    header = Box(left + 18, top + 4, right - 14, top + 4 + HEADER)
    bottom = header.bottom
    zones: list[Box] = []
    small: list[Box] = []
    boss = view.boss is not None and seat == BOSS
    inner = left + 18
    if roomy:
        codes = [zone.card for zone in arena_of(view, seat) if zone.card and not zone.down]
        high = max(even_height(view.data, codes, ROOMY, translate, unit) / unit, LEAST)
        zones = [_box(inner + place * (ROOMY.across + 9), bottom, ROOMY.across, high) for place in range(3)]
        bottom += high + GAP
        if not boss:
            wide = (right - 14 - inner - 3 * GAP) / 4
            small = [_box(inner + place * (wide + GAP), bottom, wide, ROOMY_TOP) for place in range(4)]
            bottom += ROOMY_TOP + GAP
    else:
        zones = [_box(inner + place * (ARENA + 8), bottom, ARENA, MINI) for place in range(3)]
        start, low = right - 14 - 2 * TOP - 8, (MINI - GAP) / 2
        corners = [(start + column * (TOP + 8), bottom + row * (low + GAP)) for row in (0, 1) for column in (0, 1)]
        small = [_box(*corner, TOP, low) for corner in corners]
        bottom += MINI + GAP
    bottom += len(lines) * LINE
    box = Box(left, top, right, bottom + 2)
    return Panel(seat, box, header, tuple(zones), tuple(small), lines, roomy)


def _box(left: float, top: float, wide: float, high: float) -> Box:
    return Box(left, top, left + wide, top + high)


def _scaled(panel: Panel, unit: float) -> Panel:
    return Panel(
        panel.seat,
        panel.box.scaled(unit),
        panel.header.scaled(unit),
        tuple(box.scaled(unit) for box in panel.zones),
        tuple(box.scaled(unit) for box in panel.small),
        panel.lines,
        panel.roomy,
    )


# The scene that a picture's parts share.


@dataclass(frozen=True, slots=True)
class Scene(GameScene[MutantsView, Frame]):
    """A picture of Mutants in the making."""

    def is_boss(self, seat: Seat) -> bool:
        return self.view.boss is not None and seat == BOSS

    def marker(self, seat: Seat, centre: Point, radius: float) -> None:
        if not self.is_boss(seat):
            badge(self.canvas, self.scheme, seat, centre, radius)
            return
        self.canvas.fill(icons.mask(icons.disc, radius), centre, self.scheme.text)
        self.canvas.fill(icons.mask(icons.disc, 0.88 * radius), centre, self.scheme.danger)
        self.canvas.fill(icons.mask(icons.crown, 0.62 * radius), centre, self.scheme.page)
