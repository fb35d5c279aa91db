"""`/profile`, Profile in the menu of a person, and who appears there."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
from PIL import Image

from hosting.profiles import PAGE
from hosting.rating import SETTLED
from store.tables import people, results
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of, said
from tests.cogs.profile.conftest import Past
from tests.cogs.seeing import seen_by
from tests.hosting.profiles import rank, result

NOTHING = "There's nothing to see here: this player hasn't finished a match in this server yet, or hides their profile."


async def test_a_profile_tells_what_a_player_did(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 20, opening="E/2C6/D8-", thought=1200, timed=4)
    await past.duels("ann", "bob", 2)
    await past.duels("bob", "cleo", game="replica", opening="e4")
    shown = message_of(await world.ann.slash(world.channel, "profile", player=world.bob))
    assert shown.ephemeral
    assert shown.content.splitlines() == [
        "**bob** in this server: 23 matches, 21 won, 2 lost",
        "• Replicants, 2 players: 22 matches, 20 won, 2 lost",
        "• Replica, 2 players: 1 match, 1 won, 0 lost",
        "**Against you:** 22 matches, ahead in 20, behind in 2",
        "**Met most** (ahead–behind): ann 20–2, cleo 1–0",
        "**The last 23 matches**, since 2025-12-31",
        "• Reliability: 23 played to the end",
        "• Longest winning streak: 20 matches",
        "• Average time per turn: 5m",
        "• Most played first turns: Replicants `E/2C6/D8-` (20), Replica `e4` (1)",
    ]
    (picture,) = shown.attachments
    assert picture.description is not None
    assert picture.description.splitlines() == [
        "bob in this server",
        "Score: 100% means always first, 50% is average (the mark)",
        "Thin line: where the true score lies, with 95% certainty",
        "Too few: under 20 matches, it's too early to tell",
        "Score by game (95% interval, matches):",
        "Replicants, 2 players: 91% (72 to 97%), 22",
        "Replica, 2 players: too few (1)",
    ]
    assert len(await picture.read()) <= 60 * 1024


async def test_a_game_is_told_by_its_seats(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 20)
    await past.duels("ann", "bob", 1)
    await past.duels("ann", "bob", 1, game="replica")
    shown = message_of(await world.bob.slash(world.channel, "profile", game="replicants"))
    assert shown.content.splitlines()[0] == "**bob**, Replicants: 21 matches, 20 won, 1 lost"
    (picture,) = shown.attachments
    assert (picture.description or "").splitlines()[4:] == [
        "Score by seat: 2 players (95% interval, matches):",
        "Seat 1: 100% (84 to 100%), 20",
        "Seat 2: too few (1)",
    ]
    image = Image.open(io.BytesIO(await picture.read()))
    assert image.width == 800


async def test_a_newcomer_is_told_how_a_rating_is_read_and_no_share_of_three_matches(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 3, rated=True)
    shown = message_of(await world.bob.slash(world.channel, "profile"))
    assert re.search(r"\*\*Rating\*\*, Replicants, 2 players: 1\d+\s±\s\d+\?$", shown.content, re.MULTILINE)
    read = "-# ±: how far off a rating may be. ?: provisional, with fewer than 10 rated matches."
    assert shown.content.endswith(f"\n{read}")
    (picture,) = shown.attachments
    assert picture.description is not None
    assert "too few" not in picture.description
    assert picture.description.splitlines()[:3] == [
        "bob in this server",
        "Band around the curve: how far off the rating may be",
        "Rating:",
    ]


async def test_unrated_matches_that_are_too_few_need_no_picture(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 3)
    shown = message_of(await world.bob.slash(world.channel, "profile"))
    assert "3 matches, 3 won, 0 lost" in shown.content
    assert not shown.attachments


async def test_draws_are_told_where_there_are_any(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 1, rank=1, score=60)
    shown = message_of(await world.bob.slash(world.channel, "profile"))
    assert "1 match, 0 won, 1 drawn, 0 lost" in shown.content
    assert "(ahead–behind): ann 0–0 (1 tied)" in shown.content


async def test_a_seat_that_changed_hands_is_marked_in_the_profiles_of_both(world: World, past: Past) -> None:
    bob, cleo, dan = [await past.person(name) for name in ("bob", "cleo", "dan")]
    handed = {"starter_id": bob, "finisher_id": dan, "turns": 4, "starter_turns": 2, "finisher_turns": 2}
    lost = {"rank": 2, "score": 0}
    await past.duels("bob", "ann", 2, opening="E/2C6/D8-")
    await past.seats({**handed, **lost}, {**handed, **lost}, {**handed, "starter_id": cleo, "starter_turns": 0, **lost})
    helper = message_of(await world.ann.slash(world.channel, "profile", player=world.dan))
    assert helper.content.splitlines() == [
        "**dan** in this server: no finished matches yet",
        "**The last 3 matches**, since 2025-12-31",
        "• Reliability: 3 played to the end",
        "• Took over for bob (2), cleo (1): 3 seats, 0 in the record above",
    ]
    starter = message_of(await world.ann.slash(world.channel, "profile", player=world.bob))
    assert "• Reliability: 2 played to the end, 2 left" in starter.content
    assert "• Handed over to dan (2): 2 seats, 2 in the record above" in starter.content
    once = message_of(await world.ann.slash(world.channel, "profile", player=world.cleo))
    assert "• Reliability: 1 no-show\n" in once.content
    assert "• Handed over to dan (1): 1 seat, 0 in the record above" in once.content
    await world.bob.slash(world.channel, "settings mine", appear="nobody")
    await world.dan.slash(world.channel, "settings mine", appear="opponents")
    hidden = message_of(await world.dan.slash(world.channel, "profile", show="yes"))
    assert "• Took over for a player (2), cleo (1): 3 seats" in hidden.content
    other = message_of(await world.eve.slash(world.channel, "profile", player=world.cleo))
    assert "• Handed over to a player (1): 1 seat" in other.content
    counted = message_of(await world.eve.slash(world.channel, "leaderboard", game="replicants", statistics=True))
    assert counted.content.splitlines() == [
        "**Replicants**, 2 players: 5 counted matches in this server",
        "-# 3 seats changed hands in these matches.",
    ]


async def test_a_game_never_played_has_an_empty_profile(world: World, past: Past) -> None:
    await past.duels("bob", "ann")
    for actor, who in ((world.bob, {}), (world.ann, {"player": world.bob})):
        shown = message_of(await actor.slash(world.channel, "profile", game="apex", **who))
        assert shown.content == "**bob**, APEX: no finished matches yet"
        assert not shown.attachments


async def test_who_is_nobody_here_is_answered_in_one_sentence(world: World, past: Past) -> None:
    assert private(await world.ann.slash(world.channel, "profile", player=world.bob)) == NOTHING
    assert "Your profile is still empty" in private(await world.ann.slash(world.channel, "profile"))
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    told = private(await world.ann.slash(world.channel, "profile", player=robot, show="yes"))
    assert told.endswith("is a bot and doesn't play.")
    # A person who was deleted is not known any more.
    await past.duels("bob", "ann")
    async with past.arena.db.write() as connection:
        await people.forget(connection, await past.person("bob"), world.bot.clock.now())
    past.arena.people.forget()
    assert private(await world.ann.slash(world.channel, "profile", player=world.bob)) == NOTHING
    shown = message_of(await world.ann.slash(world.channel, "profile"))
    assert "**Met most** (ahead–behind): deleted player 0–1" in shown.content


@pytest.mark.parametrize(
    ("appear", "named"), [("server", {"ann", "eve"}), ("opponents", {"ann"}), ("nobody", set[str]())]
)
async def test_players_say_to_whom_they_appear(world: World, past: Past, appear: str, named: set[str]) -> None:
    await past.duels("bob", "ann")
    await world.bob.slash(world.channel, "settings mine", appear=appear)
    for name in ("ann", "eve"):
        answer = private(await world.people[name].slash(world.channel, "profile", player=world.bob))
        assert (answer == NOTHING) is (name not in named)
    own = message_of(await world.bob.slash(world.channel, "profile", show="yes"))
    assert not own.ephemeral
    assert "**Met most** (ahead–behind): ann 1" in own.content
    met = private(await world.eve.slash(world.channel, "profile", player=world.ann))
    assert ("**Met most** (ahead–behind): bob 0–1" in met) is ("eve" in named)
    assert ("**Met most** (ahead–behind): a player 0–1" in met) is ("eve" not in named)


async def test_a_profile_is_posted_where_that_is_wanted(world: World, past: Past) -> None:
    await past.duels("bob", "ann")
    shown = message_of(await world.ann.slash(world.channel, "profile", player=world.bob, show="yes"))
    assert seen_by(world, world.eve, shown)
    assert "Against you" not in shown.content
    assert not world.pings(shown.message)


async def test_in_the_places_of_a_silent_match_a_profile_stays_private(world: World, past: Past) -> None:
    await past.duels("bob", "ann")
    match = await world.begin_silent()
    for role in ("board", "team:0"):
        place = match.place(role)
        assert place is not None
        channel = world.place(place.channel_id)
        for command, options in (("profile", {}), ("leaderboard", {"game": "replicants", "statistics": True})):
            assert message_of(await world.ann.slash(channel, command, show="yes", **options)).ephemeral
    outside = message_of(await world.ann.slash(world.channel, "profile", show="yes"))
    assert not outside.ephemeral


async def test_a_player_of_a_silent_match_appears_as_before(world: World, past: Past) -> None:
    await world.begin_silent()
    told = private(await world.ann.slash(world.channel, "settings mine", appear="nobody"))
    assert "your partner could read a change here as a sign" in told
    assert (await past.arena.settings.player(await past.person("ann"))).appear == "server"
    same = message_of(await world.ann.slash(world.channel, "settings mine", appear="server"))
    assert "Everyone in a server can find you" in said(same)


async def test_the_menu_of_a_person_has_their_profile(world: World, past: Past) -> None:
    await past.duels("bob", "ann")
    shown = message_of(await world.eve.context_menu(world.channel, "Profile", world.bob))
    assert shown.ephemeral
    assert shown.content.startswith("**bob** in this server: 1 match, 1 won, 0 lost")
    assert private(await world.eve.context_menu(world.channel, "Profile", world.dan)) == NOTHING


async def test_a_player_who_wants_no_pictures_has_the_numbers_in_words(world: World, past: Past) -> None:
    await past.duels("bob", "ann", 20)
    await world.bob.slash(world.channel, "settings mine", boards="text")
    shown = message_of(await world.bob.slash(world.channel, "profile"))
    assert not shown.attachments
    assert shown.content.replace("\\", "").endswith("Replicants, 2 players: 100% (84 to 100%), 20")
    statistics = message_of(await world.bob.slash(world.channel, "leaderboard", game="replicants", statistics=True))
    assert not statistics.attachments
    assert "Seat 2: 0% (0 to 16%), 20" in statistics.content.replace("\\", "")


# `/leaderboard`: the players of a server by their ratings.


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


# `/leaderboard statistics:True`: how seats, first turns and options of a game fared.


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
        "Thin line: where the true score lies, with 95% certainty",
        "Too few: under 20 matches, it's too early to tell",
        "Score by seat (95% interval, matches):",
        "Seat 1: 100% (87 to 100%), 25",
        "Seat 2: 0% (0 to 13%), 25",
        "Score by first turn (95% interval, matches):",
        "E/2C6/D8-: 50% (35 to 65%), 40",
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
