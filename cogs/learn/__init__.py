"""Learning games: a lesson for each, boards to practise on, and puzzles; all in private."""

from __future__ import annotations

from functools import partial

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.learn import practice
from cogs.learn.lesson import LearnCog, LessonControl
from cogs.learn.practice import PracticeControl
from cogs.learn.puzzle import PuzzleCog, PuzzleControl, post_daily
from cogs.ui.boards import PRACTISE


def feature(bot: ArenaBot) -> Feature:
    return Feature(
        cogs=(LearnCog(bot), PuzzleCog(bot)),
        controls=(LessonControl, PracticeControl, PuzzleControl),
        presses={PRACTISE: practice.press},
        puzzle_poster=partial(post_daily, bot),
    )
