"""When and where players want to be disturbed, as they type it and as it is shown."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from zoneinfo import available_timezones

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from cogs.core.limits import MOST_CHOICES
from cogs.ui.terms import write_minute
from engine.text import Quote, Text, say, shortened
from hosting.clock.calendar import Quiet
from hosting.match.model import PlayerSettings
from hosting.timekeeping.calendars import UTC_NAME

NEVER = "never"

_HOURS = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))?\s*(?:-|–|to|until)\s*([0-9]{1,2})(?:[:.h]([0-9]{2}))?")
_HOUR = re.compile(r"([0-9]{1,2})(?:[:.h]?00)?")
_FIRST = ("UTC", "Europe/London", "Europe/Paris", "Europe/Berlin", "America/New_York", "America/Los_Angeles")


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones, the most used first."""
    known = available_timezones()
    named = sorted(name for name in known if "/" in name and not name.startswith(("Etc/", "posix/", "right/")))
    return (*_FIRST, *(name for name in named if name not in _FIRST))


async def complete_zone(_interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer time zones whose name contains what was typed."""
    wanted = current.strip().casefold().replace(" ", "_")
    found = [name for name in zones() if wanted in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in found[:MOST_CHOICES]]


def read_zone(text: str) -> str:
    """Return the name of the time zone that was typed. Raises Refusal if there is none of that name."""
    wanted = text.strip().casefold().replace(" ", "_")
    name = next((each for each in zones() if each.casefold() == wanted), None)
    if name is None:
        raise Refusal(
            say(
                "There is no time zone {zone}. Pick one from the list, like Europe/Paris.", zone=Quote(shortened(text))
            ),
            code="no-zone",
        )
    return name


def with_quiet(settings: PlayerSettings, text: str) -> PlayerSettings:
    """Return settings with other quiet hours, like `22-7` or `22:30-07:00`, or none. Raises Refusal."""
    plain = text.strip().casefold()
    if plain in (NEVER, "none", "off"):
        return replace(settings, quiet_from=None, quiet_until=None)
    found = _HOURS.fullmatch(plain)
    try:
        if found is None:
            raise ValueError(plain)
        first, last = _minute(found[1], found[2]), _minute(found[3], found[4])
        Quiet(settings.zone or UTC_NAME, first, last)
    except ValueError as error:
        raise Refusal(
            say(
                "{text} are no quiet hours. Write them like `22-7` or `22:30-07:00`, twelve hours at most, or `never`.",
                text=Quote(shortened(text)),
            ),
            code="no-quiet-hours",
        ) from error
    return replace(settings, quiet_from=first, quiet_until=last)


def with_digest(settings: PlayerSettings, text: str) -> PlayerSettings:
    """Return settings with another hour for the digest, like `8` or `18:00`, or `never`. Raises Refusal."""
    plain = text.strip().casefold()
    if plain in (NEVER, "none", "off"):
        return replace(settings, digest_hour=None)
    found = _HOUR.fullmatch(plain)
    if found is None or int(found[1]) > 23:
        raise Refusal(
            say("{text} is no hour. Write a number from 0 to 23, or `never`.", text=Quote(shortened(text))),
            code="no-hour",
        )
    return replace(settings, digest_hour=int(found[1]))


def quiet_text(settings: PlayerSettings) -> str:
    """Return the quiet hours of a player as they type them, like `22:00-07:00`, or `never`."""
    if settings.quiet_from is None or settings.quiet_until is None:
        return NEVER
    return f"{write_minute(settings.quiet_from)}-{write_minute(settings.quiet_until)}"


def disturbing_texts(settings: PlayerSettings) -> list[Text]:
    """Return in words when a player wants to be disturbed."""
    lines = [say("Time zone: {zone}", zone=settings.zone or UTC_NAME)]
    if settings.quiet_from is not None and settings.quiet_until is not None:
        lines.append(
            say(
                "Quiet hours: {start} to {end}. Nothing disturbs you then, and your clocks are "
                "paused where the table allows it: for turns that begin from now on.",
                start=write_minute(settings.quiet_from),
                end=write_minute(settings.quiet_until),
            )
        )
    if settings.free_weekends:
        lines.append(
            say(
                "Your clocks are paused on Saturdays and Sundays where the table allows it: for "
                "turns that begin from now on."
            )
        )
    if settings.digest_hour is not None:
        lines.append(
            say(
                "Every day at {hour} you get a list of the matches waiting for you, if there are any.",
                hour=write_minute(settings.digest_hour * 60),
            )
        )
    return lines


def _minute(hours: str, minutes: str | None) -> int:
    if int(hours) > 24 or int(minutes or 0) > 59:
        raise ValueError(f"{hours}:{minutes}")
    return (int(hours) * 60 + int(minutes or 0)) % (24 * 60)
