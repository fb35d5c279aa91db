"""`/league explain`: why an entry has its place, and what it can still reach."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import discord

from cogs.core.access import whoami
from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, offered, reply
from cogs.core.text import MESSAGE_LIMIT, fitting, locale_of, plain, shown
from cogs.league.finding import entry_texts, league_text, people_of, season_shown, typed_league, typed_season
from cogs.league.lists import WHY_TEXTS
from cogs.league.posts import joins_late
from cogs.league.wording import SMALL, TIE_BREAKS, measure_text, protection_lines
from cogs.ui.pictures import in_thread
from engine import registry
from engine.errors import ArenaError
from engine.text import Text, listed, say, say_n
from hosting.league.brackets import round_called
from hosting.league.model import SeasonView, entry_text, points_text, table_season
from hosting.league.standings.explain import (
    Ending,
    Explanation,
    Goal,
    Measure,
    Need,
    Neighbour,
    Number,
    Outcome,
    PlaceChange,
    Prospect,
    Term,
    explain,
)
from hosting.league.standings.table import BRACKETS, Outlook
from hosting.league.standings.values import TieBreakValue, ladder_positions
from hosting.league.validation import can_draw

# What an entry can still reach, and what that takes, in words: exactly near the end, by points alone before.


_WAYS: Mapping[frozenset[Outcome], Text] = {
    frozenset(("won",)): say("{entry} beating {other}"),
    frozenset(("level",)): say("{entry} drawing with {other}"),
    frozenset(("lost",)): say("{entry} losing to {other}"),
    frozenset(("won", "level")): say("{entry} not losing to {other}"),
    frozenset(("level", "lost")): say("{entry} not beating {other}"),
    frozenset(("won", "lost")): say("{entry} not drawing with {other}"),
}


def prospect_lines(view: SeasonView, found: Prospect, names: Mapping[int, Text]) -> Iterator[Text]:
    if found.endings:
        yield from _exactly(view, found, names)
        return
    yield say("Points: {have}; {more} more possible.", have=points_text(found.have), more=points_text(found.more))
    for goal in found.goals:
        yield _goal(goal, found.have)
    if found.goals:
        yield say(
            "-# Estimated from points alone, assuming nobody withdraws. Remaining pairings and tie-breaks "
            "aren't considered."
        )


def _exactly(view: SeasonView, found: Prospect, names: Mapping[int, Text]) -> Iterator[Text]:
    yield say_n(
        "Exact as long as the {count} open match in its division is played:",
        "Exact as long as all {count} open matches in its division are played:",
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
            else say("• a place from {low} to {high}", low=low, high=high)
        )
    if low == high:
        return say("• with a total of {points}: place {place}", points=total, place=low)
    return say("• with a total of {points}: a place from {low} to {high}", points=total, low=low, high=high)


def _goal(goal: Goal, have: int) -> Text:
    least = points_text(have + goal.least)
    if goal.sure is None:
        template = (
            say("• Place {place} or better needs a total of at least {least}, and depends on other results too.")
            if goal.least
            else say("• Place {place} or better is possible, depending on other results too.")
        )
        return template.using(place=goal.place, least=least)
    template = (
        say("• Place {place} or better needs a total of at least {least}; {sure} makes it certain.")
        if goal.least and goal.least != goal.sure
        else say("• A total of {sure} makes place {place} or better certain, whatever the others do.")
    )
    return template.using(place=goal.place, least=least, sure=points_text(have + goal.sure))


def _way(view: SeasonView, need: Need, names: Mapping[int, Text]) -> Text:
    fixture = next(each for each in view.fixtures if each.id == need.fixture)
    other = next(each for each in fixture.entries if each != need.entry)
    return _WAYS[frozenset(need.outcomes)].using(entry=names[need.entry], other=names[other])


def climb_lines(view: SeasonView, entry: int, names: Mapping[int, Text]) -> Iterator[Text]:
    """Yield how a won challenge would change a place on a ladder, if nothing else moves."""
    gone = {each.id for each in view.entries if each.left_at is not None}
    every = ladder_positions(view.entries, view.fixtures)
    standing = [each for each in every if each not in gone]
    shown = [each for each in every if each not in gone or each in view.totals]
    at = standing.index(entry) if entry in standing else 0
    if view.terms.ladder is None or not at or view.season.status not in ("running", "paused"):
        return
    other = standing[max(0, at - view.terms.ladder.reach)]
    yield say(
        "The highest it can challenge is {other}. Winning that would put it in place {place}, if nothing else changes.",
        other=names[other],
        place=shown.index(other) + 1,
    )
    yield from protection_lines(view.terms.ladder)


_MADE_OF: Mapping[Measure, Measure] = {"round": "points", "position": "points"}
"""What the terms of numbers are that are no sum of them."""

_OUTLOOKS: Mapping[Outlook, Text] = {
    "promoted": say("Promotion is certain unless a player withdraws."),
    "safe": say("It can't be relegated."),
    "relegated": say("Relegation is certain unless a player withdraws."),
}
_OUTCOMES: Mapping[Outcome, Text] = {
    "won": say("If {entry} beats {others}: place {place}."),
    "level": say("If {entry} and {others} draw: place {place}."),
    "lost": say("If {entry} loses to {others}: place {place}."),
}
_ASSUMED = say("-# Unless a result is corrected or an organiser decides otherwise.")
_ASSUMED_LATE = say("-# Unless someone else joins, a result is corrected or an organiser decides otherwise.")
_DIGITS = 8
"""Of a lot, which has 64."""


async def complete_entry(interaction: Interaction, current: str) -> Choices[int]:
    try:
        view = await season_shown(interaction, typed_league(interaction), typed_season(interaction))
    except ArenaError:
        return []
    names = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    locale = locale_of(interaction)
    return offered([(plain(entry_text(each), locale, members=names), each.id) for each in view.entries], current)


async def show_explanation(
    interaction: Interaction, number: int | None, season: int | None, entry_id: int | None
) -> None:
    """Explain an entry's place in private; the reader's own by default."""
    view = await season_shown(interaction, number, season)
    own = view.entry_of(await whoami(interaction))
    wanted = entry_id or (None if own is None else own.id)
    if wanted is None:
        raise Refusal(
            say("You aren't playing this season: say whose place you mean with `entry:`."), code="no-entry-named"
        )
    if all(each.id != wanted for each in view.entries):
        raise Refusal(say("There's no such entry in this league: pick it from the list."), code="no-entry")
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = None
    if view.divisions:
        draws = can_draw(view.terms, registry.get(view.terms.game).info)
        found = await in_thread(lambda: explain(table_season(view), wanted, draws=draws))
    if found is None:
        raise Refusal(say("This entry isn't in the table yet."), code="not-in-table")
    people = await interaction.client.arena.people.names(view.league.guild_id, people_of(view.entries))
    telling = _Telling(view, found, entry_texts(view))
    locale = locale_of(interaction)
    short = [f"**{shown(telling.head(), locale, members=people)}**"]
    short += [shown(each, locale, members=people) for each in telling.short()]
    whole = "\n".join(plain(each, locale, members=people).removeprefix(SMALL) for each in telling.whole())
    file = discord.File(io.BytesIO(f"{whole}\n".encode()), "explanation.txt")
    more = shown(say("The full text is in the file."), locale)
    await reply(interaction, fitting(short, MESSAGE_LIMIT, more), files=[file])


@dataclass(frozen=True, slots=True)
class _Telling:
    """An explanation in words."""

    view: SeasonView
    found: Explanation
    names: Mapping[int, Text]

    def head(self) -> Text:
        row = self.found.row
        return say(
            "{entry}: place {place} in {league}",
            entry=self.names[row.entry],
            place=row.place,
            league=league_text(self.view),
        )

    def short(self) -> Iterator[Text]:
        """Yield the essence below that: the neighbours, what would change the place, the numbers."""
        row = self.found.row
        if self.found.level:
            yield self._level()
        if self.found.above is not None:
            yield self._neighbour(self.found.above, above=True)
        if self.found.below is not None:
            yield self._neighbour(self.found.below, above=False)
        if self.view.season.status != "closed":
            if row.min_place == row.max_place:
                yield say("This place is certain.")
            else:
                yield say("Places still possible: {low} to {high}.", low=row.min_place, high=row.max_place)
            yield _ASSUMED_LATE if joins_late(self.view) else _ASSUMED
        if self.found.outlook is not None:
            yield _OUTLOOKS[self.found.outlook]
        yield from self._chances()
        for number in self.found.numbers:
            if number.name == "position" or (number.name == "round" and number.value is None):
                continue  # the place says it, and who isn't out went out in no round
            if number.name != "lot" or self._lot_decides():
                yield say("{name}: {value}", name=_name(number.name), value=self._value(number.name, number.value))

    def _level(self) -> Text:
        """Return with whom the entry shares its place, and why."""
        others = listed([self.names[each] for each in self.found.level])
        if self.view.terms.kind not in BRACKETS:
            return say(
                "Level with {others} so far. If they're still level at the end, it's decided by lots, which "
                "are revealed at the close.",
                others=others,
            )
        if all(each.value is None for each in self.found.numbers):
            if len(self.found.level) == 1:
                return say("Shares this place with {others}: neither is out.", others=others)
            return say("Shares this place with {others}: none of them is out.", others=others)
        return say("Shares this place with {others}, who went out in the same round.", others=others)

    def _lot_decides(self) -> bool:
        return any(each is not None and each.by == "lot" for each in (self.found.above, self.found.below))

    def _chances(self) -> Iterator[Text]:
        found, row = self.found, self.found.row
        if found.prospect is not None and row.min_place != row.max_place:
            yield from prospect_lines(self.view, found.prospect, self.names)
            if found.prospect.endings:
                return
        if self.view.terms.kind == "ladder":
            yield from climb_lines(self.view, row.entry, self.names)
        telling = [each for each in found.changes if each.place != row.place]
        if telling:
            yield say("If just one match ended now:")
        yield from (say("• {line}", line=self._change(each)) for each in telling)
        if found.left_out:
            yield say_n(
                "-# Not shown: {count} more open match of this entry and its neighbours.",
                "-# Not shown: {count} more open matches of this entry and its neighbours.",
                found.left_out,
            )
        elif found.changes and not telling:
            yield say("No single open match would change this place.")

    def whole(self) -> Iterator[Text]:
        """Yield all of it, with every term of every number and its match."""
        yield self.head()
        yield from self.short()
        for number in self.found.numbers:
            if not number.terms:
                continue
            yield say("{name}: {value}", name=_name(number.name), value=self._value(number.name, number.value))
            if number.among:
                yield say("among {entries}", entries=listed([self.names[each] for each in number.among]))
            for term in number.terms:
                yield self._term(number, term)

    def _neighbour(self, other: Neighbour, *, above: bool) -> Text:
        name = self.names[other.entry]
        if (
            other.by is None
        ):  # of those who went out in one round only two are not level: they played for the third place
            template = (
                say("Below {other} (place {place}), who won the match for third place.")
                if above
                else say("Above {other} (place {place}), who lost the match for third place.")
            )
            return template.using(other=name, place=other.place)
        if other.by == "round":
            return self._rounds(other, above=above)
        if other.by == "position":
            template = say("Below {other} (place {place}).") if above else say("Above {other} (place {place}).")
            return template.using(other=name, place=other.place)
        template = (
            say("Below {other} (place {place}) by {measure} ({own} to {theirs}).")
            if above
            else say("Above {other} (place {place}) by {measure} ({own} to {theirs}).")
        )
        return template.using(
            other=name,
            place=other.place,
            measure=_name(other.by),
            own=self._value(other.by, other.own),
            theirs=self._value(other.by, other.other),
        )

    def _rounds(self, other: Neighbour, *, above: bool) -> Text:
        """Compare the entry with another in a knock-out: who is out, and since when."""
        if other.other is None:
            template = say("Below {other} (place {place}, still in).")
        elif above:
            template = say("Below {other} (place {place}, out later: {round}).")
        elif other.own is None:
            template = say("Above {other} (place {place}, out: {round}).")
        else:
            template = say("Above {other} (place {place}, out earlier: {round}).")
        called = self._value("round", other.other)
        return template.using(other=self.names[other.entry], place=other.place, round=called)

    def _change(self, change: PlaceChange) -> Text:
        fixture = next(each for each in self.view.fixtures if each.id == change.fixture)
        others = listed([self.names[each] for each in fixture.entries if each != change.entry])
        return _OUTCOMES[change.outcome].using(entry=self.names[change.entry], others=others, place=change.place)

    def _term(self, number: Number, term: Term) -> Text:
        """Return one term: its amount, its opponent and its source."""
        where = WHY_TEXTS[term.why]
        if term.match is not None:
            where = say("match {number}, {why}", number=term.match, why=where)
        value = self._value(_MADE_OF.get(number.name, number.name), term.value)
        line = say("  {value} ({where})", value=value, where=where)
        if term.opponents:
            others = listed([self.names[each] for each in term.opponents])
            if term.why == "inactivity":
                return say("  {others} ({where})", others=others, where=where)
            line = say("  {value} against {others} ({where})", value=value, others=others, where=where)
        if term.worth is not None:
            worth = points_text(term.worth)
            if term.own:
                line = say("{term}, from its own total of {worth}", term=line, worth=worth)
            else:
                line = say("{term}, from a total of {worth}", term=line, worth=worth)
        return say("{term}: left out because it's the lowest", term=line) if term.cut else line

    def _value(self, measure: Measure, value: TieBreakValue) -> Text:
        if value is None:
            return self._nothing(measure)
        if measure == "round" and isinstance(value, int):
            return round_called(self.view, value)
        return say("{number}", number=measure_text(measure, value, _DIGITS))

    def _nothing(self, measure: Measure) -> Text:
        if measure == "direct":
            if self.view.season.status == "closed":
                return say("doesn't count here", context="number of a table")
            return say("none yet", context="number of a table")
        if measure == "round":
            return say("not out", context="number of a table")
        # Who had no rating has none of the start.
        return say("none", context="number of a table")


def _name(measure: Measure) -> Text:
    if measure == "points":
        return say("points", context="measure")
    if measure == "round":
        return say("went out", context="measure")
    if measure == "position":
        return say("position", context="measure")
    return TIE_BREAKS[measure]
