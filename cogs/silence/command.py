"""`/silence`: what organisers can see and set of the silence of teams."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

import discord
from discord import app_commands

from cogs.core.access import server_match_for
from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot, ArenaGroup, Interaction
from cogs.core.checks import is_silent
from cogs.core.context import guild_of, playable
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import EMBEDS_LIMIT, FIELD_LIMIT, TITLE_LIMIT
from cogs.core.permissions import label, labels
from cogs.core.replies import reply
from cogs.core.text import cut, mark, plain, shown
from cogs.silence.channels import above_policy, bypass_text
from cogs.silence.diary import Diary
from cogs.silence.keeper import Keeper
from cogs.silence.members import fetch_members, missing
from cogs.silence.notices import organisers_channel, set_organisers_channel
from cogs.silence.text import entry_text
from engine.text import Text, say, say_n
from hosting.match.errors import NoSuchMatch
from hosting.match.model import Match, ServerSettings
from hosting.silence.permissions import PERMISSIONS, Kind
from hosting.silence.policy import SERVER_LIMIT

LINES = 10
"""How many lines of the log are shown; the file that goes with them has all."""

_KINDS: dict[Kind, Text] = {
    Kind.SPEECH: say("Taken from everyone in the team channels and on the board"),
    Kind.MODERATION: say("Taken from the players there"),
    Kind.READING: say("Given to the players there"),
    Kind.BEYOND: say("Can't be taken away: players who have it are named before the start"),
}


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SilenceCommands(
    ArenaGroup,
    group_name="silence",
    group_description=mark("The silence of teams, for this server's organisers"),
):
    """Shows and sets what concerns silent matches; all answers are private."""

    def __init__(self, bot: ArenaBot, keeper: Keeper) -> None:
        super().__init__(bot)
        self.keeper = keeper

    @app_commands.command(description=mark("Check every silent match of this server now"))
    async def status(self, interaction: Interaction) -> None:
        """Look at every silent match and say how it stands."""
        await interaction.response.defer(ephemeral=True)
        guild = guild_of(interaction)
        lines = await self._server(guild)
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if not is_silent(summary):
                continue
            if await playable(self.bot, [summary.id]):
                lines += await self._match(guild, summary.id)
            else:
                lines.append(
                    say(
                        "✗ Match {number} in {channel} cannot be read by this version of me; my log says why.",
                        number=summary.id,
                        channel=f"<#{summary.channel_id}>",
                    )
                )
        text = "\n".join(shown(line, locale_of(interaction)) for line in lines)
        await reply(interaction, text)

    @app_commands.command(description=mark("What happened and what was done to keep the teams of a match silent"))
    @app_commands.describe(match=mark("The number of the match; the one of this channel if you leave it out"))
    async def log(self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
        """Show the silence log of a match."""
        await interaction.response.defer(ephemeral=True)
        found = await self._chosen(interaction, match)
        diary = await Diary.of(self.bot, found)
        if not diary.entries:
            text = shown(say("Nothing was noted for match {number}.", number=found.id), locale_of(interaction))
            await reply(interaction, text)
            return
        lines = [say("{when} {what}", when=f"<t:{int(entry.at.timestamp())}:f>", what=entry_text(entry, found))
                 for entry in diary.entries]  # fmt: skip
        whole = "\n".join(
            plain(say("{time} UTC: {what}", time=f"{entry.at:%Y-%m-%d %H:%M}", what=entry_text(entry, found)),
                  locale_of(interaction), found.names, found.members)
            for entry in diary.entries
        )  # fmt: skip
        await reply(
            interaction,
            "\n".join(shown(line, locale_of(interaction), found.names, found.members) for line in lines[-LINES:]),
            files=[discord.File(io.BytesIO(whole.encode()), f"silence-{found.id}.txt")],
        )

    @app_commands.command(description=mark("What is set for silent matches in this server, and change it"))
    @app_commands.describe(
        block_start=mark("Whether a match may not start while a player could bypass the silence"),
        days=mark("How many days the channels stay after a match"),
        organisers=mark(
            "Where to tell organisers of what happens; without it, the host or the owner is told in private"
        ),
        privately=mark("Tell the host or the owner in private again"),
    )
    async def settings(
        self,
        interaction: Interaction,
        block_start: bool | None = None,
        days: app_commands.Range[int, 1, 90] | None = None,
        organisers: discord.TextChannel | None = None,
        privately: bool = False,
    ) -> None:
        """Show the settings after changing what was given."""
        guild = guild_of(interaction)
        if organisers is not None and not organisers.permissions_for(guild.me).send_messages:
            raise Refusal(say("I may not write in {channel}.", channel=organisers.mention), code="organisers-channel")

        def change(settings: ServerSettings) -> ServerSettings:
            if block_start is not None:
                settings = replace(settings, silence_blocks_start=block_start)
            return settings if days is None else replace(settings, transcript_days=days)

        await self.bot.arena.settings.change_server(guild.id, change)
        if organisers is not None or privately:
            await set_organisers_channel(self.bot, guild.id, organisers.id if organisers is not None else None)
        await _answer(interaction, await self._settings(guild))

    @app_commands.command(
        description=mark("What players of silent matches cannot do, permission by permission, and why")
    )
    async def policy(self, interaction: Interaction) -> None:
        """Show the policy."""
        locale, fields = locale_of(interaction), []
        for kind, title in _KINDS.items():
            lines = [
                f"**{label(permission.name)}** {plain(permission.why, locale)}"
                for permission in PERMISSIONS
                if permission.kind is kind
            ]
            heading = cut(plain(title, locale), TITLE_LIMIT)
            fields += [(heading if number == 0 else "…", part) for number, part in enumerate(_parts(lines))]
        for embed in _embeds(fields):
            await reply(interaction, embeds=[embed])

    async def _server(self, guild: discord.Guild) -> list[Text]:
        lines = await self._settings(guild)
        lines.append(
            say_n(
                "This server has {used} of at most {count} channel.",
                "This server has {used} of at most {count} channels.",
                SERVER_LIMIT,
                used=len(guild.channels),
            )
        )
        if lacking := missing(guild):
            lines.append(say("⚠️ Silent matches need permissions that I lack: {names}.", names=labels(lacking)))
        return lines

    async def _settings(self, guild: discord.Guild) -> list[Text]:
        settings = await self.bot.arena.settings.server(guild.id)
        channel_id = await organisers_channel(self.bot, guild.id)
        return [
            say("A match may not start while a player could bypass the silence.")
            if settings.silence_blocks_start
            else say("A match may start although a player could bypass the silence; everybody is warned."),
            say_n(
                "The channels stay {count} day after a match.",
                "The channels stay {count} days after a match.",
                settings.transcript_days,
            ),
            say("Organisers are told in private.")
            if channel_id is None
            else say("Organisers are told in {channel}.", channel=f"<#{channel_id}>"),
        ]

    async def _match(self, guild: discord.Guild, match_id: int) -> list[Text]:
        faults = await self.keeper.check(match_id, patient=False)
        match = await self.bot.arena.matches.get(match_id)
        where = f"<#{match.channel_id}>"
        lines = [
            say("✗ Match {number} in {channel} is not silent: {fault}", number=match.id, channel=where, fault=fault)
            for fault in faults
        ] or [say("✓ Match {number} in {channel} is silent.", number=match.id, channel=where)]
        members = await fetch_members(self.bot, guild, [seat.person_id for seat in match.seats])
        accounts = await accounts_of(self.bot, members)
        return lines + [
            say("⚠️ {warning}", warning=bypass_text(accounts.mention(person_id), reason))
            for person_id, reason in above_policy(guild, members).items()
        ]

    async def _chosen(self, interaction: Interaction, match_id: int | None) -> Match:
        matches = self.bot.arena.matches
        if match_id is not None:
            match = await server_match_for(interaction, match_id)
            if not match.silent:
                raise NoSuchMatch
            return match
        here = await matches.latest_in(interaction.channel_id or 0)
        if here is None or not here.silent:
            raise Refusal(
                say("No silent match was played in this channel. Name one by its number."), code="no-match-here"
            )
        return here


async def _answer(interaction: Interaction, lines: Iterable[Text]) -> None:
    text = "\n".join(shown(line, locale_of(interaction)) for line in lines)
    await reply(interaction, text)


def _embeds(fields: Iterable[tuple[str, str]]) -> list[discord.Embed]:
    """Return fields in as few embeds as hold them; each embed is for a message of its own."""
    out = [discord.Embed()]
    for name, value in fields:
        if len(out[-1]) + len(name) + len(value) > EMBEDS_LIMIT:
            out.append(discord.Embed())
        out[-1].add_field(name=name, value=value, inline=False)
    return out


def _parts(lines: Iterable[str], limit: int = FIELD_LIMIT) -> list[str]:
    """Return lines joined to as few texts as fit in an embed's fields."""
    out: list[str] = []
    for line in (cut(line, limit) for line in lines):
        if out and len(out[-1]) + 1 + len(line) <= limit:
            out[-1] += f"\n{line}"
        else:
            out.append(line)
    return out
