"""What surrounds an arena in tests of whole lives: channels that can be closed, and a process that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from hypothesis import strategies as st
from sqlalchemy import select

from engine.auto_turns import drawn_turn
from engine.chance import SEED_BYTES, Chance
from engine.errors import IllegalMoveError
from engine.events import Event
from engine.game import Game, GameInfo, Mode, Step
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from hosting.arena import Arena
from hosting.consent.agreements import SUBSTITUTE_CALL, Agreement, load_wanted, waiting
from hosting.housing import FORBIDDEN
from hosting.match.model import Deadline, Match, Nudges, Person, Place, Plan, Post, Request
from hosting.match.service import playing
from hosting.outbox import Retry, Undeliverable
from hosting.timekeeping import time_up_at
from store.db import files
from store.schema import deadlines, outbox, plans
from tests.engine.parlour.game import PARLOUR
from tests.engine.toys import DUEL
from tests.hosting.conftest import CHANNEL, ManualClock, call
from tests.hosting.toygame import Added, Tally, TallyGame

# Small games for whole lives of matches: forced turns, choices made at once and in secret, answers inside a turn.


_MODES = (
    Mode("2", say("two players"), 2),
    Mode("3", say("three players"), 3),
    Mode("teams", say("teams"), 4, teams=((1, 3), (2, 4)), silent=True),
)


class Strait(TallyGame):
    """Tally with places where only one turn is legal, long enough for a life."""

    goal = 24
    info = GameInfo("strait", "Strait", _MODES)

    def legal(self, state: Tally, seat: Seat) -> Sequence[int]:
        if seat not in self.to_act(state):
            return ()
        return (1,) if state.sums[seat - 1] // 4 % 3 == 1 else (1, 2, 3)


class Together(TallyGame):
    """Everybody chooses a number at once and in secret; a player who does not in time has chosen 1."""

    info = GameInfo("together", "Together", _MODES, together=True, defaults="all")

    def to_act(self, state: Tally) -> frozenset[Seat]:
        if self.outcome(state):
            return frozenset()
        return frozenset(range(1, len(state.sums) + 1)) - state.out

    def apply(self, state: Tally, moves: Mapping[Seat, int]) -> Step[Tally]:
        sums = tuple(total + moves.get(seat, 0) for seat, total in enumerate(state.sums, 1))
        events: tuple[Event, ...] = tuple(Added(seat, number=number) for seat, number in sorted(moves.items()))
        return Step(replace(state, sums=sums, count=state.count + 1), events)

    def forfeit(self, state: Tally, seat: Seat) -> Step[Tally]:
        if seat in state.out or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        return Step(replace(state, out=state.out | {seat}))

    def default(self, state: Tally, seat: Seat) -> int | None:
        return 1 if seat in self.to_act(state) else None


STRAIT = Strait()
TOGETHER = Together()


def life_games(key: str) -> Game[Any, Any, Any]:
    """Return one of the games with a whole life."""
    return {game.info.key: game for game in (STRAIT, TOGETHER, DUEL, PARLOUR)}[key]


@dataclass
class Channels:
    """What stands in all channels: it outlives every process.

    Attributes:
        posted: Every message, the oldest first.
        closed: Channels in which the bot may not post.
        slow: So many posts are told to come again.
        drawn: How often something was drawn at random.
    """

    posted: list[Post] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    slow: int = 0
    drawn: int = 0

    def entropy(self, count: int) -> bytes:
        """Return bytes that are others each time, and the same in every repetition of a test."""
        self.drawn += 1
        return hashlib.sha256(str(self.drawn).encode()).digest()[:count]

    def has(self, channel_id: int, seq: int) -> bool:
        """Return whether the board after an event, or the end, stands in a channel."""
        return any(
            (post.channel_id, post.seq) == (channel_id, seq) and post.kind in ("board", "ended") for post in self.posted
        )

    @property
    def doubled(self) -> list[tuple[int, str, int]]:
        """The boards that stand twice in a channel."""
        boards = Counter(
            (post.channel_id, post.kind, post.seq) for post in self.posted if post.kind in ("board", "ended")
        )
        return [board for board, times in boards.items() if times > 1]


class ChannelPoster:
    """Posts as a process does that may die before it posts, or before it can note that it did."""

    def __init__(self, channels: Channels) -> None:
        self.channels = channels
        self.dies: str | None = None

    async def deliver(self, post: Post, *, needed: bool = True) -> int | None:
        if not needed:
            return 1000 + post.id if post.id in {each.id for each in self.channels.posted} else None
        if self.dies == "before":
            await asyncio.Event().wait()
        if self.channels.slow:
            self.channels.slow -= 1
            raise Retry
        if post.channel_id in self.channels.closed:
            raise Undeliverable(say("Closed."), FORBIDDEN)
        if post.attempts and post.id in {each.id for each in self.channels.posted}:
            return 1000 + post.id
        if "edit" not in post.payload:
            self.channels.posted.append(post)
        if self.dies == "after":
            await asyncio.Event().wait()
        return 1000 + post.id


PEOPLE = [Person(number, f"P{number}") for number in range(1, 8)]
OLGA = 99
"""An organiser."""


async def begin_process(path: Path, clock: ManualClock, channels: Channels) -> tuple[Arena, ChannelPoster]:
    """Open a database as a process would that starts."""
    arena = await Arena.open(path, clock, games=life_games, entropy=channels.entropy, sleep=clock.sleep)
    await call(arena, *PEOPLE, Person(OLGA, "Olga"))
    poster = ChannelPoster(channels)
    arena.outbox.set_poster(poster)
    await arena.start()
    return arena, poster


async def killed(arena: Arena, poster: ChannelPoster, path: Path, doing: Awaitable[object]) -> None:
    """Have a process die at this moment, doing something; `path` is a copy of what it leaves on the disk."""
    poster.dies = "before"
    assert isinstance(arena.db.address, Path)
    await asyncio.to_thread(files.backup, arena.db.address, path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")  # no backup that was put back (`store.database`)
    await asyncio.gather(doing, return_exceptions=True)  # to end it tidily: nothing of that is looked at any more
    await arena.close()


async def appointments(arena: Arena) -> list[Deadline]:
    """Return every appointment there is."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(deadlines))
        return [Deadline(row.kind, row.key, row.due_at, row.payload) for row in rows]


async def unposted(arena: Arena) -> list[str]:
    """Return the kinds of the posts that are due."""
    async with arena.db.read() as connection:
        return list((await connection.execute(select(outbox.c.kind).where(outbox.c.done_at.is_(None)))).scalars())


async def every_plan(arena: Arena) -> list[Plan]:
    """Return every plan, stale ones too."""
    async with arena.db.read() as connection:
        rows = await connection.execute(select(plans))
        return [Plan(row.match_id, row.seat, row.person_id, row.seq, row.tree, row.at) for row in rows]


# What can happen to a match, as strategies: each draws something that is done to whatever match there is.


Work: TypeAlias = Coroutine[Any, Any, object]

ELSEWHERE = 300
TEAMS = (Place("board", CHANNEL), Place("team:0", 201), Place("team:1", 202))
KINDS = ["undo", "undo", "end", "pause", "resume", "extend"]
SETTINGS: list[Nudges] = ["channel", "private", "off"]

people = st.sampled_from(PEOPLE)
turns = st.sampled_from(["1/1", "1/2", "1", "go/end", "roll"])
picks = st.integers(0, 4)


class Living(Protocol):
    """A match with all that surrounds it."""

    arena: Arena
    channels: Channels
    clock: ManualClock
    match_id: int

    @property
    def match(self) -> Match: ...

    @property
    def requests(self) -> list[Request]: ...

    def request(self, pick: int) -> Request | None: ...


Deed: TypeAlias = Callable[[Living], Work]


async def nothing() -> None:
    """Return at once."""


def _drawn(session: Session, pick: int) -> tuple[Seat, str]:
    """Return a seat that has to decide and one of its turns."""
    seats = sorted(session.to_act)
    seat = seats[pick % len(seats)]
    return seat, drawn_turn(session.game, session.state, seat, Chance(bytes([pick]) * SEED_BYTES))


def _play(pick: int) -> Deed:
    def deed(life: Living) -> Work:
        match = life.match
        if not match.session.to_act:
            return nothing()
        seat, text = _drawn(match.session, pick)
        return life.arena.matches.play(life.match_id, match.person_of(seat), text)

    return deed


def _resign(pick: int) -> Deed:
    def deed(life: Living) -> Work:
        seats = sorted(playing(life.match))
        long = life.match.seq > 12 or len(seats) > 2  # most matches shall go on for a while
        person_id = life.match.person_of(seats[pick % len(seats)]) if seats and long else 0
        return life.arena.matches.forfeit(life.match_id, person_id)

    return deed


def _surrender(pick: int) -> Deed:
    """Have a player give up where the others can go on."""

    def deed(life: Living) -> Work:
        seats = sorted(playing(life.match))
        return life.arena.matches.forfeit(
            life.match_id, life.match.person_of(seats[pick % len(seats)]) if len(seats) > 2 else 0
        )

    return deed


def plan(given: Sequence[int]) -> Deed:
    def deed(life: Living) -> Work:
        line, session, seat = [], life.match.session, 0
        for pick in given:
            if session.outcome is None:
                seat, text = _drawn(session, pick)
                line.append(text)
                session = session.play(seat, text)
        return life.arena.plans.add(life.match_id, life.match.person_of(max(seat, 1)), line)

    return deed


def agreed(pick: int, kind: str, days: int) -> Deed:
    """Have a player ask for something and all others agree, or nearly all."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        asker = match.seats[pick % len(match.seats)]
        answer = await life.arena.requests.ask(life.match_id, asker.person_id, _wanted(kind, days))
        if (request := answer.request) is not None:
            for seat in waiting(request)[: days % 4 + 1]:
                await life.arena.requests.answer(request.id, match.person_of(seat), agree=True)

    return deed


def _taken_back(pick: int, kind: str, days: int) -> Deed:
    """Have a player ask for something and think better of it."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        asker = match.seats[pick % len(match.seats)]
        answer = await life.arena.requests.ask(life.match_id, asker.person_id, _wanted(kind, days))
        if answer.request is not None:
            await life.arena.requests.withdraw(answer.request.id, asker.person_id)

    return deed


def handed_over(pick: int, person: Person) -> Deed:
    """Have a player leave and another player take over at once."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        call = await life.arena.substitutes.leave(life.match_id, match.seats[pick % len(match.seats)].person_id)
        await life.arena.substitutes.take(call.id, person)

    return deed


def _by(index: int, deed: Callable[[Living, int], Work]) -> Deed:
    """Have the player of a seat do something, or another player."""

    def done(life: Living) -> Work:
        seats = life.match.seats
        return deed(life, seats[index].person_id if index < len(seats) else PEOPLE[index % len(PEOPLE)].person_id)

    return done


def _answer(index: int, pick: int, *, agree: bool) -> Deed:
    def deed(life: Living) -> Work:
        if (request := life.request(pick)) is None:
            return nothing()
        person = life.match.seats[index % len(life.match.seats)]
        return life.arena.requests.answer(request.id, person.person_id, agree=agree)

    return deed


def _withdraw(pick: int) -> Deed:
    def deed(life: Living) -> Work:
        request = life.request(pick)
        return nothing() if request is None else life.arena.requests.withdraw(request.id, request.person_id)

    return deed


def _take(pick: int, person: Person) -> Deed:
    def deed(life: Living) -> Work:
        calls = [each for each in life.requests if each.kind == SUBSTITUTE_CALL]
        return life.arena.substitutes.take(calls[pick % len(calls)].id, person) if calls else nothing()

    return deed


def _wanted(kind: str, days: int) -> Agreement:
    wanted = load_wanted(kind, {"days": days, "seat": days % 3 + 1, "seconds": 3600})
    assert isinstance(wanted, Agreement)
    return wanted


def _set(person: Person, nudges: Nudges, hour: int, weekends: bool) -> Deed:
    async def chosen(life: Living) -> None:
        mine = await life.arena.settings.player(person.person_id)
        mine = replace(mine, nudges=nudges, quiet_from=hour * 60, quiet_until=hour * 60 + 180)
        await life.arena.settings.change_player(person.person_id, lambda _: replace(mine, free_weekends=weekends))

    return chosen


def _channel(place: int, shut: bool) -> Deed:
    async def turned(life: Living) -> None:
        if shut:
            life.channels.closed.add(TEAMS[place].channel_id)
        else:
            life.channels.closed.clear()
            await life.arena.matches.unpark(life.match_id)

    return turned


def late(life: Living) -> Work:
    """Have time pass until a player is late."""
    due = time_up_at(life.match)
    return nothing() if due is None else life.clock.advance((due - life.clock.now()).total_seconds())


def _rehoused(back: bool) -> Deed:
    async def moved(life: Living) -> None:
        await life.arena.housing.move(life.match_id, [Place("board", CHANNEL if back else ELSEWHERE)], 1)
        await life.arena.matches.unpark(life.match_id)

    return moved


def _answered_in_advance(pick: int, text: str) -> Deed:
    def deed(life: Living) -> Work:
        person_id = life.match.seats[pick % len(life.match.seats)].person_id
        return life.arena.prepared.put(life.match_id, person_id, "discard", text)

    return deed


def _slow(times: int) -> Deed:
    async def slowed(life: Living) -> None:
        life.channels.slow = times

    return slowed


plays = st.builds(_play, picks)
others: st.SearchStrategy[Deed] = st.one_of(
    st.builds(
        lambda who, turn: lambda life: life.arena.matches.play(life.match_id, who.person_id, turn), people, turns
    ),
    st.builds(_answer, st.integers(0, 3), st.integers(0, 3), agree=st.just(value=True)),
    st.builds(_answer, st.integers(0, 3), st.integers(0, 3), agree=st.booleans()),
    st.builds(_withdraw, st.integers(0, 3)),
    st.builds(_take, st.integers(0, 3), people),
    st.builds(
        lambda who, kind, days: lambda life: life.arena.requests.ask(life.match_id, who.person_id, _wanted(kind, days)),
        people,
        st.sampled_from(KINDS),
        st.integers(1, 9),
    ),
    st.builds(
        lambda who: _by(who, lambda life, person_id: life.arena.substitutes.leave(life.match_id, person_id)), picks
    ),
    st.builds(
        lambda seat, who: lambda life: life.arena.organiser.replace(life.match_id, OLGA, seat, who),
        st.integers(1, 4),
        people,
    ),
    st.builds(lambda seat: lambda life: life.arena.organiser.call(life.match_id, OLGA, seat), st.integers(1, 4)),
    st.builds(lambda to: lambda life: life.arena.organiser.back(life.match_id, OLGA, to), st.integers(0, 12)),
    st.builds(
        lambda sums: lambda life: life.arena.organiser.position(life.match_id, OLGA, "+".join(map(str, sums))),
        st.lists(st.integers(0, 6), min_size=2, max_size=4),
    ),
    st.just(lambda life: life.arena.organiser.pause(life.match_id, OLGA, say("Because."))),
    st.just(lambda life: life.arena.organiser.resume(life.match_id, OLGA)),
    st.just(lambda life: life.arena.organiser.resume(life.match_id, OLGA)),
    st.builds(
        lambda seat, hours: lambda life: life.arena.organiser.extend(life.match_id, OLGA, seat, timedelta(hours=hours)),
        st.integers(1, 4),
        st.integers(1, 48),
    ),
    st.builds(plan, st.lists(picks, min_size=2, max_size=4)),
    st.builds(plan, st.lists(picks, min_size=2, max_size=4)),
    st.builds(agreed, picks, st.sampled_from(KINDS[3:]), st.integers(1, 9)),
    st.builds(agreed, picks, st.sampled_from(KINDS[3:]), st.integers(1, 9)),
    st.builds(agreed, picks, st.just("undo"), st.just(3)),
    st.builds(_taken_back, picks, st.sampled_from(KINDS), st.integers(1, 9)),
    st.builds(handed_over, picks, people),
    st.builds(_answered_in_advance, picks, st.sampled_from(["-", "", "20 21 22 -", "1 2 3"])),
    st.builds(_surrender, picks),
    st.builds(lambda who: _by(who, lambda life, person_id: life.arena.plans.remove(life.match_id, person_id)), picks),
    st.builds(lambda who: lambda life: life.arena.absences.miss(life.match_id, who.person_id), people),
    st.builds(lambda who: lambda life: life.arena.absences.back(life.match_id, who.person_id), people),
    st.builds(
        lambda who, first, days: (
            lambda life: life.arena.vacations.announce(
                who.person_id,
                life.clock.now().date() + timedelta(days=first),
                life.clock.now().date() + timedelta(days=first + days),
            )
        ),
        people,
        st.integers(1, 3),
        st.integers(0, 9),
    ),
    st.builds(lambda hours: lambda life: life.clock.advance(hours * 3600.0), st.integers(1, 40)),
    st.builds(lambda hours: lambda life: life.clock.advance(hours * 3600.0), st.integers(60, 100)),
    st.just(late),
    st.just(late),
    st.builds(_set, people, st.sampled_from(SETTINGS), st.integers(0, 20), st.booleans()),
    st.builds(_channel, st.integers(0, 2), st.sampled_from([True, False, False])),
    st.builds(_rehoused, st.booleans()),
    st.builds(_slow, st.integers(1, 3)),
    st.just(lambda life: life.arena.matches.park(life.match_id, say("Closed."), "forbidden")),
    st.just(lambda life: life.arena.matches.unpark(life.match_id)),
    st.just(lambda life: life.arena.matches.unpark(life.match_id)),
)
deeds = st.booleans().flatmap(lambda plain: plays if plain else others)
ends: st.SearchStrategy[Deed] = st.one_of(
    st.builds(_resign, picks),
    st.builds(_resign, picks),
    st.builds(lambda who: lambda life: life.arena.requests.abort(life.match_id, who.person_id), people),
    st.just(
        lambda life: (
            nothing() if life.match.seq < 12 else life.arena.organiser.void(life.match_id, OLGA, say("Because."))
        )
    ),
    st.builds(
        lambda winner: (
            lambda life: (
                nothing()
                if life.match.seq < 12
                else life.arena.organiser.adjudicate(
                    life.match_id,
                    OLGA,
                    [1 if each.seat == winner else 2 for each in life.match.seats],
                    say("Because."),
                )
            )
        ),
        st.integers(1, 2),
    ),
)
