"""News of leagues in their channels: rounds, results, cards of matches, weekly summaries."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TypeAlias

import discord

from cogs.core.access import link, server_reader
from cogs.core.bot import ArenaBot, Reader
from cogs.core.messages import accounts_of, channel_of, find_own
from cogs.core.text import MESSAGE_LIMIT, cut, fitting, shown
from cogs.league.brackets import bracket_page, bracket_picture
from cogs.league.draft import again_button, asking, asks, next_button
from cogs.league.entering import buttons_for, challenge_lines, over_lines
from cogs.league.events import keep
from cogs.league.finding import entry_texts, league_text, note_channel, people_of, tell_refused
from cogs.league.lists import finals_lines, fixture_text, fixtures_of, head, moving, pairing, post_round, round_before
from cogs.league.posts import home_of
from cogs.league.tables import page_of, picture_of
from cogs.league.wording import day
from cogs.ui.pictures import in_thread, summary_of
from cogs.ui.replay import replayed_game_of
from engine.text import Member, Text, listed, load_text, say, say_n
from hosting.errors import HostingError
from hosting.league.announcements import DAY, WEEK
from hosting.league.brackets import is_knockout
from hosting.league.errors import NoSuchLeague
from hosting.league.model import SeasonView, entry_text
from hosting.league.promotion import Finals, finals
from hosting.league.schedule import closes_at
from hosting.match.model import Post
from hosting.outbox import LeaguePost
from render.summary import short_lines
from store.league.seasons import Challenge, Entry, Fixture
from store.tables.matches import ReplayError

# How a match of a league went, as a card of words under its result.


log = logging.getLogger(__name__)


async def card_of(
    bot: ArenaBot, view: SeasonView, number: int, reader: Reader, channel_id: int
) -> discord.Embed | None:
    """Return the card of a fixture's match: why it ended, how long it took, each player's part, and where it was.

    None if no match was played, this version cannot read it, or the bot may not show cards.
    """
    fixture = next((each for each in view.fixtures if each.id == number), None)
    if fixture is None or not fixture.was_played or fixture.match_id is None:
        return None
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, channel_id)
    if guild is None or channel is None or not channel.permissions_for(guild.me).embed_links:
        return None
    try:
        match = await bot.arena.matches.get(fixture.match_id)
        story = await replayed_game_of(bot, match)
    except (HostingError, ReplayError) as error:
        log.info("could not make the card of match %d: %s", fixture.match_id, error)
        return None
    if not match.over or story.last == 0:
        return None
    card = summary_of(story)
    lines = [] if card.outcome is None else [card.outcome.reason]
    lines += short_lines(card)
    lines.append(
        say("[Match {number}]({link})", number=match.id, link=link(match.guild_id, match.channel_id)),
    )
    text = "\n".join(shown(each, reader.locale, story.names) for each in lines)
    return discord.Embed(description=cut(text, MESSAGE_LIMIT))


# What a week brought, and the match of the day, in words.


def week_lines(view: SeasonView, number: int) -> list[Text]:
    """Return the summary of a week (from 1) to go with its table; empty if no match ended in it."""
    began = view.season.started_at
    if began is None:
        return []
    first, last = began + (number - 1) * WEEK, began + number * WEEK
    over = [
        each
        for each in view.fixtures
        if each.status == "over"
        and not each.is_bye
        and not each.is_fall
        and each.ended_at is not None
        and first <= each.ended_at < last
    ]
    if not over:
        return []
    left = sum(each.open for each in view.fixtures)
    summary = say_n(
        "**{league}**, week {number}: {count} match ended.",
        "**{league}**, week {number}: {count} matches ended.",
        len(over),
        league=league_text(view),
        number=number,
    )
    if not left:
        return [summary]
    return [summary, say_n("{count} match is still to be played.", "{count} matches are still to be played.", left)]


async def day_lines(bot: ArenaBot, view: SeasonView, number: int) -> list[Text]:
    found = next((each for each in view.fixtures if each.id == number and each.status == "running"), None)
    if found is None or found.match_id is None:
        return []
    names = entry_texts(view)
    sides = listed([names[each] for each in found.entries], "comma")
    try:
        match = await bot.arena.matches.get(found.match_id)
    except ReplayError:
        return []
    if match.silent:  # nothing but that it is played
        return [say("**{league}**, match of the day: {sides}", league=league_text(view), sides=sides)]
    return [
        say(
            "**{league}**, match of the day: {sides}. It's [being played here]({link}).",
            league=league_text(view),
            sides=sides,
            link=link(match.guild_id, match.channel_id),
        )
    ]


def opens_with(view: SeasonView, number: int) -> bool:
    began = view.season.started_at
    last = None if began is None else began + number * WEEK
    return last is not None and any(abs(each.opened_at - last) < DAY for each in view.rounds if each.number > 1)


UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel or thread that is gone."""
MOST_TABLES = 5
"""Tables that are shown at once: of the first divisions."""
_MORE = say("`/league schedule` shows all of them.")
Announcement: TypeAlias = tuple[list[Text], discord.AllowedMentions, discord.ui.View]
"""Lines, their mentions, and the controls under them."""


@dataclass(eq=False, slots=True)
class News:
    """Posts news of leagues (`cogs.core.bot.NewsPoster`)."""

    bot: ArenaBot

    async def __call__(self, post: Post, content: LeaguePost, *, needed: bool, quiet: bool = False) -> int | None:
        """Post it, unless an earlier attempt did.

        If it is not `needed`, it is not posted, and None is returned unless it was posted before.
        """
        try:
            view = await self.bot.arena.leagues.view(content.season)
        except NoSuchLeague:
            return None
        if content.news == "event":
            if needed:
                await keep(self.bot, view, content.number)
            return None
        if content.watch is not None:
            return await self._post_news(post, content, view, post.channel_id, needed=needed, quiet=quiet)
        home = await home_of(self.bot, view)
        try:
            return await self._post_news(post, content, view, home, needed=needed, quiet=quiet)
        except discord.NotFound as error:
            if home == view.league.channel_id or error.code != UNKNOWN_CHANNEL:
                await tell_refused(self.bot, view, home, error)
                raise
            await note_channel(self.bot, view, None)  # the post of a forum was deleted: there is a new one
        except discord.Forbidden as error:
            await tell_refused(self.bot, view, home, error)
            raise
        return await self._post_news(post, content, view, await home_of(self.bot, view), needed=needed, quiet=quiet)

    async def _post_news(
        self, post: Post, content: LeaguePost, view: SeasonView, channel_id: int, *, needed: bool, quiet: bool
    ) -> int | None:
        reader = await server_reader(self.bot, view.league.guild_id)
        if content.news == "round" and content.watch is None:
            return await self._round(post, content, view, channel_id, reader, needed=needed, quiet=quiet)
        found = await in_thread(partial(finals, view)) if content.news == "closed" else Finals()
        lines, called, buttons = await self._announcement(view, content, found, reader.locale)
        if not lines:
            return None
        people = _named(view, content) | people_of(each for each in view.entries if each.id in moving(found))
        names = await self.bot.arena.people.names(view.league.guild_id, people)
        texts = [shown(each, reader.locale, members=names) for each in lines]
        words = fitting(texts, MESSAGE_LIMIT, shown(_MORE, reader.locale))
        place = self.bot.get_partial_messageable(channel_id, guild_id=view.league.guild_id)
        if post.attempts:
            same = partial(asks, words) if content.news == "next" else words.__eq__
            earlier = await find_own(self.bot, place, lambda message: same(message.content), since=post.created_at)
            if earlier is not None:
                return earlier.id
        if not needed:
            return None
        files = await self._tables(view, reader) if _has_table(content, view) else []
        pressed = buttons if buttons.children else discord.utils.MISSING
        sent = await place.send(
            words,
            files=files,
            embeds=await self._cards(view, content, reader, channel_id),
            view=pressed,
            nonce=post.id,
            silent=quiet,
            allowed_mentions=called,
        )
        await self._cache(view, content)
        return sent.id

    async def _round(
        self,
        post: Post,
        content: LeaguePost,
        view: SeasonView,
        channel_id: int,
        reader: Reader,
        *,
        needed: bool,
        quiet: bool,
    ) -> int | None:
        """Post the messages of a round; the first of them shows whether an earlier attempt posted them."""
        if not needed:
            return await round_before(self.bot, post, view, content.number, channel_id)
        files = await self._tables(view, reader) if _has_table(content, view) else []
        sent = await post_round(self.bot, post, view, content.number, channel_id, files, quiet=quiet)
        if sent is not None:
            await self._cache(view, content)
        return sent

    async def _cards(
        self, view: SeasonView, content: LeaguePost, reader: Reader, channel_id: int
    ) -> Sequence[discord.Embed]:
        # Channels that follow a league have the board at the end, so they get no card.
        if content.news != "result" or content.watch is not None:
            return []
        card = await card_of(self.bot, view, content.number, reader, channel_id)
        return [] if card is None else [card]

    async def _cache(self, view: SeasonView, content: LeaguePost) -> None:
        if content.news in ("result", "corrected"):
            await self.bot.arena.leagues.rows(view)  # so that the next look at the table is quick

    async def _announcement(
        self, view: SeasonView, content: LeaguePost, found: Finals, locale: str | None
    ) -> Announcement:
        bot, called, buttons = self.bot, discord.AllowedMentions.none(), discord.ui.View(timeout=None)
        match content.news:
            case "challenge":
                lines, made = await challenge_lines(bot, view, content.number)
                if made is not None:
                    called = (await accounts_of(bot, _challenged(view, made))).only()
                    buttons = buttons_for(content.season, made.id, locale)
            case "unanswered":
                lines = await over_lines(bot, view, content.number)
            case "next":
                lines, called = await asking(bot, view, content.number)
                buttons = again_button(content.season, locale)
            case "day":
                lines = await day_lines(bot, view, content.number)
            case _:
                lines = news_lines(view, content, found)
                if content.news == "corrected" and lines:
                    lines += await self._why(view, content.number)
                if content.news == "closed" and content.watch is None:
                    buttons = next_button(content.season, locale)
        return lines, called, buttons

    async def _why(self, view: SeasonView, fixture_id: int) -> list[Text]:
        match_id = next((each.match_id for each in view.fixtures if each.id == fixture_id), None)
        made = [] if match_id is None else await self.bot.arena.corrections.in_force(match_id)
        return [load_text(each.why) for each in made[-1:]]

    async def _tables(self, view: SeasonView, reader: Reader) -> Sequence[discord.File]:
        """Return the first pages of the tables of the first divisions; of a knock-out, its bracket."""
        if is_knockout(view.terms):
            return [await bracket_picture(await bracket_page(self.bot, view, reader, None, None), reader)]
        files = []
        for division in view.divisions[:MOST_TABLES]:
            page = await page_of(self.bot, view, reader, division.number, 0, None)
            if page.count:
                file = await picture_of(page.table, reader)
                file.filename = f"standings-{division.number}.png"
                files.append(file)
        return files


def news_lines(view: SeasonView, content: LeaguePost, found: Finals) -> list[Text]:  # noqa: PLR0911 - one for each kind
    name = league_text(view)
    match content.news:
        case "round":
            names, above = entry_texts(view), head(view, content.number)
            paired = fixtures_of(view, content.number) if content.number and above else []
            return [*above, *(pairing(each, names, {}) for each in paired)]
        case "result" | "corrected":
            fixture = next((each for each in view.fixtures if each.id == content.number), None)
            if fixture is None or fixture.open:
                return []
            fixture_line = fixture_text(fixture, entry_texts(view), {}, troubled=False)
            if content.news == "corrected":
                return [say("**{league}**, corrected: {fixture}", league=name, fixture=fixture_line)]
            return [say("**{league}**: {fixture}", league=name, fixture=fixture_line)]
        case "ended" if view.season.closed_at is not None:
            return []  # its close is told next, with the same table
        case "ended":
            return [say("**{league}** is over.", league=name), *_what_follows(view)]
        case "left":
            return [
                say("**{league}**: {entry} left this season.", league=name, entry=entry_text(each))
                for each in view.entries
                if each.id == content.number
            ]
        case "week":
            return week_lines(view, content.number)
        case "fell":
            return _ladder_falls(view, content.number)
        case "taken":
            return [_continued_by(view, each) for each in view.entries if each.id == content.number and each.current]
        case "challenge" | "unanswered" | "day" | "event" | "next":
            return []  # `cogs.league.entering`, `summaries` and `following` tell of these
        case "closed":
            return [
                say("**{league}** is closed: this is the final bracket.", league=name)
                if is_knockout(view.terms)
                else say("**{league}** is closed: this is the final table.", league=name),
                *finals_lines(view, found),
                say(
                    "The secret behind its lots was `{secret}` (SHA-256: `{hash}`).",
                    secret=view.secret or "",
                    hash=view.commitment,
                ),
            ]


def _what_follows(view: SeasonView) -> Iterator[Text]:
    """Yield what organisers can or must do before a finished season is closed, and when it closes."""
    closes = closes_at(view)
    if closes is None:
        return
    waiting = sum(each.why == "unfinished" for each in view.fixtures)
    if view.terms.unfinished == "adjudicate" and waiting:
        yield say_n(
            "{count} match wasn't finished in time: organisers can decide its points with `/league-manage decide`.",
            (
                "{count} matches weren't finished in time: organisers can decide their points with "
                "`/league-manage decide`."
            ),
            waiting,
        )
    yield say("It closes {when}; until then organisers can correct mistakes.", when=day(closes))


def _continued_by(view: SeasonView, entry: Entry) -> Text:
    """Return who continues an entry: the one who came last."""
    new = Member(entry.current[-1])
    if view.terms.teams:
        text = say("**{league}**: {player} now plays for {entry}, replacing a partner who left.")
        return text.using(league=league_text(view), player=new, entry=entry_text(entry))
    text = say("**{league}**: {player} takes over {former}'s place and points.")
    return text.using(league=league_text(view), player=new, former=Member(entry.players[0]))


def _ladder_falls(view: SeasonView, number: int) -> list[Text]:
    """Return who dropped a place on a ladder because they have not played for too long."""
    names = entry_texts(view)
    fixture = next((each for each in view.fixtures if each.id == number), None)
    if fixture is None or view.terms.ladder is None:
        return []
    above = next(side.entry for side in fixture.sides if not side.challenger)
    below = next(side.entry for side in fixture.sides if side.challenger)
    days = timedelta(days=view.terms.ladder.inactivity or 0)
    return [
        say(
            "**{league}**: {below} moves up past {above}, who hasn't played for {days}.",
            league=league_text(view),
            below=names[below],
            above=names[above],
            days=days,
        )
    ]


def _named(view: SeasonView, content: LeaguePost) -> set[int]:
    found: Iterable[Fixture] = ()
    if content.news in ("result", "corrected", "day"):
        found = [each for each in view.fixtures if each.id == content.number]
    elif content.news in ("left", "taken"):
        return people_of(each for each in view.entries if each.id == content.number)
    elif content.news in ("challenge", "unanswered", "fell"):
        return people_of(view.entries)
    elif content.news == "round" and content.number:
        found = fixtures_of(view, content.number)
    wanted = {entry for each in found for entry in each.entries}
    return people_of(each for each in view.entries if each.id in wanted)


def _challenged(view: SeasonView, made: Challenge) -> tuple[int, ...]:
    return next(each.current for each in view.entries if each.id == made.against)


def _has_table(content: LeaguePost, view: SeasonView) -> bool:
    if content.news in ("ended", "closed"):
        return True
    if content.news == "week":
        return not opens_with(view, content.number)  # it comes with the round that opens
    if content.news == "round" and is_knockout(view.terms):
        return True
    return content.news == "round" and content.number > 1 and any(each.status == "over" for each in view.fixtures)
