"""`/legal` in APEX: where ships could go and where there could be battles, for whoever asks, to them alone."""

from __future__ import annotations

from engine.apex.choices import subjects
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import menu, message_of, pick, posts, said


async def test_ships_are_shown_with_where_they_could_go(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    before = [each.id for each in posts(world)]
    state = await party.state()
    home = state.rules.slots[state.sides[0].home]
    status = posts(world, "Moves")[-1]
    opened = message_of(await world.ann.click(status, label="Moves"))
    assert opened.ephemeral
    assert "Pick ships to see where they can go, or a battle to see where you can fight." in said(opened)
    plain = await opened.attachments[0].read()
    own = next(iter(menu(opened)))
    assert own == f"ann in {home}, ships: {state.sides[0].ships[state.sides[0].home]}"
    shown = await pick(world.ann, opened, own)
    assert f"`MOVE {home}>" in said(shown)
    near = [state.rules.slots[slot] for slot in state.rules.near[state.sides[0].home]]
    assert all(f"\n{slot}: " in said(shown) for slot in near)
    assert await shown.attachments[0].read() != plain
    assert [each.id for each in posts(world)] == before


async def test_everybody_is_shown_the_same_and_no_hand(world: World) -> None:
    # A9
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1)
    key = subjects(await party.state(), 1)[0].key
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    answers = [message_of(await each.slash(world.channel, "legal", piece=key)) for each in (world.ann, world.bob, gus)]
    assert all(each.ephemeral for each in answers)
    assert len({said(each) for each in answers}) == 1
    assert not any("Your hand" in (each.attachments[0].description or "") for each in answers)


async def test_before_there_are_ships_there_is_nothing_to_pick(world: World) -> None:
    await begin(world, 3)
    opened = message_of(await world.ann.slash(world.channel, "legal"))
    assert "Pick ships" not in said(opened)
    assert "Ways to start the turn" in said(opened)
    assert menu(opened) == {}


async def test_who_chooses_from_a_hand_sees_it_card_by_card(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    shown = message_of(await world.ann.slash(world.channel, "legal"))
    hand = await party.hand(1)
    (file,) = shown.attachments
    assert file.filename == "hand.png"
    words = file.description or ""
    assert [f" {card} (evolution " in words for card in hand] == [True] * len(hand)
    assert words.startswith("Reconstructed: ")
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    watching = message_of(await gus.slash(world.channel, "legal"))
    assert [file.filename for file in watching.attachments] == ["board.png"]
