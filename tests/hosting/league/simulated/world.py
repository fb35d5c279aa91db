"""A season that is played by a seed: what players and organisers do, through the services that the bot uses."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import ArenaError, IllegalMoveError, NotationError, SetupError
from engine.game import Game, GameInfo, Json, Mode, Setup, Step
from engine.outcome import Outcome, Termination
from engine.script import Script
from engine.seat import Seat
from engine.text import say
from hosting.arena import Arena
from hosting.league.model import SeasonView
from hosting.league.schedule import key_of
from hosting.league.standings.values import ladder_positions
from hosting.match.model import Person
from store.league.seasons import Challenge, Entry, Fixture
from tests.hosting.conftest import CHANNEL, GUILD, ManualClock, call
from tests.hosting.league.playing import FIRST, ORGANISER
from tests.hosting.league.simulated.scenario import DAY, LARGE, BareBuilder, Scenario

CORRECTS = 77
"""Who corrects results; nobody who plays."""
WHY = say("It was so.")
PATIENT = 600
"""Steps of the calm end of a season, at most: a season that takes more does not come to its end."""
Ranks = tuple[int, ...]
Happening = Callable[[], Awaitable[None]]


class Idle(Exception):  # noqa: N818 - no error: what was drawn cannot happen now
    """Nothing there to do it to."""


@dataclass
class World:
    """A season with those who play it.

    Attributes:
        arena: Where it is played.
        clock: Its time.
        scenario: What is played.
        rival: A second process without the lock, which sees to the season as well.
        season: Its number.
        vanished: People who do not move any more.
        done: How often each thing happened, those that were refused with `!`.
        log: All that happened, for those who look for a fault.
    """

    arena: Arena
    clock: ManualClock
    scenario: Scenario
    rival: Arena | None = None
    season: int = 0
    builder: BareBuilder = field(default_factory=BareBuilder)
    vanished: set[int] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"play:{self.scenario}")
        self._people = FIRST
        self._seen: SeasonView | None = None
        self.builder.refused = self.scenario.refused
        self.arena.starter.set_builder(self.builder)

    # What there is.

    async def look(self) -> SeasonView:
        """Read the season anew."""
        self._seen = await self.arena.leagues.view(self.season)
        return self._seen

    @property
    def seen(self) -> SeasonView:
        """The season as it was when it was last read."""
        if self._seen is None:
            raise Idle
        return self._seen

    def running(self) -> list[Fixture]:
        return [each for each in self.seen.fixtures if each.status == "running"]

    def _some(self, wanted: Callable[[Fixture], bool]) -> Fixture:
        """Return one of the fixtures that are wanted."""
        found = [each for each in self.seen.fixtures if wanted(each)]
        if not found:
            raise Idle
        return self.rng.choice(found)

    def _entry(self) -> Entry:
        """Return one of the entries that are there."""
        found = [each for each in self.seen.entries if each.current]
        if not found:
            raise Idle
        return self.rng.choice(found)

    # Enrolment.

    async def enrol(self) -> None:
        """Make the league, and have all join that are to; some leave again, some partners do not agree."""
        made = await self.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "League", self.scenario.terms)
        self.season = made.season.id
        await self.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=self.scenario.at_once))
        await self.arena.leagues.publish(self.season)
        agreed: list[int] = []
        while len(agreed) < self.scenario.count:
            agrees = self.rng.random() > 0.05 or not self.scenario.terms.teams
            agreed += [await self._join(agrees=agrees)] if agrees else []
            if agreed and self.rng.random() < 0.05:
                await self.arena.leagues.leave(self.season, agreed.pop(self.rng.randrange(len(agreed))))
        await self.arena.idle()

    async def _join(self, *, agrees: bool = True) -> int:
        """Have an entry join; return its captain."""
        one, other = (Person(self._people + at, f"P{self._people + at}") for at in range(2))
        self._people += 2
        await call(self.arena, one, other)
        leagues = self.arena.leagues
        if not self.scenario.terms.teams:
            await leagues.join(self.season, one.person_id)
            return one.person_id
        await leagues.join(self.season, one.person_id, other.person_id)
        if agrees:
            await leagues.join(self.season, other.person_id, one.person_id)
        return one.person_id

    async def start(self) -> None:
        await self.arena.leagues.start(self.season)
        await self.arena.idle()

    # What players do.

    async def play(self) -> None:
        """Have a match end with its first turn."""
        await self._end(self._some(self._is_moving))

    async def play_all(self) -> None:
        """Have every match end that goes on and whose player is there."""
        for each in self.running():
            if self._is_moving(each):
                await self._end(each)

    def _is_moving(self, fixture: Fixture) -> bool:
        return fixture.status == "running" and fixture.match_id is not None

    async def _end(self, fixture: Fixture) -> None:
        match = await self.arena.matches.get(fixture.match_id or 0)
        if match.over or match.to_act[0] in self.vanished:
            return
        sides = 2 if self.scenario.terms.teams else len(match.seats)
        drawn = self._ranks(sides)
        ranks = tuple(drawn[at % 2] for at in range(4)) if self.scenario.terms.teams else drawn
        await self.arena.matches.play(match.id, match.to_act[0], "-".join(map(str, ranks)))

    def _ranks(self, sides: int) -> Ranks:
        drawn = [self.rng.randint(1, sides) for _ in range(sides)]
        best = min(drawn)
        return tuple(1 if each == best else each for each in drawn)

    async def resign(self) -> None:
        fixture = self._some(self._is_moving)
        match = await self.arena.matches.get(fixture.match_id or 0)
        await self.arena.matches.forfeit(match.id, self.rng.choice(match.seats).person_id)

    async def vanish(self) -> None:
        self.vanished.update(self._entry().current)

    async def come_back(self) -> None:
        self.vanished.clear()

    async def withdraw(self) -> None:
        await self.arena.leagues.withdraw(self.season, self.rng.choice(self._entry().current))

    async def delete(self) -> None:
        person = self.rng.choice(self._entry().current)
        running = [each.id for each in await self.arena.matches.of_person(person)]
        await self.arena.deletions.delete(person, resigning=running)

    async def join_late(self) -> None:
        await self._join(agrees=self.rng.random() < 0.8)

    async def join_again(self) -> None:
        left = [each for each in self.seen.entries if each.left_at is not None]
        if not left:
            raise Idle
        players = self.rng.choice(left).players
        await self.arena.leagues.join(self.season, players[0], players[1] if len(players) > 1 else None)

    async def join_alternates(self) -> None:
        person = Person(self._people, f"P{self._people}")
        self._people += 1
        await call(self.arena, person)
        await self.arena.alternates.join(self.season, person.person_id)

    async def answer_as_alternate(self) -> None:
        """Have one who waits take over what they were asked to, or wait no more."""
        there = await self.arena.alternates.of_season(self.season)
        if not there:
            raise Idle
        one = self.rng.choice([each for each in there if each.status == "asked"] or there)
        if self.rng.random() < 0.8:
            await self.arena.alternates.take(self.season, one.person_id)
        else:
            await self.arena.alternates.leave(self.season, one.person_id)

    async def ask_for_bye(self) -> None:
        entry, view = self._entry(), self.seen
        paired = max((each.round for each in view.fixtures), default=0)
        half = self.rng.random() < 0.5
        await self.arena.byes.ask(self.season, entry.current[0], paired + self.rng.randint(0, 2), half=half)

    async def take_bye_back(self) -> None:
        absences = self.seen.absences
        if not absences:
            raise Idle
        asked = self.rng.choice(absences)
        entry = next(each for each in self.seen.entries if each.id == asked.entry)
        if not entry.current:
            raise Idle
        await self.arena.byes.take_back(self.season, entry.current[0], asked.round)

    async def challenge(self) -> None:
        """Have one challenge another; in a large ladder many do."""
        many = self.scenario.count // 20 if self.scenario.count > LARGE else 0
        for _ in range(many):
            with suppress(ArenaError):
                await self._challenge()
        if not many:
            await self._challenge()

    async def _challenge(self) -> None:
        view = self.seen
        ranked = ladder_positions(view.entries, view.fixtures)
        known = {each.id: each for each in view.entries}
        there = [known[each] for each in ranked if known[each].current]
        if len(there) < 2:
            raise Idle
        at = self.rng.randrange(1, len(there))
        above = there[max(0, at - self.rng.randint(1, 4))]
        await self.arena.challenges.challenge(self.season, there[at].current[0], above.id)

    async def answer(self) -> None:
        """Have a challenge answered; in a large ladder half of them."""
        there = [each for each in await self.arena.challenges.of_season(self.season) if each.status == "open"]
        if not there:
            raise Idle
        many = len(there) // 2 if self.scenario.count > LARGE else 0
        for one in self.rng.sample(there, many):
            with suppress(ArenaError, Idle):
                await self._answer(one)
        if not many:
            await self._answer(self.rng.choice(there))

    async def _answer(self, one: Challenge) -> None:
        back = self.rng.random() < 0.1
        accept = not back and self.rng.random() < 0.7
        people = next(each.current for each in self.seen.entries if each.id == (one.entry if back else one.against))
        if not people:  # until an alternate plays for it
            raise Idle
        if back:
            await self.arena.challenges.withdraw(self.season, people[0])
        else:
            await self.arena.challenges.answer(self.season, people[0], accept=accept)

    # What organisers do.

    async def decide(self) -> None:
        fixture = self._some(lambda _: True)
        decisions, full = self.arena.rulings, 120 * (self.scenario.terms.place_points or (1,))[0]
        match self.rng.choice(("points", "forfeit", "replay", "strike", "postpone")):
            case "points":
                given = {each: self.rng.choice([0, 30, full // 2, full]) for each in fixture.entries}
                await decisions.points(self.season, ORGANISER, fixture.id, given, WHY)
            case "forfeit":
                absent = self.rng.sample(fixture.entries, self.rng.randint(1, len(fixture.entries)))
                await decisions.forfeit(self.season, ORGANISER, fixture.id, absent, WHY)
            case "replay":
                await decisions.replay(self.season, ORGANISER, fixture.id, WHY)
            case "strike":
                await decisions.strike(self.season, ORGANISER, fixture.id, WHY)
            case _:
                until = self.arena.clock.now() + self.rng.randint(1, 12) * DAY
                await decisions.postpone(self.season, ORGANISER, fixture.id, until, WHY)

    async def undo(self) -> None:
        there = await self.arena.rulings.in_force(self.season)
        number = self.rng.choice([None, *(each.id for each in there)])
        await self.arena.rulings.undo(self.season, ORGANISER, number, WHY)

    async def correct(self) -> None:
        fixture = self._some(lambda each: each.match_id is not None and each.status != "running")
        number = fixture.match_id or 0
        seats = len((await self.arena.matches.get(number)).seats)
        match self.rng.choice(("rank", "void", "undo")):
            case "rank":
                ranks = self._ranks(2 if self.scenario.terms.teams else seats)
                by_seat = [ranks[at % 2] if self.scenario.terms.teams else ranks[at] for at in range(seats)]
                await self.arena.corrections.rank(number, CORRECTS, by_seat, WHY)
            case "void":
                await self.arena.corrections.void(number, CORRECTS, WHY)
            case _:
                await self.arena.corrections.undo(number, CORRECTS, None, WHY)

    async def call_off(self) -> None:
        fixture = self._some(self._is_moving)
        await self.arena.organiser.void(fixture.match_id or 0, CORRECTS, WHY)

    async def adjudicate(self) -> None:
        fixture = self._some(self._is_moving)
        match = await self.arena.matches.get(fixture.match_id or 0)
        ranks = self._ranks(2 if self.scenario.terms.teams else len(match.seats))
        by_seat = [ranks[at % 2] if self.scenario.terms.teams else ranks[at] for at in range(len(match.seats))]
        await self.arena.organiser.adjudicate(match.id, CORRECTS, by_seat, WHY)

    async def pause(self) -> None:
        await self.arena.leagues.pause(self.season)

    async def resume(self) -> None:
        await self.arena.leagues.resume(self.season)

    async def close(self) -> None:
        await self.arena.leagues.close(self.season)

    # What happens by itself.

    async def time(self, time: timedelta | None = None) -> None:
        passed = self.rng.choice([DAY / 24, DAY, DAY, 3 * DAY, 8 * DAY]) if time is None else time
        await self.clock.advance(passed.total_seconds())

    async def away(self) -> None:
        """Let time pass in which nobody reaches the bot."""
        self.arena.outages.lost()
        await self.clock.advance(self.rng.choice([DAY / 1440, DAY / 24, DAY, 5 * DAY]).total_seconds())
        await self.arena.idle()
        await self.arena.outages.found()

    async def jobs(self) -> None:
        """Have the season looked at though nothing is due, by both processes if there are two."""
        key = key_of(self.seen.season)
        both = [each for each in (self.arena, self.rival) if each is not None]
        await asyncio.gather(*(each.director.due(key, None) for each in both))
        self.arena.schedule.wake()

    async def trouble(self) -> None:
        self.builder.refusing = not self.builder.refusing

    # Drawing.

    async def happen(self) -> str:
        """Have one thing happen that is drawn; return its name, with `!` if it was refused."""
        kind, status = self.scenario.terms.kind, self.seen.season.status
        if self.rng.random() < self.scenario.calm:
            usual: list[tuple[Happening, float]] = [(self.play, 8), (self.time, 2), (self.play_all, 1)]
            usual += [(self.challenge, 8), (self.answer, 8)] if kind == "ladder" else []
            if status == "paused":
                usual.append((self.resume, 5))
            if not any(map(self._is_moving, self.running())):
                usual = [each for each in usual if each[0] not in (self.play, self.play_all)]
        else:
            usual = [
                (self.resign, 3),
                (self.vanish, 1),
                (self.come_back, 1),
                (self.withdraw, 1),
                (self.delete, 0.5),
                (self.join_late, 2),
                (self.join_again, 0.5),
                (self.join_alternates, 0.5 if self.scenario.alternates else 0),
                (self.answer_as_alternate, 3),
                (self.ask_for_bye, 2 if kind == "swiss" else 0.1),
                (self.take_bye_back, 1),
                (self.decide, 3),
                (self.undo, 2),
                (self.correct, 3),
                (self.call_off, 1),
                (self.adjudicate, 1),
                (self.pause, 0.5),
                (self.resume, 1),
                (self.jobs, 1),
                (self.away, 1),
                (self.trouble, 2 if self.builder.refusing else 0.3),
            ]
        (drawn,) = self.rng.choices([each for each, _ in usual], [weight for _, weight in usual])
        return await self.do(drawn)

    async def do(self, happening: Happening) -> str:
        name = happening.__name__
        await self.clock.advance(1)  # no two things happen at one moment
        try:
            await happening()
        except (ArenaError, Idle) as error:
            name += f"!{type(error).__name__}"
        await self.arena.idle()
        self.done[name] += 1
        self.log.append(name)
        return name

    async def calm_down(self) -> str:
        """Do what brings the season nearer to its end."""
        self.vanished.clear()
        self.builder.refusing = False
        season = self.seen.season
        if season.status == "paused":
            return await self.do(self.resume)
        if any(map(self._is_moving, self.running())):
            return await self.do(self.play_all)
        if self.scenario.terms.kind == "ladder" and season.status == "running":
            return await self.do(self.close)
        return await self.do(self.days)

    async def days(self) -> None:
        await self.time(3 * DAY)


# A game that is over with its first turn: the player to act says how all rank. Two to six sides, or two teams.


_TEAMS = ((1, 3), (2, 4))


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ranks` by seat once the turn is made; `out` gave up, each with how many were left then."""

    mode: Mode
    ranks: Ranks = ()
    out: Mapping[Seat, int] = field(default_factory=dict)


class VerdictGame(Game[Verdict, Any, Ranks]):
    """One turn is the whole match: `2-1-1` has seat 2 win and the others share the last rank."""

    info = GameInfo(
        "verdict",
        "Verdict",
        (
            *(Mode(str(seats), say("{count} players", count=seats), seats) for seats in range(2, 7)),
            Mode("teams", say("teams"), 4, teams=_TEAMS),
        ),
        data_version="1",
    )

    def initial(self, setup: Setup, chance: Chance) -> Verdict:
        mode = self.info.mode(setup.mode)
        if mode is None or setup.position:
            raise SetupError(say("No such mode."), code="unknown-mode")
        return Verdict(mode)

    def to_act(self, state: Verdict) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({self._left(state)[0]})

    def turn(self, state: Verdict) -> int:
        return 1

    def legal(self, state: Verdict, seat: Seat) -> Sequence[str]:
        return ("1",) if seat in self.to_act(state) else ()

    def parse(self, state: Verdict, seat: Seat, text: str) -> Ranks:
        ranks = tuple(int(part) for part in text.split("-") if part.isdecimal())
        if len(ranks) != state.mode.seats or min(ranks) != 1:
            raise NotationError(say("{text} is no verdict.", text=text), code="notation", given=text)
        return ranks

    def format(self, state: Verdict, seat: Seat, move: Ranks) -> str:
        return "-".join(map(str, move))

    def choices(self, state: Verdict, seat: Seat, move: Ranks) -> tuple[Choice, ...]:
        return (Choice(self.format(state, seat, move), say("{rank}", rank=move[0])),)

    def apply(self, state: Verdict, moves: Mapping[Seat, Ranks]) -> Step[Verdict]:
        (ranks,) = moves.values()
        return Step(replace(state, ranks=ranks))

    def forfeit(self, state: Verdict, seat: Seat) -> Step[Verdict]:
        if seat in state.out or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        return Step(replace(state, out={**state.out, seat: len(self._left(state))}))

    def outcome(self, state: Verdict) -> Outcome | None:
        if state.ranks:
            return Outcome(state.ranks, say("It was said."), "S")
        left = self._left(state)
        if state.mode.teams:
            sides = [team for team in state.mode.teams if not {*team} & {*state.out}]
            if len(sides) > 1:
                return None
            ranks = tuple(1 if sides and seat in sides[0] else 2 for seat in range(1, 5))
        elif len(left) > 1:
            return None
        else:  # who gave up first is last
            ranks = tuple(state.out.get(seat, 1) for seat in range(1, state.mode.seats + 1))
        return Outcome(ranks, say("One is left."), "L", termination=Termination.FORFEIT)

    def view(self, state: Verdict, seat: Seat | None) -> Ranks:
        return state.ranks

    def write_position(self, state: Verdict) -> str:
        return ""

    def dump(self, state: Verdict) -> Json:
        raise AssertionError("nothing here keeps snapshots")

    def load(self, data: Json) -> Verdict:
        raise AssertionError("nothing here keeps snapshots")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        raise AssertionError("nothing here reads records")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        moves = " ".join(entry.text for entry in script.entries)
        return f"{','.join(script.names)}: {moves}\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return "=".join(names[seat - 1] for seat in outcome.winners)

    def _left(self, state: Verdict) -> list[Seat]:
        return [seat for seat in range(1, state.mode.seats + 1) if seat not in state.out]


VERDICT = VerdictGame()


def games(key: str) -> Game[Any, Any, Any]:
    """Return the game, whichever is asked for."""
    if key != VERDICT.info.key:
        raise SetupError(say("There's no game {game}.", game=key), code="unknown-game", given=key)
    return VERDICT
