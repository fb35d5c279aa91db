"""Taking part in a season: joining, leaving before the start, withdrawing after it; and the start itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import discord

from cogs.core.bot import Interaction
from cogs.core.context import entered, member_of, person, whoami
from cogs.core.errors import Refusal, tell
from cogs.core.messages import whisper
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import require_organiser, season_here
from cogs.league.naming import league_text
from cogs.league.posts import joins_late, refresh, require_room
from cogs.league.wording import day, start_text
from cogs.ui import confirmation
from engine.text import Text, say
from hosting.league.errors import LeagueNotRunning, NeedsPartner, NotBefore, NotInLeague
from hosting.league.state import View
from hosting.league.terms import LeagueTerms
from store.league.values import Entry


async def join(interaction: Interaction, view: View, partner: discord.Member | None, name: str = "") -> None:
    """Have the member take part, or agree to a team that a partner has entered; a team may have a name.

    Without a partner, who played the season before with one enters that team again.
    """
    bot, leagues = interaction.client, interaction.client.arena.leagues
    person_id = await entered(interaction)
    mine = view.pending_of(person_id) or view.entry_of(person_id)
    asked = mine is not None and not mine.agreed and mine.players[0] != person_id
    takes = view.season.status == "open" or joins_late(view)
    if view.terms.teams and partner is None and not asked and mine is None and takes:
        with suppress(NotBefore, NeedsPartner):
            await tell_joined(interaction, view, await bot.arena.following.stay(view.season.id, person_id), person_id)
            return
        raise Refusal(
            say(
                "This league is for teams of two: use `/league join` and name your partner by `partner:`. Your partner "
                "is asked."
            ),
            code="needs-partner",
        )
    if partner is not None and partner.bot:
        raise Refusal(say("{player} is a bot and does not play.", player=partner.mention), code="bot-partner")
    partner_id = None if partner is None else (await person(bot, partner)).person_id
    if asked and mine is not None and partner_id in (None, mine.players[0]):
        partner_id = mine.players[0]
    if name and not view.terms.teams:
        raise Refusal(say("Only teams have a name: leave `name:` out."), code="no-team")
    entry = await leagues.join(view.season.id, person_id, partner_id, name)
    await tell_joined(interaction, view, entry, person_id)


async def tell_joined(interaction: Interaction, view: View, entry: Entry, person_id: int) -> None:
    """Tell a player that they take part; a partner who is to agree is told, too.

    Args:
        interaction: Of the player.
        view: The season.
        entry: That the player entered, or agreed to.
        person_id: The player.
    """
    bot = interaction.client
    await tell(interaction, *_joined(view, agreed=entry.agreed))
    partner = next((each for each in entry.players if each != person_id), None)
    if not entry.agreed and partner is not None and person_id == entry.players[0]:
        await whisper(
            bot,
            view.league.guild_id,
            partner,
            say(
                "{player} wants to play **{league}** with you in <#{channel}>: press **Join** there to agree, "
                "or use `/league leave` to decline.",
                player=member_of(interaction).mention,
                league=league_text(view),
                channel=view.league.channel_id,
            ),
        )
    await refresh(bot, view.season.id)


def _joined(view: View, *, agreed: bool) -> Iterator[Text]:
    if not agreed:
        yield say("Your team is entered for **{league}** once your partner agrees.", league=league_text(view))
        yield say("They do so by **Join** under the league's post. `/league leave` takes it back.")
        return
    yield say("You take part in **{league}**.", league=league_text(view))
    if view.season.status == "running":
        yield (
            say("You begin at the bottom; `/league challenge` challenges an opponent above you.")
            if view.terms.kind == "ladder"
            else say("You are paired from the next round on; you are called when your match begins.")
        )
    elif view.terms.kind == "ladder":
        yield say("Once it has started, `/league challenge` challenges an opponent above you.")
    else:
        start = start_text(view.terms, overdue=view.overdue)
        yield say("{start} You'll be pinged when your first match begins.", start=start)
    yield from _fixed_end(view.terms)
    if view.season.status == "running":
        yield say("Blocking doesn't apply in leagues.")
    else:
        yield say("Blocking doesn't apply in leagues. You can leave with `/league leave` until the start.")


def _begun(view: View) -> Iterator[Text]:
    """Tell an organiser what follows a start."""
    if view.terms.kind == "ladder":
        yield say("**{league}** has started: players can now challenge each other.", league=league_text(view))
        yield say("They use `/league challenge`. End the season with `/league-manage close` when you think it's time.")
    else:
        yield say("**{league}** has started: its matches start automatically.", league=league_text(view))
        yield say("`/league schedule` shows them, and what stands in the way of one.")


def _fixed_end(terms: LeagueTerms) -> Iterator[Text]:
    """Say that what stops a player's clocks does not put the end of the season off, where it has one."""
    if terms.ends_at is None or not (terms.match.vacation or terms.match.rests):
        return
    told = say("Vacations, quiet hours and free weekends stop your clocks, but the season ends {when} all the same.")
    if not terms.match.rests:
        told = say("Vacations stop your clocks, but the season ends {when} all the same.")
    elif not terms.match.vacation:
        told = say("Quiet hours and free weekends stop your clocks, but the season ends {when} all the same.")
    yield told.using(when=day(terms.ends_at))


async def pressed_join(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Join by the button of the public post."""
    await join(interaction, await season_here(interaction, season_id), None)


async def leave(interaction: Interaction, view: View) -> None:
    """Take back that the member takes part; after the start, ask first."""
    person_id = await whoami(interaction)
    if view.season.started_at is not None and view.entry_of(person_id) is not None:
        if view.season.status not in ("running", "paused"):
            raise LeagueNotRunning(view.season.status)
        await _ask_to_withdraw(interaction, view)
        return
    if view.season.started_at is not None and view.pending_of(person_id) is None:
        raise NotInLeague
    await interaction.client.arena.leagues.leave(view.season.id, person_id)
    await tell(interaction, say("You do not take part in **{league}** any more.", league=league_text(view)))
    await refresh(interaction.client, view.season.id)


async def _ask_to_withdraw(interaction: Interaction, view: View) -> None:
    """Say what withdrawing means, and ask once more."""
    alternates = await interaction.client.arena.alternates.of_season(view.season.id)
    await confirmation.ask(
        interaction,
        say(
            "Do you want to withdraw from {league}? {matches} You cannot come back this season. {rest}",
            league=league_text(view),
            matches=_what_goes_on(view, alternates=bool(alternates)),
            rest=_rest(view),
        ),
        LeagueControl,
        (custom_id(view.season.id, "quit"), say("Withdraw", context="button")),
        (custom_id(view.season.id, "stay"), say("Stay", context="button")),
    )


def _what_goes_on(view: View, *, alternates: bool) -> Text:
    """Return what becomes of the matches that are being played, and of a partner."""
    if not alternates:
        return (
            say("Your team leaves as a whole, and its matches that are being played are resigned.")
            if view.terms.teams
            else say("Your matches that are being played are resigned.")
        )
    return (
        say(
            "Your partner stays, and alternates are asked whether they take your place; your clocks run on meanwhile. "
            "If none does, your team leaves and its matches that are being played are resigned."
        )
        if view.terms.teams
        else say(
            "Alternates are asked whether they play on for you; your clocks run on meanwhile. If none does, your "
            "matches that are being played are resigned."
        )
    )


def _rest(view: View) -> Text:
    if view.terms.kind == "round-robin" and view.terms.sides == 2:
        return say(
            "If less than half of your matches are over, none of them counts for anyone; otherwise you lose the rest."
        )
    return say("Matches that are over still count.")


async def pressed_quit(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Withdraw."""
    view = await season_here(interaction, season_id)
    await interaction.client.arena.leagues.withdraw(season_id, await whoami(interaction))
    await confirmation.close(interaction, say("You have withdrawn from {league}.", league=league_text(view)))
    await refresh(interaction.client, season_id)


async def pressed_stay(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Do not withdraw."""
    await season_here(interaction, season_id)
    await confirmation.close(interaction, say("You're still in."))


async def start(interaction: Interaction, view: View) -> None:
    """Start a season now."""
    await require_organiser(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await require_room(interaction.client, view)
    await interaction.client.arena.leagues.start(view.season.id)
    await refresh(interaction.client, view.season.id)
    await tell(
        interaction,
        *_begun(view),
    )


async def pressed_start(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Start by the button of the public post."""
    await require_organiser(interaction)
    await start(interaction, await season_here(interaction, season_id))
