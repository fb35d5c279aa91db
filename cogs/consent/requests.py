"""The messages by which players ask for something, and their buttons: agree, refuse, take back, take over a seat."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord

from cogs.consent.takeover import ask_taker, take_over
from cogs.consent.text import request_content, wish
from cogs.core.access import match_for
from cogs.core.accounts import Accounts, accounts_of
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import organises
from cogs.core.components import EARLIER, MatchButton, Persistent
from cogs.core.context import entered, home, link, whoami
from cogs.core.custom_ids import MatchId
from cogs.core.delivery import Occasion
from cogs.core.errors import tell
from cogs.core.language import locale_of
from cogs.core.messages import custom_ids, find_own
from cogs.core.replies import put, reply
from cogs.core.text import Locale, shown
from cogs.ui import confirmation
from cogs.ui.terms import moment
from engine.text import Text, say, say_n
from hosting.consent.agreements import SUBSTITUTE_CALL
from hosting.consent.errors import NoSuchRequest, RequestClosed
from hosting.consent.rules import Answer, waiting
from hosting.match.errors import NoSuchMatch
from hosting.match.model import Match, Request
from hosting.outbox.posts import Posting, RequestPost, TextPost, WelcomePost

log = logging.getLogger(__name__)

AGREE, REFUSE, WITHDRAW, TAKE, TAKE_OVER = "agree", "refuse", "withdraw", "take", "takeyes"
UNASK = "unask"
"""The button of a match under the answer to a player whose wish waits to be announced."""

NOT_TO_BE_EDITED = frozenset({50083, 30046})
"""Discord's codes for messages in archived threads, and for old ones edited too often: a press there is answered."""

_BUTTONS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    AGREE: (say("Agree", context="button"), discord.ButtonStyle.success),
    REFUSE: (say("Refuse", context="button"), discord.ButtonStyle.danger),
    TAKE: (say("Take over this seat"), discord.ButtonStyle.success),
    TAKE_OVER: (say("Take over"), discord.ButtonStyle.success),
    WITHDRAW: (say("Withdraw", context="button"), discord.ButtonStyle.secondary),
}


@dataclass(frozen=True, slots=True)
class RequestId:
    """A button of a request."""

    request: int
    action: str

    @property
    def text(self) -> str:
        """The custom id."""
        return f"q:{self.request}:{self.action}"


class RequestButton(Persistent, template=r"q:(?P<request>\d{1,18}):(?P<action>[a-z]{1,16})"):
    """A button under a request."""

    async def act(self, interaction: Interaction) -> None:
        """Answer the request."""
        await press(interaction, RequestId(int(self.fields["request"]), self.fields["action"]))


def request_view(match: Match, request: Request, locale: Locale) -> discord.ui.View | None:
    """Return the buttons of a request; None once it is decided."""
    if request.status != "open":
        return None
    if request.kind == SUBSTITUTE_CALL:
        return buttons(request.id, (TAKE, WITHDRAW), locale)
    # R29: what partners ask for is not taken back.
    return buttons(request.id, (AGREE, REFUSE) if match.silent else (AGREE, REFUSE, WITHDRAW), locale)


async def tell_asked(interaction: Interaction, answer: Answer) -> None:
    """Tell a player what came of asking, with a button that takes the request back while that is possible."""
    if answer.due is None:
        await tell(interaction, told(answer), names=answer.match.names)
        return
    view = discord.ui.View(timeout=None)
    pressed = MatchId(answer.match.id, answer.match.seq, UNASK)
    view.add_item(MatchButton.button(pressed.text, say("Do not ask"), locale_of(interaction)))
    await reply(interaction, shown(told(answer), locale_of(interaction), answer.match.names), view=view)


def buttons(request_id: int, actions: tuple[str, ...], locale: Locale) -> discord.ui.View:
    """Return some buttons of a request."""
    view = discord.ui.View(timeout=None)
    for action in actions:
        text, style = _BUTTONS[action]
        view.add_item(RequestButton.button(RequestId(request_id, action).text, text, locale, style))
    return view


async def press(interaction: Interaction, pressed: RequestId) -> None:
    """Do what a button of a request says; a request that is closed loses its buttons."""
    arena, person_id = interaction.client.arena, await whoami(interaction)
    request = await arena.requests.get(pressed.request)
    try:
        match = await match_for(interaction, request.match_id)
    except NoSuchMatch:
        raise NoSuchRequest from None
    try:
        match pressed.action:
            case "agree" | "refuse":
                answer = await arena.requests.answer(request.id, person_id, agree=pressed.action == AGREE)
                await tell(interaction, told(answer))
            case "withdraw":
                organiser = await organises(interaction.client, interaction.user)
                # Who organises need not be known yet, and the log says who withdrew what.
                by = await entered(interaction) if organiser else person_id
                await arena.requests.withdraw(request.id, by, organiser=organiser)
                await tell(interaction, say("You withdrew it."))
            case "take":
                view = buttons(request.id, (TAKE_OVER,), locale_of(interaction))
                await ask_taker(interaction, match, request, view)
            case "takeyes":
                await take_over(interaction, match, request)
            case _:
                await tell(interaction, EARLIER)
    except RequestClosed as closed:
        await _show_closed(interaction, match, closed.request)
        raise


def told(answer: Answer) -> Text:
    """Return what the player who asked or answered is told."""
    request = answer.request
    if answer.due is not None:
        return say(
            "The others are asked with the next turn, {when} at the latest: in a match of silent "
            "teams players do not choose the moment (R29). Until then you can change your mind; "
            "another request replaces this one.",
            when=moment(answer.due),
        )
    if request is None:
        if answer.undone is not None and answer.undone.inside:
            return say("Your last decision is taken back.")
        return say_n(
            "Your turn is taken back.",
            "Your turn is taken back, with what followed by itself: {count} turns in all.",
            1 if answer.undone is None else answer.undone.turns,
        )
    if request.status == "accepted":
        return say("You agreed, and so it is done.")
    if request.status == "refused":
        return say("You refused, and so nothing changes.")
    if request.agreed:
        return say("You agreed. Others have not answered yet.")
    return say("The others are asked. You can take it back with the button there.")


async def _show_closed(interaction: Interaction, match: Match, request: Request) -> None:
    """Make a message say what came of its request, should that have failed before."""
    message = interaction.message
    if message is None or message.flags.ephemeral or not message.components:
        return
    content = request_content(match, request, await interaction.client.language(match.guild_id))
    await put(interaction, content)


class RequestPosts:
    """Delivers posts of kind "request" (`cogs.core.bot.Delivery`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    async def send(self, occasion: Occasion) -> int | None:
        """Post a request, or show in its message how it stands now."""
        content = occasion.content
        if isinstance(content, WelcomePost):
            return await self._welcome(occasion, content.person_id)
        asked = occasion.as_a(RequestPost)
        request = await self.bot.arena.requests.get(asked.request_id)
        if asked.edit:
            await self._edit(occasion, request)
            return None
        if request.status != "open":
            return None  # it was decided while this waited, and what came of it is posted elsewhere
        mentioned, called = await self._called(occasion, request)
        words = request_content(occasion.match, request, occasion.reader.locale, mentioned)
        return await self._post(occasion, words, called, request_view(occasion.match, request, occasion.reader.locale))

    async def sent_before(self, occasion: Occasion) -> int | None:
        """Look for the request among the latest messages of the channel."""
        match occasion.content:
            case RequestPost(request_id, edit=False):
                mark = f"q:{request_id}:"
            case WelcomePost(person_id):
                account = (await accounts_of(self.bot, [person_id])).get(person_id)
                mark = f"<@{account}>"
            case _:
                return None

        def is_it(message: discord.Message) -> bool:
            return mark in message.content or any(each.startswith(mark) for each in custom_ids(message))

        found = await find_own(self.bot, self._channel(occasion), is_it, since=occasion.post.created_at)
        return None if found is None else found.id

    async def _edit(self, occasion: Occasion, request: Request) -> None:
        post = occasion.post
        shown_by = Posting("request", post.channel_id, RequestPost(request.id))
        message_id = await self.bot.arena.outbox.message_of(post.match_id, shown_by)
        if message_id is None:
            return
        locale = occasion.reader.locale
        try:
            await (
                self._channel(occasion)
                .get_partial_message(message_id)
                .edit(
                    content=request_content(occasion.match, request, locale),
                    view=request_view(occasion.match, request, locale),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        except discord.NotFound:
            log.debug("the message of request %d is gone", request.id)
        except discord.HTTPException as error:
            if error.code not in NOT_TO_BE_EDITED:
                raise
            log.info("the message of request %d stays as it is: %s", request.id, error)

    async def _welcome(self, occasion: Occasion, person_id: int) -> int | None:
        accounts = await accounts_of(self.bot, [person_id])
        account = accounts.get(person_id)
        if account is None:
            return None
        text = say(
            "<@{user}>, an organiser asks you to play on here: you have a seat in {game} now. "
            "`/match leave` asks for a substitute if you cannot.",
            user=account,
            game=occasion.match.session.game.info.name,
        )
        content = shown(text, occasion.reader.locale)
        return await self._post(occasion, content, accounts, None)

    async def _post(self, occasion: Occasion, content: str, called: Accounts, view: discord.ui.View | None) -> int:
        mentions = called.only()
        if view is None:
            message = await self._channel(occasion).send(content, nonce=occasion.post.id, allowed_mentions=mentions)
        else:
            message = await self._channel(occasion).send(
                content, view=view, nonce=occasion.post.id, allowed_mentions=mentions
            )
        return message.id

    async def _called(self, occasion: Occasion, request: Request) -> tuple[Accounts, Accounts]:
        """Return whom a request mentions in a channel, and which of them it calls; call the others aside (R29).

        Those who are asked are called, each in their own channel, unless they wish not. Where partners are silent they
        are mentioned all the same, as in the status (R29).
        """
        match = occasion.match
        asked = {match.person_of(seat) for seat in waiting(request)}
        here = {each for each in asked if home(match, each) == occasion.post.channel_id}
        settings = self.bot.arena.settings
        called = frozenset({each for each in here if (await settings.player(each)).ping})
        accounts = await accounts_of(self.bot, here)
        if not match.silent:
            return accounts.among(called), accounts.among(called)
        unnamed = await self.bot.silence.renamed(match)
        text = say(
            "{wish} [To the match]({link})",
            wish=wish(match, request),
            link=link(match.guild_id, occasion.post.channel_id),
        )
        for person_id in sorted(called & unnamed):
            await self.bot.arena.reminders.aside(match, person_id, TextPost(text), occasion.post.created_at)
        return accounts.among(here - unnamed), accounts.among(called - unnamed)

    def _channel(self, occasion: Occasion) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(occasion.post.channel_id, guild_id=occasion.match.guild_id)


async def unask(interaction: Interaction, match_id: int, _seq: int) -> None:
    """Drop what was not announced yet."""
    match = await match_for(interaction, match_id)
    forgotten = await interaction.client.arena.announcing.forget(match.id, await whoami(interaction))
    text = say("The others will not be asked.") if forgotten else say("That request is gone already.")
    await confirmation.close(interaction, text, match.names)
