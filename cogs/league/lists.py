"""Fixtures as lists, the message of a round, and the history of a league."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import discord

from cogs.core.access import guild_of, server_reader, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import BROKEN, tell
from cogs.core.messages import find_own, reply
from cogs.core.text import MESSAGE_LIMIT, Locale, cut, fitting, locale_of, shown
from cogs.league.control import LeaguePage, PageId
from cogs.league.finding import (
    STATES,
    announced,
    entry_texts,
    league_text,
    names_in,
    people_of,
    season_here,
    season_shown,
    season_text,
)
from cogs.league.wording import day, start_text, terms_button
from cogs.ui.pictures import in_thread
from engine.game import Json
from engine.text import Listed, Quote, Text, listed, load_text, say, say_n
from hosting.league.brackets import is_knockout, round_called
from hosting.league.entries import byes_ahead
from hosting.league.errors import NoSuchLeague
from hosting.league.model import SeasonView, points_text
from hosting.league.promotion import Finals, finals
from hosting.league.standings.values import Row
from hosting.match.listing import FollowedIn
from hosting.match.model import Post
from store.league.seasons import Absence, Fixture, Kind, Side, StoredSeason, Why

ROWS = 15
"""Fixtures of a page, at most: fewer where names are long."""
ROW = 5
"""Buttons beside each other."""
SCHEDULE, RESULTS = "s", "r"
"""The letters in the custom ids of pages."""

WHY_TEXTS: Mapping[Why, Text] = {
    "played": say("played", context="why a fixture is over"),
    "agreed": say("agreed draw", context="why a fixture is over"),
    "forfeit": say("by forfeit", context="why a fixture is over"),
    "bye": say("bye", context="why a fixture is over"),
    "half_bye": say("bye, half a point", context="why a fixture is over"),
    "zero_bye": say("bye, no points", context="why a fixture is over"),
    "unfinished": say("not finished in time", context="why a fixture is over"),
    "decision": say("decided by organisers", context="why a fixture is over"),
    "inactivity": say("no match: an idle entry dropped", context="why a fixture is over"),
    "withdrawal": say("struck after a withdrawal", context="why a fixture is over"),
    "void": say("struck, counts for nothing", context="why a fixture is over"),
}


_THIRD = say("{sides} (third place)")


def fixture_text(
    fixture: Fixture,
    names: Mapping[int, Text],
    spots: Mapping[int, FollowedIn],
    *,
    troubled: bool,
    waiting: Collection[int] = (),
) -> Text:
    """Return a fixture in one line, with its players and status but nothing of the position."""
    # What is a bye in a bracket gives nobody anything but the next round.
    sides = _sides(fixture.sides, names, pointed=not fixture.is_bye or fixture.stage in ("division", "swiss"))
    if fixture.stage == "third":  # it stands in the round of the final
        sides = _THIRD.using(sides=sides)
    spot = spots.get(fixture.match_id or 0, FollowedIn(None))
    if fixture.status == "running":
        return _running(sides, spot, own=fixture.match_id in waiting)
    if fixture.status == "planned":
        return _planned(sides, fixture, troubled=troubled)
    if fixture.is_fall:
        up, down = sorted(fixture.sides, key=lambda side: not side.challenger)
        return say(
            "{entry} moved up past {other}, who hadn't played for too long",
            entry=names.get(up.entry, say("?")),
            other=names.get(down.entry, say("?")),
        )
    if fixture.why == "agreed" and fixture.match_id is not None:
        return say("{sides}: agreed draw, match {number}; not rated", sides=sides, number=fixture.match_id)
    if fixture.why != "played" or fixture.match_id is None:
        return say("{sides}: {why}", sides=sides, why=say("over") if fixture.why is None else WHY_TEXTS[fixture.why])
    if spot.channel_id is None:
        return say("{sides}: match {number}", sides=sides, number=fixture.match_id)
    return say(
        "{sides}: match {number}, <#{channel}>", sides=sides, number=fixture.match_id, channel=str(spot.channel_id)
    )


def _running(sides: Text | Listed, spot: FollowedIn, *, own: bool) -> Text:
    """Return a running match's status; `own` if it is the reader's turn."""
    if spot.interrupted:
        return say("{sides}: interrupted", sides=sides)
    if spot.channel_id is None:
        return say("{sides}: running", sides=sides)
    text = say("{sides}: **your turn** in <#{channel}>") if own else say("{sides}: running in <#{channel}>")
    return text.using(sides=sides, channel=str(spot.channel_id))


def _planned(sides: Text | Listed, fixture: Fixture, *, troubled: bool) -> Text:
    if fixture.trouble is not None and troubled:
        return say("{sides}: can't start: {why}", sides=sides, why=load_text(fixture.trouble))
    if fixture.not_before is not None:
        return say("{sides}: postponed until {when}", sides=sides, when=day(fixture.not_before))
    return say("{sides}: to be played", sides=sides)


def _sides(sides: Sequence[Side], names: Mapping[int, Text], *, pointed: bool) -> Text | Listed:
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


async def show_schedule(interaction: Interaction, view: SeasonView, number: int | None) -> None:
    """Show the fixtures of a round in private; by default the first round that is being played, else the latest."""
    opened = [each.number for each in view.rounds]
    played = [each.round for each in view.fixtures if each.open and each.round in opened]
    latest = min(played, default=max(opened, default=1))
    if not view.fixtures:
        text = say("Nothing is scheduled yet: the season hasn't started.")
        if view.season.started_at is not None:
            text = say("Nothing is scheduled yet. `/league standings` shows the table.")
        await tell(interaction, text)
        return
    content, buttons = await _schedule(interaction, view, number or latest, 0)
    await reply(interaction, content, view=buttons)


async def turned_schedule(interaction: Interaction, season_id: int, part: int, first: int, /) -> None:
    content, buttons = await _schedule(interaction, await season_here(interaction, season_id), part, first)
    await interaction.response.edit_message(
        content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def _schedule(interaction: Interaction, view: SeasonView, number: int, first: int) -> tuple[str, discord.ui.View]:
    own = view.entry_of(await whoami(interaction))
    found = [each for each in view.fixtures if each.round == number]
    found.sort(key=lambda each: (own is None or own.id not in each.entries, each.division, each.board, each.id))
    opened = next((each for each in view.rounds if each.number == number), None)
    name, called = league_text(view), round_called(view, number)
    if opened is None:
        head = say("**{league} · {round}** isn't open yet.", league=name, round=called)
    elif opened.ends_at is None:
        head = say("**{league} · {round}**", league=name, round=called)
    else:
        ends = day(opened.ends_at)
        head = say("**{league} · {round}**, until {when}", league=name, round=called, when=ends)
    if not found:
        head = say("{head}: nothing in this round.", head=head)
    last = max(each.round for each in view.fixtures)
    content, count = await _schedule_page(interaction, view, head, found[first:])
    buttons = _buttons(interaction, PageId(view.season.id, SCHEDULE, number, first), count, len(found))
    for other, label in (
        (number - 1, say("◀ {round}", round=round_called(view, number - 1))),
        (number + 1, say("{round} ▶", round=round_called(view, number + 1))),
    ):
        if 1 <= other <= last:
            buttons.add_item(
                LeaguePage.button(PageId(view.season.id, SCHEDULE, other, 0).text, label, locale_of(interaction))
            )
    return content, buttons


async def show_results(interaction: Interaction, view: SeasonView) -> None:
    content, buttons = await _results(interaction, view, 0)
    await reply(interaction, content, view=buttons)


async def turned_results(interaction: Interaction, season_id: int, _part: int, first: int, /) -> None:
    content, buttons = await _results(interaction, await season_here(interaction, season_id), first)
    await interaction.response.edit_message(
        content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none()
    )


async def _results(interaction: Interaction, view: SeasonView, first: int) -> tuple[str, discord.ui.View]:
    found = [each for each in view.fixtures if not each.open and not each.is_bye and each.ended_at is not None]
    found.sort(key=lambda each: (each.ended_at, each.id), reverse=True)
    head = say("**{league}**: results, latest first", league=league_text(view))
    if not found:
        head = say("**{league}**: no matches are over yet.", league=league_text(view))
    content, count = await _schedule_page(interaction, view, head, found[first:])
    return content, _buttons(interaction, PageId(view.season.id, RESULTS, 0, first), count, len(found))


def _buttons(interaction: Interaction, page: PageId, count: int, whole: int) -> discord.ui.View:
    view, locale = discord.ui.View(timeout=None), locale_of(interaction)
    after = page.first + count
    for possible, first, label in (
        (page.first > 0, max(0, page.first - ROWS), say("◀ Previous page")),
        (after < whole, after, say("Next page ▶")),
    ):
        if possible:
            other = PageId(page.season, page.what, page.part, first)
            view.add_item(LeaguePage.button(other.text, label, locale))
    return view


async def _schedule_page(
    interaction: Interaction, view: SeasonView, head: Text, found: Sequence[Fixture]
) -> tuple[str, int]:
    names, locale, page = entry_texts(view), locale_of(interaction), found[:ROWS]
    called = await _called(interaction, view, page)
    lines = [shown(each, locale, members=called) for each in (head, *await _lines(interaction, page, names))]
    content, count = whole_lines(lines, locale, len(found) - len(page))
    return content, max(1, count - 1)


def whole_lines(lines: Sequence[str], locale: Locale, beyond: int = 0) -> tuple[str, int]:
    """Return the lines that fit in a message whole, and their number."""
    for count in range(len(lines), 0, -1):
        left = sum(map(bool, lines[count:])) + beyond
        more = [shown(say_n("… and {count} more", "… and {count} more", left), locale)] if left else []
        content = "\n".join([*lines[:count], *more])
        if len(content) <= MESSAGE_LIMIT:
            return content, count
    return cut(lines[0], MESSAGE_LIMIT), 1


async def _lines(interaction: Interaction, found: Sequence[Fixture], names: Mapping[int, Text]) -> list[Text]:
    spots = await spots_of(interaction.client, found, await whoami(interaction))
    return [fixture_text(each, names, spots, troubled=True) for each in found]


async def spots_of(bot: ArenaBot, found: Iterable[Fixture], person_id: int | None = None) -> dict[int, FollowedIn]:
    """Return where a person can follow the matches of some fixtures; None for everybody."""
    return await bot.arena.lists.spots([each.match_id for each in found if each.match_id is not None], person_id)


async def _called(interaction: Interaction, view: SeasonView, found: Iterable[Fixture]) -> dict[int, str]:
    wanted = {entry for each in found for entry in each.entries}
    people = people_of(each for each in view.entries if each.id in wanted)
    return await interaction.client.arena.people.names(view.league.guild_id, people)


_INCOMPLETE = say("Your team isn't complete yet: your partner still has to press **Join** under the league's post.")


async def show_mine(interaction: Interaction) -> None:
    arena, person_id = interaction.client.arena, await whoami(interaction)
    views = [await arena.leagues.view(season) for season, _ in await arena.leagues.of_person(person_id)]
    here = [view for view in views if view.league.guild_id == interaction.guild_id]
    if not here:
        await tell(interaction, say("You aren't in any league here. Use `/league join` to join an open one."))
        return
    blocks = [await _mine(interaction, view, person_id) for view in here]
    rows = [line for block in blocks for line in ("", *block)][1:]
    content, _ = whole_lines(rows, locale_of(interaction))
    await reply(interaction, content, view=_terms(interaction, here))


def _terms(interaction: Interaction, views: Sequence[SeasonView]) -> discord.ui.View:
    locale, buttons = locale_of(interaction), discord.ui.View(timeout=None)
    for view in views[:ROW]:
        buttons.add_item(terms_button(view.season.id, locale, of=None if len(views) == 1 else view.league.name))
    return buttons


async def _mine(interaction: Interaction, view: SeasonView, person_id: int) -> list[str]:
    own = view.entry_of(person_id)
    if own is None:  # a team that comes late is no entry before both have agreed
        waits = say("**{league}**: {incomplete}", league=league_text(view), incomplete=_INCOMPLETE)
        return [shown(waits, locale_of(interaction))]
    rows = await interaction.client.arena.leagues.rows(view)
    row = next((each for each in rows if each.entry == own.id), None)
    lines: list[Text] = []
    if view.season.started_at is None:
        start = start_text(view.terms, overdue=view.overdue)
        lines.append(say("**{league}** hasn't started yet. {start}", league=league_text(view), start=start))
        if not own.agreed:
            lines.append(_INCOMPLETE)
    elif row is None:
        lines.append(say("**{league}**: you aren't in the table yet.", league=league_text(view)))
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
        lines.append(say("Use `/league challenge` to challenge an opponent above you."))
    called = await _called(interaction, view, now)
    return [shown(each, locale_of(interaction), members=called) for each in lines]


def _bye_text(asked: Absence, holds: bool) -> Text:
    """Return the round of an entry's bye (which both players of a team must ask for) and how to take it back."""
    if holds and asked.kind == "half_bye":
        text = say("You're sitting out round {round} for half a point. {take_back}")
    elif holds:
        text = say("You're sitting out round {round} for no points. {take_back}")
    elif asked.kind == "half_bye":
        text = say("Your team will sit out round {round} for half a point once you've both asked for it. {take_back}")
    else:
        text = say("Your team will sit out round {round} for no points once you've both asked for it. {take_back}")
    take_back = say(
        "To take it back, use `/league bye round:{round} kind:{choice}`.", round=asked.round, choice=say("cancel")
    )
    return text.using(round=asked.round, take_back=take_back)


def _placed(view: SeasonView, row: Row, count: int) -> Text:
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
        return say("**{league}**: you're still in.", league=league_text(view))
    return say("**{league}**: place {place} of {count}", league=league_text(view), place=row.place, count=count)


# The message of a round: all its pairings, with where each is played once that is known; it is edited, not said again.
#
# It is as many messages as Discord's limits demand, and which pairing stands in which of them never changes.


ROOM = 60
"""Characters that a line may grow by: by where its match is played, and by its result."""

log = logging.getLogger(__name__)


def fixtures_of(view: SeasonView, number: int) -> list[Fixture]:
    """Return the fixtures of a round, or all for 0, by division and board, byes last; of a tie the latest match."""
    found = [each for each in view.fixtures if number in (0, each.round) and each.status != "struck"]
    latest = {(each.division, each.stage, each.round, each.board or -each.id): each for each in found}
    return sorted(latest.values(), key=lambda each: (each.division, each.is_bye, each.round, each.board, each.id))


def head(view: SeasonView, number: int) -> list[Text]:
    """Return the lines above a round's pairings; empty if it is not open, or has no matches."""
    name = league_text(view)
    if view.terms.kind == "ladder":
        return [
            say("**{league}** has started.", league=name),
            say("`/league standings` shows the table. Use `/league challenge` to challenge an opponent above you."),
        ]
    if number == 0:
        return [
            say_n(
                "**{league}** has started: {count} match, which starts automatically.",
                "**{league}** has started: {count} matches, which start automatically.",
                sum(not each.is_bye for each in fixtures_of(view, 0)),
                league=name,
            ),
            say("I'll ping players where their matches are played. `/league mine` shows yours."),
        ]
    opened = next((each for each in view.rounds if each.number == number), None)
    fixtures = fixtures_of(view, number)
    if opened is None or not fixtures or (is_knockout(view.terms) and all(each.is_bye for each in fixtures)):
        return []
    called = round_called(view, number)
    if opened.ends_at is None:
        return [say("**{league} · {round}** has started.", league=name, round=called)]
    ends = day(opened.ends_at)
    return [say("**{league} · {round}** has started; it ends {when}.", league=name, round=called, when=ends)]


def pairing(fixture: Fixture, names: Mapping[int, Text], spots: Mapping[int, FollowedIn]) -> Text:
    """Return a pairing in one line, with its status once its match has begun."""
    if not fixture.is_bye and not (fixture.status == "planned" and fixture.not_before is None):
        return fixture_text(fixture, names, spots, troubled=False)
    first, *others = (names[each] for each in fixture.entries)
    if not others:
        return say("{entry}: {why}", entry=first, why=WHY_TEXTS[fixture.why or "bye"])
    for each in others:
        first = say("{first} – {second}", first=first, second=each)
    return _THIRD.using(sides=first) if fixture.stage == "third" else first


@dataclass(frozen=True, slots=True)
class Part:
    """A message of a round; it begins with `mark`, by which it is found again."""

    mark: str
    content: str


async def _parts(bot: ArenaBot, view: SeasonView, number: int, locale: Locale) -> list[Part]:
    called, spots = await names_in(bot, view, locale), await spots_of(bot, fixtures_of(view, number))
    return parts_of(view, number, spots, called, locale)


def parts_of(
    view: SeasonView, number: int, spots: Mapping[int, FollowedIn], called: Mapping[int, str], locale: Locale
) -> list[Part]:
    """Return the messages of a round; how pairings are divided among them does not depend on their status.

    Round 0 is all of them, which are listed in one message or counted.
    """
    above, names = [shown(each, locale) for each in head(view, number)], entry_texts(view)
    if not above:
        return []
    members = dict(called)
    blocks: list[list[Fixture]] = [[]]
    room = left = MESSAGE_LIMIT - sum(len(each) + 1 for each in above)
    for each in [] if view.terms.kind == "ladder" else fixtures_of(view, number):
        taken = sum(len(shown(names[entry], locale, members=members)) + 3 for entry in each.entries) + ROOM
        if taken > left and blocks[-1]:
            blocks.append([])
            left = room
        blocks[-1].append(each)
        left -= taken
    if number == 0 and len(blocks) > 1:
        blocks = [[]]
    mark = above[0] if number == 0 else above[0][: above[0].index("**", 2) + 2]
    made = []
    for index, block in enumerate(blocks):
        begins = mark if index == 0 else f"{mark} ({index + 1})"
        texts = [shown(pairing(each, names, spots), locale, members=members) for each in block]
        content = "\n".join([*(above if index == 0 else [begins]), *texts])
        made.append(Part(begins, cut(content, MESSAGE_LIMIT)))
    return made


async def post_round(
    bot: ArenaBot,
    post: Post,
    view: SeasonView,
    number: int,
    channel_id: int,
    files: Sequence[discord.File],
    *,
    quiet: bool,
) -> int | None:
    """Post the messages of a round that no earlier attempt has posted; return the last one."""
    reader = await server_reader(bot, view.league.guild_id)
    place = bot.get_partial_messageable(channel_id, guild_id=view.league.guild_id)
    parts, sent = await _parts(bot, view, number, reader.locale), list[int]()
    for index, part in enumerate(parts):
        earlier = await _earlier(bot, post, place, part) if post.attempts else None
        if earlier is None:
            earlier = await place.send(
                part.content,
                files=files if index == len(parts) - 1 else [],
                nonce=post.id if index == 0 else f"{post.id}-{index}",
                silent=quiet,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        sent.append(earlier.id)
    if sent:
        noted = f"{channel_id}:{','.join(map(str, sent))}"
        await bot.arena.settings.remember(_key(view.season, number), noted)
    return sent[-1] if sent else None


async def round_before(bot: ArenaBot, post: Post, view: SeasonView, number: int, channel_id: int) -> int | None:
    """Return the last message of a round if an earlier attempt posted all of them, else None."""
    reader = await server_reader(bot, view.league.guild_id)
    place = bot.get_partial_messageable(channel_id, guild_id=view.league.guild_id)
    parts = await _parts(bot, view, number, reader.locale)
    if not parts:
        return None
    found = await _earlier(bot, post, place, parts[-1])
    return None if found is None else found.id


async def _earlier(bot: ArenaBot, post: Post, place: discord.PartialMessageable, part: Part) -> discord.Message | None:
    """Return an earlier attempt's message of a round, whatever has become of its matches since; or None."""

    def is_it(message: discord.Message) -> bool:
        content, mark = message.content, part.mark
        return content.startswith(mark) and not content.removeprefix(mark).startswith(" (")

    return await find_own(bot, place, is_it, since=post.created_at)


def _key(season: StoredSeason, number: int) -> str:
    return f"league-round:{season.guild_id}:{season.id}:{number}"


@dataclass(eq=False, slots=True)
class RoundMessages:
    """Keeps the messages of rounds up to date; a handler of appointments."""

    bot: ArenaBot

    async def due(self, key: str, _payload: Json) -> None:
        """Update the messages of a round; if that fails, they stay as they are."""
        _, season_id, number = map(int, key.split(":"))
        try:
            view = await self.bot.arena.leagues.view(season_id)
        except NoSuchLeague:
            return
        for which in (number, 0):
            noted = await self.bot.arena.settings.remembered(_key(view.season, which))
            if noted is not None:
                await self._edit(view, which, noted)

    async def _edit(self, view: SeasonView, number: int, noted: str) -> None:
        channel_id, _, messages = noted.partition(":")
        place = self.bot.get_partial_messageable(int(channel_id), guild_id=view.league.guild_id)
        locale = await self.bot.language(view.league.guild_id)
        parts = await _parts(self.bot, view, number, locale)
        for part, message_id in zip(parts, messages.split(","), strict=False):
            try:
                await place.get_partial_message(int(message_id)).edit(
                    content=part.content, allowed_mentions=discord.AllowedMentions.none()
                )
            except (discord.HTTPException, *BROKEN) as error:
                log.info(
                    "could not update message %s of round %d of season %d: %r",
                    message_id,
                    number,
                    view.season.id,
                    error,
                )


# What a season came to, in words: its champion, who is promoted and who is relegated.


def finals_lines(view: SeasonView, found: Finals) -> Iterator[Text]:
    names = entry_texts(view)
    if found.champion is not None:
        yield champion_text(view.terms.kind, names[found.champion])
    elif view.terms.kind in ("knockout", "double-knockout") and view.season.started_at is not None:
        yield _NO_CHAMPION
    yield from _moves(_PROMOTED, found.promoted, names)
    yield from _moves(_RELEGATED, found.relegated, names)


def champion_text(kind: Kind, name: Text) -> Text:
    if kind == "ladder":
        return say("At the top: **{entry}**.", entry=name)
    return say("Champion: **{entry}**.", entry=name)


def moving(found: Finals) -> set[int]:
    named = {row.entry for row in (*found.promoted, *found.relegated)}
    return named if found.champion is None else named | {found.champion}


def _moves(title: Text, rows: Sequence[Row], names: Mapping[int, Text]) -> Iterator[Text]:
    for division, group in groupby(rows, lambda row: row.division):
        yield title.using(number=division, entries=listed([names[row.entry] for row in group]))


_NO_CHAMPION = say("There's no champion: more than one entry was still in when the season ended.")
_PROMOTED = say("▲ Promoted from division {number}: {entries}.")
_RELEGATED = say("▼ Relegated from division {number}: {entries}.")


# `/league history`: the seasons of a league, with who won them, and who was promoted and relegated.


MOST = 10
"""Seasons that are shown, the latest."""


async def show_history(interaction: Interaction, number: int | None, season: int | None) -> None:
    """Show the seasons of a league in private, the latest first, or one of them. Raises NoSuchLeague, Refusal."""
    arena = interaction.client.arena
    view = await season_shown(interaction, number, season)
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = list(reversed(await announced(interaction, view.league)))
    name = Quote(view.league.name)
    lines: list[Text] = [say("**{league}**: seasons, latest first", league=name)]
    if season is not None:
        found = [each for each in found if each.id == view.season.id]
        lines = [say("**{league}**", league=name)]
    people: set[int] = set()
    for each in found[:MOST]:
        view = await arena.leagues.view(each.id)
        came_to = await in_thread(partial(finals, view))
        people |= people_of(entry for entry in view.entries if entry.id in moving(came_to))
        lines.append(_line(view))
        lines += (say("• {line}", line=line) for line in finals_lines(view, came_to))
    names = await arena.people.names(guild_of(interaction).id, people)
    texts = [shown(each, locale_of(interaction), members=names) for each in lines]
    await reply(interaction, fitting(texts, MESSAGE_LIMIT, "…"))


def _line(view: SeasonView) -> Text:
    season = view.season
    begun = season.started_at
    if begun is None:
        return season_text(season)
    return say_n(
        "Season {number}, from {day}: {count} entry, {state}",
        "Season {number}, from {day}: {count} entries, {state}",
        len(view.entries),
        number=season.number,
        day=begun.date(),
        state=STATES[season.status],
    )
