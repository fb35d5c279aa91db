"""What the private message says and offers in which a turn is built by picking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from cogs.ui.builder import Draft, Stage, latest, page, pages, stage
from cogs.ui.builder_ids import Verb, encode
from cogs.ui.reader import Reader
from cogs.ui.text import MESSAGE_LIMIT, cut, plain, shown
from engine.game import Seat
from engine.text import Text, say
from hosting.model import Match

BUTTONS = 5
"""As many alternatives are shown as buttons; more become a menu."""
BUTTONS_TEXT = 130
"""Together they are no longer than that; longer ones are easier to read in a menu."""

LABEL_LIMIT = 80
OPTION_LIMIT = 100

Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]


@dataclass(frozen=True, slots=True)
class Building:
    """A turn being built.

    Attributes:
        match: As it stands; the draft belongs to its `seq`.
        seat: Whose turn.
        stage: What is chosen, and what there is to choose.
        page: Which page of the alternatives is shown, from 0.
        reader: For whom.
    """

    match: Match
    seat: Seat
    stage: Stage
    page: int
    reader: Reader

    def id(self, verb: Verb, draft: Draft, number: int = 0) -> str:
        """Return the custom id of a control."""
        return encode(self.match.session, self.seat, self.match.id, self.match.seq, verb, draft, number)

    def plain(self, text: Text) -> str:
        """Return a text for labels."""
        return plain(text, self.reader.locale, self.match.names)

    def shown(self, text: Text) -> str:
        """Return a text for the message."""
        return shown(text, self.reader.locale, self.match.names)


def content(building: Building, notice: Text | None = None) -> str:
    """Return the text of the message; `notice` comes first."""
    here, secret = building.stage, len(building.match.session.deciding) > 1
    lines = [building.shown(notice)] if notice is not None else []
    if secret and here.ready:
        lines.append(building.shown(say("**Your choice:** `{choice}`", choice=here.turn.text)))
    elif here.ready:
        lines.append(building.shown(say("**Your turn:** `{turn}`", turn=here.turn.text)))
    elif here.turn.text:
        lines.append(building.shown(say("**Your turn so far:** `{turn}`", turn=here.turn.text)))
    lines += [f"• {building.shown(event.text())}" for event in here.turn.events]
    # What comes of it is not known before it is played: then at least what was picked is said in words.
    untold = here.ready and (secret or here.turn.barrier)
    steps = latest(building.match.session, building.seat, here.draft) if untold else here.chosen
    if steps:
        lines.append(" › ".join(building.shown(choice.text) for choice in steps))
    if secret and here.ready:
        lines.append(building.shown(say("Confirm to seal it: nobody else sees it until all have chosen.")))
    elif here.ready:
        lines.append(building.shown(say("Confirm to play it. Until then nobody else sees it.")))
    else:
        lines.append(building.shown(say("Choose how to go on.")))
    return cut("\n".join(lines), MESSAGE_LIMIT)


def controls(building: Building) -> Iterator[Item]:
    """Yield the menu or the buttons of the alternatives, the pages of a long menu, and what is always there."""
    options = building.stage.options
    if len(options) > BUTTONS or sum(len(building.plain(option.text)) for option in options) > BUTTONS_TEXT:
        yield _menu(building)
        yield from _turning(building)
    else:
        yield from _buttons(building)
    yield from _always(building)


def _buttons(building: Building) -> Iterator[Item]:
    draft = building.stage.draft
    for index, option in enumerate(building.stage.options):
        picked = Draft(draft.actions, (*draft.steps, index))
        yield discord.ui.Button(
            label=cut(building.plain(option.text), LABEL_LIMIT),
            style=discord.ButtonStyle.primary,
            custom_id=building.id(Verb.PICK, picked),
            row=0,
        )


def _menu(building: Building) -> Item:
    here = building.stage
    written = dict(zip(here.options, here.written, strict=True))
    count = pages(here.options)
    prompt = (
        say("Choose…")
        if count == 1
        else say("Choose… (page {page} of {pages})", page=min(building.page, count - 1) + 1, pages=count)
    )
    return discord.ui.Select(
        custom_id=building.id(Verb.CHOOSE, here.draft, building.page),
        placeholder=building.plain(prompt),
        options=[
            discord.SelectOption(
                label=cut(building.plain(option.text), OPTION_LIMIT),
                value=option.key,
                description=cut(written[option], OPTION_LIMIT) or None,
            )
            for option in page(here.options, building.page)
        ],
        row=0,
    )


def _turning(building: Building) -> Iterator[Item]:
    last = pages(building.stage.options) - 1
    here = min(building.page, last)
    for text, number in ((say("◀ Previous page"), here - 1), (say("Next page ▶"), here + 1)):
        if 0 <= number <= last:
            custom_id = building.id(Verb.SHOW, building.stage.draft, number)
            yield discord.ui.Button(label=building.plain(text), custom_id=custom_id, row=1)


def _always(building: Building) -> Iterator[Item]:
    here = building.stage
    untouched = here.draft == stage(building.match.session, building.seat, Draft()).draft
    for text, verb, draft, style, disabled in (
        (say("Confirm"), Verb.CONFIRM, here.draft, discord.ButtonStyle.success, not here.ready),
        (say("Back"), Verb.BACK, here.draft, discord.ButtonStyle.secondary, untouched),
        (say("Start over"), Verb.RESTART, Draft(), discord.ButtonStyle.secondary, untouched),
        (say("Cancel"), Verb.CANCEL, Draft(), discord.ButtonStyle.danger, False),
    ):
        yield discord.ui.Button(
            label=building.plain(text), style=style, custom_id=building.id(verb, draft), disabled=disabled, row=2
        )
