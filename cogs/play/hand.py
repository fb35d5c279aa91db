"""Your hand, `/legal` and the button Moves: what a player holds, and what each piece can do.

The hand comes first, in a message that a phone shows whole where the game can say it in short; everything else that the
player holds, and what is known of the others' cards, is behind a button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord import app_commands

from cogs.core.access import match_for, reader_of, running_match, whoami
from cogs.core.bot import ArenaCog, Interaction, Reader
from cogs.core.components import Item, MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal, distinct
from cogs.core.messages import offered, put_layout, reply_layout
from cogs.core.text import (
    LAYOUT_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    cut,
    locale_of,
    mark,
    plain,
    shown,
)
from cogs.ui.boards import CARDS, HAND, IN_ADVANCE, LABELS, OTHER_CARDS, PLAY, PREPARE, aid_button
from cogs.ui.holding import Holdings, asked_scene, holdings
from cogs.ui.layout import Scene, layout, scene_of
from cogs.ui.pictures import draw_board, has_hands, overlay_of
from engine.choices import Choice, Reach
from engine.seat import Seat
from engine.text import Listed, Text, listed, say, say_n
from hosting.match.answers import preparations
from hosting.match.model import Match, MatchOver


class HandCog(ArenaCog):
    """Shows players their hands, in private."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match, found = await _opened(interaction, match_id)
        scene = await found.hand()
        await _send(interaction, scene, _buttons(match, found))

    async def press_others(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what the presser holds beside the hand."""
        match, found = await _opened(interaction, match_id)
        scene = await found.rest()
        await _send(interaction, scene, [_button(match, HAND, LABELS[HAND][0], found.reader)])


async def _opened(interaction: Interaction, match_id: int) -> tuple[Match, Holdings]:
    match = await match_for(interaction, match_id, direct=True)
    seat = match.seat_of(await whoami(interaction))
    if seat is None:
        raise Refusal(say("You aren't in this match, so you have no hand."), code="no-hand")
    await interaction.response.defer(ephemeral=True, thinking=True)
    return match, holdings(match, seat, await reader_of(interaction))


async def _send(interaction: Interaction, scene: Scene, buttons: Sequence[MatchButton]) -> None:
    if not scene.parts:
        raise Refusal(say("You have no cards in this match."), code="no-hand")
    layout = discord.ui.LayoutView(timeout=None)
    for part in scene.parts:
        layout.add_item(part)
    if buttons:
        layout.add_item(discord.ui.ActionRow(*buttons))
    await reply_layout(interaction, layout, files=scene.files)


def _button(
    match: Match, action: str, text: Text, reader: Reader, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> MatchButton:
    return MatchButton.button(MatchId(match.id, match.seq, action).text, text, reader.locale, style)


def _buttons(match: Match, found: Holdings) -> list[MatchButton]:
    """Return the buttons under a hand: to play, to the other cards, to answer in advance, and to the aid card."""
    made, reader = [], found.reader
    if _may_play(match, found.seat):
        made.append(_button(match, PLAY, say("Play", context="button"), reader, discord.ButtonStyle.primary))
    if found.others:
        made.append(_button(match, OTHER_CARDS, say("Your other cards", context="button"), reader))
    if found.others and match.session.game.info.cards:
        made.append(_button(match, CARDS, say("All cards", context="button"), reader))
    if preparations(match) and not match.over:
        made.append(_button(match, PREPARE, IN_ADVANCE, reader))
    if (button := aid_button(match, reader.locale)) is not None:
        made.append(button)
    return made


def _may_play(match: Match, seat: Seat) -> bool:
    return not match.over and match.paused is None and seat in match.session.deciding


# `/legal` and the button Moves: what each piece can do, on the board and in notation.


EXAMPLES = 8
TURNS_SEARCHED = 200
"""Ways to begin a turn that are searched for examples that differ by more than a count."""
ROOM = 400
"""Characters of a message reserved for the text around the list of moves."""

MENU, TURN = "m", "t"


class LegalCog(ArenaCog):
    """Shows legal moves."""

    @app_commands.command(description=mark("Show what a piece can do now"))
    @app_commands.describe(piece=mark("Which piece, for example 2E7 or E7; leave it out to pick from a menu"))
    async def legal(self, interaction: Interaction, piece: str = "") -> None:
        await _open(interaction, await running_match(interaction), piece)

    @legal.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        match = await self.bot.arena.matches.running_in(interaction.channel_id or 0)
        if match is None:
            return []
        named = [
            (plain(choice.text, locale_of(interaction), match.names), choice.key)
            for choice in _subjects(match, await whoami(interaction))
        ]
        return offered(named, current, by_value=True)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await _open(interaction, await match_for(interaction, match_id), "")


class PieceControl(Persistent, template=r"l:(?P<match>\d{1,18}):(?P<kind>[mt])(?P<page>\d{1,3})"):
    """The menu of pieces, or a button that turns to another page of it."""

    async def act(self, interaction: Interaction) -> None:
        match, number = await match_for(interaction, int(self.fields["match"])), int(self.fields["page"])
        _require_running(match)
        await interaction.response.defer()
        reader, person_id = await reader_of(interaction), await whoami(interaction)
        reach = None
        if isinstance(self.item, discord.ui.Select):
            reach = _reach(match, person_id, "".join(self.picked))
        scene = await _scene(match, person_id, reach, reader)
        await put_layout(interaction, _layout(match, person_id, reach, number, scene, reader), files=scene.files)


async def _open(interaction: Interaction, match: Match, wanted: str) -> None:
    _require_running(match)
    person_id = await whoami(interaction)
    reach = _reach(match, person_id, _key(interaction, match, wanted, person_id)) if wanted.strip() else None
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    scene = await _scene(match, person_id, reach, reader)
    await reply_layout(interaction, _layout(match, person_id, reach, 0, scene, reader), files=scene.files)


def _require_running(match: Match) -> None:
    if match.over:
        raise MatchOver


def _subjects(match: Match, person_id: int) -> tuple[Choice, ...]:
    return match.session.game.subjects(match.session.state, match.seat_of(person_id))


def _key(interaction: Interaction, match: Match, wanted: str, person_id: int) -> str:
    """Return the key of a typed or picked piece; part of its name will do if no other piece has it."""
    typed = _bare(wanted)
    subjects = _subjects(match, person_id)
    words = [(_bare(choice.key), _bare(plain(choice.text, locale_of(interaction), match.names))) for choice in subjects]
    for fits in (
        lambda key, name: typed in (key, name),
        lambda key, _: key.startswith(typed),
        lambda key, _: key.endswith(typed),
        lambda _, name: typed in name,
    ):
        found = [choice for choice, (key, name) in zip(subjects, words, strict=True) if fits(key, name)]
        if len(found) == 1:
            return found[0].key
        if found:
            keys = _listed([choice.key for choice in found[:EXAMPLES]])
            raise Refusal(say("Several fit, for example: {pieces}", pieces=keys), code="several-pieces")
    raise _no_such_piece(match, subjects)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _reach(match: Match, person_id: int, key: str) -> Reach:
    found = match.session.game.reach(match.session.state, match.seat_of(person_id), key)
    if found is None:
        raise _no_such_piece(match, _subjects(match, person_id))
    return found


def _no_such_piece(match: Match, subjects: Sequence[Choice]) -> Refusal:
    if not subjects:
        game = match.session.game.info.name
        return Refusal(say("{game} has nothing to show here.", game=game), code="no-pieces")
    return Refusal(
        say(
            "There's no such piece. You have, for example: {pieces}",
            pieces=_listed([choice.key for choice in subjects[:EXAMPLES]]),
        ),
        code="no-such-piece",
    )


async def _scene(match: Match, person_id: int, reach: Reach | None, reader: Reader) -> Scene:
    """Return the position with a piece's possible actions; with None, the hand instead if that has the options."""
    seat = match.seat_of(person_id)
    if reach is None and seat is not None and seat in match.session.deciding:
        asked = await asked_scene(match, match.session.view(seat), reader, room=LAYOUT_LIMIT - MESSAGE_LIMIT)
        if asked.parts:
            return asked
    # A hand would leave the board too small for a phone.
    view = match.session.view(None if has_hands(match.game) else seat)
    overlay = None if reach is None else overlay_of(reach)
    return scene_of(await draw_board(match.game, view, (), match.names, reader, overlay))


def _layout(
    match: Match, person_id: int, reach: Reach | None, number: int, scene: Scene, reader: Reader
) -> discord.ui.LayoutView:
    return layout(_content(match, person_id, reach, reader), scene, _items(match, person_id, number, reader))


def _content(match: Match, person_id: int, reach: Reach | None, reader: Reader) -> str:
    lines = list(_lines(match, match.seat_of(person_id), reach))
    return cut("\n".join(shown(line, reader.locale, match.names) for line in lines), MESSAGE_LIMIT)


def _lines(match: Match, seat: Seat | None, reach: Reach | None) -> Iterator[Text]:
    if reach is None:
        game = match.session.game
        invitation = game.invitation if game.subjects(match.session.state, seat) else None
        if invitation is not None:
            yield invitation.text
        acting = _acting(match, seat)
        if acting is not None:
            beginnings = distinct(match.session.complete(acting, "", TURNS_SEARCHED))
            yield say("Ways to start the turn, for example: {turns}", turns=_listed(beginnings[:EXAMPLES]))
        elif invitation is None:
            yield say("You have nothing to decide right now.")
        return
    yield say("**{piece}**", piece=reach.subject.text)
    if reach.moves:
        shown_first, rest = _fitting(reach.moves)
        yield (
            say_n("{moves} and {count} more", "{moves} and {count} more", rest, moves=_listed(shown_first))
            if rest
            else say("{moves}", moves=_listed(shown_first))
        )
    else:
        yield say("It can't do anything right now.")
    yield from reach.notes
    if reach.threatened:
        yield say("Blocked by a threat: {places}", places=listed(sorted(reach.threatened), "comma"))


def _acting(match: Match, seat: Seat | None) -> Seat | None:
    """Return the seat whose moves a reader may see: their own, or those of the player to move if none are hidden."""
    deciding = match.session.deciding
    if seat in deciding:
        return seat
    return min(deciding) if len(deciding) == 1 and match.session.game.info.open else None


def _fitting(moves: Sequence[str]) -> tuple[Sequence[str], int]:
    room = MESSAGE_LIMIT - ROOM
    for count, move in enumerate(moves):
        room -= len(move) + 4
        if room < 0:
            return moves[:count], len(moves) - count
    return moves, 0


def _listed(moves: Sequence[str]) -> Listed:
    return listed((f"`{move}`" for move in moves), "comma")


def _items(match: Match, person_id: int, number: int, reader: Reader) -> list[Persistent]:
    invitation, subjects = match.session.game.invitation, _subjects(match, person_id)
    if not subjects or invitation is None:
        return []
    last = pages(subjects) - 1
    number = min(number, last)
    prompt = (
        invitation.short
        if last == 0
        else say("{pick} (page {page} of {pages})", pick=invitation.short, page=number + 1, pages=last + 1)
    )
    options = [
        discord.SelectOption(label=cut(plain(choice.text, reader.locale, match.names), OPTION_LIMIT), value=choice.key)
        for choice in page(subjects, number)
    ]
    words = cut(plain(prompt, reader.locale), PROMPT_LIMIT)
    menu: Item = discord.ui.Select(custom_id=f"l:{match.id}:{MENU}{number}", options=options, placeholder=words)
    items: list[Persistent] = [PieceControl(menu)]
    for text, other in ((say("◀ Previous page"), number - 1), (say("Next page ▶"), number + 1)):
        if 0 <= other <= last:
            items.append(PieceControl.button(f"l:{match.id}:{TURN}{other}", text, reader.locale))
    return items


def pages(options: Sequence[Choice]) -> int:
    return max(1, -(-len(options) // MOST_OPTIONS))


def page(options: Sequence[Choice], number: int) -> Sequence[Choice]:
    """Return the options on a page, counted from 0; numbers beyond the last page show the last."""
    first = MOST_OPTIONS * min(max(number, 0), pages(options) - 1)
    return options[first : first + MOST_OPTIONS]
