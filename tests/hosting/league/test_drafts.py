"""Drafts that nobody publishes: they lapse, with a word a day before, and nothing else does."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta

import pytest

from hosting.league.drafts import KEPT, NOTICE
from hosting.league.errors import LeagueNameTaken
from hosting.league.model import SeasonView
from hosting.league.timer import LEAGUE, key_of
from store.tables import deadlines
from store.tables.values import Post
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster
from tests.hosting.league.playing import ORGANISER, TERMS, Played, told

DAY = timedelta(days=1)


async def _drafted(league: Played) -> SeasonView:
    made = await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "League", TERMS)
    league.season = made.season.id
    return made


def _to_organiser(poster: NotingPoster) -> list[Post]:
    return [each for each in told(poster) if each.kind == "private" and each.channel_id == ORGANISER]


async def test_a_draft_lapses_with_a_word_before(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    await league.pass_time(KEPT - NOTICE - timedelta(minutes=1))
    assert not told(poster)
    with pytest.raises(LeagueNameTaken):
        await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "League", TERMS)
    await league.pass_time(timedelta(minutes=2))
    (word,) = _to_organiser(poster)
    assert told(poster) == [word], "nobody else knows of a draft"
    await league.pass_time(NOTICE - timedelta(minutes=2))
    assert (await league.view()).season.status == "draft"
    await league.pass_time(timedelta(minutes=3))
    assert (await league.view()).season.status == "cancelled"
    assert (await league.view()).league.archived_at is not None
    assert _to_organiser(poster) == [word]
    await _drafted(league)  # the name is free again


async def test_a_change_keeps_a_draft(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    await league.pass_time(KEPT - NOTICE + timedelta(minutes=1))
    assert len(_to_organiser(poster)) == 1
    await league.arena.leagues.amend(league.season, replace(TERMS, cap=1))
    await league.pass_time(KEPT - NOTICE - timedelta(minutes=1))
    assert (await league.view()).season.status == "draft"
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(timedelta(minutes=2))
    assert len(_to_organiser(poster)) == 2
    await league.pass_time(NOTICE)
    assert (await league.view()).season.status == "cancelled"


async def test_a_draft_without_an_appointment_is_given_one_at_the_start(league: Played, poster: NotingPoster) -> None:
    made = await _drafted(league)
    arena = league.arena
    key = key_of(made.season)
    async with arena.db.write() as connection:
        await deadlines.remove(connection, LEAGUE, key)
    for _ in range(2):
        await arena.start()
        async with arena.db.read() as connection:
            there = await deadlines.get(connection, LEAGUE, key)
        assert there is not None
        assert there.due_at == made.season.created_at + KEPT - NOTICE
    await league.pass_time(KEPT)
    assert len(_to_organiser(poster)) == 1


async def test_a_long_absence_leaves_a_whole_day(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    league.clock.jump((KEPT + 30 * DAY).total_seconds())
    await league.pass_time(timedelta(minutes=1))
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(NOTICE - timedelta(minutes=2))
    assert (await league.view()).season.status == "draft"
    await league.pass_time(timedelta(minutes=2))
    assert (await league.view()).season.status == "cancelled"


async def test_what_is_published_does_not_lapse(league: Played, poster: NotingPoster) -> None:
    await league.found(4)
    await league.pass_time(KEPT + 2 * DAY)
    assert (await league.view()).season.status == "open"
    assert not _to_organiser(poster)


async def test_the_draft_of_a_next_season_lapses_and_can_be_opened_again(league: Played, poster: NotingPoster) -> None:
    arena, first = league.arena, await league.begun(4)
    await league.play_on()
    await arena.leagues.close(first.season.id)
    draft = await arena.following.open(first.league.id)
    await arena.leagues.amend(draft.season.id, replace(draft.terms, cap=1))
    await league.pass_time(KEPT)
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(NOTICE)
    assert (await arena.leagues.view(draft.season.id)).season.status == "cancelled"
    # The season before it is the latest again; the league stays.
    ((found, latest),) = await arena.leagues.of_guild(GUILD, following=False)
    assert (found.archived_at, latest.id) == (None, first.season.id)
    again = await arena.following.open(first.league.id)
    assert (again.season.id, again.season.status, again.terms.cap) == (draft.season.id, "draft", 1)
    await league.pass_time(KEPT - NOTICE - timedelta(minutes=1))
    assert (await arena.leagues.view(draft.season.id)).season.status == "draft"
    assert len(_to_organiser(poster)) == 1


async def test_the_secret_of_a_season_is_made_once_whatever_is_changed_of_it(league: Played) -> None:
    """Its commitment is that of the draft from before the first edit to the close, at which the secret is opened."""
    commitment = (await _drafted(league)).commitment
    leagues = league.arena.leagues
    for cap in (1, 2):
        assert (await leagues.amend(league.season, replace(TERMS, cap=cap))).commitment == commitment
    assert (await leagues.publish(league.season)).commitment == commitment
    assert (await leagues.amend(league.season, replace(TERMS, cap=3))).commitment == commitment
    for number in range(4):
        person = await league.arena.people.enter(5_001 + number, GUILD, f"P{number}")
        await leagues.join(league.season, person.person_id)
    assert (await leagues.start(league.season)).commitment == commitment
    await league.arena.idle()
    closed = await leagues.close(league.season)
    assert (closed.commitment, closed.secret is None) == (commitment, False)
    assert hashlib.sha256(bytes.fromhex(closed.secret or "")).hexdigest() == commitment
