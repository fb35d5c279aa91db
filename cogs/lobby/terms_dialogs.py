"""The dialogs that change the terms of a table: Time, Agreements, and Seats and place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar, cast, get_args

import discord

from cogs.channels.places import choose_free
from cogs.core.bot import Interaction
from cogs.core.components import ArenaModal
from cogs.core.context import whoami
from cogs.core.errors import Refusal
from cogs.core.limits import DIALOG_LIMIT, OPTION_LIMIT
from cogs.core.text import Locale, cut, plain
from cogs.lobby.term_options import CLOCKS, JOINED, PLACES, QUIET, RANDOM, SEATS, TIMEOUTS, UNDO, concerns, quiet_of
from cogs.ui.lobby import mode_of
from cogs.ui.presets import short_clock
from cogs.ui.terms import write_minute
from engine import registry
from engine.info import GameInfo, Mode
from engine.text import Text, say
from hosting.clock.control import Terms, Timeout, UndoTerms
from hosting.clock.notation import NONE, read_clock
from hosting.lobby.agreeing import Revise
from hosting.match.model import Table, Where

Page: TypeAlias = Literal["time", "rules", "place"]
"""What a dialog is about."""
Then: TypeAlias = Callable[[Interaction, Table], Awaitable[None]]
"""Shows a table whose terms were changed."""

BUTTONS: Mapping[Page, Text] = {
    "time": say("Time", context="button"),
    "rules": say("Agreements", context="button"),
    "place": say("Place", context="button"),
}
"""What opens each dialog; the buttons share a row on a phone."""
_TITLES: Mapping[Page, Text] = {
    "time": say("Clock and pauses"),
    "rules": say("What the players agree on"),
    "place": say("Seats and place"),
}

_NOW, _NEVER = "now", "never"
_TYPED = 40
"""Characters of a clock that is typed."""

_PAUSES: Mapping[str, Text] = {
    "weekend": say("All clocks pause on Saturdays and Sundays"),
    "rests": say("A player's quiet hours and free weekends pause their clock"),
    "vacation": say("A player's vacation pauses their clock"),
}
_FLAGS: Mapping[str, Text] = {
    "rated": say("The result counts for ratings"),
    "pauses": say("Players may ask for a pause, or for more time"),
    "agreed_ends": say("Players may agree to end the match"),
    "automatic": say("A turn that is the only legal one is played by itself"),
    "shows_chosen": say("While several choose in secret, all see who has chosen"),
}
K = TypeVar("K", bound=str)


def pages_of(mode: Mode) -> list[Page]:
    """Return the dialogs that a mode has: alone nobody waits, and silent teams have their channels."""
    return [page for page in get_args(Page) if not (mode.alone and page == "time")]


def dialog(page: Page, table: Table, locale: Locale, then: Then) -> TermsDialog:
    """Return a dialog that shows the terms of a table as they are, and changes them."""
    return _DIALOGS[page](table, locale, then)


class TermsDialog(ArenaModal, ABC):
    """Asks for some of the terms of a table."""

    page: Page

    def __init__(self, table: Table, locale: Locale, then: Then) -> None:
        super().__init__(title=cut(plain(_TITLES[self.page], locale), DIALOG_LIMIT))
        self._table, self._locale, self._then = table, locale, then
        self._info, self._mode = registry.get(table.game).info, mode_of(table)
        self._ask(Terms.load(table.terms))

    @abstractmethod
    def _ask(self, terms: Terms) -> None:
        """Add what is asked for, with what holds so far."""

    @abstractmethod
    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        """Return what makes the terms that were asked for, and where to play if that was asked for."""

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Change the terms, and show them."""
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
        """Add a menu."""
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
            clocks = {_NOW: say("as it is: {clock}", clock=short_clock(terms.clock))} | clocks
        self._clock = self._select("clock", say("Clock"), clocks, at_first)
        self._own: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id="own", required=False, max_length=_TYPED, placeholder="36h, 3d12h, 3d+12h/5d"
        )
        self._label(say("Or a clock of your own"), self._own, say("Time per turn, or bank+gain/most"))
        self._timeout = (
            self._radio("timeout", say("When a player's time is up"), TIMEOUTS, terms.timeout)
            if concerns("timeout", self._info)
            else None
        )
        self._pauses = self._boxes("pauses", say("What pauses clocks"), _PAUSES, terms)
        hours = {_NEVER: say("never")} | {key: say("{hours}", hours=key) for key in QUIET}
        quiet = _NEVER
        if terms.quiet is not None:
            quiet = _NOW
            start, end = write_minute(terms.quiet.start), write_minute(terms.quiet.end)
            now = say("as it is: {start} to {end} ({zone})", start=start, end=end, zone=terms.quiet.zone)
            hours = {_NOW: now} | hours
        self._quiet = self._select("quiet", say("Hours when all clocks pause"), hours, quiet)

    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        typed = self._own.value.strip()
        picked = _one(self._clock.values, (*CLOCKS, _NOW))
        clock = read_clock(typed) if typed else None if picked == _NOW else read_clock(picked)
        keeps_clock = picked == _NOW and not typed
        hours = _one(self._quiet.values, (*QUIET, _NEVER, _NOW))
        quiet = await quiet_of(interaction, hours) if hours in QUIET else None
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


class RulesDialog(TermsDialog):
    """Asks what players may ask each other for, and what else holds."""

    page = "rules"

    def _ask(self, terms: Terms) -> None:
        self._undo = None if self._mode.alone else self._radio("undo", say("Turns can be taken back"), UNDO, terms.undo)
        self._flags = self._boxes("flags", say("Other terms"), _flags(self._info, self._mode), terms)

    async def _read(self, _interaction: Interaction) -> tuple[Revise, Where | None]:
        undo = None if self._undo is None else _picked(self._undo, UNDO)
        flags: dict[str, Any] = {key: key in self._flags.values for key in _flags(self._info, self._mode)}

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
            else self._radio("where", say("Where the match is played"), PLACES, self._table.where)
        )

    async def _read(self, interaction: Interaction) -> tuple[Revise, Where | None]:
        drawn = None if self._seats is None else _picked(self._seats, SEATS) == RANDOM
        where = None if self._where is None else _picked(self._where, PLACES)
        if where is not None and where != self._table.where:
            channel, silent, alone = interaction.channel, self._mode.silent, self._mode.alone
            if channel is None:
                raise AssertionError("a dialog comes from a channel")
            granted = interaction.app_permissions
            where = await choose_free(interaction.client, channel, granted, where, silent=silent, alone=alone)

        def revise(before: Terms) -> Terms:
            return before if drawn is None else replace(before, drawn=drawn)

        return revise, where


_DIALOGS: Mapping[Page, type[TermsDialog]] = {"time": TimeDialog, "rules": RulesDialog, "place": PlaceDialog}


def _flags(info: GameInfo, mode: Mode) -> dict[str, Text]:
    """Return what can be agreed on in a game and a mode, by the name of the term."""
    if mode.alone:
        return {"automatic": _FLAGS["automatic"]}
    return {key: text for key, text in _FLAGS.items() if concerns(key, info)}


def _picked(group: discord.ui.RadioGroup[Any], offered: Mapping[K, Text]) -> K:
    return _one([] if group.value is None else [group.value], tuple(offered))


def _one(values: Sequence[str], offered: Sequence[K]) -> K:
    """Return the one value that was picked. Raises Refusal for what was not offered."""
    found = next((each for each in offered if [each] == list(values)), None)
    if found is None:
        raise Refusal(say("There is no such value."), code="no-such-value")
    return found
