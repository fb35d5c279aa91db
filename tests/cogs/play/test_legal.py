"""`/legal` and the button Moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.core.text import MESSAGE_LIMIT, MOST_OPTIONS
from cogs.lobby.cog import new_command
from cogs.play import hand
from cogs.play.hand import page, pages
from engine import registry
from engine.apex.game import APEX
from engine.choices import Choice
from engine.text import say
from tests.cogs.apex import party
from tests.cogs.conftest import World, private
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    menu,
    menus,
    message_of,
    more,
    pick,
    play,
    refreshed,
    said,
    turn_message,
)

THREATENING = (
    "E/3B6/D7+",
    "E/2F3F4/D1+",
    "E/2D7D6/F9-",
    "E/2F5/F2+",
    "E/2E6/E8-",
    "E/2F6/E3-",
    "E/2E6D5/B6+",
    "E/2F7/E2-",
)
"""After these turns bob's piece on F7 threatens E7, beside ann's matrix (R16)."""


async def test_a_piece_is_shown_with_its_moves(world: World) -> None:
    await world.begin()
    plain = message_of(await world.ann.slash(world.channel, "board"))
    shown = message_of(await world.ann.slash(world.channel, "legal", piece="2e7"))
    assert shown.ephemeral
    assert said(shown) == "**ann: 2 on E7**\n`2E7D6`, `2E6`, `2E7F7`"
    assert await shown.attachments[0].read() != await plain.attachments[0].read(), "what it reaches is marked"


async def test_a_matrix_is_shown_where_a_threat_keeps_it_from(world: World) -> None:
    match = await world.begin()
    for number, turn in enumerate(THREATENING):
        await world.bot.arena.matches.play(match.id, world.person(("ann", "bob")[number % 2]), turn)
    shown = message_of(await world.ann.slash(world.channel, "legal", piece="1E8"))
    assert said(shown).splitlines()[-1] == "Blocked by a threat: E7"


async def test_anybody_may_ask_about_any_piece_at_any_time(world: World) -> None:
    await world.begin()
    for player in (world.bob, world.eve):
        shown = message_of(await player.slash(world.channel, "legal", piece="bob: 3 on D1"))
        assert said(shown) == "**bob: 3 on D1**\n`3B1`, `3C1`"


async def test_pieces_complete_own_first(world: World) -> None:
    assert await world.bob.autocomplete(world.channel, "legal", "piece", "") == [], "no match is played"
    await world.begin()
    offered = await world.bob.autocomplete(world.channel, "legal", "piece", "")
    assert [choice["name"] for choice in offered[:2]] == ["bob: 1 on E2", "bob: 2 on D2"]
    assert len(offered) == 13, "twelve Replicants, and what bob could create"
    found = await world.bob.autocomplete(world.channel, "legal", "piece", "ann: 3")
    assert [choice["value"] for choice in found] == ["3D8", "3F9"]
    assert await world.bob.autocomplete(world.channel, "legal", "piece", "7E") == []


async def test_an_unknown_piece_is_refused_with_examples(world: World) -> None:
    await world.begin()
    shown = message_of(await world.ann.slash(world.channel, "legal", piece="7E5"))
    assert shown.ephemeral
    assert "`1E8`" in said(shown)


async def test_a_part_of_a_name_will_do_if_it_fits_one_piece_only(world: World) -> None:
    await world.begin()
    for typed in ("E7", "on e7", "2e7"):
        shown = message_of(await world.ann.slash(world.channel, "legal", piece=typed))
        assert said(shown).startswith("**ann: 2 on E7**"), typed
    shown = message_of(await world.ann.slash(world.channel, "legal", piece="create"))
    assert said(shown).startswith("**ann: create a Replicant**")
    shown = message_of(await world.ann.slash(world.channel, "legal", piece="3"))
    assert said(shown) == "Several fit, for example: `3D8`, `3F9`, `3D1`, `3F2`"


async def test_the_button_offers_a_menu_of_pieces(world: World) -> None:
    await world.begin()
    shown = message_of(await world.ann.click(turn_message(world), label="Moves"))
    assert shown.ephemeral
    assert "`E/2C6/`" in said(shown)
    assert list(menu(shown))[:2] == ["ann: 1 on E8", "ann: 2 on D7"]
    assert [each["placeholder"] for each in menus(shown)] == ["Pick a piece"]
    chosen = await pick(world.ann, shown, "ann: 1 on E8")
    assert said(chosen) == ("**ann: 1 on E8**\nIt can't do anything right now.")
    chosen = await pick(world.ann, chosen, "ann: create a Replicant")
    assert said(chosen).startswith("**ann: create a Replicant**")


async def test_the_menu_survives_a_restart_and_follows_the_board(world: World) -> None:
    await world.begin()
    shown = message_of(await world.ann.click(turn_message(world), label="Moves"))
    await play(world, *SHORT_GAME[:1])
    await world.restart()
    gone = menu(shown)["ann: 2 on D7"]
    answer = await world.ann.select(shown, [gone])
    told = [each.content for each in answer.followups if each.ephemeral]
    assert any("no such piece" in text for text in told), told
    chosen = await pick(world.ann, shown, "ann: 2 on E7")
    assert "ann: 2 on C6" in menu(chosen)


async def test_a_long_menu_has_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await world.lobby(players=4, mode="individual", where="here")
    for name in ("bob", "cleo", "dan"):
        await world.press(name, lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    shown = message_of(await world.dan.click(turn_message(world), label="Moves"))
    assert len(menu(shown)) == 25, "24 Replicants, and what dan could create"
    watching = message_of(await world.eve.click(turn_message(world), label="Moves"))
    assert len(menu(watching)) == 24
    assert "Next page ▶" not in labels(watching)
    monkeypatch.setattr(hand, "MOST_OPTIONS", 20)
    shown = message_of(await world.dan.click(turn_message(world), label="Moves"))
    assert [each["placeholder"] for each in menus(shown)] == ["Pick a piece (page 1 of 2)"]
    chosen = await pick(world.dan, shown, "dan: create a Replicant")
    assert said(chosen).startswith("**dan: create a Replicant**")
    assert labels(chosen) == ["Next page ▶"]


async def test_a_match_that_is_over_has_nothing_legal(world: World) -> None:
    await world.begin()
    old = turn_message(world)
    kept = message_of(await world.ann.click(old, label="Moves"))
    await play(world, *SHORT_GAME)
    shown = message_of(await world.ann.slash(world.channel, "legal"))
    assert shown.ephemeral
    assert said(shown) == "The match in this channel is over. `/new` opens a table for another one."
    await world.ann.select(kept, ["2D7"])
    assert controls(refreshed(world.ann, kept))


def test_as_many_moves_are_shown_as_a_message_has_room_for() -> None:
    moves = [f"{number:016}" for number in range(200)]
    shown, left = hand._fitting(moves)
    assert shown == moves[: len(shown)]
    assert len(shown) + left == len(moves)
    assert len(shown) == (MESSAGE_LIMIT - hand.ROOM) // 20


def test_menus_are_paged() -> None:
    options = tuple(Choice(str(number), say("{number}", number=number)) for number in range(MOST_OPTIONS + 5))
    assert pages(options) == 2
    assert page(options, 0) == options[:MOST_OPTIONS]
    assert page(options, 1) == page(options, 99) == options[MOST_OPTIONS:]
    assert page(options, -1) == options[:MOST_OPTIONS]
    assert pages(()) == 1


# `/matches`: mine, and those of the server.


async def test_nobody_plays_yet(world: World) -> None:
    mine = message_of(await world.ann.slash(world.channel, "matches"))
    assert mine.ephemeral
    assert "You aren't in any match right now. `/new` opens" in mine.content
    here = message_of(await world.ann.slash(world.channel, "matches", which="here"))
    assert "There's no match to see in this server" in here.content


async def test_mine_are_listed_with_links_and_whose_turn_it_is(world: World) -> None:
    await world.begin()
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    mine = message_of(await world.ann.slash(world.channel, "matches", which="mine"))
    assert mine.ephemeral
    assert link in mine.content
    assert "ann, bob" in mine.content
    assert "Your turn" in mine.content
    theirs = message_of(await world.bob.slash(world.channel, "matches"))
    assert f"Waiting for {world.ann.mention}" in theirs.content
    assert "You aren't in any match" in message_of(await world.eve.slash(world.channel, "matches")).content
    here = message_of(await world.eve.slash(world.channel, "matches", which="here"))
    assert link in here.content
    assert here.ephemeral


async def test_matches_in_channels_that_one_cannot_see_are_not_told_of(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    world.deny(world.channel, world.eve.id, "view_channel")
    world.deny(world.channel, world.bob.id, "view_channel")
    told = {
        name: message_of(await world.people[name].slash(elsewhere, "matches", which="here")).content
        for name in ("bob", "cleo", "eve")
    }
    assert "ann, bob" in told["bob"], "a player knows of it anyway"
    assert "ann, bob" in told["cleo"]
    assert told["eve"] == "There's no match to see in this server right now."


async def test_those_that_are_over_are_not_listed(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    assert "You aren't in any match" in message_of(await world.ann.slash(world.channel, "matches")).content


async def test_a_command_in_another_channel_says_where_one_plays(world: World) -> None:
    await world.begin()
    elsewhere = world.guild.create_text_channel("elsewhere")
    told = message_of(await world.ann.slash(elsewhere, "move", turn="E"))
    assert told.ephemeral
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in told.content
    stranger = message_of(await world.eve.slash(elsewhere, "board"))
    assert "`/new` opens a table" in stranger.content


async def test_a_long_list_has_pages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [world.guild.create_text_channel(f"room-{number}") for number in range(20)]
    for room in rooms:
        reply = await world.open_table(world.ann, room, "replicants", where="here")
        lobby = message_of(reply).message
        await world.press("bob", lobby, "Join")
        await world.press("ann", lobby, "Start")
    await world.settle()
    shown = message_of(await world.ann.slash(world.channel, "matches"))
    first = shown.content
    assert first.startswith("**Your matches** (1 to 10)")
    assert labels(shown) == ["Next page ▶"]
    await world.restart()
    await world.ann.click(shown, label="Next page ▶")
    last = refreshed(world.ann, shown)
    second = last.content
    assert labels(last) == ["◀ Previous page"]
    assert max(len(first), len(second)) <= 2000
    assert all((str(room.id) in first) != (str(room.id) in second) for room in rooms)
    monkeypatch.setattr("cogs.play.matches.MESSAGE_LIMIT", len(first) // 2)
    shown = message_of(await world.ann.slash(world.channel, "matches"))
    heading, *lines = shown.content.splitlines()
    assert 0 < len(lines) < 10
    assert heading == f"**Your matches** (1 to {len(lines)})"
    await world.ann.click(shown, label="Next page ▶")
    after = refreshed(world.ann, shown).content
    assert after.startswith(f"**Your matches** ({len(lines) + 1} to ")


# `/match cards`: where no game has a catalogue, and which matches have cards.


@pytest.fixture
def uncatalogued(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave no game that has cards to look up."""
    monkeypatch.setattr(registry, "_GAMES", (APEX,))
    new_command.cache_clear()
    yield
    new_command.cache_clear()


@pytest.mark.usefixtures("uncatalogued")
async def test_there_is_nothing_to_look_up(world: World) -> None:
    answer = message_of(await world.eve.slash(world.channel, "match cards", name="zombie"))
    assert answer.ephemeral
    assert answer.content.startswith("No game here has cards to look up by name.")
    assert await world.eve.autocomplete(world.channel, "match cards", "name", "zom") == []
    nowhere = message_of(await world.eve.slash(world.channel, "match cards"))
    assert nowhere.content.startswith("There's no match in this channel.")


async def test_only_matches_with_cards_are_offered_and_the_others_say_what_to_do(world: World) -> None:
    await world.begin()
    found = await world.ann.autocomplete(world.channel, "match cards", "match", "")
    assert found == [], "Replicants has no cards"
    assert len(await world.ann.autocomplete(world.channel, "board", "match", "")) == 1
    told = "Replicants has no cards. `/board` shows the position."
    assert private(await world.ann.slash(world.channel, "match cards")) == told
    assert private(await world.ann.slash(world.channel, "match cards", match=1)) == told
    assert "Cards" not in labels(turn_message(world))
    assert "Cards" not in labels(await more(world.ann, turn_message(world)))
    forged = await world.forge("m:1:0:cards")
    assert private(await world.ann.click(forged, label="forged")) == told


async def test_a_match_with_cards_is_offered(world: World) -> None:
    await party.begin(world, 2)
    found = await world.ann.autocomplete(world.channel, "match cards", "match", "")
    assert [each["value"] for each in found] == [1]
    assert "Cards" in labels(await more(world.ann, turn_message(world)))
