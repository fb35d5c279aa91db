"""Replies to the person behind an interaction, and messages outside a match's own channels."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.utils import MISSING

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.errors import BROKEN, answering
from cogs.core.text import CHOICE_LIMIT, DELETED, MESSAGE_LIMIT, MOST_CHOICES, Members, computer_text, cut, named, shown
from engine.text import Joint, Listed, Player, Text, listed, members_in
from hosting.match.model import GONE, Computer, Match

# From persons to Discord's users: whom a message mentions, calls, is sent to, lets in or fetches.
#
# Below the cogs there are persons only (`hosting.people`). A message looks up all it needs at once (`accounts_of`).
# Those who were deleted, or are no humans, have no account: nobody calls, fetches, adds or messages them.


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of people, by person; those without one are left out. `computers`: the computers among them."""

    known: Mapping[int, int] = field(default_factory=dict)
    computers: Mapping[int, Computer] = field(default_factory=dict)

    def get(self, person_id: int) -> int | None:
        return self.known.get(person_id)

    def mention(self, person_id: int) -> str | Text:
        """Return a person for a sentence, as a mention if they have an account."""
        account, computer = self.known.get(person_id), self.computers.get(person_id)
        if computer is not None:
            return computer_text(computer)
        return DELETED if account is None else f"<@{account}>"

    def calling(self, person_id: int, otherwise: str | Player) -> str | Player:
        """Return a mention of a person for a sentence, or `otherwise` if they are not among these."""
        account = self.known.get(person_id)
        return otherwise if account is None else f"<@{account}>"

    def mentions(self, person_ids: Iterable[int], joint: Joint = "comma") -> Listed:
        """Return mentions of people as a list; deleted players are numbered if there are several."""
        return listed(named([self._name(each) for each in person_ids], str), joint)

    def _name(self, person_id: int) -> str:
        account, computer = self.known.get(person_id), self.computers.get(person_id)
        if computer is not None:
            return computer.name
        return GONE if account is None else f"<@{account}>"

    def only(self) -> discord.AllowedMentions:
        """Return that a message mentions all of these and nobody else."""
        return only(self.known.values())

    def among(self, person_ids: Collection[int]) -> Accounts:
        known = {each: account for each, account in self.known.items() if each in person_ids}
        return Accounts(known, {each: computer for each, computer in self.computers.items() if each in person_ids})

    def persons(self) -> dict[int, int]:
        return {account: person_id for person_id, account in self.known.items()}


async def accounts_of(bot: ArenaBot, person_ids: Iterable[int]) -> Accounts:
    """Return the accounts of people in one query."""
    people, wanted = bot.arena.people, frozenset(person_ids)
    known = await people.accounts(wanted)
    missing = wanted - known.keys()
    return Accounts(known, await people.computers(missing) if missing else {})


async def members_of(bot: ArenaBot, match: Match, text: Text) -> Members:
    """Return the names of the people in a match's text: as in the match, else as in its server."""
    known = match.members
    others = members_in(text) - known.keys()
    return known | await bot.arena.people.names(match.guild_id, others) if others else known


def only(accounts: Iterable[int]) -> discord.AllowedMentions:
    """Return that a message mentions these users and nobody else."""
    users = [discord.Object(account) for account in sorted(accounts)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


log = logging.getLogger(__name__)

MESSAGES_SEARCHED = 50
"""Messages searched for one that was posted before a crash."""


async def whisper(bot: ArenaBot, guild_id: int, person_id: int, text: Text, names: Sequence[str] = ()) -> bool:
    """Send a person a direct message in their language; return False if they take none, or it fails."""
    account = (await accounts_of(bot, [person_id])).get(person_id)
    if account is None:
        return False
    language = (await bot.arena.settings.player(person_id)).language or await bot.language(guild_id)
    return await _write_to(bot, guild_id, account, _content(text, language, names))


async def whisper_to_stranger(
    bot: ArenaBot, guild_id: int, account: int, text: Text, names: Sequence[str] = ()
) -> bool:
    """Send a user about whom nothing is stored a direct message in a server's language; else as `whisper`."""
    return await _write_to(bot, guild_id, account, _content(text, await bot.language(guild_id), names))


async def _write_to(bot: ArenaBot, guild_id: int, account: int, content: str) -> bool:
    try:
        private = await bot.create_dm(discord.Object(account))
        await private.send(content, allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *BROKEN) as error:
        # Not who: what is told in private, and when, can be a secret among players.
        log.info("could not send a private message to a member of server %d: %r", guild_id, error)
        return False
    return True


async def post(
    bot: ArenaBot,
    guild_id: int,
    channel_id: int,
    text: Text,
    names: Sequence[str] = (),
    mentions: discord.AllowedMentions | None = None,
    view: discord.ui.View | None = None,
) -> int | None:
    """Post a text in a channel, with the buttons of a `view`; it mentions the users that `mentions` allows.

    Returns:
        The message; None if posting fails.
    """
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        content = _content(text, await bot.language(guild_id), names)
        sent = await channel.send(
            content,
            allowed_mentions=mentions or discord.AllowedMentions.none(),
            view=discord.utils.MISSING if view is None else view,
        )
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("could not post in channel %d: %r", channel_id, error)
        return None
    return sent.id


async def find_own(
    bot: ArenaBot,
    channel: discord.PartialMessageable | discord.DMChannel,
    is_it: Callable[[discord.Message], bool],
    *,
    since: datetime | None = None,
) -> discord.Message | None:
    """Return the bot's latest message that meets a condition, of a channel's last `MESSAGES_SEARCHED` messages.

    None if there is none, or the bot may not read there: then the nonce alone guards against posting twice.
    """
    try:
        async for message in channel.history(limit=MESSAGES_SEARCHED):
            new = since is None or message.created_at >= since
            if new and message.author == bot.user and is_it(message):
                return message
    except discord.Forbidden:
        log.info("not allowed to search channel %d for what was posted there", channel.id)
    return None


def custom_ids(message: discord.Message) -> list[str]:
    """Return the custom ids of a message's buttons and menus."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [str(getattr(item, "custom_id", "")) for row in rows for item in row.children]


async def channel_of(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread, including archived threads, or None if it is gone or inaccessible."""
    if (known := guild.get_channel_or_thread(channel_id)) is not None:
        return known
    try:
        found = await guild.fetch_channel(channel_id)
        if isinstance(found, discord.Thread) and found.parent is None:
            # Of a server of another process nothing is known, and a thread has the permissions of its channel.
            guild._add_channel(await guild.fetch_channel(found.parent_id))  # type: ignore[arg-type]  # noqa: SLF001
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None
    return found


def _content(text: Text, language: str, names: Sequence[str]) -> str:
    return cut(shown(text, language, names), MESSAGE_LIMIT)


# Replying to the person behind an interaction, and what options offer while they type.


async def reply(
    interaction: Interaction,
    content: str = "",
    *,
    embeds: Sequence[discord.Embed] = (),
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
    public: bool = False,
    suppress_embeds: bool = False,
) -> None:
    """Send an answer, after a deferral or not; a deferral must have been as public as the answer.

    The text is cut to a message's limit. With `suppress_embeds` its links have no preview.
    """
    send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    content = cut(content, MESSAGE_LIMIT)
    async with answering(interaction, content):
        await send(
            content or MISSING,
            embeds=embeds or MISSING,
            files=files or MISSING,
            view=MISSING if view is None else view,
            ephemeral=not public,
            suppress_embeds=suppress_embeds,
            allowed_mentions=discord.AllowedMentions.none(),
        )


async def put(interaction: Interaction, content: str, view: discord.ui.View | None = None) -> None:
    """Replace the message whose button or menu was used by a text; a public message is edited in any case.

    The text is cut to a message's limit.
    """
    edit = interaction.edit_original_response if interaction.response.is_done() else interaction.response.edit_message
    content = cut(content, MESSAGE_LIMIT)
    edited: dict[str, Any] = {
        "content": content,
        "view": view,
        "embeds": [],
        "attachments": [],
        "allowed_mentions": discord.AllowedMentions.none(),
    }
    async with answering(interaction, content, edited):
        await edit(**edited)


async def reply_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, *, files: Sequence[discord.File] = ()
) -> None:
    """Send a private answer that consists of components only; `reply` sends other answers.

    The layout refers to files as `attachment://name`.
    """
    send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    async with answering(interaction, _text_of(layout)):
        await send(view=layout, files=files or MISSING, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


async def put_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, *, files: Sequence[discord.File] = ()
) -> None:
    """Replace the private message whose button or menu was used by one that consists of components only.

    The layout refers to files as `attachment://name`.
    """
    edit = interaction.edit_original_response if interaction.response.is_done() else interaction.response.edit_message
    # A message that has a text of its own has to give it up.
    made = interaction.message is not None and interaction.message.flags.components_v2
    async with answering(interaction, _text_of(layout)):
        await edit(
            content=MISSING if made else None,
            embeds=MISSING if made else [],
            attachments=files,
            view=layout,
            allowed_mentions=discord.AllowedMentions.none(),
        )


def _text_of(layout: discord.ui.LayoutView) -> str:
    words = (each.content for each in layout.walk_children() if isinstance(each, discord.ui.TextDisplay))
    return cut("\n".join(words), MESSAGE_LIMIT)


# What an option offers while a person types: at most 25 alternatives, each with a name of at most 100 characters.


V = TypeVar("V", int, str)
Choices: TypeAlias = list[app_commands.Choice[V]]
Complete: TypeAlias = Callable[[Interaction, str], Awaitable[Choices[int]]]
"""Returns what to offer for the typed text, which need not be a number."""


class Completed(app_commands.Transformer):
    """A command's number option with alternatives to pick while it is typed."""

    def __init__(self, complete: Complete, *, least: int | None = 1, most: int | None = None) -> None:
        self._complete = complete
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int | None:
        return self._least

    @property
    def max_value(self) -> int | None:
        return self._most

    async def transform(self, _interaction: discord.Interaction[Any], value: int, /) -> int:
        return value

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: float | str, /
    ) -> list[app_commands.Choice[Any]]:
        return await self._complete(interaction, str(value))


def offered(named: Iterable[tuple[str, V]], typed: str, *, by_value: bool = False) -> Choices[V]:
    """Return the first alternatives (name, value) whose names contain the typed text, in any case.

    With `by_value` they match by value, too: a key in notation, say.
    """
    wanted = typed.casefold()
    fitting = (
        app_commands.Choice(name=cut(name, CHOICE_LIMIT), value=value)
        for name, value in named
        if wanted in name.casefold() or (by_value and wanted in str(value).casefold())
    )
    return list(islice(fitting, MOST_CHOICES))
