"""The bracket of a knock-out: by command, in the posts of rounds, whole or in parts around the reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.league.brackets import page_of
from hosting.league.model import SeasonView
from hosting.league.pairing.formats import plan
from hosting.league.terms import LeagueTerms
from render.bracket import COLUMNS, ROWS, WHOLE, Bracket
from store.league.values import POINT, Division, Fixture, League, StoredSeason
from tests.cogs.conftest import World, private
from tests.cogs.league.playing import drafted, publish, said
from tests.cogs.league.test_pages import described
from tests.cogs.league.whole import begun
from tests.cogs.playing import labels
from tests.hosting.league.pairing.seasons import BEGAN, entries, made, noted, played, season, terms
from tests.volume import many

FOUR = ("ann", "bob", "cleo", "dan")


async def test_a_bracket_is_shown_by_command_and_with_the_posts_of_rounds(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    (opened,) = said(world, "Semi-final** has begun")
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
    assert "has not started" in private(await world.ann.slash(world.channel, "league bracket"))
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
    first = page_of(view, {}, None, 0, None)
    return [first, *(page_of(view, {}, None, number, None) for number in range(1, first.pages))]


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
                assert all(column.rows <= ROWS and len(column.boxes) <= column.rows for column in band.columns)
        for own in view.entries[:: max(1, count // 8)]:
            around = page_of(view, {each.players[0]: f"P{each.id}" for each in view.entries}, None, None, own.id)
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
    assert "deleted player 1" in told
    assert "deleted player 2" in told
