"""The question before something that cannot be taken back, in private, and what takes its place."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import Persistent
from cogs.core.language import locale_of
from cogs.core.replies import put, put_layout, reply
from cogs.core.text import Members, shown
from cogs.ui.layout import layout
from engine.text import Text, say
from hosting.runtime.lru import Recent

MOST_QUESTIONS = 256
"""Questions that wait for an answer at most; older ones have to be asked again."""
Deed: TypeAlias = Callable[[], Awaitable[Text]]
"""Does what was asked about and returns what to say then."""
Check: TypeAlias = Callable[[Interaction], Awaitable[object]]
"""Raises Refusal unless who answers may still do it."""


async def ask(
    interaction: Interaction,
    question: Text,
    kind: type[Persistent],
    yes: tuple[str, Text],
    no: tuple[str, Text],
    names: Sequence[str] = (),
    members: Members | None = None,
) -> None:
    """Ask a person to confirm something.

    Args:
        interaction: Not answered yet.
        question: What is asked.
        kind: Of the two buttons.
        yes: Custom id and label of the button that does it.
        no: Those of the one that leaves it.
        names: Of the match's players.
        members: What the persons are called of whom the question speaks.
    """
    view = discord.ui.View(timeout=None)
    for (custom_id, label), style in ((yes, discord.ButtonStyle.danger), (no, discord.ButtonStyle.secondary)):
        view.add_item(kind.button(custom_id, label, locale_of(interaction), style))
    await reply(interaction, shown(question, locale_of(interaction), names, members), view=view)


async def close(
    interaction: Interaction, text: Text, names: Sequence[str] = (), members: Members | None = None
) -> None:
    """Put what came of it in the place of a question and its buttons."""
    if interaction.message is not None and interaction.message.flags.components_v2:
        await put_layout(interaction, layout(shown(text, locale_of(interaction), names, members)))
        return
    await put(interaction, shown(text, locale_of(interaction), names, members))


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is done only when it was asked once more.

    Attributes:
        account: Whose press answers it.
        guild_id: In which server.
        deed: What to do.
        check: Whether who answers may still do it.
        names: Of the match's players.
        members: What the persons are called of whom it speaks.
    """

    account: int
    guild_id: int | None
    deed: Deed
    check: Check
    names: tuple[str, ...]
    members: Members | None


class Questions(commands.Cog):
    """The questions that wait. They are forgotten when the program ends: their commands are then given again."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._asked: Recent[str, Question] = Recent(MOST_QUESTIONS)

    async def ask(
        self,
        interaction: Interaction,
        text: Text,
        label: Text,
        deed: Deed,
        check: Check,
        *,
        names: tuple[str, ...] = (),
        members: Members | None = None,
    ) -> None:
        """Ask a member in private whether they really want something."""
        token = secrets.token_hex(8)
        question = Question(interaction.user.id, interaction.guild_id, deed, check, names, members)
        self._asked.put(token, question)
        yes, no = (f"o:{token}:yes", label), (f"o:{token}:no", say("Leave it"))
        await ask(interaction, text, QuestionButton, yes, no, names, members)

    async def answer(self, interaction: Interaction, token: str, *, yes: bool) -> None:
        """Do what was asked about, or not."""
        question = self._asked.get(token)
        asked = (interaction.user.id, interaction.guild_id)
        if question is None or (question.account, question.guild_id) != asked:
            await close(interaction, say("This question is out of date. Please give the command again."))
            return
        self._asked.forget(token)
        if yes:
            await question.check(interaction)
        text = await question.deed() if yes else say("Nothing was changed.")
        await close(interaction, text, question.names, question.members)


class QuestionButton(Persistent, template=r"o:(?P<token>[0-9a-f]{16}):(?P<action>yes|no)"):
    """A button under the question before something is destroyed."""

    async def act(self, interaction: Interaction) -> None:
        """Answer the question."""
        await questions_of(interaction.client).answer(
            interaction, self.fields["token"], yes=self.fields["action"] == "yes"
        )


def questions_of(bot: ArenaBot) -> Questions:
    """Return what asks the members of all servers."""
    questions = bot.get_cog(Questions.__cog_name__)
    if not isinstance(questions, Questions):
        raise AssertionError("nobody keeps the questions")
    return questions
