"""The menus and buttons of the private message in which a turn is built by picking."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.core.components import Item
from cogs.core.limits import LABEL_LIMIT, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.text import cut
from cogs.play.builder.custom_ids import Verb
from cogs.play.builder.label import confirming
from cogs.play.builder.layout import ROW, ROWS, Block, Building, pages
from cogs.play.builder.state import Draft, stage
from engine.choices import Choice
from engine.text import say


def controls(building: Building) -> Iterator[Item]:
    """Yield the menus and buttons of the alternatives, those that turn pages, and what is always there."""
    sheets = pages(building)
    number = min(building.page, len(sheets) - 1)
    row = 0
    for place, block in enumerate(sheets[number]):
        yield from [_menu(building, block, place, row)] if block.menu else _buttons(building, block, row)
        row += block.rows
    yield from _turning(building, number, len(sheets))
    yield from _always(building)


def _buttons(building: Building, block: Block, row: int) -> Iterator[Item]:
    for place, option in enumerate(block.options):
        yield discord.ui.Button(
            label=cut(building.plain(option.text), LABEL_LIMIT),
            style=discord.ButtonStyle.primary,
            custom_id=building.id(Verb.PICK, building.stage.picked(option)),
            row=row + place // ROW,
        )


def _menu(building: Building, block: Block, number: int, row: int) -> Item:
    here = building.stage
    written = dict(zip(here.options, here.written, strict=True))
    return discord.ui.Select(
        custom_id=building.id(Verb.CHOOSE, here.draft, number),
        placeholder=cut(building.plain(block.prompt), PROMPT_LIMIT),
        options=[
            discord.SelectOption(
                label=cut(building.plain(option.text), OPTION_LIMIT),
                value=option.key,
                description=cut(_note(building, option, written[option]), OPTION_LIMIT) or None,
            )
            for option in block.options
        ],
        row=row,
    )


def _note(building: Building, option: Choice, written: str) -> str:
    return written if option.note is None else building.plain(option.note)


def _turning(building: Building, here: int, count: int) -> Iterator[Item]:
    for text, number in ((say("◀ Previous page"), here - 1), (say("Next page ▶"), here + 1)):
        if 0 <= number < count:
            custom_id = building.id(Verb.SHOW, building.stage.draft, number)
            yield discord.ui.Button(label=cut(building.plain(text), LABEL_LIMIT), custom_id=custom_id, row=ROWS - 1)


def _always(building: Building) -> Iterator[Item]:
    """Yield what plays the turn, takes back and leaves, as far as there is something to play or to take back."""
    here = building.stage
    if (ending := _ending(building)) is not None:
        yield ending
    ways = [(say("Cancel", context="button"), Verb.CANCEL, Draft(), discord.ButtonStyle.danger)]
    if here.draft != stage(building.match.session, building.seat, Draft()).draft:
        ways = [
            (say("Back", context="button"), Verb.BACK, here.draft, discord.ButtonStyle.secondary),
            (say("Start over"), Verb.RESTART, Draft(), discord.ButtonStyle.secondary),
            *ways,
        ]
    for text, verb, draft, style in ways:
        yield discord.ui.Button(
            label=cut(building.plain(text), LABEL_LIMIT), style=style, custom_id=building.id(verb, draft), row=ROWS
        )


def _ending(building: Building) -> Item | None:
    """Return the button that plays the turn; where nothing has been done yet, the one that leaves it at that."""
    here = building.stage
    if here.end is not None and here.ended is not None and not here.draft.actions:
        label, style = building.plain(here.end.text), discord.ButtonStyle.secondary
        return discord.ui.Button(
            label=cut(label, LABEL_LIMIT), style=style, custom_id=building.id(Verb.PICK, here.ended), row=ROWS
        )
    if not here.ready and here.ended is None:
        return None
    return discord.ui.Button(
        label=confirming(building),
        style=discord.ButtonStyle.success,
        custom_id=building.id(Verb.CONFIRM, here.ended or here.draft),
        row=ROWS,
    )
