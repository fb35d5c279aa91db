"""Challenges on a ladder: made by a command, announced to the one who is challenged, answered by buttons."""

from __future__ import annotations

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.choices import Choices, offered
from cogs.core.context import entered, whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import plain, shown
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import league_of, season_for, season_here, typed_league
from cogs.league.naming import entry_texts, league_text, people_of
from cogs.league.tables import rows_of
from cogs.league.wording import day
from cogs.ui import confirmation
from engine.errors import ArenaError
from engine.text import Text, listed, say
from hosting.league.errors import NotALadder, NotInLeague
from hosting.league.naming import entry_text
from hosting.league.state import View
from store.league.values import Challenge, ChallengeStatus

_ANSWERED: dict[ChallengeStatus, Text] = {
    "accepted": say("{other} accepts the challenge of {entry}: their match begins by itself."),
    "refused": say("{other} refuses the challenge of {entry}: nothing moves."),
    "lost": say("{other} refuses the challenge of {entry} once too often: it counts as lost, and {entry} moves up."),
    "withdrawn": say("{entry} withdraws the challenge to {other}."),
}
_NOT_ANSWERED: dict[ChallengeStatus, Text] = {
    "refused": say("**{league}**: {other} did not answer the challenge of {entry}: it is refused, and nothing moves."),
    "lost": say(
        "**{league}**: {other} did not answer the challenge of {entry}, and has refused too often: it counts as lost, "
        "and {entry} moves up."
    ),
    "withdrawn": say("**{league}**: {entry} withdraws the challenge to {other}."),
}


async def complete_rival(interaction: Interaction, current: str) -> Choices[int]:
    """Offer those whom the player can challenge: within reach above them on the ladder that is meant."""
    try:
        _, season = await league_of(interaction, typed_league(interaction))
    except ArenaError:
        return []
    view = await interaction.client.arena.leagues.view(season.id)
    own = view.entry_of(await whoami(interaction))
    if own is None or view.terms.ladder is None:
        return []
    rows = await rows_of(interaction.client, view)
    place = next((row.place for row in rows if row.entry == own.id), 0)
    near = {row.entry for row in rows if place - view.terms.ladder.reach <= row.place < place}
    rivals = [each for each in view.entries if each.id in near and each.left_at is None]
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of(rivals))
    return offered(
        [(plain(entry_text(each), locale_of(interaction), members=names), each.id) for each in rivals], current
    )


async def challenge(interaction: Interaction, number: int | None, rival: int) -> None:
    """Challenge an entry; it is called in the league's channel."""
    view = await season_for(interaction, number)
    made = await interaction.client.arena.challenges.challenge(view.season.id, await entered(interaction), rival)
    announced = say("Your challenge is announced in <#{channel}>.", channel=view.league.channel_id)
    await _show(interaction, view, made, announced)


async def show(interaction: Interaction, number: int | None) -> None:
    """Show the player's open challenge, with a button that withdraws it."""
    view = await season_for(interaction, number)
    if view.terms.ladder is None:
        raise NotALadder
    own = view.entry_of(await whoami(interaction))
    if own is None:
        raise NotInLeague
    made = await interaction.client.arena.challenges.of_season(view.season.id)
    found = next((each for each in made if each.entry == own.id and each.status == "open"), None)
    if found is None:
        raise Refusal(say("You challenge nobody now. Name an opponent by `entry:`."), code="no-challenge-made")
    other, league = entry_texts(view)[found.against], league_text(view)
    await _show(interaction, view, found, say("You challenge {other} in **{league}**.", other=other, league=league))


async def _show(interaction: Interaction, view: View, made: Challenge, head: Text) -> None:
    lines = (
        head,
        say("It is answered until {when}; without an answer it counts as refused.", when=day(made.due_at)),
    )
    people = people_of(each for each in view.entries if each.id == made.against)
    names = await interaction.client.arena.people.names(view.league.guild_id, people)
    locale, buttons = locale_of(interaction), discord.ui.View(timeout=None)
    withdraw = custom_id(view.season.id, "withdraw", made.id)
    buttons.add_item(LeagueControl.button(withdraw, say("Withdraw", context="button"), locale))
    await reply(interaction, "\n".join(shown(line, locale, members=names) for line in lines), view=buttons)


async def pressed_withdraw(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
    """Withdraw the challenge of the presser's entry."""
    view = await season_here(interaction, season_id)
    number = int(about[0]) if about else None
    challenges, person_id = interaction.client.arena.challenges, await whoami(interaction)
    own = view.entry_of(person_id)
    made = next((each for each in await challenges.of_season(season_id) if each.id == number), None)
    if own is not None and made is not None and made.entry != own.id and made.status == "open":
        raise Refusal(say("Only the player who made that challenge can withdraw it."), code="not-the-challenger")
    await _close(interaction, view, await challenges.withdraw(season_id, person_id, number))


async def pressed_accept(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
    """Accept the challenge to the presser's entry."""
    await _answer(interaction, season_id, about, accept=True)


async def pressed_refuse(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
    """Refuse it."""
    await _answer(interaction, season_id, about, accept=False)


async def _answer(interaction: Interaction, season_id: int, about: tuple[str, ...], *, accept: bool) -> None:
    view = await season_here(interaction, season_id)
    bot = interaction.client
    number = int(about[0]) if about else None
    await _close(
        interaction,
        view,
        await bot.arena.challenges.answer(season_id, await whoami(interaction), number, accept=accept),
    )


async def _close(interaction: Interaction, view: View, made: Challenge) -> None:
    """Put what became of a challenge in the place of the buttons."""
    bot, names = interaction.client, entry_texts(view)
    people = people_of(each for each in view.entries if each.id in (made.entry, made.against))
    called = await bot.arena.people.names(view.league.guild_id, people)
    text = _ANSWERED[made.status].using(entry=names[made.entry], other=names[made.against])
    await confirmation.close(interaction, text, members=called)


async def challenge_lines(bot: ArenaBot, view: View, number: int) -> tuple[list[Text], Challenge | None]:
    """Return how a challenge is announced, with mentions of those who must answer; nothing for one that is over."""
    found = next((each for each in await bot.arena.challenges.of_season(view.season.id) if each.id == number), None)
    if found is None or found.status != "open":
        return [], None
    there = {each.id: each for each in view.entries}
    accounts = await bot.arena.people.accounts(there[found.against].current)
    mentioned = listed([f"<@{accounts[each]}>" for each in there[found.against].current if each in accounts])
    lines = [
        say(
            "{players}: {entry} challenges you in **{league}**.",
            players=mentioned,
            entry=entry_text(there[found.entry]),
            league=league_text(view),
        ),
        say("Answer until {when}; without an answer it counts as refused.", when=day(found.due_at)),
    ]
    return lines, found


async def over_lines(bot: ArenaBot, view: View, number: int) -> list[Text]:
    """Return what became of a challenge that nobody answered; nothing for one that is not over, or was answered."""
    found = next((each for each in await bot.arena.challenges.of_season(view.season.id) if each.id == number), None)
    if found is None or found.status not in _NOT_ANSWERED:
        return []
    names = entry_texts(view)
    told = _NOT_ANSWERED[found.status]
    return [told.using(league=league_text(view), entry=names[found.entry], other=names[found.against])]


def buttons_for(season_id: int, challenge: int, locale: str | None) -> discord.ui.View:
    """Return the buttons under the announcement of a challenge."""
    view = discord.ui.View(timeout=None)
    accept, refuse = say("Accept", context="button"), say("Refuse", context="button")
    yes, no = custom_id(season_id, "accept", challenge), custom_id(season_id, "refuse", challenge)
    view.add_item(LeagueControl.button(yes, accept, locale, discord.ButtonStyle.success))
    view.add_item(LeagueControl.button(no, refuse, locale))
    withdraw = custom_id(season_id, "withdraw", challenge)
    view.add_item(LeagueControl.button(withdraw, say("Withdraw", context="button"), locale))
    return view
