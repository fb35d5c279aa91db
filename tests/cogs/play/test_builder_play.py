"""The builder on Discord: a match by buttons alone, late and double presses, a restart in the middle."""

from __future__ import annotations

import simcord

from cogs.play.builder import Verb
from engine.seat import Seat
from engine.session import Session
from engine.text import ENGLISH
from tests.cogs.conftest import World
from tests.cogs.playing import (
    SHORT_GAME,
    Shown,
    controls,
    labels,
    latest,
    menu,
    message_of,
    pick,
    play,
    refreshed,
    said,
    status,
)


def _way(session: Session, seat: Seat, turn: str, names: tuple[str, ...]) -> list[str]:
    """Return the labels to pick for a turn, those included that are taken by themselves."""
    found: list[str] = []
    done, game = "", session.game
    for action in turn.split("/"):
        state = session.preview(seat, done).state
        move = game.parse(state, seat, action)
        found += [
            choice.text.render(ENGLISH, lambda each: names[each - 1]) for choice in game.choices(state, seat, move)
        ]
        done += f"{action}/"
    return found


async def _open(world: World, player: simcord.MemberActor) -> Shown:
    return message_of(await player.click(status(world), label="Play"))


async def _build(world: World, player: simcord.MemberActor, turn: str) -> Shown:
    """Pick a turn from the menus up to the point where it can be confirmed."""
    match = await latest(world)
    (seat,) = match.session.to_act
    message = await _open(world, player)
    for label in _way(match.session, seat, turn, match.names):
        if label in labels(message) or label in menu(message) or "Next page ▶" in labels(message):
            message = await pick(player, message, label)
    return message


async def test_a_whole_match_by_buttons_alone(world: World) -> None:
    await world.begin()
    for number, turn in enumerate(SHORT_GAME):
        player = world.people["ann" if number % 2 == 0 else "bob"]
        message = await _build(world, player, turn)
        assert f"`{turn}`" in said(message)
        await pick(player, message, "Confirm")
        assert said(refreshed(player, message)).startswith(f"Played `{turn}`.")
        assert controls(refreshed(player, message)) == []
    assert (await latest(world)).over


async def test_the_builder_is_private_and_shows_what_the_turn_comes_to(world: World) -> None:
    await world.begin()
    ann = world.ann
    opened = message_of(await ann.click(status(world), label="Play"))
    assert opened.ephemeral
    assert "`E`" in said(opened), "the charge is forced"
    assert labels(opened) == ["2 on D7", "2 on E7", "2 on F8", "3 on D8", "3 on F9", "Cancel"]
    first = await opened.attachments[0].read()
    assert opened.attachments[0].description
    chosen = await pick(ann, opened, "2 on E7")
    assert await chosen.attachments[0].read() != first, "what the piece can do is marked"
    moved = await pick(ann, chosen, "E6")
    assert "`E/2E6`" in said(moved)
    assert "ann moves their 2 from E7 to E6." in said(moved)
    assert "Confirm" not in labels(moved)
    ready = await pick(ann, moved, "Charge the matrix")
    assert "`E/2E6/E`" in said(ready)
    assert {"Confirm", "Back", "Start over", "Cancel"} == set(labels(ready))
    assert (await latest(world)).seq == 0


async def test_back_and_start_over(world: World) -> None:
    await world.begin()
    ann = world.ann
    opened = await _open(world, ann)
    moved = await pick(ann, await pick(ann, opened, "2 on E7"), "E6")
    back = await pick(ann, moved, "Back")
    assert labels(back)[:3] == ["D6", "E6", "F7"]
    assert "`E`" in said(back)
    back = await pick(ann, back, "Back")
    assert labels(back) == labels(opened), "nothing to take back any more"
    ready = await pick(ann, await pick(ann, await pick(ann, back, "3 on D8"), "B6"), "Charge the matrix")
    assert "`E/3B6/E`" in said(ready)
    again = await pick(ann, ready, "Start over")
    assert labels(again) == labels(opened)


async def test_cancel_plays_nothing(world: World) -> None:
    await world.begin()
    ann = world.ann
    ready = await _build(world, ann, SHORT_GAME[0])
    gone = await pick(ann, ready, "Cancel")
    assert said(gone) == "Cancelled: nothing was played."
    assert (gone.attachments, controls(gone)) == ([], [])
    assert (await latest(world)).seq == 0


async def test_two_presses_of_confirm_play_one_turn(world: World) -> None:
    await world.begin()
    ann = world.ann
    one = await _build(world, ann, SHORT_GAME[0])
    other = await _build(world, ann, SHORT_GAME[0])
    different = await _build(world, ann, "E/2E6/E")
    await pick(ann, one, "Confirm")
    assert said(refreshed(ann, one)) == "Played `E/2C6/D8-`. Next: bob."
    await pick(ann, other, "Confirm")
    assert said(refreshed(ann, other)) == "Played `E/2C6/D8-`. Next: bob."
    await pick(ann, different, "Confirm")
    assert "so nothing happened" in said(refreshed(ann, different))
    assert (await latest(world)).seq == 1


async def test_a_forged_confirmation_plays_nothing(world: World) -> None:
    await world.begin()

    async def confirmed(text: str) -> str:
        custom_id = f"b:1:0:{Verb.CONFIRM}::{text}"
        forged = await world.forge(custom_id)
        await world.ann.click(forged, custom_id=custom_id)
        return said(world.latest(forged))

    assert "no longer fits" in await confirmed("~zz~00000000")
    assert (await latest(world)).seq == 0
    await play(world, SHORT_GAME[0])
    assert "so nothing happened" in await confirmed("~zz~00000000"), "it is not what was played"
    assert (await latest(world)).seq == 1


async def test_a_press_on_an_old_board_changes_nothing_and_says_so(world: World) -> None:
    await world.begin()
    ann = world.ann
    building = await _open(world, ann)
    confirmable = await _build(world, ann, "E/2E6/E")
    await play(world, *SHORT_GAME[:2])
    for message, label in ((building, "2 on E7"), (confirmable, "Back"), (confirmable, "Confirm")):
        if label in labels(refreshed(ann, message)):
            await ann.click(message, label=label)
        assert "so nothing happened" in said(refreshed(ann, message))
    assert (await latest(world)).seq == 2
    assert (await latest(world)).session.last is not None


async def test_only_whose_turn_it_is_gets_the_builder(world: World) -> None:
    await world.begin()
    waiting = message_of(await world.bob.click(status(world), label="Play"))
    assert waiting.ephemeral
    assert said(waiting) == "It's ann's turn."
    onlooker = message_of(await world.eve.click(status(world), label="Play"))
    assert onlooker.ephemeral
    assert "Only this match's players" in said(onlooker)


async def test_the_builder_survives_a_restart(world: World) -> None:
    await world.begin()
    ann, bob = world.ann, world.bob
    chosen = await pick(ann, await _open(world, ann), "2 on E7")
    await world.restart()
    moved = await pick(ann, chosen, "E6")
    assert "`E/2E6`" in said(moved)
    ready = await pick(ann, await pick(ann, await pick(ann, moved, "Rotate"), "2 on E6"), "To the left")
    await world.restart()
    await pick(ann, ready, "Confirm")
    assert said(refreshed(ann, ready)) == "Played `E/2E6/E6-`. Next: bob."
    await world.restart()
    assert message_of(await bob.click(status(world), label="Play")).ephemeral


async def test_move_without_a_turn_opens_the_builder(world: World) -> None:
    await world.begin()
    opened = message_of(await world.ann.slash(world.channel, "move"))
    assert opened.ephemeral
    assert "2 on D7" in labels(opened)
