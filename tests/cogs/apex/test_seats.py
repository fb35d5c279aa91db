"""Seats of APEX that change hands: who has left one sees nothing of it any more, who has come sees it all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from engine.game import Seat
from hosting.model import Person
from tests.cogs.apex.party import Party, begin, parallel, told, words
from tests.cogs.apex.test_secrecy import _difference, look_around
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, message_of, posts


async def hand_over(party: Party, seat: Seat, name: str) -> Party:
    """Put somebody on a seat; return the match with them in it."""
    person = party.world.people[name]
    await party.world.bot.arena.organiser.replace(party.match_id, 0, seat, Person(person.id, name))
    await party.world.settle()
    return Party(party.world, party.match_id, (*party.names[: seat - 1], name, *party.names[seat:]))


async def told_to(party: Party, name: str, command: str, **options: Any) -> str:
    return words(
        [await told(message_of(await party.world.people[name].slash(party.world.channel, command, **options)))]
    )


async def press_all(player: simcord.MemberActor, message: Shown) -> str:
    """Press whatever a private message still offers, one after the other; return all that comes of it."""
    assert isinstance(message, simcord.ResponseMessage), "others do not change as they are edited"
    seen: list[Any] = []
    for item in controls(message):
        if item not in controls(message) or item.get("disabled"):
            continue
        if item["type"] == 3:
            result = await player.select(message, [item["options"][0]["value"]], custom_id=item["custom_id"])
        else:
            result = await player.click(message, custom_id=item["custom_id"])
        seen += [await told(each) for each in (*([result.response] if result.response else []), *result.followups)]
        seen += await told(message)
    return words(seen)


def as_record(hand: tuple[int, ...]) -> str:
    return ",".join(map(str, hand))


def as_list(hand: tuple[int, ...]) -> str:
    return f"({len(hand)}): {', '.join(map(str, hand))}"


async def test_who_has_left_sees_neither_the_hand_nor_the_choice_of_who_came(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    menu = await party.menu(1)
    sealed = await party.move(1, await party.choice(1))
    party = await hand_over(party, 1, "dan")
    for seat in (1, 2, 3):
        await party.play(seat, await party.choice(seat, "C"))
    await party.idle_on()
    await world.settle()
    hand = await party.hand(1)
    answer = await party.move(1, await party.choice(1, "X", 2))
    assert "Your choice is `" in answer.content

    looked = words(await look_around(party, "ann"))
    pressed = await press_all(world.ann, menu) + await press_all(world.ann, sealed)

    assert "Your hand" not in looked
    for text in (looked, pressed):
        assert "Your hand, Age 1, round 2" not in text  # that of round 1 was theirs
        assert f"{hand[2]}X" not in text
        assert as_list(hand) not in text
    assert "Only the players can do that" in looked
    assert as_list(hand) in await told_to(party, "dan", "cards")


async def test_who_has_left_cannot_tell_what_was_chosen_in_their_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = []
    for side, place in (("W", 0), ("X", 1)):
        async with parallel(tmp_path / side, caplog) as world:
            party = await begin(world, 3)
            await party.settle_in()
            await party.menu(1)
            party = await hand_over(party, 1, "dan")
            await party.move(1, await party.choice(1, side, place))
            found.append(await look_around(party, "ann"))
    assert _difference(found) == ""


async def test_a_spectator_who_takes_over_a_seat_leaves_the_spectators(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await world.dan.click(posts(world, "Watch with others")[-1], label="Watch with others")
    await world.settle()
    (thread,) = world.channel.threads
    assert world.dan.id in world.env.backend.get_channel(thread.id).thread_members
    assert "Your hand" not in await told_to(party, "dan", "cards")
    hand = await party.hand(2)

    party = await hand_over(party, 2, "dan")

    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert as_list(hand) in await told_to(party, "dan", "cards")
    refused = message_of(await world.dan.click(posts(world, "Watch with others")[-1], label="Watch with others"))
    assert refused.ephemeral
    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert "Your choice is" in (await party.move(2, await party.choice(2))).content


async def test_who_comes_back_has_the_seat_as_it_is_by_then(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    old = await party.menu(1)
    dealt = await party.hand(1)
    party = await hand_over(party, 1, "dan")
    between = await party.menu(1)
    for seat in (1, 2, 3):
        await party.play(seat, await party.choice(seat, "C"))
    await party.idle_on()
    await world.settle()

    party = await hand_over(party, 1, "ann")

    hand = await party.hand(1)
    assert hand != dealt
    assert as_list(hand) in await told_to(party, "ann", "cards")
    # What they were dealt before they left, and all that the seat was passed since, is in their copy of the record.
    own = await told_to(party, "ann", "record")
    assert f"={as_record(dealt)}" in own
    answered = await press_all(world.ann, old) + await press_all(world.dan, between)
    assert not (await party.match()).session.sealed
    assert "Your choice is" not in answered
    for text in (await told_to(party, "dan", "cards"), await told_to(party, "dan", "record"), answered):
        assert as_list(hand) not in text
        assert as_record(dealt) not in text
    assert "Your choice is" in (await party.move(1, await party.choice(1))).content


async def test_who_knows_one_hand_gets_no_other_one(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    party = await hand_over(party, 1, "dan")
    role = world.guild.create_role("organisers", permissions=discord.Permissions(manage_guild=True))
    world.people["olaf"] = world.guild.add_member(world.env.create_user("olaf"), roles=[role])
    answer = await told_to(party, "olaf", "organise replace", seat="bob", player=world.ann)
    assert "ann played in this match before and cannot take this seat." in answer
    assert (await party.match()).names == ("dan", "bob", "cleo")
