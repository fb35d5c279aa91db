"""Turns and all that precedes them: boards, legal moves, cards, plans, resigning, lists of matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.play import answers
from cogs.play import move as play_move
from cogs.play.answers import AdvanceMenu, PlanCog
from cogs.play.board import BoardCog
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import CardsCog, EntryMenu
from cogs.play.hand import HandCog, LegalCog, PieceControl
from cogs.play.matches import MatchesCog, MoreCog, PageButton
from cogs.play.move import AbortCog, MoveCog, ResignCog
from cogs.ui.boards import BOARD, CARDS, HAND, LEGAL, MORE, OTHER_CARDS, PLAY, PREPARE, RESIGN


def feature(bot: ArenaBot) -> Feature:
    move, board, legal, cards = MoveCog(bot), BoardCog(bot), LegalCog(bot), CardsCog(bot)
    more = MoreCog(bot)
    hand, resigning, aborting = HandCog(bot), ResignCog(bot), AbortCog(bot)
    return Feature(
        cogs=(move, PlanCog(bot), board, legal, cards, hand, resigning, aborting, MatchesCog(bot)),
        commands=(board.menu,),
        controls=(BuilderControl, PieceControl, PageButton, EntryMenu, AdvanceMenu),
        presses={
            PLAY: move.press,
            BOARD: board.press,
            MORE: more.press,
            LEGAL: legal.press,
            CARDS: cards.press,
            HAND: hand.press,
            OTHER_CARDS: hand.press_others,
            PREPARE: answers.press,
            RESIGN: resigning.ask,
            play_move.CONFIRM_RESIGN: resigning.confirm,
            play_move.KEEP: resigning.keep,
            play_move.CONFIRM_ABORT: aborting.confirm,
        },
    )
