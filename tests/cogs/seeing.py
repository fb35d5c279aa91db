"""Who sees an answer of the bot."""

from __future__ import annotations

import simcord
from simcord.backend.access import can_access_message

from tests.cogs.conftest import World
from tests.cogs.playing import Shown

ME, EVERYONE = "me", "everyone"


def seen_by(world: World, viewer: simcord.MemberActor, message: Shown) -> bool:
    """Return whether somebody sees a message in the channel."""
    stored = world.env.backend.messages[world.channel.id].get(message.id)
    return stored is not None and can_access_message(world.env, world.channel.id, stored, viewer, history=True)


def answers(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """Return what the bot answered to an interaction, at least one message."""
    found = [*([result.response] if result.response is not None else []), *result.followups]
    assert found, "the bot did not answer"
    return found
