"""`/watch`: channels that follow matches and leagues, and the boards posted there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import (
    can_view,
    entered,
    guild_of,
    is_silenced,
    latest_match,
    link,
    match_for,
    member_of,
    organises,
    person,
    seen_titles,
)
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import (
    Choices,
    Completed,
    accounts_of,
    channel_of,
    offered,
    reply,
)
from cogs.core.permissions import labels
from cogs.core.text import DELETED, called, locale_of, mark, plain, shown
from cogs.core.text import named as named_players
from cogs.league.announcements import News
from cogs.league.finding import LEAGUE, LeagueNumber, league_of, noted_channel, seen
from cogs.watch.posts import WatchPosts, as_open, players_who_see
from engine import registry
from engine.text import Listed, Quote, Text, listed, say
from hosting.league.errors import NoSuchLeague
from hosting.match.model import Match, MatchOver, MatchTitle, Post, Watch
from hosting.outbox import LeaguePost
from store.tables.matches import ReplayError

ALL = "all"

Followable: TypeAlias = discord.TextChannel | discord.Thread
Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

_HERE = mark("Where to post; this channel if you leave it out")
_QUIET = mark("Whether to post without notification sounds")


async def _running(interaction: Interaction, current: str) -> Choices[int]:
    locale = locale_of(interaction)
    return offered([(_label(each, locale), each.id) for each in await seen_titles(interaction)], current)


Number: TypeAlias = app_commands.Transform[int, Completed(_running)]


class WatchCog(commands.Cog):
    """Sets up watches; all answers are private."""

    watch = app_commands.Group(
        name="watch",
        description=mark("Have a channel follow matches, a league, or the puzzle of the day"),
        default_permissions=discord.Permissions(manage_channels=True),
    )

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self.posts = WatchPosts(bot)

    @watch.command(name="match", description=mark("Follow a match until it's over"))
    @app_commands.describe(
        match=mark("Which match; the one in this channel if you leave it out"), channel=_HERE, quiet=_QUIET
    )
    async def match_(
        self,
        interaction: Interaction,
        match: Number | None = None,
        channel: Followable | None = None,
        quiet: bool = False,
    ) -> None:
        where = await self._where(interaction, channel)
        found = await self._match(interaction, match)
        if any(place.channel_id == where.id and place.shows_boards for place in found.places):
            raise Refusal(say("That match's boards are already posted there."), code="watch-own-place")
        watching = found.silent and await players_who_see(self.bot, guild_of(interaction), found, where)
        await self.bot.arena.watches.follow(
            guild_of(interaction).id,
            where.id,
            "match",
            found.id,
            quiet=quiet,
            person_id=await entered(interaction),
            now=None if watching else found,
        )
        lines = [
            say(
                "{channel} follows match {number}: {names}.",
                channel=where.mention,
                number=found.id,
                names=_names(found),
            )
        ]
        if watching:
            lines.append(
                say(
                    "The players of that match can see that channel and mustn't read comments while it runs "
                    "(R29): I'll post the result there when it's over. Its spectators' channel can follow "
                    "every turn."
                )
            )
        await tell(interaction, *lines)

    @watch.command(description=mark("Follow every match of a player in this server"))
    @app_commands.describe(player=mark("Whose matches"), channel=_HERE, quiet=_QUIET)
    async def player(
        self,
        interaction: Interaction,
        player: discord.Member,
        channel: Followable | None = None,
        quiet: bool = False,
    ) -> None:
        where = await self._where(interaction, channel)
        if player.bot:
            raise Refusal(say("{player} is a bot and doesn't play.", player=player.mention), code="bot-player")
        followed, mine = (await person(self.bot, player)).person_id, await entered(interaction)
        await self.bot.arena.watches.follow(
            guild_of(interaction).id, where.id, "player", followed, quiet=quiet, person_id=mine
        )
        await tell(
            interaction,
            say("{channel} follows {player}'s matches.", channel=where.mention, player=player.mention),
            _LIMITS,
        )

    @watch.command(description=mark("Follow a league: its rounds, results and tables, and its matches' boards"))
    @app_commands.describe(league=LEAGUE, channel=_HERE, quiet=_QUIET)
    async def league(
        self,
        interaction: Interaction,
        league: LeagueNumber | None = None,
        channel: Followable | None = None,
        quiet: bool = False,
    ) -> None:
        where, guild = await self._where(interaction, channel), guild_of(interaction)
        found, season = await league_of(interaction, league)
        if where.id in (found.channel_id, await noted_channel(self.bot, found, season)):
            raise Refusal(say("That league is already announced there."), code="watch-own-place")
        await self.bot.arena.watches.follow(
            guild.id, where.id, "league", found.id, quiet=quiet, person_id=await entered(interaction)
        )
        await tell(
            interaction,
            say("{channel} follows {league}.", channel=where.mention, league=Quote(found.name)),
            say(
                "Leagues in channels that its readers can't see are left out. For silent team matches whose "
                "players can see it, only the result is posted."
            ),
        )

    @watch.command(description=mark("Follow every match in this server"))
    @app_commands.describe(channel=_HERE, quiet=_QUIET)
    async def server(
        self,
        interaction: Interaction,
        channel: Followable | None = None,
        quiet: bool = False,
    ) -> None:
        where = await self._follow(interaction, channel, "server", quiet=quiet)
        await tell(interaction, say("{channel} follows every match in this server.", channel=where.mention), _LIMITS)

    @watch.command(description=mark("Post the puzzle of the day each day at 00:00 UTC"))
    @app_commands.describe(channel=_HERE, quiet=_QUIET)
    async def puzzle(
        self,
        interaction: Interaction,
        channel: Followable | None = None,
        quiet: bool = False,
    ) -> None:
        where = await self._follow(interaction, channel, "puzzle", quiet=quiet)
        text = say("{channel} gets the puzzle of the day, each day at 00:00 UTC.", channel=where.mention)
        await tell(interaction, text)

    @watch.command(name="list", description=mark("List which channels follow what"))
    async def list_(self, interaction: Interaction) -> None:
        lines = [
            shown(await self._line(each, interaction), locale_of(interaction))
            for each in await self._watches(interaction)
        ]
        if not lines:
            lines = [shown(say("No channel that you can see follows anything."), locale_of(interaction))]
        await reply(interaction, "\n".join(lines), suppress_embeds=True)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.posts.give_up(channel.guild.id, channel.id, gone=True)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self.posts.give_up(event.guild_id, event.thread_id, gone=True)

    @watch.command(description=mark("Make a channel stop following something"))
    @app_commands.describe(what=mark("What to stop following"))
    async def stop(self, interaction: Interaction, what: str) -> None:
        """End one watch that the person may end, or all of the channel."""
        watches = await self._watches(interaction)
        chosen = [each for each in watches if str(each.id) == what]
        if what == ALL:
            chosen = [each for each in watches if each.channel_id == interaction.channel_id]
        if not chosen:
            raise Refusal(
                say("Nothing like that is being followed. `/watch list` shows what is."), code="no-such-watch"
            )
        guild = guild_of(interaction)
        channel = await channel_of(guild, chosen[0].channel_id)
        if channel is not None and not await self._may(interaction, channel):
            raise _not_allowed(channel)
        lines = [await self._line(each, interaction) for each in chosen]
        await self.bot.arena.watches.end(*(each.id for each in chosen))
        await tell(interaction, say("No longer following:"), *lines)

    @stop.autocomplete("what")
    async def _endings(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = interaction.channel_id
        watches, locale = await self._watches(interaction), locale_of(interaction)
        choices = [(plain(await self._line(each, interaction, named=True), locale), str(each.id)) for each in watches]
        if any(each.channel_id == here for each in watches):
            choices.insert(0, (plain(say("Everything that this channel follows"), locale), ALL))
        return offered(choices, current)

    async def _follow(
        self, interaction: Interaction, channel: Followable | None, kind: Literal["server", "puzzle"], *, quiet: bool
    ) -> Place:
        """Let a channel follow what is the whole server's; return the channel."""
        where, guild = await self._where(interaction, channel), guild_of(interaction)
        await self.bot.arena.watches.follow(
            guild.id, where.id, kind, guild.id, quiet=quiet, person_id=await entered(interaction)
        )
        return where

    async def _where(self, interaction: Interaction, channel: Followable | None) -> Place:
        where = channel or interaction.channel
        if not isinstance(where, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
            raise AssertionError("commands are typed where messages are")
        if not await self._may(interaction, where):
            raise _not_allowed(where)
        match = await self.bot.arena.matches.running_in(where.id)
        if match is not None and is_silenced(match, where.id):
            # Whether something is posted there could be agreed on as a sign (R29).
            raise Refusal(
                say("The teams of a silent match play there, so nothing else is posted."), code="watch-hushed"
            )
        granted = where.permissions_for(guild_of(interaction).me)
        send = "send_messages_in_threads" if isinstance(where, discord.Thread) else "send_messages"
        if missing := [name for name in ("view_channel", send, "attach_files") if not getattr(granted, name)]:
            text = say(
                "I'm missing permissions in {channel}: {permissions}.",
                channel=where.mention,
                permissions=labels(missing),
            )
            raise Refusal(text, code="watch-cannot-post")
        return where

    async def _may(self, interaction: Interaction, channel: Place) -> bool:
        user = member_of(interaction)
        granted = channel.permissions_for(user)
        return granted.view_channel and (granted.manage_channels or await organises(self.bot, user))

    async def _match(self, interaction: Interaction, number: int | None) -> Match:
        if number is None:
            match = await latest_match(interaction)
        else:
            match = await match_for(interaction, number)
        if match.over:
            raise MatchOver
        return match

    async def _watches(self, interaction: Interaction) -> Sequence[Watch]:
        guild, user = guild_of(interaction), member_of(interaction)
        out = []
        for watch in await self.bot.arena.watches.in_guild(guild.id):
            channel = guild.get_channel_or_thread(watch.channel_id)
            if channel is None or can_view(channel, user):
                out.append(watch)
        return out

    async def _line(self, watch: Watch, interaction: Interaction, *, named: bool = False) -> Text:
        """Return what a channel follows; with its name where a mention would not be shown as one.

        A league is named to people who may know of it.
        """
        channel = self.bot.get_channel(watch.channel_id)
        where = f"#{channel}" if named and channel is not None else f"<#{watch.channel_id}>"
        match watch.kind:
            case "match":
                try:
                    found = await self.bot.arena.matches.get(watch.target_id)
                except ReplayError:  # this version cannot play it through, and the watch can be ended all the same
                    return say("{channel}: match {number}", channel=where, number=watch.target_id)
                if named:
                    names = listed(named_players(found.names, str), "comma")
                    return say("{channel}: match {number}, {names}", channel=where, number=found.id, names=names)
                return say(
                    "{channel}: [match {number}]({link}), {names}",
                    channel=where,
                    number=found.id,
                    link=link(found.guild_id, found.channel_id),
                    names=_names(found),
                )
            case "player":
                who = await self._name(watch) if named else await self._mention(watch)
                return say("{channel}: {player}'s matches", channel=where, player=who)
            case "league":
                known = {each.id: each.name for each, _ in await seen(interaction, archived=True)}
                if watch.target_id not in known:
                    return say("{channel}: a league you can't see", channel=where)
                return say("{channel}: the league {league}", channel=where, league=Quote(known[watch.target_id]))
            case "puzzle":
                return say("{channel}: the puzzle of the day", channel=where)
            case _:
                return say("{channel}: every match in this server", channel=where)

    async def _mention(self, watch: Watch) -> str | Text:
        return (await accounts_of(self.bot, [watch.target_id])).mention(watch.target_id)

    async def _name(self, watch: Watch) -> str | Text:
        return (await self.bot.arena.people.names(watch.guild_id, [watch.target_id])).get(watch.target_id, DELETED)


_LIMITS = say(
    "Matches in channels that its readers can't see are left out, such as a solo match in a private thread "
    "(`/watch match` shows that). For silent team matches whose players can see it, only the result is posted."
)


def _not_allowed(channel: Place) -> Refusal:
    return Refusal(
        say(
            "Only organisers, and members who can manage {channel}, can change what it follows.",
            channel=channel.mention,
        ),
        code="watch-not-allowed",
    )


def _names(match: Match) -> Listed:
    return listed(named_players(match.names), "comma")


def _label(summary: MatchTitle, locale: str) -> str:
    match = ", ".join((registry.name_of(summary.game), *called(summary.names, locale)))
    return plain(say("{number}: {match}", number=summary.id, match=match), locale)


# Channels that follow leagues: their rounds, results and tables are posted there, too.


@dataclass(eq=False, slots=True)
class LeagueWatches:
    """Posts news of leagues in channels that follow them (`cogs.core.bot.NewsPoster`)."""

    bot: ArenaBot
    posts: WatchPosts
    _news: News = field(init=False)

    def __post_init__(self) -> None:
        self._news = News(self.bot)

    async def __call__(self, post: Post, content: LeaguePost, *, needed: bool) -> int | None:
        """Post it, if it is still wanted and may be seen there; a channel that refuses is dropped."""
        watch, guild = await self.posts.wanted(content.watch)
        if watch is None or guild is None or not await self._may_show(guild, watch.channel_id, content.season):
            return None
        return await self.posts.sent(watch, self._news(post, content, needed=needed, quiet=watch.quiet))

    async def _may_show(self, guild: discord.Guild, channel_id: int, season_id: int) -> bool:
        try:
            league = (await self.bot.arena.leagues.view(season_id)).league
        except NoSuchLeague:
            return False
        channel, home = await channel_of(guild, channel_id), await channel_of(guild, league.channel_id)
        if channel is None:
            await self.posts.give_up(guild.id, channel_id, gone=True)
            return False
        return home is not None and as_open(guild, home, channel)
