"""Corrections: what each makes of the results, who may not, and that taking them back leads back to where it began."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from engine.text import say
from hosting.arena import Arena
from hosting.clock.time_control import Terms
from hosting.corrections import (
    CorrectedMeanwhile,
    NewCorrection,
    NoSuchCorrection,
    NotHandedOver,
    NothingCorrected,
    PartnersApart,
    PlayedThere,
    StillPlayed,
    corrected,
    in_force,
)
from hosting.match.audit import AuditCode
from hosting.match.model import Match, NoSuchMatch, Place
from store.database import Database
from store.ratings import replay
from store.ratings.model import MODEL
from store.ratings.replay import Ahead, NotAhead, go_ahead
from store.ratings.stored import Pool
from store.schema import ratings
from store.tables import matches, results
from store.tables.matches import WriteConflict
from store.tables.results import Correction, Result
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, GUILD, NotingPoster, begin, codes, play
from tests.store.samples import START
from tests.store.test_results import match as rows_of
from tests.store.test_totals import nothing_of, stored

REASON = say("So be it.")


async def came_of(arena: Arena, match: Match) -> list[Result]:
    async with arena.db.read() as connection:
        return await results.of_match(connection, match.id)


def plain(rows: list[Result]) -> list[Result]:
    """Return results without their revision."""
    return [each._replace(revision=0) for each in rows]


async def rated(arena: Arena) -> list[tuple[Any, ...]]:
    """Return every rating as it stands, to the last bit."""
    async with arena.db.read() as connection:
        query = select(ratings).order_by(ratings.c.pool_id, ratings.c.person_id)
        return [tuple(row) for row in await connection.execute(query)]


async def won_by_bob(arena: Arena, *players: Any, channel: int = 200) -> Match:
    """Return a match that is over: both made a turn, and the first player resigned."""
    match = await begin(arena, *(players or (ANN, BOB)), places=(Place("board", channel),))
    match = await play(arena, match, "1/1", "1/1")
    return await arena.matches.forfeit(match.id, match.person_of(1))


async def test_a_match_is_voided_and_counts_again(arena: Arena) -> None:
    match = await won_by_bob(arena)
    before, counted, rating = await came_of(arena, match), await stored(arena.db), await rated(arena)
    assert [each.rated for each in before] == ["full", "full"]
    correction = await arena.corrections.void(match.id, DAN.person_id, REASON)
    rows = await came_of(arena, match)
    assert {(each.revision, each.why, each.termination, each.score, each.rated) for each in rows} == {
        (1, "void", "void", 60, None)
    }
    assert not any(nothing_of(await stored(arena.db)).values())
    assert await rated(arena) != rating
    undone = await arena.corrections.undo(match.id, DAN.person_id, None, REASON)
    assert (undone.undoes, undone.revision) == (correction.id, 2)
    assert plain(await came_of(arena, match)) == before
    assert nothing_of(await stored(arena.db)) == nothing_of(counted)
    assert await rated(arena) == rating
    assert (await codes(arena, match))[-2:] == [AuditCode.CORRECTED, AuditCode.CORRECTED]


async def test_a_match_is_ranked_otherwise(arena: Arena) -> None:
    match = await won_by_bob(arena)
    await arena.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    rows = await came_of(arena, match)
    assert [(each.rank, each.score, each.termination, each.why) for each in rows] == [
        (1, 120, "adjudicated", None),
        (2, 0, "adjudicated", None),
    ]
    assert [each.pool_no for each in rows] == [1, 1]
    assert nothing_of(await stored(arena.db)) == nothing_of(results.tally([rows]))


@pytest.mark.parametrize("way", ["resigned", "rules", "from a position"])
async def test_a_result_is_not_corrected_to_the_ranks_that_it_has(arena: Arena, way: str) -> None:
    """It stays what it was, not adjudicated, and may be ranked otherwise, and then in that way no second time."""
    match = await won_by_bob(arena) if way == "resigned" else await begin(arena)
    if way == "rules":
        match = await play(arena, match, "1/1", "3/3", "1/1", "3/3")
    elif way == "from a position":
        match = await arena.organiser.position(match.id, DAN.person_id, "0+9")
        match = await play(arena, match, "1/1", "3")
    assert match.over
    before = await came_of(arena, match)
    assert [each.rank for each in before] == [2, 1]
    with pytest.raises(NothingCorrected):
        await arena.corrections.rank(match.id, EVE.person_id, (2, 1), REASON)
    assert await came_of(arena, match) == before
    assert await arena.corrections.in_force(match.id) == []
    await arena.corrections.rank(match.id, EVE.person_id, (1, 2), REASON)
    with pytest.raises(NothingCorrected):
        await arena.corrections.rank(match.id, EVE.person_id, (1, 2), REASON)
    assert {each.revision for each in await came_of(arena, match)} == {1}
    await arena.corrections.rank(match.id, EVE.person_id, (2, 1), REASON)
    assert {(each.revision, each.termination) for each in await came_of(arena, match)} == {(2, "adjudicated")}


async def test_a_match_without_a_winner_counts_once_it_is_ranked_level(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    match = await arena.organiser.void(match.id, DAN.person_id, REASON)
    assert {(each.rank, each.why) for each in await came_of(arena, match)} == {(1, "void")}
    await arena.corrections.rank(match.id, EVE.person_id, (1, 1), REASON)
    assert {(each.rank, each.why) for each in await came_of(arena, match)} == {(1, None)}


async def test_a_match_that_did_not_count_is_ranked_and_takes_the_next_number(arena: Arena) -> None:
    void = await begin(arena)
    void = await play(arena, void, "1/1", "1/1")
    void = await arena.organiser.void(void.id, DAN.person_id, REASON)
    await won_by_bob(arena)
    await arena.corrections.rank(void.id, DAN.person_id, (1, 2), REASON)
    assert [(each.why, each.pool_no) for each in await came_of(arena, void)] == [(None, 2), (None, 2)]


async def test_a_match_from_a_position_does_not_count_however_it_is_ranked(arena: Arena) -> None:
    match = await begin(arena)
    match = await arena.organiser.position(match.id, DAN.person_id, "9+0")
    match = await play(arena, match, "3")
    await arena.corrections.rank(match.id, DAN.person_id, (2, 1), REASON)
    assert {(each.why, each.rated) for each in await came_of(arena, match)} == {("position", None)}


async def test_a_result_alone_that_is_corrected_leaves_the_list_of_the_best(arena: Arena) -> None:
    match = await begin(arena, ANN, game="mutants", mode="solo")
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    with pytest.raises(NothingCorrected):  # they resigned, and that is how they rank
        await arena.corrections.rank(match.id, DAN.person_id, (2,), REASON)
    await arena.corrections.rank(match.id, DAN.person_id, (1,), REASON)
    (row,) = await came_of(arena, match)
    assert (row.rank, row.score, row.why, row.merit, row.category) == (1, None, "solo", None, None)
    await arena.corrections.undo(match.id, DAN.person_id, None, REASON)
    assert (await came_of(arena, match))[0].merit is not None


async def test_a_player_who_left_is_excused(arena: Arena) -> None:
    match = await begin(arena)
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.substitutes.replace(match.id, 1, CLEO, EVE.person_id)
    match = await arena.matches.forfeit(match.id, CLEO.person_id)
    assert [each.player_id for each in await came_of(arena, match)] == [ANN.person_id, BOB.person_id]
    await arena.corrections.excuse(match.id, DAN.person_id, 1, excused=True, reason=REASON)
    rows = await came_of(arena, match)
    assert [(each.excused, each.rated) for each in rows] == [(True, "hold"), (False, "full")]
    await arena.corrections.excuse(match.id, DAN.person_id, 1, excused=False, reason=REASON)
    assert [each.rated for each in await came_of(arena, match)] == ["full", "full"]
    with pytest.raises(NotHandedOver):
        await arena.corrections.excuse(match.id, DAN.person_id, 2, excused=True, reason=REASON)


async def test_a_match_that_was_not_to_be_rated_is_not_rated_by_a_correction(arena: Arena) -> None:
    match = await begin(arena, terms=Terms(rated=False))
    match = await play(arena, match, "1/1", "1/1")
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.corrections.rank(match.id, DAN.person_id, (1, 2), REASON)
    rows = await came_of(arena, match)
    assert {(each.revision, each.rated) for each in rows} == {(1, None)}


async def test_who_may_not_and_what_makes_no_sense_is_refused_and_nothing_changes(arena: Arena) -> None:
    running = await begin(arena)
    with pytest.raises(StillPlayed):
        await arena.corrections.void(running.id, DAN.person_id, REASON)
    with pytest.raises(NoSuchMatch):
        await arena.corrections.void(99, DAN.person_id, REASON)
    match = await play(arena, running, "1/1", "1/1")
    match = await arena.substitutes.replace(match.id, 1, CLEO, EVE.person_id)
    match = await arena.substitutes.replace(match.id, 1, DAN, EVE.person_id)
    match = await arena.matches.forfeit(match.id, DAN.person_id)
    for person in (ANN, BOB, CLEO, DAN):
        with pytest.raises(PlayedThere):
            await arena.corrections.void(match.id, person.person_id, REASON)
    before = await came_of(arena, match)
    with pytest.raises(NothingCorrected):
        await arena.corrections.excuse(match.id, EVE.person_id, 1, excused=False, reason=REASON)
    with pytest.raises(NoSuchCorrection):
        await arena.corrections.undo(match.id, EVE.person_id, None, REASON)
    for ranks in ((1, 2, 3), (2, 2), (0, 1)):
        with pytest.raises(ValueError, match=r"rank|seats"):
            await arena.corrections.rank(match.id, EVE.person_id, ranks, REASON)
    assert await came_of(arena, match) == before
    assert await arena.corrections.in_force(match.id) == []
    await arena.corrections.void(match.id, EVE.person_id, REASON)
    with pytest.raises(NothingCorrected):
        await arena.corrections.void(match.id, EVE.person_id, REASON)
    with pytest.raises(NoSuchCorrection):
        await arena.corrections.undo(match.id, EVE.person_id, 99, REASON)


async def test_partners_are_not_ranked_apart(arena: Arena) -> None:
    places = (Place("board", 300), Place("spectators", 301), Place("team:0", 302), Place("team:1", 303))
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=places)
    match = await arena.organiser.adjudicate(match.id, EVE.person_id, (1, 2, 1, 2), REASON)
    with pytest.raises(PartnersApart):
        await arena.corrections.rank(match.id, EVE.person_id, (1, 2, 3, 4), REASON)
    await arena.corrections.rank(match.id, EVE.person_id, (2, 1, 2, 1), REASON)
    assert [each.score for each in await came_of(arena, match)] == [0, 120, 0, 120]


async def test_a_correction_is_announced_and_each_person_who_moved_is_told_once(
    arena: Arena, poster: NotingPoster
) -> None:
    first = await won_by_bob(arena)
    await won_by_bob(arena, BOB, CLEO)
    await arena.idle()
    shown = len(poster.posts)
    await arena.corrections.rank(first.id, DAN.person_id, (1, 2), REASON)
    await arena.idle()
    posts = poster.posts[shown:]
    assert [post.channel_id for post in posts if post.kind == "notice"] == [200]
    assert sorted(post.channel_id for post in posts if post.kind == "private") == [1, 2, 3]


async def test_what_follows_a_correction_is_gone_through_before_it_is_written(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await won_by_bob(arena)
    await won_by_bob(arena, BOB, CLEO)
    before, gone = await rated(arena), list[int]()

    async def noted(read: Any, missing: NotAhead) -> Ahead:
        assert not arena.db._turnstile.locked(), "others can write meanwhile"
        gone.append(missing.pool.last_no)
        return await go_ahead(read, missing)

    monkeypatch.setattr(replay, "WITHIN", 0)
    monkeypatch.setattr("hosting.corrections.go_ahead", noted)
    await arena.corrections.void(first.id, DAN.person_id, REASON)
    assert await rated(arena) != before
    await arena.corrections.undo(first.id, DAN.person_id, None, REASON)
    assert await rated(arena) == before
    assert gone == [2, 2]
    assert [each.revision for each in await came_of(arena, first)] == [2, 2]


async def test_a_correction_gives_up_where_others_correct_all_the_time(arena: Arena) -> None:
    async def write(_: object) -> None:
        raise NotAhead(Pool(1, GUILD, "tally", "2", "", MODEL, 0), 1, None)

    with pytest.raises(CorrectedMeanwhile):
        await arena.corrections.ahead(write)


async def test_of_two_corrections_that_two_processes_write_at_once_one_stands(arena: Arena) -> None:
    match = await won_by_bob(arena)
    processes = [await Database.connect(arena.db.address) for _ in range(2)]

    async def void(database: Database) -> None:
        async with database.write() as connection:
            await arena.corrections._write(
                connection, match.id, DAN.person_id, NewCorrection("void"), REASON, {}, readable=True
            )

    outcomes = await asyncio.gather(*map(void, processes), return_exceptions=True)
    for database in processes:
        await database.close()
    # Where one waits for the other before it reads, it finds the match void already.
    assert [type(each) in (WriteConflict, NothingCorrected) for each in outcomes if each is not None] == [True]
    assert {(each.revision, each.why) for each in await came_of(arena, match)} == {(1, "void")}


async def test_who_corrects_what_another_has_corrected_meanwhile_is_told(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await won_by_bob(arena)

    async def touched(*_: object) -> None:
        raise WriteConflict

    monkeypatch.setattr(matches, "touch", touched)
    with pytest.raises(CorrectedMeanwhile):
        await arena.corrections.void(match.id, DAN.person_id, REASON)
    assert [each.revision for each in await came_of(arena, match)] == [0, 0]


async def test_any_corrections_taken_back_lead_to_where_it_began(arena: Arena) -> None:
    """Three matches in one pool: results, totals and ratings are what they were, to the last bit."""
    lots = random.Random(11)
    begun = [
        await won_by_bob(arena),
        await won_by_bob(arena, BOB, CLEO),
        await won_by_bob(arena, CLEO, ANN),
    ]
    before = [await came_of(arena, match) for match in begun]
    counted, rating = await stored(arena.db), await rated(arena)
    for _ in range(14):
        match = lots.choice(begun)
        try:
            match lots.randrange(3):
                case 0:
                    await arena.corrections.void(match.id, DAN.person_id, REASON)
                case 1:
                    ranks = lots.choice([(1, 2), (2, 1), (1, 1)])
                    await arena.corrections.rank(match.id, DAN.person_id, ranks, REASON)
                case _:
                    holding = await arena.corrections.in_force(match.id)
                    number = lots.choice([each.id for each in holding] or [0])
                    await arena.corrections.undo(match.id, DAN.person_id, number, REASON)
        except (NothingCorrected, NoSuchCorrection):
            continue
    assert [plain(await came_of(arena, match)) for match in begun] != before
    while open_ones := [(match, each) for match in begun for each in await standing(arena, match)]:
        match, correction = lots.choice(open_ones)
        await arena.corrections.undo(match.id, DAN.person_id, correction.id, REASON)
    assert [plain(await came_of(arena, match)) for match in begun] == before
    assert nothing_of(await stored(arena.db)) == nothing_of(counted)
    assert await rated(arena) == rating


async def standing(arena: Arena, match: Match) -> list[Correction]:
    return [each for each in await arena.corrections.in_force(match.id) if each.kind != "undo"]


_deeds = st.lists(
    st.one_of(
        st.just(("void", {})),
        st.permutations([1, 2, 2]).map(lambda ranks: ("ranks", {"ranks": ranks})),
        st.tuples(st.integers(1, 3), st.booleans()).map(lambda pair: ("excuse", {"seat": pair[0], "excused": pair[1]})),
        st.integers(0, 5).map(lambda index: ("undo", index)),
    ),
    max_size=8,
)


@given(_deeds)
def test_what_is_taken_back_is_as_if_it_had_never_been(deeds: list[Any]) -> None:
    ended, made = rows_of(1, 1, 2, 3), list[Correction]()

    def add(kind: Any, detail: Any, undoes: int | None = None) -> None:
        number = len(made) + 1
        made.append(Correction(number, 100, 1, number, kind, detail, 9, START, undoes=undoes))

    for kind, detail in deeds:
        holding = in_force(made)
        if kind != "undo":
            add(kind, detail)
        elif holding:
            add("undo", {}, holding[detail % len(holding)].id)
    held = corrected(ended, made, set_up=False)
    add("void", {})
    add("undo", {}, made[-1].id)
    assert corrected(ended, made, set_up=False) == held
    while left := [each for each in in_force(made) if each.kind != "undo"]:
        add("undo", {}, left[0].id)
    assert corrected(ended, made, set_up=False) == tuple(ended)


async def test_an_organiser_excuses_who_leaves_and_takes_it_back_after_the_end(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/1", "1/1")
    await arena.organiser.replace(match.id, DAN.person_id, 1, CLEO, excused=True)
    await arena.matches.forfeit(match.id, CLEO.person_id)
    assert [each.rated for each in await came_of(arena, match)] == ["hold", "full"]
    (line,) = [each for each in await arena.audit.of_match(match.id) if each.code == AuditCode.REPLACED]
    assert line.detail["excused"] is True
    await arena.corrections.excuse(match.id, EVE.person_id, 1, excused=False, reason=REASON)
    assert [each.rated for each in await came_of(arena, match)] == ["full", "full"]
