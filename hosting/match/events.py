"""Events of a match, as values: each function takes a match and returns the change.

None of them writes anything; `hosting.match.service` does, under the match's lock and in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from engine.errors import SetupError
from engine.game import Json
from engine.outcome import Outcome
from engine.seat import Seat
from engine.session import Session
from engine.text import Member, Player, Text, say, say_n
from engine.turn import SEPARATOR
from hosting.errors import HostingError
from hosting.match.audit import AuditCode, Line
from hosting.match.model import (
    BEHIND_BARRIER,
    NOTHING_TO_TAKE_BACK,
    Former,
    Match,
    MatchOver,
    NotSeated,
    Passed,
    Person,
    Request,
)
from hosting.outbox import Posting, TextPost
from store.documents import Document
from store.tables.matches import dump_ruling, passed_by
from store.tables.people import distinct_names
from store.tables.values import NO_DATA, EventKind, StoredEvent

# How much of a match is taken back, as people count it: in turns.


@dataclass(frozen=True, slots=True)
class Undone(Document):
    """The turns that an undo takes back.

    Attributes:
        turns: How many, automatic ones included. What several chose at once is one, and the others' answers in a turn
            belong to it.
        inside: Whether it begins inside a turn, of which a part stays: an answer, say, or what comes after one.
    """

    sparse = True

    turns: int
    inside: bool = False


def undone(match: Match, to: int) -> Undone:
    """Return the turns taken back when a match goes back to an event's position; 0 is the start."""
    entries = match.session.entries
    kept = max((passed.entries for passed in match.history if passed.seq <= to), default=0)
    left = [passed for passed in match.history if passed.seq > to and passed.kind in ("turn", "joint")]
    turns = {entries[passed.entries - 1].turn for passed in left}
    begun = {entry.turn for entry in entries[:kept][-1:]}
    return Undone(len(turns), inside=bool(begun & turns))


Cause: TypeAlias = Literal["time", "automatic", "plan", "prepared", "organiser"]
"""The cause of a turn that isn't the player's own."""

BOT = 0
"""Stands for the bot itself where an event or a line of the audit log names who did it."""


@dataclass(frozen=True, slots=True)
class Fulfilled:
    """A request, with all votes, that a change carries out; `person_id` is the last person to agree."""

    request: Request
    person_id: int


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat for which a change calls a substitute.

    Attributes:
        person_id: The caller; `BOT` for the bot.
        cause: None if it's the player's own wish.
    """

    seat: Seat
    person_id: int
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a match, with everything that is written for it in the same transaction.

    Attributes:
        match: The match after it: with its new session, seats and history, or with a change that is no event (clock,
            pause, parking, places, sealed choices).
        event: None if nothing happens in the game.
        note: Text above the board, for an event that is no turn.
        fulfils: The request that it carries out.
        announcement: Posted wherever the match shows its boards, if it isn't parked; see `notices.announce`.
        vacancies: Seats for which it calls substitutes; nobody is called twice.
        posts: Further posts.
    """

    match: Match
    at: datetime
    event: StoredEvent | None = None
    note: Text | None = None
    audit: tuple[Line, ...] = ()
    fulfils: Fulfilled | None = None
    announcement: Text | TextPost | None = None
    vacancies: tuple[Vacancy, ...] = ()
    posts: tuple[Posting, ...] = ()

    def logged(self, code: AuditCode, person_id: int, **detail: Json) -> Change:
        return replace(self, audit=(*self.audit, Line(code, person_id, detail)))


def turn(
    match: Match,
    session: Session,
    seat: Seat,
    person_id: int,
    at: datetime,
    cause: Cause | None = None,
    about: Mapping[str, Json] = NO_DATA,
) -> Change:
    """Return the turn that led to a session: an event, or one more sealed choice while others must choose, too.

    The last one of a joint decision reveals the others. `about`: what is stored with a computer's turn.
    """
    if len(session.entries) == len(match.session.entries):
        causes: dict[Seat, str] = {each: known for each, known in match.causes.items() if each != seat}
        known_before = {each: known for each, known in match.decided.items() if each != seat}
        if cause is not None:
            causes[seat] = cause
        after = replace(match, session=session, causes=causes, decided=known_before | ({seat: about} if about else {}))
        return Change(after, at)
    together = len(match.session.game.to_act(match.session.state)) > 1
    return _moved(match, session, "joint" if together else "turn", seat, person_id, at, cause, about)


def decided(event: StoredEvent) -> dict[Seat, Mapping[str, Json]]:
    """Return what is stored with the computers' turns of an event, by seat."""
    found = event.data.get("computers", {}), {str(event.seat): event.data.get("computer")}
    return {
        int(seat): about
        for each in found
        if isinstance(each, Mapping)
        for seat, about in each.items()
        if isinstance(about, Mapping)
    }


def more_follows(event: StoredEvent) -> bool:
    """Return whether an event is a computer's turn after which computers alone had to act: it's told with theirs."""
    about = event.data.get("computer")
    return isinstance(about, Mapping) and about.get("more") is True


def forfeit(match: Match, seat: Seat, person_id: int, at: datetime, cause: Cause | None = None) -> Change:
    """Return the surrender of a seat; with cause "time" it lost by the clock.

    Raises IllegalMoveError: the seat is out of the game already.
    """
    session = match.session.forfeit(seat, late=cause == "time")
    return _moved(match, session, "forfeit", seat, person_id, at, cause)


def undo(
    match: Match, to: int, earlier: Session, seat: Seat | None, person_id: int, at: datetime, cause: Cause | None = None
) -> Change:
    """Return the match's way back to the position after an event.

    `to`: that event's number, one of the match's history; 0 for the start. `earlier`: the session after it. `seat`: who
    took back; None for an organiser. `cause`: "organiser" if one did it.

    Raises:
        MatchOver: It ended already.
        HostingError (`nothing-to-take-back`): It's no event of the history, or something that cannot be taken back came
            after it.
    """
    if match.over:
        raise MatchOver
    if to not in {0, *(passed.seq for passed in match.history[:-1])} or not match.history:
        raise HostingError(*NOTHING_TO_TAKE_BACK)
    if len(earlier.entries) < match.session.floor or any(
        passed.seq > to and passed.kind == "position" for passed in match.history
    ):
        raise HostingError(*BEHIND_BARRIER)
    event = _event(match, "undo", seat, person_id, at, {"to": to}, cause)
    history = tuple(passed for passed in match.history if passed.seq <= to)
    after = replace(match, session=replace(earlier, sealed=()), history=history)
    return Change(after, at, event, _taken_back(seat, undone(match, to)))


def set_back(match: Match, to: int, person_id: int, at: datetime) -> Change:
    """Return the way back to the last event that can be read, in a match as far as it can be."""
    event = _event(match, "undo", None, person_id, at, {"to": to}, "organiser")
    after = replace(match, seq=event.seq, rev=match.rev + 1, events=(*match.events, event))
    return Change(after, at, event)


def substitute(
    match: Match, seat: Seat, person: Person, person_id: int, at: datetime, *, excused: bool = False
) -> Change:
    """Return the handover of a seat to another person, who plays on under their own name.

    The seat's sealed choices are dropped: the successor must neither read nor play them. `excused`: an organiser
    excuses the former player, so that a lost game isn't theirs (`hosting.results`).

    Raises:
        MatchOver: There is nothing left to play.
        NotSeated: There is no such seat, or the person plays already.
    """
    if match.over:
        raise MatchOver
    if not 1 <= seat <= len(match.seats) or match.seat_of(person.person_id) is not None:
        raise NotSeated
    before = match.seats[seat - 1]
    after = replace(before, person_id=person.person_id, name=_name_beside(match, person))
    data: dict[str, Json] = {"user": person.person_id, "was": before.person_id}
    if excused:
        data["excused"] = True
    event = _event(match, "substitute", seat, person_id, at, data)
    return Change(
        replace(
            match,
            session=match.session.unseal(seat),
            seats=(*match.seats[: seat - 1], after, *match.seats[seat:]),
            former=(*match.former, Former(seat, before.person_id, before.name, event.seq)),
        ),
        at,
        event,
        say("**{new}** plays on for {old}.", new=Member(person.person_id), old=Member(before.person_id)),
    )


def _name_beside(match: Match, person: Person) -> str:
    """Return the name of a person who comes into a match: theirs if they were there before, else a distinct one."""
    if (known := match.members.get(person.person_id)) is not None:
        return known
    return distinct_names([*match.members.values(), person.name])[-1]


def rule(match: Match, outcome: Outcome, person_id: int, at: datetime, cause: Cause | None = None) -> Change:
    """Return the end of a match by a ruling (`engine.outcome`).

    Raises MatchOver: it ended already.
    """
    if match.over:
        raise MatchOver
    session = match.session.rule(outcome)
    event = _event(match, "ruling", match.seat_of(person_id), person_id, at, dump_ruling(outcome), cause)
    after = replace(match, session=session, history=(*match.history, passed_by(event, session)))
    return Change(after, at, event, outcome.reason)


def position(match: Match, line: str, person_id: int, at: datetime) -> Change:
    """Return the start of the same match from another position; earlier turns no longer count.

    Raises:
        MatchOver: It ended already.
        SetupError: The game has no such position, or draws at random, so that a position doesn't tell all; or several
            choose at once in it, and their commitments are told apart by the number of the turn.
    """
    if match.over:
        raise MatchOver
    game = match.session.game
    if game.info.uses_chance or game.info.together:
        raise SetupError(
            say("{game} can't start from a set-up position.", game=game.info.name), code="no-positions", given=line
        )
    session = Session.start(game, replace(match.setup, position=line), match.session.chance)
    # What was typed is written again as the game writes it: it is shown, and stands in the record.
    line = game.write_position(session.state)
    session = replace(session, setup=replace(session.setup, position=line))
    if session.outcome is not None:
        raise SetupError(say("The game is over in this position."), code="position-over", given=line)
    event = _event(match, "position", None, person_id, at, {"position": line}, "organiser")
    after = replace(
        match, session=session, setup=session.setup, history=(Passed(event.seq, "position", None, person_id, 0),)
    )
    return Change(after, at, event, say("An organiser set up a position; the match goes on from here."))


def _moved(
    match: Match,
    session: Session,
    kind: EventKind,
    seat: Seat,
    person_id: int,
    at: datetime,
    cause: Cause | None,
    about: Mapping[str, Json] = NO_DATA,
) -> Change:
    new = session.entries[len(match.session.entries) :]
    choices: tuple[tuple[Seat, str], ...] = ()
    if kind == "joint":
        choices = tuple((entry.seat, entry.text) for entry in new)
    elif match.session.sealed and not session.sealed:  # a surrender that left nobody to wait for
        choices = tuple((sealed_seat, entry.text) for sealed_seat, _, entry in match.session.sealed)
    causes: dict[str, Json] = {
        str(each): match.causes[each] for each, _ in choices if each != seat and each in match.causes
    }
    data: dict[str, Json] = {"causes": causes} if causes else {}
    sealed = [each for each, _ in choices if each != seat and each in match.decided]
    if sealed:
        data["computers"] = {str(each): {**match.decided[each]} for each in sealed}
    if kind == "turn" and seat in match.computers and session.deciding and session.deciding <= match.computers:
        about = {**about, "more": True}
    if about:
        data["computer"] = {**about}
    if cause is not None:
        data["cause"] = cause
    text = SEPARATOR.join(entry.text for entry in new)
    event = StoredEvent(match.seq + 1, kind, seat, person_id, text, choices, at, data or NO_DATA)
    after = replace(match, session=session, history=(*match.history, passed_by(event, session)))
    return Change(after, at, event)


def _taken_back(seat: Seat | None, back: Undone) -> Text:
    if back.inside:
        if seat is None:
            return say("An organiser took the match back to an earlier decision; it goes on from there.")
        player = Player(seat)
        return say(
            "**{player}** took the match back to before their last decision; it goes on from there.", player=player
        )
    if seat is None:
        return say_n(
            "An organiser took back a turn; the match goes on from here.",
            "An organiser took back {count} turns; the match goes on from here.",
            back.turns,
        )
    return say_n(
        "**{player}** took back a turn; the match goes on from here.",
        "**{player}** took back their last turn and what was played since, {count} turns in all; the match goes on "
        "from here.",
        back.turns,
        player=Player(seat),
    )


def _event(
    match: Match,
    kind: EventKind,
    seat: Seat | None,
    person_id: int,
    at: datetime,
    data: Mapping[str, Json],
    cause: Cause | None = None,
) -> StoredEvent:
    details = data if cause is None else {**data, "cause": cause}
    return StoredEvent(match.seq + 1, kind, seat, person_id, "", (), at, details)
