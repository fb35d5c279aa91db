"""What players ask of each other: `/undo`, `/offer`, `/match leave`, and the messages with their buttons."""

from __future__ import annotations

from cogs.consent.leave import LeaveCog
from cogs.consent.offer import OfferCog
from cogs.consent.requests import UNASK, RequestButton, RequestPosts, unask
from cogs.consent.undo import UndoCog
from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.ui.match_buttons import UNDO


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    undo = UndoCog(bot)
    await Room(
        cogs=(undo, OfferCog(bot), LeaveCog(bot)),
        controls=(RequestButton,),
        presses={UNDO: undo.press, UNASK: unask},
        deliveries={"request": RequestPosts(bot)},
    ).open(bot)
