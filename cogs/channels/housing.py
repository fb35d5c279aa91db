"""Matches whose channels or players are gone: `/match move-to`, its button, and resuming as soon as possible."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.channels.places import THREAD_NAME, WEEK, can_post, choose, discard, shut_out, welcome
from cogs.core.access import entered, guild_of, is_silent, match_for, may_manage, playable
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.components import rehouse_view, rehousing
from cogs.core.errors import Refusal, tell
from cogs.core.messages import Choices, Completed, accounts_of, channel_of, offered, post, whisper
from cogs.core.permissions import labels
from cogs.core.text import CHANNEL_LIMIT, called, cut, locale_of, mark, plain
from cogs.silence.channels import remake_places, remaking, undo_places
from cogs.silence.notices import organisers_channel
from engine.game import Json
from engine.text import Text, listed, say
from hosting.housing import (
    DELETED,
    FORBIDDEN,
    GONE,
    KICKED,
    REMOVED,
    SILENCE,
    UNHOUSED,
    absent,
    interruption_key,
    to_do,
)
from hosting.match.model import Match, MatchOver, MatchSummary, Parked, Place, Where
from hosting.runtime import LruCache, Since
from hosting.silence import SPECTATORS
from store.share import Share
from store.tables.matches import ReplayError

# Matches that were interrupted because the bot might not post: they go on as soon as it may.


log = logging.getLogger(__name__)


class Resumption(ArenaCog):
    """Checks interrupted matches when permissions change."""

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        # Threads follow the permissions of their channel.
        if before.overwrites != after.overwrites:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        # Without a special intent Discord only reports the bot's own roles.
        if after == after.guild.me and before.roles != after.roles:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        # The thread may have been unlocked; discord.py forgets archived ones.
        guild, match = self.bot.get_guild(update.guild_id), await self.bot.arena.matches.running_in(update.thread_id)
        if guild is not None and match is not None and not update.data["thread_metadata"].get("locked"):
            await resume_if_open(self.bot, guild, match)


async def look(bot: ArenaBot, guild: discord.Guild) -> None:
    for match in await playable(bot, await bot.arena.lists.parked(guild.id)):
        await resume_if_open(bot, guild, match)


async def resume_if_open(
    bot: ArenaBot, guild: discord.Guild, match: Match, made: Collection[Place] = frozenset()
) -> bool:
    """Resume a match if the bot can post in all its channels, and they are silent where they must be.

    Args:
        bot: It.
        guild: The match's server.
        match: The match.
        made: Those of its places that were made just now: Discord may not have told of them yet.

    Returns:
        Whether it was interrupted and goes on.
    """
    if match.parked is None or match.parked.code not in UNHOUSED:
        return False
    for place in match.places:
        gone = match.parked.code == GONE and place not in made
        if place.shows_boards and not await _open(guild, place.channel_id, gone=gone):
            return False
    # Turned away from a channel, the bot knows nothing of its silence: it can have been lost before or since.
    if not await bot.silence.may_go_on(match):
        return False
    await bot.arena.matches.unpark(match.id)
    # The next time it is interrupted, people are told again.
    await bot.arena.settings.remember(interruption_key(match.id), "")
    log.info("match %d goes on", match.id)
    return True


async def _open(guild: discord.Guild, channel_id: int, *, gone: bool) -> bool:
    """Return whether the bot can post in a channel; one known to be gone is not requested again."""
    channel = guild.get_channel_or_thread(channel_id) if gone else await channel_of(guild, channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and (channel.locked or channel.parent is None)):
        return False
    return can_post(channel.permissions_for(guild.me), channel)


class HousingCog(commands.Cog):
    """Interrupts matches without channels, tells people once, and resumes them when possible."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._telling: set[int] = set()

    async def changed(self, match: Match) -> None:
        if match.parked is not None:
            await self.explain_interruption(match, match.parked)
        else:
            self.bot.withdraw(match.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._deleted(event.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._removed(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.look(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.look(guild)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        # For events while the shard was not connected.
        for guild_id in await self.bot.arena.housing.guilds():
            if self.bot.arena.outages.shard_of(guild_id) != shard:
                continue
            guild = self.bot.get_guild(guild_id)
            if guild is None:
                await self._removed(guild_id)
            elif not guild.unavailable:
                await self.look(guild)

    async def look(self, guild: discord.Guild) -> None:
        """Interrupt a server's matches without channels, resume those that can go on, tell people of the others."""
        matches = self.bot.arena.matches
        for summary in await matches.in_guild(guild.id):
            if summary.status != "parked":
                # Those of silent matches are looked after elsewhere.
                if not is_silent(summary) and await channel_of(guild, summary.channel_id) is None:
                    await self._park(summary.id, DELETED, GONE)
                continue
            for match in await playable(self.bot, [summary.id]):
                await self._look(guild, match)

    async def _look(self, guild: discord.Guild, match: Match) -> None:
        if match.parked is None or await resume_if_open(self.bot, guild, match):
            return
        if match.parked.code == KICKED:
            gone = await channel_of(guild, match.channel_id) is None
            await self.bot.arena.matches.park(
                match.id, *((DELETED, GONE) if gone else (shut_out(guild, match.channel_id), FORBIDDEN))
            )
        else:
            await self.explain_interruption(match, match.parked)

    async def explain_interruption(self, match: Match, parked: Parked) -> None:
        """Tell people why a match is interrupted and what to do, once for each interruption."""
        if parked.code not in UNHOUSED or parked.code == KICKED:
            return
        settings, key = self.bot.arena.settings, interruption_key(match.id)
        if match.id in self._telling:
            return
        self._telling.add(match.id)
        try:
            if await settings.remembered(key) != parked.code and await self._tell(match, parked):
                await settings.remember(key, parked.code)
        finally:
            self._telling.discard(match.id)

    async def _tell(self, match: Match, parked: Parked) -> bool:
        """Tell people where they will read it; return whether anybody could be told."""
        guild = self.bot.get_guild(match.guild_id)
        if guild is None or guild.unavailable:
            return False
        text = say(
            "Match {number} of {game} is interrupted: {reason} {remedy}",
            number=match.id,
            game=match.session.game.info.name,
            reason=parked.text,
            remedy=to_do(parked),
        )
        players = {seat.person_id for seat in match.seats}
        accounts = await accounts_of(self.bot, players)
        called = sorted([each for each in accounts.known if (await self.bot.arena.settings.player(each)).ping])
        who = say("{players}: {text}", players=accounts.mentions(called), text=text) if called else text
        message, mentions = text if match.silent else who, accounts.among(called).only()
        aside = await organisers_channel(self.bot, guild.id)
        for channel_id in await self._channels(guild, match):
            # The organisers' own channel is no place for players; silent teams get channels of their own from anywhere.
            if channel_id == aside and not match.silent:
                posted = await post(self.bot, guild.id, channel_id, message, match.names, mentions)
            else:
                pressed = say("{text} Or press **{button}**.", text=message, button=rehousing(match))
                view = rehouse_view(match, await self.bot.language(guild.id))
                posted = await post(self.bot, guild.id, channel_id, pressed, match.names, mentions, view)
                if posted:
                    self.bot.offer(match.id, channel_id, posted)
            if posted:
                return True
        reached = [
            await whisper(self.bot, guild.id, each, text, match.names)
            for each in sorted(players | {match.organiser_id})
        ]
        return any(reached)

    async def _channels(self, guild: discord.Guild, match: Match) -> list[int]:
        """Return the channels where people may look for a match, the likeliest first.

        Checking permissions first keeps refused requests from adding up. If the bot seems to have all permissions, it
        was refused for a reason that it does not see, and the match's own channels are skipped.
        """
        places = [place.channel_id for place in match.places if place.shows_boards]
        open_ones = [each for each in places if _seems_open(guild, each)]
        home, organisers = await self.bot.arena.housing.home(match), await organisers_channel(self.bot, match.guild_id)
        others = [each for each in (home, organisers) if each is not None and each not in places]
        own = open_ones if len(open_ones) < len(places) else []
        return [*own, *(each for each in others if _seems_open(guild, each))]

    async def _deleted(self, channel_id: int) -> None:
        match = await self.bot.arena.matches.running_in(channel_id)
        # The channels of silent matches are looked after elsewhere, and spectators' places are not needed.
        if match is None or match.silent:
            return
        if any(place.channel_id == channel_id and place.shows_boards for place in match.places):
            await self.bot.arena.matches.park(match.id, DELETED, GONE)

    async def _removed(self, guild_id: int) -> None:
        for summary in await self.bot.arena.matches.in_guild(guild_id):
            if summary.status != "parked":
                await self._park(summary.id, REMOVED, KICKED)
                log.info("match %d is interrupted: the bot isn't in server %d any more", summary.id, guild_id)

    async def _park(self, match_id: int, reason: Text, code: str) -> None:
        # A match that this version cannot read waits anyway; it must not keep the others from being interrupted.
        try:
            await self.bot.arena.matches.park(match_id, reason, code)
        except ReplayError as error:
            log.warning("match %d can't be read: %s", match_id, error)


def _seems_open(guild: discord.Guild, channel_id: int) -> bool:
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and can_post(channel.permissions_for(guild.me), channel)


# `/match move-to`, and its button: a new place for a match that was interrupted because it lost its own.


MOST_NAMED = 10

Undo = Callable[[], Awaitable[object]]


async def _interrupted(interaction: Interaction) -> Sequence[Match]:
    """Return interrupted matches that a person plays in, hosts or organises."""
    bot = interaction.client
    found = await playable(bot, await bot.arena.lists.parked(interaction.guild_id or 0))
    return [
        each
        for each in found
        if each.parked is not None and each.parked.code in UNHOUSED | {SILENCE} and await may_manage(interaction, each)
    ]


async def _choices(interaction: Interaction, current: str) -> Choices[int]:
    found = await _interrupted(interaction)
    locale = locale_of(interaction)
    named = [
        (plain(say("{number}: {match}", number=each.id, match=", ".join(called(each.names, locale))), locale), each.id)
        for each in found
    ]
    return offered(named, current)


Number: TypeAlias = app_commands.Transform[int, Completed(_choices)]


class Rehouse(ArenaCog):
    """Gives matches new channels."""

    under = "match"

    @app_commands.command(
        name="move-to", description=mark("Move an interrupted match here: into a thread, or into this channel")
    )
    @app_commands.describe(
        match=mark("Which match; only needed if several of yours are interrupted"),
        where=mark("In its own thread or in this channel; silent team matches get their own channels"),
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name=mark("thread"), value="thread"),
            app_commands.Choice(name=mark("here"), value="here"),
        ]
    )
    async def rehouse(
        self,
        interaction: Interaction,
        match: Number | None = None,
        where: str | None = None,
    ) -> None:
        await self._rehouse(interaction, await self._which(interaction, match), where)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        try:
            found = await self._which(interaction, match_id)
        except Refusal:
            found = await match_for(interaction, match_id)
            if found.over or found.parked is not None or not await may_manage(interaction, found):
                raise
            await tell(interaction, _goes_on(found))
            return
        await self._rehouse(interaction, found, None)

    async def _rehouse(self, interaction: Interaction, found: Match, where: str | None) -> None:
        guild = guild_of(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with remaking(found.id):
            found = await self.bot.arena.matches.get(found.id)
            if found.over:
                raise MatchOver
            # Another press may have done it since.
            if found.parked is not None and not await resume_if_open(self.bot, guild, found):
                if found.silent:
                    await self._remake(interaction, guild, found)
                else:
                    wish: Where | None = "here" if where == "here" else None if where is None else "thread"
                    await self._move(interaction, guild, found, wish)
        after = await self.bot.arena.matches.get(found.id)
        if after.parked is not None:
            await tell(interaction, say("The match is still interrupted: {reason}", reason=after.parked.text))
            return
        await tell(interaction, _goes_on(after))

    async def _which(self, interaction: Interaction, number: int | None) -> Match:
        mine = await _interrupted(interaction)
        chosen = [each for each in mine if number in (None, each.id)]
        here = [each for each in chosen if any(place.channel_id == interaction.channel_id for place in each.places)]
        if len(chosen) == 1 or here:
            return (here or chosen)[0]
        if not chosen:
            raise Refusal(
                say("You don't play in, host or organise such an interrupted match. `/matches` lists yours."),
                code="nothing-to-rehouse",
            )
        numbers = listed((each.id for each in chosen[:MOST_NAMED]), "comma")
        raise Refusal(
            say("Several matches are interrupted. Choose one of these: {numbers}", numbers=numbers), code="which-match"
        )

    async def _move(self, interaction: Interaction, guild: discord.Guild, match: Match, wish: Where | None) -> None:
        if match.alone:
            await self._require_privacy(interaction, match, wish)
            wish = wish or "thread"
        where = await choose(interaction, wish, silent=False, alone=match.alone)
        board, undo = await self._open(interaction, match, where)
        spectators = match.place(SPECTATORS)
        lost = spectators is not None and await channel_of(guild, spectators.channel_id) is None

        await self._settle(interaction, match, (board,), undo, without=SPECTATORS if lost else None)
        await resume_if_open(self.bot, guild, await self.bot.arena.matches.get(match.id), (board,))
        if board.channel_id != interaction.channel_id:
            await welcome(board.channel_id, self.bot, [seat.person_id for seat in match.seats])

    async def _require_privacy(self, interaction: Interaction, match: Match, wish: Where | None) -> None:
        if wish == "here":
            if match.seat_of(await entered(interaction)) is None:
                raise Refusal(
                    say("Only the player of a solo match can move it to where others can see it."), code="played-alone"
                )
            return
        if not isinstance(interaction.channel, discord.TextChannel) or not interaction.app_permissions.view_channel:
            private = False
        else:
            private = interaction.app_permissions.create_private_threads
        if not private:
            raise Refusal(
                say(
                    "This is a solo match, and I can't open a private thread for it here: that needs a text "
                    "channel and the permission {permissions}. Use `/match move-to` in another channel or, if its "
                    "player doesn't mind others watching, with `where:{choice}`.",
                    choice=say("here"),
                    permissions=labels(("create_private_threads",)),
                ),
                code="no-private-thread",
            )

    async def _open(self, interaction: Interaction, match: Match, where: str) -> tuple[Place, Undo]:
        if where == "here" or not isinstance(interaction.channel, discord.TextChannel):
            return Place("board", interaction.channel_id or 0), _nothing
        locale = await self.bot.language(match.guild_id)
        players = listed(called(match.names, locale), "comma")
        title = THREAD_NAME.using(match=match.session.game.info.name, players=players)
        name = cut(plain(title, locale), CHANNEL_LIMIT)
        kind: Literal[discord.ChannelType.private_thread, discord.ChannelType.public_thread]
        kind = discord.ChannelType.private_thread if match.alone else discord.ChannelType.public_thread
        thread = await interaction.channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
        return Place("board", thread.id), lambda: discard(thread)

    async def _remake(self, interaction: Interaction, guild: discord.Guild, match: Match) -> None:
        """Make deleted channels of a silent match again; it goes on once they are checked."""
        made = await remake_places(self.bot, match, guild)

        if made:
            await self._settle(interaction, match, made, lambda: undo_places(self.bot, guild, made))
        await self.bot.silence.check(match.id, patient=False)
        await resume_if_open(self.bot, guild, await self.bot.arena.matches.get(match.id), made)

    async def _settle(
        self, interaction: Interaction, match: Match, places: Sequence[Place], undo: Undo, *, without: str | None = None
    ) -> None:
        """Write a match's new channels; new ones are removed if they are no longer wanted."""
        try:
            after = await self.bot.arena.housing.move(match.id, places, await entered(interaction), without=without)
        except BaseException:
            await undo()
            raise
        if not {*places} <= {*after.places}:
            await undo()
        here = {each.channel_id for each in after.places}
        for each in match.places:
            if each.shows_boards and each.channel_id not in here:
                (last,) = await self.bot.arena.outbox.latest_boards(match.id, each.channel_id, after.seq + 1)
                if last is not None:
                    self.bot.retire(each.channel_id, last.message_id)


def _goes_on(match: Match) -> Text:
    return say("The match goes on in {channel}.", channel=f"<#{match.channel_id}>")


async def _nothing() -> None:
    return


# Players who left the server: noticed when it becomes their turn, and let back in when they return.
#
# Discord doesn't tell a bot without privileged intents who leaves, so the bot requests the player whose turn it is. A
# player who has just done something here is skipped; as they may leave right after it, they are requested later, with
# each reminder, and at least once a day as long as the match waits for them.


CHECK = "absence"
"""The appointment at which a missing player is checked again; its key is the match."""
LATER = "absence-later"
"""The one appointment to check all players who were skipped when their turn began; the payload says since when."""
ROUND = "absence-round"
"""The appointment at which all players who are to move are checked."""
EVERY = timedelta(hours=1)
HALF_A_DAY = timedelta(hours=12)
SOON = timedelta(minutes=1)
FRESH = timedelta(minutes=2)
"""A player seen within this time is not checked."""
REMEMBERED = 4096

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class AbsentPlayers(commands.Cog):
    """Checks whether players are still in the server."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._seen: LruCache[tuple[int, int], datetime] = LruCache(REMEMBERED)
        self._missed: dict[tuple[int, int], dict[int, int]] = {}
        self._later = False

    async def cog_load(self) -> None:
        schedule, share = self.bot.arena.schedule, self._share
        self._later = await schedule.due_at(LATER, share.key) is not None
        await schedule.ensure(ROUND, share.key, self.bot.clock.now() + HALF_A_DAY, guild_id=share.a_server)
        waiting = dict(await self.bot.arena.absences.waiting())
        for match in await playable(self.bot, waiting):
            await self._miss(match, waiting[match.id])

    async def changed(self, match: Match) -> None:
        """Check the players who are to move now; later, if they were here recently."""
        if match.alone or match.over or match.parked is not None or match.paused is not None:
            return
        here = False
        for person_id, account in await self._awaited(match):
            if self._seen_since(match.guild_id, account, FRESH):
                here = True
            else:
                asking = self._ask(match, person_id, account)
                self.bot.arena.tasks.start(asking, f"presence of a player of match {match.id}")
        if here and not self._later:
            self._later = True
            now = self.bot.clock.now()
            await self._look_later(now - SOON, now + FRESH)

    async def later(self, _key: str, payload: Json) -> None:
        """Check players whose turn began when they were here recently; a handler of appointments."""
        since, now = Since.load(payload).at, self.bot.clock.now()
        if not self.bot.is_ready():
            await self._look_later(since, now + SOON)
            return
        until = max(since, now - FRESH)
        absences = self.bot.arena.absences
        # One appointment for all, and what is due is found in the store: a turn writes nothing for this.
        self._later = bool(await absences.moved(until, now))
        if self._later:
            await self._look_later(until, now + FRESH)
        for match in await playable(self.bot, await absences.moved(since, until)):
            if match.parked is None and match.paused is None:
                for person_id, account in await self._awaited(match):
                    await self._ask(match, person_id, account)

    async def round(self, _key: str, _payload: Json) -> None:
        """Check all players who are to move and were not here recently; a handler of appointments."""
        now = self.bot.clock.now()
        if not self.bot.is_ready():
            await self._round_at(now + SOON)
            return
        await self._round_at(now + HALF_A_DAY)
        for guild_id in await self.bot.arena.housing.guilds():
            for summary in await self.bot.arena.matches.in_guild(guild_id):
                if summary.status == "running" and not summary.paused:
                    await self._look_at(summary)

    async def _look_at(self, summary: MatchSummary) -> None:
        accounts = (await accounts_of(self.bot, summary.to_act)).known.values()
        if all(self._seen_since(summary.guild_id, each, HALF_A_DAY) for each in accounts):
            return
        for match in await playable(self.bot, [summary.id]):
            # Where several choose in secret these are all of them: who is missed does not tell who has not chosen.
            for person_id, account in await self._awaited(match):
                if not self._seen_since(match.guild_id, account, HALF_A_DAY):
                    await self._ask(match, person_id, account)

    async def _awaited(self, match: Match) -> list[tuple[int, int]]:
        persons = [match.person_of(seat) for seat in sorted(match.awaited)]
        accounts = (await accounts_of(self.bot, persons)).known
        return [(each, accounts[each]) for each in persons if each in accounts]

    async def _look_later(self, since: datetime, due: datetime) -> None:
        share, payload = self._share, Since(since).dump()
        await self.bot.arena.schedule.set(LATER, share.key, due, payload, guild_id=share.a_server)

    async def _round_at(self, due: datetime) -> None:
        await self.bot.arena.schedule.set(ROUND, self._share.key, due, guild_id=self._share.a_server)

    @property
    def _share(self) -> Share:
        return self.bot.arena.core.share

    def _seen_since(self, guild_id: int, account: int, span: timedelta) -> bool:
        last = self._seen.get((guild_id, account))
        return last is not None and self.bot.clock.now() - last <= span

    async def again(self, key: str, _payload: Json) -> None:
        """Check again; a handler of appointments, with the match as key."""
        match_id = int(key)
        if not self.bot.is_ready():
            await self._appoint(match_id, SOON)
            return
        try:
            match = await self.bot.arena.matches.get(match_id)
        except ReplayError as error:
            log.warning("match %d can't be read: %s", match_id, error)
            await self._appoint(match_id, EVERY)
            return
        if (person_id := absent(match)) is None:
            await self.changed(match)
            return
        await self._appoint(match_id, EVERY)
        account = (await accounts_of(self.bot, [person_id])).get(person_id)
        if account is not None and await self._is_there(match.guild_id, account):
            await self._back(match.guild_id, account)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note that a member is here; one who was missed is no longer."""
        # Direct messages, where some commands work, too, tell nothing of any server.
        if interaction.guild_id is None:
            return
        # By account, as nothing is looked up for what may be refused (`cogs.core.rates`).
        self._seen.put((interaction.guild_id, interaction.user.id), self.bot.clock.now())
        if (interaction.guild_id, interaction.user.id) in self._missed:
            await self._back(interaction.guild_id, interaction.user.id)

    async def _ask(self, match: Match, person_id: int, account: int) -> None:
        if match.alone:  # nobody waits for them
            return
        present = await self._is_there(match.guild_id, account)
        if present is None:
            await self._appoint(match.id, EVERY)
        elif present:
            self._seen.put((match.guild_id, account), self.bot.clock.now())
        else:
            self._seen.forget((match.guild_id, account))
            after = await self.bot.arena.absences.miss(match.id, person_id)
            if absent(after) == person_id:
                await self._miss(after, person_id)
                await self._appoint(match.id, EVERY)

    async def _is_there(self, guild_id: int, account: int) -> bool | None:
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            await guild.fetch_member(account)
        except discord.NotFound as error:
            return False if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
        except discord.HTTPException as error:
            log.warning("could not ask for a player in server %d: %s", guild_id, error)
            return None
        return True

    async def _back(self, guild_id: int, account: int) -> None:
        for match_id, person_id in sorted(self._missed.pop((guild_id, account), {}).items()):
            await self.bot.arena.absences.back(match_id, person_id)
            await self.bot.arena.schedule.cancel(CHECK, str(match_id))

    async def _miss(self, match: Match, person_id: int) -> None:
        account = (await accounts_of(self.bot, [person_id])).get(person_id)
        if account is not None:
            self._missed.setdefault((match.guild_id, account), {})[match.id] = person_id

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)


async def look_again(bot: ArenaBot, match: Match) -> None:
    """Check the players who are to move, as when their turn began."""
    cog = bot.get_cog(AbsentPlayers.__cog_name__)
    if isinstance(cog, AbsentPlayers):
        await cog.changed(match)
