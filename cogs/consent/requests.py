"""Players' requests to each other: undo, an end, a pause, more time, a substitute; messages and buttons."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

import discord
from discord import app_commands

from cogs.channels.places import welcome
from cogs.core.access import (
    STRANGER,
    WHICH_OWN,
    OwnNumber,
    check_acting,
    entered,
    home,
    link,
    match_for,
    member_of,
    organises,
    own_match,
    whoami,
)
from cogs.core.bot import ArenaBot, ArenaCog, Interaction, PostContext
from cogs.core.components import EARLIER, MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal, tell
from cogs.core.messages import Accounts, accounts_of, channel_of, custom_ids, find_own, offered, put, reply
from cogs.core.text import MESSAGE_LIMIT, Locale, called, computer_text, cut, locale_of, mark, shown
from cogs.play.move import ask_twice
from cogs.silence.channels import bypass_of
from cogs.ui import layout
from cogs.ui.lobby import levels_of, moment, seat_label
from engine.seat import Seat
from engine.text import Member, Player, Text, Value, say, say_n
from hosting.consent.agreements import (
    LONGEST_EXTENSION,
    LONGEST_PAUSE,
    NO_SUCH_REQUEST,
    SUBSTITUTE_CALL,
    USUAL_EXTENSION,
    USUAL_PAUSE,
    Agreement,
    Answer,
    Call,
    Draw,
    End,
    Extension,
    NoSuchSeat,
    Pause,
    PlayOn,
    RequestClosed,
    Resume,
    TakeBack,
    asked_of,
    voting_seat,
    waiting,
    wanted_of,
)
from hosting.consent.substitutes import handover_text
from hosting.errors import HostingError
from hosting.match.events import BOT, Undone
from hosting.match.model import BareMatch, Match, NoSuchMatch, NotSeated, Person, Request, StaleBoard
from hosting.outbox import Posting, RequestPost, TextPost, WelcomePost

# The text of the message by which players ask each other, or people outside, for something.


_CLOSED: Mapping[str, Text] = {
    "accepted": say("✅ Everyone agreed."),
    "refused": say("❌ Not everyone agreed."),
    "withdrawn": say("↩️ This was withdrawn."),
    "outdated": say("⌛ The match moved on before everyone had answered."),
}
_CALL_CLOSED: Mapping[str, Text] = {
    "accepted": say("✅ The seat has a new player."),
    "withdrawn": say("↩️ The call for a substitute was withdrawn."),
    "outdated": say("⌛ A substitute is no longer needed."),
}


def request_content(match: Match, request: Request, locale: Locale, called: Accounts | None = None) -> str:
    lines = [request_text(match, request)]
    closed = _CALL_CLOSED if request.kind == SUBSTITUTE_CALL else _CLOSED
    if request.status != "open":
        lines.append(closed[request.status])
    elif request.kind == SUBSTITUTE_CALL:
        lines.append(
            say("The substitute plays on from here. Nothing changes until then.")
            if match.paused is None
            else say("The substitute plays on from here. The match is paused until then.")
        )
        if (passes := handover_text(match)) is not None:
            lines.append(passes)
        lines.append(say("[Go to the match]({link})", link=link(match.guild_id, match.channel_id)))
    else:
        lines += _answers(match, request, called or Accounts())
    return cut("\n".join(shown(line, locale, match.names, match.members) for line in lines), MESSAGE_LIMIT)


def request_text(match: Match, request: Request) -> Text:
    player = asker(match, request.seat, request.seq)
    match wanted_of(request):
        case TakeBack(undone=Undone() as back):
            return _take_back(player, back)
        case Draw():
            return say("**{player}** offers a draw.", player=player)
        case End():
            return say(
                "**{player}** offers to end the match without a winner: nobody wins and nobody loses.", player=player
            )
        case Pause(days):
            return say_n(
                "**{player}** would like to pause the match for at most {count} day.",
                "**{player}** would like to pause the match for at most {count} days.",
                days,
                player=player,
            )
        case Resume():
            return say("**{player}** would like to end the pause and play on.", player=player)
        case Extension() as more:
            return _extend(request, player, more)
        case PlayOn(seat=seat) as on:
            return say(
                "**{player}** would like a computer player to play on for {other}: {computer}. The rest of the match "
                "isn't rated.",
                player=player,
                other=Player(seat),
                computer=computer_text(on.computer),
            )
        case Call() as call:
            return _call(match, request, player, call)
        case other:
            raise AssertionError(f"request {request.id} has no words: {other!r}")


def asker(match: Match, seat: Seat, seq: int) -> Member:
    left = next((each for each in match.former if each.seat == seat and each.until > seq), None)
    return Member(match.person_of(seat) if left is None else left.person_id)


def _answers(match: Match, request: Request, called: Accounts) -> list[Text]:
    asked = asked_of(request)
    # Which of several agreed would be a sign between partners (R29).
    left = asked if match.silent else waiting(request)
    lines = [say("Waiting for: {player}", player=called.calling(match.person_of(seat), Player(seat))) for seat in left]
    return [*lines, *(say("Agreed: {player}", player=Player(seat)) for seat in asked if seat not in left)]


def _take_back(player: Value, back: Undone) -> Text:
    if back.inside:
        return say("**{player}** would like to take the match back to before their last decision.", player=player)
    return say_n(
        "**{player}** would like to take back their turn.",
        "**{player}** would like to take back their last turn and what was played since, {count} turns in all.",
        back.turns,
        player=player,
    )


def _extend(request: Request, player: Value, more: Extension) -> Text:
    hours = more.seconds // 3600
    if more.seat == request.seat:
        return say_n(
            "**{player}** would like {count} more hour to decide.",
            "**{player}** would like {count} more hours to decide.",
            hours,
            player=player,
        )
    return say_n(
        "**{player}** would like to give {other} {count} more hour to decide.",
        "**{player}** would like to give {other} {count} more hours to decide.",
        hours,
        player=player,
        other=Player(more.seat),
    )


def _call(match: Match, request: Request, player: Value, call: Call) -> Text:
    values = {"seat": seat_label(match.mode, request.seat), "player": player, "game": match.session.game.info.name}
    if request.person_id != BOT and call.cause is None:
        return say("**{player}** would like to leave and asks for a substitute: {seat} in {game}.", **values)
    return say("A substitute is needed for **{player}**: {seat} in {game}.", **values)


# Taking over a seat: the question before it, what must hold on Discord, and how the new player gets in.


async def ask_taker(interaction: Interaction, match: Match, request: Request, view: discord.ui.View) -> None:
    """Ask a person in private whether they want to take over a seat; raise if they cannot."""
    if request.status != "open":
        raise RequestClosed(request)
    new = await candidate(interaction.client, match, member_of(interaction))
    await interaction.client.arena.substitutes.check(match, request.seat, new, request)
    await check_member(interaction.client, match, interaction.user)
    lines = [
        say(
            "Take over from {player} ({seat} in {game})? You'd play on from here. A win counts for you if you "
            "take at least three turns and a quarter of the seat's turns; a draw or a loss never counts.",
            player=asker(match, request.seat, request.seq),
            seat=seat_label(match.mode, request.seat),
            game=match.session.game.info.name,
        )
    ]
    if match.silent:
        lines.append(
            say(
                "Teammates mustn't communicate until the match is over (R29), and you can't read the "
                "spectators' channel until then."
            )
        )
    if (passes := handover_text(match)) is not None:
        lines.append(passes)
    content = "\n".join(shown(line, locale_of(interaction), match.names, match.members) for line in lines)
    await reply(interaction, content, view=view)


async def take_over(interaction: Interaction, match: Match, request: Request) -> None:
    bot = interaction.client
    await check_member(bot, match, interaction.user)
    new = await newcomer(bot, match, member_of(interaction))
    match = await bot.arena.substitutes.take(request.id, new)
    await layout.close_question(interaction, seat_taken_text(match, request.seat), match.names)
    await let_in(bot, match, new.person_id)


async def newcomer(bot: ArenaBot, match: Match, user: discord.Member) -> Person:
    """Return the substitute with their display name; they are entered if they are new.

    Where partners are silent that is not a name chosen for this server: it could be words for the new partner (R29).
    """
    return await bot.arena.people.enter(user.id, user.guild.id, _name(match, user))


async def candidate(bot: ArenaBot, match: Match, user: discord.Member) -> Person:
    """Return the person who may take over a seat; nothing is stored about a stranger yet."""
    found = await bot.arena.people.find(user.id)
    return Person(STRANGER if found is None else found, _name(match, user))


def _name(match: Match, user: discord.User | discord.Member) -> str:
    return user.name if match.silent else user.display_name


def seat_taken_text(match: Match, seat: int) -> Text:
    return say(
        "The seat is yours. Your boards are in {channel}; I'll ping you there when it's your turn.",
        channel=f"<#{match.home(seat)}>",
    )


async def let_in(bot: ArenaBot, match: Match, person_id: int) -> None:
    """Add a new player to the match's thread, if it is played in one; `cogs.silence` opens channels."""
    guild = bot.get_guild(match.guild_id)
    channel = guild.get_channel_or_thread(match.channel_id) if guild is not None else None
    if isinstance(channel, discord.Thread):
        await welcome(channel.id, bot, [person_id])


async def check_member(bot: ArenaBot, match: Match, user: discord.User | discord.Member) -> None:
    """Check that a person may play a match on Discord.

    Raises:
        Refusal: They are a bot, do not see where the match is played, or could bypass the silence where the server does
            not allow that.
    """
    if user.bot:
        raise Refusal(say("{player} is a bot and doesn't play.", player=user.mention), code="bot-opponent")
    if not isinstance(user, discord.Member):
        raise AssertionError("seats are taken in servers only")
    if not match.silent:
        channel = await channel_of(user.guild, match.channel_id)
        if channel is not None and not channel.permissions_for(user).view_channel:
            raise Refusal(say("{player} can't see that match's channel.", player=user.mention), code="takes-unseen")
        return
    blocks = (await bot.arena.settings.server(match.guild_id)).silence_blocks_start
    if blocks and bypass_of(user.guild, user) is not None:
        raise Refusal(
            say("{player} could get around the teams' silence, which this server doesn't allow.", player=user.mention),
            code="silence-bypass",
        )


log = logging.getLogger(__name__)

AGREE, REFUSE, WITHDRAW, TAKE, TAKE_OVER = "agree", "refuse", "withdraw", "take", "takeyes"
COMPUTER = "computer"
UNASK = "unask"
"""The button of a match under the answer to a player whose wish waits to be announced."""

NOT_TO_BE_EDITED = frozenset({50083, 30046})
"""Discord's codes for messages in archived threads, and for old ones edited too often: a press gets a new answer."""

_LEVELS = {f"level{letter}": level for level, letter in enumerate("abcd", 1)}
"""The buttons with which a computer's level is picked."""
_BUTTONS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    COMPUTER: (say("Let a computer play on"), discord.ButtonStyle.secondary),
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
        return f"q:{self.request}:{self.action}"


class RequestButton(Persistent, template=r"q:(?P<request>\d{1,18}):(?P<action>[a-z]{1,16})"):
    """A button under a request."""

    async def act(self, interaction: Interaction) -> None:
        await press(interaction, RequestId(int(self.fields["request"]), self.fields["action"]))


def request_view(match: Match, request: Request, locale: Locale, *, computers: bool = False) -> discord.ui.View | None:
    """Return the buttons of a request; None once it is decided. `computers`: whether there are computer players."""
    if request.status != "open":
        return None
    if request.kind == SUBSTITUTE_CALL:
        can_play_on = (
            computers
            and match.terms.league is None
            and request.seat not in match.computers
            and bool(levels_of(match.session.game.info, match.mode))
        )
        return buttons(request.id, (TAKE, *([COMPUTER] if can_play_on else []), WITHDRAW), locale)
    # R29: what partners ask for is not taken back.
    return buttons(request.id, (AGREE, REFUSE) if match.silent else (AGREE, REFUSE, WITHDRAW), locale)


async def tell_asked(interaction: Interaction, answer: Answer) -> None:
    if answer.due is None:
        await tell(interaction, answer_text(answer), names=answer.match.names)
        return
    view = discord.ui.View(timeout=None)
    pressed = MatchId(answer.match.id, answer.match.seq, UNASK)
    view.add_item(MatchButton.button(pressed.text, say("Don't ask"), locale_of(interaction)))
    await reply(interaction, shown(answer_text(answer), locale_of(interaction), answer.match.names), view=view)


def buttons(request_id: int, actions: tuple[str, ...], locale: Locale) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for action in actions:
        text, style = _BUTTONS[action]
        view.add_item(RequestButton.button(RequestId(request_id, action).text, text, locale, style))
    return view


async def press(interaction: Interaction, pressed: RequestId) -> None:
    """Handle a button of a request; a closed request loses its buttons."""
    arena, person_id = interaction.client.arena, await whoami(interaction)
    request = await arena.requests.get(pressed.request)
    try:
        match = await match_for(interaction, request.match_id)
    except NoSuchMatch:
        raise HostingError(*NO_SUCH_REQUEST) from None
    try:
        match pressed.action:
            case "agree" | "refuse":
                answer = await arena.requests.answer(request.id, person_id, agree=pressed.action == AGREE)
                await tell(interaction, answer_text(answer))
            case "withdraw":
                organiser = await organises(interaction.client, interaction.user)
                # Who organises need not be known yet, and the log says who withdrew what.
                by = await entered(interaction) if organiser else person_id
                await arena.requests.withdraw(request.id, by, organiser=organiser)
                await tell(interaction, say("You've withdrawn it."))
            case "computer":
                voting_seat(match, person_id)
                levels = levels_of(match.session.game.info, match.mode)
                view = discord.ui.View(timeout=None)
                for action, level in _LEVELS.items():
                    if level in levels:
                        style, custom_id = discord.ButtonStyle.secondary, RequestId(request.id, action).text
                        view.add_item(RequestButton.button(custom_id, levels[level], locale_of(interaction), style))
                text = say("How strong should the computer be? Once the others agree, it plays on from here.")
                await reply(interaction, shown(text, locale_of(interaction)), view=view)
            case level if level in _LEVELS:
                answer = await arena.opponents.play_on(request.id, person_id, _LEVELS[level])
                await tell_asked(interaction, answer)
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


def answer_text(answer: Answer) -> Text:
    request = answer.request
    if answer.due is not None:
        return say(
            "I'll ask the others at the next turn, or {when} at the latest: in a silent team match, players "
            "can't choose the timing (R29). You can change your mind until then; a new request replaces this "
            "one.",
            when=moment(answer.due),
        )
    if request is None:
        if answer.undone is not None and answer.undone.inside:
            return say("Your last decision has been taken back.")
        return say_n(
            "Your turn has been taken back.",
            "Your turn has been taken back, along with what followed automatically: {count} turns in all.",
            1 if answer.undone is None else answer.undone.turns,
        )
    if request.status == "accepted":
        return say("You agreed, so it's done.")
    if request.status == "refused":
        return say("You refused, so nothing changes.")
    if request.agreed:
        return say("You agreed. The others haven't all answered yet.")
    return say("I've asked the others. You can withdraw your request with the button there.")


async def _show_closed(interaction: Interaction, match: Match, request: Request) -> None:
    message = interaction.message
    if message is None or message.flags.ephemeral or not message.components:
        return
    content = request_content(match, request, await interaction.client.language(match.guild_id))
    await put(interaction, content)


AnyRequest: TypeAlias = RequestPost | WelcomePost


@dataclass(eq=False, slots=True)
class RequestPosts:
    """Delivers posts of kind "request" (`cogs.core.bot.Delivery`)."""

    bot: ArenaBot

    async def send(self, context: PostContext[AnyRequest]) -> int | None:
        """Post a request, or update its message."""
        content = context.content
        if isinstance(content, WelcomePost):
            return await self._welcome(context, content.person_id)
        request = await self.bot.arena.requests.get(content.request_id)
        if content.edit:
            await self._edit(context, request)
            return None
        if request.status != "open":
            return None  # it was decided while this waited, and what came of it is posted elsewhere
        mentioned, called = await self._called(context, request)
        words = request_content(context.match, request, context.reader.locale, mentioned)
        return await self._post(context, words, called, self._view(context, request))

    def _view(self, context: PostContext[AnyRequest], request: Request) -> discord.ui.View | None:
        computers = self.bot.arena.core.computers_offered
        return request_view(context.match, request, context.reader.locale, computers=computers)

    async def sent_before(self, context: PostContext[AnyRequest]) -> int | None:
        """Search for the request in the channel's latest messages."""
        match context.content:
            case RequestPost(request_id, edit=False):
                mark = f"q:{request_id}:"
            case WelcomePost(person_id):
                account = (await accounts_of(self.bot, [person_id])).get(person_id)
                mark = f"<@{account}>"
            case _:
                return None

        def is_it(message: discord.Message) -> bool:
            return mark in message.content or any(each.startswith(mark) for each in custom_ids(message))

        found = await find_own(self.bot, self._channel(context), is_it, since=context.post.created_at)
        return None if found is None else found.id

    async def _edit(self, context: PostContext[AnyRequest], request: Request) -> None:
        post = context.post
        shown_by = Posting("request", post.channel_id, RequestPost(request.id))
        message_id = await self.bot.arena.outbox.message_of(post.match_id, shown_by)
        if message_id is None:
            return
        locale = context.reader.locale
        try:
            await (
                self._channel(context)
                .get_partial_message(message_id)
                .edit(
                    content=request_content(context.match, request, locale),
                    view=self._view(context, request),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        except discord.NotFound:
            log.debug("the message of request %d is gone", request.id)
        except discord.HTTPException as error:
            if error.code not in NOT_TO_BE_EDITED:
                raise
            log.info("could not update the message of request %d: %s", request.id, error)

    async def _welcome(self, context: PostContext[AnyRequest], person_id: int) -> int | None:
        accounts = await accounts_of(self.bot, [person_id])
        account = accounts.get(person_id)
        if account is None:
            return None
        text = say(
            "<@{user}>, an organiser has chosen you as a substitute: you now have a seat in {game}. If you "
            "can't play, `/match leave` asks for another substitute.",
            user=account,
            game=context.match.session.game.info.name,
        )
        content = shown(text, context.reader.locale)
        return await self._post(context, content, accounts, None)

    async def _post(
        self, context: PostContext[AnyRequest], content: str, called: Accounts, view: discord.ui.View | None
    ) -> int:
        mentions = called.only()
        if view is None:
            message = await self._channel(context).send(content, nonce=context.post.id, allowed_mentions=mentions)
        else:
            message = await self._channel(context).send(
                content, view=view, nonce=context.post.id, allowed_mentions=mentions
            )
        return message.id

    async def _called(self, context: PostContext[AnyRequest], request: Request) -> tuple[Accounts, Accounts]:
        """Return whom a request mentions in a channel, and which of them it notifies; notify the others aside (R29).

        Players who are asked are notified, each in their own channel, unless they do not want it. Where partners are
        silent they are mentioned all the same, as in the status (R29).
        """
        match = context.match
        asked = {match.person_of(seat) for seat in waiting(request)}
        here = {each for each in asked if home(match, each) == context.post.channel_id}
        settings = self.bot.arena.settings
        called = frozenset({each for each in here if (await settings.player(each)).ping})
        accounts = await accounts_of(self.bot, here)
        if not match.silent:
            return accounts.among(called), accounts.among(called)
        unnamed = await self.bot.silence.renamed(match)
        text = say(
            "{wish} [Go to the match]({link})",
            wish=request_text(match, request),
            link=link(match.guild_id, context.post.channel_id),
        )
        for person_id in sorted(called & unnamed):
            await self.bot.arena.reminders.aside(match, person_id, TextPost(text), context.post.created_at)
        return accounts.among(here - unnamed), accounts.among(called - unnamed)

    def _channel(self, context: PostContext[AnyRequest]) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(context.post.channel_id, guild_id=context.match.guild_id)


async def unask(interaction: Interaction, match_id: int, _seq: int) -> None:
    match = await match_for(interaction, match_id)
    forgotten = await interaction.client.arena.request_drafts.forget(match.id, await whoami(interaction))
    text = say("I won't ask the others.") if forgotten else say("That request has already ended.")
    await layout.close_question(interaction, text, match.names)


# `/match end`, `pause` and `more-time`: what players can agree on besides taking back: an end, a pause, more time.


DAYS = USUAL_PAUSE.days
HOURS = USUAL_EXTENSION // timedelta(hours=1)
END, PAUSE, RESUME, TIME = "offerend", "offerpause", "offerresume", "offertime"
"""Buttons of the menu that the button Ask the others opens."""
_OFFERED = {
    END: say("End it without a winner"),
    PAUSE: say_n("Pause it for {count} day", "Pause it for {count} days", DAYS),
    RESUME: say("Resume"),
    TIME: say_n("{count} more hour for me", "{count} more hours for me", HOURS),
}
MOST_HOURS = LONGEST_EXTENSION // timedelta(hours=1)


class OfferCog(ArenaCog):
    """Asks the others; their answers are buttons."""

    under = "match"

    @app_commands.command(
        description=mark("Offer to end the match: as a draw if the rules have one, or without a winner")
    )
    @app_commands.describe(match=WHICH_OWN)
    async def end(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        found = await own_match(interaction, match)
        await self._ask(interaction, found, Draw() if found.session.game.info.draws else End())

    @app_commands.command(description=mark("Ask to pause the match or, while it's paused, to resume it"))
    @app_commands.describe(days=mark("How many days at most; a week if you leave it out"), match=WHICH_OWN)
    async def pause(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, LONGEST_PAUSE.days] | None = None,
        match: OwnNumber | None = None,
    ) -> None:
        """Ask for a pause; during one, unless another length is given, ask for its end."""
        found = await own_match(interaction, match)
        wanted = Resume() if found.paused is not None and days is None else Pause(days or DAYS)
        await self._ask(interaction, found, wanted)

    @app_commands.command(
        name="more-time", description=mark("Ask for more time to decide, for yourself or for another player")
    )
    @app_commands.describe(
        hours=mark("How many more hours; a day if you leave it out"),
        player=mark("For whom; you if you leave it out"),
        match=WHICH_OWN,
    )
    async def time(
        self,
        interaction: Interaction,
        hours: app_commands.Range[int, 1, MOST_HOURS] = HOURS,
        player: str | None = None,
        match: OwnNumber | None = None,
    ) -> None:
        found = await own_match(interaction, match)
        seat = found.seat_of(await whoami(interaction)) if player is None else seat_named(found, player)
        if seat is None:
            raise NotSeated
        await self._ask(interaction, found, Extension(seat, hours * 3600))

    @time.autocomplete("player")
    async def _players(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            found = await own_match(interaction, interaction.namespace.match)
        except (Refusal, NotSeated):
            return []
        return seat_choices(found, current, locale_of(interaction), computers=False)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the possible requests, from the menu More; an old board will do."""
        match = await match_for(interaction, match_id)
        if match.seat_of(await whoami(interaction)) is None:
            raise NotSeated
        locale, view = locale_of(interaction), discord.ui.View(timeout=None)
        for action in (RESUME,) if match.paused is not None else (END, PAUSE, TIME):
            text = say("Draw") if action == END and match.session.game.info.draws else _OFFERED[action]
            view.add_item(MatchButton.button(MatchId(match.id, match.seq, action).text, text, locale))
        more = say(
            "What do you want to ask the others for? With `/match pause` and `/match more-time` you choose how long."
        )
        await reply(interaction, shown(more, locale), view=view)

    async def press_end(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        await self._ask(interaction, match, Draw() if match.session.game.info.draws else End())

    async def press_pause(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await self._ask(interaction, await match_for(interaction, match_id), Pause(DAYS))

    async def press_resume(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await self._ask(interaction, await match_for(interaction, match_id), Resume())

    async def press_time(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        seat = match.seat_of(await whoami(interaction))
        if seat is None:
            raise NotSeated
        await self._ask(interaction, match, Extension(seat, HOURS * 3600))

    async def _ask(self, interaction: Interaction, match: Match, wanted: Agreement) -> None:
        answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), wanted)
        await tell_asked(interaction, answer)


def seat_choices(
    match: Match | BareMatch, current: str, locale: str, *, computers: bool = True
) -> list[app_commands.Choice[str]]:
    """Offer the players of a match, by seat; `computers`: whether computers, too."""
    named = zip(match.seats, called(match.names, locale), strict=True)
    return offered([(name, str(each.seat)) for each, name in named if computers or each.computer is None], current)


def seat_named(match: Match | BareMatch, text: str) -> int:
    """Return the seat of a picked choice or a typed name. Raises NoSuchSeat."""
    for each in match.seats:
        if text == str(each.seat) or text.casefold() == each.name.casefold():
            return each.seat
    raise NoSuchSeat


# `/undo`: taking back one's own last turn, at once or with the consent of the others, as the table agreed.


class UndoCog(ArenaCog):
    """Lets players take turns back."""

    @app_commands.command(description=mark("Take back your last turn, with the others' consent if needed"))
    @app_commands.describe(match=WHICH_OWN)
    async def undo(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        found = await own_match(interaction, match)
        answer = await self.bot.arena.requests.ask(found.id, await whoami(interaction), TakeBack())
        await tell_asked(interaction, answer)

    async def press_asking(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), TakeBack())
        await tell_asked(interaction, answer)

    async def press(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Take back the turn above the button; once others have acted, say what else is possible."""
        match = await match_for(interaction, match_id, direct=True)
        await check_acting(interaction, match)
        try:
            answer = await self.bot.arena.requests.ask(match.id, await whoami(interaction), TakeBack(), seen=seq)
            text = answer_text(answer)
        except StaleBoard:
            text = (
                say("The match has moved on. `/undo` takes your last turn back.")
                if len(match.humans) == 1
                else say("The match has moved on. `/undo` takes your turn back if the others agree.")
            )
        await layout.close_question(interaction, text, match.names)


# `/match leave`: asking for a substitute.


CONFIRM = "leaveyes"


class LeaveCog(ArenaCog):
    """Lets players hand over their seats."""

    under = "match"

    @app_commands.command(description=mark("Leave a match: ask in its channel for a substitute"))
    @app_commands.describe(match=WHICH_OWN)
    async def leave(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        found = await own_match(interaction, match)
        if found.silent:  # R29
            await tell_asked(interaction, await self.bot.arena.request_drafts.seek(found.id, await whoami(interaction)))
            return
        await self.bot.arena.substitutes.check_leaving(found, await whoami(interaction))
        question = say(
            "Leave this match? I'll post a call for a substitute in {channel}, where everyone sees it. Until a "
            "substitute takes over, you keep the seat, and your clock still runs. You can withdraw the call "
            "there.",
            channel=f"<#{found.channel_id}>",
        )
        if (passes := handover_text(found)) is not None:
            question = say("{told} {passes}", told=question, passes=passes)
        await ask_twice(interaction, found, question, (CONFIRM, say("Ask for a substitute")))

    async def confirm(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Post the call, even if the match has gone on since the question."""
        found = await match_for(interaction, match_id)
        try:
            await self.bot.arena.substitutes.leave(found.id, await whoami(interaction))
        except HostingError as error:
            await layout.close_question(interaction, error.text, found.names)
            return
        text = say(
            "You asked for a substitute in {channel}. If you've made a turn, a draw or a loss still counts for "
            "you even after a substitute takes over, unless an organiser excuses you.",
            channel=f"<#{found.channel_id}>",
        )
        await layout.close_question(interaction, text, found.names)
