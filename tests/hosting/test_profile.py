"""Profiles: what a reader may know of a player's finished matches."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from engine import registry
from engine.errors import SetupError
from hosting import profiles
from hosting.arena import Arena
from hosting.profiles import (
    FEWEST,
    MOST_MET,
    MOST_ROWS,
    PAGE,
    Best,
    BestList,
    Conduct,
    Course,
    FirstTurn,
    Leaderboard,
    Opponent,
    Profiles,
    RatingBoard,
    Recent,
    SeatHandovers,
    SharedSeats,
    Statistics,
    Streak,
    WinRecord,
    boards_of,
    conduct_of,
    course_of,
    recent,
    share_of,
    wilson,
)
from hosting.rating import SETTLED
from store.ratings.boards import Met
from store.tables import people, results
from store.tables.people import Appear, PlayerSettings
from store.tables.results import ALL_SERVERS, Result
from tests.hosting.conftest import GUILD, begin, play
from tests.hosting.profiles import NOW, duel, rank, result, write
from tests.refusals import refusal

ANN, BOB, CLEO, DAN = 1, 2, 3, 4
STRANGER = -1


async def appear(arena: Arena, person_id: int, to: Appear) -> None:
    await arena.settings.change_player(person_id, lambda settings: replace(settings, appear=to))


async def test_a_profile_tells_record_opponents_and_how_its_reader_fared(arena: Arena) -> None:
    await write(
        arena.db,
        duel(1, ANN, BOB),
        duel(2, ANN, BOB),
        duel(3, BOB, ANN),
        duel(4, ANN, CLEO, game="duel", mode="4"),
        duel(5, BOB, CLEO),
    )
    found = await arena.profiles.of(GUILD, ANN, BOB)
    assert found is not None
    assert found.all == WinRecord(4, 3, 0, 1, 360)
    assert [(each.game, each.mode, each.all.played) for each in found.modes] == [("tally", "2", 3), ("duel", "4", 1)]
    assert found.modes[0].seats == ((1, WinRecord(2, 2, 0, 0, 240)), (2, WinRecord(1, 0, 0, 1, 0)))
    assert found.opponents == (Opponent(BOB, 3, 2, 1), Opponent(CLEO, 1, 1, 0))
    assert found.versus == Met(BOB, 3, 2, 1)
    assert found.recent.matches == 4
    of_game = await arena.profiles.of(GUILD, ANN, BOB, "duel")
    assert of_game is not None
    assert of_game.all == WinRecord(1, 1, 0, 0, 120)
    assert of_game.opponents == (Opponent(CLEO, 1, 1, 0),)
    assert of_game.versus is None
    assert of_game.recent.matches == 1


async def test_an_own_profile_and_one_that_all_read_compare_with_nobody(arena: Arena) -> None:
    await write(arena.db, duel(1, ANN, BOB))
    own = await arena.profiles.of(GUILD, ANN, ANN)
    public = await arena.profiles.of(GUILD, ANN, BOB, public=True)
    assert own is not None
    assert public is not None
    assert own.versus is public.versus is None


async def test_who_never_played_has_an_empty_profile(arena: Arena) -> None:
    await write(arena.db, duel(1, ANN, BOB))
    for guild, person, game in ((GUILD, DAN, None), (GUILD + 1, ANN, None), (GUILD, ANN, "duel")):
        found = await arena.profiles.of(guild, person, BOB, game)
        assert found is not None
        assert (found.modes, found.opponents, found.versus, found.recent.matches) == ((), (), None, 0)
        assert found.all == WinRecord(0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("to", "readers", "public"),
    [("server", {ANN, BOB, DAN, STRANGER}, True), ("opponents", {ANN, BOB}, False), ("nobody", {ANN}, False)],
)
async def test_a_profile_is_shown_to_whom_its_owner_wants(
    arena: Arena, to: Appear, readers: set[int], public: bool
) -> None:
    await write(arena.db, duel(1, ANN, BOB), duel(2, BOB, DAN))
    await appear(arena, ANN, to)
    for reader in (ANN, BOB, DAN, STRANGER):
        assert (await arena.profiles.of(GUILD, ANN, reader) is not None) is (reader in readers)
        shown = await arena.profiles.of(GUILD, ANN, reader, public=True)
        assert (shown is not None) is (public or reader == ANN)


async def test_opponents_who_do_not_appear_have_no_name_in_the_profiles_of_others(arena: Arena) -> None:
    await write(arena.db, duel(1, ANN, BOB), duel(2, ANN, CLEO), duel(3, ANN, DAN), duel(4, CLEO, DAN))
    await appear(arena, BOB, "nobody")
    await appear(arena, CLEO, "opponents")

    async def named(reader: int, *, public: bool = False) -> list[int | None]:
        found = await arena.profiles.of(GUILD, ANN, reader, public=public)
        assert found is not None
        return [each.person_id for each in found.opponents]

    assert await named(BOB) == [BOB, None, DAN]
    assert await named(DAN) == [None, CLEO, DAN]
    assert await named(STRANGER) == [None, None, DAN]
    assert await named(DAN, public=True) == [None, None, DAN]
    assert await named(ANN) == [None, CLEO, DAN]


def taken_over(number: int, starter: int, helper: int, opponent: int) -> list[Result]:
    """Return a match that a player left, in a seat in which a helper lost to an opponent."""
    one, other = duel(number, opponent, starter)
    return [one, other._replace(finisher_id=helper, starter_turns=2, finisher_turns=2)]


async def test_who_took_a_seat_over_and_for_whom_is_told_of_those_who_appear(arena: Arena) -> None:
    """Dan takes over for Ann twice, and for Bob once; Cleo is the opponent."""
    matches = [taken_over(1, ANN, DAN, CLEO), taken_over(2, ANN, DAN, CLEO), taken_over(3, BOB, DAN, CLEO)]
    await write(arena.db, *matches)

    async def told(person: int, reader: int, *, public: bool = False) -> tuple[SeatHandovers, SeatHandovers]:
        found = await arena.profiles.of(GUILD, person, reader, public=public)
        assert found is not None
        return found.recent.taken_over, found.recent.handed_over

    none = SeatHandovers()
    assert await told(DAN, STRANGER) == (SeatHandovers(3, 0, (SharedSeats(ANN, 2), SharedSeats(BOB, 1))), none)
    assert await told(ANN, CLEO) == (none, SeatHandovers(2, 2, (SharedSeats(DAN, 2),)))
    await appear(arena, ANN, "nobody")
    await appear(arena, BOB, "opponents")
    hidden = SharedSeats(None, 2)
    assert await told(DAN, STRANGER) == (SeatHandovers(3, 0, (hidden, SharedSeats(None, 1))), none)
    assert await told(DAN, CLEO) == (SeatHandovers(3, 0, (hidden, SharedSeats(BOB, 1))), none)
    assert await told(DAN, CLEO, public=True) == (SeatHandovers(3, 0, (hidden, SharedSeats(None, 1))), none)
    assert await told(DAN, ANN) == (SeatHandovers(3, 0, (SharedSeats(ANN, 2), SharedSeats(None, 1))), none)
    found = await arena.profiles.of(GUILD, DAN, CLEO)
    assert found is not None
    assert found.named == (BOB,)


async def test_of_many_people_whose_seats_a_player_took_over_a_few_are_named(arena: Arena) -> None:
    await write(arena.db, *(taken_over(number, 10 + number, DAN, CLEO) for number in range(1, MOST_MET + 3)))
    found = await arena.profiles.of(GUILD, DAN, DAN)
    assert found is not None
    assert found.recent.taken_over.count == MOST_MET + 2
    assert [each.person_id for each in found.recent.taken_over.people] == list(range(11, 11 + MOST_MET))


async def test_only_the_last_year_and_the_last_fifty_matches_tell_of_habits(arena: Arena) -> None:
    old = [duel(number, ANN, BOB, days=366) for number in range(1, 11)]
    new = [duel(number, ANN, BOB, days=300) for number in range(11, 31)]
    await write(arena.db, *old, *new)
    found = await arena.profiles.of(GUILD, ANN, BOB)
    assert found is not None
    assert (found.all.played, found.recent.matches, found.recent.best) == (30, 20, 20)
    await write(arena.db, *(duel(number, BOB, ANN, days=2) for number in range(31, 91)))
    later = await arena.profiles.of(GUILD, ANN, BOB)
    assert later is not None
    assert (later.all.played, later.recent.matches, later.recent.best) == (90, 50, 0)


async def test_a_match_that_goes_on_changes_no_profile(arena: Arena) -> None:
    await write(arena.db, duel(1_000, ANN, BOB))
    before = [await arena.profiles.of(GUILD, person, DAN) for person in (ANN, BOB)]
    statistics = await arena.profiles.statistics(GUILD, "tally")
    match = await begin(arena)
    await play(arena, match, "1/3", "1/1")
    assert [await arena.profiles.of(GUILD, person, DAN) for person in (ANN, BOB)] == before
    assert await arena.profiles.statistics(GUILD, "tally") == statistics


def test_everybody_appears_who_chose_nothing() -> None:
    assert PlayerSettings().appear == "server"


async def test_a_profile_tells_ratings_and_how_they_came_about(arena: Arena) -> None:
    await write(arena.db, duel(1, ANN, BOB, days=400), duel(2, ANN, BOB), duel(3, BOB, ANN), rated=True)
    await write(arena.db, duel(4, ANN, BOB, game="duel"), rated=True)
    found = await arena.profiles.of(GUILD, ANN, BOB)
    assert found is not None
    assert [(each.rated.pool.game, each.rated.skill.games) for each in found.ratings] == [("tally", 3), ("duel", 1)]
    up, down = found.ratings[0].steps  # the first one is older than a year
    assert up.before.mu < up.after.mu > down.after.mu
    assert up.after.mu == down.before.mu
    assert down.after == found.ratings[0].rated.skill
    of_game = await arena.profiles.of(GUILD, ANN, BOB, "duel")
    assert of_game is not None
    assert [each.rated.pool.game for each in of_game.ratings] == ["duel"]


# The best results of players alone: by options, a line a player, and only of those who appear.


BEST_ANN, BEST_BOB, BEST_CLEO = 1, 2, 3
WIZARD, JACK = (("boss", "wizard"), ("ultra", "no")), (("boss", "jack"), ("ultra", "no"))


def of_real_games(arena: Arena) -> Profiles:
    """Return the service with the real games."""
    return Profiles(replace(arena.core, games=registry.get))


async def revolts(arena: Arena, *played: tuple[int, tuple[tuple[str, str], ...], int, int]) -> None:
    """Write matches alone: who played, with which options, with which rank, and in which round it ended."""
    async with arena.db.write() as connection:
        for account in (BEST_ANN, BEST_BOB, BEST_CLEO):
            await people.enter(connection, 1_000 + account, arena.clock.now())
        for number, (person, options, rank, ended) in enumerate(played, 1):
            alone = result(
                person,
                match_id=number,
                game="mutants",
                mode="solo",
                guild_id=GUILD,
                options=options,
                rank=rank,
                score=None,
                why="solo",
                points=[ended, 0],
                category=";".join(f"{key}={value}" for key, value in options),
                merit=100 * (2 - rank) - ended,
            )
            await results.add(connection, [alone])


async def told(arena: Arena, asker: int, *, public: bool = False) -> tuple[BestList, ...]:
    return await of_real_games(arena).best_lists(GUILD, "mutants", "solo", asker, public=public)


async def test_each_player_stands_once_with_their_best_result(arena: Arena) -> None:
    await revolts(
        arena, (BEST_ANN, WIZARD, 1, 5), (BEST_BOB, WIZARD, 1, 4), (BEST_ANN, WIZARD, 1, 3), (BEST_BOB, JACK, 2, 2)
    )
    assert await told(arena, BEST_CLEO) == (
        BestList(JACK, (Best(BEST_BOB, False, (2, 0)),)),
        BestList(WIZARD, (Best(BEST_ANN, True, (3, 0)), Best(BEST_BOB, True, (4, 0)))),
    )
    assert await of_real_games(arena).best_lists(GUILD + 1, "mutants", "solo", BEST_CLEO) == ()


async def test_players_appear_there_to_whom_they_like(arena: Arena) -> None:
    await revolts(arena, (BEST_ANN, WIZARD, 1, 3), (BEST_BOB, WIZARD, 1, 4), (BEST_CLEO, JACK, 1, 4))
    await appear(arena, BEST_ANN, "nobody")
    async with arena.db.write() as connection:
        await people.forget(connection, BEST_CLEO, arena.clock.now())
    hers, everybodys = await told(arena, BEST_ANN), await told(arena, BEST_ANN, public=True)
    assert [[place.person_id for place in each.places] for each in hers] == [[BEST_ANN, BEST_BOB]]
    assert [[place.person_id for place in each.places] for each in everybodys] == [[BEST_BOB]]


async def test_only_so_many_are_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST_PLACES", 1)
    monkeypatch.setattr(profiles, "MOST_LISTS", 1)
    await revolts(
        arena, (BEST_ANN, WIZARD, 1, 3), (BEST_BOB, WIZARD, 1, 4), (BEST_BOB, JACK, 1, 4), (BEST_ANN, JACK, 1, 9)
    )
    assert [[place.person_id for place in each.places] for each in await told(arena, BEST_CLEO)] == [[BEST_BOB]]


async def test_only_games_that_are_graded_have_lists(arena: Arena) -> None:
    assert of_real_games(arena).best_list_modes("mutants") == ("solo",)
    assert of_real_games(arena).best_list_modes("replicants") == ()
    with pytest.raises(SetupError):
        of_real_games(arena).best_list_modes("chess")


# Wilson's interval, held to published values.


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("trials", [1, 2, 19, 20, 1_000, 1_000_000])
def test_an_interval_holds_the_share_and_stays_between_0_and_1(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials / 2, trials - 1, trials}:
        low, high = wilson(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1
        other = wilson(trials - successes, trials)
        assert other == pytest.approx((1 - high, 1 - low))
    assert wilson(0, trials)[0] == 0
    assert wilson(trials, trials)[1] == 1


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5), (1, -1)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(successes, trials)


def test_under_20_matches_nothing_is_told() -> None:
    assert share_of(19 * 120, FEWEST - 1) is None
    found = share_of(81 * 120, 263)
    assert found is not None
    assert (found.share, found.low, found.high) == pytest.approx((0.3080, 0.2553, 0.3662), abs=5e-5)


# Leaderboards: who is on one, in which order, and for whom.


LEADERBOARDS_ANN, LEADERBOARDS_BOB, LEADERBOARDS_CLEO, LEADERBOARDS_DAN = 1, 2, 3, 4
TWO = RatingBoard("2", "")


async def rated(arena: Arena, first: int, *pairs: tuple[int, int], days: int = 1) -> None:
    """Write as many matches of each pair as it takes to have a place, the first of each winning."""
    numbers = iter(range(first, first + SETTLED * len(pairs)))
    played = [
        duel(next(numbers), winner, loser, days=days, game="replicants")
        for _ in range(SETTLED)
        for winner, loser in pairs
    ]
    await write(arena.db, *played, rated=True)


async def entered(arena: Arena, count: int) -> None:
    """Have people whose accounts are known; who was deleted has none."""
    async with arena.db.write() as connection:
        for account in range(1, count + 1):
            await people.enter(connection, 1_000 + account, arena.clock.now())


async def page(arena: Arena, asker: int, first: int = 0, *, public: bool = False) -> Leaderboard:
    return await of_real_games(arena).leaderboard(GUILD, "replicants", None, asker, first, public=public)


def test_what_is_rated_together_is_known_of_every_game() -> None:
    assert boards_of(registry.get("replica").info) == (TWO,)
    apex = boards_of(registry.get("apex").info)
    assert apex[:2] == (TWO, RatingBoard("2", "mode=exploration"))
    assert len(apex) == len(set(apex)) == 10
    # Nobody is rated who plays alone.
    assert {each.mode for each in boards_of(registry.get("mutants").info)} == {"2", "3", "4"}


async def test_the_best_stand_first_and_those_without_a_place_are_counted(arena: Arena) -> None:
    await entered(arena, 6)
    await rated(arena, 1, (LEADERBOARDS_ANN, LEADERBOARDS_BOB), (LEADERBOARDS_BOB, LEADERBOARDS_CLEO))
    await rated(arena, 101, (LEADERBOARDS_DAN, 5), days=181)
    await write(arena.db, duel(301, LEADERBOARDS_ANN, 6, game="replicants"), rated=True)
    found = await page(arena, LEADERBOARDS_CLEO)
    assert [(row.place, row.person_id) for row in found.rows] == [
        (1, LEADERBOARDS_ANN),
        (2, LEADERBOARDS_BOB),
        (3, LEADERBOARDS_CLEO),
    ]
    assert [row.skill.mu for row in found.rows] == sorted((row.skill.mu for row in found.rows), reverse=True)
    assert (found.placed, found.provisional, found.silent) == (3, 1, 2)
    assert found.own == found.rows[2]
    assert found.board == TWO
    provisional, silent = (await page(arena, 6)).own, (await page(arena, LEADERBOARDS_DAN)).own
    assert provisional is not None
    assert silent is not None
    assert provisional.place is silent.place is None
    assert (await page(arena, -1)).own is None


async def test_who_plays_again_has_their_place_back(arena: Arena) -> None:
    await entered(arena, 4)
    await rated(arena, 1, (LEADERBOARDS_DAN, LEADERBOARDS_CLEO), days=181)
    assert (await page(arena, LEADERBOARDS_DAN)).rows == ()
    await write(arena.db, duel(301, LEADERBOARDS_DAN, LEADERBOARDS_ANN, game="replicants"), rated=True)
    assert [row.person_id for row in (await page(arena, LEADERBOARDS_DAN)).rows] == [LEADERBOARDS_DAN]


async def test_who_does_not_appear_leaves_no_gap(arena: Arena) -> None:
    await entered(arena, 4)
    await rated(
        arena,
        1,
        (LEADERBOARDS_ANN, LEADERBOARDS_BOB),
        (LEADERBOARDS_BOB, LEADERBOARDS_CLEO),
        (LEADERBOARDS_CLEO, LEADERBOARDS_DAN),
    )

    async def seen(asker: int, *, public: bool = False) -> list[tuple[int | None, int]]:
        found = await page(arena, asker, public=public)
        assert found.placed == len(found.rows)
        return [(row.place, row.person_id) for row in found.rows]

    assert await seen(LEADERBOARDS_DAN) == [
        (1, LEADERBOARDS_ANN),
        (2, LEADERBOARDS_BOB),
        (3, LEADERBOARDS_CLEO),
        (4, LEADERBOARDS_DAN),
    ]
    await appear(arena, LEADERBOARDS_ANN, "nobody")
    await appear(arena, LEADERBOARDS_BOB, "opponents")
    assert await seen(LEADERBOARDS_DAN) == [(1, LEADERBOARDS_CLEO), (2, LEADERBOARDS_DAN)]
    assert await seen(LEADERBOARDS_CLEO) == [(1, LEADERBOARDS_BOB), (2, LEADERBOARDS_CLEO), (3, LEADERBOARDS_DAN)]
    assert await seen(LEADERBOARDS_ANN) == [
        (1, LEADERBOARDS_ANN),
        (2, LEADERBOARDS_BOB),
        (3, LEADERBOARDS_CLEO),
        (4, LEADERBOARDS_DAN),
    ]
    # What everybody reads names only those who appear to everybody, no matter who asks.
    assert await seen(LEADERBOARDS_ANN, public=True) == [(1, LEADERBOARDS_CLEO), (2, LEADERBOARDS_DAN)]
    assert (await page(arena, LEADERBOARDS_ANN, public=True)).own is None


async def test_on_that_of_all_servers_stand_those_who_agree_and_appear(arena: Arena) -> None:
    await entered(arena, 5)
    await rank(
        arena.db, (LEADERBOARDS_ANN, LEADERBOARDS_BOB, LEADERBOARDS_CLEO, LEADERBOARDS_DAN, 5), guild_id=ALL_SERVERS
    )
    await write(
        arena.db, duel(1, LEADERBOARDS_BOB, LEADERBOARDS_DAN, game="replicants")
    )  # who meet in the server where they ask
    shared = Profiles(replace(arena.core, games=registry.get, everywhere=True))

    async def agree(*person_ids: int, to: bool = True) -> None:
        for each in person_ids:
            await arena.settings.change_player(each, lambda settings: replace(settings, all_servers=to))

    async def seen(asker: int, *, public: bool = False) -> list[tuple[int | None, int]]:
        found = await shared.leaderboard(GUILD, "replicants", None, asker, public=public, everywhere=True)
        assert found.placed == len(found.rows)
        assert found.own == next((row for row in found.rows if row.person_id == asker), None)
        return [(row.place, row.person_id) for row in found.rows]

    assert await seen(LEADERBOARDS_ANN) == []
    await agree(LEADERBOARDS_ANN, LEADERBOARDS_BOB, LEADERBOARDS_CLEO, LEADERBOARDS_DAN)
    await appear(arena, LEADERBOARDS_ANN, "nobody")
    await appear(arena, LEADERBOARDS_BOB, "opponents")
    assert await seen(LEADERBOARDS_CLEO) == await seen(5) == [(1, LEADERBOARDS_CLEO), (2, LEADERBOARDS_DAN)]
    assert await seen(LEADERBOARDS_DAN) == [(1, LEADERBOARDS_BOB), (2, LEADERBOARDS_CLEO), (3, LEADERBOARDS_DAN)]
    assert await seen(LEADERBOARDS_ANN) == [(1, LEADERBOARDS_ANN), (2, LEADERBOARDS_CLEO), (3, LEADERBOARDS_DAN)]
    assert await seen(LEADERBOARDS_ANN, public=True) == [(1, LEADERBOARDS_CLEO), (2, LEADERBOARDS_DAN)]
    await agree(LEADERBOARDS_CLEO, LEADERBOARDS_DAN, to=False)
    assert await seen(5) == await seen(LEADERBOARDS_CLEO) == []
    assert (
        await shared.leaderboard(GUILD, "replicants", None, LEADERBOARDS_DAN)
    ).rows == ()  # in the server no match was rated
    with refusal("no-ratings-of-all-servers"):
        await of_real_games(arena).leaderboard(GUILD, "replicants", None, LEADERBOARDS_ANN, everywhere=True)


async def test_who_was_deleted_is_on_no_leaderboard(arena: Arena) -> None:
    await entered(arena, 2)
    await rated(arena, 1, (LEADERBOARDS_ANN, LEADERBOARDS_BOB))
    async with arena.db.write() as connection:
        await people.forget(connection, LEADERBOARDS_ANN, arena.clock.now())
    assert [(row.place, row.person_id) for row in (await page(arena, LEADERBOARDS_BOB)).rows] == [(1, LEADERBOARDS_BOB)]


async def test_pages_follow_each_other_and_the_own_place_is_known_on_each(arena: Arena) -> None:
    await entered(arena, 50)
    await rank(arena.db, range(1, 51))
    first, second, third = [await page(arena, 50, start) for start in (0, PAGE, 2 * PAGE)]
    places = [row.place for found in (first, second, third) for row in found.rows]
    assert places == list(range(1, 51))
    assert len({row.person_id for found in (first, second, third) for row in found.rows}) == 50
    assert first.own == second.own == third.own == third.rows[-1]
    # A page from before, when there were more of them.
    assert (await page(arena, 50, 400)).first == 2 * PAGE


async def test_a_game_never_rated_has_an_empty_leaderboard(arena: Arena) -> None:
    assert await of_real_games(arena).leaderboard(GUILD, "apex", None, LEADERBOARDS_ANN) == Leaderboard("apex", TWO)
    other = RatingBoard("3", "mode=exploration")
    assert await of_real_games(arena).leaderboard(GUILD, "apex", other, LEADERBOARDS_ANN) == Leaderboard("apex", other)
    await entered(arena, 2)
    await rated(arena, 1, (LEADERBOARDS_ANN, LEADERBOARDS_BOB))
    assert (await of_real_games(arena).leaderboard(GUILD + 1, "replicants", None, LEADERBOARDS_ANN)).rows == ()
    assert (
        await of_real_games(arena).leaderboard(GUILD, "replicants", RatingBoard("3", ""), LEADERBOARDS_ANN)
    ).rows == ()


# What the latest results tell of a person.


RECENT_ANN, RECENT_BOB, RECENT_CLEO = 1, 2, 3
LOST: dict[str, Any] = {"rank": 2, "score": 0}
HANDED = {"finisher_id": RECENT_BOB, "starter_turns": 2, "finisher_turns": 2} | LOST


@pytest.mark.parametrize(
    ("changed", "ann", "bob"),
    [
        ({}, Conduct.FINISHED, None),
        (LOST | {"gave_up": "resigned"}, Conduct.FINISHED, None),
        (LOST | {"gave_up": "time"}, Conduct.LATE, None),
        (LOST | {"gave_up": "time", "turns": 0, "starter_turns": 0, "finisher_turns": 0}, Conduct.ABSENT, None),
        (HANDED, Conduct.LEFT, Conduct.FINISHED),
        (HANDED | {"excused": True}, Conduct.EXCUSED, Conduct.FINISHED),
        (HANDED | {"starter_turns": 0}, Conduct.ABSENT, Conduct.FINISHED),
        (HANDED | {"gave_up": "time"}, Conduct.LEFT, Conduct.LATE),
        (HANDED | {"gave_up": "time", "finisher_turns": 0}, Conduct.LEFT, Conduct.ABSENT),
        ({"why": "void"}, None, None),
        ({"why": "aborted"}, None, None),
        ({"why": "undecided"}, Conduct.FINISHED, None),
        ({"why": "position"}, Conduct.FINISHED, None),
        ({"why": "solo", "score": None}, None, None),
    ],
)
def test_whether_a_match_was_played_to_its_end(
    changed: dict[str, Any], ann: Conduct | None, bob: Conduct | None
) -> None:
    seat = result(RECENT_ANN, **changed)
    assert conduct_of(RECENT_ANN, seat) is ann
    if seat.finisher_id == RECENT_BOB:
        assert conduct_of(RECENT_BOB, seat) is bob


@pytest.mark.parametrize(
    ("changed", "course"),
    [
        ({}, Course.WON),
        ({"score": 60}, Course.DRAWN),
        ({"score": 90}, Course.DRAWN),
        ({"score": 60, "rank": 2}, Course.LOST),
        (LOST, Course.LOST),
        (HANDED, Course.LOST),
        (HANDED | {"starter_turns": 0}, None),
        ({"why": "undecided"}, None),
    ],
)
def test_how_a_match_went(changed: dict[str, Any], course: Course | None) -> None:
    assert course_of(RECENT_ANN, result(RECENT_ANN, **changed)) is course


def test_seats_that_changed_hands_are_told_of_both_with_the_other_and_in_whose_record_they_stand() -> None:
    """Bob loses for Ann, wins for Cleo by enough turns of his own, and wins for Ann by too few."""
    lost = result(RECENT_ANN, **HANDED)
    gained = result(
        RECENT_CLEO, **HANDED | {"rank": 1, "score": 120, "turns": 8, "starter_turns": 4, "finisher_turns": 4}
    )
    held = result(RECENT_ANN, **HANDED | {"rank": 1, "score": 120, "turns": 8, "starter_turns": 6, "finisher_turns": 2})
    void, own = result(RECENT_ANN, **HANDED | {"why": "void"}), result(RECENT_BOB)
    bob, ann = recent(RECENT_BOB, [lost, gained, held, void, own]), recent(RECENT_ANN, [lost, held, void])
    assert bob.taken_over == SeatHandovers(3, 1, (SharedSeats(RECENT_ANN, 2), SharedSeats(RECENT_CLEO, 1)))
    assert ann.handed_over == SeatHandovers(2, 1, (SharedSeats(RECENT_BOB, 2),))
    assert recent(RECENT_CLEO, [gained]).handed_over == SeatHandovers(1, 0, (SharedSeats(RECENT_BOB, 1),))
    assert bob.handed_over == ann.taken_over == SeatHandovers()


def test_streaks_are_of_the_matches_that_count() -> None:
    won, lost, void = result(RECENT_ANN), result(RECENT_ANN, **LOST), result(RECENT_ANN, why="void")
    assert recent(RECENT_ANN, [won, void, won, lost, won, won, won]).streak == Streak(Course.WON, 2)
    assert recent(RECENT_ANN, [won, void, won, lost, won, won, won]).best == 3
    assert recent(RECENT_ANN, [lost]).streak == Streak(Course.LOST, 1)
    assert recent(RECENT_ANN, [lost]).best == 0
    assert recent(RECENT_ANN, [void]).streak is None


def test_a_turn_takes_what_the_seats_held_alone_tell() -> None:
    slow, fast = result(RECENT_ANN, thought=3000, timed=3), result(RECENT_ANN, thought=100, timed=1)
    shared = result(RECENT_ANN, thought=9_000_000, timed=9, **HANDED)
    assert recent(RECENT_ANN, [slow, fast, shared]).pace == timedelta(seconds=775)
    assert recent(RECENT_ANN, [shared]).pace is None


def test_openings_are_counted_by_game_and_mode() -> None:
    opened = [result(RECENT_ANN, opening=text) for text in ("1/1", "1/2", "1/2", "2/1", "3/1")]
    other = result(RECENT_ANN, opening="1/1", mode="3")
    others = result(RECENT_ANN, opening="9/9", **HANDED | {"starter_turns": 0})
    assert recent(RECENT_ANN, [*opened, other, others]).openings == (
        FirstTurn("tally", "2", "1/2", 2),
        FirstTurn("tally", "2", "1/1", 1),
        FirstTurn("tally", "2", "2/1", 1),
    )


def test_reliability_and_since_when() -> None:
    rows = [
        result(RECENT_ANN, ended_at=NOW - timedelta(days=3)),
        result(RECENT_ANN, ended_at=NOW - timedelta(days=40), gave_up="time", **LOST),
        result(RECENT_ANN, ended_at=NOW - timedelta(days=50)),
    ]
    found = recent(RECENT_ANN, rows)
    assert found.conduct == ((Conduct.FINISHED, 2), (Conduct.LATE, 1))
    assert (found.matches, found.since) == (3, date(2025, 11, 12))
    assert recent(RECENT_ANN, []) == Recent()


# Statistics of a game in a server.


STATISTICS_ANN, STATISTICS_BOB = 1, 2


def replicants(number: int, *, won: bool = True, opening: str = "E/2C6/D8-") -> list[Result]:
    one, other = duel(number, STATISTICS_ANN, STATISTICS_BOB, game="replicants", mode="2")
    one = one._replace(opening=opening)
    if won:
        return [one, other]
    return [one._replace(rank=2, score=0), other._replace(rank=1, score=120)]


async def test_a_game_never_played_has_none(arena: Arena) -> None:
    assert await of_real_games(arena).statistics(GUILD, "replicants") == Statistics("replicants", "2", 0)
    assert await of_real_games(arena).statistics(GUILD, "mutants", "3") == Statistics("mutants", "3", 0)
    with pytest.raises(SetupError):
        await of_real_games(arena).statistics(GUILD, "chess")


async def test_seats_and_first_turns_have_counts_and_intervals(arena: Arena) -> None:
    won = [replicants(number) for number in range(1, 16)]
    lost = [replicants(number, won=False, opening="E/3C1/F2-") for number in range(16, 26)]
    await write(arena.db, *won, *lost)
    found = await of_real_games(arena).statistics(GUILD, "replicants")
    assert (found.mode, found.matches) == ("2", 25)
    seats, openings = found.groups
    assert [(str(row.label), row.matches, row.seat) for row in seats.rows] == [("Seat 1", 25, 1), ("Seat 2", 25, 2)]
    first = seats.rows[0].share
    assert first is not None
    assert (first.share, first.low, first.high) == (0.6, *wilson(15, 25))
    assert str(openings.title) == "Score by first turn"
    # Under 20 matches nothing is told but their number.
    assert [(str(row.label), row.matches, row.share) for row in openings.rows] == [
        ("E/2C6/D8-", 15, None),
        ("E/3C1/F2-", 10, None),
    ]
    assert (await of_real_games(arena).statistics(GUILD + 1, "replicants")).matches == 0


async def test_seats_that_changed_hands_are_counted_in_matches_that_count(arena: Arena) -> None:
    def handed(number: int, **changed: Any) -> list[Result]:
        one, other = duel(number, STATISTICS_ANN, STATISTICS_BOB, game="replicants", **changed)
        return [one, other._replace(finisher_id=9)]

    others = [handed(3, why="void"), handed(4, mode="3"), duel(5, STATISTICS_ANN, STATISTICS_BOB, game="replicants")]
    await write(arena.db, handed(1), handed(2), *others)
    found = await of_real_games(arena).statistics(GUILD, "replicants", "2")
    assert (found.matches, found.handed_over) == (3, 2)
    revised = [each._replace(revision=1, finisher_id=each.starter_id) for each in handed(1)]
    async with arena.db.write() as connection:
        await results.add(connection, revised)
    assert (await of_real_games(arena).statistics(GUILD, "replicants", "2")).handed_over == 1


async def test_the_mode_played_most_comes_by_itself(arena: Arena) -> None:
    await write(
        arena.db,
        duel(1, STATISTICS_ANN, STATISTICS_BOB, game="replicants", mode="2"),
        duel(2, STATISTICS_ANN, STATISTICS_BOB, game="replicants", mode="3"),
        duel(3, STATISTICS_ANN, STATISTICS_BOB, game="replicants", mode="3"),
    )
    assert (await of_real_games(arena).statistics(GUILD, "replicants")).mode == "3"
    assert (await of_real_games(arena).statistics(GUILD, "replicants", "2")).matches == 1


async def test_options_are_told_once_two_values_were_played(arena: Arena) -> None:
    def match(number: int, sight: str) -> list[Result]:
        return duel(
            number,
            STATISTICS_ANN,
            STATISTICS_BOB,
            game="replica",
            mode="2",
            options=(("king_power", "none"), ("sight", sight)),
        )

    await write(arena.db, *(match(number, "all") for number in range(1, 21)))
    assert [str(group.title) for group in (await of_real_games(arena).statistics(GUILD, "replica")).groups] == [
        "Score by seat"
    ]
    await write(arena.db, match(21, "forward"))
    _, option = (await of_real_games(arena).statistics(GUILD, "replica")).groups
    assert str(option.title) == "Score of seat 1 by option: Which way kings see"
    assert [(str(row.label), row.matches) for row in option.rows] == [
        ("in all eight directions", 20),
        ("only forward", 1),
    ]


async def test_what_a_game_declares_is_told_and_all_of_it_stays_within_bounds(arena: Arena) -> None:
    names = ("HUM", "DRA", "MIN", "SHE", "NAG", "CIR")

    def match(number: int) -> list[Result]:
        return [
            duel(number, seat, seat, game="apex", mode="6")[0]._replace(
                seat=seat,
                rank=seat,
                score=24 * (6 - seat),
                options=(("mode", ("standard", "exploration")[number % 2]),),
                features=(("civilisation", names[(seat + number) % 6]),),
                opening=f"{names[(seat + number) % 6]}@{number}",
            )
            for seat in range(1, 7)
        ]

    await write(arena.db, *(match(number) for number in range(1, 31)))
    found = await of_real_games(arena).statistics(GUILD, "apex")
    assert [len(group.rows) for group in found.groups] == [6, 6, 2, 1]
    assert sum(len(group.rows) for group in found.groups) == MOST_ROWS
    assert {str(row.label) for row in found.groups[1].rows} >= {"Humans", "Cireades"}
    assert [row.share is not None for row in found.groups[1].rows] == [True] * 6
