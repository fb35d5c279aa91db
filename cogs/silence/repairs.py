"""The channels of a silent match: their permissions are put right, and handed over with a seat."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord

from cogs.core.bot import ArenaBot
from cogs.core.network import BROKEN
from cogs.silence.diary import Inspection
from cogs.silence.members import as_discord, fetch_members, found_in
from cogs.silence.names import digest
from cogs.silence.text import changes, room_name
from engine.game import Json
from engine.text import say
from hosting.match.model import Place
from hosting.silence import overwrites
from hosting.silence.cast import Target
from hosting.silence.codes import SilenceCode
from hosting.silence.overwrites import Drift
from hosting.silence.policy import CATEGORY, SPECTATORS

log = logging.getLogger(__name__)

AGAIN = timedelta(hours=1)
"""How long a refused repair is left alone, unless something changed."""
_STATES = (SilenceCode.REFUSED, SilenceCode.UNANSWERED, SilenceCode.REPAIRED, SilenceCode.MENDED)
"""The latest of these says how a channel stands."""


def _final(error: Exception) -> bool:
    """Return whether an answer of Discord's is a refusal: then nothing was done, and asking again changes nothing."""
    return isinstance(error, discord.Forbidden | discord.NotFound)


class Repairs:
    """Puts channels right, and remembers what was refused."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._refused: dict[int, tuple[Sequence[Drift], float]] = {}
        self._unhanded: dict[int, datetime] = {}

    def forget(self, match_id: int) -> None:
        """Drop what is remembered of a match that is over."""
        self._unhanded.pop(match_id, None)

    async def hand_over(self, look: Inspection, *, patient: bool) -> frozenset[int]:
        """Close the channels to those who gave their seats away and open them to who took them, once each.

        Returns:
            The channels that are in order thereby, though the news of it may not have come back yet.
        """
        new = [each for each in look.match.former if look.diary.last(SilenceCode.HANDED, event=each.until) is None]
        now = self.bot.clock.now()
        if not new or (patient and now - self._unhanded.get(look.match.id, now - AGAIN) < AGAIN):
            return frozenset()
        gone = {Target("person", each.person_id) for each in look.match.former} - {
            Target("person", person_id) for person_id in look.cast.players
        }
        done, left = set(), False
        for place in look.match.places:
            channel = look.guild.get_channel(place.channel_id)
            if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
                continue
            found = found_in(channel, look.accounts)
            kept = {target: overwrite for target, overwrite in found.items() if target not in gone}
            wanted = as_discord(look.guild, overwrites.repaired(place.role, look.cast, kept), look.accounts)
            try:
                await channel.edit(overwrites=wanted)
            except (discord.HTTPException, *BROKEN) as error:
                log.warning("channel %d of match %d cannot be handed over: %r", channel.id, look.match.id, error)
                left = True
                look.unanswered |= not _final(error)
            else:
                done.add(channel.id)
        if left and not look.unanswered:
            self._unhanded[look.match.id] = now
        elif left:
            self._unhanded.pop(look.match.id, None)
        else:
            self._unhanded.pop(look.match.id, None)
            members = await fetch_members(self.bot, look.guild, [look.match.person_of(each.seat) for each in new])
            for each in new:
                names = {str(person_id): digest(member.display_name) for person_id, member in members.items()}
                await look.diary.note(
                    SilenceCode.HANDED, {"event": each.until, "names": names}, person_id=look.match.person_of(each.seat)
                )
        return frozenset(done)

    async def channel(self, look: Inspection, place: Place, *, patient: bool) -> None:
        """Look at one channel and put it right; `patient` leaves alone what was refused lately."""
        channel = look.guild.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
            await self._gone(look, place)
            return
        found = found_in(channel, look.accounts)
        drift = overwrites.drift(place.role, look.cast, found)
        category = look.match.place(CATEGORY)
        parent = look.guild.get_channel(category.channel_id) if category and place.role != CATEGORY else None
        astray = isinstance(parent, discord.CategoryChannel) and channel.category_id != parent.id
        if not drift and not astray:
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is not None and last.code in (SilenceCode.REFUSED, SilenceCode.UNANSWERED):
                await look.diary.note(SilenceCode.MENDED, {"place": place.role}, channel_id=channel.id)
            self._refused.pop(channel.id, None)
            return
        if patient and self._lately_refused(channel.id, drift):
            self._blame(look, place, drift)
            return
        wanted = as_discord(look.guild, overwrites.repaired(place.role, look.cast, found), look.accounts)
        what: dict[str, Json] = {"place": place.role, "changes": changes(drift)}
        try:
            if isinstance(channel, discord.CategoryChannel):
                await channel.edit(overwrites=wanted)
            elif astray and isinstance(parent, discord.CategoryChannel):
                await channel.edit(overwrites=wanted, category=parent)
            else:
                await channel.edit(overwrites=wanted)
        except discord.NotFound:
            await self._gone(look, place)
        except discord.Forbidden:
            self._refused[channel.id] = (drift, self.bot.clock.now().timestamp())
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is None or last.code != SilenceCode.REFUSED or last.detail != what:
                await look.diary.note(SilenceCode.REFUSED, what, channel_id=channel.id)
            self._blame(look, place, drift)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("channel %d of match %d may not be put right: %r", channel.id, look.match.id, error)
            look.unanswered = True
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is None or last.code != SilenceCode.UNANSWERED or last.detail != what:
                await look.diary.note(SilenceCode.UNANSWERED, what, channel_id=channel.id)
            if drift and place.role != CATEGORY:
                look.faults.append(
                    say(
                        'Discord doesn\'t answer when I set the permissions of the channel "{place}"; I try again '
                        "within a minute.",
                        place=room_name(place.role),
                    )
                )
        else:
            self._refused.pop(channel.id, None)
            await look.diary.note(SilenceCode.REPAIRED, what, channel_id=channel.id)

    def _lately_refused(self, channel_id: int, drift: Sequence[Drift]) -> bool:
        before = self._refused.get(channel_id)
        if before is None:
            return False
        what, when = before
        return what == drift and self.bot.clock.now().timestamp() - when < AGAIN.total_seconds()

    def _blame(self, look: Inspection, place: Place, drift: Sequence[Drift]) -> None:
        if drift and place.role != CATEGORY:
            look.faults.append(
                say('I may not set the permissions of the channel "{place}".', place=room_name(place.role))
            )

    async def _gone(self, look: Inspection, place: Place) -> None:
        if look.diary.last(SilenceCode.GONE, channel_id=place.channel_id) is None:
            await look.diary.note(SilenceCode.GONE, {"place": place.role}, channel_id=place.channel_id)
        if place.role not in (CATEGORY, SPECTATORS):
            look.faults.append(
                say('The channel "{place}" was deleted; `/match move-to` makes it again.', place=room_name(place.role))
            )
