"""The table of a season, as a picture or as text, in pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import discord

from cogs.core.access import reader_of, whoami
from cogs.core.bot import ArenaBot, Interaction, Reader
from cogs.core.errors import Refusal
from cogs.core.messages import reply
from cogs.core.text import MESSAGE_LIMIT, cut, plain, safe, shown
from cogs.league.control import LeaguePage, PageId
from cogs.league.finding import league_text, names_in, season_here
from cogs.league.wording import HEADINGS, TIE_BREAKS, measure_text, terms_button
from cogs.ui.pictures import described, in_thread, look_of
from engine.text import Quote, Text, say, say_n
from hosting.league.brackets import is_knockout
from hosting.league.model import SeasonView, entry_text, points_text, table_season
from hosting.league.standings.table import Outlook, movements, outlook
from hosting.league.standings.values import Row
from render.lettering import plain as legible
from render.standings import (
    NAME,
    PAGE,
    WIDTH,
    Line,
    Standings,
    Zone,
    draw_standings,
    headings_text,
    standings_lines,
    standings_text,
    title_of,
)
from store.league.seasons import Division, Entry

TABLE, BRACKET = "t", "b"
"""The letters in the custom ids of the pages of tables, and of those of brackets."""
LOT_DIGITS = 4
"""Of a lot in a table, which has 64."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a table; `first` is the number of its first row, from 0, of the division's `count` rows."""

    view: SeasonView
    table: Standings
    division: int
    first: int
    count: int


async def show_table(interaction: Interaction, view: SeasonView, division: int | None) -> None:
    """Show a table in private: the page with the reader's own row, else the first one. Raises Refusal."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    page = await page_of(interaction.client, view, reader, division, None, await whoami(interaction))
    content, files, buttons = await _made(page, reader)
    await reply(interaction, content, files=files, view=buttons)


async def turned(interaction: Interaction, season_id: int, part: int, first: int, /) -> None:
    view = await season_here(interaction, season_id)
    await interaction.response.defer()
    reader = await reader_of(interaction)
    page = await page_of(interaction.client, view, reader, part, first, await whoami(interaction))
    content, files, buttons = await _made(page, reader)
    await interaction.edit_original_response(
        content=content, attachments=files, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def page_of(
    bot: ArenaBot, view: SeasonView, reader: Reader, division: int | None, first: int | None, person_id: int | None
) -> TablePage:
    """Return a page of a table: of a division, or None for the reader's own, else the first one.

    `first` is the number of the first row, from 0; None for the page of the reader's own row.

    Raises:
        Refusal: The season has not started, or there is no such division.
    """
    rows = await bot.arena.leagues.rows(view)
    own = None if person_id is None else view.entry_of(person_id)
    if not rows:
        raise Refusal(say("There's no table yet: this season hasn't started."), code="not-started")
    number = division or (view.divisions[0].number if own is None else own.division)
    found = next((each for each in view.divisions if each.number == number), None)
    if found is None:
        raise Refusal(
            say_n("There's only {count} division.", "There are only {count} divisions.", len(view.divisions)),
            code="no-division",
        )
    within = [row for row in rows if row.division == number]
    at = next((place for place, row in enumerate(within) if own is not None and row.entry == own.id), 0)
    start = at - at % PAGE if first is None else min(first, max(0, len(within) - 1) // PAGE * PAGE)
    return TablePage(view, await _standings(bot, view, reader, found, within, start, own), number, start, len(within))


async def _standings(
    bot: ArenaBot, view: SeasonView, reader: Reader, division: Division, rows: list[Row], start: int, own: Entry | None
) -> Standings:
    entries = {each.id: each for each in view.entries}
    page = rows[start : start + PAGE]
    names = await names_in(bot, view, reader.locale)
    nobody = plain(NAME, reader.locale)
    drawn = {person: legible(name, nobody) for person, name in names.items()}  # each of a team by themselves
    breaks = _breaks(view, rows)
    shown_breaks = [
        name for at, name in enumerate(view.terms.tiebreaks) if any((row.entry, at) in breaks for row in page)
    ]
    zones = _zones(view, division, rows)
    lines = tuple(
        Line(
            place=row.place,
            name=plain(entry_text(entries[row.entry]), reader.locale, members=names),
            played=row.played,
            won=row.won,
            level=row.level,
            lost=row.lost,
            points=points_text(row.points),
            low=row.min_place,
            high=row.max_place,
            zone=zones.get(row.entry, (None, False))[0],
            proven=zones.get(row.entry, (None, False))[1],
            own=own is not None and row.entry == own.id,
            drawn=plain(entry_text(entries[row.entry]), reader.locale, members=drawn),
            breaks=tuple(breaks.get((row.entry, view.terms.tiebreaks.index(name)), "") for name in shown_breaks),
        )
        for row in page
    )
    return Standings(
        title=_title(view, division),
        facts=tuple(_facts(view, division, rows)),
        lines=lines,
        page=start // PAGE + 1,
        pages=-(-len(rows) // PAGE),
        points=view.terms.kind in ("round-robin", "swiss"),
        breaks=tuple((HEADINGS[name], TIE_BREAKS[name]) for name in shown_breaks),
    )


def _breaks(view: SeasonView, rows: Sequence[Row]) -> dict[tuple[int, int], str | Text]:
    """Return the tie-break values that put entries above or below the next one with as many points.

    Returns:
        By entry and index of the tie-break.
    """
    found: dict[tuple[int, int], str | Text] = {}
    for one, other in pairwise(rows):
        if one.points != other.points:
            continue
        both = zip(one.tiebreaks, other.tiebreaks, strict=True)
        for at in [at for at, (own, theirs) in enumerate(both) if own != theirs][:1]:
            for row in (one, other):
                value = row.tiebreaks[at]
                name = view.terms.tiebreaks[at]
                found[row.entry, at] = "–" if value is None else measure_text(name, value, LOT_DIGITS)
    return found


def _zones(view: SeasonView, division: Division, rows: list[Row]) -> Mapping[int, tuple[Zone, bool]]:
    """Return where entries move by their current places, and whether that is certain."""
    members = [each for each in table_season(view).entries if each.division == division.number]
    found: dict[int, tuple[Zone, bool]] = {}
    for entry, movement in movements(division, members, [row.entry for row in rows]).items():
        if movement != "stay":
            zone: Zone = movement
            certain = view.season.status == "closed" or outlook(division, members, rows, entry) == _PROVEN[zone]
            found[entry] = (zone, certain)
    return found


_PROVEN: Mapping[Zone, Outlook | None] = {"up": "promoted", "down": "relegated", "out": None}


def _title(view: SeasonView, division: Division) -> Text:
    if len(view.divisions) == 1:
        return league_text(view)
    if division.name:
        return say("{league}: {division}", league=league_text(view), division=Quote(division.name))
    return say("{league}, division {number}", league=league_text(view), number=division.number)


def _facts(view: SeasonView, division: Division, rows: list[Row]) -> Iterator[Text]:
    """Yield a division's progress, its pause, and points that came without a match."""
    yield _fact(view, division)
    if view.terms.kind == "swiss" and any(row.byes for row in rows):
        yield say("Points include byes")
    if view.season.status == "paused":
        yield say("Paused: no new matches for now")


def _fact(view: SeasonView, division: Division) -> Text:
    """Return a division's progress, with nothing of the positions in running matches."""
    fixtures = [
        each for each in view.fixtures if each.division == division.number and not each.is_bye and not each.is_fall
    ]
    over = sum(each.status == "over" for each in fixtures)
    counted = [each for each in fixtures if each.status != "struck"]
    if view.season.status == "closed":
        late = sum(each.why == "unfinished" for each in fixtures)
        if late:
            return say("Final table: {over} of {all} matches were finished in time", over=over - late, all=over)
        return say_n("Final table after {count} match", "Final table after {count} matches", over)
    if view.terms.kind == "round-robin":
        return say("{over} of {all} matches are over", over=over, all=len(counted))
    return say_n("{count} match is over", "{count} matches are over", over)


async def _made(page: TablePage, reader: Reader) -> tuple[str, list[discord.File], discord.ui.View]:
    buttons = _buttons(page, reader.locale)
    if reader.text_boards:
        lines = standings_lines(page.table, look_of(reader, ()))
        return cut("\n".join(map(safe, lines)), MESSAGE_LIMIT), [], buttons
    words = (
        f"**{safe(title_of(page.table, look_of(reader, ())))}**\n-# {shown(headings_text(page.table), reader.locale)}"
    )
    return words, [await picture_of(page.table, reader)], buttons


async def picture_of(table: Standings, reader: Reader) -> discord.File:
    def drawn() -> discord.File:
        look = replace(look_of(reader, ()), width=WIDTH)
        return described(draw_standings(table, look), "standings.png", standings_text(table, look))

    return await in_thread(drawn)


def _buttons(page: TablePage, locale: str | None) -> discord.ui.View:
    view, season = discord.ui.View(timeout=None), page.view.season.id

    def add(part: int, first: int, label: Text, what: str = TABLE) -> None:
        view.add_item(LeaguePage.button(PageId(season, what, part, first).text, label, locale))

    if page.first:
        add(page.division, page.first - PAGE, say("◀ Previous page"))
    if page.first + PAGE < page.count:
        add(page.division, page.first + PAGE, say("Next page ▶"))
    numbers = [each.number for each in page.view.divisions]
    if page.division - 1 in numbers:
        add(page.division - 1, 0, say("▲ Division {number}", number=page.division - 1))
    if page.division + 1 in numbers:
        add(page.division + 1, 0, say("▼ Division {number}", number=page.division + 1))
    if is_knockout(page.view.terms):
        add(page.division, 0, say("Bracket", context="button"), BRACKET)
    view.add_item(terms_button(season, locale))
    return view
