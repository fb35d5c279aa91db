"""Silent partners are asked to play elsewhere once a day, one invitation at a time, and without words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from hosting.arena import Arena
from hosting.league.terms import LadderTerms
from hosting.match.model import Match, Person, Place
from hosting.match.partners import PartnerAsked, WordsForPartner
from store.tables.audit import of_match
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, EVE, GUILD, ManualClock, begin, call
from tests.hosting.league.playing import ORGANISER, TEAMS, TERMS
from tests.hosting.lobby.shelf import Shelf, ShelfBuilder

DAY = timedelta(days=1)
Ask = Callable[[Person], Awaitable[object]]


async def silent(arena: Arena) -> Match:
    """Begin a match of silent teams in another server's channels; Ann and Cleo are partners."""
    await call(arena, ANN, BOB, CLEO, DAN, EVE)
    places = (Place("board", 901), Place("team:0", 902), Place("team:1", 903))
    return await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", places=places)


async def league_of_teams(arena: Arena, name: str = "Teams") -> int:
    made = await arena.leagues.create(GUILD, CHANNEL, ORGANISER, name, TEAMS)
    await arena.leagues.publish(made.season.id)
    return made.season.id


async def test_a_partner_is_invited_once_a_day_wherever_it_is(arena: Arena, clock: ManualClock) -> None:
    arena.starter.set_builder(ShelfBuilder(Shelf()))
    match = await silent(arena)
    first, second = await league_of_teams(arena), await league_of_teams(arena, "Others")

    async def table(whom: Person) -> object:
        return await arena.tables.open(GUILD, CHANNEL, ANN, "tally", "2", opponents=[whom])

    async def team(whom: Person, season: int = first) -> object:
        return await arena.leagues.join(season, ANN.person_id, whom.person_id)

    async def entered(whom: Person) -> object:
        return await arena.leagues.join(second, whom.person_id, EVE.person_id, entered_by=ANN.person_id)

    open_table = await table(CLEO)
    assert open_table is not None
    for ask in (table, team, entered):
        with pytest.raises(PartnerAsked):
            await ask(CLEO)
    await clock.advance(2 * DAY.total_seconds())
    for ask in (table, team, entered):
        with pytest.raises(PartnerAsked):  # the first one is open still
            await ask(CLEO)
    await arena.tables.cancel(open_table.id, ANN.person_id)  # type: ignore[attr-defined]
    await team(CLEO)
    await arena.leagues.leave(first, ANN.person_id)
    with pytest.raises(PartnerAsked):
        await team(CLEO)
    await clock.advance(DAY.total_seconds())
    await entered(CLEO)
    async with arena.db.read() as connection:
        lines = await of_match(connection, match.id)
    assert [(each.code, each.person_id, each.detail) for each in lines] == 3 * [("invited", ANN.person_id, {})]
    await table(BOB)  # opponents may be asked as often as one likes
    await table(BOB)


async def test_no_word_reaches_a_partner_with_an_invitation(arena: Arena) -> None:
    match = await silent(arena)
    season = await league_of_teams(arena)
    with pytest.raises(WordsForPartner):
        await arena.leagues.join(season, ANN.person_id, CLEO.person_id, "Left flank")
    with pytest.raises(WordsForPartner):
        await arena.leagues.join(season, CLEO.person_id, EVE.person_id, "Left flank", entered_by=ANN.person_id)
    assert (await arena.leagues.view(season)).entries == ()
    await arena.leagues.join(season, ANN.person_id, BOB.person_id, "Left flank")
    await arena.leagues.leave(season, ANN.person_id)
    for person in (ANN, BOB):
        await arena.matches.forfeit(match.id, person.person_id)
    for person in (CLEO, DAN):
        if not (await arena.matches.get(match.id)).over:
            await arena.matches.forfeit(match.id, person.person_id)
    await arena.leagues.join(season, ANN.person_id, CLEO.person_id, "Left flank")  # it's over


async def test_a_partner_who_is_a_rival_on_a_ladder_is_challenged_once_a_day(arena: Arena, clock: ManualClock) -> None:
    arena.starter.set_builder(ShelfBuilder(Shelf()))
    await silent(arena)
    ladder = replace(TERMS, kind="ladder", ladder=LadderTerms(), tiebreaks=(), most=20, seeding="lot")
    made = await arena.leagues.create(GUILD, CHANNEL, ORGANISER, "Ladder", ladder)
    season = made.season.id
    await arena.leagues.publish(season)
    for each in (ANN, CLEO, EVE):
        await arena.leagues.join(season, each.person_id)
    view = await arena.leagues.start(season)
    await arena.idle()
    mine, other = view.entry_of(ANN.person_id), view.entry_of(CLEO.person_id)
    assert mine is not None
    assert other is not None
    lower, upper = (ANN, other) if mine.seed > other.seed else (CLEO, mine)
    challenges = arena.challenges
    await challenges.challenge(season, lower.person_id, upper.id)
    await challenges.withdraw(season, lower.person_id)
    with pytest.raises(PartnerAsked):
        await challenges.challenge(season, lower.person_id, upper.id)
    await clock.advance(DAY.total_seconds())
    await challenges.challenge(season, lower.person_id, upper.id)
