"""`/settings loadouts`: what a person keeps for choices before the start. All of it is private."""

from __future__ import annotations

from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.context import whoami
from cogs.core.errors import Refusal, tell
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


def choosing_games() -> list[GameInfo]:
    """Return the games for which something is chosen in private before the start."""
    return [game.info for game in registry.games() if isinstance(game, Loadouts)]


class KeptCog(ArenaCog):
    """Shows people what they keep under names; it is kept from the panel under a lobby."""

    under = "settings"

    @app_commands.command(description=mark("What you keep for the start of games, such as decks"))
    @app_commands.describe(
        game=mark("For which game"),
        rename=mark("Which one to give another name"),
        name=mark("The new name"),
        delete=mark("Which one to delete"),
    )
    async def loadouts(
        self,
        interaction: Interaction,
        game: str | None = None,
        rename: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
        delete: str | None = None,
    ) -> None:
        """Rename what the caller keeps, delete it, or show it."""
        if rename is not None and delete is not None:
            raise Refusal(say("Either `rename:` or `delete:`, please: one at a time."), code="one-at-a-time")
        if (rename is None) != (name is None):
            raise Refusal(say("`rename:` says which one, `name:` what it is called from now on."), code="half-a-name")
        kept, key = self.bot.arena.kept_loadouts, _game(game).key
        if rename is not None and name is not None:
            saved = await kept.rename(await whoami(interaction), key, rename, name)
            await tell(interaction, say("It is called {name} now.", name=Quote(saved.name)))
        elif delete is not None:
            saved = await kept.drop(await whoami(interaction), key, delete)
            text = say("{name} is deleted. It was `{text}`.", name=Quote(saved.name), text=code(saved.text))
            await tell(interaction, text)
        else:
            await self._show(interaction, _game(game))

    async def _show(self, interaction: Interaction, info: GameInfo) -> None:
        kept = await self.bot.arena.kept_loadouts.of(await whoami(interaction), info.key)
        if not kept:
            text = say("You keep nothing for {game}. Keep what you choose in a lobby.", game=info.name)
            await tell(interaction, text)
            return
        lines = [say("**Your saved choices for {game}**", game=info.name)]
        lines += [say("{name}: `{text}`", name=Quote(each.name), text=code(each.text)) for each in kept]
        content = "\n".join(shown(line, locale_of(interaction)) for line in lines)
        await reply(interaction, cut(content, MESSAGE_LIMIT))

    @loadouts.autocomplete("game")
    async def _games(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return offered([(info.name, info.key) for info in choosing_games()], current)

    @loadouts.autocomplete("rename")
    @loadouts.autocomplete("delete")
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
