"""The button Rematch under a result, and the message that shows an offer while players answer it.

Nothing here is secret: the match is over, and talk is free then, for silent teams, too (R29).
"""

from __future__ import annotations

import logging

import discord

from cogs.channels.places import require_no_partners
from cogs.core.access import guild_of, link, match_for, seat_of, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal, retrying, tell
from cogs.core.messages import Accounts, accounts_of, channel_of, custom_ids, find_own
from cogs.core.text import MESSAGE_LIMIT, cut, shown
from cogs.lobby.building import Building
from cogs.lobby.opening import post_table
from cogs.silence.channels import fetch_members, home_of
from cogs.ui.boards import REMATCH
from cogs.ui.lobby import seat_label
from engine.text import Text, load_text, say
from hosting.errors import HostingError
from hosting.lobby.model import AlreadyStarted
from hosting.lobby.rematch import LAPSES, NO_REMATCH, RematchPlace, asks_for_new_choices, rematch_of, swapped
from hosting.match.model import Match, Post, Rematch, Table
from hosting.outbox import Retry

log = logging.getLogger(__name__)

DECLINE = "norematch"


class RematchMessages:
    """Offers rematches and shows their progress."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        await seat_of(interaction, match)
        await interaction.response.defer(ephemeral=True, thinking=True)
        # The offer is shown once its table has a message, to which it has a link.
        async with self._bot.arena.rematches.hold(match_id):
            await self._check_there(interaction, match)
            spot = await self._spot(interaction, match)
            try:
                offer = await self._bot.arena.rematches.agree(match_id, await whoami(interaction), spot)
            except AlreadyStarted as error:
                begun = await self._bot.arena.matches.get(error.match_id)
                text = say("The rematch has already started: {channel}", channel=f"<#{begun.channel_id}>")
                raise Refusal(text, code="rematch-begun") from error
            lobby = None if offer.lobby_id is None else await self._gather(match, offer.lobby_id)
        await tell(interaction, _answer(match, offer, lobby))

    async def _gather(self, match: Match, table_id: int) -> Table:
        """Post the table of a rematch with its players; if that is refused, it is offered again later."""
        arena = self._bot.arena
        try:
            return await post_table(self._bot, table_id)
        except discord.HTTPException as error:
            table = await arena.tables.get(table_id)
            await arena.tables.cancel(table.id, table.host.person_id)
            start = rematch_of(match, RematchPlace(table.where, table.channel_id), table.host.person_id)
            why = Building(self._bot).words(start, error)
            await arena.rematches.fail(match.id, why)
            raise Refusal(why, code="no-table") from error

    async def decline(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id)
        await seat_of(interaction, match)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._bot.arena.rematches.decline(match_id, await whoami(interaction))
        await tell(interaction, say("You've declined the rematch."))

    async def show(self, post: Post) -> None:
        """Update or post the message of an offer (`cogs.core.bot.Show`). If that fails for good, the offer stands."""
        bot, arena = self._bot, self._bot.arena
        offer = await arena.rematches.find(post.subject.id)
        if offer is None:
            return
        match = await arena.matches.get(offer.match_id)
        if len(match.humans) == 1 and offer.status != "failed":
            return  # nobody else is asked, and the answer to the press says it
        bot.require_server(match.guild_id)
        locale = await bot.language(match.guild_id)
        accounts = await accounts_of(bot, [seat.person_id for seat in match.seats])
        lines = await self._lines(offer, match, accounts)
        content = cut("\n".join(shown(line, locale, match.names) for line in lines), MESSAGE_LIMIT)
        view = _buttons(match, locale) if offer.status == "open" else discord.ui.View(timeout=None)
        channel = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        try:
            with retrying():
                message_id = offer.message_id
                if message_id is None and post.attempts:
                    mark = MatchId(match.id, match.seq, DECLINE).text
                    found = await find_own(
                        bot, channel, lambda message: mark in custom_ids(message), since=offer.opened_at
                    )
                    message_id = None if found is None else found.id
                if message_id is None:
                    asked = [seat.person_id for seat in match.seats if seat.person_id not in offer.agreed]
                    called = accounts.among(asked if offer.status == "open" else ())
                    sent = await channel.send(content, view=view, nonce=post.id, allowed_mentions=called.only())
                    message_id = sent.id
                else:
                    message = channel.get_partial_message(message_id)
                    await message.edit(content=content, view=view, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.info("could not post the rematch offer for match %d: %s", match.id, error)
            return
        if message_id != offer.message_id:
            await arena.rematches.shown(match.id, message_id)

    async def _lines(self, offer: Rematch, match: Match, accounts: Accounts) -> list[Text]:
        if offer.status != "ordered":
            return _lines(offer, match, accounts)
        arena = self._bot.arena
        if offer.lobby_id is not None:
            lobby = await arena.tables.get(offer.lobby_id)
            if lobby.message_id is None and lobby.status == "open":
                raise Retry  # it will have one, or be cancelled
            return [_CALLED_OFF if lobby.message_id is None else _at_table(lobby)]
        begun = await arena.rematches.of_match(match.id)
        if begun is None:
            return [say("Everyone wants the rematch: it's starting.")]
        return [say("The rematch has started: {channel}", channel=f"<#{(await arena.matches.get(begun)).channel_id}>")]

    async def _check_there(self, interaction: Interaction, match: Match) -> None:
        # In the same words as for any other reason, so that the refusal reveals none.
        people = match.humans
        if len(await fetch_members(self._bot, guild_of(interaction), people)) < len(people):
            raise HostingError(*NO_REMATCH)

    async def _spot(self, interaction: Interaction, match: Match) -> RematchPlace:
        """Return where a rematch is to be played: like its match, in a thread or in channels of its own."""
        bot, guild = self._bot, guild_of(interaction)
        home = await bot.arena.housing.home(match)
        if match.silent:
            home = await home_of(bot, match.channel_id) or home
            if home is None:
                raise _NO_PLACE
            return RematchPlace("channels", home)
        board = await channel_of(guild, match.channel_id)
        in_post = isinstance(board, discord.Thread) and isinstance(board.parent, discord.ForumChannel)
        if isinstance(board, discord.Thread) and not (
            in_post and asks_for_new_choices(match)
        ):  # a forum has no room for tables
            spot = RematchPlace("thread", board.parent_id)
        elif board is not None and await bot.arena.matches.running_in(board.id) is None:
            spot = RematchPlace("here", board.id)
        else:  # another match is played there, or it is gone
            found = board or (None if home is None else await channel_of(guild, home))
            if not isinstance(found, discord.TextChannel | discord.ForumChannel):
                raise _NO_PLACE
            spot = RematchPlace("thread", found.id)
        await require_no_partners(bot, spot.channel_id)
        return spot


_NO_PLACE = Refusal(
    say("A rematch can't be played where this match was: open a table elsewhere with `/new`."),
    code="no-place",
)


def _answer(match: Match, offer: Rematch, lobby: Table | None) -> Text:
    if lobby is not None:
        return _at_table(lobby)
    if match.alone:
        return say("Another match like this one is starting, in its own place.")
    if len(match.humans) == 1:
        return say("The rematch is starting.")
    if offer.status == "ordered":
        return say("Everyone wants the rematch: it's starting.")
    if len(offer.agreed) > 1:
        return say("You've accepted. The rematch starts once everyone else has too.")
    return say("You've offered a rematch. It starts once everyone else has accepted.")


def _at_table(lobby: Table) -> Text:
    return say(
        "Everyone wants the rematch. Choose again in private at a table, and start it there: {link}",
        link=f"{link(lobby.guild_id, lobby.channel_id)}/{lobby.message_id}",
    )


_CALLED_OFF = say("The match was called off before it started.")


def _lines(offer: Rematch, match: Match, accounts: Accounts) -> list[Text]:
    match offer.status:
        case "declined":
            return [say("The rematch was declined.")]
        case "lapsed":
            return [say("The rematch offer has expired.")]
        case "failed":
            why = _CALLED_OFF if offer.why is None else load_text(offer.why)
            return [
                say("The rematch couldn't start: {why}", why=why),
                say("Once that's fixed, offer it again with the button under the result."),
            ]
    first = offer.agreed[0] if offer.agreed else match.seats[0].person_id
    until = discord.utils.format_dt(offer.opened_at + LAPSES, "R")
    after = swapped({seat.seat: seat.person_id for seat in match.seats}, match.mode)
    seats = [_seat(match, offer, seat, after[seat], accounts) for seat in sorted(after)]
    head = say("{player} offers a rematch with the seats swapped.", player=accounts.mention(first))
    if match.terms.drawn:
        head = say("{player} offers a rematch. Seats are drawn when it starts.", player=accounts.mention(first))
    end = (
        say(
            "-# When everyone has accepted, a table opens where you each choose again in private. The offer "
            "expires {until}."
        )
        if asks_for_new_choices(match)
        else say("-# It starts once everyone has accepted, and expires {until}.")
    )
    return [head, *seats, end.using(until=until)]


def _seat(match: Match, offer: Rematch, seat: int, person: int, accounts: Accounts) -> Text:
    label, player = seat_label(match.mode, seat), accounts.mention(person)
    agreed = person in offer.agreed or person not in match.humans  # a computer always does
    if match.terms.drawn:
        if agreed:
            return say("{player} has accepted", player=player)
        return say("{player} hasn't answered yet", player=player)
    if agreed:
        return say("{seat}: {player} has accepted", seat=label, player=player)
    return say("{seat}: {player} hasn't answered yet", seat=label, player=player)


def _buttons(match: Match, locale: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for action, label, style in (
        (REMATCH, say("Accept", context="button"), discord.ButtonStyle.success),
        (DECLINE, say("Decline", context="button"), discord.ButtonStyle.danger),
    ):
        view.add_item(MatchButton.button(MatchId(match.id, match.seq, action).text, label, locale, style))
    return view
