"""Tables and lists of leagues in pages: the reader's own row first, as a picture or in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import discord
import pytest

from cogs.core.bot import Reader
from cogs.core.text import plain, safe
from cogs.league.brackets import page_of as brackets_page_of
from cogs.league.lists import ROWS, fixture_text, whole_lines
from cogs.league.tables import page_of
from engine.text import Quote, say
from hosting.league.model import SeasonView, tables_of
from hosting.league.pairing.formats import plan
from hosting.league.terms import LeagueTerms
from render.bracket import COLUMNS, WHOLE, Bracket
from render.bracket import ROWS as BRACKET_ROWS
from render.theme import Theme
from store.league.seasons import POINT, Division, Fixture, FixtureStatus, League, Side, StoredSeason, Why
from tests.cogs.conftest import World, private
from tests.cogs.league.playing import begin, drafted, finish, posts, publish, said
from tests.cogs.league.whole import begun
from tests.cogs.playing import labels
from tests.hosting.league.pairing.seasons import BEGAN, entries, made, noted, played, season, terms
from tests.volume import many

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
    assert "You start at the bottom" in private(await world.press("ann", world.latest(post), "Join"))


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
        "Use `/league challenge` to challenge an opponent above you.",
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
            assert "-# **Terms** has the rest. To check the draw later: SHA-256 " in content
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
    assert told("running", None, None, None) == "Player 1, Player 2, Player 3: running"
    assert told("over", 120, 0, why="played") == "Player 1 – Player 2, 1–0: match 7"
    assert told("over", 60, 60, why="decision") == "Player 1 – Player 2, ½–½: decided by organisers"
    assert told("over", 360, 120, 60, why="played") == "Player 1 (3), Player 2 (1), Player 3 (½): match 7"
    assert told("over", 60, why="half_bye") == "Player 1 (½): bye, half a point"


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
        "Everyone plays everyone else once.",
        "4 players.",
        "A win gives 1 point.",
        "Clock: ",
        "Blocking doesn't",
    ):
        assert words in (told.description or "")
    public = world.latest(post).content.splitlines()
    assert "Round robin: Replicants, 2 players" in public
    assert {"Everyone plays everyone else once.", "It starts when an organiser presses **Start**."} <= {*public}
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
    assert sorted(gone) == ["#1 deleted player", "#2 deleted player"]


async def test_what_separates_equals_stands_in_the_table(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    while going := [each for each in (await view_of(world)).fixtures if each.status == "running"]:
        await finish(world, going[0].match_id or 0)
    shown = drafted(await world.eve.slash(world.channel, "league standings"))
    view = await view_of(world)
    rows = tables_of(view)
    level = {each.entry for one, other in pairwise(rows) if one.points == other.points for each in (one, other)}
    assert level, "two are level"
    lines = [line for line in described(shown) if line[0].isdigit() and ". " in line]
    assert ["(" in line for line in lines] == [row.entry in level for row in rows]
    told = shown.content.splitlines()[1]
    breaks = [line.split("(")[1].split(")")[0] for line in lines if "(" in line]
    for short in {each.split()[0] for part in breaks for each in part.split(", ")}:
        assert f"{short}: " in told


@pytest.mark.parametrize(
    ("mode", "points", "example"),
    [
        ("3", "2, 1, 0", "a table of 2 gives 2, 1, and two who share first place get 1½ each."),
        ("6", "5, 4, 3, 2, 1, 0", "a table of 5 gives 5, 4, 3, 2, 1, and two who share first place get 4½ each."),
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
    assert f"Points by place, first to last: {points}." in told
    assert f"For example, {example}" in told
    assert "any two players meet" in told


async def test_terms_say_how_tables_were_dealt(world: World) -> None:
    """Five at tables of three: nobody misses anybody, and how often is said."""
    post = await begin(world, world.organiser(), *FOUR, "eve", mode="3", players=5)
    told = await terms_of(world, world.latest(post))
    assert ("Any two players meet 1 to 3 times, and each player sits at a smaller table 0 to 2 times.") in told


# The bracket of a knock-out: by command, in the posts of rounds, whole or in parts around the reader.


async def test_a_bracket_is_shown_by_command_and_with_the_posts_of_rounds(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    (opened,) = said(world, "Semi-final** has started")
    assert [each.filename for each in opened.attachments] == ["bracket.png"]
    shown = drafted(await world.ann.slash(world.channel, "league bracket"))
    assert [each.split(":")[0] for each in described(shown)] == ["Winter", "Semi-final", "Final"]
    assert described(shown)[-1] == "Final: 3. winner of 1 – winner of 2"
    assert labels(shown) == ["Table", "Terms"]
    await world.ann.click(shown, label="Table")
    table = world.latest(shown)
    assert len(described(table)) == 6
    assert labels(table) == ["Bracket", "Terms"]
    for fixture in await season.running():
        await season.resign(fixture, (await season.match(fixture)).names[1])
    await world.settle()
    await world.ann.click(table, label="Bracket")
    told = described(world.latest(table))
    assert told[1].count("–") == 2
    assert "winner of" not in told[2]
    await world.ann.slash(world.channel, "settings mine", boards="text")
    words = drafted(await world.ann.slash(world.channel, "league bracket"))
    assert not words.attachments
    assert words.content.splitlines()[1].startswith(r"Semi-final\: 1. ")
    for fixture in await season.running():
        await season.resign(fixture, (await season.match(fixture)).names[1])
    await world.settle()
    (over,) = [each for each in said(world, "**Winter** is over.") if each.attachments]
    assert [each.filename for each in over.attachments] == ["bracket.png"]
    await season.close()
    (closed,) = said(world, "this is the final bracket")
    assert [each.filename for each in closed.attachments] == ["bracket.png"]


async def test_there_is_no_bracket_before_the_start_or_without_a_knock_out(world: World) -> None:
    boss = world.organiser()
    await publish(world, boss, format="knockout")
    assert "hasn't started" in private(await world.ann.slash(world.channel, "league bracket"))
    other = {"game": "replicants", "format": "swiss", "name": "Other", "players": 4}
    draft = drafted(await boss.slash(world.channel, "league create", **other))
    await boss.click(draft, label="Publish")
    await world.settle()
    told = private(await world.ann.slash(world.channel, "league bracket", league=2))
    assert told == "Only a knock-out has a bracket. `/league standings` shows the table."


def the_lower(fixture: Fixture) -> tuple[int, ...]:
    """Have the lower number win, and the others rank by theirs."""
    order = sorted(fixture.entries)
    return tuple(POINT * (len(order) - 1 - order.index(each)) for each in fixture.entries)


def after(of: LeagueTerms, count: int, steps: int) -> SeasonView:
    """Return a season of so many entries after so many steps of its course, what was paired last being open."""
    now = season(of, *entries(count))
    for _ in range(steps):
        now = noted(played(made(now, plan(replace(now, round=10**6))), the_lower))
    now = made(now, plan(replace(now, round=10**6)))
    return SeasonView(
        league=League(1, 1, 1, 1, "Cup", BEGAN),
        season=StoredSeason(1, 1, 1, 1, "running", of.dump(), bytes(32), BEGAN, started_at=BEGAN),
        terms=of,
        divisions=(Division(1),),
        rounds=(),
        entries=tuple(replace(each, current=each.players) for each in now.entries),
        fixtures=now.fixtures,
        totals={},
        absences=(),
        decisions=(),
        done={},
    )


def pages(view: SeasonView) -> Sequence[Bracket]:
    first = brackets_page_of(view, {}, None, 0, None)
    return [first, *(brackets_page_of(view, {}, None, number, None) for number in range(1, first.pages))]


@pytest.mark.parametrize(
    "of",
    [
        terms("knockout", game="replicants", mode="duel"),
        terms("double-knockout", reset=True, game="replicants", mode="duel"),
        terms("knockout", third=True, game="replicants", mode="duel"),
        terms("knockout", sides=4, advance=2, game="apex", mode="4"),
    ],
)
@pytest.mark.parametrize("count", [4, 7, 16, 17, 33, 64, *([128, 200, 512] if many(0, 1) else [])])
def test_every_tie_is_on_a_page_that_a_telephone_shows(of: LeagueTerms, count: int) -> None:
    for steps in (0, 1, 3):
        view = after(of, count, steps)
        shown = pages(view)
        assert (len(shown) == 1) is (count <= WHOLE)
        numbers = {box.number for page in shown for box in page.boxes}
        assert numbers == set(range(1, max(numbers) + 1)), "all ties"
        for page in shown:
            for band in page.bands:
                assert 0 < len(band.columns) <= COLUMNS
                assert all(column.rows <= BRACKET_ROWS and len(column.boxes) <= column.rows for column in band.columns)
        for own in view.entries[:: max(1, count // 8)]:
            around = brackets_page_of(
                view, {each.players[0]: f"P{each.id}" for each in view.entries}, None, None, own.id
            )
            assert any(slot.own and slot.name == f"P{own.id}" for box in around.boxes for slot in box.slots)


def test_lines_lead_to_where_winners_go() -> None:
    view = after(terms("double-knockout", reset=True, game="replicants", mode="duel"), 16, 2)
    (page,) = pages(view)
    for band in page.bands:
        for column, following in zip(band.columns, [*band.columns[1:], None], strict=True):
            for box in column.boxes:
                if following is None:
                    assert box.into is None
                elif box.into is not None:
                    to = following.boxes[box.into]
                    assert any(slot.source == box.number and slot.won and slot.joined for slot in to.slots)
    joined = sum(slot.joined for box in page.boxes for slot in box.slots)
    assert joined == sum(box.into is not None for box in page.boxes)


async def test_deleted_players_are_told_apart(world: World) -> None:
    await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    for name in ("cleo", "dan"):
        asked = drafted(await world.people[name].slash(world.channel, "data", request="deletion"))
        await world.people[name].click(asked, label="Resign the match and delete everything")
        await world.settle()
    told = "\n".join(described(drafted(await world.ann.slash(world.channel, "league bracket"))))
    assert "#1 deleted player" in told
    assert "#2 deleted player" in told


# `/league explain` in words: what can still come of a place, and what it takes.


async def explained(world: World, entry: int) -> list[str]:
    """Return what is told of an entry."""
    return private(await world.eve.slash(world.channel, "league explain", entry=entry)).splitlines()


async def test_who_does_not_play_is_told_which_option_names_an_entry(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    refused = private(await world.eve.slash(world.channel, "league explain"))
    assert refused.endswith("You aren't playing this season: say whose place you mean with `entry:`.")


async def test_the_end_of_a_round_robin_is_told_exactly(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    before = await explained(world, 1)
    assert "Exact as long as all 6 open matches in its division are played:" in before
    assert "• with a total of 3: place 1" in before
    for number in range(1, 6):
        await finish(world, number)
    view = await world.bot.arena.leagues.view(1)
    (last,) = [each for each in view.fixtures if each.open]
    told = await explained(world, last.entries[0])
    at = told.index("Exact as long as the 1 open match in its division is played:")
    (has,) = [int(each.removeprefix("points: ")) for each in told if each.startswith("points: ")]
    assert told[at + 1].startswith(f"• with a total of {has + 1}: ")
    assert told[at + 2].startswith(f"• with a total of {has}: ")
    assert not any("If just one match" in each for each in told), "that says less"


async def test_what_follows_from_points_alone_says_so(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="swiss")
    await finish(world, 1)
    view = await world.bot.arena.leagues.view(1)
    (loser,) = [each.entry for f in view.fixtures if not f.open for each in f.sides if each.points == 0]
    told = await explained(world, loser)
    assert "Points: 0; 2 more possible." in told
    assert "• Place 1 or better needs a total of at least 1, and depends on other results too." in told
    assert any(each.startswith("-# Estimated from points alone, assuming nobody withdraws.") for each in told)
    assert "-# Unless a result is corrected or an organiser decides otherwise." in told


async def test_a_knock_out_has_no_lot_and_tells_who_shares_a_place(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="knockout")
    told = await explained(world, 1)
    assert told[1].startswith("Shares this place with ")
    assert told[1].endswith(": none of them is out.")
    await finish(world, 1)
    await finish(world, 2)
    view = await world.bot.arena.leagues.view(1)
    out = [side.entry for each in view.fixtures for side in each.sides if side.advances is False]
    for entry in out:
        told = await explained(world, entry)
        assert told[1].endswith(", who went out in the same round.")
        assert "This place is certain." in told
    finalists = [entry for entry in range(1, 5) if entry not in out]
    for entry in finalists:
        told = await explained(world, entry)
        assert told[1].endswith(": neither is out.")
        assert told[2].endswith(" (place 3, out: Semi-final).")
        assert "Places still possible: 1 to 2." in told
        assert not any(each.startswith("went out") for each in told)
    await world.bot.arena.leagues.close(1)
    for entry in range(1, 5):
        told = await explained(world, entry)
        assert told[1].startswith("Shares this place with ")
        assert "lot" not in " ".join(told).split()


async def test_a_closed_table_speaks_of_a_lot_only_where_it_decided(world: World) -> None:
    await begin(world, world.organiser(), *FOUR)
    running = await explained(world, 1)
    assert "Level with bob, cleo and dan so far." in running[1]
    await finish(world, 1)
    view = await world.bot.arena.leagues.close(1)
    (winner,) = [side.entry for each in view.fixtures if each.why == "played" for side in each.sides if side.points]
    for entry in range(1, 5):
        told = await explained(world, entry)
        assert not any("none yet" in each for each in told), "nothing comes any more"
        assert any("doesn't count here" in each for each in told)
        assert any(each.startswith("drawing lots: ") for each in told) == (entry != winner)
        assert not any("so far" in each for each in told)
        assert not any("…." in each for each in told), "the beginning of a lot isn't followed by a full stop"


async def test_a_ladder_says_what_a_challenge_can_give(world: World) -> None:
    await begin(world, world.organiser(), *FOUR, format="ladder")
    found = [(await explained(world, entry)) for entry in range(1, 5)]
    last = next(lines for lines in found if "place 4 in" in lines[0])
    first = next(lines for lines in found if "place 1 in" in lines[0])
    assert any(each.endswith("Winning that would put it in place 1, if nothing else changes.") for each in last)
    assert "After a match, you can't be challenged for 3 days." in last
    assert not any("challenge" in each for each in first)


# A season that is published is announced once, wherever the process dies.


async def test_a_season_that_was_published_and_not_announced_is_announced_at_the_next_start(world: World) -> None:
    boss = world.organiser()
    drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    await world.bot.arena.leagues.publish(1)
    assert posts(world) == []
    await world.restart()
    (post,) = posts(world)
    assert labels(post) == ["Join", "Start (organisers)", "Terms"]
    assert (await world.bot.arena.leagues.view(1)).season.message_id == post.id
    await world.restart()
    assert len(posts(world)) == 1


async def test_a_season_without_a_channel_waits_for_an_organiser(world: World) -> None:
    boss = world.organiser()
    drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    await world.bot.arena.leagues.publish(1)
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages")
    await world.restart()
    assert posts(world) == []
    assert any("could not show season" in record.getMessage() for record in world.logged.records)


# Rounds of knock-outs in which there is a match for the third place, or in which nobody meets.


async def test_the_match_for_the_third_place_is_told_apart_from_the_final(world: World) -> None:
    size = {"most": "4", "legs": "1", "third": ["yes"]}
    season = await begun(world, FOUR, terms={"size": size}, game="replica", format="knockout", clock="1d", players=4)
    for each in await season.running():
        await season.resign(each, (await season.names(each.entries[0]))[0])
    (opened,) = said(world, "**Winter · Final** has started.")
    marked = [line.endswith("(third place)") for line in opened.content.splitlines()[1:]]
    assert sorted(marked) == [False, True]
    told = private(await world.ann.slash(world.channel, "league schedule")).splitlines()[1:]
    assert sorted("(third place): running in <#" in line for line in told) == [False, True]
    (third,) = [each for each in await season.running() if each.stage == "third"]
    loser = (await season.names(third.entries[0]))[0]
    assert "(third place)" in private(await world.people[loser].slash(world.channel, "league mine"))
    await season.resign(third, loser)
    assert said(world, ", 0–1 (third place): match ")


async def test_a_round_in_which_nobody_meets_is_not_told(world: World) -> None:
    season = await begun(world, FOUR[:3], game="replica", format="double-knockout", clock="1d", players=3)
    for _ in range(2):
        for each in await season.running():
            await season.resign(each, (await season.names(each.entries[0]))[0])
    assert {each.number for each in (await season.view()).rounds} >= {1, 2, 3, 4}
    assert [each.content.splitlines()[0] for each in said(world, "has started")] == [
        f"**Winter · {called}** has started." for called in ("Winners' round 1", "Winners' final", "Losers' final")
    ]
