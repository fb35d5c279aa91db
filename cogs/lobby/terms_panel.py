"""The terms of a table: the host's private panel and its dialogs.

It lists all terms, takes a preset at a pick, opens the dialogs, and has a menu for each option of the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

import discord

from cogs.channels.places import choose_free
from cogs.core.access import link, table_here, whoami
from cogs.core.bot import Interaction
from cogs.core.components import ArenaModal, Persistent
from cogs.core.custom_ids import OPTION_TEMPLATE, TERMS_TEMPLATE, OptionId, TermsId
from cogs.core.errors import Refusal
from cogs.core.messages import accounts_of, put, reply
from cogs.core.text import (
    DIALOG_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    cut,
    locale_of,
    plain,
    shown,
)
from cogs.lobby.new import CLOCKS, LAST
from cogs.ui.lobby import (
    LAST_NAME,
    PLACES,
    PRESET_TEXTS,
    REMOVE_COMPUTERS,
    adjustable,
    last_meaning,
    levels_of,
    mode_of,
    short_clock,
    takes_computers,
    terms_texts,
    write_minute,
)
from engine import registry
from engine.game import GameInfo, Option
from engine.text import Text, say
from hosting.clock import NONE, Quiet, read_clock
from hosting.core import COMPUTERS_OFF
from hosting.errors import HostingError
from hosting.lobby.model import (
    NO_LAST_TABLE,
    TABLE_FULL,
    Revise,
    TableClosed,
    check_host,
    check_revisable,
    computers_at,
    options_for,
    terms_at,
)
from hosting.match.model import Table, Where
from hosting.match_terms import Terms, Timeout, UndoTerms, preset_terms
from hosting.vacations import UTC_NAME

# The dialogs that change the terms of a table: Time, Agreements, and Seats and place.


Page: TypeAlias = Literal["time", "rules", "place", "computer"]
"""What a dialog is about."""
Then: TypeAlias = Callable[[Interaction, Table], Awaitable[None]]
"""Shows a table whose terms were changed."""

BUTTONS: Mapping[Page, Text] = {
    "time": say("Time", context="button"),
    "rules": say("Agreements", context="button"),
    "place": say("Place", context="button"),
    "computer": say("Add computer", context="button"),
}
"""What opens each dialog; the first three share a row on a phone."""
_TITLES: Mapping[Page, Text] = {
    "time": say("Clock and pauses"),
    "rules": say("What the players agree on"),
    "place": say("Seats and place"),
    "computer": say("Computer players"),
}

_NOW, _NEVER = "now", "never"
_LEAVE = "leave"
_TYPED = 40
"""Characters of a clock that is typed."""

QUIET = {
    "20:00-8:00": (20 * 60, 8 * 60),
    "21:00-6:00": (21 * 60, 6 * 60),
    "22:00-7:00": (22 * 60, 7 * 60),
    "23:00-8:00": (23 * 60, 8 * 60),
    "0:00-8:00": (0, 8 * 60),
}
TIMEOUTS: Mapping[str, Text] = {
    "forfeit": say("they lose"),
    "random": say("a random legal turn is played"),
    "substitute": say("I call for a substitute"),
    "notice": say("the organisers are told"),
}
UNDO: Mapping[str, Text] = {
    "free": say("until the next player has moved"),
    "consent": say("if the others agree"),
    "never": say("never"),
}
TABLE_PLACES: Mapping[Where, Text] = {
    "thread": say("in a thread of this channel"),
    "here": say("right here, in this channel"),
}
JOINED, RANDOM = "joined", "random"
SEATS: Mapping[str, Text] = {
    JOINED: say("in the order you join, or as you choose"),
    RANDOM: say("drawn when the match starts"),
}
_PAUSES: Mapping[str, Text] = {
    "weekend": say("All clocks pause on Saturdays and Sundays"),
    "rests": say("A player's quiet hours and free weekends pause their clock"),
    "vacation": say("A player's vacation pauses their clock"),
}
_FLAGS: Mapping[str, Text] = {
    "rated": say("The result counts for ratings"),
    "pauses": say("Players can ask for a pause, or for more time"),
    "agreed_ends": say("Players can agree to end the match"),
    "automatic": say("If a player has only one legal turn, it's played automatically"),
    "shows_chosen": say("When several choose in secret, everyone sees who has chosen"),
}
K = TypeVar("K", bound=str)


def concerns_terms(key: str, info: GameInfo) -> bool:
    """Return whether a game has a term."""
    if key == "shows_chosen":
        return info.together
    return key != "timeout" or info.defaults != "all"


def pages_of(table: Table, *, computers: bool) -> list[Page]:
    """Return the dialogs of a table: with one player nobody waits, and not every mode has computer players.

    Those that sit there can be removed, also where there are none any more (`computers`).
    """
    mode = mode_of(table)
    computers = bool(computers_at(table)) or (computers and bool(levels_of(registry.get(table.game).info, mode)))
    return [page for page in get_args(Page) if computers or page != "computer" if not (mode.alone and page == "time")]


def dialog(page: Page, table: Table, locale: Locale, then: Then, *, computers: bool) -> TermsDialog:
    """Return a dialog of a table; `computers`: whether there are computer players."""
    return _DIALOGS[page](table, locale, then, computers=computers)


class TermsDialog(ArenaModal, ABC):
    """Asks for some of the terms of a table."""

    page: Page

    def __init__(self, table: Table, locale: Locale, then: Then, *, computers: bool) -> None:
        super().__init__(title=cut(plain(_TITLES[self.page], locale), DIALOG_LIMIT))
        self._table, self._locale, self._then, self._computers = table, locale, then, computers
        self._info, self._mode = registry.get(table.game).info, mode_of(table)
        self._ask(Terms.load(table.terms))

    @abstractmethod
    def _ask(self, terms: Terms) -> None:
        """Add the fields with their current values."""

    @abstractmethod
    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        """Return what makes the new terms, and where to play if that was a field."""

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        tables = interaction.client.arena.tables
        revise, where = await self._read(interaction)
        table = await tables.revise(self._table.id, await whoami(interaction), terms=revise, where=where)
        await self._then(interaction, table)

    def _label(self, label: Text, item: discord.ui.Item[Any], about: Text | None = None) -> None:
        self.add_item(
            discord.ui.Label(
                text=cut(plain(label, self._locale), DIALOG_LIMIT),
                description=None if about is None else cut(plain(about, self._locale), OPTION_LIMIT),
                component=item,
            )
        )

    def _radio(self, key: str, label: Text, choices: Mapping[K, Text], chosen: K) -> discord.ui.RadioGroup[Any]:
        """Add a group of which one is chosen."""
        group: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(
            custom_id=key,
            options=[
                discord.RadioGroupOption(label=self._words(text), value=value, default=value == chosen)
                for value, text in choices.items()
            ],
        )
        self._label(label, group)
        return group

    def _boxes(self, key: str, label: Text, choices: Mapping[str, Text], terms: Terms) -> discord.ui.CheckboxGroup[Any]:
        """Add a group of which any number may be chosen, each one of the terms."""
        group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(
            custom_id=key,
            required=False,
            min_values=0,
            max_values=len(choices),
            options=[
                discord.CheckboxGroupOption(label=self._words(text), value=value, default=getattr(terms, value))
                for value, text in choices.items()
            ],
        )
        self._label(label, group)
        return group

    def _select(self, key: str, label: Text, choices: Mapping[str, Text], chosen: str) -> discord.ui.Select[Any]:
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=key,
            options=[
                discord.SelectOption(label=self._words(text), value=value, default=value == chosen)
                for value, text in choices.items()
            ],
        )
        self._label(label, menu)
        return menu

    def _words(self, text: Text) -> str:
        return cut(plain(text, self._locale), OPTION_LIMIT)


class TimeDialog(TermsDialog):
    """Asks for the clock, what pauses it, and what happens when time is up."""

    page = "time"

    def _ask(self, terms: Terms) -> None:
        clocks = {NONE: CLOCKS[NONE]} | dict(CLOCKS)
        at_first = next((key for key in clocks if read_clock(key) == terms.clock), _NOW)
        if at_first == _NOW:
            clocks = {_NOW: say("current: {clock}", clock=short_clock(terms.clock))} | clocks
        self._clock = self._select("clock", say("Clock"), clocks, at_first)
        self._own: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="own", required=False, max_length=_TYPED, placeholder="36h, 3d12h, 3d+12h/5d"
        )
        self._label(say("Or your own clock"), self._own, say("Time per turn, or bank+increment/cap"))
        self._timeout = (
            self._radio("timeout", say("When a player's time runs out"), TIMEOUTS, terms.timeout)
            if concerns_terms("timeout", self._info)
            else None
        )
        self._pauses = self._boxes("pauses", say("What pauses clocks"), _PAUSES, terms)
        hours = {_NEVER: say("never")} | {key: say("{hours}", hours=key) for key in QUIET}
        quiet = _NEVER
        if terms.quiet is not None:
            quiet = _NOW
            start, end = write_minute(terms.quiet.start), write_minute(terms.quiet.end)
            now = say("current: {start} to {end} ({zone})", start=start, end=end, zone=terms.quiet.zone)
            hours = {_NOW: now} | hours
        self._quiet = self._select("quiet", say("Hours when all clocks pause"), hours, quiet)

    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        typed = self._own.value.strip()
        picked = _one(self._clock.values, (*CLOCKS, _NOW))
        clock = read_clock(typed) if typed else None if picked == _NOW else read_clock(picked)
        keeps_clock = picked == _NOW and not typed
        hours = _one(self._quiet.values, (*QUIET, _NEVER, _NOW))
        quiet = await _quiet(interaction, hours) if hours in QUIET else None
        timeout = None if self._timeout is None else _picked(self._timeout, TIMEOUTS)
        pauses: dict[str, Any] = {key: key in self._pauses.values for key in _PAUSES}

        def revise(before: Terms) -> Terms:
            return replace(
                before,
                clock=before.clock if keeps_clock else clock,
                timeout=before.timeout if timeout is None else cast("Timeout", timeout),
                quiet=before.quiet if hours == _NOW else quiet,
                **pauses,
            )

        return revise, None


async def _quiet(interaction: Interaction, hours: str) -> Quiet:
    """Return the hours that a host picked, in their time zone."""
    zone = (await interaction.client.arena.settings.player(await whoami(interaction))).zone
    return Quiet(zone or UTC_NAME, *QUIET[hours])


class RulesDialog(TermsDialog):
    """Asks what players may ask each other for, and for other rules."""

    page = "rules"

    def _ask(self, terms: Terms) -> None:
        self._undo = None if self._mode.alone else self._radio("undo", say("Turns can be taken back"), UNDO, terms.undo)
        self._flags = self._boxes("flags", say("Other terms"), _flags(self._table), terms)

    async def _read(self, _interaction: Interaction) -> tuple[Revise, Where | None]:
        undo = None if self._undo is None else _picked(self._undo, UNDO)
        flags: dict[str, Any] = {key: key in self._flags.values for key in _flags(self._table)}

        def revise(before: Terms) -> Terms:
            return replace(before, undo=before.undo if undo is None else cast("UndoTerms", undo), **flags)

        return revise, None


class PlaceDialog(TermsDialog):
    """Asks who sits where, and where to play."""

    page = "place"

    def _ask(self, terms: Terms) -> None:
        self._seats = (
            None
            if self._mode.alone
            else self._radio("seats", say("Who sits where"), SEATS, RANDOM if terms.drawn else JOINED)
        )
        self._where = (
            None
            if self._mode.silent
            else self._radio("where", say("Where the match is played"), TABLE_PLACES, self._table.where)
        )

    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        drawn = None if self._seats is None else _picked(self._seats, SEATS) == RANDOM
        where = None if self._where is None else _picked(self._where, TABLE_PLACES)
        if where is not None and where != self._table.where:
            channel, silent, alone = interaction.channel, self._mode.silent, self._mode.alone
            if channel is None:
                raise AssertionError("a dialog comes from a channel")
            granted = interaction.app_permissions
            where = await choose_free(interaction.client, channel, granted, where, silent=silent, alone=alone)

        def revise(before: Terms) -> Terms:
            return before if drawn is None else replace(before, drawn=drawn)

        return revise, where


class ComputerDialog(TermsDialog):
    """Asks for computer players: how strong, and how many; or has those that are there leave."""

    page = "computer"

    def _ask(self, terms: Terms) -> None:
        table, levels = self._table, levels_of(self._info, self._mode)
        free = sum(each.free for each in table.seats) if takes_computers(table, computers=self._computers) else 0
        offered = {str(level): text for level, text in levels.items()} if free else {}
        if computers_at(table):
            offered[_LEAVE] = say("have the computers leave the table")
        if not offered:
            raise HostingError(*(TABLE_FULL if self._computers else COMPUTERS_OFF))
        self._offered = offered
        self._level = self._select("level", say("How strong"), offered, next(iter(offered)))
        self._count: discord.ui.Select[Any] | None = None
        if free > 1:
            counts = {str(count): say("{count}", count=count) for count in range(1, free + 1)}
            self._count = self._select("count", say("How many"), counts, "1")

    async def _read(self, _interaction: Interaction) -> tuple[Revise, Where | None]:
        raise AssertionError("computers are no terms")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        tables, person_id = interaction.client.arena.tables, await whoami(interaction)
        picked = _one(self._level.values, tuple(self._offered))
        if picked == _LEAVE:
            table = await tables.remove_computers(self._table.id, person_id)
        else:
            free = [str(number) for number in range(1, len(self._table.seats))]
            count = 1 if self._count is None else int(_one(self._count.values, free))
            table = await tables.add_computers(self._table.id, person_id, int(picked), count, seen=self._table)
        await self._then(interaction, table)
        invited = {each.person_id for each in self._table.seats if each.invited}
        if asked := [each.person_id for each in table.seats if each.invited and each.person_id not in invited]:
            await _ask_again(interaction, table, [each for each in asked if each is not None])


async def _ask_again(interaction: Interaction, table: Table, people: Sequence[int]) -> None:
    """Call the players at a table who have yet to accept it with its computers."""
    bot = interaction.client
    accounts = await accounts_of(bot, [table.host.person_id, *people])
    address = link(table.guild_id, table.channel_id)
    text = say(
        "{players}: {host} has changed the computer players at your table ({link}). **Accept** there if you still "
        "want to play.",
        players=accounts.mentions(people, "and"),
        host=accounts.mention(table.host.person_id),
        link=address if table.message_id is None else f"{address}/{table.message_id}",
    )
    content = shown(text, await bot.language(table.guild_id))
    await interaction.followup.send(content, suppress_embeds=True, allowed_mentions=accounts.among(people).only())


_DIALOGS: Mapping[Page, type[TermsDialog]] = {
    "time": TimeDialog,
    "rules": RulesDialog,
    "place": PlaceDialog,
    "computer": ComputerDialog,
}


def _flags(table: Table) -> dict[str, Text]:
    if mode_of(table).alone:
        return {"automatic": _FLAGS["automatic"]}
    info, unrated = registry.get(table.game).info, bool(computers_at(table))
    return {key: text for key, text in _FLAGS.items() if concerns_terms(key, info) and not (unrated and key == "rated")}


def _picked(group: discord.ui.RadioGroup[Any], offered: Mapping[K, Text]) -> K:
    return _one([] if group.value is None else [group.value], tuple(offered))


def _one(values: Sequence[str], offered: Sequence[K]) -> K:
    """Return the one picked value. Raises Refusal for one that was not offered."""
    found = next((each for each in offered if [each] == list(values)), None)
    if found is None:
        raise Refusal(say("There's no such value."), code="no-such-value")
    return found


MOST_MENUS = 3
"""Menus of options: a message has five rows, and two of them hold the presets and the dialogs."""
_PAGE = MOST_OPTIONS - 2
"""Values on a page of a longer list, beside the ways to the pages before and after it."""
_TO_PAGE, _VALUE = "p", "v"
_PRESET = "preset"


class OptionMenu(Persistent, template=OPTION_TEMPLATE):
    """A menu with the values of an option."""

    async def act(self, interaction: Interaction) -> None:
        pressed, tables = OptionId.found(self.fields), interaction.client.arena.tables
        table = await table_here(interaction, pressed.table)
        kind, _, picked = (self.picked or ("",))[0].partition(":")
        if kind == _VALUE:
            table = await tables.choose(table.id, await whoami(interaction), pressed.option, picked)
            await show_terms(interaction, table)
        elif kind == _TO_PAGE and picked.isdecimal():
            content, view = await _panel(interaction, table, pages={pressed.option: int(picked)})
            await put(interaction, content, view)
        else:
            raise _NO_VALUE


class TermsControl(Persistent, template=TERMS_TEMPLATE):
    """The menu of presets, or a button that opens a dialog."""

    async def act(self, interaction: Interaction) -> None:
        pressed, picked = TermsId.found(self.fields), (self.picked or ("",))[0]
        table = await table_here(interaction, pressed.table)
        _check(table, await whoami(interaction))
        page = next((each for each in _pages(interaction, table) if each == pressed.verb), None)
        if page is not None:
            await _open(interaction, page, table, show_terms)
        elif pressed.verb == _PRESET and (picked in PRESET_TEXTS or picked == LAST):
            await show_terms(interaction, await _with_preset(interaction, table, picked))
        else:
            raise _NO_VALUE


_NO_VALUE = Refusal(say("There's no such value."), code="no-such-value")


async def offer_terms(interaction: Interaction, table: Table) -> None:
    _check(table, await whoami(interaction))
    content, view = await _panel(interaction, table)
    await reply(interaction, content, view=view)


async def offer_computers(interaction: Interaction, table: Table) -> None:
    """Ask the host of a table at which others sit for computers on its free seats."""
    if table.status != "open":
        raise TableClosed(table)
    check_host(table, await whoami(interaction))
    await _open(interaction, "computer", table, _at_the_table)


async def _open(interaction: Interaction, page: Page, table: Table, then: Then) -> None:
    computers = interaction.client.arena.core.computers_offered
    await dialog(page, table, locale_of(interaction), then, computers=computers).open(interaction)


async def _at_the_table(interaction: Interaction, _table: Table) -> None:
    interaction.client.arena.outbox.drain()
    await interaction.response.defer()


async def show_terms(interaction: Interaction, table: Table) -> None:
    interaction.client.arena.outbox.drain()
    await put(interaction, *await _panel(interaction, table))


def _pages(interaction: Interaction, table: Table) -> list[Page]:
    return pages_of(table, computers=interaction.client.arena.core.computers_offered)


def _check(table: Table, person_id: int) -> None:
    if table.status != "open":
        raise TableClosed(table)
    check_revisable(table, person_id)


async def _with_preset(interaction: Interaction, table: Table, picked: str) -> Table:
    """Give a table a preset's terms, and return it. Raises HostingError (`no-last-table`, and those of a change)."""
    tables, person_id = interaction.client.arena.tables, await whoami(interaction)
    if picked != LAST:
        return await tables.revise(table.id, person_id, terms=partial(preset_terms, picked))
    last = await _last(interaction, table)
    if last is None:
        raise HostingError(*NO_LAST_TABLE)
    info, held = registry.get(table.game).info, Terms.load(last.terms)
    return await tables.revise(
        table.id, person_id, terms=lambda _: held, options=options_for(info, table.mode, last.options)
    )


async def _last(interaction: Interaction, table: Table) -> Table | None:
    """Return the host's last table of the same game before this one, for one player or for several as this one."""
    alone = mode_of(table).alone
    alike = [mode.key for mode in registry.get(table.game).info.modes if mode.alone == alone]
    return await interaction.client.arena.tables.last_of(table.host.person_id, table.game, alike, before=table.id)


async def _panel(
    interaction: Interaction, table: Table, *, pages: dict[str, int] | None = None
) -> tuple[str, discord.ui.View]:
    """Return the terms in words, and the menus; `pages` says which page of a long list is shown, by option."""
    locale = locale_of(interaction)
    view = discord.ui.View(timeout=None)
    last = await _last(interaction, table)
    if (presets := _presets(table, last, locale)) is not None:
        view.add_item(presets)
    more = takes_computers(table, computers=interaction.client.arena.core.computers_offered)
    labels = BUTTONS if more or not computers_at(table) else {**BUTTONS, "computer": REMOVE_COMPUTERS}
    for page in _pages(interaction, table):
        view.add_item(TermsControl.button(TermsId(table.id, page).text, labels[page], locale))
    for option, value in adjustable(table)[:MOST_MENUS]:
        shown_page = (pages or {}).get(option.key, max(0, option.choices.index(value)) // _PAGE)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=OptionId(table.id, option.key).text,
            placeholder=cut(plain(option.name, locale), PROMPT_LIMIT),
            options=_values(option, value, shown_page, locale),
        )
        view.add_item(OptionMenu(menu))
    return _told(table, locale), view


def _presets(table: Table, last: Table | None, locale: Locale) -> TermsControl | None:
    offered = [] if mode_of(table).alone else [(key, *texts) for key, texts in PRESET_TEXTS.items()]
    if last is not None:
        offered.append((LAST, LAST_NAME, last_meaning(last, registry.get(table.game).info)))
    if not offered:
        return None
    now = Terms.load(table.terms)
    return TermsControl(
        discord.ui.Select(
            custom_id=TermsId(table.id, _PRESET).text,
            placeholder=cut(plain(say("Use a preset"), locale), PROMPT_LIMIT),
            options=[
                discord.SelectOption(
                    label=cut(plain(name, locale), OPTION_LIMIT),
                    value=value,
                    description=cut(plain(meaning, locale), OPTION_LIMIT),
                    default=value in PRESET_TEXTS and now == preset_terms(value, now),
                )
                for value, name, meaning in offered
            ],
        )
    )


def _values(option: Option, chosen: str, page: int, locale: Locale) -> list[discord.SelectOption]:
    def menu(values: Sequence[str]) -> list[discord.SelectOption]:
        return [
            discord.SelectOption(
                label=cut(plain(option.label(value), locale), OPTION_LIMIT),
                value=f"{_VALUE}:{value}",
                default=value == chosen,
            )
            for value in values
        ]

    if len(option.choices) <= MOST_OPTIONS:
        return menu(option.choices)
    last = (len(option.choices) - 1) // _PAGE
    page = min(page, last)
    found = menu(option.choices[page * _PAGE : (page + 1) * _PAGE])
    if page:
        before = plain(say("◀ Earlier values"), locale)
        found.insert(0, discord.SelectOption(label=cut(before, OPTION_LIMIT), value=f"{_TO_PAGE}:{page - 1}"))
    if page < last:
        after = plain(say("More values ▶"), locale)
        found.append(discord.SelectOption(label=cut(after, OPTION_LIMIT), value=f"{_TO_PAGE}:{page + 1}"))
    return found


def _told(table: Table, locale: Locale) -> str:
    info, mode, terms = registry.get(table.game).info, mode_of(table), terms_at(table)
    lines: list[Text] = [say("**The terms of your table**")]
    if terms.clock is None and not mode.alone:
        lines.append(say("No clock: take as long as you like."))
    lines += terms_texts(terms, info, mode)
    lines += [say("{option}: {value}", option=each.name, value=each.label(value)) for each, value in adjustable(table)]
    if not mode.alone:
        lines.append(say("Who sits where: {how}", how=SEATS[RANDOM if terms.drawn else JOINED]))
    lines.append(PLACES[table.where])
    if not mode.alone and all(seat.taken for seat in table.seats):
        lines.append(say("All seats are taken: press **Start** at the table."))
    lines.append(
        say("-# Your changes show at the table at once. You can change the terms until another player sits down.")
        if not mode.alone
        else say("-# Your changes show at the table at once. You can change the terms until the match starts.")
    )
    return cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)
