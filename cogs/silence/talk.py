"""Where players of a silent match could talk all the same: messages in its channels, and voice channels."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

import discord

from cogs.core.bot import ArenaBot
from cogs.core.network import BROKEN
from cogs.silence.diary import Inspection
from cogs.silence.members import by_voice
from cogs.silence.notices import tell_organisers, tell_players
from engine.game import Json
from engine.text import say
from hosting.match.model import Place
from hosting.silence.cast import together
from hosting.silence.codes import SilenceCode
from hosting.silence.policy import team_at
from render.words import team_letter

log = logging.getLogger(__name__)

COOL_DOWN: Final = timedelta(minutes=15)
"""A meeting in a voice channel this soon after the last one is logged, and nobody is told again."""
_REMOVALS: Final = (SilenceCode.REMOVED, SilenceCode.UNREACTED)
LOOK_BACK: Final = 30
"""How many messages of a channel are looked through."""


async def check_messages(look: Inspection) -> None:
    """Remove what players or other programs wrote, what strangers wrote in a team's channel, and reactions."""
    for place in look.match.places:
        channel = look.guild.get_channel(place.channel_id)
        if not place.shows_boards or not isinstance(channel, discord.TextChannel):
            continue
        standing: dict[int, discord.Message] = {}
        try:
            async for message in channel.history(limit=LOOK_BACK):
                standing[message.id] = message
                await _message(look, place, message)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("the messages of channel %d cannot be looked through: %r", channel.id, error)
            look.unanswered |= not isinstance(error, discord.Forbidden | discord.NotFound)
        else:
            await _carried_out(look, place, standing)


async def _carried_out(look: Inspection, place: Place, standing: Mapping[int, discord.Message]) -> None:
    """Note what was removed though the answer to that was lost."""
    done = {each.detail.get("message") for each in look.diary.entries if each.code in _REMOVALS}
    for entry in list(look.diary.entries):
        number, code = entry.detail.get("message"), entry.detail.get("code")
        if entry.code != SilenceCode.REMOVING or entry.channel_id != place.channel_id or not isinstance(number, str):
            continue
        if len(standing) == LOOK_BACK and int(number) < min(standing):
            continue  # whether it stands is not known
        message = standing.get(int(number))
        open_still = message is not None and (code == SilenceCode.REMOVED or bool(message.reactions))
        if number not in done and not open_still:
            await look.diary.note(
                SilenceCode(str(code)),
                {"place": place.role, "message": number},
                channel_id=entry.channel_id,
                person_id=entry.person_id,
            )
            done.add(number)


async def _message(look: Inspection, place: Place, message: discord.Message) -> None:
    author = look.accounts.persons().get(message.author.id)
    try:
        foreign = author in look.cast.players or await _foreign(look, place, message)
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("who wrote message %d in channel %d is not known: %r", message.id, message.channel.id, error)
        look.unanswered = True
        return
    if not foreign and not message.reactions:
        return
    code, what = SilenceCode.REMOVED if foreign else SilenceCode.UNREACTED, {"place": place.role}
    person_id = author if foreign else None
    try:
        # All who can read may join a reaction that is there already, whatever is denied.
        await (message.delete() if foreign else message.clear_reactions())
    except (discord.HTTPException, *BROKEN) as error:
        # The messages before it are looked at all the same.
        log.warning("message %d in channel %d cannot be put right: %r", message.id, message.channel.id, error)
        if not isinstance(error, discord.Forbidden | discord.NotFound):
            look.unanswered = True
            lost: dict[str, Json] = {**what, "message": str(message.id), "code": code}
            if look.diary.last(SilenceCode.REMOVING, message=str(message.id)) is None:
                await look.diary.note(SilenceCode.REMOVING, lost, channel_id=message.channel.id, person_id=person_id)
    else:
        told = (
            {**what, "message": str(message.id)}
            if look.diary.last(SilenceCode.REMOVING, message=str(message.id))
            else what
        )
        await look.diary.note(code, told, channel_id=message.channel.id, person_id=person_id)


async def _foreign(look: Inspection, place: Place, message: discord.Message) -> bool:
    """Return whether the author of a message has no right to write there: a program, or a stranger to the team.

    Who owns the server or is an administrator may write anywhere: moderators' messages stay.
    """
    if message.author.id == look.cast.bot_id:
        return False
    if message.author.bot:
        return True
    if team_at(place.role) is None or message.author.id == look.guild.owner_id:
        return False
    try:
        member = await look.guild.fetch_member(message.author.id)
    except discord.NotFound:
        return True
    return not member.guild_permissions.administrator


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
        "Players of team {letter} are together in the voice channel {channel}. Teammates may not communicate "
        "while their match runs (R29): please leave it until the match is over. This was logged.",
        letter=team_letter(team),
        channel=f"<#{channel_id}>",
    )
    await tell_players(bot, look.match, who, text)
    await tell_organisers(bot, look.match, text)
