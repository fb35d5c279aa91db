"""Commitments: proof that nobody's sealed choice was altered before it was revealed, without telling whose it is.

While choices are sealed, one message of the match shows a hash of each, in an order that says nothing. When all are
in, the same message opens them: seat, salt and choice, from which anybody can work out the hashes again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json, Seat
from hosting.clock import Clock
from hosting.matches import Matches
from hosting.model import Commitment, Match, PostKind
from hosting.tables import Entropy
from store import commitments, outbox
from store.database import Database

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Sealing:
    """How far one decision of a match has come, as everybody may know it.

    Attributes:
        decision: Which: the number of the game's turn in which several choose at once.
        deciding: How many seats choose; 0 once the decision is past.
        digests: What stands for the choices that are in, sorted, so that their order tells nothing.
        chosen: Who has chosen, where the table shows that; empty otherwise.
        opened: The commitments themselves, once all choices are revealed; empty before.
    """

    decision: int
    deciding: int
    digests: tuple[str, ...]
    chosen: tuple[Seat, ...] = ()
    opened: tuple[Commitment, ...] = ()


def digest(commitment: Commitment) -> str:
    """Return the SHA-256 of match, decision, seat, salt and choice, joined by colons, in hexadecimal."""
    parts = (commitment.match_id, commitment.decision, commitment.seat, commitment.salt.hex(), commitment.text)
    return hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()


class Commitments:
    """Keeps commitments in step with what is sealed, in the same transactions."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, entropy: Entropy) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._entropy = entropy
        matches.add_writer(self._write)

    async def sealing(self, match_id: int, decision: int) -> Sealing:
        """Return what everybody may know of one decision. Raises NoSuchMatch."""
        match = await self._matches.get(match_id)
        async with self._db.read() as connection:
            found = await commitments.of_decision(connection, match_id, decision)
        going_on = match.decision == decision
        return Sealing(
            decision,
            len(match.session.deciding) if going_on else 0,
            tuple(sorted(map(digest, found))),
            tuple(sorted(_sealed(match))) if going_on and not match.secret else (),
            tuple(each for each in found if each.revealed),
        )

    async def _write(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        """Commit to what is sealed, or open what was; have the message follow."""
        if before is None:
            return after
        if before.status == "parked" and after.status == "running":
            await self._post_again(connection, after)
        was, now = _sealed(before), _sealed(after)
        decision = before.decision
        if decision is not None and decision != after.decision:
            if await self._open(connection, after.id, decision, _revealed(before, after)) or was:
                await self._post(connection, after, decision)
        elif decision is not None and (was != now or before.session.deciding != after.session.deciding):
            # Others may have given up or handed over their seats meanwhile: the decision is still the same.
            await self._commit(connection, after.id, decision, was, now)
            if was or now:
                await self._post(connection, after, decision)
        return after

    async def _commit(
        self, connection: AsyncConnection, match_id: int, decision: int, was: dict[Seat, str], now: dict[Seat, str]
    ) -> None:
        for seat, text in now.items():
            if was.get(seat) != text:
                await commitments.put(connection, self._made(match_id, decision, seat, text))
        for seat in was.keys() - now.keys():
            await commitments.remove(connection, match_id, decision, seat)

    async def _open(self, connection: AsyncConnection, match_id: int, decision: int, revealed: dict[Seat, str]) -> bool:
        """Open what an event revealed, drop what will never be known; return whether anything was opened."""
        kept = {each.seat: each.text for each in await commitments.of_decision(connection, match_id, decision)}
        for seat, text in revealed.items():
            if kept.get(seat) != text:  # the last choice was never sealed: it revealed the others at once
                await commitments.put(connection, self._made(match_id, decision, seat, text))
        for seat in kept.keys() - revealed.keys():
            await commitments.remove(connection, match_id, decision, seat)
        await commitments.reveal(connection, match_id, decision)
        return bool(revealed)

    async def _post_again(self, connection: AsyncConnection, match: Match) -> None:
        """Have the latest message follow what it missed: parking drops what was waiting to be posted."""
        kept = await commitments.of_match(connection, match.id)
        if kept:
            await self._post(connection, match, kept[-1].decision)

    async def _post(self, connection: AsyncConnection, match: Match, decision: int) -> None:
        places: Sequence[int] = [place.channel_id for place in match.places if place.shows_boards]
        if match.status != "parked":
            posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
                ("sealed", channel_id, {"decision": decision}) for channel_id in places
            ]
            await outbox.add(connection, match.id, match.seq, posts, self._clock.now())

    def _made(self, match_id: int, decision: int, seat: Seat, text: str) -> Commitment:
        return Commitment(match_id, decision, seat, self._entropy(SALT_BYTES), text)


def _sealed(match: Match) -> dict[Seat, str]:
    return {seat: entry.text for seat, _, entry in match.session.sealed}


def _revealed(before: Match, after: Match) -> dict[Seat, str]:
    """Return the choices that an event revealed together; none where it was something else."""
    if not after.history or after.history[-1].seq != after.seq or after.history[-1].kind not in ("joint", "forfeit"):
        return {}
    new = after.session.entries[len(before.session.entries) :]
    return {entry.seat: entry.text for entry in new if not entry.forfeit}
