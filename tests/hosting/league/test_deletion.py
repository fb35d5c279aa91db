"""A deleted account withdraws from its leagues."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.game import Json
from engine.text import Member, listed, say
from hosting.league.errors import WithdrewBefore
from hosting.league.model import entry_text
from hosting.match.model import Person
from store.league import entries, seasons
from store.league.values import Absence
from store.privacy import held
from tests.hosting.conftest import GUILD, NotingPoster, call
from tests.hosting.league.playing import FIRST, TEAMS, Played, news, terms, told


async def test_who_is_deleted_withdraws(league: Played) -> None:
    view = await league.begun(4, terms(cap=1))
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    view = await league.view()
    assert view.entry_of(FIRST) is None
    assert next(each for each in view.entries if each.id == gone.id).left_at == league.clock.now()
    assert {each.why for each in view.fixtures if gone.id in each.entries} == {"withdrawal"}
    await league.play_on()
    assert (await league.view()).season.status == "ended"


async def test_who_is_deleted_before_the_start_is_no_entry(league: Played) -> None:
    await league.found(4)
    await league.arena.deletions.delete(FIRST)
    await league.arena.idle()
    assert [each.players for each in (await league.view()).entries] == [(FIRST + 1,), (FIRST + 2,), (FIRST + 3,)]


def names(stored: dict[str, list[Any]]) -> list[str]:
    """Return what teams are called in the database."""
    return [row.name for row in sorted(stored["entries"], key=lambda row: int(row.id))]


async def test_partners_of_who_is_deleted_are_told_and_the_post_changes_at_once(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(0, TEAMS)
    await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(4)))
    leagues = league.arena.leagues
    await leagues.join(league.season, FIRST, FIRST + 1, "Zebras of Ann")
    await leagues.join(league.season, FIRST + 1, FIRST)
    await leagues.join(league.season, FIRST + 2, FIRST + 3, "Lions of Cleo")
    for gone, partner in ((FIRST, FIRST + 1), (FIRST + 3, FIRST + 2)):
        poster.posts.clear()
        await league.arena.deletions.delete(gone)
        await league.arena.idle()
        assert [(post.kind, post.channel_id) for post in told(poster)] == [("private", partner)]
        assert "your team does not take part any more" in str(told(poster)[0].payload)
        assert [number for what, number in news(poster) if what == "post"] == [0]
    assert (await league.view()).entries == ()


async def test_a_team_that_is_played_on_loses_the_name_that_a_deleted_captain_gave(
    league: Played, poster: NotingPoster
) -> None:
    await league.found(0, replace(TEAMS, cap=20))
    people = [Person(FIRST + at, f"P{at}") for at in range(8)]
    await call(league.arena, *people)
    leagues, arena = league.arena.leagues, league.arena
    for at in range(0, 8, 2):
        await leagues.join(league.season, FIRST + at, FIRST + at + 1, f"Team {at}")
        await leagues.join(league.season, FIRST + at + 1, FIRST + at)
    await leagues.start(league.season)
    await arena.idle()
    while found := await league.running():
        for each in found:
            await league.lose(each, 2, 4, 3)
        await arena.idle()
    first = (await leagues.close(league.season)).season
    assert names(await league.stored()) == ["Team 0", "Team 2", "Team 4", "Team 6"]
    second = await arena.following.open(first.league_id)
    await leagues.publish(second.season.id)
    await arena.following.stay(second.season.id, FIRST + 1)  # the partner asks, and the captain agrees
    await leagues.join(second.season.id, FIRST, FIRST + 1)
    assert names(await league.stored())[-1] == "Team 0"
    poster.posts.clear()
    await arena.deletions.delete(FIRST + 3)  # a partner: the captain's name stays
    await arena.idle()
    assert names(await league.stored()) == ["Team 0", "Team 2", "Team 4", "Team 6", "Team 0"]
    await arena.deletions.delete(FIRST)
    await arena.idle()
    stored = await league.stored()
    assert names(stored) == ["", "Team 2", "Team 4", "Team 6"]
    assert not [row for rows in stored.values() for row in rows if "Team 0" in repr(row)]
    view = await leagues.view(first.id)
    assert str(entry_text(view.entries[0])) == str(say("{players}", players=listed([Member(FIRST), Member(FIRST + 1)])))


async def test_a_copy_of_ones_data_has_the_names_of_teams_and_the_rounds_sat_out(league: Played) -> None:
    await league.found(0, replace(TEAMS, kind="swiss", rounds=3, tiebreaks=("lot",)))
    await call(league.arena, *(Person(FIRST + at, f"P{at}") for at in range(2)))
    await league.arena.leagues.join(league.season, FIRST, FIRST + 1, "Zebras")
    await league.arena.leagues.join(league.season, FIRST + 1, FIRST)
    entry = (await league.view()).entries[0]
    async with league.arena.db.write() as connection:
        season = await seasons.load(connection, league.season)
        assert season is not None
        asked = Absence(entry.id, 2, "half_bye", league.clock.now())
        await entries.ask(connection, season, asked)
    async with league.arena.db.read() as connection:
        for person in (FIRST, FIRST + 1):
            found = await held.of_person(connection, person)
            assert [each["team"] for each in rows(found.settings["entries in leagues"])] == ["Zebras"]
            (out,) = rows(found.settings["rounds sat out in leagues"])
            assert (out["round"], out["kind"]) == (2, "half_bye")


def rows(found: Json) -> list[dict[str, Json]]:
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, dict)]


async def test_who_comes_back_after_a_deletion_is_a_newcomer(league: Played) -> None:
    view = await league.begun(4, terms(kind="swiss", rounds=3, late_rounds=3, tiebreaks=("lot",)))
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    assert len(running) == 1
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    again = await league.arena.people.enter(999_999, GUILD, "P0")
    assert again.person_id != FIRST
    entry = await league.arena.leagues.join(league.season, again.person_id)
    assert entry.from_round == 2
    assert entry.id != gone.id
    with pytest.raises(WithdrewBefore):
        await league.arena.leagues.join(league.season, FIRST)
    await league.play_on()
    await league.arena.idle()
    assert (await league.view()).season.status == "ended"
