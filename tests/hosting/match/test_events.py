"""What can happen to a match besides turns: taking back, substitutes, rulings, positions; and what a restart finds."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import record, registry
from engine.errors import ArenaError, SetupError
from engine.outcome import Termination, draw, ruling
from engine.text import say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.match import events
from hosting.match.answers import preparations
from hosting.match.events import Change
from hosting.match.model import (
    Match,
    MatchOver,
    MatchPaused,
    NotSeated,
    Paused,
    Person,
    Place,
    Request,
)
from hosting.match.service import playing, record_of
from hosting.match_terms import Terms, Timeout, UndoTerms
from store.check import check_database
from store.db.addresses import Address
from tests.every_mode import EVERY_MODE, Row, drawn_text, sampled
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, GUILD, PEOPLE, ManualClock, NotingPoster, open_arena
from tests.hosting.conftest import begin as conftest_begin
from tests.hosting.match.lifeworld import Channels, agreed, handed_over, late, plan
from tests.hosting.toygame import games
from tests.refusals import refusal
from tests.volume import many


async def take_back(arena: Arena, match: Match, to: int, seat: int | None = 1) -> Match:
    earlier = await arena.matches.at(match, to)

    async def decide(now: Match) -> Change:
        return events.undo(now, to, earlier, seat, ANN.person_id, arena.clock.now())

    return await arena.matches.change(match.id, decide)


async def hand_over(arena: Arena, match: Match, seat: int, person: Person) -> Match:
    async def decide(now: Match) -> Change:
        return events.substitute(now, seat, person, DAN.person_id, arena.clock.now())

    return await arena.matches.change(match.id, decide)


async def whole(database: Address) -> None:
    """The store agrees with itself."""
    report = await check_database(database, games)
    assert report.problems == ()


async def test_taking_back_leads_to_what_was_before(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await conftest_begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "3/3")
    match = await arena.matches.play(match.id, BOB.person_id, "1/1")
    match = await take_back(arena, match, 0)
    assert (match.seq, match.history, match.session.view(None)) == (3, (), (0, 0))
    match = await arena.matches.play(match.id, ANN.person_id, "1/2")
    assert [passed.seq for passed in match.history] == [4]
    match = await arena.matches.play(match.id, BOB.person_id, "2/2")
    match = await take_back(arena, match, 4)
    assert match.session.view(None) == (3, 0)
    assert match.to_act == (BOB.person_id,)
    await arena.idle()
    assert [seq for _, kind, seq in poster.shown if kind == "board"] == [0, 1, 2, 3, 4, 5, 6]
    assert [("note" in post.payload) for post in poster.posts if post.kind == "board"] == [
        False, False, False, True, False, False, True,
    ]  # fmt: skip
    await whole(database)


async def test_a_restart_finds_what_was_taken_back(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await conftest_begin(arena)
    for person, text in ((ANN, "3/3"), (BOB, "1/1"), (ANN, "1/1")):
        match = await arena.matches.play(match.id, person.person_id, text)
    match = await take_back(arena, match, 1)
    match = await hand_over(arena, match, 2, CLEO)
    await arena.close()
    again = await open_arena(database, clock, None)
    found = await again.matches.get(match.id)
    await again.close()
    assert found == match
    assert found.to_act == (CLEO.person_id,)


@pytest.mark.parametrize("to", [2, 3, 9])
async def test_only_events_that_counted_can_be_gone_back_to(arena: Arena, to: int) -> None:
    """2 is what the match stands at, 3 was taken back, 9 never was."""
    match = await conftest_begin(arena)
    for person in (ANN, BOB, ANN):
        match = await arena.matches.play(match.id, person.person_id, "1/1")
    match = await take_back(arena, match, 2)
    assert [passed.seq for passed in match.history] == [1, 2]

    async def decide(now: Match) -> Change:
        return events.undo(now, to, now.session, 1, ANN.person_id, arena.clock.now())

    with refusal("nothing-to-take-back"):
        await arena.matches.change(match.id, decide)
    assert await arena.matches.get(match.id) == match


async def test_nothing_is_taken_back_past_a_barrier(arena: Arena) -> None:
    match = await conftest_begin(arena, game="duel")
    match = await arena.matches.play(match.id, ANN.person_id, "roll")
    match = await arena.matches.play(match.id, ANN.person_id, "end")
    match = await take_back(arena, match, 1)
    assert match.seq == 3
    with refusal("undo-barrier") as caught:
        await take_back(arena, match, 0)
    assert caught.value.code == "undo-barrier"


async def test_a_substitute_plays_on_and_the_record_says_so(arena: Arena, database: Address) -> None:
    match = await conftest_begin(arena)
    for person in (ANN, BOB):
        match = await arena.matches.play(match.id, person.person_id, "1/1")
    match = await hand_over(arena, match, 1, CLEO)
    with pytest.raises(NotSeated):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    match = await arena.matches.play(match.id, CLEO.person_id, "2/2")
    assert [passed.person_id for passed in match.history] == [ANN.person_id, BOB.person_id, CLEO.person_id]
    assert '[Substitutes "seat 1: Ann up to turn 2"]' in await arena.matches.record(match.id, None)
    assert [each.id for each in await arena.matches.of_person(CLEO.person_id)] == [match.id]
    assert await arena.matches.of_person(ANN.person_id) == []
    await whole(database)


async def test_nobody_sits_twice(arena: Arena) -> None:
    match = await conftest_begin(arena)
    for seat, person in ((1, BOB), (1, ANN), (3, CLEO)):
        with pytest.raises(NotSeated):
            await hand_over(arena, match, seat, person)


async def test_a_ruling_ends_a_match(arena: Arena, database: Address, poster: NotingPoster) -> None:
    match = await conftest_begin(arena)

    async def agreed(now: Match) -> Change:
        return events.rule(now, draw(2), ANN.person_id, arena.clock.now())

    match = await arena.matches.change(match.id, agreed)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.AGREED
    with pytest.raises(MatchOver):
        await arena.matches.change(match.id, agreed)
    assert await arena.matches.running_in(match.channel_id) is None
    assert '[Termination "agreed"]' in await arena.matches.record(match.id, None)
    await arena.idle()
    assert poster.shown[-1][1:] == ("ended", 1)
    await whole(database)


async def test_an_adjudicated_match_has_the_ranks_it_was_given(arena: Arena, database: Address) -> None:
    match = await conftest_begin(arena)

    async def decide(now: Match) -> Change:
        outcome = ruling(Termination.ADJUDICATED, (2, 1), say("Bob was about to win."))
        return events.rule(now, outcome, DAN.person_id, arena.clock.now(), "organiser")

    match = await arena.matches.change(match.id, decide)
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (2,)
    await whole(database)


async def test_a_position_starts_anew(arena: Arena, database: Address) -> None:
    match = await conftest_begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "3/3")

    async def decide(now: Match) -> Change:
        return events.position(now, "5+6", DAN.person_id, arena.clock.now())

    match = await arena.matches.change(match.id, decide)
    assert match.session.view(None) == (5, 6)
    match = await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert match.session.view(None) == (7, 6)
    assert (await arena.matches.at(match, 1)).view(None) == (6, 0)
    assert '[Position "5+6"]' in await arena.matches.record(match.id, None)
    match = await take_back(arena, match, 2)
    assert match.session.view(None) == (5, 6)
    for to in (0, 1):
        with refusal("nothing-to-take-back", "undo-barrier"):
            await take_back(arena, match, to)
    await whole(database)


@pytest.mark.parametrize("line", ["", "1", "12+0"])
async def test_a_position_must_be_one_that_goes_on(arena: Arena, line: str) -> None:
    match = await conftest_begin(arena)

    async def decide(now: Match) -> Change:
        return events.position(now, line or "nonsense", DAN.person_id, arena.clock.now())

    with pytest.raises(SetupError):
        await arena.matches.change(match.id, decide)


async def test_a_table_may_start_from_a_position(arena: Arena) -> None:
    table = await arena.tables.open(1, 200, ANN, "tally", "2", where="here", opponents=[BOB], position="4+0")
    assert (await arena.tables.get(table.id)).position == "4+0"
    with pytest.raises(SetupError):
        await arena.tables.open(1, 200, ANN, "tally", "2", where="here", position="4")
    with pytest.raises(SetupError, match="The game is over in this position"):
        await arena.tables.open(1, 200, ANN, "tally", "2", where="here", position="12+0")
    with pytest.raises(SetupError):
        await arena.tables.open(1, 200, ANN, "duel", "2", where="here", position="4")


async def test_a_paused_match_stops(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await conftest_begin(arena)
    paused = Paused(DAN.person_id, "organiser", say("The server moves house."), clock.now())

    async def stop(now: Match) -> Change:
        return Change(replace(now, paused=paused), clock.now())

    match = await arena.matches.change(match.id, stop)
    with pytest.raises(MatchPaused):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert (await again.matches.get(match.id)).paused == paused

    async def go_on(now: Match) -> Change:
        return Change(replace(now, paused=None), clock.now())

    await again.matches.change(match.id, go_on)
    with refusal("not-your-turn"):
        await again.matches.play(match.id, BOB.person_id, "1/1")
    await again.matches.play(match.id, ANN.person_id, "1/1")
    await again.close()


async def test_who_writes_along_is_told_of_everything_and_can_undo_it(arena: Arena) -> None:
    told: list[tuple[int | None, int]] = []

    async def writer(_connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        told.append((None if before is None else before.seq, after.seq))
        if after.seq == 2:
            raise RuntimeError("no")
        return after

    kept = arena.matches.pipeline
    arena.matches.pipeline = replace(kept, writers=kept.writers._replace(watches=writer))
    match = await conftest_begin(arena)
    match = await arena.matches.play(match.id, ANN.person_id, "1/1")
    with pytest.raises(RuntimeError, match="no"):
        await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert told == [(None, 0), (0, 1), (1, 2)]
    assert await arena.matches.get(match.id) == match


async def test_nothing_happens_any_more_to_a_match_that_is_over(arena: Arena) -> None:
    over = await arena.matches.forfeit((await conftest_begin(arena)).id, ANN.person_id)
    now = arena.clock.now()
    with pytest.raises(MatchOver):
        events.undo(over, 0, over.session, 1, ANN.person_id, now)
    with pytest.raises(MatchOver):
        events.substitute(over, 1, CLEO, DAN.person_id, now)
    with pytest.raises(MatchOver):
        events.position(over, "", DAN.person_id, now)


# Whole matches of every game, mode and option value, with all that plays turns or changes them: each is read again.
#
# What a match comes to while it is played and what is read of it from the database afterwards are the same: states,
# what each seat and a spectator see, the record. The record replays, and the check of the database finds nothing.


*PLAYERS, ORGANISER = sorted(PEOPLE, key=lambda each: each.name == "Olga")
MOST_DEEDS = many(120, 600)
DEEDS = {"turn": 80, "undo": 5, "late": 2, "substitute": 3, "answer": 5, "plan": 4, "resign": 1}
"""What is done to a match, and how likely."""
READ = 0.1
"""How likely a match is read again after something was done to it."""
CLOCKS = (None, ClockTerms("turn", per_turn=timedelta(days=4)), ClockTerms("fischer"))
TIMEOUTS: tuple[Timeout, ...] = ("random", "substitute", "notice", "forfeit")
UNDOS: tuple[UndoTerms, ...] = ("free", "consent", "never")


@dataclass
class Whole:
    """A match that is played by lot.

    Attributes:
        arena: Where.
        clock: Its time.
        match: As it stands.
        match_id: Its number.
        rng: Draws what is done.
        done: How often what was done to it, by the name of the deed.
        channels: For the deeds of lives; nothing is shown.
        requests: For them, too: none is answered by itself.
    """

    arena: Arena
    clock: ManualClock
    match: Match
    match_id: int
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    channels: Channels = field(default_factory=Channels)
    requests: list[Request] = field(default_factory=list)

    def request(self, _pick: int) -> Request | None:
        return None

    async def play_on(self) -> None:
        """Do something to it."""
        name = self.rng.choices(tuple(DEEDS), tuple(DEEDS.values()))
        try:
            await self._do(name[0])
        except (ArenaError, ValueError):
            self.done["refused"] += 1
        else:
            self.done[name[0]] += 1
        await self.arena.idle()
        self.match = await self.arena.matches.get(self.match_id)
        if self.match.paused is not None and not self.match.over:
            await self.arena.organiser.resume(self.match_id, ORGANISER.person_id)
            await self.arena.idle()
            self.match = await self.arena.matches.get(self.match_id)
        if self.rng.random() < READ:
            self.arena.matches.forget([self.match_id])
            assert await self.arena.matches.get(self.match_id) == self.match

    async def _do(self, deed: str) -> None:
        pick, rng, match = self.rng.randrange(5), self.rng, self.match
        match deed:
            case "turn":
                seat = rng.choice(sorted(match.session.deciding))
                text = drawn_text(match.session, seat, rng)
                await self.arena.matches.play(match.id, match.person_of(seat), text)
            case "undo":
                if rng.random() < 0.5:
                    await agreed(pick, "undo", 3)(self)
                else:
                    await self.arena.organiser.back(
                        match.id, ORGANISER.person_id, max(0, match.seq - rng.randrange(1, 4))
                    )
            case "late":
                await late(self)
            case "substitute":
                await handed_over(pick, rng.choice(PLAYERS))(self)
            case "answer":
                offered = preparations(match)
                if offered:
                    chosen = rng.choice(offered)
                    answer = rng.choice([str(chosen.example), "", *(each.key for each in chosen.answers)])
                    person_id = match.person_of(rng.choice(sorted(playing(match))))
                    await self.arena.prepared.put(match.id, person_id, chosen.key, answer)
            case "plan":
                await plan([pick, rng.randrange(5), rng.randrange(5)])(self)
            case _:
                seats = sorted(playing(match))
                if len(seats) > 2 or match.seq > MOST_DEEDS // 2:
                    await self.arena.matches.forfeit(match.id, match.person_of(rng.choice(seats)))


async def begin(arena: Arena, clock: ManualClock, row: Row, channel_id: int, rng: random.Random) -> Whole:
    """Start a match of a row, on terms drawn at random."""
    terms = Terms(
        clock=rng.choice(CLOCKS),
        timeout=rng.choice(TIMEOUTS),
        undo=rng.choice(UNDOS),
        automatic=rng.random() < 0.5,
        shows_chosen=rng.random() < 0.5,
    )
    host, *others = PLAYERS[: row.seats]
    table = await arena.tables.open(
        GUILD, channel_id, host, row.key, row.mode.key, options=row.options, where="here", terms=terms
    )
    for person in others:
        table = await arena.tables.join(table.id, person)
    roles = ["board", *(f"team:{team}" for team in range(len(row.mode.teams)) if row.mode.silent)]
    places = [Place(role, channel_id + number) for number, role in enumerate(roles)]
    match = await arena.tables.start(table.id, host.person_id, places)
    await arena.idle()
    return Whole(arena, clock, await arena.matches.get(match.id), match.id, rng)


def seen(match: Match) -> list[object]:
    """Return what each seat and a spectator see of a match, and its record as each may read it."""
    readers = [None, *(each.seat for each in match.seats)]
    people = [None, *(each.person_id for each in match.seats)]
    return [*map(match.session.view, readers), *(record_of(match, person_id) for person_id in people)]


async def test_what_is_played_is_read_again(database: Address, clock: ManualClock) -> None:
    arena = await open_arena(database, clock, None, registry.get)
    done: Counter[str] = Counter()
    played: dict[int, tuple[Match, str]] = {}
    for number, row in enumerate(sampled(many(16, len(EVERY_MODE)), "read again")):
        rng = random.Random(f"read again {row.name}")
        whole = await begin(arena, clock, row, 1000 + 10 * number, rng)
        most = rng.choice((MOST_DEEDS, MOST_DEEDS // 3))  # some are read in the middle
        for _ in range(most):
            if not whole.match.over:
                await whole.play_on()
        done += whole.done
        played[whole.match_id] = whole.match, row.name
    before = {match_id: await arena.matches.get(match_id) for match_id in played}  # time has passed for all
    await arena.close()
    arena = await open_arena(database, clock, None, registry.get)
    try:
        for match_id, match in before.items():
            read = await arena.matches.get(match_id)
            assert read == match, played[match_id][1]
            assert seen(read) == seen(match), played[match_id][1]
            again = record.replay(record.read(record.write(match.session, match.names)))
            assert (again.state, len(again.entries)) == (match.session.state, len(match.session.entries))
    finally:
        await arena.close()
    report = await check_database(database, registry.get)
    assert report.problems == ()
    assert report.matches == len(played)
    assert min(done[deed] for deed in DEEDS) > 0, done
