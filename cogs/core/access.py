"""Finds the match of a command or press, and checks who may see it and who may act besides playing.

A custom id comes from the person who presses, not from the bot: its numbers are looked up as if they had been typed.
For matches that a person may not see the answer is the same as for those that do not exist.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable
from itertools import islice
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.core.bot import ArenaBot, Interaction, MembershipUnknown, NonMembers, Reader
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, Completed, channel_of, offered
from cogs.core.text import locale_of, mark, named, plain, shown
from engine import registry
from engine.game import Game
from engine.registry import mode_of, name_of
from engine.seat import Seat
from engine.text import Listed, Text, listed, say
from hosting.lobby.model import NoSuchTable
from hosting.match.model import (
    BareMatch,
    Match,
    MatchSummary,
    MatchTitle,
    NoSuchMatch,
    NotMine,
    NotSeated,
    Person,
    Table,
)
from hosting.match.service import playing_seat
from render.theme import Palette, Theme
from store.tables.matches import ReplayError

# Which match a command means, where matches are to be found, and for whom a message is made.


MOST_LINKS = 10

STRANGER = -1
"""The number of a person about whom nothing is stored; nobody has it."""

log = logging.getLogger(__name__)


async def latest_match(interaction: Interaction) -> Match:
    """Return the running match of the channel, or the one played here last.

    Raises:
        Refusal: No match was ever played here.
    """
    match = await interaction.client.arena.matches.latest_in(interaction.channel_id or 0)
    if match is None:
        raise await _nothing_here(interaction)
    return match


async def running_match(interaction: Interaction) -> Match:
    """Return the running match of the channel.

    Raises:
        Refusal: No match is running here.
    """
    matches, channel_id = interaction.client.arena.matches, interaction.channel_id or 0
    match = await matches.running_in(channel_id)
    if match is None and await matches.latest_in(channel_id) is not None:
        raise Refusal(
            say("The match in this channel is over. `/new` opens a table for another one."), code="match-over"
        )
    if match is None:
        raise await _nothing_here(interaction)
    return match


async def whoami(interaction: Interaction) -> int:
    """Return the person behind an interaction, or `STRANGER` if nothing is stored about them.

    Commands that store something use `person` or `entered`: nothing is ever stored about a stranger.
    """
    found = await interaction.client.arena.people.find(interaction.user.id)
    return STRANGER if found is None else found


async def person(bot: ArenaBot, user: discord.Member) -> Person:
    """Return a member as hosting knows people, named as in their server; they are entered if they are new."""
    return await bot.arena.people.enter(user.id, user.guild.id, user.display_name)


async def entered(interaction: Interaction) -> int:
    """Return the person behind an interaction that stores something; they are entered if they are new."""
    return (await person(interaction.client, member_of(interaction))).person_id


async def seat_of(interaction: Interaction, match: Match) -> Seat:
    """Return the seat of the player behind an interaction.

    Raises:
        NotSeated: They do not play.
    """
    seat = match.seat_of(await whoami(interaction))
    if seat is None:
        raise NotSeated
    return seat


async def playable(bot: ArenaBot, match_ids: Iterable[int]) -> list[Match]:
    """Return the matches that this version can play through; the others are logged."""
    out = []
    for match_id in match_ids:
        try:
            out.append(await bot.arena.matches.get(match_id))
        except ReplayError as error:
            log.warning("match %d can't be read: %s", match_id, error)
    return out


def is_silenced(match: Match, channel_id: int | None) -> bool:
    """Return whether no act of a person may show in this channel (R29).

    Even which of two fixed answers a player asks for would be a sign that a partner can read.
    """
    return (
        match.silent
        and not match.over
        and any(place.channel_id == channel_id and place.shows_boards for place in match.places)
    )


def may_be_public(match: Match, channel_id: int | None) -> bool:
    """Return whether the answer to a command about a match may be public in a channel.

    While partners are silent, only the spectators' channel may have public answers: partners could read them elsewhere
    (R29).
    """
    if not match.silent or match.over:
        return True
    return any(place.channel_id == channel_id and not place.shows_boards for place in match.places)


def home(match: Match, person_id: int) -> int:
    """Return the channel in which a person follows a match: their team's own one if there is one."""
    seat = match.seat_of(person_id)
    return match.channel_id if seat is None else match.home(seat)


def link(guild_id: int, channel_id: int) -> str:
    """Return the address of a channel, for browsers and apps alike."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def links(places: Iterable[tuple[int, int]]) -> Listed:
    """Return the addresses of channels, each given with its server, as a list."""
    return listed((link(guild_id, channel_id) for guild_id, channel_id in islice(places, MOST_LINKS)), "comma")


def guild_of(interaction: Interaction) -> discord.Guild:
    """Return the server of a command or button; interactions elsewhere are refused before (`cogs.core.bot`)."""
    if interaction.guild is None:
        raise AssertionError("commands and buttons exist in servers only")
    return interaction.guild


def member_of(interaction: Interaction) -> discord.Member:
    """Return the user of a command or button as a member of its server."""
    if not isinstance(interaction.user, discord.Member):
        raise AssertionError("commands and buttons exist in servers only")
    return interaction.user


async def _nothing_here(interaction: Interaction) -> Refusal:
    person_id = await whoami(interaction)
    mine = await interaction.client.arena.lists.own_titles(person_id, interaction.guild_id, MOST_LINKS)
    if mine:
        return Refusal(
            say(
                "There's no match in this channel. You play here: {links}",
                links=links((each.guild_id, each.channel_id) for each in mine),
            ),
            code="no-match-here",
        )
    return Refusal(
        say("There's no match in this channel. `/new` opens a table, `/matches` shows what's being played."),
        code="no-match-here",
    )


# Finding what a message must suit: a person's settings, or those of a server.


async def reader_of(interaction: Interaction) -> Reader:
    """Return the language and theme of the person behind an interaction, for private answers."""
    settings = interaction.client.arena.settings
    mine = await settings.player(await whoami(interaction))
    server = await settings.server(interaction.guild_id or 0)
    return Reader(
        locale_of(interaction),
        Theme(_palette(mine.palette or server.palette), server.dark if mine.dark is None else mine.dark),
        mine.text_boards,
    )


async def readers_of(interaction: Interaction) -> Reader:
    """Return the language and theme of an interaction's server, for public answers."""
    return await server_reader(interaction.client, interaction.guild_id or 0)


async def server_reader(bot: ArenaBot, guild_id: int) -> Reader:
    """Return the language and theme of a server."""
    server = await bot.arena.settings.server(guild_id)
    return Reader(await bot.language(guild_id), Theme(_palette(server.palette), server.dark))


def _palette(key: str | None) -> Palette:
    """Return the palette with a key; the standard one for None and for keys of other versions."""
    return Palette(key) if key in set(Palette) else Palette.STANDARD


# Who may do what besides playing: people who look after a server's matches, and what people may see.


async def organises(bot: ArenaBot, member: discord.User | discord.Member) -> bool:
    """Return whether a member organises a server's matches: they may manage it, or have its role for that."""
    if not isinstance(member, discord.Member):
        raise AssertionError("commands and buttons exist in servers only")
    if member.guild_permissions.manage_guild:
        return True
    role_id = (await bot.arena.settings.server(member.guild.id)).organiser_role_id
    return role_id is not None and member.get_role(role_id) is not None


async def may_manage(interaction: Interaction, match: Match) -> bool:
    """Return whether a member may decide where a match is played: its players, its host, and organisers."""
    person_id = await whoami(interaction)
    if match.seat_of(person_id) is not None or match.organiser_id == person_id:
        return True
    return await organises(interaction.client, interaction.user)


def sees(user: discord.User | discord.Member, guild: discord.Guild | None, channel_id: int) -> bool:
    """Return whether a member can see a channel, as far as the bot knows it."""
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    return channel is not None and isinstance(user, discord.Member) and can_view(channel, user)


def can_view(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Return whether a member can see a channel.

    Discord does not say who was added to a private thread: of others it is only known that they can manage threads.
    """
    granted = channel.permissions_for(member)
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not private)


def seen_channels(user: discord.User | discord.Member, guild: discord.Guild) -> list[int]:
    """Return the channels and threads of a server that a member can see, as far as the bot knows it."""
    return [each.id for each in (*guild.channels, *guild.threads) if sees(user, guild, each.id)]


async def seen_titles(interaction: Interaction) -> list[MatchTitle]:
    """Return a server's latest running matches in which a person plays, or whose channel they can see."""
    lists, guild_id = interaction.client.arena.lists, interaction.guild_id or 0
    own = {each.id for each in await lists.own_titles(await whoami(interaction), guild_id)}
    return [
        each
        for each in await lists.titles(guild_id)
        if each.id in own or sees(interaction.user, interaction.guild, each.channel_id)
    ]


def is_silent(summary: MatchSummary | MatchTitle) -> bool:
    """Return whether teammates of a match may not communicate."""
    mode = registry.mode_of(summary.game, summary.mode)
    return mode is not None and mode.silent


UNSAID = say(
    "Discord can't tell me right now whether you're still in the server, so I can't show anything from it. "
    "Nothing was done. Try again in a few minutes."
)
_UNSAID = "membership-unsaid"
_PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
HIGHEST = 2**63 - 1
"""Larger numbers than the store counts to can be sent."""


async def match_for(interaction: Interaction, number: int, *, direct: bool = False) -> Match:
    """Return the match with a number, running or over, if the person may see it.

    `direct` if the command works in direct messages, too.

    Raises:
        NoSuchMatch: There is none, it belongs to another server, or they may not see it; the message does not say
            which.
        ReplayError: This version of the program cannot play it through.
        Refusal: Discord does not say whether its player is still a member of its server.
        NotMine: The process of its server is to answer a player's press in a direct message.
    """
    if not 0 < number <= HIGHEST or (interaction.guild_id is None and not direct):
        raise NoSuchMatch
    try:
        match = await interaction.client.arena.matches.get(number)
    except ReplayError:
        if not await _is_listed(interaction, number):
            raise NoSuchMatch from None
        raise
    if interaction.guild_id is None and interaction.type in _PRESSES and match.seat_of(await whoami(interaction)):
        await _require_own(interaction, match)
    if not await may_look(interaction, match):
        if servers_unknown(interaction) and match.seat_of(await whoami(interaction)) is not None:
            raise Refusal(UNSAID, code="membership-unknown")
        raise NoSuchMatch
    return match


async def server_match_for(interaction: Interaction, number: int) -> Match:
    """Return the match of this server with a number, for an organiser.

    Raises:
        NoSuchMatch: This server has none with that number.
        ReplayError: This version of the program cannot play it through.
    """
    try:
        match = await interaction.client.arena.matches.get(number)
    except ReplayError:
        if number not in {each.id for each, _ in await _listed(interaction)}:
            raise NoSuchMatch from None
        raise
    if match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    return match


async def bare_match_for(interaction: Interaction, number: int) -> BareMatch:
    """Return the match of this server with a number, without its game, even if that cannot be read; for an organiser.

    Raises:
        NoSuchMatch: This server has none with that number.
    """
    if not 0 < number <= HIGHEST:
        raise NoSuchMatch
    match = await interaction.client.arena.unreadable.bare(number)
    if match.guild_id != interaction.guild_id:
        raise NoSuchMatch
    return match


async def may_look(interaction: Interaction, match: Match) -> bool:
    """Return whether a person may see a match now.

    In the match's own server: its players, and once it is over former players, too; people who ask in one of its
    channels, or can see its channel; once it is over and its channel is gone, people who can see the channel in which
    its table was opened, unless it was a one-player match: its thread was private. Where no channel is left, the
    server's organisers.

    In a direct message they count as the member of the match's server that they are now. People who left it see
    nothing, and players only as long as they see the channel in which they play, if it still exists.
    """
    found = await member_in(interaction, match.guild_id)
    if found is None:
        return False
    user, guild, person_id = found, found.guild, await whoami(interaction)
    former = match.over and any(each.person_id == person_id for each in match.former)
    if former or match.seat_of(person_id) is not None:
        if interaction.guild_id is not None:
            return True
        own = await channel_of(guild, home(match, person_id))
        return own is None or own.permissions_for(user).view_channel
    here = any(place.channel_id == interaction.channel_id for place in match.places)
    if here and interaction.permissions.view_channel:
        return True
    channel = await channel_of(guild, match.channel_id)
    if channel is None and match.over and not match.alone:
        opened_in = await interaction.client.arena.housing.home(match)
        channel = await channel_of(guild, opened_in) if opened_in is not None else None
    if channel is None:
        return await organises(interaction.client, user)
    return can_view(channel, user)


async def _require_own(interaction: Interaction, match: Match) -> None:
    """Leave a match of another process to that one. Raises NotMine, with the way to the match for who plays there."""
    try:
        interaction.client.arena.matches.require_own(match)
    except NotMine as error:
        person_id = await whoami(interaction)
        if match.seat_of(person_id) is None:
            raise
        address = link(match.guild_id, home(match, person_id))
        text = say(
            "That didn't work from here, and nothing was done. Do it in the match's own channel: {link}", link=address
        )
        raise NotMine(match.guild_id, text) from error


async def check_acting(interaction: Interaction, match: Match) -> None:
    """Refuse an act in a direct message that Discord would not allow the person in the match's own server.

    Raises:
        Refusal: They are timed out there: they may read, but use no command or button.
        NotMine: The process of that server is to do it.
    """
    if interaction.guild_id is not None:
        return
    if interaction.type is not discord.InteractionType.autocomplete:
        await _require_own(interaction, match)
    member = await member_in(interaction, match.guild_id)
    if member is not None and member.is_timed_out() and member.timed_out_until is not None:
        raise Refusal(
            say(
                "You're timed out in this match's server, so you can't play in it until {when}. You can still "
                "see the board with `/board`.",
                when=discord.utils.format_dt(member.timed_out_until, "f"),
            ),
            code="timed-out",
        )


async def member_in(interaction: Interaction, guild_id: int) -> discord.Member | None:
    """Return the person who asks as a member of a server; None if they are none, or ask in another server.

    In a direct message Discord sends a user without roles and permissions, so the bot requests them. While Discord does
    not answer (`servers_unknown`), they count as no member.
    """
    if interaction.guild_id is not None:
        inside = interaction.guild is not None and interaction.guild_id == guild_id
        return interaction.user if inside and isinstance(interaction.user, discord.Member) else None
    bot = interaction.client
    key = ("member", guild_id)  # asked for once for each command or press, however many matches it looks through
    if key not in interaction.extras:
        typing = interaction.type is discord.InteractionType.autocomplete
        try:
            found = await bot.memberships.of(bot, guild_id, interaction.user.id, bot.clock.monotonic(), typing=typing)
        except MembershipUnknown:
            found, interaction.extras[_UNSAID] = None, True
        interaction.extras[key] = found
    member: discord.Member | None = interaction.extras[key]
    return member


async def outside_of(interaction: Interaction) -> NonMembers:
    """Return the servers in which a person has matches but may not be told of them.

    A person who left a server, or was banned from it, may no longer know its matches and players. If Discord must be
    asked about other servers than this one, which can take longer than it waits, the answer is deferred, in private.
    """
    bot = interaction.client
    servers = await bot.arena.lists.servers_of(await whoami(interaction)) - {interaction.guild_id}
    if servers and not interaction.response.is_done():
        pressed = interaction.type is discord.InteractionType.component
        await interaction.response.defer(ephemeral=True, thinking=not pressed)
    return await bot.memberships.outside(bot, interaction.user.id, servers)


def servers_unknown(interaction: Interaction) -> bool:
    """Return whether Discord did not say, for this interaction, of which servers the person is a member."""
    return _UNSAID in interaction.extras


async def _listed(interaction: Interaction) -> list[tuple[MatchTitle, bool]]:
    guild_id, person_id = interaction.guild_id, await whoami(interaction)
    return [] if guild_id is None else await interaction.client.arena.lists.recent(guild_id, person_id)


async def _is_listed(interaction: Interaction, number: int) -> bool:
    """Return whether lists show a person a match; a list only shows its number and names."""
    user, guild = interaction.user, interaction.guild
    if interaction.guild_id is None:
        own = await interaction.client.arena.lists.own_titles(await whoami(interaction))
        known = [each for each in own if each.id == number]
        return any([await member_in(interaction, each.guild_id) is not None for each in known])
    return any(
        each.id == number and (own or sees(user, guild, each.channel_id)) for each, own in await _listed(interaction)
    )


# The option `match:` of commands, and which match a command in a direct message means.
#
# Commands take its number and ask here for the match: an option that is left out, which means the match of the channel,
# is transformed by nothing.


# Direct messages to the bot: which match a command means there, and where its board is.
#
# No match is played in a direct message. A command there is about the match that is named, or else the person's most
# urgent one, under the rules of its own server: see `may_look`.


MATCHES_SEARCHED = 20
"""How many of a person's most urgent matches are searched for one that they may see."""


async def urgent_match(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the person's most urgent running match of a game that fits, for a direct message."""
    person_id = await whoami(interaction)
    page = await interaction.client.arena.lists.of_person(person_id, 0, MATCHES_SEARCHED)
    for line in page.lines:
        for match in await playable(interaction.client, [line.match.id] if line.readable else []):
            if fits(match.session.game) and await may_look(interaction, match):
                return match
    return None


async def match_here(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the match of a channel, running or played there last.

    In a direct message it is the most urgent one of a game that fits.
    """
    if interaction.guild_id is None:
        return await urgent_match(interaction, fits)
    return await interaction.client.arena.matches.latest_in(interaction.channel_id or 0)


async def meant_match(interaction: Interaction) -> Match:
    """Return the match for a command without a number in a direct message."""
    match = await urgent_match(interaction)
    if match is None and servers_unknown(interaction):
        raise Refusal(UNSAID, code="membership-unknown")
    if match is None:
        raise Refusal(
            say(
                "You aren't in any match right now. In a server, `/new` opens a table and `/matches` lists its matches."
            ),
            code="no-match-here",
        )
    return match


async def own_titles(interaction: Interaction) -> list[MatchTitle]:
    found = await interaction.client.arena.lists.own_titles(await whoami(interaction))
    servers = {each.guild_id for each in found}
    left = {each for each in servers if await member_in(interaction, each) is None}
    return [each for each in found if each.guild_id not in left]


async def whereabouts(interaction: Interaction, match: Match) -> tuple[str, ...]:
    """Return a line with the link to a match, for answers in direct messages; empty in servers."""
    if interaction.guild_id is not None:
        return ()
    address = link(match.guild_id, home(match, await whoami(interaction)))
    text = say("-# [Go to the match]({link})", link=address)
    return (shown(text, locale_of(interaction)),)


async def own_match(interaction: Interaction, number: int | None) -> Match:
    """Return a player's running match: the one with a number, or that of the channel.

    In a direct message the default is the most urgent one.

    Raises:
        NoSuchMatch, NotSeated, MatchOver: As it says.
        Refusal: No match is running here, or they may not play in it from a direct message.
    """
    if number is None:
        match = await (meant_match if interaction.guild_id is None else running_match)(interaction)
    else:
        match = await match_for(interaction, number, direct=True)
        playing_seat(match, await whoami(interaction))
    await check_acting(interaction, match)
    return match


async def server_match(interaction: Interaction, number: int | None) -> Match:
    """Return a match of this server for an organiser; one that is over only by its number.

    Raises:
        NoSuchMatch: This server has none with that number.
        Refusal: No match is running here.
    """
    if number is None:
        return await running_match(interaction)
    return await server_match_for(interaction, number)


async def seen_match(interaction: Interaction, number: int | None) -> Match:
    """Return a match to look at, running or over: the one with a number, or that of the channel.

    In a direct message the default is the person's most urgent one.

    Raises:
        NoSuchMatch: There is none with that number that they may see.
        Refusal: No match was ever played here.
    """
    if number is None:
        return await (meant_match if interaction.guild_id is None else latest_match)(interaction)
    return await match_for(interaction, number, direct=True)


async def seen_choices(interaction: Interaction, current: str, games: Container[str] | None = None) -> Choices[int]:
    """Offer a server's matches that a person may see, running or over: the latest ones, their own first.

    In a direct message these are the person's own running ones. With `games` only matches of these games are offered.
    """
    if interaction.guild_id is None:
        titles = await own_titles(interaction)
        return _fitting(interaction, [each for each in titles if games is None or each.game in games], current)
    arena, guild = interaction.client.arena, guild_of(interaction)
    recent = await arena.lists.recent(guild.id, await whoami(interaction))
    found = [(each, own) for each, own in recent if games is None or each.game in games]
    # Threads in the archive are not known; a look into the channel that they were opened in finds them.
    unknown = [each.id for each, own in found if not own and guild.get_channel_or_thread(each.channel_id) is None]
    homes = await arena.housing.homes(unknown) if unknown else {}
    seen = [
        (each, own) for each, own in found if own or sees(interaction.user, guild, homes.get(each.id, each.channel_id))
    ]
    seen.sort(key=lambda pair: not pair[1])
    return _by_number(interaction, (each for each, _ in seen), current)


def chosen(interaction: Interaction) -> int | None:
    """Return the number in the option `match:` of a command that is still being typed."""
    number = interaction.namespace.match
    return number if isinstance(number, int) else None


async def own_choices(interaction: Interaction, current: str) -> Choices[int]:
    """Offer a person's own matches, including those whose channel is gone."""
    if interaction.guild_id is None:
        return _fitting(interaction, await own_titles(interaction), current)
    found = await interaction.client.arena.lists.own_titles(await whoami(interaction), interaction.guild_id)
    return _fitting(interaction, found, current)


async def server_choices(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the running matches of a server."""
    found = await interaction.client.arena.lists.titles(interaction.guild_id or 0, current)
    return _by_number(interaction, found, current)


async def ended_choices(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the finished matches of a server, the latest ones first."""
    found = await interaction.client.arena.lists.titles(interaction.guild_id or 0, current, over=True)
    return _by_number(interaction, found, current)


async def table_here(interaction: Interaction, table_id: int) -> Table:
    """Return a table in its control's channel: the number in an id could be that of any other. Raises NoSuchTable."""
    table = await interaction.client.arena.tables.get(table_id)
    if table.channel_id != interaction.channel_id:
        raise NoSuchTable
    return table


def title(summary: MatchTitle) -> Text:
    mode = mode_of(summary.game, summary.mode)
    return say(
        "{game}, {mode}: {names}",
        game=name_of(summary.game),
        mode=mode.name if mode is not None else summary.mode,
        names=listed(named(summary.names, str), "comma"),
    )


def _numbered(summary: MatchTitle) -> Text:
    if summary.status == "over":
        return say(
            "{number}: {match}, ended on {day}",
            number=summary.id,
            match=title(summary),
            day=summary.moved_at.date(),
        )
    return say("{number}: {match}", number=summary.id, match=title(summary))


def _fitting(interaction: Interaction, summaries: Iterable[MatchTitle], current: str) -> Choices[int]:
    return offered([(plain(title(each), locale_of(interaction)), each.id) for each in summaries], current)


def _by_number(interaction: Interaction, summaries: Iterable[MatchTitle], current: str) -> Choices[int]:
    """Offer matches with their numbers: in a league the same two players meet more than once."""
    return offered([(plain(_numbered(each), locale_of(interaction)), each.id) for each in summaries], current)


OwnNumber: TypeAlias = app_commands.Transform[int, Completed(own_choices)]
SeenNumber: TypeAlias = app_commands.Transform[int, Completed(seen_choices)]

WHICH_OWN = mark("Which of your matches; the one in this channel if you leave it out")
WHICH_SEEN = mark("Which match, running or over; the last one in this channel if you leave it out")
