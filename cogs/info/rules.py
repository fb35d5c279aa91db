"""`/rules`: a game explained page after page with pictures, its rules by topic and number, and its rulings."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.direct import match_here
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.readers import reader_of
from cogs.core.replies import reply_layout
from cogs.core.text import cut, mark, plain, shown
from cogs.ui.match_buttons import aid_card
from cogs.ui.pictures import draw_sheet
from cogs.ui.rules import AnyGame, find, open_rules, pages_of, rule_of
from cogs.ui.rules_layout import body
from engine.registry import games, get
from engine.text import say


class RulesCog(ArenaCog):
    """Explains games."""

    @app_commands.command(description=mark("Read how a game is played, with pictures, or look up a topic or a rule"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        topic=mark("What to look up: a topic, a word, or the number of a rule such as R16"),
        game=mark("Of which game; by default the one played here"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=game.info.name, value=game.info.key) for game in games()])
    async def rules(self, interaction: Interaction, topic: str = "", game: str = "") -> None:
        """Show the first page, or what was asked for, with the ways to all others."""
        chosen, data = await self._game(interaction, game)
        await open_rules(interaction, chosen, data, find(interaction, chosen, topic))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the aid card of a match's game, as of the data that it is played with; an old message will do."""
        match = await match_for(interaction, match_id, direct=True)
        topic = aid_card(match)
        if topic is None:
            raise Refusal(say("{game} has no aid card.", game=match.session.game.info.name), code="no-aid")
        await interaction.response.defer(ephemeral=True, thinking=True)
        reader, info = await reader_of(interaction), match.session.game.info
        # A gallery shows a picture as wide as the message, an embed shrinks a high one until nobody can read it.
        picture = await draw_sheet(info.key, reader, match.setup.data)
        item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.description)
        title = shown(say("**{game}: {topic}**", game=info.name, topic=topic.title), reader.locale)
        more = shown(say("-# `/rules` has all rules by topic."), reader.locale)
        words = cut(body(topic.points, reader), LAYOUT_LIMIT - len(title) - len(more))
        layout = discord.ui.LayoutView(timeout=None)
        for part in (title, discord.ui.MediaGallery[Any](item), words, more):
            layout.add_item(discord.ui.TextDisplay[Any](part) if isinstance(part, str) else part)
        await reply_layout(interaction, layout, files=[picture])

    async def press_rules(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the first page of the rules of a match's game, as of its data, in private; an old board will do."""
        match = await match_for(interaction, match_id, direct=True)
        await open_rules(interaction, match.session.game, match.setup.data)

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        chosen, _ = await self._game(interaction, interaction.namespace.game or "")
        rule = rule_of(chosen, current)
        topics = (*pages_of(chosen), *([rule] if rule is not None else []))
        return offered([(plain(topic.title, locale_of(interaction)), topic.key) for topic in topics], current)

    async def _game(self, interaction: Interaction, key: str) -> tuple[AnyGame, str]:
        """Return the game that is meant, and the version of its data that is played with here; empty for the latest."""
        match = await match_here(interaction)
        if match is not None and key in ("", match.game):
            return match.session.game, match.setup.data
        return (get(key) if key else games()[0]), ""
