"""`/match clock`: how much time everybody has, and what happens when it is up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeAlias

import discord
from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import Completed
from cogs.core.context import whoami
from cogs.core.converters import own_choices, own_match
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, shown
from cogs.ui.terms import moment, terms_texts
from engine.seat import Seat
from engine.text import Player, Text, say, say_n
from hosting.clock.calendar import resting
from hosting.clock.match_clock import MatchClock
from hosting.clock.seat_clock import SeatClock
from hosting.match.model import Match, Vacation
from hosting.match.seats import playing
from hosting.timekeeping.calendars import tells_days

LATELY = timedelta(days=7)
"""So far back it is told for how long the bot was away."""

Number: TypeAlias = app_commands.Transform[int, Completed(own_choices, least=None)]


class ClockCog(ArenaCog):
    """Shows clocks; `/match pause` and `/match more-time` ask to change them, and organisers can."""

    under = "match"

    @app_commands.command(name="clock", description=mark("Show each player's time, and what was agreed about it"))
    @app_commands.describe(match=mark("Which of your matches; that of this channel if you leave it out"))
    async def clock(self, interaction: Interaction, match: Number | None = None) -> None:
        """Show the clock of a match, in private."""
        found = await own_match(interaction, match)
        away = {
            each.seat: await self.bot.arena.vacations.of_person(each.person_id)
            for each in found.seats
            if found.terms.vacation
        }
        now = self.bot.clock.now()
        lines = clock_lines(found, now, away, found.seat_of(await whoami(interaction)))
        if found.clock is not None and (
            missed := self.bot.arena.outages.absence(max(found.started_at, now - LATELY), now)
        ):
            lines.append(
                say_n(
                    "In the last {count} day I was away for {time}. No clock ran in that time.",
                    "In the last {count} days I was away for {time}. No clock ran in that time.",
                    LATELY.days,
                    time=missed,
                )
            )
        await reply(interaction, "\n".join(shown(line, locale_of(interaction), found.names) for line in lines))


def clock_lines(
    match: Match, now: datetime, away: dict[Seat, list[Vacation]], reader: Seat | None = None
) -> list[Text]:
    """Return what there is to say about the time in a match.

    Args:
        match: Which.
        now: The time.
        away: The vacations of its players that are not over.
        reader: The seat of its reader; None for others.
    """
    lines: list[Text] = []
    if match.clock is None:
        lines.append(say("This match has no clock."))
    else:
        lines += [_seat(match, _clock(match, match.clock, seat, reader), seat, now) for seat in sorted(playing(match))]
    if match.parked is not None:
        lines.append(say("The match is interrupted: {reason}", reason=match.parked.text))
    elif match.paused is not None:
        lines.append(say("The match is paused. {reason}", reason=match.paused.text))
    if not match.silent:  # R29
        lines += [
            say(
                "{player} is on vacation from {start} until {end}.",
                player=Player(seat),
                start=discord.utils.format_dt(vacation.starts_at, "f"),
                end=discord.utils.format_dt(vacation.ends_at, "f"),
            )
            for seat, vacations in sorted(away.items())
            for vacation in vacations
        ]
    lines += terms_texts(match.terms, match.session.game.info, match.mode)
    return lines


def _clock(match: Match, clock: MatchClock, seat: Seat, reader: Seat | None) -> SeatClock:
    """Return the clock of a seat as a reader may see it: whether it stands, as its player has chosen, can be secret."""
    each = clock.seat(seat)
    return each.shown if match.secret and seat != reader else each.real


def _seat(match: Match, own: SeatClock, seat: Seat, now: datetime) -> Text:
    left = own.left_at(now)
    # A late player who may still choose in secret looks no different from one who has chosen.
    if own.up or (own.due is not None and own.due <= now):
        return say("**{player}**: the time is up.", player=Player(seat))
    if own.due is None:
        return say("**{player}**: {left} left.", player=Player(seat), left=left)
    if tells_days(match, seat):
        return say("**{player}** has to move: {left} left.", player=Player(seat), left=left)
    span = resting(now, own.calendar)
    if span is not None:
        return say(
            "**{player}** has to move: {left} left, up {when}. The clock is paused until {until}.",
            player=Player(seat),
            left=left,
            when=moment(own.due),
            until=discord.utils.format_dt(span[1], "f"),
        )
    return say(
        "**{player}** has to move: {left} left, up {when}.", player=Player(seat), left=left, when=moment(own.due)
    )
