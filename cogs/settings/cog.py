"""`/settings`: the look of boards, mentions, languages, and a server's defaults."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Literal

import discord
from discord import app_commands

from cogs.core.access import entered, server_reader, whoami
from cogs.core.bot import ArenaGroup, Interaction, Reader
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, offered, reply, reply_layout
from cogs.core.text import locale_of, mark, plain, shown
from cogs.settings.panel import change_mine, complete_zone, panel, read_zone, with_digest, with_quiet
from cogs.ui.pictures import draw_board
from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from engine.text import Quote, Text, listed, say, shortened
from hosting.lobby.model import FEWEST_DAYS, MOST_DAYS
from hosting.match.model import Nudges, PlayerSettings, ServerSettings
from locales import languages, own_name

# Who may change what a server sees.


def require_manager(interaction: Interaction) -> None:
    if not interaction.permissions.manage_guild:
        raise Refusal(say("Only members who can manage the server can change what everyone sees."), code="manage-guild")


log = logging.getLogger(__name__)

Colours = Literal["standard", "colour-blind safe"]
OwnColours = Literal["same as the server", "standard", "colour-blind safe"]
Background = Literal["dark", "light"]
OwnBackground = Literal["same as the server", "dark", "light"]
Boards = Literal["pictures", "text"]
Calls = Literal["ping me", "don't ping me"]
Typed = Literal["played at once", "confirmed first"]
Nudging = Literal["in the channel", "direct message", "no reminders"]
Weekends = Literal["clocks are paused", "clocks run"]
Appearing = Literal["server", "opponents", "nobody"]
AllServers = Literal["yes", "no"]

MOST_MATCHES = 400
"""Matches of the program at a time at most: Discord lets a server have 1,000 active threads."""

# Literals are not extracted for translation, and these words are in no other text.
mark("pictures")
mark("text")
mark("ping me")
mark("don't ping me")
mark("played at once")
mark("confirmed first")
mark("in the channel")
mark("direct message")
mark("no reminders")
mark("clocks are paused")
mark("clocks run")
mark("server")
mark("opponents")
mark("nobody")
mark("yes")
mark("no")

_PALETTES: dict[str, str | None] = {"same as the server": None, "standard": "standard", "colour-blind safe": "safe"}
_NUDGES: dict[str, Nudges] = {"in the channel": "channel", "direct message": "private", "no reminders": "off"}
_COLOURS = {None: say("same as the server"), "standard": say("standard"), "safe": say("colour-blind safe")}
_BACKGROUNDS = {None: say("same as the server"), True: say("dark"), False: say("light")}


class Preferences(
    ArenaGroup,
    group_name="settings",
    group_description=mark("Colours of boards, text boards, mentions"),
):
    """Shows and changes settings; all answers are private, with a board as a sample."""

    @app_commands.command(description=mark("How you see boards, when I ping you, and more: a panel of menus"))
    @app_commands.describe(
        colours=mark("Player colours on boards only you see"),
        background=mark("Background of boards only you see"),
        boards=mark("Whether your private boards are pictures or text"),
        calls=mark("Whether I ping you when it's your turn"),
        typed=mark("Whether a typed /move is played at once, or shown for you to confirm first"),
        reminders=mark("Where I ping you and remind you of waiting turns"),
        zone=mark("Your time zone, for quiet hours, weekends, vacations and the digest"),
        quiet=mark("Hours when nothing disturbs you, e.g. 22-7; or never to turn them off"),
        weekends=mark("Whether your clocks pause on Saturdays and Sundays, where the table allows it"),
        digest=mark("When you get a daily list of what's waiting for you: hour 0 to 23, or never to turn it off"),
        appear=mark("Who can find you in profiles and on leaderboards: this server, just your opponents, or nobody"),
        all_servers=mark("Whether your matches also count for ratings and leaderboards across all servers"),
    )
    @app_commands.autocomplete(zone=complete_zone)
    async def mine(
        self,
        interaction: Interaction,
        *,
        colours: OwnColours | None = None,
        background: OwnBackground | None = None,
        boards: Boards | None = None,
        calls: Calls | None = None,
        typed: Typed | None = None,
        reminders: Nudging | None = None,
        zone: str | None = None,
        quiet: str | None = None,
        weekends: Weekends | None = None,
        digest: str | None = None,
        appear: Appearing | None = None,
        all_servers: AllServers | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True)

        def change(settings: PlayerSettings) -> PlayerSettings:
            if colours is not None:
                settings = replace(settings, palette=_PALETTES[colours])
            if background is not None:
                settings = replace(settings, dark=None if background == "same as the server" else background == "dark")
            if boards is not None:
                settings = replace(settings, text_boards=boards == "text")
            if calls is not None:
                settings = replace(settings, ping=calls == "ping me")
            if typed is not None:
                settings = replace(settings, confirms=typed == "confirmed first")
            if reminders is not None:
                settings = replace(settings, nudges=_NUDGES[reminders])
            if zone is not None:
                settings = replace(settings, zone=read_zone(zone))
            if quiet is not None:
                settings = with_quiet(settings, quiet)
            if weekends is not None:
                settings = replace(settings, free_weekends=weekends == "clocks are paused")
            if appear is not None:
                settings = replace(settings, appear=appear)
            if all_servers is not None:
                settings = replace(settings, all_servers=all_servers == "yes")
            return settings if digest is None else with_digest(settings, digest)

        looks = any(each is not None for each in (colours, background, boards))
        made, files = await panel(interaction, await change_mine(interaction, change), sample=looks)
        await reply_layout(interaction, made, files=files)

    @app_commands.command(
        description=mark("What everyone in this server sees; without options, shows the current settings")
    )
    @app_commands.describe(
        colours=mark("Player colours on boards everyone sees"),
        background=mark("Background of boards everyone sees"),
        table_days=mark("How many days until an open table expires if no match was started"),
        program_matches=mark("How many matches I start can run at the same time; others wait"),
        organiser_role=mark(
            "Who organises matches besides members who can manage the server; @everyone for nobody else"
        ),
    )
    async def server(
        self,
        interaction: Interaction,
        colours: Colours | None = None,
        background: Background | None = None,
        organiser_role: discord.Role | None = None,
        table_days: app_commands.Range[int, FEWEST_DAYS, MOST_DAYS] | None = None,
        program_matches: app_commands.Range[int, 1, MOST_MATCHES] | None = None,
    ) -> None:
        """Change a server's settings, which takes the permission to manage the server, and show them."""
        if any(each is not None for each in (colours, background, organiser_role, table_days, program_matches)):
            require_manager(interaction)
        await interaction.response.defer(ephemeral=True)
        if organiser_role is not None and not organiser_role.is_default():
            await _require_holders(organiser_role)
        guild_id = interaction.guild_id or 0

        def change(settings: ServerSettings) -> ServerSettings:
            if colours is not None:
                settings = replace(settings, palette=_PALETTES[colours])
            if background is not None:
                settings = replace(settings, dark=background == "dark")
            if organiser_role is not None:
                role_id = None if organiser_role.is_default() else organiser_role.id
                settings = replace(settings, organiser_role_id=role_id)
            if program_matches is not None:
                settings = replace(settings, program_matches=program_matches)
            return settings if table_days is None else replace(settings, table_days=table_days)

        settings = await self.bot.arena.settings.change_server(guild_id, change)
        if table_days is not None:
            await self.bot.arena.table_expiry.rearrange(guild_id)
        await _answer(interaction, _server(settings), await server_reader(self.bot, guild_id))


async def _require_holders(role: discord.Role) -> None:
    """Raise Refusal for a role that nobody has; if Discord does not say how many have it, any will do."""
    try:
        counts = await role.guild.role_member_counts()
    except discord.HTTPException as error:
        log.info("could not count the members with role %d: %s", role.id, error)
        return
    if not any(count for each, count in counts.items() if each.id == role.id):
        raise Refusal(
            say("Nobody has the role {role}: give it to your organisers first.", role=role.mention),
            code="empty-role",
        )


def _server(settings: ServerSettings) -> list[Text]:
    return [
        say("**This server's settings**"),
        say("Colours: {colours}", colours=_COLOURS.get(settings.palette or "standard", _COLOURS["standard"])),
        say("Background: {background}", background=_BACKGROUNDS[settings.dark]),
        say("Organisers: members who can manage the server.")
        if settings.organiser_role_id is None
        else say(
            "Organisers: members who can manage the server or have the role {role}.",
            role=f"<@&{settings.organiser_role_id}>",
        ),
        say("Open tables expire after {count} days, with a notice the day before.", count=settings.table_days),
        say("Matches I start: {count} at a time.", count=settings.program_matches),
        say("Settings for silent teams are under `/silence settings`."),
    ]


async def _answer(interaction: Interaction, lines: list[Text], reader: Reader) -> None:
    game = registry.games()[0]
    mode = max(game.info.modes, key=lambda mode: mode.seats)
    start = Session.start(game, Setup(mode.key), Chance.from_text("sample"))
    sample = await draw_board(game.info.key, start.view(None), (), (), reader)
    await reply(
        interaction, "\n".join(shown(line, reader.locale) for line in lines), embeds=sample.embeds, files=sample.files
    )


# `/settings language`: which language a person and a server read. It exists as soon as there are two.


AS_DISCORD = "discord"
"""The value of the choice that leaves it to Discord."""


def language_command() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(
        name="language",
        description=mark("The language for you and for this server; without options, shows the current ones"),
    )
    @app_commands.describe(
        mine=mark("For what only you see"),
        server=mark("For what everyone in this server sees; you need the Manage Server permission"),
    )
    async def language(interaction: Interaction, mine: str | None = None, server: str | None = None) -> None:
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
    """Return a language by its code or name; None for Discord's. Raises Refusal for an unknown one."""
    if wanted in (None, AS_DISCORD):
        return None
    typed = str(wanted).casefold()
    for each in languages():
        if typed in (each.casefold(), own_name(each).casefold()):
            return each
    raise Refusal(
        say(
            "I don't speak {language}. Choose one of these: {languages}.",
            language=Quote(shortened(str(wanted))),
            languages=listed(map(own_name, languages()), "comma"),
        ),
        code="no-language",
    )


def _named(language: str | None) -> Text:
    if language is None:
        return say("same as in Discord")
    return say("{language}", language=own_name(language))
