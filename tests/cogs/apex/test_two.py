"""Two people play a whole game of APEX; what has to be picked is picked from menus."""

from __future__ import annotations

import hashlib
import re

import discord
import pytest

from engine import record
from engine.apex.state import Phase
from engine.seat import Seat
from tests.cogs.apex.party import Party, begin
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, labels, menu, menus, message_of, pick, posts, refreshed, said, ways


async def expanding(world: World) -> tuple[Party, Seat]:
    """Begin a match in which both chose Expansion; return it, and whose turn comes first."""
    party = await begin(world)
    await party.settle_in()
    for seat in (1, 2):
        hand = await party.hand(seat)
        await party.move(seat, f"{hand[-1]}X-{hand[0]}")
    (first,) = (await party.match()).session.to_act
    return party, first


async def test_a_round_by_menus_alone(world: World) -> None:
    reply = await world.ann.slash(world.channel, "new apex", where="here")
    lobby = message_of(reply).message
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    for player, *path in (
        (world.ann, "Minerls: ships 5, production 1", "Home on H2"),
        (world.bob, "Humans: ships 5, influence 1"),
    ):
        shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
        for label in (*path, "Confirm"):
            shown = await pick(player, shown, label)
        await world.settle()
    status = posts(world, "Choose")[-1]
    assert sorted(world.pings(status)) == sorted([world.ann.id, world.bob.id])
    # Of two, each can tell whether the other has chosen.
    assert "Nobody sees what you choose until both of you have." in said(status)
    assert "Nobody sees who" not in said(status)

    for player in (world.ann, world.bob):
        shown = message_of(await player.click(status, label="Choose"))
        assert [file.filename for file in shown.attachments] == ["hand.png"]
        cards = list(menu(shown))
        assert len(cards) == 10  # A70
        assert [each["placeholder"] for each in menus(shown)] == ["Which card do you play?"]
        shown = await pick(player, shown, cards[0])
        assert len([label for label in labels(shown) if label.startswith(("War", "Evol", "Colo", "Expa"))]) == 4
        shown = await pick(player, shown, "Colonisation")
        assert len(menu(shown)) == 9  # A71
        assert [each["placeholder"] for each in menus(shown)] == ["Which other card do you discard with it?"]
        discard = next(iter(menu(shown)))
        shown = await pick(player, shown, discard)
        assert f"\n**Your choice:** {cards[0]} › Colonisation › {discard}\n" in said(shown)
        assert "-# In notation: `" in said(shown)
        shown = await pick(player, shown, "Confirm")
        await world.settle()
        if player is world.ann:
            assert "Nobody else sees it until everyone has chosen" in said(shown)
            assert labels(shown) == ["Change my choice"]
            assert "1 of 2 has chosen." in said(posts(world)[-1])
    board = next(message for message in reversed(posts(world)) if message.attachments)
    assert said(board).startswith("**All choices are revealed:**\nann plays Colonisation with card")
    assert "ann plays Colonisation with card" in said(board)
    assert "bob plays Colonisation with card" in said(board)


async def test_a_choice_can_be_changed_until_the_last_is_in(world: World) -> None:
    # A18
    party = await begin(world)
    await party.settle_in()
    first, second = await party.choice(1, "W"), await party.choice(1, "E", 3)
    shown = await party.move(1, first)
    assert f"`{first}`" in said(shown)
    hashes = said(posts(world)[-1])
    again = message_of(await world.ann.click(shown, label="Change my choice"))
    assert f"Your choice is `{first}`; a new one replaces it." in said(again)
    await party.move(1, second)
    assert said(posts(world)[-1]) != hashes
    assert said(posts(world)[-1]).count("\n") == hashes.count("\n")
    await party.seal(2)
    session = (await party.match()).session
    assert [entry.text for entry in session.entries if entry.seat == 1][1] == second
    late = await world.ann.click(refreshed(world.ann, shown), label="Change my choice")
    assert "out of date" in said(message_of(late))


async def test_the_hashes_hold_everybody_to_their_choice(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    await party.seal(2)
    (message,) = [each for each in posts(world) if "1 of 2 has chosen. Until everyone has" in said(each)]
    (promised,) = re.findall(r"`([0-9a-f]{64})`", said(message))
    await party.seal(1)
    hashes = world.latest(message)
    assert said(hashes).startswith("All 2 have chosen.")
    (opening,) = [each for each in posts(world) if "-# Opened:" in said(each)]
    assert f"[the message with the hashes]({message.jump_url})" in said(opening)
    assert opening.id > message.id
    lines = re.findall(r"`([^`]+)` → `([0-9a-f]{64})`", said(opening))
    assert len(lines) == 2
    assert all(hashlib.sha256(text.encode()).hexdigest() == digest for text, digest in lines)
    stood = re.findall(r"`([0-9a-f]{64})`", said(hashes))
    assert stood == sorted(digest for _, digest in lines)
    assert promised in stood
    assert not any(text in said(hashes) for text, _ in lines)


async def test_an_expansion_is_built_step_by_step(world: World) -> None:
    # A45, A56
    party, seat = await expanding(world)
    before = await party.state()
    shown = await party.menu(seat)
    public = [each.id for each in posts(world)]
    assert "**Your Expansion · card " in said(shown)
    assert "What do you do first?" in said(shown)
    while wanted := [label for label in ways(shown) if label != "No action"]:
        shown = await pick(party.player(seat), shown, wanted[-1])
        assert "board.png" in {file.filename for file in shown.attachments}
    assert "Only you see it until you confirm." in said(shown)
    assert [each.id for each in posts(world)] == public
    assert await party.state() == before
    shown = await pick(party.player(seat), shown, "Confirm")
    await world.settle()
    assert said(shown).startswith("Played `")
    entries = (await party.match()).session.entries
    texts = [entry.text for entry in entries if entry.turn == entries[-1].turn]
    assert len(texts) > 1
    assert any(f"`{'/'.join(texts)}`" in said(each) for each in posts(world))


async def test_an_expansion_can_be_ended_at_any_time_with_one_press(world: World) -> None:
    # A45: each action is optional
    party, seat = await expanding(world)
    shown = await party.menu(seat)
    assert "Confirm" not in labels(shown), "to do nothing at all is to be confirmed"
    shown = await pick(party.player(seat), shown, ways(shown)[0])
    while "Confirm" not in labels(shown):
        shown = await pick(party.player(seat), shown, ways(shown)[0])
    assert "Or confirm to play it as it is, and leave the rest." in said(shown)
    shown = await pick(party.player(seat), shown, "Confirm")
    await world.settle()
    assert said(shown).startswith("Played `")
    assert "/-`" in said(shown)
    assert "It's your turn again" not in said(shown)


async def test_an_expansion_can_be_sent_in_parts(world: World) -> None:
    # A56
    party, seat = await expanding(world)
    action = next(text for text in (await party.match()).session.complete(seat, "") if text.endswith("/"))
    answer = await party.move(seat, action.rstrip("/"))
    assert "It's your turn again." in said(answer)
    assert labels(answer)[0] == "Play"
    shown = message_of(await party.player(seat).click(answer, label="Play"))
    assert labels(shown)
    late = message_of(await party.player(seat).click(answer, label="Play"))
    assert said(late) == said(shown), "until something is played it opens the same"
    stale = answer
    answer = await party.move(seat, "-")
    assert f"`{action}-`" in said(answer)
    refused = message_of(await party.player(seat).click(stale, label="Play"))
    assert "That board is out of date, so nothing happened." in said(refused)


async def test_a_whole_game(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    for _ in range(15):
        await party.round("CC")
    await world.settle()
    match = await party.match()
    assert match.over
    assert (await party.state()).phase is Phase.OVER
    last = posts(world)[-1]
    assert "The match is over" in last.content
    (file,) = [each for each in last.attachments if each.filename.endswith(".record")]
    text = (await file.read()).decode()
    assert "?" not in text.partition("* GALAXY")[2]
    assert record.replay(record.read(text)).outcome == match.session.outcome

    # Afterwards nothing is a secret: each side's hand can be looked at.
    viewer = message_of(await world.ann.click(last, label="Replay"))
    plain = await pick(world.ann, await pick(world.ann, viewer, "Next"), "Next")
    shown = await pick(world.ann, plain, "From bob's side")
    assert "Your hand" in (shown.attachments[0].description or "")
    assert "Your hand" not in (plain.attachments[0].description or "")


@pytest.mark.parametrize("text", ["31W-1", "1W", "what", "-", "X"])
async def test_what_is_wrong_is_said_in_private_and_changes_nothing(world: World, text: str) -> None:
    party = await begin(world)
    await party.settle_in()
    before, match = [each.id for each in posts(world)], await party.match()
    await party.move(1, text)
    assert [each.id for each in posts(world)] == before
    assert await party.match() == match


async def test_pressing_confirm_twice_seals_once(world: World) -> None:
    party = await begin(world)
    await party.settle_in()
    shown = await party.menu(1)
    for _ in range(3):
        shown = await pick(world.ann, shown, ways(shown)[0])
    assert isinstance(shown, discord.Message)
    draft = await world.as_it_was(shown)
    (custom_id,) = [each["custom_id"] for each in controls(shown) if ":c:" in each["custom_id"]]
    await pick(world.ann, shown, "Confirm")
    await world.settle()
    sealed = (await party.match()).session.sealed
    hashes = [said(each) for each in posts(world) if "hashes for **Verify**" in said(each)]
    await world.ann.click(draft, custom_id=custom_id)
    await world.settle()
    assert (await party.match()).session.sealed == sealed
    assert [said(each) for each in posts(world) if "hashes for **Verify**" in said(each)] == hashes
