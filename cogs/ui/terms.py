"""What a table agreed on besides the rules, presets and deadlines, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import discord

from engine.game import GameInfo, Mode
from engine.text import Text, say
from hosting.clock.time_control import LONG, QUICK, TWO_DAYS, ClockTerms, Terms
from hosting.match.model import Table

TIMEOUTS: dict[str, Text] = {
    "forfeit": say("A player who runs out of time loses."),
    "random": say("If a player runs out of time, a random legal turn is played for them."),
    "substitute": say("If a player runs out of time, the match is paused and I call for a substitute."),
    "notice": say("If a player runs out of time, the organisers are told; the match goes on."),
}
BY_THE_RULES = say("When a player runs out of time, the rules say what is played.")
BY_THE_RULES_OR: dict[str, Text] = {
    "forfeit": say("When a player runs out of time, the rules say what is played; where they don't, the player loses."),
    "random": say(
        "When a player runs out of time, the rules say what is played; where they don't, a legal turn is drawn."
    ),
    "substitute": say(
        "When a player runs out of time, the rules say what is played; where they don't, the match is paused and a "
        "substitute is asked for."
    ),
    "notice": say(
        "When a player runs out of time, the rules say what is played; where they don't, the organisers are told, "
        "and the match goes on."
    ),
}
TOGETHER = say("Where everyone chooses in secret, that happens once all who haven't chosen are out of time.")
UNDO: dict[str, Text] = {
    "free": say("You can take a turn back until another player has moved."),
    "consent": say("You can take a turn back if the others agree."),
    "never": say("Turns can't be taken back."),
}


_AUTOMATIC = say("A player's only legal turn is played automatically.")


def moment(at: datetime) -> str:
    """Return a time as each reader sees it, from now: "in 3 hours"."""
    return discord.utils.format_dt(at, "R")


def write_minute(minute: int) -> str:
    """Return a minute of the day as a clock shows it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def clock_text(clock: ClockTerms) -> Text:
    """Return a clock in one sentence."""
    if clock.kind == "turn":
        return say("Clock: {time} per turn.", time=clock.per_turn)
    return say(
        "Clock: {start} each, {gain} more per turn, {cap} at most.",
        start=clock.start,
        gain=clock.gain,
        cap=clock.cap,
    )


def timeout_texts(terms: Terms, info: GameInfo) -> list[Text]:
    """Return what happens to a player who runs out of time in a game, one or two sentences a line."""
    if not info.defaults:
        return [TIMEOUTS[terms.timeout]]
    by_the_rules = BY_THE_RULES if info.defaults == "all" else BY_THE_RULES_OR[terms.timeout]
    return [by_the_rules, TOGETHER] if info.together else [by_the_rules]


def terms_texts(terms: Terms, info: GameInfo, mode: Mode) -> list[Text]:
    """Return what a table agreed on, one sentence a line; what matters only with a clock is left out without one."""
    if mode.alone:
        return [_AUTOMATIC] if terms.automatic else []
    usual = Terms()
    lines: list[Text] = []
    if terms.clock is not None:
        lines += [clock_text(terms.clock), *timeout_texts(terms, info)]
        if terms.weekend:
            lines.append(say("All clocks are paused on Saturdays and Sundays (UTC)."))
        if terms.quiet is not None:
            lines.append(
                say(
                    "All clocks are paused from {start} to {end} ({zone}).",
                    start=write_minute(terms.quiet.start),
                    end=write_minute(terms.quiet.end),
                    zone=terms.quiet.zone,
                )
            )
        if not terms.rests:
            lines.append(say("Clocks run through players' quiet hours and weekends."))
        if not terms.vacation:
            lines.append(say("Clocks run through vacations."))
    if terms.undo != usual.undo:
        lines.append(UNDO[terms.undo])
    if terms.automatic:
        lines.append(_AUTOMATIC)
    if terms.shows_chosen:
        lines.append(say("When several choose in secret, everyone sees who has chosen."))
    if not terms.pauses:
        lines.append(say("Players can't ask each other for a pause or more time."))
    if not terms.agreed_ends:
        lines.append(say("Players can't agree to end the match."))
    if not terms.rated:
        lines.append(say("This match isn't rated."))
    return lines


# The presets of `/new` and of the dialogs under Terms, in words.


PRESET_TEXTS: Mapping[str, tuple[Text, Text]] = {
    QUICK: (
        say("Quick"),
        say("in one sitting: a bank of 15 minutes, plus 2 a turn, 30 at most; it runs day and night"),
    ),
    TWO_DAYS: (say("Two days"), say("2 days a turn; quiet hours, free weekends and vacations pause it")),
    LONG: (
        say("Long"),
        say("a bank of 7 days, plus 1 a turn, 14 at most; quiet hours, free weekends and vacations pause it"),
    ),
}
"""What each preset is called, and what it means."""

LAST_NAME = say("As last time")


def preset_texts() -> dict[str, Text]:
    """Return each preset with what it means, in one text."""
    return {
        key: say("{preset}: {meaning}", preset=name, meaning=meaning) for key, (name, meaning) in PRESET_TEXTS.items()
    }


def last_text(last: Table, info: GameInfo) -> Text:
    """Return "as last time" with what that means, in one text."""
    return say("{preset}: {meaning}", preset=LAST_NAME, meaning=last_meaning(last, info))


def last_meaning(last: Table, info: GameInfo) -> Text:
    """Return what "as last time" means: how many played, and by which clock."""
    mode = info.mode(last.mode)
    clock = Terms.load(last.terms).clock
    if mode is None or mode.alone:
        return say("alone, with everything you chose then")
    return say("{mode}, {clock}, and everything else as it was then", mode=mode.name, clock=short_clock(clock))


def short_clock(clock: ClockTerms | None) -> Text:
    """Return a clock in a few words."""
    if clock is None:
        return say("no clock")
    if clock.kind == "turn":
        return say("{time} a turn", time=clock.per_turn)
    return say(
        "a bank of {start}, plus {gain} a turn, {cap} at most", start=clock.start, gain=clock.gain, cap=clock.cap
    )
