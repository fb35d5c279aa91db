"""`/doctor`, and which permissions the bot asks for."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from cogs.core.permissions import FEATURES, Capability, invitation, label, wanted
from cogs.info.cog import findings, unnamed
from engine.text import say
from hosting import silence
from settings import Settings
from tests.cogs.conftest import World, private, take

ALL = discord.Permissions.all()


async def test_a_healthy_bot_says_so_in_private(world: World) -> None:
    text = private(await world.ann.slash(world.channel, "doctor"))

    assert text.count("✅") == len(FEATURES)
    assert "Nothing is missing." in text
    assert "❌" not in text
    assert "has not set `OPERATOR_NAME` and `OPERATOR_CONTACT`" in text


@pytest.mark.parametrize(
    ("permission", "feature"),
    [
        ("attach_files", "Post boards"),
        ("read_message_history", "same board twice"),
        ("create_public_threads", "thread for each match"),
        ("manage_roles", "silent channels"),
        ("send_polls", "silent channels"),
    ],
)
async def test_what_is_missing_is_named_with_what_it_blocks(world: World, permission: str, feature: str) -> None:
    take(world, permission)

    lines = private(await world.ann.slash(world.channel, "doctor")).splitlines()

    sick = [line for line in lines if line.startswith("❌")]
    assert any(feature in line and f"`{label(permission)}`" in line for line in sick)
    assert any(invitation(world.bot.application_id or 0) in line for line in lines)


def test_before_the_application_is_known_there_is_no_address() -> None:
    lines = [str(line) for line in findings(discord.Permissions.none(), ALL, None)]
    assert lines[-1].startswith("Give them to my role")


async def test_a_channel_that_denies_is_told_from_a_server_that_does(world: World) -> None:
    channel = world.guild.create_text_channel("quiet")
    me = world.guild.me
    assert me is not None
    world.deny(channel, me.id, "attach_files")

    here = private(await world.ann.slash(channel, "doctor"))
    elsewhere = private(await world.ann.slash(world.channel, "doctor"))

    assert "Missing here: `Attach Files`" in here
    assert "Missing in the server" not in here
    assert "❌" not in elsewhere


async def test_a_thread_takes_another_permission_to_write(world: World) -> None:
    match = await world.begin(where="thread")
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")

    assert "Nothing is missing." in private(await world.ann.slash(world.place(match.channel_id), "doctor"))
    assert "`Send Messages`" in private(await world.ann.slash(world.channel, "doctor"))


def test_an_operator_who_is_not_named_is_missed() -> None:
    named = Settings(operator_name="Ann", operator_contact="ann@example.org")
    assert unnamed(named) == []
    (line,) = unnamed(named.model_copy(update={"operator_contact": ""}))
    assert "has not set `OPERATOR_CONTACT`." in str(line)


def test_every_permission_is_one_of_discords() -> None:
    names = {name for feature in FEATURES for name in feature.permissions}
    assert names <= set(discord.Permissions.VALID_FLAGS)


def test_the_keys_are_unique() -> None:
    assert len({feature.key for feature in FEATURES}) == len(FEATURES)


def test_silent_teams_ask_for_all_that_they_deny() -> None:
    silent = next(feature for feature in FEATURES if feature.key == "silent teams")
    assert set(silent.permissions) == set(silence.NEEDED)


def test_no_dangerous_permission_is_asked_for() -> None:
    asked = wanted()
    assert not asked.administrator
    assert not asked.manage_guild
    assert not asked.kick_members
    assert not asked.ban_members


def test_the_invitation_asks_for_exactly_that() -> None:
    query = parse_qs(urlsplit(invitation(42)).query)

    assert query["client_id"] == ["42"]
    assert query["permissions"] == [str(wanted().value)]
    assert set(query["scope"][0].split()) == {"bot", "applications.commands"}


def test_without_silent_teams_the_invitation_asks_for_seven_permissions() -> None:
    short = discord.Permissions(int(parse_qs(urlsplit(invitation(42, silent=False)).query)["permissions"][0]))
    names = (
        *("view_channel", "send_messages", "attach_files", "read_message_history"),
        *("create_public_threads", "send_messages_in_threads", "create_private_threads"),
    )
    assert short == discord.Permissions(**dict.fromkeys(names, True))


def test_a_feature_looks_where_it_works() -> None:
    feature = Capability("x", say("Something."), ("attach_files",))
    wide = Capability("y", say("Something."), ("attach_files",), everywhere=True)
    none = discord.Permissions.none()

    assert feature.missing(none, ALL) == ("attach_files",)
    assert feature.missing(ALL, none) == ()
    assert wide.missing(ALL, none) == ("attach_files",)
    assert [each.key for each in FEATURES if each.missing(ALL, ALL)] == []
