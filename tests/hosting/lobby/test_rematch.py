"""Rematches: who sits where, who has to want one, and that there is one at most."""

from __future__ import annotations

import asyncio

import pytest

from engine.game import Mode
from engine.text import load_text, say
from hosting.arena import Arena
from hosting.lobby.model import AlreadyStarted
from hosting.lobby.rematch import AGAIN, LAPSES, NO_REMATCH, RematchPlace, origin_of, swapped
from hosting.lobby.starter import PAUSES
from hosting.match.model import Match, NotSeated, Place, Post, Table
from hosting.match_terms import Terms
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    TEAMS,
    ManualClock,
    NotingPoster,
    begin,
    ordered_for,
)
from tests.hosting.lobby.offering import Shelf, ShelfBuilder, refuses
from tests.refusals import refusal

THREAD = RematchPlace("thread", CHANNEL)


class Shown:
    """Notes what offers are shown as in the end."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.all: list[tuple[str, int | None]] = []

    async def __call__(self, post: Post) -> None:
        if post.subject.kind == "rematch":
            offer = await self.arena.rematches.find(post.subject.id)
            assert offer is not None
            begun = await self.arena.rematches.of_match(offer.match_id)
            if offer.status not in ("open", "ordered") or begun is not None:
                self.all.append((offer.status, begun))


@pytest.fixture
def shelf(arena: Arena) -> Shelf:
    shelf = Shelf()
    arena.starter.set_builder(ShelfBuilder(shelf))
    return shelf


@pytest.fixture
def shown(arena: Arena, poster: NotingPoster) -> Shown:
    shown = poster.show = Shown(arena)
    return shown


async def ended(arena: Arena, *players: object, mode: str = "2", **how: object) -> Match:
    """Play a match to its end."""
    match = await begin(arena, *players, mode=mode, **how)  # type: ignore[arg-type]
    while not match.over:
        match = await arena.matches.forfeit(match.id, match.to_act[0])
    await arena.idle()
    return match


def sat(match: Match) -> list[int]:
    return [seat.person_id for seat in match.seats]


async def rematch(arena: Arena, match: Match) -> Match:
    """Return the rematch that a match has."""
    await arena.idle()
    ordered = await ordered_for(arena, origin_of(match.id))
    assert ordered is not None
    assert ordered.match_id is not None
    return await arena.matches.get(ordered.match_id)


@pytest.mark.parametrize(
    ("mode", "after"),
    [
        (Mode("1", say("one"), 1), {1: 11}),
        (Mode("2", say("two"), 2), {2: 11, 1: 12}),
        (Mode("3", say("three"), 3), {2: 11, 3: 12, 1: 13}),
        (Mode("2v2", say("teams"), 4, teams=((1, 3), (2, 4))), {2: 11, 1: 12, 4: 13, 3: 14}),
        (Mode("2v2v2", say("teams"), 6, teams=((1, 4), (2, 5), (3, 6))), {2: 11, 3: 12, 1: 13, 5: 14, 6: 15, 4: 16}),
        (Mode("1v2", say("teams"), 3, teams=((1,), (2, 3))), {1: 11, 2: 12, 3: 13}),
    ],
    ids=lambda each: each.key if isinstance(each, Mode) else "",
)
def test_who_sits_where_in_a_rematch(mode: Mode, after: dict[int, int]) -> None:
    assert swapped({seat: 10 + seat for seat in range(1, mode.seats + 1)}, mode) == after


@pytest.mark.usefixtures("shelf")
async def test_it_begins_with_the_last_word_and_on_the_same_terms(arena: Arena, shown: Shown) -> None:
    match = await ended(arena, ANN, BOB, CLEO, mode="3")
    offer = await arena.rematches.agree(match.id, BOB.person_id, THREAD)
    assert (offer.status, offer.agreed) == ("open", (BOB.person_id,))
    await arena.rematches.agree(match.id, BOB.person_id, THREAD)  # a word is one, however often it is given
    await arena.rematches.agree(match.id, CLEO.person_id, THREAD)
    assert (await arena.rematches.agree(match.id, ANN.person_id, THREAD)).status == "ordered"
    again = await rematch(arena, match)
    assert sat(again) == [CLEO.person_id, ANN.person_id, BOB.person_id]
    assert (again.game, again.setup.mode, again.setup.options) == (match.game, "3", match.setup.options)
    assert again.terms == match.terms
    assert again.organiser_id == BOB.person_id
    assert shown.all == [("ordered", again.id)]
    with pytest.raises(AlreadyStarted):
        await arena.rematches.agree(match.id, ANN.person_id, THREAD)


@pytest.mark.usefixtures("shelf")
async def test_seats_that_were_drawn_are_drawn_anew(arena: Arena) -> None:
    match = await ended(arena, ANN, BOB, CLEO, mode="3", terms=Terms(drawn=True))
    orders = {tuple(sat(match))}
    for _ in range(8):
        before = sat(match)
        for person in before:
            await arena.rematches.agree(match.id, person, THREAD)
        match = await rematch(arena, match)
        assert sorted(sat(match)) == sorted(before)
        assert match.terms.drawn
        orders.add(tuple(sat(match)))
        match = await arena.matches.forfeit(match.id, match.to_act[0])
        while not match.over:
            match = await arena.matches.forfeit(match.id, match.to_act[0])
    assert len(orders) > 3, "moving everybody one seat on makes three"


@pytest.mark.usefixtures("shelf")
async def test_both_pressing_is_one_match(arena: Arena) -> None:
    match = await ended(arena)
    pressed = [arena.rematches.agree(match.id, each.person_id, THREAD) for each in (ANN, BOB)]
    assert sorted(offer.status for offer in await asyncio.gather(*pressed)) == ["open", "ordered"]
    again = await rematch(arena, match)
    assert sat(again) == [BOB.person_id, ANN.person_id]
    assert len(await arena.matches.in_guild(match.guild_id)) == 1


@pytest.mark.usefixtures("shelf")
async def test_teams_change_sides_and_partners_stay_partners(arena: Arena) -> None:
    match = await ended(arena, ANN, BOB, CLEO, DAN, mode="teams", places=TEAMS)
    for each in (ANN, BOB, CLEO, DAN):
        await arena.rematches.agree(match.id, each.person_id, RematchPlace("channels", CHANNEL))
    again = await rematch(arena, match)
    assert sat(again) == [BOB.person_id, ANN.person_id, DAN.person_id, CLEO.person_id]
    assert [seat.team for seat in again.seats] == [0, 1, 0, 1]


async def test_who_may_ask_and_when(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("still-played"):
        await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    await arena.matches.forfeit(match.id, ANN.person_id)
    with pytest.raises(NotSeated):
        await arena.rematches.agree(match.id, EVE.person_id, THREAD)
    with refusal("no-rematch"):
        await arena.rematches.decline(match.id, ANN.person_id)


async def test_a_block_is_not_told_from_anything_else(arena: Arena, shelf: Shelf, shown: Shown) -> None:
    match = await ended(arena)
    await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    await arena.blocks.add(BOB.person_id, ANN.person_id)
    said = set[str]()
    for each in (ANN, BOB):
        with refusal("no-rematch") as refused:
            await arena.rematches.agree(match.id, each.person_id, THREAD)
        said.add(str(refused.value))
    assert said == {str(NO_REMATCH[0])}
    assert "block" not in str(NO_REMATCH[0])
    assert (shelf.things, shown.all) == ({}, [])


async def test_a_block_after_the_last_word_gives_the_start_up(arena: Arena, shelf: Shelf, shown: Shown) -> None:
    match = await ended(arena)
    shelf.step = refuses("check", times=1)
    for each in (ANN, BOB):
        await arena.rematches.agree(match.id, each.person_id, THREAD)
    await arena.idle()
    await arena.blocks.add(BOB.person_id, ANN.person_id)
    await arena.starter.due("1", None)
    await arena.idle()
    offer = await arena.rematches.find(match.id)
    assert offer is not None
    assert (offer.status, shown.all, shelf.things) == ("failed", [("failed", None)], {})


async def test_it_lapses_and_can_be_offered_again(arena: Arena, clock: ManualClock, shelf: Shelf, shown: Shown) -> None:
    match = await ended(arena)
    await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    await clock.advance(LAPSES.total_seconds())
    await arena.idle()
    assert shown.all == [("lapsed", None)]
    offer = await arena.rematches.agree(match.id, BOB.person_id, THREAD)
    assert (offer.status, offer.agreed) == ("open", (BOB.person_id,))
    assert shelf.things == {}


@pytest.mark.usefixtures("shelf")
async def test_who_is_declined_asks_again_a_day_later(arena: Arena, clock: ManualClock) -> None:
    match = await ended(arena)
    await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    assert (await arena.rematches.decline(match.id, BOB.person_id)).status == "declined"
    with refusal("rematch-declined"):
        await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    await clock.advance(AGAIN.total_seconds())
    assert (await arena.rematches.agree(match.id, ANN.person_id, THREAD)).status == "open"


async def test_what_stands_in_the_way_is_said_and_can_be_mended(
    arena: Arena, clock: ManualClock, shelf: Shelf, shown: Shown
) -> None:
    match = await ended(arena)
    shelf.step = refuses("before thread")
    for each in (ANN, BOB):
        await arena.rematches.agree(match.id, each.person_id, THREAD)
    await arena.idle()
    for pause in PAUSES:
        await clock.advance(pause.total_seconds())
        await arena.idle()
    offer = await arena.rematches.find(match.id)
    assert offer is not None
    assert (offer.status, str(load_text(offer.why))) == ("failed", "Refused.")
    assert shown.all == [("failed", None)]
    shelf.step = refuses("nothing")
    for each in (ANN, BOB):
        await arena.rematches.agree(match.id, each.person_id, THREAD)
    assert sat(await rematch(arena, match)) == [BOB.person_id, ANN.person_id]


async def chosen_anew(arena: Arena) -> tuple[Match, Table]:
    """Return a match that began with choices in private, and the table of its rematch."""
    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, "grove", "2", options=(("paths", "open"),), terms=Terms(rated=False), where="here"
    )
    await arena.tables.join(table.id, BOB)
    await arena.loadouts.choose(table.id, ANN.person_id, "y x x")
    match = await arena.tables.start(table.id, BOB.person_id, [Place("board", CHANNEL)])
    match = await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.rematches.agree(match.id, BOB.person_id, RematchPlace("here", CHANNEL))
    offer = await arena.rematches.agree(match.id, ANN.person_id, RematchPlace("here", CHANNEL))
    assert offer.status == "ordered"
    assert offer.lobby_id is not None
    return match, await arena.tables.get(offer.lobby_id)


async def test_what_is_chosen_in_private_is_chosen_anew_at_a_table_of_the_same_players(arena: Arena) -> None:
    match, table = await chosen_anew(arena)
    await arena.idle()
    assert [(seat.person_id, seat.taken) for seat in table.seats] == [(BOB.person_id, True), (ANN.person_id, True)]
    assert (table.game, table.options, table.host, table.where) == ("grove", match.setup.options, BOB, "here")
    assert Terms.load(table.terms) == match.terms
    assert table.chosen == ()
    assert await arena.loadouts.own(table.id, ANN.person_id) is None
    assert await arena.matches.in_guild(GUILD) == []
    assert (await arena.rematches.agree(match.id, ANN.person_id, THREAD)).lobby_id == table.id
    await arena.loadouts.choose(table.id, BOB.person_id, "u v w")
    again = await arena.tables.start(table.id, ANN.person_id, [Place("board", CHANNEL)])
    assert sat(again) == [BOB.person_id, ANN.person_id]
    assert [each.digest != "" for each in await arena.loadouts.held(again.id)] == [True, False]
    with pytest.raises(AlreadyStarted) as begun:
        await arena.rematches.agree(match.id, BOB.person_id, THREAD)
    assert begun.value.match_id == again.id


async def test_a_table_that_came_to_nothing_leaves_room_for_another_offer(arena: Arena) -> None:
    match, table = await chosen_anew(arena)
    assert await arena.schedule.due_at("lapse", str(table.id)) is not None
    await arena.tables.cancel(table.id, BOB.person_id)
    offer = await arena.rematches.agree(match.id, ANN.person_id, THREAD)
    assert (offer.status, offer.agreed, offer.lobby_id) == ("open", (ANN.person_id,), None)
    offer = await arena.rematches.agree(match.id, BOB.person_id, THREAD)
    assert offer.lobby_id not in {None, table.id}
