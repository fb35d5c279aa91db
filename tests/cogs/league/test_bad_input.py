"""What cannot be done in a league is answered in private, in one sentence that says what to do; nothing is changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import pytest
import simcord
from sqlalchemy import Table, select

from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import drafted, publish, said
from tests.cogs.league.whole import begun
from tests.cogs.playing import labels

TABLES = [each for each in vars(import_module("store.schema.leagues")).values() if isinstance(each, Table)]
"""All that is stored of leagues."""
FOUR = ("ann", "bob", "cleo", "dan")


async def stored(world: World) -> list[Any]:
    assert {"leagues", "seasons", "entries", "entry_players", "fixtures"} <= {each.name for each in TABLES}
    async with world.bot.arena.db.read() as connection:
        return [list(await connection.execute(select(each))) for each in TABLES]


async def refused(
    world: World, do: Callable[..., Awaitable[simcord.InteractionResult]], *asked: object, **given: object
) -> str:
    """Return the sentence with which something is refused; nothing is changed, and nobody else sees anything.

    Args:
        world: Where.
        do: What a member does, such as `slash` or `click`.
        asked: Of that.
        given: Of that.
    """
    before, shown = await stored(world), [each.id for each in world.own(world.channel)]
    text = private(await do(*asked, **given))
    await world.settle()
    assert await stored(world) == before
    assert [each.id for each in world.own(world.channel)] == shown
    assert "went wrong" not in text
    assert text.endswith((".", "`"))
    return text


async def test_what_no_league_can_be(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    for options, words in (
        ({"format": "round-robin", "players": 3}, "This format needs at least 4 entries: let that many join."),
        ({"format": "double-knockout", "players": 600}, "one table with at most 512 entries: let fewer join."),
        ({"format": "swiss", "starts": "2020-01-01"}, "The start lies in the past: name a later day."),
        ({"format": "swiss", "starts": "2030-02-01", "ends": "2030-01-01"}, "name a later last day."),
        ({"format": "swiss", "ends": "2026-02-30"}, "I can't read 2026-02-30 as a day. Write it like"),
        ({"format": "swiss", "ends": "9999-12-31"}, "Name a day within the next 100 years."),
        ({"format": "swiss", "clock": "none"}, "choose one, e.g. 3d."),
        ({"format": "ladder", "mode": "3"}, "choose one of these, or tables of two."),
        ({"format": "swiss", "name": "\u200b"}, "Choose a name of 1 to 60 characters."),
        ({"format": "round-robin", "players": 20, "ends": "2026-01-03"}, "or let fewer join."),
        ({"format": "swiss", "mode": "teams", "players": 64, "ends": "2026-01-03"}, "or let fewer join."),
        ({"format": "swiss", "round_days": 7, "ends": "2026-01-20"}, "let it end later, make rounds shorter"),
    ):
        with subtests.test(**options):
            told = await refused(world, boss.slash, world.channel, "league create", game="replicants", **options)
            assert words in told
    warned = drafted(
        await boss.slash(world.channel, "league create", game="replicants", format="swiss", round_days=2, clock="3d")
    )
    assert "⚠️ That is longer than a round of 2d" in warned.content, "a slow clock is no reason to refuse"
    assert "Publish" in labels(warned)


SIZE = {"most": "20", "cap": "3", "legs": "1", "division": "", "up": "0"}
DATES: dict[str, Any] = {"starts": "", "full": ["no"], "ends": "", "zone": "UTC", "days": ""}
ENDING: dict[str, Any] = {"unfinished": ["none"], "grace": "7"}
POINTS: dict[str, Any] = {"points": "", "tiebreaks": "wins, lot", "seeding": ["lot"], "late": "0"}


async def test_what_no_term_can_be(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    for page, usual, key, typed, words in (
        ("size", SIZE, "most", "99999", "name the size of divisions, or let fewer join."),
        ("size", SIZE, "most", "9" * 99, "is no whole number: write one like 3."),
        ("size", SIZE, "cap", "21", "Name 1 to 20 matches that each plays at a time."),
        ("size", SIZE, "legs", "3", "Name 1 to 2 for how often the same entries meet."),
        ("size", SIZE, "division", "3", "Name 4 to 20 as the size of divisions"),
        ("size", SIZE, "up", "2", "name the size of divisions, or promote nobody."),
        ("size", {**SIZE, "division": "4"}, "up", "2", "promote fewer."),
        ("dates", DATES, "days", "91", "Name 1 to 90 days for a round, or none."),
        ("dates", DATES, "zone", "Europe/Atlantis", "Pick one from the list, like Europe/Paris."),
        ("ending", ENDING, "grace", "31", "Name 0 to 30 days in which organisers decide after the end."),
        ("points", POINTS, "points", "1,3", "Write points by place that fall from the first on"),
        ("points", POINTS, "points", "0", "Give the first place 1 to 1000 points."),
        ("points", POINTS, "tiebreaks", "wins", "each once, the last of them `lot`."),
        ("points", POINTS, "tiebreaks", "luck", "luck decides nothing when points are level: choose from"),
    ):
        with subtests.test(key=key, typed=typed[:9]):
            asked = await boss.select(world.latest(draft), [page])
            told = await refused(world, boss.submit_modal, asked, {**usual, key: typed})
            assert words in told


async def test_who_cannot_join(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    join = "league join"
    with subtests.test("a team of one"):
        told = await refused(world, world.ann.slash, world.channel, join)
        assert "name your partner in `partner:`" in told
        told = await refused(world, world.ann.slash, world.channel, join, partner=world.ann)
        assert told == "A team is of two: name another player as your partner."
    await world.ann.slash(world.channel, join, partner=world.bob)
    await world.press("bob", post, "Join")
    with subtests.test("a partner who is elsewhere"):
        told = await refused(world, world.cleo.slash, world.channel, join, partner=world.bob)
        assert told == "That player takes part in this season already: choose another partner."
    with subtests.test("joining twice"):
        told = await refused(world, world.ann.slash, world.channel, join, partner=world.dan)
        assert "leave it first to join again." in told
    with subtests.test("too few"):
        told = await refused(world, boss.click, world.latest(post), label="Start (organisers)")
        assert "needs 4 or more" in told
    with subtests.test("a missing permission"):
        take(world, "manage_channels")
        told = await refused(world, boss.click, world.latest(post), label="Start (organisers)")
        assert "Manage Channels" in told


async def test_who_deletes_themselves_has_withdrawn(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="swiss", clock="1d")
    asked = drafted(await world.dan.slash(world.channel, "data", request="deletion"))
    await world.dan.click(asked, label="Resign the match and delete everything")
    await world.settle()
    gone = next(each for each in (await season.view()).entries if world.person("dan") in each.players)
    assert gone.left_at is not None
    assert said(world, "deleted player does not play on this season.")
    assert sum(": match " in each.content for each in season.own()) == 1, "the match that was resigned is over"


async def test_nothing_of_a_closed_season_is_decided(world: World, subtests: pytest.Subtests) -> None:
    season = await begun(world, FOUR, game="replica", format="swiss", clock="1d")
    fixture = (await season.view()).fixtures[0].id
    await season.close()
    boss, channel, why = season.boss, world.channel, {"reason": "by request"}
    deeds: dict[str, dict[str, object]] = {
        "decide": {"what": "give points", "fixture": fixture, "points": "1 0", **why},
        "postpone": {"fixture": fixture, "until": "2030-01-01", **why},
        "move": {"entry": 1, "division": 1, **why},
        "close": {},
        "pause": {},
        "resume": {},
        "remove": {"entry": 1, "sure": True},
        "bye": {"entry": 1, "round": 2},
    }
    for name, options in deeds.items():
        with subtests.test(name):
            told = await refused(world, boss.slash, channel, f"league-manage {name}", **options)
            assert told.startswith(("This season is closed", "This season is over.", "This season is not paused"))
    assert await refused(world, world.ann.slash, channel, "league leave") == "This season is over."
