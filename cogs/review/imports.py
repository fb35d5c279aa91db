"""`/match import`: a record as a file or as text, checked, to be viewed or continued."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import entered, reader_of
from cogs.core.bot import ArenaCog, Interaction, Reader
from cogs.core.components import ArenaModal
from cogs.core.errors import Refusal, explain, tell
from cogs.core.messages import reply
from cogs.core.text import DIALOG_LIMIT, MESSAGE_LIMIT, TYPED_LIMIT, code, cut, locale_of, mark, plain, safe, shown
from cogs.review.viewer import ViewerControl, ViewerId, ViewerVerb, can_be_analysed, can_open
from cogs.ui.replay import IMPORT, ReplayedGame
from engine.errors import RecordError
from engine.history import moments
from engine.text import Text, listed, say
from hosting.imports import MOST_BYTES, Imported
from render.registry import renderer

"""Characters that Discord's dialogs take; what is longer comes as a file."""

ECHO = 60


class Importing(ArenaCog):
    """Imports records."""

    under = "match"

    @app_commands.command(
        name="import", description=mark("Import the record of a game to look at it, or to play on from its end")
    )
    @app_commands.describe(file=mark("A text file; leave it out to type or paste the record instead"))
    async def import_record(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        if file is None:
            await RecordDialog(locale_of(interaction)).open(interaction)
            return
        if file.size > MOST_BYTES:
            raise Refusal(
                say("This file is too large for a record: I can read {most} KiB at most.", most=MOST_BYTES // 1024),
                code="file-too-large",
            )
        await interaction.response.defer(ephemeral=True, thinking=True)
        await take_in(interaction, _decoded(await file.read()))


class RecordDialog(ArenaModal):
    """Asks for the text of a record."""

    def __init__(self, locale: str) -> None:
        super().__init__(title=cut(plain(say("Import a record"), locale), DIALOG_LIMIT))
        self.record: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            placeholder='[Game "replicants"]',
            max_length=TYPED_LIMIT,
            custom_id="record",
        )
        label = cut(plain(say("The record; a longer one as a file"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.record))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await take_in(interaction, self.record.value)


async def take_in(interaction: Interaction, text: str) -> None:
    """Check a record and answer with its uses, or with its error and where that is."""
    try:
        brought = await interaction.client.arena.imports.add(interaction.guild_id, await entered(interaction), text)
    except RecordError as error:
        await tell(interaction, *_wrong(interaction, error))
        return
    history = await asyncio.to_thread(moments, brought.session)
    story = ReplayedGame(IMPORT, brought.id, brought.session, history, brought.names)
    view = _view(story, locale_of(interaction), analysed=can_be_analysed(interaction, story))
    await reply(interaction, _content(brought, story, await reader_of(interaction)), view=view)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(
            say("This file isn't UTF-8 text: I can't read byte {place}.", place=error.start + 1), code="no-text"
        ) from error


def _wrong(interaction: Interaction, error: RecordError) -> list[Text]:
    """Return the error of a record: where, what, by which rule, and what would be right."""
    line, column = error.where.line, error.where.column
    if error.turn:
        place = say(
            "I couldn't import this record because of line {line}, column {column}: turn {turn}, seat {seat}, "
            "`{action}`.",
            line=line,
            column=column,
            turn=error.turn,
            seat=error.seat,
            action=code(cut(error.action, ECHO)) or "…",
        )
    else:
        place = say("I couldn't import this record because of line {line}, column {column}.", line=line, column=column)
    return [place, *(explain(interaction, error) or [])]


def _content(brought: Imported, story: ReplayedGame, reader: Reader) -> str:
    session = brought.session
    mode = session.game.info.mode(session.setup.mode)
    lines = [
        say(
            "**{game}**, {mode}: {names}",
            game=session.game.info.name,
            mode=mode.name if mode is not None else session.setup.mode,
            names=listed(map(safe, brought.names), "comma"),
        ),
        say("Every turn in this record is legal. Turns: {count}", count=story.last),
        story.ended(story.history[-1])
        or say("-# {headline}", headline=renderer(story.game).headline(session.view(None))),
    ]
    return cut("\n".join(shown(line, reader.locale, brought.names) for line in lines), MESSAGE_LIMIT)


def _view(story: ReplayedGame, locale: str, *, analysed: bool) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    last, verbs = story.last, {ViewerVerb.FIRST: say("View", context="button")}
    if last:
        verbs[ViewerVerb.ANIMATE] = say("Animated picture")
    if can_open(story, last):
        verbs[ViewerVerb.OPEN] = say("Open a table from its end")
    if analysed:
        verbs[ViewerVerb.ANALYSE] = say("Analyse", context="button")
    for verb, text in verbs.items():
        number = 0 if verb is ViewerVerb.FIRST else last
        style = discord.ButtonStyle.primary if verb is ViewerVerb.FIRST else discord.ButtonStyle.secondary
        custom_id = ViewerId(story.kind, story.id, number, 0, verb).text
        view.add_item(ViewerControl.button(custom_id, text, locale, style))
    return view
