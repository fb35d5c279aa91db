"""Taking a turn, and looking before one does: turns, boards, legal moves, cards, plans, resigning, one’s matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.play import abort, prepare, resign
from cogs.play.abort import AbortCog
from cogs.play.advance import AdvanceMenu
from cogs.play.board import BoardCog
from cogs.play.builder.presses import BuilderControl
from cogs.play.cards import CardsCog
from cogs.play.catalogue import EntryMenu
from cogs.play.hand import HandCog
from cogs.play.legal import LegalCog, PieceControl
from cogs.play.matches import MatchesCog, PageButton
from cogs.play.more import MoreCog
from cogs.play.move import MoveCog
from cogs.play.plan import PlanCog
from cogs.play.resign import ResignCog
from cogs.ui.match_buttons import BOARD, CARDS, HAND, LEGAL, MORE, OTHER_CARDS, PLAY, PREPARE, RESIGN


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    move, board, legal, cards = MoveCog(bot), BoardCog(bot), LegalCog(bot), CardsCog(bot)
    more = MoreCog(bot)
    hand, resigning, aborting = HandCog(bot), ResignCog(bot), AbortCog(bot)
    await Room(
        cogs=(move, PlanCog(bot), board, legal, cards, hand, resigning, aborting, MatchesCog(bot)),
        menus=(board.menu,),
        controls=(BuilderControl, PieceControl, PageButton, EntryMenu, AdvanceMenu),
        presses={
            PLAY: move.press,
            BOARD: board.press,
            MORE: more.press,
            LEGAL: legal.press,
            CARDS: cards.press,
            HAND: hand.press,
            OTHER_CARDS: hand.press_others,
            PREPARE: prepare.press,
            RESIGN: resigning.ask,
            resign.CONFIRM: resigning.confirm,
            resign.KEEP: resigning.keep,
            abort.CONFIRM: aborting.confirm,
        },
    ).open(bot)
