"""Seats of APEX that change hands: who has left one sees nothing of it any more, who has come sees it all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import simcord

from engine.seat import Seat
from hosting.clock.time_control import Terms
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, labels, leave, message_of, more, posts, said
from tests.cogs.twins import difference, look_around, parallel, told, words


async def hand_over(party: Party, seat: Seat, name: str) -> Party:
    """Put somebody on a seat; return the match with them in it."""
    await party.world.bot.arena.organiser.replace(party.match_id, 0, seat, party.world.named(name))
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
    assert "Your choice is `" in said(answer)

    looked = words(await look_around(party.world, "ann"))
    pressed = await press_all(world.ann, menu) + await press_all(world.ann, sealed)

    assert "Your hand" not in looked
    for text in (looked, pressed):
        assert "Your hand, Age 1, round 2" not in text  # that of round 1 was theirs
        assert f"{hand[2]}X" not in text
        assert as_list(hand) not in text
    assert "Only this match's players can do that" in looked
    assert as_list(hand) in await told_to(party, "dan", "match cards")


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
            found.append(await look_around(party.world, "ann"))
    assert difference(found) == ""


async def test_a_spectator_who_takes_over_a_seat_leaves_the_spectators(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await world.dan.click(await more(world.dan, posts(world, "More")[-1]), label="Watch with others")
    await world.settle()
    (thread,) = world.channel.threads
    assert world.dan.id in world.env.backend.get_channel(thread.id).thread_members
    assert "Your hand" not in await told_to(party, "dan", "match cards")
    hand = await party.hand(2)

    party = await hand_over(party, 2, "dan")

    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert as_list(hand) in await told_to(party, "dan", "match cards")
    assert "Watch with others" not in labels(await more(world.dan, posts(world, "More")[-1]))
    assert world.dan.id not in world.env.backend.get_channel(thread.id).thread_members
    assert "Your choice is" in said(await party.move(2, await party.choice(2)))


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
    assert as_list(hand) in await told_to(party, "ann", "match cards")
    # What they were dealt before they left, and all that the seat was passed since, is in their copy of the record.
    own = await told_to(party, "ann", "match record")
    assert f"={as_record(dealt)}" in own
    answered = await press_all(world.ann, old) + await press_all(world.dan, between)
    assert not (await party.match()).session.sealed
    assert "Your choice is" not in answered
    for text in (await told_to(party, "dan", "match cards"), await told_to(party, "dan", "match record"), answered):
        assert as_list(hand) not in text
        assert as_record(dealt) not in text
    assert "Your choice is" in said(await party.move(1, await party.choice(1)))


async def test_who_knows_one_hand_gets_no_other_one(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    party = await hand_over(party, 1, "dan")
    await _organised(world)
    answer = await told_to(party, "olaf", "organise substitute", seat="bob", player=world.ann)
    assert "ann has already played in this match and can't take this seat." in answer
    assert (await party.match()).names == ("dan", "bob", "cleo")


async def _organised(world: World) -> simcord.MemberActor:
    world.people["olaf"] = world.organiser()
    return world.people["olaf"]


@pytest.mark.parametrize("way", ["organiser", "call"])
async def test_who_takes_over_a_seat_cannot_tell_what_was_sealed_on_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    """An organiser who sits down there, too: two worlds that differ in the choice alone look the same to them."""
    found = []
    for side, place in (("W", 0), ("X", 1)):
        async with parallel(tmp_path / side, caplog) as world:
            olaf = await _organised(world)
            party = await begin(world, 3)
            await party.settle_in()
            await party.move(2, await party.choice(2, side, place))
            if way == "organiser":
                asked = message_of(await olaf.slash(world.channel, "organise substitute", seat="bob", player=olaf))
                await olaf.click(asked, label="Replace")
            else:
                await leave(world.bob, world.channel)
                await world.settle()
                call = posts(world, "Take over this seat")[-1]
                await olaf.click(message_of(await olaf.click(call, label="Take over this seat")), label="Take over")
            await world.settle()
            assert (await party.match()).person_of(2) == await world.bot.arena.people.find(olaf.id)
            assert "0 of 3 have chosen." in words([await told(message) for message in posts(world)])
            menu = message_of(await olaf.slash(world.channel, "move"))
            found.append([await told(menu), await look_around(party.world, "olaf")])
            assert "Your hand" in words(found[-1])
    assert difference(found) == ""


async def test_the_table_is_told_what_a_new_player_sees_before_anybody_confirms(world: World) -> None:
    olaf = await _organised(world)
    party = await begin(world, 3)
    await party.settle_in()
    passes = "The new player sees everything the seat sees, including its hand. A choice it has sealed is discarded"

    asked = message_of(await olaf.slash(world.channel, "organise substitute", seat="bob", player=olaf))
    await world.settle()
    (notice,) = [each for each in posts(world) if "is about to replace" in said(each)]
    assert said(notice).startswith(f"An organiser is about to replace bob with **olaf**. {passes}")
    assert passes in said(asked)
    assert (await party.match()).names == party.names
    await olaf.click(asked, label="Replace")
    await world.settle()
    (done,) = [each for each in posts(world) if "plays on for bob" in said(each)]
    assert notice.id < done.id

    question = message_of(await world.ann.slash(world.channel, "match leave"))
    assert passes in said(question)
    await world.ann.click(question, label="Ask for a substitute")
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    assert passes in said(call)
    assert passes in said(message_of(await world.people["dan"].click(call, label="Take over this seat")))


async def test_in_a_game_without_secrets_nothing_of_it_is_said(world: World) -> None:
    olaf = await _organised(world)
    await world.begin()
    await olaf.slash(world.channel, "organise substitute", seat="bob", player=world.people["dan"])
    await leave(world.ann, world.channel)
    await world.settle()
    assert not [
        each for each in posts(world) if "including its hand" in said(each) or "is about to replace" in said(each)
    ]


async def test_a_call_by_the_clock_tells_it_too_and_drops_the_choice(world: World) -> None:
    """A substitute is sought for a player who left the server: that is announced like any other handover."""
    party = await begin(world, 3, terms=Terms(timeout="substitute"))
    await party.settle_in()
    await party.seal(2)
    await world.bot.arena.absences.miss(party.match_id, world.person("bob"))
    await world.settle()
    call = posts(world, "Take over this seat")[-1]
    assert "including its hand" in said(call)
    dan = world.people["dan"]
    await dan.click(message_of(await dan.click(call, label="Take over this seat")), label="Take over")
    await world.settle()
    match = await party.match()
    assert (match.person_of(2), match.session.sealed, match.paused) == (world.person("dan"), (), None)
