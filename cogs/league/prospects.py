"""What an entry can still reach, and what that takes, in words: exactly near the end, by points alone before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogs.league.wording import protection_lines
from engine.text import Text, listed, say, say_n
from hosting.league.naming import points_text
from hosting.league.standings.ladder import positions
from hosting.league.standings.prospects import Ending, Goal, Need, Outcome, Prospect
from hosting.league.state import View

_WAYS: Mapping[frozenset[Outcome], Text] = {
    frozenset(("won",)): say("{entry} beating {other}"),
    frozenset(("level",)): say("{entry} drawing with {other}"),
    frozenset(("lost",)): say("{entry} losing to {other}"),
    frozenset(("won", "level")): say("{entry} not losing to {other}"),
    frozenset(("level", "lost")): say("{entry} not beating {other}"),
    frozenset(("won", "lost")): say("{entry} not drawing with {other}"),
}


def prospect_lines(view: View, found: Prospect, names: Mapping[int, Text]) -> Iterator[Text]:
    """Yield what an entry can still reach, a line each.

    Args:
        view: The season.
        found: What is told.
        names: What entries are called.
    """
    if found.endings:
        yield from _exactly(view, found, names)
        return
    yield say(
        "Points: {have}; it can still get {more} more.", have=points_text(found.have), more=points_text(found.more)
    )
    for goal in found.goals:
        yield _goal(goal, found.have)
    if found.goals:
        yield say(
            "-# By points alone, as long as nobody withdraws, and not exact: who still meets whom is not looked at, "
            "nor are tie-breaks."
        )


def _exactly(view: View, found: Prospect, names: Mapping[int, Text]) -> Iterator[Text]:
    yield say_n(
        "Exactly, if the {count} match of its division that is open is played:",
        "Exactly, if all {count} matches of its division that are open are played:",
        found.open,
    )
    for each in found.endings:
        yield _ending(each, found.have, alone=len(found.endings) == 1)
    if found.needs:
        place = min(each.best for each in found.endings)
        ways = listed([_way(view, each, names) for each in found.needs], "comma")
        yield say("Place {place} needs: {ways}.", place=place, ways=ways)


def _ending(ending: Ending, have: int, *, alone: bool) -> Text:
    low, high, total = ending.best, ending.worst, points_text(have + ending.more)
    if alone:
        return (
            say("• place {place}", place=low)
            if low == high
            else say("• one of the places {low} to {high}", low=low, high=high)
        )
    if low == high:
        return say("• with a total of {points}: place {place}", points=total, place=low)
    return say("• with a total of {points}: one of the places {low} to {high}", points=total, low=low, high=high)


def _goal(goal: Goal, have: int) -> Text:
    least = points_text(have + goal.least)
    if goal.sure is None:
        template = (
            say("• Place {place} or better takes a total of at least {least}, and depends on the others as well.")
            if goal.least
            else say("• Place {place} or better is possible, and depends on the others as well.")
        )
        return template.using(place=goal.place, least=least)
    template = (
        say("• Place {place} or better takes a total of at least {least}; with {sure} it is certain.")
        if goal.least and goal.least != goal.sure
        else say("• Place {place} or better is certain with a total of {sure}, whatever the others do.")
    )
    return template.using(place=goal.place, least=least, sure=points_text(have + goal.sure))


def _way(view: View, need: Need, names: Mapping[int, Text]) -> Text:
    fixture = next(each for each in view.fixtures if each.id == need.fixture)
    other = next(each for each in fixture.entries if each != need.entry)
    return _WAYS[frozenset(need.outcomes)].using(entry=names[need.entry], other=names[other])


def climb_lines(view: View, entry: int, names: Mapping[int, Text]) -> Iterator[Text]:
    """Yield what a won challenge would make of a place on a ladder, if nothing else moves."""
    gone = {each.id for each in view.entries if each.left_at is not None}
    every = positions(view.entries, view.fixtures)
    there = [each for each in every if each not in gone]
    shown = [each for each in every if each not in gone or each in view.totals]
    at = there.index(entry) if entry in there else 0
    if view.terms.ladder is None or not at or view.season.status not in ("running", "paused"):
        return
    other = there[max(0, at - view.terms.ladder.reach)]
    yield say(
        "Up to {other} is within its reach: a challenge won there, if nothing else moves, makes it place {place}.",
        other=names[other],
        place=shown.index(other) + 1,
    )
    yield from protection_lines(view.terms.ladder)
