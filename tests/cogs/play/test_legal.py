"""`/legal` and the button Moves."""

from __future__ import annotations

import pytest

from cogs.core.text import MESSAGE_LIMIT, MOST_OPTIONS
from cogs.play import hand
from cogs.play.hand import page, pages
from engine.choices import Choice
from engine.text import say
from tests.cogs.conftest import World
from tests.cogs.playing import (
    SHORT_GAME,
    controls,
    labels,
    menu,
    menus,
    message_of,
    pick,
    play,
    refreshed,
    said,
    status,
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
    assert said(shown).splitlines()[-1] == "Closed because of a threat: E7"


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
    shown = message_of(await world.ann.click(status(world), label="Moves"))
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
    shown = message_of(await world.ann.click(status(world), label="Moves"))
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
    shown = message_of(await world.dan.click(status(world), label="Moves"))
    assert len(menu(shown)) == 25, "24 Replicants, and what dan could create"
    watching = message_of(await world.eve.click(status(world), label="Moves"))
    assert len(menu(watching)) == 24
    assert "Next page ▶" not in labels(watching)
    monkeypatch.setattr(hand, "MOST_OPTIONS", 20)
    shown = message_of(await world.dan.click(status(world), label="Moves"))
    assert [each["placeholder"] for each in menus(shown)] == ["Pick a piece (page 1 of 2)"]
    chosen = await pick(world.dan, shown, "dan: create a Replicant")
    assert said(chosen).startswith("**dan: create a Replicant**")
    assert labels(chosen) == ["Next page ▶"]


async def test_a_match_that_is_over_has_nothing_legal(world: World) -> None:
    await world.begin()
    old = status(world)
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
