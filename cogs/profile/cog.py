"""`/profile` and `/leaderboard` with its statistics, and who may see an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import discord
from discord import app_commands

from cogs.core.access import guild_of, may_be_public, organises, reader_of, readers_of, sees, whoami
from cogs.core.bot import ArenaBot, ArenaCog, Interaction, Reader
from cogs.core.components import Persistent
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, Completed, offered, reply
from cogs.core.text import MESSAGE_LIMIT, cut, locale_of, mark, plain, shown
from cogs.profile.figures import fitting, profile_figure, statistics_figure
from cogs.profile.text import board_label, leaderboard_lines, mode_label, profile_lines, statistics_lines
from engine.game import Game
from engine.registry import games, get, name_of
from engine.text import Listed, Member, Quote, Text, listed, say, say_n
from hosting.league.promotion import Title
from hosting.profiles import PAGE, BestList, Leaderboard, RatingBoard, boards_of

# Who sees the answers of these commands, and the options that they share.


T = TypeVar("T")
Show = Literal["no", "yes"]

# Literals are not extracted for translation.
mark("no")
mark("yes")

SHOW = mark("Whether everyone in the channel sees it; only you if you leave it out")
GAME_CHOICES = [app_commands.Choice(name=game.info.name, value=game.info.key) for game in games()]


async def is_public(interaction: Interaction, show: Show) -> bool:
    """Return whether an answer is public: in a silent match's channel none is (R29)."""
    if show == "no":
        return False
    match = await interaction.client.arena.matches.running_in(interaction.channel_id or 0)
    return match is None or may_be_public(match, interaction.channel_id)


async def suited(interaction: Interaction, *, public: bool) -> Reader:
    return await (readers_of(interaction) if public else reader_of(interaction))


def mode_with(game: Game[Any, Any, Any], number: int | None) -> str | None:
    """Return the key of the mode with a number, from 1; None for None. Raises Refusal if there is no such mode."""
    return None if number is None else numbered(game, game.info.modes, number).key


def numbered(game: Game[Any, Any, Any], known: Sequence[T], number: int) -> T:
    """Return a mode or pool of a game by its number, from 1. Raises Refusal if there is none."""
    if not 1 <= number <= len(known):
        text = say("{game} has no such mode. Pick one from the list.", game=name_of(game.info.key))
        raise Refusal(text, code="no-mode")
    return known[number - 1]


# Statistics under `/leaderboard`: how seats, first turns, options and civilisations of a game fared in this server.


async def show_statistics(interaction: Interaction, game: str, mode: int | None, show: Show) -> None:
    key = mode_with(get(game), mode)
    public = await is_public(interaction, show)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    found = await interaction.client.arena.profiles.statistics(guild_of(interaction).id, game, key)
    reader = await suited(interaction, public=public)
    lines = [shown(text, reader.locale) for text in statistics_lines(found)]
    words, files = await fitting(statistics_figure(found), reader, (), "statistics.png", game=game)
    await reply(interaction, cut("\n".join([*lines, *words]), MESSAGE_LIMIT), files=files, public=public)


# The titles of a player on their profile: seasons of leagues that they won.


MOST = 5
"""Titles that are named, the latest."""


async def title_lines(
    interaction: Interaction, person_id: int, game: str | None, *, own: bool, public: bool
) -> list[Text]:
    """Return a line with a player's titles in this server, or none.

    Other players' titles are named only in leagues whose channel the reader sees; `public` if everybody in the channel
    reads it, `own` if it is the asker's profile.
    """
    guild, bot = guild_of(interaction), interaction.client
    found = [each for each in await bot.arena.titles.of(guild.id, person_id) if game in (None, each.game)]
    if public:
        found = [each for each in found if _everybody_sees(guild, each, interaction.channel_id)]
    elif found and not own and not await organises(bot, interaction.user):
        found = [each for each in found if sees(interaction.user, guild, each.league.channel_id)]
    if not found:
        return []
    named: list[Text] = [
        say("{league}, season {number}", league=Quote(each.league.name), number=each.season.number)
        for each in found[:MOST]
    ]
    if len(found) > MOST:
        named.append(say_n("{count} other season", "{count} other seasons", len(found) - MOST))
    return [say("**Champion** of {seasons}", seasons=listed(named))]


def _everybody_sees(guild: discord.Guild, title: Title, here: int | None) -> bool:
    """Return whether all readers here may know a league: it is announced here, or in a channel that everybody sees."""
    channel = guild.get_channel_or_thread(title.league.channel_id)
    if channel is None:
        return False
    if channel.id == here:
        return True
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return channel.permissions_for(guild.default_role).view_channel


User = discord.User | discord.Member

_NOTHING = say(
    "There's nothing to see here: this player hasn't finished a match in this server yet, or hides their profile."
)
_NOTHING_OF_YOURS = say(
    "Your profile is still empty: it starts with the first match you finish in this server. `/new` opens a "
    "table, `/seek create` finds opponents."
)


class ProfileCog(ArenaCog):
    """Shows profiles."""

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Profile"), callback=self.of_person)

    @app_commands.command(description=mark("A player's record in this server, from finished matches"))
    @app_commands.describe(
        player=mark("Whose profile; your own if you leave it out"),
        game=mark("Only one game, in more detail; all of them if you leave it out"),
        show=SHOW,
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def profile(
        self, interaction: Interaction, player: discord.User | None = None, game: str | None = None, show: Show = "no"
    ) -> None:
        await self._show(interaction, player or interaction.user, game, public=await is_public(interaction, show))

    async def of_person(self, interaction: Interaction, player: discord.User) -> None:
        await self._show(interaction, player, None, public=False)

    async def _show(self, interaction: Interaction, user: User, game: str | None, *, public: bool) -> None:
        if user.bot:
            raise Refusal(say("{player} is a bot and doesn't play.", player=user.mention), code="bot-profile")
        asker, people, guild = await whoami(interaction), self.bot.arena.people, guild_of(interaction)
        person_id = await people.find(user.id)
        own = user.id == interaction.user.id
        names = {} if person_id is None else await people.names(guild.id, [person_id])
        if person_id is None or person_id not in names:
            # Not even whether a person hides or never came is told.
            raise Refusal(_NOTHING_OF_YOURS if own else _NOTHING, code="no-profile")
        found = await self.bot.arena.profiles.of(guild.id, person_id, asker, game, public=public)
        if found is None or (
            found.game is None
            and not found.modes
            and not found.recent.matches
            and not found.everywhere
            and not found.puzzles.solved
            and not found.computers
        ):
            raise Refusal(_NOTHING_OF_YOURS if own else _NOTHING, code="no-profile")
        await interaction.response.defer(ephemeral=not public, thinking=True)
        reader = await suited(interaction, public=public)
        names |= await people.names(guild.id, found.named)
        head, *rest = profile_lines(found)
        titles = await title_lines(interaction, person_id, found.game, own=own, public=public)
        lines = [shown(text, reader.locale, members=names) for text in (head, *titles, *rest)]
        named = (names[person_id],)
        words, files = await fitting(profile_figure(found), reader, named, "profile.png", game=game)
        await reply(interaction, cut("\n".join([*lines, *words]), MESSAGE_LIMIT), files=files, public=public)


# The best results of players alone, in words.


def best_lines(game: str, mode: str, lists: Sequence[BestList]) -> list[Text]:
    """Return the lists of a one-player mode, a line a result; players are named by the reader's server."""
    rules = get(game)
    lines = [say("**Best results**: {mode}", mode=mode_label(game, mode))]
    if not lists:
        lines.append(say("This server has no results yet. `/new` starts a match."))
    for each in lists:
        lines.append(say("**{options}**", options=_chosen(game, mode, dict(each.options))))
        for place, best in enumerate(each.places, 1):
            result = rules.grade_text(best.won, best.points)
            lines.append(say("{place}. {player}: {result}", place=place, player=Member(best.person_id), result=result))
    return lines


def _chosen(game: str, mode: str, options: dict[str, str]) -> Listed:
    """Return the difference of sets of options: the first option, and those with unusual values."""
    known = [each for each in get(game).info.options_of(mode) if options.get(each.key) in each.choices]
    return listed(
        (each.label(options[each.key]) for each in known if each is known[0] or options[each.key] != each.default),
        "comma",
    )


# `/leaderboard`: the players of this server by their ratings, in pages, or those of all servers who agreed.


Servers = Literal["this", "all"]

# Literals are not extracted for translation.
mark("this")
mark("all")


async def _boards(interaction: Interaction, current: str) -> Choices[int]:
    """Offer the pools of the game in the option `game:`, then its modes for one player.

    For statistics offer all its modes.
    """
    key, locale = interaction.namespace.game, locale_of(interaction)
    if key not in {game.info.key for game in games()}:
        return []
    if interaction.namespace.statistics:
        named = ((plain(mode.name, locale), number) for number, mode in enumerate(get(key).info.modes, 1))
        return offered(named, current)
    labels = [board_label(key, each) for each in boards_of(get(key).info)]
    labels += [mode_label(key, mode) for mode in interaction.client.arena.profiles.best_list_modes(key)]
    return offered(((plain(label, locale), number) for number, label in enumerate(labels, 1)), current)


BoardNumber: TypeAlias = app_commands.Transform[int, Completed(_boards)]


class LeaderboardPage(
    Persistent, template=r"p:(?P<game>[a-z0-9_-]{1,32}):(?P<board>\d{1,2}):(?P<first>\d{1,6})(?P<servers>(?::all)?)"
):
    """Turns to another page of a leaderboard, which is made from current data."""

    async def act(self, interaction: Interaction) -> None:
        game, number, first = self.fields["game"], int(self.fields["board"]), int(self.fields["first"])
        if game not in {each.info.key for each in games()}:
            raise Refusal(say("I've been updated since this leaderboard was shown."), code="other-board")
        board = _board(game, number)
        everywhere = self.fields["servers"] != ""
        content, view = await _page(interaction, game, board, first, public=False, everywhere=everywhere)
        await interaction.response.edit_message(
            content=content, view=view, allowed_mentions=discord.AllowedMentions.none()
        )


class LeaderboardCog(ArenaCog):
    """Shows leaderboards."""

    @app_commands.command(description=mark("Players by rating, in this server or across all servers; or statistics"))
    @app_commands.describe(
        game=mark("Which game"),
        mode=mark("Which mode, or solo for the best results; the most rated mode if you leave it out"),
        servers=mark("This server only, or all servers together, for players who agreed to be rated there"),
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
        """Return the one-player mode with a number; they are counted behind the pools."""
        behind = 0 if number is None else number - len(boards_of(get(game).info))
        modes = self.bot.arena.profiles.best_list_modes(game)
        return modes[behind - 1] if 1 <= behind <= len(modes) else None

    async def _show_best(self, interaction: Interaction, game: str, mode: str, *, public: bool) -> None:
        arena, guild = self.bot.arena, guild_of(interaction)
        lists = await arena.profiles.best_lists(guild.id, game, mode, await whoami(interaction), public=public)
        people = {place.person_id for each in lists for place in each.places}
        names, reader = await arena.people.names(guild.id, people), await suited(interaction, public=public)
        lines = [shown(text, reader.locale, members=names) for text in best_lines(game, mode, lists)]
        await reply(interaction, cut("\n".join(lines), MESSAGE_LIMIT), public=public)


async def _page(
    interaction: Interaction, game: str, board: RatingBoard | None, first: int, *, public: bool, everywhere: bool
) -> tuple[str, discord.ui.View]:
    """Return a page and the buttons to other pages; a public one has none."""
    arena, guild = interaction.client.arena, guild_of(interaction)
    asker = await whoami(interaction)
    found = await arena.profiles.leaderboard(guild.id, game, board, asker, first, public=public, everywhere=everywhere)
    people = {each.person_id for each in found.rows} | ({found.own.person_id} if found.own is not None else set())
    names = {asker: interaction.user.display_name} | await arena.people.names(guild.id, people)
    reader = await suited(interaction, public=public)
    lines = [shown(text, reader.locale, members=names) for text in leaderboard_lines(found, names)]
    view = discord.ui.View(timeout=None)
    if not public:
        _turn(view, found, reader.locale)
    return cut("\n".join(lines), MESSAGE_LIMIT), view


def _turn(view: discord.ui.View, found: Leaderboard, locale: str | None) -> None:
    number = boards_of(get(found.game).info).index(found.board) + 1
    servers = ":all" if found.everywhere else ""
    if found.first:
        before = f"p:{found.game}:{number}:{max(0, found.first - PAGE)}{servers}"
        view.add_item(LeaderboardPage.button(before, say("◀ Previous page"), locale))
    if found.first + PAGE < found.placed:
        after = f"p:{found.game}:{number}:{found.first + PAGE}{servers}"
        view.add_item(LeaderboardPage.button(after, say("Next page ▶"), locale))


def _board(game: str, number: int) -> RatingBoard:
    """Return a pool by its number, from 1. Raises Refusal if there is none."""
    rules = get(game)
    return numbered(rules, boards_of(rules.info), number)
