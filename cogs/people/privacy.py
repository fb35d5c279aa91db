"""`/privacy`: what the bot keeps of people, who answers for it, and the pages that say it in full."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

import discord
from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, shown
from engine.text import Text, say
from settings import Settings

PAGES: Final = ("PRIVACY.md", "TERMS.md")
"""What is sent with the answer: each bot has its own, whatever its repository is called."""
_ROOT: Final = Path(__file__).parents[2]

_KEPT: Final = (
    say(
        "**What I keep of you:** the number of your account and your name in servers where you play; your seats, "
        "turns, choices and results; your settings; and what you leave with me, such as loadouts and records."
    ),
    say(
        "**Why:** matches last for weeks, and people ask who played. I read neither messages nor lists of members, and "
        "pass nothing on."
    ),
    say(
        "**Who reads it:** what is posted, everybody who sees that channel; the log of a match, its players and the "
        "organisers of its server; all of it, the operator of this bot."
    ),
    say(
        "**What you can do:** `/data export` gives you a copy of it, once a day; `/data delete` deletes what names you."
    ),
    say(
        "**What I cannot delete:** what was posted on Discord. Boards and results stay in their channels until they "
        "are deleted there."
    ),
)


class PrivacyCog(ArenaCog):
    """Says what is kept."""

    @app_commands.command(description=mark("What I keep of you and why, who reads it, and who answers for this bot"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def privacy(self, interaction: Interaction) -> None:
        """Answer in private, in servers and in direct messages."""
        settings = self.bot.settings
        lines = (
            *_KEPT,
            kept_for(settings),
            operator(settings),
            say("-# The pages attached say all of it, in English."),
        )
        await reply(
            interaction,
            "\n".join(shown(line, locale_of(interaction)) for line in lines),
            files=pages(_ROOT),
            suppress_embeds=True,
        )


def pages(root: Path) -> list[discord.File]:
    """Return the pages as files; none where the program was installed without them."""
    found = (root / name for name in PAGES)
    return [discord.File(io.BytesIO(each.read_bytes()), each.name) for each in found if each.is_file()]


def kept_for(settings: Settings) -> Text:
    """Return for how many days things are kept here."""
    return say(
        "**How long, in days:** all of a server, after I was removed from it: {servers}; the log of a silent match's "
        "channels, after its end: {logs}; records that you bring: {imports}; cancelled tables: {tables}. Other matches "
        "and your settings stay until they are deleted.",
        servers=settings.keep_removed_servers,
        logs=settings.keep_silence_logs,
        imports=settings.keep_imports,
        tables=settings.keep_closed_tables,
    )


def operator(settings: Settings) -> Text:
    """Return who answers for the bot, and how to reach them."""
    name, contact = settings.operator_name, settings.operator_contact
    if name and contact:
        return say("**Who answers for this bot:** {name}, {contact}", name=name, contact=contact)
    if name or contact:
        return say("**Who answers for this bot:** {name}", name=name or contact)
    return say("**Who answers for this bot** is not set. Please ask the people who added me to your server.")
