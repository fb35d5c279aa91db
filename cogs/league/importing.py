"""`/league-manage import`: a season from a file. It is read and shown in private; nothing is kept before **Import**."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import ArenaModal, Persistent
from cogs.core.context import entered, guild_of
from cogs.core.errors import Refusal, holds
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT, MESSAGE_LIMIT
from cogs.core.messages import channel_of
from cogs.core.replies import reply
from cogs.core.text import cut, fitting, plain, shown
from cogs.league.choosing import Eligible, chosen
from cogs.league.finding import require_organiser
from cogs.league.naming import FORMATS, league_text
from cogs.league.posts import require_announcing, require_playing
from cogs.league.wording import day
from cogs.ui import confirmation
from engine import registry
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.checks import LONGEST_NAME, check_name
from hosting.league.errors import BadLeagueName, BadSeasonFile, LeagueNameTaken
from hosting.league.importing import ReadSeason
from hosting.league.state import View
from hosting.league.unpacking import MOST_BYTES
from hosting.runtime.lru import Recent
from store.league.seasons import key_of

MOST_HELD = 64 * 1024 * 1024
"""Bytes of files whose **Import** waits to be pressed, of all servers; the oldest are let go of first."""
_REMEMBERED = 256
"""Presses that imported, so that a second one is told so."""

_TOO_LARGE = say(
    "This file is too large for a season: at most {most} MiB are read. Bring what `/league-manage export` wrote."
)
_BAD = say("{why} Nothing was imported: bring the ZIP just as `/league-manage export` wrote it.")
_TAKEN = say("A league of this server has that name already.")
_GONE = say(
    "I do not have this file any more: I was restarted, or others came after it. If its league is not here yet "
    "(`/league standings`), please give `/league-manage import` again."
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was read and found right, until it is imported.

    Attributes:
        account: Who gave it.
        guild_id: In which server.
        channel_id: Where the league is to be told and played.
        data: The ZIP.
    """

    account: int
    guild_id: int
    channel_id: int
    data: bytes

    @property
    def size(self) -> int:
        """Bytes of it."""
        return len(self.data)


class Uploads(commands.Cog):
    """The files that wait. They are forgotten when the program ends: their commands are then given again."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._held: dict[str, Upload] = {}
        self._busy: set[str] = set()
        self._done: Recent[str, int] = Recent(_REMEMBERED)
        self._reading = asyncio.Lock()

    async def read(self, data: bytes) -> ReadSeason:
        """Return what a file says, one file after the other: each may take much memory.

        Raises:
            Refusal: It is no season, or does not agree with itself; says file, line, reason and what to do.
        """
        async with self._reading:
            try:
                return await self.bot.arena.season_imports.read(data)
            except BadSeasonFile as error:
                raise Refusal(_BAD.using(why=error.text), code=error.code) from error

    def hold(self, upload: Upload) -> str:
        """Keep a file until it is imported; return by which word it is found again."""
        while self._held and upload.size + sum(each.size for each in self._held.values()) > MOST_HELD:
            del self._held[next(iter(self._held))]
        token = secrets.token_hex(8)
        self._held[token] = upload
        return token

    def forget(self, token: str) -> None:
        """Let go of a file."""
        self._held.pop(token, None)

    async def find(self, interaction: Interaction, token: str) -> Upload:
        """Return a file to the organiser who gave it.

        Raises:
            Refusal: It is no longer there, another one gave it, it is imported, or its importer is no organiser.
        """
        await require_organiser(interaction)
        if self._done.get(token) is not None:
            raise Refusal(say("This file is imported already."), code="imported-already")
        found = self._held.get(token)
        if token in self._busy:
            raise Refusal(say("This file is being imported at this moment."), code="importing")
        if found is None or (found.account, found.guild_id) != (interaction.user.id, guild_of(interaction).id):
            raise Refusal(_GONE, code="no-file")
        return found

    async def take_in(self, interaction: Interaction, token: str, name: str | None) -> None:
        """Import a file, under a name of its own if one is given. Raises Refusal, LeagueNameTaken, BadLeagueName."""
        upload = await self.find(interaction, token)
        self._busy.add(token)
        try:
            await interaction.response.defer()
            season_id = await self._add(interaction, upload, name)
            self._done.put(token, season_id)
            self.forget(token)
        finally:
            self._busy.discard(token)
        view = await self.bot.arena.leagues.view(season_id)
        lines = list(_imported(view))
        holds(interaction, *lines)
        content = "\n".join(shown(each, locale_of(interaction)) for each in lines)
        none = discord.AllowedMentions.none()
        await interaction.edit_original_response(content=content, view=None, allowed_mentions=none)

    async def _add(self, interaction: Interaction, upload: Upload, name: str | None) -> int:
        read = await self.read(upload.data)
        await _check_place(interaction, upload, read)
        person_id = await entered(interaction)
        try:
            return await self.bot.arena.season_imports.add(upload.guild_id, upload.channel_id, person_id, read, name)
        except LeagueNameTaken as error:
            text = say("{why} **Import under another name** asks for one.", why=_TAKEN)
            raise Refusal(text, code=error.code) from error


def uploads_of(bot: ArenaBot) -> Uploads:
    """Return the files that wait."""
    found = bot.get_cog(Uploads.__cog_name__)
    if not isinstance(found, Uploads):
        raise AssertionError("nobody keeps the files")
    return found


async def bring(interaction: Interaction, file: discord.Attachment, channel: Eligible | None) -> None:
    """Read a file and show in private what would be imported. Raises Refusal, MissingPermission.

    Args:
        interaction: Of an organiser.
        file: What they brought.
        channel: Where the league is to be told and played; None for the channel at hand.
    """
    await require_organiser(interaction)
    if file.size > MOST_BYTES:
        raise Refusal(_TOO_LARGE.using(most=MOST_BYTES // 2**20), code="file-too-large")
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise Refusal(say("Discord did not hand me this file. Please give it again."), code="no-file") from error
    uploads = uploads_of(interaction.client)
    read = await uploads.read(data)
    where = await chosen(interaction, channel, silent=_is_silent(read))
    require_announcing(where)
    trouble = await _trouble(interaction, read.name)
    upload = Upload(interaction.user.id, guild_of(interaction).id, where.id, data)
    lines = [shown(each, locale_of(interaction)) for each in _preview(read, trouble)]
    buttons = _buttons(uploads.hold(upload), locale_of(interaction), sound=trouble is None)
    await reply(interaction, fitting(lines, MESSAGE_LIMIT, "…"), view=buttons)


async def _check_place(interaction: Interaction, upload: Upload, read: ReadSeason) -> None:
    """Refuse a channel in which the league can by now be neither told nor, while it runs, played."""
    guild = guild_of(interaction)
    channel = await channel_of(guild, upload.channel_id)
    if channel is None:
        raise Refusal(
            say("That channel is gone, or I cannot see it: give the command in another one."), code="no-channel"
        )
    require_announcing(channel)
    if not read.closed:
        require_playing(guild, channel, silent=_is_silent(read))


def _is_silent(read: ReadSeason) -> bool:
    mode = registry.get(read.game).info.mode(read.mode)
    return mode is not None and mode.silent


async def _trouble(interaction: Interaction, name: str) -> Text | None:
    """Return why a league cannot be called here as in its file, or None."""
    try:
        key = key_of(check_name(name))
    except BadLeagueName as error:
        return error.text
    found = await interaction.client.arena.leagues.of_guild(guild_of(interaction).id, following=True)
    return _TAKEN if key in {key_of(league.name) for league, _ in found} else None


def _preview(read: ReadSeason, trouble: Text | None) -> Iterator[Text]:
    """Give what a file holds and what becomes of it, a line each."""
    yield say(
        "**{league}**, season {number}: all of this file was computed again, and agrees. Nothing is imported before "
        "you press **Import**.",
        league=Quote(read.name),
        number=read.number,
    )
    if trouble is not None:
        yield say("⚠️ {why} **Import under another name** asks for one.", why=trouble)
    game = registry.get(read.game).info
    mode = game.mode(read.mode)
    yield say(
        "{format}: {game}, {mode}",
        format=FORMATS[read.kind],
        game=game.name,
        mode=read.mode if mode is None else mode.name,
    )
    counts = [
        say_n("{count} entry", "{count} entries", read.entries),
        say_n("{count} player", "{count} players", read.people),
        say_n("{count} match that is over", "{count} matches that are over", read.matches),
    ]
    yield say("{counts}", counts=listed(counts, "comma"))
    yield from _course(read)
    yield say("**What is different here**")
    for each in read.notes:
        yield say("• {note}", note=each)
    if not read.closed:
        yield say("• What was played before is not rated again here.")
    yield say("• Its players are names, until they press **That is me** under the public post and you confirm it.")


def _course(read: ReadSeason) -> Iterator[Text]:
    if read.starts_at is not None:
        yield say("It started {when}.", when=day(read.starts_at))
    if read.closed:
        yield say("It is closed, and stays so: its table, titles and history come along.")
    elif read.ends_at is not None:
        yield say("It is being played, and ends {when}.", when=day(read.ends_at))
    else:
        yield say("It is being played.")


def _imported(view: View) -> Iterator[Text]:
    """Give what is told once it is done."""
    yield say(
        "**{league}** is imported, and announced in <#{channel}>.",
        league=league_text(view),
        channel=view.league.channel_id,
    )
    yield say("Its players press **That is me** there; you confirm it, or another organiser does.")
    if view.season.closed_at is None:
        yield say("It is paused. `/league-manage resume` lets it go on once its players are known.")


def _buttons(token: str, locale: str | None, *, sound: bool) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    style = discord.ButtonStyle.success
    label = say("Import", context="button")
    view.add_item(ImportButton.button(f"u:{token}:import", label, locale, style, disabled=not sound))
    view.add_item(ImportButton.button(f"u:{token}:name", say("Import under another name"), locale))
    view.add_item(ImportButton.button(f"u:{token}:drop", say("Do not import"), locale))
    return view


class ImportButton(Persistent, template=r"u:(?P<token>[0-9a-f]{16}):(?P<action>import|name|drop)"):
    """A button under what a file holds."""

    async def act(self, interaction: Interaction) -> None:
        """Import the file, ask for another name first, or let go of it."""
        uploads, token = uploads_of(interaction.client), self.fields["token"]
        match self.fields["action"]:
            case "import":
                await uploads.take_in(interaction, token, None)
            case "name":
                await uploads.find(interaction, token)
                await interaction.response.send_modal(ImportDialog(token, locale_of(interaction)))
            case _:
                await uploads.find(interaction, token)
                uploads.forget(token)
                await confirmation.close(interaction, say("Nothing was imported."))


class ImportDialog(ArenaModal):
    """Asks for the name under which a league is imported."""

    def __init__(self, token: str, locale: str | None) -> None:
        super().__init__(title=cut(plain(say("Import under another name"), locale), DIALOG_LIMIT))
        self._token = token
        self.name: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="name", max_length=LONGEST_NAME)
        label = cut(plain(say("What the league is called here"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.name))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Import the file under this name."""
        await uploads_of(interaction.client).take_in(interaction, self._token, self.name.value)
