"""`/data`: what is kept of people, a copy of everything that is held about the person who asks, and its deletion."""

from __future__ import annotations

import io
from typing import Literal, TypeAlias, assert_never

import discord
from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import Persistent
from cogs.core.context import whoami
from cogs.core.errors import holds
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.network import BROKEN
from cogs.core.replies import put, reply
from cogs.core.text import Locale, cut, mark, shown
from cogs.people.privacy import show_privacy
from cogs.ui.confirmation import close
from engine.text import Text, listed, say, say_n
from hosting.rights.deletion import Outline
from hosting.rights.errors import numbers_of

Request: TypeAlias = Literal["copy", "deletion"]

# What a Literal holds is not extracted for translation.
mark("copy")
mark("deletion")

_ASKED = say("**Shall I delete what names you? It cannot be undone.** `/data request:copy` gives you a copy before.")
_WHAT_GOES = (
    say(
        "**What goes:** the link to your account, your names in all servers, your settings, vacations, loadouts, "
        "plans, records that you brought, the names you gave to teams, and whom you block. You leave open tables and "
        "leagues, where your partners are told, and your offers are withdrawn."
    ),
    say(
        "**What stays:** matches that you played, with results and ratings, as those of a “deleted player”: they are "
        "the matches of others, too. What was posted on Discord stays there until it is deleted there."
    ),
    say(
        "If you come back, you are a new player, in leagues, too: a season that is being played takes you only as one "
        "who comes late, without your earlier points."
    ),
)
_DONE = say("It is done: nothing here leads to you any more. Thank you for playing.")
_CHANGED = say("⚠️ Something has changed since I asked. Nothing was deleted: please look again.")


class DataCog(ArenaCog):
    """Hands people what is held about them, in private, in servers and in direct messages."""

    @app_commands.command(
        description=mark("What I keep of you and why, and who reads it; request a copy, or its deletion")
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        request=mark("A copy of everything, once a day; or the deletion: I say first what goes and what stays")
    )
    async def data(self, interaction: Interaction, request: Request | None = None) -> None:
        """Say what is kept, send a copy, or ask whether to delete it."""
        match request:
            case None:
                await show_privacy(interaction)
            case "copy":
                await self._send(interaction)
            case "deletion":
                outline = await self.bot.arena.deletions.outline(await whoami(interaction))
                content, view = _question(outline, locale_of(interaction))
                await reply(interaction, content, view=view)
            case _:
                assert_never(request)

    async def _send(self, interaction: Interaction) -> None:
        """Send the copy, a message for each part."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        exports, person_id = self.bot.arena.exports, await whoami(interaction)
        copy = await exports.make(person_id)
        try:
            for number, part in enumerate(copy.parts, 1):
                text = _said(number, len(copy.parts), copy.unread)
                file = discord.File(io.BytesIO(part), f"arena-data-{number}.zip")
                # Without its file an answer is none, so it isn't made up for.
                await interaction.followup.send(shown(text, locale_of(interaction)), file=file, ephemeral=True)
        except (discord.HTTPException, *BROKEN):
            await exports.missed(person_id)
            holds(interaction, say("Your copy got lost on its way. Please ask for it again: `/data request:copy`."))
            raise


class DataButton(Persistent, template=r"y:(?P<verb>[a-z]{1,8}):(?P<mark>[0-9a-f]{1,8})"):
    """A button under the question whether everything is to be deleted, in private; it acts for who presses it."""

    async def act(self, interaction: Interaction) -> None:
        """Delete the person who presses, or leave everything as it is."""
        verb = self.fields["verb"]
        if verb not in {"delete", "resign"}:
            await close(interaction, say("Nothing was deleted."))
            return
        person_id, locale = await whoami(interaction), locale_of(interaction)
        deletions = interaction.client.arena.deletions
        outline = await deletions.outline(person_id)
        # What is confirmed is what was read: not another match, and not the person who came back since.
        if outline.mark != self.fields["mark"]:
            content, view = _question(outline, locale, _CHANGED)
            await put(interaction, content, view)
            return
        await interaction.response.defer()
        resigning = {each.id for each in outline.running} if verb == "resign" else set()
        await deletions.delete(person_id, resigning=resigning)
        await put(interaction, shown(_DONE, locale))


def _question(outline: Outline, locale: Locale, *before: Text) -> tuple[str, discord.ui.View]:
    """Return what is asked before a deletion, with its buttons."""
    lines, verb, label = [*before, _ASKED], "delete", say("Delete everything")
    if outline.running:
        count = len(outline.running)
        lines.append(
            say_n(
                "**You still play in {count} match:** {numbers}. Play it to the end first, or have it resigned.",
                "**You still play in {count} matches:** {numbers}. Play them to the end first, or have them resigned.",
                count,
                numbers=numbers_of(outline.running),
            )
        )
        verb = "resign"
        label = say_n("Resign the match and delete everything", "Resign them and delete everything", count)
    choices = [(verb, label, discord.ButtonStyle.danger), ("keep", say("Keep it"), discord.ButtonStyle.secondary)]
    view = discord.ui.View(timeout=None)
    for key, words, style in choices:
        view.add_item(DataButton.button(f"y:{key}:{outline.mark}", words, locale, style))
    return cut("\n".join(shown(line, locale) for line in (*lines, *_WHAT_GOES)), MESSAGE_LIMIT), view


def _said(number: int, parts: int, unread: tuple[int, ...]) -> Text:
    """Return what stands beside a part."""
    if number > 1:
        return say("Part {number} of {parts}.", number=number, parts=parts)
    if unread:
        return say(
            "Everything I hold about you, but for the records of matches that this version of me cannot read: "
            "{matches}. README.txt says what is in each file.",
            matches=listed(map(str, unread), "comma"),
        )
    return say_n(
        "Everything I hold about you. README.txt says what is in each file.",
        "Everything I hold about you, in {count} parts. README.txt says what is in each file.",
        parts,
    )
