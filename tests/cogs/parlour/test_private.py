"""Answers that their seat alone may read: what everybody else reads in their place, wherever moves are told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.errors import NotationError
from engine.game import Step
from engine.seat import Seat
from engine.text import say
from store.tables.replay import ReplayError
from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import Parlour, begin
from tests.cogs.playing import Shown, labels, message_of, pick, posts, said, ways
from tests.cogs.twins import difference, look_around, parallel, told, words
from tests.engine.parlour import game
from tests.engine.parlour.table import State, private

pytestmark = pytest.mark.usefixtures("parlour")


async def kept(world: World, place: int = 0) -> tuple[Parlour, int, int]:
    """Give a match in which a player set aside a card of their hand; return the seat and the card, too."""
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    card = (await party.hand(first))[place]
    said = await party.move(first, f"K {card}")
    assert f"Played `A {second}/K {card}`." in said
    return party, first, card


async def test_everybody_else_reads_a_sentence_in_its_place(world: World) -> None:
    party, first, card = await kept(world)
    public = words([await told(message) for message in posts(world)])
    assert re.search(r"\*\*\w+\*\* sets a card aside", public)
    assert f"K {card}" not in public
    for command, options in (("board", {}), ("match replay", {"turn": 1}), ("match record", {})):
        for name in ("ann", "bob", "cleo"):
            answer = message_of(await world.people[name].slash(world.channel, command, **options))
            shown = words([await told(answer)])
            assert (f"K {card}" in shown) is (command == "match record" and world.people[name] is party.player(first))


async def test_before_confirming_a_player_is_told_what_others_will_read(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    await party.move(second, "-")
    player, card = party.player(first), (await party.hand(first))[0]
    shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
    while "Confirm" not in labels(shown):
        assert "Others see" not in said(shown)
        shown = await pick(
            player, shown, next(way for way in ways(shown) if str(card) in way or "aside" in way.lower())
        )
    assert f"-# Others see sets a card aside instead of `K {card}`." in said(shown).splitlines()


async def test_a_channel_that_follows_the_match_reads_the_sentence(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    await world.bot.arena.watches.follow(
        world.guild.id, lounge.id, "server", world.guild.id, quiet=False, person_id=world.person("eve")
    )
    _, _, card = await kept(world)
    followed = words([await told(message) for message in world.own(lounge)])
    assert "sets a card aside" in followed
    assert f"K {card}" not in followed


async def test_what_the_answered_part_of_a_turn_was_is_told_with_it(world: World) -> None:
    party, first, _ = await kept(world)
    names = ("ann", "bob")
    owner, asked = names[first - 1], names[2 - first]
    found = await world.eve.autocomplete(world.channel, "board", "turn", "")
    assert [each["name"] for each in found] == [
        f"1. {owner}: A {3 - first}, {asked}: -, {owner}: sets a card aside",
        "0. Start",
    ]
    answer = message_of(await world.eve.slash(world.channel, "board"))
    assert f"{owner}: `A {3 - first}`\n{asked}: `-`\n{owner}: sets a card aside" in said(answer)
    assert (await party.match()).session.to_act == {3 - first}


async def test_a_player_who_answers_is_told_what_they_played(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    assert "Played `-`." in await party.move(second, "-")


async def test_after_the_end_everything_is_readable(world: World) -> None:
    party, _, card = await kept(world)
    match = await party.match()
    await party.world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    answer = message_of(await world.eve.slash(world.channel, "match replay", turn=1))
    assert f"`K {card}`" in words([await told(answer)])
    record = message_of(await world.eve.slash(world.channel, "match record"))
    assert f"K {card}" in words([await told(record)])


async def test_nobody_else_sees_a_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """In anything that is posted, or answered to players, onlookers and organisers whatever they try."""
    found: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            party, first, _ = await kept(world, place)
            mine, other = ("ann", "bob") if first == 1 else ("bob", "ann")
            found.append(await look_around(world, other, "cleo", "gus"))
            own.append(await look_around(world, mine))
            assert (await party.match()).session.to_act == {3 - first}
    assert difference(found) == ""
    assert difference(own) != ""


def test_a_move_that_does_not_replay_is_not_in_the_log() -> None:
    error = NotationError(say("Not a move."), code="notation", given="K 12")
    assert "K 12" not in str(ReplayError(1, 5, error))
    assert "notation" in str(ReplayError(1, 5, error))


async def test_a_match_as_text_boards_has_the_sentence_too(world: World) -> None:
    _, _, card = await kept(world)
    await world.eve.slash(world.channel, "settings mine", boards="text")
    reel = words([await told(message_of(await world.eve.slash(world.channel, "match replay", form="animation")))])
    assert re.search(r"Turn 1\. .*sets a card aside", reel)
    assert f"K {card}" not in reel


async def test_who_builds_a_turn_is_not_told_what_others_alone_may_know(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order[:2]
    apply = game.Parlour.apply

    def whispering(self: game.Parlour, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        step = apply(self, state, moves)
        secrets = private(second, "The other one's secret."), private(first, "A word to you.")
        return replace(step, events=(*step.events, *secrets))

    monkeypatch.setattr(game.Parlour, "apply", whispering)
    player = party.player(first)
    shown: Shown = message_of(await player.click(posts(world, "Play")[-1], label="Play"))
    for label in ("Attack", ("ann", "bob")[second - 1]):
        if "Confirm" not in labels(shown):
            shown = await pick(player, shown, label)
    assert "A word to you." in said(shown)
    everything = words([await told(shown)])
    assert "A word to you." in everything.replace(said(shown), ""), "the picture's words have it, too"
    assert "secret" not in everything
