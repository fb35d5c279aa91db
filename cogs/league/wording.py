"""The terms and the size of a league in words, and the button Terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import discord

from cogs.core.bot import Interaction
from cogs.core.messages import reply
from cogs.core.text import EMBED_LIMIT, Locale, cut, locale_of, shown
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import FORMATS, league_text, season_here
from cogs.lobby.seeks import options_text
from cogs.ui.lobby import clock_text, terms_texts
from engine import registry
from engine.game import GameInfo
from engine.text import Quote, Text, listed, say, say_n
from hosting.league.matches import AGREED_LIMIT, LIMIT, NOTICE
from hosting.league.model import SeasonView, points_text
from hosting.league.pairing.formats import fewest
from hosting.league.pairing.round_robin import measured
from hosting.league.standings.tiebreaks import BUCHHOLZ
from hosting.league.standings.values import place_points
from hosting.league.terms import LadderTerms, LeagueTerms, Newcomers, TieBreak
from hosting.league.validation import OVERLAPPING, SCORED, TURNS, Costs, can_draw, slowest, smaller_tables
from store.league.seasons import POINT

TIE_BREAKS: Mapping[TieBreak, Text] = {
    "direct": say("head-to-head", context="tie-break"),
    "sonneborn_berger": say("Sonneborn-Berger", context="tie-break"),
    "buchholz": say("Buchholz", context="tie-break"),
    "buchholz_cut1": say("Buchholz without the lowest", context="tie-break"),
    "wins": say("wins", context="tie-break"),
    "seed": say("starting rating", context="tie-break"),
    "lot": say("drawing lots", context="tie-break"),
}
HEADINGS: Mapping[TieBreak, Text] = {
    "direct": say("H2H", context="heading of a table: the matches among those level"),
    "sonneborn_berger": say("SB", context="heading of a table: Sonneborn-Berger"),
    "buchholz": say("BH", context="heading of a table: Buchholz"),
    "buchholz_cut1": say("BH−1", context="heading of a table: Buchholz without the lowest"),
    "wins": say("Wins", context="heading of a table"),
    "seed": say("Start", context="heading of a table: the rating at the start"),
    "lot": say("Lot", context="heading of a table"),
}
"""What tie-breaks are called in short."""
_UNITS: Mapping[str, int] = {
    "points": POINT,
    "direct": 2,
    "sonneborn_berger": 2 * POINT,
    "buchholz": BUCHHOLZ * POINT,
    "buchholz_cut1": BUCHHOLZ * POINT,
}
"""What one point is in the numbers that are shown in points; the others are shown as they are."""


def measure_text(name: str, value: float | str, digits: int) -> str | Text:
    if isinstance(value, float):
        whole, _, part = f"{value:.2f}".partition(".")
        return say("{whole}.{part}", whole=whole, part=part, context="a number with two decimals")
    if isinstance(value, str):
        return f"{value[:digits]}…"
    return points_text(value, _UNITS.get(name, 1))


UNFINISHED: Mapping[str, Text] = {
    "none": say("Matches left unfinished at the end of the season give nobody points."),
    "half": say("Each player in a match left unfinished at the end of the season gets half a point."),
}


_NEWCOMERS: Mapping[Newcomers, Text] = {
    "bottom": say("New players in a later season start in the lowest division."),
    "rating": say("New players in a later season start in the division that fits their rating."),
}


_HALF_EACH = say(
    "Each player in a match left unfinished at the end of the season gets half of what first place is worth."
)
_HALF_MISSED = say("For each round they missed, latecomers get half of what first place is worth.")


def start_text(terms: LeagueTerms, *, overdue: bool = False) -> Text:
    if overdue:
        return say("Its start is overdue: it starts as soon as it can, or when an organiser presses **Start**.")
    if terms.starts_at is None and not terms.when_full:
        return say("It starts when an organiser presses **Start**.")
    if terms.starts_at is None:
        if terms.teams:
            return say_n(
                "It starts as soon as {count} team has joined.",
                "It starts as soon as {count} teams have joined.",
                terms.most,
            )
        return say_n(
            "It starts as soon as {count} player has joined.",
            "It starts as soon as {count} players have joined.",
            terms.most,
        )
    when = day(terms.starts_at)
    if not terms.when_full:
        return say("It starts {when}.", when=when)
    if terms.teams:
        return say_n(
            "It starts as soon as {count} team has joined, {when} at the latest.",
            "It starts as soon as {count} teams have joined, {when} at the latest.",
            terms.most,
            when=when,
        )
    return say_n(
        "It starts as soon as {count} player has joined, {when} at the latest.",
        "It starts as soon as {count} players have joined, {when} at the latest.",
        terms.most,
        when=when,
    )


def terms_lines(terms: LeagueTerms, started_at: datetime | None = None, *, overdue: bool = False) -> list[Text]:
    groups: tuple[tuple[Text, list[Text]], ...] = (
        (say("**Format**"), format_lines(terms)),
        (say("**When**"), [*_course(terms, started_at, overdue=overdue), *_late(terms)]),
        (say("**Scoring**"), list(_points(terms))),
        (say("**Each match**"), match_lines(terms)),
    )
    return [each for head, lines in groups if lines for each in (head, *lines)]


def summary_lines(terms: LeagueTerms, *, overdue: bool = False) -> Iterator[Text]:
    """Return the essential terms, a line each: game, format, start, length, pace and prize.

    `overdue` if the season could not start in time.
    """
    yield format_lines(terms)[0]
    yield _format(terms)
    start, pace, *_ = [*_course(terms, None, overdue=overdue), say("It has no fixed end.")]
    yield start
    yield (
        pace
        if terms.ends_at is None
        else say("It ends {when}, even if matches are unfinished.", when=day(terms.ends_at))
    )
    if terms.match.clock is not None:
        yield clock_text(terms.match.clock)
    if terms.kind in SCORED and terms.place_points is not None:
        yield from _example(terms)


def format_lines(terms: LeagueTerms) -> list[Text]:
    info = registry.get(terms.game).info
    mode = info.mode(terms.mode)
    lines = [
        say(
            "{format}: {game}, {mode}",
            format=FORMATS[terms.kind],
            game=info.name,
            mode=terms.mode if mode is None else mode.name,
        )
    ]
    if terms.options:
        lines.append(say("Options: `{options}`", options=options_text(dict(terms.options))))
    lines += [_format(terms), *_finals(terms)]
    if terms.sides > 2 and terms.kind == "knockout":
        lines.append(
            say_n("The winner of each table goes through.", "The top {count} at each table go through.", terms.advance)
        )
    if terms.ladder is not None:
        lines += _ladder(terms.ladder)
    lines.append(_how_many(terms, info))
    if terms.division_size is not None:
        lines.append(
            say_n(
                "Divisions of about {size}; {count} from each is promoted and {count} relegated.",
                "Divisions of about {size}; {count} from each are promoted and {count} relegated.",
                terms.up,
                size=terms.division_size,
            )
            if terms.up
            else say("Divisions of about {size}.", size=terms.division_size)
        )
        lines.append(_NEWCOMERS[terms.newcomers])
    if terms.kind in OVERLAPPING:
        lines.append(
            say_n("Everyone plays {count} match at a time.", "Everyone plays {count} matches at a time.", terms.cap)
        )
    return lines


def _how_many(terms: LeagueTerms, info: GameInfo) -> Text:
    least = fewest(terms, smaller_tables(terms, info))
    if least >= terms.most:
        if terms.teams:
            return say_n("{count} team of two.", "{count} teams of two.", terms.most)
        return say_n("{count} player.", "{count} players.", terms.most)
    template = say("{least} to {most} teams of two.") if terms.teams else say("{least} to {most} players.")
    return template.using(least=least, most=terms.most)


def _format(terms: LeagueTerms) -> Text:
    match terms.kind:
        case "round-robin" if terms.sides > 2:
            return say(
                "Tables are drawn so that any two players meet about equally often; once they're drawn, "
                "**Terms** says how often."
            )
        case "round-robin":
            if terms.legs == 1:
                return say("Everyone plays everyone else once.")
            return say("Everyone plays everyone else twice.")
        case "swiss" if terms.rounds is None:
            return say("Each round pairs entries with about the same points; there are as many rounds as needed.")
        case "swiss":
            return say_n(
                "Each round pairs entries with about the same points; {count} round.",
                "Each round pairs entries with about the same points; {count} rounds.",
                terms.rounds or 0,
            )
        case "knockout" | "double-knockout":
            return _out(terms)
    return say(
        "Challenge an opponent above you: if you win, you take the place just above them; otherwise nothing changes."
    )


def _out(terms: LeagueTerms) -> Text:
    single = terms.sides > 2 or terms.legs == 1
    if terms.kind == "knockout":
        if single:
            return say("Lose once and you're out.")
        return say("Ties are the best of {legs}; lose one and you're out.", legs=terms.legs)
    if single:
        return say("Lose twice and you're out.")
    return say("Ties are the best of {legs}; lose two and you're out.", legs=terms.legs)


def _finals(terms: LeagueTerms) -> Iterator[Text]:
    if terms.kind == "double-knockout" and terms.reset:
        yield say("If the winner of the lower bracket wins the final, it's played again.")
    elif terms.kind == "double-knockout":
        yield say("There's just one final, even if the winner of the lower bracket wins it.")
    elif terms.third:
        yield say("The losers of the semi-finals play for third place.")


def protection_lines(ladder: LadderTerms) -> Iterator[Text]:
    """Yield how long players cannot be challenged after a match; nothing if they can be at once."""
    if ladder.protection:
        yield say_n(
            "After a match, you can't be challenged for {count} day.",
            "After a match, you can't be challenged for {count} days.",
            ladder.protection,
        )


def _ladder(ladder: LadderTerms) -> Iterator[Text]:
    yield say_n(
        "You can challenge up to {count} place above you.",
        "You can challenge up to {count} places above you.",
        ladder.reach,
    )
    yield from protection_lines(ladder)
    yield say_n(
        "You can refuse {count} challenge in a row; refusing the next counts as a loss.",
        "You can refuse {count} challenges in a row; refusing the next counts as a loss.",
        ladder.refusals,
    )
    if ladder.inactivity is not None:
        yield say_n(
            "If you don't play for {count} day, you drop a place.",
            "If you don't play for {count} days, you drop a place.",
            ladder.inactivity,
        )


def _course(terms: LeagueTerms, started_at: datetime | None, *, overdue: bool) -> Iterator[Text]:
    if started_at is not None:
        yield say("It started {when}.", when=day(started_at))
    else:
        yield start_text(terms, overdue=overdue)
    if terms.kind != "ladder":
        if terms.round_days is not None:
            yield say_n("Each round lasts {count} day.", "Each round lasts {count} days.", terms.round_days)
        elif terms.kind == "round-robin":
            yield say("All matches can start right away.")
        else:
            yield say("Each round starts as soon as the one before it is over.")
    if terms.ends_at is not None:
        yield say("It ends {when}, even if matches are unfinished.", when=day(terms.ends_at))
        yield say("If I'm offline for a while, it ends that much later.")
        if terms.unfinished == "adjudicate":
            yield say_n(
                "Organisers then have {count} day to decide unfinished matches; any left undecided give nobody points.",
                (
                    "Organisers then have {count} days to decide unfinished matches; any left undecided give "
                    "nobody points."
                ),
                terms.grace_days,
            )
        elif terms.kind not in SCORED:
            yield UNFINISHED["none"]
        else:
            yield _HALF_EACH if terms.unfinished == "half" and terms.place_points else UNFINISHED[terms.unfinished]
    else:
        yield say("It has no fixed end.")
    if terms.starts_at is not None or terms.ends_at is not None or terms.round_days is not None:
        yield say("Dates are in the time zone {zone}.", zone=terms.zone)


def closing_lines(terms: LeagueTerms, left: int, *, ended: bool, undecided: bool) -> Iterator[Text]:
    """Yield what closing a season now means, with `left` fixtures that are not over.

    `ended` if no round is to come; `undecided` for a knock-out in which more than one entry is still in.
    """
    if undecided:
        yield say("There won't be a champion: more than one entry is still in.")
    if not left and not ended and terms.kind in ("swiss", "knockout", "double-knockout"):
        yield say("No match is open, and no further round will be played.")
    elif not left:
        yield say("All its matches are over.")
    else:
        yield say_n("{count} match isn't over.", "{count} matches aren't over.", left)
        if terms.kind not in SCORED:
            yield say("Matches that aren't over don't count for anyone.")
        elif terms.unfinished != "half":
            yield say("Unfinished matches give nobody points.")
        elif terms.place_points:
            yield say("Each player in a match that isn't over gets half the points for first place.")
        else:
            yield say("Each player in an unfinished match gets half a point.")
        yield say("Running matches can go on, but no longer count for the season.")
    yield say("Nothing can be corrected after that, and the secret behind its lots is revealed.")


def _points(terms: LeagueTerms) -> Iterator[Text]:
    if terms.kind in ("round-robin", "swiss"):
        if terms.place_points is not None:
            by_place = listed(terms.place_points, "comma")
            yield say("Points by place, first to last: {points}.", points=by_place)
            yield from _example(terms)
        elif terms.sides == 2:
            draws = can_draw(terms, registry.get(terms.game).info)
            yield say("A win gives 1 point, a draw half a point.") if draws else say("A win gives 1 point.")
        else:
            yield say("You get points for the share of opponents you beat: ⅓ for beating one of three, for example.")
        order = listed([TIE_BREAKS[each] for each in terms.tiebreaks], "comma")
        yield say("Tie-breaks: {order}.", order=order)
    if terms.kind != "round-robin":
        yield (say("Seeding: by rating.") if terms.seeding == "rating" else say("Seeding: drawn by lot."))


def _example(terms: LeagueTerms) -> Iterator[Text]:
    """Yield examples of points by place at tables of three and more: at a smaller one, if there is one, and shared."""
    if terms.sides == 2:
        return
    smaller = smaller_tables(terms, registry.get(terms.game).info)
    given = place_points(terms, smaller[-1] if smaller else terms.sides)
    shared = points_text((given[0] + given[1]) // 2)
    yield say(
        "For example, a table of {size} gives {points}, and two who share first place get {shared} each.",
        size=len(given),
        points=listed([points_text(each) for each in given], "comma"),
        shared=shared,
    )


def _late(terms: LeagueTerms) -> Iterator[Text]:
    if terms.late_rounds and terms.kind == "ladder":
        yield say("Others can join later; they start at the bottom.")
    elif terms.late_rounds:
        yield say_n("Others can join up to round {count}.", "Others can join up to round {count}.", terms.late_rounds)
        if terms.kind == "swiss":
            yield (
                (_HALF_MISSED if terms.place_points else say("Latecomers get half a point for each round they missed."))
                if terms.late_points == POINT // 2
                else say("Latecomers get nothing for rounds they missed.")
            )
    if terms.kind == "swiss" and terms.half_byes and terms.place_points:
        yield say_n(
            "You can sit out {count} round for half of what first place is worth, if you ask before it's paired.",
            ("You can sit out {count} rounds for half of what first place is worth, if you ask before they're paired."),
            terms.half_byes,
        )
    elif terms.kind == "swiss" and terms.half_byes:
        yield say_n(
            "You can sit out {count} round for half a point, if you ask before it's paired.",
            "You can sit out {count} rounds for half a point each, if you ask before they're paired.",
            terms.half_byes,
        )


def match_lines(terms: LeagueTerms) -> list[Text]:
    info = registry.get(terms.game).info
    mode = info.mode(terms.mode)
    lines = [] if mode is None else terms_texts(terms.match, info, mode)
    if mode is not None and mode.silent:
        lines.append(
            say("Silent: partners don't talk to each other during a match, and each team has its own channel.")
        )
    lines.append(
        say(
            "If a match is paused, interrupted or waiting for a substitute for {days} days, the player it's "
            "waiting for loses; if that's nobody's fault, the match counts as not finished. Players can agree "
            "to pause it for {paused} days at most without a turn. Organisers are told {notice} days before.",
            days=LIMIT.days,
            paused=AGREED_LIMIT.days,
            notice=NOTICE.days,
        )
    )
    away = terms.match.clock is not None and (terms.match.vacation or terms.match.rests)
    if away and terms.ends_at is not None:
        lines.append(say("Vacations and quiet hours stop clocks, but don't move the end of the season."))
    return lines


def pace_lines(terms: LeagueTerms) -> Iterator[Text]:
    """Return how long a match can take, and a warning if that is longer than a round or the season."""
    longest = slowest(terms)
    if longest is None:
        return
    yield say("A match with {turns} turns each takes {time} at most.", turns=TURNS, time=longest)
    if terms.round_days is not None and longest > timedelta(days=terms.round_days):
        yield say(
            "⚠️ That's longer than a round of {days}: choose a faster clock or longer rounds, or rounds may end late.",
            days=timedelta(days=terms.round_days),
        )
    elif terms.starts_at is not None and terms.ends_at is not None and longest > terms.ends_at - terms.starts_at:
        yield say(
            "⚠️ That's longer than the season of {days}: choose a faster clock or a later end, or matches may "
            "not be finished in time.",
            days=terms.span(terms.starts_at, terms.ends_at),
        )


def costs_line(costs: Costs, *, silent: bool, teams: bool) -> Text:
    parts: list[Text] = []
    if costs.matches is not None:
        up_to = say_n(
            "{fewest} to {count} match", "{fewest} to {count} matches", costs.matches, fewest=costs.fewest or 0
        )
        alike = costs.fewest == costs.matches
        parts.append(say_n("{count} match", "{count} matches", costs.matches) if alike else up_to)
    if costs.rounds:
        parts.append(say_n("{count} round", "{count} rounds", costs.rounds))
    if costs.meetings is not None:
        least, most = costs.meetings
        often = say_n("any two meet {count} time", "any two meet {count} times", most)
        between = say("any two meet {least} to {most} times", least=least, most=most)
        parts.append(often if least == most else between)
    if silent:
        parts.append(say_n("{count} channel at once", "{count} channels at once", costs.channels))
    else:
        parts.append(say_n("{count} thread at once", "{count} threads at once", costs.channels))
    if costs.days is not None:
        parts.append(say_n("{count} day", "{count} days", costs.days))
    whole = listed(parts, "comma")
    if teams:
        return say_n("With {count} team: {costs}", "With {count} teams: {costs}", costs.entries, costs=whole)
    return say_n("With {count} player: {costs}", "With {count} players: {costs}", costs.entries, costs=whole)


def day(at: datetime) -> str:
    return discord.utils.format_dt(at, "f")


# What a season agrees on, in words, for those who play in it or may join: the button **Terms**, and what it shows.


SMALL = "-# "
"""Makes a line of a message small; a card has no small lines."""
BLOCKS = say("-# Blocking doesn't apply in leagues: you may meet anyone who joins.")


def terms_button(season_id: int, locale: Locale, *, of: str | None = None) -> LeagueControl:
    """Return the button that shows all terms of a season; `of` is its league's name where several stand together."""
    label = say("Terms", context="button") if of is None else say("Terms: {league}", league=Quote(of))
    return LeagueControl.button(custom_id(season_id, "words"), label, locale)


async def pressed_terms(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    view = await season_here(interaction, season_id)
    locale = locale_of(interaction)
    head = shown(say("The terms of **{league}**", league=league_text(view)), locale)
    content = "\n".join(shown(each, locale).removeprefix(SMALL) for each in agreed_lines(view))
    await reply(interaction, head, embeds=[discord.Embed(description=cut(content, EMBED_LIMIT))])


def agreed_lines(view: SeasonView) -> Iterator[Text]:
    """Yield all terms of a season, a line each, and the hashes that prove its lots."""
    yield from terms_lines(view.terms, view.season.started_at, overdue=view.overdue)
    yield from _dealt(view)
    yield BLOCKS
    yield say(
        "-# Lots are drawn from a secret that's revealed at the close; its SHA-256 is `{hash}`.",
        hash=view.commitment,
    )


def _dealt(view: SeasonView) -> Iterator[Text]:
    """Yield how evenly a round robin's tables were dealt, once they are."""
    if view.terms.kind != "round-robin" or view.terms.sides == 2:
        return
    for division in view.divisions:
        made = [each.entries for each in view.fixtures if each.division == division.number]
        if not made:
            continue
        begun = [each.id for each in view.entries if each.division == division.number and each.from_round == 1]
        even = measured([made], begun)
        if even.often:
            yield say(
                "Any two players meet {least} to {most} times, and each player sits at a smaller table "
                "{fewest} to {often} times.",
                least=even.least,
                most=even.most,
                fewest=even.fewest,
                often=even.often,
            )
        else:
            yield say("Any two players meet {least} to {most} times.", least=even.least, most=even.most)
