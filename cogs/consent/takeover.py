"""Taking over a seat: the question before it, what must hold on Discord, and how the new player gets in."""

from __future__ import annotations

import discord

from cogs.channels.places import welcome
from cogs.consent.text import asker
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import STRANGER, member_of
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.messages import channel_of
from cogs.core.replies import reply
from cogs.core.text import shown
from cogs.silence.channels import bypass_of
from cogs.ui import confirmation
from cogs.ui.lobby import seat_label
from engine.text import Text, say
from hosting.consent.errors import RequestClosed
from hosting.consent.substitutes import what_passes
from hosting.match.model import Match, Person, Request


async def ask_taker(interaction: Interaction, match: Match, request: Request, view: discord.ui.View) -> None:
    """Ask a person in private whether they want to take over a seat; raises where they cannot."""
    if request.status != "open":
        raise RequestClosed(request)
    new = await candidate(interaction.client, match, member_of(interaction))
    await interaction.client.arena.substitutes.check(match, request.seat, new, request)
    await check_member(interaction.client, match, interaction.user)
    lines = [
        say(
            "Take over from {player}: {seat} in {game}? You play on from here. A win counts for you if you "
            "make three turns and a quarter of the seat's; a draw or a loss never does.",
            player=asker(match, request.seat, request.seq),
            seat=seat_label(match.mode, request.seat),
            game=match.session.game.info.name,
        )
    ]
    if match.silent:
        lines.append(
            say(
                "Teammates may not communicate until the match is over (R29), and you can't read the "
                "spectators' channel until then."
            )
        )
    if (passes := what_passes(match)) is not None:
        lines.append(passes)
    content = "\n".join(shown(line, locale_of(interaction), match.names, match.members) for line in lines)
    await reply(interaction, content, view=view)


async def take_over(interaction: Interaction, match: Match, request: Request) -> None:
    """Hand a seat to the person who pressed, and let them in."""
    bot = interaction.client
    await check_member(bot, match, interaction.user)
    new = await newcomer(bot, match, member_of(interaction))
    match = await bot.arena.substitutes.take(request.id, new)
    await confirmation.close(interaction, in_the_seat(match, request.seat), match.names)
    await let_in(bot, match, new.person_id)


async def newcomer(bot: ArenaBot, match: Match, user: discord.Member) -> Person:
    """Return the person who is to take over a seat, by the name to show for them; they are entered if need be.

    Where partners are silent that is not a name chosen for this server: it could be words for the new partner (R29).
    """
    return await bot.arena.people.enter(user.id, user.guild.id, _name(match, user))


async def candidate(bot: ArenaBot, match: Match, user: discord.Member) -> Person:
    """Return the person who may take over a seat; of a stranger nothing is kept yet."""
    found = await bot.arena.people.find(user.id)
    return Person(STRANGER if found is None else found, _name(match, user))


def _name(match: Match, user: discord.User | discord.Member) -> str:
    return user.name if match.silent else user.display_name


def in_the_seat(match: Match, seat: int) -> Text:
    """Return what a new player is told."""
    return say(
        "You have the seat now. Your boards are in {channel}; when it is your turn you are called there.",
        channel=f"<#{match.home(seat)}>",
    )


async def let_in(bot: ArenaBot, match: Match, person_id: int) -> None:
    """Make a new player a member of the match's thread, if it is played in one; channels are the silence's business."""
    guild = bot.get_guild(match.guild_id)
    channel = guild.get_channel_or_thread(match.channel_id) if guild is not None else None
    if isinstance(channel, discord.Thread):
        await welcome(channel.id, bot, [person_id])


async def check_member(bot: ArenaBot, match: Match, user: discord.User | discord.Member) -> None:
    """Check that a person may play a match on Discord.

    Raises:
        Refusal: They are a bot, do not see where the match is played, or could bypass the silence where the server does
            not have that.
    """
    if user.bot:
        raise Refusal(say("{player} is a bot and does not play.", player=user.mention), code="bot-opponent")
    if not isinstance(user, discord.Member):
        raise AssertionError("seats are taken in servers only")
    if not match.silent:
        channel = await channel_of(user.guild, match.channel_id)
        if channel is not None and not channel.permissions_for(user).view_channel:
            raise Refusal(
                say("{player} cannot look into the channel of that match.", player=user.mention), code="takes-unseen"
            )
        return
    blocks = (await bot.arena.settings.server(match.guild_id)).silence_blocks_start
    if blocks and bypass_of(user.guild, user) is not None:
        raise Refusal(
            say(
                "{player} could bypass the silence of the teams, which this server does not allow.", player=user.mention
            ),
            code="silence-bypass",
        )
