"""`/doctor`: which permissions the bot lacks, here and in the whole server, and what does not work without them."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands
from discord.ext import commands

from cogs.channels.resume import resume_if_open
from cogs.core.bot import Interaction
from cogs.core.checks import organises, sees
from cogs.core.context import guild_of, playable, whoami
from cogs.core.errors import tell
from cogs.core.groups import FOR_ORGANISERS
from cogs.core.permissions import FEATURES, invitation, labels
from cogs.core.text import mark, named
from engine.text import Text, listed, say
from hosting.channels.housing import to_do
from settings import Settings


class Doctor(commands.Cog):
    """Looks after the bot's permissions."""

    @app_commands.default_permissions(manage_guild=True)
    @app_commands.command(description=mark("Show which permissions I lack here, and which feature each one blocks."))
    async def doctor(self, interaction: Interaction) -> None:
        """Answer `/doctor`, in private."""
        # To see whether an interrupted match can go on, Discord may be asked much: that may take longer than it waits.
        await interaction.response.defer(ephemeral=True, thinking=True)
        server = guild_of(interaction).me.guild_permissions
        report = [*findings(granted(interaction), server, interaction.client.application_id)]
        here = await interaction.client.arena.lists.parked_in(interaction.channel_id or 0)
        report += [
            say("The match in this channel was interrupted; it goes on now.")
            for match in await playable(interaction.client, here)
            if await resume_if_open(interaction.client, guild_of(interaction), match)
        ]
        lines = [
            *unnamed(interaction.client.settings),
            *await self._hidden(interaction),
            *await interrupted(interaction),
        ]
        await tell(interaction, *report, *lines)

    async def _hidden(self, interaction: Interaction) -> list[Text]:
        """Return how an organisers' role gets to see the commands for organisers; nothing where there is no role.

        Discord shows or hides whole commands by permissions of its own, and knows no role of the bot's.
        """
        settings = await interaction.client.arena.settings.server(guild_of(interaction).id)
        if settings.organiser_role_id is None:
            return []
        return [
            say(
                "ℹ️ Discord shows {commands} only to those who may manage the server. Under Server Settings → "
                "Integrations → my name they can be opened to {role}, too.",
                commands=listed((f"`/{name}`" for name in FOR_ORGANISERS), "comma"),
                role=f"<@&{settings.organiser_role_id}>",
            )
        ]


def granted(interaction: Interaction) -> discord.Permissions:
    """Return what the bot may do in the channel; in a thread, writing takes another permission than elsewhere."""
    granted = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        granted.update(send_messages=granted.send_messages_in_threads)
    return granted


def findings(here: discord.Permissions, server: discord.Permissions, application_id: int | None) -> Iterator[Text]:
    """Yield the report line by line: each feature, and what it lacks.

    Args:
        here: What the bot may do in the channel where it was asked.
        server: What its roles allow it in the whole server.
        application_id: For the address that asks for everything at once.
    """
    sound = True
    for feature in FEATURES:
        missing = feature.missing(here, server)
        if not missing:
            yield say("✅ {feature}", feature=feature.name)
            continue
        if feature.optional:
            yield say(
                "➖ {feature} That needs {permissions}; everything else works without.",
                feature=feature.name,
                permissions=labels(missing),
            )
            continue
        sound = False
        if feature.everywhere:
            yield say(
                "❌ {feature} Missing in the server: {permissions}", feature=feature.name, permissions=labels(missing)
            )
        else:
            yield say("❌ {feature} Missing here: {permissions}", feature=feature.name, permissions=labels(missing))
    if sound:
        yield say("Nothing is missing.")
    else:
        yield say("Give them to my role in Server Settings → Roles; a channel's own settings may deny them again.")
        if application_id is not None:
            yield say("Or add me again, with everything I need: <{address}>", address=invitation(application_id))
            yield say(
                "If no silent teams play here, this asks for far less: <{address}>",
                address=invitation(application_id, silent=False),
            )


def unnamed(settings: Settings) -> list[Text]:
    """Return a line about the settings without which people cannot learn who has their data; none where all are set."""
    values = {"OPERATOR_NAME": settings.operator_name, "OPERATOR_CONTACT": settings.operator_contact}
    if not (missing := [f"`{name}`" for name, value in values.items() if not value]):
        return []
    return [
        say(
            "⚠️ `/data` cannot say who answers for me and how to reach them: my operator has not set {names}.",
            names=listed(missing),
        )
    ]


async def interrupted(interaction: Interaction) -> list[Text]:
    """Return a line for each interrupted match that concerns the person: why, and what is to be done."""
    organiser = await organises(interaction.client, interaction.user)
    lines = []
    for each in await interaction.client.arena.lists.interrupted(interaction.guild_id or 0):
        match, own = each.match, each.seat_of(await whoami(interaction)) is not None
        concerned = own or organiser or match.organiser_id == await whoami(interaction)
        if each.parked is None or not (concerned or sees(interaction.user, interaction.guild, match.channel_id)):
            continue
        lines.append(
            say(
                "⏸️ Match {number} ({names}) is interrupted: {reason} {remedy}",
                number=match.id,
                names=listed(named(each.names), "comma"),
                reason=each.parked.text,
                remedy=to_do(each.parked),
            )
        )
    return [*lines, *await unreadable(interaction, organiser=organiser)]


async def unreadable(interaction: Interaction, *, organiser: bool) -> list[Text]:
    """Return a line for each match of the server that was found not to be readable and concerns the person."""
    matches = interaction.client.arena.matches
    if not matches.unreadable:
        return []
    mine = {each.id for each in await matches.of_person(await whoami(interaction), interaction.guild_id)}
    return [
        say(
            "⏸️ Match {number} ({names}) is paused: this version of me cannot read what was played, and my log says "
            "why. An organiser can call it off with `/organise void match:{number}`.",
            number=each.id,
            names=listed(named(each.names), "comma"),
        )
        for each in await matches.in_guild(interaction.guild_id or 0)
        if each.id in matches.unreadable
        and (organiser or each.id in mine or sees(interaction.user, interaction.guild, each.channel_id))
    ]
