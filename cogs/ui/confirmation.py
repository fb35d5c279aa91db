"""The question before something that cannot be taken back, in private, and what takes its place."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.language import locale_of
from cogs.core.replies import put, put_layout, reply
from cogs.core.text import Members, shown
from cogs.ui.layout import layout
from engine.text import Text


async def ask(
    interaction: Interaction,
    question: Text,
    kind: type[Persistent],
    yes: tuple[str, Text],
    no: tuple[str, Text],
    names: Sequence[str] = (),
) -> None:
    """Ask a person to confirm something.

    Args:
        interaction: Not answered yet.
        question: What is asked.
        kind: Of the two buttons.
        yes: Custom id and label of the button that does it.
        no: Those of the one that leaves it.
        names: Of the match's players.
    """
    view = discord.ui.View(timeout=None)
    for (custom_id, label), style in ((yes, discord.ButtonStyle.danger), (no, discord.ButtonStyle.secondary)):
        view.add_item(kind.button(custom_id, label, locale_of(interaction), style))
    await reply(interaction, shown(question, locale_of(interaction), names), view=view)


async def close(
    interaction: Interaction, text: Text, names: Sequence[str] = (), members: Members | None = None
) -> None:
    """Put what came of it in the place of a question and its buttons."""
    if interaction.message is not None and interaction.message.flags.components_v2:
        await put_layout(interaction, layout(shown(text, locale_of(interaction), names, members)))
        return
    await put(interaction, shown(text, locale_of(interaction), names, members))
