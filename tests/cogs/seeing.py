"""Who sees an answer of the bot."""

from __future__ import annotations

import simcord

from tests.cogs.conftest import World
from tests.cogs.playing import Shown

ME, EVERYONE = "me", "everyone"


def seen_by(world: World, viewer: simcord.MemberActor, message: Shown) -> bool:
    """Return whether somebody sees a message in the channel."""
    return message.id in {each.id for each in world.channel.history(viewer=viewer)}


def answers(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """Return what the bot answered to an interaction, at least one message."""
    found = [*([result.response] if result.response is not None else []), *result.followups]
    assert found, "the bot did not answer"
    return found
