"""What organisers do about who takes part: entries entered and taken out, rounds sat out, alternates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import discord

from cogs.core.bot import Interaction
from cogs.core.context import entered, person, whoami
from cogs.core.errors import Refusal, tell
from cogs.core.language import locale_of
from cogs.core.messages import whisper
from cogs.core.replies import reply
from cogs.core.text import shown
from cogs.league import absences
from cogs.league.finding import require_organiser, season_for
from cogs.league.naming import league_text, people_of
from cogs.league.posts import refresh
from engine.text import Text, listed, say
from hosting.league.errors import (
    AlternateAlready,
    JoinedAlready,
    NoSuchEntry,
    PlaysInDivision,
    WithdrewBefore,
)
from hosting.league.naming import entry_text
from hosting.league.state import View
from store.league.values import Entry


async def add(
    interaction: Interaction,
    number: int | None,
    player: discord.Member,
    partner: discord.Member | None,
    name: str,
) -> None:
    """Enter a player, or a team of two; they are told."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    bot = interaction.client
    partner_id = None
    for each in (player, partner):
        if each is not None:
            _check_plays(each)
    if view.terms.teams and partner is None:
        raise Refusal(
            say("This league is for teams of two: name the partner with `partner:`, too."), code="needs-partner"
        )
    if partner is not None:
        partner_id = (await person(bot, partner)).person_id
    player_id = (await person(bot, player)).person_id
    organiser = await entered(interaction)
    with _of(player):
        await bot.arena.leagues.join(view.season.id, player_id, partner_id, name, entered_by=organiser)
    players = listed([each.mention for each in (player, partner) if each is not None])
    await tell(
        interaction,
        say("{players} takes part in **{league}** now.", players=players, league=league_text(view))
        if partner is None
        else say("{players} take part in **{league}** now.", players=players, league=league_text(view)),
        say("They are told, and how they take it back. `/league-manage remove` takes an entry out."),
    )
    await refresh(bot, view.season.id)


async def remove(interaction: Interaction, number: int | None, entry: int, *, sure: bool) -> None:
    """Take an entry out; once the season has started, only if that is meant."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    found = _entry(view, entry)
    if view.season.started_at is not None and not sure:
        raise Refusal(
            say(
                "This season has started, so this withdraws the entry for good: confirm with `sure:`.",
            ),
            code="not-sure",
        )
    await interaction.client.arena.leagues.remove(view.season.id, entry, await entered(interaction))
    text = say(
        "{entry} does not take part in **{league}** any more.", entry=entry_text(found), league=league_text(view)
    )
    await _tell_of(interaction, view, found, text)
    await refresh(interaction.client, view.season.id)


async def sit_out_for(
    interaction: Interaction, number: int | None, entry: int, round_: int, kind: absences.Kind
) -> None:
    """Have an entry sit a round out, or play it after all, as a player of it asked for elsewhere."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    found = _entry(view, entry)
    own = await whoami(interaction)
    if own in people_of(view.entries) and own not in found.current:
        raise PlaysInDivision
    if own in found.current and len(found.current) > 1:
        raise Refusal(
            say("Your team sits a round out once both of you ask for it: use `/league bye`."), code="own-team"
        )
    byes, season = interaction.client.arena.byes, view.season.id
    if kind == "cancel":
        await byes.take_back(season, found.current[0], round_)
        text = say("{entry} plays round {round} of **{league}**.")
        word = say("An organiser has cancelled your bye in round {round} of {league}: you play.")
    elif kind == "half-point bye":
        await byes.ask(season, found.current[0], round_, half=True, organiser=True)
        text = say("{entry} sits out round {round} of **{league}** for half a point.")
        word = say("An organiser has you sit out round {round} of {league} for half a point.")
    else:
        await byes.ask(season, found.current[0], round_, half=False, organiser=True)
        text = say("{entry} sits out round {round} of **{league}** for nothing.")
        word = say("An organiser has you sit out round {round} of {league}; it gives nothing.")
    league = league_text(view)
    await _tell_of(interaction, view, found, text.using(entry=entry_text(found), round=round_, league=league))
    for each in found.current:
        if each != own:
            told = word.using(round=round_, league=league)
            await whisper(interaction.client, view.league.guild_id, each, told)


async def alternate(interaction: Interaction, number: int | None, player: discord.Member | None) -> None:
    """Show who waits as an alternate, or have another player wait, too."""
    await require_organiser(interaction)
    view, bot = await season_for(interaction, number), interaction.client
    if player is None:
        there = await bot.arena.alternates.of_season(view.season.id)
        accounts = await bot.arena.people.accounts([each.person_id for each in there])
        mentions = [f"<@{accounts[each.person_id]}>" for each in there if each.person_id in accounts]
        text = say("**{league}** has no alternates: name one with `player:`.", league=league_text(view))
        if mentions:
            text = say("Alternates of **{league}**: {players}", league=league_text(view), players=listed(mentions))
        await tell(interaction, text)
        return
    _check_plays(player)
    with _of(player):
        await bot.arena.alternates.join(view.season.id, (await person(bot, player)).person_id)
    text = say(
        "{player} is an alternate of **{league}** now, and is asked when it is their turn.",
        player=player.mention,
        league=league_text(view),
    )
    await tell(interaction, text)


async def _tell_of(interaction: Interaction, view: View, entry: Entry, text: Text) -> None:
    """Tell an organiser something of an entry."""
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of([entry]))
    await reply(interaction, shown(text, locale_of(interaction), members=names))


def _check_plays(member: discord.Member) -> None:
    if member.bot:
        raise Refusal(say("{player} is a bot and does not play.", player=member.mention), code="bot-player")


def _entry(view: View, number: int) -> Entry:
    """Return an entry that takes part. Raises NoSuchEntry."""
    found = next((each for each in view.entries if each.id == number), None)
    if found is None or found.left_at is not None or not found.current:
        raise NoSuchEntry
    return found


@contextmanager
def _of(player: discord.Member) -> Iterator[None]:
    """Have what players are told of themselves told of another one."""
    try:
        yield
    except (JoinedAlready, AlternateAlready, WithdrewBefore) as error:
        raise Refusal(_OTHERS[type(error)].using(player=player.mention), code=error.code) from error


_OTHERS: dict[type[Exception], Text] = {
    JoinedAlready: say("{player} takes part in this season already."),
    AlternateAlready: say("{player} is an alternate of this season already."),
    WithdrewBefore: say("{player} has withdrawn from this season, and can only join the next one."),
}
