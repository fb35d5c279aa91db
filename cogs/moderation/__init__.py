"""`/organise`: organisers' tools for a match."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.moderation.cog import OrganiseCog
from cogs.ui.layout import QuestionButton, Questions


def feature(bot: ArenaBot) -> Feature:
    questions = Questions(bot)
    return Feature(cogs=(questions, OrganiseCog(bot, questions)), controls=(QuestionButton,))
