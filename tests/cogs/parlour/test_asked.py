"""Answers inside the turn of another player: who is called and how, who waits for whom, what one message tells."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from hosting.clock.time_control import ClockTerms, Terms
from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import message_of, posts, said
from tests.engine.parlour.game import Parlour

pytestmark = pytest.mark.usefixtures("parlour")

DAILY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))


async def test_the_asked_is_called_and_told_what_is_asked(world: World) -> None:
    party = await begin(world, 3, hand="chosen", terms=DAILY)
    first, second = await party.attack()
    status, asked = posts(world)[-1], party.player(second)
    assert f"<@{asked.id}> is attacked and may discard a card." in status.content
    assert f"After that, {PLAYERS[first - 1]}'s turn goes on." in status.content
    assert "Your answer is due <t:" in status.content
    assert "Turn " not in status.content, "what is asked is said once"
    assert world.pings(status) == [asked.id]
    said = await party.move(second, "-")
    assert f"Played `-`. Next: {PLAYERS[first - 1]}." in said
    status = posts(world)[-1]
    assert f": <@{party.player(first).id}>\n" in status.content
    assert world.pings(status) == [party.player(first).id]


async def test_everybody_can_see_who_waits_for_whom(world: World) -> None:
    party = await begin(world, 3, hand="chosen")
    first, second = (await party.session()).state.order[:2]
    told = f"{PLAYERS[second - 1]} is attacked and may discard a card."
    said = await party.move(first, f"A {second}")
    assert f"Played `A {second}`. {told}" in said
    for name in PLAYERS:
        board = message_of(await world.people[name].slash(world.channel, "board"))
        assert told in board.content
        assert "'s turn" not in board.content
    assert told in await party.move(first, "N")
    await party.move(second, "-")
    board = message_of(await world.eve.slash(world.channel, "board"))
    assert f"It's {PLAYERS[first - 1]}'s turn." in board.content


async def test_a_list_of_matches_does_not_call_an_answer_a_turn(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    asked = message_of(await party.player(second).slash(world.channel, "matches"))
    assert "**Your decision**, asked <t:" in asked.content
    waits = message_of(await party.player(first).slash(world.channel, "matches"))
    assert f"Waiting for <@{party.player(second).id}>" in waits.content


async def test_reminders_say_what_is_asked(world: World) -> None:
    party = await begin(world, 3, hand="chosen", terms=DAILY)
    _, second = await party.attack()
    before = len(posts(world))
    await world.env.advance_time(13 * 3600)
    await world.settle()
    (reminder,) = posts(world)[before:]
    assert f"<@{party.player(second).id}> is attacked and may discard a card." in reminder.content
    assert "Half of the time for that has passed." in reminder.content
    assert "half of your time for this turn" not in reminder.content


async def test_a_turn_with_its_answers_is_one_message_where_decisions_are_told_one_by_one(
    monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    monkeypatch.setattr(Parlour, "info", replace(Parlour.info, by_decision=True))
    party = await begin(world, hand="chosen")
    start = posts(world)
    first, second = await party.attack()
    asked = posts(world)
    assert len(asked) == len(start) + 1
    assert "is attacked and may discard a card." in asked[-1].content
    await party.move(second, "-")
    answered = posts(world)
    assert len(answered) == len(asked)
    assert answered[-1].id != asked[-1].id
    card = (await party.hand(first))[0]
    await party.move(first, f"K {card}")
    last = posts(world)
    assert len(last) == len(answered)
    one, other = PLAYERS[first - 1], PLAYERS[second - 1]
    assert f"**{one}** plays `A {second}`\n**{other}** plays `-`\n**{one}** sets a card aside" in last[-1].content
    await party.move(second, "P")
    assert len(posts(world)) == len(last) + 1


async def test_a_spectator_of_a_secret_decision_has_nothing_to_decide(world: World) -> None:
    await begin(world)
    shown = message_of(await world.eve.slash(world.channel, "legal"))
    assert shown.ephemeral
    assert said(shown) == "You have nothing to decide right now."


@pytest.mark.parametrize(("terms", "told"), [(Terms(), "."), (DAILY, ", due <t:")])
async def test_a_list_says_until_when_there_is_to_decide(world: World, terms: Terms, told: str) -> None:
    """Whether it is a turn or an answer, only the game knows."""
    party = await begin(world, 2, hand="chosen", terms=terms)
    first = party.player(await party.first())
    listed = message_of(await first.slash(world.channel, "matches")).content
    found = re.search(r"\*\*Your decision\*\*, asked <t:\d+:\w>(.*)", listed)
    assert found is not None, listed
    assert found[1].startswith(told)
