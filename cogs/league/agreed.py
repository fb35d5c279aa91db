"""What a season agrees on, in words, for those who play in it or may join: the button **Terms**, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.core.bot import Interaction
from cogs.core.language import locale_of
from cogs.core.limits import EMBED_LIMIT
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, shown
from cogs.league.control import LeagueControl, custom_id
from cogs.league.finding import season_here
from cogs.league.naming import league_text
from cogs.league.wording import terms_lines
from engine.text import Quote, Text, say
from hosting.league.pairing.plans import measured
from hosting.league.state import View

SMALL = "-# "
"""Makes a line of a message small; a card has no small lines."""
BLOCKS = say("-# Blocking doesn't apply in leagues: you may meet anyone who joins.")


def terms_button(season_id: int, locale: Locale, *, of: str | None = None) -> LeagueControl:
    """Return the button that shows all terms of a season; `of` is its league's name where several stand together."""
    label = say("Terms", context="button") if of is None else say("Terms: {league}", league=Quote(of))
    return LeagueControl.button(custom_id(season_id, "words"), label, locale)


async def pressed_words(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Show all terms of a season in private."""
    view = await season_here(interaction, season_id)
    locale = locale_of(interaction)
    head = shown(say("**{league}**: its terms.", league=league_text(view)), locale)
    told = "\n".join(shown(each, locale).removeprefix(SMALL) for each in agreed_lines(view))
    await reply(interaction, head, embeds=[discord.Embed(description=cut(told, EMBED_LIMIT))])


def agreed_lines(view: View) -> Iterator[Text]:
    """Yield all that a season agrees on, a line each: its terms, and what its lots can be held against."""
    yield from terms_lines(view.terms, view.season.started_at, overdue=view.overdue)
    yield from _dealt(view)
    yield BLOCKS
    yield say(
        "-# What is drawn by lot comes from a secret, which is opened at the close; its SHA-256 is `{hash}`.",
        hash=view.commitment,
    )


def _dealt(view: View) -> Iterator[Text]:
    """Yield how evenly the tables of a round robin were dealt, once they are."""
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
                "Any two meet at least {least} and at most {most} times, and each sits {fewest} to {often} times at a "
                "smaller table.",
                least=even.least,
                most=even.most,
                fewest=even.fewest,
                often=even.often,
            )
        else:
            yield say("Any two meet at least {least} and at most {most} times.", least=even.least, most=even.most)
