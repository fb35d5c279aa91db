"""The players of a silent match: who left, who stands above the policy, who could do what they should not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import discord

from cogs.core.bot import ArenaBot
from cogs.silence.channels import above_policy
from cogs.silence.diary import Inspection
from cogs.silence.members import fetch_members, found_in, held
from cogs.silence.notices import tell_organisers
from cogs.silence.text import room_name
from engine.game import Json
from engine.text import say
from hosting.silence import overwrites
from hosting.silence.codes import SilenceCode


async def check_players(bot: ArenaBot, look: Inspection) -> Mapping[int, discord.Member]:
    """Look at the players of a match, note what is wrong, and return those who are in the server."""
    members = await fetch_members(bot, look.guild, sorted(look.cast.players))
    for person_id in sorted(look.cast.players - members.keys()):
        if look.diary.last(SilenceCode.LEFT, person_id=person_id) is None:
            await look.diary.note(SilenceCode.LEFT, person_id=person_id)
            await tell_organisers(bot, look.match, say("{player} left the server.", player=look.player(person_id)))
    above = above_policy(look.guild, members)
    for person_id, reason in above.items():
        if look.diary.last(SilenceCode.BYPASS, person_id=person_id, reason=reason) is None:
            await look.diary.note(SilenceCode.BYPASS, {"reason": reason}, person_id=person_id)
            text = say("{player} can bypass the silence of the teams.", player=look.player(person_id))
            await tell_organisers(bot, look.match, text)
    await _breaches(look, {each: member for each, member in members.items() if each not in above})
    return members


async def _breaches(look: Inspection, members: Mapping[int, discord.Member]) -> None:
    rooms = [(place, look.guild.get_channel(place.channel_id)) for place in look.match.places]
    # What was found to drift has just been dealt with, and the news of it may not have come back yet.
    in_order = [
        (place, channel)
        for place, channel in rooms
        if channel is not None and not overwrites.drift(place.role, look.cast, found_in(channel, look.accounts))
    ]
    for (person_id, member), (place, channel) in product(members.items(), in_order):
        if broken := overwrites.breaches(place.role, look.cast, person_id, held(channel.permissions_for(member))):
            if look.diary.last(SilenceCode.BREACH, channel_id=channel.id, person_id=person_id) is None:
                what: dict[str, Json] = {"place": place.role, "permissions": list(broken)}
                await look.diary.note(SilenceCode.BREACH, what, channel_id=channel.id, person_id=person_id)
            look.faults.append(say('Players could write in the channel "{place}".', place=room_name(place.role)))
