"""A person's matches as a list, the most urgent first: whose turn it is, since when, until when, and where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import discord

from cogs.core.access import link
from cogs.core.messages import Accounts
from cogs.core.text import MESSAGE_LIMIT, Locale, cut, named, plain, shown
from cogs.ui.boards import interrupts
from cogs.ui.lobby import moment
from engine.registry import name_of
from engine.seat import Seat
from engine.text import Listed, Text, Value, listed, say
from hosting.housing import to_do
from hosting.match.listing import Line, Page

LINES = 10
"""Matches on a page at most."""

UNSURE = say(
    "-# Discord can't tell me right now whether you're still in every server where you play, so some matches "
    "are left out. Try again in a few minutes."
)


def page_text(
    title: Text,
    page: Page,
    first: int,
    person_id: int,
    accounts: Accounts,
    locale: Locale,
    room: int = MESSAGE_LIMIT,
) -> tuple[str, int]:
    """Return a page of a list as a message of at most `room` characters, and how many of its matches fit in it.

    `first` is how many come before them.
    """
    room -= len(_heading(title, 99_999, 99_999, locale)) - 1
    lines: list[str] = []
    for each in page.lines:
        line = cut(shown(match_line(each, person_id, accounts, locale), locale), room)
        if sum(map(len, lines)) + len(lines) + len(line) > room:
            break
        lines.append(line)
    whole = not first and not page.more and len(lines) == len(page.lines)
    heading = shown(say("**{title}**", title=title), locale)
    if not whole:
        heading = _heading(title, first + 1, first + len(lines), locale)
    return "\n".join([heading, *lines]), len(lines)


def players_on(page: Page) -> set[int]:
    """Return the players of a page's matches."""
    return {seat.person_id for line in page.lines for seat in line.match.seats}


def match_line(line: Line, person_id: int, accounts: Accounts, locale: Locale) -> Text:
    """Return a match in one line, without secrets from this reader."""
    match, name, names = line.match, name_of(line.match.game), named(line.names)
    if not line.readable:
        return say(
            "⏸️ [{game}]({link}): {names}. This version of me can't read what was played; my log says why. An "
            "organiser can call it off with `/organise void match:{number}`.",
            number=match.id,
            link=link(match.guild_id, match.channel_id),
            game=name,
            names=listed(names, "comma"),
        )
    # A mention shows a player's present name, which a partner could read as a message (R29).
    waiting = listed(
        (
            names[seat - 1] if line.silent else accounts.mention(match.seats[seat - 1].person_id)
            for seat in sorted(line.awaited)
        ),
        "comma",
    )
    values: dict[str, Value] = {
        "link": link(match.guild_id, line.home(person_id)),
        "game": name,
        "mode": plain(line.mode.name, locale) if line.mode is not None else match.mode,
        "names": listed(names, "comma"),
        "when": discord.utils.format_dt(match.moved_at, "R"),
    }
    if line.parked is not None:
        return say(
            "⏸️ [{game}, {mode}]({link}): {names}. Interrupted: {reason} {remedy}",
            reason=line.parked.text,
            remedy=to_do(line.parked),
            **values,
        )
    if line.paused is not None:
        return say("⏸️ [{game}, {mode}]({link}): {names}. Paused: {reason}", reason=line.paused.text, **values)
    return _going(line, person_id, waiting, values)


def _heading(title: Text, first: int, last: int, locale: Locale) -> str:
    return shown(say("**{title}** ({first} to {last})", title=title, first=first, last=last), locale)


def _going(line: Line, person_id: int, waiting: Listed, values: dict[str, Value]) -> Text:
    seat = line.seat_of(person_id)
    own = seat is not None and seat.seat in line.match.to_act
    others = [each for each in sorted(line.awaited) if not line.reveals_days(each)]
    due = _due(line, [seat.seat] if own and seat is not None else others)
    if len(line.deciding) > 1 and not own:
        return _choosing(line, due, values)
    if own and interrupts(line.match.game):
        # It may be an answer in the turn of another: only the game knows.
        if due is None:
            return say("▶️ [{game}, {mode}]({link}): {names}. **Your decision**, asked {when}.", **values)
        return say(
            "▶️ [{game}, {mode}]({link}): {names}. **Your decision**, asked {when}, due {due}.",
            due=moment(due),
            **values,
        )
    if own and due is not None:
        return say(
            "▶️ [{game}, {mode}]({link}): {names}. **Your turn**, began {when}, due {due}.",
            due=moment(due),
            **values,
        )
    if own:
        return say("▶️ [{game}, {mode}]({link}): {names}. **Your turn**, began {when}.", **values)
    if due is not None:
        return say(
            "• [{game}, {mode}]({link}): {names}. Waiting for {waiting}: the turn began {when}, due {due}.",
            waiting=waiting,
            due=moment(due),
            **values,
        )
    return say(
        "• [{game}, {mode}]({link}): {names}. Waiting for {waiting}: the turn began {when}.", waiting=waiting, **values
    )


def _choosing(line: Line, due: datetime | None, values: dict[str, Value]) -> Text:
    """Return a match in which several choose at once, for a reader who has chosen or need not."""
    counts = {"count": len(line.match.sealed), "all": len(line.deciding)}
    if due is None:
        return say(
            "• [{game}, {mode}]({link}): {names}. Everyone chooses, {count} of {all} so far: the turn began {when}.",
            **values,
            **counts,
        )
    return say(
        "• [{game}, {mode}]({link}): {names}. Everyone chooses, {count} of {all} so far: the turn began "
        "{when}, due {due}.",
        due=moment(due),
        **values,
        **counts,
    )


def _due(line: Line, seats: Sequence[Seat]) -> datetime | None:
    if line.clock is None:
        return None
    # As everybody may see it: the clock of a player who has chosen in secret goes on in it.
    clock = line.clock.shown
    return min((due for seat in seats if (due := clock.due(seat)) is not None), default=None)
