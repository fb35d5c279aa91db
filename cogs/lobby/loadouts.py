"""Choosing loadouts before the start, and `/settings loadouts`: saved loadouts.

All messages here are private to the person who presses. Their loadout appears at the table as a hash.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import discord
from discord import app_commands

from cogs.core.access import table_here, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import EARLIER, ArenaModal, Persistent
from cogs.core.custom_ids import LOADOUT_TEMPLATE, LoadoutId
from cogs.core.errors import Refusal, tell
from cogs.core.messages import offered, put, reply
from cogs.core.text import (
    DIALOG_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    Locale,
    code,
    cut,
    locale_of,
    mark,
    plain,
    shown,
)
from cogs.ui.hashes import own_loadout_hash
from engine import registry
from engine.choices import Choice
from engine.errors import MoveError
from engine.game import Game, GameInfo, Setup
from engine.seat import Seat
from engine.text import Quote, say
from hosting.lobby.loadouts import NAME_LIMIT, setup_of
from hosting.lobby.model import NoLoadouts, TableClosed, seated_at
from hosting.match.model import SavedLoadout, Table


class Verb(StrEnum):
    """The actions of the panel's controls."""

    TYPE = "type"
    """Opens a text field."""
    USUAL = "usual"
    """Chooses nothing."""
    KEEP = "keep"
    """Asks for a name under which to save the loadout."""
    USE = "use"
    """Chooses the saved loadout that was picked."""
    BUILD = "build"
    """Shows the menus for a draft."""
    PICK = "pick"
    """Takes a step in them."""
    DONE = "done"
    """Chooses the draft."""


TEXT_LIMIT = 1000
"""Characters that are read of a choice."""
_PAGE = MOST_OPTIONS - 2
_TO_PAGE, _KEY = "p", "k"


class LoadoutControl(Persistent, template=LOADOUT_TEMPLATE):
    """A button or menu of the panel."""

    async def act(self, interaction: Interaction) -> None:
        pressed, arena, person_id = LoadoutId.found(self.fields), interaction.client.arena, await whoami(interaction)
        table = await table_here(interaction, pressed.table)
        match pressed.verb:
            case Verb.TYPE:
                own = await arena.loadouts.own(table.id, person_id) or ""
                await _seat(interaction, table)
                await LoadoutDialog(table, own, locale_of(interaction), pressed).open(interaction)
            case Verb.USUAL:
                await _chosen(interaction, await arena.loadouts.forget(table.id, person_id), pressed)
            case Verb.KEEP:
                if await arena.loadouts.own(table.id, person_id) is None:
                    raise Refusal(say("You haven't chosen anything to save yet."), code="nothing-to-keep")
                await NameDialog(table, locale_of(interaction)).open(interaction)
            case Verb.USE:
                saved = await arena.saved_loadouts.named(person_id, table.game, (self.picked or ("",))[0])
                await _chosen(interaction, await arena.loadouts.choose(table.id, person_id, saved.text), pressed)
            case Verb.BUILD:
                await _show_building(interaction, table, pressed)
            case Verb.PICK:
                await _pick(interaction, table, pressed, (self.picked or ("",))[0])
            case Verb.DONE:
                await _chosen(interaction, await arena.loadouts.choose(table.id, person_id, pressed.draft), pressed)
            case _:
                raise Refusal(EARLIER, code="unknown-button")


class LoadoutDialog(ArenaModal):
    """Asks for a loadout in the game's notation."""

    def __init__(self, table: Table, own: str, locale: Locale, pressed: LoadoutId) -> None:
        super().__init__(title=cut(plain(say("Your choice, in private"), locale), DIALOG_LIMIT))
        self._table = table
        self._pressed = pressed
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, default=own or None, max_length=TEXT_LIMIT, custom_id="loadout"
        )
        label = cut(plain(say("In the game's notation"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        table = await interaction.client.arena.loadouts.choose(
            self._table.id, await whoami(interaction), self.text.value
        )
        await _chosen(interaction, table, self._pressed)


class NameDialog(ArenaModal):
    """Asks for the name under which to save a loadout."""

    def __init__(self, table: Table, locale: Locale) -> None:
        super().__init__(title=cut(plain(say("Save your choice for later"), locale), DIALOG_LIMIT))
        self._table = table
        self.name: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=NAME_LIMIT, custom_id="name")
        label = cut(plain(say("A name that only you see"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.name))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        arena, person_id = interaction.client.arena, await whoami(interaction)
        text = await arena.loadouts.own(self._table.id, person_id)
        if text is None:
            raise Refusal(say("You haven't chosen anything to save yet."), code="nothing-to-keep")
        saved = await arena.saved_loadouts.keep(person_id, self._table.game, self.name.value, text)
        told = say("Saved as {name}: `{text}`.", name=Quote(saved.name), text=code(saved.text))
        await reply(interaction, shown(told, locale_of(interaction)))


async def offer_loadout(interaction: Interaction, table: Table) -> None:
    await _seat(interaction, table)
    content, view = await _panel(interaction, table, LoadoutId(table.id, ""))
    await reply(interaction, content, view=view)


async def _panel(interaction: Interaction, table: Table, pressed: LoadoutId) -> tuple[str, discord.ui.View]:
    arena, locale, person_id = interaction.client.arena, locale_of(interaction), await whoami(interaction)
    seat, own = await _seat(interaction, table), await arena.loadouts.own(table.id, person_id)
    lines = [
        say("Your choice: `{text}`", text=code(own))
        if own is not None
        else say(
            "You haven't chosen, so you get the usual setup: `{text}`", text=code(arena.loadouts.usual(table, seat))
        )
    ]
    lines += own_loadout_hash(table, seat)
    lines.append(
        say(
            "-# Nobody else sees it until the match is over. You can change it until the start; if you leave, "
            "it's discarded."
        )
    )
    saved = await arena.saved_loadouts.of(person_id, table.game)
    content = cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)
    return content, _controls(table, pressed, locale, saved, chosen=own is not None, draft=own or "")


def _controls(
    table: Table, pressed: LoadoutId, locale: Locale, saved: list[SavedLoadout], *, chosen: bool, draft: str
) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    game = registry.get(table.game)
    if game.building is not None:
        style = discord.ButtonStyle.primary
        start = pressed.to(Verb.BUILD, draft).text
        view.add_item(LoadoutControl.button(start, game.building.short, locale, style, row=0))
    view.add_item(LoadoutControl.button(pressed.to(Verb.TYPE).text, say("Type it"), locale, row=0))
    if chosen:
        view.add_item(LoadoutControl.button(pressed.to(Verb.USUAL).text, say("Choose nothing"), locale, row=0))
        view.add_item(LoadoutControl.button(pressed.to(Verb.KEEP).text, say("Save under a name"), locale, row=0))
    for row, first in enumerate(range(0, len(saved), MOST_OPTIONS), 1):
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=pressed.to(Verb.USE, str(first)).text,
            placeholder=cut(plain(say("Use a saved one"), locale), PROMPT_LIMIT),
            options=[
                discord.SelectOption(
                    label=cut(plain(say("{name}", name=Quote(each.name)), locale), OPTION_LIMIT),
                    value=each.name,
                    description=cut(each.text, OPTION_LIMIT),
                )
                for each in saved[first : first + MOST_OPTIONS]
            ],
            row=row,
        )
        view.add_item(LoadoutControl(menu))
    return view


async def _chosen(interaction: Interaction, table: Table, pressed: LoadoutId) -> None:
    interaction.client.arena.outbox.drain()
    await _show(interaction, *await _panel(interaction, table, pressed))


async def _show_building(interaction: Interaction, table: Table, pressed: LoadoutId, page: int = 0) -> None:
    """Show a draft with the next choices, in place of the control's message."""
    seat, locale = await _seat(interaction, table), locale_of(interaction)
    game, setup = registry.get(table.game), _setup(table)
    if game.building is None:
        raise NoLoadouts
    question = game.loadout_question(setup, seat, pressed.draft)
    lines = [say("**{heading}**", heading=question.heading), *question.about, question.ask]
    content = cut("\n".join(shown(line, locale) for line in lines), MESSAGE_LIMIT)
    choices = game.loadout_choices(setup, seat, pressed.draft)
    view = discord.ui.View(timeout=None)
    if choices:
        prompt = cut(plain(question.ask, locale), PROMPT_LIMIT)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=pressed.to(Verb.PICK, pressed.draft).text,
            placeholder=prompt,
            options=_options(choices, page, locale),
        )
        view.add_item(LoadoutControl(menu))
    if _is_whole(game, setup, seat, pressed.draft):
        style = discord.ButtonStyle.success
        view.add_item(
            LoadoutControl.button(
                pressed.to(Verb.DONE, pressed.draft).text, say("Confirm", context="button"), locale, style
            )
        )
    view.add_item(LoadoutControl.button(pressed.to(Verb.BUILD).text, say("Start over"), locale))
    await _show(interaction, content, view)


async def _show(interaction: Interaction, content: str, view: discord.ui.View) -> None:
    """Replace the control's message if it is private; else answer in private."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await put(interaction, content, view)
    else:
        await reply(interaction, content, view=view)


async def _pick(interaction: Interaction, table: Table, pressed: LoadoutId, picked: str) -> None:
    kind, _, value = picked.partition(":")
    if kind == _TO_PAGE and value.isdecimal():
        await _show_building(interaction, table, pressed, int(value))
        return
    game = registry.get(table.game)
    if game.building is None or kind != _KEY:
        raise NoLoadouts
    draft = game.loadout_step(_setup(table), await _seat(interaction, table), pressed.draft, value)
    await _show_building(interaction, table, pressed.to(Verb.PICK, draft))


def _options(choices: tuple[Choice, ...], page: int, locale: Locale) -> list[discord.SelectOption]:
    paged = len(choices) > MOST_OPTIONS
    last = (len(choices) - 1) // _PAGE if paged else 0
    page = min(page, last)
    on_page = choices[page * _PAGE : (page + 1) * _PAGE] if paged else choices
    found = [
        discord.SelectOption(
            label=cut(plain(each.text, locale), OPTION_LIMIT),
            value=f"{_KEY}:{each.key}",
            description=None if each.note is None else cut(plain(each.note, locale), OPTION_LIMIT),
        )
        for each in on_page
    ]
    if page:
        before = cut(plain(say("◀ Earlier choices"), locale), OPTION_LIMIT)
        found.insert(0, discord.SelectOption(label=before, value=f"{_TO_PAGE}:{page - 1}"))
    if page < last:
        after = cut(plain(say("More choices ▶"), locale), OPTION_LIMIT)
        found.append(discord.SelectOption(label=after, value=f"{_TO_PAGE}:{page + 1}"))
    return found


def _is_whole(game: Game[Any, Any, Any], setup: Setup, seat: Seat, draft: str) -> bool:
    try:
        game.parse_loadout(setup, seat, draft)
    except MoveError:
        return False
    return True


def _setup(table: Table) -> Setup:
    info = registry.get(table.game).info
    return setup_of(table, info.data_version, info.rules_version)


async def _seat(interaction: Interaction, table: Table) -> Seat:
    """Return the seat for which a person can choose now. Raises TableClosed, NotSeated, NoLoadouts."""
    if table.status != "open":
        raise TableClosed(table)
    seat = seated_at(table, await whoami(interaction)).seat
    if seat not in interaction.client.arena.loadouts.seats(table):
        raise NoLoadouts
    return seat


# `/settings loadouts`: what a person keeps for choices before the start. All of it is private.


def choosing_games() -> list[GameInfo]:
    return [game.info for game in registry.games() if game.info.loadouts]


class SavedLoadoutsCog(ArenaCog):
    """Shows people their saved loadouts; they save them from the panel under a lobby."""

    under = "settings"

    @app_commands.command(description=mark("Your saved choices for the start of a game, such as decks"))
    @app_commands.describe(
        game=mark("For which game"),
        rename=mark("Which one to rename"),
        name=mark("The new name"),
        delete=mark("Which one to delete"),
    )
    async def loadouts(
        self,
        interaction: Interaction,
        game: str | None = None,
        rename: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
        delete: str | None = None,
    ) -> None:
        if rename is not None and delete is not None:
            raise Refusal(say("Use either `rename:` or `delete:`, not both."), code="one-at-a-time")
        if (rename is None) != (name is None):
            raise Refusal(say("Say which one with `rename:`, and give its new name with `name:`."), code="half-a-name")
        service, key = self.bot.arena.saved_loadouts, _game(game).key
        if rename is not None and name is not None:
            saved = await service.rename(await whoami(interaction), key, rename, name)
            await tell(interaction, say("It's now called {name}.", name=Quote(saved.name)))
        elif delete is not None:
            saved = await service.drop(await whoami(interaction), key, delete)
            text = say("{name} is deleted. It was `{text}`.", name=Quote(saved.name), text=code(saved.text))
            await tell(interaction, text)
        else:
            await self._show(interaction, _game(game))

    async def _show(self, interaction: Interaction, info: GameInfo) -> None:
        saved = await self.bot.arena.saved_loadouts.of(await whoami(interaction), info.key)
        if not saved:
            text = say("You have no saved choices for {game}. You can save one at a table.", game=info.name)
            await tell(interaction, text)
            return
        lines = [say("**Your saved choices for {game}**", game=info.name)]
        lines += [say("{name}: `{text}`", name=Quote(each.name), text=code(each.text)) for each in saved]
        content = "\n".join(shown(line, locale_of(interaction)) for line in lines)
        await reply(interaction, cut(content, MESSAGE_LIMIT))

    @loadouts.autocomplete("game")
    async def _games(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return offered([(info.name, info.key) for info in choosing_games()], current)

    @loadouts.autocomplete("rename")
    @loadouts.autocomplete("delete")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            info = _game(interaction.namespace.game)
        except NoLoadouts:
            return []
        saved = await self.bot.arena.saved_loadouts.of(await whoami(interaction), info.key)
        return offered([(each.name, each.name) for each in saved], current)


def _game(key: str | None) -> GameInfo:
    """Return a game, by default the first one. Raises NoLoadouts."""
    games = choosing_games()
    found = games[:1] if key is None else [info for info in games if key.casefold() in (info.key, info.name.casefold())]
    if not found:
        raise NoLoadouts
    return found[0]
