"""Rate limits of people and servers, by kind of request.

The limits are well above what play needs, so that players never meet them. The load that the bot is measured under is a
server of 200 people with 15 turns a second (`bench/`): each of them plays every 13 seconds, with some eight presses a
turn where turns are built from menus. A server may ask for twice that. A person may press, look and play as fast as a
hurried hand does for half a minute. A server's limit is at least fifteen times a person's: neither one person nor a few
together can use it up and lock the others out, nor can partners in a silent match make signs of it (R29).

Requests that take seconds (`Pace.HEAVY`) have other limits, too: animated pictures are made one after the other in one
thread, and a person has one in the making at most (`cogs.review.viewer.send_reel`), so that all of them together take
one core.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import discord
from discord import app_commands

from engine import registry
from hosting.runtime import Clock, LruCache

USES_COUNTED = 20_000
"""The people and servers remembered, those with the latest requests: some 8 MiB."""


class Pace(StrEnum):
    """Kinds of requests, by what they cost."""

    TURN = "turn"
    """Parses a turn and writes it, or shows where it could go on."""

    PRESS = "press"
    """One of many presses that belong together, each of which draws: in the builder, the viewer, menus of pieces."""

    LOOK = "look"
    """Draws a picture, or gathers a text."""

    WRITE = "write"
    """Changes a table, a match or a setting, or asks others for something."""

    HEAVY = "heavy"
    """Takes seconds: animated pictures, replayed records, a check of a whole server through Discord."""

    TYPE = "type"
    """Completion: requested with every pause in typing, and answered with nothing beyond the limit."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests within some seconds, counted from the first one: by one person, and by a server's people."""

    person: int
    server: int
    seconds: float


RATES: dict[Pace, Rate] = {
    # 15 turns a second are 450 in half a minute; who answers at once plays one a second, in games of a move a turn.
    Pace.TURN: Rate(60, 900, 30),
    # Eight presses a turn: 3,600 for the 450 turns. Nobody reads a menu and presses three times a second for long.
    Pace.PRESS: Rate(90, 7_200, 30),
    # One look for each of the 450 turns; a person looks at every board of ten matches in a few seconds.
    Pace.LOOK: Rate(30, 900, 30),
    # Two hundred people who all come to their tables within half a minute: they join, leave, start, and are asked.
    Pace.WRITE: Rate(30, 900, 30),
    # A person who looks at one result before asking for the next needs ten seconds. Records from outside are the
    # worst, as they do not wait for each other: half a second of CPU each at most (`bench/hostile.py`), so that all
    # 120, from twenty people at once, come to 60 seconds in 60, one core; one person's to a twentieth of that.
    Pace.HEAVY: Rate(6, 120, 60),
    # As eight presses: a turn that is typed is completed about as often. Discord itself asks once a pause.
    Pace.TYPE: Rate(120, 7_200, 30),
}

COMMANDS: dict[str, Pace] = {
    **{f"new {game.info.key}": Pace.WRITE for game in registry.games()},
    "Challenge": Pace.WRITE,
    "move": Pace.TURN,
    "settings loadouts": Pace.WRITE,
    "settings block": Pace.WRITE,
    "seek create": Pace.WRITE,
    "seek list": Pace.LOOK,
    "seek cancel": Pace.WRITE,
    "league create": Pace.WRITE,
    "league join": Pace.WRITE,
    "league leave": Pace.WRITE,
    "league standings": Pace.LOOK,
    "league bracket": Pace.LOOK,
    "league schedule": Pace.LOOK,
    "league mine": Pace.LOOK,
    "league explain": Pace.LOOK,
    "league history": Pace.LOOK,
    "league challenge": Pace.WRITE,
    "league bye": Pace.WRITE,
    "league-manage add": Pace.WRITE,
    "league-manage remove": Pace.WRITE,
    "league-manage bye": Pace.WRITE,
    "league-manage alternate": Pace.WRITE,
    "league-manage export": Pace.HEAVY,
    "league-manage decide": Pace.WRITE,
    "league-manage postpone": Pace.WRITE,
    "league-manage move": Pace.WRITE,
    "league-manage settings": Pace.LOOK,
    "league-manage start": Pace.WRITE,
    "league-manage pause": Pace.WRITE,
    "league-manage resume": Pace.WRITE,
    "league-manage close": Pace.WRITE,
    "league-manage archive": Pace.WRITE,
    "match plan": Pace.TURN,
    "board": Pace.LOOK,
    "legal": Pace.LOOK,
    "match cards": Pace.LOOK,
    "match record": Pace.LOOK,
    "match replay": Pace.LOOK,
    "match import": Pace.HEAVY,
    "resign": Pace.WRITE,
    "undo": Pace.WRITE,
    "match end": Pace.WRITE,
    "match pause": Pace.WRITE,
    "match more-time": Pace.WRITE,
    "match abort": Pace.WRITE,
    "match leave": Pace.WRITE,
    "organise pause": Pace.WRITE,
    "organise resume": Pace.WRITE,
    "organise extend": Pace.WRITE,
    "organise substitute": Pace.WRITE,
    "organise adjudicate": Pace.WRITE,
    "organise void": Pace.WRITE,
    "organise correct": Pace.WRITE,
    "organise takeback": Pace.WRITE,
    "organise set-position": Pace.WRITE,
    "organise log": Pace.LOOK,
    "help": Pace.LOOK,
    "rules": Pace.LOOK,
    "learn": Pace.LOOK,
    "puzzle": Pace.LOOK,
    "matches": Pace.LOOK,
    "profile": Pace.LOOK,
    "Profile": Pace.LOOK,
    "Replay from here": Pace.LOOK,
    "Board as text": Pace.LOOK,
    "leaderboard": Pace.LOOK,
    "match clock": Pace.LOOK,
    "settings vacation": Pace.WRITE,
    "doctor": Pace.HEAVY,
    "data": Pace.LOOK,
    "settings language": Pace.WRITE,
    "settings mine": Pace.WRITE,
    "settings server": Pace.WRITE,
    "silence status": Pace.HEAVY,
    "silence log": Pace.LOOK,
    "silence settings": Pace.WRITE,
    "silence policy": Pace.LOOK,
    "watch match": Pace.WRITE,
    "watch league": Pace.WRITE,
    "watch player": Pace.WRITE,
    "watch server": Pace.WRITE,
    "watch puzzle": Pace.WRITE,
    "watch list": Pace.LOOK,
    "watch stop": Pace.WRITE,
    "match spectate": Pace.WRITE,
    "match move-to": Pace.WRITE,
}
"""By a command's whole name."""

CHOSEN: dict[tuple[str, str, str], Pace] = {
    ("match replay", "form", "animation"): Pace.HEAVY,
    ("data", "request", "copy"): Pace.HEAVY,
    ("data", "request", "deletion"): Pace.WRITE,
}
"""By a command's whole name, an option and its value, where that takes more than the command without it."""

CONTROLS: dict[str, Pace | dict[str, Pace]] = {
    "m": {
        "play": Pace.PRESS,
        "legal": Pace.LOOK,
        "hand": Pace.LOOK,
        "othercards": Pace.LOOK,
        "prepare": Pace.LOOK,
        "aid": Pace.LOOK,
        "cards": Pace.LOOK,
        "board": Pace.LOOK,
        "record": Pace.LOOK,
        "replay": Pace.LOOK,
        "practise": Pace.LOOK,
        "verify": Pace.HEAVY,
        "analyse": Pace.HEAVY,
        "rules": Pace.LOOK,
        "more": Pace.LOOK,
        "askback": Pace.WRITE,
        "leaveyes": Pace.WRITE,
        "offer": Pace.LOOK,
        "offerend": Pace.WRITE,
        "offerpause": Pace.WRITE,
        "offerresume": Pace.WRITE,
        "offertime": Pace.WRITE,
        "rematch": Pace.WRITE,
        "norematch": Pace.WRITE,
        "newtable": Pace.WRITE,
        "rehouse": Pace.WRITE,
        "spectate": Pace.WRITE,
        "resign": Pace.WRITE,
        "resignyes": Pace.WRITE,
        "resignno": Pace.WRITE,
        "abortyes": Pace.WRITE,
        "undo": Pace.WRITE,
        "unask": Pace.WRITE,
    },
    "a": Pace.WRITE,
    "b": Pace.PRESS,
    "n": Pace.PRESS,
    "x": Pace.PRESS,
    "u": Pace.PRESS,
    "v": Pace.PRESS,
    "l": Pace.PRESS,
    "r": Pace.PRESS,
    "f": Pace.LOOK,
    "e": Pace.PRESS,
    "i": Pace.PRESS,
    "w": Pace.LOOK,
    "p": Pace.LOOK,
    "t": Pace.WRITE,
    "d": Pace.WRITE,
    "j": Pace.WRITE,
    "k": Pace.WRITE,
    "q": Pace.WRITE,
    "y": Pace.HEAVY,
    "z": Pace.WRITE,
    "o": Pace.WRITE,
    "s": Pace.WRITE,
    "g": Pace.WRITE,
    "h": Pace.LOOK,
}
"""By the first part of a custom id; for buttons of a match by what they do, which is the last part."""

VERBS: dict[str, dict[str, Pace]] = {
    "b": {"c": Pace.TURN},
    "n": {"c": Pace.TURN},
    "x": {"c": Pace.TURN},
    "u": {"c": Pace.TURN},
    "v": {"a": Pace.HEAVY, "o": Pace.WRITE, "y": Pace.HEAVY},
}
"""Presses in builders, lessons and the viewer that take more than the others there: they play, film, open a table,
analyse."""

DIALOGS: dict[str, Pace] = {
    "RecordDialog": Pace.HEAVY,
    "ClockDialog": Pace.WRITE,
    "TimeDialog": Pace.WRITE,
    "RulesDialog": Pace.WRITE,
    "PlaceDialog": Pace.WRITE,
    "ComputerDialog": Pace.WRITE,
    "ChallengeDialog": Pace.WRITE,
    "AdvanceDialog": Pace.WRITE,
    "LoadoutDialog": Pace.WRITE,
    "NameDialog": Pace.WRITE,
    "LeagueDialog": Pace.WRITE,
    "TurnDialog": Pace.TURN,
    "PracticeDialog": Pace.TURN,
    "PuzzleDialog": Pace.TURN,
    "TimesDialog": Pace.WRITE,
}
"""By the class of a dialog, when it is sent."""


@dataclass(eq=False, slots=True)
class Paces:
    """Counts requests. In memory only: a restart forgives everything.

    The counting is discord.py's, a window of time that begins with the first use. Its `CooldownMapping` checks all
    counts with every use; here they are in the order of their use, and each takes a few microseconds.

    `times` multiplies the usual rates; 0 is no limit.
    """

    clock: Clock
    times: float = 1.0
    _counts: LruCache[tuple[Pace, bool, int], app_commands.Cooldown] = field(
        default_factory=lambda: LruCache(USES_COUNTED), init=False
    )

    def spend(self, pace: Pace, person_id: int, guild_id: int | None) -> tuple[float, bool]:
        """Count one use; a use that a person is refused does not count for their server.

        Returns:
            By how many seconds it is too early, 0.0 if it is not, and whether that is by the server's rate.
        """
        if not self.times:
            return 0.0, False
        rate, now = RATES[pace], self.clock.now().timestamp()
        wait = self._count((pace, False, person_id), rate.person, rate.seconds, now)
        if wait or guild_id is None:
            return wait, False
        return self._count((pace, True, guild_id), rate.server, rate.seconds, now), True

    def _count(self, key: tuple[Pace, bool, int], most: int, seconds: float, now: float) -> float:
        count = self._counts.get(key)
        if count is None:
            count = app_commands.Cooldown(max(1, most * self.times), seconds)
            self._counts.put(key, count)
        wait = count.update_rate_limit(now)
        if wait is not None and wait > seconds:  # the clock was put back
            count.reset()
            wait = count.update_rate_limit(now)
        return wait or 0.0


def pace_of_command(data: Any) -> Pace:  # noqa: ANN401 - Discord's JSON
    name, options = used_command(data)
    chosen = (CHOSEN.get((name, str(each.get("name")), str(each.get("value")))) for each in options)
    return next((pace for pace in chosen if pace is not None), COMMANDS.get(name, Pace.WRITE))


def used_command(data: Any) -> tuple[str, Any]:  # noqa: ANN401 - Discord's JSON
    """Return the full name of a used command, such as `match cards`, and its options, from Discord's data alone."""
    name: str = data.get("name", "")
    options = data.get("options") or ()
    while options and options[0].get("type") in _NESTED:
        name = f"{name} {options[0].get('name', '')}"
        options = options[0].get("options") or ()
    return name, options


def pace_of_control(custom_id: str) -> Pace:
    parts = custom_id.split(":", 5)
    kind = CONTROLS.get(parts[0], Pace.WRITE)
    if isinstance(kind, dict):
        return kind.get(parts[-1], Pace.WRITE)
    verbs = VERBS.get(parts[0])
    if verbs is None or len(parts) < 4:
        return kind
    return verbs.get((parts[3] if parts[0] in _BUILT else parts[-1])[:1], kind)


_BUILT = frozenset("bnx")
"""Controls whose id has the verb before a draft (`cogs.play.builder`)."""

_NESTED = (
    discord.AppCommandOptionType.subcommand.value,
    discord.AppCommandOptionType.subcommand_group.value,
)
