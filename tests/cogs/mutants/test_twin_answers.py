"""Matches played twice in which nobody types the answer: a missed deadline, an answer in advance, a substitute.

As in `test_twins.py` the two differ in what the asked alone knows; the others meet the same. After the end all is open.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.legal import KINDS
from hosting.clock.time_control import ClockTerms, Terms
from tests.cogs.mutants.twin_matches import (
    ORGANISER,
    SPECTATOR,
    SUBSTITUTE,
    SUBSTITUTE_OF_ASKED,
    Party,
    begun,
    name_of,
    part,
)
from tests.cogs.mutants.twin_scenes import ALL, Scene, Twin, by_default, twins
from tests.cogs.twins import difference, words

DAILY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))
DEFAULTS = [
    name
    for name, scene in ALL.items()
    if scene.setup.mode != "solo" and not scene.note and name not in ("pick, 3", "pick, 4", "mulligan, 4")
]
"""Each kind once; a default of a pick shows itself to who gets the pack next, so with two only onlookers are asked."""
SECRET_DEFAULTS = [name for name in DEFAULTS if ALL[name].is_secret and ALL[name].kind != "take"]
"""Behind a take there is another answer, which all may read."""
PREPARED = ("mulligan, 2", "parry, 4", "ko, 2", "flip, 3", "discard, 4", "freeze-empty, 4")
HANDED_OVER = ("pick, 3", "freeze-hand, 2", "freeze-discard, 3", "take, 4", "discard, 4", "parry, 4")
OPENED = ("pick, 3", "freeze-discard, 3", "freeze-hand, 2", "take, 4")

Seen = tuple[list[Any], list[Any]]
"""What others met, and what the asked holds."""


def test_every_kind_of_prompt_has_a_scene() -> None:
    assert {ALL[name].kind for name in DEFAULTS} == KINDS
    assert {ALL[name].kind for name in PREPARED} == {each.key for each in MUTANTS.preparations}


async def others_of(party: Party, since: int, *players: str) -> Seen:
    """Return what others met since a moment: players, a spectator, an organiser, and who follows."""
    found = [party.met(since), await party.look(*players, SPECTATOR, reading=True)]
    found += [await party.asked(SPECTATOR, "match record"), await party.asked(ORGANISER, "organise log")]
    found += [await party.followed(), party.world.logged.messages]
    return found, await party.hand(party.holder)


async def by_the_clock(party: Party, _twin: Twin) -> Seen:
    await party.join()
    since, held = party.now, await party.hand(party.holder)
    await party.world.env.advance_time(25 * 3600)
    await party.world.settle()
    found, _ = await others_of(party, since, *party.readers)
    return found, held


async def at_the_last_moment(party: Party, twin: Twin) -> Seen:
    """Have the asked play in the first match what the clock plays in the second; they hold the same in both."""
    await party.join()
    await party.world.env.advance_time(24 * 3600 - 1)
    if party.first:
        await party.answer(twin)
    await party.world.env.advance_time(3600)
    await party.world.settle()
    found = [await party.look(*party.readers, SPECTATOR, reading=True), await party.asked(SPECTATOR, "match record")]
    return [*found, await party.asked(ORGANISER, "organise log"), await party.followed()], [party.first]


async def in_advance(party: Party, twin: Twin) -> Seen:
    """Have an answer stored that fits, and before it one that never comes, each time another one."""
    world, seat, since = party.world, party.scene.asked, party.now
    person_id, stored = world.person(name_of(seat)), world.bot.arena.prepared
    unused = "flip" if party.scene.kind != "flip" else "parry"
    await world.as_bot(stored.put(party.match.id, person_id, unused, "L R" if party.first else "R A"))
    await world.as_bot(stored.put(party.match.id, person_id, party.scene.kind, twin.turn))
    assert (await world.bot.arena.matches.get(party.match.id)).seq
    return await others_of(party, since, *party.readers)


async def by_a_substitute(party: Party, twin: Twin) -> Seen:
    """Have the reader and the asked replaced; a choice that stood closed is dropped, and made anew."""
    since = party.now
    if party.scene.kind == "pick":
        await party.answer(twin)
    (reader,), seat = party.readers, party.scene.reader
    assert seat is not None
    await party.replace(seat, SUBSTITUTE)
    await party.replace(party.scene.asked, SUBSTITUTE_OF_ASKED)
    await party.answer(twin)
    await party.join()
    return await others_of(party, since, SUBSTITUTE, reader)


async def seen_in_both(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    scene: Scene,
    both: tuple[Twin, Twin],
    watch: Callable[[Party, Twin], Awaitable[Seen]],
    terms: Terms | None = None,
) -> tuple[Seen, Seen]:
    one, two = both
    async with begun(path / "one", caplog, scene, one, terms=terms) as party:
        seen = await watch(party, one)
    async with begun(path / "two", caplog, scene, two, first=False, terms=terms) as party:
        return seen, await watch(party, two)


def check(one: Seen, two: Seen) -> None:
    assert difference([one[0], two[0]]) == ""
    assert one[1] != two[1]


@pytest.mark.parametrize("name", part(DEFAULTS, *SECRET_DEFAULTS, "take, 4"))
async def test_a_missed_deadline_tells_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    """M77, M78."""
    scene = ALL[name]
    check(*await seen_in_both(tmp_path, caplog, scene, twins(scene, scene.reader, by_default), by_the_clock, DAILY))


@pytest.mark.parametrize("name", SECRET_DEFAULTS)
async def test_a_default_that_others_may_not_read_looks_like_an_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """M77, N8: that it was one is told to its seat alone."""
    scene = ALL[name]
    both = twins(scene, scene.reader, by_default)
    check(*await seen_in_both(tmp_path, caplog, scene, (both[0], both[0]), at_the_last_moment, DAILY))


@pytest.mark.parametrize("name", PREPARED)
async def test_an_answer_in_advance_tells_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    """M79."""
    scene = ALL[name]
    check(*await seen_in_both(tmp_path, caplog, scene, twins(scene, scene.reader), in_advance))


@pytest.mark.parametrize("name", HANDED_OVER)
async def test_substitutes_and_who_left_learn_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    scene = ALL[name]
    check(*await seen_in_both(tmp_path, caplog, scene, twins(scene, scene.reader), by_a_substitute))


async def to_the_end(party: Party, twin: Twin) -> Seen:
    """Return the record that a spectator gets when all have resigned, and the line that tells the result."""
    await party.answer(twin)
    await party.join()
    for seat in range(1, party.scene.state.rules.seats):
        person_id = party.world.person(name_of(seat))
        await party.world.as_bot(party.world.bot.arena.matches.forfeit(party.match.id, person_id))
    record = words([await party.asked(SPECTATOR, "match record")]).splitlines()
    return record, []


@pytest.mark.parametrize("name", OPENED)
async def test_after_the_end_records_differ_in_cards_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """What was secret stands in them, and nothing else is different."""
    scene = ALL[name]
    (one, _), (two, _) = await seen_in_both(tmp_path, caplog, scene, twins(scene, scene.reader), to_the_end)
    card = re.compile(rf"\b(?:{'|'.join(components().cards)})[0-9]?\b|[0-9a-f]{{32,64}}")
    assert [card.sub("#", line) for line in one] == [card.sub("#", line) for line in two]
    assert one != two
