"""Hosting's posts as messages: boards with whose turn it is, hashes, results; found again after a crash."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import aiohttp
import discord
from discord.ext import commands
from discord.http import handle_message_parameters
from discord.utils import MISSING

from cogs.channels.places import shut_out
from cogs.core.access import link, server_reader
from cogs.core.bot import ArenaBot, ArenaCog, PostContext
from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.messages import Accounts, accounts_of, custom_ids, find_own, members_of
from cogs.core.text import MESSAGE_LIMIT, cut, shown
from cogs.review.record import choices_name
from cogs.silence.notices import call_for, call_organisers
from cogs.ui.boards import (
    MORE,
    SPECTATE,
    board_content,
    call_content,
    ended_content,
    haste,
    match_view,
    public,
    season_line,
    turns_before,
)
from cogs.ui.hashes import (
    ALL_OPENED,
    all_opened,
    beginning_content,
    hashes_content,
    opened_aside,
    opened_text,
    opening_content,
)
from cogs.ui.pictures import draw_board, make_card, picture_name, summary_of
from cogs.ui.replay import replayed_game_of
from engine.seat import Seat
from engine.text import Text, members_in, say
from hosting.housing import DELETED, FORBIDDEN, GONE, REFUSED
from hosting.match.model import BEGINNING, Post, awaited
from hosting.match.sealing import Sealing, copied
from hosting.match.service import decision_continues, first_event
from hosting.notify import calls_here
from hosting.outbox import (
    BoardPost,
    HashesPost,
    LeaguePost,
    PuzzlePost,
    RefreshPost,
    ReminderPost,
    Retry,
    TextPost,
    Undeliverable,
    load,
)
from store.tables.outbox import Shown

# The message with the number of those who have chosen, and a hash of each sealed choice.
#
# It is posted with the first choice of a decision and edited, without a sound, with every other one, the last one too.
# The choices are opened by another message: the board that follows.
#
# The hashes of the seed, and of choices before the start, have a message of their own below the first board, which is
# never edited.


class Sealed:
    """Delivers posts of kind "sealed"."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def send(self, context: PostContext[HashesPost]) -> int | None:
        post, match = context.post, context.match
        hashes = context.content
        sealing, message_id = await self.bot.arena.commitments.posted(match, hashes.decision, post.channel_id)
        begins = hashes.decision == BEGINNING
        if begins and message_id is not None:
            return message_id
        locale = context.reader.locale
        content = await self._beginning(context) if begins else hashes_content(match, sealing, locale)
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        quiet = discord.AllowedMentions.none()
        if message_id is not None:
            try:
                # An edit leaves a time that all can see: one that changes nothing must not come after the opening.
                if not post.attempts or not await _says(place, message_id, content):
                    await place.get_partial_message(message_id).edit(content=content, allowed_mentions=quiet)
            except discord.NotFound:
                message_id = None
            except discord.HTTPException as error:
                if error.code != TOO_OLD:
                    raise
                message_id = None  # another message has all the hashes
        if message_id is None:
            message_id = (await place.send(content, nonce=post.id, silent=True, allowed_mentions=quiet)).id
        return message_id

    async def sent_before(self, context: PostContext[HashesPost]) -> int | None:
        """Return an earlier attempt's message of the decision; None has it posted or edited again."""
        post, match = context.post, context.match
        hashes = context.content
        sealing, message_id = await self.bot.arena.commitments.posted(match, hashes.decision, post.channel_id)
        if message_id is not None:
            return None  # editing it once more does no harm: nothing is opened before this post is done
        place = self.bot.get_partial_messageable(post.channel_id, guild_id=match.guild_id)
        if hashes.decision == BEGINNING:
            first = await self._beginning(context)
            alike = await find_own(self.bot, place, lambda each: each.content == first, since=post.created_at)
            return None if alike is None else alike.id

        def is_it(message: discord.Message) -> bool:
            return any(each in message.content for each in sealing.digests)

        message = await find_own(self.bot, place, is_it, since=post.created_at)
        if message is None:
            return None
        content = hashes_content(match, sealing, context.reader.locale)
        if message.content != content:
            await message.edit(content=content, allowed_mentions=discord.AllowedMentions.none())
        return message.id

    async def _beginning(self, context: PostContext[HashesPost]) -> str:
        held = await self.bot.arena.loadouts.held(context.match.id)
        return beginning_content(context.match, held, context.reader.locale)


async def _says(place: discord.PartialMessageable, message_id: int, content: str) -> bool:
    try:
        return (await place.fetch_message(message_id)).content == content
    except discord.Forbidden:
        return False


# What Discord's refusals mean for the outbox.


log = logging.getLogger(__name__)

TOO_OLD = 30046
"""Discord's code for an edit too many of a message that is older than an hour."""


def failure_of(error: discord.HTTPException, denial: Callable[[], Text]) -> Retry | Undeliverable:
    """Return the outbox's error for Discord's answer: a refusal is never simply tried again."""
    if isinstance(error, discord.NotFound):
        return Undeliverable(DELETED, GONE)
    if isinstance(error, discord.Forbidden):
        return Undeliverable(denial(), FORBIDDEN)
    if error.status == 429 or error.status >= 500:
        return Retry(pause_of(error))
    log.error("Discord refuses a post", exc_info=error)
    return Undeliverable(say("Discord won't accept what I want to post; my log says why."), REFUSED)


def pause_of(error: discord.HTTPException) -> float:
    given = error.response.headers.get("Retry-After", "")
    return float(given) if given.isdecimal() else 0.0


# Which message a post became whose delivery was cut off: after a crash nothing is posted twice.


async def recognises(bot: ArenaBot, context: PostContext[Any]) -> Callable[[discord.Message], bool]:
    post, match = context.post, context.match
    name = picture_name(match, post.seq)
    notice = await notice_content(bot, context) if post.kind == "notice" else ""

    def is_it(message: discord.Message) -> bool:
        pictured = any(file.filename == name for file in message.attachments)
        ids = map(MatchId.parse, custom_ids(message))
        running = MatchId(match.id, post.seq, MORE) in ids
        match post.kind:
            case "board":
                line = context.content.edit is not None
                return running and not message.attachments if line else pictured
            case "ended":
                return pictured
            case "notice":
                return is_notice(post, notice, message)
            case other:
                raise AssertionError(f"posts of kind {other} are looked for by who delivers them")

    return is_it


def is_notice(post: Post, content: str, message: discord.Message) -> bool:
    return message.created_at >= post.created_at and message.content == content


async def notice_content(bot: ArenaBot, context: PostContext[TextPost]) -> str:
    match, post = context.match, context.content
    season = None if post.missing is None else await season_line(bot, match, post.missing)
    members = await members_of(bot, match, post.text)
    lines = [post.text] if season is None else [post.text, season]
    return cut("\n".join(shown(each, context.reader.locale, match.names, members) for each in lines), MESSAGE_LIMIT)


# Texts that are said without a look at their match, such as one that this version cannot read, or without a match.


async def post_unreadable(bot: ArenaBot, post: Post, notice: TextPost, guild_id: int, *, needed: bool) -> int | None:
    """Post a text in a channel or to a person, unless an earlier attempt did; return the message's id.

    A person who has no account any more, or takes no direct messages, gets nothing. If a text to organisers is for the
    channel of a league that is gone or closed, it goes elsewhere.
    """
    text, people = notice.text, await _responsible(bot, post) if notice.organisers else []
    called, mentions = ("", discord.AllowedMentions.none())
    if notice.organisers:
        called, mentions = await call_for(bot, guild_id, people)
    locale, private = (await server_reader(bot, guild_id)).locale, post.kind == "private"
    if private:
        locale = (await bot.arena.settings.player(post.channel_id)).language or locale
    names = await bot.arena.people.names(guild_id, members_in(text))
    content = cut(f"{called}\n{shown(text, locale, members=names)}".lstrip("\n"), MESSAGE_LIMIT)
    try:
        place = await _direct(bot, post.channel_id) if private else await _channel(bot, post, guild_id)
        if place is None:
            return None
        if post.attempts:
            found = await find_own(bot, place, lambda message: is_notice(post, content, message))
            if found is not None:
                return found.id
        if not needed:
            return None
        sent = await place.send(content, nonce=post.id, allowed_mentions=mentions)
    except (discord.Forbidden, discord.NotFound) as error:
        if notice.organisers:
            await call_organisers(bot, guild_id, text, people, but=post.channel_id)
        if not private or isinstance(error, discord.NotFound):
            raise
        # Not who: what is told in private, and when, can be a secret among players.
        log.info("could not send post %d: the person doesn't accept direct messages", post.id)
        return None
    return sent.id


async def _responsible(bot: ArenaBot, post: Post) -> list[int]:
    if post.subject.kind != "league":
        return []
    return [(await bot.arena.leagues.view(post.subject.id)).league.person_id]


async def _direct(bot: ArenaBot, person_id: int) -> discord.DMChannel | None:
    account = (await accounts_of(bot, [person_id])).get(person_id)
    return None if account is None else await bot.create_dm(discord.Object(account))


async def _channel(bot: ArenaBot, post: Post, guild_id: int) -> discord.PartialMessageable | None:
    home = bot.channel_resolvers.get(post.subject.kind)
    channel_id = post.channel_id if home is None else await home(post.subject.id)
    return None if channel_id is None else bot.get_partial_messageable(channel_id, guild_id=guild_id)


# The picture of a board as a file whose name tells which post it belongs to.


async def picture(bot: ArenaBot, context: PostContext[Any]) -> discord.File:
    match, session = context.match, context.session
    played = [] if session.last is None else [*await turns_before(bot, match, context.post.seq), session.last]
    events = public([event for each in played for event in each.events], context.audience)
    board = await draw_board(match.game, session.view(None), events, match.names, context.reader)
    file = board.files[0]
    file.filename = picture_name(match, context.post.seq)
    return file


_NOTICE_BUTTONS = {SPECTATE: say("Read what spectators said")}


def joined(*parts: str) -> str:
    """Return the non-empty parts of a message, each on a new line, as far as they fit."""
    return cut("\n".join(filter(None, parts)), MESSAGE_LIMIT)


class _Called(NamedTuple):
    """Whom a call mentions, which of them it notifies, and whom it notifies in private instead."""

    mentioned: frozenset[int] = frozenset()
    notified: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()


class Poster(ArenaCog):
    """Delivers posts (`hosting.outbox.Poster`)."""

    async def deliver(self, post: Post, *, needed: bool = True) -> int | None:
        """Post a message, once; return its id. If it is not `needed`, only look for the message of an earlier attempt.

        Raises:
            Retry: Discord is not reachable or in trouble.
            Undeliverable: The bot may not post there, or the channel is gone.
        """
        try:
            content = load(post.kind, post.payload)
            if isinstance(content, TextPost) and content.unbegun is not None:
                message_id = await post_unreadable(self.bot, post, content, content.unbegun, needed=needed)
                if post.subject.kind == "match" and post.kind != "private":
                    await self._retire_last(post)
                return message_id
            if isinstance(content, RefreshPost):
                await self._show(post)
                return None
            if isinstance(content, PuzzlePost):
                return await self.bot.puzzle_poster(post, content, needed=needed)
            if isinstance(content, LeaguePost):
                return await self._news(post, content, needed=needed)
            match = await self.bot.arena.matches.get(post.match_id)
            session = await self.bot.arena.matches.at(match, post.seq)
            context = PostContext(post, content, match, session, await server_reader(self.bot, match.guild_id))
            delivery = self.bot.deliveries.get(post.kind)
            message_id = None
            if post.attempts:
                message_id = await (self.posted_before if delivery is None else delivery.sent_before)(context)
            if message_id is None and needed:
                message_id = (await self._send(context)).id if delivery is None else await delivery.send(context)
            if message_id is not None and post.kind == "ended":
                await self._retire_last(post)
        except discord.HTTPException as error:
            failure = failure_of(error, lambda: self._denial(post))
            if post.kind == "ended" and isinstance(failure, Undeliverable):
                # No other message will come; the buttons can be removed where the bot may not post, too.
                await self._retire_last(post)
            raise failure from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Retry from error
        return message_id

    async def _show(self, post: Post) -> None:
        show = self.bot.shows.get(post.subject.kind)
        if show is None:
            raise AssertionError(f"nobody shows a {post.subject.kind}")
        await show(post)

    @commands.Cog.listener()
    async def on_shard_ready(self, _shard: int) -> None:
        await self.bot.arena.outbox.resume()

    def _denial(self, post: Post) -> Text:
        channel = self.bot.get_channel(post.channel_id)
        guild = channel.guild if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None
        return shut_out(guild, post.channel_id)

    async def _news(self, post: Post, content: LeaguePost, *, needed: bool) -> int | None:
        poster = self.bot.news_posters.get(post.kind)
        if poster is None:
            raise AssertionError(f"nobody posts news of kind {post.kind}")
        return await poster(post, content, needed=needed)

    async def _send(self, context: PostContext[Any]) -> discord.Message:
        match context.post.kind:
            case "ended":
                return await self._ended(context)
            case "notice":
                return await self._notice(context)
            case other:
                raise AssertionError(f"nobody delivers posts of kind {other}")

    async def call(self, context: PostContext[Any], board: str | None = None) -> tuple[str, Accounts]:
        """Return whose turn it is, and whom that notifies; `board` is the address of the board, for a line below it."""
        match = context.match
        called = await self._called(context)
        accounts, due = await accounts_of(self.bot, called.mentioned), dict[Seat, datetime]()
        if match.clock is not None and match.seq == context.post.seq:
            clock = match.clock.shown if match.secret else match.clock
            due = {seat: at for seat in match.awaited if (at := clock.due(seat)) is not None}
        content = call_content(
            match,
            context.session,
            context.reader.locale,
            board=board,
            pinged=accounts,
            deadlines=due,
            away=await self._away(context),
        )
        return content, accounts.among(called.notified)

    async def _away(self, context: PostContext[Any]) -> timedelta:
        post, match, arena = context.post, context.match, self.bot.arena
        if match.clock is None:
            return timedelta()
        outages = arena.outages.of(match.guild_id)
        if not outages.absence(match.started_at, self.bot.clock.now()):
            return timedelta()
        (before,) = await arena.outbox.latest_boards(match.id, post.channel_id, post.seq)
        since = match.started_at if before is None else discord.utils.snowflake_time(before.message_id)
        return outages.absence(since, self.bot.clock.now())

    async def _ended(self, context: PostContext[BoardPost]) -> discord.Message:
        post, match, locale = context.post, context.match, context.reader.locale
        outcome = context.session.outcome
        if outcome is None:
            raise AssertionError(f"match {match.id} is said to have ended at {post.seq} and has not")
        mentioned = await accounts_of(self.bot, [seat.person_id for seat in match.seats])
        record = await self.bot.arena.matches.record(match.id, None)
        embedded = self._may_embed(context)
        story = await replayed_game_of(self.bot, match)
        card = await make_card(story, context.reader, embedded=embedded)
        stored = discord.File(io.BytesIO(record.encode()), f"{match.game}-{match.id}.record")  # no text Discord shows
        files = [await picture(self.bot, context), *card.files, stored]
        closed = await self.bot.arena.commitments.opened_at_the_end(match)
        begun = await self.bot.arena.loadouts.opened(match)
        below = [shown(each, locale) for each in haste(match, post.seq)]
        below += [shown(all_opened(len(closed)), locale)] if closed else []
        below += [shown(ALL_OPENED, locale)] if begun else []
        if outcome.onward is not None and await self.bot.arena.matches.first_victory(match):
            below.insert(0, shown(outcome.onward, locale))
        below.append(await self._opened_aside(context))
        if closed or begun:
            choices = opened_text(begun) + (f"{copied(match, closed)}\n" if closed else "")
            files.append(discord.File(io.BytesIO(choices.encode()), choices_name(match)))
        room = MESSAGE_LIMIT - len(joined(*below)) - 1
        feats = summary_of(story).feats if story.last else ()
        before = await turns_before(self.bot, match, post.seq)
        content = ended_content(
            match, context.session, outcome, locale, mentioned=mentioned, feats=feats, before=before, room=room
        )
        return await self.channel(context).send(
            joined(content, *below),
            files=files,
            embeds=card.embeds,
            view=match_view(match, context.session, post.seq, locale, analysed=self.bot.arena.core.computers_offered),
            nonce=post.id,
            allowed_mentions=mentioned.only(),
        )

    async def _opened_aside(self, context: PostContext[BoardPost]) -> str:
        """Return where the salts and hashes are of the choices that the end opened; empty if it opened none."""
        decision = context.content.opens
        if decision is None:
            return ""
        _, address = await self.hashes(context, decision)
        return shown(opened_aside(context.match, decision, address), context.reader.locale)

    async def hashes(self, context: PostContext[Any], decision: int) -> tuple[Sealing, str | None]:
        """Return a decision, and the address of the message with its hashes in a post's channel, if it exists."""
        post, match = context.post, context.match
        sealing, message_id = await self.bot.arena.commitments.posted(match, decision, post.channel_id)
        return sealing, None if message_id is None else f"{link(match.guild_id, post.channel_id)}/{message_id}"

    async def _notice(self, context: PostContext[TextPost]) -> discord.Message:
        content, none = await notice_content(self.bot, context), discord.AllowedMentions.none()
        button = context.content.button
        label = _NOTICE_BUTTONS.get(button)
        if label is None:
            return await self.channel(context).send(content, nonce=context.post.id, allowed_mentions=none)
        view = discord.ui.View(timeout=None)
        pressed = MatchId(context.post.match_id, context.post.seq, button)
        view.add_item(MatchButton.button(pressed.text, label, context.reader.locale))
        return await self.channel(context).send(content, view=view, nonce=context.post.id, allowed_mentions=none)

    async def _called(self, context: PostContext[Any]) -> _Called:
        """Return whom a call is for: players who must decide.

        They are called in one channel each, and notified unless they do not want it. Where partners are silent they are
        mentioned all the same: a player's setting would be a sign that the partner reads (R29).
        """
        match = context.match
        here, notified = set[int](), set[int]()
        if match.alone:  # nobody waits for them
            return _Called()
        for seat in awaited(match, context.session):
            person_id = match.person_of(seat)
            if match.home(seat) != context.post.channel_id:
                continue
            here.add(person_id)
            if calls_here(await self.bot.arena.settings.player(person_id), context.post.created_at):
                notified.add(person_id)
        if not match.silent:
            return _Called(frozenset(notified), frozenset(notified))
        unnamed = await self.bot.silence.renamed(match)
        return _Called(frozenset(here - unnamed), frozenset(notified - unnamed), frozenset(notified & unnamed))

    async def call_aside(self, context: PostContext[Any]) -> None:
        """Notify in private the renamed players whom a silent match does not mention (R29)."""
        match, post = context.match, context.post
        aside = (await self._called(context)).aside if match.silent else ()
        for each in match.seats:
            if each.person_id in aside:
                call = ReminderPost("turn", each.seat)
                await self.bot.arena.reminders.aside(match, each.person_id, call, post.created_at)

    async def _retire_last(self, post: Post) -> None:
        """Remove the buttons of a match's latest message in the channel of a post that says that the match is over."""
        (last,) = await self.bot.arena.outbox.latest_boards(post.match_id, post.channel_id, post.seq)
        if last is not None:
            self.bot.retire(post.channel_id, last.message_id, whole=is_line(last))

    async def posted_before(self, context: PostContext[Any]) -> int | None:
        """Return the message of an earlier attempt that died before noting it, or None."""
        found = await find_own(self.bot, self.channel(context), await recognises(self.bot, context))
        return None if found is None else found.id

    def _may_embed(self, context: PostContext[Any]) -> bool:
        guild = self.bot.get_guild(context.match.guild_id)
        channel = guild.get_channel_or_thread(context.post.channel_id) if guild is not None else None
        # Without the permission Discord would refuse the whole message.
        return guild is not None and channel is not None and channel.permissions_for(guild.me).embed_links

    def channel(self, context: PostContext[Any]) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(context.post.channel_id, guild_id=context.match.guild_id)


# One message a turn: it tells what was played, shows where that led, calls who is next, and has the buttons.
#
# A board stays; only its buttons go when the next one comes. What changes without a turn is edited into it; where that
# is not possible, or where it should be noticed, a line below it has the call and the buttons from then on, and goes as
# a whole when the next board comes.
#
# A part of an unfinished decision posts nothing: it gives the message above new buttons. The board after the last part
# shows all of it, and the same player goes on, so nobody needs to be called.


FRESH = timedelta(minutes=55)
"""Edits of messages that are older than an hour are throttled."""


def is_line(shown: Shown) -> bool:
    """Return whether a message is a line below a board."""
    return BoardPost.load(shown.payload).edit is not None


class Boards:
    """Delivers posts of kind "board"."""

    def __init__(self, bot: ArenaBot, poster: Poster) -> None:
        self.bot = bot
        self._poster = poster

    async def send(self, context: PostContext[BoardPost]) -> int | None:
        post, board = context.post, context.content
        latest, asked = await self._above(context)
        if board.edit is not None:
            return await self._again(context, board, latest)
        goes_on = board.note is None and decision_continues(context.session)
        if latest is not None and latest.seq != post.seq and goes_on and self.bot.clock.now() - latest.at <= FRESH:
            view = self._view(context)
            if await self._edit(context, latest, view=view):
                return latest.message_id
        message_id = await self._post(context, *await self._content(context, post.seq, board), quiet=board.quiet)
        await self._close(context, latest, asked)
        return message_id

    async def sent_before(self, context: PostContext[BoardPost]) -> int | None:
        """Return an earlier attempt's message; None has it posted, or the one above edited again."""
        found = await self._poster.posted_before(context)
        latest, asked = await self._above(context)
        if found is None or (latest is not None and latest.message_id == found):
            return None
        await self._close(context, latest, asked)
        return found

    def _view(self, context: PostContext[BoardPost]) -> discord.ui.View:
        analysed = self.bot.arena.core.computers_offered
        return match_view(context.match, context.session, context.post.seq, context.reader.locale, analysed=analysed)

    async def _above(self, context: PostContext[BoardPost]) -> list[Shown | None]:
        """Return the latest message, and the one that asked for the decision."""
        post = context.post
        asked = first_event(context.match, post.seq)
        return await self.bot.arena.outbox.latest_boards(post.match_id, post.channel_id, post.seq + 1, asked)

    async def _post(self, context: PostContext[BoardPost], content: str, called: Accounts, *, quiet: bool) -> int:
        post, match = context.post, context.match
        overtaken = match.seq > post.seq
        # What was overtaken while it could not be posted calls nobody: what overtook it does, and has the buttons.
        quiet = quiet or overtaken
        if not quiet:
            await self._poster.call_aside(context)
        line = context.content.edit is not None
        # Past `send`, which makes an object of each answer and remembers each button.
        parameters = handle_message_parameters(
            content,
            files=[] if line else [await picture(self.bot, context)],
            view=MISSING if overtaken else self._view(context),
            nonce=post.id,
            allowed_mentions=(Accounts() if quiet else called).only(),
            flags=discord.MessageFlags(suppress_embeds=True, suppress_notifications=quiet),
        )
        with parameters:
            return int((await self.bot.http.send_message(post.channel_id, params=parameters))["id"])

    async def _again(self, context: PostContext[BoardPost], board: BoardPost, latest: Shown | None) -> int | None:
        """Bring the latest message up to date, or post a line below it."""
        post, match = context.post, context.match
        if match.seq > post.seq:
            return None  # the board that follows says it
        current = latest if latest is not None and latest.seq == post.seq else None
        if current is not None and board.edit:
            content, called = await self._content(context, current.made, BoardPost.load(current.payload))
            if await self._edit(context, current, called, content=content):
                return current.message_id
        address = None if latest is None or is_line(latest) else self._address(context, latest)
        line, called = await self._poster.call(context, address)
        message_id = await self._post(context, line, called, quiet=board.quiet or bool(board.edit))
        await self._close(context, latest, None)
        return message_id

    def _address(self, context: PostContext[BoardPost], latest: Shown) -> str:
        return f"{link(context.match.guild_id, context.post.channel_id)}/{latest.message_id}"

    async def _content(self, context: PostContext[BoardPost], seq: int, board: BoardPost) -> tuple[str, Accounts]:
        """Return the content of the message that was made by a post about event `seq`, and whom it notifies."""
        post, match, locale = context.post, context.match, context.reader.locale
        call, called = await self._poster.call(context)
        if board.edit is not None:
            return call, called
        session = context.session if seq == post.seq else await self.bot.arena.matches.at(match, seq)
        below = list[str]()  # never cut
        if board.opens is not None:
            sealing, address = await self._poster.hashes(context, board.opens)
            below.append(opening_content(match, sealing, locale, address))
        if seq == 0 and (season := await season_line(self.bot, match)) is not None:
            below.append(shown(season, locale))
        below += [shown(each, locale) for each in haste(match, seq)]
        below.append(call)
        room = MESSAGE_LIMIT - len(joined(*below)) - 1
        before = await turns_before(self.bot, match, seq)
        words = board_content(
            match, session, locale, context.audience, board.note, before=before, headline=False, room=room
        )
        return joined(words, *below), called

    async def _edit(
        self,
        context: PostContext[BoardPost],
        latest: Shown,
        called: Accounts | None = None,
        **changes: Any,  # noqa: ANN401
    ) -> bool:
        message = self._poster.channel(context).get_partial_message(latest.message_id)
        try:
            # An edit notifies nobody.
            await message.edit(allowed_mentions=(called or Accounts()).only(), **changes)
        except discord.HTTPException as error:
            passing = error.status == 429 or error.status >= 500
            if isinstance(error, discord.Forbidden) or (passing and error.code != TOO_OLD):
                raise
            # It may be gone, too old or in the archive: no reason to stop a match.
            log.info("could not update board %d: %s", latest.message_id, error)
            return False
        return True

    async def _close(self, context: PostContext[BoardPost], latest: Shown | None, asked: Shown | None) -> None:
        """Remove the buttons of the message before this one; all of it if it's a line, or if this one repeats it."""
        if latest is None:
            return
        post, new, old = context.post, context.content, BoardPost.load(latest.payload)
        again = latest.seq == post.seq or (asked is not None and asked.message_id != latest.message_id)
        whole, content = old.edit is not None, None
        if not whole and new.edit is None:
            # What opens choices, or tells what a player did, stays where it is.
            whole = again and old.opens is None and old.note is None
        elif not whole and again:
            if new.edit:
                return  # it could not be edited just now
            content, _ = await self._content(context, latest.made, old)  # as it is now: no longer paused
        self.bot.retire(post.channel_id, latest.message_id, whole=whole, content=content)
