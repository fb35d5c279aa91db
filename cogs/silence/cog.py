"""Silent teams (R29): the check at every change, `/silence`, and the end, when channels open."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import guild_of, is_silent, playable, server_match_for
from cogs.core.bot import ArenaBot, ArenaGroup, Interaction
from cogs.core.errors import BROKEN, Refusal
from cogs.core.messages import accounts_of, channel_of, reply
from cogs.core.permissions import label, labels
from cogs.core.text import EMBEDS_LIMIT, FIELD_LIMIT, TITLE_LIMIT, cut, locale_of, mark, plain, shown
from cogs.silence.channels import (
    AWAY,
    ORPHANS,
    above_policy,
    as_discord,
    bypass_text,
    fetch_members,
    found_in,
    home_of,
    missing,
    remove_orphans,
)
from cogs.silence.keeper import CHECK, SOON, Keeper
from cogs.silence.log_view import MatchSilenceLog, entry_text
from cogs.silence.notices import organisers_channel, set_organisers_channel, tell_channel_gone, tell_organisers
from engine.game import Json
from engine.text import Text, listed, say, say_n
from hosting import silence
from hosting.match.model import Match, NoSuchMatch, ServerSettings
from hosting.runtime import Handler
from hosting.silence import CATEGORY, PERMISSIONS, SERVER_LIMIT, Kind, Participants, SilenceCode

# `/silence`: what organisers can see and set of the silence of teams.


LINES = 10
"""How many lines of the log are shown; the file that goes with them has all."""

_KINDS: dict[Kind, Text] = {
    Kind.SPEECH: say("Taken from everyone in the team channels and on the board"),
    Kind.MODERATION: say("Taken from the players there"),
    Kind.READING: say("Given to the players there"),
    Kind.BEYOND: say("Can't be taken away: players who have it are named before the start"),
}


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SilenceCommands(
    ArenaGroup,
    group_name="silence",
    group_description=mark("Silent team matches, for this server's organisers"),
):
    """Shows and changes the silence of matches; all answers are private."""

    def __init__(self, bot: ArenaBot, keeper: Keeper) -> None:
        super().__init__(bot)
        self.keeper = keeper

    @app_commands.command(description=mark("Check every silent match in this server now"))
    async def status(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        guild = guild_of(interaction)
        lines = await self._server(guild)
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if not is_silent(summary):
                continue
            if await playable(self.bot, [summary.id]):
                lines += await self._match(guild, summary.id)
            else:
                lines.append(
                    say(
                        "✗ This version of me can't read match {number} in {channel}; my log says why.",
                        number=summary.id,
                        channel=f"<#{summary.channel_id}>",
                    )
                )
        text = "\n".join(shown(line, locale_of(interaction)) for line in lines)
        await reply(interaction, text)

    @app_commands.command(
        description=mark("What happened in a silent match, and what was done to keep its teams silent")
    )
    @app_commands.describe(match=mark("The number of the match; this channel's if you leave it out"))
    async def log(self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await self._chosen(interaction, match)
        diary = await MatchSilenceLog.of(self.bot, found)
        if not diary.entries:
            text = shown(say("There's nothing in the log of match {number}.", number=found.id), locale_of(interaction))
            await reply(interaction, text)
            return
        lines = [say("{when} {what}", when=f"<t:{int(entry.at.timestamp())}:f>", what=entry_text(entry, found))
                 for entry in diary.entries]  # fmt: skip
        whole = "\n".join(
            plain(say("{time} UTC: {what}", time=f"{entry.at:%Y-%m-%d %H:%M}", what=entry_text(entry, found)),
                  locale_of(interaction), found.names, found.members)
            for entry in diary.entries
        )  # fmt: skip
        await reply(
            interaction,
            "\n".join(shown(line, locale_of(interaction), found.names, found.members) for line in lines[-LINES:]),
            files=[discord.File(io.BytesIO(whole.encode()), f"silence-{found.id}.txt")],
        )

    @app_commands.command(description=mark("Show or change this server's settings for silent matches"))
    @app_commands.describe(
        block_start=mark("Whether to stop matches from starting while a player could get around the silence"),
        days=mark("How many days the channels stay after a match"),
        organisers=mark("Where to tell organisers what happens; otherwise I tell the host or the owner in private"),
        privately=mark("Tell the host or the owner in private again"),
    )
    async def settings(
        self,
        interaction: Interaction,
        block_start: bool | None = None,
        days: app_commands.Range[int, 1, 90] | None = None,
        organisers: discord.TextChannel | None = None,
        privately: bool = False,
    ) -> None:
        guild = guild_of(interaction)
        if organisers is not None and not organisers.permissions_for(guild.me).send_messages:
            raise Refusal(say("I can't write in {channel}.", channel=organisers.mention), code="organisers-channel")

        def change(settings: ServerSettings) -> ServerSettings:
            if block_start is not None:
                settings = replace(settings, silence_blocks_start=block_start)
            return settings if days is None else replace(settings, transcript_days=days)

        await self.bot.arena.settings.change_server(guild.id, change)
        if organisers is not None or privately:
            await set_organisers_channel(self.bot, guild.id, organisers.id if organisers is not None else None)
        await _answer(interaction, await self._settings(guild))

    @app_commands.command(
        description=mark("What players of silent matches can't do, permission by permission, and why")
    )
    async def policy(self, interaction: Interaction) -> None:
        locale, fields = locale_of(interaction), []
        for kind, title in _KINDS.items():
            lines = [
                f"**{plain(label(permission.name), locale)}** {plain(permission.why, locale)}"
                for permission in PERMISSIONS
                if permission.kind is kind
            ]
            heading = cut(plain(title, locale), TITLE_LIMIT)
            fields += [(heading if number == 0 else "…", part) for number, part in enumerate(_parts(lines))]
        for embed in _embeds(fields):
            await reply(interaction, embeds=[embed])

    async def _server(self, guild: discord.Guild) -> list[Text]:
        lines = await self._settings(guild)
        lines.append(
            say_n(
                "This server has {used} of the {count} channel Discord allows.",
                "This server has {used} of the {count} channels Discord allows.",
                SERVER_LIMIT,
                used=len(guild.channels),
            )
        )
        if lacking := missing(guild):
            lines.append(say("⚠️ Silent matches need permissions I'm missing: {names}.", names=labels(lacking)))
        return lines

    async def _settings(self, guild: discord.Guild) -> list[Text]:
        settings = await self.bot.arena.settings.server(guild.id)
        channel_id = await organisers_channel(self.bot, guild.id)
        return [
            say("A match can't start while a player could get around the silence.")
            if settings.silence_blocks_start
            else say("A match can start even if a player could get around the silence; everyone is warned."),
            say_n(
                "The channels stay {count} day after a match.",
                "The channels stay {count} days after a match.",
                settings.transcript_days,
            ),
            say("Organisers are told in private.")
            if channel_id is None
            else say("Organisers are told in {channel}.", channel=f"<#{channel_id}>"),
        ]

    async def _match(self, guild: discord.Guild, match_id: int) -> list[Text]:
        faults = await self.keeper.check(match_id, patient=False)
        match = await self.bot.arena.matches.get(match_id)
        where = f"<#{match.channel_id}>"
        lines = [
            say("✗ Match {number} in {channel} isn't silent: {fault}", number=match.id, channel=where, fault=fault)
            for fault in faults
        ] or [say("✓ Match {number} in {channel} is silent.", number=match.id, channel=where)]
        members = await fetch_members(self.bot, guild, [seat.person_id for seat in match.seats])
        accounts = await accounts_of(self.bot, members)
        return lines + [
            say("⚠️ {warning}", warning=bypass_text(accounts.mention(person_id), reason))
            for person_id, reason in above_policy(guild, members).items()
        ]

    async def _chosen(self, interaction: Interaction, match_id: int | None) -> Match:
        matches = self.bot.arena.matches
        if match_id is not None:
            match = await server_match_for(interaction, match_id)
            if not match.silent:
                raise NoSuchMatch
            return match
        here = await matches.latest_in(interaction.channel_id or 0)
        if here is None or not here.silent:
            raise Refusal(
                say("No silent match has been played in this channel. Name one by its number."), code="no-match-here"
            )
        return here


async def _answer(interaction: Interaction, lines: Iterable[Text]) -> None:
    text = "\n".join(shown(line, locale_of(interaction)) for line in lines)
    await reply(interaction, text)


def _embeds(fields: Iterable[tuple[str, str]]) -> list[discord.Embed]:
    # Each embed is for a message of its own.
    out = [discord.Embed()]
    for name, value in fields:
        if len(out[-1]) + len(name) + len(value) > EMBEDS_LIMIT:
            out.append(discord.Embed())
        out[-1].add_field(name=name, value=value, inline=False)
    return out


def _parts(lines: Iterable[str], limit: int = FIELD_LIMIT) -> list[str]:
    out: list[str] = []
    for line in (cut(line, limit) for line in lines):
        if out and len(out[-1]) + 1 + len(line) <= limit:
            out[-1] += f"\n{line}"
        else:
            out.append(line)
    return out


# After a silent match: its channels open for talk, the transcript is posted, and some days later they are deleted.


log = logging.getLogger(__name__)

DELETION = "silence-deletion"
"""The appointment at which the channels of a match are deleted; its key is the match."""


async def finish_silence(bot: ArenaBot, keeper: Keeper, match_id: int) -> bool:
    """Open the channels of a finished match and post its transcript, once; return whether that is done."""
    async with keeper.lock(match_id):
        match = await bot.arena.matches.get(match_id)
        guild = bot.get_guild(match.guild_id)
        diary = await MatchSilenceLog.of(bot, match)
        if diary.last(SilenceCode.OPENED) is not None:
            return True
        if guild is None or guild.unavailable:
            return False
        await _open(bot, guild, match)
        days = (await bot.arena.settings.server(guild.id)).transcript_days
        due = bot.clock.now() + timedelta(days=days)
        await _post(bot, match, diary, days)
        await bot.arena.schedule.set(DELETION, str(match.id), due)
        await diary.note(SilenceCode.OPENED, {"days": days})
    keeper.forget(match_id)
    return True


async def delete_channels(bot: ArenaBot, key: str, _payload: Json) -> None:
    """Delete the channels of a match; a handler of appointments, with the match as key."""
    match = await bot.arena.matches.get(int(key))
    guild = bot.get_guild(match.guild_id)
    if guild is not None and guild.unavailable:
        # What else is in the category cannot be seen now.
        await bot.arena.schedule.set(DELETION, key, bot.clock.now() + AWAY)
        return
    diary = await MatchSilenceLog.of(bot, match)
    left = [
        place.channel_id
        for place in sorted(match.places, key=lambda place: place.role == CATEGORY)
        if not await _delete(bot, match, place.channel_id)
    ]
    for channel_id in left:
        await diary.note(SilenceCode.KEPT, channel_id=channel_id)
    if left:
        channels = listed((f"<#{channel_id}>" for channel_id in left), "comma")
        await tell_organisers(
            bot, match, say("I can't delete the channels of a finished match: {channels}", channels=channels)
        )
    else:
        await diary.note(SilenceCode.DELETED)


async def transcript(bot: ArenaBot, match: Match, diary: MatchSilenceLog, locale: str) -> str:
    record = await bot.arena.matches.record(match.id, None)
    lines = [
        plain(
            say("{time} UTC: {what}", time=f"{entry.at:%Y-%m-%d %H:%M}", what=entry_text(entry, match)),
            locale,
            match.names,
            match.members,
        )
        for entry in diary.entries
    ]
    return "\n".join([record.rstrip(), "", plain(say("Silent teams"), locale), *lines, ""])


async def _open(bot: ArenaBot, guild: discord.Guild, match: Match) -> None:
    if bot.user is None:
        raise AssertionError("matches end after logging in")
    accounts = await accounts_of(bot, match.members)
    cast = Participants.of_match(match, bot.user.id, accounts.known)
    for place in match.places:
        channel = guild.get_channel(place.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.CategoryChannel):
            continue
        wanted = as_discord(guild, silence.opened_overwrites(place.role, cast, found_in(channel, accounts)), accounts)
        try:
            await channel.edit(overwrites=wanted)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("could not open channel %d of match %d: %s", channel.id, match.id, error)


async def _post(bot: ArenaBot, match: Match, diary: MatchSilenceLog, days: int) -> None:
    locale = await bot.language(match.guild_id)
    when = discord.utils.format_dt(bot.clock.now() + timedelta(days=days), "R")
    here = say(
        "The match is over, and its channels are open for discussion. They'll be deleted {when}. The "
        "transcript has the record and everything that was done to keep the teams silent.",
        when=when,
    )
    inside = say(
        "The match in {channel} is over. The transcript has the record and everything that was done to keep "
        "the teams silent.",
        channel=f"<#{match.channel_id}>",
    )
    text = await transcript(bot, match, diary, locale)
    await _send(bot, match, match.channel_id, here, text, locale)
    home = await home_of(bot, match.channel_id)
    if home is not None and home != match.channel_id:
        await _send(bot, match, home, inside, text, locale)


async def _send(bot: ArenaBot, match: Match, channel_id: int, text: Text, transcript: str, locale: str) -> None:
    channel = bot.get_partial_messageable(channel_id, guild_id=match.guild_id)
    try:
        await channel.send(
            shown(text, locale, match.names),
            file=discord.File(io.BytesIO(transcript.encode()), f"{match.game}-{match.id}-transcript.txt"),
            allowed_mentions=discord.AllowedMentions.none(),
            # Should the process die before this is noted, the repetition is recognised, by author whatever the channel.
            nonce=f"silence-{match.id}" if channel_id == match.channel_id else f"silence-{match.id}-home",
        )
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("could not post the transcript of match %d in channel %d: %s", match.id, channel_id, error)


async def _delete(bot: ArenaBot, match: Match, channel_id: int) -> bool:
    guild = bot.get_guild(match.guild_id)
    channel = guild.get_channel(channel_id) if guild is not None else None
    if isinstance(channel, discord.CategoryChannel):
        ours = {place.channel_id for place in match.places}
        if any(other.id not in ours for other in channel.channels):
            log.info("category %d is not deleted because it has channels that aren't the match's", channel_id)
            return True
    try:
        await bot.http.delete_channel(channel_id)
    except discord.NotFound:
        log.debug("channel %d is gone already", channel_id)
    except discord.Forbidden as error:
        log.warning("could not delete channel %d of match %d: %s", channel_id, match.id, error)
        return False
    return True


EVERY = timedelta(hours=1)

Job = Callable[[], Coroutine[Any, Any, object]]


class Silence(commands.Cog):
    """Checks the silence at every relevant event of Discord."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self.keeper = Keeper(bot)
        self._queued: set[tuple[int, str]] = set()

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers of appointments about silence, once Discord has sent its servers."""
        handlers: dict[str, Handler] = {
            CHECK: self.hourly,
            DELETION: partial(delete_channels, self.bot),
            ORPHANS: partial(remove_orphans, self.bot),
        }
        return {kind: self._when_ready(kind, handler) for kind, handler in handlers.items()}

    async def changed(self, match: Match) -> None:
        if not match.silent:
            return
        if match.over:
            self._do_once(match.id, "finish", partial(self._finish, match.id))
        elif match.status == "running":
            self._do_once(match.id, "check", partial(self._check, match.id))

    async def hourly(self, key: str, _payload: Json) -> None:
        """Check a match although nothing happened, and make the next appointment."""
        match_id = int(key)
        match = await self.bot.arena.matches.get(match_id)
        # Made first, so that a failure doesn't end the hourly checks.
        await self._appoint(match_id, EVERY)
        if match.over:
            await self._finish(match_id)
            return
        try:
            await self.keeper.check(match_id, patient=False)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("could not check match %d: %r", match_id, error)  # and is again within a minute

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        # Matches may have started when the process ended, before any listener heard of them.
        for guild_id in await self.bot.arena.housing.guilds():
            if self.bot.arena.outages.shard_of(guild_id) != shard:
                continue
            if (guild := self.bot.get_guild(guild_id)) is not None and not guild.unavailable:
                await self._tell_of_channel(guild)
            for summary in await self.bot.arena.matches.in_guild(guild_id):
                if is_silent(summary) and await self.bot.arena.schedule.due_at(CHECK, str(summary.id)) is None:
                    self._do_once(summary.id, "check", partial(self._check, summary.id))

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        # A channel that was moved or has other permissions may no longer be silent.
        if (
            before.overwrites != after.overwrites
            or before.category_id != after.category_id
            or before.type != after.type
        ):
            await self._channel_changed(after)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check the match of a deleted channel; tell organisers if it is the one for messages to them."""
        await self._channel_changed(channel)
        await self._tell_of_channel(channel.guild)

    @commands.Cog.listener()
    async def on_guild_role_create(self, role: discord.Role) -> None:
        # A new role may be given to a player at once.
        await self._server_changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if before.permissions != after.permissions:
            await self._server_changed(after.guild, mine=after in after.guild.me.roles)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        # Overwrites for the role are gone with it.
        await self._server_changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        # A new owner stands above the policy.
        if before.owner_id != after.owner_id:
            await self._server_changed(after)

    @commands.Cog.listener()
    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Check for meetings in voice channels when a player comes or goes."""
        if before.channel == after.channel:
            return
        person_id = await self.bot.arena.people.find(member.id)
        if person_id is None:
            return
        for summary in await self.bot.arena.matches.of_person(person_id, member.guild.id):
            if is_silent(summary):
                self._do_once(summary.id, "voices", partial(self.keeper.voices, summary.id))

    async def _tell_of_channel(self, guild: discord.Guild) -> None:
        channel_id = await organisers_channel(self.bot, guild.id)
        if channel_id is None or guild.get_channel(channel_id) is not None:
            return
        try:
            # What discord.py hasn't heard of may be there all the same.
            if await channel_of(guild, channel_id) is not None:
                return
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("could not find out whether channel %d was deleted: %r", channel_id, error)
            return
        hosts = set()
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if is_silent(summary):
                for match in await playable(self.bot, [summary.id]):
                    hosts |= {match.organiser_id} if match.seat_of(match.organiser_id) is None else set()
        await set_organisers_channel(self.bot, guild.id, None)
        await tell_channel_gone(self.bot, guild, hosts)

    async def _channel_changed(self, channel: discord.abc.GuildChannel) -> None:
        match = await self.bot.arena.matches.running_in(channel.id)
        if match is not None and match.silent:
            self._do_once(match.id, "channels", partial(self.keeper.check, match.id, thorough=False))

    async def _server_changed(self, guild: discord.Guild, *, mine: bool = False) -> None:
        """Check a server's matches; refused repairs are tried again if the bot's own roles changed."""
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if is_silent(summary):
                what = "check again" if mine else "check"
                self._do_once(summary.id, what, partial(self._check, summary.id, patient=not mine))

    async def _check(self, match_id: int, *, patient: bool = True) -> None:
        await self.bot.arena.schedule.ensure(CHECK, str(match_id), self.bot.clock.now() + EVERY)
        await self.keeper.check(match_id, patient=patient)

    async def _finish(self, match_id: int) -> None:
        if await finish_silence(self.bot, self.keeper, match_id):
            await self.bot.arena.schedule.cancel(CHECK, str(match_id))

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)

    def _when_ready(self, kind: str, handler: Handler) -> Handler:
        async def handle(key: str, payload: Json) -> None:
            if self.bot.is_ready():
                await handler(key, payload)
            else:
                # Appointments missed while the bot was away come due before Discord has told of any server.
                await self.bot.arena.schedule.postpone(kind, key, self.bot.clock.now() + SOON, payload)

        return handle

    def _do_once(self, match_id: int, what: str, look: Job) -> None:
        """Do something in a task of its own, unless the same is already waiting."""
        if (match_id, what) in self._queued:
            return
        if self.bot.arena.tasks.start(self._run(match_id, what, look), f"silence of match {match_id}: {what}"):
            self._queued.add((match_id, what))

    async def _run(self, match_id: int, what: str, look: Job) -> None:
        # Whatever changes from now on needs another check.
        self._queued.discard((match_id, what))
        try:
            await self.bot.arena.tasks.foreign(look())
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("could not check match %d: %r", match_id, error)
            await self._appoint(match_id, SOON)
