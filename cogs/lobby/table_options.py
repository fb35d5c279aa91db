"""Options of a table that its host changes before the start, in private menus under the button Options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.context import whoami
from cogs.core.custom_ids import OPTION_TEMPLATE, OptionId
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import MESSAGE_LIMIT, MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, plain, shown
from cogs.lobby.opening import show_lobby
from cogs.ui.lobby import adjustable
from engine.info import Option
from engine.text import say
from hosting.lobby.errors import NoSuchTable, NotHost, TableClosed
from hosting.match.model import Table

MOST_MENUS = 5
_PAGE = MOST_OPTIONS - 2
"""Values on a page of a longer list, beside the ways to the pages before and after it."""
_TO_PAGE, _VALUE = "p", "v"


class OptionMenu(Persistent, template=OPTION_TEMPLATE):
    """A menu with the values of an option."""

    async def act(self, interaction: Interaction) -> None:
        """Choose the value that was picked, or turn to another page of the list."""
        pressed, tables = OptionId.found(self.fields), interaction.client.arena.tables
        table = await tables.get(pressed.table)
        if table.channel_id != interaction.channel_id:
            raise NoSuchTable
        kind, _, picked = (self.picked or ("",))[0].partition(":")
        page = 0
        if kind == _VALUE:
            table = await tables.choose(table.id, await whoami(interaction), pressed.option, picked)
        elif kind == _TO_PAGE and picked.isdecimal():
            page = int(picked)
        else:
            raise Refusal(say("There is no such value."), code="no-such-value")
        view = option_menus(table, locale_of(interaction), drawn=pressed.drawn, pages={pressed.option: page})
        await interaction.response.edit_message(content=_told(table, locale_of(interaction)), view=view)
        if kind == _VALUE:
            await show_lobby(interaction, table, drawn=pressed.drawn)


async def offer_options(interaction: Interaction, table: Table, *, drawn: bool) -> None:
    """Show the host the options of a table that can be changed.

    Raises:
        NotHost, TableClosed: As it says.
    """
    if table.status != "open":
        raise TableClosed(table)
    if table.host.person_id != await whoami(interaction):
        raise NotHost(table.host.name)
    locale = locale_of(interaction)
    await reply(interaction, _told(table, locale), view=option_menus(table, locale, drawn=drawn))


def option_menus(table: Table, locale: Locale, *, drawn: bool, pages: dict[str, int] | None = None) -> discord.ui.View:
    """Return a menu for each option that can be changed.

    Args:
        table: As it stands.
        locale: The host's.
        drawn: Whether the seats of the table are drawn.
        pages: Which page of a long list of values is shown, by the option's key; otherwise that of the present value.
    """
    view = discord.ui.View(timeout=None)
    for option, value in adjustable(table)[:MOST_MENUS]:
        shown_page = (pages or {}).get(option.key, max(0, option.choices.index(value)) // _PAGE)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=OptionId(table.id, drawn, option.key).text,
            placeholder=cut(plain(option.name, locale), PROMPT_LIMIT),
            options=_values(option, value, shown_page, locale),
        )
        view.add_item(OptionMenu(menu))
    return view


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
    lines = [say("{option}: {value}", option=each.name, value=each.label(value)) for each, value in adjustable(table)]
    lines.append(say("-# What you choose here shows at the table at once. It can be changed until the match starts."))
    return cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)
