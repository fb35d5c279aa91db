"""Matches played twice that differ in what the asked alone knows: all others meet the same, byte for byte.

Each kind of prompt comes up in one of the modes, and is answered. Cards of others and the order of decks differ, and
answers that their seat alone may read.
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
from engine.mutants.moves import Pick
from engine.mutants.rules import PICKS
from engine.mutants.state import State
from engine.mutants.view import MutantsView
from engine.seat import Seat
from hosting.clock import ClockTerms
from hosting.match_terms import Terms
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import begin
from tests.cogs.mutants.twin_scenes import (
    ALL,
    ORGANISER,
    SPECTATOR,
    SUBSTITUTE,
    SUBSTITUTE_OF_ASKED,
    Party,
    Scene,
    Twin,
    begun,
    behind,
    by_default,
    name_of,
    part,
    parting,
    twins,
)
from tests.cogs.playing import message_of
from tests.cogs.twins import difference, look_around, parallel, plain, told, words

OTHERS = {name: scene for name, scene in ALL.items() if scene.setup.mode != "solo"}
ONLOOKERS = {name: ALL[name] for name in ("act, solo", "cycle, solo", "take, solo", "discard, solo")}


def test_every_kind_of_prompt_has_a_scene() -> None:
    assert {scene.kind for scene in OTHERS.values()} == KINDS
    assert {scene.setup.mode for scene in (OTHERS | ONLOOKERS).values()} == {"2", "3", "4", "solo"}


async def seen_by_others(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, number: int
) -> tuple[list[Any], list[Any]]:
    """Return what others see of a match, before and after the answer, and what the asked holds then."""
    async with begun(path, caplog, scene, twin, number=number) as party:
        found = [await party.look(*party.readers, typing=False), await party.answer(twin), await party.join()]
        found += [await party.look(*party.readers, SPECTATOR), await party.asked(ORGANISER, "organise log")]
        found += [await party.spectate(), await party.followed(), caplog.messages]
        return found, await party.hand(name_of(scene.asked))


@pytest.mark.parametrize("name", OTHERS | ONLOOKERS)
async def test_others_see_no_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    scene, number = ALL[name], list(ALL).index(name)
    (one, held), (two, held_there) = [
        await seen_by_others(tmp_path / str(place), caplog, scene, twin, number)
        for place, twin in enumerate(twins(scene, scene.reader))
    ]
    assert difference([one, two]) == ""
    assert held != held_there


# What is looked up of cards tells nothing that the asker does not know: two matches that differ in a pick.


async def looked_up(world: World, person: str, names: tuple[str, ...]) -> list[Any]:
    """Return what `/match cards` tells a person of the match and of some cards, and what it completes."""
    found = [await told(message_of(await world.people[person].slash(world.channel, "match cards")))]
    for name in names:
        found.append(await told(message_of(await world.people[person].slash(world.channel, "match cards", name=name))))
        found.append(await world.people[person].autocomplete(world.channel, "match cards", "name", name))
    seen: list[Any] = plain(found)
    return seen


async def drafted(world: World, place: int) -> tuple[str, ...]:
    """Have the whole draft picked; Ann's last pick is one of two that others cannot tell apart. Return these two."""
    match = await begin(world)
    seat = match.seat_of(world.person("ann"))
    assert seat is not None
    other = 3 - seat
    people = {seat: world.ann, other: world.bob}
    alike: tuple[str, ...] = ()
    for _ in range(PICKS):
        session = (await world.bot.arena.matches.get(match.id)).session
        mine, theirs = session.state.packs[seat - 1], session.state.packs[other - 1]
        alike = _alike(session.state, seat) if len(session.state.picks[0]) == PICKS - 1 else (mine[0],)
        for each, card in ((seat, alike[place % len(alike)]), (other, theirs[0])):
            assert message_of(await people[each].slash(world.channel, "move", turn=card)).ephemeral
        await world.settle()
    return alike


def _alike(state: State, seat: Seat) -> tuple[str, ...]:
    """Return two last picks of a seat after which the other one, and who watches, see the same."""
    other = 3 - seat
    seen: dict[tuple[MutantsView, MutantsView], str] = {}
    for card in state.packs[seat - 1]:
        after = MUTANTS.apply(state, {seat: Pick(card), other: Pick(state.packs[other - 1][0])}).state
        sight = MUTANTS.view(after, other), MUTANTS.view(after, None)
        if sight in seen:
            return seen[sight], card
        seen[sight] = card
    raise AssertionError("each pick brings other cards to light")


async def test_a_pick_that_lies_deep_is_found_by_nobody_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    # M57, M60, M73
    others: list[list[Any]] = []
    own: list[list[Any]] = []
    for place in (0, 1):
        async with parallel(tmp_path / str(place), caplog, ("gus",)) as world:
            world.people["gus"] = world.organiser()
            names = await drafted(world, place)
            assert len(names) == 2
            seen = [await looked_up(world, name, names) for name in ("bob", "cleo", "gus")]
            others.append([*seen, await look_around(world, "bob", "cleo", "gus")])
            own.append(await looked_up(world, "ann", names))
    assert difference(others) == ""
    assert difference(own) != ""


# Matches played twice that differ in what even the asked does not know: menus and private answers are the same.
#
# What lies in decks and below the tops of reserves differs, and what others hold.


IN_OTHER_TURNS = ("discard, 4", "ko, 2", "parry, 4")
ASKED = {
    name: scene
    for name, scene in ALL.items()
    if scene.setup.mode == "solo" or scene.kind == "pick" or name in IN_OTHER_TURNS
}

DRAWING = ("act, solo", "act, 3", "flip, 3", "take, 4")
"""Answers behind which the top of a deck comes to light."""


def test_every_kind_of_prompt_of_the_asked_has_a_scene() -> None:
    assert {scene.kind for scene in ASKED.values()} == KINDS


async def seen_by_the_asked(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, number: int
) -> list[Any]:
    name = name_of(scene.asked)
    async with begun(path, caplog, scene, twin, number=number) as party:
        found = [await party.look(name), await party.menus(name), await party.answer(twin)]
        return [*found, await party.look(name, typing=False), caplog.messages]


@pytest.mark.parametrize("name", part(ASKED, *IN_OTHER_TURNS, "pick, 3"))
async def test_the_asked_sees_no_difference(tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str) -> None:
    scene, number = ALL[name], list(ALL).index(name)
    one, two = [
        await seen_by_the_asked(tmp_path / str(place), caplog, scene, twin, number)
        for place, twin in enumerate(twins(scene, scene.asked))
    ]
    assert difference([one, two]) == ""


async def told_beforehand(
    path: Path, caplog: pytest.LogCaptureFixture, scene: Scene, twin: Twin, texts: list[str]
) -> list[Any]:
    """Return what the asked is told of a turn that is not played: by menus, and of answers typed behind it."""
    name = name_of(scene.asked)
    async with begun(path, caplog, scene, twin) as party:
        person, channel = party.world.people[name], party.world.channel
        found: list[Any] = [await party.menus(name, way) for way in range(4)]
        found += [
            await person.autocomplete(channel, "move", "turn", typed) for typed in ("", twin.turn[:-1], f"{twin.turn}/")
        ]
        found += [await party.asked(name, "move", turn=f"{twin.turn}/{text}") for text in texts]
        assert (await party.world.bot.arena.matches.get(party.match.id)).seq == 0
        return [*found, caplog.messages]


@pytest.mark.parametrize("name", DRAWING)
async def test_nothing_is_told_of_what_has_not_come_to_light(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """N7: neither menus nor refusals look past a draw."""
    scene = ALL[name]
    both = parting(scene)
    texts = sorted({text for twin in both for text in behind(scene, twin)})
    one, two = [
        await told_beforehand(tmp_path / str(place), caplog, scene, twin, texts) for place, twin in enumerate(both)
    ]
    assert difference([one, two]) == ""


# Matches played twice in which nobody types the answer: a missed deadline, an answer in advance, a substitute.
#
# As in `test_twins.py` the two differ in what the asked alone knows; the others meet the same. After the end all is
# open.


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


def test_every_kind_of_prompt_has_answers() -> None:
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
