"""Profiles: what a reader may know of a player's finished matches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hosting.arena import Arena
from hosting.profiles import MOST_MET, Handover, Handovers, Opponent, Record
from store.ratings.boards import Met
from store.tables.results import Result
from store.tables.settings import Appear, PlayerSettings
from tests.hosting.conftest import GUILD, begin, play
from tests.hosting.profile.results import duel, write

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
    assert found.all == Record(4, 3, 0, 1, 360)
    assert [(each.game, each.mode, each.all.played) for each in found.modes] == [("tally", "2", 3), ("duel", "4", 1)]
    assert found.modes[0].seats == ((1, Record(2, 2, 0, 0, 240)), (2, Record(1, 0, 0, 1, 0)))
    assert found.opponents == (Opponent(BOB, 3, 2, 1), Opponent(CLEO, 1, 1, 0))
    assert found.versus == Met(BOB, 3, 2, 1)
    assert found.recent.matches == 4
    of_game = await arena.profiles.of(GUILD, ANN, BOB, "duel")
    assert of_game is not None
    assert of_game.all == Record(1, 1, 0, 0, 120)
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
        assert found.all == Record(0, 0, 0, 0, 0)


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

    async def told(person: int, reader: int, *, public: bool = False) -> tuple[Handovers, Handovers]:
        found = await arena.profiles.of(GUILD, person, reader, public=public)
        assert found is not None
        return found.recent.taken_over, found.recent.handed_over

    none = Handovers()
    assert await told(DAN, STRANGER) == (Handovers(3, 0, (Handover(ANN, 2), Handover(BOB, 1))), none)
    assert await told(ANN, CLEO) == (none, Handovers(2, 2, (Handover(DAN, 2),)))
    await appear(arena, ANN, "nobody")
    await appear(arena, BOB, "opponents")
    hidden = Handover(None, 2)
    assert await told(DAN, STRANGER) == (Handovers(3, 0, (hidden, Handover(None, 1))), none)
    assert await told(DAN, CLEO) == (Handovers(3, 0, (hidden, Handover(BOB, 1))), none)
    assert await told(DAN, CLEO, public=True) == (Handovers(3, 0, (hidden, Handover(None, 1))), none)
    assert await told(DAN, ANN) == (Handovers(3, 0, (Handover(ANN, 2), Handover(None, 1))), none)
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
    statistics = await arena.statistics.of(GUILD, "tally")
    match = await begin(arena)
    await play(arena, match, "1/3", "1/1")
    assert [await arena.profiles.of(GUILD, person, DAN) for person in (ANN, BOB)] == before
    assert await arena.statistics.of(GUILD, "tally") == statistics


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
