"""Where players of a silent match could talk all the same: messages in its channels, and voice channels."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

import discord

from cogs.core.bot import ArenaBot
from cogs.silence.diary import Inspection
from cogs.silence.members import by_voice
from cogs.silence.notices import tell_organisers, tell_players
from engine.game import Json
from engine.text import say
from hosting.match.model import Place
from hosting.silence.cast import together
from hosting.silence.codes import SilenceCode
from render.words import team_letter

log = logging.getLogger(__name__)

COOL_DOWN: Final = timedelta(minutes=15)
"""A meeting in a voice channel this soon after the last one is logged, and nobody is told again."""
LOOK_BACK: Final = 30
"""How many messages of a channel are looked through."""


async def check_messages(look: Inspection) -> None:
    """Remove what players or other programs wrote, and reactions."""
    for place in look.match.places:
        channel = look.guild.get_channel(place.channel_id)
        if not place.shows_boards or not isinstance(channel, discord.TextChannel):
            continue
        try:
            async for message in channel.history(limit=LOOK_BACK):
                await _message(look, place, message)
        except discord.HTTPException as error:
            log.warning("the messages of channel %d cannot be looked through: %s", channel.id, error)


async def _message(look: Inspection, place: Place, message: discord.Message) -> None:
    what: dict[str, Json] = {"place": place.role}
    author = look.accounts.persons().get(message.author.id)
    try:
        if author in look.cast.players or (message.author.bot and message.author.id != look.cast.bot_id):
            await message.delete()
            await look.diary.note(SilenceCode.REMOVED, what, channel_id=message.channel.id, person_id=author)
        elif message.reactions:
            # All who can read may join a reaction that is there already, whatever is denied.
            await message.clear_reactions()
            await look.diary.note(SilenceCode.UNREACTED, what, channel_id=message.channel.id)
    except discord.HTTPException as error:
        # The messages before it are looked at all the same.
        log.warning("message %d in channel %d cannot be put right: %s", message.id, message.channel.id, error)


async def check_voices(bot: ArenaBot, look: Inspection) -> None:
    """Note who of a team met in a voice channel, and tell them and the organisers."""
    meetings = together(look.cast, by_voice(look.guild, look.accounts))
    for team in range(len(look.cast.teams)):
        last = look.diary.last(SilenceCode.MET, SilenceCode.PARTED, team=team)
        met = last is not None and last.code == SilenceCode.MET
        here = next(((channel_id, who) for number, channel_id, who in meetings if number == team), None)
        if here is None:
            if met:
                await look.diary.note(SilenceCode.PARTED, {"team": team})
        elif not met:
            await _meeting(bot, look, team, *here)


async def _meeting(bot: ArenaBot, look: Inspection, team: int, channel_id: int, who: frozenset[int]) -> None:
    before = look.diary.last(SilenceCode.MET, team=team)
    await look.diary.note(SilenceCode.MET, {"team": team}, channel_id=channel_id)
    if before is not None and bot.clock.now() - before.at < COOL_DOWN:
        return
    text = say(
        "Players of team {letter} are together in the voice channel {channel}. Teammates may not communicate while "
        "their match runs (R29): please part until it is over. This was logged.",
        letter=team_letter(team),
        channel=f"<#{channel_id}>",
    )
    await tell_players(bot, look.match, who, text)
    await tell_organisers(bot, look.match, text)
