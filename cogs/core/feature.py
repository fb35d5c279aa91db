"""The declaration of a feature: `feature(bot)` of its package returns it, and the bot opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import app_commands
from discord.ext.commands import Cog

from cogs.core.bot import (
    ArenaBot,
    ChannelResolver,
    Delivery,
    NewsPoster,
    Press,
    SeasonPage,
    SeasonPress,
    Show,
    Silence,
    TablePress,
)
from cogs.core.components import Persistent
from hosting.match.pipeline import Listener, ListenerOrder
from hosting.outbox import LeaguePost, PuzzlePost
from hosting.runtime import Handler
from store.tables.values import SubjectKind


@dataclass(frozen=True, slots=True)
class Feature:
    """All that is registered for a feature when the bot starts; nothing is registered anywhere else.

    Attributes:
        commands: Commands outside cogs: `/new`, and commands in the menus of persons and messages.
        controls: Buttons and menus that outlive a restart.
        presses: Handlers of the buttons under boards, by action (`cogs.core.components.MatchButton`).
        table_press: The handler of lobbies' controls.
        season_presses: Handlers of leagues' controls, by action.
        season_pages: Functions that show leagues' pages, by the letter in their custom ids.
        deliveries: Posters by kind of post, except notices and results (`hosting.outbox`).
        shows: Functions that show the message of something as it is, by the kind of thing.
        news: Posters of leagues' news, by kind of post.
        puzzle_poster: The poster of the puzzle of the day.
        channels: Finders of the channel for texts, by the kind of thing they are about.
        hears: Listeners to changes of matches.
        handlers: Handlers of appointments, by kind.
        serves: Functions that give hosting what it needs of Discord; each is called once, before all others.
    """

    cogs: Sequence[Cog]
    commands: Sequence[app_commands.Group | app_commands.ContextMenu] = ()
    controls: Sequence[type[Persistent]] = ()
    presses: Mapping[str, Press] = field(default_factory=dict)
    table_press: TablePress | None = None
    season_presses: Mapping[str, SeasonPress] = field(default_factory=dict)
    season_pages: Mapping[str, SeasonPage] = field(default_factory=dict)
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    shows: Mapping[SubjectKind, Show] = field(default_factory=dict)
    news: Mapping[str, NewsPoster[LeaguePost]] = field(default_factory=dict)
    puzzle_poster: NewsPoster[PuzzlePost] | None = None
    channels: Mapping[SubjectKind, ChannelResolver] = field(default_factory=dict)
    hears: Mapping[ListenerOrder, Listener] = field(default_factory=dict)
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    silence: Silence | None = None
    serves: Sequence[Callable[[], None]] = ()

    async def open(self, bot: ArenaBot) -> None:
        """Register all of it. Raises ValueError if another feature has one of the presses, pages, posts or channels."""
        _add(bot.presses, self.presses)
        _add(bot.season_presses, self.season_presses)
        _add(bot.season_pages, self.season_pages)
        _add(bot.deliveries, self.deliveries)
        _add(bot.shows, self.shows)
        _add(bot.news_posters, self.news)
        _add(bot.channel_resolvers, self.channels)
        if self.table_press is not None:
            bot.table_press = self.table_press
        if self.puzzle_poster is not None:
            bot.puzzle_poster = self.puzzle_poster
        if self.silence is not None:
            bot.silence = self.silence
        for name in self.serves:
            name()
        bot.add_dynamic_items(*self.controls)
        for hearer, listener in self.hears.items():
            bot.arena.matches.listen(hearer, listener)
        for kind, handler in self.handlers.items():
            bot.arena.schedule.handle(kind, handler)
        for command in self.commands:
            bot.tree.add_command(command)
        for cog in self.cogs:
            await bot.add_cog(cog)
            if under := getattr(cog, "under", ""):
                _move_to_group(bot, cog, under)


def _add(registered: dict[Any, Any], offered: Mapping[Any, Any]) -> None:
    if both := registered.keys() & offered.keys():
        raise ValueError(f"another feature has {', '.join(sorted(both))}")
    registered.update(offered)


def _move_to_group(bot: ArenaBot, cog: Cog, word: str) -> None:
    """Move a cog's commands from the top of the tree into a group."""
    above = bot.tree.get_command(word)
    if not isinstance(above, app_commands.Group):
        raise LookupError(f"no word {word!r} for commands to stand under")
    for command in [cog.app_command] if cog.app_command is not None else cog.get_app_commands():
        bot.tree.remove_command(command.name)
        above.add_command(command)
