"""`/league-manage`: what organisers do with a league that is there."""

from __future__ import annotations

import io
import re
import unicodedata

import discord
from discord import app_commands

from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.choices import Completed
from cogs.core.context import guild_of
from cogs.core.errors import Refusal, tell
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, shown
from cogs.league import absences, deciding, draft, following, joining, registering
from cogs.league.absences import BYE
from cogs.league.choosing import Choosable, move
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import (
    LEAGUE,
    SEASON,
    AnyLeague,
    LeagueNumber,
    SeasonNumber,
    require_organiser,
    season_for,
    season_here,
    season_shown,
)
from cogs.league.naming import league_text
from cogs.league.posts import refresh
from cogs.league.wording import closing_lines
from cogs.ui import confirmation
from engine.text import say
from hosting.league.checks import LONGEST_NAME
from hosting.league.errors import LeagueNotRunning, SeasonClosed
from hosting.league.state import View

Words = app_commands.Range[str, 1, 200]
_WORDS = mark("Why, in your own words; not in a league of silent teams")


@app_commands.default_permissions(manage_guild=True)
class LeagueManageCog(ArenaGroup, group_name="league-manage", group_description=mark("For organisers: run leagues")):
    """What organisers do."""

    @app_commands.command(description=mark("All terms of a league; before anybody has joined they can be changed"))
    @app_commands.describe(league=LEAGUE, channel=mark("Another channel or forum in which it is told and played"))
    async def settings(
        self, interaction: Interaction, league: LeagueNumber | None = None, channel: Choosable | None = None
    ) -> None:
        """Show every term, or move a league."""
        await require_organiser(interaction)
        view = await season_for(interaction, league, following=True)
        if channel is None:
            await draft.show(interaction, view)
        else:
            await move(interaction, view, channel)

    @app_commands.command(
        description=mark("Start a league now with those who have joined; once it is closed, open its next season")
    )
    @app_commands.describe(league=LEAGUE)
    async def start(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        """Start a season, or open the draft of the next one."""
        await require_organiser(interaction)
        view = await season_for(interaction, league, following=True)
        if view.season.closed_at is not None or (view.season.status == "draft" and view.season.number > 1):
            await following.open_next(interaction, view)
        else:
            await joining.start(interaction, view)

    @app_commands.command(description=mark("Let no new match of a league begin for now; what is being played goes on"))
    @app_commands.describe(league=LEAGUE)
    async def pause(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        """Pause a season."""
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        await self.bot.arena.leagues.pause(view.season.id)
        await tell(
            interaction,
            say("**{league}** is paused: no new match begins. Clocks of matches go on.", league=league_text(view)),
            say("`/league-manage resume` ends the pause. The round is extended by the pause, the season isn't."),
        )
        await refresh(self.bot, view.season.id)

    @app_commands.command(description=mark("Resume a paused league"))
    @app_commands.describe(league=LEAGUE)
    async def resume(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        """Let a season go on."""
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        await self.bot.arena.leagues.resume(view.season.id)
        await tell(interaction, say("**{league}** goes on.", league=league_text(view)))
        await refresh(self.bot, view.season.id)

    @app_commands.command(description=mark("End a league and close it for good; you are asked once more"))
    @app_commands.describe(league=LEAGUE)
    async def close(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        """Close a season, after asking once more."""
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        if view.season.closed_at is not None:
            raise SeasonClosed
        if view.season.started_at is None:
            raise LeagueNotRunning(view.season.status)
        left = sum(each.open and not each.is_bye for each in view.fixtures)
        question = say("Shall **{league}** be closed for good?", league=league_text(view))
        for line in closing_lines(view.terms, left):
            question = say("{question}\n{line}", question=question, line=line)
        await confirmation.ask(
            interaction,
            question,
            LeagueControl,
            (custom_id(view.season.id, "close"), say("Close", context="button")),
            (custom_id(view.season.id, "keep"), say("Do not close", context="button")),
        )

    @app_commands.command(description=mark("Archive a league whose season is closed; its name is free again"))
    @app_commands.describe(league=LEAGUE)
    async def archive(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        """Archive a league."""
        await require_organiser(interaction)
        view = await season_for(interaction, league)
        if view.season.closed_at is None:
            raise Refusal(
                say("Its season is not closed yet: `/league-manage close` closes it first."), code="not-closed"
            )
        latest = await season_for(interaction, league, following=True)
        if latest.season.id != view.season.id:
            await self.bot.arena.leagues.cancel(latest.season.id)  # a draft that nobody else sees
        await self.bot.arena.leagues.archive(view.league.id)
        await tell(interaction, say("**{league}** is put away.", league=league_text(view)))

    @app_commands.command(description=mark("Decide about a fixture; the decision is announced with its reason"))
    @app_commands.describe(
        what=mark("What you decide; undo cancels a decision"),
        reason=mark("Why; this is announced"),
        words=_WORDS,
        fixture=mark("Which fixture"),
        entry=mark("For a forfeit: who loses"),
        points=mark("For points: each side's, in the order of the fixture, like 1,0"),
        decision=mark("For undo: the number of the decision; the latest one if you leave it out"),
        league=LEAGUE,
    )
    async def decide(
        self,
        interaction: Interaction,
        *,
        what: deciding.What,
        reason: deciding.Reason,
        words: Words | None = None,
        fixture: app_commands.Transform[int, Completed(deciding.complete_fixture)] | None = None,
        entry: app_commands.Transform[int, Completed(deciding.complete_side)] | None = None,
        points: app_commands.Range[str, 1, 100] | None = None,
        decision: app_commands.Transform[int, Completed(deciding.complete_decision, most=2**31 - 1)] | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        """Take a decision."""
        await deciding.decide(
            interaction,
            league,
            what=what,
            fixture=fixture,
            entry=entry,
            points=points,
            reason=reason,
            words=words,
            undone=decision,
        )

    @app_commands.command(description=mark("Postpone a fixture that hasn't started"))
    @app_commands.describe(
        fixture=mark("Which fixture"),
        until=mark("The day it can start, like 2026-08-31"),
        reason=mark("Why; this is announced"),
        words=_WORDS,
        league=LEAGUE,
    )
    async def postpone(
        self,
        interaction: Interaction,
        fixture: app_commands.Transform[int, Completed(deciding.complete_fixture)],
        until: str,
        reason: deciding.Reason,
        words: Words | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        """Put a fixture off."""
        await deciding.postpone(interaction, league, fixture, until, reason, words)

    @app_commands.command(description=mark("Move an entry to another division, before the start"))
    @app_commands.describe(
        entry=mark("Which entry"),
        division=mark("Into which division"),
        reason=mark("Why; this is announced"),
        words=_WORDS,
        league=LEAGUE,
    )
    async def move(
        self,
        interaction: Interaction,
        entry: app_commands.Transform[int, Completed(deciding.complete_side)],
        division: app_commands.Range[int, 1, 1000],
        reason: deciding.Reason,
        words: Words | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        """Move an entry."""
        await deciding.move(interaction, league, entry, division, reason, words)

    @app_commands.command(description=mark("Enter a player or a team for a league; they're told"))
    @app_commands.describe(
        player=mark("Whom"),
        partner=mark("Your partner, in a league of teams of two"),
        name=mark("The team's name; its players' names if you leave it out"),
        league=LEAGUE,
    )
    async def add(
        self,
        interaction: Interaction,
        player: discord.Member,
        partner: discord.Member | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        """Enter a player or a team."""
        await registering.add(interaction, league, player, partner, name or "")

    @app_commands.command(description=mark("Take an entry out of a league; after the start that is a withdrawal"))
    @app_commands.describe(
        entry=mark("Which entry"),
        sure=mark("After the start: yes, it is withdrawn for good"),
        league=LEAGUE,
    )
    async def remove(
        self,
        interaction: Interaction,
        entry: app_commands.Transform[int, Completed(deciding.complete_side)],
        sure: bool = False,
        league: LeagueNumber | None = None,
    ) -> None:
        """Take an entry out."""
        await registering.remove(interaction, league, entry, sure=sure)

    @app_commands.command(description=mark("Give a player a bye in a round of a Swiss that is not paired yet"))
    @app_commands.describe(
        entry=mark("Which entry"),
        number=mark("Which round"),
        kind=BYE,
        league=LEAGUE,
    )
    @app_commands.rename(number="round")
    async def bye(
        self,
        interaction: Interaction,
        *,
        entry: app_commands.Transform[int, Completed(deciding.complete_side)],
        number: app_commands.Range[int, 1, 1000],
        kind: absences.Kind = "half-point bye",
        league: LeagueNumber | None = None,
    ) -> None:
        """Have an entry sit a round out."""
        await registering.sit_out_for(interaction, league, entry, number, kind)

    @app_commands.command(description=mark("Who waits to take over if a player leaves; or have one more wait"))
    @app_commands.describe(player=mark("Whom to add"), league=LEAGUE)
    async def alternate(
        self, interaction: Interaction, player: discord.Member | None = None, league: LeagueNumber | None = None
    ) -> None:
        """Show alternates, or add one."""
        await registering.alternate(interaction, league, player)

    @app_commands.command(description=mark("A season as a ZIP, from which anyone can compute its table again"))
    @app_commands.describe(league=LEAGUE, season=SEASON)
    async def export(
        self, interaction: Interaction, league: AnyLeague | None = None, season: SeasonNumber | None = None
    ) -> None:
        """Give a season as a file, in private."""
        await require_organiser(interaction)
        view = await season_shown(interaction, league, season)
        await interaction.response.defer(ephemeral=True, thinking=True)
        data = await self.bot.arena.season_files.make(view.season.id)
        most = guild_of(interaction).filesize_limit
        if len(data) > most:
            raise Refusal(
                say(
                    "The file of this season has {size} MiB, and Discord takes {most} MiB here: "
                    "boost the server, which raises that, and export it again.",
                    size=-(-len(data) // 2**20),
                    most=most // 2**20,
                ),
                code="too-large",
            )
        file = discord.File(io.BytesIO(data), f"{file_name(view)}.zip")
        text = say("**{league}**: everything that everybody may know of this season.", league=league_text(view))
        await reply(interaction, shown(text, locale_of(interaction)), files=[file])


def file_name(view: View) -> str:
    """Return what a season's file is called: the league's name in plain letters, and the number of the season."""
    plain = re.sub(r"[^0-9A-Za-z]+", "-", unicodedata.normalize("NFKD", view.league.name)).strip("-")
    return f"{plain or 'league'}-{view.season.number}"


async def pressed_close(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Close a season."""
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    await interaction.client.arena.leagues.close(season_id)
    await confirmation.close(interaction, say("{league} is closed.", league=league_text(view)))
    await refresh(interaction.client, season_id)


async def pressed_keep(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Do not close it."""
    await require_organiser(interaction)
    await season_here(interaction, season_id)
    await confirmation.close(interaction, say("It is not closed."))
