"""Tables and lists of leagues in pages: the reader's own row first, as a picture or in words."""

from __future__ import annotations

from itertools import pairwise

import discord
import pytest

from cogs.core.delivery import Reader
from cogs.core.text import plain, safe
from cogs.league.lists import ROWS, fixture_text, whole_lines
from cogs.league.tables import page_of
from engine.text import Quote, say
from hosting.league.model import SeasonView, tables_of
from render.theme import Theme
from store.league.values import Fixture, FixtureStatus, Side, Why
from tests.cogs.conftest import World, private
from tests.cogs.league.playing import begin, drafted, finish, publish
from tests.cogs.playing import labels

COUNT = 25
FOUR = ("ann", "bob", "cleo", "dan")


async def terms_of(world: World, post: discord.Message) -> str:
    (card,) = drafted(await world.press("ann", post, "Terms")).embeds
    return card.description or ""


async def view_of(world: World) -> SeasonView:
    return await world.bot.arena.leagues.view(1)


async def _ladder(world: World) -> None:
    """Have a ladder begin on which ann is the last of many; nothing is played."""
    boss = world.organiser()
    post = await publish(world, boss, format="ladder", players=COUNT, name="*Top* <@1>")
    arena = world.bot.arena
    for number in range(COUNT - 1):
        person = await arena.people.enter(7_000_000 + number, world.guild.id, f"P_{number}")
        await world.as_bot(arena.leagues.join(1, person.person_id))
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    assert labels(world.latest(post)) == ["Join", "Terms"]
    assert "You begin at the bottom" in private(await world.press("ann", world.latest(post), "Join"))


def described(message: discord.Message) -> list[str]:
    """Return the words of a message's picture."""
    (picture,) = message.attachments
    assert picture.description is not None
    return picture.description.splitlines()


async def test_a_table_is_turned_from_the_page_of_the_own_row(world: World) -> None:
    await _ladder(world)
    shown = drafted(await world.ann.slash(world.channel, "league standings"))
    own = next(line for line in described(shown) if " ann " in line)
    assert own.startswith(f"{COUNT}. ")
    assert described(shown)[0] == "*Top* <@1> (2/2)"
    assert shown.content.splitlines()[0] == f"**{safe('*Top* <@1> (2/2)')}**"
    assert labels(shown) == ["◀ Previous page", "Terms"]
    await world.restart()
    await world.ann.click(world.latest(shown), label="◀ Previous page")
    first = world.latest(shown)
    assert len([line for line in described(first) if "P_" in line]) == 20
    assert labels(first) == ["Next page ▶", "Terms"]
    await world.ann.slash(world.channel, "settings mine", boards="text")
    told = drafted(await world.ann.slash(world.channel, "league standings"))
    assert not told.attachments
    assert r"P\_" in told.content
    assert rf"{COUNT}\. ann 0-0-0" in told.content
    mine = drafted(await world.ann.slash(world.channel, "league mine"))
    assert mine.content.splitlines() == [
        f"**{safe('*Top* <@1>')}**: place {COUNT} of {COUNT}",
        "`/league challenge` challenges an opponent above you.",
    ]


async def test_long_names_leave_room_for_the_terms_and_the_lots(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", players=30, name="Winter")
    arena = world.bot.arena
    named = {}
    for number in range(21):
        person = await arena.people.enter(7_000_000 + number, world.guild.id, f"{number}" + "_" * 30)
        await world.as_bot(arena.leagues.join(1, person.person_id))
        if number in (1, 7, 19):
            name = "ann" if number == 1 else "bob" if number == 7 else "cleo"
            await world.press(name, world.latest(post), "Join")
            content = world.latest(post).content
            assert "-# **Terms** has the rest. For checking the draw later, SHA-256: " in content
            assert "Clock: " in content
            assert len(content.splitlines()) <= 10, "what a friend needs"
            named[number + 1] = content.count(r"\_" * 30)
    assert named[2] == 2
    assert named[20] <= 20, "as many as there is room for"


def test_a_fixture_in_one_line_keeps_names_and_points_apart() -> None:
    names = {number: say("{name}", name=Quote(f"Player {number}")) for number in (1, 2, 3)}

    def told(status: FixtureStatus, *points: int | None, why: Why | None = None) -> str:
        sides = tuple(Side(seat, seat, each) for seat, each in enumerate(points, 1))
        fixture = Fixture(1, 1, "division", 1, 1, 1, sides, status=status, why=why, match_id=7 if why else None)
        return plain(fixture_text(fixture, names, {}, troubled=False), "en")

    assert told("planned", None, None) == "Player 1 – Player 2: to be played"
    assert told("running", None, None, None) == "Player 1, Player 2, Player 3: being played"
    assert told("over", 120, 0, why="played") == "Player 1 – Player 2, 1–0: match 7"
    assert told("over", 60, 60, why="decision") == "Player 1 – Player 2, ½–½: decided by organisers"
    assert told("over", 360, 120, 60, why="played") == "Player 1 (3), Player 2 (1), Player 3 (½): match 7"
    assert told("over", 60, why="half_bye") == "Player 1 (½): half a point for a free round"


def test_pages_hold_whole_lines_and_say_how_many_more() -> None:
    line = "x" * 300
    told, count = whole_lines([line] * 10, "en", beyond=5)
    assert (count, told.splitlines()) == (6, [*[line] * 6, "… and 9 more"])
    assert whole_lines(["head", "", line], "en") == (f"head\n\n{line}", 3)
    assert len(whole_lines(["y" * 3000], "en")[0]) == 2000


async def test_fixtures_of_long_names_are_on_further_pages_and_none_is_cut(world: World) -> None:
    """Nothing is lost where a page holds fewer lines than are asked for."""
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", players=40, name="Winter")
    for number in range(32):
        person = await world.bot.arena.people.enter(7_000_000 + number, world.guild.id, f"{number:02}" + "*" * 30)
        await world.as_bot(world.bot.arena.leagues.join(1, person.person_id))
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    shown = drafted(await world.ann.slash(world.channel, "league schedule"))
    found: list[str] = []
    pages: list[int] = []
    while True:
        page = world.latest(shown)
        lines = page.content.splitlines()[1:]
        found += [each for each in lines if "–" in each]
        pages.append(len(found))
        if "Next page ▶" not in labels(page):
            break
        assert lines[-1] == f"… and {16 - len(found)} more"
        await world.ann.click(page, label="Next page ▶")
    assert len(found) == len({*found}) == 16
    assert pages[0] < ROWS
    assert all(each.count("–") == 1 and ": " in each for each in found)


async def test_all_terms_are_read_in_private(world: World) -> None:
    """By who may join, and by players once it has begun, when the post does not name them any more."""
    boss = world.organiser()
    post = await publish(world, boss)
    before = drafted(await world.press("eve", post, "Terms"))
    (told,) = before.embeds
    for words in (
        "Everybody plays everybody else once.",
        "4 players.",
        "A win gives 1 point.",
        "Clock: ",
        "Blocking doesn't",
    ):
        assert words in (told.description or "")
    public = world.latest(post).content.splitlines()
    assert "Round robin: Replicants, 2 players" in public
    assert {"Everybody plays everybody else once.", "It starts when an organiser presses **Start**."} <= {*public}
    assert any(line.startswith("Clock: ") for line in public)
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, post, "Join")
    mine = drafted(await world.ann.slash(world.channel, "league mine"))
    assert labels(mine) == ["Terms"]
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    assert "A win gives" not in world.latest(post).content
    table = drafted(await world.ann.slash(world.channel, "league standings"))
    begun = f"It started {discord.utils.format_dt(world.clock.now(), 'f')}."
    agreed = (told.description or "").replace("It starts when an organiser presses **Start**.", begun)
    assert begun in agreed
    for message in (world.latest(post), mine, table):
        shown = drafted(await world.ann.click(message, label="Terms"))
        assert shown.content == "The terms of **Winter**"
        assert [each.description for each in shown.embeds] == [agreed]


async def test_deleted_players_are_told_apart_in_a_table(world: World) -> None:
    """In the picture's words, and in the names that it draws."""
    await begin(world, world.organiser(), *FOUR, format="swiss")
    for name in ("ann", "bob"):
        asked = drafted(await world.people[name].slash(world.channel, "data", request="deletion"))
        label = next(each for each in labels(asked) if "delete everything" in each)
        await world.people[name].click(asked, label=label)
        await world.settle()
    page = await page_of(world.bot, await view_of(world), Reader(None, Theme()), None, None, None)
    gone = [line.drawn for line in page.table.lines if "deleted" in line.drawn]
    assert gone == [line.name for line in page.table.lines if "deleted" in line.name]
    assert sorted(gone) == ["deleted player 1", "deleted player 2"]


async def test_what_separates_equals_stands_in_the_table(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    while going := [each for each in (await view_of(world)).fixtures if each.status == "running"]:
        await finish(world, going[0].match_id or 0)
    shown = drafted(await world.eve.slash(world.channel, "league standings"))
    view = await view_of(world)
    rows = tables_of(view)
    level = {each.entry for one, other in pairwise(rows) if one.points == other.points for each in (one, other)}
    assert level, "somebody is level"
    lines = [line for line in described(shown) if line[0].isdigit() and ". " in line]
    assert ["(" in line for line in lines] == [row.entry in level for row in rows]
    told = shown.content.splitlines()[1]
    breaks = [line.split("(")[1].split(")")[0] for line in lines if "(" in line]
    for short in {each.split()[0] for part in breaks for each in part.split(", ")}:
        assert f"{short}: " in told


@pytest.mark.parametrize(
    ("mode", "points", "example"),
    [
        ("3", "2, 1, 0", "a table of 2 gives 2, 1, and two who share its first place get 1½ each."),
        ("6", "5, 4, 3, 2, 1, 0", "a table of 5 gives 5, 4, 3, 2, 1, and two who share its first place get 4½ each."),
    ],
)
async def test_tables_give_points_by_place_unless_others_are_named(
    world: World, mode: str, points: str, example: str
) -> None:
    post = await publish(world, world.organiser(), game="apex", mode=mode, format="round-robin", players=8)
    view = await view_of(world)
    assert view.terms.place_points == tuple(range(int(mode) - 1, -1, -1))
    assert f"For example, {example}" in post.content
    told = await terms_of(world, post)
    assert f"Points by place, from the first on: {points}." in told
    assert f"For example, {example}" in told
    assert "any two meet" in told


async def test_terms_say_how_tables_were_dealt(world: World) -> None:
    """Five at tables of three: nobody misses anybody, and how often is said."""
    post = await begin(world, world.organiser(), *FOUR, "eve", mode="3", players=5)
    told = await terms_of(world, world.latest(post))
    assert (
        "Any two players meet at least 1 and at most 3 times, and each player sits at a smaller table 0 to 2 times."
    ) in told
