"""Corrections of results: void, new ranks, excuse, undo; and the ratings that follow.

Nothing is overwritten. A correction writes the results anew, under the next revision, adds the differences to the
totals, and has the pool rated anew from that match on. All of it is one transaction, which counts up the revision of
the match first: of two organisers who correct it at once, one is refused.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Protocol, TypeAlias, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import ArenaError
from engine.game import Json
from engine.outcome import Termination, ruling
from engine.registry import name_of
from engine.seat import Seat
from engine.text import Member, Player, Text, Value, dump_text, listed, say
from hosting import rating
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match.audit import AuditCode
from hosting.match.model import NoSuchMatch
from hosting.match.service import Matches
from hosting.match_terms import Terms
from hosting.outbox import Posting, TextPost, add_posts
from hosting.rating import shown_rating
from hosting.results import scores, side_ranks
from store.ratings.replay import Ahead, NotAhead, go_ahead
from store.ratings.stored import RatingChange
from store.tables import audit, matches, people, results
from store.tables.matches import ReplayError, WriteConflict
from store.tables.results import Correction, CorrectionKind, Result, Why, held
from store.tables.values import StoredMatch, Subject

# What corrections make of the results of a match: pure, from the results as it ended and the corrections in force.
#
# A later correction overrides an earlier one: of those that say how the match ended, the last one in force holds; so
# does, for each seat, the last one that says whether its first player is excused. One that was taken back doesn't
# count, unless that was taken back, too. So if no correction is in force, the results are as they were, whatever was
# written before.


def in_force(corrections: Sequence[Correction]) -> list[Correction]:
    """Return the corrections in force, in the order of writing, including those that take others back."""
    found: list[Correction] = []
    undone: set[int] = set()
    for each in reversed(corrections):
        if each.id in undone:
            continue
        found.append(each)
        if each.undoes is not None:
            undone.add(each.undoes)
    return found[::-1]


def corrected(ended: Sequence[Result], corrections: Sequence[Correction], *, set_up: bool) -> tuple[Result, ...]:
    """Return the results of a match with the corrections in force; not of ratings (`store.tables.results.held`).

    `ended`: the results as it ended. `corrections`: all of the match, in order. `set_up`: whether it started from a
    position, or one was set up.
    """
    rows = tuple(ended)
    for each in in_force(corrections):
        match each.kind:
            case "void":
                rows = _ranked(rows, [1] * len(rows), Termination.VOID, "void")
            case "ranks":
                ranks = cast("Sequence[int]", each.detail["ranks"])
                why: Why | None = "position" if set_up else "solo" if len(rows) == 1 else None
                if ended[0].why == "computer":
                    why = "computer"
                rows = _ranked(rows, ranks, Termination.ADJUDICATED, why)
            case "excuse":
                seat, excused = each.detail["seat"], each.detail["excused"] is True
                rows = tuple(row._replace(excused=excused) if row.seat == seat else row for row in rows)
            case "undo":
                continue
    return rows


def _ranked(
    rows: Sequence[Result], ranks: Sequence[int], termination: Termination, why: Why | None
) -> tuple[Result, ...]:
    """Return results with other ranks: people decided them, so they are in no list of the best."""
    teams = [row.team for row in rows]
    return tuple(
        row._replace(rank=rank, score=score, termination=termination.value, why=why, category=None, merit=None)
        for row, rank, score in zip(rows, side_ranks(ranks, teams), scores(ranks, teams), strict=True)
    )


# Messages to people whose ratings a correction moved: one each, however many moved.


def moved_texts(
    match_id: int, game: str, here: Iterable[RatingChange], everywhere: Iterable[RatingChange]
) -> dict[int, Text]:
    own, shared = ({each.person_id: each for each in changes if _seen(each)} for changes in (here, everywhere))
    return {person_id: _text(match_id, game, own.get(person_id), shared.get(person_id)) for person_id in own | shared}


def _seen(change: RatingChange) -> bool:
    return shown_rating(change.before) != shown_rating(change.after)


def _text(match_id: int, game: str, here: RatingChange | None, everywhere: RatingChange | None) -> Text:
    texts = []
    if here is not None:
        texts.append(
            say(
                "Your rating in {game} is now {now} (was {before}): an organiser corrected the result of match "
                "{match}, and everything after it was recalculated.",
                **_numbers(match_id, game, here),
            )
        )
    if everywhere is not None:
        texts.append(
            say(
                "Your rating across all servers in {game} is now {now} (was {before}): an organiser corrected "
                "the result of match {match}, and everything after it was recalculated.",
                **_numbers(match_id, game, everywhere),
            )
            if here is None
            else say(
                "Your rating across all servers is now {now} (was {before}).", **_numbers(match_id, game, everywhere)
            )
        )
    return texts[0] if len(texts) == 1 else say("{here} {everywhere}", here=texts[0], everywhere=texts[1])


def _numbers(match_id: int, game: str, change: RatingChange) -> dict[str, Text | str | int]:
    return {
        "game": name_of(game),
        "now": shown_rating(change.after),
        "before": shown_rating(change.before),
        "match": match_id,
    }


# What can be wrong with a correction of results.


# ruff: noqa: N818 - named for what happened, as callers catch them by that name


NO_RESULT_YET = (
    say("This match is still on, so there's no result to correct: `/organise adjudicate` or `/organise void` ends it."),
    "no-result-yet",
)


class NothingCorrected(HostingError):
    """The correction would change nothing."""

    code, says = "nothing-corrected", say("That's already the result, so nothing was changed.")


class NoSuchCorrection(HostingError):
    """There is no correction to take back."""

    code = "no-such-correction"
    says = say(
        "That correction isn't in effect in this match: choose one from the list, or leave it out for the latest."
    )


_CORRECTED_MEANWHILE = (
    say("The result was just corrected: check `/organise log`, and use the command again if you still need to."),
    "corrected-meanwhile",
)


T = TypeVar("T")
ATTEMPTS = 5
"""Attempts at a correction: once for each pool, and again where another one was faster."""
Gone: TypeAlias = Mapping[int, Ahead]
"""How far pools were computed ahead of a correction, by number."""


class LeagueHook(Protocol):
    """Takes corrected results to leagues."""

    async def flow(self, connection: AsyncConnection, match_id: int, rows: Sequence[Result]) -> None:
        """Write a match's present results into its league, in the transaction of a correction."""
        ...

    async def foresee(self, connection: AsyncConnection, match_id: int) -> Callable[[], Awaitable[Text | None]] | None:
        """Return a function that says, once a correction is written in the same transaction, what follows elsewhere.

        None if nothing does, as the match counts nowhere else.
        """
        ...


@dataclass(frozen=True, slots=True)
class NewCorrection:
    """A correction to make: `kind`, `detail` and `undoes` as in `Correction`."""

    kind: CorrectionKind
    detail: Mapping[str, Json] = field(default_factory=dict)
    undoes: int | None = None


Correct: TypeAlias = Callable[[AsyncConnection, int, NewCorrection, Text], Awaitable[Correction | None]]
"""Corrects a match in a transaction, given who does so, what and why; returns None where nothing would be another."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The stored data of a match to correct.

    Attributes:
        revisions: Its results of all revisions, the first one first, by seat.
        corrections: In the order of writing.
        shared: Its results in the ratings of all servers, as `revisions`; empty if it doesn't count there.
    """

    match: StoredMatch
    revisions: Sequence[Sequence[Result]]
    corrections: Sequence[Correction]
    shared: Sequence[Sequence[Result]]

    @property
    def set_up(self) -> bool:
        """Whether a position was set up at its start or later."""
        return self.match.setup.position != "" or any(event.kind == "position" for event in self.match.events)


class _Foreseen(Exception):  # no error: it takes back what was written to see what follows
    """Carries the consequences of a correction, in words, out of a transaction that is rolled back; None for none."""

    def __init__(self, text: Text | None) -> None:
        super().__init__()
        self.text = text


@dataclass(eq=False, slots=True)
class Corrections:
    """Corrects results.

    All methods that correct raise what `check` does, NothingCorrected, HostingError (`corrected-meanwhile`).
    """

    core: Core
    matches: Matches
    league: LeagueHook

    async def in_force(self, match_id: int) -> list[Correction]:
        """Return the corrections of a match that can be taken back, the latest last."""
        async with self.core.db.read() as connection:
            return in_force(await results.corrections_of(connection, match_id))

    async def check(self, match_id: int, person_id: int) -> None:
        """Check that a person may correct the results of a match.

        Raises:
            NoSuchMatch: There is none.
            HostingError (`no-result-yet`): It has not ended.
            HostingError (`played-there`): The person sat there at any time.
        """
        async with self.core.db.read() as connection:
            await _known(connection, match_id, person_id)

    async def void(self, match_id: int, person_id: int, reason: Text) -> Correction:
        return await self._correct(match_id, person_id, NewCorrection("void"), reason)

    async def rank(self, match_id: int, person_id: int, ranks: Sequence[int], reason: Text) -> Correction:
        """Rank the seats of a match anew, as in `Outcome`; it counts, however it ended.

        Raises:
            ValueError: These are no ranks.
            HostingError (`partners-apart`): Partners have different ranks.
        """
        ruling(Termination.ADJUDICATED, ranks)
        return await self._correct(match_id, person_id, NewCorrection("ranks", {"ranks": list(ranks)}), reason)

    async def excuse(self, match_id: int, person_id: int, seat: Seat, *, excused: bool, reason: Text) -> Correction:
        """Excuse the first player of a seat, who left, or undo that. Raises HostingError (`not-handed-over`)."""
        return await self._correct(
            match_id, person_id, NewCorrection("excuse", {"seat": seat, "excused": excused}), reason
        )

    async def undo(self, match_id: int, person_id: int, correction: int | None, reason: Text) -> Correction:
        """Take a correction back, the latest one in force if none is named. Raises NoSuchCorrection."""
        return await self._correct(match_id, person_id, NewCorrection("undo", undoes=correction or 0), reason)

    async def foresee(self, match_id: int, person_id: int, deed: NewCorrection) -> Text | None:
        """Return what a correction would mean elsewhere, such as for a tie of a league; None for nothing.

        It's written and rolled back, so the text is exact. Raises what the correction would.
        """
        readable = await self._is_readable(match_id)

        async def write(ahead: Gone) -> None:
            async with self.core.db.write() as connection:
                if (tell := await self.league.foresee(connection, match_id)) is None:
                    raise _Foreseen(None)
                await self._write(connection, match_id, person_id, deed, say(""), ahead, readable=readable)
                raise _Foreseen(await tell())

        async with self.matches.locked(match_id):
            try:
                await self.ahead(write)
            except _Foreseen as seen:
                return seen.text
            except WriteConflict as error:
                raise HostingError(*_CORRECTED_MEANWHILE) from error
        return None

    async def ahead(self, write: Callable[[Gone], Awaitable[T]]) -> T:
        """Run `write`, which corrects in a transaction, again until the pools that it needs are computed.

        `write` gets how far pools were computed. Raises HostingError (`corrected-meanwhile`): others correct all the
        time.
        """
        gone: dict[int, Ahead] = {}
        for _ in range(ATTEMPTS):
            try:
                return await write(gone)
            except NotAhead as missing:
                gone[missing.pool.id] = await go_ahead(self.core.db.read, missing)
        raise HostingError(*_CORRECTED_MEANWHILE)

    @asynccontextmanager
    async def along(self, match_id: int | None, ahead: Gone) -> AsyncIterator[Correct]:
        """Give a function that corrects a match in the caller's transaction, with the match locked.

        `match_id`: None for no match, with nothing to write. `ahead`: how far pools were computed (`ahead`).
        """
        if match_id is None:
            yield _nothing
            return
        readable = await self._is_readable(match_id)

        async def write(
            connection: AsyncConnection, person_id: int, deed: NewCorrection, reason: Text
        ) -> Correction | None:
            with suppress(NothingCorrected, NoSuchCorrection):
                return await self._write(connection, match_id, person_id, deed, reason, ahead, readable=readable)
            return None

        async with self.matches.locked(match_id):
            try:
                yield write
            except WriteConflict as error:
                raise HostingError(*_CORRECTED_MEANWHILE) from error
            finally:
                self.matches.forget([match_id])

    async def _correct(self, match_id: int, person_id: int, deed: NewCorrection, reason: Text) -> Correction:
        readable = await self._is_readable(match_id)

        async def write(ahead: Gone) -> Correction:
            async with self.core.db.write() as connection:
                return await self._write(connection, match_id, person_id, deed, reason, ahead, readable=readable)

        async with self.matches.locked(match_id):
            try:
                written = await self.ahead(write)
            except WriteConflict as error:
                raise HostingError(*_CORRECTED_MEANWHILE) from error
            finally:
                self.matches.forget([match_id])
        self.core.outbox.drain()
        return written

    async def _is_readable(self, match_id: int) -> bool:
        """Return whether this version can replay a match. Its results can be corrected either way."""
        try:
            await self.matches.get(match_id)
        except ReplayError:
            return False
        return True

    async def _write(
        self,
        connection: AsyncConnection,
        match_id: int,
        person_id: int,
        deed: NewCorrection,
        reason: Text,
        ahead: Gone,
        *,
        readable: bool,
    ) -> Correction:
        known = await _known(connection, match_id, person_id)
        await matches.touch(connection, match_id, known.match.rev)
        deed, now = _checked(known, deed), self.core.clock.now()
        latest = known.revisions[-1]
        draft = Correction(
            id=0,
            guild_id=known.match.guild_id,
            match_id=match_id,
            revision=latest[0].revision + 1,
            kind=deed.kind,
            detail=deed.detail,
            person_id=person_id,
            at=now,
            why=dump_text(reason),
            undoes=deed.undoes,
        )
        rows = corrected(known.revisions[0], [*known.corrections, draft], set_up=known.set_up)
        if deed.kind != "undo" and _same(rows, latest, ranked=deed.kind == "ranks"):
            raise NothingCorrected
        computers = await people.computers_among(connection, _people(known.match))
        rows = held(tuple(row._replace(revision=draft.revision) for row in rows), computers)
        earlier, shared_earlier = list(chain(*known.revisions)), list(chain(*known.shared))
        variant, wanted = self._variant(known.match), _wanted(known)
        written = await results.add_correction(connection, draft)
        renumbered = partial(rating.renumber, connection, variant=variant, wanted=wanted)
        rerated = partial(rating.recompute, connection, cause=written.id, at=now, ahead=ahead)
        numbered = await renumbered(rows, earlier)
        await results.add(connection, numbered)
        await results.add_totals(
            connection, results.totals_difference(results.tally([latest]), results.tally([numbered]))
        )
        moved = await rerated(numbered, earlier)
        await self.league.flow(connection, match_id, numbered)
        moved_there: list[RatingChange] = []
        if shared_earlier:
            # The pool of all servers last: from here to the commit no match that is rated there ends in any process.
            shared = await renumbered(rating.of_all_servers(rows), shared_earlier)
            await results.add(connection, shared)
            moved_there = await rerated(shared, shared_earlier)
        told_there = await self._to_be_told(connection, known.match, moved, moved_there)
        texts = moved_texts(match_id, known.match.game, moved, told_there)
        await self._tell(connection, known.match, written, reason, texts, readable=readable)
        return written

    def _variant(self, match: StoredMatch) -> str:
        try:
            info = self.core.games(match.game).info
        except ArenaError:  # a game that this version does not know: what it was rated in is known from then
            return ""
        return info.variant(match.setup.mode, match.setup.options)

    async def _tell(
        self,
        connection: AsyncConnection,
        match: StoredMatch,
        correction: Correction,
        reason: Text,
        moved: Mapping[int, Text],
        *,
        readable: bool,
    ) -> None:
        """Note a correction in the audit log, announce it in the match's channel, and tell those whose rating moved."""
        undone = {} if correction.undoes is None else {"undoes": correction.undoes}
        await audit.add(
            connection,
            guild_id=match.guild_id,
            subject=Subject.of_match(match.id),
            code=AuditCode.CORRECTED,
            person_id=correction.person_id,
            detail={
                **correction.detail,
                **undone,
                "correction": correction.id,
                "kind": correction.kind,
                "reason": correction.why,
            },
            at=correction.at,
        )
        server = None if readable else match.guild_id
        post = TextPost(_announced(match, correction, reason), unbegun=server)
        posts = [Posting("notice", place.channel_id, post) for place in match.places if place.role == "board"]
        posts += [Posting("private", person_id, TextPost(text, unbegun=server)) for person_id, text in moved.items()]
        await add_posts(connection, match.id, match.seq, posts, correction.at)

    async def _to_be_told(
        self,
        connection: AsyncConnection,
        match: StoredMatch,
        here: Sequence[RatingChange],
        everywhere: Sequence[RatingChange],
    ) -> list[RatingChange]:
        """Return the announced changes of ratings of all servers: of people of the match's server who see them.

        An organiser of one server doesn't cause messages to people of another one.
        """
        near = _people(match) | {each.person_id for each in here}
        changes = [each for each in everywhere if each.person_id in near]
        if not changes or not self.core.everywhere:
            return []
        agreed = await people.agreed(connection, [each.person_id for each in changes])
        return [each for each in changes if each.person_id in agreed]


_ANNOUNCED: Mapping[CorrectionKind, Text] = {
    "void": say("An organiser corrected the result of match {match}: it doesn't count. {reason}"),
    "ranks": say("An organiser corrected the result of match {match}. It's now {order}. {reason}"),
    "excuse": say("An organiser corrected which player a seat in match {match} counts for. {reason}"),
    "undo": say("An organiser undid correction {undone} of the result of match {match}. {reason}"),
}


def _announced(match: StoredMatch, correction: Correction, reason: Text) -> Text:
    order: Value | Text = ""
    if correction.kind == "ranks":
        given = cast("Sequence[int]", correction.detail["ranks"])
        ranked = sorted(zip(given, match.seats, strict=True), key=lambda each: (each[0], each[1].seat))
        order = listed(
            (say("{rank}. {player}", rank=rank, player=Member(at.person_id)) for rank, at in ranked), "comma"
        )
        if len(given) == 1:
            order = say("a victory") if given == [1] else say("a defeat")
    values: dict[str, Value | Text] = {
        "match": match.id,
        "undone": correction.undoes or 0,
        "order": order,
        "reason": reason,
    }
    return _ANNOUNCED[correction.kind].using(**values)


async def _nothing(_connection: AsyncConnection, _person_id: int, _deed: NewCorrection, _reason: Text) -> None:
    """Correct no match."""


async def _known(connection: AsyncConnection, match_id: int, person_id: int) -> _Known:
    match = await matches.load(connection, match_id)
    if match is None:
        raise NoSuchMatch
    revisions = await results.revisions(connection, match_id)
    if not revisions:
        raise HostingError(*NO_RESULT_YET)
    if person_id in _people(match):
        raise HostingError(
            say("You played in this match, so another organiser has to correct its result."), code="played-there"
        )
    shared = await results.revisions(connection, match_id, everywhere=True)
    return _Known(match, revisions, await results.corrections_of(connection, match_id), shared)


def _people(match: StoredMatch) -> set[int]:
    handed = [event.data for event in match.events if event.kind == "substitute"]
    others = (cast("int", data[key]) for data in handed for key in ("was", "user"))
    return {*(each.person_id for each in match.seats), *others}


def _checked(known: _Known, deed: NewCorrection) -> NewCorrection:
    """Return the correction, with the one that it takes back named. Raises what the methods of `Corrections` do."""
    rows = known.revisions[0]
    match deed.kind:
        case "ranks":
            ranks = deed.detail["ranks"]
            if not isinstance(ranks, list) or len(ranks) != len(rows):
                raise ValueError(f"{ranks} for {len(rows)} seats")
            if any(
                rank != other and row.side == beside.side
                for row, rank in zip(rows, ranks, strict=True)
                for beside, other in zip(rows, ranks, strict=True)
            ):
                raise HostingError(say("Partners share a rank: give both the same."), code="partners-apart")
        case "excuse":
            row = next((each for each in rows if each.seat == deed.detail["seat"]), None)
            if row is None:
                raise ValueError(f"there is no seat {deed.detail['seat']}")
            if not row.handed_over:
                raise HostingError(
                    say(
                        "{player} had this seat from start to end, so there's nobody to excuse.",
                        player=Player(row.seat),
                    ),
                    code="not-handed-over",
                )
        case "undo":
            holding = in_force(known.corrections)
            wanted = [each for each in holding if deed.undoes in {0, each.id}]
            if not wanted:
                raise NoSuchCorrection
            return replace(deed, undoes=wanted[-1].id)
        case "void":
            pass
    return deed


def _same(rows: Sequence[Result], latest: Sequence[Result], *, ranked: bool) -> bool:
    """Return whether a correction would leave the results of a match as they are.

    One that confirms the ranks changes nothing, though it would call a match that ended by the rules adjudicated.
    """

    def essence(row: Result) -> tuple[object, ...]:
        result = row.rank, row.score, row.why, row.excused
        return result if ranked else (*result, row.termination, row.merit)

    return [essence(row) for row in rows] == [essence(row) for row in latest]


def _wanted(known: _Known) -> bool:
    """Return whether a match is rated if it counts: as when it ended, and otherwise as its table agreed.

    A match that could have been rated when it ended, and was not, isn't rated by a correction.
    """
    ended = known.revisions[0]
    if any(row.rated is not None for row in ended):
        return True
    could = any(row.rated is not None for row in held(ended))
    return not could and "rated" in known.match.terms and Terms.load(known.match.terms).rated
