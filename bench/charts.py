"""Pictures of profiles, with one rating and with all that fits, beside boards that are drawn in turn."""

from __future__ import annotations

import random
import statistics
from datetime import UTC, datetime, timedelta

from bench.pictures import WIDTH, positions, timed
from bench.report import Row
from cogs.profile.figures import profile_figure
from engine.registry import games, get
from hosting.profiles import MOST, MOST_RATINGS, ModeRecord, PoolRating, Profile, Record
from render import charts
from render.charts import Figure
from render.registry import renderer
from render.theme import Palette, Theme
from render.words import Look
from store.ratings.boards import Rated, Step
from store.ratings.model import BEGINNER, MODEL, Skill
from store.ratings.stored import Pool

PEER = "board of APEX, 6 players"
NAMES = ("Maximiliane", "Eric", "Lucy", "Zoé", "Paul", "Carole")
START = datetime(2026, 1, 1, tzinfo=UTC)


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` draws fewer pictures."""
    count = 6 if quick else 60
    rows, sizes, lot = [], [0], random.Random(3)
    boards = positions(get("apex"), "6", 2 * count)
    for name, game, rated in (
        ("one game, one rating", "replicants", 1),
        ("all games, all ratings", None, MOST_RATINGS),
    ):
        ours, theirs = [], []
        for _ in range(count):
            theme = Theme(lot.choice(list(Palette)), lot.random() < 0.5)
            figure, (view, last) = _figure(lot, game, rated), next(boards)
            look = Look(NAMES, theme, charts.WIDTH)
            took, picture = timed(lambda: charts.draw_figure(figure, look))  # noqa: B023
            ours.append(took)
            sizes.append(len(picture))
            board = Look(NAMES, theme, WIDTH)
            theirs.append(timed(lambda: renderer("apex").draw(view, last, board))[0])  # noqa: B023
        value, usual = statistics.median(ours), statistics.median(theirs)
        rows.append(Row(f"picture of a profile, {name}", value, "ms", PEER, usual, "≤ 1×", value <= usual))
    return [*rows, Row.most("picture of a profile, largest", max(sizes) / 1024, "KiB", 60)]


def _figure(lot: random.Random, game: str | None, rated: int) -> Figure:
    """Return the figure of a profile with so many ratings, each as long as one shows."""
    figure = profile_figure(Profile(1, game, _modes(lot, game), ratings=_ratings(lot, rated)))
    if figure is None:
        raise AssertionError("there is much to show")
    return figure


def _modes(lot: random.Random, game: str | None) -> tuple[ModeRecord, ...]:
    return tuple(
        ModeRecord(
            each.info.key,
            mode.key,
            _record(lot, 90 * mode.seats),
            tuple((seat, _record(lot, 90)) for seat in range(1, mode.seats + 1)),
        )
        for each in games()
        for mode in each.info.modes
        if game in (None, each.info.key) and not mode.alone
    )


def _record(lot: random.Random, most: int) -> Record:
    played = lot.randint(30, most)
    won = lot.randint(0, played)
    return Record(played, won, 0, played - won, 120 * won)


def _ratings(lot: random.Random, count: int) -> tuple[PoolRating, ...]:
    ratings = []
    for number, mode in zip(range(1, count + 1), get("replicants").info.modes, strict=False):
        steps, skill = [], BEGINNER
        for day in range(MOST):
            after = Skill(skill.mu + lot.gauss(0.1, 1), skill.sigma * 0.98, skill.games + 1)
            steps.append(Step(skill, after, START + timedelta(days=3 * day + number)))
            skill = after
        ratings.append(PoolRating(Rated(Pool(number, 1, "replicants", mode.key, "", MODEL, MOST), skill), tuple(steps)))
    return tuple(ratings)
