"""`/settings language`: which language a person and a server read. It exists as soon as there are two."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import Choices, offered
from cogs.core.context import entered, whoami
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, plain, shown
from cogs.settings.rights import require_manager
from engine.text import Quote, Text, listed, say, shortened
from hosting.match.model import PlayerSettings, ServerSettings
from locales import languages, own_name

AS_DISCORD = "discord"
"""The value of the choice that leaves it to Discord."""


def language_command() -> app_commands.Command[Any, ..., None]:
    """Return the command."""

    @app_commands.command(
        name="language",
        description=mark("Which language you read, and this server; without options, as it is now"),
    )
    @app_commands.describe(
        mine=mark("For what only you see"),
        server=mark("For what everyone in this server sees; you need the permission to manage the server"),
    )
    async def language(interaction: Interaction, mine: str | None = None, server: str | None = None) -> None:
        """Show both settings after changing what was given."""
        if server is not None:
            require_manager(interaction)
        own, common = _known(mine), _known(server)
        await interaction.response.defer(ephemeral=True)
        settings, guild_id = interaction.client.arena.settings, interaction.guild_id or 0

        def change(before: PlayerSettings) -> PlayerSettings:
            return replace(before, language=own)

        def change_server(before: ServerSettings) -> ServerSettings:
            return replace(before, language=common)

        if mine is not None:
            await settings.change_player(await entered(interaction), change)
        if server is not None:
            await settings.change_server(guild_id, change_server)
        lines = (
            say(
                "Your language: {language}",
                language=_named((await settings.player(await whoami(interaction))).language),
            ),
            say("This server's language: {language}", language=_named((await settings.server(guild_id)).language)),
        )
        await reply(interaction, "\n".join(shown(line, locale_of(interaction)) for line in lines))

    @language.autocomplete("mine")
    @language.autocomplete("server")
    async def complete(interaction: Interaction, current: str) -> Choices[str]:
        left = (plain(_named(None), locale_of(interaction)), AS_DISCORD)
        return offered([left, *((own_name(each), each) for each in languages())], current)

    return language


def _known(wanted: str | None) -> str | None:
    """Return the language of an option, by its code or name; None for Discord's. Raises Refusal for an unknown one."""
    if wanted in (None, AS_DISCORD):
        return None
    typed = str(wanted).casefold()
    for each in languages():
        if typed in (each.casefold(), own_name(each).casefold()):
            return each
    raise Refusal(
        say(
            "I do not speak {language}. Choose one of these: {languages}.",
            language=Quote(shortened(str(wanted))),
            languages=listed(map(own_name, languages()), "comma"),
        ),
        code="no-language",
    )


def _named(language: str | None) -> Text:
    if language is None:
        return say("as in Discord")
    return say("{language}", language=own_name(language))
