"""`/match clock` and `/settings vacation`: how much time there is, and days on which clocks are paused."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TypeAlias

import discord
from discord import app_commands

from cogs.core.access import entered, links, own_choices, own_match, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import Completed, reply
from cogs.core.text import CHOICE_LIMIT, MOST_CHOICES, cut, locale_of, mark, plain, shown
from cogs.ui.lobby import moment, terms_texts
from engine.seat import Seat
from engine.text import Player, Text, say, say_n
from hosting.clock import MatchClock, SeatClock, resting, zone_of
from hosting.match.listing import MATCHES_SEARCHED, Line
from hosting.match.model import Match, Vacation
from hosting.match.service import playing
from hosting.vacations import DAYS_A_YEAR, UTC_NAME, Days, days_of, read_day, reveals_days

LATELY = timedelta(days=7)
"""How far back the bot's absences are mentioned."""

Number: TypeAlias = app_commands.Transform[int, Completed(own_choices, least=None)]


class ClockCog(ArenaCog):
    """Shows clocks; `/match pause` and `/match more-time` ask to change them, and organisers can."""

    under = "match"

    @app_commands.command(name="clock", description=mark("Show each player's time and the agreed terms"))
    @app_commands.describe(match=mark("Which of your matches; this channel's if you leave it out"))
    async def clock(self, interaction: Interaction, match: Number | None = None) -> None:
        found = await own_match(interaction, match)
        away = {
            each.seat: await self.bot.arena.vacations.of_person(each.person_id)
            for each in found.seats
            if found.terms.vacation
        }
        now = self.bot.clock.now()
        lines = clock_lines(found, now, away, found.seat_of(await whoami(interaction)))
        if found.clock is not None and (
            missed := self.bot.arena.outages.of(found.guild_id).absence(max(found.started_at, now - LATELY), now)
        ):
            lines.append(
                say_n(
                    "In the last {count} day I was offline for {time}. No clock ran during that time.",
                    "In the last {count} days I was offline for {time}. No clock ran during that time.",
                    LATELY.days,
                    time=missed,
                )
            )
        await reply(interaction, "\n".join(shown(line, locale_of(interaction), found.names) for line in lines))


def clock_lines(
    match: Match, now: datetime, away: dict[Seat, list[Vacation]], reader: Seat | None = None
) -> list[Text]:
    """Return the lines about the time in a match; `away` are its players' vacations that are not over."""
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
    """Return a seat's clock as a reader may see it: whether it stands, as its player has chosen, can be secret."""
    each = clock.seat(seat)
    return each.shown if match.secret and seat != reader else each.real


def _seat(match: Match, own: SeatClock, seat: Seat, now: datetime) -> Text:
    left = own.left_at(now)
    # A late player who may still choose in secret looks no different from one who has chosen.
    if own.up or (own.due is not None and own.due <= now):
        return say("**{player}**: time is up.", player=Player(seat))
    if own.due is None:
        return say("**{player}**: {left} left.", player=Player(seat), left=left)
    if reveals_days(match, seat):
        return say("**{player}** to move: {left} left.", player=Player(seat), left=left)
    span = resting(now, own.calendar)
    if span is not None:
        return say(
            "**{player}** to move: {left} left; time is up {when}. The clock is paused until {until}.",
            player=Player(seat),
            left=left,
            when=moment(own.due),
            until=discord.utils.format_dt(span[1], "f"),
        )
    return say(
        "**{player}** to move: {left} left; time is up {when}.", player=Player(seat), left=left, when=moment(own.due)
    )


# `/settings vacation`: days on which a player's clocks are paused. All of it is private; tables are told.


Choices = list[app_commands.Choice[int]]


class VacationCog(ArenaCog):
    """Announces, lists and cancels vacations."""

    under = "settings"

    @app_commands.command(description=mark("Your vacations, which pause your clocks: see, announce or cancel them"))
    @app_commands.describe(
        first=mark("For a new vacation: its first day, e.g. 2026-08-01; tomorrow at the earliest"),
        last=mark("The last day of a new vacation; the first day if you leave it out"),
        cancel=mark("The vacation to cancel, or to come back early from"),
    )
    async def vacation(
        self, interaction: Interaction, first: str | None = None, last: str | None = None, cancel: int | None = None
    ) -> None:
        if cancel is not None and first is not None:
            raise Refusal(say("Use either `first:` or `cancel:`, not both."), code="one-at-a-time")
        if last is not None and first is None:
            raise Refusal(say("Give the first day too, with `first:`."), code="no-first-day")
        if first is not None:
            await self._announce(interaction, first, last)
        elif cancel is not None:
            await self._cancel(interaction, cancel)
        else:
            await self._list(interaction)

    async def _announce(self, interaction: Interaction, first: str, last: str | None) -> None:
        """Announce a vacation and tell the tables concerned."""
        person_id = await entered(interaction)
        zone, today = await self._today(person_id)
        start = read_day(first, today)
        end = start if last is None else read_day(last, start)
        vacation = await self.bot.arena.vacations.announce(person_id, start, end)
        left = await self.bot.arena.vacations.days_left(person_id, start.year)
        lines = [
            say(
                "Your vacation is announced: {days}. Your clocks will be paused then, and I'll tell the people "
                "you play with.",
                days=_days(days_of(vacation, zone)),
            ),
            say("Days you have left in {year}: {left} of {most}.", year=start.year, left=left, most=DAYS_A_YEAR),
            say("Days are counted in your time zone, {zone}; `/settings mine` changes it.", zone=zone),
        ]
        without = await self._without(person_id)
        if without:
            lines.append(
                say(
                    "The terms of these matches don't allow vacations, so your clock runs there: {links}",
                    links=links((each.match.guild_id, each.match.channel_id) for each in without),
                )
            )
        await _answer(interaction, lines)

    async def _list(self, interaction: Interaction) -> None:
        person_id = await whoami(interaction)
        zone, today = await self._today(person_id)
        year = today.year
        coming = await self.bot.arena.vacations.of_person(person_id)
        left = await self.bot.arena.vacations.days_left(person_id, year)
        lines = [say("• {days}", days=_days(days_of(each, zone))) for each in coming]
        lines = lines or [say("You haven't announced a vacation.")]
        lines.append(
            say("Days you have left in {year}: {left} of {most}.", year=today.year, left=left, most=DAYS_A_YEAR)
        )
        await _answer(interaction, lines)

    async def _cancel(self, interaction: Interaction, number: int) -> None:
        """Cancel a vacation; one that has begun ends now."""
        _, change = await self.bot.arena.vacations.cancel(number, await whoami(interaction))
        await _answer(
            interaction,
            [
                say("Your vacation is cancelled, and I'll tell the people you play with.")
                if change == "cancelled"
                else say("Welcome back. Your clocks run again, and I'll tell the people you play with.")
            ],
        )

    @vacation.autocomplete("cancel")
    async def _vacations(self, interaction: Interaction, _current: str) -> Choices:
        zone, _ = await self._today(await whoami(interaction))
        coming = await self.bot.arena.vacations.of_person(await whoami(interaction))
        return [
            app_commands.Choice(
                name=cut(plain(_days(days_of(each, zone)), locale_of(interaction)), CHOICE_LIMIT), value=each.id
            )
            for each in coming[:MOST_CHOICES]
        ]

    async def _today(self, person_id: int) -> tuple[str, date]:
        zone = (await self.bot.arena.settings.player(person_id)).zone or UTC_NAME
        return zone, self.bot.clock.now().astimezone(zone_of(zone)).date()

    async def _without(self, person_id: int) -> list[Line]:
        page = await self.bot.arena.lists.of_person(person_id, 0, MATCHES_SEARCHED)
        return [each for each in page.lines if each.clock is not None and not each.terms.vacation]


def _days(days: Days) -> Text:
    if days.count == 1:
        return say("{day}", day=days.first)
    return say("{first} to {last}", first=days.first, last=days.last)


async def _answer(interaction: Interaction, lines: list[Text]) -> None:
    await reply(interaction, "\n".join(shown(line, locale_of(interaction)) for line in lines), suppress_embeds=True)
