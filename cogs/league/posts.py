"""The public post of a season: its terms, how to join, its result and its place."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.channels.places import Channel, choose, granted_in, posting, require, require_no_partners, require_threads
from cogs.core.access import guild_of, is_silenced, member_of
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import BROKEN, MissingPermission, Refusal, retrying, tell
from cogs.core.messages import channel_of, custom_ids, find_own
from cogs.core.text import MESSAGE_LIMIT, fitting, mark, shown
from cogs.league import finding
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import league_text, note_channel, noted_channel, people_of, require_organiser
from cogs.league.wording import day, summary_lines, terms_button
from cogs.lobby.building import lock
from cogs.silence.channels import missing
from engine import registry
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.errors import NoSuchLeague
from hosting.league.model import SeasonView, entry_text
from hosting.league.pairing.formats import fewest
from hosting.league.validation import smaller_tables
from hosting.match.model import Post
from hosting.outbox import Retry, Undeliverable

log = logging.getLogger(__name__)

_MORE = say("`/league standings`, `/league schedule` and `/league mine` show more.")
MOST_NAMES = (20, 10, 5, 0)
"""Entries that the post of a season names: as many of these as leave room for all of its terms and its lots."""


def joins_late(view: SeasonView) -> bool:
    terms = view.terms
    late = terms.kind in ("ladder", "swiss") or (terms.kind == "round-robin" and terms.sides == 2)
    return view.season.status == "running" and terms.late_rounds > 0 and late


def post_lines(view: SeasonView, most: int) -> list[Text]:
    return list(_lines(view, most))


def _lines(view: SeasonView, most: int) -> Iterator[Text]:
    name, season = league_text(view), view.season
    match season.status:
        case "draft" | "open":
            yield _invitation(view)
            yield from _joined(view)
            yield from _who(view, most)
            yield from summary_lines(view.terms, overdue=view.overdue)
            yield say("-# **Terms** has the rest. To check the draw later: SHA-256 `{hash}`.", hash=view.commitment)
        case "cancelled":
            yield say("**{league}** has been called off.", league=name)
        case "closed":
            yield say("**{league}** is over. `/league standings` shows the table.", league=name)
            yield say(
                "The secret behind its lots was `{secret}` (SHA-256: `{hash}`).",
                secret=view.secret or "",
                hash=view.commitment,
            )
        case "ended":
            yield say("**{league}** is over; organisers can still correct mistakes.", league=name)
            yield _MORE
        case "paused":
            yield say(
                "**{league}** is paused: no new matches will start, but those already running go on.", league=name
            )
            yield _MORE
        case "running":
            yield say("**{league}** is running.", league=name)
            if joins_late(view):
                yield (
                    say("There's still room: to join late, use `/league join` with `partner:`.")
                    if view.terms.teams
                    else say("Press **Join** to start at the bottom.")
                    if view.terms.kind == "ladder"
                    else say("There's still room: press **Join** to join late.")
                )
            yield from _joined(view)
            if season.ends_at is not None:
                yield say("It ends {when}.", when=day(season.ends_at))
            yield _MORE
            yield say("-# To check the draw later: SHA-256 `{hash}`.", hash=view.commitment)


def _who(view: SeasonView, most: int) -> Iterator[Text]:
    entries = [each for each in view.entries if each.agreed and each.left_at is None]
    if not entries or not most:
        return
    names = listed([entry_text(each) for each in entries[:most]], "comma")
    if len(entries) <= most:
        yield say("Players: {entries}", entries=names)
    else:
        yield say_n(
            "Players: {entries}, and {count} more",
            "Players: {entries}, and {count} more",
            len(entries) - most,
            entries=names,
        )


def _invitation(view: SeasonView) -> Text:
    """Return how to join; from the second season on, whose place is reserved."""
    head = say("**{league}**: press **Join** to play.", league=league_text(view))
    if view.terms.teams:
        head = say("**{league}**: use `/league join` with `partner:` to play with a partner.", league=league_text(view))
    if view.season.number == 1:
        return head
    again = say(
        "If you played last season, press **Join** before the start to keep your place and division; after "
        "that you join as a newcomer."
    )
    return say("{head} {again}", head=head, again=again)


def _joined(view: SeasonView) -> Iterator[Text]:
    count = sum(each.agreed and each.left_at is None for each in view.entries)
    if view.terms.teams:
        text = say_n(
            "{count} of at most {most} teams has joined.", "{count} of at most {most} teams have joined.", count
        )
    else:
        text = say_n(
            "{count} of at most {most} players has joined.", "{count} of at most {most} players have joined.", count
        )
    text = text.using(**{**dict(text.values), "most": view.terms.most})
    least = fewest(view.terms, smaller_tables(view.terms, registry.get(view.terms.game).info))
    if view.season.started_at is not None or count >= least:
        yield text
    elif view.terms.teams:
        needed = say_n("It needs {count} team.", "It needs at least {count} teams.", least)
        yield say("{joined} {needed}", joined=text, needed=needed)
    else:
        needed = say_n("It needs {count} player.", "It needs at least {count} players.", least)
        yield say("{joined} {needed}", joined=text, needed=needed)


async def _message(bot: ArenaBot, view: SeasonView) -> tuple[str, discord.ui.View | None]:
    """Return the post with its buttons; None where there is nothing to press any more."""
    locale = await bot.language(view.league.guild_id)
    names = await bot.arena.people.names(view.league.guild_id, people_of(view.entries))
    lines: list[str] = []
    for most in MOST_NAMES:
        lines = [shown(each, locale, members=names) for each in post_lines(view, most)]
        if len("\n".join(lines)) <= MESSAGE_LIMIT:
            break
    content = fitting(lines, MESSAGE_LIMIT, shown(say("**Terms** shows everything."), locale))
    opened, buttons = view.season.status in ("draft", "open"), discord.ui.View(timeout=None)
    if opened or joins_late(view):
        join = custom_id(view.season.id, "join")
        buttons.add_item(LeagueControl.button(join, say("Join", context="button"), locale, discord.ButtonStyle.success))
    if opened:
        start = custom_id(view.season.id, "start")
        buttons.add_item(LeagueControl.button(start, say("Start (organisers)", context="button"), locale))
    if view.season.status != "cancelled":
        buttons.add_item(terms_button(view.season.id, locale))
    return content, buttons if buttons.children else None


async def place_of(bot: ArenaBot, view: SeasonView) -> discord.abc.Messageable | discord.ForumChannel:
    """Return the channel of a league, in which the bot can announce a season.

    Raises:
        Refusal: It is gone, or its posts need a tag that the bot cannot give.
        MissingPermission: The bot may not post there.
    """
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, view.league.channel_id)
    if isinstance(channel, discord.ForumChannel):
        require_announcing(channel)
        return channel
    if not isinstance(channel, discord.abc.Messageable):
        raise Refusal(finding.CHANNEL_GONE.using(league=Quote(view.league.name)), code="no-channel")
    require_announcing(channel)
    return channel


def require_announcing(channel: Channel) -> None:
    """Raise unless the bot can announce a season in a channel, and post its news there."""
    if isinstance(channel, discord.ForumChannel):
        require_threads(channel)
    else:
        require(granted_in(channel), *posting(channel))


async def require_room(bot: ArenaBot, view: SeasonView) -> None:
    """Raise unless the bot can make the threads, or the silent channels, of a league's matches."""
    guild = bot.get_guild(view.league.guild_id)
    channel = None if guild is None else await channel_of(guild, view.league.channel_id)
    if guild is None or channel is None:
        raise Refusal(finding.CHANNEL_GONE.using(league=Quote(view.league.name)), code="no-channel")
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    require_playing(guild, channel, silent=mode is not None and mode.silent)


def require_playing(guild: discord.Guild, channel: Channel, *, silent: bool) -> None:
    """Raise Refusal or MissingPermission unless the bot can make threads, or the silent channels, of matches."""
    if not silent:
        require_threads(channel)
    elif lacking := missing(guild):
        raise MissingPermission(lacking)


async def publish(bot: ArenaBot, view: SeasonView) -> int:
    """Announce a season, and note where; return its channel, or its post in a forum.

    Raises:
        Refusal, MissingPermission, discord.HTTPException: It cannot be announced.
    """
    channel = await place_of(bot, view)
    content, buttons = await _message(bot, view)
    if isinstance(channel, discord.ForumChannel):
        async with lock(channel.id):
            known = await finding.noted_channel(bot, view.league, view.season)
            if known is not None:
                return known
            thread_id, message_id = await finding.open_post(bot, view, channel, content, buttons)
            await finding.note_channel(bot, view, thread_id)
        await bot.arena.leagues.posted(view, message_id)
        return thread_id
    message = await channel.send(
        content,
        view=buttons or discord.utils.MISSING,
        nonce=f"league:{view.season.id}",
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await bot.arena.leagues.posted(view, message.id)
    return view.league.channel_id


async def publish_again(bot: ArenaBot, view: SeasonView) -> int:
    """Announce a season anew if its post is gone, locked or far above; return where, as `publish` does.

    In a forum a post that the bot can write to stays, and is updated.
    """
    known = await finding.noted_channel(bot, view.league, view.season)
    if known is None:
        await forget(bot, view)
        return await publish(bot, view)
    if await finding.wake_channel(bot, view, known) and not await finding.is_channel_locked(bot, view, known):
        try:
            await update(bot, view)
        except (discord.HTTPException, *BROKEN) as error:
            log.info("could not update the post of season %d: %r", view.season.id, error)
        return known
    await finding.note_channel(bot, view, None)
    return await publish(bot, view)


async def home_of(bot: ArenaBot, view: SeasonView) -> int:
    """Return the channel of a season's texts; in a forum its post, which is opened if there is none.

    Raises:
        Retry: It is not known yet whether its channel is a forum.
        Undeliverable: No post can be opened there; organisers are told why.
        discord.HTTPException: Discord refuses.
    """
    league, known = view.league, await finding.noted_channel(bot, view.league, view.season)
    if known is not None:
        if await finding.wake_channel(bot, view, known):
            return known
        await finding.note_channel(bot, view, None)
    guild = bot.get_guild(league.guild_id)
    channel = None if guild is None else guild.get_channel(league.channel_id)
    if channel is None and view.season.message_id is None and not bot.is_ready_for(league.guild_id):
        raise Retry
    if not isinstance(channel, discord.ForumChannel):
        return league.channel_id
    try:
        return await publish(bot, view)
    except (Refusal, MissingPermission) as error:
        text = error.text
        if isinstance(error, MissingPermission):
            text = finding.missing_permissions(error.permissions, league)
        await finding.tell_trouble(bot, view, text, f"{league.channel_id}:{error.code}")
        raise Undeliverable(error.text, error.code) from error


async def home_of_season(bot: ArenaBot, season_id: int) -> int | None:
    """Return the channel of a season's texts (`cogs.core.bot.ChannelResolver`)."""
    try:
        return await home_of(bot, await bot.arena.leagues.view(season_id))
    except NoSuchLeague:
        return None


async def moved(bot: ArenaBot, old: SeasonView, post_id: int | None, where: int) -> None:
    """Remove a season's public post from its former place; a forum's post gets a link to the new place."""
    if post_id is None or old.season.message_id is None:
        await forget(bot, old)
        return
    text = say("**{league}** is now announced in {channel}.", league=league_text(old), channel=f"<#{where}>")
    content = shown(text, await bot.language(old.league.guild_id))
    place = bot.get_partial_messageable(post_id, guild_id=old.league.guild_id)
    try:
        await finding.wake_channel(bot, old, post_id)
        await place.get_partial_message(old.season.message_id).edit(content=content, view=None)
    except discord.HTTPException as error:
        log.info("could not update the old post of season %d: %s", old.season.id, error)


async def forget(bot: ArenaBot, view: SeasonView) -> None:
    # Before another one takes its place; one that is gone already is no trouble.
    if view.season.message_id is None:
        return
    place = bot.get_partial_messageable(view.league.channel_id, guild_id=view.league.guild_id)
    try:
        await place.get_partial_message(view.season.message_id).delete()
    except discord.HTTPException as error:
        log.info("could not remove the post of season %d: %s", view.season.id, error)


async def show_season(bot: ArenaBot, post: Post) -> None:
    """Update or post the public post of a season (`cogs.core.bot.Show`).

    If that fails for good, organisers find it without a post, and post it again.
    """
    try:
        view = await bot.arena.leagues.view(post.subject.id)
    except NoSuchLeague:
        return
    bot.require_server(view.league.guild_id)
    try:
        with retrying():
            if view.season.message_id is not None:
                await update(bot, view)
            elif view.season.status != "draft" and view.season.closed_at is None:
                await _publish_once(bot, view)
    except (Refusal, MissingPermission, discord.HTTPException) as error:
        level = logging.WARNING if view.season.message_id is None else logging.INFO
        log.log(level, "could not show season %d, which is published: %r", post.subject.id, error)


async def _publish_once(bot: ArenaBot, view: SeasonView) -> None:
    # A process that published the season may have died before it noted the post, or before it posted it.
    message = None
    if not isinstance(bot.get_channel(view.league.channel_id), discord.ForumChannel):
        channel = bot.get_partial_messageable(view.league.channel_id, guild_id=view.league.guild_id)
        message = await find_own(bot, channel, partial(_has, custom_id(view.season.id, "join")))
    if message is None:
        await publish(bot, view)
    else:
        await _edit(bot, view, message.id)
        await bot.arena.leagues.posted(view, message.id)


def _has(button: str, message: discord.Message) -> bool:
    return button in custom_ids(message)


async def update(bot: ArenaBot, view: SeasonView) -> None:
    """Update the public post, if there is one. Raises discord.HTTPException."""
    if view.season.message_id is not None:
        await _edit(bot, view, view.season.message_id)


async def _edit(bot: ArenaBot, view: SeasonView, message_id: int) -> None:
    content, buttons = await _message(bot, view)
    known = await finding.noted_channel(bot, view.league, view.season)
    if known is not None:
        await finding.wake_channel(bot, view, known)
    place = bot.get_partial_messageable(known or view.league.channel_id, guild_id=view.league.guild_id)
    message = place.get_partial_message(message_id)
    await message.edit(content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none())


# Where a league is told and played: the channel or forum that organisers choose, and another one later.


Eligible: TypeAlias = discord.TextChannel | discord.ForumChannel


class _Channel(app_commands.Transformer):
    """An option for a text channel or a forum; media channels, which look like forums, are not offered."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]

    async def transform(
        self, interaction: discord.Interaction[Any], value: app_commands.AppCommandChannel, /
    ) -> Eligible:
        """Return the channel. Raises Refusal if it cannot have a league's texts."""
        found = await channel_of(guild_of(interaction), value.id)
        if not isinstance(found, discord.TextChannel | discord.ForumChannel):
            raise Refusal(say("Please choose a text channel or forum that I can see."), code="no-such-channel")
        return found


Choosable: TypeAlias = app_commands.Transform[Eligible, _Channel]

CHANNEL = mark("A text channel or forum to announce and play it in; this channel if you leave it out")


async def chosen(interaction: Interaction, channel: Eligible | None, *, silent: bool) -> Channel:
    """Return the channel of a league: the picked one, else the current one, or the forum of the current post.

    Raises:
        Refusal: It can have neither texts nor matches, or the organiser may not choose it.
        MissingPermission: The bot lacks permissions there.
    """
    here = interaction.channel
    running = await interaction.client.arena.matches.running_in(interaction.channel_id or 0)
    if running is not None and is_silenced(running, interaction.channel_id):
        raise Refusal(
            say(
                "Nobody can post in this channel while its match is running (R29): please create the league in "
                "another one."
            ),
            code="hushed",
        )
    found: discord.abc.GuildChannel | discord.Thread | None = channel
    if channel is None and isinstance(here, discord.Thread) and isinstance(here.parent, discord.ForumChannel):
        found = here.parent
    if found is None:
        await choose(interaction, "thread", silent=silent)
        if not isinstance(here, discord.abc.GuildChannel | discord.Thread):
            raise AssertionError("commands of leagues exist in servers only")
        return here
    _check_member(interaction, found)
    await require_no_partners(interaction.client, found.id)
    require_announcing(found)
    if not silent:
        require_threads(found)
    return found


def _check_member(interaction: Interaction, channel: Channel) -> None:
    granted = channel.permissions_for(member_of(interaction))
    if not (granted.view_channel and granted.send_messages):
        raise Refusal(
            say("You can't post in {channel} yourself: please choose another channel.", channel=channel.mention),
            code="not-your-channel",
        )


async def move(interaction: Interaction, view: SeasonView, channel: Eligible) -> None:
    """Announce and play a league in another channel from now on. Raises Refusal, MissingPermission."""
    await require_organiser(interaction)
    mode = registry.get(view.terms.game).info.mode(view.terms.mode)
    found = await chosen(interaction, channel, silent=mode is not None and mode.silent)
    bot, name = interaction.client, league_text(view)
    if found.id == view.league.channel_id:
        raise Refusal(say("**{league}** is already in {channel}.", league=name, channel=found.mention), code="is-there")
    await interaction.response.defer(ephemeral=True, thinking=True)
    old, post_id, where = view, await noted_channel(bot, view.league, view.season), found.id
    async with bot.arena.leagues.hold(view.season.id):
        view = await bot.arena.leagues.move(view.season.id, found.id)
        await note_channel(bot, view, None)
        if view.season.status != "draft" and view.season.closed_at is None:
            where = await publish(bot, view)
            await moved(bot, old, post_id, where)
    await tell(
        interaction,
        say("**{league}** is now announced and played in {channel}.", league=name, channel=f"<#{where}>"),
        say("Matches already running stay where they are (`/match move-to` moves one whose channel is gone)."),
    )
