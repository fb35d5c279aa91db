"""What the viewer's message says and offers: a position, the turn that led there, and the way to others."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import discord

from cogs.core.components import Item
from cogs.core.limits import LABEL_LIMIT, MESSAGE_LIMIT, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import cut, fitting, plain, shown
from cogs.review.viewer_ids import ViewerId, ViewerVerb
from cogs.ui.pictures import Board, draw_board
from cogs.ui.played import turn_texts
from cogs.ui.story import MATCH, Story
from engine.history import at
from engine.seat import Seat
from engine.text import Player, Text, say
from render.registry import renderer


@dataclass(frozen=True, slots=True)
class Viewing:
    """A position being looked at.

    Attributes:
        story: The game.
        number: Of the turn that led there; the story has it.
        side: From whose side; None for the board's own orientation.
        reader: For whom.
    """

    story: Story
    number: int
    side: Seat | None
    reader: Reader

    def id(self, verb: ViewerVerb, number: int) -> str:
        """Return the custom id of a control."""
        return ViewerId(self.story.kind, self.story.id, number, self.side or 0, verb).text

    def plain(self, text: Text) -> str:
        """Return a text for labels and files."""
        return plain(text, self.reader.locale, self.names)

    def shown(self, text: Text) -> str:
        """Return a text for the message."""
        return shown(text, self.reader.locale, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where when the turn was played."""
        return self.story.names_at(self.story.moment(self.number))


def content(viewing: Viewing) -> str:
    """Return the text of the message; of a turn in which very much happens, as much as there is room for."""
    *lines, last = _lines(viewing)
    below = viewing.shown(last)
    told = fitting([viewing.shown(line) for line in lines], MESSAGE_LIMIT - len(below) - 1, viewing.shown(_IN_THE_FILE))
    return f"{told}\n{below}"


def whole_turn(viewing: Viewing) -> list[discord.File]:
    """Return a file with all of a turn that the message has no room for; nothing where it has."""
    lines = _lines(viewing)
    if len("\n".join(map(viewing.shown, lines))) <= MESSAGE_LIMIT:
        return []
    text = "".join(f"{viewing.plain(line)}\n" for line in lines)
    return [discord.File(io.BytesIO(text.encode()), f"turn-{viewing.number}.txt")]


_IN_THE_FILE = say("-# More happened in this turn: the file has all of it.")


def _lines(viewing: Viewing) -> list[Text]:
    """Return what is said of a turn: where it stands, what was played, what came of it, how the game stands then."""
    story, moment = viewing.story, viewing.story.moment(viewing.number)
    lines: list[Text] = []
    ended = story.ended(moment)
    if moment.last is None:
        lines.append(say("**The start.** Turns: {last}", last=story.last))
    else:
        lines.append(say("**Turn {number} of {last}**", number=moment.number, last=story.last))
        lines += turn_texts(moment.last, over=story.open)
        # Where it ended the game, the result says so.
        outcome = at(story.session, moment).outcome
        said = moment.last.surrender if moment.last.ended_by_surrender(outcome) else None
        lines += [event.text() for event in story.told(moment, viewing.side) if event != said]
    lines.append(ended or say("-# {headline}", headline=renderer(story.game).headline(story.view(moment))))
    return lines


async def draw_position(viewing: Viewing) -> Board:
    """Return the position as parts of a message."""
    story, moment = viewing.story, viewing.story.moment(viewing.number)
    return await draw_board(
        story.game,
        story.view(moment, viewing.side),
        story.told(moment, viewing.side),
        story.names_at(moment),
        viewing.reader,
        side=viewing.side,
    )


def controls(viewing: Viewing) -> Iterator[Item]:
    """Yield the buttons to other turns, what can be made of the game, and the menu of sides."""
    story, here = viewing.story, viewing.number
    over = story.session.outcome is not None
    for text, verb, number, dead in (
        (say("First", context="button"), ViewerVerb.FIRST, 0, here == 0),
        (say("Back", context="button"), ViewerVerb.BACK, max(here - 1, 0), here == 0),
        (say("Next", context="button"), ViewerVerb.FORWARD, here + 1, here == story.last),
        # While a match goes on there may be a later turn by the time of the press.
        (say("Last", context="button"), ViewerVerb.LAST, here, here == story.last and over),
    ):
        yield discord.ui.Button(
            label=cut(viewing.plain(text), LABEL_LIMIT), custom_id=viewing.id(verb, number), disabled=dead, row=0
        )
    yield _sides(viewing)
    whole = say("All as text") if viewing.reader.text_boards else say("Animated picture")
    yield discord.ui.Button(
        label=cut(viewing.plain(whole), LABEL_LIMIT),
        custom_id=viewing.id(ViewerVerb.ANIMATE, here),
        disabled=story.last == 0,
        row=2,
    )
    if can_open(story, here):
        label = cut(viewing.plain(say("Open a table from here")), LABEL_LIMIT)
        yield discord.ui.Button(label=label, custom_id=viewing.id(ViewerVerb.OPEN, here), row=2)


def can_open(story: Story, number: int) -> bool:
    """Return whether another match can start from the position after a turn."""
    info, there = story.session.game.info, at(story.session, story.moment(number))
    return info.open and not info.uses_chance and story.session.game.outcome(there.state) is None


def can_practise(story: Story, number: int) -> bool:
    """Return whether a private board can start from the position after a turn: nothing of the game is a secret."""
    over = story.kind == MATCH and story.session.outcome is not None
    return over and story.session.game.outcome(at(story.session, story.moment(number)).state) is None


def _sides(viewing: Viewing) -> Item:
    seats = range(1, len(viewing.story.names) + 1)
    labels = [say("As the board lies"), *(say("From the side of {player}", player=Player(seat)) for seat in seats)]
    return discord.ui.Select(
        custom_id=viewing.id(ViewerVerb.SIDE, viewing.number),
        placeholder=cut(viewing.plain(say("From whose side?")), PROMPT_LIMIT),
        options=[
            discord.SelectOption(
                label=cut(viewing.plain(label), OPTION_LIMIT), value=str(seat), default=seat == (viewing.side or 0)
            )
            for seat, label in enumerate(labels)
        ],
        row=1,
    )
