"""`/help`, `/rules` and `/doctor`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.info.cog import Doctor, HelpCog, RulesCog
from cogs.ui.boards import AID, RULES
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu


def feature(bot: ArenaBot) -> Feature:
    rules = RulesCog(bot)
    return Feature(
        cogs=(HelpCog(bot), rules, Doctor()),
        controls=(TopicMenu, PageStep, RulesMenu, RulesButton),
        presses={AID: rules.press, RULES: rules.press_rules},
    )
