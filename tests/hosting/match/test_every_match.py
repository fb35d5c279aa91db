"""Whole matches of every game, mode and option value, with all that plays turns or changes them: each is read again.

What a match comes to while it is played and what is read of it from the database afterwards are the same: states, what
each seat and a spectator see, the record. The record replays, and the check of the database finds nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

from engine import record, registry
from engine.errors import ArenaError
from hosting.arena import Arena
from hosting.clock.time_control import ClockTerms, Terms, Timeout, UndoTerms
from hosting.match.answers import preparations
from hosting.match.model import Match, Place, Request
from hosting.match.service import record_of
from hosting.match.turns import playing
from store.check import check_database
from store.db.addresses import Address
from tests.every_mode import EVERY_MODE, Row, drawn_text, sampled
from tests.hosting.conftest import GUILD, PEOPLE, ManualClock, open_arena
from tests.hosting.match.lifedeeds import agreed, handed_over, late, plan
from tests.hosting.match.lifeworld import Channels
from tests.volume import many

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
