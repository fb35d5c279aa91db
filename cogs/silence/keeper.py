"""Keeping a match silent: channels, players, names and messages are checked and repaired, or the match stops."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import product
from typing import Final

import discord

from cogs.core.bot import ArenaBot
from cogs.core.components import rehouse_view
from cogs.core.errors import BROKEN
from cogs.core.messages import accounts_of, channel_of
from cogs.silence.channels import above_policy, as_discord, by_voice, fetch_members, found_in, held
from cogs.silence.log_view import Inspection, MatchSilenceLog, changes, room_name
from cogs.silence.notices import on_board, tell_organisers, tell_players
from engine.game import Json
from engine.text import Text, say
from hosting import silence
from hosting.match.model import Match, Place
from hosting.outbox import TextPost
from hosting.silence import CATEGORY, SPECTATORS, Drift, Participants, SilenceCode, Target, team_at, together
from render.words import team_letter

# The players of a silent match: who left, who stands above the policy, who could do what they should not.


async def check_players(bot: ArenaBot, look: Inspection) -> Mapping[int, discord.Member]:
    members = await fetch_members(bot, look.guild, sorted(look.cast.players))
    for person_id in sorted(look.cast.players - members.keys()):
        if look.diary.last(SilenceCode.LEFT, person_id=person_id) is None:
            await look.diary.note(SilenceCode.LEFT, person_id=person_id)
            await tell_organisers(bot, look.match, say("{player} left the server.", player=look.player(person_id)))
    above = above_policy(look.guild, members)
    for person_id, reason in above.items():
        if look.diary.last(SilenceCode.BYPASS, person_id=person_id, reason=reason) is None:
            await look.diary.note(SilenceCode.BYPASS, {"reason": reason}, person_id=person_id)
            text = say("{player} can get around the teams' silence.", player=look.player(person_id))
            await tell_organisers(bot, look.match, text)
    await _breaches(look, {each: member for each, member in members.items() if each not in above})
    return members


async def _breaches(look: Inspection, members: Mapping[int, discord.Member]) -> None:
    rooms = [(place, look.guild.get_channel(place.channel_id)) for place in look.match.places]
    # The drift was just repaired, and Discord's event about that may not have arrived yet.
    in_order = [
        (place, channel)
        for place, channel in rooms
        if channel is not None and not silence.overwrite_drift(place.role, look.cast, found_in(channel, look.accounts))
    ]
    for (person_id, member), (place, channel) in product(members.items(), in_order):
        if broken := silence.overwrite_breaches(
            place.role, look.cast, person_id, held(channel.permissions_for(member))
        ):
            if look.diary.last(SilenceCode.BREACH, channel_id=channel.id, person_id=person_id) is None:
                what: dict[str, Json] = {"place": place.role, "permissions": list(broken)}
                await look.diary.note(SilenceCode.BREACH, what, channel_id=channel.id, person_id=person_id)
            look.faults.append(say('Players could write in the channel "{place}".', place=room_name(place.role)))


# Where players of a silent match could talk all the same: messages in its channels, and voice channels.


log = logging.getLogger(__name__)

COOL_DOWN: Final = timedelta(minutes=15)
"""A meeting in a voice channel this soon after the last one is logged without another message."""
_REMOVALS: Final = (SilenceCode.REMOVED, SilenceCode.UNREACTED)
MESSAGES_CHECKED: Final = 30
"""How many messages of a channel are checked, and so many more as long as any of these are removed."""
AT_ONCE: Final = 120
"""Messages after which the rest waits for the next look."""


async def check_messages(look: Inspection) -> None:
    """Remove messages of players and other bots, of strangers in a team's channel, and reactions."""
    for place in look.match.places:
        channel = look.guild.get_channel(place.channel_id)
        if not place.shows_boards or not isinstance(channel, discord.TextChannel):
            continue
        try:
            standing, whole = await _repair_messages(look, place, channel)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("could not search the messages of channel %d: %r", channel.id, error)
            look.unanswered |= not isinstance(error, discord.Forbidden | discord.NotFound)
        else:
            await _carried_out(look, place, standing, whole=whole)


async def _repair_messages(
    look: Inspection, place: Place, channel: discord.TextChannel
) -> tuple[dict[int, discord.Message], bool]:
    """Repair the latest messages of a channel; return what was there, and whether that was all."""
    standing: dict[int, discord.Message] = {}
    while True:
        before = discord.Object(min(standing)) if standing else None
        page = [each async for each in channel.history(limit=MESSAGES_CHECKED, before=before)]
        standing |= {each.id: each for each in page}
        removed = [await _message(look, place, each) for each in page]
        if len(page) < MESSAGES_CHECKED:
            return standing, True
        if not any(removed):
            return standing, False
        if len(standing) >= AT_ONCE:
            look.unanswered = True
            return standing, False


async def _carried_out(look: Inspection, place: Place, standing: Mapping[int, discord.Message], *, whole: bool) -> None:
    # The answer to a removal may have been lost: what is gone now was removed.
    done = {each.detail.get("message") for each in look.diary.entries if each.code in _REMOVALS}
    for entry in list(look.diary.entries):
        number, code = entry.detail.get("message"), entry.detail.get("code")
        if entry.code != SilenceCode.REMOVING or entry.channel_id != place.channel_id or not isinstance(number, str):
            continue
        if not whole and int(number) < min(standing):
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


async def _message(look: Inspection, place: Place, message: discord.Message) -> bool:
    """Remove a message, or its reactions, if it is not allowed; return whether the message went."""
    author = look.accounts.persons().get(message.author.id)
    try:
        foreign = author in look.cast.players or await _foreign(look, place, message)
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("could not find out who wrote message %d in channel %d: %r", message.id, message.channel.id, error)
        look.unanswered = True
        return False
    if not foreign and not message.reactions:
        return False
    code, what = SilenceCode.REMOVED if foreign else SilenceCode.UNREACTED, {"place": place.role}
    person_id = author if foreign else None
    try:
        # All who can read may join a reaction that is there already, whatever is denied.
        await (message.delete() if foreign else message.clear_reactions())
    except (discord.HTTPException, *BROKEN) as error:
        # The messages before it are checked all the same.
        log.warning(
            "could not remove message %d in channel %d, or its reactions: %r", message.id, message.channel.id, error
        )
        if not isinstance(error, discord.Forbidden | discord.NotFound):
            look.unanswered = True
            lost: dict[str, Json] = {**what, "message": str(message.id), "code": code}
            if look.diary.last(SilenceCode.REMOVING, message=str(message.id)) is None:
                await look.diary.note(SilenceCode.REMOVING, lost, channel_id=message.channel.id, person_id=person_id)
    else:
        text = (
            {**what, "message": str(message.id)}
            if look.diary.last(SilenceCode.REMOVING, message=str(message.id))
            else what
        )
        await look.diary.note(code, text, channel_id=message.channel.id, person_id=person_id)
        return foreign
    return False


async def _foreign(look: Inspection, place: Place, message: discord.Message) -> bool:
    """Return whether the author of a message may not write there: another bot, or a stranger to the team.

    The server's owner and administrators may write anywhere: moderators' messages stay.
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
        "Players of team {letter} are together in the voice channel {channel}. Teammates mustn't communicate "
        "while their match runs (R29): please leave it until the match is over. This was logged.",
        letter=team_letter(team),
        channel=f"<#{channel_id}>",
    )
    await tell_players(bot, look.match, who, text)
    await tell_organisers(bot, look.match, text)


# The names of players in a silent match: one that changes could carry words to the partner (R29).


@dataclass(eq=False, slots=True)
class Names:
    """The players of each match who were renamed since the start: a mention shows the current name."""

    bot: ArenaBot
    _renamed: dict[int, frozenset[int]] = field(default_factory=dict, init=False)

    async def renamed(self, match: Match) -> frozenset[int]:
        if not match.silent or match.over:
            return frozenset()
        if match.id not in self._renamed:
            self._renamed.setdefault(match.id, renamed_in(await MatchSilenceLog.of(self.bot, match)))
        return self._renamed[match.id]

    def forget(self, match_id: int) -> None:
        self._renamed.pop(match_id, None)

    async def check(self, look: Inspection, members: Mapping[int, discord.Member]) -> None:
        """Note renamed players, and tell them and the organisers."""
        now = {str(person_id): digest(member.display_name) for person_id, member in members.items()}
        started = look.diary.last(SilenceCode.STARTED)
        if started is None:
            await look.diary.note(SilenceCode.STARTED, {"names": now})
            return
        then: dict[str, Json] = {}
        for entry in look.diary.entries:
            names = entry.detail.get("names")
            if entry.code in (SilenceCode.STARTED, SilenceCode.HANDED) and isinstance(names, Mapping):
                then |= names
        before = renamed_in(look.diary)
        other = {int(key) for key, name in now.items() if then.get(key, name) != name}
        here = {int(key) for key in now}
        self._renamed[look.match.id] = after = frozenset(other | (before - here))
        for person_id in sorted(other):
            last, name = (
                look.diary.last(SilenceCode.RENAMED, SilenceCode.NAMED, person_id=person_id),
                now[str(person_id)],
            )
            if last is None or last.code == SilenceCode.NAMED or last.detail.get("name") != name:
                await look.diary.note(SilenceCode.RENAMED, {"name": name}, person_id=person_id)
        for person_id in sorted(before - after):
            await look.diary.note(SilenceCode.NAMED, person_id=person_id)
        if before != after:
            # A mention that stands shows the name of the moment, too.
            await self.bot.arena.board_updates.refresh(look.match.id)
        for person_id in sorted(after - before):
            await self._tell_renamed(look, person_id)

    async def _tell_renamed(self, look: Inspection, person_id: int) -> None:
        """Tell a player how to be mentioned again, and the organisers, the first time."""
        text = say(
            "Your name has changed since you joined the match {link}. A name can carry a message to your "
            "partner (R29), so I don't show it there: I no longer mention you, and ping you here instead. Go "
            "back to your old name, and I'll mention you again from the next turn on.",
            link=f"<#{look.match.channel_id}>",
        )
        # By the outbox, which goes on trying where Discord does not answer, and calls aside who takes none (R29).
        await self.bot.arena.reminders.aside(look.match, person_id, TextPost(text), self.bot.clock.now())
        if sum(entry.code == SilenceCode.RENAMED and entry.person_id == person_id for entry in look.diary.entries) == 1:
            text = say(
                "{player}'s name has changed since the start. A name can carry a message, so I ping them privately.",
                player=look.player(person_id),
            )
            await tell_organisers(self.bot, look.match, text, or_board=False)


def renamed_in(diary: MatchSilenceLog) -> frozenset[int]:
    latest = {
        entry.person_id: entry.code for entry in diary.entries if entry.code in (SilenceCode.RENAMED, SilenceCode.NAMED)
    }
    return frozenset(
        person_id for person_id, code in latest.items() if code == SilenceCode.RENAMED and person_id is not None
    )


def digest(name: str) -> str:
    """Return a hash of a name for the log, which must not be a place where names can be read."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()


# The channels of a silent match: their permissions are put right, and handed over with a seat.


AGAIN = timedelta(hours=1)
"""How long a refused repair is left alone, unless something changed."""
_STATES = (SilenceCode.REFUSED, SilenceCode.UNANSWERED, SilenceCode.REPAIRED, SilenceCode.MENDED)
"""The latest line with one of these is a channel's state."""


def _final(error: Exception) -> bool:
    """Return whether Discord's answer is a refusal: then nothing was done, and asking again changes nothing."""
    return isinstance(error, discord.Forbidden | discord.NotFound)


@dataclass(eq=False, slots=True)
class Repairs:
    """Repairs channels, and remembers refused repairs."""

    bot: ArenaBot
    _refused: dict[int, tuple[Sequence[Drift], float]] = field(default_factory=dict, init=False)
    _unhanded: dict[int, datetime] = field(default_factory=dict, init=False)

    def forget(self, match_id: int) -> None:
        self._unhanded.pop(match_id, None)

    async def hand_over(self, look: Inspection, *, patient: bool) -> frozenset[int]:
        """Close the channels to players who left their seats and open them to the substitutes, once each."""
        new = [each for each in look.match.former if look.diary.last(SilenceCode.HANDED, event=each.until) is None]
        now = self.bot.clock.now()
        if not new or (patient and now - self._unhanded.get(look.match.id, now - AGAIN) < AGAIN):
            return frozenset()
        # Those who left a seat and hold no other; an overwrite of their own would let them in whatever their roles say.
        gone = {Target("person", each.person_id) for each in look.match.former} - {
            Target("person", person_id) for person_id in look.cast.players
        }
        done, left = set(), False
        for place in look.match.places:
            channel = look.guild.get_channel(place.channel_id)
            if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
                continue
            found = found_in(channel, look.accounts)
            staying = {target: overwrite for target, overwrite in found.items() if target not in gone}
            wanted = as_discord(look.guild, silence.repaired_overwrites(place.role, look.cast, staying), look.accounts)
            try:
                await channel.edit(overwrites=wanted)
            except (discord.HTTPException, *BROKEN) as error:
                log.warning("could not hand over channel %d of match %d: %r", channel.id, look.match.id, error)
                left = True
                look.unanswered |= not _final(error)
            else:
                done.add(channel.id)
        if left and not look.unanswered:
            self._unhanded[look.match.id] = now
        elif left:
            self._unhanded.pop(look.match.id, None)
        else:
            # Noted once all channels are done, so that a failure in one has all of them tried again.
            self._unhanded.pop(look.match.id, None)
            members = await fetch_members(self.bot, look.guild, [look.match.person_of(each.seat) for each in new])
            for each in new:
                names = {str(person_id): digest(member.display_name) for person_id, member in members.items()}
                await look.diary.note(
                    SilenceCode.HANDED, {"event": each.until, "names": names}, person_id=look.match.person_of(each.seat)
                )
        return frozenset(done)

    async def channel(self, look: Inspection, place: Place, *, patient: bool) -> None:
        """Check one channel and repair it; `patient` skips repairs that were refused lately."""
        channel = look.guild.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
            await self._note_deleted(look, place)
            return
        found = found_in(channel, look.accounts)
        drift = silence.overwrite_drift(place.role, look.cast, found)
        category = look.match.place(CATEGORY)
        parent = look.guild.get_channel(category.channel_id) if category and place.role != CATEGORY else None
        astray = isinstance(parent, discord.CategoryChannel) and channel.category_id != parent.id
        if not drift and not astray:
            # The end of a failure is noted once; the next failure is then a new one.
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is not None and last.code in (SilenceCode.REFUSED, SilenceCode.UNANSWERED):
                await look.diary.note(SilenceCode.MENDED, {"place": place.role}, channel_id=channel.id)
            self._refused.pop(channel.id, None)
            return
        if patient and self._recently_refused(channel.id, drift):
            self._add_fault(look, place, drift)
            return
        wanted = as_discord(look.guild, silence.repaired_overwrites(place.role, look.cast, found), look.accounts)
        what: dict[str, Json] = {"place": place.role, "changes": changes(drift)}
        try:
            if isinstance(channel, discord.CategoryChannel):
                await channel.edit(overwrites=wanted)
            elif astray and isinstance(parent, discord.CategoryChannel):
                await channel.edit(overwrites=wanted, category=parent)
            else:
                await channel.edit(overwrites=wanted)
        except discord.NotFound:
            await self._note_deleted(look, place)
        except discord.Forbidden:
            self._refused[channel.id] = (drift, self.bot.clock.now().timestamp())
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is None or last.code != SilenceCode.REFUSED or last.detail != what:  # not the same again
                await look.diary.note(SilenceCode.REFUSED, what, channel_id=channel.id)
            self._add_fault(look, place, drift)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning(
                "could not restore the permissions of channel %d of match %d: %r", channel.id, look.match.id, error
            )
            look.unanswered = True
            last = look.diary.last(*_STATES, channel_id=channel.id)
            if last is None or last.code != SilenceCode.UNANSWERED or last.detail != what:
                await look.diary.note(SilenceCode.UNANSWERED, what, channel_id=channel.id)
            if drift and place.role != CATEGORY:
                look.faults.append(
                    say(
                        'Discord didn\'t answer when I tried to set the permissions of the channel "{place}"; '
                        "I'll try again within a minute.",
                        place=room_name(place.role),
                    )
                )
        else:
            self._refused.pop(channel.id, None)
            await look.diary.note(SilenceCode.REPAIRED, what, channel_id=channel.id)

    def _recently_refused(self, channel_id: int, drift: Sequence[Drift]) -> bool:
        before = self._refused.get(channel_id)
        if before is None:
            return False
        what, when = before
        return what == drift and self.bot.clock.now().timestamp() - when < AGAIN.total_seconds()

    def _add_fault(self, look: Inspection, place: Place, drift: Sequence[Drift]) -> None:
        if drift and place.role != CATEGORY:
            look.faults.append(
                say('I can\'t set the permissions of the channel "{place}".', place=room_name(place.role))
            )

    async def _note_deleted(self, look: Inspection, place: Place) -> None:
        if look.diary.last(SilenceCode.GONE, channel_id=place.channel_id) is None:
            await look.diary.note(SilenceCode.GONE, {"place": place.role}, channel_id=place.channel_id)
        if place.role not in (CATEGORY, SPECTATORS):
            look.faults.append(
                say('The channel "{place}" was deleted; `/match move-to` recreates it.', place=room_name(place.role))
            )


CHECK = "silence-check"
"""The appointment at which a match is checked although nothing happened; its key is the match."""
SOON = timedelta(minutes=1)
"""How soon a look is taken again in which Discord did not answer."""
PARKED = "silence"
"""Why a match is interrupted whose channels cannot be made silent."""


class Keeper:
    """Keeps all matches silent (`cogs.core.bot.Silence`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._names = Names(bot)
        self._repairs = Repairs(bot)
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def lock(self, match_id: int) -> asyncio.Lock:
        """Return the lock that is held during an act for a match's silence."""
        return self._locks[match_id]

    async def renamed(self, match: Match) -> frozenset[int]:
        return await self._names.renamed(match)

    def forget(self, match_id: int) -> None:
        self._names.forget(match_id)
        self._repairs.forget(match_id)
        self._locks.pop(match_id, None)

    async def check(self, match_id: int, *, thorough: bool = True, patient: bool = True) -> Sequence[Text]:
        """Check a match, repair what can be, interrupt it if it cannot be silent, resume it if it can again.

        Return why it is not silent; empty if it is. A `thorough` check includes players and messages, which asks
        Discord. A `patient` one skips repairs that were refused lately.
        """
        async with self.lock(match_id):
            look = await self._begin(match_id)
            if look is None:
                return ()
            try:
                await self._look(look, thorough=thorough, patient=patient)
            except Exception:
                # Faults found so far interrupt the match; while anything is unchecked, no interrupted match goes on.
                await self._appoint(match_id, SOON)
                if look.faults:
                    await self._settle(look)
                raise
            if look.unanswered:
                await self._appoint(match_id, SOON)
            await self._settle(look)
            return look.faults

    async def _look(self, look: Inspection, *, thorough: bool, patient: bool) -> None:
        for place in look.match.places:
            # What discord.py hasn't heard of may be there all the same: Discord knows whether it was deleted.
            if look.guild.get_channel(place.channel_id) is None:
                found = await channel_of(look.guild, place.channel_id)
                if isinstance(found, discord.TextChannel | discord.CategoryChannel):
                    look.guild._add_channel(found)  # noqa: SLF001 - as discord.py does when it hears of one
        handed = await self._repairs.hand_over(look, patient=patient)
        for place in look.match.places:
            if place.channel_id not in handed:
                await self._repairs.channel(look, place, patient=patient)
        if thorough:
            await self._names.check(look, await check_players(self.bot, look))
            await check_messages(look)
        await check_voices(self.bot, look)

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)

    async def may_go_on(self, match: Match) -> bool:
        """Return whether a match that was interrupted for another reason is silent; if not, that becomes the reason.

        Only its channels are checked, and repaired where possible.
        """
        if not match.silent:
            return True
        faults = await self.check(match.id, thorough=False, patient=False)
        match = await self.bot.arena.matches.get(match.id)
        # If two check at once, only the first one tells everybody.
        if faults and match.parked is not None and match.parked.code != PARKED:
            await self._interrupt(match, faults)
        return not faults

    async def voices(self, match_id: int) -> None:
        async with self.lock(match_id):
            look = await self._begin(match_id)
            if look is not None:
                await check_voices(self.bot, look)

    async def _begin(self, match_id: int) -> Inspection | None:
        """Return the state for a check; None if the match need not be silent, or its server is out of reach."""
        match = await self.bot.arena.matches.get(match_id)
        guild, me = self.bot.get_guild(match.guild_id), self.bot.user
        if match.over or not match.silent or guild is None or guild.unavailable or me is None:
            return None
        accounts = await accounts_of(self.bot, match.members)
        cast = Participants.of_match(match, me.id, accounts.known)
        return Inspection(match, guild, cast, accounts, await MatchSilenceLog.of(self.bot, match))

    async def _settle(self, look: Inspection) -> None:
        matches, match = self.bot.arena.matches, look.match
        if look.faults and match.status == "running":
            await self._interrupt(match, look.faults)
        elif not look.faults and match.parked is not None and match.parked.code == PARKED:
            resumed = await matches.unpark(match.id)
            await on_board(self.bot, resumed, say("The channels are silent again, and the match goes on."))

    async def _interrupt(self, match: Match, faults: Sequence[Text]) -> None:
        reason = say("{fault} Teammates could talk to each other until that's fixed.", fault=faults[0])
        parked = await self.bot.arena.matches.park(match.id, reason, PARKED)
        text, guild = say("The match is interrupted. {reason}", reason=reason), self.bot.get_guild(match.guild_id)
        boards = [place.channel_id for place in match.places if place.shows_boards]
        gone = guild is not None and any(guild.get_channel(each) is None for each in boards)
        view = rehouse_view(parked, await self.bot.language(match.guild_id)) if gone else None
        await tell_organisers(self.bot, parked, text, view=view)
        await tell_players(self.bot, parked, {seat.person_id for seat in match.seats}, text)
