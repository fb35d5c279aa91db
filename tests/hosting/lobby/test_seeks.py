"""Standing offers: what is refused, who is brought together, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SetupError
from engine.text import say
from hosting.clock import ClockTerms
from hosting.core import Core
from hosting.lobby import matchmaking
from hosting.lobby.matchmaking import (
    HIGHEST,
    LOWEST,
    GameOffer,
    NeverMatches,
    Offer,
    Pair,
    Pairing,
    fit,
    pair,
    pairs,
)
from hosting.lobby.seeks import (
    LOOK,
    NO_CLOCK,
    PAIRED,
    SEEK,
    Pairings,
    Seeks,
)
from hosting.match.model import Person, Post
from hosting.outbox import Retry, Undeliverable
from store.database import Database
from store.db.addresses import Address
from store.ratings import stored as ratings
from store.ratings.model import BEGINNER, Skill
from store.ratings.stored import RatingChange
from store.share import Share
from store.tables import seeks as stored
from tests.entropy import pinned
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    ManualClock,
    NotingPoster,
    open_arena,
    ordered_for,
)
from tests.hosting.lobby.offering import MINUTE, Offering, offering
from tests.hosting.lobby.offering import START as OFFERING_START
from tests.hosting.lobby.offering import ids as offering_ids
from tests.hosting.toygame import games
from tests.refusals import refusal
from tests.volume import many


async def test_two_offers_that_fit_make_a_match_at_once(o: Offering) -> None:
    await o.create(ANN)
    assert await o.matches() == []
    await o.create(BOB)
    assert await o.matches() == [offering_ids(ANN, BOB)]
    pairing = await o.pairing(1)
    match = await o.arena.matches.get(1)
    assert (pairing.status, pairing.match_id, pairing.message_id) == ("started", 1, 901)
    assert (match.organiser_id, match.terms.clock) == (0, ClockTerms())
    assert (o.noting.asked, o.noting.shown) == ([()], ["1: match 1"])
    ordered = await ordered_for(o.arena, f"{SEEK}:1")
    assert ordered is not None
    assert (ordered.start.message_id, ordered.start.where) == (901, "thread")


async def test_an_offer_opens_so_many_at_once_and_is_free_again_afterwards(o: Offering) -> None:
    await o.create(ANN, most=2)
    for person in (BOB, CLEO, DAN):
        await o.wait(MINUTE)
        await o.create(person)
    assert await o.matches() == [offering_ids(ANN, BOB), offering_ids(ANN, CLEO)]
    await o.arena.matches.forfeit(1, BOB.person_id)
    await o.wait(LOOK.total_seconds())
    assert await o.matches() == [offering_ids(ANN, BOB), offering_ids(ANN, CLEO), offering_ids(BOB, DAN)], (
        "who waited longest"
    )


async def test_the_same_two_do_not_meet_twice_at_once(o: Offering) -> None:
    await o.create(ANN, most=3)
    await o.create(BOB, most=3)
    await o.wait(LOOK.total_seconds())
    assert await o.matches() == [offering_ids(ANN, BOB)]
    await o.arena.matches.forfeit(1, BOB.person_id)
    await o.wait(LOOK.total_seconds())
    assert len(await o.matches()) == 2, "again, as nobody else waits"


async def test_offers_of_other_servers_games_and_ways_are_left_alone(o: Offering) -> None:
    await o.create(ANN)
    await o.create(BOB, guild_id=GUILD + 1)
    await o.create(BOB, game="duel", mode=None)
    await o.create(BOB, mode="3")
    await o.create(BOB, clock=NO_CLOCK)
    await o.create(CLEO, clock=ClockTerms().dump())
    assert await o.matches() == [offering_ids(ANN, BOB)], "any clock fits"
    assert (await o.arena.matches.get(1)).terms.clock is None


async def rate(o: Offering, person: Person, mu: float) -> None:
    """Give a person a rating where two play."""
    async with o.arena.db.write() as connection:
        pool = await ratings.next_number(connection, GUILD, "tally", "2", "")
        change = RatingChange(
            pool.id,
            pool.last_no,
            pool.last_no,
            99,
            person.person_id,
            "end",
            None,
            BEGINNER,
            Skill(mu, 4.0, 30),
            OFFERING_START,
        )
        await ratings.note(connection, [change], {person.person_id: (pool.last_no, OFFERING_START)})


async def test_ranges_are_held_against_ratings_and_beginners_have_1500(o: Offering) -> None:
    await rate(o, ANN, 35.0)  # 1800
    await o.create(ANN)
    await o.create(BOB, high=1799)
    await o.create(CLEO, low=1501)
    assert await o.matches() == [offering_ids(ANN, CLEO)], "Bob is no match for Cleo, and wants none with Ann"
    await o.create(DAN, low=1500, high=1500)
    assert await o.matches() == [offering_ids(ANN, CLEO), offering_ids(BOB, DAN)]


async def test_who_is_blocked_is_not_met(o: Offering) -> None:
    await o.arena.blocks.add(BOB.person_id, ANN.person_id)
    await o.create(ANN)
    await o.create(BOB)
    assert await o.matches() == []
    await o.create(CLEO)
    assert await o.matches() == [offering_ids(ANN, CLEO)]


async def test_who_cancels_is_not_brought_together_and_only_ones_own_is_cancelled(o: Offering) -> None:
    mine = await o.create(ANN)
    for person, number in ((BOB, mine.id), (ANN, mine.id + 1)):
        with refusal("no-such-seek"):
            await o.arena.seeks.cancel(GUILD, person.person_id, number)
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == [mine]
    await o.arena.seeks.cancel(GUILD, ANN.person_id, mine.id)
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    await o.create(BOB)
    assert await o.matches() == []


async def test_an_offer_ends_by_itself(o: Offering) -> None:
    await o.create(ANN, expires_at=o.clock.now() + timedelta(hours=1))
    await o.wait(61 * MINUTE)
    await o.create(BOB)
    assert await o.matches() == []
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []


async def test_what_could_never_match_is_refused_at_once(o: Offering, monkeypatch: pytest.MonkeyPatch) -> None:
    now = o.clock.now()
    for offer, error in (
        ({"game": "chess"}, SetupError),
        ({"mode": "9"}, SetupError),
        ({"options": (("speed", "light"),)}, SetupError),
        ({"low": 1600, "high": 1400}, "bad-range"),
        ({"low": -1}, "bad-range"),
        ({"high": 4001}, "bad-range"),
        ({"expires_at": now}, "bad-expiry"),
        ({"expires_at": now + timedelta(days=900)}, "bad-expiry"),
    ):
        with refusal(error):
            await o.create(ANN, **offer)
    monkeypatch.setattr(matchmaking, "MOST_SEATS", 2)
    with pytest.raises(NeverMatches):
        await o.create(ANN, mode="3")
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    for _ in range(matchmaking.MOST_SEEKS):
        await o.create(ANN)
    with refusal("too-many-seeks"):
        await o.create(ANN)
    await o.create(ANN, guild_id=GUILD + 1)


async def test_two_processes_bring_no_offer_together_twice(database: Address, clock: ManualClock) -> None:
    """Without the lock that keeps a second process from the database."""
    arena = await open_arena(database, clock, NotingPoster())
    o = offering(arena, clock)
    arena.schedule.hold(Share.ALL, "seeking", PAIRED)
    for person in (ANN, BOB, CLEO, DAN, EVE):
        await o.create(person)
    others = [await Database.connect(database) for _ in range(3)]
    services = [Seeks(Core.of(each, clock, games=games, entropy=pinned())) for each in others]
    await asyncio.gather(*(each.due(f"{GUILD}:tally", None) for each in services))
    async with arena.db.read() as connection:
        found = [await stored.load_pairing(connection, number) for number in range(1, 9)]
    taken = [seat.seek_id for each in found if each is not None for seat in each.seats]
    assert len(taken) == len(set(taken)) == 4
    for each in others:
        await each.close()
    for service in services:
        await service.core.tasks.close()
    await arena.close()


# Players whose offers fit: told, asked to step back, and started, whatever breaks.


async def test_a_block_between_announcement_and_start_keeps_the_match_from_starting(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.arena.blocks.add(BOB.person_id, ANN.person_id)
    await o.wait(10 * MINUTE)
    assert await o.matches() == []
    assert (await o.pairing(1)).status == "off"
    (shown,) = o.noting.shown
    assert "block" not in shown
    assert o.shelf.things == {}


async def test_players_step_back_where_they_asked_for_it(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    assert o.noting.asked == [(ANN.person_id,)]
    with refusal("not-asked-for"):
        await o.arena.pairings.step_back(1, BOB.person_id)
    for number, person in ((1, CLEO), (2, ANN)):
        with refusal("no-such-pairing"):
            await o.arena.pairings.step_back(number, person.person_id)
    await o.wait(9.9 * MINUTE)
    assert (await o.arena.pairings.step_back(1, ANN.person_id)).status == "off"
    with refusal("too-late-to-step-back"):
        await o.arena.pairings.step_back(1, ANN.person_id)
    await o.wait(60 * MINUTE)
    assert await o.matches() == [], "these offers are not brought together again"
    await o.create(CLEO)
    assert await o.matches() == [offering_ids(BOB, CLEO)], "Bob is where he was in the queue, Ann behind him"


async def test_after_ten_minutes_it_is_too_late(o: Offering) -> None:
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(9.9 * MINUTE)
    assert await o.matches() == []
    await o.wait(0.1 * MINUTE)
    assert await o.matches() == [offering_ids(ANN, BOB)]
    with refusal("too-late-to-step-back"):
        await o.arena.pairings.step_back(1, ANN.person_id)


async def test_who_has_left_the_server_has_no_offers_there(o: Offering) -> None:
    o.noting.away = offering_ids(ANN)
    await o.create(ANN)
    await o.create(BOB)
    assert o.noting.messages == {}
    assert await o.arena.seeks.of(GUILD, ANN.person_id) == []
    await o.create(CLEO)
    assert await o.matches() == [offering_ids(BOB, CLEO)]


async def test_offers_from_where_nothing_can_be_posted_end(o: Offering) -> None:
    o.noting.before = [Undeliverable(say("The channel is gone."), "seek")]
    await o.create(ANN)
    await o.create(BOB, channel_id=CHANNEL + 1)
    assert o.noting.told == [(ANN.person_id, "The channel is gone.")]
    assert [len(await o.arena.seeks.of(GUILD, each.person_id)) for each in (ANN, BOB)] == [0, 1]
    await o.create(CLEO)
    assert await o.matches() == [offering_ids(BOB, CLEO)]


async def test_a_match_is_announced_where_all_its_players_look(o: Offering) -> None:
    o.noting.hidden = {CHANNEL}
    await o.create(ANN)
    await o.create(BOB)
    await o.wait(LOOK.total_seconds())
    assert (await o.pairing(1)).status == "off"
    await o.create(CLEO, channel_id=CHANNEL + 1)
    assert (await o.matches()) == [offering_ids(ANN, CLEO)]
    assert (await o.pairing(2)).channel_id == CHANNEL + 1


async def test_trouble_is_outlasted_and_nothing_is_announced_twice(o: Offering) -> None:
    o.noting.before, o.noting.after = [Retry()], [Retry()]
    await o.create(ANN, asks=True)
    await o.create(BOB)
    await o.wait(5 * MINUTE)  # it arrives, and nobody hears of that
    await o.wait(5 * MINUTE)
    assert (await o.pairing(1)).status == "announced"
    assert (await o.pairing(1)).starts_at == OFFERING_START + timedelta(minutes=15)
    await o.wait(5 * MINUTE)
    assert await o.matches() == [offering_ids(ANN, BOB)]


async def test_what_cannot_start_is_told_and_the_offers_stand(o: Offering) -> None:
    def refuse(step: str) -> None:
        raise RuntimeError(step)

    o.shelf.step = refuse
    await o.create(ANN)
    await o.create(BOB)
    for _ in range(6):
        await o.wait(24 * 60 * MINUTE)
    assert o.noting.shown == ["1: Refused."]
    assert (await o.pairing(1)).status == "off"
    assert len(await o.arena.seeks.of(GUILD, ANN.person_id)) == 1


@asynccontextmanager
async def later(database: Address, clock: ManualClock, before: Offering | None) -> AsyncIterator[Offering]:
    """Go on as a process does that starts; what was made on Discord is still there."""
    arena = await open_arena(database, clock, None)
    made = offering(arena, clock) if before is None else offering(arena, clock, before.noting, before.shelf)
    arena.outbox.drain()
    await arena.idle()
    yield made
    await arena.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_why_a_match_is_off_is_said_though_the_process_died(database: Address, clock: ManualClock) -> None:
    def refuse(step: str) -> None:
        raise RuntimeError(step)

    async def unreachable(_post: Post) -> None:
        raise Retry

    async with later(database, clock, None) as first:
        first.shelf.step = refuse
        first.arena.outbox.set_poster(NotingPoster(show=unreachable))
        await first.create(ANN)
        await first.create(BOB)
        for _ in range(6):
            await first.wait(24 * 60 * MINUTE)
        assert (await first.pairing(1)).status == "off"
    await clock.advance(60 * MINUTE)
    async with later(database, clock, first) as second:
        assert second.noting.shown == ["1: Refused."]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_pairing_goes_on_after_a_restart(database: Address, clock: ManualClock) -> None:
    async with later(database, clock, None) as first:
        await first.create(ANN, asks=True)
        await first.create(BOB)
    await clock.advance(600)
    async with later(database, clock, first) as second:
        assert await second.matches() == [offering_ids(ANN, BOB)]
        assert list(first.noting.messages) == [1]


def test_the_kind_of_origin_is_kept() -> None:
    """Orders of an earlier run are attended by it."""
    assert (SEEK, Pairings.waits) == ("seek", False)


# Which offers are brought together: properties of every answer, held against all the answers that there could be.


DUEL, TRIO, OTHER = GameOffer("2", 2), GameOffer("3", 3), GameOffer("2", 2, (("speed", "fast"),))
START = datetime(2026, 1, 1, tzinfo=UTC)


def offer(number: int, person: int | None = None, *, after: int | None = None, **given: object) -> Offer:
    """Return an offer that was served so many days after others, and fits all."""
    ways = given.pop("ways", (DUEL,))
    assert isinstance(ways, tuple)
    ratings = given.pop("ratings", (1500,) * len(ways))
    at = START + timedelta(days=number if after is None else after)
    return Offer(number, number if person is None else person, at, ways, ratings, **given)  # type: ignore[arg-type]


def ids(found: Sequence[Pairing]) -> list[tuple[int, ...]]:
    return [tuple(each.id for each in group.offers) for group in found]


def test_who_waits_longest_is_served_first() -> None:
    assert ids(pair([offer(3), offer(1), offer(2)])) == [(1, 2)]
    assert ids(pair([offer(1, after=9), offer(2), offer(3)])) == [(2, 3)]


def test_who_was_served_waits_behind_the_others() -> None:
    many = offer(1, free=3)
    assert ids(pair([many, offer(2), offer(3), offer(4), offer(5)])) == [(1, 2), (3, 4), (5, 1)]


def test_nobody_meets_themselves_or_who_is_kept_apart_or_the_same_twice() -> None:
    assert pair([offer(1, person=7), offer(2, person=7)]) == []
    assert pair([offer(1), offer(2)], apart={frozenset((1, 2))}) == []
    assert ids(pair([offer(1), offer(2), offer(3)], apart={frozenset((1, 2))})) == [(1, 3)]
    assert ids(pair([offer(1, free=2), offer(2, free=2)])) == [(1, 2)]


def test_who_met_last_meets_again_only_where_nobody_else_waits() -> None:
    met = {frozenset((1, 2))}
    assert ids(pair([offer(1), offer(2), offer(3)], met=met)) == [(1, 3)]
    assert ids(pair([offer(1), offer(2)], met=met)) == [(1, 2)]
    # Three who have not met come before two who have, also where two like that way better.
    both = (DUEL, TRIO)
    assert ids(pair([offer(1, ways=both), offer(2), offer(3, ways=(TRIO,)), offer(4, ways=(TRIO,))], met=met)) == [
        (1, 3, 4)
    ]


def test_ranges_are_mutual() -> None:
    strong, weak = offer(1, ratings=(1900,), low=1700), offer(2, ratings=(1400,))
    assert pair([strong, weak]) == []
    assert pair([offer(1, ratings=(1900,)), offer(2, ratings=(1400,), high=1899)]) == []
    assert ids(pair([offer(1, ratings=(1900,), low=1400), offer(2, ratings=(1400,), high=1900)])) == [(1, 2)]


def test_clocks_and_ways_agree() -> None:
    assert pair([offer(1, clock="1d"), offer(2, clock="3d")]) == []
    (found,) = pair([offer(1), offer(2, clock="3d")])
    assert found.clock == "3d"
    assert pair([offer(1), offer(2, ways=(OTHER,))]) == []
    (found,) = pair([offer(1, ways=(DUEL, OTHER)), offer(2, ways=(OTHER,))])
    assert found.way == OTHER
    # The third may name no clock that one of the first two does not want.
    trio = (TRIO,)
    assert pair([offer(1, ways=trio), offer(2, clock="1d", ways=trio), offer(3, clock="3d", ways=trio)]) == []


def test_a_group_that_cannot_be_completed_keeps_nobody_waiting() -> None:
    assert ids(pair([offer(1, ways=(TRIO,)), offer(2), offer(3)])) == [(2, 3)]


def test_offers_laid_to_fail_late_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five camps, and a match of six for which one of each and one more would be needed."""
    way, steps = GameOffer("6", 6), 0
    people = [offer(number, ways=(way,)) for number in range(1, 41)]
    apart = {each for each in pairs(range(1, 41)) if len({number % 5 for number in each}) == 1}

    def counted(*given: Any) -> bool:
        nonlocal steps
        steps += 1
        return fit(*given)

    monkeypatch.setattr(matchmaking, "STEPS", 100)
    monkeypatch.setattr(matchmaking, "fit", counted)
    assert pair(people, apart) == []
    assert 0 < steps < 40 * 40 * 100


RATINGS = st.integers(1300, 1700)


@st.composite
def offered(draw: st.DrawFn, number: int) -> Offer:
    ways = tuple(draw(st.permutations((DUEL, TRIO, OTHER))))[: draw(st.integers(1, 3))]
    return Offer(
        id=number,
        person_id=draw(st.integers(1, 6)),
        served_at=START + timedelta(days=draw(st.integers(0, 3))),
        ways=ways,
        ratings=tuple(draw(RATINGS) for _ in ways),
        clock=draw(st.sampled_from((None, None, "1d", "3d"))),
        low=draw(st.sampled_from((LOWEST, LOWEST, 1450))),
        high=draw(st.sampled_from((HIGHEST, HIGHEST, 1550))),
        free=draw(st.integers(0, 2)),
    )


@st.composite
def lots(draw: st.DrawFn) -> tuple[list[Offer], AbstractSet[Pair], AbstractSet[Pair]]:
    people = st.frozensets(st.integers(1, 6), min_size=2, max_size=2)
    count = draw(st.integers(0, 7))
    kept, met = draw(st.frozensets(people, max_size=4)), draw(st.frozensets(people, max_size=4))
    return [draw(offered(number)) for number in range(1, count + 1)], kept, met


def groups(offers: Sequence[Offer], apart: AbstractSet[Pair]) -> Iterator[tuple[GameOffer, tuple[Offer, ...]]]:
    """Give every match that some offers could make, the slow way."""
    for way in (DUEL, TRIO, OTHER):
        for some in combinations(offers, way.seats):
            if all(fit(one, other, way, apart) for one, other in combinations(some, 2)):
                yield way, some


@settings(max_examples=many(50, 2000), derandomize=True)
@given(lots(), st.randoms(use_true_random=False))
def test_every_answer_is_fair(lot: tuple[list[Offer], AbstractSet[Pair], AbstractSet[Pair]], random: Random) -> None:
    offers, apart, met = lot
    found = pair(offers, apart, met)
    turned = list(offers)
    random.shuffle(turned)
    assert pair(turned, apart, met) == found

    free, kept = {each.id: each.free for each in offers}, set(apart)
    queue = sorted(offers, key=lambda each: (each.served_at, each.id))
    for group in found:
        people = [each.person_id for each in group.offers]
        now = [each for each in queue if free[each.id]]
        possible = list(groups(now, kept))
        assert (group.way, tuple(sorted(group.offers, key=now.index))) in possible
        assert {each.clock for each in group.offers} <= {None, group.clock}
        served = {each.id for _, some in possible for each in some}
        first = next(each for each in now if each.id in served)
        assert group.offers[0] == first, "of those who can be served, who waits longest"
        if met & set(pairs(people)):
            fresh = [some for _, some in groups(now, kept | met) if first in some]
            assert not fresh, "the same opponents again, although others wait"
        for each in group.offers:
            free[each.id] -= 1
        kept |= set(pairs(people))
        queue = [*(each for each in queue if each not in group.offers), *group.offers]
    assert not list(groups([each for each in offers if free[each.id]], kept)), "nobody waits who could play"
