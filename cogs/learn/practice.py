"""What the buttons and menus of a board to practise on do. Everything is private; nothing is stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, ArenaModal, Persistent
from cogs.core.errors import Refusal, explain_turn
from cogs.core.language import locale_of
from cogs.core.limits import DIALOG_LIMIT
from cogs.core.readers import reader_of
from cogs.core.replies import put_layout, reply_layout
from cogs.core.text import cut, plain
from cogs.learn.board import Plays, Practice, after, match_root, new_root, plays_in, practice_of
from cogs.learn.page import Page
from cogs.learn.practice_ids import TEMPLATE, PracticePress, PracticeVerb, decode
from cogs.learn.practice_page import practice_page
from cogs.play.builder.custom_ids import Verb, read_draft
from cogs.play.builder.state import Draft, DraftError, back, pick
from cogs.ui.layout import layout
from engine.errors import TurnError
from engine.registry import name_of
from engine.text import Text, say

TYPED = 400
"""Characters of a turn that is typed."""

_MOVED_ON = say("This board has moved on; this press changed nothing.")


class PracticeControl(Persistent, template=TEMPLATE):
    """A button or menu of a board."""

    async def act(self, interaction: Interaction) -> None:
        """Do what was pressed or chosen."""
        press = decode(self.custom_id)
        if press is None or (not press.root) is not (press.verb is PracticeVerb.NEW):
            raise Refusal(EARLIER, code="unknown-button")
        await _pressed(interaction, press, self.picked[0] if self.picked else "")


class PracticeDialog(ArenaModal):
    """Asks for a turn in notation."""

    def __init__(self, root: str, plays: Plays, locale: discord.Locale | str | None) -> None:
        super().__init__(title=cut(plain(say("Type a turn"), locale), DIALOG_LIMIT))
        self._root, self._plays = root, plays
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=TYPED, custom_id="turn")
        label = cut(plain(say("In notation, as a record has it"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.text))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Play what was typed."""
        practice = await practice_of(interaction, self._root, self._plays)
        await interaction.response.defer()
        await _play(interaction, practice, self.text.value.strip())


async def press(interaction: Interaction, match_id: int, turn: int) -> None:
    """Answer with a board that begins after a turn of a match."""
    practice = await practice_of(interaction, match_root(match_id, turn), ())
    await interaction.response.defer(ephemeral=True, thinking=True)
    page = await practice_page(practice, await reader_of(interaction), Draft())
    await reply_layout(interaction, _layout(page), files=page.scene.files)


async def _pressed(interaction: Interaction, press: PracticePress, key: str) -> None:
    root, plays = press.root, plays_in(interaction.message)
    if press.verb is PracticeVerb.NEW:
        game, _, mode = key.partition(".")
        root, plays = new_root(game, mode, secrets.token_bytes(4)), ()
    stale = press.verb is not PracticeVerb.NEW and press.seq != len(plays)
    if press.verb is PracticeVerb.UNDO and not stale:
        plays = plays[:-1]
    practice = await practice_of(interaction, root, plays)
    if press.verb is PracticeVerb.TYPE and not stale:
        await interaction.response.send_modal(PracticeDialog(root, plays, locale_of(interaction)))
        return
    await interaction.response.defer()
    if stale:
        await _show(interaction, practice, Draft(), [_MOVED_ON])
        return
    try:
        draft = _next(practice, press, key)
        if press.verb is Verb.CONFIRM:
            await _play(interaction, practice, draft.text)
            return
        await _show(interaction, practice, draft, page=press.page if press.verb is Verb.SHOW else 0)
    except DraftError:
        await _show(interaction, practice, Draft(), [_MOVED_ON])


def _next(practice: Practice, press: PracticePress, key: str) -> Draft:
    """Return the draft after a press."""
    seat = practice.seat
    if seat is None or isinstance(press.verb, PracticeVerb) or press.verb in (Verb.RESTART, Verb.CANCEL):
        return Draft()
    draft = read_draft(press.text, press.steps, practice.session, seat)
    if press.verb is Verb.BACK:
        return back(practice.session, seat, draft)
    return pick(practice.session, seat, draft, key) if press.verb is Verb.CHOOSE else draft


async def _play(interaction: Interaction, practice: Practice, text: str) -> None:
    """Play a turn on a board."""
    try:
        following = after(practice, text)
    except TurnError as error:
        seat, draft = practice.seat, Draft()
        if error.code == "turn-incomplete" and seat is not None:
            draft = Draft(tuple(entry.text for entry in practice.session.preview(seat, text).entries))
        await _show(interaction, practice, draft, explain_turn(error, name_of(practice.game)))
        return
    await _show(interaction, following, Draft())


async def _show(
    interaction: Interaction, practice: Practice, draft: Draft, notices: Sequence[Text] = (), *, page: int = 0
) -> None:
    """Put a board in the place of what was pressed, which was deferred."""
    made = await practice_page(practice, await reader_of(interaction), draft, page, notices)
    await put_layout(interaction, _layout(made), files=made.scene.files)


def _layout(page: Page) -> discord.ui.LayoutView:
    return layout(page.content, page.scene, map(PracticeControl, page.items), below=page.below)
