"""Corrections and decisions about ties: whatever is changed and when, what is said before comes of it, and one wins."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Json
from engine.text import say
from hosting.corrections import NewCorrection, NothingCorrected
from hosting.errors import HostingError
from hosting.league.fixtures import NewRuling as Decided
from hosting.league.model import entry_text
from hosting.league.promotion import finals
from hosting.moderation import adjudicated, voided
from store.league.values import POINT, Fixture
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import ORGANISER, Played, terms, told, with_builder
from tests.volume import THOROUGH, many

DAY = timedelta(days=1)
WHY = say("Mistaken.")
sqlite = pytest.mark.parametrize("database", ["sqlite"] if not THOROUGH else ["sqlite", "postgresql"], indirect=True)


async def champion(league: Played) -> int | None:
    return finals(await league.view()).champion


async def corrected(league: Played, fixture: Fixture, ranks: list[int] | None) -> str:
    """Have a match ranked otherwise, or not count; return what was said before that follows."""
    assert fixture.match_id is not None
    deed = NewCorrection("void") if ranks is None else NewCorrection("ranks", {"ranks": ranks})
    corrections = league.arena.corrections
    text = await corrections.foresee(fixture.match_id, ORGANISER, deed)
    if ranks is None:
        await corrections.void(fixture.match_id, ORGANISER, WHY)
    else:
        await corrections.rank(fixture.match_id, ORGANISER, ranks, WHY)
    await league.arena.idle()
    return "" if text is None else str(text)


async def won(league: Played, entry: int) -> None:
    """Have an entry win all that goes on, and the first side of whatever it does not play."""
    while found := await league.running():
        for each in found:
            at = each.entries.index(entry) if entry in each.entries else 0
            await league.lose(each, *(seat for seat in range(1, len(each.sides) + 1) if seat != at + 1))
        await league.arena.idle()


@sqlite
@pytest.mark.parametrize("ranks", [[1, 1], "lost", None])
async def test_in_the_last_day_a_tie_that_a_correction_opens_is_played_on_and_the_close_moves(
    league: Played, poster: NotingPoster, ranks: list[int] | str | None
) -> None:
    view = await league.begun(2, terms(kind="knockout", most=16, legs=3))
    best = view.entries[1].id
    await won(league, best)
    view = await league.view()
    second = view.fixtures[1]
    assert (len(view.fixtures), view.season.status) == (2, "ended")
    given = [1 if each != best else 2 for each in second.entries] if isinstance(ranks, str) else ranks
    await league.pass_time(DAY / 2)
    assert "open again" in await corrected(league, second, given)
    view = await league.view()
    assert (view.season.status, len(view.fixtures), view.fixtures[2].status) == ("running", 3, "running")
    assert any("open again" in str(post.payload["text"]) for post in told(poster))
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "running"
    await won(league, best)
    await league.pass_time(DAY)
    assert (await league.view()).season.status == "closed"
    assert await champion(league) == best


@sqlite
async def test_after_the_last_day_who_had_won_stays_champion_unless_the_other_has(league: Played) -> None:
    dates = {"ends_at": league.clock.now() + 9 * DAY, "unfinished": "adjudicate", "grace_days": 14}
    view = await league.begun(2, terms(kind="knockout", most=4, legs=3, **dates))
    best, other = view.entries[1].id, view.entries[0].id
    await won(league, best)
    await league.pass_time(10 * DAY)
    first, second = (await league.view()).fixtures
    assert "stays champion" in await corrected(league, second, [1, 1])
    assert "stays champion" in await corrected(league, first, None)
    for each in (first, second):
        await corrected(league, each, [1 if one == other else 2 for one in each.entries])
    await league.pass_time(10 * DAY)
    assert (await league.view()).season.status == "closed"
    assert await champion(league) == other


async def test_a_match_that_is_played_again_is_played_also_while_the_next_of_its_tie_goes_on(league: Played) -> None:
    view = await league.begun(2, terms(kind="knockout", most=4, legs=3))
    best, other = (each.id for each in view.entries)
    for winner in (best, other):
        (fixture,) = await league.running()
        await league.lose(fixture, 2 - fixture.entries.index(winner))
        await league.arena.idle()
    second, third = (await league.view()).fixtures[1:]
    assert third.status == "running"
    deed = Decided("replay", second.id)
    assert "isn't decided by that" in str(await league.arena.decisions.foresee(league.season, ORGANISER, deed))
    await league.arena.decisions.replay(league.season, ORGANISER, second.id, WHY)
    await league.pass_time(DAY)
    assert [each.status for each in (await league.view()).fixtures] == ["over", "running", "running"]
    await league.lose(third, 2 - third.entries.index(best))
    await league.arena.idle()
    assert [each.leg for each in await league.running()] == [2], "it goes on all the same"
    await won(league, other)
    view = await league.view()
    assert [each.leg for each in view.fixtures if each.status == "over"] == [1, 2, 3]
    await league.pass_time(DAY)
    assert await champion(league) == best


KINDS = {
    "single": terms(kind="knockout", most=16),
    "third": terms(kind="knockout", most=16, third=True),
    "of-two": terms(kind="knockout", most=16, legs=2),
    "of-three": terms(kind="knockout", most=16, legs=3),
    "of-four": terms(kind="knockout", most=16, legs=4),
    "of-five": terms(kind="knockout", most=16, legs=5),
    "double": terms(kind="double-knockout", most=16),
    "without-reset": terms(kind="double-knockout", most=16, reset=False),
    "double-of-three": terms(kind="double-knockout", most=16, legs=3),
    "tables": terms(kind="knockout", mode="3", sides=3, most=16),
}


@pytest.mark.parametrize(
    ("kind", "dated"),
    [(kind, dated) for at, kind in enumerate(KINDS) for dated in (False, True)[at % many(2, 1) :: many(2, 1)]],
)
@settings(max_examples=many(1, 40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_corrected_or_decided_at_any_moment_one_wins_and_what_was_said_is_true(
    tmp_path_factory: pytest.TempPathFactory, kind: str, dated: bool, data: st.DataObject
) -> None:
    async def run() -> None:
        clock = ManualClock()
        arena = await open_arena(tmp_path_factory.mktemp("ties") / "arena.db", clock, NotingPoster())
        try:
            league = with_builder(arena, clock)
            ends_at = clock.now() + 14 * DAY if dated else None
            await league.begun(data.draw(st.integers(3, 5)), replace(KINDS[kind], most=8, ends_at=ends_at))
            await _changed_at_will(league, data)
        finally:
            await arena.tasks.close()
            await arena.close()

    asyncio.run(run())


async def _decided(league: Played, fixture: Fixture, data: st.DataObject) -> str | None:
    """Have an organiser decide about a fixture, or take the latest decision back; return what was said before.

    None where it is refused, as it is said by what foresees it.
    """
    decisions, season, worth = league.arena.decisions, league.season, sorted({0, POINT // 2, POINT})
    match data.draw(st.sampled_from(("points", "forfeit", "replay", "strike", "undo"))):
        case "points":
            points: dict[str, Json] = {str(each): data.draw(st.sampled_from(worth)) for each in fixture.entries}
            deed = Decided("points", fixture.id, detail={"points": points})
        case "forfeit":
            absent = data.draw(st.sampled_from(fixture.entries))
            deed = Decided("forfeit", fixture.id, absent, {"absent": [absent]})
        case "undo":
            deed = Decided("undo", undoes=next((each.id for each in await decisions.in_force(season)), None))
        case kind:
            deed = Decided("replay" if kind == "replay" else "strike", fixture.id)

    async def take() -> None:
        if deed.kind == "undo":
            await decisions.undo(season, ORGANISER, deed.undoes, WHY)
        else:
            await decisions.take(season, ORGANISER, deed, WHY)

    before = await league.view()
    try:
        text = await decisions.foresee(season, ORGANISER, deed)
    except HostingError as error:
        with pytest.raises(type(error)):
            await take()
        return None
    assert await league.view() == before
    await take()
    await league.arena.idle()
    return "" if text is None else str(text)


async def _adjudicated(league: Played, fixture: Fixture, data: st.DataObject) -> str:
    """Have an organiser end a match that is being played, with ranks or without a result; return what was said."""
    match = await league.match(fixture)
    ranks = data.draw(st.none() | st.permutations(range(1, len(fixture.sides) + 1)))
    organiser, now = league.arena.organiser, league.clock.now()
    ended = voided(match, ORGANISER, WHY, now) if ranks is None else adjudicated(match, ORGANISER, ranks, WHY, now)
    text = await league.arena.fixtures.foresee_end(match, ended)
    if ranks is None:
        await organiser.void(match.id, ORGANISER, WHY)
    else:
        await organiser.adjudicate(match.id, ORGANISER, ranks, WHY)
    await league.arena.idle()
    return "" if text is None else str(text)


async def _changed_at_will(league: Played, data: st.DataObject) -> None:
    """Play a season to its close, which organisers change all the time; hold each sentence that was said."""
    champions: str | None = None
    for step in range(150):
        view = await league.view()
        if view.season.status == "closed":
            break
        over = [each for each in view.fixtures if each.match_id is not None and each.status in ("over", "struck")]
        running = await league.running()
        what = "play" if running else "pass"
        if step < 60:
            drawn = ["correct"] * 2 * bool(over) + (["play"] * 3 + ["adjudicate"]) * bool(running) + ["decide", "pass"]
            what = data.draw(st.sampled_from(drawn))
        if what == "pass":
            await league.pass_time(DAY / 2)
        elif what == "play":
            fixture = data.draw(st.sampled_from(running))
            winner = data.draw(st.sampled_from(range(1, len(fixture.sides) + 1)))
            await league.lose(fixture, *(seat for seat in range(1, len(fixture.sides) + 1) if seat != winner))
            await league.arena.idle()
        elif what == "adjudicate":
            fixture = data.draw(st.sampled_from(running))
            champions = await _came_true(league, fixture, await _adjudicated(league, fixture, data), champions)
        elif what == "decide":
            fixture = data.draw(st.sampled_from([each for each in view.fixtures if not each.is_bye]))
            holding = await league.arena.decisions.in_force(league.season)
            if (text := await _decided(league, fixture, data)) is not None:
                gone = {each.id for each in holding} - {
                    each.id for each in await league.arena.decisions.in_force(league.season)
                }
                about = next((each.fixture for each in holding if each.id in gone), fixture.id)
                fixture = next(each for each in (await league.view()).fixtures if each.id == about)
                champions = await _came_true(league, fixture, text, champions)
        else:
            fixture = data.draw(st.sampled_from(over))
            seats = len(fixture.sides)
            ranks = data.draw(st.none() | st.permutations(range(1, seats + 1)) | st.just([1] * seats))
            with suppress(NothingCorrected):
                text = await corrected(league, fixture, ranks)
                champions = await _came_true(league, fixture, text, champions)
    view = await league.view()
    assert view.season.status == "closed"
    first = await champion(league)
    if champions is not None:
        assert [str(entry_text(each)) for each in view.entries if each.id == first] == [champions]
    if view.season.ends_at is None:
        assert first is not None


async def _came_true(league: Played, fixture: Fixture, text: str, champions: str | None) -> str | None:
    """Hold what was said of a correction against the season; return who is champion by all that was said so far."""
    view = await league.view()
    tie = [each for each in view.fixtures if (each.round, {*each.entries}) == (fixture.round, {*fixture.entries})]
    if "open again" in text or "decided by that" in text:
        assert view.season.status == "running"
        assert any(each.open for each in tie)
        return None
    if "second final" in text:
        finals = [each for each in view.fixtures if each.stage == "final" and each.round > fixture.round]
        assert any(each.open for each in finals) or ("already" in text and finals)
        assert "already" in text or view.season.status == "running"
        return None
    if "champion" in text:
        return re.sub(r" (stays|is) champion( instead)?\.$", "", text)
    if "third place" in text:
        third = re.sub(r" (keeps|gets) third place( instead)?\.$", "", text)
        assert [third] == [str(entry_text(each)) for each in view.entries if each.id in _through(tie)]
    elif "hrough" in text:
        on = {*text.rpartition(": ")[2].removesuffix(".").replace(" and ", ", ").split(", ")}
        assert on == {str(entry_text(each)) for each in view.entries if each.id in _through(tie)}
    return champions


def _through(tie: Sequence[Fixture]) -> set[int]:
    return {side.entry for each in tie for side in each.sides if side.advances}
