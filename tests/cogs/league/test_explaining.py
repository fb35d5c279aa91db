"""`/league explain` in words: what can still come of a place, and what it takes."""

from __future__ import annotations

from tests.cogs.conftest import World, private
from tests.cogs.league.playing import begin, finish

FOUR = ("ann", "bob", "cleo", "dan")


async def explained(world: World, entry: int) -> list[str]:
    """Return what is told of an entry."""
    return private(await world.eve.slash(world.channel, "league explain", entry=entry)).splitlines()


async def test_the_end_of_a_round_robin_is_told_exactly(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    before = await explained(world, 1)
    assert "Exactly, if all 6 matches of its division that are open are played:" in before
    assert "• with a total of 3: place 1" in before
    for number in range(1, 6):
        await finish(world, number)
    view = await world.bot.arena.leagues.view(1)
    (last,) = [each for each in view.fixtures if each.open]
    told = await explained(world, last.entries[0])
    at = told.index("Exactly, if the 1 match of its division that is open is played:")
    (has,) = [int(each.removeprefix("points: ")) for each in told if each.startswith("points: ")]
    assert told[at + 1].startswith(f"• with a total of {has + 1}: ")
    assert told[at + 2].startswith(f"• with a total of {has}: ")
    assert not any("If just one match" in each for each in told), "that says less"


async def test_what_follows_from_points_alone_says_so(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="swiss")
    await finish(world, 1)
    view = await world.bot.arena.leagues.view(1)
    (loser,) = [each.entry for f in view.fixtures if not f.open for each in f.sides if each.points == 0]
    told = await explained(world, loser)
    assert "Points: 0; 2 more possible." in told
    assert "• Place 1 or better takes at least 1 in total, and also depends on other results." in told
    assert any(each.startswith("-# Estimated from points alone, assuming nobody withdraws.") for each in told)
    assert "-# As long as no result is corrected, and no organiser decides otherwise." in told


async def test_a_knock_out_has_no_lot_and_tells_who_shares_a_place(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="knockout")
    told = await explained(world, 1)
    assert told[1].startswith("Shares this place with ")
    assert told[1].endswith(": none of them is out.")
    await finish(world, 1)
    await finish(world, 2)
    view = await world.bot.arena.leagues.view(1)
    out = [side.entry for each in view.fixtures for side in each.sides if side.advances is False]
    for entry in out:
        told = await explained(world, entry)
        assert told[1].endswith(", who went out in the same round.")
        assert "This place is certain." in told
    await world.bot.arena.leagues.close(1)
    for entry in range(1, 5):
        told = await explained(world, entry)
        assert told[1].startswith("Shares this place with ")
        assert "lot" not in " ".join(told).split()


async def test_a_closed_table_speaks_of_a_lot_only_where_it_decided(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    running = await explained(world, 1)
    assert "Level with bob, cleo and dan so far." in running[1]
    await finish(world, 1)
    view = await world.bot.arena.leagues.close(1)
    (winner,) = [side.entry for each in view.fixtures if each.why == "played" for side in each.sides if side.points]
    for entry in range(1, 5):
        told = await explained(world, entry)
        assert not any("none yet" in each for each in told), "nothing comes any more"
        assert any("doesn't count here" in each for each in told)
        assert any(each.startswith("drawing lots: ") for each in told) == (entry != winner)
        assert not any("so far" in each for each in told)


async def test_a_ladder_says_what_a_challenge_can_give(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="ladder")
    found = [(await explained(world, entry)) for entry in range(1, 5)]
    last = next(lines for lines in found if "place 4 in" in lines[0])
    first = next(lines for lines in found if "place 1 in" in lines[0])
    assert any(each.endswith("a challenge won there, if nothing else moves, makes it place 1.") for each in last)
    assert "Those who have just played cannot be challenged for 3 days." in last
    assert not any("challenge" in each for each in first)
