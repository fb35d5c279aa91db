"""`/seek` on Discord: offers that only their makers see, and matches that are announced, declined, begun."""

from __future__ import annotations

import discord
import pytest

from tests.cogs.conftest import World, private
from tests.cogs.playing import labels

DAY = 86400.0


async def seek(world: World, name: str, **options: object) -> str:
    """Have somebody make an offer; return what they are told."""
    given = {"game": "replicants", "mode": "2", **options}
    told = private(await world.people[name].slash(world.channel, "seek create", **given))
    await world.settle()
    return told


def announced(world: World) -> list[discord.Message]:
    return [each for each in world.own(world.channel) if "you've been matched" in each.content]


async def test_two_offers_make_a_match_in_a_thread_of_its_announcement(world: World) -> None:
    told = await seek(world, "ann", clock="3d", lowest=1200, highest=1700, at_once=2, can_decline=False)
    assert "**Replicants, 2 players (offer 1)**" in told
    assert "3d per turn" in told
    assert "rated 1200 to 1700.\n2 matches at a time." in told
    assert announced(world) == []
    await seek(world, "bob")
    (message,) = announced(world)
    match = await world.bot.arena.matches.get(1)
    assert {seat.person_id for seat in match.seats} == {world.person("ann"), world.person("bob")}
    assert {seat.name for seat in match.seats} == {"ann", "bob"}
    assert match.channel_id == message.id, "its thread"
    assert message.content.endswith(f"The match has started: <#{match.channel_id}>")
    assert not message.components


async def test_players_step_back_by_the_button_if_their_offer_asks(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    (message,) = announced(world)
    assert f"Until then <@{world.ann.id}> can decline" in message.content
    assert labels(message) == ["Decline"]
    assert set(world.pings(message)) == {world.ann.id, world.bob.id}
    assert "isn't a match you were offered" in private(await world.press("eve", message, "Decline"))
    assert "without time to decline" in private(await world.press("bob", message, "Decline"))
    await world.restart()
    early = await world.as_it_was(world.latest(message))
    await world.press("ann", message, "Decline")
    await world.settle()
    assert "declined" in world.latest(message).content
    assert not world.latest(message).components
    assert "too late" in private(await world.ann.click(early, label="Decline"))
    await world.env.advance_time(1200)
    await world.settle()
    assert await world.bot.arena.matches.in_guild(world.guild.id) == []


async def test_the_match_begins_after_ten_minutes(world: World) -> None:
    await seek(world, "ann", can_decline=True)
    await seek(world, "bob")
    await world.restart()
    await world.env.advance_time(601)
    await world.settle()
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1
    assert "has started" in announced(world)[0].content


async def test_offers_are_listed_and_cancelled_by_their_makers_alone(world: World) -> None:
    assert "You have no offers here" in private(await world.ann.slash(world.channel, "seek list"))
    await seek(world, "ann")
    await seek(world, "ann", mode="3", expires="2099-01-01")
    listed = private(await world.ann.slash(world.channel, "seek list"))
    assert "**Replicants, 2 players (offer 1)**" in listed
    assert "Opponents of any rating.\nOne match at a time." in listed
    assert "If nobody names one: 3d each" in listed
    assert "You have no offers here" in private(await world.bob.slash(world.channel, "seek list"))
    offered = await world.ann.autocomplete(world.channel, "seek cancel", "offer", "")
    assert [each["value"] for each in offered] == [1]
    assert await world.bob.autocomplete(world.channel, "seek cancel", "offer", "") == []
    assert "no such offer" in private(await world.bob.slash(world.channel, "seek cancel", offer=1))
    assert "has ended" in private(await world.ann.slash(world.channel, "seek cancel", offer=1))
    assert "no such offer" in private(await world.ann.slash(world.channel, "seek cancel", offer=1))
    await seek(world, "bob")
    assert announced(world) == []


async def test_what_could_never_come_to_a_match_is_refused_in_a_sentence(
    world: World, subtests: pytest.Subtests
) -> None:
    for options, words in (
        ({"mode": "solitaire"}, "has no mode"),
        ({"lowest": 1700, "highest": 1300}, "put the lower rating first"),
        ({"lowest": -1}, "Ratings go from"),
        ({"highest": 4001}, "Ratings go from"),
        ({"expires": "2020-01-01"}, "still to come"),
        ({"expires": "9999-12-31"}, "366 days at most"),
        ({"expires": "soon"}, "as a day"),
        ({"clock": "a while"}, "as a clock"),
        ({"options": "fast"}, "isn't an option"),
        ({"options": "a=b"}, "no option"),
        ({"game": "mutants", "mode": "solo"}, "alone"),
        ({"game": "mutants", "mode": "2", "options": "reserve=constructed"}, "in private"),
    ):
        with subtests.test(**options):
            told = await seek(world, "ann", **options)
            assert words in told
            assert "went wrong" not in told
    assert "You have no offers here" in private(await world.ann.slash(world.channel, "seek list"))


async def test_what_is_typed_is_completed(world: World) -> None:
    modes = await world.ann.autocomplete(world.channel, "seek create", "mode", "", game="replicants")
    assert "2" in [each["value"] for each in modes]
    clocks = await world.ann.autocomplete(world.channel, "seek create", "clock", "", game="replicants")
    assert "3d" in [each["value"] for each in clocks]
    assert "own" not in [each["value"] for each in clocks]
    first = await world.ann.autocomplete(world.channel, "seek create", "options", "", game="replica")
    known = first[0]["value"]
    more = await world.ann.autocomplete(world.channel, "seek create", "options", f"{known}; ", game="replica")
    key = str(known).partition("=")[0]
    assert all(str(each["value"]).startswith(f"{known}; ") for each in more)
    assert not any(f"; {key}=" in str(each["value"]) for each in more)


async def test_a_match_is_announced_only_where_all_players_look(world: World) -> None:
    hidden = world.guild.create_text_channel("hidden")
    world.deny(hidden, world.bob.id, "view_channel")
    await world.settle()
    await world.ann.slash(hidden, "seek create", game="replicants", mode="2")
    await world.settle()
    await seek(world, "bob")
    assert [each for each in world.own(hidden) if "offers" in each.content] == []
    assert len(announced(world)) == 1, "in the channel of the other offer"


async def test_who_left_the_server_is_not_brought_together(world: World) -> None:
    await seek(world, "ann")
    world.env.backend.remove_member(world.guild.id, world.ann.id)
    await world.settle()
    await seek(world, "bob")
    assert announced(world) == []
    await seek(world, "cleo")
    assert len(announced(world)) == 1


async def test_offers_of_four_make_a_match_of_silent_teams_in_its_own_channels(world: World) -> None:
    for name in ("ann", "bob", "cleo", "dan"):
        await seek(world, name, mode="teams")
    (message,) = announced(world)
    match = await world.bot.arena.matches.get(1)
    assert match.silent
    assert {place.role for place in match.places} >= {"board", "team:0", "team:1"}
    assert message.content.endswith(f"The match has started: <#{match.channel_id}>")
    assert match.channel_id not in {message.id, world.channel.id}
