"""Players' requests to each other: `/undo`, `/match end`, `pause`, `more-time`, `leave`, and messages with buttons."""

from __future__ import annotations

from cogs.consent.requests import CONFIRM as LEAVE
from cogs.consent.requests import (
    END,
    PAUSE,
    RESUME,
    TIME,
    UNASK,
    LeaveCog,
    OfferCog,
    RequestButton,
    RequestPosts,
    UndoCog,
    unask,
)
from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.ui.boards import ASK_BACK, OFFER, UNDO


def feature(bot: ArenaBot) -> Feature:
    undo, offer, leave = UndoCog(bot), OfferCog(bot), LeaveCog(bot)
    return Feature(
        cogs=(undo, offer, leave),
        controls=(RequestButton,),
        presses={
            UNDO: undo.press,
            UNASK: unask,
            LEAVE: leave.confirm,
            ASK_BACK: undo.press_asking,
            OFFER: offer.press,
            END: offer.press_end,
            PAUSE: offer.press_pause,
            RESUME: offer.press_resume,
            TIME: offer.press_time,
        },
        deliveries={"request": RequestPosts(bot)},
    )
