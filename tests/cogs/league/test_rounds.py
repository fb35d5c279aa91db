"""The message of a round, and what matches say of the league they are of: where they stand, what a forfeit means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

import pytest

from cogs.core.text import MESSAGE_LIMIT
from cogs.league import lists
from cogs.league.lists import parts_of
from hosting.league.model import SeasonView
from hosting.match.listing import FollowedIn
from hosting.match.model import Post
from hosting.posts import LeaguePost, dump
from store.league.values import Fixture, Round
from store.tables.values import Subject
from tests.cogs.conftest import World, private
from tests.cogs.delivery.test_poster import poster
from tests.cogs.league.playing import said, whispers
from tests.cogs.league.test_bracket import after
from tests.cogs.league.whole import begun
from tests.hosting.league.pairing.seasons import BEGAN, terms
from tests.volume import many

FOUR = ("ann", "bob", "cleo", "dan")


def standings(view: SeasonView) -> Iterator[tuple[SeasonView, dict[int, FollowedIn]]]:
    """Give a season as its first round goes on: nothing begun, all played, some over, one interrupted."""
    yield view, {}
    spots = {each.id: FollowedIn(10**18 + each.id) for each in view.fixtures}

    def changed(status: str) -> tuple[Fixture, ...]:
        return tuple(
            each
            if each.is_bye
            else replace(each, status="running", match_id=each.id)
            if status == "running" or each.id % 2
            else replace(
                each,
                status="over",
                why="played",
                match_id=each.id,
                sides=tuple(replace(side, points=60) for side in each.sides),
            )
            for each in view.fixtures
        )

    yield replace(view, fixtures=changed("running")), spots
    first = next(each.id for each in view.fixtures if not each.is_bye)
    yield replace(view, fixtures=changed("over")), {**spots, first: FollowedIn(None, interrupted=True)}


@pytest.mark.parametrize("count", [4, 5, 31, 100, many(300, 1000)])
@pytest.mark.parametrize("length", [3, 32])
def test_a_round_names_all_pairings_and_each_stays_in_its_message(count: int, length: int) -> None:
    view = after(terms("swiss", game="replicants", mode="duel", rounds=3, most=1000), count, 0)
    view = replace(view, rounds=(Round(1, BEGAN),))
    called = {each.players[0]: f"{each.id}".rjust(length, "*") for each in view.entries}
    places: list[list[list[str]]] = []
    for now, spots in standings(view):
        parts = parts_of(now, 1, spots, called, None)
        assert all(len(each.content) <= MESSAGE_LIMIT for each in parts)
        assert [each.mark for each in parts] == [
            "**Cup · Round 1**",
            *(f"**Cup · Round 1** ({number})" for number in range(2, len(parts) + 1)),
        ]
        assert all(each.content.startswith(each.mark) for each in parts)
        lines = [each.content.splitlines()[1:] for each in parts]
        assert sum(map(len, lines)) == len(view.fixtures)
        places.append([[line.split(": ")[0].split(", ")[0] for line in block] for block in lines])
    assert places[0] == places[1] == places[2]


async def test_a_round_in_several_messages_is_posted_once_and_edited(world: World) -> None:
    with patch.object(lists, "MESSAGE_LIMIT", 120):
        season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
        told = said(world, "**Winter · Semi-final**")
        assert [each.content.splitlines()[0] for each in told] == [
            "**Winter · Semi-final** has begun.",
            "**Winter · Semi-final** (2)",
        ]
        await season.pass_time(timedelta(minutes=1))
        linked = [world.latest(each).content for each in told]
        assert all(each.count("being played in <#") == 1 for each in linked)
        content = LeaguePost(1, "round", 1)
        again = Post(99, Subject("league", 1), 0, "notice", world.channel.id, dump(content), 1, told[0].created_at)
        assert await world.as_bot(poster(world).deliver(again)) == told[-1].id
        assert len(said(world, "**Winter · Semi-final**")) == 2, "nothing is said twice, whatever came of it"
        assert await world.as_bot(poster(world).recover(again)) == told[-1].id


async def test_a_match_whose_channel_is_gone_is_interrupted_in_lists(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    first, second = [await season.match(each) for each in await season.running()]
    world.env.backend.delete_channel(first.channel_id)
    await world.settle()
    (opened,) = said(world, "**Winter · Semi-final**")
    await season.pass_time(timedelta(minutes=1))
    told = world.latest(opened).content
    listed = private(await world.eve.slash(world.channel, "league schedule"))
    for text in (told, listed):
        assert text.count(": interrupted") == 1
        assert f"<#{first.channel_id}>" not in text
        assert text.count(f": being played in <#{second.channel_id}>") == 1


async def test_warnings_and_reminders_say_where_a_match_stands_and_what_a_forfeit_means(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    match = await season.match((await season.running())[0])
    name = match.names[min(match.session.to_act) - 1]
    await season.pass_time(timedelta(hours=13))
    thread = world.place(match.channel_id)
    warned = next(each for each in whispers(world, name) if "first turn" in each)
    assert warned.startswith("**Winter · Semi-final**: make your first turn by <t:")
    assert warned.endswith(f"in <#{match.channel_id}>, or you forfeit it by absence. If you forfeit, you're out.")
    assert any(each.content.endswith("they forfeit it by absence.") for each in world.own(thread))
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{season.post.id}"
    told = [*whispers(world, name), *(each.content for each in world.own(thread))]
    (reminded,) = [each for each in told if "half of your time" in each]
    assert f"[**Winter · Semi-final**]({address}). If you forfeit, you're out." in reminded.splitlines()


async def test_who_plays_one_that_left_the_server_reads_where_the_match_stands_and_what_follows(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="9d", players=4)
    match = await season.match((await season.running())[0])
    name = match.names[min(match.session.to_act) - 1]
    world.guild.remove_member(world.people[name])
    await season.pass_time(timedelta(days=1))
    await world.as_bot(world.bot.arena.absences.miss(match.id, world.person(name)))
    await world.settle()
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{season.post.id}"
    (told,) = [
        each.content for each in world.own(world.place(match.channel_id)) if "left the server, so" in each.content
    ]
    assert told.splitlines()[1:] == [
        f"[**Winter · Semi-final**]({address}). If the match is stalled for 14 days, {name} forfeits and is out."
    ]
