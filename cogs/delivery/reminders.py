"""Reminders, direct messages and digests, posted where they can reach the player."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord
from discord.utils import MISSING

from cogs.channels.housing import look_again
from cogs.core.access import link
from cogs.core.bot import ArenaBot, PostContext
from cogs.core.messages import accounts_of, custom_ids, find_own, members_of, only
from cogs.core.text import MESSAGE_LIMIT, Locale, cut, shown
from cogs.silence.notices import call_aside, call_for
from cogs.ui.boards import play_view, question, season_line
from cogs.ui.lobby import moment
from cogs.ui.match_list import LINES, page_text, players_on
from engine.seat import Seat
from engine.text import Player, Text, say
from hosting.match.model import Match
from hosting.notify import is_waiting
from hosting.outbox import Content, DigestPost, ReminderPost, ReminderStage, TextPost
from render.registry import renderer

# Reminders and digests as messages.


_ANSWERS: dict[ReminderStage, tuple[Text, ...]] = {
    "turn": (),
    "half": (say("Half the time for that has passed."),),
    "end": (say("The time for that is almost up. This is the last reminder."),),
    "idle": (say("The others are waiting for your answer."),),
    "last": (say("The others are waiting for your answer. This is the last reminder."),),
}
"""The line of a reminder for a player who is asked in another player's turn."""


def reminder_content(
    match: Match,
    seat: Seat,
    stage: ReminderStage,
    locale: Locale,
    *,
    mention: str | None,
    link: str,
    season: Text | None = None,
) -> str:
    """Return a reminder: the game, the decision, the deadline, and the place.

    `mention` is None to name the player; `season` is the match's place in its season, None outside leagues.
    """
    values = {"player": Player(seat) if mention is None else mention, "game": match.session.game.info.name}
    asked = question(match.session, seat, mention)
    texts: dict[ReminderStage, Text] = {
        "turn": say("{player}, it's your turn in {game}.", **values),
        "half": say("{player}, half your time for this turn in {game} has passed.", **values),
        "end": say("{player}, your time for this turn in {game} is almost up. This is the last reminder.", **values),
        "idle": say("{player}, the others in {game} are waiting for your turn.", **values),
        "last": say("{player}, the others in {game} are waiting for your turn. This is the last reminder.", **values),
        "told": say("{player} got a last reminder that it's their turn in {game}.", **values),
    }
    lines = [texts[stage]] if asked is None or stage == "told" else [asked, *_ANSWERS[stage]]
    due = match.clock.due(seat) if match.clock is not None else None
    if season is not None:
        lines.append(season)
    if stage != "told":
        lines.append(renderer(match.game).headline(match.session.view(None)))
    if due is not None:
        lines.append(say("Due {when}.", when=moment(due)))
    elif match.clock is None and stage in ("last", "told"):
        lines.append(
            say(
                "There will be no more reminders. You can ask to end the match with `/match end`; organisers "
                "can look for a substitute with `/organise`."
            )
        )
    if stage != "told":
        lines.append(say("[Go to the match]({link})", link=link))
    return cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Message:
    content: str
    mentions: discord.AllowedMentions
    view: discord.ui.View | None = None


class ReminderPosts:
    """Delivers posts of the kinds "nudge", in a channel of the match, and "private", to a person."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def send(self, context: PostContext[Content]) -> int | None:
        message = await self._message(context)
        if message is None:
            return None
        nonce, content = context.post.id, context.content
        try:
            place = await self._place(context)
            sent = await place.send(
                message.content,
                nonce=nonce,
                allowed_mentions=message.mentions,
                suppress_embeds=True,
                view=MISSING if message.view is None else message.view,
            )
            if isinstance(content, ReminderPost):
                await look_again(self.bot, context.match)
            return sent.id
        except discord.Forbidden:
            if not _is_private(context):
                raise
        # A player who takes no direct messages is called in the channel of the match; secrets are not said there.
        # Nor does the log say who: only those are reminded who have not chosen.
        log.info("a player of match %d doesn't accept direct messages", context.post.match_id)
        match = context.match
        if match.silent and not match.over and not isinstance(content, DigestPost):
            return await call_aside(self.bot, match, context.post.channel_id, message.content)
        if isinstance(content, ReminderPost):
            # Nor does a player who left.
            await look_again(self.bot, context.match)
            await self.bot.arena.reminders.instead(context.match, content.seat, content.stage)
        return None

    async def sent_before(self, context: PostContext[Content]) -> int | None:
        message = await self._message(context)
        if message is None:
            return None
        # A reminder of the turn before may say the same; its button is another.
        controls = [] if message.view is None else message.view.children
        wanted = message.content, [str(getattr(each, "custom_id", "")) for each in controls]
        try:
            place = await self._place(context)
        except discord.Forbidden:
            return None
        since = context.post.created_at
        found = await find_own(self.bot, place, lambda it: (it.content, custom_ids(it)) == wanted, since=since)
        return None if found is None else found.id

    async def _place(self, context: PostContext[Content]) -> discord.PartialMessageable | discord.DMChannel:
        if _is_private(context):
            account = await self._account(context.post.channel_id)
            if account is None:
                raise AssertionError(f"post {context.post.id} is for nobody")
            return await self.bot.create_dm(discord.Object(account))
        return self.bot.get_partial_messageable(context.post.channel_id, guild_id=context.match.guild_id)

    async def _account(self, person_id: int) -> int | None:
        return (await accounts_of(self.bot, [person_id])).get(person_id)

    async def _message(self, context: PostContext[Content]) -> _Message | None:
        if _is_private(context) and await self._account(context.post.channel_id) is None:
            return None  # the person it was for has no account any more
        match context.content:
            case ReminderPost(stage, seat):
                return await self._reminder(context, seat, stage)
            case DigestPost():
                return await self._digest(context)
            case TextPost() as content:
                return await self._text(context, content)
            case other:
                raise AssertionError(f"post {context.post.id} is no reminder: {other!r}")

    async def _reminder(self, context: PostContext[Content], seat: Seat, stage: ReminderStage) -> _Message | None:
        match = context.match
        person_id = match.person_of(seat)
        private = _is_private(context)
        if not is_waiting(match, seat) or (private and context.post.channel_id != person_id):
            return None
        if stage == "turn" and context.post.seq != match.seq:
            return None  # a later post tells those who are to move since then
        hidden = person_id in await self.bot.silence.renamed(match)
        account = None if private or hidden or stage == "told" else await self._account(person_id)
        locale = await self._locale(context)
        content = reminder_content(
            match,
            seat,
            stage,
            locale,
            mention=None if account is None else f"<@{account}>",
            link=link(match.guild_id, match.home(seat)),
            season=await season_line(self.bot, match),
        )
        view = play_view(match, locale) if private and stage != "told" else None
        return _Message(content, only([] if account is None else [account]), view)

    async def _digest(self, context: PostContext[Content]) -> _Message | None:
        person_id = context.post.channel_id
        lists, account = self.bot.arena.lists, await self._account(person_id)
        if account is None:
            return None
        # A person who left a server learns nothing of its matches any more.
        outside = await self.bot.memberships.outside(self.bot, account, await lists.servers_of(person_id))
        page = await lists.of_person(person_id, 0, LINES, waiting=True, outside=outside.all)
        if not page.lines:
            return None
        title = say("These matches are waiting for you")
        locale = await self._locale(context)
        accounts = await accounts_of(self.bot, players_on(page))
        content, _ = page_text(title, page, 0, person_id, accounts, locale)
        return _Message(content, discord.AllowedMentions.none())

    async def _text(self, context: PostContext[Content], content: TextPost) -> _Message:
        match = context.match
        members = await members_of(self.bot, match, content.text)
        lines = [shown(content.text, await self._locale(context), match.names, members)]
        mentions = discord.AllowedMentions.none()
        if content.organisers:
            called, mentions = await self._organisers(match)
            lines = [called, *lines] if called else lines
        return _Message(cut("\n".join(lines), MESSAGE_LIMIT), mentions)

    async def _organisers(self, match: Match) -> tuple[str, discord.AllowedMentions]:
        """Return the mention of a match's organisers: their role, else the maker of its league, or its host."""
        made = None
        if match.terms.league is not None:
            made = (await self.bot.arena.leagues.view(match.terms.league)).league.person_id
        called, mentions = await call_for(self.bot, match.guild_id, [] if made is None else [made])
        account = None if called or made is not None else await self._account(match.organiser_id)
        return (called, mentions) if account is None else (f"<@{account}>", only([account]))

    async def _locale(self, context: PostContext[Content]) -> str | None:
        if not _is_private(context):
            return context.reader.locale
        player = await self.bot.arena.settings.player(context.post.channel_id)
        return player.language or context.reader.locale


def _is_private(context: PostContext[Content]) -> bool:
    return context.post.kind == "private"
