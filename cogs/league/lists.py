"""Fixtures of a season as lists: what is to be played, what came of it, and what waits for one player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import whoami
from cogs.core.errors import tell
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, shown
from cogs.league.agreed import terms_button
from cogs.league.control import LeaguePage, Page
from cogs.league.finding import season_here
from cogs.league.naming import entry_texts, league_text, people_of
from cogs.league.tables import rows_of
from cogs.league.wording import day, start_text
from engine.text import Listed, Text, listed, load_text, say, say_n
from hosting.league.brackets import round_called
from hosting.league.byes import byes_ahead
from hosting.league.naming import points_text
from hosting.league.standings.values import Row
from hosting.league.state import View
from hosting.match.listing import Spot
from store.league.values import Absence, Fixture, Side, Why

ROWS = 15
"""Fixtures of a page, at most: fewer where names are long."""
ROW = 5
"""Buttons beside each other."""
SCHEDULE, RESULTS = "s", "r"
"""The letters in the custom ids of pages."""

WHYS: Mapping[Why, Text] = {
    "played": say("played", context="why a fixture is over"),
    "agreed": say("agreed draw", context="why a fixture is over"),
    "forfeit": say("by forfeit", context="why a fixture is over"),
    "bye": say("bye", context="why a fixture is over"),
    "half_bye": say("half a point for a free round", context="why a fixture is over"),
    "zero_bye": say("no points for a free round", context="why a fixture is over"),
    "unfinished": say("not over in time", context="why a fixture is over"),
    "decision": say("decided by organisers", context="why a fixture is over"),
    "inactivity": say("no match: an idle entry dropped", context="why a fixture is over"),
    "withdrawal": say("struck after a withdrawal", context="why a fixture is over"),
    "void": say("struck, and counts for nothing", context="why a fixture is over"),
}


def fixture_text(
    fixture: Fixture,
    names: Mapping[int, Text],
    spots: Mapping[int, Spot],
    *,
    troubled: bool,
    waiting: Collection[int] = (),
) -> Text:
    """Return a fixture in one line: who plays whom and how it stands; nothing of a match that is being played.

    Args:
        fixture: Which.
        names: What entries are called.
        spots: Where matches can be followed, by match, as far as that is told.
        troubled: Whether it is said what stands in the way of a start.
        waiting: The matches that wait for the reader.
    """
    # What is a bye in a bracket gives nobody anything but the next round.
    sides = _sides(fixture.sides, names, pointed=not fixture.is_bye or fixture.stage in ("division", "swiss"))
    spot = spots.get(fixture.match_id or 0, Spot(None))
    if fixture.status == "running":
        return _running(sides, spot, own=fixture.match_id in waiting)
    if fixture.status == "planned":
        return _planned(sides, fixture, troubled=troubled)
    if fixture.is_fall:
        up, down = sorted(fixture.sides, key=lambda side: not side.challenger)
        return say(
            "{entry} moved up past {other}, who had not played for too long",
            entry=names.get(up.entry, say("?")),
            other=names.get(down.entry, say("?")),
        )
    if fixture.why == "agreed" and fixture.match_id is not None:
        return say("{sides}: agreed draw, match {number}; ratings leave it out", sides=sides, number=fixture.match_id)
    if fixture.why != "played" or fixture.match_id is None:
        return say("{sides}: {why}", sides=sides, why=say("over") if fixture.why is None else WHYS[fixture.why])
    if spot.channel_id is None:
        return say("{sides}: match {number}", sides=sides, number=fixture.match_id)
    return say(
        "{sides}: match {number}, <#{channel}>", sides=sides, number=fixture.match_id, channel=str(spot.channel_id)
    )


def _running(sides: Text | Listed, spot: Spot, *, own: bool) -> Text:
    """Return how a match stands that is being played; `own` if it waits for the reader."""
    if spot.interrupted:
        return say("{sides}: interrupted", sides=sides)
    if spot.channel_id is None:
        return say("{sides}: being played", sides=sides)
    text = say("{sides}: **your turn** in <#{channel}>") if own else say("{sides}: being played in <#{channel}>")
    return text.using(sides=sides, channel=str(spot.channel_id))


def _planned(sides: Text | Listed, fixture: Fixture, *, troubled: bool) -> Text:
    """Return how a match stands that is to be played."""
    if fixture.trouble is not None and troubled:
        return say("{sides}: can't start: {why}", sides=sides, why=load_text(fixture.trouble))
    if fixture.not_before is not None:
        return say("{sides}: postponed until {when}", sides=sides, when=day(fixture.not_before))
    return say("{sides}: to be played", sides=sides)


def _sides(sides: Sequence[Side], names: Mapping[int, Text], *, pointed: bool) -> Text | Listed:
    """Return who plays whom, with the points of each once they are known, where they are `pointed` out."""
    called = [names.get(each.entry, say("?")) for each in sides]
    points = [points_text(each.points) for each in sides if each.points is not None and pointed]
    if len(sides) == 2:
        met = say("{first} – {second}", first=called[0], second=called[1])
        if len(points) < 2:
            return met
        return say("{sides}, {first}–{second}", sides=met, first=points[0], second=points[1])
    if len(points) < len(sides):
        return listed(called, "comma")
    parts = [say("{entry} ({points})", entry=name, points=each) for name, each in zip(called, points, strict=True)]
    return listed(parts, "comma")


async def show_schedule(interaction: Interaction, view: View, number: int | None) -> None:
    """Show the fixtures of a round in private; if none is named, the first that is being played, else the latest."""
    opened = [each.number for each in view.rounds]
    played = [each.round for each in view.fixtures if each.open and each.round in opened]
    latest = min(played, default=max(opened, default=1))
    if not view.fixtures:
        text = say("Nothing is scheduled yet: the season has not started.")
        if view.season.started_at is not None:
            text = say("Nothing is scheduled yet. `/league standings` shows the table.")
        await tell(interaction, text)
        return
    content, buttons = await _schedule(interaction, view, number or latest, 0)
    await reply(interaction, content, view=buttons)


async def turned_schedule(interaction: Interaction, season_id: int, part: int, first: int, /) -> None:
    """Show another page of a round, or another round."""
    content, buttons = await _schedule(interaction, await season_here(interaction, season_id), part, first)
    await interaction.response.edit_message(
        content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def _schedule(interaction: Interaction, view: View, number: int, first: int) -> tuple[str, discord.ui.View]:
    own = view.entry_of(await whoami(interaction))
    found = [each for each in view.fixtures if each.round == number]
    found.sort(key=lambda each: (own is None or own.id not in each.entries, each.division, each.board, each.id))
    opened = next((each for each in view.rounds if each.number == number), None)
    name, called = league_text(view), round_called(view, number)
    if opened is None:
        head = say("**{league} · {round}** is not open yet.", league=name, round=called)
    elif opened.ends_at is None:
        head = say("**{league} · {round}**", league=name, round=called)
    else:
        ends = day(opened.ends_at)
        head = say("**{league} · {round}**, until {when}", league=name, round=called, when=ends)
    if not found:
        head = say("{head}: there is nothing in this round.", head=head)
    last = max(each.round for each in view.fixtures)
    content, count = await _told(interaction, view, head, found[first:])
    buttons = _buttons(interaction, Page(view.season.id, SCHEDULE, number, first), count, len(found))
    for other, label in (
        (number - 1, say("◀ {round}", round=round_called(view, number - 1))),
        (number + 1, say("{round} ▶", round=round_called(view, number + 1))),
    ):
        if 1 <= other <= last:
            buttons.add_item(
                LeaguePage.button(Page(view.season.id, SCHEDULE, other, 0).text, label, locale_of(interaction))
            )
    return content, buttons


async def show_results(interaction: Interaction, view: View) -> None:
    """Show the fixtures that are over in private, the latest first."""
    content, buttons = await _results(interaction, view, 0)
    await reply(interaction, content, view=buttons)


async def turned_results(interaction: Interaction, season_id: int, _part: int, first: int, /) -> None:
    """Show another page of results."""
    content, buttons = await _results(interaction, await season_here(interaction, season_id), first)
    await interaction.response.edit_message(
        content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def _results(interaction: Interaction, view: View, first: int) -> tuple[str, discord.ui.View]:
    found = [each for each in view.fixtures if not each.open and not each.is_bye and each.ended_at is not None]
    found.sort(key=lambda each: (each.ended_at, each.id), reverse=True)
    head = say("**{league}**: results, the latest first", league=league_text(view))
    if not found:
        head = say("**{league}**: no match is over yet.", league=league_text(view))
    content, count = await _told(interaction, view, head, found[first:])
    return content, _buttons(interaction, Page(view.season.id, RESULTS, 0, first), count, len(found))


def _buttons(interaction: Interaction, page: Page, count: int, whole: int) -> discord.ui.View:
    """Return the buttons to the pages before and after; `count` rows of the `whole` stand on this one."""
    view, locale = discord.ui.View(timeout=None), locale_of(interaction)
    after = page.first + count
    for there, first, label in (
        (page.first > 0, max(0, page.first - ROWS), say("◀ Previous page")),
        (after < whole, after, say("Next page ▶")),
    ):
        if there:
            other = Page(page.season, page.what, page.part, first)
            view.add_item(LeaguePage.button(other.text, label, locale))
    return view


async def _told(interaction: Interaction, view: View, head: Text, found: Sequence[Fixture]) -> tuple[str, int]:
    """Return the first of some fixtures as lines of a message, as many as a page holds, and how many they are."""
    names, locale, page = entry_texts(view), locale_of(interaction), found[:ROWS]
    called = await _called(interaction, view, page)
    lines = [shown(each, locale, members=called) for each in (head, *await _lines(interaction, page, names))]
    content, count = whole_lines(lines, locale, len(found) - len(page))
    return content, max(1, count - 1)


def whole_lines(lines: Sequence[str], locale: Locale, beyond: int = 0) -> tuple[str, int]:
    """Return lines as a message, none of them cut, and how many of them it has.

    Args:
        lines: What is told; of a first one that is too long by itself the beginning is.
        locale: Of the reader.
        beyond: Further lines that are not among them; whatever is left out is counted at the end.
    """
    for count in range(len(lines), 0, -1):
        left = sum(map(bool, lines[count:])) + beyond
        more = [shown(say_n("… and {count} more", "… and {count} more", left), locale)] if left else []
        told = "\n".join([*lines[:count], *more])
        if len(told) <= MESSAGE_LIMIT:
            return told, count
    return cut(lines[0], MESSAGE_LIMIT), 1


async def _lines(interaction: Interaction, found: Sequence[Fixture], names: Mapping[int, Text]) -> list[Text]:
    spots = await spots_of(interaction.client, found, await whoami(interaction))
    return [fixture_text(each, names, spots, troubled=True) for each in found]


async def spots_of(bot: ArenaBot, found: Iterable[Fixture], person_id: int | None = None) -> dict[int, Spot]:
    """Return where the matches of some fixtures can be followed by a person, None for everybody."""
    return await bot.arena.lists.spots([each.match_id for each in found if each.match_id is not None], person_id)


async def _called(interaction: Interaction, view: View, found: Iterable[Fixture]) -> dict[int, str]:
    """Return what the people in some fixtures are called."""
    wanted = {entry for each in found for entry in each.entries}
    people = people_of(each for each in view.entries if each.id in wanted)
    return await interaction.client.arena.people.names(view.league.guild_id, people)


_INCOMPLETE = say("Your team is not complete: the partner agrees by **Join** under the league's post.")


async def show_mine(interaction: Interaction) -> None:
    """Show a player's leagues in this server: their place, and their matches that go on or come next."""
    arena, person_id = interaction.client.arena, await whoami(interaction)
    views = [await arena.leagues.view(season) for season, _ in await arena.leagues.of_person(person_id)]
    here = [view for view in views if view.league.guild_id == interaction.guild_id]
    if not here:
        await tell(interaction, say("You take part in no league here. `/league join` joins one that is open."))
        return
    blocks = [await _mine(interaction, view, person_id) for view in here]
    told = [line for block in blocks for line in ("", *block)][1:]
    content, _ = whole_lines(told, locale_of(interaction))
    await reply(interaction, content, view=_terms(interaction, here))


def _terms(interaction: Interaction, views: Sequence[View]) -> discord.ui.View:
    """Return a button to the terms of each of some seasons, as many as a row holds."""
    locale, buttons = locale_of(interaction), discord.ui.View(timeout=None)
    for view in views[:ROW]:
        buttons.add_item(terms_button(view.season.id, locale, of=None if len(views) == 1 else view.league.name))
    return buttons


async def _mine(interaction: Interaction, view: View, person_id: int) -> list[str]:
    own = view.entry_of(person_id)
    if own is None:  # a team that comes late is no entry before both have agreed
        waits = say("**{league}**: {incomplete}", league=league_text(view), incomplete=_INCOMPLETE)
        return [shown(waits, locale_of(interaction))]
    rows = await rows_of(interaction.client, view)
    row = next((each for each in rows if each.entry == own.id), None)
    lines: list[Text] = []
    if view.season.started_at is None:
        start = start_text(view.terms, overdue=view.overdue)
        lines.append(say("**{league}** has not started yet. {start}", league=league_text(view), start=start))
        if not own.agreed:
            lines.append(_INCOMPLETE)
    elif row is None:
        lines.append(say("**{league}**: you are not in the table yet.", league=league_text(view)))
    else:
        count = sum(each.division == row.division for each in rows)
        lines.append(_placed(view, row, count))
    opened = {each.number for each in view.rounds}
    found = [each for each in view.fixtures if own.id in each.entries and each.open]
    waiting = await interaction.client.arena.lists.waiting(person_id, view.league.guild_id)
    now = [each for each in found if each.status == "running" or each.round in opened]
    now.sort(key=lambda each: each.match_id not in waiting)
    spots, names = await spots_of(interaction.client, now[:ROWS], person_id), entry_texts(view)
    lines += [fixture_text(each, names, spots, troubled=True, waiting=waiting) for each in now[:ROWS]]
    if len(now) > ROWS:
        lines.append(say_n("… and {count} more", "… and {count} more", len(now) - ROWS))
    later = len(found) - len(now)
    if later:
        lines.append(say_n("{count} match in later rounds", "{count} matches in later rounds", later))
    lines += [_bye_text(*each) for each in byes_ahead(view, own.id)]
    if view.terms.kind == "ladder" and view.season.status == "running" and row is not None and row.place > 1:
        lines.append(say("`/league challenge` challenges an opponent above you."))
    called = await _called(interaction, view, now)
    return [shown(each, locale_of(interaction), members=called) for each in lines]


def _bye_text(asked: Absence, holds: bool) -> Text:
    """Return which round an entry sits out, or would if both of a team asked, and how that is taken back."""
    if holds and asked.kind == "half_bye":
        text = say("You sit out round {round} for half a point. {take_back}")
    elif holds:
        text = say("You sit out round {round} for nothing. {take_back}")
    elif asked.kind == "half_bye":
        text = say("Your team sits out round {round} for half a point once both of you ask for it. {take_back}")
    else:
        text = say("Your team sits out round {round} for nothing once both of you ask for it. {take_back}")
    take_back = say("`/league bye round:{round} kind:cancel` takes it back.", round=asked.round)
    return text.using(round=asked.round, take_back=take_back)


def _placed(view: View, row: Row, count: int) -> Text:
    """Return where an entry stands among as many, with its points where the format has them."""
    if view.terms.kind in ("round-robin", "swiss") and not row.played + row.byes:
        return say("**{league}**: none of your matches is over yet.", league=league_text(view))
    if view.terms.kind in ("round-robin", "swiss"):
        return say(
            "**{league}**: place {place} of {count}, points: {points}",
            league=league_text(view),
            place=row.place,
            count=count,
            points=points_text(row.points),
        )
    if view.terms.kind != "ladder" and view.season.ended_at is None and row.place == 1:
        return say("**{league}**: you are still in it.", league=league_text(view))
    return say("**{league}**: place {place} of {count}", league=league_text(view), place=row.place, count=count)
