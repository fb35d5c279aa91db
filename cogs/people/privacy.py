"""`/data`: what the bot keeps of people and who answers for it, in topics to pick from."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import Persistent
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, plain, shown
from cogs.people.topics import Topic, topics_of
from engine.text import say

PAGES: Final = ("PRIVACY.md", "TERMS.md")
"""What goes with the last topic: each bot has its own, whatever its repository is called."""
_ROOT: Final = Path(__file__).parents[2]


async def show_privacy(interaction: Interaction) -> None:
    """Say what is kept in private, in servers and in direct messages, with a menu of topics."""
    content, files, view = _page(interaction.client, "", locale_of(interaction))
    await reply(interaction, content, files=files, view=view, suppress_embeds=True)


class PrivacyMenu(Persistent, template=r"i:privacy"):
    """The menu of topics under what `/data` says."""

    async def act(self, interaction: Interaction) -> None:
        """Show the topic that was picked; the first one in place of a topic of another version."""
        content, files, view = _page(interaction.client, "".join(self.picked), locale_of(interaction))
        await interaction.response.edit_message(content=content, attachments=files, view=view, suppress_embeds=True)


def pages(root: Path) -> list[discord.File]:
    """Return the pages in full as files; none where the program was installed without them."""
    found = (root / name for name in PAGES)
    return [discord.File(io.BytesIO(each.read_bytes()), each.name) for each in found if each.is_file()]


def _page(bot: ArenaBot, key: str, locale: Locale) -> tuple[str, list[discord.File], discord.ui.View]:
    """Return what is told of a topic, the files with it, and the menu."""
    topics = topics_of(bot.settings)
    topic = next((each for each in topics if each.key == key), topics[0])
    lines = [say("**{topic}**", topic=topic.title)] if topic is not topics[0] else []
    content = "\n".join(shown(line, locale) for line in (*lines, *topic.lines))
    view = discord.ui.View(timeout=None)
    view.add_item(_menu(topics, topic, locale))
    return cut(content, MESSAGE_LIMIT), pages(_ROOT) if topic.pages else [], view


def _menu(topics: tuple[Topic, ...], shown_now: Topic, locale: Locale) -> PrivacyMenu:
    """Return the menu, with the topic marked that is shown."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="i:privacy",
        options=[
            discord.SelectOption(
                label=cut(plain(each.title, locale), OPTION_LIMIT), value=each.key, default=each is shown_now
            )
            for each in topics
        ],
        placeholder=cut(plain(say("Another topic"), locale), PROMPT_LIMIT),
    )
    return PrivacyMenu(select)
