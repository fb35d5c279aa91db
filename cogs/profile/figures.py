"""Profiles and statistics as figures (`render.charts`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import discord

from cogs.core.bot import Reader
from cogs.core.text import safe
from cogs.profile.text import mode_label, pool_label
from cogs.ui.pictures import described, in_thread, look_of
from engine.registry import mode_of, name_of
from engine.seat import Seat
from engine.text import Player, Text, say
from hosting import rating
from hosting.profiles import FEWEST, ModeRecord, Profile, ScoreShare, Statistics, WinRecord, share_of
from render.charts import (
    MOST_BARS,
    MOST_CURVES,
    WIDTH,
    Bar,
    Bars,
    Curve,
    Curves,
    Figure,
    Interval,
    draw_figure,
    figure_lines,
    figure_text,
)
from render.registry import renderer
from render.theme import Livery, Theme

MOST_MODES = 3
"""Ways to play whose seats a profile shows, those played most."""


def profile_figure(profile: Profile) -> Figure | None:
    """Return the figure of a profile; None if it has too few matches."""
    if profile.game is None:
        title = say("{player} in this server", player=Player(1))
        bars = [_bar(mode_label(each.game, each.mode), each.all) for each in profile.modes[:MOST_BARS]]
        panels = [Bars(say("Score by game", context="title of a chart"), tuple(bars))]
    else:
        title = say("{player}: {game}", player=Player(1), game=name_of(profile.game))
        panels = list(map(_seats, profile.modes[:MOST_MODES]))
    curves = _curves(profile)
    telling = (each for each in panels if any(bar.interval is not None for bar in each.bars))
    return _figure(title, *([] if curves is None else [curves]), *_within(telling))


def statistics_figure(statistics: Statistics) -> Figure | None:
    if not statistics.matches:
        return None
    game = statistics.game
    panels = (
        Bars(
            group.title,
            tuple(
                Bar(
                    row.label,
                    row.matches,
                    _interval(row.share),
                    None if row.seat is None else _mark(game, row.seat),
                )
                for row in group.rows
            ),
        )
        for group in statistics.groups
    )
    return _figure(mode_label(game, statistics.mode), *_within(panels))


async def fitting(
    figure: Figure | None, reader: Reader, names: Sequence[str], file_name: str, game: str | None = None
) -> tuple[list[str], list[discord.File]]:
    """Return a figure as its reader likes boards to be: as lines of a message, or as a picture with alt text.

    Its seats have the colours of the game's boards; None if it shows no seats.
    """
    if figure is None:
        return [], []
    if reader.text_boards:
        return [safe(line) for line in figure_lines(figure, look_of(reader, names))[1:]], []

    def drawn() -> discord.File:
        theme = reader.theme if game is None else renderer(game).dress(reader.theme)
        look = replace(look_of(reader, names), theme=theme, width=WIDTH)
        return described(draw_figure(figure, look), file_name, figure_text(figure, look))

    return [], [await in_thread(drawn)]


def _figure(title: Text, *panels: Bars | Curves) -> Figure | None:
    return Figure(title, tuple(_read(panels)), panels) if panels else None


def _read(panels: Sequence[Bars | Curves]) -> Iterator[Text]:
    if any(isinstance(panel, Curves) and len(panel.curves) == 1 for panel in panels):
        yield say("Band around the curve: how far off the rating may be")
    intervals = [bar.interval for panel in panels if isinstance(panel, Bars) for bar in panel.bars]
    if any(intervals):
        yield say("Score: 100% means always first, 50% is average (the mark)")
        yield say("Thin line: where the true score lies, with 95% certainty")
    if not all(intervals):
        yield say("Too few: under {fewest} matches, it's too early to tell", fewest=FEWEST)


def _seats(mode: ModeRecord) -> Bars:
    known = mode_of(mode.game, mode.mode)
    name = say("{mode}", mode=mode.mode) if known is None else known.name
    bars = [_bar(say("Seat {seat}", seat=seat), record, _mark(mode.game, seat)) for seat, record in mode.seats]
    return Bars(say("Score by seat: {mode}", mode=name), tuple(bars))


def _curves(profile: Profile) -> Curves | None:
    """Return the course of a player's ratings; None if nothing was rated within a year."""
    known = [each for each in profile.ratings if each.steps][:MOST_CURVES]
    if not known:
        return None
    curves = []
    for each in known:
        skills = [each.steps[0].before, *(step.after for step in each.steps)]
        label = pool_label(each.rated.pool)
        curves.append(Curve(label, tuple(map(rating.shown_value, skills)), tuple(map(rating.shown_deviation, skills))))
    days = [step.at.date() for each in known for step in each.steps]
    return Curves(say("Rating", context="title of a chart"), tuple(curves), min(days), max(days))


def _bar(label: Text, record: WinRecord, seat: Seat | None = None) -> Bar:
    return Bar(label, record.played, _interval(share_of(record.score_sum, record.played)), seat)


def _interval(share: ScoreShare | None) -> Interval | None:
    return None if share is None else Interval(share.share, share.low, share.high)


def _mark(game: str, seat: Seat) -> Seat | None:
    """Return a seat if its colour is fixed; in some games players choose theirs."""
    return None if renderer(game).dress(Theme()).livery is Livery.STARS else seat


def _within(panels: Iterable[Bars]) -> tuple[Bars, ...]:
    """Return panels with as many bars as fit in a figure, the first ones whole."""
    drawn: list[Bars] = []
    room = MOST_BARS
    for panel in panels:
        bars = panel.bars[:room]
        room -= len(bars)
        if bars:
            drawn.append(Bars(panel.title, bars))
    return tuple(drawn)
