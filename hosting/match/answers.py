"""Automatic turns: conditional turns, answers in advance, and the only legal turn.

They are a secret of their player; only the speed of the answer shows that there was one.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.auto_turns import only_turn, prepared_turn
from engine.choices import Preparation
from engine.errors import NotationError, TurnError
from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.text import say, say_n
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.events import Change
from hosting.match.model import NOTHING_TO_PREPARE, Deadline, Match, Plan
from hosting.match.service import Matches, playing_seat
from hosting.outbox import Posting, TextPost, add_posts
from hosting.runtime import LruCache
from store.documents import read
from store.tables import choices, deadlines
from store.tables import choices as stored_answers
from store.tables.choices import Prepared

_log = logging.getLogger(__name__)


def preparations(match: Match) -> tuple[Preparation, ...]:
    """Return the decisions that players of a match can answer in advance."""
    return match.session.game.preparations


@dataclass(eq=False, slots=True)
class PreparedAnswers:
    """The answers that players have stored, and the turns that follow from them."""

    core: Core
    matches: Matches

    async def of(self, match_id: int, person_id: int) -> Mapping[str, str]:
        """Return a player's answers in advance, by what they answer. Raises NoSuchMatch, MatchOver, NotSeated."""
        match = await self.matches.get(match_id)
        return await self._answers(match, playing_seat(match, person_id))

    async def put(self, match_id: int, person_id: int, key: str, text: str) -> Mapping[str, str]:
        """Store an answer in place of an earlier one, or drop it if there is no text; return all that are stored.

        If it answers the present decision, it's played at once. Raises NoSuchMatch, MatchOver, NotSeated, HostingError
        (`nothing-to-prepare`); HostingError: the text is no answer in advance; `__cause__` is the game's error.
        """
        async with self.matches.hold(match_id) as match:
            seat, game = playing_seat(match, person_id), match.session.game
            if key not in {each.key for each in game.preparations}:
                raise HostingError(*NOTHING_TO_PREPARE)
            answers = {each: stored for each, stored in (await self._answers(match, seat)).items() if each != key}
            if text.strip():
                try:
                    answers[key] = game.parse_prepared(key, text)
                except NotationError as error:
                    raise HostingError(
                        error.text, error.code, rule=error.rule, suggestions=error.suggestions
                    ) from error
            async with self.core.db.write() as connection:
                if answers:
                    await stored_answers.put_prepared(
                        connection, Prepared(match_id, seat, person_id, answers, self.core.clock.now())
                    )
                else:
                    await stored_answers.remove_prepared(connection, match_id, seat)
        await self.matches.change(match_id, self._answer)
        return answers

    async def start(self) -> None:
        """Answer decisions that were open when the process ended; call it once."""
        async with self.core.db.read() as connection:
            waiting = await stored_answers.answerable_matches(connection, self.core.share)
        for match_id in sorted(set(waiting)):
            self.core.tasks.start(self._catch_up(match_id), f"answers of match {match_id}")

    async def end(self, connection: AsyncConnection, _before: Match | None, after: Match) -> None:
        if after.session.game.preparations:
            await stored_answers.remove_prepared(connection, after.id)

    async def follow(self, match: Match) -> Change | None:
        """Return the stored answer to the present decision; None if none fits, or it was just taken back."""
        latest = match.history[-1] if match.history else None
        if not match.session.game.preparations or (latest is not None and latest.seq != match.seq):
            return None
        return await self._answer(match)

    async def _answer(self, match: Match) -> Change | None:
        to_act, session = match.session.to_act, match.session
        if len(session.deciding) != 1 or match.over or match.parked is not None or match.paused is not None:
            return None
        (seat,) = to_act
        text = prepared_turn(session.game, session.state, seat, await self._answers(match, seat))
        if text is None:
            return None
        try:
            after = session.play(seat, text)
        except TurnError as error:  # its words would tell the log what is stored
            _log.error("could not play the stored answer of seat %s in match %s: %s", seat, match.id, error.code)
            return None
        return events.turn(match, after, seat, match.person_of(seat), self.core.clock.now(), "prepared")

    async def _catch_up(self, match_id: int) -> None:
        await self.matches.change(match_id, self.follow)

    async def _answers(self, match: Match, seat: int) -> Mapping[str, str]:
        async with self.core.db.read() as connection:
            found = await stored_answers.prepared_of(connection, match.id, seat)
        return found.answers if found is not None and found.person_id == match.person_of(seat) else {}


# Conditional turns: "if they play this, I answer that".
#
# A plan is a tree of turns in the order in which they would be played, beginning with the next one. Where others are to
# play it branches by what they might do; where its own player is, there is one answer. After each turn the tree shrinks
# to the branch that came true, or is dropped. It is a secret: nothing of it leaves this module but to its player.
#
# Plans are for games in which everybody sees everything (`GameInfo.open`): elsewhere checking a foreseen turn would
# tell what its player may not know.


MOST_TURNS = 200
"""Cap on the turns of a plan, all lines together."""
LONGEST_LINE = 20
"""Cap on the turns of one line."""
CACHED = 4096
"""Matches without a plan that are kept in memory."""


class Branch(NamedTuple):
    """A turn that may come, in canonical notation, and what may come after it."""

    text: str
    then: tuple[Branch, ...] = ()


Tree: TypeAlias = tuple[Branch, ...]
_TREE = TypeAdapter(tuple[Branch, ...])


NO_PLANS = say("You can't plan turns in this game because some things are hidden."), "plan-hidden"


def with_line(tree: Tree, session: Session, seat: Seat, line: Sequence[str]) -> Tree:
    if not session.game.info.open:
        raise HostingError(*NO_PLANS)
    if len(line) > LONGEST_LINE:
        raise _too_many_turns()
    seats, texts = _played_out(session, line)
    if not texts or seats[-1] != seat:
        raise HostingError(say("A line of a plan has to end with a turn of your own."), "plan-end")
    if seats[0] == seat:
        raise HostingError(say("It's your turn: play it, and plan what comes after."), "plan-own-turn")
    grown = _grown(tree, tuple(zip(seats, texts, strict=True)), seat)
    if _size(grown) > MOST_TURNS:
        reason = say_n(
            "A plan can't have more than {count} turn.", "A plan can't have more than {count} turns.", MOST_TURNS
        )
        raise HostingError(reason, "plan-large")
    return grown


def without_line(tree: Tree, line: Sequence[str]) -> Tree:
    """Return a plan without the answer at the end of a line, and everything that only led there."""
    if not line:
        return tree
    remaining = []
    for branch in tree:
        if branch.text != line[0]:
            remaining.append(branch)
        elif len(line) > 1:
            then = without_line(branch.then, line[1:])
            if then:
                remaining.append(branch._replace(then=then))
    return tuple(remaining)


def followed(tree: Tree, text: str) -> Tree:
    """Return the rest of a plan after a turn; empty if it didn't foresee it, or nothing after it."""
    return next((branch.then for branch in tree if branch.text == text), ())


def lines(tree: Tree) -> Iterator[tuple[str, ...]]:
    """Yield every line of a plan from the next turn to its last answer."""
    for branch in tree:
        if not branch.then:
            yield (branch.text,)
        for rest in lines(branch.then):
            yield (branch.text, *rest)


def dump(tree: Tree) -> Json:
    stored: Json = _TREE.dump_python(tree, mode="json")
    return stored


def load(data: Json) -> Tree:
    return read(_TREE, data, "plan")


def hypothetical(session: Session, line: Sequence[str]) -> Session:
    """Return the game after turns that may come, for completing the next one.

    Raises HostingError: one of them is illegal or may not be foreseen, or they are more than a plan may have.
    """
    if len(line) > LONGEST_LINE:
        raise _too_many_turns()
    for index, text in enumerate(line):
        session = _foreseen(session, text, index)[1]
    return session


@dataclass(eq=False, slots=True)
class Plans:
    """The plans of all players, followed as turns are played."""

    core: Core
    matches: Matches
    _written: dict[int, tuple[int, dict[Seat, Tree]]] = field(default_factory=dict, init=False)
    _unplanned: LruCache[int, bool] = field(default_factory=lambda: LruCache(CACHED), init=False)

    async def of(self, match_id: int, person_id: int) -> Tree:
        """Return a player's plan; empty if there is none. Raises NoSuchMatch, NotSeated."""
        match = await self.matches.get(match_id)
        return await self._load(match, playing_seat(match, person_id))

    async def add(self, match_id: int, person_id: int, line: Sequence[str]) -> Tree:
        """Add a line to a player's plan and return the plan. Raises NoSuchMatch, MatchOver, NotSeated, HostingError."""
        async with self.matches.hold(match_id) as match:
            seat = playing_seat(match, person_id)
            tree = with_line(await self._load(match, seat), match.session, seat, line)
            await self._put(match, seat, person_id, tree)
        return tree

    async def remove(self, match_id: int, person_id: int, line: Sequence[str] = ()) -> Tree:
        """Remove a line from a player's plan, or all of it, and return the rest. Raises NoSuchMatch, NotSeated."""
        async with self.matches.hold(match_id) as match:
            seat = playing_seat(match, person_id)
            tree = without_line(await self._load(match, seat), line) if line else ()
            await self._put(match, seat, person_id, tree)
        return tree

    async def start(self) -> None:
        """Follow the plans that were due when the process ended; call it once."""
        async with self.core.db.read() as connection:
            waiting = await choices.plans_on_turn(connection, self.core.share)
        for match_id in sorted({plan.match_id for plan in waiting}):
            self.core.tasks.start(self._catch_up(match_id), f"plans of match {match_id}")

    async def _catch_up(self, match_id: int) -> None:
        await self.matches.change(match_id, self.follow)

    async def _load(self, match: Match, seat: Seat) -> Tree:
        async with self.core.db.read() as connection:
            plan = await choices.plan_of(connection, match.id, seat)
        return () if plan is None or not _current(plan, match) else load(plan.tree)

    async def _put(self, match: Match, seat: Seat, person_id: int, tree: Tree) -> None:
        self._unplanned.forget(match.id)
        async with self.core.db.write() as connection:
            if tree:
                plan = Plan(match.id, seat, person_id, match.seq, dump(tree), self.core.clock.now())
                await choices.put_plan(connection, plan)
            else:
                await choices.remove_plans(connection, match.id, seat)

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Shrink the plans of a match to what came true, in the transaction of the event."""
        if before is None or before.seq == after.seq:
            return
        written: dict[Seat, Tree] = {}
        self._written[after.id] = (after.seq, written)
        if self._unplanned.get(after.id):
            return
        plans = await choices.plans_of(connection, after.id)
        if not plans:
            self._unplanned.put(after.id, True)
        for plan in plans:
            left = _left(plan, before, after)
            if left:
                written[plan.seat] = left
                updated = replace(plan, seq=after.seq, tree=dump(left), at=self.core.clock.now())
                await choices.put_plan(connection, updated)
                continue
            await choices.remove_plans(connection, after.id, plan.seat)
            if _broken(plan, before, after):
                await self._tell(connection, plan, after)

    async def _tell(self, connection: AsyncConnection, plan: Plan, match: Match) -> None:
        text = say(
            "Your plan in match {match} ({game}) has ended: the turn played wasn't the one you planned for.",
            match=match.id,
            game=match.session.game.info.name,
        )
        post = Posting("private", plan.person_id, TextPost(text))
        await add_posts(connection, match.id, match.seq, [post], self.core.clock.now())

    async def follow(self, match: Match) -> Change | None:
        to_act = match.session.to_act
        if match.over:
            self._written.pop(match.id, None)
        if len(to_act) != 1 or match.over or match.parked is not None or match.paused is not None:
            return None
        (seat,) = to_act
        seq, written = self._written.pop(match.id, (None, {}))
        # Right after an event it is known what was written with it; most matches have no plans, and nothing is asked.
        tree = written.get(seat, ()) if seq == match.seq else await self._load(match, seat)
        if len(tree) != 1:
            return None
        try:
            session = match.session.play(seat, tree[0].text)
        except TurnError:
            _log.exception("could not play the plan of seat %s in match %s", seat, match.id)
            return None
        return events.turn(match, session, seat, match.person_of(seat), self.core.clock.now(), "plan")


def _current(plan: Plan, match: Match) -> bool:
    return plan.seq == match.seq and plan.person_id == match.person_of(plan.seat)


def _left(plan: Plan, before: Match, after: Match) -> Tree:
    """Return the rest of a plan after an event; empty unless the event was a turn it foresaw."""
    if after.over or not _current(plan, before) or plan.person_id != after.person_of(plan.seat):
        return ()
    if after.session is before.session:  # a substitute for another player
        return load(plan.tree)
    last = after.history[-1] if after.history else None
    if last is None or last.seq != after.seq or last.kind != "turn" or after.session.last is None:
        return ()
    return followed(load(plan.tree), after.session.last.text)


def _broken(plan: Plan, before: Match, after: Match) -> bool:
    """Return whether a plan ended because of another turn, and not by its own end or its player."""
    if after.over or not _current(plan, before):
        return False
    last = after.history[-1] if after.history else None
    if last is not None and last.seq == after.seq and last.seat == plan.seat:
        return False
    text = None if after.session.last is None else after.session.last.text
    return text not in {branch.text for branch in load(plan.tree)}


def _played_out(session: Session, line: Sequence[str]) -> tuple[list[Seat], list[str]]:
    seats, texts = [], []
    for index, text in enumerate(line):
        seat, session = _foreseen(session, text, index)
        seats.append(seat)
        texts.append(session.last.text if session.last is not None else "")
    return seats, texts


def _too_many_turns() -> HostingError:
    reason = say_n(
        "A line of a plan can't have more than {count} turn.",
        "A line of a plan can't have more than {count} turns.",
        LONGEST_LINE,
    )
    return HostingError(reason, "plan-long")


def _foreseen(session: Session, text: str, index: int) -> tuple[Seat, Session]:
    to_act = session.to_act
    if not to_act:
        raise HostingError(say("The game is over before this turn."), "plan-over")
    if len(to_act) > 1:
        raise HostingError(say("You can't plan for turns where everyone chooses at once."), "plan-together")
    (seat,) = to_act
    try:
        turn = session.preview(seat, text)
        if turn.barrier:
            raise HostingError(
                say("What comes after this turn is drawn or hidden, so a plan has to end before it."), "plan-hidden"
            )
        return seat, session.play(seat, turn.text)
    except TurnError as error:
        raise HostingError(
            say("Turn {number} of the line, {turn}: {reason}", number=index + 1, turn=text, reason=error.text),
            error.code,
            rule=error.rule,
            given=error.given,
            suggestions=error.suggestions,
        ) from error


def _grown(tree: Tree, line: Sequence[tuple[Seat, str]], own: Seat) -> Tree:
    if not line:
        return tree
    (seat, text), rest = line[0], line[1:]
    here = next((branch for branch in tree if branch.text == text), Branch(text))
    grown = here._replace(then=_grown(here.then, rest, own))
    others = () if seat == own else tuple(branch for branch in tree if branch.text != text)
    return (*others, grown)


def _size(tree: Tree) -> int:
    return sum(1 + _size(branch.then) for branch in tree)


# Turns that are played by themselves because nothing else is legal, where the table wants that.


AUTOMATIC = "automatic"
"""The appointment that plays a turn that was left over when the process ended; its key is the match."""


@dataclass(eq=False, slots=True)
class AutoTurns:
    """Plays turns that are the only legal ones."""

    core: Core
    matches: Matches

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Note that a turn is to be played, in the transaction that made it the only one."""
        if after.terms.automatic:
            if _forced(after) is not None:
                # Nobody is asked what follows from the start of a match; later `follow` is.
                deadline = Deadline(AUTOMATIC, str(after.id), self.core.clock.now(), None)
                await deadlines.put(connection, deadline, wakes=before is None)
            elif before is not None:
                await deadlines.remove(connection, AUTOMATIC, str(after.id))

    async def follow(self, match: Match) -> Change | None:
        forced = _forced(match) if match.terms.automatic else None
        if forced is None:
            return None
        seat, text = forced
        person_id = match.person_of(seat)
        return events.turn(match, match.session.play(seat, text), seat, person_id, self.core.clock.now(), "automatic")

    async def left_over(self, key: str, _payload: Json) -> None:
        """Play what a process that died left to be played; a handler of appointments."""
        await self.matches.change(int(key), self.follow)


def _forced(match: Match) -> tuple[Seat, str] | None:
    if match.over or match.parked is not None or match.paused is not None:
        return None
    for seat in sorted(match.session.to_act):
        text = only_turn(match.session.game, match.session.state, seat)
        if text is not None:
            return seat, text
    return None
