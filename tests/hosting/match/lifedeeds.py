"""What can happen to a match, as strategies: each draws something that is done to whatever match there is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Protocol, TypeAlias

from hypothesis import strategies as st

from engine.auto_turns import drawn_turn
from engine.chance import SEED_BYTES, Chance
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from hosting.arena import Arena
from hosting.consent.agreements import SUBSTITUTE_CALL, Agreement, load_wanted, waiting
from hosting.match.model import Match, Nudges, Person, Place, Request
from hosting.match.turns import playing
from hosting.timekeeping import time_up_at
from tests.hosting.conftest import CHANNEL, ManualClock
from tests.hosting.match.lifeworld import OLGA, PEOPLE, Channels

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
    """Have somebody give up where the others can go on."""

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
    """Have somebody ask for something and all others agree, or nearly all."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        asker = match.seats[pick % len(match.seats)]
        answer = await life.arena.requests.ask(life.match_id, asker.person_id, _wanted(kind, days))
        if (request := answer.request) is not None:
            for seat in waiting(request)[: days % 4 + 1]:
                await life.arena.requests.answer(request.id, match.person_of(seat), agree=True)

    return deed


def _taken_back(pick: int, kind: str, days: int) -> Deed:
    """Have somebody ask for something and think better of it."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        asker = match.seats[pick % len(match.seats)]
        answer = await life.arena.requests.ask(life.match_id, asker.person_id, _wanted(kind, days))
        if answer.request is not None:
            await life.arena.requests.withdraw(answer.request.id, asker.person_id)

    return deed


def handed_over(pick: int, person: Person) -> Deed:
    """Have somebody leave and somebody else take over at once."""

    async def deed(life: Living) -> None:
        match = await life.arena.matches.get(life.match_id)
        call = await life.arena.substitutes.leave(life.match_id, match.seats[pick % len(match.seats)].person_id)
        await life.arena.substitutes.take(call.id, person)

    return deed


def _by(index: int, deed: Callable[[Living, int], Work]) -> Deed:
    """Have the player of a seat do something, or somebody else."""

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
        await life.arena.settings.set_player(person.person_id, replace(mine, free_weekends=weekends))

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
    """Have time pass until somebody is late."""
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
