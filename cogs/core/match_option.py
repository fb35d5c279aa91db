"""The option `match:` of commands, and which match a command in a direct message means.

Commands take its number and ask here for the match: an option that is left out, which means the match of the channel,
is transformed by nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any, TypeAlias

from discord import app_commands

from cogs.core.access import UNSAID, check_acting, is_unsaid, match_for, may_look, member_in, sees, server_match_for
from cogs.core.bot import Interaction
from cogs.core.context import guild_of, home, latest_match, link, playable, running_match, whoami
from cogs.core.errors import Refusal
from cogs.core.replies import Choices, Completed, offered
from cogs.core.text import locale_of, mark, named, plain, shown
from engine.game import Game
from engine.registry import mode_of, name_of
from engine.text import Text, listed, say
from hosting.match.model import Match, MatchTitle
from hosting.match.turns import playing_seat

# Direct messages to the bot: which match a command means there, and where its board is.
#
# No match is played in a direct message. What is asked there is asked of the match that is named, or else of the one of
# the person's own that is most urgent, under the rules of its own server: see `cogs.core.access.may_look`.


LOOKED_THROUGH = 20
"""A person's most urgent matches among which one is looked for that they may look at."""


def is_direct(interaction: Interaction) -> bool:
    """Return whether a person asks in a direct message."""
    return interaction.guild_id is None


async def urgent_match(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the running match of a person that is most urgent: one that waits for them, if any does.

    Args:
        interaction: From a direct message.
        fits: Which games come into question.
    """
    person_id = await whoami(interaction)
    page = await interaction.client.arena.lists.of_person(person_id, 0, LOOKED_THROUGH)
    for line in page.lines:
        for match in await playable(interaction.client, [line.match.id] if line.readable else []):
            if fits(match.session.game) and await may_look(interaction, match):
                return match
    return None


async def match_here(
    interaction: Interaction, fits: Callable[[Game[Any, Any, Any]], bool] = lambda _: True
) -> Match | None:
    """Return the match of a channel, running or played there last; in a direct message the most urgent one.

    Args:
        interaction: From where.
        fits: Which games come into question in a direct message.
    """
    if is_direct(interaction):
        return await urgent_match(interaction, fits)
    return await interaction.client.arena.matches.latest_in(interaction.channel_id or 0)


async def meant_match(interaction: Interaction) -> Match:
    """Return the match that a command without a number means in a direct message.

    Raises:
        Refusal: They play none that they may look at, or Discord does not say whether they may.
    """
    match = await urgent_match(interaction)
    if match is None and is_unsaid(interaction):
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
    """Return a player's latest matches that go on, in all servers that they are a member of."""
    found = await interaction.client.arena.lists.own_titles(await whoami(interaction))
    servers = {each.guild_id for each in found}
    left = {each for each in servers if await member_in(interaction, each) is None}
    return [each for each in found if each.guild_id not in left]


async def whereabouts(interaction: Interaction, match: Match) -> tuple[str, ...]:
    """Return a line that leads to where a match is played, for answers in direct messages; nothing in servers."""
    if not is_direct(interaction):
        return ()
    address = link(match.guild_id, home(match, await whoami(interaction)))
    text = say("-# [To the match]({link})", link=address)
    return (shown(text, locale_of(interaction)),)


async def own_match(interaction: Interaction, number: int | None) -> Match:
    """Return the running match that a player means: the one with a number, or that of the channel.

    In a direct message the one that is most urgent takes the place of that of the channel.

    Raises:
        NoSuchMatch, NotSeated, MatchOver: As it says.
        Refusal: No match is running here, or they may not play in it from a direct message.
    """
    if number is None:
        match = await (meant_match if is_direct(interaction) else running_match)(interaction)
    else:
        match = await match_for(interaction, number, direct=True)
        playing_seat(match, await whoami(interaction))
    await check_acting(interaction, match)
    return match


async def server_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match of this server that an organiser means, also one that is over if it is named.

    Raises:
        NoSuchMatch: This server has none with that number.
        Refusal: No match is running here.
    """
    if number is None:
        return await running_match(interaction)
    return await server_match_for(interaction, number)


async def seen_match(interaction: Interaction, number: int | None) -> Match:
    """Return the match that a person wants to look at, running or over: the one with a number, or that of the channel.

    In a direct message the one of their own that is most urgent takes the place of that of the channel.

    Raises:
        NoSuchMatch: There is none with that number that they may look at.
        Refusal: No match was ever played here.
    """
    if number is None:
        return await (meant_match if is_direct(interaction) else latest_match)(interaction)
    return await match_for(interaction, number, direct=True)


async def seen_choices(interaction: Interaction, current: str, games: Container[str] | None = None) -> Choices[int]:
    """Offer the matches of a server that a person may look at, running or over: the latest ones, their own first.

    In a direct message these are the person's own that go on.

    Args:
        interaction: Of the person who types.
        current: What was typed so far.
        games: The keys of the games that come into question; None for all.
    """
    if is_direct(interaction):
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
    """Offer a person's own matches: also those whose channel is gone, where nothing can be typed any more."""
    if is_direct(interaction):
        return _fitting(interaction, await own_titles(interaction), current)
    found = await interaction.client.arena.lists.own_titles(await whoami(interaction), interaction.guild_id)
    return _fitting(interaction, found, current)


async def server_choices(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the matches of a server that go on."""
    found = await interaction.client.arena.lists.titles(interaction.guild_id or 0, current)
    return _by_number(interaction, found, current)


async def ended_choices(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the matches of a server that are over, the latest ones first."""
    found = await interaction.client.arena.lists.titles(interaction.guild_id or 0, current, over=True)
    return _by_number(interaction, found, current)


def title(summary: MatchTitle) -> Text:
    """Return a match in a few words."""
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
    """Offer matches with their numbers: in a league the same two meet more than once."""
    return offered([(plain(_numbered(each), locale_of(interaction)), each.id) for each in summaries], current)


OwnNumber: TypeAlias = app_commands.Transform[int, Completed(own_choices)]
SeenNumber: TypeAlias = app_commands.Transform[int, Completed(seen_choices)]

WHICH_OWN = mark("Which of your matches; the one in this channel if you leave it out")
WHICH_SEEN = mark("Which match, running or over; the last one in this channel if you leave it out")
