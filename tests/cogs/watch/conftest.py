"""A channel that is to follow matches, and a player who may have it do so."""

from __future__ import annotations

import discord
import pytest
import simcord

from tests.cogs.conftest import World


@pytest.fixture
def lounge(world: World) -> simcord.ChannelHandle:
    """A channel that is to follow."""
    return world.guild.create_text_channel("lounge")


@pytest.fixture
def keeper(world: World) -> simcord.MemberActor:
    """A player who may manage channels, and does not play."""
    role = world.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True))
    return world.guild.add_member(world.env.create_user("kim"), roles=[role])
