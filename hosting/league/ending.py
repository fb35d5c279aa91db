"""Warnings before the fixed end of a season: to all in the league's channel, and to those who still have to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, Text, say, say_n
from hosting.league import course
from hosting.league.state import State
from hosting.league.telling import tell
from hosting.league.terms import Unfinished
from store.league import seasons


async def warn(connection: AsyncConnection, at: State, now: datetime) -> None:
    """Post the warning that is due, once, in a transaction that holds the season.

    Those that fell into a time in which the bot was away are left out but for the last one.

    Args:
        connection: In that transaction.
        at: The season, with at least its fixtures that are not over and their entries.
        now: The time.
    """
    ends_at, passed = at.season.ends_at, course.warnings_due(at, now)
    if ends_at is None or not passed:
        return
    news = [each for each in passed if await seasons.note_done(connection, at.season, f"warning:{each}", now)]
    league = await seasons.league(connection, at.season.league_id)
    if min(passed) not in news or league is None:
        return
    name, stamp = Quote(league.name), int(ends_at.timestamp())
    left = [each for each in at.fixtures if each.open and not each.is_bye]
    told = say_n(
        "{league} ends on <t:{at}:f>, and {count} fixture is not over. {after}",
        "{league} ends on <t:{at}:f>, and {count} fixtures are not over. {after}",
        len(left),
        league=name,
        at=stamp,
        after=_AFTER[at.terms.unfinished],
    )
    people: dict[int, Text] = {}
    counts = Counter(entry for each in left for entry in each.entries)
    for entry in at.entries:
        if counts[entry.id]:
            text = say_n(
                "{league} ends on <t:{at}:f>, and you have {count} fixture that is not over. {after}",
                "{league} ends on <t:{at}:f>, and you have {count} fixtures that are not over. {after}",
                counts[entry.id],
                league=name,
                at=stamp,
                after=_AFTER[at.terms.unfinished],
            )
            people |= dict.fromkeys(entry.current, text)
    await tell(connection, at.season, told, now, people)


_AFTER: Mapping[Unfinished, Text] = {
    "none": say("Nobody gets points for what is not over then."),
    "half": say("What is not over then gives half of a win to each."),
    "adjudicate": say("Organisers decide about what is not over then; nobody gets points for what they leave."),
}
