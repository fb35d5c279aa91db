"""Which match a command means, where matches are to be found, and for whom a message is made."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from itertools import islice

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.delivery import Reader
from cogs.core.errors import Refusal
from cogs.core.text import locale_of
from engine.seat import Seat
from engine.text import Listed, listed, say
from hosting.match.model import Match, NotSeated, Person
from render.theme import Palette, Theme
from store.tables.replay import ReplayError

MOST_LINKS = 10

STRANGER = -1
"""A person whom nothing is held about: no person has this number."""

log = logging.getLogger(__name__)


async def latest_match(interaction: Interaction) -> Match:
    """Return the running match of the channel, or the one played here last.

    Raises:
        Refusal: No match was ever played here.
    """
    match = await interaction.client.arena.matches.latest_in(_channel(interaction))
    if match is None:
        raise await _nothing_here(interaction)
    return match


async def running_match(interaction: Interaction) -> Match:
    """Return the running match of the channel.

    Raises:
        Refusal: No match is running here.
    """
    matches, channel_id = interaction.client.arena.matches, _channel(interaction)
    match = await matches.running_in(channel_id)
    if match is None and await matches.latest_in(channel_id) is not None:
        raise Refusal(
            say("The match in this channel is over. `/new` opens a table for another one."), code="match-over"
        )
    if match is None:
        raise await _nothing_here(interaction)
    return match


async def whoami(interaction: Interaction) -> int:
    """Return the person behind an interaction; `STRANGER` for those whom nothing is held about.

    People who do what is kept are entered first (`person`): nothing is ever kept of a stranger.
    """
    found = await interaction.client.arena.people.find(interaction.user.id)
    return STRANGER if found is None else found


async def person(bot: ArenaBot, user: discord.Member) -> Person:
    """Return a member as hosting knows people, by the name that their server shows; they are entered if need be."""
    return await bot.arena.people.enter(user.id, user.guild.id, user.display_name)


async def entered(interaction: Interaction) -> int:
    """Return the person behind an interaction of which something will be kept; they are entered if need be."""
    return (await person(interaction.client, member_of(interaction))).person_id


async def seat_of(interaction: Interaction, match: Match) -> Seat:
    """Return the seat of the player who pressed or typed.

    Raises:
        NotSeated: They do not play.
    """
    seat = match.seat_of(await whoami(interaction))
    if seat is None:
        raise NotSeated
    return seat


async def playable(bot: ArenaBot, match_ids: Iterable[int]) -> list[Match]:
    """Return those of some matches whose game this version can still play through; the others are logged."""
    out = []
    for match_id in match_ids:
        try:
            out.append(await bot.arena.matches.get(match_id))
        except ReplayError as error:
            log.warning("match %d cannot be read: %s", match_id, error)
    return out


def hushed(match: Match, channel_id: int | None) -> bool:
    """Return whether nothing that a person does may show in this channel (R29).

    Even which of two fixed answers a player asks for would be a sign that a partner can read.
    """
    return (
        match.silent
        and not match.over
        and any(place.channel_id == channel_id and place.shows_boards for place in match.places)
    )


def for_all(match: Match, channel_id: int | None) -> bool:
    """Return whether what a person asks for of a match may be shown to everybody in a channel.

    While partners are silent it may be in the spectators' place alone: what is shown elsewhere, they could read (R29).
    """
    if not match.silent or match.over:
        return True
    return any(place.channel_id == channel_id and not place.shows_boards for place in match.places)


def home(match: Match, person_id: int) -> int:
    """Return the channel in which a person follows a match: a team's own channel for those who have one."""
    seat = match.seat_of(person_id)
    return match.channel_id if seat is None else match.home(seat)


def link(guild_id: int, channel_id: int) -> str:
    """Return the address of a channel, for browsers and apps alike."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def links(places: Iterable[tuple[int, int]]) -> Listed:
    """Return the addresses of channels, each with its server, as a list."""
    return listed((link(guild_id, channel_id) for guild_id, channel_id in islice(places, MOST_LINKS)), "comma")


def guild_of(interaction: Interaction) -> discord.Guild:
    """Return the server that a command or button is used in: there are none elsewhere (`cogs.core.bot`)."""
    if interaction.guild is None:
        raise AssertionError("commands and buttons exist in servers only")
    return interaction.guild


def member_of(interaction: Interaction) -> discord.Member:
    """Return who uses a command or button, as a member of its server."""
    if not isinstance(interaction.user, discord.Member):
        raise AssertionError("commands and buttons exist in servers only")
    return interaction.user


def _channel(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise AssertionError("commands and buttons are used in channels")
    return interaction.channel_id


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
    """Return what suits the person behind an interaction, for what only they see."""
    settings = interaction.client.arena.settings
    mine = await settings.player(await whoami(interaction))
    server = await settings.server(interaction.guild_id or 0)
    return Reader(
        locale_of(interaction),
        Theme(_palette(mine.palette or server.palette), server.dark if mine.dark is None else mine.dark),
        mine.text_boards,
    )


async def readers_of(interaction: Interaction) -> Reader:
    """Return what suits everybody in the channel of an interaction, for what all see."""
    return await server_reader(interaction.client, interaction.guild_id or 0)


async def server_reader(bot: ArenaBot, guild_id: int) -> Reader:
    """Return what suits everybody in a server."""
    server = await bot.arena.settings.server(guild_id)
    return Reader(await bot.language(guild_id), Theme(_palette(server.palette), server.dark))


def _palette(key: str | None) -> Palette:
    """Return the palette with a key; the standard one for None and for keys of other versions."""
    return Palette(key) if key in set(Palette) else Palette.STANDARD
