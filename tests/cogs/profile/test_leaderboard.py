"""`/leaderboard`: the players of a server by their ratings."""

from __future__ import annotations

import re
from datetime import timedelta

from hosting.profiles import PAGE
from hosting.rating import SETTLED
from store.tables import results
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of
from tests.cogs.profile.conftest import Past
from tests.cogs.seeing import seen_by
from tests.hosting.profile.results import rank, result


async def test_a_leaderboard_tells_places_and_who_has_none(world: World, past: Past) -> None:
    await past.duels("ann", "bob", SETTLED, rated=True)
    await past.duels("ann", "cleo", 1, rated=True)
    shown = message_of(await world.eve.slash(world.channel, "leaderboard", game="replicants"))
    assert shown.ephemeral
    head, first, second, below, read = shown.content.splitlines()
    assert head == "**Leaderboard**: Replicants, 2 players"
    assert first.startswith("`  1` ann **1")
    assert first.endswith("(11)")
    assert second.startswith("`  2` bob **1")
    assert below == "-# Not ranked: 1 player with fewer than 10 rated matches."
    assert read == "-# ±: how far off a rating may be. In brackets: rated matches."
    assert labels(shown) == []
    mine = private(await world.cleo.slash(world.channel, "leaderboard", game="replicants"))
    assert re.search("cleo: 1\\d+\\s±\\s\\d+\\?, 1 of the 10 rated matches needed for a rank", mine)
    profile = private(await world.eve.slash(world.channel, "profile", player=world.ann, game="replicants"))
    rating = first.split("**")[1]
    assert f"**Rating**, Replicants, 2 players: {rating}\N{NO-BREAK SPACE}±" in profile


async def test_a_player_who_was_away_has_a_place_again_after_a_match(world: World, past: Past) -> None:
    await past.duels("ann", "bob", SETTLED, rated=True, ended_at=world.bot.clock.now() - timedelta(days=200))
    mine = private(await world.ann.slash(world.channel, "leaderboard", game="replicants"))
    assert mine.splitlines()[-2].endswith("again after the next rated match")
    assert mine.splitlines()[-1] == "-# Not ranked: 2 players who haven't finished a rated match for 180 days."


async def test_the_curve_of_a_rating_is_on_the_picture_of_a_profile(world: World, past: Past) -> None:
    await past.duels("ann", "bob", 3, rated=True)
    shown = message_of(await world.ann.slash(world.channel, "profile", game="replicants"))
    (picture,) = shown.attachments
    assert "Rating:\nReplicants, 2 players, 3 matches from" in (picture.description or "")
    assert ": 1500 " in (picture.description or "")
    assert len(await picture.read()) <= 60 * 1024


async def test_pages_are_turned_and_the_own_place_stays(world: World, past: Past) -> None:
    enter, guild = past.arena.people.enter, world.guild.id
    guests = [(await enter(9_000 + each, guild, f"guest{each}")).person_id for each in range(2 * PAGE)]
    ranked = [*guests, await past.person("bob"), await past.person("ann")]
    await rank(past.arena.db, ranked, guild_id=guild, at=world.bot.clock.now())
    shown = message_of(await world.ann.slash(world.channel, "leaderboard", game="replicants"))
    assert len([line for line in shown.content.splitlines() if line.startswith("`")]) == PAGE + 1
    assert "⋯\n` " in shown.content
    assert " ann **" in shown.content
    assert labels(shown) == ["Next page ▶"]
    await world.ann.click(shown, label="Next page ▶")
    turned = world.message(shown.channel_id, shown.id)
    assert f"-# {PAGE + 1} to {2 * PAGE} of {2 * PAGE + 2}" in turned.content
    assert labels(turned) == ["◀ Previous page", "Next page ▶"]


async def test_a_posted_leaderboard_has_no_buttons_and_names_who_appears_to_all(world: World, past: Past) -> None:
    await past.duels("ann", "bob")
    ranked = [await past.person("ann"), await past.person("bob")]
    await rank(past.arena.db, ranked, guild_id=world.guild.id, at=world.bot.clock.now())
    await world.bob.slash(world.channel, "settings mine", appear="opponents")
    assert "bob" in private(await world.ann.slash(world.channel, "leaderboard", game="replicants"))
    shown = message_of(await world.ann.slash(world.channel, "leaderboard", game="replicants", show="yes"))
    assert seen_by(world, world.eve, shown)
    assert "ann" in shown.content
    assert "bob" not in shown.content
    assert labels(shown) == []
    assert not world.pings(shown.message)


async def test_a_leaderboard_that_nobody_is_on(world: World) -> None:
    told = private(await world.eve.slash(world.channel, "leaderboard", game="apex"))
    assert told.splitlines() == [
        "**Leaderboard**: APEX, 2 players",
        "Nobody is ranked here yet: it takes 10 rated matches.",
        "`/new` opens a table, `/seek create` finds opponents.",
    ]
    offered = await world.eve.autocomplete(world.channel, "leaderboard", "mode", "explored", game="apex")
    told = private(await world.eve.slash(world.channel, "leaderboard", game="apex", mode=offered[0]["value"]))
    assert told.startswith("**Leaderboard**: APEX, 2 players, face down, to be explored\n")
    refused = private(await world.eve.slash(world.channel, "leaderboard", game="replica", mode=2))
    assert refused.startswith("Replica has no such mode.")


async def test_the_best_results_of_players_alone_are_listed_by_their_options(world: World, past: Past) -> None:
    (alone,) = await world.eve.autocomplete(world.channel, "leaderboard", "mode", "alone", game="mutants")
    empty = private(await world.eve.slash(world.channel, "leaderboard", game="mutants", mode=alone["value"]))
    assert empty.splitlines() == [
        "**Best results**: Mutants, the Revolt, alone against a boss",
        "This server has no results yet. `/new` starts a match.",
    ]
    usual = (("boss", "wizard"), ("limits", "none"), ("ultra", "no"))
    harder = (("boss", "jack"), ("limits", "AB"), ("ultra", "yes"))
    for number, (name, options, place, points) in enumerate(
        (("ann", usual, 2, [5, 7]), ("bob", usual, 1, [4, 0]), ("ann", harder, 1, [6, 0])), 1
    ):
        given = {"match_id": number, "guild_id": world.guild.id, "game": "mutants", "mode": "solo", "options": options}
        ended = {"rank": place, "score": None, "why": "solo", "points": points, "merit": 10 - place}
        category = ";".join("=".join(pair) for pair in options)
        row = result(await past.person(name), **given, **ended, category=category)
        async with past.arena.db.write() as connection:
            await results.add(connection, [row])
    shown = message_of(
        await world.eve.slash(world.channel, "leaderboard", game="mutants", mode=alone["value"], show="yes")
    )
    assert not shown.ephemeral
    assert labels(shown) == []
    assert shown.content.splitlines() == [
        "**Best results**: Mutants, the Revolt, alone against a boss",
        "**Jack Ice, 10 more health, none with Cyber or Necro**",
        "1. ann: victory in round 6",
        "**Singularity Wizard**",
        "1. bob: victory in round 4",
        "2. ann: defeat in round 5 with the boss at 7 health",
    ]


async def test_a_page_of_another_version_is_refused(world: World) -> None:
    for custom_id in ("p:gone:1:0", "p:replica:99:0"):
        message = await world.forge(custom_id)
        assert private(await world.eve.click(message, label="forged"))
