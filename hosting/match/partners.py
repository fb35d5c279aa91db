"""Partners of silent teams outside of their match: inviting a partner elsewhere can be a sign (R29).

So an invitation to a partner has no text of one's own, there's one at a time, and one a day. It's noted in the log of
the match in which the two are partners.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.errors import HostingError
from hosting.match.audit import AuditCode
from hosting.runtime import Games
from store.tables import audit, match_queries
from store.tables.values import Subject

# ruff: noqa: N818 - named for what happened, as in hosting.errors


ONE_IN: Final = timedelta(days=1)
"""A partner is invited once in this time."""


class WordsForPartner(HostingError):
    """A silent partner would read the other one's words."""

    code = "words-for-partner"
    says = say(
        "You two are partners in a silent team match, so nothing you write can be passed on to them: leave "
        "`name:` out, and your team is named after its players."
    )


async def shared(
    connection: AsyncConnection, games: Games, person_id: int, others: Collection[int]
) -> list[match_queries.Partnership]:
    """Return the running matches of silent teams, in any server, in which a person's partner is one of the others."""
    found = await match_queries.partnerships(connection, person_id, others)
    return [each for each in found if (mode := games(each.game).info.mode(each.mode)) is not None and mode.silent]


async def check_invitation(
    connection: AsyncConnection,
    games: Games,
    person_id: int,
    others: Collection[int],
    now: datetime,
    *,
    words: bool = False,
) -> None:
    """Check and note that a person invites others, as far as they're silent partners, in the caller's transaction.

    The invitation is not written yet. `words`: whether others would read what the person wrote. Raises WordsForPartner;
    HostingError (`partner-asked`): a partner has an open invitation of theirs, or had one less than a day ago.
    """
    for each in await shared(connection, games, person_id, others):
        if words:
            raise WordsForPartner
        lines = await audit.of_match(connection, each.match_id)
        recent = [line for line in lines if (line.code, line.person_id) == (AuditCode.INVITED, person_id)]
        if any(now - line.at < ONE_IN for line in recent) or await match_queries.has_invited(
            connection, person_id, each.partner_id
        ):
            raise HostingError(
                say(
                    "You two are partners in a silent team match, where an invitation can be a signal, so you "
                    "can only have one open at a time and send one a day. Ask again tomorrow, once your last "
                    "invitation is answered or withdrawn, or when the match is over."
                ),
                code="partner-asked",
            )
        await audit.add(
            connection,
            guild_id=each.guild_id,
            subject=Subject.of_match(each.match_id),
            code=AuditCode.INVITED,
            person_id=person_id,
            detail={},
            at=now,
        )
