"""`/leaderboard`: the players of this server by their ratings, in pages, or those of all servers who agreed."""

from __future__ import annotations

from typing import Literal, TypeAlias

import discord
from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import Choices, Completed, offered
from cogs.core.components import Persistent
from cogs.core.context import guild_of, whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import cut, mark, plain, shown
from cogs.profile.best_text import best_lines
from cogs.profile.showing import GAME_CHOICES, SHOW, Show, is_public, numbered, suited
from cogs.profile.stats import show_statistics
from cogs.profile.text import board_label, leaderboard_lines, mode_label
from engine.registry import games, get
from engine.text import say
from hosting.profile.leaderboards import PAGE, Board, Leaderboard, boards_of

Servers = Literal["this", "all"]

# What a Literal holds is not extracted for translation.
mark("this")
mark("all")


async def _boards(interaction: Interaction, current: str) -> Choices[int]:
    """Offer what is rated together in the game that stands in the option `game:` so far, then its modes for one.

    Of statistics offer all its modes.
    """
    key, locale = interaction.namespace.game, locale_of(interaction)
    if key not in {game.info.key for game in games()}:
        return []
    if interaction.namespace.statistics:
        named = ((plain(mode.name, locale), number) for number, mode in enumerate(get(key).info.modes, 1))
        return offered(named, current)
    labels = [board_label(key, each) for each in boards_of(get(key).info)]
    labels += [mode_label(key, mode) for mode in interaction.client.arena.best.modes_of(key)]
    return offered(((plain(label, locale), number) for number, label in enumerate(labels, 1)), current)


BoardNumber: TypeAlias = app_commands.Transform[int, Completed(_boards)]


class LeaderboardPage(
    Persistent, template=r"p:(?P<game>[a-z0-9_-]{1,32}):(?P<board>\d{1,2}):(?P<first>\d{1,6})(?P<servers>(?::all)?)"
):
    """Turns to another page of a leaderboard; it is made anew, as it is now."""

    async def act(self, interaction: Interaction) -> None:
        """Show the page in place of the one before."""
        game, number, first = self.fields["game"], int(self.fields["board"]), int(self.fields["first"])
        if game not in {each.info.key for each in games()}:
            raise Refusal(say("This leaderboard belongs to another version of me."), code="other-board")
        board = _board(game, number)
        everywhere = self.fields["servers"] != ""
        content, view = await _page(interaction, game, board, first, public=False, everywhere=everywhere)
        await interaction.response.edit_message(
            content=content, view=view, allowed_mentions=discord.AllowedMentions.none()
        )


class LeaderboardCog(ArenaCog):
    """Shows leaderboards."""

    @app_commands.command(
        description=mark("The players of this server, or of all servers, by their ratings; or statistics")
    )
    @app_commands.describe(
        game=mark("Of which game"),
        mode=mark("How the players sit, or alone for the best results; the mode rated most if you leave it out"),
        servers=mark("Only this server, or the ratings of all servers, of players who agreed to them"),
        statistics=mark("Instead of players: how seats, first turns and options fared in this server"),
        show=SHOW,
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str,
        mode: BoardNumber | None = None,
        servers: Servers = "this",
        statistics: bool = False,
        show: Show = "no",
    ) -> None:
        """Show the first page, or statistics, in private unless asked otherwise."""
        if statistics:
            await show_statistics(interaction, game, mode, show)
            return
        public, alone = await is_public(interaction, show), self._alone(game, mode)
        if alone is not None:
            await self._show_best(interaction, game, alone, public=public)
            return
        board = None if mode is None else _board(game, mode)
        content, view = await _page(interaction, game, board, 0, public=public, everywhere=servers == "all")
        await reply(interaction, content, view=view, public=public)

    def _alone(self, game: str, number: int | None) -> str | None:
        """Return the mode for one player that is meant by a number; they are counted behind what is rated."""
        behind = 0 if number is None else number - len(boards_of(get(game).info))
        modes = self.bot.arena.best.modes_of(game)
        return modes[behind - 1] if 1 <= behind <= len(modes) else None

    async def _show_best(self, interaction: Interaction, game: str, mode: str, *, public: bool) -> None:
        """Show the best results of players alone."""
        arena, guild = self.bot.arena, guild_of(interaction)
        lists = await arena.best.of(guild.id, game, mode, await whoami(interaction), public=public)
        people = {place.person_id for each in lists for place in each.places}
        names, reader = await arena.people.names(guild.id, people), await suited(interaction, public=public)
        lines = [shown(text, reader.locale, members=names) for text in best_lines(game, mode, lists)]
        await reply(interaction, cut("\n".join(lines), MESSAGE_LIMIT), public=public)


async def _page(
    interaction: Interaction, game: str, board: Board | None, first: int, *, public: bool, everywhere: bool
) -> tuple[str, discord.ui.View]:
    """Return a page, and the buttons that lead to those before and after; there are none where everybody reads it."""
    arena, guild = interaction.client.arena, guild_of(interaction)
    asker = await whoami(interaction)
    found = await arena.leaderboards.page(guild.id, game, board, asker, first, public=public, everywhere=everywhere)
    people = {each.person_id for each in found.rows} | ({found.own.person_id} if found.own is not None else set())
    names = {asker: interaction.user.display_name} | await arena.people.names(guild.id, people)
    reader = await suited(interaction, public=public)
    lines = [shown(text, reader.locale, members=names) for text in leaderboard_lines(found, names)]
    view = discord.ui.View(timeout=None)
    if not public:
        _turn(view, found, reader.locale)
    return cut("\n".join(lines), MESSAGE_LIMIT), view


def _turn(view: discord.ui.View, found: Leaderboard, locale: str | None) -> None:
    """Add the buttons that lead to the pages before and after."""
    number = boards_of(get(found.game).info).index(found.board) + 1
    servers = ":all" if found.everywhere else ""
    if found.first:
        before = f"p:{found.game}:{number}:{max(0, found.first - PAGE)}{servers}"
        view.add_item(LeaderboardPage.button(before, say("◀ Previous page"), locale))
    if found.first + PAGE < found.placed:
        after = f"p:{found.game}:{number}:{found.first + PAGE}{servers}"
        view.add_item(LeaderboardPage.button(after, say("Next page ▶"), locale))


def _board(game: str, number: int) -> Board:
    """Return what is rated together by its number, from 1. Raises Refusal if there is none."""
    rules = get(game)
    return numbered(rules, boards_of(rules.info), number)
