"""`/move` of a player who wants to be asked: what the turn does is shown in private, and played once confirmed."""

from __future__ import annotations

import pytest
import simcord

from tests.cogs.conftest import World, some_turn
from tests.cogs.playing import controls, labels, latest, message_of, pick, play, posts, refreshed, said
from tests.cogs.seeing import seen_by

TURN = "E/2C6/D8-"
ASKED = "Nothing is played yet: **Confirm** plays this turn"


async def asked(world: World, turn: str = TURN, name: str = "ann") -> simcord.ResponseMessage:
    """Have a player type a turn who wants to be asked; return the answer."""
    await world.people[name].slash(world.channel, "settings mine", typed="asked about first")
    return message_of(await world.people[name].slash(world.channel, "move", turn=turn))


@pytest.mark.usefixtures("pictures")
async def test_a_typed_turn_is_shown_and_played_once_it_is_confirmed(world: World) -> None:
    await world.begin()
    before = [message.id for message in posts(world)]
    shown = await asked(world, "e / 2c6/ d8–")
    assert shown.ephemeral
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]
    assert said(shown).startswith(ASKED)
    assert "ann moves their 2 from D7 to C6." in said(shown)
    assert f"`{TURN}`" in said(shown)
    assert shown.attachments[0].description
    assert (await latest(world)).seq == 0
    assert [message.id for message in posts(world)] == before
    draft = await world.as_it_was(refreshed(world.ann, shown))
    done = await pick(world.ann, shown, "Confirm")
    assert said(done) == f"Played `{TURN}`. Next: bob."
    # A second press only hears what was played.
    assert said(await pick(world.ann, draft, "Confirm")) == said(done)
    assert (await latest(world)).seq == 1


async def test_it_can_be_changed_and_left(world: World) -> None:
    await world.begin()
    shown = await asked(world)
    back = await pick(world.ann, shown, "Back")
    assert "Confirm" not in labels(back)
    assert "To the right" in labels(back)
    left = await pick(world.ann, await pick(world.ann, back, "To the right"), "Cancel")
    assert said(left) == "Cancelled: nothing was played."
    assert (await latest(world)).seq == 0


async def test_a_position_that_moved_on_is_refused_kindly(world: World) -> None:
    await world.begin()
    shown = await asked(world)
    await world.ann.slash(world.channel, "settings mine", typed="played at once")
    await play(world, "E/2E6/E", "E/3C1/F2-")
    assert "so nothing happened" in said(await pick(world.ann, shown, "Confirm"))
    assert (await latest(world)).seq == 2


@pytest.mark.parametrize(
    ("turn", "expected"), [("E/2E3/E", "isn't legal"), ("E/2E6", "The turn isn't finished after E/2E6")]
)
async def test_what_cannot_be_played_is_told_as_ever(world: World, turn: str, expected: str) -> None:
    await world.begin()
    shown = await asked(world, turn)
    assert expected in said(shown)
    assert "Confirm" not in labels(shown)
    assert (await latest(world)).seq == 0


async def test_who_is_not_to_play_is_not_asked(world: World) -> None:
    await world.begin()
    assert said(await asked(world, name="bob")) == "It's ann's turn."


async def test_in_direct_messages(world: World) -> None:
    await world.begin()
    await world.ann.slash(world.channel, "settings mine", typed="asked about first")
    shown = message_of(await world.ann.user.slash("move", turn=TURN))
    assert said(shown).startswith(ASKED)
    assert "[To the match]" in said(shown)
    (confirm,) = [each["custom_id"] for each in controls(shown) if ":c:" in each["custom_id"]]
    await world.ann.user.click(shown, custom_id=confirm)
    assert said(refreshed(world.ann, shown)).startswith(f"Played `{TURN}`.")
    assert (await latest(world)).seq == 1


async def test_a_choice_in_secret_is_sealed_once_it_is_confirmed(world: World) -> None:
    await world.begin(game="mutants", reserve="draft", players=2)
    (pack, _) = (await latest(world)).session.state.packs
    shown = await asked(world, pack[0])
    assert shown.ephemeral
    assert not (await latest(world)).session.sealed
    await pick(world.ann, shown, "Confirm")
    await world.settle()
    assert [seat for seat, _, _ in (await latest(world)).session.sealed] == [1]


async def test_in_silence_the_partner_sees_nothing_of_it(world: World) -> None:
    # R29
    match = await world.begin_silent()
    (seat,) = match.session.to_act
    player, channel = world.player(match.person_of(seat)), world.place(match.home(seat))
    await player.slash(channel, "settings mine", typed="asked about first")
    shown = message_of(await player.slash(channel, "move", turn=some_turn(match.session)))
    assert said(shown).startswith(ASKED)
    assert shown.ephemeral
    partners = {world.ann.id: world.cleo, world.cleo.id: world.ann, world.bob.id: world.dan, world.dan.id: world.bob}
    assert shown.id in {each.id for each in channel.history(viewer=player)}
    assert shown.id not in {each.id for each in channel.history(viewer=partners[player.id])}
