"""Ties of a knock-out: who goes on is written with the last match as soon as it is known, and no match is too many."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from engine.info import GameInfo
from engine.text import Text, listed, say
from hosting.league import outcomes
from hosting.league.naming import entry_text
from hosting.league.pairing.formats import advancing, plan, standing
from hosting.league.state import State
from store.league.values import Fixture, Side


async def decided(at: State, info: GameInfo, now: datetime) -> list[tuple[Fixture, Fixture]]:
    """Return the matches of which it is not written as it is who goes on, each as it is and as it should be.

    A match that is planned and not needed any more, as an earlier one of its tie counts again, counts for nothing.
    """
    if needless := await asyncio.to_thread(_needless, at, info, now):
        return [(each, outcomes.struck(each, "void", now)) for each in needless]
    known = {each.id: each for each in at.fixtures}
    found = await asyncio.to_thread(advancing, at.paired(at.round, info, now))
    return [
        (known[number], replace(known[number], sides=_told(known[number], on))) for number, on in sorted(found.items())
    ]


def follows(before: State, after: State, info: GameInfo, fixture_id: int, at: datetime) -> Text | None:
    """Return what a correction makes of the tie of a match; None where the match belongs to none, or nothing changes.

    Args:
        before: The season, whole, before it.
        after: The season after it.
        info: Of its game.
        fixture_id: The fixture of the match.
        at: The time.
    """
    needless = _needless(after, info, at)
    after = replace(after, fixtures=tuple(each for each in after.fixtures if each not in needless))
    was, now = (next(each for each in each.fixtures if each.id == fixture_id) for each in (before, after))
    stood = standing(before.paired(before.round, info, at), was)
    stands = standing(after.paired(after.round, info, at), now)
    if before.season.closed_at is not None:
        return _CLOSED
    if stood is None or stands is None or (was.status, was.sides) == (now.status, now.sides):
        return None
    if stands.on is None and (stood.on is None or after.cut_off(at)):
        return None
    on, names = stands.on or frozenset(), {each.id: entry_text(each) for each in after.entries}
    entries = listed([names[each] for each in sorted(on)])
    if stands.followed:
        return _FOLLOWED.using(entries=entries)
    if stands.on is None:
        return _OPENED if before.season.status == "ended" else _GOES_ON
    same = stood.on == stands.on
    if now.stage == "third":
        return (_STAYS_THIRD if same else _IS_THIRD).using(entries=entries)
    if stands.last:
        return (_STAYS_CHAMPION if same else _IS_CHAMPION).using(entries=entries)
    return (_STAYS if same else _GO_ON).using(entries=entries)


def _needless(at: State, info: GameInfo, now: datetime) -> list[Fixture]:
    """Return the later matches of ties that would not be planned now."""
    later = [each for each in at.fixtures if each.status == "planned" and each.leg > 1]
    if not later:
        return []
    rest = replace(at, fixtures=tuple(each for each in at.fixtures if each not in later))
    wanted = {(each.division, each.round, each.board, each.leg) for each in plan(rest.paired(at.round, info, now))}
    return [each for each in later if (each.division, each.round, each.board, each.leg) not in wanted]


def _told(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))


_CLOSED = say("The season is closed: for it, nothing changes.")
_FOLLOWED = say("The next round was already made from this tie, so it stays decided. Still through: {entries}.")
_GOES_ON = say("The tie is open again: another match of it begins.")
_OPENED = say(
    "The tie is open again: another match of it begins, and the season closes later by as long as that takes."
)
_STAYS = say("The tie stays decided. Still through: {entries}.")
_GO_ON = say("That changes who wins the tie. Through now: {entries}.")
_STAYS_THIRD = say("{entries} keeps the third place.")
_IS_THIRD = say("{entries} has the third place instead.")
_STAYS_CHAMPION = say("{entries} stays champion.")
_IS_CHAMPION = say("{entries} is champion instead.")
