"""The terms of a table, which its host changes while nobody else sits there: a private panel under the button Terms.

It says all that the table agrees on, takes a preset at a pick, opens the dialogs (`cogs.lobby.terms_dialogs`), and has
a menu for each option of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.context import whoami
from cogs.core.custom_ids import OPTION_TEMPLATE, TERMS_TEMPLATE, OptionId, TermsId
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT, MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.replies import put, reply
from cogs.core.text import Locale, cut, plain, shown
from cogs.lobby.opening import show_lobby
from cogs.lobby.term_options import JOINED, LAST, RANDOM, SEATS
from cogs.lobby.terms_dialogs import BUTTONS, dialog, pages_of
from cogs.ui.lobby import PLACES, adjustable, mode_of
from cogs.ui.presets import LAST_NAME, PRESET_TEXTS, last_meaning
from cogs.ui.terms import terms_texts
from engine import registry
from engine.info import Option
from engine.text import Text, say
from hosting.clock.control import Terms
from hosting.clock.presets import preset_terms
from hosting.lobby.agreeing import check_revisable, options_for
from hosting.lobby.errors import NoLastTable, NoSuchTable, TableClosed
from hosting.match.model import Table

MOST_MENUS = 3
"""Menus of options: a message has five rows, and two of them hold the presets and the dialogs."""
_PAGE = MOST_OPTIONS - 2
"""Values on a page of a longer list, beside the ways to the pages before and after it."""
_TO_PAGE, _VALUE = "p", "v"
_PRESET = "preset"


class OptionMenu(Persistent, template=OPTION_TEMPLATE):
    """A menu with the values of an option."""

    async def act(self, interaction: Interaction) -> None:
        """Choose the value that was picked, or turn to another page of the list."""
        pressed, tables = OptionId.found(self.fields), interaction.client.arena.tables
        table = await _table(interaction, pressed.table)
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
        """Take a preset, or open a dialog."""
        pressed, picked = TermsId.found(self.fields), (self.picked or ("",))[0]
        table = await _table(interaction, pressed.table)
        _check(table, await whoami(interaction))
        page = next((each for each in pages_of(mode_of(table)) if each == pressed.verb), None)
        if page is not None:
            await interaction.response.send_modal(dialog(page, table, locale_of(interaction), show_terms))
        elif pressed.verb == _PRESET and (picked in PRESET_TEXTS or picked == LAST):
            await show_terms(interaction, await _with_preset(interaction, table, picked))
        else:
            raise _NO_VALUE


_NO_VALUE = Refusal(say("There is no such value."), code="no-such-value")


async def offer_terms(interaction: Interaction, table: Table) -> None:
    """Show the host the terms of a table, and what changes them.

    Raises:
        NotHost, TableClosed, SeatedOnTheseTerms: As it says.
    """
    _check(table, await whoami(interaction))
    content, view = await _panel(interaction, table)
    await reply(interaction, content, view=view)


async def show_terms(interaction: Interaction, table: Table) -> None:
    """Show terms that were changed: in the panel, and at the table."""
    await put(interaction, *await _panel(interaction, table))
    tables = interaction.client.arena.tables
    async with tables.lock(table.id):  # of two changes at once the message shows the later one
        await show_lobby(interaction, await tables.get(table.id))


async def _table(interaction: Interaction, table_id: int) -> Table:
    """Return a table in the channel in which its control was used. Raises NoSuchTable."""
    table = await interaction.client.arena.tables.get(table_id)
    if table.channel_id != interaction.channel_id:
        raise NoSuchTable
    return table


def _check(table: Table, person_id: int) -> None:
    if table.status != "open":
        raise TableClosed(table)
    check_revisable(table, person_id)


async def _with_preset(interaction: Interaction, table: Table, picked: str) -> Table:
    """Have a table offer what a preset says, and return it. Raises NoLastTable, and what a change does."""
    tables, person_id = interaction.client.arena.tables, await whoami(interaction)
    if picked != LAST:
        return await tables.revise(table.id, person_id, terms=lambda before: preset_terms(picked, before))
    last = await _last(interaction, table)
    if last is None:
        raise NoLastTable
    info, held = registry.get(table.game).info, Terms.load(last.terms)
    return await tables.revise(
        table.id, person_id, terms=lambda _: held, options=options_for(info, table.mode, last.options)
    )


async def _last(interaction: Interaction, table: Table) -> Table | None:
    """Return the host's last table of the same game before this one, alone or with others as this one is."""
    alone = mode_of(table).alone
    alike = [mode.key for mode in registry.get(table.game).info.modes if mode.alone == alone]
    return await interaction.client.arena.tables.last_of(table.host.person_id, table.game, alike, before=table.id)


async def _panel(
    interaction: Interaction, table: Table, *, pages: dict[str, int] | None = None
) -> tuple[str, discord.ui.View]:
    """Return the terms in words, and the menus; `pages` says which page of a long list is shown, by option."""
    locale, mode = locale_of(interaction), mode_of(table)
    view = discord.ui.View(timeout=None)
    last = await _last(interaction, table)
    if (presets := _presets(table, last, locale)) is not None:
        view.add_item(presets)
    for page in pages_of(mode):
        view.add_item(TermsControl.button(TermsId(table.id, page).text, BUTTONS[page], locale))
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
            placeholder=cut(plain(say("Take a preset"), locale), PROMPT_LIMIT),
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
    """Return the values of an option, or a page of them."""

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
        before = plain(say("◀ Values before these"), locale)
        found.insert(0, discord.SelectOption(label=cut(before, OPTION_LIMIT), value=f"{_TO_PAGE}:{page - 1}"))
    if page < last:
        after = plain(say("More values ▶"), locale)
        found.append(discord.SelectOption(label=cut(after, OPTION_LIMIT), value=f"{_TO_PAGE}:{page + 1}"))
    return found


def _told(table: Table, locale: Locale) -> str:
    info, mode, terms = registry.get(table.game).info, mode_of(table), Terms.load(table.terms)
    lines: list[Text] = [say("**The terms of your table**")]
    if terms.clock is None and not mode.alone:
        lines.append(say("No clock: each turn takes as long as it takes."))
    lines += terms_texts(terms, info, mode)
    lines += [say("{option}: {value}", option=each.name, value=each.label(value)) for each, value in adjustable(table)]
    if not mode.alone:
        lines.append(say("Who sits where: {how}", how=SEATS[RANDOM if terms.drawn else JOINED]))
    lines.append(PLACES[table.where])
    lines.append(
        say("-# What you choose here shows at the table at once. It can be changed until another player sits there.")
        if not mode.alone
        else say("-# What you choose here shows at the table at once. It can be changed until the match starts.")
    )
    return cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)
