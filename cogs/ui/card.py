"""The summary card of a game, as a picture or in words."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import cut, shown
from cogs.ui.drawing import beside, described
from cogs.ui.pictures import Board, dressed, look_of
from cogs.ui.story import Story
from engine.extras import Scored
from engine.history import feats
from engine.outcome import RULINGS, Termination
from engine.text import say
from render.registry import renderer
from render.summary import Summary, draw_summary, in_a_row, short_lines, summary_lines, summary_text

FILE_NAME = "summary.png"


def summary_of(story: Story) -> Summary:
    """Return what the card of a game tells, which is what everybody may know."""
    session, seats = story.session, len(story.names)
    game, outcome = session.game, session.outcome
    mode = game.info.mode(session.setup.mode)
    if mode is None:
        raise AssertionError(f"a game in a mode that does not exist: {session.setup.mode}")
    ruled = outcome is not None and outcome.termination in RULINGS
    headline = say("The match is over") if ruled else renderer(story.game).headline(session.view(None))
    card = Summary(game.info.name, mode.name, seats, headline, outcome, story.last, story.took)
    if not isinstance(game, Scored) or not story.played:
        return card
    standings = [game.standing(moment.state) for moment in story.history]
    return replace(
        card,
        feats=tuple(game.feats_text(count) for count in feats(game, story.history, seats)),
        label=standings[0].label,
        curves=tuple(tuple(standing.values[seat] for standing in standings) for seat in range(seats)),
    )


def ranked(story: Story) -> bool:
    """Return whether the result of a game tells the players' places one by one, and of each what it counts."""
    outcome = story.session.outcome
    return outcome is not None and not outcome.alone and outcome.termination is not Termination.VOID


async def draw_card(story: Story, reader: Reader) -> discord.File:
    """Return the card of a game as a picture with its words, drawn beside the event loop."""

    def drawn() -> discord.File:
        card = summary_of(story)
        theme = dressed(story.game, story.session.view(None), reader.theme)
        look = replace(look_of(reader, story.names), theme=theme)
        return described(draw_summary(card, look), FILE_NAME, summary_text(card, look))

    return await beside(drawn)


async def make_card(story: Story, reader: Reader, *, embedded: bool) -> Board:
    """Return the card of a game for a message that shows a board besides; nothing if nothing was played.

    Args:
        story: The game.
        reader: For whom.
        embedded: As an embed, which takes a permission: two pictures side by side would be shown small and cut. Its
            text stands for readers who cannot see it, beside that of the message, which says what became of whom.
    """
    if story.last == 0:
        return Board()
    if not embedded:
        return Board(files=[await draw_card(story, reader)])
    card = summary_of(story)
    lines = [in_a_row(card.facts())] if ranked(story) else short_lines(card)
    words = "\n".join(shown(line, reader.locale, story.names) for line in lines)
    embed = discord.Embed(description=words).set_image(url=f"attachment://{FILE_NAME}")
    return Board(files=[await draw_card(story, reader)], embeds=[embed])


def card_in_words(story: Story, reader: Reader) -> str:
    """Return the card of a game as a message."""
    lines = (shown(line, reader.locale, story.names) for line in summary_lines(summary_of(story)))
    return cut("\n".join(lines), MESSAGE_LIMIT)
