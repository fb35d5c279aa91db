"""Commitments: proof that no sealed choice was altered before it was opened, without telling whose it is.

While choices are sealed, one message of the match shows a hash of each, in an order that says nothing. When all are in,
it shows all of them, and stays like that; only then, in the order in which a channel's posts go out, comes the board
that opens them: seat, salt and choice, from which anybody can compute the hashes again (`engine.commitments`).

A choice that never comes to light, as its seat was handed over or resigned, is dropped, and its hash stays, as all
could read it. One that its seat alone may read (`Game.veil`) stays closed when all are in, with its hash in the
message, and is opened with all others like it when the match is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from engine import commitments
from engine.seat import Seat
from hosting.core import Core
from hosting.match.model import BEGINNING, Commitment, DropCause, Dropped, Match, is_held
from hosting.outbox import BoardPost, HashesPost, Posting, add_posts, load
from store.tables import choices as stored_commitments
from store.tables import outbox


@dataclass(frozen=True, slots=True)
class Sealing:
    """The public state of one decision of a match.

    Attributes:
        decision: The number of the game's turn in which several choose at once.
        deciding: How many seats choose; 0 once the decision is past.
        digests: The hashes of the choices that are in, sorted, so that their order tells nothing.
        chosen: The seats that have chosen, where the table shows that; else empty.
        opened: The commitments, once they are revealed.
        dropped: Hashes that were posted and are never opened, as their choices are gone.
        closed: How many choices stay closed though all are in.
    """

    decision: int
    deciding: int
    digests: tuple[str, ...]
    chosen: tuple[Seat, ...] = ()
    opened: tuple[Commitment, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    closed: int = 0


def opened_line(commitment: Commitment) -> str:
    """Return the text that a commitment's hash is made from; a secret until it's revealed."""
    salt = commitment.salt.hex()
    return commitments.sealed_line(commitment.match_id, commitment.decision, commitment.seat, salt, commitment.text)


def digest(commitment: Commitment) -> str:
    """Return the hash of a commitment in hexadecimal."""
    return commitments.digest(opened_line(commitment))


@dataclass(frozen=True, slots=True)
class Proof:
    """The messages that prove a decision's choices, in the match's own channel.

    Attributes:
        decision: -1 for the beginning of the match, where one message commits to the seed.
        hashes: The message with the hashes; None if it isn't known any more.
        opening: The message that opens them, or commits to the seed; None as above, or where the end opened them.
    """

    decision: int
    hashes: int | None
    opening: int | None


def copied(match: Match, sealings: Iterable[Sealing]) -> str:
    """Return the stored state of open decisions in the form of the messages (`engine.transcript`)."""
    lines: list[str] = []
    for each in sealings:
        count = len(each.digests)
        lines += [f"{commitments.list_mark(match.id, each.decision, count, count)}:", *each.digests]
        lines += [
            f"{commitments.dropped_mark(match.id, one.decision, shown_seat(one))} → {one.digest}"
            for one in each.dropped
        ]
        lines += [f"{opened_line(one)} → {digest(one)}" for one in each.opened]
    return "\n".join(lines)


def openings(sealings: Iterable[Sealing]) -> str:
    """Return the lines that open decisions, one for each choice, without the earlier hashes."""
    return "".join(f"{opened_line(one)} → {digest(one)}\n" for each in sealings for one in each.opened)


def shown_seat(dropped: Dropped) -> Seat:
    """Return the seat of a dropped choice, where everybody knows that it's gone; else 0."""
    return dropped.seat if dropped.cause in ("handed-over", "gave-up") else 0


@dataclass(eq=False, slots=True)
class Commitments:
    """Keeps commitments in step with sealed choices, in the same transactions."""

    core: Core

    async def posted(self, match: Match, decision: int, channel_id: int) -> tuple[Sealing, int | None]:
        """Return the public state of one decision, and its message in a channel; None before it's posted."""
        async with self.core.db.read() as connection:
            sealing = await _sealing(connection, match, decision)
            payload = HashesPost(decision).dump()
            return sealing, await outbox.message_of(connection, match.id, channel_id, "sealed", payload)

    async def opened(self, match: Match) -> list[Sealing]:
        async with self.core.db.read() as connection:
            found = await stored_commitments.commitments_of_match(connection, match.id)
            decisions = sorted({each.decision for each in found if each.revealed})
            return [await _sealing(connection, match, decision) for decision in decisions]

    async def opened_at_the_end(self, match: Match) -> list[Sealing]:
        """Return the decisions of a match whose choices stayed closed until it was over, the earliest first."""
        closed = closed_decisions(match)
        return [each for each in await self.opened(match) if each.decision in closed]

    async def are_posted(self, match: Match) -> bool:
        """Return whether all hashes of a match are posted, so that its choices may be shown elsewhere, too."""
        async with self.core.db.read() as connection:
            return not await outbox.waits(connection, match.id, _channels(match), "sealed")

    async def proofs(self, match: Match) -> list[Proof]:
        """Return the messages with which a match can be checked, the earliest first."""
        async with self.core.db.read() as connection:
            posts = await outbox.post_arrived(connection, match.id, match.channel_id, ("board", "ended", "sealed"))
        hashes: dict[int, int] = {}
        opening: dict[int, int | None] = {}
        closed = closed_decisions(match)
        for post, message_id in posts:
            match load(post.kind, post.payload):
                case HashesPost(decision) if decision == BEGINNING:
                    opening[BEGINNING] = message_id
                case HashesPost(decision):
                    hashes[decision] = message_id
                case BoardPost(opens=int(decision)):
                    # Salts and hashes would fill the message of the end.
                    opening[decision] = None if post.kind == "ended" else message_id
                case _:
                    pass
            if post.kind == "ended":
                opening |= dict.fromkeys(closed & hashes.keys(), message_id)
        return [Proof(each, hashes.get(each), opening.get(each)) for each in sorted({*hashes, *opening})]

    async def held_to(self, match_id: int, decision: int, seat: Seat, text: str) -> str:
        """Return the hash that binds a seat's player to a choice; empty if they aren't bound to that one."""
        async with self.core.db.read() as connection:
            found = await stored_commitments.commitments_of_decision(connection, match_id, decision)
        return next((digest(each) for each in found if (each.seat, each.text) == (seat, text)), "")

    async def write(self, connection: AsyncConnection, before: Match, after: Match) -> None:
        if before.status == "parked" and after.status == "running":
            await self._post_again(connection, after)
        decision = before.decision
        if decision is not None:
            await self._go_on(connection, before, after, decision)
        if after.over and not before.over and after.session.game.info.together:
            await stored_commitments.reveal_all(connection, after.id)

    async def _go_on(self, connection: AsyncConnection, before: Match, after: Match, decision: int) -> None:
        was, now = _sealed(before), _sealed(after)
        if decision != after.decision:
            revealed = _revealed(before, after)
            await self._open(connection, before, after, decision, revealed)
            if revealed or was:
                await self._post(connection, before, after, decision)
        elif was != now or before.session.deciding != after.session.deciding:
            # Others may have resigned or handed over their seats meanwhile: the decision is still the same.
            await self._commit(connection, before, after, decision)
            if was or now:
                await self._post(connection, before, after, decision)

    async def _commit(self, connection: AsyncConnection, before: Match, after: Match, decision: int) -> None:
        was, now = _sealed(before), _sealed(after)
        for seat, text in now.items():
            if was.get(seat) != text:
                await stored_commitments.put_commitment(connection, self._made(after.id, decision, seat, text))
        await self._drop(connection, before, after, decision, was.keys() - now.keys())

    async def _open(
        self, connection: AsyncConnection, before: Match, after: Match, decision: int, revealed: Mapping[Seat, str]
    ) -> None:
        """Open the choices that an event revealed to everybody, and drop those that stay unknown."""
        sealed = {
            each.seat: each.text
            for each in await stored_commitments.commitments_of_decision(connection, after.id, decision)
        }
        for seat, text in revealed.items():
            if sealed.get(seat) != text:  # the last choice was never sealed: it revealed the others at once
                await stored_commitments.put_commitment(connection, self._made(after.id, decision, seat, text))
        await self._drop(connection, before, after, decision, sealed.keys() - revealed.keys())
        open_to_all = _open_to_all(before, after) & revealed.keys()
        await stored_commitments.reveal(connection, after.id, decision, open_to_all)

    async def _drop(
        self,
        connection: AsyncConnection,
        before: Match,
        after: Match,
        decision: int,
        seats: frozenset[Seat] | set[Seat],
    ) -> None:
        """Drop choices, but keep their hashes, which all have seen."""
        if not seats:
            return
        for each in await stored_commitments.commitments_of_decision(connection, after.id, decision):
            if each.seat in seats:
                cause = _cause(before, after, each.seat)
                await stored_commitments.drop_commitment(
                    connection, Dropped(after.id, decision, each.seat, digest(each), cause)
                )
                await stored_commitments.remove_commitment(connection, after.id, decision, each.seat)

    async def _post_again(self, connection: AsyncConnection, match: Match) -> None:
        """Bring the latest message up to date: parking drops what was waiting to be posted.

        A message whose choices were opened below it isn't touched again.
        """
        if match.seq > 0 and is_held(match):  # at 0 it is posted with the board
            first = HashesPost(BEGINNING).dump()
            for channel_id in _channels(match):
                if await outbox.message_of(connection, match.id, channel_id, "sealed", first) is None:
                    await self._add(connection, match, match.seq, [channel_id], BEGINNING)
        commitments = await stored_commitments.commitments_of_match(connection, match.id)
        if not commitments:
            return
        decision = commitments[-1].decision
        for channel_id in _channels(match):
            if decision == match.decision or not await outbox.latest_arrived(
                connection, match.id, channel_id, "sealed"
            ):
                await self._add(connection, match, match.seq, [channel_id], decision)

    async def _post(self, connection: AsyncConnection, before: Match, after: Match, decision: int) -> None:
        if after.status != "parked":
            # Under the event before: what shows all hashes takes the place of an earlier state that is not posted yet,
            # and nothing that follows takes its place.
            await self._add(connection, after, before.seq, _channels(after), decision)

    async def _add(
        self, connection: AsyncConnection, match: Match, seq: int, channels: list[int], decision: int
    ) -> None:
        posts = [Posting("sealed", channel_id, HashesPost(decision)) for channel_id in channels]
        await add_posts(connection, match.id, seq, posts, self.core.clock.now())

    def _made(self, match_id: int, decision: int, seat: Seat, text: str) -> Commitment:
        return Commitment(match_id, decision, seat, self.core.entropy(commitments.SALT_BYTES), text)


def closed_decisions(match: Match) -> frozenset[int]:
    """Return the turns of a match with choices that stay closed until it's over."""
    return frozenset(entry.turn for entry in match.session.entries if entry.veil is not None)


def _channels(match: Match) -> list[int]:
    return [place.channel_id for place in match.places if place.shows_boards]


async def _sealing(connection: AsyncConnection, match: Match, decision: int) -> Sealing:
    found = await stored_commitments.commitments_of_decision(connection, match.id, decision)
    dropped = await stored_commitments.dropped_of(connection, match.id, decision)
    going_on = match.decision == decision
    return Sealing(
        decision,
        len(match.session.deciding) if going_on else 0,
        tuple(sorted(map(digest, found))),
        tuple(sorted(_sealed(match))) if going_on and not match.secret else (),
        tuple(each for each in found if each.revealed),
        tuple(dropped),
        0 if going_on else sum(not each.revealed for each in found),
    )


def _sealed(match: Match) -> dict[Seat, str]:
    return {seat: entry.text for seat, _, entry in match.session.sealed}


def _revealed(before: Match, after: Match) -> dict[Seat, str]:
    """Return the choices that an event revealed together; none for any other event."""
    if not after.history or after.history[-1].seq != after.seq or after.history[-1].kind not in ("joint", "forfeit"):
        return {}
    new = after.session.entries[len(before.session.entries) :]
    return {entry.seat: entry.text for entry in new if not entry.forfeit}


def _open_to_all(before: Match, after: Match) -> frozenset[Seat]:
    """Return the seats whose new entries everybody may read at once."""
    new = after.session.entries[len(before.session.entries) :]
    return frozenset(entry.seat for entry in new if entry.veil is None)


def _cause(before: Match, after: Match, seat: Seat) -> DropCause:
    if len(after.former) > len(before.former):
        return "handed-over"
    last = after.history[-1] if after.history else None
    if last is None or last.seq != after.seq:
        return "taken-back"
    return "gave-up" if last.kind == "forfeit" and last.seat == seat else "never-opened"
