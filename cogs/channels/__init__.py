"""The channels and threads of matches, matches that have lost theirs, and spectators."""

from __future__ import annotations

from cogs.channels.housing import CHECK, LATER, ROUND, AbsentPlayers, HousingCog, Rehouse, Resumption
from cogs.channels.places import Spectators
from cogs.core.bot import ArenaBot
from cogs.core.components import REHOUSE
from cogs.core.feature import Feature
from cogs.ui.boards import SPECTATE
from hosting.match.pipeline import ListenerOrder


def feature(bot: ArenaBot) -> Feature:
    absent, housing, rehouse, spectators = AbsentPlayers(bot), HousingCog(bot), Rehouse(bot), Spectators(bot)
    return Feature(
        cogs=(Resumption(bot), housing, rehouse, absent, spectators),
        presses={SPECTATE: spectators.press, REHOUSE: rehouse.press},
        hears={
            ListenerOrder.HOUSING: housing.changed,
            ListenerOrder.ABSENCE: absent.changed,
            ListenerOrder.SPECTATORS: spectators.changed,
        },
        handlers={CHECK: absent.again, LATER: absent.later, ROUND: absent.round},
    )
