"""`/match cards` and the catalogue: where cards are, as far as the reader may know, and what each does.

With a name it looks a card up, also where nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.core.access import (
    WHICH_SEEN,
    chosen,
    match_for,
    match_here,
    reader_of,
    seen_choices,
    seen_match,
    urgent_match,
    whereabouts,
    whoami,
)
from cogs.core.bot import ArenaCog, Interaction, Reader
from cogs.core.components import MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.messages import Choices, Completed, offered, reply
from cogs.core.text import (
    EMBED_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    TITLE_LIMIT,
    Locale,
    cut,
    locale_of,
    mark,
    plain,
    shown,
)
from cogs.ui.boards import HAND, LABELS
from cogs.ui.pictures import draw_deck, draw_entry, has_hands
from engine.cards import CardList, CatalogueEntry, Pile, completed, found
from engine.errors import ArenaError, SetupError
from engine.game import Game
from engine.registry import games, get
from engine.seat import Seat
from engine.text import Text, say
from hosting.match.model import Match

# A game's catalogue: a card or a page of cards, what it says, where copies are, and menus to go on from there.
#
# Everything stands in private. In a channel with a match of the game, its version of the data counts, and what is said
# of copies is what the reader may know of that match.


AnyGame: TypeAlias = Game[Any, Any, Any]
Page: TypeAlias = tuple[discord.Embed, list[discord.File], discord.ui.View]

PAGES, CARDS = "p", "c"
"""What the two kinds of menus have: pages of cards, and cards beside the one that is shown."""

OTHER_RULES = say("I've been updated since these cards were shown: please use `/match cards` again.")


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A catalogue, and the match for which it is used.

    Attributes:
        data: The version of the data; empty for the current one.
        match: Where copies of cards can be; None for no match of this game.
    """

    game: AnyGame
    data: str
    entries: tuple[CatalogueEntry, ...]
    match: Match | None = None


class EntryMenu(Persistent, template=r"e:(?P<game>[a-z0-9_-]{1,32}):(?P<data>[^:]{0,60}):(?P<menu>[pc]\d{0,2})"):
    """A menu under an entry, to turn to another one."""

    async def act(self, interaction: Interaction) -> None:
        match = await _match_here(interaction)
        game, data = get(self.fields["game"]), self.fields["data"]
        try:
            shelf = _shelf(game, data, match)
            entry = {entry.key: entry for entry in shelf.entries}["".join(self.picked)]
        except LookupError:  # a version of the data, or a card, that has gone
            raise Refusal(OTHER_RULES, code="other-cards") from None
        await interaction.response.defer()
        embed, files, view = await _page(shelf, entry, await whoami(interaction), await reader_of(interaction))
        await interaction.edit_original_response(embed=embed, attachments=files, view=view)


async def catalogue_first(interaction: Interaction) -> bool:
    return await _match_here(interaction) is None and any(game.catalogue() for game in games())


async def show_catalogue(interaction: Interaction, name: str, match: Match | None = None) -> None:
    """Answer with the entry of this name, or the first one for no name, before the interaction is answered.

    Copies of cards are those in the match; None for the match of the channel.

    Raises:
        SetupError: No entry has this name, or several have.
    """
    shelf = await _shelf_here(interaction, match)
    entry = _find(shelf, name, locale_of(interaction))
    await interaction.response.defer(ephemeral=True, thinking=True)
    embed, files, view = await _page(shelf, entry, await whoami(interaction), await reader_of(interaction))
    await reply(interaction, embeds=[embed], files=files, view=view)


async def complete_catalogue(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    try:
        number = chosen(interaction)
        shelf = await _shelf_here(interaction, None if number is None else await seen_match(interaction, number))
    except ArenaError:
        return []
    locale = locale_of(interaction)
    fitting = completed(shelf.entries, typed, lambda text: plain(text, locale))
    return offered(((_label(entry, locale), entry.key) for entry in fitting), "")


async def _match_here(interaction: Interaction) -> Match | None:
    return await match_here(interaction, lambda game: bool(game.catalogue()))


async def _shelf_here(interaction: Interaction, match: Match | None) -> _Shelf:
    match = match or await _match_here(interaction)
    if match is not None and match.session.game.catalogue():
        return _shelf(match.session.game, match.setup.data, match)
    for game in games():
        if game.catalogue():
            return _shelf(game, "", match)
    raise Refusal(say("No game here has cards to look up by name."), code="no-catalogue")


def _shelf(game: AnyGame, data: str, match: Match | None) -> _Shelf:
    entries = game.catalogue(data)
    if not entries:
        raise LookupError(game.info.key)
    here = match is not None and match.game == game.info.key and match.setup.data == data
    return _Shelf(game, data, entries, match if here else None)


def _find(shelf: _Shelf, name: str, locale: Locale) -> CatalogueEntry:
    if not name.strip():
        return shelf.entries[0]
    fitting = found(shelf.entries, name, lambda text: plain(text, locale))
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        reason, code = say("Several {game} cards match that name.", game=shelf.game.info.name), "ambiguous-card"
    else:
        reason, code = say("{game} has no card with that name.", game=shelf.game.info.name), "unknown-card"
    names = tuple(plain(entry.title, locale) for entry in fitting or shelf.entries)
    raise SetupError(reason, code=code, given=name, suggestions=names)


def _label(entry: CatalogueEntry, locale: Locale) -> str:
    title = plain(entry.title, locale)
    return " · ".join([title, *(name for name in dict.fromkeys(entry.names) if name not in title)])


async def _page(shelf: _Shelf, entry: CatalogueEntry, person_id: int, reader: Reader) -> Page:
    title = say("{game}: {entry}", game=shelf.game.info.name, entry=entry.title)
    embed = discord.Embed(
        title=cut(plain(title, reader.locale), TITLE_LIMIT),
        description=cut("\n".join(_entry_lines(shelf, entry, person_id, reader)), EMBED_LIMIT),
    )
    files = []
    picture = await draw_entry(shelf.game.info.key, entry.key, reader, shelf.data)
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
        files.append(picture)
    return embed, files, _menus(shelf, entry, reader.locale)


def _entry_lines(shelf: _Shelf, entry: CatalogueEntry, person_id: int, reader: Reader) -> Iterator[str]:
    notice = shelf.game.info.reconstruction(shelf.data)
    if notice is not None:
        yield shown(notice, reader.locale)
    for text in entry.texts:
        yield shown(text, reader.locale)
    for text in _whereabouts(shelf, entry, person_id):
        yield shown(text, reader.locale, shelf.match.names if shelf.match is not None else ())


def _whereabouts(shelf: _Shelf, entry: CatalogueEntry, person_id: int) -> Iterator[Text]:
    match, game = shelf.match, shelf.game
    if match is None or entry.cards:
        return
    yield say("**Copies in match {match}**", match=match.id)
    yield from game.whereabouts(match.session.state, match.seat_of(person_id), entry.key)


def _menus(shelf: _Shelf, entry: CatalogueEntry, locale: Locale) -> discord.ui.View:
    """Return menus of all pages, and of the cards of this page, or of the first page with this card."""
    view, known = discord.ui.View(timeout=None), {each.key: each for each in shelf.entries}
    pages = [each for each in shelf.entries if each.cards]
    beside = entry if entry.cards else next((each for each in pages if entry.key in each.cards), entry)
    cards = [known[key] for key in beside.cards]
    _add_menus(view, shelf, PAGES, pages[:MOST_OPTIONS], entry, say("Other cards"), locale)
    _add_menus(view, shelf, CARDS, cards, entry, beside.title, locale)
    return view


def _add_menus(
    view: discord.ui.View,
    shelf: _Shelf,
    kind: str,
    entries: Sequence[CatalogueEntry],
    chosen: CatalogueEntry,
    prompt: Text,
    locale: Locale,
) -> None:
    for number, start in enumerate(range(0, len(entries), MOST_OPTIONS)):
        options = [
            discord.SelectOption(
                label=cut(plain(each.title, locale), OPTION_LIMIT), value=each.key, default=each.key == chosen.key
            )
            for each in entries[start : start + MOST_OPTIONS]
        ]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"e:{shelf.game.info.key}:{shelf.data}:{kind}{number}",
            options=options,
            placeholder=cut(plain(prompt, locale), PROMPT_LIMIT),
        )
        view.add_item(EntryMenu(menu))


async def _choices(interaction: Interaction, current: str) -> Choices[int]:
    return await seen_choices(interaction, current, {game.info.key for game in games() if game.info.cards})


CardedNumber: TypeAlias = app_commands.Transform[int, Completed(_choices)]
"""The number of a match whose game has cards."""


class CardsCog(ArenaCog):
    """Shows cards, in private."""

    under = "match"

    @app_commands.command(
        description=mark("Your hand, which cards are gone and which ones others may hold; or any card")
    )
    @app_commands.describe(
        name=mark("A card or group of cards to look up, in English or French"),
        match=WHICH_SEEN,
    )
    async def cards(self, interaction: Interaction, name: str = "", match: CardedNumber | None = None) -> None:
        found = None if match is None else await seen_match(interaction, match)
        if found is None and not name and interaction.guild_id is None:
            found = await urgent_match(interaction, _has_cards)
        if name or (found is None and await catalogue_first(interaction)):
            await show_catalogue(interaction, name, found)
        else:
            await _show(interaction, found or await seen_match(interaction, None))

    @cards.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await complete_catalogue(interaction, current)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await _show(interaction, await match_for(interaction, match_id, direct=True))


async def _show(interaction: Interaction, match: Match) -> None:
    session, seat = match.session, match.seat_of(await whoami(interaction))
    if not session.game.info.cards:
        text = say("{game} has no cards. `/board` shows the position.", game=session.game.info.name)
        raise Refusal(text, code="no-cards")
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    found = session.game.cards(session.state, seat)
    title = plain(say("{game}: {what}", game=session.game.info.name, what=found.heading), reader.locale)
    picture = await draw_deck(match.game, session.view(seat), reader)
    embed = discord.Embed(
        title=cut(title, TITLE_LIMIT), description=cards_text(found, match, reader, brief=picture is not None)
    )
    files = [] if picture is None else [picture]
    if picture is not None:
        embed.set_image(url=f"attachment://{picture.filename}")
    view = _hand_view(match, seat, reader)
    await reply(interaction, *await whereabouts(interaction, match), embeds=[embed], files=files, view=view)


def _hand_view(match: Match, seat: Seat | None, reader: Reader) -> discord.ui.View | None:
    """Return a player's button to their hand, card by card; None for other people."""
    if seat is None or not has_hands(match.game):
        return None
    text, style = LABELS[HAND]
    view = discord.ui.View(timeout=None)
    return view.add_item(MatchButton.button(MatchId(match.id, match.seq, HAND).text, text, reader.locale, style))


def _has_cards(game: Game[Any, Any, Any]) -> bool:
    return game.info.cards


def cards_text(found: CardList, match: Match, reader: Reader, *, brief: bool) -> str:
    """Return the piles of a list of cards, and the odds; `brief` if a picture beside it shows what each card is."""
    notice = match.session.game.info.reconstruction(match.setup.data)
    lines = [] if notice is None else [shown(notice, reader.locale)]
    lines += [line for pile in found.piles for line in _lines(pile, match, reader, brief=brief)]
    lines += [shown(text, reader.locale, match.names) for text in found.odds]
    return cut("\n".join(lines), EMBED_LIMIT)


def _lines(pile: Pile, match: Match, reader: Reader, *, brief: bool) -> list[str]:
    title = say("**{pile}** ({count})", pile=pile.title, count=len(pile.keys))
    if brief or not pile.texts:
        line = say("{name}: {value}", name=title, value=", ".join(pile.keys))
        return [shown(line, reader.locale, match.names)]
    texts = (shown(text, reader.locale, match.names) for text in pile.texts)
    head = shown(title, reader.locale, match.names)
    return [head, *(f"`{key:>2}` {text}" for key, text in zip(pile.keys, texts, strict=True))]
