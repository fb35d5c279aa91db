"""Viewing games: `/match record`, `/match replay`, Replay from here, `/match import`, Verify and the viewer."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.review.imports import Importing
from cogs.review.record import RecordCog, VerifyCog
from cogs.review.replay import Replay
from cogs.review.viewer import ViewerControl
from cogs.ui.boards import ANALYSE, RECORD, REPLAY, VERIFY


def feature(bot: ArenaBot) -> Feature:
    record, replay, verify = RecordCog(bot), Replay(bot), VerifyCog(bot)
    return Feature(
        cogs=(record, verify, replay, Importing(bot)),
        commands=(replay.menu,),
        controls=(ViewerControl,),
        presses={RECORD: record.press, REPLAY: replay.press, VERIFY: verify.press, ANALYSE: replay.analyse},
    )
