"""The button Moved commands under `/help`, and the list that it opens: what each command was called, and is now."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.groups import RENAMED
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, shown
from engine.text import say

LINES = 12
"""Commands of a page, at most: a phone shows them at once."""

_HEAD = say("**Commands that have moved**: the old name, and the one that holds now")


class MovedButton(Persistent, template=r"f:moved:(?P<page>\d{1,2})"):
    """The button under the help, which opens the list, and those under the list, which turn its pages."""

    @classmethod
    def of(cls, locale: Locale) -> MovedButton:
        """Return the button under the help."""
        return cls.button("f:moved:0", say("Moved commands", context="button"), locale)

    async def act(self, interaction: Interaction) -> None:
        """Show a page of the list: in a message of its own, as the help stays, or in the place of another page."""
        content, view = page_of(int(self.fields["page"]), locale_of(interaction))
        message = interaction.message
        if message is None or message.flags.components_v2:
            await reply(interaction, content, view=view)
            return
        await interaction.response.edit_message(
            content=content, view=view, allowed_mentions=discord.AllowedMentions.none()
        )


def page_of(page: int, locale: Locale) -> tuple[str, discord.ui.View]:
    """Return a page of the list, counted from 0, and its buttons; of a page that is not there the last one."""
    names = sorted(RENAMED.items())
    pages = [names[start : start + LINES] for start in range(0, len(names), LINES)]
    page = min(page, len(pages) - 1)
    lines = [shown(_HEAD, locale), *(f"`/{old}` → `/{new}`" for old, new in pages[page])]
    view = discord.ui.View(timeout=None)
    for there, other, label in (
        (page > 0, page - 1, say("◀ Previous page")),
        (page + 1 < len(pages), page + 1, say("Next page ▶")),
    ):
        if there:
            view.add_item(MovedButton.button(f"f:moved:{other}", label, locale))
    return cut("\n".join(lines), MESSAGE_LIMIT), view


def moved_row(locale: Locale) -> discord.ui.ActionRow[Any]:
    """Return the row with the button, for a message made of components."""
    return discord.ui.ActionRow[Any](MovedButton.of(locale))
