"""`/league`: making, joining and viewing leagues."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import entered, guild_of
from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.messages import Completed
from cogs.core.text import cut, mark, plain
from cogs.league import brackets, draft, entering, explaining, lists, tables
from cogs.league.entering import BYE
from cogs.league.finding import (
    CHANNEL_GONE,
    LEAGUE,
    SEASON,
    AnyLeague,
    LeagueNumber,
    SeasonNumber,
    channel_gone,
    require_organiser,
    season_for,
    season_shown,
    seen,
    tell_trouble,
)
from cogs.league.posts import CHANNEL, Choosable, chosen
from cogs.league.terms_form import read_terms
from cogs.lobby.new import complete_needed_clock
from cogs.lobby.seeks import complete_mode, complete_options
from engine import registry
from engine.text import Quote, say
from hosting.league.validation import LONGEST_NAME, LONGEST_ROUND, MOST_AT_ONCE
from store.league.seasons import Kind, key_of

_FORMATS: dict[Kind, str] = {
    "round-robin": mark("Round robin: everyone plays everyone"),
    "swiss": mark("Swiss: you play opponents with about as many points as you"),
    "knockout": mark("Knock-out: lose once and you're out"),
    "double-knockout": mark("Double knock-out: lose twice and you're out"),
    "ladder": mark("Ladder: challenge players above you"),
}


class LeagueCog(ArenaGroup, group_name="league", group_description=mark("Leagues, tournaments and ladders")):
    """Players' commands in leagues; organisers make one here."""

    @app_commands.command(
        description=mark("Create a league; you can check its terms, and what it needs, before it's announced")
    )
    @app_commands.describe(
        game=mark("Which game"),
        format=mark("The format: how players meet"),
        name=mark("Its name; the game's name if you leave it out"),
        mode=mark("How many players at a table, and which mode; two if you leave it out"),
        options=mark("Game options, like `a=b; c=d`; the usual ones if you leave it out"),
        clock=mark("Which clock; the usual one if you leave it out"),
        players=mark("Maximum number of players, or of teams in a team league"),
        at_once=mark("How many matches each player plays at a time"),
        round_days=mark("Days per round; if you leave it out, a round takes as long as it needs"),
        starts=mark("The first day, like 2026-08-31; leave it out to start when an organiser presses Start"),
        ends=mark("The last day, even if matches are unfinished; leave it out for a season without a fixed end"),
        channel=CHANNEL,
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=game.info.name, value=game.info.key) for game in registry.games()],
        format=[app_commands.Choice(name=name, value=kind) for kind, name in _FORMATS.items()],
    )
    @app_commands.autocomplete(mode=complete_mode, options=complete_options, clock=complete_needed_clock)
    async def create(
        self,
        interaction: Interaction,
        *,
        game: str,
        format: app_commands.Choice[str],  # noqa: A002 - the option's name
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        mode: str | None = None,
        options: str | None = None,
        clock: str | None = None,
        players: app_commands.Range[int, 2, 1000] | None = None,
        at_once: app_commands.Range[int, 1, MOST_AT_ONCE] | None = None,
        round_days: app_commands.Range[int, 1, LONGEST_ROUND] | None = None,
        starts: str | None = None,
        ends: str | None = None,
        channel: Choosable | None = None,
    ) -> None:
        await require_organiser(interaction)
        kind = next(each for each in _FORMATS if each == format.value)
        terms = await read_terms(
            interaction,
            game,
            kind,
            mode=mode,
            options=options,
            clock=clock,
            most=players,
            at_once=at_once,
            round_days=round_days,
            starts=starts,
            ends=ends,
        )
        played = registry.get(game).info.mode(terms.mode)
        where = await chosen(interaction, channel, silent=played is not None and played.silent)
        view = await self.bot.arena.leagues.create(
            guild_of(interaction).id,
            where.id,
            await entered(interaction),
            name or await self._free_name(interaction, registry.name_of(game)),
            terms,
        )
        await draft.show(interaction, view)

    @app_commands.command(description=mark("Join a league, or wait as an alternate in case a player leaves"))
    @app_commands.describe(
        league=LEAGUE,
        partner=mark("Your partner, in a league for teams of two"),
        name=mark("Your team's name; its players' names if you leave it out"),
        alternate=mark("Join as an alternate: if a player leaves, you may be asked to take over"),
    )
    async def join(
        self,
        interaction: Interaction,
        league: LeagueNumber | None = None,
        partner: discord.Member | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
        alternate: bool = False,
    ) -> None:
        view = await season_for(interaction, league)
        if alternate:
            await entering.wait(interaction, view)
        elif not await entering.take_over(interaction, view):
            await entering.join(interaction, view, partner, name or "")

    @app_commands.command(description=mark("Leave a league; if it has started, I'll first tell you what that means"))
    @app_commands.describe(league=LEAGUE)
    async def leave(self, interaction: Interaction, league: LeagueNumber | None = None) -> None:
        view = await season_for(interaction, league)
        if not await entering.alternating_leave(interaction, view):
            await entering.leave(interaction, view)

    @app_commands.command(description=mark("The table of a league"))
    @app_commands.describe(league=LEAGUE, division=mark("Which division; yours if you leave it out"), season=SEASON)
    async def standings(
        self,
        interaction: Interaction,
        league: AnyLeague | None = None,
        division: app_commands.Range[int, 1, 1000] | None = None,
        season: SeasonNumber | None = None,
    ) -> None:
        await tables.show_table(interaction, await season_shown(interaction, league, season), division)

    @app_commands.command(description=mark("A knock-out's bracket: who plays whom, and what comes next"))
    @app_commands.describe(league=LEAGUE, season=SEASON)
    async def bracket(
        self, interaction: Interaction, league: AnyLeague | None = None, season: SeasonNumber | None = None
    ) -> None:
        await brackets.show_bracket(interaction, await season_shown(interaction, league, season))

    @app_commands.command(description=mark("Who plays whom in a league, round by round, or just the results"))
    @app_commands.describe(
        league=LEAGUE,
        number=mark("Which round; the latest if you leave it out"),
        only=mark("Only finished matches, from every round, latest first"),
        season=SEASON,
    )
    @app_commands.rename(number="round")
    @app_commands.choices(only=[app_commands.Choice(name=mark("results"), value="results")])
    async def schedule(
        self,
        interaction: Interaction,
        league: AnyLeague | None = None,
        number: app_commands.Range[int, 1, 1000] | None = None,
        only: str | None = None,
        season: SeasonNumber | None = None,
    ) -> None:
        view = await season_shown(interaction, league, season)
        if only is None:
            await lists.show_schedule(interaction, view, number)
        else:
            await lists.show_results(interaction, view)

    @app_commands.command(description=mark("Your leagues here: your place, and the matches that need you"))
    async def mine(self, interaction: Interaction) -> None:
        await lists.show_mine(interaction)

    @app_commands.command(description=mark("Why an entry has its place in a league, and what would change that"))
    @app_commands.describe(league=LEAGUE, entry=mark("Whose place; yours if you leave it out"), season=SEASON)
    async def explain(
        self,
        interaction: Interaction,
        league: AnyLeague | None = None,
        entry: app_commands.Transform[int, Completed(explaining.complete_entry)] | None = None,
        season: SeasonNumber | None = None,
    ) -> None:
        await explaining.show_explanation(interaction, league, season, entry)

    @app_commands.command(description=mark("The seasons of a league and their winners"))
    @app_commands.describe(league=LEAGUE, season=mark("Which season; the latest ones if you leave it out"))
    async def history(
        self, interaction: Interaction, league: AnyLeague | None = None, season: SeasonNumber | None = None
    ) -> None:
        await lists.show_history(interaction, league, season)

    @app_commands.command(description=mark("Challenge an opponent above you on a ladder"))
    @app_commands.describe(
        entry=mark("Who to challenge; leave it out to see your challenge or withdraw it"), league=LEAGUE
    )
    async def challenge(
        self,
        interaction: Interaction,
        entry: app_commands.Transform[int, Completed(entering.complete_rival)] | None = None,
        league: LeagueNumber | None = None,
    ) -> None:
        if entry is None:
            await entering.show(interaction, league)
        else:
            await entering.challenge(interaction, league, entry)

    @app_commands.command(description=mark("Ask for a bye in a Swiss round before it's paired, or cancel one"))
    @app_commands.describe(number=mark("Which round"), kind=BYE, league=LEAGUE)
    @app_commands.rename(number="round")
    async def bye(
        self,
        interaction: Interaction,
        *,
        number: app_commands.Range[int, 1, 1000],
        kind: entering.Kind = "half-point bye",
        league: LeagueNumber | None = None,
    ) -> None:
        if kind == "cancel":
            await entering.cancel_bye(interaction, league, number)
        else:
            await entering.request_bye(interaction, league, number, half=kind == "half-point bye")

    async def _free_name(self, interaction: Interaction, game: str) -> str:
        taken = {key_of(league.name) for league, _ in await seen(interaction)}
        locale = await interaction.client.language(guild_of(interaction).id)
        names = [say("{game} league", game=game)]
        names += [say("{game} league {number}", game=game, number=number) for number in range(2, len(taken) + 3)]
        # In a language that needs more room, a number at the end would be cut: their own numbers tell leagues apart.
        found = (cut(plain(name, locale), LONGEST_NAME) for name in names)
        return next((each for each in found if key_of(each) not in taken), game)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        for league, season in await self.bot.arena.leagues.of_guild(channel.guild.id):
            if league.channel_id == channel.id and season.closed_at is None and season.status != "draft":
                view = await self.bot.arena.leagues.view(season.id)
                await tell_trouble(
                    self.bot, view, CHANNEL_GONE.using(league=Quote(league.name)), channel_gone(channel.id)
                )
