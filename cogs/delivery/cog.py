"""What hosting wants posted, as messages: boards, whose turn it is, results, notices."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

import aiohttp
import discord

from cogs.channels.places import shut_out
from cogs.core.accounts import Accounts, accounts_of
from cogs.core.bot import ArenaCog
from cogs.core.components import MatchButton
from cogs.core.context import link
from cogs.core.custom_ids import MatchId
from cogs.core.delivery import CALLS, Occasion
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import find_own
from cogs.core.readers import server_reader
from cogs.core.text import cut, shown
from cogs.delivery.failures import failure_of, pause_of
from cogs.delivery.pictures import picture
from cogs.delivery.recovery import notice_content, recognises
from cogs.delivery.unread import say_unread
from cogs.review.record import choices_name, kept_name
from cogs.ui.card import make_card, summary_of
from cogs.ui.hashes import all_opened, opened_aside, opening_content
from cogs.ui.loadouts import ALL_OPENED, opened_text
from cogs.ui.match_buttons import SPECTATE, match_view
from cogs.ui.status import board_content, ended_content, season_line, status_content
from cogs.ui.story import story_of
from engine.seat import Seat
from engine.text import Text, say
from hosting.match.model import Post, awaited
from hosting.match.sealing import Sealing, copied
from hosting.notify.reminders import calls_here
from hosting.outbox.errors import Denied, Retry, Undeliverable
from hosting.outbox.posts import BoardPost, LeaguePost, ReminderPost, TextPost, load, load_board

log = logging.getLogger(__name__)

ARCHIVED = 50083
"""Discord's code for what cannot be done in an archived thread; the next post there ends that."""

_NOTICE_BUTTONS = {SPECTATE: say("Read what spectators said")}


def joined(*parts: str) -> str:
    """Return the parts of a message, each beginning a line, as far as a message holds them; empty ones are left out."""
    return cut("\n".join(filter(None, parts)), MESSAGE_LIMIT)


def taken(parts: Sequence[str]) -> int:
    """Return how many characters parts take that stand below another one."""
    return sum(len(part) + 1 for part in parts if part)


class Poster(ArenaCog):
    """Delivers posts (`hosting.outbox.dispatcher.Poster`)."""

    async def deliver(self, post: Post) -> int | None:
        """Post a message, once; return its id.

        Raises:
            Retry: Discord is not reachable or in trouble.
            Undeliverable: The bot may not post there, or the channel is gone.
        """
        return await self._see_to(post, needed=True)

    async def recover(self, post: Post) -> int | None:
        """Return the id of a message that need not be posted any more, if it was; raises as `deliver` does."""
        return await self._see_to(post, needed=False)

    async def _see_to(self, post: Post, *, needed: bool) -> int | None:
        try:
            content = load(post.kind, post.payload)
            if isinstance(content, TextPost) and content.unbegun is not None:
                message_id = await say_unread(self.bot, post, content, content.unbegun, needed=needed)
                if post.subject.kind == "match" and post.kind != "private":
                    await self._tidy(post, None, last=True)
                return message_id
            if isinstance(content, LeaguePost):
                return await self._herald(post, content, needed=needed)
            occasion = await self._occasion(post)
            edit = content.edit if isinstance(content, BoardPost) and post.kind == "status" else None
            standing = None if edit is None else await self._standing(post)
            if standing is not None and (edit or not needed):
                return await self._update(occasion, standing) if needed else standing
            calls = isinstance(content, BoardPost) and content.calls
            delivery = self.bot.deliveries.get(CALLS if calls else post.kind)
            message_id = None
            if post.attempts:
                message_id = await (self.posted_before if delivery is None else delivery.sent_before)(occasion)
                message_id = None if message_id == standing else message_id
            if message_id is None and needed:
                message_id = (await self._send(occasion)).id if delivery is None else await delivery.send(occasion)
            if message_id is not None and post.kind in ("status", "ended"):
                await self._tidy(post, standing, last=post.kind == "ended")
        except discord.HTTPException as error:
            failure = failure_of(error, lambda: self._denial(post))
            if post.kind == "ended" and isinstance(failure, Undeliverable):
                # No other message will come; whose turn it was can be removed where the bot may not post, too.
                await self._tidy(post, None, last=True)
            raise failure from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Retry from error
        return message_id

    def _denial(self, post: Post) -> Text:
        channel = self.bot.get_channel(post.channel_id)
        guild = channel.guild if isinstance(channel, discord.abc.GuildChannel | discord.Thread) else None
        return shut_out(guild, post.channel_id)

    async def _herald(self, post: Post, content: LeaguePost, *, needed: bool) -> int | None:
        herald = self.bot.heralds.get(post.kind)
        if herald is None:
            raise Retry  # the cogs are not all loaded yet
        return await herald(post, content, needed=needed)

    async def _occasion(self, post: Post) -> Occasion:
        matches = self.bot.arena.matches
        match = await matches.get(post.match_id)
        session = await matches.at(match, post.seq)
        return Occasion(post, match, session, await server_reader(self.bot, match.guild_id))

    async def _send(self, occasion: Occasion) -> discord.Message:
        match occasion.post.kind:
            case "board":
                return await self._board(occasion)
            case "status":
                return await self._status(occasion)
            case "ended":
                return await self._ended(occasion)
            case "notice":
                return await self._notice(occasion)
            case other:
                raise AssertionError(f"nobody delivers posts of kind {other}")

    async def _board(self, occasion: Occasion) -> discord.Message:
        match, note, locale = occasion.match, occasion.note, occasion.reader.locale
        # The status below says how far the game is.
        below = [await self.opening(occasion, occasion.as_a(BoardPost).opens), await self.beginning(occasion)]
        room = MESSAGE_LIMIT - taken(below)
        content = board_content(match, occasion.session, locale, occasion.audience, note, headline=False, room=room)
        return await self.channel(occasion).send(
            joined(content, *below),
            files=[await picture(occasion)],
            nonce=occasion.post.id,
            silent=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _status(self, occasion: Occasion) -> discord.Message:
        post, match = occasion.post, occasion.match
        content, called = await self.status_words(occasion)
        if occasion.as_a(BoardPost).quiet:
            called = Accounts()
        else:
            await self.call_aside(occasion)
        return await self.channel(occasion).send(
            content,
            view=match_view(match, occasion.session, post.seq, occasion.reader.locale),
            nonce=post.id,
            allowed_mentions=called.only(),
            suppress_embeds=True,
        )

    async def status_words(self, occasion: Occasion, *, linked: bool = True) -> tuple[str, Accounts]:
        """Return what a status says, with the address of the board if `linked`, and whom it calls."""
        post, match = occasion.post, occasion.match
        mentioned, called = await self._called(occasion)
        accounts = await accounts_of(self.bot, mentioned)
        latest = self.bot.arena.outbox.latest
        board = await latest(match.id, post.channel_id, "board", post.seq + 1) if linked else None
        address = None if board is None else f"{link(match.guild_id, post.channel_id)}/{board}"
        content = status_content(
            match,
            occasion.session,
            occasion.reader.locale,
            board=address,
            pinged=accounts,
            deadlines=_deadlines(occasion),
            away=await self._away(occasion),
        )
        return content, accounts.among(called)

    async def _away(self, occasion: Occasion) -> timedelta:
        """Return for how long the bot was away since the turn before the one that a status is about."""
        post, match, arena = occasion.post, occasion.match, self.bot.arena
        if match.clock is None or not arena.outages.absence(match.started_at, self.bot.clock.now()):
            return timedelta()
        before = await arena.outbox.previous(post.channel_id, "board", post.seq, match.id)
        since = match.started_at if before is None else discord.utils.snowflake_time(before)
        return arena.outages.absence(since, self.bot.clock.now())

    async def _standing(self, post: Post) -> int | None:
        """Return the message that is the status of an event already, or None."""
        outbox = self.bot.arena.outbox
        newest = await outbox.previous(post.channel_id, "status", post.seq + 1, post.match_id)
        older = await outbox.previous(post.channel_id, "status", post.seq, post.match_id)
        return newest if newest != older else None

    async def _update(self, occasion: Occasion, message_id: int) -> int:
        """Bring a status up to date; nobody is called by that."""
        content, called = await self.status_words(occasion)
        message = self.channel(occasion).get_partial_message(message_id)
        try:
            await message.edit(content=content, allowed_mentions=called.only())
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or error.status == 429 or error.status >= 500:
                raise
            # It may be gone, too old or in the archive: no reason to stop a match.
            log.info("status %d stays as it is: %s", message_id, error)
        return message_id

    async def _ended(self, occasion: Occasion) -> discord.Message:
        post, match, locale = occasion.post, occasion.match, occasion.reader.locale
        outcome = occasion.session.outcome
        if outcome is None:
            raise AssertionError(f"match {match.id} is said to have ended at {post.seq} and has not")
        mentioned = await accounts_of(self.bot, [seat.person_id for seat in match.seats])
        record = await self.bot.arena.matches.record(match.id, None)
        embedded = self._may_embed(occasion)
        story = await story_of(self.bot, match)
        card = await make_card(story, occasion.reader, embedded=embedded)
        files = [await picture(occasion), *card.files, discord.File(io.BytesIO(record.encode()), kept_name(match))]
        closed = await self.bot.arena.commitments.opened_at_the_end(match)
        begun = await self.bot.arena.loadouts.opened(match)
        below = [shown(all_opened(len(closed)), locale)] if closed else []
        below += [shown(ALL_OPENED, locale)] if begun else []
        if outcome.onward is not None and await self.bot.arena.matches.first_victory(match):
            below.insert(0, shown(outcome.onward, locale))
        below.append(await self._opened_aside(occasion))
        if closed or begun:
            choices = opened_text(begun) + (f"{copied(match, closed)}\n" if closed else "")
            files.append(discord.File(io.BytesIO(choices.encode()), choices_name(match)))
        room = MESSAGE_LIMIT - taken(below)
        feats = summary_of(story).feats if story.last else ()
        content = ended_content(match, occasion.session, outcome, locale, mentioned=mentioned, feats=feats, room=room)
        return await self.channel(occasion).send(
            joined(content, *below),
            files=files,
            embeds=card.embeds,
            view=match_view(match, occasion.session, post.seq, locale),
            nonce=post.id,
            allowed_mentions=mentioned.only(),
        )

    async def beginning(self, occasion: Occasion, seq: int | None = None) -> str:
        """Return what stands below the board of event `seq` if it is the first one: its place in its season."""
        if (occasion.post.seq if seq is None else seq) != 0:
            return ""
        season = await season_line(self.bot, occasion.match)
        return "" if season is None else shown(season, occasion.reader.locale)

    async def opening(self, occasion: Occasion, decision: int | None) -> str:
        """Return what opens the choices of a decision, which is never cut; nothing for None."""
        if decision is None:
            return ""
        sealing, address = await self._hashes(occasion, decision)
        return opening_content(occasion.match, sealing, occasion.reader.locale, address)

    async def _opened_aside(self, occasion: Occasion) -> str:
        """Return where the salts and hashes are of the choices that the end opened; nothing if it opened none."""
        decision = occasion.as_a(BoardPost).opens
        if decision is None:
            return ""
        _, address = await self._hashes(occasion, decision)
        return shown(opened_aside(occasion.match, decision, address), occasion.reader.locale)

    async def _hashes(self, occasion: Occasion, decision: int) -> tuple[Sealing, str | None]:
        """Return a decision, and the address of the message with its hashes in a post's channel, if it is there."""
        post, match = occasion.post, occasion.match
        sealing, there = await self.bot.arena.commitments.posted(match, decision, post.channel_id)
        return sealing, None if there is None else f"{link(match.guild_id, post.channel_id)}/{there}"

    async def _notice(self, occasion: Occasion) -> discord.Message:
        content, none = await notice_content(self.bot, occasion), discord.AllowedMentions.none()
        button = occasion.as_a(TextPost).button
        label = _NOTICE_BUTTONS.get(button)
        if label is None:
            return await self.channel(occasion).send(content, nonce=occasion.post.id, allowed_mentions=none)
        view = discord.ui.View(timeout=None)
        pressed = MatchId(occasion.post.match_id, occasion.post.seq, button)
        view.add_item(MatchButton.button(pressed.text, label, occasion.reader.locale))
        return await self.channel(occasion).send(content, view=view, nonce=occasion.post.id, allowed_mentions=none)

    async def _called(self, occasion: Occasion) -> tuple[frozenset[int], frozenset[int]]:
        """Return whom the status mentions and which of them it calls.

        Those who must decide are called in one channel each, unless they wish otherwise. Where partners are silent they
        are mentioned all the same: what a player sets for themselves would be a sign that the partner reads (R29).
        """
        here, called = await self._wanted(occasion)
        if not occasion.match.silent:
            return called, called
        unnamed = await self.bot.silence.renamed(occasion.match)
        return here - unnamed, called - unnamed

    async def call_aside(self, occasion: Occasion) -> None:
        """Call those in private whom a silent match does not mention, for their name is another one now (R29)."""
        match, post = occasion.match, occasion.post
        if not match.silent:
            return
        _, called = await self._wanted(occasion)
        aside = called & await self.bot.silence.renamed(match)
        for each in match.seats:
            if each.person_id in aside:
                call = ReminderPost("turn", each.seat)
                await self.bot.arena.reminders.aside(match, each.person_id, call, post.created_at)

    async def _wanted(self, occasion: Occasion) -> tuple[frozenset[int], frozenset[int]]:
        """Return who must decide and is told so in this channel, and who of them wants to be called."""
        match = occasion.match
        here, called = set(), set()
        if match.alone:  # nobody waits for them
            return frozenset(), frozenset()
        for seat in awaited(match, occasion.session):
            person_id = match.person_of(seat)
            if match.home(seat) != occasion.post.channel_id:
                continue
            here.add(person_id)
            if calls_here(await self.bot.arena.settings.player(person_id), occasion.post.created_at):
                called.add(person_id)
        return frozenset(here), frozenset(called)

    async def _tidy(self, post: Post, standing: int | None, *, last: bool) -> None:
        """Remove the status before this one, which may be one of the same event: its buttons have had their day."""
        outbox = self.bot.arena.outbox
        old = standing or await outbox.latest(post.match_id, post.channel_id, "status", post.seq)
        if old is not None:
            await self.discard(post.channel_id, old)
        (board,) = await outbox.latest_boards(post.match_id, post.channel_id, [post.seq]) if last else (None,)
        if board is not None and load_board(board.payload).calls:
            await self.discard(post.channel_id, board.message_id, buttons=True)

    async def discard(self, channel_id: int, message_id: int, *, buttons: bool = False) -> None:
        """Remove a message of the bot's own, or only its buttons, in time if not now."""
        try:
            await self.remove(channel_id, message_id, buttons=buttons)
        except Retry as error:
            # It is not worth posting the new one again.
            log.info("message %d is removed later: %s", message_id, error.__cause__)
            await self.bot.arena.leftovers.keep(channel_id, message_id, error.after, buttons=buttons)
        except Denied:
            await self.bot.arena.leftovers.keep_denied(channel_id, message_id, buttons=buttons)

    async def remove(self, channel_id: int, message_id: int, *, buttons: bool = False) -> None:
        """Remove a message of the bot's own, or only its buttons (`hosting.notify.leftovers.Remove`).

        Raises:
            Retry: It may work later.
            Denied: The bot may not.
        """
        message = self.bot.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await (message.edit(view=None) if buttons else message.delete())
        except discord.NotFound:
            log.debug("message %d is gone already", message_id)
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500 or error.code == ARCHIVED:
                raise Retry(pause_of(error)) from error
            log.warning("may not remove message %d in channel %d: %s", message_id, channel_id, error)
            if isinstance(error, discord.Forbidden):
                raise Denied from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Retry from error

    async def posted_before(self, occasion: Occasion) -> int | None:
        """Return the message that an attempt left behind which died before it could note so, or None."""
        found = await find_own(self.bot, self.channel(occasion), await recognises(self.bot, occasion))
        return None if found is None else found.id

    def _may_embed(self, occasion: Occasion) -> bool:
        guild = self.bot.get_guild(occasion.match.guild_id)
        channel = guild.get_channel_or_thread(occasion.post.channel_id) if guild is not None else None
        # Without the permission Discord would refuse the whole message.
        return guild is not None and channel is not None and channel.permissions_for(guild.me).embed_links

    def channel(self, occasion: Occasion) -> discord.PartialMessageable:
        """Return where an occasion's message goes."""
        return self.bot.get_partial_messageable(occasion.post.channel_id, guild_id=occasion.match.guild_id)


def _deadlines(occasion: Occasion) -> dict[Seat, datetime]:
    """Return until when those who must decide have time, if what the post is about is what they decide now."""
    match = occasion.match
    if match.clock is None or match.seq != occasion.post.seq:
        return {}
    clock = match.clock.shown if match.secret else match.clock
    due = {seat: clock.due(seat) for seat in match.awaited}
    return {seat: at for seat, at in due.items() if at is not None}
