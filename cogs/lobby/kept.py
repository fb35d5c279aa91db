"""`/settings loadouts`: what a person keeps for choices before the start. All of it is private."""

from __future__ import annotations

from discord import app_commands

from cogs.core.bot import ArenaGroup, Interaction
from cogs.core.choices import offered
from cogs.core.context import whoami
from cogs.core.errors import tell
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import code, cut, mark, shown
from engine import registry
from engine.extras import Loadouts
from engine.info import GameInfo
from engine.text import Quote, say
from hosting.lobby.errors import NoLoadouts
from hosting.lobby.kept import NAME_LIMIT

_GAME = mark("For which game")
_NAME = mark("Which one")


def choosing_games() -> list[GameInfo]:
    """Return the games for which something is chosen in private before the start."""
    return [game.info for game in registry.games() if isinstance(game, Loadouts)]


class KeptCog(ArenaGroup, group_name="loadouts", group_description=mark("What you keep for the start of games")):
    """Shows people what they keep under names; it is kept from the panel under a lobby."""

    under = "settings"

    @app_commands.command(name="list", description=mark("What you keep for the start of a game"))
    @app_commands.describe(game=_GAME)
    async def show(self, interaction: Interaction, game: str | None = None) -> None:
        """Show what the caller keeps."""
        info = _game(game)
        kept = await self.bot.arena.kept_loadouts.of(await whoami(interaction), info.key)
        if not kept:
            text = say("You keep nothing for {game}. Keep what you choose in a lobby.", game=info.name)
            await tell(interaction, text)
            return
        lines = [say("**What you keep for {game}**", game=info.name)]
        lines += [say("{name}: `{text}`", name=Quote(each.name), text=code(each.text)) for each in kept]
        content = "\n".join(shown(line, locale_of(interaction)) for line in lines)
        await reply(interaction, cut(content, MESSAGE_LIMIT))

    @app_commands.command(description=mark("Call something that you keep by another name"))
    @app_commands.describe(name=_NAME, new=mark("The new name"), game=_GAME)
    async def rename(
        self,
        interaction: Interaction,
        name: str,
        new: app_commands.Range[str, 1, NAME_LIMIT],
        game: str | None = None,
    ) -> None:
        """Rename what the caller keeps."""
        saved = await self.bot.arena.kept_loadouts.rename(await whoami(interaction), _game(game).key, name, new)
        await tell(interaction, say("It is called {name} now.", name=Quote(saved.name)))

    @app_commands.command(description=mark("Keep something no longer"))
    @app_commands.describe(name=_NAME, game=_GAME)
    async def drop(self, interaction: Interaction, name: str, game: str | None = None) -> None:
        """Drop what the caller keeps, and say once more what it was."""
        saved = await self.bot.arena.kept_loadouts.drop(await whoami(interaction), _game(game).key, name)
        text = say("{name} is kept no longer: `{text}`", name=Quote(saved.name), text=code(saved.text))
        await tell(interaction, text)

    @show.autocomplete("game")
    @rename.autocomplete("game")
    @drop.autocomplete("game")
    async def _games(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return offered([(info.name, info.key) for info in choosing_games()], current)

    @rename.autocomplete("name")
    @drop.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            info = _game(interaction.namespace.game)
        except NoLoadouts:
            return []
        kept = await self.bot.arena.kept_loadouts.of(await whoami(interaction), info.key)
        return offered([(each.name, each.name) for each in kept], current)


def _game(key: str | None) -> GameInfo:
    """Return the game that is meant: the first one where none is named. Raises NoLoadouts."""
    games = choosing_games()
    found = games[:1] if key is None else [info for info in games if key.casefold() in (info.key, info.name.casefold())]
    if not found:
        raise NoLoadouts
    return found[0]
