"""Keeping a match silent: look at its channels and players, put right what drifted, and log what was found."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import discord

from cogs.core.bot import ArenaBot
from cogs.silence.channels import above_policy
from cogs.silence.members import as_discord, by_voice, fetch_members, found_in, held
from cogs.silence.notices import on_board, tell_organisers, tell_players
from cogs.silence.text import changes, room_name
from engine.game import Json
from engine.text import Player, Text, say
from hosting.match.model import Match, Place, SilenceEntry, dump_text
from hosting.silence import policy
from hosting.silence.codes import Code
from hosting.silence.policy import CATEGORY, SPECTATORS, Cast, Drift, Target
from render.words import team_letter

log = logging.getLogger(__name__)

PARKED = "silence"
"""Why a match is interrupted whose channels cannot be made silent."""
AGAIN = timedelta(hours=1)
"""How long a refused repair is left alone, unless something changed."""
COOL_DOWN = timedelta(minutes=15)
"""A meeting in a voice channel this soon after the last one is logged, and nobody is told again."""
_STATES = (Code.REFUSED, Code.REPAIRED, Code.MENDED)
"""The latest of these says how a channel stands."""
LOOK_BACK = 30
"""How many messages of a channel are looked through."""


@dataclass(slots=True)
class Diary:
    """The silence log of one match: what it says, and what is added to it."""

    bot: ArenaBot
    match: Match
    entries: list[SilenceEntry]

    @classmethod
    async def of(cls, bot: ArenaBot, match: Match) -> Diary:
        """Return the log of a match."""
        return cls(bot, match, await bot.arena.silence_log.of_match(match.id))

    async def note(
        self,
        code: Code,
        detail: Mapping[str, Json] | None = None,
        *,
        channel_id: int | None = None,
        user_id: int | None = None,
    ) -> None:
        """Write a line."""
        entry = await self.bot.arena.silence_log.add(
            self.match.id, code, channel_id=channel_id, user_id=user_id, detail=detail
        )
        self.entries.append(entry)

    def last(
        self, *codes: Code, channel_id: int | None = None, user_id: int | None = None, **detail: Json
    ) -> SilenceEntry | None:
        """Return the latest line with one of some codes; channel, person and details count as far as they are given."""
        for entry in reversed(self.entries):
            if (
                entry.code in codes
                and channel_id in (None, entry.channel_id)
                and user_id in (None, entry.user_id)
                and all(entry.detail.get(key) == value for key, value in detail.items())
            ):
                return entry
        return None


@dataclass(slots=True)
class Round:
    """One look at a match.

    Attributes:
        match: Which.
        guild: Its server.
        cast: Who plays.
        diary: Its log.
        faults: Why the match is not silent, and cannot be made so.
    """

    match: Match
    guild: discord.Guild
    cast: Cast
    diary: Diary
    faults: list[Text] = field(default_factory=list)


class Keeper:
    """Looks after the silence of all matches (`cogs.core.silence.Silence`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._renamed: dict[int, frozenset[int]] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._refused: dict[int, tuple[Sequence[Drift], float]] = {}
        self._unhanded: dict[int, datetime] = {}

    def lock(self, match_id: int) -> asyncio.Lock:
        """Return the lock that is held while something is done about a match's silence."""
        return self._locks[match_id]

    async def renamed(self, match: Match) -> frozenset[int]:
        """Return the players whose name is not that of the start, as far as that was noticed; none once it is over."""
        if not match.silent or match.over:
            return frozenset()
        if match.id not in self._renamed:
            self._renamed.setdefault(match.id, renamed_in(await Diary.of(self.bot, match)))
        return self._renamed[match.id]

    def forget(self, match_id: int) -> None:
        """Drop what is remembered of a match that is over."""
        self._renamed.pop(match_id, None)
        self._unhanded.pop(match_id, None)
        self._locks.pop(match_id, None)

    async def check(self, match_id: int, *, thorough: bool = True, patient: bool = True) -> Sequence[Text]:
        """Look at a match, put right what can be, interrupt it if it cannot be silent, resume it if it can again.

        Args:
            match_id: Which; nothing is done about one that is over.
            thorough: Whether its players and messages are looked at too, which asks Discord; otherwise only channels.
            patient: Whether repairs that were refused lately are left alone.

        Returns:
            Why the match is not silent; empty if it is.
        """
        async with self.lock(match_id):
            match = await self.bot.arena.matches.get(match_id)
            guild = self.bot.get_guild(match.guild_id)
            if match.over or not match.silent or guild is None or guild.unavailable or self.bot.user is None:
                return ()
            diary = await Diary.of(self.bot, match)
            look = Round(match, guild, Cast.of_match(match, self.bot.user.id), diary)
            handed = await self._hand_over(look, patient=patient)
            for place in match.places:
                if place.channel_id not in handed:
                    await self._channel(look, place, patient=patient)
            if thorough:
                await self._players(look)
                await self._messages(look)
            await self._voices(look)
            await self._settle(look)
            return look.faults

    async def may_go_on(self, match: Match) -> bool:
        """Return whether a match that was interrupted for another reason is silent; if not, that is the reason now.

        Its channels are looked at, and put right where that is possible; nothing else is.
        """
        if not match.silent:
            return True
        faults = await self.check(match.id, thorough=False, patient=False)
        match = await self.bot.arena.matches.get(match.id)
        if faults and match.status == "parked":
            await self._interrupt(match, faults)
        return not faults

    async def voices(self, match_id: int) -> None:
        """Look at nothing but who of a match is in which voice channel."""
        async with self.lock(match_id):
            match = await self.bot.arena.matches.get(match_id)
            guild = self.bot.get_guild(match.guild_id)
            if match.over or not match.silent or guild is None or guild.unavailable or self.bot.user is None:
                return
            diary = await Diary.of(self.bot, match)
            await self._voices(Round(match, guild, Cast.of_match(match, self.bot.user.id), diary))

    async def _hand_over(self, look: Round, *, patient: bool) -> frozenset[int]:
        """Close the channels to those who gave their seats away and open them to who took them, once each.

        Returns:
            The channels that are in order thereby, though the news of it may not have come back yet.
        """
        new = [each for each in look.match.former if look.diary.last(Code.HANDED, event=each.until) is None]
        now = self.bot.clock.now()
        if not new or (patient and now - self._unhanded.get(look.match.id, now - AGAIN) < AGAIN):
            return frozenset()
        gone = {Target("member", each.user_id) for each in look.match.former} - {
            Target("member", user_id) for user_id in look.cast.players
        }
        done, left = set(), False
        for place in look.match.places:
            channel = look.guild.get_channel(place.channel_id)
            if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
                continue
            found = {target: overwrite for target, overwrite in found_in(channel).items() if target not in gone}
            overwrites = as_discord(look.guild, policy.repaired(place.role, look.cast, found))
            try:
                await channel.edit(overwrites=overwrites)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("channel %d of match %d cannot be handed over: %s", channel.id, look.match.id, error)
                left = True
            else:
                done.add(channel.id)
        if left:
            self._unhanded[look.match.id] = now
        else:
            self._unhanded.pop(look.match.id, None)
            members = await fetch_members(look.guild, [look.match.user_of(each.seat) for each in new])
            for each in new:
                names = {str(member.id): _digest(member.display_name) for member in members.values()}
                await look.diary.note(
                    Code.HANDED, {"event": each.until, "names": names}, user_id=look.match.user_of(each.seat)
                )
        return frozenset(done)

    async def _channel(self, look: Round, place: Place, *, patient: bool) -> None:
        channel = look.guild.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
            await self._gone(look, place)
            return
        found = found_in(channel)
        drift = policy.drift(place.role, look.cast, found)
        category = look.match.place(CATEGORY)
        parent = look.guild.get_channel(category.channel_id) if category and place.role != CATEGORY else None
        astray = isinstance(parent, discord.CategoryChannel) and channel.category_id != parent.id
        if not drift and not astray:
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is not None and last.code == Code.REFUSED:
                await look.diary.note(Code.MENDED, {"place": place.role}, channel_id=channel.id)
            self._refused.pop(channel.id, None)
            return
        if patient and self._lately_refused(channel.id, drift):
            self._blame(look, place, drift)
            return
        overwrites = as_discord(look.guild, policy.repaired(place.role, look.cast, found))
        what: dict[str, Json] = {"place": place.role, "changes": changes(drift)}
        try:
            if isinstance(channel, discord.CategoryChannel):
                await channel.edit(overwrites=overwrites)
            elif astray and isinstance(parent, discord.CategoryChannel):
                await channel.edit(overwrites=overwrites, category=parent)
            else:
                await channel.edit(overwrites=overwrites)
        except discord.NotFound:
            await self._gone(look, place)
        except discord.Forbidden:
            self._refused[channel.id] = (drift, self.bot.clock.now().timestamp())
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is None or last.code != Code.REFUSED or last.detail != what:
                await look.diary.note(Code.REFUSED, what, channel_id=channel.id)
            self._blame(look, place, drift)
        else:
            self._refused.pop(channel.id, None)
            await look.diary.note(Code.REPAIRED, what, channel_id=channel.id)

    def _lately_refused(self, channel_id: int, drift: Sequence[Drift]) -> bool:
        before = self._refused.get(channel_id)
        if before is None:
            return False
        what, when = before
        return what == drift and self.bot.clock.now().timestamp() - when < AGAIN.total_seconds()

    def _blame(self, look: Round, place: Place, drift: Sequence[Drift]) -> None:
        if drift and place.role != CATEGORY:
            look.faults.append(
                say('I may not set the permissions of the channel "{place}".', place=room_name(place.role))
            )

    async def _gone(self, look: Round, place: Place) -> None:
        if look.diary.last(Code.GONE, channel_id=place.channel_id) is None:
            await look.diary.note(Code.GONE, {"place": place.role}, channel_id=place.channel_id)
        if place.role not in (CATEGORY, SPECTATORS):
            look.faults.append(
                say('Somebody deleted the channel "{place}"; `/rehouse` makes it anew.', place=room_name(place.role))
            )

    async def _players(self, look: Round) -> None:
        members = await fetch_members(look.guild, sorted(look.cast.players))
        for user_id in sorted(look.cast.players - members.keys()):
            if look.diary.last(Code.LEFT, user_id=user_id) is None:
                await look.diary.note(Code.LEFT, user_id=user_id)
                await tell_organisers(
                    self.bot, look.match, say("{player} left the server.", player=_player(look, user_id))
                )
        above = above_policy(look.guild, members.values())
        for user_id, reason in above.items():
            if look.diary.last(Code.BYPASS, user_id=user_id, reason=reason) is None:
                await look.diary.note(Code.BYPASS, {"reason": reason}, user_id=user_id)
                text = say("{player} can bypass the silence of the teams.", player=_player(look, user_id))
                await tell_organisers(self.bot, look.match, text)
        for member in members.values():
            if member.id not in above:
                await self._breaches(look, member)
        await self._names(look, members)

    async def _breaches(self, look: Round, member: discord.Member) -> None:
        for place in look.match.places:
            channel = look.guild.get_channel(place.channel_id)
            # What was found to drift has just been dealt with, and the news of it may not have come back yet.
            if channel is None or policy.drift(place.role, look.cast, found_in(channel)):
                continue
            if broken := policy.breaches(place.role, look.cast, member.id, held(channel.permissions_for(member))):
                if look.diary.last(Code.BREACH, channel_id=channel.id, user_id=member.id) is None:
                    what: dict[str, Json] = {"place": place.role, "permissions": list(broken)}
                    await look.diary.note(Code.BREACH, what, channel_id=channel.id, user_id=member.id)
                look.faults.append(say('Players could write in the channel "{place}".', place=room_name(place.role)))

    async def _names(self, look: Round, members: Mapping[int, discord.Member]) -> None:
        now = {str(user_id): _digest(member.display_name) for user_id, member in members.items()}
        started = look.diary.last(Code.STARTED)
        if started is None:
            await look.diary.note(Code.STARTED, {"names": now})
            return
        then: dict[str, Json] = {}
        for entry in look.diary.entries:
            names = entry.detail.get("names")
            if entry.code in (Code.STARTED, Code.HANDED) and isinstance(names, Mapping):
                then |= names
        before = renamed_in(look.diary)
        other = {int(key) for key, name in now.items() if then.get(key, name) != name}
        here = {int(key) for key in now}
        self._renamed[look.match.id] = after = frozenset(other | (before - here))
        for user_id in sorted(other):
            last, name = look.diary.last(Code.RENAMED, Code.NAMED, user_id=user_id), now[str(user_id)]
            if last is None or last.code == Code.NAMED or last.detail.get("name") != name:
                await look.diary.note(Code.RENAMED, {"name": name}, user_id=user_id)
        for user_id in sorted(before - after):
            await look.diary.note(Code.NAMED, user_id=user_id)
        if before != after:
            # A mention that stands shows the name of the moment, too.
            await self.bot.arena.statuses.refresh(look.match.id)
        for user_id in sorted(after - before):
            await self._tell_renamed(look, user_id)

    async def _tell_renamed(self, look: Round, user_id: int) -> None:
        """Tell a player how to be mentioned again, and the organisers, the first time."""
        text = say(
            "You go by another name than when you came into the match {link}. A name can carry words to your partner "
            "(R29), so nobody is shown it there: I no longer mention you, and call you here instead. Take back the "
            "name that you had then, and I mention you again from the next turn on.",
            link=f"<#{look.match.channel_id}>",
        )
        # By the outbox, which goes on trying where Discord does not answer, and calls aside who takes none (R29).
        payload: dict[str, Json] = {"text": dump_text(text)}
        await self.bot.arena.reminders.aside(look.match, user_id, payload, self.bot.clock.now())
        if sum(entry.code == Code.RENAMED and entry.user_id == user_id for entry in look.diary.entries) == 1:
            text = say(
                "{player} goes by another name than at the start. A name can carry words, so I call them in private.",
                player=_player(look, user_id),
            )
            await tell_organisers(self.bot, look.match, text, or_board=False)

    async def _messages(self, look: Round) -> None:
        for place in look.match.places:
            channel = look.guild.get_channel(place.channel_id)
            if not place.shows_boards or not isinstance(channel, discord.TextChannel):
                continue
            try:
                async for message in channel.history(limit=LOOK_BACK):
                    await self._message(look, place, message)
            except discord.HTTPException as error:
                log.warning("the messages of channel %d cannot be looked through: %s", channel.id, error)

    async def _message(self, look: Round, place: Place, message: discord.Message) -> None:
        what: dict[str, Json] = {"place": place.role}
        try:
            if message.author.id in look.cast.players or (message.author.bot and message.author.id != look.cast.bot_id):
                await message.delete()
                await look.diary.note(Code.REMOVED, what, channel_id=message.channel.id, user_id=message.author.id)
            elif message.reactions:
                # Whoever reads may join a reaction that is there already, whatever is denied.
                await message.clear_reactions()
                await look.diary.note(Code.UNREACTED, what, channel_id=message.channel.id)
        except discord.HTTPException as error:
            # The messages before it are looked at all the same.
            log.warning("message %d in channel %d cannot be put right: %s", message.id, message.channel.id, error)

    async def _voices(self, look: Round) -> None:
        meetings = policy.together(look.cast, by_voice(look.guild))
        for team in range(len(look.cast.teams)):
            last = look.diary.last(Code.MET, Code.PARTED, team=team)
            met = last is not None and last.code == Code.MET
            here = next(((channel_id, who) for number, channel_id, who in meetings if number == team), None)
            if here is None:
                if met:
                    await look.diary.note(Code.PARTED, {"team": team})
            elif not met:
                await self._meeting(look, team, *here)

    async def _meeting(self, look: Round, team: int, channel_id: int, who: frozenset[int]) -> None:
        before = look.diary.last(Code.MET, team=team)
        await look.diary.note(Code.MET, {"team": team}, channel_id=channel_id)
        if before is not None and self.bot.clock.now() - before.at < COOL_DOWN:
            return
        text = say(
            "Players of team {letter} are together in the voice channel {channel}. Teammates may not communicate while "
            "their match runs (R29): please part until it is over. This was logged.",
            letter=team_letter(team),
            channel=f"<#{channel_id}>",
        )
        await tell_players(self.bot, look.match, who, text)
        await tell_organisers(self.bot, look.match, text)

    async def _settle(self, look: Round) -> None:
        matches, match = self.bot.arena.matches, look.match
        if look.faults and match.status == "running":
            await self._interrupt(match, look.faults)
        elif not look.faults and match.parked is not None and match.parked.code == PARKED:
            resumed = await matches.unpark(match.id)
            await on_board(self.bot, resumed, say("The channels are silent again, and the match goes on."))

    async def _interrupt(self, match: Match, faults: Sequence[Text]) -> None:
        reason = say("{fault} Teammates could talk to each other until that is put right.", fault=faults[0])
        parked = await self.bot.arena.matches.park(match.id, reason, PARKED)
        text = say("The match is interrupted. {reason}", reason=reason)
        await tell_organisers(self.bot, parked, text)
        await tell_players(self.bot, parked, {seat.user_id for seat in match.seats}, text)


def renamed_in(diary: Diary) -> frozenset[int]:
    """Return the players who go by another name than at the start, as a match's log says."""
    latest = {entry.user_id: entry.code for entry in diary.entries if entry.code in (Code.RENAMED, Code.NAMED)}
    return frozenset(user_id for user_id, code in latest.items() if code == Code.RENAMED and user_id is not None)


def _player(look: Round, user_id: int) -> Player | str:
    seat = look.match.seat_of(user_id)
    return Player(seat) if seat is not None else f"<@{user_id}>"


def _digest(name: str) -> str:
    # The log must be able to tell one name from another and must not be a place where names can be read.
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
