"""Private messages made of components, and the question before an act that cannot be undone.

In other messages the text stands above the pictures, so that a phone shows lines of text where a player expects the
board. A message made of components stays so: its replacement is made by `layout`, too.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import Item, Persistent
from cogs.core.messages import put, put_layout, reply
from cogs.core.text import LAYOUT_LIMIT, Members, cut, locale_of, shown
from cogs.ui.pictures import Board
from engine.text import Text, say
from hosting.runtime import LruCache

ROW_WIDTH = 5
"""Buttons in a row; a menu takes all of it."""

Part: TypeAlias = discord.ui.MediaGallery[Any] | discord.ui.TextDisplay[Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """The parts above a message's text, in order; they refer to `files`."""

    parts: list[Part] = field(default_factory=list)
    files: list[discord.File] = field(default_factory=list)

    def __add__(self, other: Scene) -> Scene:
        return Scene([*self.parts, *other.parts], [*self.files, *other.files])

    @property
    def room(self) -> int:
        return LAYOUT_LIMIT - sum(len(part.content) for part in self.parts if isinstance(part, discord.ui.TextDisplay))


def scene_of(board: Board) -> Scene:
    """Return a board or a sheet as a scene: each picture as wide as the message, or its text."""
    texts: list[Part] = [discord.ui.TextDisplay(each.description) for each in board.embeds if each.description]
    return Scene([*(gallery([file]) for file in board.files), *texts], board.files)


def gallery(files: Iterable[discord.File]) -> discord.ui.MediaGallery[Any]:
    """Return pictures side by side, each with its alt text; one alone is shown as wide as the message."""
    items = (discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description) for file in files)
    return discord.ui.MediaGallery(*items)


def layout(
    text: str, scene: Scene | None = None, items: Iterable[Item | Persistent] = (), *, below: Iterable[Part] = ()
) -> discord.ui.LayoutView:
    """Return a message made of components: a scene, the text, the parts `below` it, and the controls.

    The text is not empty, and is cut to the room that is left. Controls without a row share one.
    """
    above = scene or Scene()
    view = discord.ui.LayoutView(timeout=None)
    for part in above.parts:
        view.add_item(part)
    view.add_item(discord.ui.TextDisplay(cut(text, above.room)))
    for part in below:
        view.add_item(part)
    for row in _rows(items):
        view.add_item(discord.ui.ActionRow(*row))
    return view


def _rows(items: Iterable[Item | Persistent]) -> list[list[Item | Persistent]]:
    """Return controls by row; a menu without a row gets one of its own."""
    rows: list[list[Item | Persistent]] = []
    for item in items:
        if rows and rows[-1][-1].row == item.row and sum(each.width for each in rows[-1]) + item.width <= ROW_WIDTH:
            rows[-1].append(item)
        else:
            rows.append([item])
    return rows


# The question before something that cannot be taken back, in private, and what takes its place.


MOST_QUESTIONS = 256
"""Questions that wait for an answer at most; older ones have to be asked again."""
ConfirmedAction: TypeAlias = Callable[[], Awaitable[Text]]
"""Does what was confirmed and returns what to say then."""
Check: TypeAlias = Callable[[Interaction], Awaitable[object]]
"""Raises Refusal if the person may no longer do it."""


async def ask_to_confirm(
    interaction: Interaction,
    question: Text,
    kind: type[Persistent],
    yes: tuple[str, Text],
    no: tuple[str, Text],
    names: Sequence[str] = (),
    members: Members | None = None,
) -> None:
    """Ask a person to confirm something, before the interaction is answered.

    `yes` and `no` are custom id and label of the two buttons; `members` are names of the people in the question.
    """
    view = discord.ui.View(timeout=None)
    for (custom_id, label), style in ((yes, discord.ButtonStyle.danger), (no, discord.ButtonStyle.secondary)):
        view.add_item(kind.button(custom_id, label, locale_of(interaction), style))
    await reply(interaction, shown(question, locale_of(interaction), names, members), view=view)


async def close_question(
    interaction: Interaction, text: Text, names: Sequence[str] = (), members: Members | None = None
) -> None:
    """Replace a question and its buttons by a text."""
    if interaction.message is not None and interaction.message.flags.components_v2:
        await put_layout(interaction, layout(shown(text, locale_of(interaction), names, members)))
        return
    await put(interaction, shown(text, locale_of(interaction), names, members))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """An act that needs confirmation; `check` says whether the presser may still do it."""

    account: int
    guild_id: int | None
    deed: ConfirmedAction
    check: Check
    names: tuple[str, ...]
    members: Members | None


class Questions(commands.Cog):
    """The open questions. They are forgotten when the program ends: their commands are then given again."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._asked: LruCache[str, Confirmation] = LruCache(MOST_QUESTIONS)

    async def ask(
        self,
        interaction: Interaction,
        text: Text,
        label: Text,
        deed: ConfirmedAction,
        check: Check,
        *,
        names: tuple[str, ...] = (),
        members: Members | None = None,
    ) -> None:
        token = secrets.token_hex(8)
        question = Confirmation(interaction.user.id, interaction.guild_id, deed, check, names, members)
        self._asked.put(token, question)
        yes, no = (f"o:{token}:yes", label), (f"o:{token}:no", say("Leave it"))
        await ask_to_confirm(interaction, text, QuestionButton, yes, no, names, members)

    async def answer(self, interaction: Interaction, token: str, *, yes: bool) -> None:
        question = self._asked.get(token)
        asked = (interaction.user.id, interaction.guild_id)
        if question is None or (question.account, question.guild_id) != asked:
            await close_question(interaction, say("This question is out of date. Please use the command again."))
            return
        self._asked.forget(token)
        if yes:
            await question.check(interaction)
        text = await question.deed() if yes else say("Nothing has changed.")
        await close_question(interaction, text, question.names, question.members)


class QuestionButton(Persistent, template=r"o:(?P<token>[0-9a-f]{16}):(?P<action>yes|no)"):
    """A button under the question before something is destroyed."""

    async def act(self, interaction: Interaction) -> None:
        await questions_of(interaction.client).answer(
            interaction, self.fields["token"], yes=self.fields["action"] == "yes"
        )


def questions_of(bot: ArenaBot) -> Questions:
    """Return the bot's open questions."""
    questions = bot.get_cog(Questions.__cog_name__)
    if not isinstance(questions, Questions):
        raise AssertionError("nobody keeps the questions")
    return questions
