"""What an analysis found: the curve of chances, the turns that changed most, and what was better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from cogs.core.bot import Reader
from cogs.core.text import MESSAGE_LIMIT, code, cut, named, safe, shown
from cogs.ui.pictures import described, in_thread, look_of
from cogs.ui.replay import MATCH, ReplayedGame
from computer.analysis import Analysis, Balance, Turn
from engine.seat import Seat
from engine.text import Player, Text, listed, say
from render.charts import WIDTH, Figure, Prospect, Prospects, draw_figure, figure_lines, figure_text, percent
from render.registry import renderer

FILE_NAME = "analysis.png"
_LONGEST_TURN = 60
"""Characters shown of a turn."""


def analysis_content(story: ReplayedGame, found: Analysis, reader: Reader) -> str:
    """Return the words of an analysis."""
    head = (
        say("**Analysis of match {number}**", number=story.id)
        if story.kind == MATCH
        else say("**Analysis of the record**")
    )
    if found.of_decisions:
        about = say(
            "The share of the win that each player could expect if everyone went on with plausible moves, by what the "
            "player who had just decided knew. It's an estimate from many games played out like that; how you would "
            "have played on, it can't say."
        )
        heading, nothing = (
            say("**The decisions that changed most**"),
            say("No decision was clearly worse than another."),
        )
    else:
        about = say(
            "The chance of each side to win if everyone plays on as a level {level} computer. It's an estimate from "
            "games between such computers; how you would have played on, it can't say.",
            level=found.level,
        )
        heading, nothing = say("**The turns that changed most**"), say("No turn gave away much.")
    balances, worst = found.balances(), found.turning_points()
    lines = [head, about]
    if balances:
        lines.append(say("**Choice and luck**, in points of 100, compared with plausible moves at random"))
    elif found.of_decisions:
        lines.append(say("-# Choice and luck can't be summed up: a player left, or people ended the game."))
    lines += map(_balance, balances)
    lines += _successions(story)
    lines.append(heading if worst else nothing)
    words = [shown(line, reader.locale, story.names) for line in lines]
    for turn in worst:
        names = story.names_at(story.moment(turn.number))
        words.append(shown(_about(turn, found, _TURNING_POINT), reader.locale, names))
    if reader.text_boards:
        words += [safe(line) for line in figure_lines(_figure(story, found), look_of(reader, story.names))[1:]]
    return cut("\n".join(words), MESSAGE_LIMIT)


def _successions(story: ReplayedGame) -> list[Text]:
    """Return from which turn on others, or computers, played for those who left: the rest is of a seat as a whole."""
    names, found = list(story.names), list[Text]()
    for was in reversed(story.former):
        old, new = named((was.name, names[was.seat - 1]))
        names[was.seat - 1] = was.name
        since = enumerate(story.session.entries[was.entries :], was.entries)
        own = next((at for at, entry in since if entry.seat == was.seat and not entry.forfeit), None)
        if own is not None:
            first = next(each.number for each in story.history if each.entries > own)
            found.insert(0, say("From turn {number} on, {new} played for {old}.", number=first, new=new, old=old))
    return found


def _balance(balance: Balance) -> Text:
    return say(
        "{player}: own decisions {own} (± {error}), other players' {others}, draws and hidden cards {luck}",
        player=Player(balance.seat),
        own=_points(balance.own),
        error=percent(balance.error),
        others=_points(balance.others),
        luck=_points(balance.luck),
    )


def _points(share: float) -> str:
    points = percent(share)
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)}"


def _about(turn: Turn, found: Analysis, text: Text) -> Text:
    """Return a text with the fields of a turn in it: what was played, what was better, and the chances after both."""
    side = found.side(turn.seat)
    return text.using(
        number=turn.number,
        player=Player(turn.seat),
        level=found.level,
        turn=code(cut(turn.text, _LONGEST_TURN)),
        after=percent(turn.chances[side]),
        better=code(cut(turn.better, _LONGEST_TURN)),
        best=percent(turn.best[side]),
    )


_TURNING_POINT = say("Turn {number}, {player}: `{turn}` left {after}%. Better: `{better}`, {best}%")


def better_line(found: Analysis, turn: Turn, *, played: bool) -> Text:
    """Return what was better than a turn, or, below what was better, what was `played`."""
    if not found.of_decisions and played:
        text = say(
            "-# Played: `{turn}`. The chance to win was {after}% after it, {best}% after this, at level {level}."
        )
    elif not found.of_decisions:
        text = say("-# The chance to win was {after}% after it at level {level}; after `{better}` it was {best}%.")
    elif played:
        text = say(
            "-# Played: `{turn}`. By what {player} knew, {after}% of the win could be expected after it, {best}% after "
            "this."
        )
    else:
        text = say(
            "-# By what {player} knew, {after}% of the win could be expected after `{turn}`, {best}% after `{better}`."
        )
    return _about(turn, found, text)


async def draw_analysis(story: ReplayedGame, found: Analysis, reader: Reader) -> list[discord.File]:
    """Return the curve of an analysis as a picture; nothing for a reader of text boards, who gets it in words."""
    if reader.text_boards:
        return []
    figure = _figure(story, found)
    look = replace(
        look_of(reader, story.names), theme=renderer(story.game).dress_for(reader.theme, story.view(story.history[-1]))
    )
    look = replace(look, width=WIDTH)

    def drawn() -> discord.File:
        return described(draw_figure(figure, look), FILE_NAME, figure_text(figure, look))

    return [await in_thread(drawn)]


def _figure(story: ReplayedGame, found: Analysis) -> Figure:
    """Return the chances after each turn, with lines through the turns that changed most."""
    course = found.course()
    sides = tuple(
        Prospect(_members(seats), seats[0], tuple(chances[place] for chances in course))
        for place, seats in enumerate(found.sides)
    )
    marked = tuple(sorted(turn.number for turn in found.turning_points()))
    if found.of_decisions:
        title = say("Share of the win in %", context="title of a chart")
        facts = [say("If everyone goes on with plausible moves, by what players knew")]
        facts += [say("Lines: the decisions that changed most")] if marked else []
    else:
        title = say("Chance to win in %", context="title of a chart")
        facts = [say("If everyone plays on at level {level}", level=found.level)]
        facts += [say("Lines: the turns that changed most")] if marked else []
    return Figure(
        say("{game}: analysis", game=story.session.game.info.name), tuple(facts), (Prospects(title, sides, marked),)
    )


def _members(seats: Sequence[Seat]) -> Text:
    if len(seats) == 1:
        return say("{player}", player=Player(seats[0]))
    return say("{players}", players=listed(map(Player, seats), "comma"))
