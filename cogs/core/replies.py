"""Replying to the person behind an interaction, and what options offer while they type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.utils import MISSING

from cogs.core.bot import Interaction
from cogs.core.errors import answering
from cogs.core.text import CHOICE_LIMIT, MESSAGE_LIMIT, MOST_CHOICES, cut


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
    """Send an answer, or what a deferral promised.

    Args:
        interaction: Deferred or not; a deferral must have been as public as the answer.
        content: The text, cut to what a message holds.
        embeds: Under it.
        files: With it.
        view: Buttons and menus.
        public: Whether everybody in the channel reads it.
        suppress_embeds: Whether links in the text stay without a preview.
    """
    content, send = cut(content, MESSAGE_LIMIT), _sender(interaction)
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
    """Put a text in the place of the message whose button or menu was used; one that others see is edited in any case.

    Args:
        interaction: Deferred or not.
        content: The text, cut to what a message holds.
        view: Buttons and menus; None for none.
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
    """Send an answer that is made of components alone, in private; other answers are sent by `reply`.

    Args:
        interaction: Deferred in private, or not yet answered.
        layout: All of the message.
        files: That the layout refers to, as `attachment://name`.
    """
    send = _sender(interaction)
    async with answering(interaction, _text_of(layout)):
        await send(view=layout, files=files or MISSING, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


async def put_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, *, files: Sequence[discord.File] = ()
) -> None:
    """Put a message made of components alone in the place of the private one whose button or menu was used.

    Args:
        interaction: Deferred or not.
        layout: All of the message.
        files: That the layout refers to, as `attachment://name`.
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


def _sender(interaction: Interaction) -> Callable[..., Awaitable[object]]:
    return interaction.followup.send if interaction.response.is_done() else interaction.response.send_message


def _text_of(layout: discord.ui.LayoutView) -> str:
    """Return the words of a message that is made of components."""
    words = (each.content for each in layout.walk_children() if isinstance(each, discord.ui.TextDisplay))
    return cut("\n".join(words), MESSAGE_LIMIT)


# What an option offers while a person types: at most 25 alternatives, each with a name of at most 100 characters.


V = TypeVar("V", int, str)
Choices: TypeAlias = list[app_commands.Choice[V]]
Complete: TypeAlias = Callable[[Interaction, str], Awaitable[Choices[int]]]
"""Returns what to offer for what was typed so far, which need not be a number."""


class Completed(app_commands.Transformer):
    """An option of a command that is a number, for which there are alternatives to pick while it is typed."""

    def __init__(self, complete: Complete, *, least: int | None = 1, most: int | None = None) -> None:
        self._complete = complete
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord's type of the option."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int | None:
        """The lowest number that Discord lets through."""
        return self._least

    @property
    def max_value(self) -> int | None:
        """The highest number that Discord lets through."""
        return self._most

    async def transform(self, _interaction: discord.Interaction[Any], value: int, /) -> int:
        """Return the number as it is."""
        return value

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: float | str, /
    ) -> list[app_commands.Choice[Any]]:
        """Offer alternatives."""
        return await self._complete(interaction, str(value))


def offered(named: Iterable[tuple[str, V]], typed: str, *, by_value: bool = False) -> Choices[V]:
    """Return the first alternatives whose names contain what was typed.

    Args:
        named: Name and value of each alternative, in the order in which they are offered.
        typed: What stands in the option so far, in whatever case.
        by_value: Whether those fit, too, whose value contains it: a key in notation, say.
    """
    wanted = typed.casefold()
    fitting = (
        app_commands.Choice(name=cut(name, CHOICE_LIMIT), value=value)
        for name, value in named
        if wanted in name.casefold() or (by_value and wanted in str(value).casefold())
    )
    return list(islice(fitting, MOST_CHOICES))
