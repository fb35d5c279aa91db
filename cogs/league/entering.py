"""Taking part in a season: joining, leaving, byes, alternates, challenges, and organisers' changes to these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Literal, TypeAlias

import discord

from cogs.core.access import entered, member_of, person, whoami
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import Choices, offered, reply, whisper
from cogs.core.text import locale_of, mark, plain, shown
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import (
    entry_texts,
    league_of,
    league_text,
    people_of,
    require_organiser,
    season_for,
    season_here,
    typed_league,
)
from cogs.league.posts import joins_late, require_room
from cogs.league.wording import day, start_text
from cogs.ui import layout
from engine.errors import ArenaError
from engine.text import Text, listed, say
from hosting.errors import HostingError
from hosting.league.errors import (
    NO_SUCH_ENTRY,
    NOT_A_LADDER,
    NOT_IN_LEAGUE,
    PLAYS_IN_DIVISION,
    AlternateAlready,
    JoinedAlready,
    NeedsPartner,
    NotBefore,
    WithdrewBefore,
    league_not_running,
)
from hosting.league.model import SeasonView, entry_text
from hosting.league.terms import LeagueTerms
from store.league.seasons import Alternate, Challenge, ChallengeStatus, Entry


async def join(interaction: Interaction, view: SeasonView, partner: discord.Member | None, name: str = "") -> None:
    """Enter the member, or agree to a team that a partner has entered; a team may have a name.

    Without a partner, a member of last season's team of two enters that team again.
    """
    bot, leagues = interaction.client, interaction.client.arena.leagues
    person_id = await entered(interaction)
    mine = view.pending_of(person_id) or view.entry_of(person_id)
    asked = mine is not None and not mine.agreed and mine.players[0] != person_id
    takes = view.season.status == "open" or joins_late(view)
    if view.terms.teams and partner is None and not asked and mine is None and takes:
        with suppress(NotBefore, NeedsPartner):
            await tell_joined(
                interaction, view, await bot.arena.next_seasons.stay(view.season.id, person_id), person_id
            )
            return
        raise Refusal(
            say(
                "This league is for teams of two: use `/league join` and name your partner with `partner:`. "
                "I'll ask them."
            ),
            code="needs-partner",
        )
    if partner is not None and partner.bot:
        raise Refusal(say("{player} is a bot and doesn't play.", player=partner.mention), code="bot-partner")
    partner_id = None if partner is None else (await person(bot, partner)).person_id
    if asked and mine is not None and partner_id in (None, mine.players[0]):
        partner_id = mine.players[0]
    if name and not view.terms.teams:
        raise Refusal(say("Only teams have a name: leave `name:` out."), code="no-team")
    entry = await leagues.join(view.season.id, person_id, partner_id, name)
    await tell_joined(interaction, view, entry, person_id)


async def tell_joined(interaction: Interaction, view: SeasonView, entry: Entry, person_id: int) -> None:
    bot = interaction.client
    await tell(interaction, *_joined(view, agreed=entry.agreed))
    partner = next((each for each in entry.players if each != person_id), None)
    if not entry.agreed and partner is not None and person_id == entry.players[0]:
        await whisper(
            bot,
            view.league.guild_id,
            partner,
            say(
                "{player} wants to team up with you for **{league}** in <#{channel}>: press **Join** there to "
                "accept, or use `/league leave` to decline.",
                player=member_of(interaction).mention,
                league=league_text(view),
                channel=view.league.channel_id,
            ),
        )


def _joined(view: SeasonView, *, agreed: bool) -> Iterator[Text]:
    if not agreed:
        yield say("Your team joins **{league}** once your partner accepts.", league=league_text(view))
        yield say("To accept, they press **Join** under the league's post. To withdraw your team, use `/league leave`.")
        return
    yield say("You've joined **{league}**.", league=league_text(view))
    if view.season.status == "running":
        yield (
            say("You start at the bottom. Use `/league challenge` to challenge an opponent above you.")
            if view.terms.kind == "ladder"
            else say("You'll be paired from the next round on; I'll ping you when your match starts.")
        )
    elif view.terms.kind == "ladder":
        yield say("Once it has started, use `/league challenge` to challenge an opponent above you.")
    else:
        start = start_text(view.terms, overdue=view.overdue)
        yield say("{start} I'll ping you when your first match starts.", start=start)
    yield from _fixed_end(view.terms)
    if view.season.status == "running":
        yield say("Blocking doesn't apply in leagues.")
    else:
        yield say("Blocking doesn't apply in leagues. You can leave with `/league leave` until the start.")


def _begun(view: SeasonView) -> Iterator[Text]:
    if view.terms.kind == "ladder":
        yield say("**{league}** has started: players can now challenge each other.", league=league_text(view))
        yield say("They use `/league challenge`. End the season with `/league-manage close` when you think it's time.")
    else:
        yield say("**{league}** has started: its matches start automatically.", league=league_text(view))
        yield say("`/league schedule` shows them, and what's holding any of them up.")


def _fixed_end(terms: LeagueTerms) -> Iterator[Text]:
    """Say that pauses of players' clocks do not postpone the season's end, if it is fixed."""
    if terms.ends_at is None or not (terms.match.vacation or terms.match.rests):
        return
    text = say("Vacations, quiet hours and free weekends stop your clocks, but the season still ends {when}.")
    if not terms.match.rests:
        text = say("Vacations stop your clocks, but the season still ends {when}.")
    elif not terms.match.vacation:
        text = say("Quiet hours and free weekends stop your clocks, but the season still ends {when}.")
    yield text.using(when=day(terms.ends_at))


async def pressed_join(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await join(interaction, await season_here(interaction, season_id), None)


async def leave(interaction: Interaction, view: SeasonView) -> None:
    person_id = await whoami(interaction)
    if view.season.started_at is not None and view.entry_of(person_id) is not None:
        if view.season.status not in ("running", "paused"):
            raise league_not_running(view.season.status)
        await _ask_to_withdraw(interaction, view)
        return
    if view.season.started_at is not None and view.pending_of(person_id) is None:
        raise HostingError(*NOT_IN_LEAGUE)
    await interaction.client.arena.leagues.leave(view.season.id, person_id)
    await tell(interaction, say("You've left **{league}**.", league=league_text(view)))


async def _ask_to_withdraw(interaction: Interaction, view: SeasonView) -> None:
    alternates = await interaction.client.arena.alternates.of_season(view.season.id)
    await layout.ask_to_confirm(
        interaction,
        say(
            "Withdraw from {league}? {matches} You can't come back this season. {rest}",
            league=league_text(view),
            matches=_what_goes_on(view, alternates=bool(alternates)),
            rest=_rest(view),
        ),
        LeagueControl,
        (custom_id(view.season.id, "quit"), say("Withdraw", context="button, from a season")),
        (custom_id(view.season.id, "stay"), say("Stay", context="button")),
    )


def _what_goes_on(view: SeasonView, *, alternates: bool) -> Text:
    if not alternates:
        return (
            say("Your whole team leaves and resigns its running matches.")
            if view.terms.teams
            else say("You resign your running matches.")
        )
    return (
        say(
            "Your partner stays, and I'll ask the alternates to take your place; meanwhile your clocks keep "
            "running. If nobody takes it, your team leaves and resigns its running matches."
        )
        if view.terms.teams
        else say(
            "I'll ask the alternates to take over from you; meanwhile your clocks keep running. If nobody "
            "does, you resign your running matches."
        )
    )


def _rest(view: SeasonView) -> Text:
    if view.terms.kind == "round-robin" and view.terms.sides == 2:
        return say(
            "If fewer than half of your matches are over, none of them counts for anyone; otherwise you lose the rest."
        )
    return say("Finished matches still count.")


async def pressed_quit(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    view = await season_here(interaction, season_id)
    await interaction.client.arena.leagues.withdraw(season_id, await whoami(interaction))
    await layout.close_question(interaction, say("You've withdrawn from {league}.", league=league_text(view)))


async def pressed_stay(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await season_here(interaction, season_id)
    await layout.close_question(interaction, say("You're still in."))


async def start(interaction: Interaction, view: SeasonView) -> None:
    await require_organiser(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await require_room(interaction.client, view)
    await interaction.client.arena.leagues.start(view.season.id)
    await tell(
        interaction,
        *_begun(view),
    )


async def pressed_start(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    await start(interaction, await season_here(interaction, season_id))


# Rounds of a Swiss that a player sits out.


Kind: TypeAlias = Literal["half-point bye", "zero-point bye", "cancel"]
"""The kinds of byes; the last one takes a bye back."""

# Literals are not extracted for translation.
mark("half-point bye")
mark("zero-point bye")
mark("cancel")

BYE: Final = mark("A half-point bye if you leave it out, if the terms allow one; cancel to play the round after all")


async def request_bye(interaction: Interaction, number: int | None, round_: int, *, half: bool) -> None:
    view = await season_for(interaction, number)
    asked = await interaction.client.arena.byes.ask(view.season.id, await whoami(interaction), round_, half=half)
    league = league_text(view)
    if asked is None:
        await tell(
            interaction,
            say(
                "Your team will sit out round {round} of {league} once your partner asks for it too.",
                round=round_,
                league=league,
            ),
            say("They've been told. To take it back, use `/league bye` with `kind:{choice}`.", choice=say("cancel")),
        )
        return
    text = (
        say(
            "You're sitting out round {round} of {league} and get half a point for it.",
            round=asked.round,
            league=league,
        )
        if asked.kind == "half_bye"
        else say(
            "You're sitting out round {round} of {league} and get no points for it.", round=asked.round, league=league
        )
    )
    back = say(
        "You can take it back until the round is paired: use `/league bye` with `kind:{choice}`.", choice=say("cancel")
    )
    await tell(interaction, text, back)


async def cancel_bye(interaction: Interaction, number: int | None, round_: int) -> None:
    view = await season_for(interaction, number)
    await interaction.client.arena.byes.take_back(view.season.id, await whoami(interaction), round_)
    await tell(interaction, say("You'll play in round {round} of {league}.", round=round_, league=league_text(view)))


# Alternates as players: waiting for a place, taking it over, waiting no more.


async def wait(interaction: Interaction, view: SeasonView) -> None:
    await interaction.client.arena.alternates.join(view.season.id, await entered(interaction))
    await tell(
        interaction,
        say(
            "You're an alternate for **{league}**: if a player leaves, you may be asked to step in.",
            league=league_text(view),
        ),
        say("You'd then have a day to answer. If you change your mind, use `/league leave`."),
    )


async def take_over(interaction: Interaction, view: SeasonView) -> bool:
    """Give an alternate the place that they were offered; return whether there was an offer."""
    mine = await _waiting(interaction, view)
    if mine is None or mine.status != "asked":
        return False
    await interaction.client.arena.alternates.take(view.season.id, mine.person_id)
    await tell(
        interaction,
        say(
            "You've joined **{league}** and take over the points of the player you're replacing.",
            league=league_text(view),
        ),
        say("`/league mine` shows your matches, including those already running."),
    )
    return True


async def alternating_leave(interaction: Interaction, view: SeasonView) -> bool:
    """Remove an alternate, or decline the offer to them; return whether they were one."""
    mine = await _waiting(interaction, view)
    if mine is None:
        return False
    await interaction.client.arena.alternates.leave(view.season.id, mine.person_id)
    await tell(interaction, say("You're no longer an alternate for **{league}**.", league=league_text(view)))
    return True


async def _waiting(interaction: Interaction, view: SeasonView) -> Alternate | None:
    person_id = await whoami(interaction)
    if view.entry_of(person_id) is not None:
        return None
    alternates = await interaction.client.arena.alternates.of_season(view.season.id)
    return next((each for each in alternates if each.person_id == person_id), None)


# What organisers do about who takes part: entries entered and taken out, rounds sat out, alternates.


async def add_entry(
    interaction: Interaction,
    number: int | None,
    player: discord.Member,
    partner: discord.Member | None,
    name: str,
) -> None:
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    bot = interaction.client
    partner_id = None
    for each in (player, partner):
        if each is not None:
            _check_plays(each)
    if view.terms.teams and partner is None:
        raise Refusal(
            say("This league is for teams of two: name the partner too, with `partner:`."), code="needs-partner"
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
        say("{players} has joined **{league}**.", players=players, league=league_text(view))
        if partner is None
        else say("{players} have joined **{league}**.", players=players, league=league_text(view)),
        say("They've been told, and how they can leave. To remove an entry, use `/league-manage remove`."),
    )


async def remove_entry(interaction: Interaction, number: int | None, entry: int, *, sure: bool) -> None:
    """Remove an entry; once the season has started, only if `sure`."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    found = _entry(view, entry)
    if view.season.started_at is not None and not sure:
        raise Refusal(
            say(
                "This season has started, so this would withdraw the entry for good: confirm with `sure:`.",
            ),
            code="not-sure",
        )
    await interaction.client.arena.leagues.remove(view.season.id, entry, await entered(interaction))
    text = say("{entry} left **{league}**.", entry=entry_text(found), league=league_text(view))
    await _tell_of(interaction, view, found, text)


async def give_bye(interaction: Interaction, number: int | None, entry: int, round_: int, kind: Kind) -> None:
    """Give an entry a bye, or take it back, as a player can do for themselves."""
    await require_organiser(interaction)
    view = await season_for(interaction, number)
    found = _entry(view, entry)
    own = await whoami(interaction)
    if own in people_of(view.entries) and own not in found.current:
        raise HostingError(*PLAYS_IN_DIVISION)
    if own in found.current and len(found.current) > 1:
        raise Refusal(
            say("Your team sits out a round once you've both asked for it: use `/league bye`."), code="own-team"
        )
    byes, season = interaction.client.arena.byes, view.season.id
    if kind == "cancel":
        await byes.take_back(season, found.current[0], round_)
        text = say("{entry} will play in round {round} of **{league}**.")
        word = say("An organiser has cancelled your bye in round {round} of {league}, so you'll play.")
    elif kind == "half-point bye":
        await byes.ask(season, found.current[0], round_, half=True, organiser=True)
        text = say("{entry} won't play in round {round} of **{league}** and will get half a point.")
        word = say("An organiser has given you a half-point bye in round {round} of {league}.")
    else:
        await byes.ask(season, found.current[0], round_, half=False, organiser=True)
        text = say("{entry} won't play in round {round} of **{league}** and will get no points.")
        word = say("An organiser has given you a zero-point bye in round {round} of {league}.")
    league = league_text(view)
    await _tell_of(interaction, view, found, text.using(entry=entry_text(found), round=round_, league=league))
    for each in found.current:
        if each != own:
            news = word.using(round=round_, league=league)
            await whisper(interaction.client, view.league.guild_id, each, news)


async def enter_alternate(interaction: Interaction, number: int | None, player: discord.Member | None) -> None:
    await require_organiser(interaction)
    view, bot = await season_for(interaction, number), interaction.client
    if player is None:
        alternates = await bot.arena.alternates.of_season(view.season.id)
        accounts = await bot.arena.people.accounts([each.person_id for each in alternates])
        mentions = [f"<@{accounts[each.person_id]}>" for each in alternates if each.person_id in accounts]
        text = say("**{league}** has no alternates. To add one, use `player:`.", league=league_text(view))
        if mentions:
            text = say("Alternates for **{league}**: {players}", league=league_text(view), players=listed(mentions))
        await tell(interaction, text)
        return
    _check_plays(player)
    with _of(player):
        await bot.arena.alternates.join(view.season.id, (await person(bot, player)).person_id)
    text = say(
        "{player} is now an alternate for **{league}** and will be asked when their turn comes.",
        player=player.mention,
        league=league_text(view),
    )
    await tell(interaction, text)


async def _tell_of(interaction: Interaction, view: SeasonView, entry: Entry, text: Text) -> None:
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of([entry]))
    await reply(interaction, shown(text, locale_of(interaction), members=names))


def _check_plays(member: discord.Member) -> None:
    if member.bot:
        raise Refusal(say("{player} is a bot and doesn't play.", player=member.mention), code="bot-player")


def _entry(view: SeasonView, number: int) -> Entry:
    """Return a current entry. Raises HostingError (`no-such-entry`)."""
    found = next((each for each in view.entries if each.id == number), None)
    if found is None or found.left_at is not None or not found.current:
        raise HostingError(*NO_SUCH_ENTRY)
    return found


@contextmanager
def _of(player: discord.Member) -> Iterator[None]:
    """Change refusals addressed to a player into ones about another player."""
    try:
        yield
    except (JoinedAlready, AlternateAlready, WithdrewBefore) as error:
        raise Refusal(_OTHERS[type(error)].using(player=player.mention), code=error.code) from error


_OTHERS: dict[type[Exception], Text] = {
    JoinedAlready: say("{player} is already in this season."),
    AlternateAlready: say("{player} is already an alternate for this season."),
    WithdrewBefore: say("{player} has withdrawn from this season and can only join the next one."),
}


# Challenges on a ladder: made by a command, announced to the one who is challenged, answered by buttons.


_ANSWERED: dict[ChallengeStatus, Text] = {
    "accepted": say("{other} accepted {entry}'s challenge: their match starts automatically."),
    "refused": say("{other} refused {entry}'s challenge: nothing changes."),
    "lost": say(
        "{other} refused {entry}'s challenge. That's one refusal too many, so it counts as lost, with {entry} "
        "moving up."
    ),
    "withdrawn": say("{entry} withdrew their challenge to {other}."),
}
_NOT_ANSWERED: dict[ChallengeStatus, Text] = {
    "refused": say(
        "**{league}**: {other} didn't answer {entry}'s challenge, so it counts as refused. Nothing changes."
    ),
    "lost": say(
        "**{league}**: {other} didn't answer {entry}'s challenge. That's one refusal too many, so it counts as lost, "
        "with {entry} moving up."
    ),
    "withdrawn": say("**{league}**: {entry} withdrew their challenge to {other}."),
}


async def complete_rival(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the entries that the player can challenge: within reach above them on the ladder of the command."""
    try:
        _, season = await league_of(interaction, typed_league(interaction))
    except ArenaError:
        return []
    view = await interaction.client.arena.leagues.view(season.id)
    own = view.entry_of(await whoami(interaction))
    if own is None or view.terms.ladder is None:
        return []
    rows = await interaction.client.arena.leagues.rows(view)
    place = next((row.place for row in rows if row.entry == own.id), 0)
    near = {row.entry for row in rows if place - view.terms.ladder.reach <= row.place < place}
    rivals = [each for each in view.entries if each.id in near and each.left_at is None]
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of(rivals))
    return offered(
        [(plain(entry_text(each), locale_of(interaction), members=names), each.id) for each in rivals], current
    )


async def challenge(interaction: Interaction, number: int | None, rival: int) -> None:
    view = await season_for(interaction, number)
    made = await interaction.client.arena.challenges.challenge(view.season.id, await entered(interaction), rival)
    announced = say("Your challenge is announced in <#{channel}>.", channel=view.league.channel_id)
    await _show(interaction, view, made, announced)


async def show(interaction: Interaction, number: int | None) -> None:
    """Show the player's open challenge, with a button that withdraws it."""
    view = await season_for(interaction, number)
    if view.terms.ladder is None:
        raise HostingError(*NOT_A_LADDER)
    own = view.entry_of(await whoami(interaction))
    if own is None:
        raise HostingError(*NOT_IN_LEAGUE)
    made = await interaction.client.arena.challenges.of_season(view.season.id)
    found = next((each for each in made if each.entry == own.id and each.status == "open"), None)
    if found is None:
        raise Refusal(
            say("You have no open challenge. To make one, name an opponent with `entry:`."), code="no-challenge-made"
        )
    other, league = entry_texts(view)[found.against], league_text(view)
    await _show(interaction, view, found, say("You've challenged {other} in **{league}**.", other=other, league=league))


async def _show(interaction: Interaction, view: SeasonView, made: Challenge, head: Text) -> None:
    lines = (
        head,
        say("They have until {when} to answer; not answering counts as refusing.", when=day(made.due_at)),
    )
    people = people_of(each for each in view.entries if each.id == made.against)
    names = await interaction.client.arena.people.names(view.league.guild_id, people)
    locale, buttons = locale_of(interaction), discord.ui.View(timeout=None)
    withdraw = custom_id(view.season.id, "withdraw", made.id)
    buttons.add_item(LeagueControl.button(withdraw, say("Withdraw", context="button"), locale))
    await reply(interaction, "\n".join(shown(line, locale, members=names) for line in lines), view=buttons)


async def pressed_withdraw(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
    view = await season_here(interaction, season_id)
    number = int(about[0]) if about else None
    challenges, person_id = interaction.client.arena.challenges, await whoami(interaction)
    own = view.entry_of(person_id)
    made = next((each for each in await challenges.of_season(season_id) if each.id == number), None)
    if own is not None and made is not None and made.entry != own.id and made.status == "open":
        raise Refusal(say("Only the player who made that challenge can withdraw it."), code="not-the-challenger")
    await _close(interaction, view, await challenges.withdraw(season_id, person_id, number))


async def pressed_accept(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
    await _answer(interaction, season_id, about, accept=True)


async def pressed_refuse(interaction: Interaction, season_id: int, about: tuple[str, ...], /) -> None:
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


async def _close(interaction: Interaction, view: SeasonView, made: Challenge) -> None:
    bot, names = interaction.client, entry_texts(view)
    people = people_of(each for each in view.entries if each.id in (made.entry, made.against))
    called = await bot.arena.people.names(view.league.guild_id, people)
    text = _ANSWERED[made.status].using(entry=names[made.entry], other=names[made.against])
    await layout.close_question(interaction, text, members=called)


async def challenge_lines(bot: ArenaBot, view: SeasonView, number: int) -> tuple[list[Text], Challenge | None]:
    """Return the announcement of a challenge, with mentions of those who must answer; empty if it is over."""
    found = next((each for each in await bot.arena.challenges.of_season(view.season.id) if each.id == number), None)
    if found is None or found.status != "open":
        return [], None
    entries = {each.id: each for each in view.entries}
    accounts = await bot.arena.people.accounts(entries[found.against].current)
    mentioned = listed([f"<@{accounts[each]}>" for each in entries[found.against].current if each in accounts])
    lines = [
        say(
            "{players}: {entry} challenged you in **{league}**.",
            players=mentioned,
            entry=entry_text(entries[found.entry]),
            league=league_text(view),
        ),
        say("Answer by {when}; not answering counts as refusing.", when=day(found.due_at)),
    ]
    return lines, found


async def over_lines(bot: ArenaBot, view: SeasonView, number: int) -> list[Text]:
    """Return the end of a challenge that nobody answered; empty if it is not over, or was answered."""
    found = next((each for each in await bot.arena.challenges.of_season(view.season.id) if each.id == number), None)
    if found is None or found.status not in _NOT_ANSWERED:
        return []
    names = entry_texts(view)
    text = _NOT_ANSWERED[found.status]
    return [text.using(league=league_text(view), entry=names[found.entry], other=names[found.against])]


def buttons_for(season_id: int, challenge: int, locale: str | None) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    accept, refuse = say("Accept", context="button"), say("Refuse", context="button")
    yes, no = custom_id(season_id, "accept", challenge), custom_id(season_id, "refuse", challenge)
    view.add_item(LeagueControl.button(yes, accept, locale, discord.ButtonStyle.success))
    view.add_item(LeagueControl.button(no, refuse, locale))
    withdraw = custom_id(season_id, "withdraw", challenge)
    view.add_item(LeagueControl.button(withdraw, say("Withdraw", context="button"), locale))
    return view
