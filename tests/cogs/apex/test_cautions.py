"""A choice that would have no effect is warned of while it can still be changed; refusals suggest moves that differ."""

from __future__ import annotations

import re

from engine.apex.state import Phase
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts, said, ways

WARNING = "⚠️ Right now War would have no effect: no sector has both your pawns and an opponent's (A31)."


async def test_before_confirm_and_after_a_typed_choice(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    shown = await party.menu(1)
    shown = await party.menu(1, ways(shown)[0], "War")
    assert WARNING in said(shown).splitlines()
    assert said(shown).index(WARNING) < said(shown).index("Confirm to seal it")
    answer = await party.move(1, await party.choice(1, "W"))
    assert WARNING in said(answer).splitlines()
    answer = await party.move(1, await party.choice(1, "X"))
    assert "⚠️" not in said(answer)
    assert not any("⚠️" in said(each) for each in posts(world))


async def test_what_had_no_effect_says_why(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    await party.seal(1, 2, 3, side="W")
    told = "ann's War has no effect: no sector has both their pawns and an opponent's (A31)."
    assert any(told in said(each) for each in posts(world))


async def test_suggestions_differ_by_more_than_a_count(world: World) -> None:
    party = await begin(world, 2)
    await party.settle_in()
    for seat in (1, 2):
        await party.seal(seat, side="X")
    assert (await party.state()).phase is Phase.EXPAND
    (seat,) = (await party.match()).session.to_act
    for text in ("MOVE H9>A1", "MOVE H1>H2 x99", "nonsense"):
        answer = await party.move(seat, text)
        (line,) = [each for each in said(answer).splitlines() if each.startswith("Possible here")]
        assert line.startswith("Possible here, for example: ")
        assert_various(line)
    opened = message_of(await party.player(seat).slash(world.channel, "legal"))
    (line,) = [each for each in said(opened).splitlines() if each.startswith("Ways to start")]
    assert_various(line)


def assert_various(line: str) -> None:
    moves = [re.sub(r" x\d+$", "", each.rstrip("/")) for each in re.findall("`([^`]*)`", line)]
    assert len(moves) == len(set(moves)) > 1
