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
from hosting.league.pairing.values import Standing
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
    """Return what a change makes of the tie of a match; None where the match belongs to none, or nothing changes.

    Args:
        before: The season, whole, before a correction, a decision, or the end of a match that is being played.
        after: The season after it.
        info: Of its game.
        fixture_id: The fixture of the match.
        at: The time.
    """
    needless = {each.id: outcomes.struck(each, "void", at) for each in _needless(after, info, at)}
    after = replace(after, fixtures=tuple(needless.get(each.id, each) for each in after.fixtures))
    was, now = (next(each for each in each.fixtures if each.id == fixture_id) for each in (before, after))
    stood = standing(before.paired(before.round, info, at), was)
    stands = standing(after.paired(after.round, info, at), now)
    if before.season.closed_at is not None:
        return _CLOSED
    if stood is None or stands is None or (was.status, was.sides) == (now.status, now.sides):
        return None
    names = {each.id: entry_text(each) for each in after.entries}
    entries = listed([names[each] for each in sorted(stands.on or ())])
    if stands.followed:
        return _FOLLOWED.using(entries=entries) if stands.on else _SECOND_MADE
    if stands.on is None:
        return None if after.cut_off(at) else _still_open(before, after, (stood, stands), now, info, at)
    how = 0 if stood.on is None else 1 if stood.on == stands.on else 2
    words = _THIRD if now.stage == "third" else _CHAMPION if stands.last else _THROUGH
    return words[how].using(entries=entries)


def _still_open(
    before: State, after: State, standings: tuple[Standing, Standing], fixture: Fixture, info: GameInfo, at: datetime
) -> Text:
    """Return what is said of a tie that is not decided after a change, with when the season closes, or goes on."""
    stood, stands = standings
    place = fixture.division, fixture.round, fixture.board
    planned = plan(after.paired(after.round, info, at))
    another = any((each.division, each.round, each.board) == place for each in planned)
    text = (_ANOTHER if another else _STAYS_OPEN) if stood.on is None else (_GOES_ON if another else _OPEN_AGAIN)
    if stands.again:
        text = _SECOND_FINAL
    if before.season.status == "ended":
        return _CLOSES_LATER.using(what=text)
    return _IS_PAUSED.using(what=text) if after.season.status == "paused" else text


def _needless(at: State, info: GameInfo, now: datetime) -> list[Fixture]:
    """Return the later matches of ties that would not be planned now.

    As long as another match of the tie is being played nobody knows: one that is played again waits for its end.
    """
    played = {(each.division, each.round, each.board) for each in at.fixtures if each.status == "running"}
    later = [
        each
        for each in at.fixtures
        if each.status == "planned" and each.leg > 1 and (each.division, each.round, each.board) not in played
    ]
    if not later:
        return []
    rest = replace(at, fixtures=tuple(each for each in at.fixtures if each not in later))
    wanted = {(each.division, each.round, each.board, each.leg) for each in plan(rest.paired(at.round, info, now))}
    return [each for each in later if (each.division, each.round, each.board, each.leg) not in wanted]


def _told(fixture: Fixture, on: tuple[bool | None, ...]) -> tuple[Side, ...]:
    return tuple(replace(side, advances=each) for side, each in zip(fixture.sides, on, strict=True))


_CLOSED = say("The season is closed: for it, nothing changes.")
_FOLLOWED = say("The next round was already made from this tie, so it stays decided. Still through: {entries}.")
_SECOND_MADE = say("The second final was already made from this tie, and stays.")
_ANOTHER = say("The tie isn't decided by that: another match of it begins.")
_STAYS_OPEN = say("The tie isn't decided by that.")
_GOES_ON = say("The tie is open again: another match of it begins.")
_OPEN_AGAIN = say("The tie is open again.")
_SECOND_FINAL = say("The final is played again: a second final begins.")
_CLOSES_LATER = say("{what} The season closes later by as long as that takes.")
_IS_PAUSED = say("{what} It waits until the league is resumed.")
_THROUGH = (
    say("That decides the tie. Through: {entries}."),
    say("The tie stays decided. Still through: {entries}."),
    say("That changes who wins the tie. Through now: {entries}."),
)
"""What is said of a tie that is decided by a change, stays decided as it is, or otherwise; and of the last one."""
_THIRD = (
    say("{entries} gets third place."),
    say("{entries} keeps third place."),
    say("{entries} gets third place instead."),
)
_CHAMPION = (
    say("{entries} is champion."),
    say("{entries} stays champion."),
    say("{entries} is champion instead."),
)
