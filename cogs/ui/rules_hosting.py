"""What the rules of every game end with: how it is played here, and what of it is not the printed game."""

from __future__ import annotations

from engine.help import Point, Topic
from engine.info import GameInfo
from engine.text import say

RULINGS = "rulings"
"""The topic of a game in which its rulings are listed."""


def hosting_pages(info: GameInfo, *, taught: bool) -> tuple[Topic, ...]:
    """Return the last pages of the guide to a game; whether it is `taught` says that it has a lesson."""
    return (_table(info, taught=taught), _origin(info))


def _table(info: GameInfo, *, taught: bool) -> Topic:
    lesson = Point(say("Try out what you've read: `/learn` gives you positions to play on your own."))
    late = (
        say("If your time runs out, the rules of the game say what is played for you.")
        if info.defaults == "all"
        else say("What happens if your time runs out was agreed on, too: normally you lose.")
    )
    end = (
        say("The rules allow a draw, and players can agree on one with `/match end`.")
        if info.draws
        else say("The rules know no draw. A match ends undecided only if all agree on it (`/match end`).")
    )
    return Topic(
        "at-the-table",
        say("At the table: time, draws, taking back"),
        (
            Point(
                say(
                    "I call you when you are to play, and remind you. How long you may think was agreed on when the "
                    "table was opened; `/match clock` shows it."
                )
            ),
            Point(late),
            Point(end),
            Point(
                say(
                    "`/undo` takes a turn back or asks the others for it, `/match pause` asks for a pause, "
                    "`/match more-time` for more time, `/match leave` for a substitute, and `/resign` gives up."
                )
            ),
            *([lesson] if taught else []),
        ),
    )


def _origin(info: GameInfo) -> Topic:
    what = info.reconstruction()
    made = (
        say("These are the rules in our own words, based on the designer's or publisher's text.")
        if what is None
        else say(
            "The rules are told here in our own words. The printed game shows some things only in pictures, which were "
            "not at hand: these are made up to fit, are **not official**, and may differ from your box."
        )
    )
    return Topic(
        "where-it-comes-from",
        say("What we added"),
        (
            Point(made),
            *([] if what is None else [Point(what)]),
            Point(say("Where the rules leave something open, we had to decide. **Rulings** lists every case.")),
        ),
    )
