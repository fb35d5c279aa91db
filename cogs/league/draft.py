"""A league before it is published: its preview, the dialogs of its terms, and the draft of the next season."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import EARLIER, ArenaModal
from cogs.core.errors import Refusal, tell
from cogs.core.messages import accounts_of, put, reply
from cogs.core.text import (
    DIALOG_LIMIT,
    MESSAGE_LIMIT,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    cut,
    fitting,
    locale_of,
    plain,
    shown,
)
from cogs.league.control import LeagueControl, custom_id
from cogs.league.events import event_lines
from cogs.league.finding import league_text, require_organiser, season_here
from cogs.league.posts import place_of, publish, publish_again
from cogs.league.terms_form import PAGES, Field, Page, fields_of, pages_of
from cogs.league.wording import costs_line, pace_lines, start_text, terms_lines
from engine import registry
from engine.text import Text, listed, say
from hosting.errors import HostingError
from hosting.league.errors import (
    JOINED_ON_THESE_TERMS,
    LEAGUE_PUBLISHED,
    LEAGUE_STARTED,
)
from hosting.league.model import SeasonView
from hosting.league.pairing.formats import fewest
from hosting.league.terms import LeagueTerms
from hosting.league.validation import smaller_tables

FEW = 8
"""Entries of the smaller season of which a preview tells what it costs."""

_TYPED = 100
"""Most characters of a field."""


async def show(interaction: Interaction, view: SeasonView) -> None:
    content, controls = await _preview(interaction, view)
    await reply(interaction, content, view=controls)


async def _preview(interaction: Interaction, view: SeasonView) -> tuple[str, discord.ui.View]:
    locale, season = locale_of(interaction), view.season
    controls = discord.ui.View(timeout=None)
    if season.status == "draft":
        head = say(
            "**{league}** is a draft that only organisers can see. **Publish** announces it in {channel}.",
            league=league_text(view),
            channel=f"<#{view.league.channel_id}>",
        )
    else:
        head = say("The terms of **{league}**", league=league_text(view))
    lines: list[Text] = [
        head,
        *terms_lines(view.terms, season.started_at, overdue=view.overdue),
        *await _costs(interaction, view),
    ]
    if season.status == "draft" or (season.status == "open" and not view.entries):
        controls.add_item(_menu(view, locale))
    if season.status != "draft" and season.closed_at is None:
        again = say("Post it again", context="button")
        controls.add_item(LeagueControl.button(custom_id(season.id, "again"), again, locale))
    if season.status in ("draft", "open"):
        if season.status == "draft":
            ident = custom_id(season.id, "publish")
            label = say("Publish", context="button")
            controls.add_item(LeagueControl.button(ident, label, locale, discord.ButtonStyle.success))
        ident = custom_id(season.id, "discard")
        label = say("Discard", context="button") if season.status == "draft" else say("Call it off")
        controls.add_item(LeagueControl.button(ident, label, locale, discord.ButtonStyle.danger))
    texts = [shown(each, locale) for each in lines]
    return fitting(texts, MESSAGE_LIMIT, "…"), controls


def _menu(view: SeasonView, locale: Locale) -> LeagueControl:
    pages = pages_of(view.terms)
    return LeagueControl(
        discord.ui.Select(
            custom_id=custom_id(view.season.id, "terms"),
            placeholder=cut(plain(say("Change terms"), locale), PROMPT_LIMIT),
            options=[
                discord.SelectOption(label=cut(plain(PAGES[page], locale), OPTION_LIMIT), value=page) for page in pages
            ],
        )
    )


async def _costs(interaction: Interaction, view: SeasonView) -> list[Text]:
    terms, leagues = view.terms, interaction.client.arena.leagues
    info = registry.get(terms.game).info
    mode = info.mode(terms.mode)
    silent = mode is not None and mode.silent
    least = fewest(terms, smaller_tables(terms, info))
    if not _amendable(view):
        return []
    counts = sorted({max(least, min(FEW, terms.most)), max(least, terms.most)})
    lines = [say("**What it needs**")]
    for count in counts:
        try:
            found = await leagues.preview(view.league.guild_id, terms, count)
        except HostingError as error:
            return [say("⚠️ {why}", why=error.text)]
        lines.append(costs_line(found, silent=silent, teams=terms.teams))
    return [*lines, *pace_lines(terms), *event_lines(interaction.guild, terms)]


def _amendable(view: SeasonView) -> bool:
    return view.season.status in ("draft", "open")


async def pressed_publish(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    if view.season.status != "draft":
        raise HostingError(*LEAGUE_PUBLISHED)
    await place_of(interaction.client, view)
    await interaction.response.defer()
    async with interaction.client.arena.leagues.hold(season_id):
        view = await interaction.client.arena.leagues.publish(season_id)
        where = await publish(interaction.client, view)
    text = say("**{league}** has been published: <#{channel}>", league=league_text(view), channel=where)
    await put(interaction, "\n".join(shown(each, locale_of(interaction)) for each in (text, _next_step(view))))


def _next_step(view: SeasonView) -> Text:
    if view.terms.starts_at is not None or view.terms.when_full:
        return say("{start} Organisers can enter players with `/league-manage add`.", start=start_text(view.terms))
    return say(
        "Players press **Join** there. To start it, press **Start** there or use `/league-manage start`. To "
        "enter players yourself, use `/league-manage add`."
    )


async def pressed_again(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    """Post a season again, in place of a post that is gone or far above."""
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    if view.season.status == "draft" or view.season.closed_at is not None:
        raise Refusal(say("This league isn't announced anywhere at the moment."), code="league-not-posted")
    await place_of(interaction.client, view)
    await interaction.response.defer()
    async with interaction.client.arena.leagues.hold(season_id):
        where = await publish_again(interaction.client, view)
    text = say("**{league}** has been posted again: <#{channel}>", league=league_text(view), channel=where)
    await put(interaction, shown(text, locale_of(interaction)))


async def pressed_discard(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    leagues = interaction.client.arena.leagues
    await leagues.cancel(season_id)
    if view.season.number == 1:
        await leagues.archive(view.league.id)
    text = say("**{league}** has been called off.", league=league_text(view))
    if view.season.number == 1:
        text = say("**{league}** has been called off. Its name can be used again.", league=league_text(view))
    await put(interaction, shown(text, locale_of(interaction)))


async def pressed_terms(interaction: Interaction, season_id: int, picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    view = await season_here(interaction, season_id)
    page = next((each for each in pages_of(view.terms) if each in picked), None)
    if page is None:
        await tell(interaction, EARLIER)
        return
    if view.season.status not in ("draft", "open"):
        raise HostingError(*LEAGUE_STARTED)
    if view.entries:
        raise HostingError(*JOINED_ON_THESE_TERMS)
    dialog = LeagueDialog(view, page, locale_of(interaction), interaction.client.clock.now())
    await dialog.open(interaction)


class LeagueDialog(ArenaModal):
    """Asks for some terms of a league; a field left as it was shown changes nothing."""

    def __init__(self, view: SeasonView, page: Page, locale: Locale, now: datetime) -> None:
        super().__init__(title=cut(plain(PAGES[page], locale), DIALOG_LIMIT))
        self._season = view.season.id
        self._inputs: list[tuple[Field, Sequence[str], discord.ui.TextInput[Any] | discord.ui.Select[Any]]] = []
        for field in fields_of(page, view.terms, now):
            at_first = field.show(view.terms)
            item = _select(field, at_first, locale) if field.choices else _text(field, at_first)
            self._inputs.append((field, at_first, item))
            about = None if field.about is None else cut(plain(field.about, locale), OPTION_LIMIT)
            label = cut(plain(field.label, locale), DIALOG_LIMIT)
            self.add_item(discord.ui.Label(text=label, description=about, component=item))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await require_organiser(interaction)
        view = await season_here(interaction, self._season)
        view = await interaction.client.arena.leagues.amend(self._season, self.changed(view.terms))
        content, controls = await _preview(interaction, view)
        await put(interaction, content, controls)

    def changed(self, terms: LeagueTerms) -> LeagueTerms:
        """Return the terms with the typed and picked values. Raises ArenaError if one cannot be read."""
        for field, at_first, item in self._inputs:
            given = item.values if isinstance(item, discord.ui.Select) else [item.value.strip()]
            if {*given} != {*at_first}:
                terms = field.read(terms, given)
        return terms


def _text(field: Field, at_first: Sequence[str]) -> discord.ui.TextInput[Any]:
    return discord.ui.TextInput(custom_id=field.key, default=at_first[0] or None, max_length=_TYPED, required=False)


def _select(field: Field, at_first: Sequence[str], locale: Locale) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=field.key,
        min_values=0 if field.several else 1,
        max_values=len(field.choices) if field.several else 1,
        required=not field.several,
        options=[
            discord.SelectOption(label=cut(plain(label, locale), OPTION_LIMIT), value=value, default=value in at_first)
            for value, label in field.choices
        ],
    )


# The next season of a league: organisers open its draft, and who played the last one is asked whether they stay.


async def open_next(interaction: Interaction, view: SeasonView) -> None:
    await require_organiser(interaction)
    await show(interaction, await interaction.client.arena.next_seasons.open(view.league.id))


async def pressed_next(interaction: Interaction, season_id: int, _picked: tuple[str, ...], /) -> None:
    await require_organiser(interaction)
    await open_next(interaction, await season_here(interaction, season_id))


async def asking(bot: ArenaBot, view: SeasonView, page: int) -> tuple[list[Text], discord.AllowedMentions]:
    """Return a page of the question to last season's players whether they join again, and its mentions.

    Players who have joined meanwhile are not mentioned; there are no lines if nobody is left, or nobody can join any
    more.
    """
    people = await bot.arena.next_seasons.asked(view.season.id, page) if view.season.status == "open" else ()
    if not people:
        return [], discord.AllowedMentions.none()
    accounts = await bot.arena.people.accounts(people)
    mentioned = listed([f"<@{accounts[each]}>" for each in people if each in accounts], "comma")
    lines = [
        say("{players}", players=mentioned),
        say(
            "**{league}**: {start} Are you in again?",
            league=league_text(view),
            start=start_text(view.terms, overdue=view.overdue),
        ),
        _WITH_PARTNER if view.terms.teams else _ALONE,
    ]
    return lines, (await accounts_of(bot, people)).only()


_MENTION = re.compile(r"<@\d+>")
_ALONE = say(
    "Press **Join** before the season starts to keep your place and division; after that you join as a "
    "newcomer. I won't ask again."
)
_WITH_PARTNER = say(
    "To re-enter your team with its place and division, you and your partner both press **Join** before the "
    "season starts; after that you join as newcomers. I won't ask again."
)


def asks(words: str, posted: str) -> bool:
    """Return whether a posted message asks the same people as other words, from before some of them joined."""
    called, _, asked = words.partition("\n")
    return posted.endswith(f"\n{asked}") and {*_MENTION.findall(called)} <= {*_MENTION.findall(posted)}


def again_button(season_id: int, locale: str | None) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    label = say("Join", context="button")
    view.add_item(LeagueControl.button(custom_id(season_id, "join"), label, locale, discord.ButtonStyle.success))
    return view


def next_button(season_id: int, locale: str | None) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    label = say("Next season (organisers)", context="button")
    view.add_item(LeagueControl.button(custom_id(season_id, "next"), label, locale))
    return view
