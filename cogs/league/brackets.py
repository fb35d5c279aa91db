"""The bracket of a knock-out, as a picture or as text: whole if it is small, else in parts with a pager."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import discord

from cogs.core.access import reader_of, whoami
from cogs.core.bot import ArenaBot, Interaction, Reader
from cogs.core.errors import Refusal
from cogs.core.messages import reply
from cogs.core.text import MESSAGE_LIMIT, cut, plain, safe
from cogs.league.control import LeaguePage, PageId
from cogs.league.finding import league_text, names_in, season_here
from cogs.league.tables import BRACKET, TABLE
from cogs.league.wording import terms_button
from cogs.ui.pictures import described, in_thread, look_of
from engine.text import Text, say, say_n
from hosting.league.brackets import BracketTie, Place, TieSide, begun_with, bracket_of, is_knockout, round_text
from hosting.league.model import SeasonView, entry_text, points_text
from render.bracket import (
    COLUMNS,
    FORFEIT,
    ROWS,
    WHOLE,
    WIDTH,
    Band,
    Box,
    Bracket,
    Column,
    Slot,
    bracket_lines,
    bracket_text,
    draw_bracket,
)
from render.lettering import plain as legible
from render.standings import NAME, title_of
from store.league.seasons import Stage

_DIVISION = 1
"""Knock-outs have one."""
_STAGES: Sequence[Stage] = ("main", "winners", "losers")
"""Stages of several rounds; the others are finals."""

_Rows = tuple[int, int]
"""The first and the last board of a column."""
_Band = tuple[tuple[Stage, int, _Rows], ...]
"""Columns: stage, round, boards."""


async def show_bracket(interaction: Interaction, view: SeasonView) -> None:
    """Show a bracket in private: whole, or the part around the reader. Raises Refusal."""
    if not is_knockout(view.terms):
        text = say("Only a knock-out has a bracket. `/league standings` shows the table.")
        raise Refusal(text, code="no-bracket")
    if view.season.started_at is None:
        raise Refusal(say("There's no bracket yet: this season hasn't started."), code="not-started")
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    page = await bracket_page(interaction.client, view, reader, None, await whoami(interaction))
    content, files, buttons = await _made(view, page, reader)
    await reply(interaction, content, files=files, view=buttons)


async def turned(interaction: Interaction, season_id: int, _part: int, first: int, /) -> None:
    view = await season_here(interaction, season_id)
    await interaction.response.defer()
    reader = await reader_of(interaction)
    page = await bracket_page(interaction.client, view, reader, first, await whoami(interaction))
    content, files, buttons = await _made(view, page, reader)
    await interaction.edit_original_response(
        content=content, attachments=files, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def bracket_page(
    bot: ArenaBot, view: SeasonView, reader: Reader, number: int | None, person_id: int | None
) -> Bracket:
    """Return a page of the bracket of a season that has started.

    `number` is from 0; None for the page with the reader's latest tie, else with the first open tie.
    """
    names = await names_in(bot, view, reader.locale)
    own = None if person_id is None else view.entry_of(person_id)
    return await in_thread(lambda: page_of(view, names, reader.locale, number, None if own is None else own.id))


def page_of(
    view: SeasonView, names: Mapping[int, str], locale: str | None, number: int | None, own: int | None
) -> Bracket:
    """Return a page as `bracket_page` does, given people's names and the reader's entry."""
    ties = bracket_of(view, _DIVISION)
    pages = _pages(ties, begun_with(view.entries, _DIVISION), tables=view.terms.sides > 2) or [[]]
    at = _page_of(pages, ties, own) if number is None else min(number, len(pages) - 1)
    drawing = _Drawing(view, ties, names, locale, own)
    return Bracket(
        title=league_text(view),
        facts=tuple(_facts(view)),
        bands=tuple(drawing.band(each) for each in pages[at]),
        page=at + 1,
        pages=len(pages),
    )


def _facts(view: SeasonView) -> Iterator[Text]:
    if view.terms.sides > 2:
        yield say_n(
            "The winner of each table goes through.", "The top {count} at each table go through.", view.terms.advance
        )
    if view.terms.legs > 1:
        yield say("Best of {legs}", legs=view.terms.legs)
    if view.season.status == "paused":
        yield say("Paused: no new matches for now")


def _pages(ties: Sequence[BracketTie], count: int, *, tables: bool) -> list[list[_Band]]:
    rounds = {stage: _boards(ties, stage) for stage in dict.fromkeys(each.stage for each in ties)}
    finals = [
        tuple((each.stage, each.round, (each.board, each.board)) for each in ties if each.stage == stage)
        for stage in rounds
        if stage not in _STAGES
    ]
    found: list[list[_Band]] = []
    whole = count <= WHOLE
    for stage in _STAGES:
        columns = rounds.get(stage, [])
        if whole and columns:
            found = [[*(found[0] if found else []), *_evenly(stage, columns)]]
        elif tables:
            found += [[each] for number, boards in columns for each in _shelves(stage, number, boards)]
        elif columns:
            found += [[each] for each in _windows(stage, columns)]
    if finals and found:
        found[-1 if whole or "losers" not in rounds else len(_windows("winners", rounds["winners"])) - 1] += finals
    return found


def _boards(ties: Sequence[BracketTie], stage: Stage) -> list[tuple[int, int]]:
    return sorted({(each.round, each.boards) for each in ties if each.stage == stage})


def _evenly(stage: Stage, columns: Sequence[tuple[int, int]]) -> list[_Band]:
    bands = -(-len(columns) // COLUMNS)
    size = -(-len(columns) // bands)
    return [
        tuple((stage, number, (1, boards)) for number, boards in columns[first : first + size])
        for first in range(0, len(columns), size)
    ]


def _windows(stage: Stage, columns_of_stage: Sequence[tuple[int, int]]) -> list[_Band]:
    """Return the rounds in parts of a few columns and rows; the last part has the last rounds, and may repeat some."""
    last = max(0, len(columns_of_stage) - COLUMNS)
    found: list[_Band] = []
    for first in [*range(0, last, COLUMNS), last]:
        columns = columns_of_stage[first : first + COLUMNS]
        parts = max(1, columns[0][1] // ROWS)
        found += [
            tuple(
                (stage, number, (part * boards // parts + 1, (part + 1) * boards // parts))
                for number, boards in columns
            )
            for part in range(parts)
        ]
    return found


def _shelves(stage: Stage, number: int, boards: int) -> list[_Band]:
    high = ROWS // 2
    columns = [(first, min(first + high - 1, boards)) for first in range(1, boards + 1, high)]
    wide = COLUMNS - 1
    return [
        tuple((stage, number, rows) for rows in columns[first : first + wide]) for first in range(0, len(columns), wide)
    ]


def _page_of(pages: Sequence[Sequence[_Band]], ties: Sequence[BracketTie], own: int | None) -> int:
    """Return the page with a reader's latest tie, else with the first open tie, else the last page."""
    of_reader = [each for each in ties if own is not None and any(side.entry == own for side in each.sides)]
    wanted = of_reader[-1:] or [each for each in ties if each.status in ("due", "running")][:1]
    for number, page in enumerate(pages):
        for stage, round_, (low, high) in (column for band in page for column in band):
            if any((each.stage, each.round) == (stage, round_) and low <= each.board <= high for each in wanted):
                return number
    return len(pages) - 1


class _Drawing:
    """Makes the values of a picture of ties: names, and the lines between them."""

    def __init__(
        self,
        view: SeasonView,
        ties: Sequence[BracketTie],
        names: Mapping[int, str],
        locale: str | None,
        own: int | None,
    ) -> None:
        self._view, self._ties, self._names, self._locale, self._own = view, ties, names, locale, own
        self._entries = {each.id: each for each in view.entries}
        nobody = plain(NAME, locale)
        self._drawn = {person: legible(name, nobody) for person, name in names.items()}  # each of a team by themselves
        self._numbers = {each.place: number for number, each in enumerate(ties, 1)}

    def band(self, columns: _Band) -> Band:
        ties = [self._ties_of(*column) for column in columns]
        made = []
        for index, (_, _, (low, high)) in enumerate(columns):
            before = {each.place for each in ties[index - 1]} if index else set()
            after = _fed_by(ties[index + 1]) if index + 1 < len(ties) else {}
            rows = high - low + 1
            boxes = tuple(
                Box(
                    number=self._numbers[each.place],
                    at=(each.board - low + 0.5) / rows,
                    slots=tuple(self._slot(side, len(each.sides), before) for side in each.sides),
                    live=each.status == "running",
                    into=after.get(each.place),
                )
                for each in ties[index]
            )
            made.append(Column(self._heading(columns, index), rows, boxes))
        return Band(tuple(made))

    def _ties_of(self, stage: Stage, number: int, rows: _Rows) -> list[BracketTie]:
        low, high = rows
        return [
            each for each in self._ties if (each.stage, each.round) == (stage, number) and low <= each.board <= high
        ]

    def _slot(self, side: TieSide, sides: int, before: Collection[Place]) -> Slot:
        """Return a side of a tie with `sides` sides; `before` are the ties of the column before."""
        called = None if side.entry is None else entry_text(self._entries.get(side.entry))
        score = "" if side.points is None or sides == 1 else points_text(side.points)
        return Slot(
            name="" if called is None else plain(called, self._locale, members=self._names),
            drawn="" if called is None else plain(called, self._locale, members=self._drawn),
            score=plain(FORFEIT, self._locale) if side.forfeit else score,
            on=side.on,
            own=side.entry is not None and side.entry == self._own,
            source=None if side.feeds is None else self._numbers[side.feeds],
            won=side.won,
            joined=side.won and side.feeds in before,
        )

    def _heading(self, columns: _Band, index: int) -> Text:
        """Return a column's heading; empty for a round that continues from the column before."""
        stage, number, _ = columns[index]
        if index and columns[index - 1][:2] == (stage, number):
            return say("")
        return round_text(self._view.terms, begun_with(self._view.entries, _DIVISION), stage, number)


def _fed_by(column: Sequence[BracketTie]) -> dict[Place, int]:
    return {side.feeds: at for at, each in enumerate(column) for side in each.sides if side.feeds and side.won}


async def _made(view: SeasonView, page: Bracket, reader: Reader) -> tuple[str, list[discord.File], discord.ui.View]:
    buttons = _buttons(view, page, reader.locale)
    if reader.text_boards:
        lines = bracket_lines(page, look_of(reader))
        return cut("\n".join(map(safe, lines)), MESSAGE_LIMIT), [], buttons
    return f"**{safe(title_of(page, look_of(reader)))}**", [await bracket_picture(page, reader)], buttons


async def bracket_picture(page: Bracket, reader: Reader) -> discord.File:
    def drawn() -> discord.File:
        look = replace(look_of(reader), width=WIDTH)
        return described(draw_bracket(page, look), "bracket.png", bracket_text(page, look))

    return await in_thread(drawn)


def _buttons(view: SeasonView, page: Bracket, locale: str | None) -> discord.ui.View:
    buttons = discord.ui.View(timeout=None)

    def add(what: str, first: int, label: Text) -> None:
        buttons.add_item(LeaguePage.button(PageId(view.season.id, what, _DIVISION, first).text, label, locale))

    if page.page > 1:
        add(BRACKET, page.page - 2, say("◀ Previous page"))
    if page.page < page.pages:
        add(BRACKET, page.page, say("Next page ▶"))
    add(TABLE, 0, say("Table", context="button"))
    buttons.add_item(terms_button(view.season.id, locale))
    return buttons
