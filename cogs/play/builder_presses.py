"""The builder at work: it opens, follows each press, and plays the turn when it is confirmed."""

from __future__ import annotations

import discord

from cogs.core.access import check_acting, match_for, reader_of, seat_of, whereabouts, whoami
from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal, holds
from cogs.core.messages import put_layout, reply, reply_layout
from cogs.core.text import MESSAGE_LIMIT, locale_of, shown
from cogs.play.builder import TEMPLATE, Draft, DraftError, Press, Verb, back, decode, draft_of, pick, stage
from cogs.play.builder_view import ROW, ROWS, Building, content, controls, of_match, preview, sealed_picture, spare
from cogs.ui.boards import (
    IN_ADVANCE,
    PLAY,
    PREPARE,
    aid_button,
    buttons_after,
    cautions,
    choice_of,
    played_text,
)
from cogs.ui.hashes import own_hash
from cogs.ui.layout import Scene, layout
from engine.commitments import own_mark
from engine.seat import Seat
from engine.text import Text, say
from hosting.match.answers import preparations
from hosting.match.model import Match, MatchOver, StaleBoard
from hosting.match.service import acting_seat

OUTDATED = say("The board has changed since you opened this menu, so nothing happened. Use the latest board.")
CHOSEN = say("You've chosen since you opened this menu, so nothing happened. Press Play to choose again.")
UNFIT = say("This menu no longer fits the game, so nothing happened. Press Play again.")


class BuilderControl(Persistent, template=TEMPLATE):
    """A button or menu of the builder."""

    async def act(self, interaction: Interaction) -> None:
        press = decode(self.custom_id)
        if press is None:
            raise Refusal(EARLIER, code="unknown-button")
        await _pressed(interaction, press, self.picked[0] if self.picked else "")


async def acknowledge(interaction: Interaction, match: Match, seat: Seat) -> None:
    """Show a player the turn they played or sealed, in private, with a button to change a sealed one."""
    holds(interaction, played_text(match, seat), names=match.names)
    text = await _said(interaction, match, seat)
    if choice_of(match, seat, sealed=True) is None:
        view = discord.ui.View(timeout=None)
        for button in await _onward(interaction, match, seat):
            view.add_item(button)
        await reply(interaction, text, view=view if view.children else None)
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    hand = await sealed_picture(match, seat, await reader_of(interaction))
    await reply_layout(interaction, layout(text, hand, _changing(interaction, match)), files=hand.files)


async def open_builder(
    interaction: Interaction, match: Match, actions: tuple[str, ...] = (), notice: Text | None = None
) -> None:
    seat = acting_seat(match, await whoami(interaction))
    await interaction.response.defer(ephemeral=True, thinking=True)
    building = await _building(interaction, match, seat, Draft(actions))
    scene = await preview(building)
    if notice is None and (chosen := choice_of(match, seat, sealed=True)) is not None:
        held = await interaction.client.arena.commitments.held_to(match.id, chosen.turn, seat, chosen.text)
        notice = say(
            "Your choice is `{choice}`; a new one replaces it. Its hash: `{mark}` → `{digest}`",
            choice=chosen.text,
            mark=own_mark(match.id, chosen.turn, seat),
            digest=held,
        )
    text = _content(building, scene, *([] if notice is None else [notice]))
    text = "\n".join((text, *await whereabouts(interaction, match)))
    await reply_layout(interaction, layout(text, scene, _items(building, match)), files=scene.files)


async def _pressed(interaction: Interaction, press: Press, key: str) -> None:
    if press.verb is Verb.CANCEL:
        await _close(interaction, say("Cancelled: nothing was played."))
        return
    match = await match_for(interaction, press.match, direct=True)
    await check_acting(interaction, match)
    if press.verb is Verb.CONFIRM:
        await _confirm(interaction, match, press)
        return
    if match.seq != press.seq or match.over:
        await _close(interaction, OUTDATED)
        return
    seat = acting_seat(match, await whoami(interaction))
    if match.session.mark(seat) != press.chosen:
        await _close(interaction, CHOSEN)
        return
    try:
        draft = _next(match, seat, press, key)
        building = await _building(interaction, match, seat, draft, press.page if press.verb is Verb.SHOW else 0)
    except DraftError:
        await _close(interaction, UNFIT)
        return
    await interaction.response.defer()
    scene = await preview(building)
    made = layout(_content(building, scene), scene, _items(building, match))
    await put_layout(interaction, made, files=scene.files)


def _content(building: Building, scene: Scene, *notices: Text) -> str:
    return content(building, *notices, room=min(scene.room, MESSAGE_LIMIT))


def _next(match: Match, seat: Seat, press: Press, key: str) -> Draft:
    if press.verb is Verb.RESTART:
        return Draft()
    draft = draft_of(press, match.session, seat)
    if press.verb is Verb.BACK:
        return back(match.session, seat, draft)
    if press.verb is Verb.CHOOSE:
        return pick(match.session, seat, draft, key)
    return draft


async def _confirm(interaction: Interaction, match: Match, press: Press) -> None:
    """Play the turn that was built, once: a second press is told that it was played."""
    seat, text = await seat_of(interaction, match), ""
    try:
        if match.seq != press.seq:
            raise StaleBoard(match)
        text = draft_of(press, match.session, seat).text
        match = await interaction.client.arena.matches.play(
            match.id, await whoami(interaction), text, press.seq, press.chosen
        )
    except (StaleBoard, MatchOver):
        match = await interaction.client.arena.matches.get(match.id)
        if match.seq == press.seq and not match.over:
            sealed = choice_of(match, seat, sealed=True)
            if sealed is None or sealed.text != text:
                await _close(interaction, CHOSEN)
                return
        elif match.seq != press.seq + 1 or not await _was_played(interaction, match, press, seat):
            await _close(interaction, OUTDATED)
            return
    except DraftError:
        await _close(interaction, UNFIT)
        return
    holds(interaction, played_text(match, seat), names=match.names)
    told = await _said(interaction, match, seat)
    if choice_of(match, seat, sealed=True) is None:
        await put_layout(interaction, layout(told, items=await _onward(interaction, match, seat)))
        return
    await interaction.response.defer()
    hand = await sealed_picture(match, seat, await reader_of(interaction))
    await put_layout(interaction, layout(told, hand, _changing(interaction, match)), files=hand.files)


async def _said(interaction: Interaction, match: Match, seat: Seat) -> str:
    lines = [played_text(match, seat), *cautions(match, seat)]
    if (chosen := choice_of(match, seat)) is not None:
        held = await interaction.client.arena.commitments.held_to(match.id, chosen.turn, seat, chosen.text)
        lines += [own_hash(match, chosen.turn, seat, held)] if held else []
    said = [shown(line, locale_of(interaction), match.names) for line in lines]
    return "\n".join((*said, *await whereabouts(interaction, match)))


async def _was_played(interaction: Interaction, match: Match, press: Press, seat: Seat) -> bool:
    """Return whether the only event since a draft was confirmed is that draft's turn, or opened it with others."""
    before = await interaction.client.arena.matches.at(match, press.seq)
    try:
        turn = stage(before, seat, draft_of(press, before, seat)).turn
    except DraftError:
        return False
    new = [entry for entry in match.session.entries[len(before.entries) :] if entry.seat == seat]
    return bool(new) and [entry.text for entry in new] == [entry.text for entry in turn.entries]


def _changing(interaction: Interaction, match: Match) -> list[MatchButton]:
    """Return the button that changes a sealed choice, as long as not all have chosen."""
    pressed = MatchId(match.id, match.seq, PLAY)
    return [MatchButton.button(pressed.text, say("Change my choice"), locale_of(interaction))]


async def _building(interaction: Interaction, match: Match, seat: Seat, draft: Draft, page: int = 0) -> Building:
    return of_match(match, seat, stage(match.session, seat, draft), page, await reader_of(interaction))


def _items(building: Building, match: Match) -> list[Persistent]:
    items: list[Persistent] = [BuilderControl(item) for item in controls(building)]
    session, seat, locale = match.session, building.seat, building.reader.locale
    if session.game.asked(session.state, seat) is not None and preparations(match):
        pressed = MatchId(match.id, match.seq, PREPARE)
        items.append(MatchButton.button(pressed.text, IN_ADVANCE, locale, row=ROWS))
    row = ROWS if sum(item.row == ROWS for item in items) < ROW else spare(building)
    if (button := aid_button(match, locale, row=row)) is not None:
        place = len(items) if row == ROWS else [item.row for item in items].index(ROWS)
        items.insert(place, button)
    return items


async def _onward(interaction: Interaction, match: Match, seat: Seat) -> list[MatchButton]:
    """Return the buttons to play on, if it is the same player's turn, and to take the turn back."""
    return buttons_after(await interaction.client.arena.matches.get(match.id), seat, locale_of(interaction))


async def _close(interaction: Interaction, text: Text) -> None:
    await put_layout(interaction, layout(shown(text, locale_of(interaction))))
