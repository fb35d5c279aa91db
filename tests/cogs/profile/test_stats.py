"""`/leaderboard statistics:True`: how seats, first turns and options of a game fared."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World, private
from tests.cogs.playing import message_of
from tests.cogs.profile.conftest import Past


async def test_statistics_tell_seats_and_first_turns(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 20, opening="E/2C6/D8-")
    await past.duels("ann", "bob", 5, opening="E/3C1/F2-")
    shown = message_of(
        await world.eve.slash(world.channel, "leaderboard", statistics=True, game="replicants", show="yes")
    )
    assert not shown.ephemeral
    assert shown.content.startswith("**Replicants**, 2 players: 25 counted matches in this server")
    (picture,) = shown.attachments
    assert (picture.description or "").splitlines() == [
        "Replicants, 2 players",
        "Score: 100% means always first, 50% is average (the mark)",
        "Thin line: where the true score lies, 95 % sure",
        "Too few: under 20 matches, it's too early to tell",
        "Score by seat (95 % interval, matches):",
        "Seat 1: 100 % (87 to 100 %), 25",
        "Seat 2: 0 % (0 to 13 %), 25",
        "Score by first turn (95 % interval, matches):",
        "E/2C6/D8-: 50 % (35 to 65 %), 40",
        "E/3C1/F2-: too few (10)",
    ]
    assert len(await picture.read()) <= 60 * 1024


@pytest.mark.parametrize("game", ["replicants", "replica", "apex", "mutants"])
async def test_a_game_never_played_has_no_statistics(world: World, game: str) -> None:
    shown = message_of(await world.eve.slash(world.channel, "leaderboard", statistics=True, game=game))
    assert shown.ephemeral
    assert ": no counted match has ended in this server yet.\n`/new` opens a table" in shown.content
    assert not shown.attachments


async def test_a_mode_is_picked_from_a_list(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 3)
    await past.duels("bob", "ann", 1, mode="3")
    offered = await world.eve.autocomplete(
        world.channel, "leaderboard", "mode", "3", game="replicants", statistics=True
    )
    (three,) = [choice["value"] for choice in offered]
    shown = message_of(
        await world.eve.slash(world.channel, "leaderboard", statistics=True, game="replicants", mode=three)
    )
    assert "1 counted match in" in shown.content
    told = private(
        await world.eve.slash(world.channel, "leaderboard", statistics=True, game="replica", mode=25, show="yes")
    )
    assert told.startswith("Replica has no such mode.")
