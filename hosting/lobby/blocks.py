"""Blocks: a person who blocks another one meets them in no match still to be arranged, in either direction.

People are never told that they are blocked: both get the same words for a refusal, without the reason. Only the blocker
is told, as it's their own doing. Running matches, and tables at which both already sit, are left alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match.model import Person
from store.tables import people
from store.tables.people import Block

MOST = 100
"""People whom one person blocks."""


NOT_BLOCKED = say("You haven't blocked this player. `/settings block` shows who you've blocked."), "not-blocked"


def _blocked_by_you(name: str) -> HostingError:
    return HostingError(
        say("You've blocked {player}. To unblock them, use `/settings block remove:`.", player=Quote(name)),
        code="blocked-by-you",
    )


def _not_to_be_challenged(name: str) -> HostingError:
    text = say(
        "You can't challenge {player} to this match. Open the table without naming them: others can join.",
        player=Quote(name),
    )
    return HostingError(text, code="not-to-be-challenged")


@dataclass(eq=False, slots=True)
class Blocks:
    """Every block."""

    core: Core

    async def add(self, person_id: int, blocked_id: int) -> bool:
        """Block a person; return False if they were blocked already.

        Raises HostingError (`own-block`, `too-many-blocks`).
        """
        if person_id == blocked_id:
            raise HostingError(say("You can't block yourself."), code="own-block")
        async with self.core.db.write() as connection:
            blocks = await people.blocks_of(connection, person_id)
            if any(each.blocked_id == blocked_id for each in blocks):
                return False
            if len(blocks) >= MOST:
                raise HostingError(
                    say(
                        "You've already blocked {most} players, which is the limit: unblock one with "
                        "`/settings block remove:`.",
                        most=MOST,
                    ),
                    code="too-many-blocks",
                )
            await people.block(connection, Block(person_id, blocked_id, self.core.clock.now()))
        return True

    async def remove(self, person_id: int, blocked_id: int) -> None:
        """Unblock a person. Raises HostingError (`not-blocked`)."""
        async with self.core.db.write() as connection:
            if not await people.unblock(connection, person_id, blocked_id):
                raise HostingError(*NOT_BLOCKED)

    async def of(self, person_id: int) -> list[Block]:
        """Return the people that a person blocks, the earliest first; only for that person."""
        async with self.core.db.read() as connection:
            return await people.blocks_of(connection, person_id)

    async def between(self, person_ids: Collection[int]) -> bool:
        """Return whether any of these people blocks another of them; a secret from all of them."""
        async with self.core.db.read() as connection:
            return bool(await people.blocks_among(connection, person_ids))


async def check_challenge(connection: AsyncConnection, host: Person, opponents: Collection[Person]) -> None:
    """Refuse a challenge if one of the people blocks the other.

    Raises:
        HostingError (`blocked-by-you`): The host blocks an opponent.
        HostingError (`not-to-be-challenged`): An opponent blocks the host.
    """
    if not opponents:
        return
    pairs = await people.blocks_among(connection, [host.person_id, *(each.person_id for each in opponents)])
    for each in opponents:
        if (host.person_id, each.person_id) in pairs:
            raise _blocked_by_you(each.name)
        if (each.person_id, host.person_id) in pairs:
            raise _not_to_be_challenged(each.name)


async def check_joining(connection: AsyncConnection, person_id: int, host: Person) -> None:
    pairs = await people.blocks_among(connection, [person_id, host.person_id])
    if (person_id, host.person_id) in pairs:
        raise _blocked_by_you(host.name)
    if pairs:
        raise HostingError(say("You can't join this table. Open your own with `/new`."), code="not-at-this-table")
