"""Learning games: a lesson for each, task after task, and boards to practise on; all in private."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.learn import practice
from cogs.learn.lesson import LearnCog, LessonControl
from cogs.learn.practice import PracticeControl
from cogs.ui.boards import PRACTISE


def feature(bot: ArenaBot) -> Feature:
    return Feature(cogs=(LearnCog(bot),), controls=(LessonControl, PracticeControl), presses={PRACTISE: practice.press})
