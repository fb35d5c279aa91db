"""`/profile`, Profile in the menu of a person, and who appears there."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from store.tables import people
from tests.cogs.conftest import World, private
from tests.cogs.playing import message_of, said
from tests.cogs.profile.conftest import Past
from tests.cogs.seeing import seen_by

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
        "• First turns played most: Replicants `E/2C6/D8-` (20), Replica `e4` (1)",
    ]
    (picture,) = shown.attachments
    assert picture.description is not None
    assert picture.description.splitlines() == [
        "bob in this server",
        "Score: 100% means always first, 50% is average (the mark)",
        "Thin line: where the true score lies, 95 % sure",
        "Too few: under 20 matches, it's too early to tell",
        "Score by game (95 % interval, matches):",
        "Replicants, 2 players: 91 % (72 to 97 %), 22",
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
        "Score by seat: 2 players (95 % interval, matches):",
        "Seat 1: 100 % (84 to 100 %), 20",
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
        "-# 3 seats changed hands in these.",
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
    assert "your partner could read a change of this as a sign" in told
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
    assert shown.content.replace("\\", "").endswith("Replicants, 2 players: 100 % (84 to 100 %), 20")
    statistics = message_of(await world.bob.slash(world.channel, "leaderboard", game="replicants", statistics=True))
    assert not statistics.attachments
    assert "Seat 2: 0 % (0 to 16 %), 20" in statistics.content.replace("\\", "")
