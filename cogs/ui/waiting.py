"""A person's matches as a list: what is most urgent first, with whose turn it is, how long, until when, and where."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import discord

from cogs.client import ArenaBot
from cogs.here import home, link
from cogs.ui.terms import moment
from cogs.ui.text import MESSAGE_LIMIT, Locale, cut, plain, safe, shown
from engine.game import Seat
from engine.registry import get
from engine.text import Text, say
from hosting.calendars import tells_days
from hosting.clocks import MatchClock
from hosting.housing import to_do
from hosting.model import Match, MatchSummary
from store.replay import ReplayError

_NEVER = datetime.max.replace(tzinfo=UTC)


def by_urgency(found: Sequence[MatchSummary], user_id: int) -> list[MatchSummary]:
    """Return matches in the order in which a person should look at them.

    Those that wait for them come first, the earliest deadline ahead, then what has waited longest; then those that wait
    for others, and last those that stand still.
    """

    def urgency(each: MatchSummary) -> tuple[bool, bool, datetime, datetime, int]:
        still = each.paused or each.status == "parked"
        clock = None if each.clock is None else MatchClock.load(each.clock)
        due = clock.shown.next_due if clock is not None else None
        return still, user_id not in each.to_act, due or _NEVER, each.moved_at, each.id

    return sorted(found, key=urgency)


async def list_pages(
    bot: ArenaBot, title: Text, found: Sequence[MatchSummary], user_id: int, locale: Locale
) -> list[str]:
    """Return a list of matches, in the order given, as one message a page; there is always a first page.

    Args:
        bot: To look into the matches.
        title: What stands above each page.
        found: The matches.
        user_id: Who reads it.
        locale: Theirs.
    """
    room = MESSAGE_LIMIT - len(_heading(title, 99, 99, locale))
    pages: list[list[str]] = [[]]
    for summary in found:
        line = cut(shown(await match_line(bot, summary, user_id, locale), locale), room - 1)
        if sum(map(len, pages[-1])) + len(pages[-1]) + 1 + len(line) > room:
            pages.append([])
        pages[-1].append(line)
    return ["\n".join([_heading(title, number, len(pages), locale), *lines]) for number, lines in enumerate(pages, 1)]


async def match_line(bot: ArenaBot, summary: MatchSummary, user_id: int, locale: Locale) -> Text:
    """Return a match in one line, as one of its players or a passer-by may know it."""
    info = get(summary.game).info
    mode = info.mode(summary.mode)
    try:
        match = await bot.arena.matches.get(summary.id)
    except ReplayError:
        return say(
            "⏸️ [{game}]({link}): {names}. This version of me cannot read what was played; my log says why.",
            link=link(summary.guild_id, summary.channel_id),
            game=info.name,
            names=", ".join(map(safe, summary.names)),
        )
    # A mention shows what somebody calls themselves now, which a partner could read as a message (R29).
    waiting = ", ".join(
        safe(match.names[seat - 1]) if match.silent else f"<@{match.user_of(seat)}>" for seat in sorted(match.awaited)
    )
    values = {
        "link": link(summary.guild_id, home(match, user_id) if match.silent else summary.channel_id),
        "game": info.name,
        "mode": plain(mode.name, locale) if mode is not None else summary.mode,
        "names": ", ".join(map(safe, summary.names)),
        "when": discord.utils.format_dt(summary.moved_at, "R"),
    }
    if match.parked is not None:
        return say(
            "⏸️ [{game}, {mode}]({link}): {names}. Interrupted: {reason} {remedy}",
            reason=match.parked.text,
            remedy=to_do(match.parked),
            **values,
        )
    if match.paused is not None:
        return say("⏸️ [{game}, {mode}]({link}): {names}. Paused: {reason}", reason=match.paused.text, **values)
    return _going(match, user_id, waiting, values)


def _heading(title: Text, number: int, count: int, locale: Locale) -> str:
    if count == 1:
        return shown(say("**{title}**", title=title), locale)
    return shown(say("**{title}** (page {number} of {count})", title=title, number=number, count=count), locale)


def _going(match: Match, user_id: int, waiting: str, values: dict[str, str]) -> Text:
    seat = match.seat_of(user_id)
    own = seat is not None and seat in match.session.to_act
    others = [each for each in sorted(match.awaited) if not tells_days(match, each)]
    due = _due(match, [seat] if own and seat is not None else others)
    if match.decision is not None and not own:
        return _choosing(match, due, values)
    if own and due is not None:
        return say(
            "▶️ [{game}, {mode}]({link}): {names}. **It is your turn**, since {when}; the time is up {due}.",
            due=moment(due),
            **values,
        )
    if own:
        return say("▶️ [{game}, {mode}]({link}): {names}. **It is your turn**, since {when}.", **values)
    if due is not None:
        return say(
            "• [{game}, {mode}]({link}): {names}. Waiting for {waiting} since {when}; the time is up {due}.",
            waiting=waiting,
            due=moment(due),
            **values,
        )
    return say("• [{game}, {mode}]({link}): {names}. Waiting for {waiting} since {when}.", waiting=waiting, **values)


def _choosing(match: Match, due: datetime | None, values: dict[str, str]) -> Text:
    """Return a match in which several choose at once, for somebody who has chosen or does not have to."""
    counts = {"count": len(match.session.sealed), "all": len(match.session.deciding)}
    if due is None:
        return say(
            "• [{game}, {mode}]({link}): {names}. Since {when} all choose; {count} of {all} have chosen.",
            **values,
            **counts,
        )
    return say(
        "• [{game}, {mode}]({link}): {names}. Since {when} all choose; {count} of {all} have chosen, time is up {due}.",
        due=moment(due),
        **values,
        **counts,
    )


def _due(match: Match, seats: Sequence[Seat]) -> datetime | None:
    if match.clock is None:
        return None
    # As everybody may see it: the clock of whoever has chosen in secret goes on in it.
    clock = match.clock.shown
    return min((due for seat in seats if (due := clock.due(seat)) is not None), default=None)
